//! A parsed robots.txt.

use std::hash::{DefaultHasher, Hash, Hasher};

use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::arguments::{Agents, Body, DialectName, Limit, Text, option_values, options};
use crate::matcher::{Matcher, Source};
use crate::types;
use crate::verdict::Verdict;

/// From so many bytes on, other threads run while a text is parsed.
const DETACH_BYTES: usize = 16 * 1024;

#[pyclass(frozen, module = "robots_exclusion")]
pub(crate) struct Robots {
    inner: robots_exclusion::Robots<'static>,
    /// That of the text first parsed: one that comes out of a pickle was cut before.
    is_truncated: bool,
}

impl From<robots_exclusion::Robots<'_>> for Robots {
    fn from(robots: robots_exclusion::Robots<'_>) -> Self {
        Robots {
            is_truncated: robots.is_truncated(),
            inner: robots.into_owned(),
        }
    }
}

impl Robots {
    pub(crate) fn parsed(
        py: Python<'_>,
        text: &[u8],
        options: robots_exclusion::ParseOptions,
    ) -> Robots {
        if text.len() < DETACH_BYTES {
            options.parse(text).into()
        } else {
            py.detach(|| options.parse(text).into())
        }
    }

    pub(crate) fn inner(&self) -> &robots_exclusion::Robots<'static> {
        &self.inner
    }

    fn key(&self) -> (&[u8], robots_exclusion::ParseOptions, bool) {
        (self.inner.text(), self.inner.options(), self.is_truncated)
    }
}

#[pymethods]
impl Robots {
    #[staticmethod]
    #[pyo3(
        signature = (text, *, dialect = DialectName::DEFAULT, byte_limit = Limit::DEFAULT, agent_fallback = true),
        text_signature = "(text, *, dialect='standard', byte_limit=512000, agent_fallback=True)"
    )]
    fn parse(
        py: Python<'_>,
        text: Body<'_>,
        dialect: DialectName,
        byte_limit: Limit,
        agent_fallback: bool,
    ) -> Robots {
        let options = options(dialect, byte_limit, agent_fallback);
        Robots::parsed(py, text.as_ref(), options)
    }

    #[allow(clippy::needless_pass_by_value, reason = "arguments come by value")]
    fn allowed(&self, agent: Text<'_>, url: Text<'_>) -> bool {
        self.inner.allowed(agent.as_ref(), url)
    }

    #[allow(clippy::needless_pass_by_value, reason = "arguments come by value")]
    fn verdict(&self, agent: Text<'_>, url: Text<'_>) -> Verdict {
        self.inner.verdict(agent.as_ref(), url).into()
    }

    pub(crate) fn matcher(this: &Bound<'_, Self>, agent: Agents) -> Matcher {
        let matcher = this.get().inner.matcher_for(&agent.0);
        let source = Source::Robots(this.clone().unbind());
        Matcher::new(matcher, source, agent)
    }

    #[allow(clippy::needless_pass_by_value, reason = "arguments come by value")]
    fn crawl_delay(&self, agent: Text<'_>) -> Option<f64> {
        let delay = self.inner.matcher(agent.as_ref()).crawl_delay();
        delay.map(|delay| delay.as_secs_f64())
    }

    #[getter]
    fn is_truncated(&self) -> bool {
        self.is_truncated
    }

    #[getter]
    fn dialect(&self) -> PyResult<&'static str> {
        DialectName::of(self.inner.dialect())
    }

    #[getter]
    fn byte_limit(&self) -> Option<usize> {
        self.inner.options().get_byte_limit()
    }

    #[getter]
    fn agent_fallback(&self) -> bool {
        self.inner.options().get_agent_fallback()
    }

    #[getter]
    fn text(&self) -> &[u8] {
        self.inner.text()
    }

    fn __str__(&self) -> String {
        self.inner.to_string()
    }

    fn __repr__(&self) -> PyResult<String> {
        let (bytes, groups) = (self.inner.text().len(), self.inner.groups().count());
        let dialect = self.dialect()?;
        Ok(format!(
            "<Robots: {bytes} bytes, {groups} groups, dialect {dialect}>"
        ))
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other
            .cast::<Robots>()
            .is_ok_and(|other| self.key() == other.get().key())
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.key().hash(&mut hasher);
        hasher.finish()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Saved<'py>)> {
        let (dialect, byte_limit, agent_fallback) = option_values(self.inner.options())?;
        let text = PyBytes::new(py, self.inner.text());
        let state = (text, dialect, byte_limit, agent_fallback, self.is_truncated);
        Ok((types::native(py, "_restore_robots")?, state))
    }
}

type Saved<'py> = (Bound<'py, PyBytes>, &'static str, Option<usize>, bool, bool);

/// What a pickle of a robots.txt is read with.
#[pyfunction(name = "_restore_robots")]
pub(crate) fn restore_robots(
    py: Python<'_>,
    text: Body<'_>,
    dialect: DialectName,
    byte_limit: Limit,
    agent_fallback: bool,
    is_truncated: bool,
) -> Robots {
    let options = options(dialect, byte_limit, agent_fallback);
    let robots = Robots::parsed(py, text.as_ref(), options);
    Robots {
        is_truncated: robots.is_truncated || is_truncated,
        ..robots
    }
}
