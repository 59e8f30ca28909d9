//! The distinct states that a walk has reached, and the order in which it visits them.

use alloc::collections::{BTreeMap, BinaryHeap};
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::cmp::Reverse;

use super::alphabet::Class;
use super::{Budget, Limit};

/// States by the words that describe them.
#[derive(Debug)]
pub(super) struct States {
    /// The index of each state. A hash of its words comes first, because the words of two states
    /// often begin alike.
    numbers: BTreeMap<(u64, Arc<[u32]>), u32>,
    states: Vec<State>,
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
#[derive(Clone, Debug)]
pub(super) struct Nearest {
    pub(super) state: u32,
    pub(super) words: Arc<[u32]>,
    pub(super) distance: u32,
    pub(super) at_least: u32,
}

#[derive(Debug)]
struct State {
    words: Arc<[u32]>,
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

impl States {
    pub(super) fn new() -> States {
        States {
            numbers: BTreeMap::new(),
            states: Vec::new(),
            queue: BinaryHeap::new(),
        }
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
        let words: Arc<[u32]> = words.into();
        let next = self.states.len() as u32;
        let key = (hash(&words), Arc::clone(&words));
        let state = *self.numbers.entry(key).or_insert(next);
        if state == next {
            budget.keep_state(words.len())?;
            self.states.push(State {
                words,
                arrival,
                is_done: false,
            });
        } else {
            let known = &mut self.states[state as usize];
            if known.arrival.distance <= arrival.distance {
                return Ok(());
            }
            // The estimate of the remaining distance is not monotonic, so the state may have been
            // visited already.
            (known.arrival, known.is_done) = (arrival, false);
        }
        self.queue.push(Queued {
            at_least: Reverse(at_least),
            distance: arrival.distance,
            state: Reverse(state),
        });
        Ok(())
    }

    /// Pops the nearest state. A state is returned again only if a shorter path to it is found.
    pub(super) fn next(&mut self) -> Option<Nearest> {
        while let Some(queued) = self.queue.pop() {
            let state = &mut self.states[queued.state.0 as usize];
            // A shorter path may have been found since it was queued.
            if !core::mem::replace(&mut state.is_done, true) {
                return Some(Nearest {
                    state: queued.state.0,
                    words: Arc::clone(&state.words),
                    distance: queued.distance,
                    at_least: queued.at_least.0,
                });
            }
        }
        None
    }

    /// Returns the symbols on the shortest path to an arrival.
    pub(super) fn path(&self, arrival: Arrival) -> Vec<Class> {
        let before = |arrival: &Arrival| Some(self.states.get(arrival.parent as usize)?.arrival);
        let arrivals = core::iter::successors(Some(arrival), before);
        let mut path: Vec<Class> = arrivals
            .take_while(|arrival| arrival.parent != Arrival::START.parent)
            .map(|arrival| arrival.class)
            .collect();
        path.reverse();
        path
    }
}

fn hash(words: &[u32]) -> u64 {
    // Multiply and fold: each word changes all bits.
    let fold = |mixed: u64, &word: &u32| {
        let product = u128::from(mixed ^ u64::from(word)) * 0xA24B_AED4_963E_E407;
        product as u64 ^ (product >> 64) as u64
    };
    words.iter().fold(0x9E37_79B9_7F4A_7C15, fold)
}
