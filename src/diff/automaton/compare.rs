//! Two sets of rules, ready to be compared.

use alloc::sync::Arc;
use alloc::vec::Vec;
use core::cmp::Reverse;

use super::index::Index;
use super::questions::{Pairs, VerdictChange};
use super::rules::{Demand, Entry, Rules};
use super::walk::{self, Walked};
use super::{Budget, CanonicalRule, Limit, Targets, common};
use crate::dialect::Dialect;

/// Two sets of rules, ready to be compared, or the limit that was reached while reading them.
pub(crate) struct Comparison {
    pub(super) rules: Result<Rules, Limit>,
}

/// The verdicts of the old and the new rules that make up a change.
pub(crate) const DISALLOWED: [bool; 2] = [true, false];
pub(crate) const ALLOWED: [bool; 2] = [false, true];

impl Comparison {
    /// Reads two sets of rules, each in its dialect. Costs O(n log n) for patterns of n bytes.
    pub(crate) fn new<'p>(
        old: impl Iterator<Item = CanonicalRule<'p>>,
        new: impl Iterator<Item = CanonicalRule<'p>>,
        dialects: [Dialect; 2],
        targets: Targets,
        budget: &mut Budget,
    ) -> Comparison {
        let dialect = common(dialects);
        let read = |budget: &mut Budget| {
            budget.begin_tables();
            let mut demands = Vec::new();
            read_side(0, old, dialects[0], dialect, &mut demands, budget)?;
            read_side(1, new, dialects[1], dialect, &mut demands, budget)?;
            demands.extend(exempt(dialect));
            merge(&mut demands);
            if !demands.iter().any(|(_, entry)| entry.is_changed()) {
                // If every entry is on both sides, nothing changes.
                demands.clear();
            }
            let rules = Rules::new(demands, dialect, targets, budget)?;
            budget.end_tables();
            Ok(rules)
        };
        Comparison {
            rules: read(budget),
        }
    }

    /// Drops entries of one side that samples prove never to decide. A walk would do the same,
    /// but may take exponential time.
    pub(crate) fn drop_covered(&mut self, budget: &mut Budget) -> Result<(), Limit> {
        let rules = self.rules.as_mut().map_err(|limit| *limit)?;
        let indexes = [0, 1].map(|side| Index::new(rules, side));
        let mut covered = Vec::new();
        for ((number, entry), form) in (0..).zip(&rules.entries).zip(rules.forms()) {
            if !entry.is_changed() {
                continue;
            }
            let side = usize::from(entry.is_on(1));
            let mut is_covered = true;
            for sample in rules.samples(form) {
                let rank = match &sample {
                    Some(sample) => indexes[side].deciding_rank(rules, sample, budget)?,
                    None => 0,
                };
                is_covered &= rank > entry.ranks[side];
            }
            if is_covered {
                covered.push(number);
            }
        }
        for number in covered {
            rules.entries[number as usize].ranks = [0; 2];
        }
        Ok(())
    }

    /// Finds the shortest URL, or its path and query, with these verdicts of the old and the new
    /// rules. It is shared by all crawlers that obey the same groups.
    pub(crate) fn find(
        &self,
        allowed: [bool; 2],
        budget: &mut Budget,
    ) -> Result<Option<Arc<str>>, Limit> {
        let rules = self.rules.as_ref().map_err(|&limit| limit)?;
        let Walked { mut urls, limit } =
            walk::walk(rules, &VerdictChange::new(rules, allowed), budget);
        limit.map_or(Ok(urls.pop()), Err)
    }

    /// Finds a URL for each pair of an old and a new rule, or none, between which a verdict
    /// changes, at most `count` of them. If no limit was reached, all pairs were found, and
    /// each URL is the shortest for its pair.
    pub(crate) fn pairs(self, count: usize, budget: &mut Budget) -> (Vec<Arc<str>>, Option<Limit>) {
        match self.rules {
            Ok(mut rules) => {
                rules.rank_by_line();
                let Walked { urls, limit } = walk::walk(&rules, &Pairs::new(&rules, count), budget);
                (urls, limit)
            }
            Err(limit) => (Vec::new(), Some(limit)),
        }
    }
}

/// Reads the rules of one side. `targets` is the dialect of the alphabet.
pub(super) fn read_side<'p>(
    side: usize,
    rules: impl Iterator<Item = CanonicalRule<'p>>,
    dialect: Dialect,
    targets: Dialect,
    demands: &mut Vec<(Demand, Entry)>,
    budget: &mut Budget,
) -> Result<(), Limit> {
    for rule in rules {
        budget.spend(rule.canonical.len() + 1)?;
        for demand in Demand::of(&rule, dialect, targets) {
            budget.allocate(demand.memory())?;
            let rank = 1 + (demand.length << 1 | u32::from(rule.is_allow));
            demands.push((demand, Entry::new(side, rank, rule.is_allow, rule.line)));
        }
    }
    Ok(())
}

/// `/robots.txt`, if the dialect of the alphabet always allows it. A comparison of two dialects
/// therefore never reports it.
pub(super) fn exempt(dialect: Dialect) -> Option<(Demand, Entry)> {
    let entry = Entry {
        ranks: [u32::MAX - 1; 2],
        ..Entry::new(0, 0, true, 0)
    };
    let is_exempt = dialect.exempts_robots_txt();
    let demand = is_exempt.then(|| Demand::read(b"/robots.txt$", dialect, dialect));
    demand.flatten().map(|demand| (demand, entry))
}

/// Sorts demands. Those that match the same targets become neighbours, the one that decides
/// first.
pub(super) fn sort(demands: &mut [(Demand, Entry)]) {
    demands.sort_unstable_by(|(one, one_entry), (other, other_entry)| {
        let order = |entry: &Entry| (Reverse(entry.highest_rank()), entry.lines);
        (&one.tokens, one.is_anchored, order(one_entry)).cmp(&(
            &other.tokens,
            other.is_anchored,
            order(other_entry),
        ))
    });
}

/// Merges entries that are equal on both sides, and drops entries that match the same targets
/// as one of higher rank on their side.
fn merge(demands: &mut Vec<(Demand, Entry)>) {
    sort(demands);
    demands.dedup_by(|(later, later_entry), (kept, kept_entry)| {
        let is_same =
            later.is_like(kept) && later_entry.highest_rank() == kept_entry.highest_rank();
        if is_same {
            kept_entry.take_side_of(later_entry);
        }
        is_same
    });
    for alike in demands.chunk_by_mut(|(one, _), (other, _)| one.is_like(other)) {
        let mut is_taken = [false; 2];
        for (_, entry) in alike {
            for (rank, is_taken) in entry.ranks.iter_mut().zip(&mut is_taken) {
                if *rank != 0 && core::mem::replace(is_taken, true) {
                    *rank = 0;
                }
            }
        }
    }
    demands.retain(|(_, entry)| entry.highest_rank() != 0);
}
