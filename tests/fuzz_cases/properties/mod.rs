//! Properties of arbitrary input: one function per fuzz target, which panics if the property is
//! violated.
//!
//! Fuzzers and tests run the same functions. Inputs are text as far as possible, so that stored
//! cases are readable.

pub mod canonical;
pub mod diff;
pub mod fetch;
pub mod lines;
pub mod lint;
pub mod round_trip;
pub mod rules;
pub mod target;
pub mod usage;
pub mod verdict;

/// A property of any input.
pub type Check = fn(&[u8]);

/// Every fuzz target by its name.
pub const TARGETS: [(&str, Check); 10] = [
    ("canonical", canonical::check),
    ("diff", diff::check),
    ("fetch", fetch::check),
    ("lines", lines::check),
    ("lint", lint::check),
    ("round_trip", round_trip::check),
    ("rules", rules::check),
    ("target", target::check),
    ("usage", usage::check),
    ("verdict", verdict::check),
];
