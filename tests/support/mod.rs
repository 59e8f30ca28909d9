//! What the test binaries share: the settings of a parse, and every route by which the crate gives an answer.

// Each test binary uses its own part of this module.
#![allow(dead_code)]

pub(crate) mod corpus;
pub(crate) mod generator;
pub(crate) mod random;
pub(crate) mod routes;
pub(crate) mod shrink;

use core::fmt::Write as _;

use robots_exclusion::{Dialect, ParseOptions, Robots, Rule, RuleKind, Selection};

use crate::naive::{Answer, Listed, ListedRule, Model, Selected};

/// How a file is parsed.
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
    /// RFC 9309 section 2.2.1 to the letter: no group of a more general token is selected.
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

/// One question: a file, how it is read, who asks, and for what.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Question {
    pub(crate) file: Vec<u8>,
    pub(crate) setting: Setting,
    pub(crate) agents: Vec<String>,
    pub(crate) url: String,
}

impl Question {
    pub(crate) fn agents(&self) -> Vec<&str> {
        self.agents.iter().map(String::as_str).collect()
    }

    pub(crate) fn naive_answer(&self) -> Answer {
        self.setting
            .model(&self.file)
            .verdict(&self.agents(), &self.url)
    }

    /// The whole question, line by line; a long file shows its first lines only.
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
            writeln!(text, "    b\"{}\"", shown.escape_ascii()).expect("a String takes everything");
        }
        text
    }

    /// Asks by every route and lists those that answer otherwise than expected.
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

    /// What is wrong with the rules that a matcher lists, or with what selected their groups: the token as the file has it.
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

    /// The same question with irrelevant rules put after the file, in one more group that is selected for the crawler,
    /// so that a group large enough for an index answers it. `None` where the file cannot grow without changing.
    pub(crate) fn padded(&self, padding: Padding) -> Option<Self> {
        // A group of many agents keeps one padding rule from being many.
        let selected = self.setting.model(&self.file).selected(&self.agents());
        let value = match selected {
            Selected::Own(tokens) => tokens.into_iter().next()?,
            Selected::Fallback(token) => token,
            Selected::Everyone | Selected::Nobody => b"*".to_vec(),
        };
        // Where listed agents are merged groups of an empty agent may be selected; nothing is put after it but an empty value.
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

/// Rules that match none of the URLs asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Padding {
    Literal,
    Wildcard,
}

impl Padding {
    pub(crate) const ALL: [Self; 2] = [Self::Literal, Self::Wildcard];

    /// More rules than a set may have and still do without any of its indexes.
    fn rules(self) -> String {
        let mut rules = String::new();
        for number in 0..280 {
            let kind = if number % 3 == 0 { "allow" } else { "disallow" };
            let written = match self {
                Self::Literal => writeln!(rules, "{kind}:/zz{number:03}"),
                Self::Wildcard => writeln!(rules, "{kind}:/zz*{number:03}$"),
            };
            written.expect("a String takes everything");
        }
        rules
    }
}

/// The groups of a file as the crate reads them out.
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

/// The failures of a whole table at once.
#[track_caller]
pub(crate) fn assert_none(failures: &[String], what: &str) {
    assert!(
        failures.is_empty(),
        "{} {what}:\n{}",
        failures.len(),
        failures
            .iter()
            .take(20)
            .map(String::as_str)
            .collect::<Vec<_>>()
            .join("\n"),
    );
}
