//! What the owner says may be done with what stands at a URL.

use pyo3::prelude::*;
use pyo3::types::PyDict;
use robots_exclusion::usage;

use crate::arguments::Label;
use crate::matcher::Matcher;
use crate::types;
use crate::verdict::Verdict;

/// Which lines are asked about.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Lines {
    Usage,
    Signals,
}

/// What the owner says may be done with what stands at a URL; by
/// :meth:`Matcher.usage` in labels of ``content-usage``, by
/// :meth:`Matcher.content_signals` in keys of ``content-signal``.
///
/// ``str`` is one line for each label, with the line that says so.
///
/// >>> from robots_exclusion import Robots
/// >>> matcher = Robots.parse("User-agent: *\nDisallow: /x\nContent-Usage: train-ai=n").matcher("MyBot")
/// >>> print(matcher.usage("/"))
/// train-ai: disallowed by line 3: Content-Usage: train-ai=n
/// >>> print(matcher.usage("/x"))
/// not applicable: disallowed by line 2: Disallow: /x
#[pyclass(frozen, module = "robots_exclusion")]
pub(crate) struct Usage {
    matcher: Py<Matcher>,
    url: String,
    lines: Lines,
}

impl Usage {
    pub(crate) fn new(matcher: Py<Matcher>, url: String, lines: Lines) -> Usage {
        Usage {
            matcher,
            url,
            lines,
        }
    }

    fn answer(&self) -> usage::Usage<'_> {
        let matcher = self.matcher.get().inner();
        match self.lines {
            Lines::Usage => matcher.usage(&self.url),
            Lines::Signals => matcher.content_signals(&self.url),
        }
    }
}

fn name(preference: usage::Preference) -> String {
    preference.to_string()
}

#[pymethods]
impl Usage {
    /// Whether there can be preferences: not where the URL is disallowed.
    #[getter]
    fn applies(&self) -> bool {
        self.answer().applies()
    }

    /// The verdict on the URL.
    #[getter]
    fn verdict(&self) -> Verdict {
        self.answer().verdict().into()
    }

    /// What is said of a label: ``"allow"``, ``"disallow"`` or, if nothing is, ``None``.
    fn category(&self, label: Label<'_>) -> Option<String> {
        self.answer().category(label.as_ref()).map(name)
    }

    /// The line that decides about a label, from 1.
    fn line(&self, label: Label<'_>) -> Option<u32> {
        self.answer().line(label.as_ref())
    }

    /// What is said of a label or key as it is written, in lower case: ``y``,
    /// ``reference``.
    fn value(&self, label: Label<'_>) -> Option<String> {
        self.answer().value(label.as_ref()).map(str::to_owned)
    }

    /// What is said of each label of ``USAGE_LABELS``, or key, that has a preference.
    fn preferences<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let preferences = PyDict::new(py);
        for (label, preference, _) in self.answer().iter() {
            preferences.set_item(label, name(preference))?;
        }
        Ok(preferences)
    }

    fn __str__(&self) -> String {
        self.answer().to_string()
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let what = match self.lines {
            Lines::Usage => "usage",
            Lines::Signals => "content signals",
        };
        let answer = types::quoted(py, &self.answer().to_string())?;
        Ok(format!("<Usage: {what} {answer}>"))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (&str,))> {
        let method = match self.lines {
            Lines::Usage => "usage",
            Lines::Signals => "content_signals",
        };
        Ok((self.matcher.bind(py).getattr(method)?, (&self.url,)))
    }
}

/// The labels of `content-usage`, and the drafts that say what they mean.
pub(crate) fn add_constants(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("USAGE_LABELS", usage::LABELS)?;
    module.add("USAGE_DRAFTS", (usage::ATTACH, usage::VOCAB))
}
