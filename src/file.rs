//! A parsed file: its text, and flat tables of its groups and their lines.
//!
//! ```text
//! text     User-agent: a ⏎ User-agent: b ⏎ Disallow: /x ⏎ User-agent: * ⏎ Allow: / ⏎
//! rows     0 "a"           1 "b"           2 "/x"         3 "*"           4 "/"
//! groups   0: agents from 0, rules from 2                 1: agents from 3, rules from 4
//! ```
//!
//! A group ends where the next one begins. Rules stand once, in their group,
//! however many agents that has: `k` agents followed by `k` rules cost O(k),
//! and so do `k` groups of one agent.

mod selection;
mod views;

use alloc::borrow::Cow;
use core::fmt;
use core::ops::Range;

use smallvec::{Array, SmallVec};

use crate::debug::AsText;
use crate::dialect::Dialect;
use crate::lexer::{Field, GroupRecord, GroupRecords, Lines, Part};

pub use self::selection::Selection;
pub(crate) use self::selection::{Selected, SelectedBy};
pub use self::views::{Group, Rule, RuleKind, UserAgent};

/// Texts are cut here whatever the limit, so that positions, and lengths of
/// patterns three times as long when escaped, fit into the tables.
pub(crate) const POSITION_LIMIT: usize = 1 << 26;

/// The row of a `user-agent`, `allow` or `disallow` line: where its value stands.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Row {
    start: u32,
    /// Twice the length of the value; the lowest bit says `allow`.
    length_and_kind: u32,
    pub(crate) line: u32,
}

const _: () = assert!(POSITION_LIMIT <= (u32::MAX >> 1) as usize);

impl Row {
    fn new(record: GroupRecord) -> Row {
        let Range { start, end } = record.value;
        let is_allow = record.field == Field::Allow;
        Row {
            start: start as u32,
            length_and_kind: ((end - start) as u32) << 1 | u32::from(is_allow),
            line: record.line,
        }
    }

    #[inline]
    pub(crate) fn is_allow(self) -> bool {
        self.length_and_kind & 1 == 1
    }

    /// Where its value stands in the text.
    #[inline]
    pub(crate) fn value(self) -> Range<usize> {
        let start = self.start as usize;
        start..start + (self.length_and_kind >> 1) as usize
    }
}

/// The row of a group: one or more `user-agent` lines and the rules after
/// them, up to the next group.
#[derive(Clone, Copy, Debug)]
struct GroupRow {
    first_agent: u32,
    first_rule: u32,
    /// The lines before it, up to the group before it, that may be extension
    /// records: from the first to the last; empty if there is none. Half the groups
    /// have none, and many files have long lists of sitemaps after the last group.
    records_before: Part,
}

/// A parsed file.
#[derive(Clone)]
pub(crate) struct File<'t> {
    text: Cow<'t, [u8]>,
    pub(crate) dialect: Dialect,
    /// `user-agent` lines and rules, in file order.
    pub(crate) rows: SmallVec<[Row; 12]>,
    groups: SmallVec<[GroupRow; 2]>,
    /// The lines after the last group that may be extension records.
    last_records: Part,
}

impl<'t> File<'t> {
    /// One pass over a text of at most [`POSITION_LIMIT`] bytes.
    pub(crate) fn new(text: Cow<'t, [u8]>, dialect: Dialect) -> File<'t> {
        debug_assert!(text.len() <= POSITION_LIMIT);
        // Room for most files, of which no more is kept than they need. Few have more
        // than a row in 24 bytes.
        let mut rows = SmallVec::<[Row; 128]>::new();
        rows.reserve_exact(text.len() / 24);
        let mut groups = SmallVec::<[GroupRow; 32]>::new();
        let mut records = GroupRecords::new(&text, dialect);
        while let Some(record) = records.next() {
            let (count, rest) = (rows.len() as u32, text.len() - record.value.start);
            if record.field == Field::UserAgent {
                match groups.last_mut() {
                    // Only a rule ends a run of them.
                    Some(group) if group.first_rule == count => group.first_rule += 1,
                    _ => {
                        let group = GroupRow {
                            first_agent: count,
                            first_rule: count + 1,
                            records_before: records.take_other_lines(),
                        };
                        push(&mut groups, group, rest, SHORTEST_GROUP);
                    }
                }
            }
            // Rules before all groups have rows, too, but belong to no group.
            push(&mut rows, Row::new(record), rest, SHORTEST_LINE);
        }
        File {
            last_records: records.take_other_lines(),
            rows: exactly(&mut rows),
            groups: exactly(&mut groups),
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

    #[inline]
    pub(crate) fn text(&self) -> &[u8] {
        &self.text
    }

    #[inline]
    fn agents_of(&self, group: usize) -> &[Row] {
        let group = &self.groups[group];
        &self.rows[group.first_agent as usize..group.first_rule as usize]
    }

    /// The numbers of the rules of a group.
    #[inline]
    pub(crate) fn rules_of(&self, group: usize) -> Range<usize> {
        let next = self.groups.get(group + 1);
        let end = next.map_or(self.rows.len(), |next| next.first_agent as usize);
        self.groups[group].first_rule as usize..end
    }

    /// The lines of a group that may be extension records, or of what stands
    /// before all groups.
    pub(crate) fn record_lines(&self, group: Option<usize>) -> Lines<'_> {
        let next = self.groups.get(group.map_or(0, |group| group + 1));
        let part = next.map_or(self.last_records, |next| next.records_before);
        Lines::of_part(&self.text, part, self.dialect)
    }

    fn value(&self, row: Row) -> &[u8] {
        &self.text[row.value()]
    }

    pub(crate) fn rule(&self, number: usize) -> Rule<'_> {
        let row = self.rows[number];
        Rule {
            kind: RuleKind::of(row.is_allow()),
            pattern: AsText(self.value(row)),
            line: row.line,
        }
    }

    /// The groups in file order.
    pub(crate) fn groups(&self) -> impl Iterator<Item = Group<'_>> + Clone {
        (0..self.groups.len()).map(|number| self.group(number))
    }

    pub(crate) fn group(&self, number: usize) -> Group<'_> {
        Group { file: self, number }
    }
}

/// The length of `allow:`: no line that has a row is shorter.
const SHORTEST_LINE: usize = 7;

/// The length of `useragent:` and `allow:`, the shortest lines of a group.
const SHORTEST_GROUP: usize = 11 + SHORTEST_LINE;

/// Adds a row to a table. One that is full is made twice as long, or as long as it
/// can become: `rest` bytes follow, and each row has `shortest` at least.
#[inline]
fn push<A: Array>(rows: &mut SmallVec<A>, row: A::Item, rest: usize, shortest: usize) {
    if rows.len() == rows.capacity() {
        rows.reserve_exact(rows.len().min(1 + rest / shortest));
    }
    rows.push(row);
}

/// The same rows without spare room.
fn exactly<A: Array, B: Array<Item = A::Item>>(rows: &mut SmallVec<A>) -> SmallVec<B>
where
    A::Item: Copy,
{
    if rows.spilled() {
        SmallVec::from_vec(core::mem::take(rows).into_boxed_slice().into_vec())
    } else {
        SmallVec::from_slice(rows)
    }
}

impl fmt::Debug for File<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("File")
            .field("text", &AsText(&self.text))
            .field("dialect", &self.dialect)
            .field("groups", &self.groups.len())
            .field("rows", &self.rows.len())
            .finish()
    }
}
