//! Shared by the test binaries: the settings of a parse, and every route to an answer.

// Each test binary uses a different part of this module.
#![allow(dead_code)]

pub(crate) mod corpus;
pub(crate) mod generator;
pub(crate) mod questions;
pub(crate) mod random;
pub(crate) mod routes;
pub(crate) mod samples;
pub(crate) mod shrink;

use core::fmt::Write as _;

use robots_exclusion::{Dialect, ParseOptions, Robots, Rule, RuleKind, Selection};

use crate::naive::{Answer, Listed, ListedRule, Model, Selected};

/// The options for parsing a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Setting {
    pub(crate) dialect: Dialect,
    pub(crate) byte_limit: Option<usize>,
    pub(crate) agent_fallback: bool,
}

impl Setting {
    pub(crate) const STANDARD: Self = Self {
        dialect: Dialect::Standard,
        byte_limit: None,
        agent_fallback: true,
    };
    pub(crate) const GOOGLE: Self = Self {
        dialect: Dialect::Google,
        byte_limit: None,
        agent_fallback: true,
    };
    /// As RFC 9309 §2.2.1 selects groups: no fallback to a more general token. Digits and `.` are accepted in
    /// tokens nevertheless.
    pub(crate) const STRICT: Self = Self {
        agent_fallback: false,
        ..Self::STANDARD
    };

    pub(crate) fn parse(self, text: &[u8]) -> Robots<'_> {
        self.options().parse(text)
    }

    pub(crate) fn options(self) -> ParseOptions {
        ParseOptions::new()
            .dialect(self.dialect)
            .byte_limit(self.byte_limit)
            .agent_fallback(self.agent_fallback)
    }

    pub(crate) fn model(self, text: &[u8]) -> Model {
        Model::parse(text, self.dialect, self.byte_limit, self.agent_fallback)
    }
}

/// A question: a file, its settings, the agents, and the URL.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Question {
    pub(crate) file: Vec<u8>,
    pub(crate) setting: Setting,
    pub(crate) agents: Vec<String>,
    pub(crate) url: String,
}

impl Question {
    pub(crate) fn new(
        setting: Setting,
        file: impl AsRef<[u8]>,
        agents: &[&str],
        url: impl Into<String>,
    ) -> Self {
        Self {
            file: file.as_ref().to_vec(),
            setting,
            agents: agents.iter().map(|&agent| agent.to_owned()).collect(),
            url: url.into(),
        }
    }

    /// Asserts that every route agrees with the naive model.
    #[track_caller]
    pub(crate) fn assert_agreed(&self) {
        let wrong = self.disagreements(self.naive_answer());
        assert!(wrong.is_empty(), "{}{wrong:?}", self.describe());
    }

    pub(crate) fn agents(&self) -> Vec<&str> {
        self.agents.iter().map(String::as_str).collect()
    }

    pub(crate) fn naive_answer(&self) -> Answer {
        self.setting
            .model(&self.file)
            .verdict(&self.agents(), &self.url)
    }

    /// Formats the question line by line. Only the first lines of a long file are shown.
    pub(crate) fn describe(&self) -> String {
        const SHOWN: usize = 12;
        let mut text = format!(
            "  {:?}\n  agents {:?}\n  url {:?}\n  file of {} bytes\n",
            self.setting,
            self.agents,
            self.url,
            self.file.len(),
        );
        for line in self.file.split_inclusive(|&byte| byte == b'\n').take(SHOWN) {
            let shown = &line[..line.len().min(300)];
            writeln!(text, "    b\"{}\"", shown.escape_ascii())
                .expect("writing to a String cannot fail");
        }
        text
    }

    /// Asks by every route, and returns the answers that differ from `expected`.
    pub(crate) fn disagreements(&self, expected: Answer) -> Vec<String> {
        let options = self.setting.options();
        let answers = routes::answers(options, &self.file, &[&self.agents], &[(0, &self.url)]);
        let answers = answers.concat();
        let first = answers[0].1;
        if first != expected && answers.iter().all(|&(_, answer)| answer == first) {
            return vec![format!("every route answers {first:?}, not {expected:?}")];
        }
        answers
            .into_iter()
            .filter(|&(_, answer)| answer != expected)
            .take(4)
            .map(|(route, answer)| format!("{route} answers {answer:?}, not {expected:?}"))
            .collect()
    }

    /// Checks the list of a matcher's rules and the token that selected its groups. Returns a
    /// description of the first error.
    pub(crate) fn wrong_rules(&self) -> Option<String> {
        let robots = self.setting.parse(&self.file);
        let agents = self.agents();
        let model = self.setting.model(&self.file);
        let selected = model.selected(&agents);
        let token = model.selecting_token(&selected);
        let selection = match selected {
            Selected::Own(_) => Selection::Own(token),
            Selected::Fallback(_) => Selection::General(token),
            Selected::Everyone => Selection::Wildcard,
            Selected::Nobody => Selection::None,
        };
        let matcher = robots.matcher_for(&agents);
        let mut found = vec![matcher.selection(), matcher.verdict("/").selection()];
        if let [agent] = *agents {
            found.push(robots.verdict(agent, "/").selection());
        }
        if let Some(wrong) = found.into_iter().find(|&found| found != selection) {
            return Some(format!("selected by {wrong:?}, not {selection:?}"));
        }
        let (rules, expected) = (matcher.rules().map(listed_rule), model.rules(&agents));
        let place = rules
            .clone()
            .zip(&expected)
            .position(|(one, other)| one != *other);
        (rules.len() != expected.len() || place.is_some()).then(|| {
            let [found, expected] = [rules.len(), expected.len()];
            format!("{found} rules, not {expected}, that differ at {place:?}")
        })
    }

    /// Appends irrelevant rules in another group that is selected for the crawler, so that the
    /// matcher must skip most rules. Returns `None` if a byte limit prevents this.
    pub(crate) fn padded(&self, padding: Padding) -> Option<Self> {
        // Names one selected agent, so that the padding rules are selected too.
        let selected = self.setting.model(&self.file).selected(&self.agents());
        let value = match selected {
            Selected::Own(tokens) => tokens.into_iter().next()?,
            Selected::Fallback(token) => token,
            Selected::Everyone | Selected::Nobody => b"*".to_vec(),
        };
        // The padding would be beyond a byte limit.
        if self.setting.byte_limit.is_some() {
            return None;
        }
        let mut file = self.file.clone();
        file.extend_from_slice(b"\nUser-agent: ");
        file.extend_from_slice(&value);
        file.push(b'\n');
        file.extend_from_slice(padding.rules().as_bytes());
        Some(Self {
            file,
            ..self.clone()
        })
    }
}

/// Rules that match none of the tested URLs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Padding {
    /// More literal rules than a matcher compares at a time.
    Literal,
    /// As many rules with wildcards.
    Wildcard,
    /// So many rules of both kinds that a matcher indexes them.
    Indexed,
}

impl Padding {
    /// The kinds that are cheap enough for every question.
    pub(crate) const CHEAP: [Self; 2] = [Self::Literal, Self::Wildcard];

    fn rules(self) -> String {
        let mut rules = String::new();
        let count = if self == Self::Indexed { 6_000 } else { 70 };
        for number in 0..count {
            let kind = if number % 3 == 0 { "allow" } else { "disallow" };
            let written = if self == Self::Wildcard || number >= 4_500 {
                writeln!(rules, "{kind}:/zz*{number:03}$")
            } else {
                writeln!(rules, "{kind}:/zz{number:03}")
            };
            written.expect("writing to a String cannot fail");
        }
        rules
    }
}

/// Returns the groups of a file as the crate lists them.
pub(crate) fn listed(robots: &Robots<'_>) -> Vec<Listed> {
    robots
        .groups()
        .map(|group| Listed {
            agents: group.agents().map(|agent| agent.value().to_vec()).collect(),
            rules: group.rules().map(listed_rule).collect(),
        })
        .collect()
}

fn listed_rule(rule: Rule<'_>) -> ListedRule {
    let is_allow = rule.kind() == RuleKind::Allow;
    (is_allow, rule.pattern().to_vec(), rule.line())
}

/// Panics with all failures of a table.
#[track_caller]
pub(crate) fn assert_none(failures: &[String], what: &str) {
    assert!(
        failures.is_empty(),
        "{} {what}:\n{}",
        failures.len(),
        failures[..failures.len().min(20)].join("\n"),
    );
}
