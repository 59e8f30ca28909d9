//! Rules that can never decide, as one that matches more or several together
//! win wherever they match.
//!
//! What a rule can come to depends on all rules of a crawler, so each selection
//! of groups is looked at that the file makes for some crawler. To know it for
//! certain takes a walk through whatever URLs there may be, which is left off
//! where it takes too long: then nothing is reported.

use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

use super::shadowed::{How, Shadowed};
use super::survey::{Survey, compare_names};
use crate::automaton::Budget;
use crate::diff::{Contest, Winning};
use crate::robots::Robots;

/// How many states each walk goes through at most.
const STATE_LIMIT: usize = 1 << 12;

/// How many steps all of them take at most: so many, and so many for each byte
/// of the file.
const STEPS: u64 = 1 << 16;
const STEPS_PER_BYTE: u64 = 32;

/// How many rules of a crawler are looked at, and how long their patterns are
/// together, which bounds the memory that it takes.
const RULES_MAX: usize = 1 << 12;
const PATTERNS_MAX: usize = 1 << 16;

/// Adds to the rules that are known to be shadowed, which are in file order,
/// those that others cover.
pub(super) fn add(shadowed: &mut Vec<Shadowed>, robots: &Robots<'_>, survey: &Survey<'_>) {
    let selections = Selections::of(survey);
    let mut budget = Budget::new(
        STATE_LIMIT,
        STEPS + STEPS_PER_BYTE * survey.text.len() as u64,
    );
    let known = shadowed.len();
    let mut may_win = vec![false; survey.rules.len()];
    // In how many selections that were not looked at a group is.
    let mut left: Vec<u32> = vec![0; survey.group_count()];
    for selection in &selections.selections {
        for &group in selections.groups(selection) {
            left[group as usize] += 1;
        }
    }
    for selection in &selections.selections {
        let groups = selections.groups(selection);
        if !is_of_interest(survey, groups) {
            continue;
        }
        if !budget.allows(survey.text.len() / 8) {
            break;
        }
        let name = survey.name(selection.agent as usize);
        let matcher = robots.matcher(&String::from_utf8_lossy(name));
        let mut contest = Contest::new(&matcher);
        for number in 0..contest.lines().len() {
            let line = contest.lines()[number];
            let Some(rule) = survey.rule_of_line(line) else {
                continue;
            };
            let loser = rule as u32;
            let is_known = shadowed[..known]
                .binary_search_by_key(&loser, |shadowed| shadowed.loser)
                .is_ok();
            if is_known || may_win[rule] {
                continue;
            }
            if contest.winning(number, &mut budget) != Winning::Never {
                may_win[rule] = true;
                continue;
            }
            let winners = contest.winners(number, &mut budget);
            // What matches no URL at all is told of elsewhere.
            may_win[rule] = winners.rules.is_empty();
            let how = if winners.are_all {
                How::Covers
            } else {
                How::CoversSome
            };
            let winners = winners.rules.iter();
            shadowed.extend(winners.filter_map(|&winner| {
                let winner = survey.rule_of_line(contest.lines()[winner])? as u32;
                Some(Shadowed { loser, winner, how })
            }));
        }
        for &group in groups {
            left[group as usize] -= 1;
        }
    }
    let mut number = 0;
    shadowed.retain(|shadowed| {
        number += 1;
        let rule = shadowed.loser as usize;
        let group = survey.group_of_rule(rule);
        number <= known || !may_win[rule] && left[group] == 0
    });
    shadowed.sort_unstable();
    shadowed.dedup_by_key(|shadowed| (shadowed.loser, shadowed.winner));
}

/// Whether a rule of these groups may lose, and all of them are few enough to
/// know.
fn is_of_interest(survey: &Survey<'_>, groups: &[u32]) -> bool {
    let rules = || {
        let of_group = |&group: &u32| survey.group(group as usize).rules;
        groups.iter().flat_map(of_group)
    };
    let lengths = rules()
        .take(RULES_MAX + 1)
        .map(|rule| survey.pattern(rule).len());
    let (count, length) = lengths.fold((0, 0), |(count, sum), length| (count + 1, sum + length));
    (2..=RULES_MAX).contains(&count) && length <= PATTERNS_MAX
}

/// The groups that are selected together for some crawler.
struct Selections {
    /// Of all selections, one after the other.
    groups: Vec<u32>,
    selections: Vec<Selection>,
}

struct Selection {
    /// One that it is for.
    agent: u32,
    start: u32,
    end: u32,
}

impl Selections {
    fn of(survey: &Survey<'_>) -> Selections {
        let mut all = Selections {
            groups: Vec::new(),
            selections: Vec::new(),
        };
        let agents = survey.by_name(0..survey.agents.len());
        let name = |&agent: &u32| survey.name(agent as usize);
        for named in agents.chunk_by(|one, other| compare_names(name(one), name(other)).is_eq()) {
            if name(&named[0]).is_empty() && !survey.dialect.names_empty_agent() {
                continue;
            }
            let start = all.groups.len();
            for &agent in named {
                let group = survey.group_of(agent as usize) as u32;
                if all.groups[start..].last() != Some(&group) {
                    all.groups.push(group);
                }
            }
            all.selections.push(Selection {
                agent: named[0],
                start: start as u32,
                end: all.groups.len() as u32,
            });
        }
        let Selections { groups, selections } = &mut all;
        let of = |selection: &Selection| &groups[selection.start as usize..selection.end as usize];
        selections.sort_unstable_by(|one, other| of(one).cmp(of(other)));
        selections.dedup_by(|one, other| of(one) == of(other));
        all
    }

    fn groups(&self, selection: &Selection) -> &[u32] {
        &self.groups[selection.start as usize..selection.end as usize]
    }
}
