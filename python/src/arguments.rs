//! Arguments from Python: strings, crawler names, and options.

use std::borrow::Cow;

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedStr;
use pyo3::types::{PyBool, PyBytes, PyInt, PySequence, PyString};
use robots_exclusion::fetch::FetchOutcome;
use robots_exclusion::{Dialect, ParseOptions};

fn type_name(object: &Bound<'_, PyAny>) -> String {
    object
        .get_type()
        .name()
        .map_or_else(|_| "object".to_owned(), |name| name.to_string())
}

/// Returns the error for an argument `name` of the wrong type.
pub(crate) fn not_a(name: &str, wanted: &str, object: &Bound<'_, PyAny>) -> PyErr {
    PyTypeError::new_err(format!(
        "{name} must be {wanted}, not {}",
        type_name(object)
    ))
}

/// Returns the bytes of a `str` with lone surrogates. Each of those becomes three bytes.
fn with_surrogates(text: &Bound<'_, PyString>) -> PyResult<Vec<u8>> {
    let bytes = text.call_method1("encode", ("utf-8", "surrogatepass"))?;
    Ok(bytes.cast::<PyBytes>()?.as_bytes().to_vec())
}

/// Replaces each lone surrogate with the result of `replace`, given its second and third
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

/// Replaces the surrogates of `errors="surrogateescape"` with the original bytes, and other
/// lone surrogates with U+FFFD, as the URL Standard specifies.
fn original_bytes(text: &Bound<'_, PyString>) -> PyResult<Vec<u8>> {
    let bytes = with_surrogates(text)?;
    // U+DC80 to U+DCFF are ED B2 80 to ED B3 BF.
    Ok(replace_surrogates(&bytes, |second, third| match second {
        0xB2 => Cow::Owned(vec![third]),
        0xB3 => Cow::Owned(vec![third | 0x40]),
        _ => Cow::Borrowed(REPLACEMENT),
    }))
}

/// Returns the bytes of a URL as text. Bytes that are invalid UTF-8 are percent-encoded, as a
/// client would send them.
pub(crate) fn url_text(bytes: &[u8]) -> Cow<'_, str> {
    if let Ok(url) = std::str::from_utf8(bytes) {
        return Cow::Borrowed(url);
    }
    let mut url = String::with_capacity(bytes.len() + 8);
    for chunk in bytes.utf8_chunks() {
        url.push_str(chunk.valid());
        for byte in chunk.invalid() {
            url.push_str(&format!("%{byte:02X}"));
        }
    }
    Cow::Owned(url)
}

/// Extracts the argument `name`, which must be a `str`.
fn text<'a, 'py>(name: &str, object: Borrowed<'a, 'py, PyAny>) -> PyResult<Cow<'a, str>> {
    let text = object
        .cast::<PyString>()
        .map_err(|_| not_a(name, "str", &object))?;
    match text.extract::<&'a str>() {
        Ok(text) => Ok(Cow::Borrowed(text)),
        Err(_) => Ok(Cow::Owned(url_text(&original_bytes(&text)?).into_owned())),
    }
}

/// The name of a crawler: a `str` that is not a URL.
pub(crate) struct Agent<'a>(Cow<'a, str>);

impl<'a, 'py> FromPyObject<'a, 'py> for Agent<'a> {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        let agent = text("agent", object)?;
        // Protego and urllib take the arguments in different orders. A URL in the wrong place
        // would select no group, which allows almost everything.
        let is_url = agent.split_once("://").is_some_and(|(scheme, _)| {
            !scheme.is_empty() && scheme.bytes().all(|byte| byte.is_ascii_alphanumeric())
        });
        if is_url {
            return Err(PyValueError::new_err(format!(
                "agent must be the name of a crawler, not a URL: {}",
                object.repr()?.to_string_lossy()
            )));
        }
        Ok(Agent(agent))
    }
}

impl AsRef<str> for Agent<'_> {
    fn as_ref(&self) -> &str {
        &self.0
    }
}

/// Any other `str`, such as a label or a pattern.
pub(crate) struct Name<'a>(Cow<'a, str>);

impl<'a, 'py> FromPyObject<'a, 'py> for Name<'a> {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        text("the argument", object).map(Name)
    }
}

impl AsRef<str> for Name<'_> {
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

/// A URL that can be read after the GIL has been released.
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
            Err(_) => Ok(SharedUrl::of_bytes(&original_bytes(text)?)),
        }
    }

    pub(crate) fn of_bytes(bytes: &[u8]) -> SharedUrl {
        SharedUrl::Replaced(url_text(bytes).into_owned())
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

/// The body of a robots.txt: `bytes`, or a `str`, which is encoded as UTF-8. Surrogates from
/// `surrogateescape` become the original bytes.
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
            Err(_) => Cow::Owned(original_bytes(&text)?),
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

/// The value of a header: `bytes`, or a `str`, which HTTP clients decode in several ways.
///
/// Most of them decode it as Latin-1, so that each character is a byte. If those bytes are valid
/// UTF-8, that's what the server sent. Otherwise, the client may have decoded UTF-8, perhaps with
/// `surrogateescape`.
pub(crate) struct HeaderValue(Vec<u8>);

impl<'a, 'py> FromPyObject<'a, 'py> for HeaderValue {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        if let Ok(bytes) = object.extract::<&'a [u8]>() {
            return Ok(HeaderValue(bytes.to_vec()));
        }
        let text = object
            .cast::<PyString>()
            .map_err(|_| not_a("the value of a header", "str", &object))?;
        let Ok(text) = text.extract::<&'a str>() else {
            return original_bytes(&text).map(HeaderValue);
        };
        let bytes: Option<Vec<u8>> = text.chars().map(|c| u8::try_from(c).ok()).collect();
        let bytes = bytes.filter(|bytes| std::str::from_utf8(bytes).is_ok());
        Ok(HeaderValue(bytes.unwrap_or_else(|| text.into())))
    }
}

impl AsRef<[u8]> for HeaderValue {
    fn as_ref(&self) -> &[u8] {
        &self.0
    }
}

/// The headers of a response, as pairs of `str`.
pub(crate) struct Headers(pub(crate) Vec<(String, HeaderValue)>);

impl Headers {
    pub(crate) const NONE: Headers = Headers(Vec::new());
}

impl<'a, 'py> FromPyObject<'a, 'py> for Headers {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        let headers = object.extract::<Vec<(Bound<'py, PyString>, Bound<'py, PyString>)>>()?;
        let headers = headers.iter().map(|(name, value)| {
            let name = name.to_string_lossy().into_owned();
            Ok((name, value.extract::<HeaderValue>()?))
        });
        headers.collect::<PyResult<_>>().map(Headers)
    }
}

/// One or more names of a crawler.
pub(crate) struct Agents(pub(crate) Vec<String>);

impl<'a, 'py> FromPyObject<'a, 'py> for Agents {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        const WANTED: &str = "str, or a sequence of str";
        let one = |item: &Bound<'py, PyAny>| match item.cast::<PyString>() {
            Ok(_) => Ok(item.extract::<Agent<'_>>()?.0.into_owned()),
            Err(_) => Err(not_a("agent", WANTED, item)),
        };
        if object.is_instance_of::<PyString>() {
            return Ok(Agents(vec![one(&object)?]));
        }
        // Not any iterable: the order of names matters, and a set has none.
        if object.is_instance_of::<PyBytes>() || object.cast::<PySequence>().is_err() {
            return Err(not_a("agent", WANTED, &object));
        }
        let agents = object.try_iter()?.map(|item| one(&item?));
        Ok(Agents(agents.collect::<PyResult<_>>()?))
    }
}

impl Agents {
    /// Truncates the names for the Google dialect; see [`token`].
    pub(crate) fn cut(self, dialect: Dialect) -> Agents {
        if dialect != Dialect::Google {
            return self;
        }
        let cut = |agent: String| match agent.as_str() {
            "*" => agent,
            _ => token(&agent, dialect).to_owned(),
        };
        Agents(self.0.into_iter().map(cut).collect())
    }
}

/// Returns the product token of a crawler's name in a dialect.
///
/// Google's parser truncates the names in a file to letters, `-` and `_`, but compares the
/// crawler's name as given. `MyBot/1.0` would therefore miss the group for `MyBot`.
pub(crate) fn token(agent: &str, dialect: Dialect) -> &str {
    let token = robots_exclusion::agent::product_token(agent);
    let is_cut = |byte: u8| !(byte.is_ascii_alphabetic() || b"-_".contains(&byte));
    match token.bytes().position(is_cut) {
        Some(end) if dialect == Dialect::Google => &token[..end],
        _ => token,
    }
}

/// A sequence of crawlers, each with one or more names.
pub(crate) struct Crawlers(pub(crate) Vec<Agents>);

impl Crawlers {
    pub(crate) const NONE: Crawlers = Crawlers(Vec::new());
}

impl<'a, 'py> FromPyObject<'a, 'py> for Crawlers {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        // A single name would be a sequence of letters.
        let is_text = object.is_instance_of::<PyString>() || object.is_instance_of::<PyBytes>();
        if is_text || object.cast::<PySequence>().is_err() {
            return Err(not_a("keep_only_for", "a sequence of names", &object));
        }
        let crawlers = object.try_iter()?.map(|item| item?.extract());
        Ok(Crawlers(crawlers.collect::<PyResult<_>>()?))
    }
}

/// A dialect, given by its name.
#[derive(Clone, Copy)]
pub(crate) struct DialectName(pub(crate) Dialect);

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

/// The maximum number of bytes to read: a non-negative `int`, or `None`.
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
        // A limit that does not fit into a `usize` exceeds the length of any text.
        Ok(Limit(Some(object.extract().unwrap_or(usize::MAX))))
    }
}

/// Extracts the argument `name`, which must be a non-negative `int`. One that does not fit into a
/// `usize` is greater than anything that is counted.
pub(crate) fn count(name: &str, object: &Bound<'_, PyAny>) -> PyResult<usize> {
    if !object.is_instance_of::<PyInt>() || object.is_instance_of::<PyBool>() {
        return Err(not_a(name, "int", object));
    }
    if object.lt(0)? {
        return Err(PyValueError::new_err(format!(
            "{name} must not be negative"
        )));
    }
    Ok(object.extract().unwrap_or(usize::MAX))
}

/// The argument `max_hops` of [`Redirects`](crate::cached::Redirects).
pub(crate) struct MaxHops(pub(crate) usize);

impl MaxHops {
    pub(crate) const DEFAULT: MaxHops = MaxHops(5);
}

impl<'a, 'py> FromPyObject<'a, 'py> for MaxHops {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        count("max_hops", &object).map(MaxHops)
    }
}

/// Extracts the argument `name`, which must be a `bool`.
fn flag(name: &str, object: Borrowed<'_, '_, PyAny>) -> PyResult<bool> {
    match object.cast::<PyBool>() {
        Ok(flag) => Ok(flag.is_true()),
        Err(_) => Err(not_a(name, "bool", &object)),
    }
}

/// The argument `agent_fallback`: `true` if a crawler obeys the group for a more general token.
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

/// The argument `server_error_is_not_found`: `true` if a 5xx is treated as a 404.
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

/// A `Content-Encoding` that was not decoded: a `str`, or `None`. `true` if it names a coding.
pub(crate) struct ContentEncoding(pub(crate) bool);

impl ContentEncoding {
    pub(crate) const NONE: ContentEncoding = ContentEncoding(false);
}

impl<'a, 'py> FromPyObject<'a, 'py> for ContentEncoding {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        if object.is_none() {
            return Ok(ContentEncoding::NONE);
        }
        let codings = text("content_encoding", object)?;
        let is_coding = |coding: &str| {
            let coding = coding.trim();
            !coding.is_empty() && !coding.eq_ignore_ascii_case("identity")
        };
        Ok(ContentEncoding(codings.split(',').any(is_coding)))
    }
}

/// A status code: any 16-bit `int`.
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

/// The options in the form of arguments, for a pickle.
pub(crate) fn option_values(
    options: ParseOptions,
) -> PyResult<(&'static str, Option<usize>, bool)> {
    Ok((
        DialectName::of(options.dialect)?,
        options.byte_limit,
        options.agent_fallback,
    ))
}

/// Returns `true` if the first bytes of a body show that it wasn't decoded.
pub(crate) fn is_compressed(body: &[u8]) -> bool {
    let outcome = FetchOutcome::response(200, start(body));
    outcome.access().robots().is_none()
}

/// The first bytes of a body, which show whether it is compressed, without parsing it.
pub(crate) fn start(body: &[u8]) -> &[u8] {
    &body[..body.len().min(16)]
}

/// Many URLs: any iterable of `str`. A single `str` is rejected, because iterating over it
/// yields letters.
pub(crate) fn urls<'py>(
    urls: &Bound<'py, PyAny>,
) -> PyResult<impl Iterator<Item = PyResult<SharedUrl>> + use<'py>> {
    const WANTED: &str = "a list, or another iterable, of str";
    let is_text = urls.is_instance_of::<PyString>() || urls.is_instance_of::<PyBytes>();
    if is_text || !(urls.hasattr("__iter__")? || urls.hasattr("__getitem__")?) {
        return Err(not_a("urls", WANTED, urls));
    }
    Ok(urls.try_iter()?.map(|item| SharedUrl::of(&item?)))
}
