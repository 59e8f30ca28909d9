//! Mistakes in a robots.txt.

mod advice;
mod cases;
#[path = "../support/corpus.rs"]
mod corpus;
#[path = "../support/mixed_files.rs"]
mod mixed_files;
mod properties;
#[path = "../support/random.rs"]
mod random;
mod real_files;
mod usage;
