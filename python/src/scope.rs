//! The URL of a robots.txt, and the URLs that it covers.

use std::error::Error;

use pyo3::IntoPyObjectExt;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::pyclass::CompareOp;
use pyo3::types::PyString;
use robots_exclusion::location::{self, LocationError};

use crate::arguments::{self, DialectName, Name, Url};
use crate::arrow::{self, ArrowArray};
use crate::columns::Urls;

/// The scheme, host and port that one robots.txt covers.
///
/// Two scopes are equal if and only if the same robots.txt covers both, so you can use a scope
/// as a cache key. ``str`` returns its origin.
///
/// >>> from robots_exclusion import Scope
/// >>> scope = Scope.of_page("http://www.müller.eu/any/page")
/// >>> scope.covers("http://www.xn--mller-kva.eu:80/"), scope.covers("https://www.müller.eu/")
/// (True, False)
/// >>> scope.robots_txt_url
/// 'http://www.xn--mller-kva.eu/robots.txt'
#[pyclass(frozen, module = "robots_exclusion")]
#[derive(PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Scope(location::Scope);

/// Returns an error that names the URL and the problem.
fn of_location(url: &str, error: &LocationError) -> PyErr {
    const SHOWN: usize = 100;
    let shown: String = url.chars().take(SHOWN).collect();
    let more = if shown.len() < url.len() { "..." } else { "" };
    // Only the source distinguishes a URL without a scheme from one with an invalid port.
    let error = match error.source().map(ToString::to_string) {
        Some(why) if why != "relative URL without a base" => format!("the URL is invalid ({why})"),
        _ => error.to_string(),
    };
    PyValueError::new_err(format!("{error}: {shown:?}{more}"))
}

#[pymethods]
impl Scope {
    /// Returns the scope of a page. Raises ``ValueError`` if ``url`` is not an absolute URL
    /// with a host.
    ///
    /// >>> from robots_exclusion import Scope
    /// >>> print(Scope.of_page("https://user@Example.com:443/folder/file?x#y"))
    /// https://example.com
    #[staticmethod]
    fn of_page(url: Url<'_>) -> PyResult<Scope> {
        let scope = location::Scope::of_page(&url);
        scope
            .map(Scope)
            .map_err(|error| of_location(url.as_ref(), &error))
    }

    /// Returns the origin of each URL in an Arrow array, as an Arrow array of strings. The
    /// origin is null if the URL is null or has no host.
    ///
    /// >>> import pyarrow as pa
    /// >>> from robots_exclusion import Scope
    /// >>> pa.array(Scope.of_pages_arrow(pa.array(["HTTP://Example.com:80/a", "/a", None]))).to_pylist()
    /// ['http://example.com', None, None]
    #[staticmethod]
    fn of_pages_arrow(py: Python<'_>, urls: Urls) -> PyResult<ArrowArray> {
        arrow::origins(py, urls)
    }

    /// Returns the scope of the robots.txt at a URL. Raises ``ValueError`` unless the path is
    /// ``/robots.txt``, without a query.
    ///
    /// >>> from robots_exclusion import Scope
    /// >>> Scope.from_robots_txt_url("https://example.com/robots.txt").host
    /// 'example.com'
    #[staticmethod]
    fn from_robots_txt_url(url: Url<'_>) -> PyResult<Scope> {
        let scope = location::Scope::from_robots_txt_url(&url);
        scope
            .map(Scope)
            .map_err(|error| of_location(url.as_ref(), &error))
    }

    /// Returns ``True`` if this scope's robots.txt covers a URL. Returns ``False`` for a URL
    /// that isn't absolute.
    ///
    /// >>> from robots_exclusion import Scope
    /// >>> Scope.of_page("https://example.com/a").covers("http://example.com/a")
    /// False
    fn covers(&self, url: Url<'_>) -> bool {
        self.0.covers(url)
    }

    /// The scheme, in lower case.
    #[getter]
    fn scheme(&self) -> &str {
        self.0.scheme()
    }

    /// The host: a domain in ASCII, or an IP address (with brackets if it's IPv6).
    #[getter]
    fn host(&self) -> &str {
        self.0.host()
    }

    /// The port. If the URL has none, this is the scheme's default port, or ``None`` if that is
    /// unknown.
    #[getter]
    fn port(&self) -> Option<u16> {
        self.0.port()
    }

    /// The URL of this scope's robots.txt.
    #[getter]
    fn robots_txt_url(&self) -> &str {
        self.0.robots_txt_url()
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        format!("<Scope: {}>", self.0)
    }

    fn __richcmp__(&self, other: &Bound<'_, PyAny>, operator: CompareOp) -> PyResult<Py<PyAny>> {
        let py = other.py();
        Ok(match other.cast::<Scope>() {
            Ok(other) => operator.matches(self.cmp(other.get())).into_py_any(py)?,
            Err(_) => py.NotImplemented(),
        })
    }

    fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
        PyString::new(py, self.0.robots_txt_url()).hash()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (&str,))> {
        let restore = py.get_type::<Scope>().getattr("from_robots_txt_url")?;
        Ok((restore, (self.0.robots_txt_url(),)))
    }
}

/// Returns the URL of the robots.txt that covers a page. Raises ``ValueError`` if the page is
/// not an absolute URL with a host.
///
/// >>> from robots_exclusion import robots_txt_url
/// >>> robots_txt_url("https://user:secret@www.example.com:8443/any/page?x#y")
/// 'https://www.example.com:8443/robots.txt'
/// >>> robots_txt_url("mailto:a@example.com")
/// Traceback (most recent call last):
/// ValueError: the URL has no host: "mailto:a@example.com"
#[pyfunction]
pub(crate) fn robots_txt_url(page: Url<'_>) -> PyResult<String> {
    robots_txt(&page).map(String::from)
}

pub(crate) fn robots_txt(page: &Url<'_>) -> PyResult<url::Url> {
    let url = location::robots_txt_url(page);
    url.map_err(|error| of_location(page.as_ref(), &error))
}

/// Returns the product token in a crawler's name or ``User-Agent`` header. Only this token is
/// used to select groups.
///
/// In the Google dialect, :meth:`Robots.matcher` compares names as given, like Google's own
/// parser. In that dialect, pass it this token, which consists of letters, ``-`` and ``_``.
///
/// >>> from robots_exclusion import product_token
/// >>> product_token("MyBot/1.0 (+https://example.com)")
/// 'MyBot'
/// >>> product_token("Mozilla/5.0 (compatible; MyBot/1.0)")
/// 'MyBot'
/// >>> product_token("M2Bot/1.0", dialect="google")
/// 'M'
#[pyfunction]
#[pyo3(
    signature = (agent, *, dialect = DialectName::DEFAULT),
    text_signature = "(agent, *, dialect='standard')"
)]
pub(crate) fn product_token(agent: Name<'_>, dialect: DialectName) -> String {
    arguments::token(agent.as_ref(), dialect.0).to_owned()
}
