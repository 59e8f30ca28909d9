//! A robots.txt written anew: from what was read, from code, and by serde.

mod builder;
#[cfg(feature = "serde")]
mod serde;
mod writer;

pub use self::builder::{BuildError, BuildErrorKind, RobotsBuilder};
