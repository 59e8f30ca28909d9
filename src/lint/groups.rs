//! Diagnostics about groups: their boundaries, and the crawlers to which they apply.

use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::ToString;
use alloc::vec::Vec;
use core::ops::Range;

use super::codes::Code;
use super::diagnostic::{Diagnostic, Place};
use super::findings::Findings;
use super::text::{Text, content, matches_everything, name, record, telling_rule};
use super::words::{Names, Quoted};
use crate::file::{Group, RuleKind, UserAgent};
use crate::lexer::Field;

pub(super) fn look_at(text: &Text<'_>, found: &mut Findings) {
    for group in &text.groups {
        joined_runs(text, group, found);
    }
    without_rules(text, found);
    split(text, found);
}

/// Adjacent `user-agent` lines of a group. Their author may have taken each segment for a
/// group of its own.
struct Segment {
    agents: Range<usize>,
    /// The last line before the segment that is neither blank nor a comment.
    between: Option<Place>,
}

/// Returns the segments of a group.
fn segments(text: &Text<'_>, lines: Range<u32>) -> Vec<Segment> {
    let mut segments = Vec::<Segment>::new();
    let mut between = None;
    let mut number = 0;
    for line in text.lines_in(lines) {
        match line.field() {
            Some(Field::UserAgent) => {
                match segments.last_mut().filter(|_| between.is_none()) {
                    Some(segment) => segment.agents.end = number + 1,
                    None => segments.push(Segment {
                        agents: number..number + 1,
                        between: between.take(),
                    }),
                }
                number += 1;
            }
            Some(_) => between = Some(record(&line)),
            None => {
                let content = content(&line);
                if !content.is_empty() {
                    between = Some(Place::new(line.number(), content));
                }
            }
        }
    }
    segments
}

/// Reports a run of `user-agent` lines that joins several groups, because no rule separates them.
///
/// The run is split into segments at lines other than `user-agent` lines, blank lines and
/// comments. A joint between two segments matters if a rule also applies to crawlers that are
/// named only before the joint. Other records don't matter, because they are only for the
/// crawlers of their own run. The run is reported once, at the first of these joints.
fn joined_runs(text: &Text<'_>, group: &Group<'_>, found: &mut Findings) {
    let agents: Vec<UserAgent<'_>> = group.agents().collect();
    let is_run = |pair: &[UserAgent<'_>]| pair[0].line() + 1 == pair[1].line();
    if agents.windows(2).all(is_run) {
        return;
    }
    let (Some(rule), Some(first_rule)) = (telling_rule(group), group.rules().next()) else {
        return;
    };
    let rule = text.record(rule);
    // For each name, the index of the last `user-agent` line with it.
    let mut last = BTreeMap::<Vec<u8>, usize>::new();
    for (number, agent) in agents.iter().enumerate() {
        let name = name(agent).unwrap_or_default().to_ascii_lowercase();
        last.insert(name, number);
    }
    let segments = segments(text, group.line()..first_rule.line());
    let mut joints = Vec::new();
    let mut unexpected = Vec::new();
    for pair in segments.windows(2) {
        let (before, after) = (&pair[0], &pair[1]);
        let Some(between) = after.between else {
            continue;
        };
        let joint = after.agents.start;
        // A crawler that is named on both sides is affected intentionally.
        let count = unexpected.len();
        unexpected.extend(before.agents.clone().filter_map(|number| {
            let name = name(&agents[number])?;
            let is_named_later = last[&name.to_ascii_lowercase()] >= joint;
            (!is_named_later).then_some((name, agents[number].line()))
        }));
        if unexpected.len() > count {
            let first = agents[before.agents.start].line();
            joints.push((first, between, text.record(agents[joint].line())));
        }
    }
    let (Some(&(start, between, agent)), Some(&(_, line))) = (joints.first(), unexpected.first())
    else {
        return;
    };
    let names = Names::of(unexpected.iter().map(|&(name, _)| name));
    let blocks_all = group.rules().any(|rule| matches_everything(rule.pattern()))
        && group.rules().all(|rule| rule.kind() == RuleKind::Disallow);
    let mut new = Diagnostic::new(
        Code::JoinedRun,
        agent,
        format!(
            "{} on line {} also {} {names} (line {line}), because no rule separates the {}groups",
            Quoted(&text.bytes[rule.span()]),
            rule.line,
            if blocks_all { "blocks" } else { "applies to" },
            if joints.len() == 1 { "two " } else { "" },
        ),
        if joints.len() == 1 {
            "write `Disallow:` before this line if the crawlers above should have a group of their own"
        } else {
            "write `Disallow:` at the end of each group, before the next one, if they should be separate"
        },
    )
    .relate(text.record(start), "this group continues")
    .relate(between, "this line does not end it");
    for &(_, _, agent) in joints.iter().skip(1) {
        new = new.relate(agent, "and here again");
    }
    for (_, _, agent) in joints {
        let start = agent.span().start;
        new = new.edit(start..start, format!("Disallow:{}", text.line_end(start)));
    }
    found.add(new.relate(rule, "this applies to all of them"));
}

/// Reports a group without rules. Only the last group can have none.
fn without_rules(text: &Text<'_>, found: &mut Findings) {
    let Some(last) = text.groups.last() else {
        return;
    };
    if last.rules().next().is_some() || last.agents().all(|agent| name(&agent).is_none()) {
        return;
    }
    let crawlers = text.robots.file().names();
    let free = last.agents().filter_map(|agent| {
        let name = name(&agent)?;
        let named = crawlers.get(&name.to_ascii_lowercase())?;
        (named.groups.len() == 1).then_some(name)
    });
    let names = Names::of(free);
    let place = text.record(last.line());
    let code = Code::GroupWithoutRules;
    if names.is_empty() {
        found.add(
            Diagnostic::new(
                code,
                place,
                "this group has no rules, and other groups name the same crawlers, so it changes nothing that \
                 they may fetch",
                "add rules, or remove the group if it has nothing else",
            )
            .information_if(true),
        );
        return;
    }
    let wildcards = text.groups.iter();
    let mut wildcards = wildcards.filter(|group| group.agents().any(|agent| agent.is_wildcard()));
    let escaped = wildcards.find_map(telling_rule);
    let effect = match escaped {
        Some(_) => ", even what the group of `*` disallows",
        None => "",
    };
    let whom = if last.agents().any(|agent| agent.is_wildcard()) {
        "every crawler without a group of its own".into()
    } else {
        names.to_string()
    };
    let diagnostic = Diagnostic::new(
        code,
        place,
        format!("this group has no rules, so {whom} may fetch everything{effect}"),
        "add rules, or an empty `Disallow:` to allow everything explicitly",
    )
    .information_if(escaped.is_none());
    found.add(match escaped {
        Some(rule) => diagnostic.relate(text.record(rule), "this does not apply to them"),
        None => diagnostic,
    });
}

/// Reports crawlers that have several groups with different rules.
fn split(text: &Text<'_>, found: &mut Findings) {
    let groups = &text.groups;
    let line_in = |group: u32, wanted: &[u8]| {
        let mut agents = groups[group as usize].agents();
        let is_wanted = |agent: &UserAgent<'_>| {
            name(agent).is_some_and(|name| name.eq_ignore_ascii_case(wanted))
        };
        agents.find(is_wanted).map(|agent| agent.line())
    };
    let rules_of = |group: u32| {
        let rules = groups[group as usize].rules();
        rules.map(|rule| (rule.kind(), rule.pattern()))
    };
    // Groups that name many crawlers are searched once for each of them.
    let mut searched = 0;
    for named in text.robots.file().names().values() {
        let [first, others @ ..] = &named.groups[..] else {
            continue;
        };
        for &group in &named.groups {
            let group = &groups[group as usize];
            searched += group.agents().count() + group.rules().count();
        }
        if searched > 20_000 {
            return;
        }
        let is_different = |other: &&u32| !rules_of(*first).eq(rules_of(**other));
        let Some(&other) = others.iter().find(is_different) else {
            continue;
        };
        let lines = [*first, other].map(|group| line_in(group, named.token));
        let [Some(first), Some(other)] = lines else {
            continue;
        };
        let count = named.groups.len();
        found.add(
            Diagnostic::new(
                Code::SplitGroups,
                text.record(other),
                format!(
                    "{} has {count} groups: crawlers that follow RFC 9309 obey all of their rules, simpler \
                     ones only the first or the last group",
                    Quoted(named.token),
                ),
                "put the rules of the crawler into one group",
            )
            .generally(
                "several crawlers have more than one group: those that follow RFC 9309 obey all of their \
                 rules, simpler ones only the first or the last group",
                "put the rules of each crawler into one group",
            )
            .relate(text.record(first), "its first group"),
        );
    }
}
