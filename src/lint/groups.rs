//! Diagnostics about the boundaries of groups and the crawlers to which they apply.

use alloc::collections::BTreeMap;
use alloc::format;
use alloc::vec::Vec;
use core::fmt::Display;
use core::ops::Range;

use super::diagnostic::{Diagnostic, Place};
use super::findings::Findings;
use super::messages;
use super::phrases::{Quoted, listed};
use super::text::{Text, content, matches_everything, place, telling_rule};
use crate::dialect::Dialect;
use crate::file::{Group, RuleKind, UserAgent};

pub(super) fn check(text: &Text<'_>, found: &mut Findings) {
    let groups = text.groups.iter();
    found.extend(groups.filter_map(|group| joined_runs(text, group)));
    found.extend(without_rules(text));
    split(text, found);
}

/// Returns the last line in a range that is neither blank nor a comment.
fn last_content(text: &Text<'_>, lines: Range<u32>) -> Option<Place> {
    let places = text
        .lines_in(lines)
        .map(|line| place(&line, content(&line)));
    places.filter(|place| !place.span().is_empty()).last()
}

/// Reports a run of `user-agent` lines that joins several groups, because no rule separates them.
///
/// The run is split into segments at lines other than `user-agent` lines, blank lines and comments.
/// A joint between two segments matters if a rule also applies to crawlers that are named only
/// before the joint. Other records don't matter, because they only apply to the crawlers in their
/// own run. The run is reported once, at the first of these joints.
///
/// ```text
/// user-agent: a    segment 0
/// crawl-delay: 5   between
/// user-agent: b    segment 1, after a joint: the rule surprises `a`
/// disallow: /
/// ```
fn joined_runs(text: &Text<'_>, group: &Group<'_>) -> Option<Diagnostic> {
    let agents: Vec<UserAgent<'_>> = group.agents().collect();
    let mut pairs = agents.windows(2);
    if pairs.all(|pair| pair[0].line() + 1 == pair[1].line()) {
        return None;
    }
    // Without rules, there is nothing that could apply to the wrong crawler.
    let rule = text.record(telling_rule(group)?);
    // Maps each name to the index of the last `user-agent` line with it.
    let names = agents.iter().map(|agent| agent.name(Dialect::Standard));
    let names = names.map(|name| name.unwrap_or_default().to_ascii_lowercase());
    let names: Vec<_> = names.collect();
    let last: BTreeMap<_, _> = names.iter().zip(0..).collect();
    let mut joints = Vec::new();
    let mut surprised = Vec::new();
    let mut start = 0;
    for (joint, pair) in (1..).zip(agents.windows(2)) {
        let between = last_content(text, pair[0].line() + 1..pair[1].line());
        let Some(between) = between else {
            continue;
        };
        // A crawler that is named on both sides is affected intentionally.
        let segment = core::mem::replace(&mut start, joint)..joint;
        let count = surprised.len();
        let only_before = segment.clone().filter(|&at| last[&names[at]] < joint);
        surprised.extend(only_before.filter_map(|at| {
            let name = agents[at].name(Dialect::Standard)?;
            Some((agents[at].line(), name))
        }));
        if surprised.len() > count {
            let first = agents[segment.start].line();
            joints.push((first, between, text.record(pair[1].line())));
        }
    }
    let (&(start, between, agent), (line, _)) = joints.first().zip(surprised.first())?;
    let names = listed(surprised.iter().map(|&(_, name)| name));
    let blocks_all = group.rules().any(|rule| matches_everything(rule.pattern()))
        && group.rules().all(|rule| rule.kind() == RuleKind::Disallow);
    // Report the whole run once, with an edit for each joint.
    let kind = match joints.len() {
        1 => &messages::JOINED_RUN,
        _ => &messages::JOINED_RUNS,
    };
    let verb = if blocks_all { "blocks" } else { "applies to" };
    let shown = Quoted(&text.bytes[rule.span()]);
    let mut new = kind
        .at(agent, &[&shown, &rule.line, &verb, &names, line])
        .relate(text.record(start), "this group continues")
        .relate(between, "this line does not end it");
    for &(_, _, agent) in joints.iter().skip(1) {
        new = new.relate(agent, "and here again");
    }
    // An empty rule ends each group.
    for (_, _, agent) in joints {
        let start = agent.span().start;
        let line_end = text.line_end(agent.line);
        new = new.edit(start..start, format!("Disallow:{line_end}"));
    }
    Some(new.relate(rule, "this applies to all of them"))
}

/// Reports a group without rules. Only the last group can have none.
fn without_rules(text: &Text<'_>) -> Option<Diagnostic> {
    let last = text.groups.last()?;
    let mut agents = last.agents();
    let has_names = agents.any(|agent| agent.name(Dialect::Standard).is_some());
    if last.rules().next().is_some() || !has_names {
        return None;
    }
    // The rules in other groups that name a crawler still apply to it.
    let free = last.agents().filter_map(|agent| {
        let name = agent.name(Dialect::Standard)?;
        let named = text.names.get(&name.to_ascii_lowercase())?;
        (named.groups.len() == 1).then_some(name)
    });
    // All of the crawlers may have other groups, too.
    let names = listed(free);
    let place = text.record(last.line());
    if names.is_empty() {
        return Some(messages::NO_RULES_AGAIN.at(place, &[]));
    }
    let whom = match is_wildcard(last) {
        true => "every crawler without its own group".into(),
        false => names,
    };
    let mut wildcards = text.groups.iter().filter(|group| is_wildcard(group));
    Some(match wildcards.find_map(telling_rule) {
        Some(rule) => messages::NO_RULES_ESCAPED
            .at(place, &[&whom])
            .relate(text.record(rule), "this does not apply to them"),
        None => messages::NO_RULES.at(place, &[&whom]),
    })
}

/// Returns `true` if a group names every crawler.
fn is_wildcard(group: &Group<'_>) -> bool {
    group.agents().any(|agent| agent.is_wildcard())
}

/// Reports crawlers that have several groups with different rules.
fn split(text: &Text<'_>, found: &mut Findings) {
    let groups = &text.groups;
    // Groups that name many crawlers are searched once for each of them.
    let mut searched = 0;
    let names = text.names.values();
    for named in names.filter(|named| !named.token.is_empty()) {
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
        // Repeated rules are harmless.
        let rules_of = |group: u32| {
            let rules = groups[group as usize].rules();
            rules.map(|rule| (rule.kind(), rule.pattern()))
        };
        let mut others = others.iter();
        let Some(&other) = others.find(|&&other| !rules_of(*first).eq(rules_of(other))) else {
            continue;
        };
        // The lines that name the crawler in the two groups. Show the first group that differs
        // beside the very first one.
        let start = groups[other as usize].line();
        if let Some(&line) = named.lines.iter().find(|&&line| line >= start) {
            let arguments: [&dyn Display; 2] = [&Quoted(named.token), &named.groups.len()];
            let new = messages::SPLIT_GROUPS.at(text.record(line), &arguments);
            found.add(new.relate(text.record(named.lines[0]), "its first group"));
        }
    }
}
