//! Mistakes in a robots.txt.

#[path = "../support/cases.rs"]
mod cases;
#[path = "../support/corpus.rs"]
mod corpus;
mod findings;
#[path = "../support/mixed_files.rs"]
mod mixed_files;
mod properties;
#[path = "../support/random.rs"]
mod random;
mod real_files;
mod texts;
