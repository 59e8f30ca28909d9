//! Collects diagnostics, and merges those that repeat on many lines.

use alloc::borrow::Cow;
use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::code::Severity;
use super::codes::Code;
use super::diagnostic::{BOTH, Diagnostic, Edit, Place, Related, only};
use crate::dialect::Dialect;

/// The maximum number of diagnostics with one code. Later ones are merged into the last one
/// with their code, so that the size of a report is bounded.
const DISTINCT_MAX: usize = 100;

/// The message and the advice of diagnostics that were merged only because of their number.
const OVERFLOW: [&str; 2] = [
    "this file has more problems of this kind than are listed one by one",
    "correct the problems listed before this one, and check the file again",
];

/// The maximum number of lines that one diagnostic lists; further lines are only counted.
const OTHERS_MAX: usize = 2_000;

/// The maximum number of edits of one diagnostic.
const EDITS_MAX: usize = 1_000;

/// The maximum number of edits of one line. A line that needs more gets none, because a
/// subset of them would not implement the advice.
const LINE_EDITS_MAX: usize = 100;

/// The key by which diagnostics are merged: code, severity, message and advice. The general
/// message and advice are used if there are any.
type Key = (Code, Severity, [Cow<'static, str>; 2]);

/// The diagnostics of a file in one dialect.
#[derive(Default)]
pub(super) struct Findings {
    list: Vec<Diagnostic>,
    numbers: BTreeMap<Key, usize>,
    /// For each code, the number of diagnostics and the index of the last one.
    of_code: BTreeMap<Code, (usize, usize)>,
}

impl Findings {
    pub(super) fn add(&mut self, mut found: Diagnostic) {
        if found.edits.len() > LINE_EDITS_MAX {
            found.edits.clear();
        }
        let mut key = key(&found);
        let next = self.list.len();
        let (count, last) = self.of_code.entry(found.code).or_insert((0, next));
        if *count == DISTINCT_MAX && !self.numbers.contains_key(&key) {
            let last = &mut self.list[*last];
            (last.general, found.general) = (Some(OVERFLOW), Some(OVERFLOW));
            key = self::key(last);
        }
        match self.numbers.get(&key) {
            Some(&number) => join(&mut self.list[number], found),
            None if *count == DISTINCT_MAX => {
                self.numbers.insert(key, *last);
                join(&mut self.list[*last], found);
            }
            None => {
                (*count, *last) = (*count + 1, next);
                self.numbers.insert(key, next);
                self.list.push(found);
            }
        }
    }
}

fn key(found: &Diagnostic) -> Key {
    let texts = match found.general {
        Some(general) => general.map(Cow::Borrowed),
        None => [found.message.clone(), found.advice.clone()].map(Cow::Owned),
    };
    (found.code, found.severity, texts)
}

/// Adds the places and edits of `found` to `diagnostic`. If their texts differ, the general ones
/// replace them.
fn join(diagnostic: &mut Diagnostic, found: Diagnostic) {
    let are_equal = diagnostic.message == found.message && diagnostic.advice == found.advice;
    if let Some(general) = diagnostic.general.filter(|_| !are_equal) {
        [diagnostic.message, diagnostic.advice] = general.map(String::from);
    }
    let room = OTHERS_MAX.saturating_sub(diagnostic.others.len());
    let places = found.others.len() + 1;
    diagnostic.unlisted += found.unlisted + places.saturating_sub(room);
    let places = core::iter::once(found.place).chain(found.others);
    diagnostic.others.extend(places.take(room));
    let room = EDITS_MAX.saturating_sub(diagnostic.edits.len());
    diagnostic.edits.extend(found.edits.into_iter().take(room));
}

/// Returns the diagnostics found in `dialect`, in file order, and sets the dialects to which
/// each applies.
///
/// A diagnostic that applies in both dialects only on some of its lines is split in two.
pub(super) fn merge(own: Findings, other: &Findings, dialect: Dialect) -> Vec<Diagnostic> {
    let mut merged = Vec::with_capacity(own.list.len());
    for found in own.list {
        if found.names_dialects {
            merged.push(found);
            continue;
        }
        // Google's parser truncates `MJ12bot` to `MJ`, so messages that list names may differ.
        let lists_names = matches!(found.code, Code::JoinedRun | Code::GroupWithoutRules);
        let key = key(&found);
        let is_same = |same: &&Diagnostic| lists_names && same.code == found.code;
        let same = other.numbers.get(&key).map(|&number| &other.list[number]);
        let same = same.into_iter().chain(other.list.iter().filter(is_same));
        let mut lines: Vec<u32> = same.flat_map(lines).collect();
        lines.sort_unstable();
        let is_shared = |line| lines.binary_search(&line).is_ok();
        let (shared, own) = split(found, is_shared);
        merged.extend(shared.map(|found| Diagnostic {
            dialects: BOTH,
            ..found
        }));
        merged.extend(own.map(|found| Diagnostic {
            dialects: only(dialect),
            message: match dialect {
                Dialect::Standard => format!("except for Google, {}", found.message),
                Dialect::Google => format!("for Google, {}", found.message),
            },
            ..found
        }));
    }
    merged.iter_mut().for_each(finish);
    merged.sort_by_key(|found| (found.place.span().start, found.code));
    merged
}

fn lines(found: &Diagnostic) -> impl Iterator<Item = u32> {
    let places = core::iter::once(&found.place).chain(&found.others);
    places.map(|place| place.line)
}

/// Splits a diagnostic into one about the lines that satisfy `is_first`, and one about the
/// other lines.
fn split(
    found: Diagnostic,
    is_first: impl Fn(u32) -> bool,
) -> (Option<Diagnostic>, Option<Diagnostic>) {
    if lines(&found).all(&is_first) {
        return (Some(found), None);
    }
    if !lines(&found).any(&is_first) {
        return (None, Some(found));
    }
    let places = core::iter::once(found.place).chain(found.others.iter().copied());
    let (first, second): (Vec<Place>, Vec<Place>) = places.partition(|place| is_first(place.line));
    let part = |places: Vec<Place>, unlisted| {
        let (&place, others) = places.split_first()?;
        let is_here = |edit: &&Edit| {
            let found = places.binary_search_by_key(&edit.line, |place| place.line);
            found.is_ok()
        };
        Some(Diagnostic {
            place,
            others: others.to_vec(),
            unlisted,
            edits: found.edits.iter().filter(is_here).cloned().collect(),
            ..found.clone()
        })
    };
    (part(first, found.unlisted), part(second, 0))
}

/// Adds the other lines of a diagnostic to its message and related places, and sorts its
/// edits.
fn finish(found: &mut Diagnostic) {
    let others = core::mem::take(&mut found.others);
    let count = others.len() + found.unlisted;
    if count > 0 {
        let lines = if count == 1 { "line" } else { "lines" };
        found.message = format!("{} (and {count} similar {lines})", found.message);
    }
    found.edits.sort_by_key(|edit| (edit.start, edit.end));
    let related = others.into_iter().map(|place| Related {
        place,
        note: "similar",
    });
    found.related.extend(related);
}
