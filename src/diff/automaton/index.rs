//! Finds the rule that decides a sample.

use alloc::vec::Vec;
use core::cmp::Reverse;

use super::alphabet::Class;
use super::rules::{ANYTHING, END, Literal, Rules};
use super::sample::Sample;
use super::{Budget, Limit};

/// The entries of a side, prepared to find the one that decides a sample.
///
/// The literals that match are prefixes of one literal, and its [`Cover`] has their highest
/// rank. Patterns with wildcards are tried by rank, unless they need a class that the sample
/// lacks.
#[derive(Debug)]
pub(super) struct Index {
    /// By literal.
    covers: Vec<Cover>,
    /// The rank and the first slot of each pattern with wildcards, the highest rank first.
    wildcards: Vec<(u32, u32)>,
    /// The classes that each of these patterns needs.
    needs: Vec<u64>,
}

/// The literals that match everything that a literal matches: itself and its prefixes.
#[derive(Clone, Copy, Debug)]
struct Cover {
    /// The highest rank of the prefixes that are not anchored, or 0.
    rank: u32,
    /// The highest rank of the equal literals so far that are anchored, or 0.
    anchored: u32,
    /// The longest prefix among the literals before it.
    parent: Option<u32>,
}

/// Returns a set of classes, by their numbers modulo 64.
fn set_of(classes: impl Iterator<Item = Class>) -> u64 {
    classes.fold(0, |set, class| set | 1 << (class % 64))
}

impl Index {
    /// Costs O(n log n) for patterns of n bytes.
    pub(super) fn new(rules: &Rules, side: usize) -> Index {
        let rank = |&start: &u32| (rules.entry_of_slot(start).ranks[side], start);
        let mut wildcards: Vec<(u32, u32)> = rules.starts().iter().map(rank).collect();
        wildcards.retain(|&(rank, _)| rank != 0);
        wildcards.sort_unstable_by_key(|&(rank, _)| Reverse(rank));
        let needs = |&(_, start): &(u32, u32)| {
            let slots = rules.slots[start as usize..].iter();
            let symbols = slots.take_while(|slot| slot.class != END);
            // Some symbols have another class in the query.
            let alike =
                symbols.filter(|slot| slot.class != ANYTHING && slot.class == slot.in_query);
            set_of(alike.map(|slot| slot.class))
        };
        Index {
            covers: covers(rules, side),
            needs: wildcards.iter().map(needs).collect(),
            wildcards,
        }
    }

    /// Returns the rank of the entry that decides a target, or 0.
    pub(super) fn deciding_rank(
        &self,
        rules: &Rules,
        sample: &Sample,
        budget: &mut Budget,
    ) -> Result<u32, Limit> {
        budget.spend(sample.len())?;
        let target: Vec<Class> = sample.iter().map(|&(class, _)| class).collect();
        let mut best = self.best_literal(rules, &target);
        let classes = set_of(target.into_iter());
        // The patterns that outrank the literal.
        let end = self.wildcards.partition_point(|&(rank, _)| rank > best);
        let mut next = 0;
        // Some 16 patterns are skipped in the time of a step.
        budget.spend(end / 16)?;
        let may_match = |needs: &u64| needs & !classes == 0;
        while let Some(skipped) = self.needs[next..end].iter().position(may_match) {
            next += skipped;
            let (rank, start) = self.wildcards[next];
            let mut steps = 0;
            let is_match = matches(rules, start, sample, &mut steps);
            budget.spend(1 + steps / 4)?;
            if is_match {
                best = rank;
                break;
            }
            next += 1;
        }
        Ok(best)
    }

    /// Returns the highest rank of the literals that match a target, or 0.
    ///
    /// All of them are prefixes of the last literal up to the target, or that literal itself.
    fn best_literal(&self, rules: &Rules, target: &[Class]) -> u32 {
        let is_up_to = |literal: &Literal| rules.spelled(literal) <= target;
        let count = rules.literals.partition_point(is_up_to);
        let Some(mut number) = (count as u32).checked_sub(1) else {
            return 0;
        };
        let pairs = rules.spelled_of(number).iter().zip(target);
        let shared = pairs.take_while(|(one, other)| one == other).count();
        while rules.spelled_of(number).len() > shared {
            match self.covers[number as usize].parent {
                Some(parent) => number = parent,
                None => return 0,
            }
        }
        let cover = self.covers[number as usize];
        match shared == target.len() {
            true => cover.rank.max(cover.anchored),
            false => cover.rank,
        }
    }
}

/// Returns the cover of each literal.
///
/// Literals are sorted, so the prefixes of a literal are among the previous one and its prefixes.
fn covers(rules: &Rules, side: usize) -> Vec<Cover> {
    let mut covers: Vec<Cover> = Vec::with_capacity(rules.literals.len());
    for number in 0..rules.literals.len() as u32 {
        let spelled = rules.spelled_of(number);
        let mut parent = number.checked_sub(1);
        while let Some(other) =
            parent.filter(|&other| !spelled.starts_with(rules.spelled_of(other)))
        {
            parent = covers[other as usize].parent;
        }
        let mut cover = Cover {
            rank: 0,
            anchored: 0,
            parent,
        };
        if let Some(parent) = parent {
            let inherited = covers[parent as usize];
            cover.rank = inherited.rank;
            if rules.spelled_of(parent) == spelled {
                cover.anchored = inherited.anchored;
            }
        }
        let entry = rules.entry_of_literal(number);
        let best = match entry.is_anchored {
            true => &mut cover.anchored,
            false => &mut cover.rank,
        };
        *best = entry.ranks[side].max(*best);
        covers.push(cover);
    }
    covers
}

/// Returns `true` if the pattern that begins at this slot matches; adds the comparisons
/// made to `steps`.
///
/// Each `*` spans as little as possible. After a mismatch, the last `*` spans one more,
/// and those before it need not be tried again.
fn matches(rules: &Rules, start: u32, sample: &Sample, steps: &mut usize) -> bool {
    let (mut slot, mut at) = (start as usize, 0);
    // After the last `*`: its slot, and where what follows it was tried.
    let mut retry = None;
    loop {
        *steps += 1;
        let asked = rules.slots[slot];
        let is_match = match asked.class {
            ANYTHING => {
                retry = Some((slot + 1, at));
                slot += 1;
                continue;
            }
            END if at == sample.len() => return true,
            END => !rules.entry_of_slot(start).is_anchored,
            _ if at == sample.len() => return false,
            class => {
                let (found, is_in_query) = sample[at];
                found == if is_in_query { asked.in_query } else { class }
            }
        };
        if is_match && asked.class == END {
            return true;
        }
        if is_match {
            (slot, at) = (slot + 1, at + 1);
        } else if let Some((after_star, tried)) = retry {
            retry = Some((after_star, tried + 1));
            (slot, at) = (after_star, tried + 1);
        } else {
            return false;
        }
    }
}
