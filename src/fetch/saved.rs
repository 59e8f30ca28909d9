//! Serialisation of the hosts of a cache (feature `serde`).

use serde::de::{Deserialize, Deserializer, Error};

use super::CachedRobots;
use crate::location::Scope;

/// The version of the format.
const VERSION: u32 = 1;

/// One host, as saved by a [`RobotsCache`](super::RobotsCache). Needs the feature `std` and the
/// feature `serde`.
///
/// It contains the version of the format. Deserialising another version is an error, and
/// the host is then fetched again.
#[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
pub struct SavedHost {
    /// The first field, so that another version is rejected for that reason.
    #[serde(deserialize_with = "version")]
    version: u32,
    pub(super) scope: Scope,
    pub(super) cached: CachedRobots,
}

impl SavedHost {
    pub(super) fn new(scope: Scope, cached: CachedRobots) -> SavedHost {
        SavedHost {
            version: VERSION,
            scope,
            cached,
        }
    }
}

fn version<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u32, D::Error> {
    match u32::deserialize(deserializer)? {
        VERSION => Ok(VERSION),
        _ => Err(Error::custom("unknown version of a saved robots.txt")),
    }
}
