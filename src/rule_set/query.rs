//! Finds the deciding rule for a target.

use crate::pattern;
use crate::rule_set::entries::RuleSet;
use crate::rule_set::keys::{self, BLOCK};
use crate::rule_set::rank::Decision;
use crate::rule_set::signature::Signature;
use crate::target::Target;

impl RuleSet {
    /// Returns the deciding rule for `target`, identified by its entry.
    ///
    /// Takes O(n) for n rules, 32 literal rules at a time, and tries each rule that its key or
    /// signature does not exclude once. Ordinary rules are tried without allocating.
    #[inline]
    pub(crate) fn decide(&self, target: &Target<'_>) -> Option<Decision> {
        let literal = self.first_literal(target);
        if self.wildcards == 0 {
            return literal;
        }
        self.first_wildcard(target, literal)
    }

    #[inline(never)]
    fn first_literal(&self, target: &Target<'_>) -> Option<Decision> {
        let keys = keys::of_target(target.bytes());
        let mut best = None;
        for first in (0..self.literals()).step_by(BLOCK) {
            // Find all candidates of a block before comparing any. Interleaved, the branches
            // would be hard to predict and cost more than everything else.
            let count = (self.literals() - first).min(BLOCK);
            let mut candidates = keys::equal(&self.bytes[first..], count, keys);
            while candidates != 0 {
                let entry = first + candidates.trailing_zeros() as usize;
                candidates &= candidates - 1;
                let (strategy, body, decision) = self.compared(entry);
                if pattern::literal_matches(strategy, body, target) {
                    best = best.max(Some(decision));
                }
            }
        }
        best
    }

    /// Returns the greatest of `best` and the decisions of matching entries with wildcards.
    fn first_wildcard(&self, target: &Target<'_>, best: Option<Decision>) -> Option<Decision> {
        let lacking = Signature::lacking(target.bytes());
        for (entry, needed) in (self.literals()..).zip(self.signatures()) {
            if needed.needs_any_of(lacking) {
                continue;
            }
            let (strategy, body, decision) = self.compared(entry);
            // Entries are sorted by rank, so no later one can beat `best`.
            if best >= Some(decision) {
                break;
            }
            if pattern::matches(strategy, body, target) {
                return Some(decision);
            }
        }
        best
    }
}
