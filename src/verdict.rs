//! The answer to a query, and why it came out so.

use alloc::string::String;
use core::fmt;

use crate::dialect::Dialect;
use crate::target::Target;

/// Whether a rule allows or disallows what it matches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RuleKind {
    /// An `allow` line.
    Allow,
    /// A `disallow` line.
    Disallow,
}

/// An `allow` or `disallow` line of a robots.txt.
///
/// `Display` writes it as a line of a robots.txt, bytes that are invalid UTF-8
/// replaced.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rule<'a> {
    pub(crate) kind: RuleKind,
    pub(crate) pattern: &'a [u8],
    pub(crate) line: u32,
}

impl<'a> Rule<'a> {
    /// Whether it allows or disallows.
    pub fn kind(&self) -> RuleKind {
        self.kind
    }

    /// Its path pattern as written: trimmed, but not otherwise changed. Not
    /// always UTF-8; may be empty.
    pub fn pattern(&self) -> &'a [u8] {
        self.pattern
    }

    /// The number of its line, from 1.
    pub fn line(&self) -> u32 {
        self.line
    }
}

impl fmt::Display for Rule<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let field = match self.kind {
            RuleKind::Allow => "Allow:",
            RuleKind::Disallow => "Disallow:",
        };
        match self.pattern {
            [] => f.write_str(field),
            pattern => write!(f, "{field} {}", String::from_utf8_lossy(pattern)),
        }
    }
}

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

/// By which right the rules bind a crawler (RFC 9309 §2.2.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Binding<'a> {
    /// A group names the crawler: this product token, as the crawler has it.
    Own(&'a [u8]),
    /// No group names the crawler, but one names this beginning of its
    /// product token, before a hyphen: `Googlebot-Image` obeys `googlebot`.
    Fallback(&'a [u8]),
    /// The groups of `*` bind it.
    Everyone,
    /// No group binds it: everything is allowed.
    Nobody,
}

impl fmt::Display for Binding<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Binding::Own(token) => write!(f, "the group of {}", String::from_utf8_lossy(token)),
            Binding::Fallback(token) => {
                write!(
                    f,
                    "the more general group of {}",
                    String::from_utf8_lossy(token)
                )
            }
            Binding::Everyone => f.write_str("the group of *"),
            Binding::Nobody => f.write_str("no group"),
        }
    }
}

/// Why a verdict came out as it did.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Reason<'a> {
    /// This rule decides: the longest that matches, `allow` before
    /// `disallow`.
    Rule(Rule<'a>),
    /// Groups bind the crawler, but none of their rules matches.
    NoRule,
    /// No group binds the crawler.
    NoGroup,
    /// `/robots.txt` itself is always allowed (RFC 9309 §2.2.2).
    RobotsTxt,
    /// There is no file to obey.
    Unavailable(Unavailable),
}

/// Why there is no robots.txt to obey (RFC 9309 §2.3.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Unavailable {
    /// It was not fetched yet; everything is disallowed until it is.
    NotFetched,
    /// The server answered with this status code: a 4xx (allowed), or a 407,
    /// 429 or 5xx (disallowed).
    Status(u16),
    /// A scheme without status codes said that there is no file (allowed).
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
    /// No answer for more than 30 days and no copy at hand (allowed).
    UnreachableTooLong,
}

impl fmt::Display for Unavailable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("robots.txt ")?;
        match self {
            Unavailable::NotFetched => f.write_str("was not fetched yet"),
            Unavailable::Status(code) => write!(f, "answered with status {code}"),
            Unavailable::NotFound => f.write_str("does not exist"),
            Unavailable::TooManyRedirects => f.write_str("was redirected too often"),
            Unavailable::RedirectLoop => f.write_str("was redirected in a loop"),
            Unavailable::UnsupportedScheme => {
                f.write_str("was redirected to an unsupported scheme")
            }
            Unavailable::Unreachable => f.write_str("could not be reached"),
            Unavailable::BrokenResponse => f.write_str("came in a broken response"),
            Unavailable::UnreachableTooLong => {
                f.write_str("could not be had for more than 30 days")
            }
        }
    }
}

/// Whether a crawler may fetch a URL, and why.
///
/// `Display` is one line for people:
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
    pub(crate) binding: Binding<'a>,
}

impl<'a> Verdict<'a> {
    /// No rule decides.
    pub(crate) fn no_rule(binding: Binding<'a>) -> Verdict<'a> {
        let reason = match binding {
            Binding::Nobody => Reason::NoGroup,
            _ => Reason::NoRule,
        };
        Verdict {
            allowed: true,
            reason,
            binding,
        }
    }

    /// There is no file: every URL gets the same answer, but `/robots.txt`
    /// itself is allowed, or a crawler that asks before it fetches would
    /// never recover.
    pub(crate) fn without_file(url: &str, allowed: bool, why: Unavailable) -> Verdict<'a> {
        let (allowed, reason) = match Target::new(url, Dialect::Standard).is_robots_txt() {
            true => (true, Reason::RobotsTxt),
            false => (allowed, Reason::Unavailable(why)),
        };
        Verdict {
            allowed,
            reason,
            binding: Binding::Nobody,
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
        self.rule().map(|rule| rule.line)
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

    /// Which groups bind the crawler, and through which product token.
    pub fn binding(&self) -> Binding<'a> {
        self.binding
    }
}

impl fmt::Display for Verdict<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.allowed {
            "allowed"
        } else {
            "disallowed"
        })?;
        match self.reason {
            Reason::Rule(rule) => write!(f, " by line {}: {rule}", rule.line),
            Reason::NoRule => write!(f, ": no rule of {} matches", self.binding),
            Reason::NoGroup => f.write_str(": no group binds this crawler"),
            Reason::RobotsTxt => f.write_str(": /robots.txt itself always is"),
            Reason::Unavailable(why) => write!(f, ": {why}"),
        }
    }
}
