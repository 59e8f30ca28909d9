//! Differences between two files: named cases, every URL over a small alphabet, real files, and
//! expensive files.

mod cases;
mod corpus;
mod dialects;
mod exhaustive;
mod incidents;
mod limits;

use robots_exclusion::diff::Difference;

/// The first half of a [change](changes).
pub(crate) const ALLOWED: bool = true;
pub(crate) const DISALLOWED: bool = false;

/// Returns the new verdict and the URL of each change. Panics if the difference is undecided.
#[track_caller]
pub(crate) fn changes<'d>(difference: &'d Difference<'_>) -> Vec<(bool, &'d str)> {
    assert!(difference.is_decided, "{difference:?}");
    let changes = difference.changes.iter();
    changes
        .map(|change| (change.after.allowed(), &*change.url))
        .collect()
}
