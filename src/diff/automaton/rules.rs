//! Rules as the walk wants them: the literal ones sorted, which makes a trie
//! of them, the others as positions that progress through their patterns.

use alloc::vec::Vec;

use super::alphabet::{Alphabet, Class, NO_CLASS, Named, QUESTION_MARK, Symbol};
use super::alphabet::{first_symbol, in_query};
use super::{CanonicalRule, Targets};
use crate::dialect::Dialect;
use crate::pattern::Shape;

/// A symbol of a pattern, or `*`.
type Token = u16;

const STAR: Token = 0x200;

/// What a rule asks for.
#[derive(Debug)]
pub(super) struct Demand {
    /// The pattern without `$` and final `*`.
    pub(super) tokens: Vec<Token>,
    /// Whether the target ends where the pattern does.
    pub(super) is_anchored: bool,
    /// The length that decides precedence.
    pub(super) length: u32,
}

impl Demand {
    /// What rules ask for: nothing if they match no target, or if it makes no
    /// difference whether they do; two things if an index page stands for its
    /// folder, too.
    pub(super) fn of(rule: &CanonicalRule<'_>, dialect: Dialect) -> impl Iterator<Item = Demand> {
        let canonical = &*rule.canonical;
        let folder = Shape::of_index_folder(canonical, rule.is_allow, dialect)
            .map(|folder| [&canonical[..folder.body], b"$"].concat());
        let folder = folder.and_then(|folder| Demand::read(&folder, dialect));
        Demand::read(canonical, dialect).into_iter().chain(folder)
    }

    fn read(canonical: &[u8], dialect: Dialect) -> Option<Demand> {
        let shape = Shape::of(canonical, dialect).filter(|_| !canonical.is_empty())?;
        let (mut rest, is_anchored) = match canonical {
            [body @ .., b'$'] => (body, true),
            body => (body, false),
        };
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
            let (symbol, after) = first_symbol(rest, dialect);
            // What follows a `?` stands in the query, wherever that begins.
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
            tokens,
            is_anchored: is_anchored && !ends_open,
            length: shape.length() as u32,
        })
    }

    /// Exactly this, which has no `*`.
    pub(super) fn exactly(literal: &[u8]) -> Demand {
        Demand {
            tokens: literal.iter().map(|&byte| Symbol::from(byte)).collect(),
            is_anchored: true,
            length: literal.len() as u32,
        }
    }

    pub(super) fn is_literal(&self) -> bool {
        !self.tokens.contains(&STAR)
    }
}

/// A demand of one of the rule sets, or of both.
#[derive(Debug)]
pub(super) struct Entry {
    /// Of those that match, the one of the highest rank decides. Not 0.
    pub(super) rank: u32,
    /// A bit for each of the rule sets that have it.
    pub(super) sides: u8,
    pub(super) is_allow: bool,
    pub(super) is_anchored: bool,
}

impl Entry {
    pub(super) fn new(rank: u32, sides: u8, is_allow: bool) -> Entry {
        Entry {
            rank,
            sides,
            is_allow,
            is_anchored: false,
        }
    }

    pub(super) fn is_on(&self, side: usize) -> bool {
        self.sides >> side & 1 == 1
    }
}

/// A pattern without `*`.
#[derive(Clone, Copy, Debug)]
struct Literal {
    start: u32,
    end: u32,
    entry: u32,
    /// How many bytes of a target it is.
    length: u32,
}

/// A place in a pattern with `*`.
#[derive(Clone, Copy, Debug)]
struct Slot {
    /// What may come next: a class, or one of the two below.
    class: Class,
    in_query: Class,
    entry: u32,
    /// How many bytes of a target there are at least to where it ends.
    distance: u32,
}

/// Instead of a class: any symbol, any number of times.
const ANYTHING: Class = NO_CLASS - 1;
/// Instead of a class: here the pattern ends.
const END: Class = NO_CLASS - 2;

/// The literals that begin alike, up to where the walk is: a node of the trie.
/// None of them ends there.
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

/// Where one symbol leads.
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
    literals: Vec<Literal>,
    spelled: Vec<Class>,
    slots: Vec<Slot>,
    /// The first slot of each pattern with `*`.
    starts: Vec<u32>,
}

impl Rules {
    pub(super) fn new(demands: Vec<(Demand, Entry)>, dialect: Dialect, targets: Targets) -> Rules {
        let mut named = Named::none();
        for (demand, _) in &demands {
            let symbols = demand.tokens.iter().filter(|&&token| token != STAR);
            symbols.for_each(|&symbol| named.add(symbol));
        }
        let alphabet = Alphabet::new(named, dialect, targets);
        let mut rules = Rules {
            alphabet,
            entries: Vec::with_capacity(demands.len()),
            literals: Vec::new(),
            spelled: Vec::new(),
            slots: Vec::new(),
            starts: Vec::new(),
        };
        for (demand, entry) in demands {
            rules.add(&demand, entry);
        }
        let spelled = &rules.spelled;
        let of = |literal: &Literal| &spelled[literal.start as usize..literal.end as usize];
        rules.literals.sort_unstable_by(|a, b| of(a).cmp(of(b)));
        rules
    }

    fn add(&mut self, demand: &Demand, entry: Entry) {
        let number = self.entries.len() as u32;
        let is_had = |&token: &Token| token == STAR || self.alphabet.class(token) != NO_CLASS;
        if !demand.tokens.iter().all(is_had) {
            // No target has all its symbols.
            return;
        }
        self.entries.push(Entry {
            is_anchored: demand.is_anchored,
            ..entry
        });
        let alphabet = &self.alphabet;
        if demand.is_literal() {
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

    /// The literals whose entries are like this, in order.
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

    /// How many bytes of a target there are from a position to the end of its
    /// pattern, at least.
    pub(super) fn distance_to_end(&self, position: u32) -> u32 {
        self.slots[position as usize].distance
    }

    /// How many bytes of a target a literal is.
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

    /// Takes from a node the literals that end there, and tells them to `tell`.
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

    /// Where the symbol after the node leads that the literal `first` has
    /// there, the first of those with this symbol.
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

    /// Adds where the symbols lead that literals have after a node.
    pub(super) fn add_edges(&self, mut node: Node, edges: &mut Vec<Step<Node>>) {
        while node.first < node.end {
            let edge = self.edge(node, node.first);
            node.first = edge.to.end;
            edges.push(edge);
        }
    }

    /// The same for symbols that some of `literals` have there; these are in
    /// order.
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

    /// Whether a symbol of any kind leaves the position where it is.
    pub(super) fn stays(&self, position: u32) -> bool {
        self.slots[position as usize].class == ANYTHING
    }

    /// The symbol that takes a position farther, and where to.
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

    /// Whose pattern ends at this position, if one does.
    pub(super) fn ended(&self, position: u32) -> Option<&Entry> {
        let is_end = self.slots[position as usize].class == END;
        is_end.then(|| self.entry_of_slot(position))
    }

    pub(super) fn are_of_one(&self, a: u32, b: u32) -> bool {
        self.slots[a as usize].entry == self.slots[b as usize].entry
    }
}
