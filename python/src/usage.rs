//! Usage preferences from `content-usage` and `content-signal` lines.

use std::sync::Arc;

use pyo3::prelude::*;
use pyo3::types::PyDict;
use robots_exclusion::usage;

use crate::arguments::Name;
use crate::types;
use crate::verdict::{CompiledRules, Verdict};

/// The field to read.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Lines {
    Usage,
    Signals,
}

/// The usage preferences that a file states for a URL.
///
/// :meth:`Matcher.usage` returns the preferences for labels in ``content-usage`` lines, and
/// :meth:`Matcher.content_signals` returns those for keys in ``content-signal`` lines. ``str``
/// returns one line per label, with the deciding line of the file.
///
/// >>> from robots_exclusion import Robots
/// >>> matcher = Robots.parse("User-agent: *\nDisallow: /x\nContent-Usage: train-ai=n").matcher("MyBot")
/// >>> print(matcher.usage("/"))
/// train-ai: disallowed by line 3: Content-Usage: train-ai=n
/// >>> print(matcher.usage("/x"))
/// not applicable: disallowed by line 2: Disallow: /x
#[pyclass(frozen, module = "robots_exclusion")]
pub(crate) struct Usage {
    /// The matcher that returned it, for pickling.
    matcher: Py<PyAny>,
    rules: Arc<CompiledRules>,
    url: String,
    lines: Lines,
}

impl Usage {
    pub(crate) fn new(
        matcher: Py<PyAny>,
        rules: &Arc<CompiledRules>,
        url: &str,
        lines: Lines,
    ) -> Usage {
        Usage {
            matcher,
            rules: rules.clone(),
            url: url.to_owned(),
            lines,
        }
    }

    fn answer(&self) -> usage::Usage<'_> {
        match self.lines {
            Lines::Usage => self.rules.usage(&self.url),
            Lines::Signals => self.rules.content_signals(&self.url),
        }
    }
}

fn name(preference: usage::Preference) -> String {
    preference.to_string()
}

#[pymethods]
impl Usage {
    /// ``True`` if the URL is allowed. Preferences don't apply to disallowed URLs.
    #[getter]
    fn applies(&self) -> bool {
        self.answer().applies()
    }

    /// The verdict on the URL.
    #[getter]
    fn verdict(&self) -> Verdict {
        self.rules.verdict(&self.url).into()
    }

    /// Returns the preference for a label: ``"allow"``, ``"disallow"``, or ``None`` if the file
    /// doesn't state one.
    ///
    /// >>> from robots_exclusion import Robots
    /// >>> matcher = Robots.parse("User-agent: *\nContent-Usage: train-ai=n").matcher("MyBot")
    /// >>> matcher.usage("/").preference("train-ai")
    /// 'disallow'
    fn preference(&self, label: Name<'_>) -> Option<String> {
        self.answer().preference(label.as_ref()).map(name)
    }

    /// The former name of :meth:`preference`.
    ///
    /// >>> from robots_exclusion import Robots
    /// >>> matcher = Robots.parse("User-agent: *\nContent-Usage: train-ai=n").matcher("MyBot")
    /// >>> matcher.usage("/").category("train-ai")
    /// 'disallow'
    fn category(&self, label: Name<'_>) -> Option<String> {
        self.preference(label)
    }

    /// Returns the number of the line that decides a label, starting at 1, or ``None``.
    ///
    /// >>> from robots_exclusion import Robots
    /// >>> matcher = Robots.parse("User-agent: *\nContent-Usage: train-ai=n").matcher("MyBot")
    /// >>> matcher.usage("/").line("train-ai")
    /// 2
    fn line(&self, label: Name<'_>) -> Option<u32> {
        self.answer().line(label.as_ref())
    }

    /// Returns the value of a label or key as written, in lower case, such as ``y`` or
    /// ``reference``.
    ///
    /// >>> from robots_exclusion import Robots
    /// >>> matcher = Robots.parse("User-agent: *\nContent-Usage: train-ai=n").matcher("MyBot")
    /// >>> matcher.usage("/").value("train-ai")
    /// 'n'
    fn value(&self, label: Name<'_>) -> Option<String> {
        self.answer().value(label.as_ref()).map(str::to_owned)
    }

    /// Returns a ``dict`` of the preferences, for each label in ``USAGE_LABELS`` (or each key)
    /// that has one.
    ///
    /// >>> from robots_exclusion import Robots
    /// >>> matcher = Robots.parse("User-agent: *\nContent-Usage: train-ai=n").matcher("MyBot")
    /// >>> matcher.usage("/").preferences()
    /// {'train-ai': 'disallow'}
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

/// Adds the labels of `content-usage`, and the drafts that define them.
pub(crate) fn add_constants(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("USAGE_LABELS", usage::LABELS)?;
    module.add("USAGE_DRAFTS", (usage::ATTACH, usage::VOCAB))
}
