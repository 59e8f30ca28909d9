//! Collects diagnostics, and merges those that repeat on many lines.

use alloc::collections::btree_map::{BTreeMap, Entry};
use alloc::collections::btree_set::BTreeSet;
use alloc::string::String;
use alloc::vec::Vec;

use super::code::Severity;
use super::codes::Code;
use super::diagnostic::Diagnostic;
use crate::dialect::Dialect;

/// The maximum number of diagnostics of one kind. Further ones are merged into the last one, so
/// that the size of a report is bounded.
const DISTINCT_MAX: usize = 100;

/// The message and the advice for diagnostics that were only merged because there were too many.
const OVERFLOW: [&str; 2] = [
    "this file has more problems of this kind than are listed individually",
    "correct the problems listed before this one, and check the file again",
];

/// The maximum number of edits per line. A line that needs more doesn't get any, because a subset
/// of them wouldn't implement the advice.
const LINE_EDITS_MAX: usize = 100;

/// The diagnostics of one kind that apply in the same set of dialects, and the index of the last
/// one. Diagnostics with equal severity are merged if their arguments are equal, or if the kind
/// joins all of them.
type OfKind = (BTreeMap<(Severity, Vec<String>), usize>, usize);

/// Identifies a diagnostic in both dialects. Details of its message may differ: Google's parser
/// truncates `MJ12bot` to `MJ`, for example.
type Seen = (u32, Code, Severity);

/// The diagnostics of a file.
#[derive(Default)]
pub(super) struct Findings {
    /// The findings of the current check in the other dialect. `None` if the check is only made
    /// once, so its findings apply in both dialects.
    in_other: Option<BTreeSet<Seen>>,
    /// Only the dialect that the caller chose, or `None` while a check is made in the other one.
    chosen: Option<&'static [Dialect]>,
    list: Vec<Diagnostic>,
    /// The keys are a code, its texts and the number of dialects.
    of_kind: BTreeMap<(Code, [&'static str; 2], usize), OfKind>,
}

impl Findings {
    /// Makes the checks in another dialect than the chosen one. Further findings are compared with
    /// what they find there, until [`stop_comparing`](Findings::stop_comparing) is called.
    pub(super) fn compare(&mut self, chosen: &'static [Dialect], check: impl FnOnce(&mut Self)) {
        self.in_other = Some(BTreeSet::new());
        check(self);
        self.chosen = Some(chosen);
    }

    /// Lets further findings apply in both dialects.
    pub(super) fn stop_comparing(&mut self) {
        self.in_other = None;
    }

    pub(super) fn add(&mut self, mut found: Diagnostic) {
        let seen = (found.line(), found.code, found.severity);
        match (&mut self.in_other, self.chosen) {
            (Some(others), None) => {
                others.insert(seen);
                return;
            }
            (Some(others), Some(chosen)) if !found.names_dialects && !others.contains(&seen) => {
                found.dialects = chosen;
            }
            _ => {}
        }
        // The advice is still true.
        if found.edits.len() > LINE_EDITS_MAX {
            found.edits.clear();
        }
        // Some texts have a form for several findings that differ.
        let arguments = match found.texts.iter().any(|text| text.contains('[')) {
            true => Vec::new(),
            false => found.arguments.clone(),
        };
        // The same problem, in the same dialects, is reported at its first place.
        let kind = (found.code, found.texts, found.dialects.len());
        let (known, last) = self.of_kind.entry(kind).or_default();
        let count = known.len();
        match known.entry((found.severity, arguments)) {
            Entry::Occupied(number) => self.list[*number.get()].join(found),
            // There are too many different ones.
            Entry::Vacant(_) if count == DISTINCT_MAX => {
                self.list[*last].texts = OVERFLOW;
                self.list[*last].join(found);
            }
            Entry::Vacant(new) => {
                *last = *new.insert(self.list.len());
                self.list.push(found);
            }
        }
    }

    /// Returns the diagnostics in file order.
    pub(super) fn in_order(mut self) -> Vec<Diagnostic> {
        self.list
            .sort_by_key(|found| (found.span().start, found.code));
        self.list
    }
}

impl Extend<Diagnostic> for Findings {
    fn extend<I: IntoIterator<Item = Diagnostic>>(&mut self, found: I) {
        found.into_iter().for_each(|found| self.add(found));
    }
}
