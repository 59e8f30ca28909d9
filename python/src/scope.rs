//! Where a robots.txt lives, and what it covers.

use pyo3::IntoPyObjectExt;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::pyclass::CompareOp;
use pyo3::types::PyString;
use robots_exclusion::location::{self, LocationError};

use crate::arguments::Url;
use crate::arrow::{self, ArrowArray, Urls};

/// What one robots.txt covers: a scheme, a host and a port.
///
/// Scopes are equal exactly if one robots.txt covers both, so that a scope can be
/// the key of a cache. ``str`` is its origin.
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

/// A sentence that names the URL.
fn of_location(url: &str, error: &LocationError) -> PyErr {
    const SHOWN: usize = 100;
    let shown: String = url.chars().take(SHOWN).collect();
    let more = if shown.len() < url.len() { "..." } else { "" };
    PyValueError::new_err(format!("{error}: {shown:?}{more}"))
}

#[pymethods]
impl Scope {
    /// The scope that a page lies in. Raises ``ValueError`` if it is not an absolute
    /// URL, or has no host.
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

    /// The origins of the scopes that pages lie in, as ``str`` of a scope has them:
    /// Arrow arrays of strings in and out, null where there is none.
    ///
    /// >>> import pyarrow as pa
    /// >>> from robots_exclusion import Scope
    /// >>> pa.array(Scope.of_pages_arrow(pa.array(["HTTP://Example.com:80/a", "/a", None]))).to_pylist()
    /// ['http://example.com', None, None]
    #[staticmethod]
    fn of_pages_arrow(py: Python<'_>, urls: Urls) -> PyResult<ArrowArray> {
        arrow::origins(py, urls)
    }

    /// The scope of the robots.txt at a URL. Raises ``ValueError`` if that is not the
    /// URL of one: its path must be ``/robots.txt``, without a query.
    #[staticmethod]
    fn from_robots_txt_url(url: Url<'_>) -> PyResult<Scope> {
        let scope = location::Scope::from_robots_txt_url(&url);
        scope
            .map(Scope)
            .map_err(|error| of_location(url.as_ref(), &error))
    }

    /// Whether the robots.txt of this scope covers a URL. What is not an absolute URL
    /// is covered by none.
    fn covers(&self, url: Url<'_>) -> bool {
        self.0.covers(url)
    }

    /// The scheme, in lower case.
    #[getter]
    fn scheme(&self) -> &str {
        self.0.scheme()
    }

    /// The host: a domain in ASCII, or an IP address, IPv6 in brackets.
    #[getter]
    fn host(&self) -> &str {
        self.0.host()
    }

    /// The port, or that of the scheme if none is written; ``None`` if that is unknown.
    #[getter]
    fn port(&self) -> Option<u16> {
        self.0.port()
    }

    /// The URL of the robots.txt of this scope.
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

/// The URL of the robots.txt that covers a page. Raises ``ValueError`` if the page
/// is not an absolute URL, or has no host.
///
/// >>> from robots_exclusion import robots_txt_url
/// >>> robots_txt_url("https://user:secret@www.example.com:8443/any/page?x#y")
/// 'https://www.example.com:8443/robots.txt'
/// >>> robots_txt_url("mailto:a@example.com")
/// Traceback (most recent call last):
/// ValueError: the URL has no host: "mailto:a@example.com"
#[pyfunction]
pub(crate) fn robots_txt_url(page: Url<'_>) -> PyResult<String> {
    match location::robots_txt_url(&page) {
        Ok(url) => Ok(url.into()),
        Err(error) => Err(of_location(page.as_ref(), &error)),
    }
}
