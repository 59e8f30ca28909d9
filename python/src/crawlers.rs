//! The table of known crawlers, for `robots_exclusion.crawlers`.

use pyo3::prelude::*;
use pyo3::types::PyTuple;
use robots_exclusion::crawlers;

use crate::arguments::{Agents, DialectName, Name};
use crate::matcher::Matcher;
use crate::robots::Robots;
use crate::types::PlainType;

static CRAWLER: PlainType = PlainType::new("Crawler");
static UNKNOWN_CRAWLER: PlainType = PlainType::new("UnknownCrawlerError");

fn crawler<'py>(py: Python<'py>, of: &crawlers::Crawler) -> PyResult<Bound<'py, PyAny>> {
    let fields = (
        of.token,
        of.operator,
        of.purpose.name(),
        of.status.name(),
        of.replaced_by().map(|crawler| crawler.token),
        PyTuple::new(py, of.product_tokens().collect::<Vec<_>>())?,
        DialectName::of(of.dialect)?,
        of.is_bound_by_wildcard,
        of.obeys_robots_txt.name(),
        of.obeys_crawl_delay.name(),
        of.documentation,
        of.documentation_read,
    );
    CRAWLER.make(py, fields)
}

fn find(py: Python<'_>, token: &str) -> PyResult<&'static crawlers::Crawler> {
    crawlers::find(token).map_err(|error| {
        let nearest = error.nearest();
        let nearest: PyResult<Vec<_>> = nearest
            .iter()
            .map(|token| crawler(py, find(py, token)?))
            .collect();
        let exception = nearest.and_then(|nearest| {
            let nearest = PyTuple::new(py, nearest)?;
            UNKNOWN_CRAWLER.make(py, (error.to_string(), error.name(), nearest))
        });
        exception.map_or_else(|error| error, PyErr::from_value)
    })
}

#[pyfunction(name = "_all_crawlers")]
pub(crate) fn all_crawlers(py: Python<'_>) -> PyResult<Vec<Bound<'_, PyAny>>> {
    crawlers::all().map(|of| crawler(py, of)).collect()
}

#[pyfunction(name = "_find_crawler")]
pub(crate) fn find_crawler<'py>(py: Python<'py>, token: Name<'_>) -> PyResult<Bound<'py, PyAny>> {
    crawler(py, find(py, token.as_ref())?)
}

#[pyfunction(name = "_crawler_from_header")]
pub(crate) fn crawler_from_header<'py>(
    py: Python<'py>,
    header: Name<'_>,
) -> PyResult<Option<Bound<'py, PyAny>>> {
    let found = crawlers::from_header(header.as_ref());
    found.map(|of| crawler(py, of)).transpose()
}

#[pyfunction(name = "_nearest_crawlers")]
pub(crate) fn nearest_crawlers<'py>(
    py: Python<'py>,
    name: Name<'_>,
    edits: usize,
) -> PyResult<Vec<Bound<'py, PyAny>>> {
    let nearest = crawlers::nearest(name.as_ref(), edits);
    nearest.into_iter().map(|of| crawler(py, of)).collect()
}

#[pyfunction(name = "_crawler_matcher")]
pub(crate) fn crawler_matcher(token: Name<'_>, robots: &Bound<'_, Robots>) -> PyResult<Matcher> {
    let of = find(robots.py(), token.as_ref())?;
    let agents = Agents(of.product_tokens().map(str::to_owned).collect());
    let matcher = of.matcher(robots.get().inner());
    let source = robots.as_any().clone().unbind();
    Ok(Matcher::new(matcher, source, agents).of_crawler(of.token))
}
