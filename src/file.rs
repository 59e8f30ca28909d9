//! A parsed file, stored as its text and flat tables of groups and lines.
//!
//! ```text
//! text     User-agent: a ⏎ User-agent: b ⏎ Disallow: /x ⏎ User-agent: * ⏎ Allow: / ⏎
//! rows     0 "a"           1 "b"           2 "/x"         3 "*"           4 "/"
//! groups   0: agents from 0, rules from 2                 1: agents from 3, rules from 4
//! ```
//!
//! A group ends at the next group. Each rule is stored once, in its group, no matter how many
//! `user-agent` lines the group has. This means that `k` agents followed by `k` rules cost O(k),
//! and so do `k` groups with one agent each.

#[cfg(feature = "diff")]
mod by_name;
mod names;
mod selection;
mod views;

use alloc::borrow::Cow;
use core::fmt;
use core::ops::Range;

use smallvec::{Array, SmallVec};

use crate::debug::AsText;
use crate::dialect::Dialect;
use crate::lexer::{Field, GroupRecords, Lines, Part};
use crate::options::POSITION_LIMIT;

#[cfg(feature = "diff")]
pub(crate) use self::by_name::ByName;
pub use self::names::NamedCrawler;
pub(crate) use self::names::number_of;
pub use self::selection::Selection;
pub(crate) use self::selection::{Selected, SelectedBy};
pub use self::views::{Group, Rule, RuleKind, UserAgent};

/// A `user-agent`, `allow` or `disallow` line, stored as the range of its value, its kind and its
/// line number.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Row {
    start: u32,
    /// The length of the value times two, plus one for `allow` lines.
    length_and_kind: u32,
    pub(crate) line: u32,
}

const _: () = assert!(POSITION_LIMIT <= (u32::MAX >> 1) as usize);

impl Row {
    pub(crate) fn of_rule(pattern: Range<usize>, is_allow: bool, line: u32) -> Row {
        let Range { start, end } = pattern;
        Row {
            start: start as u32,
            length_and_kind: ((end - start) as u32) << 1 | u32::from(is_allow),
            line,
        }
    }

    pub(crate) fn is_allow(self) -> bool {
        self.length_and_kind & 1 == 1
    }

    /// Returns the range of the value in the text.
    #[inline]
    pub(crate) fn value(self) -> Range<usize> {
        let start = self.start as usize;
        start..start + (self.length_and_kind >> 1) as usize
    }
}

/// A group, which begins with one or more `user-agent` lines and contains all rules up to the next
/// group.
#[derive(Clone, Copy, Debug)]
struct GroupRow {
    first_agent: u32,
    first_rule: u32,
    /// The range of lines between the previous group and this one that may be extension records, or
    /// an empty range. Other lines are excluded, because half of all groups have no records and
    /// many files end with long lists of sitemaps.
    records_before: Part,
}

impl GroupRow {
    /// Returns the row numbers of its `user-agent` lines.
    fn agents(&self) -> Range<usize> {
        self.first_agent as usize..self.first_rule as usize
    }
}

/// A parsed file.
#[derive(Clone)]
pub(crate) struct File<'t> {
    pub(crate) text: Cow<'t, [u8]>,
    pub(crate) dialect: Dialect,
    /// `user-agent` lines and rules, in file order.
    pub(crate) rows: SmallVec<[Row; 12]>,
    groups: SmallVec<[GroupRow; 2]>,
    /// The lines after the last group that may be extension records.
    last_records: Part,
}

impl<'t> File<'t> {
    /// Parses text of at most [`POSITION_LIMIT`] bytes in one pass.
    ///
    /// Each record becomes a row. A `user-agent` row that directly follows the `user-agent` rows of
    /// the last group extends that group. Any other one begins a new group.
    pub(crate) fn new(text: Cow<'t, [u8]>, dialect: Dialect) -> File<'t> {
        debug_assert!(text.len() <= POSITION_LIMIT);
        let mut rows = SmallVec::<[Row; 12]>::new();
        let mut groups = SmallVec::<[GroupRow; 2]>::new();
        // The reader skips everything except `user-agent` lines and rules.
        let mut records = GroupRecords::new(Lines::new(&text, dialect));
        while let Some((field, value, line)) = records.next() {
            let (number, rest) = (rows.len() as u32, text.len() - value.start);
            if field == Field::UserAgent {
                match groups.last_mut() {
                    // There is no rule after the previous `user-agent` line, so this one
                    // belongs to the same group.
                    Some(group) if group.first_rule == number => group.first_rule += 1,
                    _ => {
                        let group = GroupRow {
                            first_agent: number,
                            first_rule: number + 1,
                            records_before: records.take_other_lines(),
                        };
                        push(&mut groups, group, 0, rest / SHORTEST_GROUP);
                    }
                }
            }
            // Rules before the first group have rows, too, but don't belong to a group. Few files
            // have more than one row per 24 bytes.
            let row = Row::of_rule(value, field == Field::Allow, line);
            push(&mut rows, row, rest / 24, rest / SHORTEST_LINE);
        }
        // Files may be kept for a long time, so free the spare capacity if it is more than half of
        // the table. If it is less, copying the table would cost more than it saves. The table of
        // groups only grows to twice its length, so at most half of it is spare.
        if rows.len() < rows.capacity() / 2 {
            rows.shrink_to_fit();
        }
        File {
            last_records: records.take_other_lines(),
            rows,
            groups,
            text,
            dialect,
        }
    }

    pub(crate) fn into_owned(self) -> File<'static> {
        File {
            text: Cow::Owned(self.text.into_owned()),
            ..self
        }
    }

    /// Returns the row numbers of the `user-agent` lines before this line in the group that the line
    /// belongs to. There are none if the line is before the first group. Finding them takes
    /// O(log n) time.
    pub(crate) fn agents_before(&self, line: u32) -> Range<usize> {
        // Rows are in the order of their lines.
        let before = self.rows.partition_point(|row| row.line < line);
        let begins = |group: &GroupRow| (group.first_agent as usize) < before;
        let begun = &self.groups[..self.groups.partition_point(begins)];
        let agents = begun.last().map_or(0..0, GroupRow::agents);
        agents.start..agents.end.min(before)
    }

    /// Returns the `user-agent` lines with these row numbers.
    pub(crate) fn agents(
        &self,
        rows: Range<usize>,
    ) -> impl DoubleEndedIterator<Item = UserAgent<'_>> + ExactSizeIterator + Clone {
        self.rows[rows].iter().map(|&row| UserAgent {
            value: AsText(self.value(row)),
            line: row.line,
            dialect: self.dialect,
        })
    }

    /// Returns the row numbers of a group's rules.
    pub(crate) fn rules_of(&self, group: usize) -> Range<usize> {
        // A group ends where the next one begins.
        let next = self.groups.get(group + 1);
        let end = next.map_or(self.rows.len(), |next| next.first_agent as usize);
        self.groups[group].first_rule as usize..end
    }

    /// Returns the lines in a group that may be extension records, or the ones before the first
    /// group if `group` is `None`.
    pub(crate) fn record_lines(&self, group: Option<usize>) -> Lines<'_> {
        // The lines after a group were recorded when the next one began.
        let next = self.groups.get(group.map_or(0, |group| group + 1));
        let part = next.map_or(self.last_records, |next| next.records_before);
        Lines::of_part(&self.text, part, self.dialect)
    }

    /// Returns all lines.
    pub(crate) fn lines(&self) -> Lines<'_> {
        Lines::new(&self.text, self.dialect)
    }

    fn value(&self, row: Row) -> &[u8] {
        &self.text[row.value()]
    }

    pub(crate) fn rule(&self, number: usize) -> Rule<'_> {
        let row = self.rows[number];
        Rule::new(row.is_allow(), self.value(row), row.line)
    }

    /// Returns the groups in file order.
    pub(crate) fn groups(&self) -> impl Iterator<Item = Group<'_>> + Clone {
        (0..self.groups.len()).map(|number| self.group(number))
    }

    pub(crate) fn group(&self, number: usize) -> Group<'_> {
        Group { file: self, number }
    }
}

/// The length of `allow:` and a line end, the shortest line that has a row.
const SHORTEST_LINE: usize = 7;

/// The length of `useragent:` and `allow:` with their line ends, the shortest lines in a group.
const SHORTEST_GROUP: usize = 11 + SHORTEST_LINE;

/// Appends a row to a table. A full table grows by the expected number of further rows, or to twice
/// its length if that is more, but not beyond the number of rows that are possible.
fn push<A: Array>(rows: &mut SmallVec<A>, row: A::Item, expected: usize, possible: usize) {
    if rows.len() == rows.capacity() {
        rows.reserve_exact(rows.len().max(expected).min(1 + possible));
    }
    rows.push(row);
}

impl fmt::Debug for File<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        AsText(&self.text).fmt(f)
    }
}
