//! A question about usage, and every way of asking it.

// Each test binary asks its own questions.
#![allow(dead_code)]

use std::fmt::Write as _;

use robots_exclusion::usage::Usage;
use robots_exclusion::{Dialect, Matcher, Robots};

use crate::model::{self, Answer};
use crate::support::Setting;

/// Which field is asked about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Asked {
    Usage,
    Signals,
    Licenses,
}

/// An answer as the rows write it.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Expected<'e> {
    NotApplicable,
    Unknown,
    Says(&'e str, u32),
    Licenses(&'e [(u32, &'e str)]),
}

impl Expected<'_> {
    fn answer(self) -> Answer {
        match self {
            Expected::NotApplicable => Answer::NotApplicable,
            Expected::Unknown => Answer::Unknown,
            Expected::Says(word, line) => Answer::Says(word.to_owned(), line),
            Expected::Licenses(licenses) => {
                let licenses = licenses.iter().map(|&(line, url)| (line, url.into()));
                Answer::Licenses(licenses.collect())
            }
        }
    }
}

/// A file, how it is read, who asks, for what, and about which label.
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
            writeln!(text, "    b\"{}\"", shown.escape_ascii()).expect("a String takes everything");
        }
        text
    }

    /// Checks a named case: by the model, and in every way.
    #[track_caller]
    pub(crate) fn is_answered(&self, name: &str, expected: Expected<'_>) {
        let expected = expected.answer();
        let naive = model::answer(self);
        assert_eq!(naive, expected, "the model: {name}\n{}", self.describe());
        let wrong = self.disagreements(&expected);
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

    /// Asks in every way and lists those that answer otherwise than expected.
    pub(crate) fn disagreements(&self, expected: &Answer) -> Vec<String> {
        let mut wrong = Vec::new();
        let mut exactly = |way: &str, matcher: &Matcher<'_>| {
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
        exactly("a clone of an unasked matcher", &matcher.clone());
        exactly("an unasked matcher, owned", &matcher.clone().into_owned());
        exactly("Robots::matcher_for", &matcher);
        exactly("a clone of an asked matcher", &matcher.clone());
        let owned: Matcher<'static> = {
            let text = self.file.clone();
            let robots = self.setting.parse(&text);
            let matcher = robots.matcher_for(&agents);
            self.put(&matcher);
            matcher.into_owned()
        };
        exactly("an asked matcher, owned", &owned);
        exactly("a clone of an owned matcher", &owned.clone());
        let kept: Robots<'static> = {
            let text = self.file.clone();
            self.setting.parse(&text).into_owned()
        };
        exactly("a matcher of an owned file", &kept.matcher_for(&agents));
        if !self.has_lines_too_long() {
            wrong.extend(self.disagreements_written(&robots, &matcher, expected));
        }
        wrong
    }

    /// Google cuts lines, and what is spelled longer when it is written may be cut then.
    fn has_lines_too_long(&self) -> bool {
        let mut lines = self.file.split(|byte| matches!(byte, b'\r' | b'\n'));
        self.setting.dialect == Dialect::Google && lines.any(|line| line.len() > 5_000)
    }

    /// What is written, or saved, and read again: lines are those of what was written.
    fn disagreements_written(
        &self,
        robots: &Robots<'_>,
        matcher: &Matcher<'_>,
        expected: &Answer,
    ) -> Vec<String> {
        let mut wrong = Vec::new();
        let mut alike = |way: &str, matcher: &Matcher<'_>, text: &str| {
            let answer = self.put(matcher);
            let is_same = match (&answer, expected) {
                (Answer::Says(one, _), Answer::Says(other, _)) => one == other,
                (Answer::Licenses(some), Answer::Licenses(others)) => {
                    // Of a value that is invalid UTF-8 the URL stays, not the bytes.
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
        alike(
            "a file that was written",
            &again.matcher_for(&agents),
            &text,
        );
        let twice = again.to_string();
        if twice != text {
            alike(
                "a file that is not written the same twice",
                &again.matcher_for(&["?"]),
                &twice,
            );
        }
        #[cfg(not(feature = "serde"))]
        let _ = matcher;
        #[cfg(feature = "serde")]
        {
            let saved = serde_json::to_string(robots).expect("a file is saved");
            let loaded: Robots<'static> = serde_json::from_str(&saved).expect("and loaded");
            alike("a saved file", &loaded.matcher_for(&agents), &saved);
            let saved = serde_json::to_string(matcher).expect("a matcher is saved");
            let loaded: Matcher<'static> = serde_json::from_str(&saved).expect("and loaded");
            alike("a saved matcher", &loaded, &saved);
            alike("a saved matcher, cloned", &loaded.clone(), &saved);
            let owned = matcher.clone().into_owned();
            let saved = serde_json::to_string(&owned).expect("an owned matcher is saved");
            let loaded: Matcher<'static> = serde_json::from_str(&saved).expect("and loaded");
            alike("an owned matcher, saved", &loaded, &saved);
        }
        wrong
    }

    fn put(&self, matcher: &Matcher<'_>) -> Answer {
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

    /// The answer, by all that can be asked of it.
    fn answered(&self, usage: &Usage<'_>) -> Answer {
        let label = self.label.as_str();
        let (category, line) = (usage.category(label), usage.line(label));
        let value = usage.value(label);
        assert_eq!(line.is_some(), value.is_some(), "a word without a line");
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
