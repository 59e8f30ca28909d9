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
        literals + self.entries() + (self.entries() + 1) * self.width() + wildcards * 8
    }
}

/// Compiled rules in one piece of memory; the module [`rule_set`](super) shows
/// what stands where.
#[derive(Clone, Default)]
pub(super) struct Block {
    pub(super) bytes: Box<[u8]>,
    pub(super) counts: Counts,
}

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

impl Block {
    #[inline]
    pub(super) fn literals(&self) -> usize {
        self.counts.literals as usize
    }

    #[inline]
    pub(super) fn wildcards(&self) -> usize {
        self.counts.wildcards as usize
    }

    pub(super) fn entries(&self) -> usize {
        self.counts.entries()
    }

    #[inline]
    fn seconds(&self) -> &[u8] {
        &self.bytes[..self.literals()]
    }

    #[inline]
    fn flags(&self, entry: usize) -> Flags {
        Flags(self.bytes[self.literals() + entry])
    }

    #[inline]
    fn number(&self, at: usize) -> u32 {
        let bytes = &self.bytes[at..];
        if self.counts.is_wide {
            bytes
                .first_chunk()
                .map_or(0, |bytes| u32::from_le_bytes(*bytes))
        } else {
            bytes
                .first_chunk()
                .map_or(0, |bytes| u32::from(u16::from_le_bytes(*bytes)))
        }
    }

    /// Where the text of an entry starts among the texts; of the last but one
    /// where they end.
    #[inline]
    fn start(&self, entry: usize) -> usize {
        let starts = self.literals() + self.entries();
        self.number(starts + entry * self.counts.width()) as usize
    }

    #[inline]
    fn text(&self, entry: usize) -> &[u8] {
        let texts = self.counts.before_texts();
        &self.bytes[texts + self.start(entry)..texts + self.start(entry + 1)]
    }

    /// The bytes of an entry that are compared.
    #[inline]
    pub(super) fn body(&self, entry: usize) -> &[u8] {
        let (text, flags) = (self.text(entry), self.flags(entry));
        if flags.is_respelled() {
            return &text[..respelled_body(text)];
        }
        &text[..text.len() - usize::from(flags.has_suffix())]
    }

    pub(super) fn strategy(&self, entry: usize) -> Strategy {
        self.flags(entry).strategy()
    }

    #[inline]
    pub(super) fn signature(&self, entry: usize) -> Signature {
        let number = entry - self.literals();
        let at = self.counts.before_texts() - (self.wildcards() - number) * 8;
        Signature::from_bytes(self.bytes[at..].first_chunk().copied().unwrap_or_default())
    }

    pub(super) fn line(&self, entry: usize) -> u32 {
        let lines = self.counts.before_texts() + self.start(self.entries());
        self.number(lines + entry * self.counts.width())
    }

    /// What stands after the last line.
    pub(super) fn after(&self) -> &[u8] {
        if self.bytes.is_empty() {
            return &[];
        }
        let lines = self.counts.before_texts() + self.start(self.entries());
        &self.bytes[lines + self.entries() * self.counts.width()..]
    }

    pub(super) fn append(&mut self, more: &[u8]) {
        let mut bytes = core::mem::take(&mut self.bytes).into_vec();
        bytes.reserve_exact(more.len());
        bytes.extend_from_slice(more);
        self.bytes = bytes.into();
    }

    pub(super) fn entry(&self, entry: usize) -> Entry<'_> {
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

    pub(super) fn matches<'b>(
        &'b self,
        entry: usize,
        target: &Target<'_>,
        progress: &mut Progress<'b>,
    ) -> bool {
        pattern::matches(self.strategy(entry), self.body(entry), target, progress)
    }

    /// Whether a literal entry matches a target of which it is known that the
    /// first `alike` bytes are those of the entry.
    #[inline]
    pub(super) fn literal_matches(&self, entry: usize, target: &[u8], alike: usize) -> bool {
        let body = self.body(entry);
        match (body.get(alike..), target.get(alike..)) {
            (Some(body), Some(rest)) if rest.starts_with(body) => {
                rest.len() == body.len() || self.strategy(entry) != Strategy::Exact
            }
            _ => false,
        }
    }

    /// The literal rule that decides, found by the second byte of the target.
    #[inline]
    pub(super) fn literal_by_second_byte(&self, target: &Target<'_>) -> Option<Decision> {
        let bytes = target.bytes();
        let seconds = self.seconds();
        // Neither bodies nor targets hold a NUL: it marks those that have no
        // second byte, and they come first.
        let second = bytes.get(1).copied().unwrap_or(0);
        let longer = equal_range(seconds, second);
        let shorter = 0..if second == 0 {
            0
        } else {
            equal_range(seconds, 0).end
        };
        let by_length = longer.rev().chain(shorter.rev());
        let matching = by_length.filter(|&entry| self.literal_matches(entry, bytes, 0));
        self.longest(matching, target)
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
