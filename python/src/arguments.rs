//! What Python passes: strings, names of crawlers, options.

use std::borrow::Cow;

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedStr;
use pyo3::types::{PyBool, PyBytes, PyInt, PyList, PyString, PyTuple};
use robots_exclusion::{Dialect, ParseOptions};

fn type_name(object: &Bound<'_, PyAny>) -> String {
    object
        .get_type()
        .name()
        .map_or_else(|_| "object".to_owned(), |name| name.to_string())
}

fn not_a(wanted: &str, object: &Bound<'_, PyAny>) -> PyErr {
    PyTypeError::new_err(format!("must be {wanted}, not {}", type_name(object)))
}

/// The bytes of a `str` that is not UTF-8, with its lone surrogates as three
/// bytes each.
fn with_surrogates(text: &Bound<'_, PyString>) -> PyResult<Vec<u8>> {
    let bytes = text.call_method1("encode", ("utf-8", "surrogatepass"))?;
    Ok(bytes.cast::<PyBytes>()?.as_bytes().to_vec())
}

/// Replaces each lone surrogate by what `replace` makes of its second and third
/// byte.
fn replace_surrogates(bytes: &[u8], replace: impl Fn(u8, u8) -> Cow<'static, [u8]>) -> Vec<u8> {
    let mut replaced = Vec::with_capacity(bytes.len());
    let mut rest = bytes;
    while let Some((&byte, after)) = rest.split_first() {
        if let [0xED, second @ 0xA0..=0xBF, third, after @ ..] = rest {
            replaced.extend_from_slice(&replace(*second, *third));
            rest = after;
        } else {
            replaced.push(byte);
            rest = after;
        }
    }
    replaced
}

const REPLACEMENT: &[u8] = "\u{FFFD}".as_bytes();

/// A `str` without lone surrogates: where there are any, U+FFFD stands for
/// them, as the URL Standard has it.
fn scalar_values(text: &Bound<'_, PyString>) -> PyResult<String> {
    let bytes = replace_surrogates(&with_surrogates(text)?, |_, _| Cow::Borrowed(REPLACEMENT));
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// A `str`: a URL, or the name of a crawler.
pub(crate) struct Text<'a>(Cow<'a, str>);

impl<'a, 'py> FromPyObject<'a, 'py> for Text<'a> {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        let text = object
            .cast::<PyString>()
            .map_err(|_| not_a("str", &object))?;
        Ok(Text(match text.extract::<&'a str>() {
            Ok(text) => Cow::Borrowed(text),
            Err(_) => Cow::Owned(scalar_values(&text)?),
        }))
    }
}

impl AsRef<str> for Text<'_> {
    fn as_ref(&self) -> &str {
        &self.0
    }
}

/// A `str` that is read after the GIL was released.
pub(crate) enum SharedText {
    OfPython(PyBackedStr),
    Replaced(String),
}

impl SharedText {
    pub(crate) fn of(object: &Bound<'_, PyAny>) -> PyResult<SharedText> {
        let text = object.cast::<PyString>().map_err(|_| {
            PyTypeError::new_err(format!("each URL must be str, not {}", type_name(object)))
        })?;
        match text.extract::<PyBackedStr>() {
            Ok(text) => Ok(SharedText::OfPython(text)),
            Err(_) => Ok(SharedText::Replaced(scalar_values(text)?)),
        }
    }
}

impl AsRef<str> for SharedText {
    fn as_ref(&self) -> &str {
        match self {
            SharedText::OfPython(text) => text,
            SharedText::Replaced(text) => text,
        }
    }
}

/// The body of a robots.txt: `bytes`, or a `str`, which stands for its UTF-8;
/// surrogates that stand for bytes (`surrogateescape`) are those bytes again.
pub(crate) struct Body<'a>(Cow<'a, [u8]>);

impl<'a, 'py> FromPyObject<'a, 'py> for Body<'a> {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        if let Ok(bytes) = object.extract::<&'a [u8]>() {
            return Ok(Body(Cow::Borrowed(bytes)));
        }
        let text = object
            .cast::<PyString>()
            .map_err(|_| not_a("bytes or str", &object))?;
        Ok(Body(match text.extract::<&'a str>() {
            Ok(text) => Cow::Borrowed(text.as_bytes()),
            Err(_) => {
                // U+DC80 to U+DCFF are ED B2 80 to ED B3 BF.
                let bytes = with_surrogates(&text)?;
                Cow::Owned(replace_surrogates(&bytes, |second, third| match second {
                    0xB2 => Cow::Owned(vec![third]),
                    0xB3 => Cow::Owned(vec![third | 0x40]),
                    _ => Cow::Borrowed(REPLACEMENT),
                }))
            }
        }))
    }
}

impl Body<'_> {
    pub(crate) const EMPTY: Self = Body(Cow::Borrowed(&[]));
}

impl AsRef<[u8]> for Body<'_> {
    fn as_ref(&self) -> &[u8] {
        &self.0
    }
}

/// One name of a crawler, or several of them.
pub(crate) struct Agents(pub(crate) Vec<String>);

impl<'a, 'py> FromPyObject<'a, 'py> for Agents {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        const WANTED: &str = "str, or a list or tuple of str";
        let one = |item: &Bound<'py, PyAny>| match item.cast::<PyString>() {
            Ok(_) => Ok(item.extract::<Text<'_>>()?.0.into_owned()),
            Err(_) => Err(not_a(WANTED, item)),
        };
        if object.is_instance_of::<PyString>() {
            return Ok(Agents(vec![one(&object)?]));
        }
        if object.is_instance_of::<PyList>() || object.is_instance_of::<PyTuple>() {
            let agents = object.try_iter()?.map(|item| one(&item?));
            return Ok(Agents(agents.collect::<PyResult<_>>()?));
        }
        Err(not_a(WANTED, &object))
    }
}

/// A dialect by its name.
#[derive(Clone, Copy)]
pub(crate) struct DialectName(Dialect);

impl DialectName {
    pub(crate) const DEFAULT: DialectName = DialectName(Dialect::Standard);

    pub(crate) fn of(dialect: Dialect) -> PyResult<&'static str> {
        match dialect {
            Dialect::Standard => Ok("standard"),
            Dialect::Google => Ok("google"),
            _ => Err(PyValueError::new_err("the dialect has no name in Python")),
        }
    }
}

impl<'a, 'py> FromPyObject<'a, 'py> for DialectName {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        const WANTED: &str = "'standard' or 'google'";
        let name = object
            .cast::<PyString>()
            .map_err(|_| not_a(WANTED, &object))?;
        match name.extract::<&str>() {
            Ok("standard") => Ok(DialectName(Dialect::Standard)),
            Ok("google") => Ok(DialectName(Dialect::Google)),
            _ => Err(PyValueError::new_err(format!(
                "dialect must be {WANTED}, not {}",
                name.repr()?.to_string_lossy()
            ))),
        }
    }
}

/// How many bytes are read: an `int` that is not negative, or `None`.
#[derive(Clone, Copy)]
pub(crate) struct Limit(Option<usize>);

impl Limit {
    pub(crate) const DEFAULT: Limit = Limit(Some(ParseOptions::DEFAULT_BYTE_LIMIT));
}

impl<'a, 'py> FromPyObject<'a, 'py> for Limit {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        if object.is_none() {
            return Ok(Limit(None));
        }
        if !object.is_instance_of::<PyInt>() || object.is_instance_of::<PyBool>() {
            return Err(not_a("int or None", &object));
        }
        if object.lt(0)? {
            return Err(PyValueError::new_err(
                "byte_limit must not be negative; None lifts the limit",
            ));
        }
        // No text is longer than what does not fit.
        Ok(Limit(Some(object.extract().unwrap_or(usize::MAX))))
    }
}

/// A status code: an `int` of 16 bits, whatever it means.
pub(crate) struct Status(pub(crate) u16);

impl<'a, 'py> FromPyObject<'a, 'py> for Status {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        if !object.is_instance_of::<PyInt>() || object.is_instance_of::<PyBool>() {
            return Err(not_a("int", &object));
        }
        let code = object.extract().map_err(|_| {
            PyValueError::new_err(
                "status must be a status code of HTTP; without an answer it is Access.unreachable()",
            )
        })?;
        Ok(Status(code))
    }
}

pub(crate) fn options(dialect: DialectName, limit: Limit, agent_fallback: bool) -> ParseOptions {
    ParseOptions::new()
        .dialect(dialect.0)
        .byte_limit(limit.0)
        .agent_fallback(agent_fallback)
}

/// The options as the arguments that they are made of, for a pickle.
pub(crate) fn option_values(
    options: ParseOptions,
) -> PyResult<(&'static str, Option<usize>, bool)> {
    Ok((
        DialectName::of(options.get_dialect())?,
        options.get_byte_limit(),
        options.get_agent_fallback(),
    ))
}

/// Many URLs, each a `str`: any iterable but a `str`, whose letters are no
/// URLs.
pub(crate) fn urls<'py>(
    urls: &Bound<'py, PyAny>,
) -> PyResult<impl Iterator<Item = PyResult<SharedText>> + use<'py>> {
    const WANTED: &str = "a list, or another iterable, of str";
    if urls.is_instance_of::<PyString>() || urls.is_instance_of::<PyBytes>() {
        return Err(not_a(WANTED, urls));
    }
    let items = urls.try_iter().map_err(|_| not_a(WANTED, urls))?;
    Ok(items.map(|item| SharedText::of(&item?)))
}
