//! The compiled lines of one field: for each path, what they state about each label.

use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;
use std::sync::OnceLock;

use smallvec::SmallVec;

use super::Preference;
use super::paths::{Path, Paths};
use super::signals;
use super::statement::members_by_label;
use super::word::Word;
use crate::dialect::Dialect;
use crate::records::terms::split;
use crate::target::Target;

/// The compiled lines of both fields of a matcher. Each field is compiled at the first query
/// for it. A clone starts empty.
#[derive(Default)]
pub(crate) struct Asked(OnceLock<Box<Questions>>);

#[derive(Default)]
struct Questions {
    usage: OnceLock<Compiled>,
    signals: OnceLock<Compiled>,
}

impl Asked {
    pub(crate) fn usage(&self, compile: impl FnOnce() -> Compiled) -> &Compiled {
        self.0.get_or_init(Box::default).usage.get_or_init(compile)
    }

    pub(crate) fn signals(&self, compile: impl FnOnce() -> Compiled) -> &Compiled {
        self.0
            .get_or_init(Box::default)
            .signals
            .get_or_init(compile)
    }
}

impl Clone for Asked {
    fn clone(&self) -> Asked {
        Asked::default()
    }
}

/// The lines of one field that apply to a crawler.
#[derive(Debug)]
pub(crate) struct Compiled {
    /// All values as written, concatenated.
    values: Box<[u8]>,
    /// The number of each line and the end of its value, in file order.
    ends: Box<[(u32, u32)]>,
    /// For `content-usage` a single topic with all labels, because only the longest path
    /// applies. For `content-signal` one topic per key.
    topics: SmallVec<[Topic; 1]>,
}

impl Compiled {
    /// Compiles `content-usage` lines, given as rising line numbers and values. Takes O(n log
    /// n) for n bytes of them.
    pub(crate) fn of_usage<'t>(
        lines: impl Iterator<Item = (u32, &'t [u8])>,
        dialect: Dialect,
    ) -> Compiled {
        let mut compiled = Compiled::of(lines);
        let mut drafts = Vec::new();
        for (line, value) in compiled.lines() {
            let (path, statement) = split(value);
            // A statement that does not parse states nothing, but its line still counts as a
            // match.
            let members = members_by_label(statement).unwrap_or_default().into_iter();
            let said = members.filter_map(|member| {
                let word = match member.preference? {
                    Preference::Allow => Word::Y,
                    Preference::Disallow => Word::N,
                };
                Some((member.label, word, line))
            });
            drafts.push((Path::new(path, dialect), said.collect()));
        }
        let topic = Topic::new(drafts);
        compiled.topics.push(topic);
        compiled
    }

    /// Compiles `content-signal` lines, at the same cost as [`of_usage`](Compiled::of_usage).
    pub(crate) fn of_signals<'t>(
        lines: impl Iterator<Item = (u32, &'t [u8])>,
        dialect: Dialect,
    ) -> Compiled {
        let mut compiled = Compiled::of(lines);
        for topic in signals::KEYS {
            let mut drafts = Vec::new();
            for (line, value) in compiled.lines() {
                let (path, statement) = split(value);
                let said: SmallVec<_> = signals::pairs(statement)
                    .filter(|&(key, _)| key == topic)
                    .map(|(key, word)| (key, word, line))
                    .collect();
                // Only the lines that state a key compete for it.
                if !said.is_empty() {
                    drafts.push((Path::new(path, dialect), said));
                }
            }
            let topic = Topic::new(drafts);
            compiled.topics.push(topic);
        }
        compiled
    }

    fn of<'t>(lines: impl Iterator<Item = (u32, &'t [u8])>) -> Compiled {
        let mut values = Vec::new();
        let mut ends = Vec::new();
        for (line, value) in lines {
            values.extend_from_slice(value);
            ends.push((line, values.len() as u32));
        }
        Compiled {
            values: values.into(),
            ends: ends.into(),
            topics: SmallVec::new(),
        }
    }

    /// Returns the lines and their values, as written.
    pub(super) fn lines(&self) -> impl Iterator<Item = (u32, &[u8])> {
        (0..self.ends.len()).map(|number| self.line(number))
    }

    fn line(&self, number: usize) -> (u32, &[u8]) {
        let start = number
            .checked_sub(1)
            .map_or(0, |before| self.ends[before].1);
        let (line, end) = self.ends[number];
        (line, &self.values[start as usize..end as usize])
    }

    /// Returns the value of a line, as written.
    pub(super) fn value(&self, line: u32) -> &[u8] {
        let number = self.ends.binary_search_by_key(&line, |&(line, _)| line);
        number.map_or(b"", |number| self.line(number).1)
    }

    /// Returns the lines that apply to a target.
    pub(super) fn speaking(&self, target: &Target<'_>) -> SmallVec<[Speaking<'_>; 4]> {
        self.topics
            .iter()
            .flat_map(|topic| {
                let speaking = |path| Speaking { topic, path };
                topic.paths.longest(target).into_iter().map(speaking)
            })
            .collect()
    }
}

/// The lines of one path that apply to a target.
#[derive(Clone, Copy, Debug)]
pub(super) struct Speaking<'c> {
    topic: &'c Topic,
    path: u32,
}

impl Speaking<'_> {
    /// Returns what the lines state about a label, and the first line that states it.
    pub(super) fn of(self, label: &str) -> Option<(Word, u32)> {
        let said = self.topic.said_by(self.path as usize);
        let at = said.binary_search_by(|said| self.topic.label(said).cmp(label));
        at.ok().map(|at| (said[at].word, said[at].line))
    }
}

/// A set of lines of which only the ones with the longest matching path apply.
#[derive(Debug)]
struct Topic {
    paths: Paths,
    /// The end of the statements of each path, in `said`.
    ends: Box<[u32]>,
    /// The statements, sorted by path, then by label.
    said: Box<[Said]>,
    labels: Box<str>,
}

/// What the lines of one path state about a label, and the first line that states it.
#[derive(Clone, Copy, Debug)]
struct Said {
    /// The start and end of the label in `labels`.
    label: (u32, u32),
    word: Word,
    line: u32,
}

/// The statements of a line: labels, words, and the line number.
type Sayings<'v> = SmallVec<[(&'v str, Word, u32); 3]>;

impl Topic {
    fn new(mut drafts: Vec<(Path, Sayings<'_>)>) -> Topic {
        drafts.sort_by(|(a, _), (b, _)| a.order().cmp(&b.order()));
        let mut paths = Vec::new();
        let mut ends = Vec::new();
        let mut said = Vec::new();
        let mut labels = String::new();
        for same in drafts.chunk_by(|(a, _), (b, _)| a == b) {
            let mut sayings: Vec<_> = same.iter().flat_map(|(_, said)| said).copied().collect();
            // Sorting puts the strictest word of each label first, from the first line that
            // states it.
            sayings.sort_unstable();
            sayings.dedup_by_key(|&mut (label, ..)| label);
            for (label, word, line) in sayings {
                let start = labels.len() as u32;
                labels.push_str(label);
                let label = (start, labels.len() as u32);
                said.push(Said { label, word, line });
            }
            paths.push(same[0].0.clone());
            ends.push(said.len() as u32);
        }
        Topic {
            paths: Paths::new(paths),
            ends: ends.into(),
            said: said.into(),
            labels: labels.into(),
        }
    }

    fn said_by(&self, path: usize) -> &[Said] {
        let start = path.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.said[start as usize..self.ends[path] as usize]
    }

    fn label(&self, said: &Said) -> &str {
        &self.labels[said.label.0 as usize..said.label.1 as usize]
    }
}
