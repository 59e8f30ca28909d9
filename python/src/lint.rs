//! Finds and fixes mistakes in a robots.txt.

use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::arguments::{AgentFallback, Body, DialectName, Limit, options};
use crate::types;

/// Finds mistakes in a robots.txt and returns them in file order.
///
/// ``text`` is the whole file, including the part after the limit. For the options, see
/// :meth:`Robots.parse`. Any content is accepted.
///
/// >>> from robots_exclusion import lint
/// >>> [diagnostic] = lint("User-agent: *\nDisallow: /a\nDisallow: /a")
/// >>> print(diagnostic)
/// line 3: note: this rule has no effect: `Disallow: /a` on line 2 does the same where it matches [rule-never-wins]
/// >>> [edit] = diagnostic.edits
/// >>> edit.is_safe
/// True
#[pyfunction]
#[pyo3(
    signature = (
        text, *, dialect = DialectName::DEFAULT, byte_limit = Limit::DEFAULT,
        agent_fallback = AgentFallback::DEFAULT
    ),
    text_signature = "(text, *, dialect='standard', byte_limit=512000, agent_fallback=True)"
)]
pub(crate) fn lint<'py>(
    py: Python<'py>,
    text: Body<'_>,
    dialect: DialectName,
    byte_limit: Limit,
    agent_fallback: AgentFallback,
) -> PyResult<Vec<Bound<'py, PyAny>>> {
    let options = options(dialect, byte_limit, agent_fallback);
    let text = text.as_ref();
    let diagnostics = py.detach(|| robots_exclusion::lint::check(text, options));
    let diagnostics = diagnostics.iter();
    diagnostics
        .map(|diagnostic| types::diagnostic(py, diagnostic))
        .collect()
}

/// Makes the safe edits that :func:`lint` suggests, and returns the new text.
///
/// A safe edit doesn't change anything for any crawler, in either dialect: no verdict, usage
/// preference, licence, delay or rate. For the arguments, see :func:`lint`.
///
/// >>> from robots_exclusion import lint_fix
/// >>> lint_fix("User-agent: *\nDisallow: /a\nDisallow: /a\n")
/// b'User-agent: *\nDisallow: /a\n'
#[pyfunction]
#[pyo3(
    signature = (
        text, *, dialect = DialectName::DEFAULT, byte_limit = Limit::DEFAULT,
        agent_fallback = AgentFallback::DEFAULT
    ),
    text_signature = "(text, *, dialect='standard', byte_limit=512000, agent_fallback=True)"
)]
pub(crate) fn lint_fix<'py>(
    py: Python<'py>,
    text: Body<'_>,
    dialect: DialectName,
    byte_limit: Limit,
    agent_fallback: AgentFallback,
) -> Bound<'py, PyBytes> {
    let options = options(dialect, byte_limit, agent_fallback);
    let text = text.as_ref();
    PyBytes::new(
        py,
        &py.detach(|| robots_exclusion::lint::fix(text, options)),
    )
}
