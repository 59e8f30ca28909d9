//! Finds the rule that decides a sample.

use alloc::vec::Vec;
use core::cmp::Reverse;

use super::alphabet::Class;
use super::rules::{ANYTHING, END, Literal, Rules};
use super::sample::{Form, Sample};
use super::{Budget, Limit};

/// The entries of a side, prepared to find the one that decides a sample.
///
/// The literals that match are prefixes of one literal, and a [`Cover`] stores their highest
/// rank. Patterns with wildcards are tried in the order of their ranks, except for those with
/// a symbol that the sample lacks.
#[derive(Debug)]
pub(super) struct Index {
    /// By literal.
    covers: Vec<Cover>,
    /// The highest rank first.
    wildcards: Vec<Wildcard>,
    /// The set of the classes of each pattern with wildcards. A target without one of them does
    /// not match.
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

/// A pattern with wildcards.
#[derive(Debug)]
struct Wildcard {
    rank: u32,
    /// Its first slot.
    start: u32,
    /// The fewest symbols of any pattern of this rank or higher. None of them matches a sample
    /// with fewer symbols.
    fewest: u32,
}

/// Returns a set of classes, in which classes whose numbers differ by a multiple of 64 count as one.
fn set_of(classes: impl Iterator<Item = Class>) -> u64 {
    classes.fold(0, |set, class| set | 1 << (class % 64))
}

impl Index {
    /// Costs O(n log n) for patterns of n bytes.
    pub(super) fn new(rules: &Rules, side: usize) -> Index {
        let symbols = |start: u32| {
            let slots = rules.slots[start as usize..].iter();
            let slots = slots.take_while(|slot| slot.class != END);
            slots.filter(|slot| slot.class != ANYTHING)
        };
        let wildcard = |&start: &u32| Wildcard {
            rank: rules.entry_of_slot(start).ranks[side],
            start,
            fewest: symbols(start).count() as u32,
        };
        let mut wildcards: Vec<Wildcard> = rules.starts().iter().map(wildcard).collect();
        wildcards.retain(|wildcard| wildcard.rank != 0);
        wildcards.sort_unstable_by_key(|wildcard| Reverse(wildcard.rank));
        let mut fewest = u32::MAX;
        for wildcard in &mut wildcards {
            fewest = fewest.min(wildcard.fewest);
            wildcard.fewest = fewest;
        }
        let needs = |wildcard: &Wildcard| {
            let alike = symbols(wildcard.start).filter(|slot| slot.class == slot.in_query);
            set_of(alike.map(|slot| slot.class))
        };
        Index {
            covers: covers(rules, side),
            needs: wildcards.iter().map(needs).collect(),
            wildcards,
        }
    }

    /// Returns the rank of the entry that decides a target, or 0. If the target is the sample of
    /// an entry of this side, `form` is its pattern, which saves a search.
    pub(super) fn deciding_rank(
        &self,
        rules: &Rules,
        sample: &Sample,
        form: Option<Form>,
        budget: &mut Budget,
    ) -> Result<u32, Limit> {
        budget.spend(sample.len())?;
        let mut best = self.best_literal(rules, sample, form);
        let classes = set_of(sample.iter().map(|&(class, _)| class));
        // Only these outrank the literal, and may be short enough.
        let end = self
            .wildcards
            .partition_point(|wildcard| wildcard.rank > best);
        let is_long = |wildcard: &Wildcard| wildcard.fewest as usize > sample.len();
        let mut next = self.wildcards[..end].partition_point(is_long);
        // Some 16 patterns are skipped in the time of a step.
        budget.spend((end - next) / 16)?;
        let may_match = |needs: &u64| needs & !classes == 0;
        while let Some(skipped) = self.needs[next..end].iter().position(may_match) {
            next += skipped;
            let wildcard = &self.wildcards[next];
            let mut steps = 0;
            let is_match = matches(rules, wildcard.start, sample, &mut steps);
            budget.spend(1 + steps / 4)?;
            if is_match {
                best = wildcard.rank;
                break;
            }
            next += 1;
        }
        Ok(best)
    }

    /// Returns the highest rank of the literals that match the sample of a pattern, or 0.
    ///
    /// All of them are prefixes of the last literal up to the sample, or that literal itself.
    fn best_literal(&self, rules: &Rules, sample: &Sample, form: Option<Form>) -> u32 {
        let classes = || sample.iter().map(|(class, _)| class);
        let last = match form {
            // After a literal, its sample has only a class that no literal has. The sample of
            // an empty one begins with `/`.
            Some(Form::Literal(number)) if !rules.spelled_of(number).is_empty() => Some(number),
            _ => {
                let is_up_to = |literal: &Literal| rules.spelled(literal).iter().le(classes());
                let count = rules.literals.partition_point(is_up_to);
                (count as u32).checked_sub(1)
            }
        };
        let Some(mut number) = last else {
            return 0;
        };
        let pairs = rules.spelled_of(number).iter().zip(classes());
        let shared = pairs.take_while(|(one, other)| one == other).count();
        while rules.spelled_of(number).len() > shared {
            match self.covers[number as usize].parent {
                Some(parent) => number = parent,
                None => return 0,
            }
        }
        let cover = self.covers[number as usize];
        match shared == sample.len() {
            true => cover.rank.max(cover.anchored),
            false => cover.rank,
        }
    }
}

/// Returns the cover of each literal.
///
/// The prefixes of a literal are among the previous literal and its prefixes, because literals
/// are sorted. A literal that is not a prefix is skipped once and never tried again.
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
