//! Patterns that no robots.txt can contain.

use core::fmt;

use crate::dialect::Dialect;
use crate::file::RuleKind;
use crate::lexer::Lines;

/// The error that [`Matcher::from_rules`](crate::Matcher::from_rules) returns for a pattern that
/// no robots.txt can contain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InvalidPattern {
    number: usize,
}

impl InvalidPattern {
    pub(super) fn new(number: usize) -> InvalidPattern {
        InvalidPattern { number }
    }

    /// Returns the index of the rule in the list, starting at 0.
    pub fn rule(&self) -> usize {
        self.number
    }
}

impl fmt::Display for InvalidPattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "the pattern of rule {} cannot be written in a robots.txt",
            self.number
        )
    }
}

impl core::error::Error for InvalidPattern {}

/// Returns `true` if the parser reads back exactly this pattern from a line that contains it.
///
/// The line begins with the shortest field that is parsed for this kind of rule, because lines have a
/// maximum length in some dialects.
pub(super) fn is_writable(kind: RuleKind, pattern: &[u8], dialect: Dialect) -> bool {
    let field: &[u8] = match kind {
        RuleKind::Allow => b"allow:",
        RuleKind::Disallow if dialect.accepts_misspelled_fields() => b"disalow:",
        RuleKind::Disallow => b"disallow:",
    };
    let line = [field, pattern].concat();
    let mut lines = Lines::new(&line, dialect);
    lines.next().is_some_and(|line| line.value() == pattern) && lines.next().is_none()
}
