//! Finds the rules of a set that never decide.

use alloc::string::String;
use alloc::vec::Vec;

use super::compare;
use super::rules::{Automaton, Candidate};
use super::samples::{Samples, Shown};
use super::{ALLOWED, Budget, Limit, Side, Targets};
use crate::diff::STEPS_TO_BEGIN;
use crate::file::Rule;

/// The rules of a set, prepared to find out which ones ever decide.
pub(crate) struct Wins<'s> {
    samples: Samples<'s>,
    /// The rules as an automaton with all its candidates, for rules without samples.
    automaton: Option<Result<(Automaton, Vec<Candidate>), Limit>>,
}

/// The effect of a rule: a URL that it decides, or the reason why it never decides.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Effect {
    /// It decides this URL, or the URL with this path and query, which is not always the
    /// shortest.
    Decides(String),
    /// It never decides, so removing it changes no verdict.
    ///
    /// Every URL that it matches, except `/robots.txt`, is also matched by a rule on one of these
    /// lines, which takes precedence over it. A third rule may override both: of `/aa*b`, `/aa*` and
    /// `/**a`, the last pattern overrides `/aa*` everywhere in
    /// [`Dialect::Standard`](crate::Dialect::Standard), although `/aa*b` decides `/aab`. The list is
    /// empty if the rule matches no other URL that a client may request, or if it is not known which
    /// rules override it.
    Never(Vec<u32>),
    /// Unknown, because finding out would exceed the [limits](crate::diff#limits).
    Undecided,
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

    /// Finds out if a rule ever decides. Its samples answer, unless it has none.
    pub(crate) fn of(&mut self, rule: &Rule<'s>, budget: &mut Budget) -> Effect {
        let shown = self.samples.show(rule, budget);
        let effect = shown.and_then(|shown| match shown {
            Shown::Decides(target) => Ok(Effect::Decides(self.samples.url(target))),
            Shown::Overridden(mut lines) => {
                lines.retain(|&line| line != 0);
                lines.sort_unstable();
                lines.dedup();
                Ok(Effect::Never(lines))
            }
            Shown::Nothing => self.walk(rule.line(), budget),
        });
        effect.unwrap_or(Effect::Undecided)
    }

    /// Walks to a URL that the rule on a line decides.
    ///
    /// Compares two sets: the rules that outrank it, which all allow, and the same with the rule,
    /// which disallows. Their verdicts differ where the rule decides.
    fn walk(&mut self, line: u32, budget: &mut Budget) -> Result<Effect, Limit> {
        let Samples { side, targets, .. } = self.samples;
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
            if let Some(url) = automaton.find(ALLOWED, budget)? {
                return Ok(Effect::Decides(String::from(&*url)));
            }
        }
        Ok(Effect::Never(Vec::new()))
    }
}

fn read(
    side: &Side<'_>,
    targets: Targets,
    budget: &mut Budget,
) -> Result<(Automaton, Vec<Candidate>), Limit> {
    let patterns = compare::read(&[side], side.dialect, budget)?;
    let mut automaton = Automaton::new(patterns, side.dialect, targets, budget)?;
    automaton.rank_by_line();
    let all = automaton.candidates.clone();
    Ok((automaton, all))
}

/// Returns `true` if every URL, of [any](Targets::Any) scheme, is allowed or, if `allowed` is
/// `false`, disallowed, except `/robots.txt` in dialects that exempt it: if no rule of the other
/// kind ever decides and, for `false`, some rule disallows every URL that no other rule matches.
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
