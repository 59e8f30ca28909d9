//! The block of memory that holds compiled rules.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::ops::Range;

use crate::pattern::Strategy;
use crate::rule_set::index::{Buckets, Spread};
use crate::rule_set::signature::Signature;
use crate::rule_set::{Decision, Precedence};
use crate::search::{self, any_of};
use crate::target::Target;
use crate::words;

/// Kind and strategy of a rule, in a byte.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Flags(u8);

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
        let flags = Flags(strategy.bits());
        if is_allow {
            flags.with(Flags::ALLOW)
        } else {
            flags
        }
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
        Strategy::from_bits(self.0 & Flags::STRATEGY)
    }

    pub(super) fn byte(self) -> u8 {
        self.0
    }

    /// The precedence of a rule with a body so long.
    #[inline]
    pub(super) fn precedence(self, body: usize) -> Precedence {
        let length = body + self.strategy().bytes_after_body();
        Precedence::new(length, self.has(Flags::ALLOW))
    }
}

/// How many of each there are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Counts {
    pub(super) literals: u32,
    pub(super) wildcards: u32,
    pub(super) entries: u32,
    /// Whether the place of a text takes four bytes, not two.
    pub(super) is_wide: bool,
    /// How many bytes a line takes.
    pub(super) line_width: u8,
    /// Whether literal entries stand in buckets, and those with wildcards.
    pub(super) buckets_literals: bool,
    pub(super) buckets_wildcards: bool,
}

impl Counts {
    /// How many bytes the place of a text takes.
    #[inline]
    pub(super) fn width(self) -> u32 {
        if self.is_wide { 4 } else { 2 }
    }

    /// How many keys there are: none where buckets make them idle.
    #[inline]
    pub(super) fn keys(self) -> u32 {
        if self.buckets_literals {
            0
        } else {
            self.literals
        }
    }

    /// How many bytes a block takes, if its texts take so many.
    pub(super) fn block_length(self, texts: u32) -> usize {
        let starts = (self.entries + 1) * self.width();
        let lines = self.entries * u32::from(self.line_width);
        let length =
            self.keys() + self.entries + starts + self.wildcards * SIGNATURE + texts + lines;
        (length + self.literal_table() + self.wildcard_table()) as usize
    }

    /// How literal entries are spread over buckets, if they are.
    pub(super) fn literal_spread(self) -> Option<Spread> {
        self.buckets_literals
            .then(|| Spread::of(self.literals as usize))
    }

    /// How entries with wildcards are spread over buckets, if they are.
    pub(super) fn wildcard_spread(self) -> Option<Spread> {
        self.buckets_wildcards
            .then(|| Spread::of(self.wildcards as usize))
    }

    /// How many bytes the table of literal entries takes.
    fn literal_table(self) -> u32 {
        self.literal_spread().map_or(0, Spread::table_length)
    }

    /// How many bytes the table of entries with wildcards takes.
    fn wildcard_table(self) -> u32 {
        self.wildcard_spread().map_or(0, Spread::table_length)
    }
}

/// Appends numbers that take so many bytes each: one, two or four.
pub(super) fn write_numbers(
    block: &mut Vec<u8>,
    width: u8,
    numbers: impl ExactSizeIterator<Item = u32>,
) {
    match width {
        1 => block.extend(numbers.map(|number| number as u8)),
        2 => block.extend(numbers.flat_map(|number| (number as u16).to_le_bytes())),
        _ => block.extend(numbers.flat_map(u32::to_le_bytes)),
    }
}

/// Compiled rules in one piece of memory; the module [`rule_set`](super) shows
/// what stands where.
#[derive(Clone, Default)]
pub(crate) struct RuleSet {
    pub(super) bytes: Box<[u8]>,
    pub(super) counts: Counts,
}

impl RuleSet {
    /// The parts of the block, found once a query.
    #[inline]
    pub(super) fn parts(&self) -> Parts<'_> {
        let counts = &self.counts;
        let flags = counts.keys();
        let starts = flags + counts.entries;
        let signatures = starts + (counts.entries + 1) * counts.width();
        Parts {
            bytes: &self.bytes,
            counts,
            flags,
            starts,
            signatures,
            texts: signatures + counts.wildcards * SIGNATURE,
        }
    }

    /// How many entries it has; some belong to the rule of another one.
    pub(crate) fn entries(&self) -> usize {
        self.counts.entries as usize
    }

    /// One of its entries.
    pub(crate) fn entry(&self, number: usize) -> Entry<'_> {
        self.parts().entry(number)
    }

    /// The number that one of its entries was compiled with.
    #[inline]
    pub(crate) fn line(&self, number: usize) -> u32 {
        self.parts().line(number)
    }

    /// What its owner keeps in the block.
    pub(crate) fn after(&self) -> &[u8] {
        self.parts().after()
    }

    /// The same, with more of what its owner keeps in the block.
    pub(crate) fn with_more_after(self, more: &[u8]) -> RuleSet {
        let mut bytes = self.bytes.into_vec();
        bytes.reserve_exact(more.len());
        bytes.extend_from_slice(more);
        RuleSet {
            bytes: bytes.into(),
            ..self
        }
    }
}

/// How many bytes a [`Signature`] takes.
pub(super) const SIGNATURE: u32 = 8;

/// A rule, or the folder of a rule for an index page.
#[derive(Clone, Copy)]
pub(crate) struct Entry<'b> {
    pub(crate) is_allow: bool,
    /// Whether it stands for a rule, and not for the folder of one.
    pub(crate) is_rule: bool,
    /// The pattern as written.
    pub(crate) written: &'b [u8],
    /// The number that it was compiled with.
    pub(crate) line: u32,
}

/// The parts of a [`RuleSet`]: how many of each there are, and where they begin.
#[derive(Clone, Copy)]
pub(super) struct Parts<'b> {
    /// All of them, the key of each literal entry first.
    bytes: &'b [u8],
    counts: &'b Counts,
    flags: u32,
    starts: u32,
    signatures: u32,
    texts: u32,
}

impl<'b> Parts<'b> {
    /// How many literal entries there are; those with wildcards follow.
    #[inline]
    pub(super) fn literals(&self) -> usize {
        self.counts.literals as usize
    }

    /// The numbers of the entries with wildcards.
    #[inline]
    pub(super) fn wildcards(&self) -> Range<usize> {
        self.literals()..self.literals() + self.counts.wildcards as usize
    }

    /// One of the numbers that begin at `start`, and the one after it.
    #[inline(always)]
    fn numbers(&self, start: u32, index: usize) -> (usize, usize) {
        // No sum of such numbers overflows, which spares a check.
        let at = start as usize + index as u32 as usize * self.counts.width() as usize;
        let both = words::eight_at(self.bytes, at);
        if self.counts.is_wide {
            (both as u32 as usize, (both >> 32) as usize)
        } else {
            (usize::from(both as u16), usize::from((both >> 16) as u16))
        }
    }

    #[inline(always)]
    fn flags(&self, entry: usize) -> Flags {
        Flags(self.bytes[self.flags as usize + entry])
    }

    /// What stands in a part of the block.
    #[inline(always)]
    fn slice(&self, part: Range<usize>) -> &'b [u8] {
        self.bytes.get(part).unwrap_or_default()
    }

    fn text(&self, entry: usize) -> &'b [u8] {
        let (start, end) = self.numbers(self.starts, entry);
        let texts = self.texts as usize;
        self.slice(texts + start..texts + end)
    }

    /// Where the bytes of an entry stand that are compared, and how many they are.
    #[inline(always)]
    fn body_extent(&self, entry: usize, flags: Flags) -> (usize, usize) {
        let (start, end) = self.numbers(self.starts, entry);
        let length = if flags.has(Flags::RESPELLED) {
            respelled_body(self.text(entry))
        } else {
            end - start - usize::from(flags.has(Flags::SUFFIX))
        };
        (self.texts as usize + start, length)
    }

    /// The signatures of the entries with wildcards.
    #[inline]
    pub(super) fn signatures(&self) -> impl Iterator<Item = Signature> + use<'b> {
        let signatures = self
            .slice(self.signatures as usize..self.texts as usize)
            .chunks_exact(SIGNATURE as usize);
        signatures.map(|bytes| Signature::from_number(words::eight_at(bytes, 0)))
    }

    /// The signature of an entry with wildcards.
    pub(super) fn signature(&self, entry: usize) -> Signature {
        let at = self.signatures as usize + (entry - self.literals()) * SIGNATURE as usize;
        Signature::from_number(words::eight_at(self.bytes, at))
    }

    /// Where the lines begin.
    #[inline]
    fn lines(&self) -> u32 {
        self.texts + self.numbers(self.starts, self.counts.entries as usize).0 as u32
    }

    #[inline]
    pub(super) fn line(&self, entry: usize) -> u32 {
        let width = usize::from(self.counts.line_width);
        let at = self.lines() as usize + entry * width;
        (words::eight_at(self.bytes, at) & words::first_of_eight(width)) as u32
    }

    /// Where the tables begin.
    fn tables(&self) -> usize {
        let lines = self.counts.entries * u32::from(self.counts.line_width);
        (self.lines() + lines) as usize
    }

    /// The buckets of literal entries, if they stand in any.
    #[inline]
    pub(super) fn literal_buckets(&self) -> Option<Buckets<'b>> {
        let spread = self.counts.literal_spread()?;
        let start = self.tables();
        let table = self.slice(start..start + spread.table_length() as usize);
        Some(Buckets::new(spread, table))
    }

    /// The buckets of entries with wildcards, if they stand in any.
    #[inline]
    pub(super) fn wildcard_buckets(&self) -> Option<Buckets<'b>> {
        let spread = self.counts.wildcard_spread()?;
        let start = self.tables() + self.counts.literal_table() as usize;
        let table = self.slice(start..start + spread.table_length() as usize);
        Some(Buckets::new(spread, table))
    }

    /// What stands after the tables.
    pub(super) fn after(&self) -> &'b [u8] {
        let tables = self.counts.literal_table() + self.counts.wildcard_table();
        self.slice(self.tables() + tables as usize..self.bytes.len())
    }

    pub(super) fn entry(&self, entry: usize) -> Entry<'b> {
        let (text, flags) = (self.text(entry), self.flags(entry));
        let written = if flags.has(Flags::RESPELLED) {
            &text[respelled_body(text)..text.len() - RESPELLED_LENGTH]
        } else {
            text
        };
        Entry {
            is_allow: flags.has(Flags::ALLOW),
            is_rule: !flags.has(Flags::FOLDER),
            written,
            line: self.line(entry),
        }
    }

    /// How an entry with wildcards is matched, by which body, and what it means that it
    /// does.
    #[inline]
    pub(super) fn wildcard(&self, entry: usize) -> (Strategy, &'b [u8], Decision) {
        let flags = self.flags(entry);
        let (start, length) = self.body_extent(entry, flags);
        let decision = Decision {
            rule: entry as u32,
            precedence: flags.precedence(length),
        };
        (
            flags.strategy(),
            self.slice(start..start + length),
            decision,
        )
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

    /// What it means that a literal entry matches a target, if it does.
    #[inline(always)]
    pub(super) fn literal(&self, entry: usize, target: &Target<'_>) -> Option<Decision> {
        let flags = self.flags(entry);
        let (start, length) = self.body_extent(entry, flags);
        let bytes = target.bytes();
        if !bytes.starts_with(self.slice(start..start + length)) {
            return None;
        }
        if flags.strategy().is_anchored() && bytes.len() != length {
            return None;
        }
        Some(Decision {
            rule: entry as u32,
            precedence: flags.precedence(length),
        })
    }

    /// The literal rule that decides, where they stand in no buckets.
    pub(super) fn literal_by_key(&self, target: &Target<'_>) -> Option<Decision> {
        let bytes = target.bytes();
        let [short, middle, long] = KEYED.map(|length| bytes.get(..length).map_or(0, literal_key));
        let mut best: Option<Decision> = None;
        let mut first = 0;
        while first < self.literals() {
            // Which ones to look at is known of all before any is looked at:
            // branches that cannot be foretold cost more than other work.
            let mut candidates = self.with_key([0, short, middle, long], first);
            while candidates != 0 {
                let entry = first + candidates.trailing_zeros() as usize;
                candidates &= candidates - 1;
                if let Some(decision) = self.literal(entry, target) {
                    // They are in file order.
                    if best.is_none_or(|best| decision.precedence > best.precedence) {
                        best = Some(decision);
                    }
                }
            }
            first += 64;
        }
        best
    }

    /// A bit for each of 64 literal entries that has one of these keys.
    #[inline(always)]
    fn with_key(&self, keys: [u8; 4], first: usize) -> u64 {
        let count = (self.literals() - first).min(64);
        let (mut found, mut at) = (0, 0);
        while at < count {
            let rest = &self.bytes[first + at..];
            found |= u64::from(search::first_places(rest, any_of(keys))) << at;
            at += search::WINDOW;
        }
        // What stands after the keys is looked at as well.
        found & u64::MAX >> (64 - count)
    }
}

/// Bodies and targets have keys of so many bytes.
///
/// Over a corpus of files a query compares 1.6 bodies, and 2.9 with keys of three bytes
/// alone.
const KEYED: [usize; 3] = [3, 8, 16];

/// A hash from 1 of as many bytes of a body as keys are made of; 0 of shorter ones,
/// which are compared with every target.
#[inline]
pub(super) fn literal_key(bytes: &[u8]) -> u8 {
    const SPREAD: u64 = 0x9E37_79B9_7F4A_7C15;
    let number = if let Some(sixteen) = bytes.first_chunk() {
        let sixteen = u128::from_le_bytes(*sixteen);
        (sixteen as u64).wrapping_mul(SPREAD) ^ (sixteen >> 64) as u64
    } else if let Some(eight) = bytes.first_chunk() {
        u64::from_le_bytes(*eight)
    } else if let &[_, second, third, ..] = bytes {
        u64::from(u16::from_le_bytes([second, third]))
    } else {
        return 0;
    };
    ((number.wrapping_mul(SPREAD) >> 56) as u8).max(1)
}

/// So many bytes at the end of a respelled entry say how long its body is.
pub(super) const RESPELLED_LENGTH: usize = 4;

fn respelled_body(text: &[u8]) -> usize {
    text.last_chunk::<RESPELLED_LENGTH>()
        .map_or(0, |bytes| u32::from_le_bytes(*bytes) as usize)
}
