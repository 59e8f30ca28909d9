//! The public view of a parsed file, with its rules, groups and `user-agent` lines.

use alloc::string::String;
use core::fmt;

use super::File;
use crate::agent;
use crate::debug::AsText;
use crate::dialect::Dialect;
use crate::names::named;

named! {
    /// The kind of a rule: `allow` or `disallow`.
    pub enum RuleKind("kind of rule") {
        /// An `allow` line.
        Allow = "allow",
        /// A `disallow` line.
        Disallow = "disallow",
    }
}

/// An `allow` or `disallow` line in a robots.txt.
///
/// `Display` writes the rule as a robots.txt line, replacing invalid UTF-8 with U+FFFD. It doesn't
/// change control characters, so escape them before you print the line to a terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rule<'a> {
    kind: RuleKind,
    pattern: AsText<&'a [u8]>,
    line: u32,
}

impl<'a> Rule<'a> {
    pub(crate) fn new(is_allow: bool, pattern: &'a [u8], line: u32) -> Rule<'a> {
        Rule {
            kind: match is_allow {
                true => RuleKind::Allow,
                false => RuleKind::Disallow,
            },
            pattern: AsText(pattern),
            line,
        }
    }

    /// Returns the kind of the rule.
    pub fn kind(&self) -> RuleKind {
        self.kind
    }

    /// Returns the trimmed path pattern as written. It may be empty or invalid UTF-8.
    pub fn pattern(&self) -> &'a [u8] {
        self.pattern.0
    }

    /// Returns `true` for an `allow` rule.
    pub fn is_allow(&self) -> bool {
        self.kind == RuleKind::Allow
    }

    /// Returns the line number of the rule, starting at 1.
    pub fn line(&self) -> u32 {
        self.line
    }
}

impl fmt::Display for Rule<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Use the usual spelling, regardless of the one in this file.
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

/// One or more `user-agent` lines and the rules after them (RFC 9309 §2.1).
///
/// Groups that name the same agent are separate here, but a query for a crawler merges them.
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
    /// Returns the line number of the first `user-agent` line, starting at 1.
    pub fn line(&self) -> u32 {
        let first = self.file.groups[self.number].first_agent;
        self.file.rows[first as usize].line
    }

    /// Returns the group's `user-agent` lines, in file order.
    pub fn agents(&self) -> impl Iterator<Item = UserAgent<'a>> + Clone + use<'a> {
        self.file.agents(self.file.groups[self.number].agents())
    }

    /// Returns the group's rules in file order, including rules that match nothing.
    pub fn rules(&self) -> impl Iterator<Item = Rule<'a>> + Clone + use<'a> {
        let file = self.file;
        file.rules_of(self.number).map(|number| file.rule(number))
    }
}

impl fmt::Debug for Group<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Group ")?;
        // A group may have thousands of agents.
        f.debug_list().entries(self.agents().take(8)).finish()
    }
}

/// A `user-agent` line in a [`Group`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct UserAgent<'a> {
    pub(super) value: AsText<&'a [u8]>,
    pub(super) line: u32,
    pub(super) dialect: Dialect,
}

impl<'a> UserAgent<'a> {
    /// Returns the trimmed value as written.
    pub fn value(&self) -> &'a [u8] {
        self.value.0
    }

    /// Returns the product token at the start of the value. It is empty if the line names every
    /// crawler, or none.
    pub fn token(&self) -> &'a [u8] {
        agent::line_token(self.value.0, self.dialect)
    }

    /// Returns `true` if the line names every crawler. Its value must be `*`, or begin with `*`
    /// followed by whitespace.
    pub fn is_wildcard(&self) -> bool {
        agent::is_wildcard(self.value.0)
    }

    /// Returns the line number, starting at 1.
    pub fn line(&self) -> u32 {
        self.line
    }
}
