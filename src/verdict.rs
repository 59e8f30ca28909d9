//! The answer to a query, and why it came out so.

use core::fmt;

use crate::file::{Rule, Selection};

/// A rule that matches a URL, and the length that counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Match<'a> {
    pub(crate) rule: Rule<'a>,
    pub(crate) length: usize,
}

impl<'a> Match<'a> {
    /// The rule.
    pub fn rule(&self) -> Rule<'a> {
        self.rule
    }

    /// How many bytes of its canonical pattern count (RFC 9309 §2.2.2): the
    /// rule with the greatest length decides.
    pub fn length(&self) -> usize {
        self.length
    }
}

/// Why a verdict came out as it did.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Reason<'a> {
    /// This rule decides: the longest that matches, `allow` before
    /// `disallow`.
    Rule(Rule<'a>),
    /// Groups were selected for the crawler, but none of their rules matches.
    NoRule,
    /// No group is for the crawler: everything is allowed.
    NoGroup,
    /// `/robots.txt` itself is always allowed (RFC 9309 §2.2.2).
    RobotsTxt,
    /// There is no file to obey.
    Unavailable(Unavailable),
}

impl Reason<'_> {
    /// The name of the reason, which stays the same in every release:
    /// lower-case words joined by hyphens.
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

/// Why there is no robots.txt to obey (RFC 9309 §2.3.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub enum Unavailable {
    /// It was not fetched yet; everything is disallowed until it is.
    NotFetched,
    /// The server answered with this status code: a 4xx (allowed), or a 407,
    /// 429 or 5xx (disallowed).
    Status(u16),
    /// There is no file, by a scheme that has no status codes (allowed).
    NotFound,
    /// More redirects than are followed (allowed, as after a 404).
    TooManyRedirects,
    /// A redirect to a URL already asked for (allowed, as after a 404).
    RedirectLoop,
    /// A redirect to a scheme the crawler does not speak (disallowed).
    UnsupportedScheme,
    /// The host could not be reached: DNS, time-out, reset connection
    /// (disallowed).
    Unreachable,
    /// The response was broken or incomplete (disallowed).
    BrokenResponse,
    /// There was no answer for more than 30 days, and there is no copy
    /// (allowed).
    UnreachableTooLong,
    /// There is a file, but what was kept of it is for other crawlers
    /// (disallowed): see
    /// [`CachePolicy::keep_only_for`](crate::fetch::CachePolicy::keep_only_for).
    NotKept,
}

impl fmt::Display for Unavailable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("robots.txt ")?;
        f.write_str(match self {
            Unavailable::Status(code) => return write!(f, "answered with status {code}"),
            Unavailable::NotFetched => "was not fetched yet",
            Unavailable::NotFound => "does not exist",
            Unavailable::TooManyRedirects => "was redirected too often",
            Unavailable::RedirectLoop => "was redirected in a loop",
            Unavailable::UnsupportedScheme => "was redirected to an unsupported scheme",
            Unavailable::Unreachable => "could not be reached",
            Unavailable::BrokenResponse => "came in a broken response",
            Unavailable::UnreachableTooLong => "could not be obtained for more than 30 days",
            Unavailable::NotKept => "is kept for other crawlers only",
        })
    }
}

/// Whether a crawler may fetch a URL, and why.
///
/// `Display` is one line for people. It quotes the rule: its field as `Allow` or
/// `Disallow`, however it is spelled, and its pattern as it stands in the file, control
/// characters included: escape them before you show it on a terminal.
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
}

impl<'a> Verdict<'a> {
    /// What the rules say, and which of them decides, if one does. `/robots.txt` itself
    /// is allowed whatever they say.
    pub(crate) fn by_rules(
        allowed: bool,
        rule: Option<Rule<'a>>,
        is_robots_txt: bool,
        selection: Selection<'a>,
    ) -> Verdict<'a> {
        let reason = match rule {
            _ if is_robots_txt => Reason::RobotsTxt,
            Some(rule) => Reason::Rule(rule),
            None if selection == Selection::None => Reason::NoGroup,
            None => Reason::NoRule,
        };
        Verdict {
            allowed,
            reason,
            selection,
        }
    }

    /// The answer where there is no file: the same for every URL. Only `/robots.txt`
    /// itself is allowed in every dialect, or a crawler that asks before it fetches
    /// would never recover.
    pub(crate) fn without_file(
        allowed: bool,
        why: Unavailable,
        is_robots_txt: bool,
    ) -> Verdict<'a> {
        let reason = if is_robots_txt {
            Reason::RobotsTxt
        } else {
            Reason::Unavailable(why)
        };
        Verdict {
            allowed: allowed || is_robots_txt,
            reason,
            selection: Selection::None,
        }
    }

    /// Whether the crawler may fetch the URL.
    pub fn allowed(&self) -> bool {
        self.allowed
    }

    /// The line of the rule that decides, from 1; `None` if no rule does. In
    /// [`Dialect::Google`](crate::Dialect::Google) this is the reference's
    /// `matching_line()`, its 0 being `None`.
    pub fn line(&self) -> Option<u32> {
        self.rule().map(|rule| rule.line())
    }

    /// The rule that decides, if one does. In
    /// [`Dialect::Google`](crate::Dialect::Google) a `disallow` rule with an
    /// empty value may be named by a verdict that allows.
    pub fn rule(&self) -> Option<Rule<'a>> {
        match self.reason {
            Reason::Rule(rule) => Some(rule),
            _ => None,
        }
    }

    /// What decided.
    pub fn reason(&self) -> Reason<'a> {
        self.reason
    }

    /// Which groups were selected for the crawler, and by which product token.
    pub fn selection(&self) -> Selection<'a> {
        self.selection
    }
}

impl fmt::Display for Verdict<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let answer = if self.allowed {
            "allowed"
        } else {
            "disallowed"
        };
        f.write_str(answer)?;
        match self.reason {
            Reason::Rule(rule) => write!(f, " by line {}: {rule}", rule.line()),
            Reason::NoRule => write!(f, ": no rule of {} matches", self.selection),
            Reason::NoGroup => f.write_str(": no group is for this crawler"),
            Reason::RobotsTxt => f.write_str(": /robots.txt itself always is"),
            Reason::Unavailable(why) => write!(f, ": {why}"),
        }
    }
}
