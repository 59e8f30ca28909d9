//! Writing a robots.txt: a parsed file, a builder, and serde.

mod builder;
#[cfg(feature = "serde")]
mod serialize;
mod writer;
