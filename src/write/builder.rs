//! Builds a robots.txt from code.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;
use core::time::Duration;

use percent_encoding::{AsciiSet, CONTROLS, percent_encode};

use crate::agent;
use crate::dialect::Dialect;
use crate::file::Rule;
use crate::options::ParseOptions;
use crate::records::{LONGEST_CRAWL_DELAY, absolute_url};
use crate::robots::Robots;

/// Builds a robots.txt.
///
/// The builder writes exactly what its methods ask for, or fails: [`build`](Self::build) returns
/// the first error. Patterns can't be misread, because `#`, blanks, control characters and
/// non-ASCII characters are percent-encoded, so no value can end its line early or begin another
/// one. A group without rules gets an empty `Disallow:`, because it would otherwise be merged with
/// the next group. Building takes time and memory linear in the length of the file.
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
    /// The lines for the sitemaps.
    sitemaps: String,
    error: Option<BuildError>,
}

/// The lines of a group.
#[derive(Clone, Debug, Default)]
struct Group {
    agents: String,
    rules: String,
    delay: String,
}

impl RobotsBuilder {
    /// Creates a builder for a robots.txt without groups, which allows everything.
    pub fn new() -> RobotsBuilder {
        RobotsBuilder::default()
    }

    /// Begins a group for these crawlers. Each is a product token, or `*` for every crawler without
    /// its own group.
    ///
    /// A token consists of ASCII letters, digits, `-`, `_` and `.`. Some parsers only accept
    /// [letters, `-` and `_`](crate::agent::is_valid_product_token). Any other token is an error,
    /// and so is an empty list.
    pub fn group<A: AsRef<str>>(self, agents: impl IntoIterator<Item = A>) -> RobotsBuilder {
        self.change(|builder| {
            let mut group = Group::default();
            for agent in agents {
                let agent = agent.as_ref();
                // A name is written as given, so all of it must be a token.
                let token = agent::line_token(agent.as_bytes(), Dialect::Standard);
                if agent != "*" && (token.is_empty() || token.len() < agent.len()) {
                    return Err(BuildError::new(BuildErrorKind::NotProductToken, agent));
                }
                group.agents += &format!("User-agent: {agent}\n");
            }
            if group.agents.is_empty() {
                return Err(BuildError::new(BuildErrorKind::NoAgents, ""));
            }
            builder.groups.push(group);
            Ok(())
        })
    }

    /// Adds an `allow` rule to the last group. See [`disallow`](RobotsBuilder::disallow) for the
    /// syntax of patterns.
    pub fn allow(self, pattern: &str) -> RobotsBuilder {
        self.rule(true, pattern)
    }

    /// Adds a `disallow` rule to the last group.
    ///
    /// The pattern must begin with `/` or `*`. A `*` is a wildcard, and a final `$` matches the end
    /// of the URL; write `%2A` or `%24` if you mean a literal `*` or `$`. An empty pattern doesn't
    /// disallow anything. Any other pattern is an error, and so is a rule before the first group.
    pub fn disallow(self, pattern: &str) -> RobotsBuilder {
        self.rule(false, pattern)
    }

    fn rule(self, is_allow: bool, pattern: &str) -> RobotsBuilder {
        self.change(|builder| {
            // Escape the pattern first, so that no part of it can end the line.
            let pattern = pattern_to_write(pattern)?;
            let written = Rule::new(is_allow, pattern.as_bytes(), 0);
            builder.last_group(&pattern)?.rules += &format!("{written}\n");
            Ok(())
        })
    }

    /// Adds a `Crawl-delay`, the time to wait between two requests, to the last group.
    ///
    /// RFC 9309 doesn't specify this field, and Google ignores it. If you set a group's delay
    /// several times, the last one counts. A delay of more than a day is an error, and so is a
    /// delay before the first group.
    pub fn crawl_delay(self, delay: Duration) -> RobotsBuilder {
        self.change(|builder| {
            let seconds = format!("{}.{:09}", delay.as_secs(), delay.subsec_nanos());
            let seconds = seconds.trim_end_matches('0').trim_end_matches('.');
            // A parser would reduce a longer delay to a day.
            if delay > LONGEST_CRAWL_DELAY {
                return Err(BuildError::new(BuildErrorKind::DelayTooLong, seconds));
            }
            builder.last_group(seconds)?.delay = format!("Crawl-delay: {seconds}\n");
            Ok(())
        })
    }

    /// Adds a sitemap, given as an absolute URL without a fragment. It may be on any host.
    ///
    /// The URL is written the way the WHATWG URL Standard serialises it. Any other value is an
    /// error.
    pub fn sitemap(self, url: &str) -> RobotsBuilder {
        self.change(|builder| {
            builder.sitemaps += &format!("Sitemap: {}\n", sitemap_to_write(url)?);
            Ok(())
        })
    }

    /// Makes a change, unless an earlier one failed.
    fn change(
        mut self,
        change: impl FnOnce(&mut RobotsBuilder) -> Result<(), BuildError>,
    ) -> RobotsBuilder {
        if self.error.is_none() {
            self.error = change(&mut self).err();
        }
        self
    }

    /// Returns the last group, to which this value should be added.
    fn last_group(&mut self, value: &str) -> Result<&mut Group, BuildError> {
        let error = || BuildError::new(BuildErrorKind::OutsideGroup, value);
        self.groups.last_mut().ok_or_else(error)
    }

    /// Builds the file and parses it in [`Dialect::Standard`].
    ///
    /// Serve its [text](Robots::text) as `/robots.txt`. Crawlers may ignore everything after its first
    /// 512,000 bytes (RFC 9309 §2.5).
    ///
    /// # Errors
    ///
    /// Returns the first error from the methods above, or an error if the file is longer than 64
    /// MiB.
    pub fn build(self) -> Result<Robots<'static>, BuildError> {
        if let Some(error) = self.error {
            return Err(error);
        }
        let groups = self.groups.iter().map(|group| {
            let rules = match &*group.rules {
                // Without a rule, this group would be merged with the next one.
                "" => "Disallow:\n",
                rules => rules,
            };
            [&group.agents, rules, &group.delay].concat()
        });
        let parts = groups.chain([self.sitemaps]);
        let parts: Vec<String> = parts.filter(|part| !part.is_empty()).collect();
        // A blank line separates parts.
        let text = parts.join("\n");
        // Parse the text, so that the result is what crawlers will read.
        let robots = ParseOptions::new().byte_limit(None).parse_owned(text);
        if robots.is_truncated() {
            return Err(BuildError::new(BuildErrorKind::TooLong, ""));
        }
        Ok(robots)
    }
}

/// The bytes that clients send percent-encoded, and `#`, which would begin a comment.
const ESCAPED: &AsciiSet = &CONTROLS
    .add(b' ')
    .add(b'#')
    .add(b'"')
    .add(b'<')
    .add(b'>')
    .add(b'`');

/// Returns a pattern in which every byte that clients send percent-encoded is escaped.
pub(crate) fn pattern_to_write(pattern: &str) -> Result<String, BuildError> {
    if !matches!(pattern.as_bytes(), [] | [b'/' | b'*', ..]) {
        return Err(BuildError::new(BuildErrorKind::NotPattern, pattern));
    }
    Ok(percent_encode(pattern.as_bytes(), ESCAPED).to_string())
}

/// Returns a sitemap's URL the way the WHATWG URL Standard serialises it.
pub(crate) fn sitemap_to_write(url: &str) -> Result<String, BuildError> {
    let parsed = absolute_url(url.as_bytes()).filter(|url| url.fragment().is_none());
    let written = parsed.map(String::from);
    written.ok_or_else(|| BuildError::new(BuildErrorKind::NotSitemapUrl, url))
}

/// The error returned by [`RobotsBuilder`] for a value that a robots.txt can't express.
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
    /// A crawler's name is neither a product token nor `*`.
    NotProductToken,
    /// A group doesn't name any crawlers.
    NoAgents,
    /// A pattern doesn't begin with `/` or `*`.
    NotPattern,
    /// A rule or a delay comes before the first group.
    OutsideGroup,
    /// A delay is longer than a day.
    DelayTooLong,
    /// A sitemap isn't an absolute URL, or it has a fragment.
    NotSitemapUrl,
    /// The file is longer than 64 MiB, the maximum that is parsed.
    TooLong,
}

impl BuildError {
    fn new(kind: BuildErrorKind, value: &str) -> BuildError {
        let value = value.into();
        BuildError { kind, value }
    }

    /// Returns the kind of this error.
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
