//! The rules for one crawler.

use std::sync::Arc;

use pyo3::prelude::*;
use pyo3::types::PyList;

use crate::arguments::{Agents, DialectName, SharedUrl, Url};
use crate::arrow::{self, ArrowArray, ArrowTable};
use crate::cached::seconds;
use crate::columns::{Signals, Urls};
use crate::types;
use crate::usage::{Lines, Usage};
use crate::verdict::{CompiledRules, Verdict};

/// The number of URLs taken from an iterable at a time, while other threads wait.
const BATCH: usize = 8192;

/// The rules for one crawler, compiled for many URLs.
///
/// You get one from :meth:`Robots.matcher` or :meth:`Access.matcher`. Threads can share it. It
/// keeps the object that it was made from, which is also part of its pickle.
///
/// >>> from robots_exclusion import Robots
/// >>> matcher = Robots.parse("User-agent: *\nDisallow: /private/").matcher("MyBot")
/// >>> matcher
/// <Matcher for 'MyBot': 1 rule, from the * group>
#[pyclass(frozen, module = "robots_exclusion")]
pub(crate) struct Matcher {
    inner: Arc<CompiledRules>,
    /// The file that it was made from, which has a method `matcher`.
    source: Py<PyAny>,
    agents: Vec<String>,
    /// The token of the known crawler whose profile it follows.
    crawler: Option<&'static str>,
}

impl Matcher {
    pub(crate) fn new(
        matcher: impl Into<Arc<CompiledRules>>,
        source: Py<PyAny>,
        agents: Agents,
    ) -> Matcher {
        Matcher {
            inner: matcher.into(),
            source,
            agents: agents.0,
            crawler: None,
        }
    }
}

impl Matcher {
    /// Names the known crawler whose profile the matcher follows.
    pub(crate) fn of_crawler(mut self, token: &'static str) -> Matcher {
        self.crawler = Some(token);
        self
    }

    pub(crate) fn rules_of(&self) -> &CompiledRules {
        &self.inner
    }
}

#[pymethods]
impl Matcher {
    /// Returns ``True`` if the crawler may fetch a URL; see :meth:`Robots.allowed`.
    ///
    /// >>> from robots_exclusion import Robots
    /// >>> matcher = Robots.parse("User-agent: *\nDisallow: /private/").matcher("MyBot")
    /// >>> matcher.allowed("https://example.com/public")
    /// True
    fn allowed(&self, url: Url<'_>) -> bool {
        self.inner.allowed(url)
    }

    /// Returns the verdict on a URL: whether the crawler may fetch it, and why.
    ///
    /// >>> from robots_exclusion import Robots
    /// >>> matcher = Robots.parse("User-agent: *\nDisallow: /private/").matcher("MyBot")
    /// >>> print(matcher.verdict("/private/x"))
    /// disallowed by line 2: Disallow: /private/
    /// >>> print(matcher.verdict("/x"))
    /// allowed: no rule in the * group matches
    fn verdict(&self, url: Url<'_>) -> Verdict {
        self.inner.verdict(url).into()
    }

    /// Checks many URLs and returns a list of ``bool`` in the same order.
    ///
    /// ``urls`` is any iterable of ``str``. Other threads can run in the meantime.
    ///
    /// >>> from robots_exclusion import Robots
    /// >>> matcher = Robots.parse("User-agent: *\nDisallow: /private/").matcher("MyBot")
    /// >>> matcher.allowed_many(["/", "/private/x"])
    /// [True, False]
    fn allowed_many<'py>(&self, urls: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyList>> {
        let py = urls.py();
        let answers = PyList::empty(py);
        let mut urls = crate::arguments::urls(urls)?;
        let mut signals = Signals::new();
        loop {
            let batch = urls.by_ref().take(BATCH);
            let batch: Vec<SharedUrl> = batch.collect::<PyResult<_>>()?;
            let allowed: Vec<bool> = py.detach(|| {
                let allowed = batch.iter().map(|url| {
                    signals.check()?;
                    Ok(self.inner.allowed(url))
                });
                allowed.collect::<PyResult<_>>()
            })?;
            for allowed in allowed {
                answers.append(allowed)?;
            }
            if batch.len() < BATCH {
                return Ok(answers);
            }
        }
    }

    /// Checks each URL in an Arrow array and returns an Arrow array of booleans.
    ///
    /// ``urls`` is any object with the Arrow PyCapsule interface: an array of strings (which may
    /// be dictionary-encoded, string views, or binary), or a table with one such column. You can
    /// get these from pyarrow, polars, pandas and DuckDB, which also accept the result. The
    /// result for a null URL is null. No Python object is created for each URL, and other
    /// threads can run in the meantime.
    ///
    /// >>> import pyarrow
    /// >>> from robots_exclusion import Robots
    /// >>> matcher = Robots.parse("User-agent: *\nDisallow: /private/").matcher("MyBot")
    /// >>> pyarrow.array(matcher.allowed_arrow(pyarrow.array(["/", "/private/x", None]))).to_pylist()
    /// [True, False, None]
    fn allowed_arrow(&self, py: Python<'_>, urls: Urls) -> PyResult<ArrowArray> {
        arrow::allowed(py, &self.inner, urls)
    }

    /// Checks each URL in an Arrow array and returns an Arrow table that includes the reasons.
    ///
    /// The columns are ``allowed`` (boolean), ``line`` (unsigned, 32 bits; null if no rule
    /// decides) and ``reason`` (string; see :attr:`Verdict.reason`). All three are null for a
    /// null URL. ``urls`` works as in :meth:`allowed_arrow`.
    ///
    /// >>> import pyarrow
    /// >>> from robots_exclusion import Robots
    /// >>> matcher = Robots.parse("User-agent: *\nDisallow: /private/").matcher("MyBot")
    /// >>> pyarrow.table(matcher.verdicts_arrow(pyarrow.array(["/", "/private/x", None]))).to_pydict()
    /// {'allowed': [True, False, None], 'line': [None, 2, None], 'reason': ['no-rule', 'rule', None]}
    fn verdicts_arrow(&self, py: Python<'_>, urls: Urls) -> PyResult<ArrowTable> {
        arrow::verdicts(py, &self.inner, urls)
    }

    /// Returns how many seconds the crawler should wait between requests, or ``None``; see
    /// :meth:`Robots.crawl_delay`.
    ///
    /// >>> from robots_exclusion import Robots
    /// >>> Robots.parse("User-agent: *\nCrawl-delay: 2.5").matcher("MyBot").crawl_delay()
    /// 2.5
    fn crawl_delay(&self) -> Option<f64> {
        self.inner.crawl_delay().map(|delay| delay.as_secs_f64())
    }

    /// Returns how many seconds to wait between requests, according to ``crawl-delay`` and
    /// ``request-rate``, but at most ``cap``. Returns ``None`` if the file doesn't ask for a
    /// delay.
    ///
    /// The larger of the two is used. A rate that is limited to certain hours applies at all
    /// hours.
    ///
    /// >>> from robots_exclusion import Robots
    /// >>> matcher = Robots.parse("User-agent: *\nCrawl-delay: 2\nRequest-rate: 1/10s").matcher("MyBot")
    /// >>> matcher.delay(), matcher.delay(5)
    /// (10.0, 5.0)
    #[pyo3(signature = (cap = 60.0))]
    fn delay(&self, cap: f64) -> PyResult<Option<f64>> {
        let delay = self.inner.delay(seconds("cap", cap)?);
        Ok(delay.map(|delay| delay.as_secs_f64()))
    }

    /// Returns the rules for the crawler in file order, including rules that match nothing.
    ///
    /// >>> from robots_exclusion import Robots
    /// >>> matcher = Robots.parse("User-agent: *\nDisallow: /a\nAllow: b").matcher("MyBot")
    /// >>> [str(rule) for rule in matcher.rules()]
    /// ['Disallow: /a', 'Allow: b']
    fn rules<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let rules = self.inner.rules();
        rules.map(|rule| types::rule_of(py, rule)).collect()
    }

    /// Returns the rules that match a URL, starting with the deciding one. This tries every
    /// rule.
    ///
    /// >>> from robots_exclusion import Robots
    /// >>> matcher = Robots.parse("User-agent: *\nDisallow: /\nAllow: /a\nAllow: /b").matcher("MyBot")
    /// >>> [str(rule) for rule in matcher.matches("/ab")]
    /// ['Allow: /a', 'Disallow: /']
    fn matches<'py>(&self, py: Python<'py>, url: Url<'_>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let matches = self.inner.matches(url);
        let rules = matches.iter().map(|found| types::rule_of(py, found.rule));
        rules.collect()
    }

    /// Returns the extension records in the groups that the crawler selects, in file order.
    ///
    /// >>> from robots_exclusion import Robots
    /// >>> matcher = Robots.parse("User-agent: *\nDisallow:\nVisit-time: 0100-0230").matcher("MyBot")
    /// >>> [str(record) for record in matcher.records()]
    /// ['Visit-time: 0100-0230']
    fn records<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        types::records(py, self.inner.records())
    }

    /// Returns the file's ``sitemap`` records, in file order. They don't belong to a group.
    ///
    /// >>> from robots_exclusion import Robots
    /// >>> matcher = Robots.parse("Sitemap: https://example.com/map.xml").matcher("MyBot")
    /// >>> matcher.sitemaps()[0].url
    /// 'https://example.com/map.xml'
    fn sitemaps<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        // A file and the result of a fetch both have this method.
        self.source.bind(py).call_method0("sitemaps")
    }

    /// Returns the ``license`` records that apply to the crawler, in file order;
    /// :attr:`Record.url` is the URL of the licence.
    ///
    /// >>> from robots_exclusion import Robots
    /// >>> matcher = Robots.parse("License: https://example.com/license.xml").matcher("MyBot")
    /// >>> [record.url for record in matcher.licenses()]
    /// ['https://example.com/license.xml']
    fn licenses<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        types::records(py, self.inner.licenses())
    }

    /// Returns the usage preferences that ``content-usage`` lines state for a URL.
    ///
    /// These lines follow IETF drafts (``USAGE_DRAFTS``), so answers may change until those
    /// become RFCs.
    ///
    /// >>> from robots_exclusion import Robots
    /// >>> matcher = Robots.parse("User-agent: *\nContent-Usage: /*.pdf$ train-ai=n, search=y").matcher("MyBot")
    /// >>> usage = matcher.usage("https://example.com/a.pdf")
    /// >>> usage.preference("train-ai"), usage.line("train-ai"), usage.preference("ai-use")
    /// ('disallow', 2, None)
    /// >>> usage.preferences()
    /// {'train-ai': 'disallow', 'search': 'allow'}
    fn usage(this: &Bound<'_, Self>, url: Url<'_>) -> Usage {
        let matcher = this.as_any().clone().unbind();
        Usage::new(matcher, &this.get().inner, url.as_ref(), Lines::Usage)
    }

    /// Returns the usage preferences that ``content-signal`` lines state for a URL. Their keys
    /// are ``search``, ``ai-input``, ``ai-train`` and ``use``.
    ///
    /// >>> from robots_exclusion import Robots
    /// >>> matcher = Robots.parse("User-agent: *\nContent-Signal: search=yes, ai-train=no\nAllow: /").matcher("MyBot")
    /// >>> matcher.content_signals("/").preferences()
    /// {'search': 'allow', 'ai-train': 'disallow'}
    fn content_signals(this: &Bound<'_, Self>, url: Url<'_>) -> Usage {
        let matcher = this.as_any().clone().unbind();
        Usage::new(matcher, &this.get().inner, url.as_ref(), Lines::Signals)
    }

    /// Returns ``True`` if every URL is allowed. This takes at most a few milliseconds: for
    /// adversarial files, it may return ``False`` because the answer would take too long.
    ///
    /// >>> from robots_exclusion import Robots
    /// >>> Robots.parse("User-agent: *\nDisallow:").matcher("MyBot").allows_all()
    /// True
    fn allows_all(&self) -> bool {
        self.inner.allows_all()
    }

    /// Returns ``True`` if every URL except ``/robots.txt`` is disallowed. This is as exact as
    /// :meth:`allows_all`.
    ///
    /// >>> from robots_exclusion import Robots
    /// >>> Robots.parse("User-agent: *\nDisallow: /").matcher("MyBot").disallows_all()
    /// True
    fn disallows_all(&self) -> bool {
        self.inner.disallows_all()
    }

    /// The reason why there is no file to obey, or ``None`` if there is one.
    #[getter]
    fn unavailable(&self) -> Option<String> {
        self.inner.unavailable().map(|why| why.to_string())
    }

    /// How the groups were selected; see :attr:`Verdict.selection`.
    #[getter]
    fn selection(&self) -> &'static str {
        self.inner.selection().name()
    }

    /// The crawler's names, as given.
    #[getter]
    fn agents(&self) -> Vec<String> {
        self.agents.clone()
    }

    /// The dialect it answers in: ``"standard"`` or ``"google"``.
    #[getter]
    fn dialect(&self) -> PyResult<&'static str> {
        DialectName::of(self.inner.dialect())
    }

    fn __str__(&self) -> String {
        self.inner.to_string()
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let agents = types::quoted(py, &self.agents.join(", "))?;
        let (rules, selection) = (self.inner.rules().len(), self.inner.selection());
        let plural = if rules == 1 { "" } else { "s" };
        Ok(format!(
            "<Matcher for {agents}: {rules} rule{plural}, from {selection}>"
        ))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Saved<'py>)> {
        let source = self.source.bind(py).clone();
        let restore = types::native(py, "_restore_matcher")?;
        Ok((restore, (source, self.agents.clone(), self.crawler)))
    }
}

type Saved<'py> = (Bound<'py, PyAny>, Vec<String>, Option<&'static str>);

/// Restores a matcher from a pickle.
#[pyfunction(name = "_restore_matcher")]
pub(crate) fn restore_matcher<'py>(
    source: &Bound<'py, PyAny>,
    agents: &Bound<'py, PyAny>,
    crawler: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    match crawler {
        Some(token) => types::native(source.py(), "_crawler_matcher")?.call1((token, source)),
        None => source.call_method1("matcher", (agents,)),
    }
}
