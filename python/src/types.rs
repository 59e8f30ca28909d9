//! The plain types, which are written in Python: see `_types.py`.

use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyType;
use robots_exclusion::RuleKind;

/// A class of `robots_exclusion._types`, looked up once.
pub(crate) struct PlainType {
    name: &'static str,
    class: PyOnceLock<Py<PyType>>,
}

impl PlainType {
    const fn new(name: &'static str) -> PlainType {
        PlainType {
            name,
            class: PyOnceLock::new(),
        }
    }

    pub(crate) fn class<'py>(&self, py: Python<'py>) -> PyResult<&Bound<'py, PyType>> {
        self.class.import(py, "robots_exclusion._types", self.name)
    }
}

static RULE: PlainType = PlainType::new("Rule");

pub(crate) fn kind_name(kind: RuleKind) -> &'static str {
    match kind {
        RuleKind::Allow => "allow",
        RuleKind::Disallow => "disallow",
    }
}

pub(crate) fn rule<'py>(
    py: Python<'py>,
    kind: RuleKind,
    pattern: &[u8],
    line: u32,
) -> PyResult<Bound<'py, PyAny>> {
    RULE.class(py)?.call1((kind_name(kind), pattern, line))
}

/// A function of this module, by which a pickle names it.
pub(crate) fn native<'py>(py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyAny>> {
    py.import("robots_exclusion._native")?.getattr(name)
}
