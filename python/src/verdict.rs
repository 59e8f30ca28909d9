//! An owned verdict.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};
use robots_exclusion::RuleKind;

use crate::types;

/// The rules for one crawler.
pub(crate) type CompiledRules = robots_exclusion::Matcher;

const REASONS: [&str; 5] = ["rule", "no-rule", "no-group", "robots-txt", "unavailable"];
const SELECTIONS: [&str; 4] = ["own", "general", "wildcard", "none"];

#[derive(Clone, PartialEq, Eq)]
struct DecidingRule {
    allows: bool,
    pattern: Vec<u8>,
    line: u32,
}

/// The answer to whether a crawler may fetch a URL, with the reason.
///
/// A verdict is true if the URL is allowed. ``str`` explains it in one line. You can compare,
/// hash and pickle verdicts.
///
/// >>> from robots_exclusion import Robots
/// >>> verdict = Robots.parse("User-agent: *\nDisallow: /private/").verdict("MyBot", "/public")
/// >>> verdict.allowed, verdict.line, verdict.reason, bool(verdict)
/// (True, None, 'no-rule', True)
/// >>> print(verdict)
/// allowed: no rule in the * group matches
#[pyclass(frozen, module = "robots_exclusion")]
#[derive(PartialEq, Eq)]
pub(crate) struct Verdict {
    allowed: bool,
    reason: &'static str,
    rule: Option<DecidingRule>,
    selection: &'static str,
    token: Option<String>,
    text: String,
}

impl From<robots_exclusion::Verdict<'_>> for Verdict {
    fn from(verdict: robots_exclusion::Verdict<'_>) -> Self {
        let selection = verdict.selection();
        Verdict {
            allowed: verdict.allowed(),
            reason: verdict.reason().name(),
            rule: verdict.rule().map(|rule| DecidingRule {
                allows: rule.kind() == RuleKind::Allow,
                pattern: rule.pattern().to_vec(),
                line: rule.line(),
            }),
            selection: selection.name(),
            token: selection
                .token()
                .map(|token| String::from_utf8_lossy(token).into_owned()),
            text: verdict.to_string(),
        }
    }
}

#[pymethods]
impl Verdict {
    /// ``True`` if the crawler may fetch the URL.
    #[getter]
    fn allowed(&self) -> bool {
        self.allowed
    }

    /// The deciding rule's line number, starting at 1, or ``None`` if no rule decides.
    #[getter]
    fn line(&self) -> Option<u32> {
        self.rule.as_ref().map(|rule| rule.line)
    }

    /// The deciding rule, or ``None``. In the Google dialect, the deciding rule for an allowed
    /// URL may be a ``disallow`` rule with an empty value.
    #[getter]
    fn rule<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let rule = |rule: &DecidingRule| types::rule(py, rule.allows, &rule.pattern, rule.line);
        self.rule.as_ref().map(rule).transpose()
    }

    /// The kind of reason: ``"rule"``, ``"no-rule"`` (no rule in the crawler's groups matches),
    /// ``"no-group"`` (no group applies to the crawler), ``"robots-txt"`` (which is always
    /// allowed), or ``"unavailable"`` (there is no file to obey).
    #[getter]
    fn reason(&self) -> &'static str {
        self.reason
    }

    /// How the groups were selected: ``"own"`` (by the crawler's product token), ``"general"``
    /// (by a more general token), ``"wildcard"`` (by ``*``), or ``"none"``.
    #[getter]
    fn selection(&self) -> &'static str {
        self.selection
    }

    /// The product token that selected the groups, as written in the file, or ``None``.
    #[getter]
    fn token(&self) -> Option<&str> {
        self.token.as_deref()
    }

    fn __bool__(&self) -> bool {
        self.allowed
    }

    fn __str__(&self) -> &str {
        &self.text
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(format!("<Verdict {}>", types::quoted(py, &self.text)?))
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other
            .cast::<Verdict>()
            .is_ok_and(|other| self == other.get())
    }

    fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
        PyString::new(py, &self.text).hash()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Saved<'py>)> {
        let rule = self.rule.as_ref().map(|rule| {
            let pattern = PyBytes::new(py, &rule.pattern);
            (rule.allows, pattern, rule.line)
        });
        let state = (
            self.allowed,
            self.reason,
            rule,
            self.selection,
            self.token.clone(),
            self.text.clone(),
        );
        Ok((types::native(py, "_restore_verdict")?, state))
    }
}

type Saved<'py> = (
    bool,
    &'static str,
    Option<(bool, Bound<'py, PyBytes>, u32)>,
    &'static str,
    Option<String>,
    String,
);

/// Restores a verdict from a pickle.
#[pyfunction(name = "_restore_verdict")]
pub(crate) fn restore_verdict(
    allowed: bool,
    reason: &str,
    rule: Option<(bool, Bound<'_, PyBytes>, u32)>,
    selection: &str,
    token: Option<String>,
    text: String,
) -> PyResult<Verdict> {
    let known = |names: &[&'static str], name: &str| {
        names
            .iter()
            .copied()
            .find(|&known| known == name)
            .ok_or_else(|| PyValueError::new_err("this is not a pickle of a verdict"))
    };
    Ok(Verdict {
        allowed,
        reason: known(&REASONS, reason)?,
        rule: rule.map(|(allows, pattern, line)| DecidingRule {
            allows,
            pattern: pattern.as_bytes().to_vec(),
            line,
        }),
        selection: known(&SELECTIONS, selection)?,
        token,
        text,
    })
}
