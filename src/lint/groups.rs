//! Diagnostics about the agents of groups.

use alloc::vec::Vec;
use core::ops::Range;

use super::Diagnostic;
use super::finding::Finding;
use super::place::Place;
use super::survey::{Group, Survey, compare_names};
use super::words::Names;

/// Two groups that became one, found one after the other as the lines of the
/// file are passed: all of them at once would take many times the memory of
/// the file.
#[derive(Clone)]
pub(super) struct JoinedRuns<'t> {
    survey: Survey<'t>,
    next_joint: usize,
    /// The group that the last joint was in.
    group: Option<JoinedGroup>,
}

/// What the joints of one group need to know about it.
#[derive(Clone)]
struct JoinedGroup {
    group: Group,
    joints: Range<usize>,
    /// The rule that is told of.
    rule: Option<Place>,
    /// The number of the largest `crawl-delay`.
    largest_delay: Option<usize>,
    /// For each agent of the group, the first and the last of the same name.
    same_name: Vec<(u32, u32)>,
}

/// The agents on one side of a joint.
enum Side {
    Before,
    After,
}

impl<'t> JoinedRuns<'t> {
    pub(super) fn new(survey: Survey<'t>) -> JoinedRuns<'t> {
        JoinedRuns {
            survey,
            next_joint: 0,
            group: None,
        }
    }

    pub(super) fn survey(&self) -> &Survey<'t> {
        &self.survey
    }

    /// The diagnostic of this line, if there is one. Lines come in file order.
    pub(super) fn at_line(&mut self, line: u32) -> Option<Diagnostic<'t>> {
        let survey = &self.survey;
        let number = self.next_joint;
        let joint = survey.joints.get(number)?;
        let agent = joint.agent as usize;
        if survey.agents[agent].place.line != line {
            return None;
        }
        self.next_joint += 1;
        if !self
            .group
            .as_ref()
            .is_some_and(|group| group.joints.contains(&number))
        {
            self.group = Some(JoinedGroup::new(survey, number));
        }
        let group = self.group.as_ref()?;
        let segment = number - group.joints.start;
        let before = group.segment(survey, segment);
        let (record, agents, side) = match group.rule {
            Some(rule) => (rule, before.clone(), Side::Before),
            None => group.delay_that_spreads(survey, segment)?,
        };
        // Who is named on both sides does not get there by mistake.
        let unexpected = agents.filter(|&agent| {
            let (first, last) = group.same_name[agent - group.group.agents.start];
            let is_on_one_side = match side {
                Side::Before => last < joint.agent,
                Side::After => first >= joint.agent,
            };
            is_on_one_side && !survey.name(agent).is_empty()
        });
        let names = Names::of(unexpected.map(|agent| survey.name(agent)));
        if names.is_empty() {
            return None;
        }
        let first = survey.agents[before.start].place;
        let finding = Finding::JoinedRun {
            names,
            record: survey.bytes(record),
            line: first.line,
        };
        let diagnostic = Diagnostic::at(survey.agents[agent].place, finding)
            .relate(first, "this group continues")
            .relate(joint.between, "this line does not end it")
            .relate(record, "this applies to all of them");
        Some(diagnostic)
    }
}

impl JoinedGroup {
    /// The group that a joint is in.
    fn new(survey: &Survey<'_>, joint: usize) -> JoinedGroup {
        let agent = survey.joints[joint].agent as usize;
        let group = survey.group(survey.group_of(agent));
        let joints = &survey.joints[joint..];
        let count = joints.partition_point(|joint| (joint.agent as usize) < group.agents.end);
        let mut same_name = alloc::vec![(0, 0); group.agents.len()];
        let numbers = survey.by_name(group.agents.clone());
        let name = |&number: &u32| survey.name(number as usize);
        for alike in numbers.chunk_by(|one, other| compare_names(name(one), name(other)).is_eq()) {
            for &number in alike {
                same_name[number as usize - group.agents.start] =
                    (alike[0], alike[alike.len() - 1]);
            }
        }
        let delays = group.delays.clone();
        let largest = delays.reduce(|largest, delay| {
            if survey.delays[largest].0 < survey.delays[delay].0 {
                delay
            } else {
                largest
            }
        });
        JoinedGroup {
            rule: survey.telling_rule(&group),
            largest_delay: largest,
            joints: joint..joint + count,
            same_name,
            group,
        }
    }

    /// The agents before joint number `segment` of the group, or after the
    /// last: what their author took for a group.
    fn segment(&self, survey: &Survey<'_>, segment: usize) -> Range<usize> {
        let joint = self.joints.start + segment;
        let start = if segment == 0 {
            self.group.agents.start
        } else {
            survey.joints[joint - 1].agent as usize
        };
        let end = if joint < self.joints.end {
            survey.joints[joint].agent as usize
        } else {
            self.group.agents.end
        };
        start..end
    }

    /// Where the largest delay was not written for the agents on one side of
    /// joint number `segment`: that delay, these agents, and their side.
    fn delay_that_spreads(
        &self,
        survey: &Survey<'_>,
        segment: usize,
    ) -> Option<(Place, Range<usize>, Side)> {
        let largest = self.largest_delay?;
        let (delay, place) = survey.delays[largest];
        let next_agent = survey.joints[self.joints.start + segment].agent as usize;
        let is_after = survey.agents[next_agent].place.line < place.line;
        let (other, side) = if is_after {
            (segment, Side::Before)
        } else {
            (segment + 1, Side::After)
        };
        let agents = self.segment(survey, other);
        let delays = &survey.delays[self.group.delays.clone()];
        let line_of = |agent: usize| survey.agents[agent].place.line;
        let start = delays.partition_point(|(_, place)| place.line < line_of(agents.start));
        let end = if agents.end < self.group.agents.end {
            delays.partition_point(|(_, place)| place.line < line_of(agents.end))
        } else {
            delays.len()
        };
        let is_own = delays[start..end].iter().any(|(own, _)| *own == delay);
        (!is_own).then_some((place, agents, side))
    }
}

/// The group without rules, which can only be the last.
pub(super) fn group_without_rules<'t>(survey: &Survey<'t>) -> Option<Diagnostic<'t>> {
    let last = survey.group_count().checked_sub(1)?;
    if survey.last_group_has_rules {
        return None;
    }
    let agents = survey.group(last).agents;
    if agents.clone().all(|agent| survey.name(agent).is_empty()) {
        return None;
    }
    let named_before = survey.by_name(0..agents.start);
    let is_free = |&agent: &usize| {
        let name = survey.name(agent);
        let found = named_before
            .binary_search_by(|&other| compare_names(survey.name(other as usize), name));
        !name.is_empty() && found.is_err()
    };
    let names = Names::of(
        agents
            .clone()
            .filter(is_free)
            .map(|agent| survey.name(agent)),
    );
    let escaped = (0..last)
        .map(|number| survey.group(number))
        .filter(|group| group.agents.clone().any(|agent| survey.name(agent) == b"*"))
        .find_map(|group| survey.telling_rule(&group))
        .filter(|_| !names.is_empty());
    let finding = Finding::GroupWithoutRules {
        names,
        escapes: escaped.is_some(),
    };
    let diagnostic = Diagnostic::at(survey.agents[agents.start].place, finding);
    Some(match escaped {
        Some(rule) => diagnostic.relate(rule, "this does not apply to them"),
        None => diagnostic,
    })
}
