//! What the public sees of a file: rules, groups, `user-agent` lines.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use super::File;
use crate::agent;
use crate::debug::AsText;
use crate::dialect::Dialect;

/// Whether a rule allows or disallows what it matches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RuleKind {
    /// An `allow` line.
    Allow,
    /// A `disallow` line.
    Disallow,
}

impl RuleKind {
    pub(crate) fn of(is_allow: bool) -> RuleKind {
        if is_allow {
            RuleKind::Allow
        } else {
            RuleKind::Disallow
        }
    }
}

/// An `allow` or `disallow` line of a robots.txt.
///
/// `Display` writes it as a line of a robots.txt, bytes that are invalid UTF-8
/// replaced. Control characters stand in it as they do in the file: escape them
/// before you show it on a terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rule<'a> {
    pub(crate) kind: RuleKind,
    pub(crate) pattern: AsText<'a>,
    pub(crate) line: u32,
}

impl<'a> Rule<'a> {
    /// Whether it allows or disallows.
    pub fn kind(&self) -> RuleKind {
        self.kind
    }

    /// Its path pattern as written: trimmed, but not otherwise changed. May be
    /// empty, and may be invalid UTF-8.
    pub fn pattern(&self) -> &'a [u8] {
        self.pattern.0
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
        match self.pattern() {
            [] => f.write_str(field),
            pattern => write!(f, "{field} {}", String::from_utf8_lossy(pattern)),
        }
    }
}

/// One or more `user-agent` lines and the rules after them, as they stand in
/// the file (RFC 9309 §2.1).
///
/// Groups that name the same agent are merged when a crawler is asked about,
/// but listed separately here.
///
/// ```
/// use robots_exclusion::Robots;
///
/// let robots = Robots::parse("user-agent: a\nuser-agent: b/1.0\ndisallow: /x");
/// let group = robots.groups().next().unwrap();
/// let agent = group.agents().last().unwrap();
/// assert_eq!((agent.value(), agent.token(), agent.line()), (&b"b/1.0"[..], &b"b"[..], 2));
/// assert_eq!(group.rules().next().unwrap().line(), 3);
/// ```
#[derive(Clone)]
pub struct Group<'a> {
    pub(crate) file: &'a File<'a>,
    pub(crate) number: usize,
}

impl<'a> Group<'a> {
    /// The line of its first `user-agent` line, from 1.
    pub fn line(&self) -> u32 {
        self.file.agents_of(self.number)[0].line
    }

    /// Its `user-agent` lines, in file order.
    pub fn agents(&self) -> impl Iterator<Item = UserAgent<'a>> + Clone + use<'a> {
        let file = self.file;
        let agents = file.agents_of(self.number).iter();
        agents.map(|&row| UserAgent {
            value: file.value(row),
            line: row.line,
            dialect: file.dialect,
        })
    }

    /// Its rules, in file order, including those that match nothing.
    pub fn rules(&self) -> impl Iterator<Item = Rule<'a>> + Clone + use<'a> {
        let file = self.file;
        file.rules_of(self.number).map(|number| file.rule(number))
    }
}

impl fmt::Debug for Group<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let agents = self.agents().take(8).collect::<Vec<_>>();
        f.debug_struct("Group")
            .field("line", &self.line())
            .field("agents", &agents)
            .field("rules", &self.file.rules_of(self.number).len())
            .finish()
    }
}

/// A `user-agent` line of a [`Group`].
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct UserAgent<'a> {
    value: &'a [u8],
    line: u32,
    dialect: Dialect,
}

impl<'a> UserAgent<'a> {
    /// Its value as written, trimmed.
    pub fn value(&self) -> &'a [u8] {
        self.value
    }

    /// The product token that its value is cut to; empty if it names no
    /// crawler, or every crawler.
    pub fn token(&self) -> &'a [u8] {
        agent::line_token(self.value, self.dialect)
    }

    /// Whether it names every crawler: `*`, or `*` and whitespace.
    pub fn is_wildcard(&self) -> bool {
        agent::is_wildcard(self.value)
    }

    /// Its line, from 1.
    pub fn line(&self) -> u32 {
        self.line
    }
}

impl fmt::Debug for UserAgent<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("UserAgent")
            .field("value", &AsText(self.value))
            .field("line", &self.line)
            .finish()
    }
}
