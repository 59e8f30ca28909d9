//! The rules for one crawler.

use pyo3::prelude::*;
use pyo3::types::PyList;

use crate::access::Access;
use crate::arguments::{Agents, DialectName, SharedUrl, Url};
use crate::arrow::{self, ArrowArray, ArrowTable, Urls};
use crate::robots::Robots;
use crate::types;
use crate::usage::{Lines, Usage};
use crate::verdict::Verdict;

/// What a matcher was made from, and can be made from again.
pub(crate) enum Source {
    Robots(Py<Robots>),
    Access(Py<Access>),
}

/// So many URLs are answered in one go, while other threads run.
const BATCH: usize = 8192;

/// The rules for one crawler, compiled for many URLs; :meth:`Robots.matcher` and
/// :meth:`Access.matcher` make one.
///
/// Threads may share it. It can be pickled: it holds on to what it was made from,
/// and is made from that again.
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

    pub(crate) fn inner(&self) -> &robots_exclusion::Matcher<'static> {
        &self.inner
    }
}

#[pymethods]
impl Matcher {
    /// Whether the crawler may fetch a URL; see :meth:`Robots.allowed`.
    ///
    /// >>> from robots_exclusion import Robots
    /// >>> matcher = Robots.parse("User-agent: *\nDisallow: /private/").matcher("MyBot")
    /// >>> matcher.allowed("https://example.com/public")
    /// True
    fn allowed(&self, url: Url<'_>) -> bool {
        self.inner.allowed(url)
    }

    /// Whether the crawler may fetch a URL, and why.
    ///
    /// >>> from robots_exclusion import Robots
    /// >>> matcher = Robots.parse("User-agent: *\nDisallow: /private/").matcher("MyBot")
    /// >>> print(matcher.verdict("/private/x"))
    /// disallowed by line 2: Disallow: /private/
    /// >>> print(matcher.verdict("/x"))
    /// allowed: no rule of the group of * matches
    fn verdict(&self, url: Url<'_>) -> Verdict {
        self.inner.verdict(url).into()
    }

    /// Whether the crawler may fetch each of many URLs, in their order.
    ///
    /// ``urls`` is any iterable of ``str``. Other threads run while URLs are answered,
    /// some thousands at a time.
    ///
    /// >>> from robots_exclusion import Robots
    /// >>> matcher = Robots.parse("User-agent: *\nDisallow: /private/").matcher("MyBot")
    /// >>> matcher.allowed_many(["/", "/private/x"])
    /// [True, False]
    fn allowed_many<'py>(&self, urls: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyList>> {
        let py = urls.py();
        let answers = PyList::empty(py);
        let mut urls = crate::arguments::urls(urls)?;
        loop {
            let batch = urls.by_ref().take(BATCH);
            let batch: Vec<SharedUrl> = batch.collect::<PyResult<_>>()?;
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

    /// Whether the crawler may fetch each URL of an Arrow array: booleans as an
    /// Arrow array, null where the URL is.
    ///
    /// ``urls`` is anything that hands out strings (``string``, ``large_string``,
    /// ``string_view``, or as ``binary``) by the Arrow PyCapsule interface: an array, a stream of
    /// arrays, or a table of one column. pyarrow, polars, pandas and DuckDB have
    /// them, and take the result. No Python object is made for a URL, and other threads
    /// run meanwhile.
    ///
    /// >>> import pyarrow
    /// >>> from robots_exclusion import Robots
    /// >>> matcher = Robots.parse("User-agent: *\nDisallow: /private/").matcher("MyBot")
    /// >>> pyarrow.array(matcher.allowed_arrow(pyarrow.array(["/", "/private/x", None]))).to_pylist()
    /// [True, False, None]
    fn allowed_arrow(&self, py: Python<'_>, urls: Urls) -> PyResult<ArrowArray> {
        arrow::allowed(py, &self.inner, urls)
    }

    /// The same with reasons: an Arrow table with the columns ``allowed``
    /// (boolean), ``line`` (unsigned, of 32 bits; null if no rule decides) and ``reason`` (string; see
    /// :attr:`Verdict.reason`), all null where the URL is.
    ///
    /// >>> import pyarrow
    /// >>> from robots_exclusion import Robots
    /// >>> matcher = Robots.parse("User-agent: *\nDisallow: /private/").matcher("MyBot")
    /// >>> pyarrow.table(matcher.verdicts_arrow(pyarrow.array(["/", "/private/x", None]))).to_pydict()
    /// {'allowed': [True, False, None], 'line': [None, 2, None], 'reason': ['no-rule', 'rule', None]}
    fn verdicts_arrow(&self, py: Python<'_>, urls: Urls) -> PyResult<ArrowTable> {
        arrow::verdicts(py, &self.inner, urls)
    }

    /// How many seconds the crawler is asked to wait between two requests, if it is;
    /// see :meth:`Robots.crawl_delay`.
    fn crawl_delay(&self) -> Option<f64> {
        self.inner.crawl_delay().map(|delay| delay.as_secs_f64())
    }

    /// The rules for the crawler, in file order, also those that match nothing.
    fn rules<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let rules = self.inner.rules();
        rules.map(|rule| types::rule_of(py, rule)).collect()
    }

    /// The rules that match a URL, the one that decides first. Tries every rule.
    ///
    /// >>> from robots_exclusion import Robots
    /// >>> matcher = Robots.parse("User-agent: *\nDisallow: /\nAllow: /a\nAllow: /b").matcher("MyBot")
    /// >>> [str(rule) for rule in matcher.matches("/ab")]
    /// ['Allow: /a', 'Disallow: /']
    fn matches<'py>(&self, py: Python<'py>, url: Url<'_>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let matches = self.inner.matches(url);
        let rules = matches.iter().map(|found| types::rule_of(py, found.rule()));
        rules.collect()
    }

    /// The extension records of the groups selected for the crawler, in file order.
    fn records<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        types::records(py, self.inner.records())
    }

    /// The licences that the content is under for the crawler, in file order: records
    /// whose :attr:`Record.url` is that of the licence.
    fn licenses<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        types::records(py, self.inner.licenses())
    }

    /// What the owner says may be done with what stands at a URL, by the
    /// ``content-usage`` lines of the crawler's groups.
    ///
    /// This follows drafts of the IETF (``USAGE_DRAFTS``): answers may change until they are RFCs.
    ///
    /// >>> from robots_exclusion import Robots
    /// >>> matcher = Robots.parse("User-agent: *\nContent-Usage: /*.pdf$ train-ai=n, search=y").matcher("MyBot")
    /// >>> usage = matcher.usage("https://example.com/a.pdf")
    /// >>> usage.category("train-ai"), usage.line("train-ai"), usage.category("ai-use")
    /// ('disallow', 2, None)
    /// >>> usage.preferences()
    /// {'train-ai': 'disallow', 'search': 'allow'}
    fn usage(this: Bound<'_, Self>, url: Url<'_>) -> Usage {
        Usage::new(this.unbind(), url.as_ref().to_owned(), Lines::Usage)
    }

    /// The same by ``content-signal`` lines, whose keys are ``search``, ``ai-input``,
    /// ``ai-train`` and ``use``.
    ///
    /// >>> from robots_exclusion import Robots
    /// >>> matcher = Robots.parse("User-agent: *\nContent-Signal: search=yes, ai-train=no\nAllow: /").matcher("MyBot")
    /// >>> matcher.content_signals("/").preferences()
    /// {'search': 'allow', 'ai-train': 'disallow'}
    fn content_signals(this: Bound<'_, Self>, url: Url<'_>) -> Usage {
        Usage::new(this.unbind(), url.as_ref().to_owned(), Lines::Signals)
    }

    /// Whether every URL is allowed. Exact but for hostile files, where ``False`` may
    /// say that it would take too long to know. May take milliseconds.
    fn allows_all(&self) -> bool {
        self.inner.allows_all()
    }

    /// Whether every URL is disallowed, but ``/robots.txt`` itself. As exact as
    /// :meth:`allows_all`.
    fn disallows_all(&self) -> bool {
        self.inner.disallows_all()
    }

    /// Why there is no file to obey; ``None`` if there is one.
    #[getter]
    fn unavailable(&self) -> Option<String> {
        self.inner.unavailable().map(|why| why.to_string())
    }

    /// The names of the crawler, as they were given.
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
            "<Matcher of {agents}: {rules} rule{plural}, by {selection}>"
        ))
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
