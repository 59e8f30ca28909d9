//! Differences between two files: named cases, every URL over a small alphabet, real files, and
//! expensive files.

#[path = "../naive/mod.rs"]
mod naive;
#[path = "../support/mod.rs"]
mod support;

mod cases;
mod corpus;
mod dialects;
mod exhaustive;
mod incidents;
mod limits;

use robots_exclusion::diff::{Difference, Direction};

/// Returns the direction and URL of each change. Panics if the difference is undecided.
#[track_caller]
pub(crate) fn changes<'d>(difference: &'d Difference<'_>) -> Vec<(Direction, &'d str)> {
    assert!(difference.is_decided, "{difference:?}");
    let changes = difference.changes.iter();
    changes
        .map(|change| (change.direction(), &*change.url))
        .collect()
}
