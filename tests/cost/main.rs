//! Tests of cost on adversarial files and URLs: exact counts of allocations and instructions, time
//! limits that hold on a busy machine, stack usage, and matchers shared between threads.

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
mod usage;
mod walks;
