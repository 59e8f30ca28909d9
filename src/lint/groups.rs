//! Diagnostics about groups: their boundaries, and the crawlers to which they apply.

use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::ToString as _;
use alloc::vec::Vec;
use core::fmt::Display;
use core::ops::Range;

use super::diagnostic::{Diagnostic, Place};
use super::findings::Findings;
use super::messages;
use super::text::{Text, content, matches_everything, name, record, telling_rule};
use super::words::{Names, Quoted};
use crate::file::{Group, RuleKind, UserAgent};
use crate::lexer::Field;

pub(super) fn check(text: &Text<'_>, found: &mut Findings) {
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
        let content = content(&line);
        if line.field() == Some(Field::UserAgent) {
            match segments.last_mut().filter(|_| between.is_none()) {
                Some(segment) => segment.agents.end = number + 1,
                None => segments.push(Segment {
                    agents: number..number + 1,
                    between: between.take(),
                }),
            }
            number += 1;
        } else if line.field().is_some() {
            between = Some(record(&line));
        } else if !content.is_empty() {
            between = Some(Place::new(line.number(), content));
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
    let lower = |agent: &UserAgent<'_>| name(agent).unwrap_or_default().to_ascii_lowercase();
    let named = agents.iter().enumerate();
    let last: BTreeMap<_, _> = named
        .map(|(number, agent)| (lower(agent), number))
        .collect();
    let segments = segments(text, group.line()..first_rule.line());
    let mut joints = Vec::new();
    let mut unexpected = Vec::new();
    for pair in segments.windows(2) {
        let (before, after) = (&agents[pair[0].agents.clone()], &pair[1]);
        let Some(between) = after.between else {
            continue;
        };
        let joint = after.agents.start;
        // A crawler that is named on both sides is affected intentionally.
        let count = unexpected.len();
        let surprised = before.iter().filter(|agent| last[&lower(agent)] < joint);
        unexpected.extend(surprised.filter_map(|agent| Some((name(agent)?, agent.line()))));
        if unexpected.len() > count {
            joints.push((before[0].line(), between, text.record(agents[joint].line())));
        }
    }
    let (Some(&(start, between, agent)), Some(&(_, line))) = (joints.first(), unexpected.first())
    else {
        return;
    };
    let names = Names::of(unexpected.iter().map(|&(name, _)| name));
    let blocks_all = group.rules().any(|rule| matches_everything(rule.pattern()))
        && group.rules().all(|rule| rule.kind() == RuleKind::Disallow);
    let kind = match joints.len() {
        1 => &messages::JOINED_RUN,
        _ => &messages::JOINED_RUNS,
    };
    let verb = if blocks_all { "blocks" } else { "applies to" };
    let shown = Quoted(&text.bytes[rule.span()]);
    let arguments: [&dyn Display; 5] = [&shown, &rule.line, &verb, &names, &line];
    let mut new = Diagnostic::new(kind, agent, &arguments)
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
    let free = last.agents().filter_map(|agent| {
        let name = name(&agent)?;
        let named = text.names().get(&name.to_ascii_lowercase())?;
        (named.groups.len() == 1).then_some(name)
    });
    let names = Names::of(free);
    let place = text.record(last.line());
    if names.is_empty() {
        found.add(Diagnostic::new(&messages::NO_RULES_AGAIN, place, &[]));
        return;
    }
    let is_wildcard = |group: &&Group<'_>| group.agents().any(|agent| agent.is_wildcard());
    let whom = match is_wildcard(&last) {
        true => "every crawler without a group of its own".into(),
        false => names.to_string(),
    };
    let mut wildcards = text.groups.iter().filter(is_wildcard);
    found.add(match wildcards.find_map(telling_rule) {
        Some(rule) => Diagnostic::new(&messages::NO_RULES_ESCAPED, place, &[&whom])
            .relate(text.record(rule), "this does not apply to them"),
        None => Diagnostic::new(&messages::NO_RULES, place, &[&whom]),
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
    for named in text.names().values() {
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
        if let [Some(first), Some(other)] = lines {
            let arguments: [&dyn Display; 2] = [&Quoted(named.token), &named.groups.len()];
            let new = Diagnostic::new(&messages::SPLIT_GROUPS, text.record(other), &arguments);
            found.add(new.relate(text.record(first), "its first group"));
        }
    }
}
