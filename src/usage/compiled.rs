//! The compiled lines for one field.

use alloc::boxed::Box;
use core::cmp::Reverse;
use std::sync::OnceLock;

use super::statement::Statement;
use super::{LABELS, signals};
use crate::canonical;
use crate::dialect::Dialect;
use crate::lexer::Field;
use crate::pattern::{self, Shape, Strategy};
use crate::records::{Record, split_statement};
use crate::target::Target;

/// The lines with each field that apply to a crawler, compiled when one of them is first queried.
/// They are in a box of their own, because most matchers never need them.
pub(crate) type CompiledFields = OnceLock<Box<[Compiled; 2]>>;

/// The lines with one field that apply to a crawler. They are in descending order of path length,
/// and lines with equally long paths are in file order. Real files have one or two of them.
#[derive(Clone, Debug)]
pub(crate) struct Compiled {
    pub(super) field: Field,
    lines: Box<[CompiledLine]>,
}

impl Compiled {
    /// Compiles a field's records. Takes O(n log n) time for n bytes of values.
    pub(crate) fn new<'r>(
        field: Field,
        records: impl Iterator<Item = Record<'r>>,
        dialect: Dialect,
    ) -> Compiled {
        // Each line is parsed once, when a field is first queried.
        let lines = records.map(|record| CompiledLine::new(field, &record, dialect));
        let mut lines: Box<[CompiledLine]> = lines.collect();
        // The sort is stable, so equally long paths stay in file order.
        lines.sort_by_key(|line| Reverse(line.length));
        Compiled { field, lines }
    }

    /// Returns the lines that match a target, in order.
    pub(super) fn matching(&self, target: &Target<'_>) -> impl Iterator<Item = &CompiledLine> {
        let is_match = |line: &&CompiledLine| pattern::matches(line.strategy, &line.body, target);
        self.lines.iter().filter(is_match)
    }

    /// Returns the field's name as it is usually written.
    pub(super) fn field(&self) -> &'static str {
        match self.is_decided_by_key() {
            true => "Content-Signal",
            false => "Content-Usage",
        }
    }

    /// Returns `true` if each key is decided by the longest path among the lines that state it, and
    /// `false` if the longest path decides all labels.
    pub(super) fn is_decided_by_key(&self) -> bool {
        self.field == Field::ContentSignal
    }
}

/// A line, split into its path in canonical spelling and its statement.
#[derive(Clone, Debug)]
pub(super) struct CompiledLine {
    pub(super) number: u32,
    /// The value as written.
    pub(super) value: Box<[u8]>,
    /// The number of bytes that count in the canonical path.
    pub(super) length: usize,
    strategy: Strategy,
    body: Box<[u8]>,
    pub(super) statement: Statement,
}

impl CompiledLine {
    fn new(field: Field, record: &Record<'_>, dialect: Dialect) -> CompiledLine {
        // `/a/*.pdf train-ai=n` is a path followed by a statement.
        let (path, statement) = split_statement(record.value());
        let canonical = canonical::pattern(path, dialect);
        // An empty path matches every URL with length 0, like an empty pattern.
        let (strategy, length, body) = match Shape::of(&canonical, dialect) {
            Some(shape) => (shape.strategy, shape.length(), &canonical[..shape.body]),
            None => (Strategy::default(), 0, &[][..]),
        };
        CompiledLine {
            number: record.line(),
            value: record.value().into(),
            length,
            strategy,
            body: body.into(),
            // A line that doesn't parse still counts as a match.
            statement: Statement::of(field, statement).unwrap_or_default(),
        }
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
