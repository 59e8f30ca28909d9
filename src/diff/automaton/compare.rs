//! Reads rules into an automaton, and asks where the verdicts of two sets differ.

use alloc::string::String;
use alloc::vec::Vec;
use core::cmp::Reverse;

use super::questions::{Pairs, VerdictChange};
use super::rules::{Automaton, Candidate, Pattern};
use super::samples::{Effect, Samples};
use super::walk::walk;
use super::{Budget, Limit, Side};
use crate::dialect::Dialect;
use crate::pattern::Shape;

/// The verdicts from the old and the new rules that make up a change.
pub(crate) const DISALLOWED: [bool; 2] = [true, false];
pub(crate) const ALLOWED: [bool; 2] = [false, true];

impl Automaton {
    /// Reads two sets of rules, each in its own dialect, to compare them. Takes O(n log n) time for
    /// patterns of n bytes, plus a query for each rule that only one side has.
    pub(crate) fn of_both(sides: [&Side<'_>; 2], budget: &mut Budget) -> Result<Automaton, Limit> {
        // If the dialects differ, the targets are in the one that respells them.
        let dialects = sides.map(|side| side.dialect);
        let respelling = dialects.into_iter().find(|it| it.decodes_escapes());
        let dialect = respelling.unwrap_or(dialects[0]);
        let mut patterns = read(sides, dialect, budget)?;
        drop_overridden(&mut patterns, sides, budget)?;
        if !patterns.iter().any(|(_, candidate)| candidate.is_changed()) {
            // If every rule is on both sides, nothing changes.
            patterns.clear();
        }
        Automaton::new(patterns, dialect, dialects[0] != dialects[1], budget)
    }

    /// Finds the shortest URL (or its path and query) with these verdicts from the old and the new
    /// rules.
    pub(crate) fn find(
        &self,
        allowed: [bool; 2],
        budget: &mut Budget,
    ) -> Result<Option<String>, Limit> {
        let (mut urls, limit) = walk(self, &VerdictChange { allowed }, None, budget);
        limit.map_or(Ok(urls.pop()), Err)
    }

    /// Finds at most `count` URLs, one for each pair of an old and a new rule between which a
    /// verdict changes. Either rule may be missing. If no limit was reached, all pairs were found,
    /// and each URL is the shortest for its pair.
    pub(crate) fn pairs(
        mut self,
        count: usize,
        budget: &mut Budget,
    ) -> (Vec<String>, Option<Limit>) {
        self.rank_by_line();
        walk(&self, &Pairs::new(&self), Some(count), budget)
    }
}

/// Reads the rules of both sides, and merges those that are alike. `targets` is the dialect of the
/// alphabet.
fn read(
    sides: [&Side<'_>; 2],
    targets: Dialect,
    budget: &mut Budget,
) -> Result<Vec<(Pattern, Candidate)>, Limit> {
    budget.begin_tables(sides.iter().map(|side| side.memory()).sum())?;
    let mut patterns = Vec::new();
    for (number, side) in sides.iter().enumerate() {
        let on_side = |value| if number == 0 { [value, 0] } else { [0, value] };
        for rule in &side.rules {
            budget.spend(rule.pattern().len() + 1)?;
            let (canonical, shapes) = side.shapes(rule);
            for shape in shapes {
                let pattern = Pattern::new(&canonical, shape, side.dialect, targets);
                budget.allocate(pattern.memory())?;
                let candidate = Candidate {
                    ranks: on_side(Candidate::rank(shape.length(), rule.is_allow())),
                    lines: on_side(rule.line()),
                    floor: 0,
                    is_allow: rule.is_allow(),
                    is_anchored: pattern.is_anchored,
                };
                patterns.push((pattern, candidate));
            }
        }
    }
    patterns.extend(exempt(targets));
    merge(&mut patterns);
    Ok(patterns)
}

/// Returns a pattern that allows `/robots.txt`, if the alphabet's dialect always allows that file.
/// A comparison of two dialects therefore never reports it.
fn exempt(dialect: Dialect) -> Option<(Pattern, Candidate)> {
    let candidate = Candidate {
        ranks: [u32::MAX - 1; 2],
        lines: [0; 2],
        floor: 0,
        is_allow: true,
        is_anchored: true,
    };
    let path = b"/robots.txt$";
    let shape = Shape::of(path, dialect).filter(|_| dialect.exempts_robots_txt())?;
    Some((Pattern::new(path, shape, dialect, dialect), candidate))
}

/// Drops rules that match the same targets as one with a higher rank on their side, and merges rules
/// that are equal on both sides.
fn merge(patterns: &mut Vec<(Pattern, Candidate)>) {
    // Sort patterns that match the same targets next to each other. The rules of the old side come
    // first, and on each side, the one that wins.
    patterns.sort_unstable_by(|(one, of_one), (other, of_other)| {
        let order = |it: &Candidate| (!it.is_on(0), Reverse(it.highest_rank()), it.lines);
        (one, order(of_one)).cmp(&(other, order(of_other)))
    });
    patterns.dedup_by(|(later, of_later), (kept, of_kept)| {
        let mut sides = of_later.ranks.iter().zip(of_kept.ranks);
        later == kept && sides.any(|(&later, kept)| later != 0 && kept != 0)
    });
    // At most one rule per side is left.
    patterns.dedup_by(|(new, of_new), (old, of_old)| {
        let is_same = new == old && of_new.highest_rank() == of_old.highest_rank();
        if is_same {
            (of_old.ranks[1], of_old.lines[1]) = (of_new.ranks[1], of_new.lines[1]);
        }
        is_same
    });
}

/// Drops rules on one side if samples prove that they never decide a verdict. A walk would do the
/// same, but might take exponential time. For the other rules on one side, finds out what decides on
/// the other side.
fn drop_overridden(
    patterns: &mut Vec<(Pattern, Candidate)>,
    sides: [&Side<'_>; 2],
    budget: &mut Budget,
) -> Result<(), Limit> {
    let samples = sides.map(|side| Samples::new(side, &sides));
    let mut result = Ok(());
    patterns.retain_mut(|(_, candidate)| {
        let side = usize::from(candidate.is_on(1));
        let rule = sides[side].rule_at(candidate.lines[side]);
        let Some(rule) = rule.filter(|_| candidate.is_changed() && result.is_ok()) else {
            return true;
        };
        match samples[side].effect(rule, budget) {
            Ok(Effect::Never(_)) => return false,
            Ok(_) => {
                let floor = samples[side].floor(rule, sides[1 - side], budget);
                result = floor.map(|floor| candidate.floor = floor);
            }
            Err(limit) => result = Err(limit),
        }
        true
    });
    result
}
