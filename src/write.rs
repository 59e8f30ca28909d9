//! Writes a robots.txt: from a parsed file, from code, or for serde.

mod builder;
#[cfg(feature = "serde")]
mod serde;
mod writer;

pub use self::builder::{BuildError, BuildErrorKind, RobotsBuilder};
