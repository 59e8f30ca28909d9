//! Finds the rules of a set that never decide.

use alloc::string::String;
use alloc::vec::Vec;

use super::compare::{exempt, merge, read_side};
use super::questions::VerdictChange;
use super::rules::{Automaton, Candidate};
use super::samples::{Samples, Shown};
use super::walk::walk;
use super::{ALLOWED, Budget, CanonicalRule, Limit, Side, Targets};

/// The rules of a set, prepared to find out which ones ever decide.
pub(crate) struct Wins<'s> {
    samples: Samples<'s>,
    targets: Targets,
    /// The rules as an automaton with all its candidates, for rules without samples.
    automaton: Option<Result<(Automaton, Vec<Candidate>), Limit>>,
}

/// The result of asking if a rule ever decides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// It decides this URL, or the URL with this path and query.
    Decides(String),
    /// It never decides. Wherever it matches, a rule on one of these lines also matches and takes
    /// precedence. There are no lines if only several rules together are known to override it, or
    /// if it matches nothing.
    Never(Vec<u32>),
}

impl<'s> Wins<'s> {
    pub(crate) fn new(
        side: &'s Side<'s>,
        targets: Targets,
        budget: &mut Budget,
    ) -> Result<Wins<'s>, Limit> {
        let bytes: usize = side.rules.iter().map(|rule| rule.canonical.len()).sum();
        budget.spend(bytes / 4 + side.rules.len())?;
        Ok(Wins {
            samples: Samples::new(side, targets),
            targets,
            automaton: None,
        })
    }

    /// Finds out if a rule ever decides. Its samples answer, unless it has none.
    pub(crate) fn of(
        &mut self,
        rule: &CanonicalRule<'_>,
        budget: &mut Budget,
    ) -> Result<Outcome, Limit> {
        budget.spend(4)?;
        match self.samples.show(rule, budget)? {
            Shown::Decides(target) => Ok(Outcome::Decides(self.samples.url(target))),
            Shown::Overridden(mut lines) => {
                lines.retain(|&line| line != 0);
                lines.sort_unstable();
                lines.dedup();
                Ok(Outcome::Never(lines))
            }
            Shown::Nothing => self.walk(rule.line, budget),
        }
    }

    /// Walks to a URL that the rule on a line decides.
    ///
    /// Compares two sets: the rules that outrank it, which all allow, and the same with the rule,
    /// which disallows. Their verdicts differ where the rule decides.
    fn walk(&mut self, line: u32, budget: &mut Budget) -> Result<Outcome, Limit> {
        let (side, targets) = (self.samples.side, self.targets);
        let automaton = self
            .automaton
            .get_or_insert_with(|| read(side, targets, budget));
        let (automaton, all) = automaton.as_mut().map_err(|limit| *limit)?;
        let of_line = |it: &&Candidate| it.lines[0] == line && it.is_on(0);
        for asked in all.iter().filter(of_line) {
            budget.spend(all.len() / 8)?;
            for (candidate, it) in automaton.candidates.iter_mut().zip(&*all) {
                let is_asked = it.ranks[0] == asked.ranks[0];
                let outranks = it.ranks[0] > asked.ranks[0];
                candidate.is_allow = !is_asked;
                candidate.ranks = match outranks {
                    true => [it.ranks[0]; 2],
                    false => [if is_asked { it.ranks[0] } else { 0 }, 0],
                };
            }
            let question = VerdictChange { allowed: ALLOWED };
            let mut walked = walk(automaton, &question, budget);
            if let Some(limit) = walked.limit {
                return Err(limit);
            }
            if let Some(url) = walked.urls.pop() {
                return Ok(Outcome::Decides(String::from(&*url)));
            }
        }
        Ok(Outcome::Never(Vec::new()))
    }
}

fn read(
    side: &Side<'_>,
    targets: Targets,
    budget: &mut Budget,
) -> Result<(Automaton, Vec<Candidate>), Limit> {
    budget.begin_tables();
    let mut patterns = Vec::new();
    read_side(0, side, side.dialect, &mut patterns, budget)?;
    patterns.extend(exempt(side.dialect));
    merge(&mut patterns);
    let mut automaton = Automaton::new(patterns, side.dialect, targets, budget)?;
    budget.end_tables();
    automaton.rank_by_line();
    let all = automaton.candidates.clone();
    Ok((automaton, all))
}

/// Returns `Ok(true)` if every URL, of [any](Targets::Any) scheme, is allowed or, if `allowed` is
/// `false`, disallowed, except `/robots.txt` in dialects that exempt it: if no rule of the other
/// kind ever decides and, for `false`, some rule disallows every URL that no other rule matches.
pub(crate) fn gives_all(
    allowed: bool,
    side: &Side<'_>,
    budget: &mut Budget,
) -> Result<bool, Limit> {
    let mut wins = Wins::new(side, Targets::Any, budget)?;
    if !allowed {
        let found = wins.samples.decide_any(budget)?;
        if found.is_none_or(|found| found.allows(side.dialect)) {
            return Ok(false);
        }
    }
    for rule in side.rules.iter().filter(|rule| rule.is_allow != allowed) {
        if let Outcome::Decides(_) = wins.of(rule, budget)? {
            return Ok(false);
        }
    }
    Ok(true)
}
