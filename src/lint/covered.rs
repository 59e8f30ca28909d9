//! Rules that can never decide, as one that matches more wins wherever they
//! match.
//!
//! What a rule can come to depends on all rules of a crawler, so each selection
//! of groups is looked at that the file makes for some crawler.

use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

use super::shadowed::{How, Shadowed};
use super::survey::{Survey, compare_names};
use crate::diff::{Contest, Outcome};
use crate::robots::Robots;

/// How many steps it may take: so many, and so many for each byte of the file.
/// Then nothing more is reported. Of 2,188 real files none needs so many.
const STEPS: usize = 1 << 16;
const STEPS_PER_BYTE: usize = 32;

/// What is known of a rule.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Fate {
    /// It is known to be shadowed.
    Known,
    /// It has not been seen to win.
    Open,
    MayWin,
}

/// Adds to the rules that are known to be shadowed, which are in file order,
/// those that others cover.
pub(super) fn add(shadowed: &mut Vec<Shadowed>, robots: &Robots<'_>, survey: &Survey<'_>) {
    let selections = Selections::of(survey);
    let mut steps_left = STEPS + STEPS_PER_BYTE * survey.text.len();
    let mut spend = |steps: usize| {
        let left = steps_left.checked_sub(steps);
        steps_left = left.unwrap_or(0);
        left.is_some()
    };
    let known = shadowed.len();
    let mut fates = vec![Fate::Open; survey.rules.len()];
    for rule in &*shadowed {
        fates[rule.loser as usize] = Fate::Known;
    }
    // In how many selections that were not looked at a group is.
    let mut left: Vec<u32> = vec![0; survey.group_count()];
    for &group in selections.iter().flat_map(|(_, groups)| groups) {
        left[group as usize] += 1;
    }
    'selections: for (agent, groups) in selections.iter() {
        let groups_of = groups.iter().map(|&group| survey.group(group as usize));
        let rules = groups_of.flat_map(|group| group.rules);
        // One rule alone wins, and so does one among those that never do.
        let is_open = |&rule: &usize| fates[rule] != Fate::Known;
        if rules.clone().filter(is_open).nth(1).is_none() {
            continue;
        }
        // To find the groups, and to compile their rules.
        if !spend(survey.text.len() / 8 + 16 * rules.count()) {
            break;
        }
        let name = survey.name(agent as usize);
        let matcher = robots.matcher(&String::from_utf8_lossy(name));
        let contest = Contest::new(&matcher);
        for (number, &line) in contest.lines().iter().enumerate() {
            let Some(rule) = survey.rule_of_line(line) else {
                continue;
            };
            let loser = rule as u32;
            if fates[rule] != Fate::Open {
                continue;
            }
            if !spend(contest.steps(number)) {
                break 'selections;
            }
            match contest.outcome(number) {
                Outcome::LosesTo(winners) => {
                    shadowed.extend(winners.iter().filter_map(|&winner| {
                        let winner = survey.rule_of_line(contest.lines()[winner])? as u32;
                        Some(Shadowed {
                            loser,
                            winner,
                            how: How::Covers,
                        })
                    }))
                }
                // What is unclear mostly matches no URL, which is told of
                // elsewhere.
                Outcome::Wins(_) | Outcome::Unclear => fates[rule] = Fate::MayWin,
            }
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
        number <= known || fates[rule] == Fate::Open && left[group] == 0
    });
    shadowed.sort_unstable();
    shadowed.dedup();
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

    /// Of each selection, one that it is for, and the groups.
    fn iter(&self) -> impl Iterator<Item = (u32, &[u32])> {
        self.selections.iter().map(|selection| {
            let groups = selection.start as usize..selection.end as usize;
            (selection.agent, &self.groups[groups])
        })
    }
}
