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
pub(crate) struct CompiledFields(OnceLock<Box<Fields>>);

#[derive(Default)]
struct Fields {
    usage: OnceLock<Compiled>,
    signals: OnceLock<Compiled>,
}

impl CompiledFields {
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

impl Clone for CompiledFields {
    fn clone(&self) -> CompiledFields {
        CompiledFields::default()
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
            let stated = members.filter_map(|member| {
                let word = match member.preference? {
                    Preference::Allow => Word::Y,
                    Preference::Disallow => Word::N,
                };
                Some((member.label, word, line))
            });
            drafts.push((Path::new(path, dialect), stated.collect()));
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
                let stated: SmallVec<_> = signals::pairs(statement)
                    .filter(|&(key, _)| key == topic)
                    .map(|(key, word)| (key, word, line))
                    .collect();
                // Only the lines that state a key compete for it.
                if !stated.is_empty() {
                    drafts.push((Path::new(path, dialect), stated));
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
    pub(super) fn applicable(&self, target: &Target<'_>) -> SmallVec<[PathLines<'_>; 4]> {
        self.topics
            .iter()
            .flat_map(|topic| {
                let lines = |path| PathLines { topic, path };
                topic.paths.longest(target).into_iter().map(lines)
            })
            .collect()
    }
}

/// The lines of one path that apply to a target.
#[derive(Clone, Copy, Debug)]
pub(super) struct PathLines<'c> {
    topic: &'c Topic,
    path: u32,
}

impl PathLines<'_> {
    /// Returns what the lines state about a label, and the first line that states it.
    pub(super) fn of(self, label: &str) -> Option<(Word, u32)> {
        let stated = self.topic.stated_by(self.path as usize);
        let at = stated.binary_search_by(|stated| self.topic.label(stated).cmp(label));
        at.ok().map(|at| (stated[at].word, stated[at].line))
    }
}

/// A set of lines. Only the lines with the longest matching path apply.
#[derive(Debug)]
struct Topic {
    paths: Paths,
    /// The end of the statements of each path, in `stated`.
    ends: Box<[u32]>,
    /// The statements, sorted by path, then by label.
    stated: Box<[StatedWord]>,
    labels: Box<str>,
}

/// The word that the lines of one path state for a label, and the first line that states it.
#[derive(Clone, Copy, Debug)]
struct StatedWord {
    /// The start and end of the label in `labels`.
    label: (u32, u32),
    word: Word,
    line: u32,
}

/// The statements of a line: labels, words, and the line number.
type LineStatements<'v> = SmallVec<[(&'v str, Word, u32); 3]>;

impl Topic {
    fn new(mut drafts: Vec<(Path, LineStatements<'_>)>) -> Topic {
        drafts.sort_by(|(a, _), (b, _)| a.order().cmp(&b.order()));
        let mut paths = Vec::new();
        let mut ends = Vec::new();
        let mut stated = Vec::new();
        let mut labels = String::new();
        for same in drafts.chunk_by(|(a, _), (b, _)| a == b) {
            let mut statements: Vec<_> = same
                .iter()
                .flat_map(|(_, stated)| stated)
                .copied()
                .collect();
            // Sorting puts the strictest word of each label first, from the first line that
            // states it.
            statements.sort_unstable();
            statements.dedup_by_key(|&mut (label, ..)| label);
            for (label, word, line) in statements {
                let start = labels.len() as u32;
                labels.push_str(label);
                let label = (start, labels.len() as u32);
                stated.push(StatedWord { label, word, line });
            }
            paths.push(same[0].0.clone());
            ends.push(stated.len() as u32);
        }
        Topic {
            paths: Paths::new(paths),
            ends: ends.into(),
            stated: stated.into(),
            labels: labels.into(),
        }
    }

    fn stated_by(&self, path: usize) -> &[StatedWord] {
        let start = path.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.stated[start as usize..self.ends[path] as usize]
    }

    fn label(&self, stated: &StatedWord) -> &str {
        &self.labels[stated.label.0 as usize..stated.label.1 as usize]
    }
}
