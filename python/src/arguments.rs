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

/// What was passed as the argument `name` is of another type.
pub(crate) fn not_a(name: &str, wanted: &str, object: &Bound<'_, PyAny>) -> PyErr {
    PyTypeError::new_err(format!(
        "{name} must be {wanted}, not {}",
        type_name(object)
    ))
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

/// The `str` that was passed as the argument `name`.
fn text<'a, 'py>(name: &str, object: Borrowed<'a, 'py, PyAny>) -> PyResult<Cow<'a, str>> {
    let text = object
        .cast::<PyString>()
        .map_err(|_| not_a(name, "str", &object))?;
    match text.extract::<&'a str>() {
        Ok(text) => Ok(Cow::Borrowed(text)),
        Err(_) => scalar_values(&text).map(Cow::Owned),
    }
}

/// The name of a crawler: a `str`.
pub(crate) struct Agent<'a>(Cow<'a, str>);

impl<'a, 'py> FromPyObject<'a, 'py> for Agent<'a> {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        text("agent", object).map(Agent)
    }
}

impl AsRef<str> for Agent<'_> {
    fn as_ref(&self) -> &str {
        &self.0
    }
}

/// The label of a usage preference: a `str`.
pub(crate) struct Label<'a>(Cow<'a, str>);

impl<'a, 'py> FromPyObject<'a, 'py> for Label<'a> {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        text("label", object).map(Label)
    }
}

impl AsRef<str> for Label<'_> {
    fn as_ref(&self) -> &str {
        &self.0
    }
}

/// A URL: a `str`.
pub(crate) struct Url<'a>(Cow<'a, str>);

impl<'a, 'py> FromPyObject<'a, 'py> for Url<'a> {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        text("url", object).map(Url)
    }
}

impl AsRef<str> for Url<'_> {
    fn as_ref(&self) -> &str {
        &self.0
    }
}

/// A URL that is read while the GIL is released.
pub(crate) enum SharedUrl {
    OfPython(PyBackedStr),
    Replaced(String),
}

impl SharedUrl {
    pub(crate) fn of(object: &Bound<'_, PyAny>) -> PyResult<SharedUrl> {
        let text = object
            .cast::<PyString>()
            .map_err(|_| not_a("each URL", "str", object))?;
        match text.extract::<PyBackedStr>() {
            Ok(text) => Ok(SharedUrl::OfPython(text)),
            Err(_) => Ok(SharedUrl::Replaced(scalar_values(text)?)),
        }
    }
}

impl AsRef<str> for SharedUrl {
    fn as_ref(&self) -> &str {
        match self {
            SharedUrl::OfPython(text) => text,
            SharedUrl::Replaced(text) => text,
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
            .map_err(|_| not_a("text", "bytes or str", &object))?;
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
            Ok(_) => Ok(item.extract::<Agent<'_>>()?.0.into_owned()),
            Err(_) => Err(not_a("agent", WANTED, item)),
        };
        if object.is_instance_of::<PyString>() {
            return Ok(Agents(vec![one(&object)?]));
        }
        if object.is_instance_of::<PyList>() || object.is_instance_of::<PyTuple>() {
            let agents = object.try_iter()?.map(|item| one(&item?));
            return Ok(Agents(agents.collect::<PyResult<_>>()?));
        }
        Err(not_a("agent", WANTED, &object))
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
            .map_err(|_| not_a("dialect", WANTED, &object))?;
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
            return Err(not_a("byte_limit", "int or None", &object));
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

/// The `bool` that was passed as the argument `name`.
fn flag(name: &str, object: Borrowed<'_, '_, PyAny>) -> PyResult<bool> {
    match object.cast::<PyBool>() {
        Ok(flag) => Ok(flag.is_true()),
        Err(_) => Err(not_a(name, "bool", &object)),
    }
}

/// Whether a crawler obeys the group of a more general token.
#[derive(Clone, Copy)]
pub(crate) struct AgentFallback(bool);

impl AgentFallback {
    pub(crate) const DEFAULT: AgentFallback = AgentFallback(true);
}

impl<'a, 'py> FromPyObject<'a, 'py> for AgentFallback {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        flag("agent_fallback", object).map(AgentFallback)
    }
}

/// Whether a 5xx is taken for a 404.
#[derive(Clone, Copy)]
pub(crate) struct NotFound(pub(crate) bool);

impl NotFound {
    pub(crate) const DEFAULT: NotFound = NotFound(false);
}

impl<'a, 'py> FromPyObject<'a, 'py> for NotFound {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        flag("server_error_is_not_found", object).map(NotFound)
    }
}

/// A status code: an `int` of 16 bits, whatever it means.
pub(crate) struct Status(pub(crate) u16);

impl<'a, 'py> FromPyObject<'a, 'py> for Status {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        if !object.is_instance_of::<PyInt>() || object.is_instance_of::<PyBool>() {
            return Err(not_a("status", "int", &object));
        }
        let code = object.extract().map_err(|_| {
            PyValueError::new_err(
                "status must be a status code of HTTP; without an answer it is Access.unreachable()",
            )
        })?;
        Ok(Status(code))
    }
}

pub(crate) fn options(
    dialect: DialectName,
    limit: Limit,
    agent_fallback: AgentFallback,
) -> ParseOptions {
    ParseOptions::new()
        .dialect(dialect.0)
        .byte_limit(limit.0)
        .agent_fallback(agent_fallback.0)
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
) -> PyResult<impl Iterator<Item = PyResult<SharedUrl>> + use<'py>> {
    const WANTED: &str = "a list, or another iterable, of str";
    if urls.is_instance_of::<PyString>() || urls.is_instance_of::<PyBytes>() {
        return Err(not_a("urls", WANTED, urls));
    }
    let items = urls.try_iter().map_err(|_| not_a("urls", WANTED, urls))?;
    Ok(items.map(|item| SharedUrl::of(&item?)))
}
