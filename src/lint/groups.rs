//! Diagnostics about what groups and their rules do together.

use alloc::borrow::Cow;
use alloc::collections::{BTreeMap, BTreeSet};
use alloc::vec;
use alloc::vec::Vec;
use core::cmp::Reverse;
use core::ops::Range;
use core::time::Duration;

use super::explain::{Names, What};
use super::lines::{AgentLine, GroupLines, Joint, RuleLine, Survey};
use super::{Diagnostic, Place};
use crate::agent;
use crate::dialect::Dialect;
use crate::pattern::{Pattern, Shape};
use crate::rule_set::Precedence;

pub(super) fn look_at<'t>(
    read: &'t [u8],
    dialect: Dialect,
    survey: &Survey<'t>,
    found: &mut Vec<Diagnostic<'t>>,
) {
    let groups = Groups {
        read,
        dialect,
        survey,
    };
    groups.find_joined_runs(found);
    groups.find_group_without_rules(found);
    groups.find_rules_that_never_win(found);
}

/// A crawler as groups name it: its product token in lower case, or `*`.
type Name = Vec<u8>;

struct Groups<'s, 't> {
    read: &'t [u8],
    dialect: Dialect,
    survey: &'s Survey<'t>,
}

impl<'s, 't> Groups<'s, 't> {
    /// Whom a `user-agent` line names.
    fn name(&self, agent: &AgentLine<'_>) -> Option<Name> {
        if agent::is_everyone(agent.value) {
            return Some(vec![b'*']);
        }
        let token = agent::line_token(agent.value, self.dialect);
        (!token.is_empty()).then(|| token.to_ascii_lowercase())
    }

    /// Which callers a `user-agent` line binds: in google/robotstxt the empty
    /// agent equals a value that is cut to nothing.
    fn caller(&self, agent: &AgentLine<'_>) -> Option<Name> {
        let nameless = (self.dialect == Dialect::Google).then(Name::new);
        self.name(agent).or(nameless)
    }

    /// The same, as it is written.
    fn written(&self, agent: &AgentLine<'t>) -> &'t [u8] {
        match agent::is_everyone(agent.value) {
            true => &agent.value[..1],
            false => agent::line_token(agent.value, self.dialect),
        }
    }

    fn agents(&self, range: Range<usize>) -> &'s [AgentLine<'t>] {
        &self.survey.agents[range]
    }

    fn rules(&self, group: &GroupLines) -> &'s [RuleLine<'t>] {
        &self.survey.rules[group.rules.clone()]
    }

    /// The first `disallow` rule of a group that has an effect; one that
    /// disallows everything, if there is one.
    fn telling_rule(&self, group: &GroupLines) -> Option<&'s RuleLine<'t>> {
        let effective = || {
            self.rules(group).iter().filter(|rule| {
                let pattern = Pattern::new(rule.pattern, rule.is_allow, self.dialect);
                !rule.is_allow && pattern.shape.is_some() && !rule.pattern.is_empty()
            })
        };
        effective()
            .find(|rule| matches!(rule.pattern, b"/" | b"*" | b"/*"))
            .or_else(|| effective().next())
    }

    fn find_joined_runs(&self, found: &mut Vec<Diagnostic<'t>>) {
        let joints = &self.survey.joints;
        for joints in joints.chunk_by(|one, other| one.group == other.group) {
            let group = &self.survey.groups[joints[0].group];
            // Who is named on both sides of a joint is not bound by mistake.
            let (mut first_named, mut last_named) = (BTreeMap::new(), BTreeMap::new());
            for (number, agent) in (group.agents.start..).zip(self.agents(group.agents.clone())) {
                if let Some(name) = self.name(agent) {
                    first_named.entry(name.clone()).or_insert(number);
                    last_named.insert(name, number);
                }
            }
            let is_last_before = |agent: &AgentLine<'_>, joint: &Joint| {
                let last = self.name(agent).map(|name| last_named[&name]);
                last.is_some_and(|last| last < joint.agent)
            };
            let is_first_behind = |agent: &AgentLine<'_>, joint: &Joint| {
                let first = self.name(agent).map(|name| first_named[&name]);
                first.is_some_and(|first| first >= joint.agent)
            };
            let rule = self.telling_rule(group).map(|rule| &rule.place);
            let segments = Segments::new(self.survey, group, joints);
            for (number, joint) in joints.iter().enumerate() {
                let before = segments.agents(number);
                let bound = match rule {
                    Some(rule) => Some((rule, before.clone(), true)),
                    None => segments.delay_that_spreads(number),
                };
                let Some((record, agents, are_before)) = bound else {
                    continue;
                };
                let unexpected = self.agents(agents).iter().filter(|agent| match are_before {
                    true => is_last_before(agent, joint),
                    false => is_first_behind(agent, joint),
                });
                let names = Names::of(unexpected.map(|agent| self.written(agent)));
                if !names.is_empty() {
                    let first = &self.survey.agents[before.start];
                    found.push(self.joined_run(joint, first, names, record));
                }
            }
        }
    }

    fn joined_run(
        &self,
        joint: &Joint,
        first: &AgentLine<'t>,
        names: Names<'t>,
        record: &Place,
    ) -> Diagnostic<'t> {
        let place = &self.survey.agents[joint.agent].place;
        let what = What::JoinedRun {
            names,
            record: &self.read[record.span.clone()],
            line: first.place.line,
        };
        Diagnostic::new(place.line, place.span.clone(), what)
            .relate(&first.place, "this group goes on")
            .relate(&joint.between, "this line does not end it")
            .relate(record, "this binds all of them")
    }

    /// Only the last group can have no rules.
    fn find_group_without_rules(&self, found: &mut Vec<Diagnostic<'t>>) {
        let Some((last, others)) = self.survey.groups.split_last() else {
            return;
        };
        if !last.rules.is_empty() {
            return;
        }
        let others_named: BTreeSet<Name> = others
            .iter()
            .flat_map(|group| self.agents(group.agents.clone()))
            .filter_map(|agent| self.name(agent))
            .collect();
        let agents = self.agents(last.agents.clone());
        let is_free = |agent: &&AgentLine<'_>| {
            let name = self.name(agent);
            name.is_some_and(|name| !others_named.contains(&name))
        };
        let names_anybody = agents.iter().any(|agent| self.name(agent).is_some());
        if !names_anybody {
            return;
        }
        let everyone = others.iter().find(|group| {
            let mut agents = self.agents(group.agents.clone()).iter();
            agents.any(|agent| agent::is_everyone(agent.value))
                && self.telling_rule(group).is_some()
        });
        let names = Names::of(
            agents
                .iter()
                .filter(is_free)
                .map(|agent| self.written(agent)),
        );
        let escaped = everyone
            .filter(|_| !names.is_empty())
            .and_then(|group| self.telling_rule(group));
        let place = &agents[0].place;
        let what = What::GroupWithoutRules {
            names,
            escapes: escaped.is_some(),
        };
        let mut diagnostic = Diagnostic::new(place.line, place.span.clone(), what);
        if let Some(rule) = escaped {
            diagnostic = diagnostic.relate(&rule.place, "this does not bind them");
        }
        found.push(diagnostic);
    }

    /// Rules with the same matches, in groups that always bind together, have
    /// a winner that never changes.
    fn find_rules_that_never_win(&self, found: &mut Vec<Diagnostic<'t>>) {
        let mut entries = Vec::new();
        let mut named_alike = BTreeMap::new();
        let mut open_shapes = vec![0_u8; self.survey.rules.len()];
        for (number, group) in self.survey.groups.iter().enumerate() {
            let agents = self.agents(group.agents.clone()).iter();
            let mut names: Vec<_> = agents.filter_map(|agent| self.caller(agent)).collect();
            names.sort_unstable();
            names.dedup();
            let scope = match names.is_empty() {
                true => number,
                false => *named_alike.entry(names).or_insert(number),
            };
            for (rule, line) in group.rules.clone().zip(self.rules(group)) {
                if line.pattern.is_empty() {
                    continue;
                }
                let pattern = Pattern::new(line.pattern, line.is_allow, self.dialect);
                for (shape, folder) in [(pattern.shape, false), (pattern.folder, true)] {
                    let Some(shape) = shape else { continue };
                    open_shapes[rule] += 1;
                    entries.push(Entry {
                        scope,
                        matches: Matches::of(pattern.bytes(), shape, folder, line.pattern),
                        precedence: Precedence::new(shape.length(), line.is_allow),
                        rule,
                    });
                }
            }
        }
        entries.sort_unstable_by(|one, other| one.key().cmp(&other.key()));
        for alike in entries
            .chunk_by(|one, other| (one.scope, &one.matches) == (other.scope, &other.matches))
        {
            let winner = &self.survey.rules[alike[0].rule];
            for loser in &alike[1..] {
                open_shapes[loser.rule] -= 1;
                if open_shapes[loser.rule] == 0 {
                    found.push(never_wins(&self.survey.rules[loser.rule], winner));
                }
            }
        }
    }
}

/// The parts of a group that its author took for groups: between its joints.
struct Segments<'s> {
    agents: Vec<Range<usize>>,
    /// The largest `crawl-delay` of each.
    delays: Vec<Option<&'s (Duration, Place)>>,
    /// The largest of all, and the segment it stands in.
    largest: Option<(usize, &'s (Duration, Place))>,
}

impl<'s> Segments<'s> {
    fn new(survey: &'s Survey<'_>, group: &GroupLines, joints: &[Joint]) -> Segments<'s> {
        let inner = joints.iter().map(|joint| joint.agent);
        let starts: Vec<usize> = [group.agents.start].into_iter().chain(inner).collect();
        let ends = starts[1..].iter().copied().chain([group.agents.end]);
        let agents: Vec<_> = starts
            .iter()
            .zip(ends)
            .map(|(&start, end)| start..end)
            .collect();
        let mut delays = vec![None; agents.len()];
        let mut largest = None;
        let mut segment = 0;
        for delay in &survey.delays[group.delays.clone()] {
            while agents
                .get(segment + 1)
                .is_some_and(|next| survey.agents[next.start].place.line < delay.1.line)
            {
                segment += 1;
            }
            keep_larger(&mut delays[segment], delay);
            if largest.is_none_or(|(_, largest): (usize, &(Duration, Place))| largest.0 < delay.0) {
                largest = Some((segment, delay));
            }
        }
        Segments {
            agents,
            delays,
            largest,
        }
    }

    /// The agents before joint `number`.
    fn agents(&self, number: usize) -> Range<usize> {
        self.agents[number].clone()
    }

    /// Where the delay that counts is not the own one of the agents on one
    /// side of joint `number`: it, these agents, and whether they stand
    /// before the joint.
    fn delay_that_spreads(&self, number: usize) -> Option<(&'s Place, Range<usize>, bool)> {
        let (segment, (delay, place)) = self.largest?;
        let are_before = segment > number;
        let other = if are_before { number } else { number + 1 };
        let is_own = self.delays[other].is_some_and(|own| own.0 == *delay);
        (!is_own).then(|| (place, self.agents(other), are_before))
    }
}

fn keep_larger<'s>(kept: &mut Option<&'s (Duration, Place)>, delay: &'s (Duration, Place)) {
    if kept.is_none_or(|kept| kept.0 < delay.0) {
        *kept = Some(delay);
    }
}

fn never_wins<'t>(loser: &RuleLine<'t>, winner: &RuleLine<'t>) -> Diagnostic<'t> {
    let what = What::RuleNeverWins {
        is_allow: loser.is_allow,
        winner: winner.pattern,
        winner_allows: winner.is_allow,
        line: winner.place.line,
    };
    Diagnostic::new(loser.place.line, loser.place.span.clone(), what)
        .relate(&winner.place, "this rule wins")
}

/// One way in which a rule matches.
struct Entry<'t> {
    scope: usize,
    matches: Matches<'t>,
    precedence: Precedence,
    rule: usize,
}

impl Entry<'_> {
    /// The winner comes first.
    fn key(&self) -> (usize, &Matches<'_>, Reverse<Precedence>, usize) {
        (
            self.scope,
            &self.matches,
            Reverse(self.precedence),
            self.rule,
        )
    }
}

/// What a pattern matches, the same for all patterns that match the same by
/// the rules for `*` and `$`.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Matches<'t> {
    /// Begins with `/` or `*/`, no `*` next to another, and none at the end.
    body: Cow<'t, [u8]>,
    is_anchored: bool,
}

impl<'t> Matches<'t> {
    fn of(canonical: &[u8], shape: Shape, is_folder: bool, written: &'t [u8]) -> Matches<'t> {
        let mut body = match is_folder {
            true => &canonical[..shape.body],
            false => canonical,
        };
        let mut is_anchored = is_folder;
        if let ([rest @ .., b'$'], false) = (body, is_folder) {
            (body, is_anchored) = (rest, true);
        }
        while let [rest @ .., b'*'] = body {
            (body, is_anchored) = (rest, false);
        }
        // A target begins with `/`, so a `*` before anything else spans it.
        let stars = body.iter().take_while(|&&byte| byte == b'*').count();
        let slash = (body.get(stars) != Some(&b'/')).then_some(b'/');
        let is_plain = slash.is_none() && !body.windows(2).any(|pair| pair == b"**");
        let body = match written.get(..body.len()) {
            Some(written) if is_plain && written == body => Cow::Borrowed(written),
            _ => {
                let mut bytes: Vec<u8> = slash.into_iter().collect();
                for &byte in body {
                    if (byte, bytes.last()) != (b'*', Some(&b'*')) {
                        bytes.push(byte);
                    }
                }
                Cow::Owned(bytes)
            }
        };
        Matches { body, is_anchored }
    }
}
