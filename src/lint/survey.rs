//! The groups of a file and where their lines are: what diagnostics about
//! several lines are made from.

use alloc::vec::Vec;
use core::cmp::Ordering;
use core::ops::Range;
use core::time::Duration;

use super::lines::content;
use super::place::Place;
use crate::agent;
use crate::dialect::Dialect;
use crate::lexer::{Field, Lines};
use crate::records;
use crate::robots::Robots;

/// The number of the name of a `user-agent` line that names no crawler.
pub(super) const NOBODY: u32 = u32::MAX;

/// Tables of a few bytes a line.
#[derive(Clone)]
pub(super) struct Survey<'t> {
    pub(super) text: &'t [u8],
    pub(super) dialect: Dialect,
    pub(super) agents: Vec<Agent>,
    /// The rules that stand in a group and have a pattern.
    pub(super) rules: Vec<Rule>,
    groups: Vec<GroupStart>,
    pub(super) joints: Vec<Joint>,
    /// The `crawl-delay` records that stand in a group.
    pub(super) delays: Vec<(Duration, Place)>,
    /// Whether the last group has a rule, with or without a pattern.
    pub(super) last_group_has_rules: bool,
}

/// A `user-agent` line.
#[derive(Clone, Copy)]
pub(super) struct Agent {
    pub(super) place: Place,
    name_start: u32,
    name_length: u32,
}

/// An `allow` or `disallow` line.
#[derive(Clone, Copy)]
pub(super) struct Rule {
    pub(super) place: Place,
    pattern_start: u32,
    pub(super) is_allow: bool,
}

/// Where a group starts in each table; it ends where the next one starts.
#[derive(Clone, Copy)]
struct GroupStart {
    agent: u32,
    rule: u32,
    delay: u32,
}

/// A group: which agents, rules and delays are its own.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct Group {
    pub(super) agents: Range<usize>,
    pub(super) rules: Range<usize>,
    pub(super) delays: Range<usize>,
}

/// Where a run of `user-agent` lines continues after a line that is neither a
/// `user-agent` line nor blank nor a comment.
#[derive(Clone, Copy)]
pub(super) struct Joint {
    /// The agent with which it continues.
    pub(super) agent: u32,
    /// The last line before it that is not a `user-agent` line.
    pub(super) between: Place,
}

impl<'t> Survey<'t> {
    /// One pass over the text that `robots` was parsed from.
    pub(super) fn new(robots: &Robots<'_>, text: &'t [u8]) -> Survey<'t> {
        let (agents, rules) = robots.groups().fold((0, 0), |(agents, rules), group| {
            (
                agents + group.agents().count(),
                rules + group.rules().count(),
            )
        });
        let mut survey = Survey {
            text,
            dialect: robots.dialect(),
            agents: Vec::with_capacity(agents),
            rules: Vec::with_capacity(rules),
            groups: Vec::with_capacity(robots.groups().count()),
            joints: Vec::new(),
            delays: Vec::new(),
            last_group_has_rules: false,
        };
        let mut group_lines = robots.groups().map(|group| group.line()).peekable();
        // The last line since the `user-agent` line before.
        let mut between = None;
        for line in Lines::new(text, survey.dialect) {
            let record = Place::new(&line, line.name_span().start..line.value_span().end);
            let value = line.value_span();
            match line.field() {
                Some(Field::UserAgent) => {
                    let starts_group = group_lines.next_if_eq(&line.number()).is_some();
                    if starts_group {
                        survey.start_group();
                    }
                    let agent = survey.agents.len() as u32;
                    if let Some(between) = between.take().filter(|_| !starts_group) {
                        survey.joints.push(Joint { agent, between });
                    }
                    let name_length = name_length(line.value(), survey.dialect);
                    survey.agents.push(Agent {
                        place: record,
                        name_start: value.start as u32,
                        name_length: name_length as u32,
                    });
                }
                Some(field @ (Field::Allow | Field::Disallow)) => {
                    survey.last_group_has_rules = true;
                    if !survey.groups.is_empty() && !value.is_empty() {
                        survey.rules.push(Rule {
                            place: record,
                            pattern_start: value.start as u32,
                            is_allow: field == Field::Allow,
                        });
                    }
                }
                Some(_) => {
                    between = Some(record);
                    let is_delay = line.field() == Some(Field::CrawlDelay);
                    if is_delay && !survey.groups.is_empty() {
                        let delay = records::parse_crawl_delay(line.value());
                        survey.delays.extend(delay.map(|delay| (delay, record)));
                    }
                }
                None => {
                    let content = content(&line);
                    if !content.is_empty() {
                        between = Some(Place::new(&line, content));
                    }
                }
            }
        }
        survey
    }

    fn start_group(&mut self) {
        self.groups.push(GroupStart {
            agent: self.agents.len() as u32,
            rule: self.rules.len() as u32,
            delay: self.delays.len() as u32,
        });
        self.last_group_has_rules = false;
    }

    /// How many groups there are.
    pub(super) fn group_count(&self) -> usize {
        self.groups.len()
    }

    /// The group with this number.
    pub(super) fn group(&self, number: usize) -> Group {
        let start = self.groups[number];
        let end = self.groups.get(number + 1);
        let range = |start_of: fn(&GroupStart) -> u32, length: usize| {
            start_of(&start) as usize..end.map_or(length, |end| start_of(end) as usize)
        };
        Group {
            agents: range(|start| start.agent, self.agents.len()),
            rules: range(|start| start.rule, self.rules.len()),
            delays: range(|start| start.delay, self.delays.len()),
        }
    }

    /// The number of the group that an agent stands in.
    pub(super) fn group_of(&self, agent: usize) -> usize {
        self.last_group(|start| start.agent as usize <= agent)
    }

    /// The number of the group that a rule stands in.
    pub(super) fn group_of_rule(&self, rule: usize) -> usize {
        self.last_group(|start| start.rule as usize <= rule)
    }

    fn last_group(&self, starts_before: impl Fn(&GroupStart) -> bool) -> usize {
        self.groups.partition_point(starts_before).saturating_sub(1)
    }

    /// The number of the rule on this line.
    pub(super) fn rule_of_line(&self, line: u32) -> Option<usize> {
        let found = self
            .rules
            .binary_search_by_key(&line, |rule| rule.place.line);
        found.ok()
    }

    /// Whom a `user-agent` line names, as written: a product token, or `*`;
    /// empty if it names nobody.
    pub(super) fn name(&self, agent: usize) -> &'t [u8] {
        let agent = self.agents[agent];
        let start = agent.name_start as usize;
        &self.text[start..start + agent.name_length as usize]
    }

    /// The pattern of a rule.
    pub(super) fn pattern(&self, rule: usize) -> &'t [u8] {
        let rule = self.rules[rule];
        &self.text[rule.pattern_start as usize..rule.place.span().end]
    }

    /// The bytes at a place.
    pub(super) fn bytes(&self, place: Place) -> &'t [u8] {
        &self.text[place.span()]
    }

    /// The numbers of these agents, those of one name side by side.
    pub(super) fn by_name(&self, agents: Range<usize>) -> Vec<u32> {
        let mut numbers: Vec<u32> = agents.map(|agent| agent as u32).collect();
        numbers.sort_unstable_by(|&one, &other| {
            let names = (self.name(one as usize), self.name(other as usize));
            compare_names(names.0, names.1).then(one.cmp(&other))
        });
        numbers
    }

    /// A number for each agent, the same for those of one name, or [`NOBODY`].
    /// Costs O(n log n).
    pub(super) fn name_numbers(&self) -> Vec<u32> {
        let mut names = alloc::vec![NOBODY; self.agents.len()];
        let agents = self.by_name(0..self.agents.len());
        let name = |&agent: &u32| self.name(agent as usize);
        for alike in agents.chunk_by(|one, other| compare_names(name(one), name(other)).is_eq()) {
            if name(&alike[0]).is_empty() && !self.dialect.names_empty_agent() {
                continue;
            }
            for &agent in alike {
                names[agent as usize] = alike[0];
            }
        }
        names
    }

    /// The first `disallow` rule of a group that has an effect, or the first
    /// that disallows everything, if there is one.
    pub(super) fn telling_rule(&self, group: &Group) -> Option<Place> {
        let effective = || {
            group.rules.clone().filter(|&rule| {
                // Any other pattern matches nothing.
                !self.rules[rule].is_allow && matches!(self.pattern(rule), [b'/' | b'*', ..])
            })
        };
        effective()
            .find(|&rule| matches!(self.pattern(rule), b"/" | b"*" | b"/*"))
            .or_else(|| effective().next())
            .map(|rule| self.rules[rule].place)
    }
}

/// How names are ordered: ASCII case does not count.
pub(super) fn compare_names(one: &[u8], other: &[u8]) -> Ordering {
    one.iter()
        .map(u8::to_ascii_lowercase)
        .cmp(other.iter().map(u8::to_ascii_lowercase))
}

/// How many bytes at the start of a `user-agent` value are a name.
fn name_length(value: &[u8], dialect: Dialect) -> usize {
    if agent::is_wildcard(value) {
        return 1;
    }
    agent::line_token(value, dialect).len()
}
