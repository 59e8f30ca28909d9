//! Literal rules: the body alone says what matches.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::ops::Range;

use crate::numbers::Numbers;
use crate::pattern::{self, Pattern, Shape, Strategy};
use crate::rule_set::keys::{KEY, Keys, begins_with, first_of_run, is_full, key, up_to};
use crate::rule_set::{Decision, Patterns, Precedence};

/// A literal way in which a rule can match: the rule's number and three bits.
#[derive(Clone, Copy, Debug)]
pub(super) struct Literal(u32);

impl Literal {
    /// Of the rule's pattern as written not all bytes are compared, or others
    /// are, or more than that.
    const IS_ODD: u32 = 1;
    const IS_RESPELLED: u32 = 2;
    /// It is the folder of an index page that is to match.
    const IS_FOLDER: u32 = 4;
    const RULE: u32 = 3;

    pub(super) fn new(rule: usize, pattern: &Pattern<'_>, is_folder: bool) -> Literal {
        let is_respelled = pattern.is_respelled();
        let is_odd = is_respelled
            || is_folder
            || !matches!(pattern.shape, Some(Shape { strategy: Strategy::Prefix, body })
                if body == pattern.bytes().len());
        let bit = |is: bool, bit| if is { bit } else { 0 };
        Literal(
            (rule as u32) << Literal::RULE
                | bit(is_odd, Literal::IS_ODD)
                | bit(is_respelled, Literal::IS_RESPELLED)
                | bit(is_folder, Literal::IS_FOLDER),
        )
    }

    #[inline]
    fn rule(self) -> usize {
        (self.0 >> Literal::RULE) as usize
    }

    #[inline]
    fn is_odd(self) -> bool {
        self.0 & Literal::IS_ODD != 0
    }

    /// What it compares, and how.
    #[inline]
    fn body<'p>(self, patterns: &Patterns<'p>) -> (&'p [u8], Strategy) {
        if self.is_odd() {
            self.odd_body(patterns)
        } else {
            (patterns.canonical(self.rule(), false), Strategy::Prefix)
        }
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

    #[inline]
    fn decision(self, patterns: &Patterns<'_>) -> Decision {
        let (body, strategy) = self.body(patterns);
        let length = body.len() + strategy.behind_body();
        let is_allow = patterns.is_allow(self.rule());
        Decision::new(self.rule(), Precedence::new(length, is_allow))
    }
}

/// Literal rules, so arranged that those that match are found.
#[derive(Clone, Debug, Default)]
pub(super) struct Literals {
    /// By body, a `Prefix` before an `Exact`; of those that match alike only
    /// the first in rank.
    order: Numbers,
    /// How many bytes all bodies begin with in common.
    shared: u32,
    /// Of each the eight bytes after those, as numbers that compare like
    /// them; if there are runs, those of each run.
    keys: Keys,
    /// Runs of literals with the same key, if many have that of another one.
    runs: Option<Box<Runs>>,
    /// For each the number of the longest other `Prefix` that its body begins
    /// with; its own if there is none.
    parents: Numbers,
}

/// Runs of literals with the same key.
#[derive(Clone, Debug)]
struct Runs {
    /// Where each run begins; one more than there are.
    starts: Numbers,
    /// Of each literal the eight bytes after its key.
    next_keys: Box<[u64]>,
}

impl Literals {
    /// So many are all looked at.
    const FEW: usize = 16;
    /// So many literals may have the key of another one before there are runs.
    const FEW_ALIKE: usize = 8;

    pub(super) fn new(patterns: &Patterns<'_>, literals: Vec<Literal>) -> Literals {
        let is_exact = |strategy| strategy == Strategy::Exact;
        let mut sorted: Vec<(&[u8], bool, Literal)> = literals
            .into_iter()
            .map(|literal| {
                let (body, strategy) = literal.body(patterns);
                (body, is_exact(strategy), literal)
            })
            .collect();
        // What is equal stays in file order, and is not compared any further:
        // so equal rules, however many, take time linear in their number.
        sorted.sort_by(|one, other| one.0.cmp(other.0).then(one.1.cmp(&other.1)));
        let rank = |literal: Literal| literal.decision(patterns).rank();
        sorted.dedup_by(|later, kept| {
            let is_alike = later.1 == kept.1 && later.0 == kept.0;
            if is_alike && rank(later.2) < rank(kept.2) {
                *kept = *later;
            }
            is_alike
        });
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
        let keys_from = |from: usize| {
            let rest = sorted.iter().map(move |(body, ..)| body.get(from..));
            rest.map(|rest| key(rest.unwrap_or_default()))
        };
        let mut keys: Vec<u64> = keys_from(shared).collect();
        let is_start = |number: usize| number == 0 || keys[number] != keys[number - 1];
        let mut starts: Vec<u32> = (0..keys.len())
            .filter(|&number| is_start(number))
            .map(|number| number as u32)
            .collect();
        let runs = (keys.len() - starts.len() > Literals::FEW_ALIKE).then(|| {
            keys.dedup();
            starts.push(sorted.len() as u32);
            Box::new(Runs {
                starts: starts.into(),
                next_keys: keys_from(shared + KEY).collect(),
            })
        });
        let order: Vec<u32> = sorted.iter().map(|(.., literal)| literal.0).collect();
        Literals {
            order: order.into(),
            shared: shared as u32,
            keys: Keys::new(keys),
            runs,
            parents: parents.into(),
        }
    }

    #[inline]
    fn at(&self, number: usize) -> Literal {
        Literal(self.order.at(number))
    }

    /// The first in rank that matches.
    #[inline]
    pub(super) fn first_match(&self, patterns: &Patterns<'_>, bytes: &[u8]) -> Option<Decision> {
        let sought = key(bytes.get(self.shared as usize..)?);
        let number = if self.keys.len() <= Literals::FEW && self.runs.is_none() {
            // Of two that match the longer stands after.
            let mut keys = self.keys.iter();
            loop {
                let number = keys.rposition(|&key| begins_with(sought, key))?;
                if self.is_all_in_key(number) {
                    break number;
                }
                let (body, strategy) = self.at(number).body(patterns);
                if bytes.starts_with(body) && strategy.may_end(body, bytes) {
                    break number;
                }
            }
        } else {
            self.longest(patterns, bytes, sought)?
        };
        let decision = self.at(number).decision(patterns);
        // Its parent can be as long, if there is a `*` after it.
        let parent = Some(self.at(self.parents.at(number) as usize));
        parent
            .filter(|parent| parent.is_odd())
            .map(|parent| parent.decision(patterns))
            .filter(|parent| parent.beats(decision))
            .or(Some(decision))
    }

    /// Whether a target matches if it has the bytes of the key.
    #[inline]
    fn is_all_in_key(&self, number: usize) -> bool {
        // All targets begin with a slash, and so does what is shared.
        self.runs.is_none()
            && self.shared <= 1
            && !is_full(self.keys[number])
            && !self.at(number).is_odd()
    }

    /// The number of the longest that matches.
    fn longest(&self, patterns: &Patterns<'_>, bytes: &[u8], sought: u64) -> Option<usize> {
        // The last that is not greater, or others that it begins with.
        let run = self.keys.up_to(sought).checked_sub(1)?;
        let mut number = match &self.runs {
            _ if self.keys[run] != sought || !is_full(sought) => self.last_of_run(run),
            Some(runs) => {
                let run = runs.range(run);
                let next_keys = &runs.next_keys[run.clone()];
                let sought = key(&bytes[self.shared as usize + KEY..]);
                let end = up_to(next_keys, sought);
                let alike = match end.checked_sub(1) {
                    Some(last) if next_keys[last] == sought && is_full(sought) => {
                        first_of_run(next_keys, last)..end
                    }
                    _ => end..end,
                };
                let alike = run.start + alike.start..run.start + alike.end;
                self.up_to_among(patterns, bytes, alike).checked_sub(1)?
            }
            None => {
                let alike = first_of_run(&self.keys, run)..run + 1;
                self.up_to_among(patterns, bytes, alike).checked_sub(1)?
            }
        };
        let mut agreeing = None;
        loop {
            if self.runs.is_some() || begins_with(sought, self.keys[number]) {
                if self.is_all_in_key(number) {
                    return Some(number);
                }
                let (body, strategy) = self.at(number).body(patterns);
                let agreeing = *agreeing.get_or_insert_with(|| agreeing_bytes(body, bytes));
                if body.len() <= agreeing && strategy.may_end(body, bytes) {
                    return Some(number);
                }
            }
            let parent = self.parents.at(number) as usize;
            if parent == number {
                return None;
            }
            number = parent;
        }
    }

    /// The last literal of a run; if there are no runs, each is one.
    #[inline]
    fn last_of_run(&self, run: usize) -> usize {
        match &self.runs {
            Some(runs) => runs.range(run).end - 1,
            None => run,
        }
    }

    /// How many bodies are not greater than `bytes`, if that is known of all
    /// before and after `alike`, which begin with the bytes of its keys. The
    /// first of these counts as one that is not: what `bytes` begins with and
    /// is shorter, it begins with as well.
    fn up_to_among(&self, patterns: &Patterns<'_>, bytes: &[u8], alike: Range<usize>) -> usize {
        let (mut start, mut end) = (alike.end.min(alike.start + 1), alike.end);
        while start < end {
            let middle = start + (end - start) / 2;
            if self.at(middle).body(patterns).0 <= bytes {
                start = middle + 1;
            } else {
                end = middle;
            }
        }
        start
    }
}

impl Runs {
    #[inline]
    fn range(&self, run: usize) -> Range<usize> {
        self.starts.at(run) as usize..self.starts.at(run + 1) as usize
    }
}

/// How many bytes of a body the target begins with.
#[inline]
fn agreeing_bytes(body: &[u8], bytes: &[u8]) -> usize {
    if bytes.starts_with(body) {
        body.len()
    } else {
        common_prefix(body, bytes)
    }
}

fn common_prefix(one: &[u8], other: &[u8]) -> usize {
    one.iter()
        .zip(other)
        .take_while(|(one, other)| one == other)
        .count()
}
