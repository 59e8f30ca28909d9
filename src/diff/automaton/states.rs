//! The distinct states that a walk has reached, and the order in which it visits them.

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
    /// A hash table of state numbers with linear probing. Its size is a power of two, and at
    /// most half of it is occupied.
    table: Vec<u32>,
    /// The states to visit, nearest to the goal first.
    queue: BinaryHeap<Queued>,
}

/// A state in the queue: the greatest comes first.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Queued {
    /// The minimum number of bytes of a target that passes through the state and answers the
    /// question.
    at_least: Reverse<u32>,
    /// Breaks ties: a state that is closer to the goal comes first.
    distance: u32,
    state: Reverse<u32>,
}

/// A state that may be nearest to the goal.
#[derive(Clone, Copy, Debug)]
pub(super) struct Nearest {
    pub(super) state: u32,
    pub(super) distance: u32,
    pub(super) at_least: u32,
}

#[derive(Clone, Copy, Debug)]
struct State {
    /// The end of its words, which begin at the end of the words of the previous state.
    end: u32,
    /// The shortest path known.
    arrival: Arrival,
    is_done: bool,
}

/// How a state was reached: its parent, the symbol, and the number of bytes from the beginning.
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

    /// Adds a state, unless a path that is as short is already known. A target that passes
    /// through it and answers the question has at least `at_least` bytes.
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
            // Charged, so that adversarial input gains nothing from hash collisions.
            budget.spend(1)?;
            let number = self.table[place];
            if self.words(number) == words {
                let state = &mut self.states[number as usize];
                if arrival.distance < state.arrival.distance {
                    // The estimate of the remaining distance is not monotonic, so the state may
                    // have been visited already.
                    state.is_done = false;
                    state.arrival = arrival;
                    self.enqueue(number, arrival.distance, at_least);
                }
                return Ok(());
            }
            place = (place + 1) & mask;
        }
        budget.keep_state(words.len())?;
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

    /// Pops the nearest state. A state is returned again only if a shorter path to it is found.
    pub(super) fn next(&mut self) -> Option<Nearest> {
        while let Some(queued) = self.queue.pop() {
            let state = queued.state.0;
            // A shorter path may have been found since it was queued.
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

    /// Returns the symbols on the shortest path to an arrival.
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
