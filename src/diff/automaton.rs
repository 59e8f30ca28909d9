//! Questions about every URL at once: rules as one automaton, and a walk
//! through it.
//!
//! A rule matches a regular set of targets, so what a set of rules says about
//! all of them can be decided. The walk goes through targets byte by byte,
//! shortest first. What it must remember of a target is little: what the
//! literal rules that begin like it can still come to (a node of their trie),
//! how far the patterns with `*` have come, and the best that has matched. Two
//! targets that agree in this agree in whatever may follow, so only one of
//! them is gone on from; bytes that no pattern tells apart are one byte; and
//! what can no longer win is forgotten. The first target that shows what was
//! looked for is the shortest, and where none is left to be looked at, there
//! is none.
//!
//! In the worst case there are exponentially many states, 2ⁿ for n patterns
//! like `/*a*b`, so a walk has a [`Budget`].
//!
//! # The targets
//!
//! See [`Targets`].

mod alphabet;
mod questions;
mod rules;
mod states;
mod walk;

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;

use self::questions::{Change, NEW, OLD, Win};
use self::rules::{Demand, Entry, Rules};
use crate::canonical;
use crate::dialect::Dialect;
use crate::file::{Rule, RuleKind};

/// A rule, its pattern in canonical spelling.
#[derive(Clone, Debug)]
pub(crate) struct CanonicalRule<'p> {
    pub(crate) canonical: Cow<'p, [u8]>,
    pub(crate) is_allow: bool,
}

impl<'p> CanonicalRule<'p> {
    pub(crate) fn of(rule: Rule<'p>, dialect: Dialect) -> CanonicalRule<'p> {
        CanonicalRule {
            canonical: canonical::pattern(rule.pattern(), dialect),
            is_allow: rule.kind() == RuleKind::Allow,
        }
    }
}

/// Which URLs are asked about. In [`Dialect::Google`] it is the same: all
/// targets without NUL and `#`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Targets {
    /// What a client may send: in [`Dialect::Standard`] the canonical targets
    /// of URLs of http, https, ws, wss and ftp, in which no segment of the path
    /// is `.` or `..`.
    Sent,
    /// Also those of URLs of other schemes, in which there may be such
    /// segments.
    Any,
}

/// What walks may cost.
#[derive(Clone, Debug)]
pub(crate) struct Budget {
    steps: u64,
    /// Of each walk.
    states: usize,
    /// Of the walk that is under way.
    states_left: usize,
    words_left: usize,
    /// How many states all walks went through.
    states_used: usize,
}

/// What ends a comparison before it is decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Limit {
    /// It went through as many states as one comparison of two sets of rules may,
    /// [`STATE_LIMIT`](crate::diff::STATE_LIMIT), or through fewer that take as much
    /// memory as those should.
    States,
    /// All comparisons of the call together took as many steps as they may.
    Steps,
}

impl Budget {
    /// Each walk goes through at most `states`, all together take at most
    /// `steps`.
    pub(crate) fn new(states: usize, steps: u64) -> Budget {
        Budget {
            steps,
            states,
            states_left: 0,
            words_left: 0,
            states_used: 0,
        }
    }

    /// A walk begins.
    fn begin(&mut self) {
        self.states_left = self.states;
        // Most states are described by less than this.
        self.words_left = self.states.saturating_mul(32);
    }

    /// Counts work, if there is budget left for it.
    pub(crate) fn spend(&mut self, steps: usize) -> Result<(), Limit> {
        let left = self.steps.checked_sub(steps as u64);
        self.steps = left.unwrap_or(0);
        left.map(|_| ()).ok_or(Limit::Steps)
    }

    /// A state is to be kept, which so many words describe.
    fn keep(&mut self, words: usize) -> Result<(), Limit> {
        self.states_left = self.states_left.checked_sub(1).ok_or(Limit::States)?;
        self.words_left = self.words_left.checked_sub(words).ok_or(Limit::States)?;
        self.states_used += 1;
        Ok(())
    }

    /// How many states all walks went through.
    pub(crate) fn states_used(&self) -> usize {
        self.states_used
    }
}

/// Whether there is a URL of some kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Answer {
    /// The shortest one, or its path and query; shared, as crawlers of which it
    /// is true may be many.
    Url(Arc<str>),
    /// There is none.
    Never,
    /// The budget did not suffice.
    Undecided(Limit),
}

impl From<Result<Option<String>, Limit>> for Answer {
    fn from(found: Result<Option<String>, Limit>) -> Answer {
        match found {
            Ok(Some(url)) => Answer::Url(url.into()),
            Ok(None) => Answer::Never,
            Err(limit) => Answer::Undecided(limit),
        }
    }
}

/// Where the verdicts of two rule sets differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Changes {
    /// A URL that the first allows and the second disallows.
    pub(crate) disallowed: Answer,
    /// A URL that the first disallows and the second allows.
    pub(crate) allowed: Answer,
}

impl Changes {
    /// The URLs that were found.
    pub(crate) fn urls(&self) -> impl Iterator<Item = &str> {
        let answers = [&self.disallowed, &self.allowed].into_iter();
        answers.filter_map(|answer| match answer {
            Answer::Url(url) => Some(&**url),
            Answer::Never | Answer::Undecided(_) => None,
        })
    }
}

/// Compares what two rule sets say about every URL.
///
/// Besides the walk it costs O(n log n) for patterns of n bytes.
pub(crate) fn changes<'p>(
    old: impl Iterator<Item = CanonicalRule<'p>>,
    new: impl Iterator<Item = CanonicalRule<'p>>,
    dialect: Dialect,
    budget: &mut Budget,
) -> Changes {
    let comparison = Comparison::new(old, new, dialect, Targets::Sent, budget);
    Changes {
        disallowed: comparison.find([true, false], budget),
        allowed: comparison.find([false, true], budget),
    }
}

/// Whether every URL, of [any](Targets::Any) scheme, is allowed or, if `allowed`
/// is `false`, disallowed, `/robots.txt` apart where that is exempt; `None` if
/// the budget does not suffice.
pub(crate) fn gives_all<'p>(
    allowed: bool,
    rules: impl Iterator<Item = CanonicalRule<'p>>,
    dialect: Dialect,
    budget: &mut Budget,
) -> Option<bool> {
    let everything_disallowed = (!allowed).then_some(CanonicalRule {
        canonical: Cow::Borrowed(b"/"),
        is_allow: false,
    });
    let same = everything_disallowed.into_iter();
    let comparison = Comparison::new(same, rules, dialect, Targets::Any, budget);
    match comparison.find([allowed, !allowed], budget) {
        Answer::Url(_) => Some(false),
        Answer::Never => Some(true),
        Answer::Undecided(_) => None,
    }
}

/// Two rule sets, ready to be walked through.
struct Comparison {
    /// Nothing if there was not even the budget to read them.
    rules: Result<Rules, Limit>,
}

impl Comparison {
    fn new<'p>(
        old: impl Iterator<Item = CanonicalRule<'p>>,
        new: impl Iterator<Item = CanonicalRule<'p>>,
        dialect: Dialect,
        targets: Targets,
        budget: &mut Budget,
    ) -> Comparison {
        let sides = old
            .map(|rule| (rule, OLD))
            .chain(new.map(|rule| (rule, NEW)));
        let mut demands = Vec::new();
        for (rule, side) in sides {
            if let Err(limit) = budget.spend(rule.canonical.len() + 1) {
                return Comparison { rules: Err(limit) };
            }
            demands.extend(Demand::of(&rule, dialect).map(|demand| {
                let rank = 1 + (demand.length << 1 | u32::from(rule.is_allow));
                (demand, Entry::new(rank, side, rule.is_allow))
            }));
        }
        merge(&mut demands);
        if demands.iter().all(|(_, entry)| entry.sides == OLD | NEW) {
            // Nothing that both have makes a difference.
            demands.clear();
        }
        demands.extend(exempt(dialect, OLD | NEW));
        Comparison {
            rules: Ok(Rules::new(demands, dialect, targets)),
        }
    }

    /// Looks for a URL with these verdicts.
    fn find(&self, allowed: [bool; 2], budget: &mut Budget) -> Answer {
        match &self.rules {
            Ok(rules) => walk::walk(rules, &Change::new(rules, allowed), budget).into(),
            Err(limit) => Answer::Undecided(*limit),
        }
    }
}

/// `/robots.txt` itself, where it is always allowed.
fn exempt(dialect: Dialect, sides: u8) -> Option<(Demand, Entry)> {
    let entry = Entry::new(u32::MAX - 1, sides, true);
    dialect
        .exempts_robots_txt()
        .then(|| (Demand::exactly(b"/robots.txt"), entry))
}

/// Makes one of what both sides ask for, and drops what a side asks for with a
/// higher rank, too.
fn merge(demands: &mut Vec<(Demand, Entry)>) {
    demands.sort_unstable_by(|(a, a_entry), (b, b_entry)| {
        (&a.tokens, a.is_anchored, b_entry.rank).cmp(&(&b.tokens, b.is_anchored, a_entry.rank))
    });
    demands.dedup_by(|(later, later_entry), (kept, kept_entry)| {
        let is_same = (&later.tokens, later.is_anchored, later_entry.rank)
            == (&kept.tokens, kept.is_anchored, kept_entry.rank);
        if is_same {
            kept_entry.sides |= later_entry.sides;
        }
        is_same
    });
    let match_the_same = |(a, _): &(Demand, Entry), (b, _): &(Demand, Entry)| {
        (&a.tokens, a.is_anchored) == (&b.tokens, b.is_anchored)
    };
    for alike in demands.chunk_by_mut(match_the_same) {
        let mut sides_above = 0;
        for (_, entry) in alike {
            let sides = entry.sides;
            entry.sides &= !sides_above;
            sides_above |= sides;
        }
    }
    demands.retain(|(_, entry)| entry.sides != 0);
}

/// Which rules of a set ever decide.
#[derive(Debug)]
pub(crate) struct Wins {
    rules: Rules,
    /// The ranks of each rule's demands, with the number of the rule.
    ranks: Vec<(usize, u32)>,
    /// The literals by their ranks.
    literals: Vec<(u32, u32)>,
}

impl Wins {
    /// Of rules in file order. Costs O(n log n) for patterns of n bytes.
    pub(crate) fn new<'p>(
        rules: impl Iterator<Item = CanonicalRule<'p>>,
        dialect: Dialect,
    ) -> Wins {
        let mut demands = Vec::new();
        for (number, rule) in rules.enumerate() {
            let is_allow = rule.is_allow;
            demands.extend(Demand::of(&rule, dialect).map(|demand| (demand, is_allow, number)));
        }
        demands.sort_by_key(|(demand, is_allow, number)| {
            (demand.length, *is_allow, core::cmp::Reverse(*number))
        });
        let ranks = demands.iter().map(|&(.., number)| number).zip(1..);
        let mut ranks: Vec<(usize, u32)> = ranks.collect();
        ranks.sort_unstable();
        let ranked = demands.into_iter().zip(1..);
        let mut demands: Vec<_> = ranked
            .map(|((demand, is_allow, _), rank)| (demand, Entry::new(rank, OLD, is_allow)))
            .collect();
        merge(&mut demands);
        demands.extend(exempt(dialect, OLD));
        let rules = Rules::new(demands, dialect, Targets::Sent);
        let mut literals: Vec<_> = rules
            .literals_like(|_| true)
            .into_iter()
            .map(|literal| (rules.entry_of_literal(literal).rank, literal))
            .collect();
        literals.sort_unstable();
        Wins {
            rules,
            ranks,
            literals,
        }
    }

    /// The shortest URL about which the rule decides.
    pub(crate) fn of(&self, number: usize, budget: &mut Budget) -> Answer {
        let first = self.ranks.partition_point(|&(other, _)| other < number);
        let ranks = self.ranks[first..]
            .iter()
            .take_while(|&&(other, _)| other == number);
        let mut shortest = Answer::Never;
        for &(_, rank) in ranks {
            let found = self.literals.binary_search_by_key(&rank, |&(rank, _)| rank);
            let literal = found.ok().map(|found| self.literals[found].1);
            match Answer::from(walk::walk(&self.rules, &Win::new(rank, literal), budget)) {
                Answer::Url(url) => match &shortest {
                    Answer::Url(before) if before.len() <= url.len() => {}
                    _ => shortest = Answer::Url(url),
                },
                Answer::Undecided(limit) if shortest == Answer::Never => {
                    shortest = Answer::Undecided(limit);
                }
                Answer::Undecided(_) | Answer::Never => {}
            }
        }
        shortest
    }
}
