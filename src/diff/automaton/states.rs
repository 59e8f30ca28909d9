//! The states that a walk has come to, each once, and which is next.

use alloc::collections::BinaryHeap;
use alloc::vec;
use alloc::vec::Vec;
use core::cmp::Reverse;
use core::ops::Range;

use super::alphabet::Class;
use super::{Budget, Limit};

/// States by the words that describe them.
#[derive(Debug)]
pub(super) struct States {
    words: Vec<u32>,
    states: Vec<State>,
    /// The numbers of states, each at or after the place that its hash gives
    /// it; a power of two of places, at most half of them taken.
    table: Vec<u32>,
    /// States to be gone on from, those first that may be nearest to what is
    /// looked for.
    queue: BinaryHeap<Queued>,
}

/// A state in the queue: the greatest comes first.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Queued {
    /// How many bytes a target has at least that comes through it and shows
    /// what is looked for.
    at_least: Reverse<u32>,
    /// Of those alike the one that has less to go.
    distance: u32,
    state: Reverse<u32>,
}

/// A state that may be nearest to what is looked for.
#[derive(Clone, Copy, Debug)]
pub(super) struct Nearest {
    pub(super) state: u32,
    pub(super) distance: u32,
    pub(super) at_least: u32,
}

#[derive(Clone, Copy, Debug)]
struct State {
    /// Where its words end; they begin where those of the state before end.
    end: u32,
    /// By the shortest way known.
    arrival: Arrival,
    is_done: bool,
}

/// How a state was come to: from which other one, by which symbol, and in how
/// many bytes from the beginning.
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

const FREE: u32 = u32::MAX;

impl States {
    pub(super) fn new() -> States {
        States {
            words: Vec::new(),
            states: Vec::new(),
            table: vec![FREE; 64],
            queue: BinaryHeap::new(),
        }
    }

    pub(super) fn words(&self, state: u32) -> &[u32] {
        &self.words[self.range(state)]
    }

    fn range(&self, state: u32) -> Range<usize> {
        let start = match state {
            0 => 0,
            _ => self.states[state as usize - 1].end,
        };
        start as usize..self.states[state as usize].end as usize
    }

    /// Takes a state that was come to, unless it is known to be nearer. A
    /// target that comes through it and shows what is looked for has
    /// `at_least` so many bytes.
    pub(super) fn add(
        &mut self,
        words: &[u32],
        arrival: Arrival,
        at_least: u32,
        budget: &mut Budget,
    ) -> Result<(), Limit> {
        let mask = self.table.len() - 1;
        let mut place = hash(words) as usize & mask;
        while self.table[place] != FREE {
            // So that nobody gains by states with the same hash.
            budget.spend(1)?;
            let number = self.table[place];
            if self.words(number) == words {
                let state = &mut self.states[number as usize];
                if arrival.distance < state.arrival.distance {
                    // What was said of the way ahead need not fall evenly, so
                    // it may have been gone on from before.
                    state.is_done = false;
                    state.arrival = arrival;
                    self.enqueue(number, arrival.distance, at_least);
                }
                return Ok(());
            }
            place = (place + 1) & mask;
        }
        budget.keep(words.len())?;
        let number = self.states.len() as u32;
        self.table[place] = number;
        self.words.extend_from_slice(words);
        self.states.push(State {
            end: self.words.len() as u32,
            arrival,
            is_done: false,
        });
        self.enqueue(number, arrival.distance, at_least);
        if self.states.len() * 2 > self.table.len() {
            self.grow();
        }
        Ok(())
    }

    fn enqueue(&mut self, state: u32, distance: u32, at_least: u32) {
        self.queue.push(Queued {
            at_least: Reverse(at_least),
            distance,
            state: Reverse(state),
        });
    }

    fn grow(&mut self) {
        let mask = self.table.len() * 2 - 1;
        let mut table = vec![FREE; mask + 1];
        for state in 0..self.states.len() as u32 {
            let mut place = hash(self.words(state)) as usize & mask;
            while table[place] != FREE {
                place = (place + 1) & mask;
            }
            table[place] = state;
        }
        self.table = table;
    }

    /// The next state to be gone on from; it comes again only if it is come to on
    /// a shorter way.
    pub(super) fn next(&mut self) -> Option<Nearest> {
        while let Some(queued) = self.queue.pop() {
            let state = queued.state.0;
            // It may have been come to on a shorter way since.
            if !core::mem::replace(&mut self.states[state as usize].is_done, true) {
                return Some(Nearest {
                    state,
                    distance: queued.distance,
                    at_least: queued.at_least.0,
                });
            }
        }
        None
    }

    /// The symbols on the shortest way to where one more leads.
    pub(super) fn way(&self, arrival: Arrival) -> Vec<Class> {
        let before = |arrival: &Arrival| Some(self.states.get(arrival.parent as usize)?.arrival);
        let arrivals = core::iter::successors(Some(arrival), before);
        let mut way: Vec<Class> = arrivals
            .take_while(|arrival| arrival.parent != Arrival::START.parent)
            .map(|arrival| arrival.class)
            .collect();
        way.reverse();
        way
    }
}

fn hash(words: &[u32]) -> u64 {
    // Multiply and fold: each word changes all bits that are kept.
    let mixed = words
        .iter()
        .fold(0x9E37_79B9_7F4A_7C15_u64, |mixed, &word| {
            let product = u128::from(mixed ^ u64::from(word)) * 0xA24B_AED4_963E_E407;
            product as u64 ^ (product >> 64) as u64
        });
    mixed ^ mixed >> 32
}
