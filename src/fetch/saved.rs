//! Serialisation of the hosts in a cache (requires the `serde` feature).

use serde::de::{Deserialize, Deserializer, Error};

use super::CachedRobots;
use crate::location::Scope;

/// The version of the format.
pub(super) const VERSION: u32 = 1;

/// A host, as saved by a [`RobotsCache`](super::RobotsCache). Requires the `std` feature and the
/// `serde` feature.
///
/// It contains the version of the format. Deserialising another version is an error, which means
/// that the host is fetched again.
#[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
pub struct SavedHost {
    /// This is the first field, so that another version is rejected for that reason.
    #[serde(deserialize_with = "version")]
    pub(super) version: u32,
    pub(super) scope: Scope,
    pub(super) cached: CachedRobots,
}

fn version<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u32, D::Error> {
    match u32::deserialize(deserializer)? {
        VERSION => Ok(VERSION),
        _ => Err(Error::custom("unknown version of a saved robots.txt")),
    }
}
