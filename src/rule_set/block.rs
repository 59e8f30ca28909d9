//! The block of memory that holds compiled rules.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::ops::Range;

use wide::u8x16;

use crate::pattern::{self, Progress, Strategy};
use crate::rule_set::signature::Signature;
use crate::rule_set::{Decision, Precedence};
use crate::target::Target;

/// Kind and strategy of a rule, in a byte.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Flags(u8);

impl Flags {
    const STRATEGY: u8 = 7;
    pub(super) const ALLOW: u8 = 1 << 3;
    /// A `$` or a `*` follows the body in the text: as the pattern is written.
    pub(super) const SUFFIX: u8 = 1 << 4;
    /// The pattern is written otherwise: text and length of the written one
    /// follow the body.
    pub(super) const RESPELLED: u8 = 1 << 5;
    /// The folder of an index page, which belongs to the rule of another entry.
    pub(super) const FOLDER: u8 = 1 << 6;

    pub(super) fn new(strategy: Strategy, is_allow: bool) -> Flags {
        let flags = Flags(strategy as u8);
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
        Strategy::from_number(self.0 & Flags::STRATEGY)
    }

    pub(super) fn byte(self) -> u8 {
        self.0
    }

    /// How much of the text of an entry is compared.
    #[inline(always)]
    pub(super) fn body_length(self, text: &[u8]) -> usize {
        if self.has(Flags::RESPELLED) {
            respelled_body(text)
        } else {
            text.len() - usize::from(self.has(Flags::SUFFIX))
        }
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
    /// Whether numbers take four bytes, not two.
    pub(super) is_wide: bool,
    /// Whether literal rules are sorted by body, and have a tree.
    pub(super) has_tree: bool,
}

impl Counts {
    /// How many bytes a number takes.
    #[inline]
    fn width(self) -> usize {
        width(self.is_wide)
    }

    /// How many keys there are: none where a tree makes them idle.
    #[inline]
    pub(super) fn keys(self) -> usize {
        if self.has_tree {
            0
        } else {
            self.literals as usize
        }
    }

    /// How many bytes a block takes, if its texts take so many.
    pub(super) fn block_length(self, texts: usize) -> usize {
        let (entries, wildcards) = (self.entries as usize, self.wildcards as usize);
        let numbers = (2 * entries + 1) * self.width();
        numbers + self.keys() + entries + wildcards * SIGNATURE + texts
    }

    #[inline]
    pub(super) fn write_number(self, block: &mut Vec<u8>, number: u32) {
        if self.is_wide {
            block.extend_from_slice(&number.to_le_bytes());
        } else {
            block.extend_from_slice(&(number as u16).to_le_bytes());
        }
    }
}

#[inline]
fn width(is_wide: bool) -> usize {
    if is_wide { 4 } else { 2 }
}

/// Compiled rules in one piece of memory; the module [`rule_set`](super) shows
/// what stands where.
#[derive(Clone, Default)]
pub(super) struct Block {
    pub(super) bytes: Box<[u8]>,
    pub(super) counts: Counts,
}

impl Block {
    /// The parts of the block, found once a query.
    #[inline]
    pub(super) fn parts(&self) -> Parts<'_> {
        let counts = self.counts;
        let entries = counts.entries as usize;
        let keys = &self.bytes;
        let (_, rest) = split(keys, counts.keys());
        let (flags, rest) = split(rest, entries);
        let (starts, rest) = split(rest, (entries + 1) * counts.width());
        let (signatures, texts) = split(rest, counts.wildcards as usize * SIGNATURE);
        Parts {
            literals: counts.literals as usize,
            keys,
            flags,
            starts,
            signatures,
            texts,
            is_wide: counts.is_wide,
        }
    }

    /// Appends to what stands after the last line.
    pub(super) fn append(&mut self, more: &[u8]) {
        let mut bytes = core::mem::take(&mut self.bytes).into_vec();
        bytes.reserve_exact(more.len());
        bytes.extend_from_slice(more);
        self.bytes = bytes.into();
    }
}

/// One of the numbers that stand side by side in a block.
#[inline(always)]
fn number(numbers: &[u8], index: usize, is_wide: bool) -> usize {
    if is_wide {
        let bytes = numbers[index * 4..].first_chunk();
        bytes.map_or(0, |bytes| u32::from_le_bytes(*bytes) as usize)
    } else {
        let bytes = numbers[index * 2..].first_chunk();
        bytes.map_or(0, |bytes| usize::from(u16::from_le_bytes(*bytes)))
    }
}

/// `bytes[..at]` and the rest.
#[inline]
fn split(bytes: &[u8], at: usize) -> (&[u8], &[u8]) {
    bytes.split_at_checked(at).unwrap_or((bytes, &[]))
}

/// How many bytes a [`Signature`] takes.
pub(super) const SIGNATURE: usize = 8;

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

/// The parts of a [`Block`].
#[derive(Clone, Copy, Default)]
pub(super) struct Parts<'b> {
    literals: usize,
    /// One for each literal entry, and all that follows.
    keys: &'b [u8],
    /// One for each entry.
    flags: &'b [u8],
    starts: &'b [u8],
    signatures: &'b [u8],
    /// The texts and all that follows.
    texts: &'b [u8],
    is_wide: bool,
}

impl<'b> Parts<'b> {
    /// How many literal entries there are; those with wildcards follow.
    #[inline]
    pub(super) fn literals(&self) -> usize {
        self.literals
    }

    /// The numbers of the entries with wildcards.
    #[inline]
    pub(super) fn wildcards(&self) -> Range<usize> {
        self.literals..self.literals + self.signatures.len() / SIGNATURE
    }

    #[inline]
    fn flags(&self, entry: usize) -> Flags {
        Flags(self.flags[entry])
    }

    /// Where the text of an entry stands.
    #[inline(always)]
    fn extent(&self, entry: usize) -> Range<usize> {
        // Where it starts and where the next one does, in one read.
        if self.is_wide {
            let both = self.starts[entry * 4..].first_chunk();
            let both = both.map_or(0, |both| u64::from_le_bytes(*both));
            both as u32 as usize..(both >> 32) as usize
        } else {
            let both = self.starts[entry * 2..].first_chunk();
            let both = both.map_or(0, |both| u32::from_le_bytes(*both));
            usize::from(both as u16)..(both >> 16) as usize
        }
    }

    fn text(&self, entry: usize) -> &'b [u8] {
        self.texts.get(self.extent(entry)).unwrap_or_default()
    }

    /// Where the bytes of an entry stand that are compared.
    #[inline(always)]
    fn body_extent(&self, entry: usize) -> Range<usize> {
        let (text, flags) = (self.extent(entry), self.flags(entry));
        let length = if flags.has(Flags::RESPELLED) {
            respelled_body(self.text(entry))
        } else {
            text.len() - usize::from(flags.has(Flags::SUFFIX))
        };
        text.start..text.start + length
    }

    /// The bytes of an entry that are compared.
    #[inline(always)]
    pub(super) fn body(&self, entry: usize) -> &'b [u8] {
        let body = self.texts.get(self.body_extent(entry));
        body.unwrap_or_default()
    }

    pub(super) fn strategy(&self, entry: usize) -> Strategy {
        self.flags(entry).strategy()
    }

    /// The signatures of the entries with wildcards.
    #[inline]
    pub(super) fn signatures(&self) -> impl Iterator<Item = Signature> + use<'b> {
        let signatures = self.signatures.chunks_exact(SIGNATURE);
        signatures
            .map(|bytes| Signature::from_bytes(bytes.first_chunk().copied().unwrap_or_default()))
    }

    /// The signature of an entry with wildcards.
    pub(super) fn signature(&self, entry: usize) -> Signature {
        let at = (entry - self.literals) * SIGNATURE;
        let bytes = self.signatures[at..].first_chunk();
        Signature::from_bytes(bytes.copied().unwrap_or_default())
    }

    /// The lines, and what stands after them.
    fn after_texts(&self) -> &'b [u8] {
        match self.flags.len() {
            0 => self.texts,
            entries => &self.texts[number(self.starts, entries, self.is_wide)..],
        }
    }

    pub(super) fn line(&self, entry: usize) -> u32 {
        number(self.after_texts(), entry, self.is_wide) as u32
    }

    /// What stands after the last line.
    pub(super) fn after(&self) -> &'b [u8] {
        split(self.after_texts(), self.flags.len() * width(self.is_wide)).1
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

    /// What it means that an entry matches.
    #[inline]
    pub(super) fn decision(&self, entry: usize) -> Decision {
        Decision {
            rule: entry as u32,
            precedence: self.flags(entry).precedence(self.body_extent(entry).len()),
        }
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

    pub(super) fn matches(
        &self,
        entry: usize,
        target: &Target<'_>,
        progress: &mut Progress<'b>,
    ) -> bool {
        pattern::matches(self.strategy(entry), self.body(entry), target, progress)
    }

    /// Whether a literal entry matches a target.
    #[inline]
    pub(super) fn literal_matches(&self, entry: usize, target: &[u8]) -> bool {
        let body = self.body(entry);
        let Some(start) = target.get(..body.len()) else {
            return false;
        };
        // Those that are compared begin alike, and most differ in the last byte.
        start.last() == body.last()
            && start == body
            && (target.len() == body.len() || self.strategy(entry) != Strategy::Exact)
    }

    /// The literal rule that decides, where they have no tree.
    #[inline]
    pub(super) fn literal_by_key(&self, target: &Target<'_>) -> Option<Decision> {
        let bytes = target.bytes();
        let key = literal_key(bytes);
        let mut best: Option<Decision> = None;
        let mut first = 0;
        while first < self.literals {
            // Bodies without a key are compared with every target.
            let mut candidates = places(&self.keys[first..], [key, 0]);
            while candidates != 0 {
                let entry = first + candidates.trailing_zeros() as usize;
                candidates &= candidates - 1;
                // What stands after the keys is looked at as well.
                if entry >= self.literals {
                    break;
                }
                if self.literal_matches(entry, bytes) {
                    let decision = self.decision(entry);
                    // They are in file order.
                    if best.is_none_or(|best| decision.precedence > best.precedence) {
                        best = Some(decision);
                    }
                }
            }
            first += CHUNK;
        }
        best
    }
}

/// A number from 1 of the second and third byte, in which most literal bodies
/// and targets differ; 0 where there are fewer bytes.
#[inline]
pub(super) fn literal_key(bytes: &[u8]) -> u8 {
    match bytes {
        &[_, second, third, ..] => second.wrapping_mul(37).wrapping_add(third).max(1),
        _ => 0,
    }
}

/// So many keys are looked at together.
const CHUNK: usize = 16;

/// A bit for each of the first bytes that is one of two.
#[inline]
fn places(bytes: &[u8], [one, other]: [u8; 2]) -> u32 {
    match bytes.first_chunk::<CHUNK>() {
        Some(chunk) => {
            let chunk = u8x16::new(*chunk);
            let found = chunk.cmp_eq(u8x16::splat(one)) | chunk.cmp_eq(u8x16::splat(other));
            found.move_mask() as u32
        }
        None => {
            let bytes = bytes.iter().rev();
            bytes.fold(0, |places, &byte| {
                places << 1 | u32::from(byte == one || byte == other)
            })
        }
    }
}

/// So many bytes at the end of a respelled entry say how long its body is.
pub(super) const RESPELLED_LENGTH: usize = 4;

fn respelled_body(text: &[u8]) -> usize {
    text.last_chunk::<RESPELLED_LENGTH>()
        .map_or(0, |bytes| u32::from_le_bytes(*bytes) as usize)
}
