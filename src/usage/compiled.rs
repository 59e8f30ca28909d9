//! The compiled lines of a crawler.

use alloc::boxed::Box;
use alloc::string::String;
use core::cmp::Reverse;
use core::fmt;
use std::sync::OnceLock;

use super::statement::Statement;
use super::{LABELS, signals};
use crate::canonical;
use crate::dialect::Dialect;
use crate::lexer::Field;
use crate::pattern::{self, Shape, Strategy};
use crate::records::{Record, split_statement};
use crate::target::Target;

/// The lines that apply to a crawler, compiled when they are first queried. Real files have one or
/// two lines. They are in a box of their own, because most matchers never need them.
pub(crate) type CompiledLines = OnceLock<Box<Box<[UsageLine]>>>;

/// A `content-usage` or `content-signal` line, with the length of its path.
///
/// `Display` writes it as a robots.txt line, replacing invalid UTF-8. It keeps control characters,
/// so escape them before you print it to a terminal.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct UsageLine {
    /// The line number, starting at 1.
    pub line: u32,
    /// The path and statement as written, trimmed and without the comment. They may be empty or
    /// invalid UTF-8.
    pub value: Box<[u8]>,
    /// The number of bytes that count in the canonical path, or 0 if there is no path.
    pub length: usize,
    /// `content-usage` or `content-signal`.
    pub field: Field,
    strategy: Strategy,
    body: Box<[u8]>,
    pub(super) statement: Statement,
}

impl UsageLine {
    /// Compiles the records with either field: `content-usage` first, longer paths first, and
    /// equally long ones in file order. Takes O(n log n) time for n bytes of values.
    pub(crate) fn all<'r>(
        records: impl Iterator<Item = Record<'r>>,
        dialect: Dialect,
    ) -> Box<[UsageLine]> {
        let has_field = |field| matches!(field, Field::ContentUsage | Field::ContentSignal);
        let records = records.filter(|record| has_field(record.field()));
        let lines = records.map(|record| UsageLine::new(&record, dialect));
        let mut lines: Box<[UsageLine]> = lines.collect();
        // The sort is stable.
        lines.sort_by_key(|line| (line.field == Field::ContentSignal, Reverse(line.length)));
        lines
    }

    fn new(record: &Record<'_>, dialect: Dialect) -> UsageLine {
        // `/a/*.pdf train-ai=n` is a path followed by a statement.
        let (path, statement) = split_statement(record.value());
        let canonical = canonical::pattern(path, dialect);
        // An empty path matches every URL with length 0, like an empty pattern.
        let (strategy, length, body) = match Shape::of(&canonical, dialect) {
            Some(shape) => (shape.strategy, shape.length(), &canonical[..shape.body]),
            None => (Strategy::default(), 0, &[][..]),
        };
        UsageLine {
            line: record.line(),
            value: record.value().into(),
            length,
            field: record.field(),
            strategy,
            body: body.into(),
            // A line that doesn't parse still counts as a match.
            statement: Statement::of(record.field(), statement).unwrap_or_default(),
        }
    }

    /// Returns `true` if the path matches a target.
    pub(crate) fn matches(&self, target: &Target<'_>) -> bool {
        pattern::matches(self.strategy, &self.body, target)
    }
}

impl fmt::Display for UsageLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let field = match self.field {
            Field::ContentSignal => "Content-Signal",
            _ => "Content-Usage",
        };
        write!(f, "{field}: {}", String::from_utf8_lossy(&self.value))
    }
}

/// Returns the known labels of `content-usage` or keys of `content-signal`.
pub(crate) fn labels(field: Field) -> &'static [&'static str] {
    match field {
        Field::ContentSignal => &signals::KEYS,
        _ => LABELS,
    }
}

/// Returns a field's known label that is equal to `written`, ignoring ASCII case. Dictionary keys
/// are never in upper case.
pub(crate) fn known_label(field: Field, written: &[u8]) -> Option<&'static str> {
    let mut labels = labels(field).iter().copied();
    labels.find(|label| written.eq_ignore_ascii_case(label.as_bytes()))
}
