//! What changes between two files: named cases, every URL of a small alphabet, real files, and files made to cost much.

#[path = "../naive/mod.rs"]
mod naive;
#[path = "../support/mod.rs"]
mod support;

mod cases;
mod corpus;
mod exhaustive;
mod incidents;
mod limits;

use robots_exclusion::diff::{Difference, Direction};

/// Direction and URL of each change; demands that all is decided.
#[track_caller]
pub(crate) fn changes<'d>(difference: &'d Difference<'_>) -> Vec<(Direction, &'d str)> {
    assert!(difference.is_decided(), "{difference:?}");
    let changes = difference.changes().iter();
    changes
        .map(|change| (change.direction(), change.url()))
        .collect()
}
