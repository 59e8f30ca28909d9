//! Writes a robots.txt from a parsed file, from code, or for serde.

mod builder;
#[cfg(feature = "serde")]
mod serde;
mod writer;

pub use self::builder::{BuildError, BuildErrorKind, RobotsBuilder};
#[cfg(feature = "crawlers")]
pub(crate) use self::builder::{pattern_to_write, sitemap_to_write};
