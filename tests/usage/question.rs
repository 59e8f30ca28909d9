//! A question about usage, and every way to ask it.

// Each test binary uses a different part of this module.
#![allow(dead_code)]

use std::fmt::Write as _;

use robots_exclusion::usage::Usage;
use robots_exclusion::{Dialect, Matcher, Robots};

use crate::model::{self, Answer};
use crate::support::Setting;

/// The field that a question is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Asked {
    Usage,
    Signals,
    Licenses,
}

/// A file, its settings, the agents, the URL, and the label.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Question {
    pub(crate) file: Vec<u8>,
    pub(crate) setting: Setting,
    pub(crate) agents: Vec<String>,
    pub(crate) url: String,
    pub(crate) asked: Asked,
    pub(crate) label: String,
}

impl Question {
    pub(crate) fn new(file: &str, agent: &str, url: &str, asked: Asked, label: &str) -> Self {
        Self {
            file: file.as_bytes().to_vec(),
            setting: Setting::STANDARD,
            agents: vec![agent.to_owned()],
            url: url.to_owned(),
            asked,
            label: label.to_owned(),
        }
    }

    pub(crate) fn in_google(&self) -> Self {
        Self {
            setting: Setting::GOOGLE,
            ..self.clone()
        }
    }

    pub(crate) fn agents(&self) -> Vec<&str> {
        self.agents.iter().map(String::as_str).collect()
    }

    pub(crate) fn describe(&self) -> String {
        let mut text = format!(
            "  {:?}\n  agents {:?}\n  url {:?}\n  {:?}: {:?}\n",
            self.setting, self.agents, self.url, self.asked, self.label
        );
        for line in self.file.split_inclusive(|&byte| byte == b'\n').take(20) {
            let shown = &line[..line.len().min(300)];
            writeln!(text, "    b\"{}\"", shown.escape_ascii())
                .expect("writing to a String cannot fail");
        }
        text
    }

    /// Checks a named case against the model and in every way of asking.
    #[track_caller]
    pub(crate) fn is_answered(&self, name: &str, expected: &Answer) {
        let naive = model::answer(self);
        assert_eq!(&naive, expected, "the model: {name}\n{}", self.describe());
        let wrong = self.disagreements(expected);
        assert!(
            wrong.is_empty(),
            "{name}\n{}  {}",
            self.describe(),
            wrong.join("\n  ")
        );
    }

    #[track_caller]
    pub(crate) fn is_answered_as_by_the_model(&self, name: &str) {
        let wrong = self.disagreements(&model::answer(self));
        assert!(
            wrong.is_empty(),
            "{name}\n{}  {}",
            self.describe(),
            wrong.join("\n  ")
        );
    }

    /// Asks in every way, and returns the answers that differ from `expected`.
    pub(crate) fn disagreements(&self, expected: &Answer) -> Vec<String> {
        let mut wrong = Vec::new();
        let mut exactly = |way: &str, matcher: &Matcher| {
            for again in ["", ", asked again"] {
                let answer = self.put(matcher);
                if answer != *expected {
                    wrong.push(format!("{way}{again}: {answer:?}, not {expected:?}"));
                }
            }
        };
        let agents = self.agents();
        let robots = self.setting.parse(&self.file);
        if let [agent] = *agents {
            exactly("Robots::matcher", &robots.matcher(agent));
        }
        let matcher = robots.matcher_for(&agents);
        exactly("Robots::matcher_for", &matcher);
        exactly("a clone of an asked matcher", &matcher.clone());
        if !self.has_lines_too_long() {
            wrong.extend(self.disagreements_written(&robots, &matcher, expected));
        }
        wrong
    }

    /// Returns `true` if Google might truncate a line when the file is written, because its
    /// spelling is longer.
    fn has_lines_too_long(&self) -> bool {
        let mut lines = self.file.split(|byte| matches!(byte, b'\r' | b'\n'));
        self.setting.dialect == Dialect::Google && lines.any(|line| line.len() > 5_000)
    }

    /// Writes or saves the file, reads it again, and compares the answers. Line numbers are those
    /// of the written file.
    fn disagreements_written(
        &self,
        robots: &Robots<'_>,
        matcher: &Matcher,
        expected: &Answer,
    ) -> Vec<String> {
        let mut wrong = Vec::new();
        let mut alike = |way: &str, matcher: &Matcher, text: &str| {
            let answer = self.put(matcher);
            let is_same = match (&answer, expected) {
                (Answer::Says(one, _), Answer::Says(other, _)) => one == other,
                (Answer::Licenses(some), Answer::Licenses(others)) => {
                    // For a value that is not UTF-8, only the URL is kept.
                    let text = |(_, value): &(u32, Vec<u8>)| String::from_utf8(value.clone()).ok();
                    let same = |one: &(u32, Vec<u8>), other: &(u32, Vec<u8>)| {
                        text(other).is_none() || text(one) == text(other)
                    };
                    some.len() == others.len()
                        && some.iter().zip(others).all(|(one, other)| same(one, other))
                }
                (one, other) => one == other,
            };
            if !is_same {
                wrong.push(format!(
                    "{way}: {answer:?}, not {expected:?}, of\n{}",
                    text.escape_debug()
                ));
            }
        };
        let agents = self.agents();
        let text = robots.to_string();
        let again = self.setting.parse(text.as_bytes());
        alike("a written file", &again.matcher_for(&agents), &text);
        let twice = again.to_string();
        if twice != text {
            alike(
                "a file whose second writing differs",
                &again.matcher_for(&["?"]),
                &twice,
            );
        }
        #[cfg(not(feature = "serde"))]
        let _ = matcher;
        #[cfg(feature = "serde")]
        {
            let saved = serde_json::to_string(robots).expect("a file can be saved");
            let loaded: Robots<'static> = serde_json::from_str(&saved).expect("and loaded");
            alike("a saved file", &loaded.matcher_for(&agents), &saved);
            let saved = serde_json::to_string(matcher).expect("a matcher is saved");
            let loaded: Matcher = serde_json::from_str(&saved).expect("and loaded");
            alike("a saved matcher", &loaded, &saved);
        }
        wrong
    }

    fn put(&self, matcher: &Matcher) -> Answer {
        match self.asked {
            Asked::Usage => self.answered(&matcher.usage(&self.url)),
            Asked::Signals => self.answered(&matcher.content_signals(&self.url)),
            Asked::Licenses => {
                let licenses = matcher.licenses();
                let licenses = licenses.map(|record| (record.line(), record.value().to_vec()));
                Answer::Licenses(licenses.collect())
            }
        }
    }

    /// Asks every method of the answer and checks that they agree.
    fn answered(&self, usage: &Usage<'_>) -> Answer {
        let label = self.label.as_str();
        let (category, line) = (usage.preference(label), usage.line(label));
        let value = usage.value(label);
        assert_eq!(
            line.is_some(),
            value.is_some(),
            "a preference without a line"
        );
        if !usage.applies() {
            assert_eq!((category, line), (None, None), "nothing applies");
            assert_eq!(usage.iter().count(), 0, "nothing applies");
            assert!(usage.to_string().starts_with("not applicable: disallowed"));
            return Answer::NotApplicable;
        }
        let Some(line) = line else {
            assert_eq!(category, None, "{label} has no line");
            return Answer::Unknown;
        };
        if let Some(preference) = category {
            let listed = usage.iter().find(|(listed, ..)| *listed == label);
            if let Some((_, same, at)) = listed {
                assert_eq!(
                    (same, at),
                    (preference, line),
                    "{label} is listed otherwise"
                );
            }
            return Answer::Says(preference.to_string(), line);
        }
        Answer::Says(value.unwrap_or_default().to_owned(), line)
    }
}
