//! A parsed file: its text, and flat tables of its rules, `user-agent` lines
//! and groups.
//!
//! ```text
//! text     User-agent: a ⏎ User-agent: b ⏎ Disallow: /x ⏎ User-agent: * ⏎ Allow: / ⏎
//! agents   0 "a"           1 "b"                          2 "*"
//! rules                                    0 "/x"                         1 "/"
//! groups   0: agents from 0, rules from 0                 1: agents from 2, rules from 1
//! ```
//!
//! A row ends where the next one begins. Rules stand once, in their group,
//! however many agents that has: `k` agents followed by `k` rules cost O(k),
//! and so do `k` groups of one agent.

mod selection;
mod views;

use alloc::borrow::Cow;
use core::fmt;
use core::ops::Range;

use smallvec::SmallVec;

use crate::agent;
use crate::debug::Shortened;
use crate::dialect::Dialect;
use crate::lexer::{Field, GroupRecord, GroupRecords, Lines, Part};
use crate::span::Span;

pub use self::selection::Selection;
pub(crate) use self::selection::{Groups, Selected, SelectedBy};
pub use self::views::{Group, Rule, RuleKind, UserAgent};

/// Texts are cut here whatever the limit, so that positions, and lengths of
/// patterns three times as long when escaped, fit into the tables.
pub(crate) const POSITION_LIMIT: usize = 1 << 26;

/// The row of an `allow` or `disallow` line: where its value stands.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RuleRow {
    start: u32,
    /// Twice the length of the value; the lowest bit says `allow`.
    length_and_kind: u32,
    pub(crate) line: u32,
}

const _: () = assert!(POSITION_LIMIT <= (u32::MAX >> 1) as usize);

impl RuleRow {
    fn new(record: GroupRecord) -> RuleRow {
        let is_allow = record.field == Field::Allow;
        RuleRow {
            start: record.value.start,
            length_and_kind: record.value.length << 1 | u32::from(is_allow),
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

/// The row of a `user-agent` line.
#[derive(Clone, Copy, Debug)]
struct AgentRow {
    value: Span,
    line: u32,
    /// The [`initial`] of the value: most lines are not the one that is looked
    /// for, and to see that the text need not be touched.
    initial: u8,
    is_wildcard: bool,
}

impl AgentRow {
    fn new(text: &[u8], record: GroupRecord) -> AgentRow {
        let value = &text[record.value.range()];
        AgentRow {
            value: record.value,
            line: record.line,
            initial: initial(value),
            is_wildcard: agent::is_wildcard(value),
        }
    }
}

/// The first byte, the same for a letter and its capital; zero for an empty value.
#[inline]
fn initial(bytes: &[u8]) -> u8 {
    bytes.first().map_or(0, |first| first | 0x20)
}

/// The row of a group: one or more `user-agent` lines and the rules after
/// them, up to the next group.
#[derive(Clone, Copy, Debug)]
struct GroupRow {
    first_agent: u32,
    first_rule: u32,
    /// From the first to the last of its lines that may be an extension record;
    /// empty if there is none. Half the groups have none, and many files have
    /// long lists of sitemaps after the last group.
    records: Part,
}

/// A parsed file.
#[derive(Clone)]
pub(crate) struct File<'t> {
    text: Cow<'t, [u8]>,
    dialect: Dialect,
    rules: SmallVec<[RuleRow; 8]>,
    agents: SmallVec<[AgentRow; 4]>,
    groups: SmallVec<[GroupRow; 2]>,
    /// The same of the lines before all groups.
    leading_records: Part,
}

impl<'t> File<'t> {
    /// One pass over a text of at most [`POSITION_LIMIT`] bytes.
    pub(crate) fn new(source: Cow<'t, [u8]>, dialect: Dialect) -> File<'t> {
        let text = &*source;
        debug_assert!(text.len() <= POSITION_LIMIT);
        // Files have a rule in 48 bytes, but those that are nearly all rules have
        // twice as many: in most files this is the only allocation.
        let mut file = File {
            text: Cow::Borrowed(b""),
            dialect,
            rules: SmallVec::with_capacity(text.len() / 24),
            agents: SmallVec::new(),
            groups: SmallVec::new(),
            leading_records: Part::default(),
        };
        let mut records = GroupRecords::new(text, dialect);
        while let Some(record) = records.next() {
            if record.field == Field::UserAgent {
                if !file.is_run_open() {
                    file.begin_group(records.take_other_lines());
                }
                file.agents.push(AgentRow::new(text, record));
            } else {
                file.rules.push(RuleRow::new(record));
            }
        }
        file.end_group(records.take_other_lines());
        // Much text without rules, as in a page, is not to cost memory.
        if file.rules.capacity() > file.rules.len() * 3 / 2 + 32 {
            file.rules.shrink_to_fit();
        }
        file.text = source;
        file
    }

    /// Whether another `user-agent` line belongs to the last group: only a rule
    /// ends a run of them.
    fn is_run_open(&self) -> bool {
        let last = self.groups.last();
        last.is_some_and(|group| group.first_rule as usize == self.rules.len())
    }

    /// Begins a group; `records` stand before it.
    fn begin_group(&mut self, records: Part) {
        self.end_group(records);
        self.groups.push(GroupRow {
            first_agent: self.agents.len() as u32,
            first_rule: self.rules.len() as u32,
            records: Part::default(),
        });
    }

    /// Ends the last group, or what stands before all groups, with its records.
    fn end_group(&mut self, records: Part) {
        match self.groups.last_mut() {
            Some(group) => group.records = records,
            None => {
                self.leading_records = records;
                self.rules.clear();
            }
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
    pub(crate) fn dialect(&self) -> Dialect {
        self.dialect
    }

    /// How many groups there are, as they are written.
    pub(crate) fn group_count(&self) -> usize {
        self.groups.len()
    }

    /// From the first row of a group to the first of the next one, or to `end`.
    #[inline]
    fn rows_of(&self, group: usize, first: impl Fn(&GroupRow) -> u32, end: usize) -> Range<usize> {
        let next = self.groups.get(group + 1);
        first(&self.groups[group]) as usize..next.map_or(end, |next| first(next) as usize)
    }

    #[inline]
    fn agents_of(&self, group: usize) -> &[AgentRow] {
        &self.agents[self.rows_of(group, |row| row.first_agent, self.agents.len())]
    }

    /// The numbers of the rules of a group.
    #[inline]
    pub(crate) fn rules_of(&self, group: usize) -> Range<usize> {
        self.rows_of(group, |row| row.first_rule, self.rules.len())
    }

    #[inline]
    pub(crate) fn rule_rows(&self, rules: Range<usize>) -> &[RuleRow] {
        &self.rules[rules]
    }

    /// The lines of a group that may be extension records, or of what stands
    /// before all groups.
    pub(crate) fn record_lines(&self, group: Option<usize>) -> Lines<'_> {
        let part = group.map_or(self.leading_records, |group| self.groups[group].records);
        Lines::of_part(&self.text, part, self.dialect)
    }

    fn agent(&self, row: AgentRow) -> &[u8] {
        &self.text[row.value.range()]
    }

    pub(crate) fn rule(&self, number: usize) -> Rule<'_> {
        let row = self.rules[number];
        Rule {
            kind: RuleKind::of(row.is_allow()),
            pattern: &self.text[row.value()],
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

impl fmt::Debug for File<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("File")
            .field("text", &Shortened(&self.text))
            .field("dialect", &self.dialect)
            .field("groups", &self.groups.len())
            .field("rules", &self.rules.len())
            .finish()
    }
}
