//! Named test cases, and the tables that check them.

use crate::naive::Answer;
use crate::support::{Padding, Question, Setting};

/// Parses an expected answer.
pub(crate) fn expectation(written: &str) -> Answer {
    let (kind, line) = match written.split_once(' ') {
        Some((kind, line)) => (kind, Some(line.parse().expect("a line number"))),
        None => (written, None),
    };
    match (kind, line) {
        ("A", line) => (true, line),
        ("D", Some(line)) => (false, Some(line)),
        _ => panic!("{written:?} is not an answer"),
    }
}

/// A table under check. It collects failures, so that one run reports all of them.
#[derive(Default)]
pub(crate) struct Table {
    failures: Vec<String>,
    names: Vec<String>,
}

impl Table {
    /// Checks one question by every route and against the naive model, then again with padding
    /// rules.
    pub(crate) fn question(&mut self, name: &str, question: &Question, expected: &str) {
        self.names.push(name.to_owned());
        let expected = expectation(expected);
        if !self.put(name, question, expected) {
            return;
        }
        // The naive model is slow if there are thousands of rules, so only every 128th question gets
        // them.
        let indexed = (self.names.len() % 128 == 0).then_some(Padding::Indexed);
        for padding in Padding::CHEAP.into_iter().chain(indexed) {
            if let Some(padded) = question.padded(padding) {
                self.put(&format!("{name} [{padding:?} padding]"), &padded, expected);
            }
        }
    }

    /// Returns `true` if every answer is as expected.
    fn put(&mut self, name: &str, question: &Question, expected: Answer) -> bool {
        let mut wrong = question.disagreements(expected);
        let naive = question.naive_answer();
        if naive != expected {
            wrong.push(format!(
                "the naive model answers {naive:?}, not {expected:?}"
            ));
        }
        let holds = wrong.is_empty();
        if !holds {
            self.failures.push(format!(
                "{name}\n{}  {}\n",
                question.describe(),
                wrong.join("\n  ")
            ));
        }
        holds
    }

    pub(crate) fn ask(
        &mut self,
        name: &str,
        setting: Setting,
        file: impl AsRef<[u8]>,
        agents: &[&str],
        url: &str,
        expected: &str,
    ) {
        let question = Question::new(setting, file, agents, url);
        self.question(name, &question, expected);
    }

    /// Asks the question in both dialects.
    pub(crate) fn both(
        &mut self,
        name: &str,
        file: impl AsRef<[u8]>,
        agents: &[&str],
        url: &str,
        standard: &str,
        google: &str,
    ) {
        let answers = [(Setting::STANDARD, standard), (Setting::GOOGLE, google)];
        for (setting, expected) in answers {
            let name = format!("{name} ({:?})", setting.dialect);
            self.ask(&name, setting, &file, agents, url, expected);
        }
    }

    #[track_caller]
    pub(crate) fn finish(self) {
        assert!(!self.names.is_empty(), "the table is empty");
        crate::support::assert_none(&self.failures, "cases fail");
    }
}

/// Returns a file with `user-agent: *` and the given lines.
pub(crate) fn everyone(rules: impl AsRef<[u8]>) -> Vec<u8> {
    let mut file = b"user-agent: *\n".to_vec();
    file.extend_from_slice(rules.as_ref());
    file
}
