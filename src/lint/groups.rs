//! Diagnostics about groups: their boundaries, and the crawlers to which they apply.

use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::ToString;
use alloc::vec::Vec;
use core::cmp::Reverse;
use core::ops::Range;
use core::time::Duration;

use super::codes::Code;
use super::diagnostic::{Diagnostic, Place};
use super::findings::Findings;
use super::text::{Text, content, matches_everything, name, record, telling_rule};
use super::words::{Names, Quoted};
use crate::file::{Group, RuleKind, UserAgent};
use crate::lexer::Field;
use crate::records;

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
    delays: Vec<(Duration, Place)>,
    /// The last line before the segment that is neither blank nor a comment.
    between: Option<Place>,
}

/// Returns the segments of a group.
fn segments(text: &Text<'_>, agents: &[UserAgent<'_>], end: u32) -> Vec<Segment> {
    let mut segments = Vec::<Segment>::new();
    let mut between = None;
    let mut number = 0;
    let start = agents.first().map_or(end, UserAgent::line);
    for line in text.lines_in(start..end) {
        match line.field() {
            Some(Field::UserAgent) => {
                match segments.last_mut().filter(|_| between.is_none()) {
                    Some(segment) => segment.agents.end = number + 1,
                    None => segments.push(Segment {
                        agents: number..number + 1,
                        delays: Vec::new(),
                        between: between.take(),
                    }),
                }
                number += 1;
            }
            Some(field) => {
                between = Some(record(&line));
                if let (Field::CrawlDelay, Some(segment)) = (field, segments.last_mut()) {
                    let delay = records::parse_crawl_delay(line.value());
                    let delay = delay.map(|delay| delay.min(records::LONGEST_CRAWL_DELAY));
                    segment
                        .delays
                        .extend(delay.map(|delay| (delay, record(&line))));
                }
            }
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
/// comments. A joint between two segments matters if a rule, or else the largest `crawl-delay`,
/// also applies to crawlers that are named only on the other side of the joint. The run is
/// reported once, at the first of these joints.
fn joined_runs(text: &Text<'_>, group: &Group<'_>, found: &mut Findings) {
    let agents: Vec<UserAgent<'_>> = group.agents().collect();
    let is_run = |pair: &[UserAgent<'_>]| pair[0].line() + 1 == pair[1].line();
    if agents.windows(2).all(is_run) {
        return;
    }
    let first_rule = group.rules().next().map(|rule| rule.line());
    // Delays after the last `user-agent` line count as well.
    let end = first_rule.unwrap_or(u32::MAX);
    let segments = segments(text, &agents, end);
    // For each name, the indices of the first and last `user-agent` lines with it.
    let mut lines = BTreeMap::<Vec<u8>, (usize, usize)>::new();
    for (number, agent) in agents.iter().enumerate() {
        let name = name(agent).unwrap_or_default().to_ascii_lowercase();
        lines.entry(name).or_insert((number, number)).1 = number;
    }
    let delays = segments.iter().enumerate();
    let delays = delays.flat_map(|(number, segment)| {
        let delays = segment.delays.iter();
        delays.map(move |&(delay, place)| (delay, number, place))
    });
    // The first of the largest delays.
    let largest = delays.max_by_key(|&(delay, number, _)| (delay, Reverse(number)));
    let rule = telling_rule(group).map(|line| text.record(line));
    // The record that applies too widely, and the segment that its author wrote it for.
    let (spread, own) = match (rule, largest) {
        (Some(rule), _) => (rule, segments.len() - 1),
        (None, Some((_, own, place))) => (place, own),
        (None, None) => return,
    };
    let is_asked = |segment: &Segment| {
        let is_largest = |&(delay, _): &(Duration, Place)| largest.is_some_and(|it| it.0 == delay);
        rule.is_none() && segment.delays.iter().any(is_largest)
    };
    let mut joints = Vec::new();
    let mut unexpected = Vec::new();
    for (number, segment) in segments.iter().enumerate().skip(1) {
        let Some(between) = segment.between else {
            continue;
        };
        let (joint, is_before) = (segment.agents.start, number <= own);
        let others = &segments[if is_before { number - 1 } else { number }];
        if is_asked(others) {
            continue;
        }
        // A crawler that is named on both sides is affected intentionally.
        let count = unexpected.len();
        unexpected.extend(others.agents.clone().filter_map(|number| {
            let name = name(&agents[number])?;
            let (first, last) = lines[&name.to_ascii_lowercase()];
            let is_on_one_side = match is_before {
                true => last < joint,
                false => first >= joint,
            };
            is_on_one_side.then_some((name, agents[number].line()))
        }));
        if unexpected.len() > count {
            let first = agents[segments[number - 1].agents.start].line();
            joints.push((first, between, text.record(agents[joint].line())));
        }
    }
    let (Some(&(start, between, agent)), Some(&(_, line))) = (joints.first(), unexpected.first())
    else {
        return;
    };
    let names = Names::of(unexpected.iter().map(|&(name, _)| name));
    let blocks_all = rule.is_some()
        && group.rules().any(|rule| matches_everything(rule.pattern()))
        && group.rules().all(|rule| rule.kind() == RuleKind::Disallow);
    let mut new = Diagnostic::new(
        Code::JoinedRun,
        agent,
        format!(
            "{} on line {} also {} {names} (line {line}), because no rule separates the {}groups",
            Quoted(&text.bytes[spread.span()]),
            spread.line,
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
        new = new.edit(start..start, format!("Disallow:{}", text.line_end));
    }
    found.add(new.relate(spread, "this applies to all of them"));
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
        let lines = [*first, other].map(|group| line_in(group, named.name));
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
                    Quoted(named.name),
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
