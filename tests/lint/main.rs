//! Mistakes in a robots.txt.

#[path = "../support/cases.rs"]
mod cases;
#[path = "../support/corpus.rs"]
mod corpus;
mod findings;
#[path = "../support/generator.rs"]
mod generator;
mod properties;
#[path = "../support/random.rs"]
mod random;
mod real_files;
#[path = "../support/samples.rs"]
mod samples;
mod texts;
