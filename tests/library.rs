//! The library beyond verdicts, one folder for each of its modules: where a robots.txt lives, what a fetch of it means,
//! what is odd about it, what it holds beside rules, and how it is written anew.

mod fetch;
mod lint;
mod location;
mod moving;
mod records;
mod write;

#[path = "support/corpus.rs"]
mod corpus;
#[path = "support/mixed_files.rs"]
mod mixed_files;
#[path = "support/random.rs"]
mod random;
