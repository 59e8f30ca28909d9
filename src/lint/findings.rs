//! Collects diagnostics, and merges those that repeat on many lines.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::string::String;
use alloc::vec::Vec;
use core::mem;

use super::code::Severity;
use super::codes::Code;
use super::diagnostic::{BOTH, Diagnostic, only};
use super::text::Text;
use crate::dialect::Dialect;

/// The maximum number of diagnostics of one kind. Later ones are merged into the last one,
/// so that the size of a report is bounded.
const DISTINCT_MAX: usize = 100;

/// The message and the advice of diagnostics that were merged only because of their number.
const OVERFLOW: [&str; 2] = [
    "this file has more problems of this kind than are listed individually",
    "correct the problems listed before this one, and check the file again",
];

/// The maximum number of edits of one line. A line that needs more gets none, because a
/// subset of them would not implement the advice.
const LINE_EDITS_MAX: usize = 100;

/// Diagnostics with equal keys are merged: those of one kind in the same dialects, which have equal
/// arguments unless the kind has a general message. A kind is identified by its address.
type Key = (usize, Severity, usize, Vec<String>);

/// Identifies a diagnostic in both dialects. Details of its message may differ: Google's parser
/// truncates `MJ12bot` to `MJ`, for example.
type Seen = (u32, Code, Severity);

/// How the dialects of diagnostics are determined.
enum Comparison {
    /// They apply in these.
    Known(&'static [Dialect]),
    /// They apply in the other dialect, and are only recorded.
    Recorded(BTreeSet<Seen>),
    /// They apply in the chosen dialect, and in the other one if they were recorded there.
    With(BTreeSet<Seen>),
}

/// The diagnostics of a file.
pub(super) struct Findings {
    dialect: Dialect,
    comparison: Comparison,
    list: Vec<Diagnostic>,
    numbers: BTreeMap<Key, usize>,
    /// For each kind and number of dialects, the number of diagnostics and the index of the last one.
    of_kind: BTreeMap<(usize, usize), (usize, usize)>,
}

impl Findings {
    /// Starts without diagnostics. `dialect` is the one that the caller chose.
    pub(super) fn new(dialect: Dialect) -> Findings {
        Findings {
            dialect,
            comparison: Comparison::Known(BOTH),
            list: Vec::new(),
            numbers: BTreeMap::new(),
            of_kind: BTreeMap::new(),
        }
    }

    /// Makes a check in both dialects, and adds what it finds in the first, the chosen one.
    pub(super) fn in_both<'t>(
        &mut self,
        [chosen, other]: [&Text<'t>; 2],
        mut check: impl FnMut(&Text<'t>, &mut Findings),
    ) {
        self.comparison = Comparison::Recorded(BTreeSet::new());
        check(other, self);
        let recorded = mem::replace(&mut self.comparison, Comparison::Known(BOTH));
        if let Comparison::Recorded(seen) = recorded {
            self.comparison = Comparison::With(seen);
        }
        check(chosen, self);
        self.comparison = Comparison::Known(BOTH);
    }

    pub(super) fn add(&mut self, mut found: Diagnostic) {
        let seen = (found.place.line, found.code(), found.severity);
        let dialects = match &mut self.comparison {
            Comparison::Known(dialects) => dialects,
            Comparison::Recorded(recorded) => {
                recorded.insert(seen);
                return;
            }
            Comparison::With(others) if others.contains(&seen) => BOTH,
            Comparison::With(_) => only(self.dialect),
        };
        if !found.names_dialects {
            found.dialects = dialects;
        }
        if found.edits.len() > LINE_EDITS_MAX {
            found.edits.clear();
        }
        let kind = core::ptr::from_ref(found.kind) as usize;
        let arguments = match found.kind.several {
            Some(_) => Vec::new(),
            None => found.arguments.clone(),
        };
        let key = (kind, found.severity, found.dialects.len(), arguments);
        let next = self.list.len();
        let (count, last) = self
            .of_kind
            .entry((kind, found.dialects.len()))
            .or_insert((0, next));
        match self.numbers.get(&key) {
            Some(&number) => self.list[number].join(found),
            None if *count == DISTINCT_MAX => {
                self.list[*last].general = Some(OVERFLOW);
                self.list[*last].join(found);
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
            .sort_by_key(|found| (found.place.span().start, found.code()));
        self.list
    }
}
