//! The walk: from the beginning of all targets, the shortest first, through
//! what rules can still make of them.

use alloc::string::String;
use alloc::vec::Vec;

use super::alphabet::{Class, Place};
use super::rules::{Entry, Node, Rules, Step};
use super::states::{Arrival, States};
use super::{Budget, Limit};

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

    pub(super) fn is_same_on_both(&self) -> bool {
        self.best[0] == self.best[1] && self.allowed[0] == self.allowed[1]
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
    /// Only targets that go on like one of [`Question::literals`], at least so
    /// many bytes.
    Literals { distance: u32 },
    /// Only targets that go on for at least so many bytes.
    Anything { distance: u32 },
}

/// What a walk looks for.
pub(super) trait Question {
    /// What matches before the first byte.
    fn start(&self) -> Marks;

    /// The literals without which a target shows nothing new, in order.
    fn literals(&self) -> &[u32];

    /// Whether a target that ends with these marks shows it.
    fn is_shown(&self, marks: &Marks) -> bool;

    /// Whether a target that goes on may show it. Changes the marks of states
    /// to those that differ from them in nothing that matters.
    fn look_ahead(&self, ahead: &Ahead<'_>, marks: &mut Marks) -> Prospect;
}

/// What may still match.
pub(super) struct Ahead<'w> {
    pub(super) rules: &'w Rules,
    positions: &'w [u32],
    node: Node,
    /// From the beginning.
    distance: u32,
}

impl<'w> Ahead<'w> {
    /// So many literals, and no more, are looked at one by one.
    const FEW: usize = 32;

    /// The entries with wildcards that may match.
    pub(super) fn wildcards(&self) -> impl Iterator<Item = &'w Entry> + use<'w> {
        let rules = self.rules;
        self.positions
            .iter()
            .map(|&position| rules.entry_of_slot(position))
    }

    /// The literal entries that may match, unless there are many.
    pub(super) fn literals(&self) -> Option<impl Iterator<Item = &'w Entry> + use<'w>> {
        let (rules, node) = (self.rules, self.node);
        let numbers = node.first..node.end;
        (node.len() <= Ahead::FEW).then(|| numbers.map(|literal| rules.entry_of_literal(literal)))
    }

    /// What may come of a state if that takes one of some entries to match:
    /// one of these literals, which are in order, or one with wildcards of
    /// which `is_one` holds.
    pub(super) fn of_entries(
        &self,
        literals: &[u32],
        marks: &Marks,
        is_one: impl Fn(&Entry) -> bool,
    ) -> Prospect {
        let rules = self.rules;
        let wildcard = self
            .positions
            .iter()
            .filter(|&&position| {
                let entry = rules.entry_of_slot(position);
                is_one(entry) && marks.leave_open(entry)
            })
            .map(|&position| rules.distance_to_end(position))
            .min();
        let [start, end] = [self.node.first, self.node.end]
            .map(|bound| literals.partition_point(|&literal| literal < bound));
        let literals = &literals[start..end];
        let literal = if literals.len() > Ahead::FEW {
            Some(0)
        } else {
            literals
                .iter()
                .filter(|&&literal| marks.leave_open(rules.entry_of_literal(literal)))
                .map(|&literal| rules.length_of_literal(literal) - self.distance)
                .min()
        };
        match (wildcard, literal) {
            (None, None) => Prospect::Nothing,
            (None, Some(distance)) => Prospect::Literals { distance },
            (Some(distance), None) => Prospect::Anything { distance },
            (Some(one), Some(other)) => Prospect::Anything {
                distance: one.min(other),
            },
        }
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
        words.extend([
            flags,
            self.marks.best[0],
            self.marks.best[1],
            first,
            end,
            depth,
        ]);
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

/// The shortest URL that shows what the question looks for.
pub(super) fn walk(
    rules: &Rules,
    question: &impl Question,
    budget: &mut Budget,
) -> Result<Option<String>, Limit> {
    budget.begin();
    let mut walk = Walk {
        rules,
        question,
        states: States::new(),
        found: None,
        next: Unpacked::start(question.start()),
        scratch: Scratch::default(),
    };
    walk.run(budget)?;
    Ok(walk.found.map(|found| {
        let way = walk.states.way(found);
        rules.alphabet.url(way.into_iter())
    }))
}

struct Walk<'r, Q> {
    rules: &'r Rules,
    question: &'r Q,
    states: States,
    /// How the nearest target was come to that shows what is looked for.
    found: Option<Arrival>,
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
    fn run(&mut self, budget: &mut Budget) -> Result<(), Limit> {
        budget.spend(self.rules.starts().len())?;
        self.next.node = self.rules.root();
        self.next.positions.extend_from_slice(self.rules.starts());
        let (rules, next) = (self.rules, &mut self.next);
        // Of `*` nothing is left that would ask for a byte.
        rules.pass_ended(&mut next.node, |entry| next.marks.apply(entry));
        self.keep(Arrival::START, budget)?;
        let mut state = Unpacked::start(self.question.start());
        while let Some(nearest) = self.states.next() {
            // Nothing is nearer.
            if self
                .found
                .is_some_and(|found| found.distance <= nearest.at_least)
            {
                break;
            }
            state.unpack(self.states.words(nearest.state));
            self.go_on(&state, nearest.state, nearest.distance, budget)?;
        }
        Ok(())
    }

    /// Goes on from a state with every symbol that may make a difference, and
    /// with one that stands for all others.
    fn go_on(
        &mut self,
        state: &Unpacked,
        number: u32,
        distance: u32,
        budget: &mut Budget,
    ) -> Result<(), Limit> {
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
        staying.extend(
            state
                .positions
                .iter()
                .filter(|&&position| rules.stays(position)),
        );
        advances.clear();
        advances.extend(
            state
                .positions
                .iter()
                .map(|&position| rules.advance(position, is_in_query)),
        );
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
    fn step(&mut self, node: Node, arrival: Arrival, budget: &mut Budget) -> Result<(), Limit> {
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

        let is_nearer = |found: Arrival| arrival.distance < found.distance;
        if next.place.may_end()
            && self.question.is_shown(&at_end)
            && self.found.is_none_or(is_nearer)
        {
            self.found = Some(arrival);
        }
        self.keep(arrival, budget)
    }

    /// Keeps the next state, if something may come of it.
    fn keep(&mut self, arrival: Arrival, budget: &mut Budget) -> Result<(), Limit> {
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
            distance: arrival.distance,
        };
        let (is_through_literals, distance) = match self.question.look_ahead(&ahead, marks) {
            Prospect::Nothing => return Ok(()),
            Prospect::Literals { distance } => (true, distance),
            Prospect::Anything { distance } => (false, distance),
        };
        *through_literals = is_through_literals;
        let is_decided = ahead
            .literals()
            .is_some_and(|mut literals| !literals.any(|entry| marks.leave_open(entry)));
        if is_decided {
            *node = Node::NONE;
        }
        positions.retain(|&position| marks.leave_open(self.rules.entry_of_slot(position)));
        self.next.pack(&mut self.scratch.words);
        let at_least = arrival.distance + distance;
        self.states
            .add(&self.scratch.words, arrival, at_least, budget)
    }
}

/// Adds a position. Before a `*` that was reached, those of the same pattern
/// can come to nothing that it does not come to.
fn push(rules: &Rules, positions: &mut Vec<u32>, position: u32) {
    if rules.stays(position) {
        while positions
            .last()
            .is_some_and(|&last| rules.are_of_one(last, position))
        {
            positions.pop();
        }
    }
    positions.push(position);
}
