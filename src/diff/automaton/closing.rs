//! Finds the new rules that disallow what the old rules allow.

use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

use super::alphabet::{Class, Place};
use super::compare::Comparison;
use super::index::Index;
use super::rules::{Entry, Rules};
use super::sample::Sample;
use super::{Budget, Limit};

/// The new rules that disallow what the old rules allow.
#[derive(Debug)]
pub(crate) struct Closing {
    /// Their lines.
    pub(crate) lines: Vec<u32>,
    /// A URL that one of them disallows, or its path and query, and the line of that rule.
    pub(crate) example: Option<(String, u32)>,
    /// `true` if there are no others.
    pub(crate) is_complete: bool,
}

impl Comparison {
    /// Finds the new rules that disallow their own sample, which the old rules allow.
    ///
    /// If the old rules disallow a sample, the rule that does so matches everything that the new
    /// rule matches. Only an old `allow` rule that outranks it may then allow another URL, so
    /// the new rule may be missing from the result.
    pub(crate) fn closing(self, budget: &mut Budget) -> Result<Closing, Limit> {
        let mut rules = self.rules?;
        rules.rank_by_line();
        let [old, new] = [0, 1].map(|side| Index::new(&rules, side));
        // The old verdicts by rank. Nothing matches if the rank is 0. `/robots.txt` itself has no line.
        let mut is_allowed = vec![true; 2 * rules.entries.len() + 2];
        let mut highest_allow = 0;
        for entry in rules.entries.iter().filter(|entry| entry.lines[0] != 0) {
            is_allowed[entry.ranks[0] as usize] = entry.is_allow;
            if entry.is_allow {
                highest_allow = entry.ranks[0].max(highest_allow);
            }
        }
        let mut lines = Vec::new();
        let mut shortest: Option<(Sample, &Entry)> = None;
        let mut is_complete = true;
        let is_new = |entry: &Entry| !entry.is_on(0) && !entry.is_allow;
        let forms = rules.forms();
        for (entry, form) in rules.entries.iter().zip(forms) {
            if !is_new(entry) {
                continue;
            }
            for sample in rules.samples(form) {
                let Some(sample) = sample else {
                    is_complete = false;
                    continue;
                };
                // Otherwise another new rule decides wherever this one matches.
                if new.deciding_rank(&rules, &sample, Some(form), budget)? != entry.ranks[1] {
                    continue;
                }
                let rank = old.deciding_rank(&rules, &sample, None, budget)?;
                if !is_allowed[rank as usize] {
                    is_complete &= rank > highest_allow;
                    continue;
                }
                lines.push(entry.lines[1]);
                let length = |(sample, _): &(Sample, &Entry)| sample.len();
                if shortest.as_ref().map_or(usize::MAX, length) > sample.len() {
                    shortest = Some((sample, entry));
                }
            }
        }
        let example = match shortest {
            None => None,
            Some((sample, entry)) => {
                // Without the bytes that no pattern names, it is easier to read.
                let mut bare = sample.clone();
                bare.retain(|&(class, _)| Some(class) != rules.alphabet.other());
                let decides = is_target(&rules, &bare)
                    && new.deciding_rank(&rules, &bare, None, budget)? == entry.ranks[1]
                    && is_allowed[old.deciding_rank(&rules, &bare, None, budget)? as usize];
                let shown = if decides { bare } else { sample };
                Some((rules.url(&shown), entry.lines[1]))
            }
        };
        Ok(Closing {
            lines,
            example,
            is_complete,
        })
    }
}

/// Returns `true` if a URL has this target.
fn is_target(rules: &Rules, target: &Sample) -> bool {
    let next = |place, &(class, _): &(Class, bool)| rules.alphabet.next(place, class);
    let end = target.iter().try_fold(Place::Start, next);
    end.is_some_and(Place::may_end)
}
