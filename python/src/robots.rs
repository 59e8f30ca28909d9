//! A parsed robots.txt.

use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::arguments::{
    Agent, AgentFallback, Agents, Body, DialectName, Limit, Url, option_values, options,
};
use crate::matcher::{Matcher, Source};
use crate::types;
use crate::verdict::Verdict;

/// From so many bytes on, other threads run while a text is parsed.
const DETACH_BYTES: usize = 16 * 1024;

/// A parsed robots.txt; :meth:`parse` makes one.
///
/// Threads may share it. Two are equal if text and options are. It can be
/// pickled, and then holds the text as it was read. ``str`` writes it anew,
/// with the records that count and nothing else.
#[pyclass(frozen, module = "robots_exclusion")]
pub(crate) struct Robots {
    inner: robots_exclusion::Robots<'static>,
    /// That of the text first parsed: one that comes out of a pickle was cut before.
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
    /// Parses a robots.txt: any bytes, or a ``str``, which stands for its UTF-8.
    ///
    /// Never fails for what a text holds: what is not a record is skipped. ``dialect``
    /// is ``"standard"``, Google's published specification together with RFC 9309, or
    /// ``"google"``, what Google's own parser does, bit for bit. ``byte_limit`` is how
    /// many bytes are read, ``None`` lifts the limit (up to 64 MiB); less than 512,000
    /// does not conform to RFC 9309. Without ``agent_fallback`` a crawler that has no group of
    /// its own obeys that of ``*`` at once, and not that of a more general token
    /// (``googlebot`` for ``Googlebot-Image``).
    ///
    /// Costs time linear in the text; other threads run meanwhile where it is long.
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

    /// Whether a crawler may fetch a URL.
    ///
    /// ``agent`` is the crawler's product token, ``MyBot``; in the standard dialect
    /// a whole ``User-Agent`` header will do. ``url`` is an absolute URL, or its path
    /// and query, which begin with ``/``. Its host is not looked at: see
    /// :class:`Scope`. Any ``str`` gets an answer; U+FFFD stands for lone surrogates.
    ///
    /// For many URLs :meth:`matcher` answers faster.
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

    /// Whether a crawler may fetch a URL, and why; see :meth:`allowed`.
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

    /// The rules for a crawler, compiled for many URLs.
    ///
    /// Of several names, the first that has a group of its own selects it; in the
    /// Google dialect the groups of all of them are merged. An empty list selects the
    /// groups of ``*``.
    ///
    /// >>> from robots_exclusion import Robots
    /// >>> robots = Robots.parse("User-agent: googlebot\nDisallow: /private/")
    /// >>> matcher = robots.matcher(["Googlebot-Image", "Googlebot"])
    /// >>> matcher.allowed("/private/x.png")
    /// False
    pub(crate) fn matcher(this: &Bound<'_, Self>, agent: Agents) -> Matcher {
        let matcher = this.get().inner.matcher_for(&agent.0);
        let source = Source::Robots(this.clone().unbind());
        Matcher::new(matcher, source, agent)
    }

    /// How many seconds the crawler is asked to wait between two requests, if it is:
    /// the largest ``crawl-delay`` of the groups selected for it.
    ///
    /// RFC 9309 does not know this field, and Google does not obey it.
    ///
    /// >>> from robots_exclusion import Robots
    /// >>> robots = Robots.parse("User-agent: MyBot\nCrawl-delay: 2.5")
    /// >>> robots.crawl_delay("MyBot"), robots.crawl_delay("OtherBot")
    /// (2.5, None)
    fn crawl_delay(&self, agent: Agent<'_>) -> Option<f64> {
        let delay = self.inner.matcher(agent.as_ref()).crawl_delay();
        delay.map(|delay| delay.as_secs_f64())
    }

    /// The groups, in file order, as they are written.
    ///
    /// >>> from robots_exclusion import Robots
    /// >>> groups = Robots.parse("User-agent: a\nDisallow: /x\nUser-agent: b\nAllow: /").groups()
    /// >>> [(group.agents[0].value, group.line) for group in groups]
    /// [('a', 1), ('b', 3)]
    fn groups<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let groups = self.inner.groups();
        groups.map(|group| types::group(py, &group)).collect()
    }

    /// The sitemaps, in file order, each with its value as written and as a URL.
    ///
    /// They belong to no group, and being listed exempts a URL from no rule.
    ///
    /// >>> from robots_exclusion import Robots
    /// >>> robots = Robots.parse("Sitemap: https://example.com/sitemap.xml\nSitemap: /other.xml")
    /// >>> [(sitemap.value, sitemap.url) for sitemap in robots.sitemaps()]
    /// [('https://example.com/sitemap.xml', 'https://example.com/sitemap.xml'), ('/other.xml', None)]
    fn sitemaps<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        types::records(py, self.inner.sitemaps())
    }

    /// The extension records, in file order: all but ``user-agent`` lines, rules and
    /// sitemaps. Those for one crawler are in :meth:`Matcher.records`.
    ///
    /// >>> from robots_exclusion import Robots
    /// >>> robots = Robots.parse("Host: example.com\nUser-agent: a\nDisallow: /\nVisit-time: 0100-0230")
    /// >>> [(str(record), record.group_line) for record in robots.records()]
    /// [('Host: example.com', None), ('Visit-time: 0100-0230', 2)]
    fn records<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        types::records(py, self.inner.records())
    }

    /// Whether the text was longer than the limit, and so not all read.
    #[getter]
    fn is_truncated(&self) -> bool {
        self.is_truncated
    }

    /// The dialect it was parsed in: ``"standard"`` or ``"google"``.
    #[getter]
    fn dialect(&self) -> PyResult<&'static str> {
        DialectName::of(self.inner.dialect())
    }

    /// How many bytes are read at most; ``None`` if the limit is lifted.
    #[getter]
    fn byte_limit(&self) -> Option<usize> {
        self.inner.options().get_byte_limit()
    }

    /// Whether a crawler without a group of its own obeys that of a more general
    /// product token.
    #[getter]
    fn agent_fallback(&self) -> bool {
        self.inner.options().get_agent_fallback()
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

/// What a pickle of a robots.txt is read with.
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
