//! Finds the rules in a set that never decide a verdict.

use alloc::string::String;
use alloc::vec::Vec;

use super::compare;
use super::rules::{Automaton, Candidate};
use super::samples::{Effect, Samples};
use super::{ALLOWED, Budget, Limit, Side, Targets};
use crate::diff::STEPS_TO_BEGIN;
use crate::file::Rule;

/// The rules in a set, prepared for finding out which of them ever decide a verdict.
pub(crate) struct Wins<'s> {
    samples: Samples<'s>,
    /// The rules as an automaton with all of its candidates, for rules without samples.
    automaton: Option<Result<(Automaton, Vec<Candidate>), Limit>>,
}

impl<'s> Wins<'s> {
    pub(crate) fn new(
        side: &'s Side<'s>,
        targets: Targets,
        budget: &mut Budget,
    ) -> Result<Wins<'s>, Limit> {
        let bytes: usize = side.rules.iter().map(|rule| rule.pattern().len()).sum();
        budget.spend(STEPS_TO_BEGIN + bytes / 4 + side.rules.len())?;
        Ok(Wins {
            samples: Samples::new(side, targets),
            automaton: None,
        })
    }

    /// Finds out whether a rule ever decides a verdict. Its samples are enough, unless it has none.
    pub(crate) fn of(&mut self, rule: &Rule<'s>, budget: &mut Budget) -> Effect {
        let effect = match self.samples.effect(rule, budget) {
            Ok(Effect::Undecided) => self.walk(rule.line(), budget),
            effect => effect,
        };
        effect.unwrap_or(Effect::Undecided)
    }

    /// Walks to a URL that the rule on a line decides.
    ///
    /// This compares two sets of rules. One contains the rules that outrank it, as if they all
    /// allowed. The other one also contains the rule itself, as if it disallowed. Their verdicts
    /// differ wherever the rule wins.
    fn walk(&mut self, line: u32, budget: &mut Budget) -> Result<Effect, Limit> {
        let Samples { side, targets, .. } = self.samples;
        let automaton = self.automaton.get_or_insert_with(|| {
            let patterns = compare::read(&[side], side.dialect, budget)?;
            let mut automaton = Automaton::new(patterns, side.dialect, targets, budget)?;
            automaton.rank_by_line();
            let all = automaton.candidates.clone();
            Ok((automaton, all))
        });
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
            if let Some(url) = automaton.find(ALLOWED, budget)? {
                return Ok(Effect::Decides(String::from(&*url)));
            }
        }
        Ok(Effect::Never(Vec::new()))
    }
}

/// Returns `true` if every URL with [any](Targets::Any) scheme is allowed or, if `allowed` is
/// `false`, disallowed, except `/robots.txt` in dialects that exempt it. This is the case if no
/// rule of the other kind ever wins and, for `false`, if a rule disallows every URL that no other
/// rule matches.
pub(crate) fn gives_all(
    allowed: bool,
    side: &Side<'_>,
    budget: &mut Budget,
) -> Result<bool, Limit> {
    let mut wins = Wins::new(side, Targets::Any, budget)?;
    let is_so = allowed || wins.samples.disallow_any(budget)?;
    let mut others = side.rules.iter().filter(|rule| rule.is_allow() != allowed);
    Ok(is_so && others.all(|rule| matches!(wins.of(rule, budget), Effect::Never(_))))
}
