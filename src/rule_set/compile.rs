//! From the rules of a file to a block.

use alloc::boxed::Box;
use alloc::vec::Vec;

use smallvec::SmallVec;

use crate::canonical;
use crate::dialect::Dialect;
use crate::file::{POSITION_LIMIT, RuleRow};
use crate::pattern::{Shape, Strategy};
use crate::rule_set::block::{Block, Counts, Flags, RESPELLED_LENGTH};
use crate::rule_set::literals::Tree;
use crate::rule_set::signature::Signature;
use crate::rule_set::wildcards::Filter;
use crate::rule_set::{Index, LOOK_AT_ALL_MAX, Precedence, RuleSet, SECOND_BYTE_MAX};
use crate::span::Span;

/// Rules on their way into a [`RuleSet`].
pub(crate) struct Compiler<'t> {
    text: &'t [u8],
    dialect: Dialect,
    /// Canonical spellings that differ from what is written.
    spelled: Vec<u8>,
    entries: SmallVec<[PendingEntry; 48]>,
    places: SmallVec<[Place; 48]>,
}

/// An entry of a block to be.
#[derive(Clone, Copy)]
struct PendingEntry {
    /// Where the body stands, among the spellings or in the text.
    body: Span,
    /// Where the pattern as written stands in the text.
    written: Span,
    line: u32,
    flags: Flags,
    /// Whether the body stands among the spellings.
    is_spelled: bool,
}

/// What an entry is, and where it stands among its like: one number, so that
/// sorting them is cheap.
///
/// ```text
/// bits    63 62    61 … 54        53 … 25               24 … 0
///         Kind     second byte    precedence, falling   number of the entry
/// ```
#[derive(Clone, Copy)]
struct Place(u64);

/// Entries of a kind stand together, in this order.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Literal = 0,
    Wildcard = 1,
    /// Matches nothing, or what another one matches.
    Idle = 2,
}

impl Place {
    const NUMBER_BITS: u32 = 25;
    const PRECEDENCE_BITS: u32 = 29;
    const SECOND: u32 = Place::NUMBER_BITS + Place::PRECEDENCE_BITS;
    const KIND: u32 = Place::SECOND + 8;

    /// The second byte counts for literal entries only.
    #[inline]
    fn new(kind: Kind, second: u8, precedence: Precedence, number: usize) -> Place {
        let falling = !precedence.number() & ((1 << Place::PRECEDENCE_BITS) - 1);
        let rank = u64::from(falling) << Place::NUMBER_BITS | number as u64;
        Place((kind as u64) << Place::KIND | u64::from(second) << Place::SECOND | rank)
    }

    fn idle(number: usize) -> Place {
        Place((Kind::Idle as u64) << Place::KIND | number as u64)
    }

    fn is_before(self, kind: Kind) -> bool {
        self.0 >> Place::KIND < kind as u64
    }

    fn second_byte(self) -> u8 {
        (self.0 >> Place::SECOND) as u8
    }

    fn number(self) -> usize {
        self.0 as usize & ((1 << Place::NUMBER_BITS) - 1)
    }
}

// A rule takes seven bytes of a text at least, one with a folder ten more;
// canonical spelling makes three bytes of one, an anchor counts besides, and a
// precedence has a bit more than a length.
const _: () = {
    assert!(POSITION_LIMIT / 7 < 1 << Place::NUMBER_BITS);
    assert!(2 * (POSITION_LIMIT * 3 + 1) < 1 << Place::PRECEDENCE_BITS);
    assert!(Place::KIND + 2 == u64::BITS);
};

impl<'t> Compiler<'t> {
    pub(crate) fn new(text: &'t [u8], dialect: Dialect) -> Compiler<'t> {
        Compiler {
            text,
            dialect,
            spelled: Vec::new(),
            entries: SmallVec::new(),
            places: SmallVec::new(),
        }
    }

    /// Makes room for so many rules.
    pub(crate) fn reserve(&mut self, rules: usize) {
        self.entries.reserve(rules);
        self.places.reserve(rules);
    }

    /// Adds a rule. `line` is its line, or another number that rises from rule
    /// to rule.
    #[inline]
    pub(crate) fn add(&mut self, rule: RuleRow, line: u32) {
        let (written, is_allow) = (rule.value(), rule.is_allow());
        let bytes = &self.text[written.clone()];
        let entry = PendingEntry {
            body: Span::new(written.clone()),
            written: Span::new(written),
            line,
            flags: Flags::new(Strategy::Prefix, is_allow),
            is_spelled: false,
        };
        let may_have_folder = is_allow && self.dialect.allows_index_folders();
        if bytes.first() == Some(&b'/') && !may_have_folder && canonical::is_plain(bytes) {
            // Seven in ten.
            self.push(Kind::Literal, entry);
        } else {
            self.add_any(entry);
        }
    }

    /// Adds any rule, given as if its pattern were a plain one.
    fn add_any(&mut self, mut entry: PendingEntry) {
        let start = self.spelled.len();
        let written = &self.text[entry.written.range()];
        entry.is_spelled = canonical::spell_pattern(written, self.dialect, &mut self.spelled);
        if entry.is_spelled {
            entry.body = Span::new(start..self.spelled.len());
        }
        let bytes = self.body(&entry);
        let Some(shape) = Shape::of(bytes, self.dialect) else {
            self.spelled.truncate(start);
            self.places.push(Place::idle(self.entries.len()));
            self.entries.push(PendingEntry {
                body: entry.written,
                is_spelled: false,
                ..entry
            });
            return;
        };
        let is_allow = entry.flags.has(Flags::ALLOW);
        let folder = Shape::of_index_folder(bytes, is_allow, self.dialect);
        let flags = Flags::new(shape.strategy, is_allow);
        entry.flags = match bytes.len() - shape.body {
            0 if !entry.is_spelled => flags,
            1 if !entry.is_spelled => flags.with(Flags::SUFFIX),
            _ => flags.with(Flags::RESPELLED),
        };
        self.add_shape(entry, shape);
        if let Some(folder) = folder {
            // What decides is shown as the rule is written.
            let flags = Flags::new(folder.strategy, true).with(Flags::FOLDER);
            entry.flags = flags.with(Flags::RESPELLED);
            self.add_shape(entry, folder);
        }
    }

    /// Adds an entry whose body is the start of what it is now.
    fn add_shape(&mut self, mut entry: PendingEntry, shape: Shape) {
        entry.body.length = shape.body as u32;
        let kind = if shape.strategy.is_literal() {
            Kind::Literal
        } else {
            Kind::Wildcard
        };
        self.push(kind, entry);
    }

    #[inline]
    fn push(&mut self, kind: Kind, entry: PendingEntry) {
        let body = self.body(&entry);
        let second = match kind {
            Kind::Literal => body.get(1).copied().unwrap_or(0),
            Kind::Wildcard | Kind::Idle => 0,
        };
        let precedence = entry.flags.precedence(body.len());
        let place = Place::new(kind, second, precedence, self.entries.len());
        self.places.push(place);
        self.entries.push(entry);
    }

    #[inline]
    fn body(&self, entry: &PendingEntry) -> &[u8] {
        let source = if entry.is_spelled {
            &self.spelled
        } else {
            self.text
        };
        &source[entry.body.range()]
    }

    /// Sorts many literal rules, the first entries, by body, eight bytes at a time. Of those with the
    /// same body only the first in rank that is anchored stays, and the first
    /// that is not. O(n log n), and linear in what bodies have in common.
    fn sort_by_body(&mut self, literals: usize) {
        let (literals, others) = self.places.split_at(literals);
        let entry = |place: &Place| &self.entries[place.number()];
        let body = |place: &Place| self.body(entry(place));
        let mut keyed: Vec<_> = literals.iter().map(|&place| (0, place)).collect();
        // Which of them have so many bytes in common.
        let mut unsorted = Vec::from([(0..keyed.len(), 0)]);
        while let Some((alike, depth)) = unsorted.pop() {
            let mut start = alike.start;
            let alike = &mut keyed[alike];
            for (key, place) in alike.iter_mut() {
                *key = key_at(body(place), depth);
            }
            alike.sort_unstable_by_key(|&(key, place)| (key, place.0));
            for more_alike in alike.chunk_by(|(one, _), (other, _)| one == other) {
                let end = start + more_alike.len();
                if more_alike.len() > 1 && has_all_bytes(more_alike[0].0) {
                    unsorted.push((start..end, depth + KEY));
                }
                start = end;
            }
        }
        let (mut kept, mut repeated) = (Vec::new(), Vec::new());
        for same in keyed
            .chunk_by(|(key, one), (other_key, other)| key == other_key && body(one) == body(other))
        {
            let mut has = [false; 2];
            for (_, place) in same {
                let is_exact = entry(place).flags.strategy() == Strategy::Exact;
                if !core::mem::replace(&mut has[usize::from(is_exact)], true) {
                    kept.push(*place);
                } else if !entry(place).flags.has(Flags::FOLDER) {
                    repeated.push(Place::idle(place.number()));
                }
            }
        }
        let others = others.iter().copied();
        self.places = kept.into_iter().chain(others).chain(repeated).collect();
    }

    /// Compiles the rules. `write_after` writes what the owner keeps in the
    /// block besides, `after` bytes.
    pub(crate) fn finish(
        &mut self,
        after: usize,
        write_after: impl FnOnce(&mut Vec<u8>),
    ) -> RuleSet {
        if self.entries.is_empty() && after == 0 {
            return RuleSet::default();
        }
        self.places.sort_unstable_by_key(|place| place.0);
        let literals = self.count_before(Kind::Wildcard);
        if literals > SECOND_BYTE_MAX {
            self.sort_by_body(literals);
            if self.count_before(Kind::Wildcard) <= SECOND_BYTE_MAX {
                // Too few are left for a tree.
                self.places.sort_unstable_by_key(|place| place.0);
            }
        }
        let block = self.block(after, write_after);
        let parts = block.parts();
        let has_tree = block.counts.has_tree();
        let has_filter = parts.wildcards().len() > LOOK_AT_ALL_MAX;
        let index = (has_tree || has_filter).then(|| {
            Box::new(Index {
                literals: has_tree.then(|| Tree::new(&parts)),
                wildcards: has_filter.then(|| Filter::new(&parts)),
            })
        });
        RuleSet { index, block }
    }

    /// How many entries come before those of a kind, once they are sorted.
    fn count_before(&self, kind: Kind) -> usize {
        self.places.partition_point(|place| place.is_before(kind))
    }

    /// Writes the block.
    fn block(&self, after: usize, write_after: impl FnOnce(&mut Vec<u8>)) -> Block {
        let pending = self.entries.as_slice();
        let sorted: SmallVec<[&PendingEntry; 48]> = self
            .places
            .iter()
            .map(|place| &pending[place.number()])
            .collect();
        let literals = self.count_before(Kind::Wildcard);
        let texts = sorted
            .iter()
            .map(|entry| entry.text_length())
            .sum::<usize>();
        let last_line = pending.last().map_or(0, |entry| entry.line as usize);
        let counts = Counts {
            literals: literals as u32,
            wildcards: (self.count_before(Kind::Idle) - literals) as u32,
            entries: sorted.len() as u32,
            is_wide: texts.max(last_line) > usize::from(u16::MAX),
        };
        let length = counts.block_length(texts) + after;
        let mut block = Vec::with_capacity(length);
        let seconds = self.places[..counts.seconds()].iter();
        block.extend(seconds.map(|place| place.second_byte()));
        block.extend(sorted.iter().map(|entry| entry.flags.byte()));
        let mut start = 0;
        for entry in &sorted {
            counts.write_number(&mut block, start);
            start += entry.text_length() as u32;
        }
        counts.write_number(&mut block, start);
        for entry in &sorted[literals..][..counts.wildcards as usize] {
            let needed = Signature::needed_by(self.body(entry));
            block.extend_from_slice(&needed.to_bytes());
        }
        for entry in &sorted {
            block.extend_from_slice(self.body(entry));
            let written = &self.text[entry.written.range()];
            if entry.flags.has(Flags::RESPELLED) {
                block.extend_from_slice(written);
                block.extend_from_slice(&entry.body.length.to_le_bytes());
            } else if entry.flags.has(Flags::SUFFIX) {
                block.extend(written.last());
            }
        }
        for entry in &sorted {
            counts.write_number(&mut block, entry.line);
        }
        write_after(&mut block);
        debug_assert_eq!(block.len(), length);
        Block {
            bytes: block.into(),
            counts,
        }
    }
}

impl PendingEntry {
    /// How many bytes of the texts it takes.
    #[inline]
    fn text_length(&self) -> usize {
        let beside = if self.flags.has(Flags::RESPELLED) {
            self.written.length as usize + RESPELLED_LENGTH
        } else {
            usize::from(self.flags.has(Flags::SUFFIX))
        };
        self.body.length as usize + beside
    }
}

/// So many bytes of bodies are compared at a time.
const KEY: usize = 8;

/// Eight bytes as a number, with zeros after fewer ones; numbers compare like
/// bytes.
fn key_at(body: &[u8], depth: usize) -> u64 {
    let rest = body.get(depth..).unwrap_or_default();
    let bytes = rest.first_chunk().copied().unwrap_or_else(|| {
        let mut padded = [0; KEY];
        padded[..rest.len()].copy_from_slice(rest);
        padded
    });
    u64::from_be_bytes(bytes)
}

/// Whether a key has all its bytes: bodies hold no NUL.
fn has_all_bytes(key: u64) -> bool {
    key & 0xFF != 0
}
