//! Turns rules into an automaton. It has positions in each pattern, and each symbol of a target may
//! advance them.

use alloc::vec::Vec;
use core::cmp::Reverse;

use super::alphabet::{Alphabet, Class, NO_CLASS, NamedSymbols, QUESTION_MARK};
use super::alphabet::{first_symbol, in_query};
use super::{Budget, Limit};
use crate::dialect::Dialect;
use crate::pattern::Shape;

/// A symbol of a pattern, or `*`.
type Token = u16;

const STAR: Token = 0x200;

/// A pattern as a sequence of tokens. Patterns are equal if they match the same targets.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Pattern {
    /// The pattern without `$` and final `*`.
    pub(super) tokens: Vec<Token>,
    /// `true` if the target must end where the pattern does.
    pub(super) is_anchored: bool,
}

impl Pattern {
    /// Splits a canonical pattern with this shape into tokens. `targets` is the dialect of the
    /// alphabet.
    pub(super) fn new(
        canonical: &[u8],
        shape: Shape,
        dialect: Dialect,
        targets: Dialect,
    ) -> Pattern {
        let mut rest = &canonical[..shape.body];
        let mut tokens: Vec<Token> = Vec::with_capacity(rest.len());
        let mut is_in_query = false;
        while let Some(&byte) = rest.first() {
            if byte == b'*' {
                if tokens.last() != Some(&STAR) {
                    tokens.push(STAR);
                }
                rest = &rest[1..];
                continue;
            }
            let (symbol, after) = first_symbol(rest, dialect, targets);
            // After a `?` in the pattern, the target is always in its query.
            tokens.push(if is_in_query {
                in_query(symbol, dialect)
            } else {
                symbol
            });
            is_in_query |= symbol == QUESTION_MARK;
            rest = after;
        }
        let ends_open = tokens.last() == Some(&STAR);
        if ends_open {
            tokens.pop();
        }
        Pattern {
            tokens,
            is_anchored: shape.strategy.is_anchored() && !ends_open,
        }
    }

    /// Returns the number of bytes used by the pattern, its candidate, and the tables that
    /// [`Automaton`] builds from them.
    pub(super) fn memory(&self) -> usize {
        /// The part that doesn't grow with the pattern, including spare capacity.
        const CANDIDATE: usize = 192;
        CANDIDATE + (size_of::<Token>() + size_of::<Slot>()) * self.tokens.capacity()
    }
}

/// A rule on one or both sides. It decides the targets that it matches, unless another candidate
/// takes precedence.
#[derive(Clone, Debug)]
pub(super) struct Candidate {
    /// The rank on each side, or 0 if the side doesn't have the rule. Among the candidates that
    /// match, the one with the highest rank wins.
    pub(super) ranks: [u32; 2],
    /// The line of the rule on each side.
    pub(super) lines: [u32; 2],
    /// If the rule is only on one side, the minimum rank of the rule that decides on the other side
    /// wherever this one matches, or 0 if there may be none.
    pub(super) floor: u32,
    pub(super) is_allow: bool,
    pub(super) is_anchored: bool,
}

impl Candidate {
    /// Returns the rank of a rule with this length and kind.
    pub(super) fn rank(length: usize, is_allow: bool) -> u32 {
        1 + ((length as u32) << 1 | u32::from(is_allow))
    }

    pub(super) fn is_on(&self, side: usize) -> bool {
        self.ranks[side] != 0
    }

    /// Returns `true` if the rule is only on one side.
    pub(super) fn is_changed(&self) -> bool {
        self.is_on(0) != self.is_on(1)
    }

    pub(super) fn highest_rank(&self) -> u32 {
        self.ranks[0].max(self.ranks[1])
    }
}

/// A position in a pattern.
#[derive(Clone, Copy, Debug)]
struct Slot {
    /// The class that comes next, [`ANYTHING`] or [`END`].
    class: Class,
    in_query: Class,
    candidate: u32,
    /// The minimum number of bytes that a target needs from here to the end of the pattern.
    distance: u32,
}

/// Used instead of a class if any symbol may occur any number of times.
const ANYTHING: Class = NO_CLASS - 1;
/// Used instead of a class at the end of the pattern.
const END: Class = NO_CLASS - 2;

/// The position that a symbol leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Advance {
    pub(super) class: Class,
    pub(super) to: u32,
}

/// The patterns from both sides, one after another. A position is an index into its slots:
///
/// ```text
/// patterns   /a        /a*b          /ac
/// slots      / a END   / a * b END   / a c END
/// positions  0 1 2     3 4 5 6 7     8 9 10 11
/// ```
#[derive(Debug)]
pub(crate) struct Automaton {
    pub(super) alphabet: Alphabet,
    pub(super) candidates: Vec<Candidate>,
    slots: Vec<Slot>,
    /// The first position of each pattern.
    pub(super) starts: Vec<u32>,
}

impl Automaton {
    /// Builds the tables. Their memory, except for the alphabet, was charged when the patterns
    /// were read.
    pub(super) fn new(
        patterns: Vec<(Pattern, Candidate)>,
        dialect: Dialect,
        is_common: bool,
        budget: &mut Budget,
    ) -> Result<Automaton, Limit> {
        budget.allocate(4096)?;
        let (mut named, mut slots) = (NamedSymbols::none(), 0);
        for (pattern, _) in &patterns {
            let symbols = pattern.tokens.iter().filter(|&&token| token != STAR);
            symbols.for_each(|&symbol| named.add(symbol));
            slots += pattern.tokens.len() + 1;
        }
        let mut automaton = Automaton {
            alphabet: Alphabet::new(named, dialect, is_common),
            candidates: Vec::with_capacity(patterns.len()),
            slots: Vec::with_capacity(slots),
            starts: Vec::with_capacity(patterns.len()),
        };
        for (pattern, candidate) in patterns {
            automaton.add(&pattern, candidate);
        }
        Ok(automaton)
    }

    fn add(&mut self, pattern: &Pattern, candidate: Candidate) {
        let alphabet = &self.alphabet;
        let is_had = |&token: &Token| token == STAR || alphabet.class(token) != NO_CLASS;
        if !pattern.tokens.iter().all(is_had) {
            // No target contains all of the pattern's symbols.
            return;
        }
        let start = self.slots.len();
        let symbols = pattern.tokens.iter().map(|&token| match token {
            STAR => [ANYTHING; 2],
            symbol => [symbol, in_query(symbol, alphabet.dialect)].map(|it| alphabet.class(it)),
        });
        let number = self.candidates.len() as u32;
        let slots = symbols.chain([[END; 2]]).map(|[class, in_query]| Slot {
            class,
            in_query,
            candidate: number,
            distance: 0,
        });
        self.slots.extend(slots);
        let mut distance = 0;
        for slot in self.slots[start..].iter_mut().rev() {
            if !matches!(slot.class, ANYTHING | END) {
                let lengths = [slot.class, slot.in_query].map(|class| alphabet.length(class));
                distance += lengths[0].min(lengths[1]);
            }
            slot.distance = distance;
        }
        self.starts.push(start as u32);
        self.candidates.push(candidate);
    }

    /// Assigns a different even rank to each candidate. Among rules that are equally long and of
    /// the same kind, the first one in the file gets the highest rank. A floor becomes the lowest new
    /// rank of a rule that isn't below it.
    pub(super) fn rank_by_line(&mut self) {
        for side in 0..2 {
            let candidates = (0..).zip(&self.candidates);
            let mut order: Vec<(u32, Reverse<u32>, u32)> = candidates
                .map(|(number, it)| (it.ranks[side], Reverse(it.lines[side]), number))
                .collect();
            order.sort_unstable();
            let rank = |place: usize| 2 * place as u32 + 2;
            for (place, &(_, _, number)) in order.iter().enumerate() {
                let candidate = &mut self.candidates[number as usize];
                if candidate.is_on(side) {
                    candidate.ranks[side] = rank(place);
                } else {
                    let floor = order.partition_point(|&(rank, ..)| rank < candidate.floor);
                    candidate.floor = if candidate.floor == 0 { 0 } else { rank(floor) };
                }
            }
        }
    }

    pub(super) fn candidate(&self, position: u32) -> &Candidate {
        &self.candidates[self.slots[position as usize].candidate as usize]
    }

    /// Returns the minimum number of bytes that a target needs from a position to the end of its
    /// pattern.
    pub(super) fn distance_to_end(&self, position: u32) -> u32 {
        self.slots[position as usize].distance
    }

    /// Returns `true` if the position is at a `*`, so it remains after any symbol.
    pub(super) fn stays(&self, position: u32) -> bool {
        self.slots[position as usize].class == ANYTHING
    }

    /// Returns the symbol that advances a position, and the next position.
    pub(super) fn advance(&self, position: u32, is_in_query: bool) -> Advance {
        let asked = position + u32::from(self.stays(position));
        let slot = &self.slots[asked as usize];
        Advance {
            class: if is_in_query {
                slot.in_query
            } else {
                slot.class
            },
            to: asked + 1,
        }
    }

    /// Returns the candidate whose pattern ends at this position, or `None` if none does.
    pub(super) fn ended(&self, position: u32) -> Option<&Candidate> {
        let is_end = self.slots[position as usize].class == END;
        is_end.then(|| self.candidate(position))
    }

    /// Adds a position to a list. If it is at a `*`, earlier positions of the same pattern are
    /// subsumed.
    pub(super) fn push(&self, positions: &mut Vec<u32>, position: u32) {
        if self.stays(position) {
            let candidate = |position: u32| self.slots[position as usize].candidate;
            let is_subsumed = |&last: &u32| candidate(last) == candidate(position);
            while positions.last().is_some_and(is_subsumed) {
                positions.pop();
            }
        }
        positions.push(position);
    }
}
