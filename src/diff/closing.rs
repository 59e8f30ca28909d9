//! Finds the new rules that disallow what the old rules allow.

use alloc::collections::BTreeSet;
use alloc::string::String;
use alloc::vec::Vec;

use super::automaton::{Budget, Limit, Samples};
use super::groups;
use crate::pattern::Shape;
use crate::robots::Robots;
use crate::rule_set::Rank;

/// The new rules that disallow what the old rules allow.
pub(crate) struct Closing {
    pub(crate) lines: BTreeSet<u32>,
    /// A URL (or its path and query) that one of them disallows, and the line of that rule.
    pub(crate) example: (String, u32),
    /// `true` if there are no others.
    pub(crate) is_complete: bool,
}

/// Finds the rules in the groups `new` that disallow their own sample although the groups `old`
/// allow it. `new` contains the groups `old`. Returns `None` if there are no such rules.
///
/// If an old rule disallows the sample, it matches everything that the new rule matches. Another
/// URL can then only be allowed by an old `allow` rule that outranks it, in which case a new rule
/// may be missed.
pub(crate) fn closing_within(
    robots: &Robots<'_>,
    [old, new]: [&[u32]; 2],
    budget: &mut Budget,
) -> Result<Option<Closing>, Limit> {
    let old = groups::side(robots, old, budget)?;
    let new = groups::side(robots, new, budget)?;
    let samples = Samples::new(&new, &[&new]);
    let allows = old.rules.iter().filter(|rule| rule.is_allow());
    let ranks = allows.filter_map(|rule| {
        let shape = Shape::of(&old.canonical(rule), old.dialect)?;
        Some(Rank::new(shape.length(), true, rule.line()))
    });
    let highest_allow = ranks.max();
    let (mut closed, mut is_complete) = (Vec::new(), true);
    let disallows = new.rules.iter().filter(|rule| !rule.is_allow());
    for rule in disallows.filter(|rule| old.rule_at(rule.line()).is_none()) {
        for sample in samples.of(rule) {
            let Some(sample) = sample else {
                is_complete = false;
                continue;
            };
            let target = samples.target(&sample);
            let own = new.decide(&target, budget)?;
            let Some((_, own)) = own.filter(|it| it.0 == rule.line()) else {
                // Another new rule wins wherever this one matches.
                continue;
            };
            match old.decide(&target, budget)? {
                Some((_, found)) if !found.allows(old.dialect) => {
                    // An old rule with the same length doesn't leave any URLs for this one.
                    let is_as_long = found.rank.length() >= own.rank.length();
                    is_complete &= is_as_long || Some(found.rank) > highest_allow;
                }
                _ => closed.push((rule.line(), sample)),
            }
        }
    }
    let lines = closed.iter().map(|&(line, _)| line).collect();
    let shortest = closed.into_iter().min_by_key(|(_, sample)| sample.len());
    let Some((first, mut sample)) = shortest else {
        return Ok(None);
    };
    if let Some(bare) = samples.bare(&sample) {
        let target = samples.target(&bare);
        let [before, after] = [old.decide(&target, budget)?, new.decide(&target, budget)?];
        let is_open = before.is_none_or(|(_, found)| found.allows(old.dialect));
        if is_open && after.is_some_and(|(line, _)| line == first) {
            sample = bare;
        }
    }
    Ok(Some(Closing {
        lines,
        example: (samples.url(sample), first),
        is_complete,
    }))
}
