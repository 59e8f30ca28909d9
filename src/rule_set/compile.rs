//! From the rules of a file to a block.

use alloc::boxed::Box;
use alloc::vec::Vec;

use smallvec::SmallVec;

use crate::canonical;
use crate::dialect::Dialect;
use crate::file::RuleRow;
use crate::pattern::{Shape, Strategy};
use crate::rule_set::block::{Block, Counts, Flags, RESPELLED_LENGTH, SIGNATURE};
use crate::rule_set::literals::Tree;
use crate::rule_set::signature::Signature;
use crate::rule_set::wildcards::Filter;
use crate::rule_set::{Index, LOOK_AT_ALL_MAX, Precedence, RuleSet, SECOND_BYTE_MAX, rank};
use crate::span::Span;

/// Rules on their way into a [`RuleSet`].
pub(crate) struct Compiler<'t> {
    text: &'t [u8],
    dialect: Dialect,
    /// Canonical spellings that differ from what is written.
    spelled: Vec<u8>,
    literals: Pending,
    wildcards: Pending,
    idle: Pending,
    /// How many bytes the texts take.
    length: usize,
    last_line: u32,
}

type Pending = SmallVec<[PendingEntry; 24]>;

/// An entry of a block to be.
#[derive(Clone, Copy)]
struct PendingEntry {
    /// Where the body stands, among the spellings or in the text.
    body: Span,
    /// Where the pattern as written stands in the text.
    written: Span,
    precedence: Precedence,
    line: u32,
    flags: Flags,
    /// Whether the body stands among the spellings.
    is_spelled: bool,
}

impl<'t> Compiler<'t> {
    pub(crate) fn new(text: &'t [u8], dialect: Dialect) -> Compiler<'t> {
        Compiler {
            text,
            dialect,
            spelled: Vec::new(),
            literals: Pending::new(),
            wildcards: Pending::new(),
            idle: Pending::new(),
            length: 0,
            last_line: 0,
        }
    }

    /// Adds a rule. `line` is its line, or another number that rises from rule
    /// to rule. Reads the pattern once.
    pub(crate) fn add(&mut self, rule: RuleRow, line: u32) {
        self.last_line = line;
        let written = rule.value();
        let bytes = &self.text[written.clone()];
        let is_allow = rule.is_allow();
        let span = Span::new(written);
        if canonical::is_plain(bytes) && bytes.first() == Some(&b'/') {
            // Nine in ten.
            let literal = PendingEntry {
                body: span,
                written: span,
                precedence: Precedence::new(bytes.len(), is_allow),
                line,
                flags: Flags::new(Strategy::Prefix, is_allow),
                is_spelled: false,
            };
            self.literals.push(literal);
            self.length += bytes.len();
            if let Some(shape) = Shape::of_index_folder(bytes, is_allow, self.dialect) {
                self.add_folder(literal, shape);
            }
            return;
        }
        self.add_odd(span, is_allow, line);
    }

    /// Adds a rule whose pattern has wildcards, an anchor or another spelling,
    /// or matches nothing.
    fn add_odd(&mut self, written: Span, is_allow: bool, line: u32) {
        let start = self.spelled.len();
        let bytes = &self.text[written.range()];
        let is_respelled = canonical::spell_pattern(bytes, self.dialect, &mut self.spelled);
        let canonical = if is_respelled {
            Span::new(start..self.spelled.len())
        } else {
            written
        };
        let bytes = self.bytes(canonical, is_respelled);
        let Some(shape) = Shape::of(bytes, self.dialect) else {
            self.length += written.length as usize;
            self.idle.push(PendingEntry {
                body: written,
                written,
                precedence: Precedence::new(0, is_allow),
                line,
                flags: Flags::new(Strategy::Prefix, is_allow),
                is_spelled: false,
            });
            return;
        };
        let folder = Shape::of_index_folder(bytes, is_allow, self.dialect);
        let suffix = bytes.len() - shape.body;
        let flags = Flags::new(shape.strategy, is_allow);
        let (flags, suffix) = match suffix {
            _ if is_respelled => (flags.respelled(), bytes_beside(written)),
            0 => (flags, 0),
            1 => (flags.with_suffix(), 1),
            _ => (flags.respelled(), bytes_beside(written)),
        };
        self.length += shape.body + suffix;
        let entry = PendingEntry {
            body: Span {
                length: shape.body as u32,
                ..canonical
            },
            written,
            precedence: Precedence::new(shape.length(), is_allow),
            line,
            flags,
            is_spelled: is_respelled,
        };
        self.of_strategy(shape.strategy).push(entry);
        if let Some(shape) = folder {
            self.add_folder(entry, shape);
        }
    }

    fn of_strategy(&mut self, strategy: Strategy) -> &mut Pending {
        if strategy.is_literal() {
            &mut self.literals
        } else {
            &mut self.wildcards
        }
    }

    /// Adds the folder of an index page for which there is a rule already.
    fn add_folder(&mut self, rule: PendingEntry, shape: Shape) {
        // What decides is shown as the rule is written.
        let flags = Flags::new(shape.strategy, true).of_folder().respelled();
        let folder = PendingEntry {
            body: Span {
                length: shape.body as u32,
                ..rule.body
            },
            precedence: Precedence::new(shape.length(), true),
            flags,
            ..rule
        };
        self.length += folder.text_length();
        self.of_strategy(shape.strategy).push(folder);
    }

    fn bytes(&self, span: Span, is_spelled: bool) -> &[u8] {
        let source = if is_spelled { &self.spelled } else { self.text };
        &source[span.range()]
    }

    fn body(&self, entry: &PendingEntry) -> &[u8] {
        self.bytes(entry.body, entry.is_spelled)
    }

    /// Sorts the literal rules by body, eight bytes at a time; of those with the
    /// same body a `Prefix` comes before an `Exact`, and only the first in rank
    /// of each stays. O(n log n), and linear in what bodies have in common.
    fn sort_literals(&mut self) {
        let literals = core::mem::take(&mut self.literals);
        let is_exact = |entry: &PendingEntry| entry.flags.strategy() == Strategy::Exact;
        // Numbers of rules, each with eight bytes of its body.
        let mut order: SmallVec<[(u64, u32); 32]> = (0..literals.len() as u32)
            .map(|number| (0, number))
            .collect();
        let mut unsorted: SmallVec<[_; 8]> = SmallVec::new();
        unsorted.push((0..literals.len(), 0));
        while let Some((run, depth)) = unsorted.pop() {
            let mut first = run.start;
            let run = &mut order[run];
            for (bytes, number) in run.iter_mut() {
                let body = self.body(&literals[*number as usize]);
                *bytes = key(body.get(depth..).unwrap_or_default());
            }
            run.sort_unstable_by_key(|&(bytes, _)| bytes);
            for alike in run.chunk_by_mut(|one, other| one.0 == other.0) {
                let end = first + alike.len();
                if alike.len() > 1 && is_full(alike[0].0) {
                    unsorted.push((first..end, depth + KEY));
                } else if alike.len() > 1 {
                    alike.sort_unstable_by_key(|&(_, number)| {
                        let entry = &literals[number as usize];
                        (is_exact(entry), rank(entry.precedence, entry.line))
                    });
                }
                first = end;
            }
        }
        let mut sorted = Pending::with_capacity(literals.len());
        for (_, number) in order {
            let entry = literals[number as usize];
            let is_idle = sorted.last().is_some_and(|kept: &PendingEntry| {
                entry.body.length == kept.body.length
                    && is_exact(&entry) == is_exact(kept)
                    && self.body(&entry) == self.body(kept)
            });
            if !is_idle {
                sorted.push(entry);
            } else if entry.flags.is_folder() {
                self.length -= entry.text_length();
            } else {
                self.idle.push(entry);
            }
        }
        self.literals = sorted;
    }

    /// Compiles the rules. `write_after` writes what the owner keeps in the
    /// block besides, `after` bytes.
    pub(crate) fn finish(
        mut self,
        after: usize,
        write_after: impl FnOnce(&mut Vec<u8>),
    ) -> RuleSet {
        self.sort_literals();
        self.wildcards
            .sort_unstable_by_key(|entry| rank(entry.precedence, entry.line));
        let mut counts = Counts {
            literals: self.literals.len() as u32,
            wildcards: self.wildcards.len() as u32,
            idle: self.idle.len() as u32,
            is_wide: false,
        };
        let greatest = self.length.max(self.last_line as usize);
        counts.is_wide = greatest > usize::from(u16::MAX);
        let lines = counts.entries() * counts.width();
        let length = counts.before_texts() + self.length + lines + after;
        if counts.entries() == 0 && after == 0 {
            return RuleSet::default();
        }
        let mut bytes = Vec::with_capacity(length);
        bytes.resize(length - after, 0);
        self.write(counts, &mut bytes);
        write_after(&mut bytes);
        debug_assert_eq!(bytes.len(), length);
        let block = Block {
            bytes: bytes.into(),
            counts,
        };
        let parts = block.parts();
        let literals = (parts.literals() > SECOND_BYTE_MAX).then(|| Tree::new(&parts));
        let wildcards = (parts.wildcards().len() > LOOK_AT_ALL_MAX).then(|| Filter::new(&parts));
        let has_index = literals.is_some() || wildcards.is_some();
        RuleSet {
            index: has_index.then(|| {
                Box::new(Index {
                    literals,
                    wildcards,
                })
            }),
            block,
        }
    }

    /// Writes the block, up to its lines, into as many zeros.
    fn write(&self, counts: Counts, block: &mut [u8]) {
        let entries = || {
            let literals = self.literals.iter();
            literals.chain(&self.wildcards).chain(&self.idle)
        };
        let width = counts.width();
        let write_number = |place: &mut [u8], number: usize| {
            place.copy_from_slice(&(number as u32).to_le_bytes()[..width]);
        };
        let (seconds, rest) = block.split_at_mut(self.literals.len());
        let (flags, rest) = rest.split_at_mut(counts.entries());
        let (starts, rest) = rest.split_at_mut((counts.entries() + 1) * width);
        let (signatures, rest) = rest.split_at_mut(self.wildcards.len() * SIGNATURE);
        let (mut texts, lines) = rest.split_at_mut(self.length);
        for (second, entry) in seconds.iter_mut().zip(&self.literals) {
            *second = self.body(entry).get(1).copied().unwrap_or(0);
        }
        for (signature, entry) in signatures.chunks_exact_mut(SIGNATURE).zip(&self.wildcards) {
            signature.copy_from_slice(&Signature::needed_by(self.body(entry)).to_bytes());
        }
        let mut start = 0;
        let rows = flags
            .iter_mut()
            .zip(starts.chunks_exact_mut(width))
            .zip(lines.chunks_exact_mut(width));
        for (entry, ((flags, place), line)) in entries().zip(rows) {
            *flags = entry.flags.byte();
            write_number(place, start);
            write_number(line, entry.line as usize);
            let (text, rest) = texts.split_at_mut(entry.text_length());
            let (body, suffix) = text.split_at_mut(entry.body.length as usize);
            body.copy_from_slice(self.body(entry));
            if entry.flags.is_respelled() {
                let (written, length) = suffix.split_at_mut(entry.written.length as usize);
                written.copy_from_slice(&self.text[entry.written.range()]);
                length.copy_from_slice(&entry.body.length.to_le_bytes());
            } else if let [suffix] = suffix {
                *suffix = self.text[entry.written.range().end - 1];
            }
            start += text.len();
            texts = rest;
        }
        if let Some(end) = starts.chunks_exact_mut(width).last() {
            write_number(end, start);
        }
    }
}

impl PendingEntry {
    /// How many bytes of the texts it takes.
    fn text_length(&self) -> usize {
        let beside = if self.flags.is_respelled() {
            bytes_beside(self.written)
        } else {
            usize::from(self.flags.has_suffix())
        };
        self.body.length as usize + beside
    }
}

/// How many bytes stand beside the body of a respelled pattern.
fn bytes_beside(written: Span) -> usize {
    written.length as usize + RESPELLED_LENGTH
}

/// So many bytes of bodies are compared at a time.
const KEY: usize = 8;

/// The first eight bytes as a number, with zeros after fewer ones; numbers
/// compare like bytes.
fn key(bytes: &[u8]) -> u64 {
    bytes.first_chunk::<KEY>().map_or_else(
        || {
            let mut padded = [0; KEY];
            padded[..bytes.len()].copy_from_slice(bytes);
            u64::from_be_bytes(padded)
        },
        |bytes| u64::from_be_bytes(*bytes),
    )
}

/// Whether a key has all its bytes: bodies hold no NUL.
fn is_full(key: u64) -> bool {
    key & 0xFF != 0
}
