//! A robots.txt built from code.

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt::{self, Write};
use core::time::Duration;

use crate::agent;
use crate::canonical::escape;
use crate::dialect::Dialect;
use crate::file::RuleKind;
use crate::options::ParseOptions;
use crate::records::{LONGEST_CRAWL_DELAY, absolute_url};
use crate::robots::Robots;
use crate::write::writer::Writer;

/// Builds a robots.txt.
///
/// The builder writes exactly what its methods ask for, or fails: [`build`](Self::build) returns the
/// first error. Patterns can't be misread, because `#`, blanks, control characters and non-ASCII
/// characters are percent-encoded, so no value ends its line early or begins another. A group
/// without rules gets an empty `Disallow:`, because the next group would otherwise join it. Time
/// and memory are linear in the length of the file.
///
/// ```
/// use std::time::Duration;
/// use robots_exclusion::RobotsBuilder;
///
/// let robots = RobotsBuilder::new()
///     .group(["SlowBot"])
///     .crawl_delay(Duration::from_millis(2500))
///     .group(["*"])
///     .disallow("/draft #1")
///     .allow("/draft #1/*.css$")
///     .sitemap("https://example.com/sitemap.xml")
///     .build()?;
/// assert_eq!(
///     robots.to_string(),
///     "User-agent: SlowBot\nDisallow:\nCrawl-delay: 2.5\n\n\
///      User-agent: *\nDisallow: /draft%20%231\nAllow: /draft%20%231/*.css$\n\n\
///      Sitemap: https://example.com/sitemap.xml\n",
/// );
/// assert!(!robots.allowed("MyBot", "https://example.com/draft%20%231"));
/// # Ok::<(), robots_exclusion::BuildError>(())
/// ```
#[derive(Clone, Debug, Default)]
#[must_use]
pub struct RobotsBuilder {
    groups: Vec<Group>,
    sitemaps: Vec<String>,
    error: Option<BuildError>,
}

#[derive(Clone, Debug, Default)]
struct Group {
    agents: Vec<String>,
    rules: Vec<(RuleKind, String)>,
    delay: Option<String>,
}

impl RobotsBuilder {
    /// Creates a builder of a robots.txt without groups, which allows everything.
    pub fn new() -> RobotsBuilder {
        RobotsBuilder::default()
    }

    /// Begins a group for these crawlers: product tokens, or `*` for every crawler without a group of
    /// its own.
    ///
    /// A token consists of ASCII letters, digits, `-`, `_` and `.`. Some parsers accept only [letters,
    /// `-` and `_`](crate::agent::is_valid_product_token). Any other token is an error, and so is an
    /// empty list.
    pub fn group<A: AsRef<str>>(mut self, agents: impl IntoIterator<Item = A>) -> RobotsBuilder {
        let mut group = Group::default();
        for agent in agents {
            let agent = agent.as_ref();
            // A name is written as it is, so all of it must be a token.
            let token = agent::line_token(agent.as_bytes(), Dialect::Standard);
            if agent != "*" && (token.is_empty() || token.len() < agent.len()) {
                self.refuse(BuildErrorKind::NotProductToken, agent);
            }
            group.agents.push(agent.into());
        }
        if group.agents.is_empty() {
            self.refuse(BuildErrorKind::NoAgents, "");
        }
        self.groups.push(group);
        self
    }

    /// Adds an `allow` rule to the last group; see [`disallow`](RobotsBuilder::disallow) for the
    /// pattern.
    pub fn allow(self, pattern: &str) -> RobotsBuilder {
        self.rule(RuleKind::Allow, pattern)
    }

    /// Adds a `disallow` rule to the last group.
    ///
    /// The pattern begins with `/` or `*`. In it, `*` is a wildcard, and a final `$` matches the end
    /// of the URL; write `%2A` and `%24` for a literal `*` or `$`. An empty pattern disallows nothing.
    /// Any other pattern is an error, and so is a rule before the first group.
    pub fn disallow(self, pattern: &str) -> RobotsBuilder {
        self.rule(RuleKind::Disallow, pattern)
    }

    fn rule(mut self, kind: RuleKind, pattern: &str) -> RobotsBuilder {
        // Escape the pattern first, so that no part of it ends the line.
        let pattern = match pattern_to_write(pattern) {
            Ok(pattern) => pattern,
            Err(error) => {
                self.error.get_or_insert(error);
                return self;
            }
        };
        match self.groups.last_mut() {
            Some(group) => group.rules.push((kind, pattern)),
            None => self.refuse(BuildErrorKind::OutsideGroup, &pattern),
        }
        self
    }

    /// Adds a `Crawl-delay` to the last group: the time to wait between two requests.
    ///
    /// RFC 9309 doesn't specify this field, and Google ignores it. If a group has several delays, the
    /// last one counts. A delay of more than a day is an error, and so is a delay before the first
    /// group.
    pub fn crawl_delay(mut self, delay: Duration) -> RobotsBuilder {
        let mut seconds = delay.as_secs().to_string();
        if delay.subsec_nanos() > 0 {
            // Writing to a string cannot fail.
            let _ = write!(seconds, ".{:09}", delay.subsec_nanos());
            seconds.truncate(seconds.trim_end_matches('0').len());
        }
        // A parser would reduce it to a day.
        if delay > LONGEST_CRAWL_DELAY {
            self.refuse(BuildErrorKind::DelayTooLong, &seconds);
        }
        match self.groups.last_mut() {
            Some(group) => group.delay = Some(seconds),
            None => self.refuse(BuildErrorKind::OutsideGroup, &seconds),
        }
        self
    }

    /// Adds a sitemap: an absolute URL without a fragment, on any host.
    ///
    /// The URL is written as serialised by the WHATWG URL Standard. Any other value is an error.
    pub fn sitemap(mut self, url: &str) -> RobotsBuilder {
        match sitemap_to_write(url) {
            Ok(url) => self.sitemaps.push(url),
            Err(error) => _ = self.error.get_or_insert(error),
        }
        self
    }

    fn refuse(&mut self, kind: BuildErrorKind, value: &str) {
        self.error.get_or_insert(BuildError::new(kind, value));
    }

    /// Builds the file and parses it in [`Dialect::Standard`].
    ///
    /// Serve its [text](Robots::text) as `/robots.txt`. Crawlers may ignore everything after its first
    /// 512,000 bytes (RFC 9309 §2.5).
    ///
    /// # Errors
    ///
    /// Returns the first error of the methods above, or an error if the file is longer than 64 MiB.
    pub fn build(self) -> Result<Robots<'static>, BuildError> {
        if let Some(error) = self.error {
            return Err(error);
        }
        let mut text = String::new();
        // Writing to a string cannot fail.
        let _ = self.write(&mut text);
        // Parsing shows that the text is what its crawlers will read.
        let robots = ParseOptions::new().byte_limit(None).parse_owned(text);
        if robots.is_truncated() {
            return Err(BuildError::new(BuildErrorKind::TooLong, ""));
        }
        Ok(robots)
    }

    fn write(&self, text: &mut String) -> fmt::Result {
        let mut writer = Writer::new(text, Dialect::Standard);
        for group in &self.groups {
            writer.part();
            for agent in &group.agents {
                writer.user_agent(agent.as_bytes())?;
            }
            for (kind, pattern) in &group.rules {
                writer.pattern(*kind, pattern.as_bytes())?;
            }
            // Without a rule, the next group would join this one.
            if group.rules.is_empty() {
                writer.pattern(RuleKind::Disallow, b"")?;
            }
            if let Some(delay) = &group.delay {
                writer.named("Crawl-delay", delay)?;
            }
        }
        writer.part();
        for sitemap in &self.sitemaps {
            writer.named("Sitemap", sitemap)?;
        }
        Ok(())
    }
}

/// Returns a pattern with every byte escaped that clients send percent-encoded.
pub(crate) fn pattern_to_write(pattern: &str) -> Result<String, BuildError> {
    if !matches!(pattern.as_bytes(), [] | [b'/' | b'*', ..]) {
        return Err(BuildError::new(BuildErrorKind::NotPattern, pattern));
    }
    let is_escaped =
        |byte: u8| byte <= b' ' || byte >= 0x7F || matches!(byte, b'#' | b'"' | b'<' | b'>' | b'`');
    Ok(escape(pattern.as_bytes(), &is_escaped).into_owned())
}

/// Returns the URL of a sitemap as serialised by the WHATWG URL Standard.
pub(crate) fn sitemap_to_write(url: &str) -> Result<String, BuildError> {
    let parsed = absolute_url(url.as_bytes()).filter(|url| url.fragment().is_none());
    let written = parsed.map(String::from);
    written.ok_or_else(|| BuildError::new(BuildErrorKind::NotSitemapUrl, url))
}

/// An error of [`RobotsBuilder`]: a value that a robots.txt can't express.
///
/// ```
/// use robots_exclusion::{BuildErrorKind, RobotsBuilder};
///
/// let error = RobotsBuilder::new().group(["*"]).disallow("private/").build().unwrap_err();
/// assert_eq!(error.kind(), BuildErrorKind::NotPattern);
/// assert_eq!(error.to_string(), "a pattern must begin with `/` or `*`: \"private/\"");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BuildError {
    kind: BuildErrorKind,
    value: String,
}

/// The kind of a [`BuildError`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum BuildErrorKind {
    /// The name of a crawler is neither a product token nor `*`.
    NotProductToken,
    /// A group names no crawler.
    NoAgents,
    /// A pattern begins with neither `/` nor `*`.
    NotPattern,
    /// A rule or a delay comes before the first group.
    OutsideGroup,
    /// A delay is longer than a day.
    DelayTooLong,
    /// A sitemap is not an absolute URL, or has a fragment.
    NotSitemapUrl,
    /// The file is longer than 64 MiB, the most that is parsed.
    TooLong,
}

impl BuildError {
    fn new(kind: BuildErrorKind, value: &str) -> BuildError {
        let value = value.into();
        BuildError { kind, value }
    }

    /// Returns the kind of the error.
    pub fn kind(&self) -> BuildErrorKind {
        self.kind
    }
}

impl fmt::Display for BuildError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.kind {
            BuildErrorKind::NotProductToken => "neither a product token nor `*`",
            BuildErrorKind::NoAgents => "a group must name at least one crawler",
            BuildErrorKind::NotPattern => "a pattern must begin with `/` or `*`",
            BuildErrorKind::OutsideGroup => "add a group first",
            BuildErrorKind::DelayTooLong => "a crawl-delay can't be longer than a day",
            BuildErrorKind::NotSitemapUrl => "a sitemap must be an absolute URL without a fragment",
            BuildErrorKind::TooLong => "the file is longer than 64 MiB, which is the limit",
        })?;
        match self.kind {
            BuildErrorKind::NoAgents | BuildErrorKind::TooLong => Ok(()),
            _ => write!(f, ": {:?}", self.value),
        }
    }
}

impl core::error::Error for BuildError {}
