//! Finds the new rules that disallow what the old rules allow.

use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

use super::compare::Comparison;
use super::index::Index;
use super::rules::Entry;
use super::sample::Sample;
use super::{Budget, Limit};

/// The new rules that disallow what the old rules allow.
pub(crate) struct Closing {
    pub(crate) lines: Vec<u32>,
    /// A URL that one of them disallows, or its path and query, and the line of that rule.
    pub(crate) example: Option<(String, u32)>,
    /// `true` if there are no others.
    pub(crate) is_complete: bool,
}

impl Comparison {
    /// Finds the new rules that disallow their own sample, which the old rules allow.
    ///
    /// An old rule that disallows the sample matches everything that the new rule matches. Only
    /// an old `allow` rule that outranks it may allow another URL, so a new rule may be missed.
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
                if new.deciding_rank(&rules, &sample, budget)? != entry.ranks[1] {
                    continue;
                }
                let rank = old.deciding_rank(&rules, &sample, budget)?;
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
        let mut example = None;
        if let Some((mut sample, entry)) = shortest {
            // Without the bytes that no pattern names, it is easier to read.
            let classes = sample.iter().map(|&(class, _)| class);
            let named = classes.filter(|&class| Some(class) != rules.alphabet.other());
            if let Some(bare) = rules.sample(named.map(|class| Some([class; 2])), true) {
                let rank = old.deciding_rank(&rules, &bare, budget)?;
                let decides = new.deciding_rank(&rules, &bare, budget)? == entry.ranks[1];
                if decides && is_allowed[rank as usize] {
                    sample = bare;
                }
            }
            example = Some((rules.url(&sample), entry.lines[1]));
        }
        Ok(Closing {
            lines,
            example,
            is_complete,
        })
    }
}
