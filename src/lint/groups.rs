//! Diagnostics about what groups and their rules do together.

use alloc::borrow::Cow;
use alloc::collections::{BTreeMap, BTreeSet};
use alloc::vec;
use alloc::vec::Vec;
use core::cmp::Reverse;
use core::ops::Range;

use super::Diagnostic;
use super::explain::{Names, What};
use super::lines::{AgentLine, GroupLines, Joint, RuleLine, Survey};
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
            let shared = self.telling_rule(group).map(|rule| &rule.place);
            let Some(shared) = shared.or(group.delay.as_ref().map(|(_, place)| place)) else {
                continue;
            };
            // Who is named again further down, is not bound by mistake.
            let mut last_named = BTreeMap::new();
            for (number, agent) in (group.agents.start..).zip(self.agents(group.agents.clone())) {
                last_named.insert(self.name(agent), number);
            }
            let mut start = group.agents.start;
            for joint in joints {
                let is_unexpected = |agent: &&AgentLine<'_>| {
                    let name = self.name(agent);
                    name.is_some() && last_named[&name] < joint.agent
                };
                let before = self.agents(start..joint.agent);
                let names = Names::of(
                    before
                        .iter()
                        .filter(is_unexpected)
                        .map(|agent| self.written(agent)),
                );
                if !names.is_empty() {
                    let record = &self.read[shared.span.clone()];
                    let diagnostic = self.joined_run(joint, &before[0], names, record);
                    found.push(diagnostic.relate(shared, "this binds all of them"));
                }
                start = joint.agent;
            }
        }
    }

    fn joined_run(
        &self,
        joint: &Joint,
        first: &AgentLine<'t>,
        names: Names<'t>,
        record: &'t [u8],
    ) -> Diagnostic<'t> {
        let place = &self.survey.agents[joint.agent].place;
        let what = What::JoinedRun {
            names,
            record,
            line: first.place.line,
        };
        Diagnostic::new(place.line, place.span.clone(), what)
            .relate(&first.place, "this group goes on")
            .relate(&joint.between, "this line does not end it")
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
            let mut names: Vec<_> = agents.filter_map(|agent| self.name(agent)).collect();
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
                        matches: Matches::of(&pattern.canonical, shape, folder, line.pattern),
                        precedence: Precedence {
                            length: shape.length(),
                            is_allow: line.is_allow,
                        },
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
        if let [rest @ .., b'$'] = body
            && !is_folder
        {
            (body, is_anchored) = (rest, true);
        }
        while let [rest @ .., b'*'] = body {
            (body, is_anchored) = (rest, false);
        }
        // A target begins with `/`, so a `*` before anything else spans it.
        let stars = body.iter().take_while(|&&octet| octet == b'*').count();
        let slash = (body.get(stars) != Some(&b'/')).then_some(b'/');
        let is_plain = slash.is_none() && !body.windows(2).any(|pair| pair == b"**");
        let body = match written.get(..body.len()) {
            Some(written) if is_plain && written == body => Cow::Borrowed(written),
            _ => {
                let mut octets: Vec<u8> = slash.into_iter().collect();
                for &octet in body {
                    if (octet, octets.last()) != (b'*', Some(&b'*')) {
                        octets.push(octet);
                    }
                }
                Cow::Owned(octets)
            }
        };
        Matches { body, is_anchored }
    }
}
