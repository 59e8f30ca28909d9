//! From the rules of a file to a block.

use alloc::borrow::Cow;
use alloc::vec;
use alloc::vec::Vec;
use core::cmp::Reverse;

use smallvec::SmallVec;

use crate::dialect::Dialect;
use crate::file::{POSITION_LIMIT, Row};
use crate::pattern::{self, Shape, Strategy};
use crate::rule_set::block::{Counts, Flags, RuleSet, literal_key, write_numbers};
use crate::rule_set::index::{self, Spread};
use crate::rule_set::signature::Signature;
use crate::rule_set::{KEYS_MAX, LOOK_AT_ALL_MAX, Precedence, SAME_KEY_MAX};
use crate::span::Span;

/// Rules on their way into a [`RuleSet`].
pub(crate) struct Compiler<'t> {
    text: &'t [u8],
    dialect: Dialect,
    /// The texts of entries that do not stand in the file.
    spelled: Vec<u8>,
    literals: SmallVec<[PendingEntry; 64]>,
    wildcards: SmallVec<[PendingEntry; 16]>,
    /// What matches nothing, or what another entry matches.
    idle: SmallVec<[PendingEntry; 4]>,
    last_line: u32,
}

/// An entry of a block to be.
#[derive(Clone, Copy)]
struct PendingEntry {
    /// Where its text stands: in the file, or if respelled, among the spellings.
    text: Span,
    /// How much of the text is compared.
    body: u32,
    line: u32,
    flags: Flags,
    /// See [`literal_key`]; of literal entries only.
    key: u8,
}

impl PendingEntry {
    #[inline]
    fn precedence(&self) -> Precedence {
        self.flags.precedence(self.body as usize)
    }
}

impl<'t> Compiler<'t> {
    pub(crate) fn new(text: &'t [u8], dialect: Dialect) -> Compiler<'t> {
        Compiler {
            text,
            dialect,
            spelled: Vec::new(),
            literals: SmallVec::new(),
            wildcards: SmallVec::new(),
            idle: SmallVec::new(),
            last_line: 0,
        }
    }

    /// Makes room for so many rules.
    pub(crate) fn reserve(&mut self, rules: usize) {
        self.literals.reserve(rules);
    }

    /// Adds a rule. `line` is its line, or another number that rises from rule
    /// to rule.
    #[inline(always)]
    pub(crate) fn add(&mut self, rule: Row, line: u32) {
        let (written, is_allow) = (rule.value(), rule.is_allow());
        let bytes = &self.text[written.clone()];
        let text = Span::new(written);
        let entry = PendingEntry {
            text,
            body: text.length,
            line,
            flags: Flags::new(Strategy::default(), is_allow),
            key: literal_key(bytes),
        };
        self.last_line = line;
        if pattern::is_plain(self.text, rule.value(), is_allow, self.dialect) {
            self.literals.push(entry);
        } else {
            self.add_any(entry);
        }
    }

    /// Adds any rule, given as if its pattern were a plain one.
    fn add_any(&mut self, entry: PendingEntry) {
        let (canonical, shape) = pattern::read(self.text, entry.text.range(), self.dialect);
        let Some(shape) = shape else {
            self.idle.push(entry);
            return;
        };
        let is_allow = entry.flags.has(Flags::ALLOW);
        let flags = Flags::new(shape.strategy, is_allow);
        let body = shape.body as u32;
        match (&canonical, canonical.len() - shape.body) {
            (Cow::Borrowed(_), 0) => self.push(PendingEntry { flags, ..entry }),
            (Cow::Borrowed(_), 1) => self.push(PendingEntry {
                flags: flags.with(Flags::SUFFIX),
                body,
                ..entry
            }),
            _ => self.add_respelled(flags, &canonical[..shape.body], entry),
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
        self.spelled
            .extend_from_slice(&self.text[entry.text.range()]);
        self.spelled
            .extend_from_slice(&(body.len() as u32).to_le_bytes());
        self.push(PendingEntry {
            text: Span::new(start..self.spelled.len()),
            body: body.len() as u32,
            flags: flags.with(Flags::RESPELLED),
            ..entry
        });
    }

    fn push(&mut self, entry: PendingEntry) {
        if entry.flags.strategy().is_literal() {
            let key = literal_key(self.body(&entry));
            self.literals.push(PendingEntry { key, ..entry });
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
        &source[entry.text.range()]
    }

    #[inline]
    fn body(&self, entry: &PendingEntry) -> &[u8] {
        &self.text(entry)[..entry.body as usize]
    }

    /// Whether literal rules are so many, or so many of them share a key, that
    /// they need buckets.
    fn needs_buckets(&self) -> bool {
        if self.literals.len() <= SAME_KEY_MAX {
            return false;
        }
        let mut rules = [0; 256];
        for entry in &self.literals {
            rules[usize::from(entry.key)] += 1;
        }
        let [without_key, rules @ ..] = rules;
        let most = rules.into_iter().max().unwrap_or(0);
        self.literals.len() > KEYS_MAX || without_key + most > SAME_KEY_MAX
    }

    /// By what a rule with wildcards is found: of the hashes that a target which
    /// matches has, the one that fewest rules need.
    fn rarest_hash(&self) -> impl Fn(&Compiler<'_>, &PendingEntry) -> u64 + use<> {
        let spread = Spread::of(self.wildcards.len() / 8);
        let mut frequency = vec![0_u32; spread.places()];
        for entry in &self.wildcards {
            for hash in index::of_needed_runs(self.body(entry)) {
                frequency[spread.place(hash)] += 1;
            }
        }
        move |compiler, entry| {
            index::of_needed_runs(compiler.body(entry))
                .min_by_key(|&hash| frequency[spread.place(hash)])
                .unwrap_or(index::WITHOUT_HASH)
        }
    }

    /// Entries in the order of their hashes, and those. Of entries that match the
    /// same, the first in rank stays; the others become idle.
    fn sorted_by_hash(
        &mut self,
        entries: &[PendingEntry],
        hash: impl Fn(&Compiler<'_>, &PendingEntry) -> u64,
    ) -> (Vec<PendingEntry>, Vec<u64>) {
        // The number of an entry follows its hash.
        const NUMBER: u64 = POSITION_LIMIT as u64;
        let mut hashed: Vec<u64> = entries
            .iter()
            .zip(0..)
            .map(|(entry, number)| hash(self, entry) * NUMBER + number)
            .collect();
        hashed.sort_unstable();
        let entry = |hashed: u64| &entries[(hashed % NUMBER) as usize];
        let what = |entry: &PendingEntry| (self.body(entry), entry.flags.strategy());
        let mut sorted: Vec<PendingEntry> = Vec::with_capacity(entries.len());
        let mut hashes = Vec::with_capacity(entries.len());
        let mut idle = Vec::new();
        for same_hash in hashed.chunk_by_mut(|one, other| one / NUMBER == other / NUMBER) {
            if same_hash.len() > 1 {
                same_hash.sort_by(|&one, &other| {
                    let (one, other) = (entry(one), entry(other));
                    let by_what = what(one).cmp(&what(other));
                    by_what.then_with(|| other.precedence().cmp(&one.precedence()))
                });
            }
            let first = sorted.len();
            for &hashed in &*same_hash {
                let entry = entry(hashed);
                if sorted[first..]
                    .last()
                    .is_some_and(|last| what(last) == what(entry))
                {
                    idle.push(*entry);
                } else {
                    sorted.push(*entry);
                    hashes.push(hashed / NUMBER);
                }
            }
        }
        self.idle.extend(idle);
        (sorted, hashes)
    }

    /// Compiles the rules. `write_after` writes what the owner keeps in the
    /// block besides, `after` bytes.
    pub(crate) fn finish(
        &mut self,
        after: usize,
        write_after: impl FnOnce(&mut Vec<u8>),
    ) -> RuleSet {
        let mut literal_hashes = Vec::new();
        if self.needs_buckets() {
            let entries = core::mem::take(&mut self.literals);
            let hash = |compiler: &Compiler<'_>, entry: &PendingEntry| {
                index::of_body(compiler.body(entry))
            };
            let (entries, hashes) = self.sorted_by_hash(&entries, hash);
            (self.literals, literal_hashes) = (entries.into(), hashes);
        }
        let mut wildcard_hashes = Vec::new();
        if self.wildcards.len() > LOOK_AT_ALL_MAX {
            let hash = self.rarest_hash();
            let entries = core::mem::take(&mut self.wildcards);
            let (entries, hashes) = self.sorted_by_hash(&entries, hash);
            (self.wildcards, wildcard_hashes) = (entries.into(), hashes);
        } else {
            // The first that matches decides.
            self.wildcards
                .sort_unstable_by_key(|entry| (Reverse(entry.precedence()), entry.line));
        }
        let literals = self.literals.len();
        let mut entries = core::mem::take(&mut self.literals);
        entries.extend_from_slice(&self.wildcards);
        entries.extend_from_slice(&self.idle);
        let texts: u32 = entries.iter().map(|entry| entry.text.length).sum();
        let counts = Counts {
            literals: literals as u32,
            wildcards: self.wildcards.len() as u32,
            entries: entries.len() as u32,
            is_wide: texts > u32::from(u16::MAX),
            line_width: match self.last_line {
                0..=0xFF => 1,
                0x100..=0xFFFF => 2,
                _ => 4,
            },
            buckets_literals: !literal_hashes.is_empty(),
            buckets_wildcards: !wildcard_hashes.is_empty(),
        };
        let length = counts.block_length(texts) + after;
        let mut block = Vec::with_capacity(length);
        block.extend(
            entries[..counts.keys() as usize]
                .iter()
                .map(|entry| entry.key),
        );
        block.extend(entries.iter().map(|entry| entry.flags.byte()));
        let width = counts.width() as u8;
        let mut end = 0;
        let ends = entries.iter().map(|entry| {
            end += entry.text.length;
            end
        });
        write_numbers(&mut block, width, [0].into_iter());
        write_numbers(&mut block, width, ends);
        for entry in &self.wildcards {
            let needed = Signature::needed_by(self.body(entry));
            block.extend_from_slice(&needed.to_bytes());
        }
        for entry in &entries {
            block.extend_from_slice(self.text(entry));
        }
        let lines = entries.iter().map(|entry| entry.line);
        write_numbers(&mut block, counts.line_width, lines);
        if let Some(spread) = counts.literal_spread() {
            spread.write(&mut block, literal_hashes, 0);
        }
        if let Some(spread) = counts.wildcard_spread() {
            spread.write(&mut block, wildcard_hashes, counts.literals);
        }
        write_after(&mut block);
        debug_assert_eq!(block.len(), length);
        RuleSet {
            bytes: block.into(),
            counts,
        }
    }
}
