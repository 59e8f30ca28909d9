//! Answers questions about all URLs by turning rules into an automaton and walking through it.
//!
//! A rule matches a regular set of targets, so questions about all targets are decidable. The walk
//! builds targets byte by byte, shortest first. A state consists of everything about a target that
//! still matters:
//!
//! * the positions that it has reached in the patterns, and
//! * the rank of the best rule that has matched on each side.
//!
//! Two targets in the same state are treated alike from then on, so the walk only continues from
//! one of them. Bytes that no pattern distinguishes form one class, and rules that can no longer
//! decide a verdict are dropped. The first target found is the shortest. If no states remain, no
//! target exists.
//!
//! # A walk through four rules
//!
//! The old file contains `disallow: /a` and `allow: /a*b`, and the new one contains `disallow: /a`
//! and `allow: /ac`. They share `/a`, but the other rules are only on one side. The classes are
//! `/`, `a`, `b`, `c` and *other*, shown as `x`. Which URL changes from disallowed to allowed?
//!
//! ```text
//! patterns   /a        /a*b          /ac
//! positions  0 1 2     3 4 5 6 7     8 9 10 11
//!
//! target  positions   best old, new   what remains
//! (none)  0 3 8       none, none      2 bytes of /ac, which comes next in no other way
//! /       1 4 9       none, none      the same, 1 byte less: only `a` leads on
//! /a      5 10        /a, /a          `c`. Position 2 is the end of /a, which has matched
//! /ac     5           /a, /ac         disallowed, now allowed: the answer
//! ```
//!
//! Only `/ac` can cause this change, because it is a new `allow` rule. The walk therefore only
//! follows the symbols in `/ac`, so it never builds `/b` or `/ax`. If a pattern that is needed has
//! reached a `*`, it could continue with any symbol, so the walk tries every class.
//!
//! In the worst case, there are exponentially many states (2ⁿ for n patterns like `/*a*b`), so
//! every walk has a [`Budget`]. Most rules that don't change anything never reach a walk, because
//! [`samples`] show that another rule overrides them.

mod alphabet;
mod compare;
mod questions;
mod rules;
mod samples;
mod states;
mod walk;

use alloc::borrow::Cow;
use alloc::vec::Vec;

use memchr::memchr2_iter;

pub(crate) use self::compare::{ALLOWED, DISALLOWED};
pub(crate) use self::rules::Automaton;
pub use self::samples::Effect;
pub(crate) use self::samples::Samples;
use crate::canonical;
use crate::dialect::Dialect;
use crate::file::Rule;
use crate::pattern::Shape;
use crate::rule_set::RuleSet;

/// The rules on one side of a comparison.
pub(crate) struct Side<'s> {
    /// The rules in file order. If two rules match, are equally long and are of the same kind, the
    /// first one wins.
    pub(crate) rules: Vec<Rule<'s>>,
    pub(crate) dialect: Dialect,
    /// The same rules. Empty if there is no file.
    pub(crate) compiled: Cow<'s, RuleSet>,
}

impl<'s> Side<'s> {
    /// Returns a rule's pattern in canonical spelling.
    pub(crate) fn canonical(&self, rule: &Rule<'s>) -> Cow<'s, [u8]> {
        canonical::pattern(rule.pattern(), self.dialect)
    }

    /// Returns a rule's pattern in canonical spelling, and the shapes in which it matches. There are
    /// none if it doesn't match any target or has no effect, and two if it is for an index page and
    /// also matches its folder.
    fn shapes(&self, rule: &Rule<'s>) -> (Cow<'s, [u8]>, impl Iterator<Item = Shape> + use<>) {
        let canonical = self.canonical(rule);
        let own = Shape::of(&canonical, self.dialect).filter(|_| !canonical.is_empty());
        let folder = Shape::of_index_folder(&canonical, rule.is_allow(), self.dialect);
        (canonical, own.into_iter().chain(folder))
    }

    /// Returns the rule on a line.
    pub(crate) fn rule_at(&self, line: u32) -> Option<&Rule<'s>> {
        let place = self.rules.binary_search_by_key(&line, Rule::line);
        place.ok().map(|place| &self.rules[place])
    }

    /// Returns the size of the rules.
    fn memory(&self) -> usize {
        size_of_val(&*self.rules) + self.compiled.heap_size()
    }

    /// Returns `true` if a pattern may match a URL although a `*`, or the end of the pattern, is
    /// inside a `%XX` in the URL. Examples are `/*0$` and `/a%2`, which match `/a%20`.
    pub(crate) fn may_split_escapes(&self) -> bool {
        let is_digit = |byte: Option<&u8>| matches!(byte, Some(b'0'..=b'9' | b'A'..=b'F'));
        let is_open = |rest: &[u8]| matches!(rest, [] | [b'*', ..]);
        let splits = |pattern: &[u8], at: usize| match (pattern[at], &pattern[at + 1..]) {
            (b'*', rest) => is_digit(rest.first()),
            (_, rest) => is_open(rest) || is_digit(rest.first()) && is_open(&rest[1..]),
        };
        !self.dialect.decodes_escapes()
            && self.rules.iter().any(|rule| {
                let pattern = self.canonical(rule);
                memchr2_iter(b'*', b'%', &pattern).any(|at| splits(&pattern, at))
            })
    }
}

/// Limits the time and memory that walks take.
#[derive(Clone, Debug)]
pub(crate) struct Budget {
    /// The number of steps left for all walks.
    steps: u64,
    /// The maximum number of states per walk.
    states: usize,
    /// The maximum number of bytes for a comparison's tables and one walk's states together (at
    /// most a third of it for the states), and the number of bytes left.
    memory: usize,
    memory_left: usize,
}

/// The limit that a comparison reached before it was complete.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Limit {
    /// The comparison of two sets of rules reached 131,072 states.
    States,
    /// All comparisons in the call together took the maximum number of steps.
    Steps,
    /// The comparison of two sets of rules would have taken more than 48 MB, or more than 16 MB for
    /// its states.
    Memory,
    /// There are more pairs of rules between which verdicts change than are listed.
    Changes,
}

impl Budget {
    /// Creates a budget. Each walk has at most `states` states, all walks together take at most
    /// `steps` steps, and the tables and states of one comparison take at most `memory` bytes.
    pub(crate) fn new(states: usize, steps: u64, memory: usize) -> Budget {
        Budget {
            steps,
            states,
            memory,
            memory_left: 0,
        }
    }

    /// Starts building the tables for a comparison, in addition to rules of this size. The previous
    /// tables have been freed.
    pub(crate) fn begin_tables(&mut self, rules: usize) -> Result<(), Limit> {
        self.memory_left = self.memory;
        self.allocate(rules)
    }

    /// Charges work, if enough budget is left.
    pub(crate) fn spend(&mut self, steps: usize) -> Result<(), Limit> {
        let left = self.steps.checked_sub(steps as u64);
        self.steps = left.unwrap_or(0);
        left.map(|_| ()).ok_or(Limit::Steps)
    }

    /// Calls a function with a budget of at most this many of the remaining steps.
    pub(crate) fn with_steps<T>(&mut self, steps: u64, ask: impl FnOnce(&mut Budget) -> T) -> T {
        let kept = self.steps.saturating_sub(steps);
        self.steps -= kept;
        let answer = ask(self);
        self.steps += kept;
        answer
    }

    /// Charges memory, if enough budget is left.
    fn allocate(&mut self, bytes: usize) -> Result<(), Limit> {
        let left = self.memory_left.checked_sub(bytes).ok_or(Limit::Memory)?;
        self.memory_left = left;
        Ok(())
    }

    /// Charges the budget for a state whose positions take this many bytes, given the number of
    /// earlier states.
    fn keep_state(&mut self, earlier: usize, positions: usize) -> Result<(), Limit> {
        /// The memory used by the state itself, its places in the set and the queue, and spare
        /// capacity.
        const STATE: usize = 176;
        if earlier >= self.states {
            return Err(Limit::States);
        }
        self.allocate(STATE + positions)
    }
}
