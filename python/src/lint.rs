//! What a robots.txt does that its author may not have meant.

use pyo3::prelude::*;

use crate::arguments::{AgentFallback, Body, DialectName, Limit, options};
use crate::types;

/// All diagnostics of a robots.txt, in file order: where it does something other
/// than its author meant, or is about to.
///
/// ``text`` is the whole file, also what comes after the limit. The options are
/// those of :meth:`Robots.parse`. Never fails for what a text holds.
///
/// >>> from robots_exclusion import lint
/// >>> [diagnostic] = lint("User-agent: *\nDisallow: /#x")
/// >>> print(diagnostic)
/// line 2: warning: `#` starts a comment, so the pattern is only `/`, which matches every URL [comment-cuts-value]
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
    let diagnostics = py.detach(|| robots_exclusion::lint::lint(text, options));
    diagnostics
        .map(|diagnostic| types::diagnostic(py, &diagnostic))
        .collect()
}
