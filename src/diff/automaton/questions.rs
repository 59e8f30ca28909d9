//! Questions for a walk: where the verdicts of two sets of rules differ, and between which rules.

use alloc::vec;
use alloc::vec::Vec;

use super::rules::{Automaton, Candidate};
use super::states::Verdicts;
use super::walk::{Ahead, Question, Remaining};
use super::{Budget, Limit};

/// A rank that no candidate exceeds, so that nothing can change the verdict.
const FINAL: u32 = u32::MAX - 1;

/// Asks for the shortest target with one verdict from the old rules and another one from the new
/// rules.
pub(super) struct VerdictChange {
    /// The verdicts of the old and the new rules.
    pub(super) allowed: [bool; 2],
}

impl Question for VerdictChange {
    /// If two verdicts differ, one of the two deciding rules is only on its own side. (If both
    /// sides had both rules, the same one would win on both.) The kind of that rule is the verdict
    /// on its side.
    fn is_needed(&self, candidate: &Candidate) -> bool {
        let side = usize::from(candidate.is_on(1));
        candidate.is_changed() && candidate.is_allow == self.allowed[side]
    }

    fn shown(&self, verdicts: &Verdicts) -> Option<[u32; 2]> {
        (verdicts.allowed == self.allowed).then_some([0; 2])
    }

    fn look_ahead(
        &self,
        ahead: &Ahead<'_>,
        verdicts: &mut Verdicts,
        _: &mut Budget,
    ) -> Result<Option<Remaining>, Limit> {
        let were_alike = verdicts.are_alike();
        // Candidates below the lowest one that could still reverse the verdict agree with it, so
        // states that differ only in them are merged.
        let allowed = verdicts.allowed;
        let turns = |it: &Candidate, side: usize| it.is_allow != allowed[side];
        verdicts.ranks = ahead.below_lowest(verdicts, FINAL + 1, turns);
        let can_be = |side: usize| {
            verdicts.allowed[side] == self.allowed[side] || verdicts.ranks[side] != FINAL
        };
        if !can_be(0) || !can_be(1) {
            return Ok(None);
        }
        if were_alike {
            // Rules that both sides have don't make the sides differ.
            verdicts.ranks = [verdicts.ranks[0].min(verdicts.ranks[1]); 2];
        } else if !verdicts.are_alike() {
            return Ok(Some(Remaining::default()));
        }
        let needed = ahead
            .upcoming()
            .filter(|(candidate, _)| self.is_needed(candidate) && verdicts.leave_open(candidate));
        Ok(needed.map(|(_, it)| it).reduce(Remaining::of_either))
    }
}

/// A rule that may decide on one side.
#[derive(Default)]
struct Possible {
    line: u32,
    rank: u32,
    /// The rank on the other side, or 0 if the rule isn't there or already matches.
    other_rank: u32,
    /// See [`Candidate`].
    floor: u32,
    is_changed: bool,
    remaining: Remaining,
}

impl Possible {
    /// Returns what remains until a target shows a new pair of this rule, which is on `side`, and
    /// one of `partners`, which are on the other side and have the opposite verdict, or what remains
    /// in `least` if that is less.
    fn remaining_with(
        &self,
        mut least: Option<Remaining>,
        partners: &[Possible],
        side: usize,
        ahead: &Ahead<'_>,
        budget: &mut Budget,
    ) -> Result<Option<Remaining>, Limit> {
        for partner in partners {
            // If this rule decides, the partner can't outrank it, and can't decide below its floor.
            if partner.rank < self.floor || partner.other_rank > self.rank {
                continue;
            }
            budget.spend(1)?;
            let mut pair = [partner.line; 2];
            pair[side] = self.line;
            let distance = self.remaining.distance.max(partner.remaining.distance);
            if ahead.is_found(pair, distance) {
                continue;
            }
            let partner_must = partner.is_changed && partner.remaining.must_advance;
            let remaining = Remaining {
                distance,
                must_advance: self.remaining.must_advance || partner_must,
            };
            least = Some(least.map_or(remaining, |it| it.of_either(remaining)));
            if remaining == self.remaining {
                // No other partner needs less.
                break;
            }
        }
        Ok(least)
    }
}

/// Asks for the shortest target for each pair of an old and a new rule with different verdicts.
/// Either rule may be missing.
///
/// Each candidate has its own rank, so the ranks in a state show which rules win.
pub(super) struct Pairs {
    /// For each side and rank, the line of the candidate, and `true` if the candidate is changed.
    /// If there is no rule, these are 0 and `false`.
    rules: [Vec<(u32, bool)>; 2],
}

impl Pairs {
    /// Creates the question. The ranks must come from [`rank_by_line`](Automaton::rank_by_line).
    pub(super) fn new(automaton: &Automaton) -> Pairs {
        let highest = 2 * automaton.candidates.len() + 2;
        let rules = [0, 1].map(|side| {
            let mut rules = vec![(0, false); highest];
            for candidate in automaton.candidates.iter().filter(|it| it.is_on(side)) {
                let rank = candidate.ranks[side] as usize;
                rules[rank] = (candidate.lines[side], candidate.is_changed());
            }
            rules
        });
        Pairs { rules }
    }

    fn rule(&self, verdicts: &Verdicts, side: usize) -> (u32, bool) {
        self.rules[side][verdicts.ranks[side] as usize]
    }

    /// Returns what remains until a target shows a pair that isn't known yet, or `None` if none can.
    ///
    /// At least one rule of a pair is only on its own side, so each of these is combined with every
    /// rule on the other side that has the opposite verdict.
    fn remaining(
        &self,
        ahead: &Ahead<'_>,
        verdicts: &Verdicts,
        budget: &mut Budget,
    ) -> Result<Option<Remaining>, Limit> {
        let mut least = None;
        let possible = self.possible(ahead, verdicts);
        // Eight rules are listed, or 32 partners passed over, in about the time of a step.
        budget.spend(possible.as_flattened().iter().map(Vec::len).sum::<usize>() / 8)?;
        for (side, other) in [(0, 1), (1, 0)] {
            for (allowed, rules) in possible[side].iter().enumerate() {
                let partners = &possible[other][1 - allowed];
                for rule in rules.iter().filter(|rule| rule.is_changed) {
                    budget.spend(partners.len() / 32)?;
                    least = rule.remaining_with(least, partners, side, ahead, budget)?;
                }
            }
        }
        Ok(least)
    }

    /// Returns the rules that may decide on each side, by their verdict: the one that decides now,
    /// and the ones that may still win.
    fn possible(&self, ahead: &Ahead<'_>, verdicts: &Verdicts) -> [[Vec<Possible>; 2]; 2] {
        let mut possible: [[Vec<Possible>; 2]; 2] = Default::default();
        for side in 0..2 {
            let (line, is_changed) = self.rule(verdicts, side);
            possible[side][usize::from(verdicts.allowed[side])].push(Possible {
                line,
                rank: verdicts.ranks[side],
                is_changed,
                ..Possible::default()
            });
        }
        for (candidate, remaining) in ahead.upcoming() {
            for (side, possible) in possible.iter_mut().enumerate() {
                if candidate.ranks[side] > verdicts.ranks[side] {
                    possible[usize::from(candidate.is_allow)].push(Possible {
                        line: candidate.lines[side],
                        rank: candidate.ranks[side],
                        other_rank: candidate.ranks[1 - side],
                        floor: candidate.floor,
                        is_changed: candidate.is_changed(),
                        remaining,
                    });
                }
            }
        }
        possible
    }

    /// Raises the ranks if it doesn't matter which rules win now. This is the case if both sides
    /// have these rules and every changed candidate that is left agrees with their verdict, so they
    /// can't belong to a pair.
    ///
    /// Each rank becomes the one just below the lowest candidate that is changed or reverses the
    /// verdict, so states that differ only in the deciding rule are merged. Candidates have even
    /// ranks. An odd rank means that the rule was forgotten.
    fn forget_rules(&self, ahead: &Ahead<'_>, verdicts: &mut Verdicts) {
        let is_changed = |side: usize| self.rule(verdicts, side).1;
        let allowed = verdicts.allowed[0];
        if verdicts.allowed[1] != allowed || is_changed(0) || is_changed(1) {
            return;
        }
        let turns = |it: &Candidate| it.is_allow != allowed;
        let mut open = ahead.candidates().filter(|it| verdicts.leave_open(it));
        if open.any(|it| it.is_changed() && turns(it)) {
            return;
        }
        let counts = |it: &Candidate, _| it.is_changed() || turns(it);
        // This is above the ranks of all candidates.
        let end = self.rules[0].len() as u32;
        verdicts.ranks = ahead.below_lowest(verdicts, end, counts);
    }
}

impl Question for Pairs {
    fn is_needed(&self, candidate: &Candidate) -> bool {
        candidate.is_changed()
    }

    fn shown(&self, verdicts: &Verdicts) -> Option<[u32; 2]> {
        let line = |side: usize| self.rule(verdicts, side).0;
        (verdicts.allowed[0] != verdicts.allowed[1]).then(|| [line(0), line(1)])
    }

    /// A new pair may remain for two reasons. Either it already decides the verdicts but no target
    /// may end here, or at least one of its rules may still win.
    fn look_ahead(
        &self,
        ahead: &Ahead<'_>,
        verdicts: &mut Verdicts,
        budget: &mut Budget,
    ) -> Result<Option<Remaining>, Limit> {
        let pair = self.shown(verdicts);
        if pair.is_some_and(|pair| !ahead.is_found(pair, 1)) {
            return Ok(Some(Remaining::default()));
        }
        let remaining = self.remaining(ahead, verdicts, budget)?;
        if remaining.is_some() {
            self.forget_rules(ahead, verdicts);
        }
        Ok(remaining)
    }
}
