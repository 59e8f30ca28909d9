//! A robots.txt written anew: from what was read, from what was asked for, and by serde.

mod builder;
#[cfg(feature = "serde")]
mod serialize;
mod writer;
