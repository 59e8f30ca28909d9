//! Finds the deciding rule for a target.

use alloc::vec::Vec;
use core::ops::Range;

use crate::pattern;
use crate::rule_set::entries::RuleSet;
use crate::rule_set::index;
use crate::rule_set::keys;
use crate::rule_set::rank::Decision;
use crate::rule_set::signature::Signature;
use crate::search::{self, WINDOW, any_of};
use crate::target::Target;

impl RuleSet {
    /// Returns the deciding rule for `target`, identified by its entry.
    ///
    /// Takes O(n) time for n rules, checking 32 literal rules at a time, and tries each rule that
    /// isn't excluded by its key or signature once. If there is an [index](super::index), only the
    /// rules that begin like the target are looked at. Ordinary rules are tried without allocating.
    #[inline]
    pub(crate) fn decide(&self, target: &Target<'_>) -> Option<Decision> {
        self.decide_counting(target, &mut |_, _| {})
    }

    /// Like [`decide`](RuleSet::decide), but also calls `count` with the pattern that was tried and
    /// the work done, in units that each take about as long as comparing sixteen bytes.
    #[inline]
    pub(crate) fn decide_counting(
        &self,
        target: &Target<'_>,
        count: &mut impl FnMut(usize, &[u8]),
    ) -> Option<Decision> {
        if index::words(self.signed()) > 0 {
            return self.first_indexed(target, count);
        }
        let literal = self.first_literal(target, count);
        if self.signed == 0 {
            return literal;
        }
        let lacking = Signature::lacking(target.bytes());
        self.first_signed(0..self.signed(), true, target, lacking, literal, count)
    }

    /// Returns the decision of every entry that matches `target`, in an unspecified order.
    pub(crate) fn matching(&self, target: &Target<'_>) -> Vec<Decision> {
        (0..self.literals() + self.signed())
            .map(|entry| self.compared(entry))
            .filter(|&(strategy, body, _)| pattern::matches(strategy, body, target))
            .map(|(_, _, decision)| decision)
            .collect()
    }

    #[inline(never)]
    fn first_literal(
        &self,
        target: &Target<'_>,
        count: &mut impl FnMut(usize, &[u8]),
    ) -> Option<Decision> {
        let keys = keys::of_target(target.bytes());
        let mut best: Option<Decision> = None;
        count(self.literals() / 16, b"");
        for first in (0..self.literals()).step_by(WINDOW) {
            // Find all candidates in a block before comparing any. If these steps were interleaved,
            // the branches would be hard to predict and would cost more than everything else.
            let mut candidates = search::first_places(&self.bytes[first..], any_of(keys));
            // The texts follow the keys, so clear the bits of bytes that aren't keys.
            candidates &= u32::MAX >> WINDOW.saturating_sub(self.literals() - first);
            while candidates != 0 {
                let entry = first + candidates.trailing_zeros() as usize;
                candidates &= candidates - 1;
                let (strategy, body, decision) = self.compared(entry);
                // Without this, a file of equal rules would take longer than without a matcher.
                if best.is_some_and(|best| decision.rank <= best.rank) {
                    continue;
                }
                count(2 + body.len().min(target.bytes().len()) / 16, b"");
                if pattern::literal_matches(strategy, body, target) {
                    best = Some(decision);
                }
            }
        }
        best
    }

    /// Returns the greatest of `best` and the decisions of the matching entries in `range`, which
    /// is counted from the first entry with a signature.
    // With a call for each bucket, queries of nested rules take 1.6 times as long.
    #[inline(always)]
    pub(super) fn first_signed(
        &self,
        range: Range<usize>,
        is_sorted: bool,
        target: &Target<'_>,
        lacking: Signature,
        mut best: Option<Decision>,
        count: &mut impl FnMut(usize, &[u8]),
    ) -> Option<Decision> {
        count(range.len() / 4, b"");
        let first = self.literals() + range.start;
        for (entry, &needed) in (first..).zip(&self.words[range]) {
            if Signature(needed).needs_any_of(lacking) {
                continue;
            }
            let (strategy, body, decision) = self.compared(entry);
            if best.is_some_and(|best| decision.rank <= best.rank) {
                // If entries are sorted by descending rank, no later one can beat `best` either.
                if is_sorted {
                    break;
                }
                continue;
            }
            count(8 + (body.len() + target.bytes().len()) / 16, body);
            if pattern::matches(strategy, body, target) {
                best = Some(decision);
                if is_sorted {
                    break;
                }
            }
        }
        best
    }
}
