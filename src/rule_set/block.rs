//! The block of memory that holds compiled rules.

use alloc::boxed::Box;
use core::ops::Range;

use crate::debug::AsText;
use crate::file::{Rule, RuleKind};
use crate::pattern::{self, Strategy};
use crate::rule_set::index::{Buckets, Spread};
use crate::rule_set::signature::Signature;
use crate::rule_set::{Decision, Precedence};
use crate::target::Target;
use crate::words;

/// Kind and strategy of a rule, in a byte.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Flags(pub(super) u8);

impl Flags {
    const STRATEGY: u8 = (1 << Strategy::BITS) - 1;
    pub(super) const ALLOW: u8 = 1 << Strategy::BITS;
    /// A `$` or a `*` follows the body in the text: as the pattern is written.
    pub(super) const SUFFIX: u8 = Flags::ALLOW << 1;
    /// The pattern is written otherwise: text and length of the written one
    /// follow the body.
    pub(super) const RESPELLED: u8 = Flags::ALLOW << 2;
    /// The folder of an index page, which belongs to the rule of another entry.
    pub(super) const FOLDER: u8 = Flags::ALLOW << 3;

    pub(super) fn new(strategy: Strategy, is_allow: bool) -> Flags {
        Flags(strategy.0 | u8::from(is_allow) << Strategy::BITS)
    }

    pub(super) fn with(self, flag: u8) -> Flags {
        Flags(self.0 | flag)
    }

    #[inline]
    pub(super) fn has(self, flag: u8) -> bool {
        self.0 & flag != 0
    }

    #[inline]
    pub(super) fn strategy(self) -> Strategy {
        Strategy(self.0 & Flags::STRATEGY)
    }

    /// The precedence of a rule with a body of this length.
    #[inline]
    pub(super) fn precedence(self, body: usize) -> Precedence {
        let length = body + self.strategy().bytes_after_body();
        Precedence::new(length, self.has(Flags::ALLOW))
    }
}

/// What stands where in a block.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Layout {
    /// How many literal entries there are; those with wildcards follow.
    pub(super) literals: u32,
    /// Where the parts begin that follow the keys of literal entries, or their table.
    pub(super) flags: u32,
    pub(super) starts: u32,
    pub(super) signatures: u32,
    pub(super) wildcard_table: u32,
    pub(super) texts: u32,
    pub(super) lines: u32,
    /// How many bytes the start of a text takes, and the number of an entry.
    pub(super) width: u8,
    /// How many bytes a line takes.
    pub(super) line_width: u8,
    /// How literal entries are spread over buckets, if they are.
    pub(super) literal_spread: Option<Spread>,
    /// How entries with wildcards are spread over buckets, if they are.
    pub(super) wildcard_spread: Option<Spread>,
}

/// Compiled rules in one piece of memory; the module [`rule_set`](super) shows
/// what stands where.
#[derive(Clone, Default)]
pub(crate) struct RuleSet {
    /// All parts, the key of each literal entry first.
    pub(super) bytes: Box<[u8]>,
    pub(super) layout: Layout,
}

/// How many bytes a [`Signature`] takes.
pub(super) const SIGNATURE: usize = 8;

impl RuleSet {
    /// The rules, in no order.
    pub(crate) fn rules(&self) -> impl Iterator<Item = Rule<'_>> {
        let of_rules = (0..self.entries()).filter(|&entry| !self.flags(entry).has(Flags::FOLDER));
        of_rules.map(|entry| self.rule(entry))
    }

    /// The same rules, with more after what their owner keeps in the block.
    pub(crate) fn with_more_after(self, more: &[u8]) -> RuleSet {
        let bytes = [&*self.bytes, more].concat().into();
        RuleSet { bytes, ..self }
    }

    /// How many literal entries there are; those with wildcards follow.
    #[inline]
    pub(super) fn literals(&self) -> usize {
        self.layout.literals as usize
    }

    /// The numbers of the entries with wildcards.
    #[inline]
    pub(super) fn wildcards(&self) -> Range<usize> {
        let signatures = self.layout.wildcard_table - self.layout.signatures;
        self.literals()..self.literals() + signatures as usize / SIGNATURE
    }

    fn entries(&self) -> usize {
        (self.layout.starts - self.layout.flags) as usize
    }

    /// Where the text of an entry begins among the texts, and where it ends.
    #[inline(always)]
    fn text_extent(&self, entry: usize) -> (usize, usize) {
        words::pair_at(&self.bytes, self.layout.starts, self.layout.width, entry)
    }

    #[inline(always)]
    fn flags(&self, entry: usize) -> Flags {
        Flags(self.bytes[self.layout.flags as usize + entry])
    }

    /// What stands in a part of the block.
    #[inline(always)]
    fn slice(&self, part: Range<usize>) -> &[u8] {
        self.bytes.get(part).unwrap_or_default()
    }

    #[inline(always)]
    fn text(&self, entry: usize) -> &[u8] {
        let (start, end) = self.text_extent(entry);
        let texts = self.layout.texts as usize;
        self.slice(texts + start..texts + end)
    }

    /// The buckets of literal entries, if they stand in any.
    #[inline]
    pub(super) fn literal_buckets(&self) -> Option<Buckets<'_>> {
        self.buckets(self.layout.literal_spread?, 0..self.layout.flags)
    }

    /// The buckets of entries with wildcards, if they stand in any.
    #[inline]
    pub(super) fn wildcard_buckets(&self) -> Option<Buckets<'_>> {
        let table = self.layout.wildcard_table..self.layout.texts;
        self.buckets(self.layout.wildcard_spread?, table)
    }

    #[inline]
    fn buckets(&self, spread: Spread, table: Range<u32>) -> Option<Buckets<'_>> {
        Some(Buckets {
            spread,
            table: self.slice(table.start as usize..table.end as usize),
            width: self.layout.width,
        })
    }

    /// The signatures of some entries with wildcards.
    #[inline(always)]
    pub(super) fn signatures(&self, entries: Range<usize>) -> impl Iterator<Item = Signature> {
        let place = |entry| self.layout.signatures as usize + (entry - self.literals()) * SIGNATURE;
        let signatures = self.slice(place(entries.start)..place(entries.end));
        let signatures = signatures.chunks_exact(SIGNATURE);
        signatures.map(|bytes| Signature(words::eight_at(bytes, 0)))
    }

    #[inline]
    fn line(&self, entry: usize) -> u32 {
        let (lines, width) = (self.layout.lines, self.layout.line_width);
        words::pair_at(&self.bytes, lines, width, entry).0 as u32
    }

    /// What its owner keeps in the block.
    pub(crate) fn after(&self) -> &[u8] {
        let lines = self.entries() * usize::from(self.layout.line_width);
        self.slice(self.layout.lines as usize + lines..self.bytes.len())
    }

    /// The rule that one of its entries belongs to.
    pub(crate) fn rule(&self, entry: usize) -> Rule<'_> {
        let (text, flags) = (self.text(entry), self.flags(entry));
        let pattern = if flags.has(Flags::RESPELLED) {
            &text[respelled_body(text)..text.len() - RESPELLED_LENGTH]
        } else {
            text
        };
        Rule {
            kind: RuleKind::of(flags.has(Flags::ALLOW)),
            pattern: AsText(pattern),
            line: self.line(entry),
        }
    }

    /// How an entry is matched, its body, and the decision if it matches.
    #[inline(always)]
    pub(super) fn compared(&self, entry: usize) -> (Strategy, &[u8], Decision) {
        let flags = self.flags(entry);
        let (start, end) = self.text_extent(entry);
        let length = if flags.has(Flags::RESPELLED) {
            respelled_body(self.text(entry))
        } else {
            end - start - usize::from(flags.has(Flags::SUFFIX))
        };
        let decision = Decision {
            rule: entry as u32,
            precedence: flags.precedence(length),
        };
        let texts = self.layout.texts as usize;
        let body = self.slice(texts + start..texts + start + length);
        (flags.strategy(), body, decision)
    }

    /// The decision of a literal entry, if it matches a target.
    #[inline(always)]
    pub(super) fn literal(&self, entry: usize, target: &Target<'_>) -> Option<Decision> {
        let (strategy, body, decision) = self.compared(entry);
        pattern::literal_matches(strategy, body, target).then_some(decision)
    }

    /// Whether `new` comes before `best` in rank.
    #[inline]
    pub(super) fn is_better(&self, new: Decision, best: Option<Decision>) -> bool {
        best.is_none_or(|best| {
            new.precedence > best.precedence
                || new.precedence == best.precedence
                    && self.line(new.rule as usize) < self.line(best.rule as usize)
        })
    }
}

/// How many bytes at the end of a respelled text hold the length of its body.
pub(super) const RESPELLED_LENGTH: usize = 4;

fn respelled_body(text: &[u8]) -> usize {
    text.last_chunk::<RESPELLED_LENGTH>()
        .map_or(0, |bytes| u32::from_le_bytes(*bytes) as usize)
}
