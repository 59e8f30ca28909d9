//! Rules in the form that the walk uses: sorted literals, which form a trie, and positions that
//! progress through the patterns with wildcards.

use alloc::vec;
use alloc::vec::Vec;
use core::cmp::Reverse;

use super::alphabet::{Alphabet, Class, NO_CLASS, NamedSymbols, QUESTION_MARK, Symbol};
use super::alphabet::{first_symbol, in_query};
use super::{Budget, CanonicalRule, Limit, Targets};
use crate::dialect::Dialect;
use crate::pattern::Shape;

/// A symbol of a pattern, or `*`.
type Token = u16;

const STAR: Token = 0x200;

/// A pattern as a sequence of tokens, with the length that decides precedence.
#[derive(Debug)]
pub(super) struct Demand {
    /// The pattern without `$` and final `*`.
    pub(super) tokens: Vec<Token>,
    /// `true` if the target must end where the pattern does.
    pub(super) is_anchored: bool,
    /// `true` if there is no `*`.
    pub(super) is_literal: bool,
    /// The length that decides precedence.
    pub(super) length: u32,
}

impl Demand {
    /// Returns the demands of a rule: none if it matches no target or has no effect, and two if
    /// it is for an index page and also matches its folder.
    /// `targets` is the dialect of the alphabet.
    pub(super) fn of(
        rule: &CanonicalRule<'_>,
        dialect: Dialect,
        targets: Dialect,
    ) -> impl Iterator<Item = Demand> {
        let canonical = &*rule.canonical;
        let folder = Shape::of_index_folder(canonical, rule.is_allow, dialect)
            .map(|folder| [&canonical[..folder.body], b"$"].concat());
        let folder = folder.and_then(|folder| Demand::read(&folder, dialect, targets));
        let demand = Demand::read(canonical, dialect, targets);
        demand.into_iter().chain(folder)
    }

    pub(super) fn read(canonical: &[u8], dialect: Dialect, targets: Dialect) -> Option<Demand> {
        let shape = Shape::of(canonical, dialect).filter(|_| !canonical.is_empty())?;
        let (mut rest, is_anchored) = match canonical {
            [body @ .., b'$'] => (body, true),
            body => (body, false),
        };
        let mut tokens: Vec<Token> = Vec::with_capacity(rest.len());
        let mut is_in_query = false;
        while let Some(&byte) = rest.first() {
            // Most bytes are a symbol of their own, in every dialect.
            let is_special = |byte: &u8| matches!(byte, b'*' | b'%' | b'?' | b'$' | b'\\');
            let plain = rest.iter().position(is_special).unwrap_or(rest.len());
            if plain > 0 {
                tokens.extend(rest[..plain].iter().map(|&byte| Symbol::from(byte)));
                rest = &rest[plain..];
                continue;
            }
            if byte == b'*' {
                if tokens.last() != Some(&STAR) {
                    tokens.push(STAR);
                }
                rest = &rest[1..];
                continue;
            }
            let (symbol, after) = first_symbol(rest, dialect, targets);
            // After a `?` of the pattern, the target is always in its query.
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
        Some(Demand {
            is_literal: !tokens.contains(&STAR),
            tokens,
            is_anchored: is_anchored && !ends_open,
            length: shape.length() as u32,
        })
    }

    /// Returns `true` if both match the same targets.
    pub(super) fn is_like(&self, other: &Demand) -> bool {
        self.is_anchored == other.is_anchored && self.tokens == other.tokens
    }

    /// Returns the number of bytes that the demand, its entry, and the tables that [`Rules`]
    /// builds from them take.
    pub(super) fn memory(&self) -> usize {
        /// The part that does not grow with the pattern, including spare capacity.
        const ENTRY: usize = 256;
        let bytes_per_token = if self.is_literal {
            size_of::<Token>() + size_of::<Class>()
        } else {
            size_of::<Token>() + size_of::<Slot>()
        };
        ENTRY + bytes_per_token * self.tokens.capacity()
    }
}

/// A rule of one side, or one that both have.
#[derive(Debug)]
pub(super) struct Entry {
    /// The rank on each side, or 0 if the side does not have the entry. Of the entries that
    /// match, the one with the highest rank decides.
    pub(super) ranks: [u32; 2],
    /// The line of the rule on each side.
    pub(super) lines: [u32; 2],
    pub(super) is_allow: bool,
    pub(super) is_anchored: bool,
}

impl Entry {
    pub(super) fn new(side: usize, rank: u32, is_allow: bool, line: u32) -> Entry {
        let of_side = |value| if side == 0 { [value, 0] } else { [0, value] };
        Entry {
            ranks: of_side(rank),
            lines: of_side(line),
            is_allow,
            is_anchored: false,
        }
    }

    pub(super) fn is_on(&self, side: usize) -> bool {
        self.ranks[side] != 0
    }

    /// Returns `true` if only one side has the entry.
    pub(super) fn is_changed(&self) -> bool {
        self.is_on(0) != self.is_on(1)
    }

    pub(super) fn highest_rank(&self) -> u32 {
        self.ranks[0].max(self.ranks[1])
    }

    /// Merges an equal entry: takes its rank and line on a side where this entry is missing
    /// or comes later in the file.
    pub(super) fn take_side_of(&mut self, other: &Entry) {
        for side in 0..2 {
            if !self.is_on(side) || other.is_on(side) && other.lines[side] < self.lines[side] {
                self.ranks[side] = other.ranks[side];
                self.lines[side] = other.lines[side];
            }
        }
    }
}

/// A pattern without `*`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Literal {
    start: u32,
    end: u32,
    pub(super) entry: u32,
    /// The number of bytes that it takes in a target.
    length: u32,
}

/// A position in a pattern with `*`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Slot {
    /// The class that comes next, or [`ANYTHING`] or [`END`].
    pub(super) class: Class,
    pub(super) in_query: Class,
    pub(super) entry: u32,
    /// The minimum number of bytes from here to the end of the pattern, in a target.
    distance: u32,
}

/// Instead of a class: any symbol, any number of times.
pub(super) const ANYTHING: Class = NO_CLASS - 1;
/// Instead of a class: here the pattern ends.
pub(super) const END: Class = NO_CLASS - 2;

/// The literals that share the prefix that the walk has reached: a node of the trie. None of
/// them ends there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Node {
    pub(super) first: u32,
    pub(super) end: u32,
    pub(super) depth: u32,
}

impl Node {
    pub(super) const NONE: Node = Node {
        first: 0,
        end: 0,
        depth: 0,
    };

    pub(super) fn len(self) -> usize {
        (self.end - self.first) as usize
    }
}

/// The node that one symbol leads to.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step<T> {
    pub(super) class: Class,
    pub(super) to: T,
}

#[derive(Debug)]
pub(super) struct Rules {
    pub(super) alphabet: Alphabet,
    pub(super) entries: Vec<Entry>,
    /// In the order of their classes.
    pub(super) literals: Vec<Literal>,
    spelled: Vec<Class>,
    pub(super) slots: Vec<Slot>,
    /// The first slot of each pattern with `*`.
    starts: Vec<u32>,
}

impl Rules {
    /// Builds the tables. Their memory, except for the alphabet, was charged when the demands
    /// were read.
    pub(super) fn new(
        demands: Vec<(Demand, Entry)>,
        dialect: Dialect,
        targets: Targets,
        budget: &mut Budget,
    ) -> Result<Rules, Limit> {
        budget.allocate(4096)?;
        let mut named = NamedSymbols::none();
        for (demand, _) in &demands {
            let symbols = demand.tokens.iter().filter(|&&token| token != STAR);
            symbols.for_each(|&symbol| named.add(symbol));
        }
        let alphabet = Alphabet::new(named, dialect, targets);
        let tokens = |literal: bool| {
            let demands = demands.iter().map(|(demand, _)| demand);
            let alike = demands.filter(move |demand| demand.is_literal == literal);
            alike.map(|demand| demand.tokens.len() + 1).sum()
        };
        let mut rules = Rules {
            alphabet,
            entries: Vec::with_capacity(demands.len()),
            literals: Vec::new(),
            spelled: Vec::with_capacity(tokens(true)),
            slots: Vec::with_capacity(tokens(false)),
            starts: Vec::new(),
        };
        for (demand, entry) in demands {
            rules.add(&demand, entry);
        }
        // Classes are in the order of their symbols, so sorted demands are already in order,
        // unless the dialects differ.
        let spelled = &rules.spelled;
        let of = |literal: &Literal| &spelled[literal.start as usize..literal.end as usize];
        rules.literals.sort_unstable_by(|a, b| of(a).cmp(of(b)));
        Ok(rules)
    }

    /// Assigns an even rank of its own to each entry. Of rules that are equally long and of
    /// the same kind, the first in the file gets the highest rank.
    pub(super) fn rank_by_line(&mut self) {
        for side in 0..2 {
            let entries = (0..).zip(&self.entries);
            let mut order: Vec<(u32, Reverse<u32>, u32)> = entries
                .map(|(number, entry)| (entry.ranks[side], Reverse(entry.lines[side]), number))
                .collect();
            order.sort_unstable();
            for (rank, (_, _, number)) in (2..).step_by(2).zip(order) {
                let entry = &mut self.entries[number as usize];
                if entry.is_on(side) {
                    entry.ranks[side] = rank;
                }
            }
        }
    }

    fn add(&mut self, demand: &Demand, entry: Entry) {
        let number = self.entries.len() as u32;
        let is_had = |&token: &Token| token == STAR || self.alphabet.class(token) != NO_CLASS;
        if !demand.tokens.iter().all(is_had) {
            // No target contains all symbols of the pattern.
            return;
        }
        self.entries.push(Entry {
            is_anchored: demand.is_anchored,
            ..entry
        });
        let alphabet = &self.alphabet;
        if demand.is_literal {
            let start = self.spelled.len();
            let classes = demand.tokens.iter().map(|&token| alphabet.class(token));
            self.spelled.extend(classes);
            let spelled = &self.spelled[start..];
            self.literals.push(Literal {
                start: start as u32,
                end: self.spelled.len() as u32,
                entry: number,
                length: spelled.iter().map(|&class| alphabet.length(class)).sum(),
            });
            return;
        }
        let start = self.slots.len();
        self.starts.push(start as u32);
        let slots = demand.tokens.iter().map(|&token| match token {
            STAR => (ANYTHING, ANYTHING),
            symbol => (alphabet.class(symbol), alphabet.class_in_query(symbol)),
        });
        let slots = slots.chain([(END, END)]).map(|(class, in_query)| Slot {
            class,
            in_query,
            entry: number,
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
    }

    /// Returns the lines of the entries of a side, indexed by rank; 0 if a rank has no entry.
    ///
    /// For ranks of [`rank_by_line`](Rules::rank_by_line).
    pub(super) fn lines_by_rank(&self, side: usize) -> Vec<u32> {
        let mut lines = vec![0; 2 * self.entries.len() + 2];
        for entry in self.entries.iter().filter(|entry| entry.is_on(side)) {
            lines[entry.ranks[side] as usize] = entry.lines[side];
        }
        lines
    }

    /// Returns the classes of a literal.
    pub(super) fn spelled_of(&self, literal: u32) -> &[Class] {
        self.spelled(&self.literals[literal as usize])
    }

    pub(super) fn spelled(&self, literal: &Literal) -> &[Class] {
        &self.spelled[literal.start as usize..literal.end as usize]
    }

    /// Returns the literals with entries that satisfy the predicate, in order.
    pub(super) fn literals_like(&self, is_like: impl Fn(&Entry) -> bool) -> Vec<u32> {
        (0..self.literals.len() as u32)
            .filter(|&literal| is_like(self.entry_of_literal(literal)))
            .collect()
    }

    pub(super) fn entry_of_literal(&self, literal: u32) -> &Entry {
        &self.entries[self.literals[literal as usize].entry as usize]
    }

    pub(super) fn entry_of_slot(&self, slot: u32) -> &Entry {
        &self.entries[self.slots[slot as usize].entry as usize]
    }

    /// Returns the minimum number of bytes from a position to the end of its pattern, in a
    /// target.
    pub(super) fn distance_to_end(&self, position: u32) -> u32 {
        self.slots[position as usize].distance
    }

    /// Returns the number of bytes that a literal takes in a target.
    pub(super) fn length_of_literal(&self, literal: u32) -> u32 {
        self.literals[literal as usize].length
    }

    pub(super) fn starts(&self) -> &[u32] {
        &self.starts
    }

    /// All literals.
    pub(super) fn root(&self) -> Node {
        Node {
            first: 0,
            end: self.literals.len() as u32,
            depth: 0,
        }
    }

    /// Removes the literals that end at a node, and passes them to `tell`.
    pub(super) fn pass_ended(&self, node: &mut Node, mut tell: impl FnMut(&Entry)) {
        while node.first < node.end {
            let literal = self.literals[node.first as usize];
            if literal.end - literal.start > node.depth {
                return;
            }
            tell(self.entry_of_literal(node.first));
            node.first += 1;
        }
        *node = Node::NONE;
    }

    fn class_at(&self, literal: &Literal, depth: u32) -> Class {
        self.spelled[(literal.start + depth) as usize]
    }

    /// Returns the node that the symbol of the literal `first` after this node leads to.
    /// `first` must be the first literal with this symbol.
    fn edge(&self, node: Node, first: u32) -> Step<Node> {
        let class = self.class_at(&self.literals[first as usize], node.depth);
        let others = &self.literals[first as usize..node.end as usize];
        let alike = others.partition_point(|other| self.class_at(other, node.depth) <= class);
        let to = Node {
            first,
            end: first + alike as u32,
            depth: node.depth + 1,
        };
        Step { class, to }
    }

    /// Adds the nodes that the symbols of literals after a node lead to.
    pub(super) fn add_edges(&self, mut node: Node, edges: &mut Vec<Step<Node>>) {
        while node.first < node.end {
            let edge = self.edge(node, node.first);
            node.first = edge.to.end;
            edges.push(edge);
        }
    }

    /// Like [`add_edges`](Rules::add_edges), but only for symbols that some of `literals`, which are sorted,
    /// have there.
    pub(super) fn add_edges_to(&self, node: Node, literals: &[u32], edges: &mut Vec<Step<Node>>) {
        let mut passed = node.first;
        loop {
            let next = literals.partition_point(|&literal| literal < passed);
            let Some(&literal) = literals.get(next).filter(|&&literal| literal < node.end) else {
                return;
            };
            let class = self.class_at(&self.literals[literal as usize], node.depth);
            let before = &self.literals[passed as usize..literal as usize];
            let less = before.partition_point(|other| self.class_at(other, node.depth) < class);
            let edge = self.edge(node, passed + less as u32);
            passed = edge.to.end;
            edges.push(edge);
        }
    }

    /// Returns `true` if the position is at a `*`, so it remains after any symbol.
    pub(super) fn stays(&self, position: u32) -> bool {
        self.slots[position as usize].class == ANYTHING
    }

    /// Returns the symbol that advances a position, and the next position.
    pub(super) fn advance(&self, position: u32, is_in_query: bool) -> Step<u32> {
        let asked = position + u32::from(self.stays(position));
        let slot = self.slots[asked as usize];
        Step {
            class: if is_in_query {
                slot.in_query
            } else {
                slot.class
            },
            to: asked + 1,
        }
    }

    /// Returns the entry of the pattern that ends at this position, if one does.
    pub(super) fn ended(&self, position: u32) -> Option<&Entry> {
        let is_end = self.slots[position as usize].class == END;
        is_end.then(|| self.entry_of_slot(position))
    }

    pub(super) fn are_of_one(&self, a: u32, b: u32) -> bool {
        self.slots[a as usize].entry == self.slots[b as usize].entry
    }
}
