//! The block of memory that holds compiled rules.

use alloc::boxed::Box;
use core::ops::Range;

use crate::pattern::{self, Progress, Strategy};
use crate::rule_set::signature::Signature;
use crate::rule_set::{Decision, Precedence};
use crate::target::Target;

/// Kind and strategy of a rule, in a byte.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Flags(u8);

impl Flags {
    const STRATEGY: u8 = 7;
    const ALLOW: u8 = 1 << 3;
    /// A `$` or a `*` follows the body in the text: as the pattern is written.
    const SUFFIX: u8 = 1 << 4;
    /// The pattern is written otherwise: text and length of the written one
    /// follow the body.
    const RESPELLED: u8 = 1 << 5;
    /// The folder of an index page, which belongs to the rule of another entry.
    const FOLDER: u8 = 1 << 6;

    pub(super) fn new(strategy: Strategy, is_allow: bool) -> Flags {
        let allow = if is_allow { Flags::ALLOW } else { 0 };
        Flags(strategy as u8 | allow)
    }

    pub(super) fn with_suffix(self) -> Flags {
        Flags(self.0 | Flags::SUFFIX)
    }

    pub(super) fn respelled(self) -> Flags {
        Flags(self.0 | Flags::RESPELLED)
    }

    pub(super) fn of_folder(self) -> Flags {
        Flags(self.0 | Flags::FOLDER)
    }

    #[inline]
    pub(super) fn strategy(self) -> Strategy {
        Strategy::from_number(self.0 & Flags::STRATEGY)
    }

    #[inline]
    pub(super) fn is_allow(self) -> bool {
        self.0 & Flags::ALLOW != 0
    }

    pub(super) fn has_suffix(self) -> bool {
        self.0 & Flags::SUFFIX != 0
    }

    pub(super) fn is_respelled(self) -> bool {
        self.0 & Flags::RESPELLED != 0
    }

    pub(super) fn is_folder(self) -> bool {
        self.0 & Flags::FOLDER != 0
    }

    pub(super) fn byte(self) -> u8 {
        self.0
    }
}

/// How many of each there are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Counts {
    pub(super) literals: u32,
    pub(super) wildcards: u32,
    pub(super) idle: u32,
    /// Whether numbers take four bytes, not two.
    pub(super) is_wide: bool,
}

impl Counts {
    pub(super) fn entries(self) -> usize {
        (self.literals + self.wildcards + self.idle) as usize
    }

    /// How many bytes a number takes.
    #[inline]
    pub(super) fn width(self) -> usize {
        if self.is_wide { 4 } else { 2 }
    }

    /// How many bytes stand before the texts.
    #[inline]
    pub(super) fn before_texts(self) -> usize {
        let (literals, wildcards) = (self.literals as usize, self.wildcards as usize);
        let starts = (self.entries() + 1) * self.width();
        literals + self.entries() + starts + wildcards * SIGNATURE
    }
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
        let Counts {
            literals,
            wildcards,
            ..
        } = self.counts;
        let entries = self.counts.entries();
        let width = self.counts.width();
        let (seconds, rest) = split(&self.bytes, literals as usize);
        let (flags, rest) = split(rest, entries);
        let (starts, rest) = split(rest, (entries + 1) * width);
        let (signatures, texts) = split(rest, wildcards as usize * SIGNATURE);
        Parts {
            seconds,
            flags,
            starts,
            signatures,
            texts,
            is_wide: self.counts.is_wide,
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
#[derive(Clone, Copy)]
pub(super) struct Parts<'b> {
    /// One for each literal entry.
    seconds: &'b [u8],
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
        self.seconds.len()
    }

    /// The numbers of the entries with wildcards.
    #[inline]
    pub(super) fn wildcards(&self) -> Range<usize> {
        self.literals()..self.literals() + self.signatures.len() / SIGNATURE
    }

    pub(super) fn entries(&self) -> usize {
        self.flags.len()
    }

    #[inline]
    fn flags(&self, entry: usize) -> Flags {
        Flags(self.flags[entry])
    }

    #[inline(always)]
    fn number(&self, numbers: &[u8], index: usize) -> usize {
        if self.is_wide {
            let bytes = numbers[index * 4..].first_chunk();
            bytes.map_or(0, |bytes| u32::from_le_bytes(*bytes) as usize)
        } else {
            let bytes = numbers[index * 2..].first_chunk();
            bytes.map_or(0, |bytes| usize::from(u16::from_le_bytes(*bytes)))
        }
    }

    #[inline(always)]
    fn text(&self, entry: usize) -> &'b [u8] {
        let start = self.number(self.starts, entry);
        let end = self.number(self.starts, entry + 1);
        self.texts.get(start..end).unwrap_or_default()
    }

    /// The bytes of an entry that are compared.
    #[inline(always)]
    pub(super) fn body(&self, entry: usize) -> &'b [u8] {
        let (text, flags) = (self.text(entry), self.flags(entry));
        let length = if flags.is_respelled() {
            respelled_body(text)
        } else {
            text.len().saturating_sub(usize::from(flags.has_suffix()))
        };
        text.get(..length).unwrap_or_default()
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
        let at = (entry - self.literals()) * SIGNATURE;
        let bytes = self.signatures[at..].first_chunk();
        Signature::from_bytes(bytes.copied().unwrap_or_default())
    }

    /// The lines, and what stands after them.
    fn after_texts(&self) -> &'b [u8] {
        match self.entries() {
            0 => self.texts,
            entries => &self.texts[self.number(self.starts, entries)..],
        }
    }

    pub(super) fn line(&self, entry: usize) -> u32 {
        self.number(self.after_texts(), entry) as u32
    }

    /// What stands after the last line.
    pub(super) fn after(&self) -> &'b [u8] {
        let width = if self.is_wide { 4 } else { 2 };
        split(self.after_texts(), self.entries() * width).1
    }

    pub(super) fn entry(&self, entry: usize) -> Entry<'b> {
        let (text, flags) = (self.text(entry), self.flags(entry));
        let written = if flags.is_respelled() {
            &text[respelled_body(text)..text.len() - RESPELLED_LENGTH]
        } else {
            text
        };
        Entry {
            is_allow: flags.is_allow(),
            is_rule: !flags.is_folder(),
            written,
            line: self.line(entry),
        }
    }

    /// What it means that an entry matches.
    #[inline]
    pub(super) fn decision(&self, entry: usize) -> Decision {
        let flags = self.flags(entry);
        let length = self.body(entry).len() + flags.strategy().bytes_after_body();
        Decision {
            rule: entry as u32,
            precedence: Precedence::new(length, flags.is_allow()),
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
        target.starts_with(body)
            && (target.len() == body.len() || self.strategy(entry) != Strategy::Exact)
    }

    /// The literal rule that decides, found by the second byte of the target.
    #[inline]
    pub(super) fn literal_by_second_byte(&self, target: &Target<'_>) -> Option<Decision> {
        let bytes = target.bytes();
        // Neither bodies nor targets hold a NUL: it marks those that have no
        // second byte, and they come first.
        let second = bytes.get(1).copied().unwrap_or(0);
        let longer = equal_range(self.seconds, second);
        let has_shorter = second != 0 && self.seconds.first() == Some(&0);
        let shorter = 0..if has_shorter {
            equal_range(self.seconds, 0).end
        } else {
            0
        };
        if target.dialect().counts_trailing_stars() {
            let by_length = longer.rev().chain(shorter.rev());
            let matching = by_length.filter(|&entry| self.literal_matches(entry, bytes));
            return self.longest(matching, target);
        }
        for entry in longer.rev() {
            if self.literal_matches(entry, bytes) {
                return Some(self.decision(entry));
            }
        }
        let matches = |&entry: &usize| self.literal_matches(entry, bytes);
        shorter
            .rev()
            .find(matches)
            .map(|entry| self.decision(entry))
    }

    /// The best of literal rules that match, which come by falling length of
    /// the body. Where final `*`s count, the second can be as long as the first.
    #[inline]
    pub(super) fn longest(
        &self,
        mut matching: impl Iterator<Item = usize>,
        target: &Target<'_>,
    ) -> Option<Decision> {
        let best = self.decision(matching.next()?);
        if !target.dialect().counts_trailing_stars() {
            return Some(best);
        }
        matching
            .map(|entry| self.decision(entry))
            .take_while(|shorter| shorter.precedence.length() == best.precedence.length())
            .find(|&shorter| self.is_better(shorter, Some(best)))
            .or(Some(best))
    }
}

/// So many bytes at the end of a respelled entry say how long its body is.
pub(super) const RESPELLED_LENGTH: usize = 4;

fn respelled_body(text: &[u8]) -> usize {
    text.last_chunk::<RESPELLED_LENGTH>()
        .map_or(0, |bytes| u32::from_le_bytes(*bytes) as usize)
}

/// Where a byte stands among at most 255 that rise.
#[inline]
fn equal_range(sorted: &[u8], byte: u8) -> Range<usize> {
    // Sums of bytes: compilers make few instructions of them.
    let below = sorted
        .iter()
        .fold(0_u8, |sum, &other| sum + u8::from(other < byte));
    let equal = sorted
        .iter()
        .fold(0_u8, |sum, &other| sum + u8::from(other == byte));
    usize::from(below)..usize::from(below) + usize::from(equal)
}

const _: () = assert!(super::SECOND_BYTE_MAX <= u8::MAX as usize);
