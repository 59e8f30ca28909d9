//! From the rules of a file to a block.

use alloc::borrow::Cow;
use alloc::vec;
use alloc::vec::Vec;
use core::cmp::Reverse;
use core::ops::Range;

use smallvec::SmallVec;

use crate::dialect::Dialect;
use crate::file::Row;
use crate::pattern::{self, Shape, Strategy};
use crate::rule_set::block::{Flags, Layout, RuleSet, SIGNATURE};
use crate::rule_set::index::{self, Spread};
use crate::rule_set::keys::literal_key;
use crate::rule_set::signature::Signature;
use crate::rule_set::{KEYS_MAX, LOOK_AT_ALL_MAX, Precedence, SAME_KEY_MAX};
use crate::words;

/// Rules on their way into a [`RuleSet`].
#[derive(Default)]
pub(crate) struct Compiler<'t> {
    text: &'t [u8],
    dialect: Dialect,
    /// The texts of entries that do not stand in the file.
    spelled: Vec<u8>,
    literals: PendingEntries,
    wildcards: PendingEntries,
    /// What matches nothing, or what another entry matches.
    idle: PendingEntries,
}

/// An entry that is not yet in a block.
#[derive(Clone, Copy)]
struct PendingEntry {
    /// Where its text stands: in the file, or if respelled, among the spellings.
    start: u32,
    length: u32,
    /// How much of the text is compared.
    body: u32,
    line: u32,
    flags: Flags,
    /// What it is found by: its [`literal_key`], or its place in the table of buckets.
    found_by: u32,
}

type PendingEntries = SmallVec<[PendingEntry; 32]>;

impl PendingEntry {
    #[inline]
    fn span(&self) -> Range<usize> {
        let start = self.start as usize;
        start..start + self.length as usize
    }

    /// Which bucket it is put in, if any.
    fn bucket(&self) -> u32 {
        self.found_by / index::PLACES
    }

    /// Of the entries that match, the one with the lowest rank decides.
    fn rank(&self) -> (Reverse<Precedence>, u32) {
        let precedence = self.flags.precedence(self.body as usize);
        (Reverse(precedence), self.line)
    }
}

impl<'t> Compiler<'t> {
    pub(crate) fn new(text: &'t [u8], dialect: Dialect) -> Compiler<'t> {
        Compiler {
            text,
            dialect,
            ..Compiler::default()
        }
    }

    /// Adds rules, which stand after those that were added before.
    #[inline]
    pub(crate) fn add_all(&mut self, rules: &[Row]) {
        self.literals.reserve(rules.len());
        for rule in rules {
            let (written, is_allow) = (rule.value(), rule.is_allow());
            let length = written.len() as u32;
            let entry = PendingEntry {
                start: written.start as u32,
                length,
                body: length,
                line: rule.line,
                flags: Flags::new(Strategy::default(), is_allow),
                found_by: 0,
            };
            if pattern::is_plain(self.text, written, is_allow, self.dialect) {
                self.push(entry);
            } else {
                self.add_any(entry);
            }
        }
    }

    /// Adds any rule, given as if its pattern were a plain one.
    fn add_any(&mut self, entry: PendingEntry) {
        let (canonical, shape) = pattern::read(self.text, entry.span(), self.dialect);
        let Some(shape) = shape else {
            self.idle.push(entry);
            return;
        };
        let is_allow = entry.flags.has(Flags::ALLOW);
        let flags = Flags::new(shape.strategy, is_allow);
        let after_body = canonical.len() - shape.body;
        if matches!(canonical, Cow::Borrowed(_)) && after_body <= 1 {
            let suffix = if after_body == 1 { Flags::SUFFIX } else { 0 };
            self.push(PendingEntry {
                flags: flags.with(suffix),
                body: shape.body as u32,
                ..entry
            });
        } else {
            self.add_respelled(flags, &canonical[..shape.body], entry);
        }
        if let Some(folder) = Shape::of_index_folder(&canonical, is_allow, self.dialect) {
            // What decides is shown as the rule is written.
            let flags = Flags::new(folder.strategy, true).with(Flags::FOLDER);
            self.add_respelled(flags, &canonical[..folder.body], entry);
        }
    }

    /// Adds an entry with a body that is not the start of what is written.
    fn add_respelled(&mut self, flags: Flags, body: &[u8], entry: PendingEntry) {
        let start = self.spelled.len();
        self.spelled.extend_from_slice(body);
        self.spelled.extend_from_slice(&self.text[entry.span()]);
        self.spelled
            .extend_from_slice(&(body.len() as u32).to_le_bytes());
        self.push(PendingEntry {
            start: start as u32,
            length: (self.spelled.len() - start) as u32,
            body: body.len() as u32,
            flags: flags.with(Flags::RESPELLED),
            ..entry
        });
    }

    #[inline(always)]
    fn push(&mut self, entry: PendingEntry) {
        if entry.flags.strategy().is_literal() {
            let found_by = u32::from(literal_key(self.body(&entry)));
            self.literals.push(PendingEntry { found_by, ..entry });
        } else {
            self.wildcards.push(entry);
        }
    }

    #[inline]
    fn text(&self, entry: &PendingEntry) -> &[u8] {
        let source = if entry.flags.has(Flags::RESPELLED) {
            &self.spelled
        } else {
            self.text
        };
        &source[entry.span()]
    }

    #[inline]
    fn body(&self, entry: &PendingEntry) -> &[u8] {
        &self.text(entry)[..entry.body as usize]
    }

    /// Chooses what a rule with wildcards is found by: of the hashes that every matching
    /// target has, the one that the fewest rules need.
    fn rarest_hash(&self, wildcards: &[PendingEntry]) -> impl Fn(&[u8]) -> u64 + use<> {
        let spread = Spread::of(wildcards.len() / 8);
        let mut frequency = vec![0_u32; spread.places()];
        for entry in wildcards {
            for hash in index::of_needed_runs(self.body(entry)) {
                frequency[spread.place(hash)] += 1;
            }
        }
        move |body| {
            index::of_needed_runs(body)
                .min_by_key(|&hash| frequency[spread.place(hash)])
                .unwrap_or(index::WITHOUT_HASH)
        }
    }

    /// Puts entries in the order of their places in a table of buckets. Of those that
    /// match the same, the first in rank stays; the others become idle.
    fn spread_over_buckets(
        &mut self,
        entries: &mut PendingEntries,
        hash: impl Fn(&[u8]) -> u64,
    ) -> Spread {
        let spread = Spread::of(entries.len());
        for entry in &mut *entries {
            entry.found_by = spread.place(hash(self.body(entry))) as u32;
        }
        let what = |entry: &PendingEntry| (self.body(entry), entry.flags.strategy());
        spread.sort_by_bucket(entries, |entry| entry.found_by);
        for same_bucket in entries.chunk_by_mut(|one, other| one.bucket() == other.bucket()) {
            same_bucket.sort_unstable_by(|one, other| {
                one.found_by
                    .cmp(&other.found_by)
                    .then_with(|| what(one).cmp(&what(other)))
                    .then_with(|| one.rank().cmp(&other.rank()))
            });
        }
        let mut idle = Vec::new();
        entries.dedup_by(|entry, kept| {
            let is_idle = entry.found_by == kept.found_by && what(entry) == what(kept);
            if is_idle {
                idle.push(*entry);
            }
            is_idle
        });
        self.idle.extend(idle);
        spread
    }

    /// Writes the block; `after` is what its owner keeps there besides the rules.
    pub(crate) fn finish(&mut self, after: &[&[u8]]) -> RuleSet {
        let mut entries = core::mem::take(&mut self.literals);
        let mut wildcards = core::mem::take(&mut self.wildcards);
        let literal_spread =
            needs_buckets(&entries).then(|| self.spread_over_buckets(&mut entries, index::of_body));
        let literals = entries.len();
        // A query stops at the first entry, in all or in a bucket, that cannot win.
        let wildcard_spread = (wildcards.len() > LOOK_AT_ALL_MAX).then(|| {
            let rarest_hash = self.rarest_hash(&wildcards);
            let spread = self.spread_over_buckets(&mut wildcards, rarest_hash);
            wildcards.sort_unstable_by_key(|entry| (entry.bucket(), entry.rank()));
            spread
        });
        if wildcard_spread.is_none() {
            wildcards.sort_unstable_by_key(PendingEntry::rank);
        }
        entries.extend_from_slice(&wildcards);
        entries.extend_from_slice(&self.idle);
        let last_line = entries.iter().map(|entry| entry.line).max();
        let texts: u32 = entries.iter().map(|entry| entry.length).sum();
        let mut layout = Layout {
            literals: literals as u32,
            width: words::width_of(texts.max(entries.len() as u32)),
            line_width: words::width_of(last_line.unwrap_or(0)),
            literal_spread,
            wildcard_spread,
            ..Layout::default()
        };
        let (width, line_width) = (layout.width, layout.line_width);
        let tables = [literal_spread, wildcard_spread].into_iter().flatten();
        let tables: usize = tables.map(|spread| spread.table_length(width)).sum();
        let keys = literal_spread.map_or(literals, |_| 0);
        let of_entries = entries.len() * usize::from(1 + width + line_width) + usize::from(width);
        let signatures = wildcards.len() * SIGNATURE;
        let after_length: usize = after.iter().map(|part| part.len()).sum();
        let length = keys + tables + of_entries + signatures + texts as usize + after_length;
        let mut block = Vec::with_capacity(length);
        let found_by = entries[..literals].iter().map(|entry| entry.found_by);
        match literal_spread {
            None => block.extend(found_by.map(|key| key as u8)),
            Some(spread) => spread.write_table(&mut block, width, 0, found_by),
        }
        layout.flags = block.len() as u32;
        block.extend(entries.iter().map(|entry| entry.flags.0));
        layout.starts = block.len() as u32;
        let mut end = 0;
        let ends = entries.iter().map(|entry| {
            end += entry.length;
            end
        });
        words::write(&mut block, width, [0].into_iter());
        words::write(&mut block, width, ends);
        layout.signatures = block.len() as u32;
        for entry in &wildcards {
            let needed = Signature::needed_by(self.body(entry));
            block.extend_from_slice(&needed.0.to_le_bytes());
        }
        layout.wildcard_table = block.len() as u32;
        if let Some(spread) = wildcard_spread {
            let places = wildcards.iter().map(|entry| entry.found_by);
            spread.write_table(&mut block, width, literals, places);
        }
        layout.texts = block.len() as u32;
        for entry in &entries {
            block.extend_from_slice(self.text(entry));
        }
        layout.lines = block.len() as u32;
        let lines = entries.iter().map(|entry| entry.line);
        words::write(&mut block, line_width, lines);
        for part in after {
            block.extend_from_slice(part);
        }
        debug_assert_eq!(block.len(), length);
        RuleSet {
            bytes: block.into(),
            layout,
        }
    }
}

/// Whether literal rules are so many, or so many of them share a key, that they need
/// buckets.
fn needs_buckets(literals: &[PendingEntry]) -> bool {
    if literals.len() <= SAME_KEY_MAX {
        return false;
    }
    let mut rules = [0; 256];
    for entry in literals {
        rules[usize::from(entry.found_by as u8)] += 1;
    }
    let [without_key, rules @ ..] = rules;
    let most = rules.into_iter().max().unwrap_or(0);
    literals.len() > KEYS_MAX || without_key + most > SAME_KEY_MAX
}
