//! The walk: breadth first from the beginning of all targets, through what
//! rules can still make of them.

use alloc::string::String;
use alloc::vec::Vec;

use super::alphabet::{Class, Place};
use super::rules::{Entry, Node, Rules, Step};
use super::states::{Arrival, States};
use super::{Budget, Exhausted};

/// What has matched so far, on each side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Marks {
    /// No entry of this rank or below makes a difference any more.
    pub(super) best: [u32; 2],
    /// The verdict, if nothing else matches.
    pub(super) allowed: [bool; 2],
}

impl Marks {
    /// An entry has matched.
    fn apply(&mut self, entry: &Entry) {
        for side in 0..2 {
            if entry.is_on(side) && entry.rank > self.best[side] {
                self.best[side] = entry.rank;
                self.allowed[side] = entry.is_allow;
            }
        }
    }

    /// Whether it would make a difference if this entry matched.
    pub(super) fn leave_open(&self, entry: &Entry) -> bool {
        (0..2).any(|side| entry.is_on(side) && entry.rank > self.best[side])
    }
}

/// What may come of a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Prospect {
    /// No target that begins like this shows what is looked for.
    Nothing,
    /// Only targets that go on like one of [`Question::literals`].
    Literals,
    Anything,
}

/// What a walk looks for. There may be two things, each a bit.
pub(super) trait Question {
    /// What matches before the first byte.
    fn start(&self) -> Marks;

    /// The literals without which a target shows nothing new, in order.
    fn literals(&self) -> &[u32];

    /// What a target shows that ends with these marks.
    fn shown(&self, marks: &Marks) -> u8;

    /// Whether a target that goes on may show one of `wanted`. Changes the
    /// marks of states to those that differ from them in nothing that matters.
    fn look_ahead(&self, ahead: &Ahead<'_>, marks: &mut Marks, wanted: u8) -> Prospect;
}

/// What may still match.
pub(super) struct Ahead<'w> {
    pub(super) rules: &'w Rules,
    positions: &'w [u32],
    pub(super) node: Node,
}

impl<'w> Ahead<'w> {
    /// So many literals, and no more, are looked at one by one.
    const FEW: usize = 32;

    /// The entries with wildcards that may match.
    pub(super) fn wildcards(&self) -> impl Iterator<Item = &'w Entry> + use<'w> {
        let rules = self.rules;
        self.positions.iter().map(|&position| rules.entry_of_slot(position))
    }

    /// The literal entries that may match, unless there are many.
    pub(super) fn literals(&self) -> Option<impl Iterator<Item = &'w Entry> + use<'w>> {
        let (rules, node) = (self.rules, self.node);
        let numbers = node.first..node.end;
        (node.len() <= Ahead::FEW).then(|| numbers.map(|literal| rules.entry_of_literal(literal)))
    }

    /// Whether one of these literals, which are in order, may match.
    pub(super) fn has_any(&self, literals: &[u32]) -> bool {
        let next = literals.partition_point(|&literal| literal < self.node.first);
        literals.get(next).is_some_and(|&literal| self.node.holds(literal))
    }
}

/// A state, unpacked; or what is about to become one.
#[derive(Debug)]
struct Unpacked {
    place: Place,
    marks: Marks,
    node: Node,
    through_literals: bool,
    /// In order; of each pattern with wildcards, those that may still differ.
    positions: Vec<u32>,
}

const HEADER: usize = 6;

impl Unpacked {
    fn start(marks: Marks) -> Unpacked {
        Unpacked {
            place: Place::Start,
            marks,
            node: Node::NONE,
            through_literals: false,
            positions: Vec::new(),
        }
    }

    fn pack(&self, words: &mut Vec<u32>) {
        words.clear();
        let flags = self.place.number()
            | u32::from(self.marks.allowed[0]) << 8
            | u32::from(self.marks.allowed[1]) << 9
            | u32::from(self.through_literals) << 10;
        let Node { first, end, depth } = self.node;
        words.extend([flags, self.marks.best[0], self.marks.best[1], first, end, depth]);
        words.extend_from_slice(&self.positions);
    }

    fn unpack(&mut self, words: &[u32]) {
        let (header, positions) = words.split_at(HEADER);
        let flags = header[0];
        self.place = Place::of_number(flags & 0xFF);
        self.marks = Marks {
            best: [header[1], header[2]],
            allowed: [flags >> 8 & 1 == 1, flags >> 9 & 1 == 1],
        };
        self.through_literals = flags >> 10 & 1 == 1;
        self.node = Node {
            first: header[3],
            end: header[4],
            depth: header[5],
        };
        self.positions.clear();
        self.positions.extend_from_slice(positions);
    }
}

/// What a walk came to.
#[derive(Debug)]
pub(super) struct Outcome {
    /// For each thing that was looked for, the shortest URL that shows it, if
    /// one was met.
    pub(super) urls: [Option<String>; 2],
    /// Whether the walk came to its end, so that what it did not meet does not
    /// exist.
    pub(super) is_complete: bool,
}

/// Looks for `wanted`.
pub(super) fn walk(
    rules: &Rules,
    question: &impl Question,
    wanted: u8,
    budget: &mut Budget,
) -> Outcome {
    let mut walk = Walk {
        rules,
        question,
        states: States::new(),
        wanted,
        found: [None; 2],
        next: Unpacked::start(question.start()),
        scratch: Scratch::default(),
    };
    budget.begin();
    let is_complete = walk.run(budget).is_ok();
    let urls = walk.found.map(|found| {
        let way = walk.states.way(found?);
        Some(rules.alphabet.url(way.into_iter()))
    });
    Outcome { urls, is_complete }
}

struct Walk<'r, Q> {
    rules: &'r Rules,
    question: &'r Q,
    states: States,
    wanted: u8,
    /// How what is no longer wanted, or about to be no longer, was come to.
    found: [Option<Arrival>; 2],
    /// The state that is being made.
    next: Unpacked,
    scratch: Scratch,
}

#[derive(Debug, Default)]
struct Scratch {
    words: Vec<u32>,
    staying: Vec<u32>,
    advances: Vec<Step<u32>>,
    edges: Vec<Step<Node>>,
    classes: Vec<Class>,
}

impl<Q: Question> Walk<'_, Q> {
    fn run(&mut self, budget: &mut Budget) -> Result<(), Exhausted> {
        budget.spend(self.rules.starts().len())?;
        self.next.node = self.rules.root();
        self.next.positions.extend_from_slice(self.rules.starts());
        let (rules, next) = (self.rules, &mut self.next);
        // Of `*` nothing is left that would ask for a byte.
        rules.pass_ended(&mut next.node, |entry| next.marks.apply(entry));
        self.keep(Arrival::START, budget)?;
        let mut state = Unpacked::start(self.question.start());
        while let Some((number, distance)) = self.states.next() {
            self.confirm(distance);
            if self.wanted == 0 {
                break;
            }
            state.unpack(self.states.words(number));
            self.go_on(&state, number, distance, budget)?;
        }
        Ok(())
    }

    /// What was found cannot be found nearer if `distance` is where the walk
    /// is.
    fn confirm(&mut self, distance: u32) {
        for (number, found) in self.found.iter().enumerate() {
            if found.is_some_and(|found| found.distance <= distance + 1) {
                self.wanted &= !(1 << number);
            }
        }
    }

    /// Goes on from a state with every symbol that may make a difference, and
    /// with one that stands for all others.
    fn go_on(
        &mut self,
        state: &Unpacked,
        number: u32,
        distance: u32,
        budget: &mut Budget,
    ) -> Result<(), Exhausted> {
        let rules = self.rules;
        let Scratch {
            staying,
            advances,
            edges,
            classes,
            ..
        } = &mut self.scratch;
        let is_in_query = state.place == Place::Query;
        staying.clear();
        staying.extend(state.positions.iter().filter(|&&position| rules.stays(position)));
        advances.clear();
        advances.extend(state.positions.iter().map(|&position| rules.advance(position, is_in_query)));
        advances.sort_unstable_by_key(|step| (step.class, step.to));
        edges.clear();
        classes.clear();
        if state.through_literals {
            rules.add_edges_to(state.node, self.question.literals(), edges);
        } else {
            rules.add_edges(state.node, edges);
            classes.extend(advances.iter().map(|step| step.class));
            rules.alphabet.add_turns(state.place, classes);
        }
        classes.extend(edges.iter().map(|edge| edge.class));
        classes.sort_unstable();
        classes.dedup();
        budget.spend(state.positions.len() + edges.len() + 1)?;
        if !state.through_literals {
            let rest = rules.alphabet.any_but(state.place, classes);
            classes.extend(rest);
        }
        for index in 0..self.scratch.classes.len() {
            let class = self.scratch.classes[index];
            let Some(place) = rules.alphabet.next(state.place, class) else {
                continue;
            };
            let edges = &self.scratch.edges;
            let node = edges
                .binary_search_by_key(&class, |edge| edge.class)
                .map_or(Node::NONE, |edge| edges[edge].to);
            let arrival = Arrival {
                parent: number,
                class,
                distance: distance + rules.alphabet.length(class),
            };
            self.next.place = place;
            self.next.marks = state.marks;
            self.step(node, arrival, budget)?;
        }
        Ok(())
    }

    /// Makes the next state, whose place and marks are those before the step.
    fn step(
        &mut self,
        node: Node,
        arrival: Arrival,
        budget: &mut Budget,
    ) -> Result<(), Exhausted> {
        let Walk {
            rules,
            next,
            scratch,
            ..
        } = self;
        budget.spend(scratch.staying.len() + 1)?;
        // The marks of the target that ends here.
        let mut at_end = next.marks;
        let marks = &mut next.marks;
        let mut matched = |entry: &Entry| {
            at_end.apply(entry);
            if !entry.is_anchored {
                marks.apply(entry);
            }
        };

        let first = scratch
            .advances
            .partition_point(|step| step.class < arrival.class);
        let advanced = scratch.advances[first..]
            .iter()
            .take_while(|step| step.class == arrival.class);
        next.positions.clear();
        // Both are in order, and so is what comes of them.
        let mut staying = scratch.staying.iter().copied().peekable();
        for position in advanced.map(|step| step.to) {
            while let Some(stays) = staying.next_if(|&stays| stays < position) {
                push(rules, &mut next.positions, stays);
            }
            match rules.ended(position) {
                Some(entry) => matched(entry),
                None => push(rules, &mut next.positions, position),
            }
        }
        for stays in staying {
            push(rules, &mut next.positions, stays);
        }
        next.node = node;
        rules.pass_ended(&mut next.node, matched);

        if next.place.may_end() {
            let shown = self.question.shown(&at_end) & self.wanted;
            for (number, found) in self.found.iter_mut().enumerate() {
                let is_nearer = found.is_none_or(|found| arrival.distance < found.distance);
                if shown >> number & 1 == 1 && is_nearer {
                    *found = Some(arrival);
                }
            }
        }
        self.keep(arrival, budget)
    }

    /// Keeps the next state, if something may come of it.
    fn keep(&mut self, arrival: Arrival, budget: &mut Budget) -> Result<(), Exhausted> {
        let Unpacked {
            marks,
            node,
            positions,
            through_literals,
            ..
        } = &mut self.next;
        let ahead = Ahead {
            rules: self.rules,
            positions,
            node: *node,
        };
        let prospect = self.question.look_ahead(&ahead, marks, self.wanted);
        if prospect == Prospect::Nothing {
            return Ok(());
        }
        *through_literals = prospect == Prospect::Literals;
        let is_decided = ahead
            .literals()
            .is_some_and(|mut literals| !literals.any(|entry| marks.leave_open(entry)));
        if is_decided {
            *node = Node::NONE;
        }
        positions.retain(|&position| marks.leave_open(self.rules.entry_of_slot(position)));
        self.next.pack(&mut self.scratch.words);
        self.states.add(&self.scratch.words, arrival, budget)
    }
}

/// Adds a position. Before a `*` that was reached, those of the same pattern
/// can come to nothing that it does not come to.
fn push(rules: &Rules, positions: &mut Vec<u32>, position: u32) {
    if rules.stays(position) {
        while positions.last().is_some_and(|&last| rules.are_of_one(last, position)) {
            positions.pop();
        }
    }
    positions.push(position);
}
