//! What the crate costs on files and URLs that are made to cost much: heap and instructions, counted; time, which
//! grows no faster than the input; no recursion; and that many threads can share what it makes.

#[path = "../support/corpus.rs"]
mod corpus;
mod families;
mod growth;
mod heap;
mod hostile;
mod instructions;
mod lint;
#[path = "../support/random.rs"]
mod random;
mod selection;
mod threads;
mod time;
#[cfg(feature = "aipref")]
mod usage;
mod walks;
