//! Conversion into the plain types, which are defined in Python (`_types.py`).

use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBytes, PyString, PyTuple, PyType};
use robots_exclusion::lexer::Field;
use robots_exclusion::lint::Diagnostic;
use robots_exclusion::records::Record;
use robots_exclusion::{Group, Rule, RuleKind};

use crate::arguments::DialectName;

/// A class of `robots_exclusion._types`, looked up once.
pub(crate) struct PlainType {
    name: &'static str,
    class: PyOnceLock<Py<PyType>>,
}

impl PlainType {
    pub(crate) const fn new(name: &'static str) -> PlainType {
        PlainType {
            name,
            class: PyOnceLock::new(),
        }
    }

    pub(crate) fn make<'py>(
        &self,
        py: Python<'py>,
        fields: impl pyo3::call::PyCallArgs<'py>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let class = self
            .class
            .import(py, "robots_exclusion._types", self.name)?;
        class.call1(fields)
    }
}

static RULE: PlainType = PlainType::new("Rule");
static USER_AGENT: PlainType = PlainType::new("UserAgent");
static GROUP: PlainType = PlainType::new("Group");
static RECORD: PlainType = PlainType::new("Record");
static REQUEST_RATE: PlainType = PlainType::new("RequestRate");
static DIAGNOSTIC: PlainType = PlainType::new("Diagnostic");
static EDIT: PlainType = PlainType::new("Edit");
static RELATED: PlainType = PlainType::new("Related");

/// Creates a rule from its parts, which a verdict stores.
pub(crate) fn rule<'py>(
    py: Python<'py>,
    allows: bool,
    pattern: &[u8],
    line: u32,
) -> PyResult<Bound<'py, PyAny>> {
    let kind = if allows { "allow" } else { "disallow" };
    RULE.make(py, (kind, PyBytes::new(py, pattern), line))
}

pub(crate) fn rule_of<'py>(py: Python<'py>, of: Rule<'_>) -> PyResult<Bound<'py, PyAny>> {
    rule(py, of.kind() == RuleKind::Allow, of.pattern(), of.line())
}

pub(crate) fn group<'py>(py: Python<'py>, group: &Group<'_>) -> PyResult<Bound<'py, PyAny>> {
    let agents = group.agents().map(|agent| {
        let value = PyBytes::new(py, agent.value());
        let token = String::from_utf8_lossy(agent.token());
        USER_AGENT.make(py, (value, token, agent.is_wildcard(), agent.line()))
    });
    let agents = PyTuple::new(py, agents.collect::<PyResult<Vec<_>>>()?)?;
    let rules = group.rules().map(|rule| rule_of(py, rule));
    let rules = PyTuple::new(py, rules.collect::<PyResult<Vec<_>>>()?)?;
    GROUP.make(py, (group.line(), agents, rules))
}

pub(crate) fn record<'py>(py: Python<'py>, record: &Record<'_>) -> PyResult<Bound<'py, PyAny>> {
    let url = match record.field() {
        Field::Sitemap => record.sitemap_url(),
        Field::License => record.license_url(),
        _ => None,
    };
    let rate = record.request_rate().map(|rate| {
        let period = rate.period.as_secs_f64();
        REQUEST_RATE.make(py, (rate.requests, period, rate.hours))
    });
    RECORD.make(
        py,
        (
            PyBytes::new(py, record.name()),
            PyBytes::new(py, record.value()),
            record.line(),
            record.group_line(),
            record.crawl_delay().map(|delay| delay.as_secs_f64()),
            rate.transpose()?,
            url.as_ref().map(|url| url.as_str()),
        ),
    )
}

/// Creates a list of records.
pub(crate) fn records<'py, 'a>(
    py: Python<'py>,
    records: impl Iterator<Item = Record<'a>>,
) -> PyResult<Vec<Bound<'py, PyAny>>> {
    records.map(|of| record(py, &of)).collect()
}

pub(crate) fn diagnostic<'py>(
    py: Python<'py>,
    diagnostic: &Diagnostic,
) -> PyResult<Bound<'py, PyAny>> {
    let related = diagnostic.related.iter().map(|related| {
        let span = &related.span;
        RELATED.make(py, (related.line, (span.start, span.end), related.note))
    });
    let related = PyTuple::new(py, related.collect::<PyResult<Vec<_>>>()?)?;
    let edits = diagnostic.edits.iter().map(|edit| {
        let span = &edit.span;
        let fields = (
            (span.start, span.end),
            &edit.text,
            edit.is_safe(),
            &edit.effect,
        );
        EDIT.make(py, fields)
    });
    let edits = PyTuple::new(py, edits.collect::<PyResult<Vec<_>>>()?)?;
    let dialects = diagnostic.dialects.iter().copied();
    let dialects = PyTuple::new(
        py,
        dialects
            .map(DialectName::of)
            .collect::<PyResult<Vec<_>>>()?,
    )?;
    let span = diagnostic.span();
    DIAGNOSTIC.make(
        py,
        (
            diagnostic.code.name(),
            diagnostic.severity.to_string(),
            diagnostic.line(),
            (span.start, span.end),
            &diagnostic.message,
            &diagnostic.advice,
            related,
            dialects,
            edits,
        ),
    )
}

/// Returns the `repr` of a text, so that content from files and URLs is escaped before it
/// reaches a terminal.
pub(crate) fn quoted(py: Python<'_>, text: &str) -> PyResult<String> {
    Ok(PyString::new(py, text).repr()?.to_string())
}

/// Returns a function of this module, for use in a pickle.
pub(crate) fn native<'py>(py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyAny>> {
    py.import("robots_exclusion._native")?.getattr(name)
}
