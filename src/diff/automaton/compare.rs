//! Two sets of rules, ready to be compared.

use alloc::sync::Arc;
use alloc::vec::Vec;
use core::cmp::Reverse;

use super::questions::{Pairs, VerdictChange};
use super::rules::{Automaton, Candidate, Pattern};
use super::samples::{Samples, Shown};
use super::walk::walk;
use super::{Budget, Limit, Side, Targets, common};
use crate::dialect::Dialect;

/// Two sets of rules, ready to be compared, or the limit that was reached while reading them.
pub(crate) struct Comparison(Result<Automaton, Limit>);

/// The verdicts from the old and the new rules that make up a change.
pub(crate) const DISALLOWED: [bool; 2] = [true, false];
pub(crate) const ALLOWED: [bool; 2] = [false, true];

impl Comparison {
    /// Reads two sets of rules, each in its own dialect. Takes O(n log n) time for patterns of n
    /// bytes, plus a query for each rule that only one side has.
    pub(crate) fn new(sides: [&Side<'_>; 2], targets: Targets, budget: &mut Budget) -> Comparison {
        let dialect = common(sides.map(|side| side.dialect));
        let read = |budget: &mut Budget| {
            budget.begin_tables(sides.map(Side::memory).iter().sum())?;
            let mut patterns = Vec::new();
            for (number, side) in sides.into_iter().enumerate() {
                read_side(number, side, dialect, &mut patterns, budget)?;
            }
            patterns.extend(exempt(dialect));
            merge(&mut patterns);
            drop_overridden(&mut patterns, sides, targets, budget)?;
            if !patterns.iter().any(|(_, candidate)| candidate.is_changed()) {
                // If every rule is on both sides, nothing changes.
                patterns.clear();
            }
            Automaton::new(patterns, dialect, targets, budget)
        };
        Comparison(read(budget))
    }

    /// Finds the shortest URL (or its path and query) with these verdicts from the old and the new
    /// rules. It is shared by all crawlers that obey the same groups.
    pub(crate) fn find(
        &self,
        allowed: [bool; 2],
        budget: &mut Budget,
    ) -> Result<Option<Arc<str>>, Limit> {
        let automaton = self.0.as_ref().map_err(|&limit| limit)?;
        let (mut urls, limit) = walk(automaton, &VerdictChange { allowed }, budget);
        limit.map_or(Ok(urls.pop()), Err)
    }

    /// Finds at most `count` URLs, one for each pair of an old and a new rule between which a
    /// verdict changes. Either rule may be missing. If no limit was reached, all pairs were found,
    /// and each URL is the shortest for its pair.
    pub(crate) fn pairs(self, count: usize, budget: &mut Budget) -> (Vec<Arc<str>>, Option<Limit>) {
        match self.0 {
            Ok(mut automaton) => {
                automaton.rank_by_line();
                walk(&automaton, &Pairs::new(&automaton, count), budget)
            }
            Err(limit) => (Vec::new(), Some(limit)),
        }
    }
}

/// Reads the rules of one side. `targets` is the dialect of the alphabet.
pub(super) fn read_side(
    number: usize,
    side: &Side<'_>,
    targets: Dialect,
    patterns: &mut Vec<(Pattern, Candidate)>,
    budget: &mut Budget,
) -> Result<(), Limit> {
    for rule in &side.rules {
        budget.spend(rule.pattern().len() + 1)?;
        for pattern in Pattern::of(rule, side.dialect, targets) {
            budget.allocate(pattern.memory())?;
            let rank = 1 + (pattern.length << 1 | u32::from(rule.is_allow()));
            let candidate = Candidate::new(number, rank, rule.is_allow(), rule.line());
            patterns.push((pattern, candidate));
        }
    }
    Ok(())
}

/// Returns a pattern that allows `/robots.txt`, if the alphabet's dialect always does. A comparison
/// of two dialects therefore never reports it.
pub(super) fn exempt(dialect: Dialect) -> Option<(Pattern, Candidate)> {
    let candidate = Candidate {
        ranks: [u32::MAX - 1; 2],
        ..Candidate::new(0, 0, true, 0)
    };
    let is_exempt = dialect.exempts_robots_txt();
    let pattern = is_exempt.then(|| Pattern::read(b"/robots.txt$", dialect, dialect));
    pattern.flatten().map(|pattern| (pattern, candidate))
}

/// Merges rules that are equal on both sides, and drops rules that match the same targets as one
/// with a higher rank on their side.
pub(super) fn merge(patterns: &mut Vec<(Pattern, Candidate)>) {
    // Sort patterns that match the same targets next to each other, with the deciding one first.
    patterns.sort_unstable_by(|(one, of_one), (other, of_other)| {
        let order = |candidate: &Candidate| (Reverse(candidate.highest_rank()), candidate.lines);
        (&one.tokens, one.is_anchored, order(of_one)).cmp(&(
            &other.tokens,
            other.is_anchored,
            order(of_other),
        ))
    });
    patterns.dedup_by(|(later, of_later), (kept, of_kept)| {
        let is_same = later.is_like(kept) && of_later.highest_rank() == of_kept.highest_rank();
        if is_same {
            of_kept.take_side_of(of_later);
        }
        is_same
    });
    for alike in patterns.chunk_by_mut(|(one, _), (other, _)| one.is_like(other)) {
        let mut is_taken = [false; 2];
        for (_, candidate) in alike {
            for (rank, is_taken) in candidate.ranks.iter_mut().zip(&mut is_taken) {
                if *rank != 0 && core::mem::replace(is_taken, true) {
                    *rank = 0;
                }
            }
        }
    }
    patterns.retain(|(_, candidate)| candidate.highest_rank() != 0);
}

/// Drops rules on one side if samples prove that they never decide. A walk would do the same, but
/// might take exponential time.
fn drop_overridden(
    patterns: &mut Vec<(Pattern, Candidate)>,
    sides: [&Side<'_>; 2],
    targets: Targets,
    budget: &mut Budget,
) -> Result<(), Limit> {
    let samples = sides.map(|side| Samples::new(side, targets));
    let mut result = Ok(());
    patterns.retain(|(_, candidate)| {
        if !candidate.is_changed() || result.is_err() {
            return true;
        }
        let side = usize::from(candidate.is_on(1));
        let Some(rule) = sides[side].rule_at(candidate.lines[side]) else {
            return true;
        };
        match samples[side].show(rule, budget) {
            Ok(shown) => !matches!(shown, Shown::Overridden(_)),
            Err(limit) => {
                result = Err(limit);
                true
            }
        }
    });
    result
}
