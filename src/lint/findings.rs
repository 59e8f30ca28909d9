//! Collects diagnostics, and merges those that repeat on many lines.

use alloc::borrow::Cow;
use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::code::Severity;
use super::codes::Code;
use super::diagnostic::{Diagnostic, only};
use crate::dialect::Dialect;

/// The maximum number of diagnostics with one code. Later ones are merged into the last one
/// with their code, so that the size of a report is bounded.
const DISTINCT_MAX: usize = 100;

/// The message and the advice of diagnostics that were merged only because of their number.
const OVERFLOW: [&str; 2] = [
    "this file has more problems of this kind than are listed individually",
    "correct the problems listed before this one, and check the file again",
];

/// The maximum number of edits of one diagnostic.
const EDITS_MAX: usize = 1_000;

/// The maximum number of edits of one line. A line that needs more gets none, because a
/// subset of them would not implement the advice.
const LINE_EDITS_MAX: usize = 100;

/// The key by which diagnostics are merged: code, severity, number of dialects, message and
/// advice. The general message and advice are used if there are any.
type Key = (Code, Severity, usize, [Cow<'static, str>; 2]);

/// Identifies a diagnostic in both dialects. Details of its message may differ: Google's parser
/// truncates `MJ12bot` to `MJ`, for example.
type Seen = (u32, Code, Severity);

/// The diagnostics of a file in one dialect.
pub(super) struct Findings {
    dialect: Dialect,
    /// The diagnostics in the other dialect, in order. If `None`, this dialect is the other
    /// one, and its diagnostics are only `seen`.
    other: Option<Vec<Seen>>,
    seen: Vec<Seen>,
    list: Vec<Diagnostic>,
    numbers: BTreeMap<Key, usize>,
    /// For each code and number of dialects, the number of diagnostics and the index of the
    /// last one.
    of_code: BTreeMap<(Code, usize), (usize, usize)>,
}

impl Findings {
    /// Starts the first check of a file, in the dialect that the caller did not choose.
    pub(super) fn first(dialect: Dialect) -> Findings {
        Findings {
            dialect,
            other: None,
            seen: Vec::new(),
            list: Vec::new(),
            numbers: BTreeMap::new(),
            of_code: BTreeMap::new(),
        }
    }

    /// Starts the second check, in the dialect that the caller chose.
    pub(super) fn second(mut self, dialect: Dialect) -> Findings {
        self.seen.sort_unstable();
        Findings {
            other: Some(self.seen),
            ..Findings::first(dialect)
        }
    }

    pub(super) fn add(&mut self, mut found: Diagnostic) {
        let seen = (found.place.line, found.code, found.severity);
        let Some(other) = &self.other else {
            if self.seen.last() != Some(&seen) {
                self.seen.push(seen);
            }
            return;
        };
        if !found.names_dialects && other.binary_search(&seen).is_err() {
            found.dialects = only(self.dialect);
        }
        if found.edits.len() > LINE_EDITS_MAX {
            found.edits.clear();
        }
        let mut key = key(&found);
        let next = self.list.len();
        let of_code = self.of_code.entry((found.code, found.dialects.len()));
        let (count, last) = of_code.or_insert((0, next));
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

    /// Returns the diagnostics in file order.
    pub(super) fn in_order(mut self) -> Vec<Diagnostic> {
        self.list
            .sort_by_key(|found| (found.place.span().start, found.code));
        self.list
    }
}

fn key(found: &Diagnostic) -> Key {
    let texts = match found.general {
        Some(general) => general.map(Cow::Borrowed),
        None => [found.message.clone(), found.advice.clone()].map(Cow::Owned),
    };
    (found.code, found.severity, found.dialects.len(), texts)
}

/// Adds the places and edits of `found` to `diagnostic`. If their texts differ, the general ones
/// replace them.
pub(super) fn join(diagnostic: &mut Diagnostic, found: Diagnostic) {
    let are_equal = diagnostic.message == found.message && diagnostic.advice == found.advice;
    if let Some(general) = diagnostic.general.filter(|_| !are_equal) {
        [diagnostic.message, diagnostic.advice] = general.map(String::from);
    }
    diagnostic.others.push(found.place);
    diagnostic.others.extend(found.others);
    let room = EDITS_MAX.saturating_sub(diagnostic.edits.len());
    diagnostic.edits.extend(found.edits.into_iter().take(room));
}

/// Adds the number of other lines and the dialect to the message of a diagnostic. Sorts its
/// places and edits.
pub(super) fn finish(found: &mut Diagnostic) {
    found.others.sort_unstable();
    let count = found.others.len();
    if count > 0 {
        let lines = if count == 1 { "line" } else { "lines" };
        found.message = format!("{} (and {count} similar {lines})", found.message);
    }
    let whom = match *found.dialects {
        [Dialect::Standard] => "except for Google, ",
        [Dialect::Google] => "for Google, ",
        _ => "",
    };
    if !whom.is_empty() && !found.names_dialects {
        found.message.insert_str(0, whom);
    }
    found.edits.sort_by_key(|edit| (edit.start, edit.end));
}
