//! The rules for one crawler.

use pyo3::prelude::*;
use pyo3::types::PyList;

use crate::access::Access;
use crate::arguments::{Agents, DialectName, SharedText, Text};
use crate::robots::Robots;
use crate::types;
use crate::verdict::Verdict;

/// What a matcher was made from, and can be made from again.
pub(crate) enum Source {
    Robots(Py<Robots>),
    Access(Py<Access>),
}

/// So many URLs are answered in one go, while other threads run.
const BATCH: usize = 8192;

#[pyclass(frozen, module = "robots_exclusion")]
pub(crate) struct Matcher {
    inner: robots_exclusion::Matcher<'static>,
    source: Source,
    agents: Vec<String>,
}

impl Matcher {
    pub(crate) fn new(
        matcher: robots_exclusion::Matcher<'static>,
        source: Source,
        agents: Agents,
    ) -> Matcher {
        Matcher {
            inner: matcher,
            source,
            agents: agents.0,
        }
    }
}

#[pymethods]
impl Matcher {
    #[allow(clippy::needless_pass_by_value, reason = "arguments come by value")]
    fn allowed(&self, url: Text<'_>) -> bool {
        self.inner.allowed(url)
    }

    #[allow(clippy::needless_pass_by_value, reason = "arguments come by value")]
    fn verdict(&self, url: Text<'_>) -> Verdict {
        self.inner.verdict(url).into()
    }

    fn allowed_many<'py>(&self, urls: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyList>> {
        let py = urls.py();
        let answers = PyList::empty(py);
        let mut urls = crate::arguments::urls(urls)?;
        loop {
            let batch = urls.by_ref().take(BATCH);
            let batch: Vec<SharedText> = batch.collect::<PyResult<_>>()?;
            let allowed: Vec<bool> =
                py.detach(|| batch.iter().map(|url| self.inner.allowed(url)).collect());
            for allowed in allowed {
                answers.append(allowed)?;
            }
            if batch.len() < BATCH {
                return Ok(answers);
            }
        }
    }

    fn crawl_delay(&self) -> Option<f64> {
        self.inner.crawl_delay().map(|delay| delay.as_secs_f64())
    }

    #[getter]
    fn agents(&self) -> Vec<String> {
        self.agents.clone()
    }

    #[getter]
    fn dialect(&self) -> PyResult<&'static str> {
        DialectName::of(self.inner.dialect())
    }

    fn __str__(&self) -> String {
        self.inner.to_string()
    }

    fn __repr__(&self) -> String {
        let (agents, rules) = (self.agents.join(", "), self.inner.rules().len());
        format!(
            "<Matcher for {agents}: {rules} rules, by {}>",
            self.inner.selection()
        )
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Saved<'py>)> {
        let source = match &self.source {
            Source::Robots(robots) => robots.bind(py).as_any().clone(),
            Source::Access(access) => access.bind(py).as_any().clone(),
        };
        let restore = types::native(py, "_restore_matcher")?;
        Ok((restore, (source, self.agents.clone())))
    }
}

type Saved<'py> = (Bound<'py, PyAny>, Vec<String>);

/// What a pickle of a matcher is read with.
#[pyfunction(name = "_restore_matcher")]
pub(crate) fn restore_matcher<'py>(
    source: &Bound<'py, PyAny>,
    agents: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyAny>> {
    source.call_method1("matcher", (agents,))
}
