//! Building a robots.txt in code.

use std::mem;
use std::sync::Mutex;
use std::time::Duration;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::arguments::{Agents, Name, Url};
use crate::cached::{locked, seconds};
use crate::robots::Robots;

/// Builds a robots.txt.
///
/// The methods change the builder and return it. :meth:`build` returns exactly the file that you
/// asked for, or raises ``ValueError`` for the first value that a robots.txt can't express.
/// Patterns can't be misread, because ``#``, spaces, control characters and non-ASCII characters
/// are percent-encoded. A group without rules gets an empty ``Disallow:``; otherwise, the next
/// group would join it.
///
/// >>> from robots_exclusion import RobotsBuilder
/// >>> builder = RobotsBuilder().group("SlowBot").crawl_delay(2.5)
/// >>> builder = builder.group("*").disallow("/draft #1").allow("/draft #1/*.css$")
/// >>> print(builder.sitemap("https://example.com/sitemap.xml").build())
/// User-agent: SlowBot
/// Disallow:
/// Crawl-delay: 2.5
/// <BLANKLINE>
/// User-agent: *
/// Disallow: /draft%20%231
/// Allow: /draft%20%231/*.css$
/// <BLANKLINE>
/// Sitemap: https://example.com/sitemap.xml
/// <BLANKLINE>
#[pyclass(frozen, module = "robots_exclusion")]
pub(crate) struct RobotsBuilder(Mutex<robots_exclusion::RobotsBuilder>);

/// Applies a step to the builder, and returns it.
fn with<'b, 'py>(
    builder: &'b Bound<'py, RobotsBuilder>,
    step: impl FnOnce(robots_exclusion::RobotsBuilder) -> robots_exclusion::RobotsBuilder,
) -> &'b Bound<'py, RobotsBuilder> {
    let mut inner = locked(&builder.get().0);
    *inner = step(mem::take(&mut *inner));
    drop(inner);
    builder
}

#[pymethods]
impl RobotsBuilder {
    /// Creates a builder for a file without groups, which allows everything.
    #[new]
    fn new() -> RobotsBuilder {
        RobotsBuilder(Mutex::default())
    }

    /// Begins a group for one crawler or a sequence of crawlers. These are product tokens, or
    /// ``*`` for every crawler without its own group.
    ///
    /// >>> from robots_exclusion import RobotsBuilder
    /// >>> RobotsBuilder().group(["ABot", "BBot"]).disallow("/").build().text
    /// b'User-agent: ABot\nUser-agent: BBot\nDisallow: /\n'
    fn group<'b, 'py>(this: &'b Bound<'py, Self>, agents: Agents) -> &'b Bound<'py, Self> {
        with(this, |builder| builder.group(agents.0))
    }

    /// Adds an ``allow`` rule to the last group; see :meth:`disallow` for the pattern.
    ///
    /// >>> from robots_exclusion import RobotsBuilder
    /// >>> RobotsBuilder().group("*").allow("/a").disallow("/").build().text
    /// b'User-agent: *\nAllow: /a\nDisallow: /\n'
    fn allow<'b, 'py>(this: &'b Bound<'py, Self>, pattern: Name<'_>) -> &'b Bound<'py, Self> {
        with(this, |builder| builder.allow(pattern.as_ref()))
    }

    /// Adds a ``disallow`` rule to the last group.
    ///
    /// The pattern must begin with ``/`` or ``*``. A ``*`` is a wildcard, and a final ``$``
    /// matches the end of the URL, so write ``%2A`` or ``%24`` for a literal ``*`` or ``$``. An
    /// empty pattern doesn't disallow anything.
    ///
    /// >>> from robots_exclusion import RobotsBuilder
    /// >>> RobotsBuilder().group("*").disallow("private/").build()
    /// Traceback (most recent call last):
    /// ValueError: a pattern must begin with `/` or `*`: "private/"
    fn disallow<'b, 'py>(this: &'b Bound<'py, Self>, pattern: Name<'_>) -> &'b Bound<'py, Self> {
        with(this, |builder| builder.disallow(pattern.as_ref()))
    }

    /// Adds a ``Crawl-delay`` to the last group: the seconds to wait between requests, at most a
    /// day.
    ///
    /// RFC 9309 doesn't specify this field, and Google ignores it.
    ///
    /// >>> from robots_exclusion import RobotsBuilder
    /// >>> RobotsBuilder().group("*").crawl_delay(0.5).build().crawl_delay("MyBot")
    /// 0.5
    fn crawl_delay<'b, 'py>(
        this: &'b Bound<'py, Self>,
        delay: f64,
    ) -> PyResult<&'b Bound<'py, Self>> {
        let delay: Duration = seconds("delay", delay)?;
        Ok(with(this, |builder| builder.crawl_delay(delay)))
    }

    /// Adds a sitemap, which must be an absolute URL without a fragment. It may be on any host.
    ///
    /// >>> from robots_exclusion import RobotsBuilder
    /// >>> RobotsBuilder().sitemap("https://example.com/é.xml").build().text
    /// b'Sitemap: https://example.com/%C3%A9.xml\n'
    fn sitemap<'b, 'py>(this: &'b Bound<'py, Self>, url: Url<'_>) -> &'b Bound<'py, Self> {
        with(this, |builder| builder.sitemap(url.as_ref()))
    }

    /// Builds the file and parses it in the standard dialect.
    ///
    /// Serve its :attr:`Robots.text` as ``/robots.txt``.
    ///
    /// >>> from robots_exclusion import RobotsBuilder
    /// >>> RobotsBuilder().group("*").disallow("/a").build().allowed("MyBot", "/a")
    /// False
    fn build(&self) -> PyResult<Robots> {
        let builder = locked(&self.0).clone();
        let robots = builder.build();
        robots
            .map(Robots::from)
            .map_err(|error| PyValueError::new_err(error.to_string()))
    }
}
