//! The walk: builds targets, shortest first, and keeps the states that may still lead to an
//! answer.

use alloc::collections::btree_map::{BTreeMap, Entry as MapEntry};
use alloc::sync::Arc;
use alloc::vec::Vec;

use super::alphabet::{Class, Place};
use super::rules::{Entry, Node, Rules, Step};
use super::states::{Arrival, States};
use super::{Budget, Limit};

/// The best matches so far, on each side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Marks {
    /// Entries of this rank or below no longer make a difference.
    pub(super) best: [u32; 2],
    /// The verdict, if nothing else matches.
    pub(super) allowed: [bool; 2],
}

impl Marks {
    /// Nothing has matched.
    pub(super) const NOTHING: Marks = Marks {
        best: [0; 2],
        allowed: [true; 2],
    };

    /// Records that an entry has matched.
    fn apply(&mut self, entry: &Entry) {
        for side in 0..2 {
            if entry.ranks[side] > self.best[side] {
                self.best[side] = entry.ranks[side];
                self.allowed[side] = entry.is_allow;
            }
        }
    }

    pub(super) fn is_same_on_both(&self) -> bool {
        self.best[0] == self.best[1] && self.allowed[0] == self.allowed[1]
    }

    /// Returns `true` if this entry would decide, if it matched.
    pub(super) fn leave_open(&self, entry: &Entry) -> bool {
        (0..2).any(|side| entry.ranks[side] > self.best[side])
    }
}

/// The answers that a state may lead to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Prospect {
    /// No target that begins like this is an answer.
    Nothing,
    /// Only targets that continue like one of [`Question::literals`], for at least this many
    /// bytes.
    Literals { distance: u32 },
    /// Only targets that continue for at least this many bytes.
    Anything { distance: u32 },
}

/// A question that a walk answers.
pub(super) trait Question {
    /// `true` if `look_ahead` reads all literals, even if there are many.
    const READS_ALL_LITERALS: bool = false;

    /// Returns the marks before the first byte.
    fn start(&self) -> Marks;

    /// Returns the literals that can make a target an answer, in order.
    fn literals(&self) -> &[u32];

    /// The number of answers to look for, if there may be several.
    fn most(&self) -> Option<usize> {
        None
    }

    /// Returns a key for the answer that a target with these marks gives, or `None` if it gives
    /// none. The shortest target of each key is an answer.
    fn shown(&self, marks: &Marks) -> Option<[u32; 2]>;

    /// Returns the prospect of the targets that continue from here. Replaces the marks by
    /// representatives of all marks with the same prospect.
    fn look_ahead(&self, ahead: &Ahead<'_>, marks: &mut Marks) -> Prospect;
}

/// The nearest target of each key.
type Found = BTreeMap<[u32; 2], Arrival>;

/// The entries that may still match.
pub(super) struct Ahead<'w> {
    pub(super) rules: &'w Rules,
    positions: &'w [u32],
    node: Node,
    /// From the beginning.
    distance: u32,
    found: &'w Found,
}

impl<'w> Ahead<'w> {
    /// The number of literals that are read one by one in every state.
    const FEW: usize = 32;

    /// The entries with wildcards that may match.
    pub(super) fn wildcards(&self) -> impl Iterator<Item = &'w Entry> + use<'w> {
        let rules = self.rules;
        self.positions
            .iter()
            .map(|&position| rules.entry_of_slot(position))
    }

    /// The literal entries that may match.
    pub(super) fn literals(&self) -> impl Iterator<Item = &'w Entry> + use<'w> {
        let (rules, node) = (self.rules, self.node);
        let numbers = node.first..node.end;
        numbers.map(|literal| rules.entry_of_literal(literal))
    }

    /// The literal entries that may match, unless there are many.
    pub(super) fn few_literals(&self) -> Option<impl Iterator<Item = &'w Entry> + use<'w>> {
        (self.node.len() <= Ahead::FEW).then(|| self.literals())
    }

    /// Returns `true` if no continuation can show this key earlier than the target that was
    /// found.
    pub(super) fn is_found(&self, key: [u32; 2]) -> bool {
        let found = self.found.get(&key);
        found.is_some_and(|found| found.distance <= self.distance + 1)
    }

    /// Returns the prospect of a state that shows something only if one of some entries
    /// matches: one of these literals, which are in order, or a wildcard entry for which
    /// `is_one` returns `true`.
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

/// A state in unpacked form, visited or under construction.
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

/// The result of a walk.
pub(super) struct Walked {
    /// The shortest URL of each key, the shortest first.
    pub(super) urls: Vec<Arc<str>>,
    /// The limit that ended the walk before all answers were found.
    pub(super) limit: Option<Limit>,
}

/// Finds the shortest URLs that show what the question looks for.
pub(super) fn walk(rules: &Rules, question: &impl Question, budget: &mut Budget) -> Walked {
    budget.begin_walk();
    let mut walk = Walk {
        rules,
        question,
        states: States::new(),
        found: Found::new(),
        next: Unpacked::start(question.start()),
        scratch: Scratch::default(),
    };
    let limit = walk.run(budget).err();
    let mut found: Vec<Arrival> = walk.found.values().copied().collect();
    found.sort_by_key(|arrival| arrival.distance);
    let url = |arrival| rules.alphabet.url(walk.states.way(arrival).into_iter());
    Walked {
        urls: found.into_iter().map(|found| url(found).into()).collect(),
        limit,
    }
}

struct Walk<'r, Q> {
    rules: &'r Rules,
    question: &'r Q,
    states: States,
    /// How the nearest target of each key was reached.
    found: Found,
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
        // A pattern of only `*` needs no bytes, so it has matched already.
        rules.pass_ended(&mut next.node, |entry| next.marks.apply(entry));
        self.keep(Arrival::START, budget)?;
        let mut state = Unpacked::start(self.question.start());
        while let Some(nearest) = self.states.next() {
            // The only answer is final if no state is nearer.
            let is_final = |found: &Arrival| found.distance <= nearest.at_least;
            if self.question.most().is_none() && self.found.values().any(is_final) {
                break;
            }
            state.unpack(self.states.words(nearest.state));
            self.explore(&state, nearest.state, nearest.distance, budget)?;
        }
        Ok(())
    }

    /// Continues from a state with every symbol that may make a difference, and with one that
    /// represents all others.
    fn explore(
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

    /// Completes the next state, which still has the place and marks from before the step.
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
        // Both sequences are sorted, so merging them yields sorted positions.
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
            if let Some(key) = self.question.shown(&at_end) {
                self.find(key, arrival)?;
            }
        }
        self.keep(arrival, budget)
    }

    /// Records an answer, unless a shorter one is known.
    fn find(&mut self, key: [u32; 2], arrival: Arrival) -> Result<(), Limit> {
        let is_full = Some(self.found.len()) == self.question.most();
        match self.found.entry(key) {
            MapEntry::Occupied(mut found) => {
                if arrival.distance < found.get().distance {
                    found.insert(arrival);
                }
            }
            MapEntry::Vacant(_) if is_full => return Err(Limit::Changes),
            MapEntry::Vacant(place) => {
                place.insert(arrival);
            }
        }
        Ok(())
    }

    /// Adds the next state, unless it cannot lead to an answer.
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
            found: &self.found,
        };
        if Q::READS_ALL_LITERALS {
            // Some ten literals are read in the time of a step.
            budget.spend(node.len() / 8)?;
        }
        let (is_through_literals, distance) = match self.question.look_ahead(&ahead, marks) {
            Prospect::Nothing => return Ok(()),
            Prospect::Literals { distance } => (true, distance),
            Prospect::Anything { distance } => (false, distance),
        };
        *through_literals = is_through_literals;
        let is_decided = ahead
            .few_literals()
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

/// Adds a position. If it is at a `*`, earlier positions of the same pattern are subsumed.
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
