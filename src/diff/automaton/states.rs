//! The distinct states that a walk has reached, and the order in which it visits them.

use alloc::boxed::Box;
use alloc::collections::{BTreeSet, BinaryHeap};
use alloc::vec::Vec;
use core::cmp::Reverse;

use super::alphabet::{Class, Part};
use super::rules::Candidate;
use super::{Budget, Limit};
use crate::words;

/// The verdict and the deciding rank on each side, provided that nothing else matches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Verdicts {
    /// Candidates with this rank or a lower one no longer make a difference.
    pub(super) ranks: [u32; 2],
    pub(super) allowed: [bool; 2],
}

impl Verdicts {
    /// Nothing has matched.
    pub(super) const NOTHING: Verdicts = Verdicts {
        ranks: [0; 2],
        allowed: [true; 2],
    };

    /// Records that a candidate has matched.
    pub(super) fn apply(&mut self, candidate: &Candidate) {
        for side in 0..2 {
            if candidate.ranks[side] > self.ranks[side] {
                self.ranks[side] = candidate.ranks[side];
                self.allowed[side] = candidate.is_allow;
            }
        }
    }

    pub(super) fn are_alike(&self) -> bool {
        self.ranks[0] == self.ranks[1] && self.allowed[0] == self.allowed[1]
    }

    /// Returns `true` if this candidate would win on either side if it matched.
    pub(super) fn leave_open(&self, candidate: &Candidate) -> bool {
        (0..2).any(|side| candidate.ranks[side] > self.ranks[side])
    }
}

/// Everything about a target that still matters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct State {
    pub(super) part: Part,
    pub(super) verdicts: Verdicts,
    /// See [`Remaining`](super::walk::Remaining).
    pub(super) must_advance: bool,
    /// The positions in ascending order, [packed](pack). For each pattern, only the ones that may
    /// still differ.
    pub(super) positions: Box<[u8]>,
}

/// Stores each position as the difference from the one before. Most take one byte.
pub(super) fn pack(positions: &[u32]) -> Box<[u8]> {
    let mut packed = Vec::with_capacity(positions.len() + 4);
    let mut before = 0;
    for &position in positions {
        words::push_number(&mut packed, position.wrapping_sub(before));
        before = position;
    }
    packed.into()
}

/// Returns the positions that were [packed](pack).
pub(super) fn unpack(mut packed: &[u8]) -> Vec<u32> {
    let mut positions = Vec::with_capacity(packed.len());
    let mut position = 0_u32;
    while let Some((difference, rest)) = words::split_number(packed) {
        position = position.wrapping_add(difference);
        positions.push(position);
        packed = rest;
    }
    positions
}

impl State {
    fn hash(&self) -> u64 {
        let ranks = self.verdicts.ranks.into_iter().map(u64::from);
        let words = ranks.chain(self.positions.iter().map(|&byte| u64::from(byte)));
        // Multiply and fold: each word changes all bits.
        words.fold(0x9E37_79B9_7F4A_7C15, |mixed, word| {
            let product = u128::from(mixed ^ word) * 0xA24B_AED4_963E_E407;
            product as u64 ^ (product >> 64) as u64
        })
    }
}

/// The states that a walk has reached.
#[derive(Debug, Default)]
pub(super) struct States {
    /// The hash and the index of each state.
    numbers: BTreeSet<(u64, u32)>,
    pub(super) reached: Vec<Reached>,
    /// The states to visit. The greatest one comes first, which is the one nearest to the goal or,
    /// if several are equally near, the one farthest from the beginning. Each has the minimum
    /// length of an answer that passes through it, the length so far, and its index.
    queue: BinaryHeap<(Reverse<u32>, u32, Reverse<u32>)>,
}

/// A state in a walk.
#[derive(Clone, Debug)]
pub(super) struct Reached {
    pub(super) state: State,
    /// The shortest known path.
    pub(super) arrival: Arrival,
    is_done: bool,
}

/// The way to a state, given by its parent, the symbol, and the number of bytes from the beginning.
#[derive(Clone, Copy, Debug)]
pub(super) struct Arrival {
    pub(super) parent: u32,
    pub(super) class: Class,
    pub(super) distance: u32,
}

impl Arrival {
    /// The state in which a walk begins has no parent.
    pub(super) const START: Arrival = Arrival {
        parent: u32::MAX,
        class: 0,
        distance: 0,
    };
}

impl States {
    /// Adds a state, unless an equally short or shorter path to it is already known. A target that
    /// passes through it and answers the question has at least `at_least` bytes.
    pub(super) fn add(
        &mut self,
        state: State,
        arrival: Arrival,
        at_least: u32,
        budget: &mut Budget,
    ) -> Result<(), Limit> {
        let next = self.reached.len() as u32;
        let hash = state.hash();
        let mut number = next;
        for &(_, other) in self.numbers.range((hash, 0)..=(hash, u32::MAX)) {
            budget.spend(1)?;
            if self.reached[other as usize].state == state {
                number = other;
                break;
            }
        }
        if number == next {
            budget.keep_state(self.reached.len(), state.positions.len())?;
            self.numbers.insert((hash, number));
            self.reached.push(Reached {
                state,
                arrival,
                is_done: false,
            });
        } else {
            let known = &mut self.reached[number as usize];
            if known.arrival.distance <= arrival.distance {
                return Ok(());
            }
            // The estimate of the remaining distance isn't monotonic, so the state may have been
            // visited already.
            (known.arrival, known.is_done) = (arrival, false);
        }
        let queued = (Reverse(at_least), arrival.distance, Reverse(number));
        self.queue.push(queued);
        Ok(())
    }

    /// Pops the nearest state. Returns its index and the minimum length of an answer that passes
    /// through it. A state is only returned again if a shorter path to it is found.
    pub(super) fn next(&mut self) -> Option<(u32, u32)> {
        while let Some((Reverse(at_least), _, Reverse(number))) = self.queue.pop() {
            let reached = &mut self.reached[number as usize];
            // A shorter path may have been found since it was queued.
            if !core::mem::replace(&mut reached.is_done, true) {
                return Some((number, at_least));
            }
        }
        None
    }

    /// Returns the symbols on the shortest path to an arrival.
    pub(super) fn path(&self, mut arrival: Arrival) -> Vec<Class> {
        let mut path = Vec::new();
        while let Some(parent) = self.reached.get(arrival.parent as usize) {
            path.push(arrival.class);
            arrival = parent.arrival;
        }
        path.reverse();
        path
    }
}
