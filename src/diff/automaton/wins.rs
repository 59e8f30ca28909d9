//! Finds the rules of a set that never decide.

use alloc::string::String;
use alloc::vec::Vec;

use super::compare::{exempt, read_side, sort};
use super::index::Index;
use super::questions::Win;
use super::rules::Rules;
use super::sample::Form;
use super::walk::walk;
use super::{Budget, CanonicalRule, Limit, Targets};
use crate::dialect::Dialect;

/// The rules of a set, prepared to find out which ones ever decide.
#[derive(Debug)]
pub(crate) struct Wins {
    rules: Rules,
    /// By entry.
    forms: Vec<Form>,
    /// The lines of rules with their entries, in order. A rule for index pages has two.
    entries: Vec<(u32, u32)>,
    /// The lines of rules that match the same targets as a rule that wins, each with the
    /// line of that rule; 0 for `/robots.txt` itself.
    repeated: Vec<(u32, u32)>,
    index: Index,
    /// By rank; 0 for `/robots.txt` itself.
    lines: Vec<u32>,
}

/// The result of asking if a rule ever decides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// It decides this URL, or the URL with this path and query. Empty if it was not asked for.
    Decides(String),
    /// It never decides. Wherever it matches, a rule on one of these lines also matches and takes
    /// precedence. There are no lines if only several rules together are known to override it, or
    /// if it matches nothing.
    Never(Vec<u32>),
}

impl Wins {
    /// Reads rules. Costs O(n log n) for patterns of n bytes.
    pub(crate) fn new<'p>(
        rules: impl Iterator<Item = CanonicalRule<'p>>,
        dialect: Dialect,
        targets: Targets,
        budget: &mut Budget,
    ) -> Result<Wins, Limit> {
        budget.begin_tables();
        let mut demands = Vec::new();
        read_side(0, rules, dialect, dialect, &mut demands, budget)?;
        demands.extend(exempt(dialect));
        sort(&mut demands);
        let mut repeated = Vec::new();
        demands.dedup_by(|(later, later_entry), (kept, kept_entry)| {
            let is_repeated = later.is_like(kept);
            if is_repeated {
                repeated.push((later_entry.lines[0], kept_entry.lines[0]));
            }
            is_repeated
        });
        repeated.sort_unstable();
        let mut rules = Rules::new(demands, dialect, targets, budget)?;
        budget.end_tables();
        rules.rank_by_line();
        let entries = rules.entries.iter().map(|entry| entry.lines[0]);
        let mut entries: Vec<(u32, u32)> = entries.zip(0..).collect();
        entries.sort_unstable();
        Ok(Wins {
            forms: rules.forms(),
            entries,
            repeated,
            index: Index::new(&rules, 0),
            lines: rules.lines_by_rank(0),
            rules,
        })
    }

    /// Finds out if the rule on a line ever decides, with a URL if `has_url` is `true`. Its sample
    /// answers, unless the pattern has none.
    pub(crate) fn of(
        &self,
        line: u32,
        has_url: bool,
        budget: &mut Budget,
    ) -> Result<Outcome, Limit> {
        budget.spend(8)?;
        let mut winners: Vec<u32> = of_line(&self.repeated, line).collect();
        let mut are_enough = true;
        for number in of_line(&self.entries, line) {
            let entry = &self.rules.entries[number as usize];
            let form = self.forms[number as usize];
            let mut is_clear = true;
            for sample in self.rules.samples(form) {
                let Some(sample) = sample else {
                    is_clear = false;
                    continue;
                };
                let rank = self.index.deciding_rank(&self.rules, &sample, budget)?;
                let winner = self.lines[rank as usize];
                if winner == line {
                    let url = has_url.then(|| self.rules.url(&sample));
                    return Ok(Outcome::Decides(url.unwrap_or_default()));
                }
                winners.push(winner);
            }
            if !is_clear {
                are_enough = false;
                let literal = match form {
                    Form::Literal(number) => Some(number),
                    Form::Wildcard(_) => None,
                };
                let mut walked = walk(&self.rules, &Win::new(entry.ranks[0], literal), budget);
                if let Some(limit) = walked.limit {
                    return Err(limit);
                }
                if let Some(url) = walked.urls.pop() {
                    return Ok(Outcome::Decides(String::from(&*url)));
                }
            }
        }
        winners.retain(|&winner| winner != 0 && are_enough);
        winners.sort_unstable();
        winners.dedup();
        Ok(Outcome::Never(winners))
    }

    /// Returns `true` if some rule matches every target.
    fn match_everything(&self, budget: &mut Budget) -> Result<bool, Limit> {
        // The sample of a pattern that matches everything.
        let Some(sample) = self.rules.sample(core::iter::empty(), false) else {
            return Ok(false);
        };
        let rank = self.index.deciding_rank(&self.rules, &sample, budget)?;
        Ok(rank != 0)
    }
}

/// Returns `Ok(true)` if every URL, of [any](Targets::Any) scheme, is allowed or, if `allowed` is
/// `false`, disallowed, except `/robots.txt` in dialects that exempt it: if no rule of the other
/// kind ever decides and, for `false`, some rule matches every URL.
pub(crate) fn gives_all<'p>(
    allowed: bool,
    rules: impl Iterator<Item = CanonicalRule<'p>>,
    dialect: Dialect,
    budget: &mut Budget,
) -> Result<bool, Limit> {
    let wins = Wins::new(rules, dialect, Targets::Any, budget)?;
    if !allowed && !wins.match_everything(budget)? {
        return Ok(false);
    }
    let entries = wins.rules.entries.iter();
    for entry in entries.filter(|entry| entry.is_allow != allowed && entry.lines[0] != 0) {
        if let Outcome::Decides(_) = wins.of(entry.lines[0], false, budget)? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Returns the second numbers of the pairs with this line. The pairs are sorted.
fn of_line(pairs: &[(u32, u32)], line: u32) -> impl Iterator<Item = u32> {
    let first = pairs.partition_point(|&(other, _)| other < line);
    let alike = pairs[first..]
        .iter()
        .take_while(move |&&(other, _)| other == line);
    alike.map(|&(_, number)| number)
}
