//! What the test binaries share: the settings of a parse, and every route by which the crate gives an answer.

// Each test binary uses its own part of this module.
#![allow(dead_code)]

pub(crate) mod corpus;
pub(crate) mod generator;
pub(crate) mod random;
pub(crate) mod shrink;

use core::fmt::Write as _;

use robots_exclusion::{Dialect, Matcher, ParseOptions, Robots, RuleKind, Verdict};

use crate::naive::{Answer, Bound, Listed, Model};

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
    /// RFC 9309 section 2.2.1 to the letter: no group of a more general token binds.
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
        let mut answers = Vec::new();
        self.each_route(&mut |route, answer| answers.push((route, answer)));
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

    /// A matcher may build an index at a later query, so everything is asked several times.
    fn each_route(&self, record: &mut impl FnMut(&'static str, Answer)) {
        let agents = self.agents();
        let url = self.url.as_str();

        let robots = self.setting.parse(&self.file);
        if let [agent] = *agents {
            let first = robots.allowed(agent, url);
            let asked = robots.verdict(agent, url);
            record("Robots::allowed", (first, asked.line()));
            record("Robots::verdict", answer(&asked));
            record("Robots::verdict again", answer(&robots.verdict(agent, url)));
            // A small group has an index only when there were many queries.
            for _ in 0..20 {
                let often = (
                    robots.allowed(agent, url),
                    robots.verdict(agent, url).line(),
                );
                record("Robots::verdict, asked often", often);
            }
            ask(
                &robots.matcher(agent),
                url,
                ["Matcher", "Matcher again", "Matcher a third time"],
                record,
            );
            ask(
                &robots.matcher(agent).into_owned(),
                url,
                [
                    "Matcher::into_owned",
                    "Matcher::into_owned again",
                    "Matcher::into_owned a third time",
                ],
                record,
            );
        }
        let listed = robots.matcher_for(&agents);
        let routes = [
            "Robots::matcher_for",
            "Robots::matcher_for again",
            "Robots::matcher_for a third time",
        ];
        ask(&listed, url, routes, record);
        ask(
            &listed.into_owned(),
            url,
            ["Matcher::into_owned of an asked matcher"; 3],
            record,
        );

        let owned: Robots<'static> = {
            // What is owned must outlive the text it was read from.
            let text = self.file.clone();
            self.setting.parse(&text).into_owned()
        };
        if let [agent] = *agents {
            record("Robots::into_owned", answer(&owned.verdict(agent, url)));
            record(
                "Robots::into_owned again",
                answer(&owned.verdict(agent, url)),
            );
            record(
                "Robots::into_owned a third time",
                answer(&owned.verdict(agent, url)),
            );
            let asked = owned.clone().into_owned();
            record(
                "Robots::into_owned of an asked file",
                answer(&asked.verdict(agent, url)),
            );
        }
        ask(
            &owned.matcher_for(&agents),
            url,
            ["a matcher of Robots::into_owned"; 3],
            record,
        );
        let owned = self.setting.options().parse_owned(self.file.as_slice());
        if let [agent] = *agents {
            record("Robots::parse_owned", answer(&owned.verdict(agent, url)));
        }
        ask(
            &owned.matcher_for(&agents),
            url,
            ["a matcher of Robots::parse_owned"; 3],
            record,
        );
    }

    /// The same question with irrelevant rules put after the file, in one more group of whoever binds the crawler,
    /// so that a group large enough for an index answers it. `None` where the file cannot grow without changing.
    pub(crate) fn padded(&self, padding: Padding) -> Option<Self> {
        // A group of many agents keeps one padding rule from being many.
        let bound = self.setting.model(&self.file).bound(&self.agents());
        let value = match bound {
            Bound::Own(tokens) => tokens.into_iter().next()?,
            Bound::Fallback(token) => token,
            Bound::Everyone | Bound::Nobody => b"*".to_vec(),
        };
        // Where listed agents are merged an empty agent may bind; nothing is put after it but an empty value.
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

pub(crate) fn answer(verdict: &Verdict<'_>) -> Answer {
    (verdict.allowed(), verdict.line())
}

/// The groups of a file as the crate reads them out.
pub(crate) fn listed(robots: &Robots<'_>) -> Vec<Listed> {
    robots
        .groups()
        .map(|group| Listed {
            agents: group.agents().map(|agent| agent.value().to_vec()).collect(),
            rules: group
                .rules()
                .map(|rule| {
                    let is_allow = rule.kind() == RuleKind::Allow;
                    (is_allow, rule.pattern().to_vec(), rule.line())
                })
                .collect(),
        })
        .collect()
}

fn ask(
    matcher: &Matcher<'_>,
    url: &str,
    routes: [&'static str; 3],
    record: &mut impl FnMut(&'static str, Answer),
) {
    let mut line = None;
    for route in routes {
        let verdict = matcher.verdict(url);
        line = verdict.line();
        record(route, answer(&verdict));
    }
    record("Matcher::allowed", (matcher.allowed(url), line));
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
