//! The walk, which builds targets, shortest first, and keeps the states that may still lead to an
//! answer.

use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec::Vec;

use super::alphabet::{Class, Part};
use super::rules::{Advance, Automaton, Candidate};
use super::states::{self, Arrival, Reached, State, States, Verdicts};
use super::{Budget, Limit};

/// The minimum that a target still needs after a state to become an answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Remaining {
    /// The minimum number of bytes.
    pub(super) distance: u32,
    /// `true` if the next symbol must advance at least one candidate for which
    /// [`Question::is_needed`] returns `true`, because none of these is at a `*`.
    pub(super) must_advance: bool,
}

impl Remaining {
    /// Returns the minimum that is needed for one answer or another.
    pub(super) fn of_either(self, other: Remaining) -> Remaining {
        Remaining {
            distance: self.distance.min(other.distance),
            must_advance: self.must_advance && other.must_advance,
        }
    }
}

/// A question that a walk answers.
pub(super) trait Question {
    /// Returns `true` if the candidate can make a target an answer.
    fn is_needed(&self, candidate: &Candidate) -> bool;

    /// Returns the key of the answer that a target with these verdicts gives to the question, or
    /// `None` if it gives none. The shortest target for each key is an answer.
    fn shown(&self, verdicts: &Verdicts) -> Option<[u32; 2]>;

    /// Returns what remains for targets that continue from here, or `None` if none of them can be
    /// an answer. Also replaces the verdicts with a representative of all verdicts that leave the
    /// same work to do. Charges the budget if this takes more than a pass over the candidates.
    fn look_ahead(
        &self,
        ahead: &Ahead<'_>,
        verdicts: &mut Verdicts,
        budget: &mut Budget,
    ) -> Result<Option<Remaining>, Limit>;
}

/// The nearest target for each key.
type Found = BTreeMap<[u32; 2], Arrival>;

/// The candidates that may still match.
pub(super) struct Ahead<'w> {
    automaton: &'w Automaton,
    positions: &'w [u32],
    /// The number of bytes from the beginning.
    distance: u32,
    found: &'w Found,
}

impl<'w> Ahead<'w> {
    pub(super) fn candidates(&self) -> impl Iterator<Item = &'w Candidate> + use<'w> {
        self.upcoming().map(|(candidate, _)| candidate)
    }

    /// Returns the candidates, each with what remains until it matches.
    pub(super) fn upcoming(&self) -> impl Iterator<Item = (&'w Candidate, Remaining)> + use<'w> {
        let automaton = self.automaton;
        self.positions.iter().map(|&position| {
            let remaining = Remaining {
                distance: automaton.distance_to_end(position),
                must_advance: !automaton.stays(position),
            };
            (automaton.candidate(position), remaining)
        })
    }

    /// Returns a rank for each side, which is one less than the rank of the lowest candidate that
    /// counts and may still win. If no candidate counts or may win, it is one less than `end`.
    pub(super) fn below_lowest(
        &self,
        verdicts: &Verdicts,
        end: u32,
        counts: impl Fn(&Candidate, usize) -> bool,
    ) -> [u32; 2] {
        let mut lowest = [end; 2];
        for candidate in self.candidates() {
            for (side, lowest) in lowest.iter_mut().enumerate() {
                let rank = candidate.ranks[side];
                let may_win = rank > verdicts.ranks[side] && rank < *lowest;
                if may_win && counts(candidate, side) {
                    *lowest = rank;
                }
            }
        }
        lowest.map(|rank| rank - 1)
    }

    /// Returns `true` if no continuation can show this key earlier than the target that was found,
    /// given the minimum number of bytes that one needs.
    pub(super) fn is_found(&self, key: [u32; 2], needed: u32) -> bool {
        let found = self.found.get(&key);
        found.is_some_and(|found| found.distance <= self.distance + needed.max(1))
    }
}

/// The number of steps that it takes to visit or create a state without positions.
const STEPS: usize = 8;

/// Finds the shortest target for each key. Returns URLs (or their paths and queries), shortest
/// first. If a limit ended the walk, it is returned as well, and there may be more answers, or
/// shorter ones. `most` is the maximum number of answers, or `None` if one is enough.
pub(super) fn walk<Q: Question>(
    automaton: &Automaton,
    question: &Q,
    most: Option<usize>,
    budget: &mut Budget,
) -> (Vec<String>, Option<Limit>) {
    // The states take at most a third of the memory, which is free again at the end.
    let memory = budget.memory_left;
    budget.memory_left = memory.min(budget.memory / 3);
    let mut walk = Walk {
        automaton,
        question,
        most,
        states: States::default(),
        found: Found::new(),
    };
    let limit = walk.run(budget).err();
    budget.memory_left = memory;
    let mut found: Vec<Arrival> = walk.found.into_values().collect();
    found.sort_by_key(|arrival| arrival.distance);
    let url = |arrival| automaton.alphabet.url(walk.states.path(arrival));
    (found.into_iter().map(url).collect(), limit)
}

struct Walk<'r, Q> {
    automaton: &'r Automaton,
    question: &'r Q,
    most: Option<usize>,
    states: States,
    /// The way to the nearest target for each key.
    found: Found,
}

impl<Q: Question> Walk<'_, Q> {
    fn run(&mut self, budget: &mut Budget) -> Result<(), Limit> {
        budget.spend(self.automaton.starts.len())?;
        let mut verdicts = Verdicts::NOTHING;
        let mut positions = Vec::new();
        for &position in &self.automaton.starts {
            match self.automaton.ended(position) {
                // A pattern that consists of `*`s doesn't need any bytes, so it has already
                // matched.
                Some(candidate) => verdicts.apply(candidate),
                None => positions.push(position),
            }
        }
        let start = (Part::Start, verdicts);
        self.keep(start, positions, Verdicts::NOTHING, Arrival::START, budget)?;
        while let Some((number, at_least)) = self.states.next() {
            // The only answer is final if no state is nearer.
            let is_final = |found: &Arrival| found.distance <= at_least;
            if self.most.is_none() && self.found.values().any(is_final) {
                break;
            }
            self.explore(number, budget)?;
        }
        Ok(())
    }

    /// Continues from a state with every symbol that may make a difference, and with one symbol
    /// that represents all others.
    ///
    /// For the state after `/a` in the walk of the [example](super):
    ///
    /// ```text
    /// positions   5 at the `*` of /a*b, 10 before the `c` of /ac
    /// staying     5
    /// advances    b → 7, c → 11
    /// classes     c, because only /ac is needed, and it is not at a `*`. If it were, b and c,
    ///             and a letter that no pattern names
    /// c leads to  5 and the end of /ac
    /// ```
    fn explore(&mut self, number: u32, budget: &mut Budget) -> Result<(), Limit> {
        let (automaton, question) = (self.automaton, self.question);
        let Reached { state, arrival, .. } = self.states.reached[number as usize].clone();
        let positions = states::unpack(&state.positions);
        budget.spend(STEPS + positions.len() / 2)?;
        // Sort the positions by what the next symbol does to them: those at a `*`, which remain
        // after any symbol, and where symbols lead.
        let (mut staying, mut advances) = (Vec::new(), Vec::with_capacity(positions.len()));
        // The symbols to continue with.
        let mut classes: Vec<Class> = Vec::new();
        for position in positions {
            let advance = automaton.advance(position, state.part == Part::Query);
            advances.push(advance);
            if automaton.stays(position) {
                staying.push(position);
            } else if state.must_advance && question.is_needed(automaton.candidate(position)) {
                classes.push(advance.class);
            }
        }
        // Patterns are in the order of their symbols, so this is almost sorted.
        advances.sort();
        if !state.must_advance {
            classes.extend(advances.iter().map(|advance| advance.class));
            classes.extend(automaton.alphabet.turns(state.part));
        }
        classes.sort();
        classes.dedup();
        if !state.must_advance {
            let rest = automaton.alphabet.any_but(state.part, &classes);
            classes.extend(rest);
        }
        for class in classes {
            let Some(part) = automaton.alphabet.next(state.part, class) else {
                continue;
            };
            let first = advances.partition_point(|advance| advance.class < class);
            let alike = advances[first..].partition_point(|advance| advance.class == class);
            let arrival = Arrival {
                parent: number,
                class,
                distance: arrival.distance + automaton.alphabet.length(class),
            };
            let next = (part, state.verdicts);
            self.step(next, &staying, &advances[first..][..alike], arrival, budget)?;
        }
        Ok(())
    }

    /// Finds out what a symbol leads to, and keeps the state. `part` is the one after the symbol,
    /// and `before` are the verdicts before it.
    fn step(
        &mut self,
        (part, before): (Part, Verdicts),
        staying: &[u32],
        advanced: &[Advance],
        arrival: Arrival,
        budget: &mut Budget,
    ) -> Result<(), Limit> {
        let automaton = self.automaton;
        let mut positions = Vec::with_capacity(staying.len() + advanced.len());
        budget.spend(STEPS + (staying.len() + advanced.len()) / 2)?;
        // These are the verdicts if the target ends here.
        let (mut verdicts, mut at_end) = (before, before);
        // Both lists are sorted, so merging them yields sorted positions.
        let mut staying = staying.iter().copied().peekable();
        for position in advanced.iter().map(|advance| advance.to) {
            while let Some(stays) = staying.next_if(|&stays| stays < position) {
                automaton.push(&mut positions, stays);
            }
            let Some(candidate) = automaton.ended(position) else {
                automaton.push(&mut positions, position);
                continue;
            };
            at_end.apply(candidate);
            if !candidate.is_anchored {
                verdicts.apply(candidate);
            }
        }
        for stays in staying {
            automaton.push(&mut positions, stays);
        }
        if part.may_end() {
            if let Some(key) = self.question.shown(&at_end) {
                self.find(key, arrival)?;
            }
        }
        self.keep((part, verdicts), positions, before, arrival, budget)
    }

    /// Records an answer, unless a shorter one is already known.
    fn find(&mut self, key: [u32; 2], arrival: Arrival) -> Result<(), Limit> {
        if Some(self.found.len()) == self.most && !self.found.contains_key(&key) {
            return Err(Limit::Changes);
        }
        let found = self.found.entry(key).or_insert(arrival);
        if arrival.distance < found.distance {
            *found = arrival;
        }
        Ok(())
    }

    /// Adds the next state, unless it can't lead to an answer. Given the verdicts in `before`, any
    /// of its positions could still decide the result.
    fn keep(
        &mut self,
        (part, mut verdicts): (Part, Verdicts),
        mut positions: Vec<u32>,
        before: Verdicts,
        arrival: Arrival,
        budget: &mut Budget,
    ) -> Result<(), Limit> {
        let (automaton, question) = (self.automaton, self.question);
        let ahead = Ahead {
            automaton,
            positions: &positions,
            distance: arrival.distance,
            found: &self.found,
        };
        let remaining = question.look_ahead(&ahead, &mut verdicts, budget)?;
        let Some(remaining) = remaining else {
            return Ok(());
        };
        if verdicts.ranks != before.ranks {
            positions.retain(|&position| verdicts.leave_open(automaton.candidate(position)));
        }
        let state = State {
            part,
            verdicts,
            must_advance: remaining.must_advance,
            positions: states::pack(&positions),
        };
        let at_least = arrival.distance + remaining.distance;
        self.states.add(state, arrival, at_least, budget)
    }
}
