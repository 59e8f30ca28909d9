//! A file, the queries on it, and the right answers.

use std::borrow::Cow;

use robots_exclusion::{Dialect, Matcher, Robots};

use crate::contestants;
use crate::corpus::{self, Corpus};

pub struct Work<'a> {
    pub file: &'a [u8],
    /// The file as text, for the crates that take only text.
    pub text: Cow<'a, str>,
    pub agent: &'static str,
    pub targets: Vec<String>,
    standard: Vec<bool>,
    google: Vec<bool>,
}

impl<'a> Work<'a> {
    /// Computes the answers with `Robots::allowed`. A `Matcher` must return equal ones.
    pub fn new(file: &'a [u8], agent: &'static str, targets: Vec<String>) -> Work<'a> {
        let answers = |dialect| {
            let robots = contestants::parse(dialect, file);
            let allowed = |target: &String| robots.allowed(agent, target);
            targets.iter().map(allowed).collect()
        };
        Work {
            file,
            text: contestants::utf8(file),
            agent,
            standard: answers(Dialect::Standard),
            google: answers(Dialect::Google),
            targets,
        }
    }

    /// Returns each file of the corpus with `targets` paths made from its rules.
    pub fn of_corpus(corpus: &'a Corpus, targets: usize) -> Vec<Work<'a>> {
        let files = corpus.files.iter().enumerate();
        let work = |(index, file): (usize, &'a Vec<u8>)| {
            Work::new(file, corpus::agent(index), corpus::targets(file, targets))
        };
        files.map(work).collect()
    }

    /// Returns the same queries as absolute URLs.
    pub fn absolute(&self) -> Work<'a> {
        let absolute = |target: &String| format!("https://www.example.com{target}");
        Work::new(
            self.file,
            self.agent,
            self.targets.iter().map(absolute).collect(),
        )
    }

    pub fn parse(&self, dialect: Dialect) -> Robots<'a> {
        contestants::parse(dialect, self.file)
    }

    pub fn owned_matcher(&self, dialect: Dialect) -> Matcher {
        self.parse(dialect).matcher(self.agent)
    }

    /// Returns the answers of a dialect. The other crates are compared with Standard, except the
    /// one that follows google/robotstxt.
    pub fn expected(&self, dialect: Dialect) -> &[bool] {
        match dialect {
            Dialect::Google => &self.google,
            _ => &self.standard,
        }
    }

    /// Counts the answers that differ from the dialect.
    pub fn other_answers(&self, dialect: Dialect, allowed: impl Fn(&str) -> bool) -> u64 {
        let answers = self.targets.iter().zip(self.expected(dialect));
        answers
            .filter(|(target, expected)| allowed(target) != **expected)
            .count() as u64
    }
}
