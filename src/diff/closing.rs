//! Finds the new rules that disallow what the old rules allow.

use alloc::string::String;
use alloc::vec::Vec;

use super::automaton::{Budget, Limit, Samples};
use super::groups;
use crate::file::Rule;
use crate::pattern::Shape;
use crate::robots::Robots;
use crate::rule_set::Rank;

/// The new rules that disallow what the old rules allow.
pub(crate) struct Closing {
    pub(crate) lines: Vec<u32>,
    /// A URL (or its path and query) that one of them disallows, and the line of that rule.
    pub(crate) example: Option<(String, u32)>,
    /// `true` if there are no others.
    pub(crate) is_complete: bool,
}

/// Finds the rules in the groups `new` that disallow their own sample although the groups `old`
/// allow it. `new` contains the groups `old`.
///
/// If an old rule disallows the sample, it matches everything that the new rule matches. Another
/// URL can then only be allowed by an old `allow` rule that outranks it, in which case a new rule
/// may be missed.
pub(crate) fn closing_within(
    robots: &Robots<'_>,
    [old, new]: [&[u32]; 2],
    budget: &mut Budget,
) -> Result<Closing, Limit> {
    let old = groups::side(robots, old, budget)?;
    let new = groups::side(robots, new, budget)?;
    let samples = Samples::new(&new);
    let allows = old.rules.iter().filter(|rule| rule.is_allow());
    let ranks = allows.filter_map(|rule| {
        let shape = Shape::of(&old.canonical(rule), old.dialect)?;
        Some(Rank::new(shape.length(), true, rule.line()))
    });
    let highest_allow = ranks.max();
    let is_old = |line: u32| old.rules.binary_search_by_key(&line, Rule::line).is_ok();
    let mut closing = Closing {
        lines: Vec::new(),
        example: None,
        is_complete: true,
    };
    let mut shortest: Option<(String, &Rule<'_>)> = None;
    let disallows = new.rules.iter().filter(|rule| !rule.is_allow());
    for rule in disallows.filter(|rule| !is_old(rule.line())) {
        for sample in samples.of(rule) {
            let Some(sample) = sample else {
                closing.is_complete = false;
                continue;
            };
            let target = samples.target(&sample);
            let Some((_, own)) = new
                .decide(&target, budget)?
                .filter(|it| it.0 == rule.line())
            else {
                // Another new rule wins wherever this one matches.
                continue;
            };
            match old.decide(&target, budget)? {
                Some((_, found)) if !found.allows(old.dialect) => {
                    // An old rule with the same length doesn't leave any URLs for this one.
                    let is_as_long = found.rank.length() >= own.rank.length();
                    closing.is_complete &= is_as_long || Some(found.rank) > highest_allow;
                }
                _ => {
                    closing.lines.push(rule.line());
                    let length = |(sample, _): &(String, _)| sample.len();
                    if shortest.as_ref().is_none_or(|it| length(it) > sample.len()) {
                        shortest = Some((sample, rule));
                    }
                }
            }
        }
    }
    if let Some((mut sample, rule)) = shortest {
        if let Some(bare) = samples.bare(&sample) {
            let target = samples.target(&bare);
            let [before, after] = [old.decide(&target, budget)?, new.decide(&target, budget)?];
            let is_open = before.is_none_or(|(_, found)| found.allows(old.dialect));
            if is_open && after.is_some_and(|(line, _)| line == rule.line()) {
                sample = bare;
            }
        }
        closing.example = Some((samples.url(sample), rule.line()));
    }
    Ok(closing)
}
