//! A parsed robots.txt.

use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::arguments::{
    Agent, AgentFallback, Agents, Body, DialectName, Limit, Url, option_values, options,
};
use crate::matcher::Matcher;
use crate::types;
use crate::verdict::Verdict;

/// The minimum length of a text for other threads to run while it's parsed.
const DETACH_BYTES: usize = 16 * 1024;

/// A parsed robots.txt, made by :meth:`parse`.
///
/// Threads can share it. Two files are equal if their texts and options are. A pickle contains
/// the text up to the limit. ``str`` returns an equivalent file that contains groups, rules and
/// other records, but no comments.
///
/// >>> from robots_exclusion import Robots
/// >>> print(Robots.parse("user-agent: *  # everyone\nDISALLOW:/x"))
/// User-agent: *
/// Disallow: /x
#[pyclass(frozen, module = "robots_exclusion")]
pub(crate) struct Robots {
    inner: robots_exclusion::Robots<'static>,
    /// `true` if the original text was truncated. The text in a pickle is already truncated.
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
    /// Parses a robots.txt from ``bytes``, or from a ``str``, which is encoded as UTF-8.
    ///
    /// Any content is accepted, because lines that aren't records are skipped. ``dialect`` is
    /// ``"standard"`` (RFC 9309 and Google's published specification) or ``"google"`` (exactly
    /// like Google's own parser). At most ``byte_limit`` bytes are read; ``None`` raises the
    /// limit to 64 MiB, and values below 512,000 don't conform to RFC 9309. With
    /// ``agent_fallback``, a crawler without its own group obeys the group for a more general
    /// token (``googlebot`` for ``Googlebot-Image``) in preference to the group for ``*``.
    ///
    /// This takes time linear in the length of the text. Other threads can run while a long text
    /// is parsed.
    ///
    /// >>> from robots_exclusion import Robots
    /// >>> robots = Robots.parse(b"User-agent: *\nDisallow: /private/\n")
    /// >>> robots.allowed("MyBot", "https://example.com/private/x")
    /// False
    /// >>> Robots.parse("User-agent: *\nDisalow: /", dialect="google").allowed("MyBot", "/")
    /// False
    #[staticmethod]
    #[pyo3(
        signature = (text, *, dialect = DialectName::DEFAULT, byte_limit = Limit::DEFAULT, agent_fallback = AgentFallback::DEFAULT),
        text_signature = "(text, *, dialect='standard', byte_limit=512000, agent_fallback=True)"
    )]
    fn parse(
        py: Python<'_>,
        text: Body<'_>,
        dialect: DialectName,
        byte_limit: Limit,
        agent_fallback: AgentFallback,
    ) -> Robots {
        let options = options(dialect, byte_limit, agent_fallback);
        Robots::parsed(py, text.as_ref(), options)
    }

    /// Returns ``True`` if a crawler may fetch a URL.
    ///
    /// ``agent`` is the crawler's product token, such as ``MyBot``; in the standard dialect, a
    /// whole ``User-Agent`` header works, too. ``url`` is an absolute URL, or a path and query
    /// that start with ``/``. The URL's host is ignored; see :class:`Scope`. Any ``str`` gets an
    /// answer, and lone surrogates are replaced by U+FFFD.
    ///
    /// Raises ``ValueError`` if ``agent`` is a URL, because you have probably swapped the
    /// arguments. To ask about many URLs, use :meth:`matcher`.
    ///
    /// >>> from robots_exclusion import Robots
    /// >>> robots = Robots.parse("User-agent: MyBot\nDisallow: /*.gif$\nAllow: /logo.gif")
    /// >>> robots.allowed("MyBot/1.0", "https://example.com/a.gif")
    /// False
    /// >>> robots.allowed("MyBot/1.0", "https://example.com/logo.gif")
    /// True
    fn allowed(&self, agent: Agent<'_>, url: Url<'_>) -> bool {
        self.inner.allowed(agent.as_ref(), url)
    }

    /// Returns the verdict on a URL: whether a crawler may fetch it, and why; see
    /// :meth:`allowed`.
    ///
    /// >>> from robots_exclusion import Robots
    /// >>> verdict = Robots.parse("User-agent: *\nDisallow: /private/").verdict("MyBot", "/private/x")
    /// >>> verdict.allowed, verdict.line, verdict.rule.pattern
    /// (False, 2, '/private/')
    /// >>> print(verdict)
    /// disallowed by line 2: Disallow: /private/
    fn verdict(&self, agent: Agent<'_>, url: Url<'_>) -> Verdict {
        self.inner.verdict(agent.as_ref(), url).into()
    }

    /// Compiles the rules for a crawler, so that you can ask about many URLs.
    ///
    /// ``agent`` is one name or a sequence of names. If there are several, the first one that
    /// has a group selects it, except in the Google dialect, which merges the groups for all of
    /// them. An empty sequence selects the groups for ``*``.
    ///
    /// >>> from robots_exclusion import Robots
    /// >>> robots = Robots.parse("User-agent: googlebot\nDisallow: /private/")
    /// >>> matcher = robots.matcher(["Googlebot-Image", "Googlebot"])
    /// >>> matcher.allowed("/private/x.png")
    /// False
    pub(crate) fn matcher(this: &Bound<'_, Self>, agent: Agents) -> Matcher {
        let matcher = this.get().inner.matcher_for(&agent.0);
        Matcher::new(matcher, this.as_any().clone().unbind(), agent)
    }

    /// Returns how many seconds the crawler should wait between requests: the largest
    /// ``crawl-delay`` in the groups that it selects, or ``None``.
    ///
    /// RFC 9309 doesn't define this field, and Google ignores it.
    ///
    /// >>> from robots_exclusion import Robots
    /// >>> robots = Robots.parse("User-agent: MyBot\nCrawl-delay: 2.5")
    /// >>> robots.crawl_delay("MyBot"), robots.crawl_delay("OtherBot")
    /// (2.5, None)
    fn crawl_delay(&self, agent: Agent<'_>) -> Option<f64> {
        let delay = self.inner.matcher(agent.as_ref()).crawl_delay();
        delay.map(|delay| delay.as_secs_f64())
    }

    /// Returns the groups in file order, as written.
    ///
    /// >>> from robots_exclusion import Robots
    /// >>> groups = Robots.parse("User-agent: a\nDisallow: /x\nUser-agent: b\nAllow: /").groups()
    /// >>> [(group.agents[0].value, group.line) for group in groups]
    /// [('a', 1), ('b', 3)]
    fn groups<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let groups = self.inner.groups();
        groups.map(|group| types::group(py, &group)).collect()
    }

    /// Returns the ``sitemap`` records in file order, each with its value as written and as a URL.
    ///
    /// Sitemaps don't belong to a group, and don't allow the URLs that they list.
    ///
    /// >>> from robots_exclusion import Robots
    /// >>> robots = Robots.parse("Sitemap: https://example.com/sitemap.xml\nSitemap: /other.xml")
    /// >>> [(sitemap.value, sitemap.url) for sitemap in robots.sitemaps()]
    /// [('https://example.com/sitemap.xml', 'https://example.com/sitemap.xml'), ('/other.xml', None)]
    fn sitemaps<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        types::records(py, self.inner.sitemaps())
    }

    /// Returns the extension records in file order: all except ``user-agent`` lines, rules and
    /// sitemaps. :meth:`Matcher.records` returns the records for one crawler.
    ///
    /// >>> from robots_exclusion import Robots
    /// >>> robots = Robots.parse("Host: example.com\nUser-agent: a\nDisallow: /\nVisit-time: 0100-0230")
    /// >>> [(str(record), record.group_line) for record in robots.records()]
    /// [('Host: example.com', None), ('Visit-time: 0100-0230', 2)]
    fn records<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        types::records(py, self.inner.records())
    }

    /// ``True`` if the text was longer than the limit, in which case its end wasn't read.
    #[getter]
    fn is_truncated(&self) -> bool {
        self.is_truncated
    }

    /// The dialect it was parsed in: ``"standard"`` or ``"google"``.
    #[getter]
    fn dialect(&self) -> PyResult<&'static str> {
        DialectName::of(self.inner.dialect())
    }

    /// The maximum number of bytes to read, or ``None`` if there is no limit.
    #[getter]
    fn byte_limit(&self) -> Option<usize> {
        self.inner.options().byte_limit
    }

    /// ``True`` if a crawler without its own group obeys the group for a more general product
    /// token.
    #[getter]
    fn agent_fallback(&self) -> bool {
        self.inner.options().agent_fallback
    }

    /// The text it was parsed from, up to the limit.
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
        let plural = if groups == 1 { "" } else { "s" };
        Ok(format!(
            "<Robots: {bytes} bytes, {groups} group{plural}, dialect {dialect}>"
        ))
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other
            .cast::<Robots>()
            .is_ok_and(|other| self.key() == other.get().key())
    }

    fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
        PyBytes::new(py, self.inner.text()).hash()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Saved<'py>)> {
        let (dialect, byte_limit, agent_fallback) = option_values(self.inner.options())?;
        let text = PyBytes::new(py, self.inner.text());
        let state = (text, dialect, byte_limit, agent_fallback, self.is_truncated);
        Ok((types::native(py, "_restore_robots")?, state))
    }
}

type Saved<'py> = (Bound<'py, PyBytes>, &'static str, Option<usize>, bool, bool);

/// Restores a file from a pickle.
#[pyfunction(name = "_restore_robots")]
pub(crate) fn restore_robots(
    py: Python<'_>,
    text: Body<'_>,
    dialect: DialectName,
    byte_limit: Limit,
    agent_fallback: AgentFallback,
    is_truncated: bool,
) -> Robots {
    let options = options(dialect, byte_limit, agent_fallback);
    let robots = Robots::parsed(py, text.as_ref(), options);
    Robots {
        is_truncated: robots.is_truncated || is_truncated,
        ..robots
    }
}
