//! What a robots.txt means beyond a verdict: its records, what is odd about
//! it, and how it is written anew.

mod builder;
mod generator;
mod lint_cases;
mod lint_corpus;
mod lint_properties;
mod records;
#[cfg(feature = "serde")]
mod serialize;
mod writer;
