//! The answer to a query, and the reasons for it.

use core::fmt;

use crate::dialect::Dialect;
use crate::file::{Rule, Selection};
use crate::rule_set::Decision;
use crate::target::Target;

/// A rule that matches a URL, and the length of the match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Match<'a> {
    /// The rule.
    pub rule: Rule<'a>,
    /// The length of the match. This is the number of bytes that count in the canonical pattern
    /// (RFC 9309 §2.2.2). The longest match wins.
    pub length: usize,
}

/// The reason for a verdict.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Reason<'a> {
    /// This rule decides the verdict. It is the longest rule that matches or, if an `allow` and a
    /// `disallow` rule are equally long, the `allow` rule.
    Rule(Rule<'a>),
    /// Groups were selected for the crawler, but none of their rules matches.
    NoRule,
    /// No group applies to the crawler, so everything is allowed.
    NoGroup,
    /// `/robots.txt` itself is always allowed (RFC 9309 §2.2.2).
    RobotsTxt,
    /// No robots.txt is available.
    Unavailable(Unavailable),
}

impl Reason<'_> {
    /// Returns the name of the reason as lower-case words joined by hyphens. Names never change
    /// between releases.
    ///
    /// ```
    /// let robots = robots_exclusion::Robots::parse("user-agent: *\ndisallow: /private/");
    /// assert_eq!(robots.verdict("MyBot", "/public").reason().name(), "no-rule");
    /// ```
    pub fn name(self) -> &'static str {
        match self {
            Reason::Rule(_) => "rule",
            Reason::NoRule => "no-rule",
            Reason::NoGroup => "no-group",
            Reason::RobotsTxt => "robots-txt",
            Reason::Unavailable(_) => "unavailable",
        }
    }
}

/// The answer if there is no file, and the reason for its absence. The answer is `true` if
/// everything is allowed, or `false` if only `/robots.txt` is.
pub(crate) type NoFile = (bool, Unavailable);

/// The reason why no robots.txt is available (RFC 9309 §2.3.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub enum Unavailable {
    /// It hasn't been fetched yet. Everything is disallowed until it is.
    NotFetched,
    /// The server returned this status code: 407, 429 or 5xx (disallowed), or any other 4xx
    /// (allowed). A [`CachePolicy`](crate::fetch::CachePolicy#long-outages) can change what
    /// 401, 403 and 5xx mean.
    Status(u16),
    /// The file wasn't found, using a scheme without status codes (allowed).
    NotFound,
    /// There were more redirects than the crawler follows (allowed, as after a 404).
    TooManyRedirects,
    /// A redirect led to a URL that had already been requested (allowed, as after a 404).
    RedirectLoop,
    /// A redirect led to a scheme that the crawler doesn't support (disallowed).
    UnsupportedScheme,
    /// A redirect led to a host that the crawler doesn't contact (disallowed): see
    /// [`Redirects::same_host_only`](crate::fetch::Redirects::same_host_only).
    RedirectRefused,
    /// The host couldn't be reached because of a failed DNS lookup, a time-out or a reset
    /// connection (disallowed).
    Unreachable,
    /// The response was broken or incomplete (disallowed).
    BrokenResponse,
    /// The host hasn't answered for more than 30 days, and there is no cached copy (allowed).
    UnreachableTooLong,
    /// There is a file, but only the rules for other crawlers were kept (disallowed): see
    /// [`CachePolicy::keep_only_for`](crate::fetch::CachePolicy::keep_only_for).
    NotKept,
}

impl fmt::Display for Unavailable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("robots.txt ")?;
        f.write_str(match self {
            Unavailable::Status(code) => return write!(f, "returned {code}"),
            Unavailable::NotFetched => "has not been fetched yet",
            Unavailable::NotFound => "does not exist",
            Unavailable::TooManyRedirects => "was redirected too often",
            Unavailable::RedirectLoop => "was redirected in a loop",
            Unavailable::UnsupportedScheme => "was redirected to an unsupported scheme",
            Unavailable::RedirectRefused => "was redirected to another host",
            Unavailable::Unreachable => "could not be reached",
            Unavailable::BrokenResponse => "came in a broken response",
            Unavailable::UnreachableTooLong => "could not be obtained for more than 30 days",
            Unavailable::NotKept => "is only kept for other crawlers",
        })
    }
}

/// The answer to a query: whether a crawler may fetch a URL, and why.
///
/// `Display` writes one line for people. It quotes the deciding rule, with the field as `Allow` or
/// `Disallow` and the pattern as written. Patterns are untrusted input, so escape control
/// characters before you print them to a terminal.
///
/// ```
/// let robots = robots_exclusion::Robots::parse("user-agent: *\ndisallow: /private/");
/// let verdict = robots.verdict("MyBot", "/private/x");
/// assert_eq!(verdict.to_string(), "disallowed by line 2: Disallow: /private/");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[must_use]
pub struct Verdict<'a> {
    pub(crate) allowed: bool,
    pub(crate) reason: Reason<'a>,
    pub(crate) selection: Selection<'a>,
    pub(crate) is_incomplete_url: bool,
}

impl<'a> Verdict<'a> {
    /// Creates the verdict of a file, given the deciding rule if there is one.
    pub(crate) fn by_rules(
        target: &Target<'_>,
        decision: Option<(Decision, Rule<'a>)>,
        selection: Selection<'a>,
    ) -> Verdict<'a> {
        let answer = match decision {
            Some((decision, rule)) => (decision.allows(target.dialect), Reason::Rule(rule)),
            None if selection == Selection::None => (true, Reason::NoGroup),
            None => (true, Reason::NoRule),
        };
        Verdict::new(target, answer, selection)
    }

    /// Creates the verdict for a URL when no file is available.
    pub(crate) fn without_file((allowed, why): NoFile, url: &str) -> Verdict<'a> {
        // The dialect doesn't matter here, because all of them give the same answer.
        let target = Target::new(url, Dialect::Standard);
        let answer = (allowed, Reason::Unavailable(why));
        Verdict::new(&target, answer, Selection::None)
    }

    /// Creates a verdict. `/robots.txt` is exempt from all rules and, if no file is available, it is
    /// allowed in every dialect. If it weren't, a crawler that checks this URL before it fetches
    /// the file could never recover.
    fn new(target: &Target<'_>, answer: (bool, Reason<'a>), selection: Selection<'a>) -> Self {
        let is_exempt = target.is_robots_txt();
        let exempt = (true, Reason::RobotsTxt);
        let (allowed, reason) = if is_exempt { exempt } else { answer };
        Verdict {
            allowed,
            reason,
            selection,
            is_incomplete_url: target.is_of_incomplete_url(),
        }
    }

    /// Returns `true` if the crawler may fetch the URL.
    pub fn allowed(&self) -> bool {
        self.allowed
    }

    /// Returns the line number of the deciding rule, starting at 1, or `None` if there is none. In
    /// [`Dialect::Google`](crate::Dialect::Google), this is what `matching_line()` in
    /// google/robotstxt returns, except that 0 becomes `None`.
    pub fn line(&self) -> Option<u32> {
        self.rule().map(|rule| rule.line())
    }

    /// Returns the deciding rule, or `None` if there is none. In
    /// [`Dialect::Google`](crate::Dialect::Google), even a verdict that allows the URL may name a
    /// `disallow` rule if its value is empty.
    pub fn rule(&self) -> Option<Rule<'a>> {
        match self.reason {
            Reason::Rule(rule) => Some(rule),
            _ => None,
        }
    }

    /// Returns the reason for the verdict.
    pub fn reason(&self) -> Reason<'a> {
        self.reason
    }

    /// Returns `true` if the URL neither begins with `/` nor is absolute with a host, which is most
    /// likely a mistake in the calling code. Examples are `private/x` and `localhost:8080/x`.
    ///
    /// The verdict applies to the path that google/robotstxt would read, which is `/x` in both
    /// examples. In your crawler's tests, you can assert that this never happens.
    ///
    /// ```
    /// let robots = robots_exclusion::Robots::parse("user-agent: *\ndisallow: /private/");
    /// let verdict = robots.verdict("MyBot", "private/x");
    /// assert!(verdict.is_incomplete_url() && verdict.allowed());
    /// assert!(!robots.verdict("MyBot", "/private/x").is_incomplete_url());
    /// ```
    pub fn is_incomplete_url(&self) -> bool {
        self.is_incomplete_url
    }

    /// Returns the groups that were selected for the crawler, and the product token that selected
    /// them.
    pub fn selection(&self) -> Selection<'a> {
        self.selection
    }
}

impl fmt::Display for Verdict<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Write the answer first, then the reason for it.
        f.write_str(match self.allowed {
            true => "allowed",
            false => "disallowed",
        })?;
        match self.reason {
            Reason::Rule(rule) => write!(f, " by line {}: {rule}", rule.line()),
            Reason::NoRule => write!(f, ": no rule in {} matches", self.selection),
            Reason::NoGroup => f.write_str(": no group applies to this crawler"),
            Reason::RobotsTxt => f.write_str(": /robots.txt is always allowed"),
            Reason::Unavailable(why) => write!(f, ", because {why}"),
        }
    }
}
