//! Literal rules: the body alone says what matches.

use alloc::boxed::Box;
use alloc::vec::Vec;

use crate::numbers::Numbers;
use crate::pattern::{self, Shape, Strategy};
use crate::rule_set::{Decision, Patterns, Precedence};

/// A literal way in which a rule can match: the rule's number and two bits.
#[derive(Clone, Copy, Debug)]
pub(super) struct Literal(u32);

impl Literal {
    const IS_RESPELLED: u32 = 1;
    /// It is the folder of an index page that is to match.
    const IS_FOLDER: u32 = 2;

    pub(super) fn new(rule: usize, is_respelled: bool, is_folder: bool) -> Literal {
        Literal((rule as u32) << 2 | u32::from(is_folder) << 1 | u32::from(is_respelled))
    }

    #[inline]
    fn rule(self) -> usize {
        (self.0 >> 2) as usize
    }

    /// What it compares, and how.
    #[inline]
    fn body<'p>(self, patterns: &Patterns<'p>) -> (&'p [u8], Strategy) {
        if self.0 & (Literal::IS_RESPELLED | Literal::IS_FOLDER) != 0 {
            return self.odd_body(patterns);
        }
        let canonical = patterns.canonical(self.rule(), false);
        let shape = Shape::of_literal(canonical, patterns.dialect);
        (&canonical[..shape.body], shape.strategy)
    }

    #[cold]
    fn odd_body<'p>(self, patterns: &Patterns<'p>) -> (&'p [u8], Strategy) {
        let canonical = patterns.canonical(self.rule(), self.0 & Literal::IS_RESPELLED != 0);
        if self.0 & Literal::IS_FOLDER != 0 {
            let folder = pattern::index_page_folder(canonical).unwrap_or(canonical.len());
            return (&canonical[..folder], Strategy::Exact);
        }
        let shape = Shape::of_literal(canonical, patterns.dialect);
        (&canonical[..shape.body], shape.strategy)
    }

    fn decision(self, patterns: &Patterns<'_>) -> Decision {
        let (body, strategy) = self.body(patterns);
        Decision {
            rule: self.rule(),
            precedence: Precedence {
                length: body.len() + strategy.behind_body(),
                is_allow: patterns.is_allow(self.rule()),
            },
        }
    }
}

/// So many literals, and no more, are simply tried one after the other.
const FEW: usize = 16;

/// Literal rules, so arranged that those that match are found.
#[derive(Clone, Debug, Default)]
pub(super) struct Literals {
    /// A few by rank; more of them by body, a `Prefix` before an `Exact`, and
    /// of those that match alike the first in rank.
    order: Numbers,
    /// How many octets all bodies begin with in common.
    shared: u32,
    /// Of each the next octets of its body, as numbers that compare like
    /// them.
    keys: Box<[u64]>,
    /// For each of many the number of the longest other `Prefix` that its
    /// body begins with; its own if there is none.
    parents: Option<Numbers>,
}

impl Literals {
    pub(super) fn new(patterns: &Patterns<'_>, mut literals: Vec<Literal>) -> Literals {
        if literals.len() > FEW {
            return Literals::linked(patterns, literals);
        }
        literals.sort_unstable_by_key(|literal| literal.decision(patterns).rank());
        let bodies = || literals.iter().map(|literal| literal.body(patterns).0);
        let shared = usize::from(bodies().all(|body| body.starts_with(b"/")));
        Literals {
            shared: shared as u32,
            keys: bodies().map(|body| key(&body[shared..])).collect(),
            order: numbers(literals.iter().copied()),
            parents: None,
        }
    }

    fn linked(patterns: &Patterns<'_>, literals: Vec<Literal>) -> Literals {
        let is_exact = |strategy| strategy == Strategy::Exact;
        let mut sorted: Vec<(&[u8], bool, Literal)> = literals
            .into_iter()
            .map(|literal| {
                let (body, strategy) = literal.body(patterns);
                (body, is_exact(strategy), literal)
            })
            .collect();
        let rank = |literal: Literal| literal.decision(patterns).rank();
        sorted.sort_unstable_by(|one, other| {
            (one.0.cmp(other.0))
                .then(one.1.cmp(&other.1))
                .then_with(|| rank(one.2).cmp(&rank(other.2)))
        });
        sorted.dedup_by(|later, kept| later.1 == kept.1 && later.0 == kept.0);
        let mut parents = Vec::with_capacity(sorted.len());
        let mut open: Vec<usize> = Vec::new();
        for (number, &(body, is_exact, _)) in sorted.iter().enumerate() {
            while open
                .last()
                .is_some_and(|&last| !body.starts_with(sorted[last].0))
            {
                open.pop();
            }
            parents.push(open.last().copied().unwrap_or(number) as u32);
            if !is_exact {
                open.push(number);
            }
        }
        // In this order what the first and the last have in common all have.
        let shared = match &sorted[..] {
            [first, .., last] => common_prefix(first.0, last.0),
            _ => 0,
        };
        let keys: Box<[u64]> = sorted
            .iter()
            .map(|(body, ..)| key(&body[shared..]))
            .collect();
        Literals {
            shared: shared as u32,
            keys,
            order: numbers(sorted.iter().map(|&(_, _, literal)| literal)),
            parents: Some(parents.into()),
        }
    }

    #[inline]
    fn at(&self, number: usize) -> Literal {
        Literal(self.order.at(number))
    }

    /// The first in rank that matches.
    #[inline]
    pub(super) fn first_match(&self, patterns: &Patterns<'_>, octets: &[u8]) -> Option<Decision> {
        if let Some(parents) = &self.parents {
            return self.longest(parents, patterns, octets);
        }
        let key = key(octets.get(self.shared as usize..)?);
        let is_match = |&number: &usize| {
            let (body, strategy) = self.at(number).body(patterns);
            octets.starts_with(body) && (strategy != Strategy::Exact || body.len() == octets.len())
        };
        let mut keys = self.keys.iter().enumerate();
        // No body holds a NUL, so the octets of a key end where its zeros begin.
        let possible = keys.by_ref().filter(|&(_, &other)| {
            let ends = other.trailing_zeros() & !7;
            (other ^ key).checked_shr(ends).unwrap_or(0) == 0
        });
        let found = possible.map(|(number, _)| number).find(is_match);
        found.map(|number| self.at(number).decision(patterns))
    }

    /// The first in rank that matches, of many.
    fn longest(
        &self,
        parents: &Numbers,
        patterns: &Patterns<'_>,
        octets: &[u8],
    ) -> Option<Decision> {
        let mut number = self.up_to(patterns, octets)?.checked_sub(1)?;
        let (mut body, mut strategy) = self.at(number).body(patterns);
        let shared = common_prefix(body, octets);
        loop {
            let parent = parents.at(number) as usize;
            if body.len() <= shared && (strategy != Strategy::Exact || body.len() == octets.len()) {
                let decision = self.at(number).decision(patterns);
                // Its parent can be as long, if there is a `*` behind it.
                let parent = self.at(parent).decision(patterns);
                return Some(if parent.beats(decision) {
                    parent
                } else {
                    decision
                });
            }
            if parent == number {
                return None;
            }
            number = parent;
            (body, strategy) = self.at(number).body(patterns);
        }
    }

    /// How many bodies are not greater than `octets`; `None` if none of them
    /// can be a prefix of it.
    fn up_to(&self, patterns: &Patterns<'_>, octets: &[u8]) -> Option<usize> {
        let shared = self.shared as usize;
        // All targets begin with a slash.
        if shared > 1 {
            let (first, _) = self.at(0).body(patterns);
            if !octets.starts_with(&first[..shared]) {
                return None;
            }
        }
        let key = key(octets.get(shared..)?);
        let from = self.keys.partition_point(|&other| other < key);
        let alike = match self.keys[from..].first() {
            Some(&other) if other == key => {
                self.keys[from..].partition_point(|&other| other == key)
            }
            _ => return Some(from),
        };
        // Of `alike` ones those that are not greater come first.
        let (mut low, mut high) = (from, from + alike);
        while low < high {
            let middle = low + (high - low) / 2;
            if self.at(middle).body(patterns).0 <= octets {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        Some(low)
    }
}

fn numbers(literals: impl Iterator<Item = Literal>) -> Numbers {
    literals.map(|literal| literal.0).collect::<Vec<_>>().into()
}

/// The first eight octets as a number; numbers compare like octets.
#[inline]
fn key(octets: &[u8]) -> u64 {
    match octets.first_chunk() {
        Some(octets) => u64::from_be_bytes(*octets),
        None => octets
            .iter()
            .rev()
            .fold(0, |key, &octet| key >> 8 | u64::from(octet) << 56),
    }
}

fn common_prefix(one: &[u8], other: &[u8]) -> usize {
    one.iter()
        .zip(other)
        .take_while(|(one, other)| one == other)
        .count()
}
