//! Serialization of cached copies (feature `serde`).

pub(super) mod access {
    use alloc::sync::Arc;

    use serde::de::{Deserialize, Deserializer};
    use serde::ser::{Serialize, Serializer};

    use crate::fetch::Access;

    pub(in crate::fetch) fn serialize<S: Serializer>(
        access: &Arc<Access<'static>>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        (**access).serialize(serializer)
    }

    pub(in crate::fetch) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Arc<Access<'static>>, D::Error> {
        Access::deserialize(deserializer).map(Arc::new)
    }
}

/// Serialized as pairs of names and matchers.
pub(super) mod kept {
    use alloc::vec::Vec;

    use serde::de::{Deserialize, Deserializer};
    use serde::ser::Serializer;

    use crate::fetch::kept::{CrawlerNames, KeptMatchers};
    use crate::matcher::Matcher;

    pub(in crate::fetch) fn serialize<S: Serializer>(
        kept: &KeptMatchers,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(kept.pairs().map(|(names, matcher)| (names, &**matcher)))
    }

    pub(in crate::fetch) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<KeptMatchers, D::Error> {
        let pairs = Vec::<(CrawlerNames, Matcher)>::deserialize(deserializer)?;
        Ok(KeptMatchers::from_pairs(pairs.into_iter()))
    }
}

/// One host, as saved by a [`RobotsCache`](super::RobotsCache).
///
/// It contains the version of the format. Deserializing another version is an error, and
/// the host is then fetched again.
#[cfg(feature = "std")]
#[cfg_attr(docsrs, doc(cfg(all(feature = "std", feature = "serde"))))]
#[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
pub struct SavedHost {
    /// The first field, so that another version is rejected for that reason.
    version: Version,
    pub(super) scope: crate::location::Scope,
    pub(super) cached: super::CachedRobots,
}

#[cfg(feature = "std")]
impl SavedHost {
    pub(super) fn new(scope: crate::location::Scope, cached: super::CachedRobots) -> SavedHost {
        SavedHost {
            version: Version,
            scope,
            cached,
        }
    }
}

/// The version of the format, which is 1.
#[cfg(feature = "std")]
#[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
#[serde(into = "u32", try_from = "u32")]
struct Version;

#[cfg(feature = "std")]
impl From<Version> for u32 {
    fn from(_: Version) -> u32 {
        1
    }
}

#[cfg(feature = "std")]
impl TryFrom<u32> for Version {
    type Error = &'static str;

    fn try_from(version: u32) -> Result<Version, &'static str> {
        match version {
            1 => Ok(Version),
            _ => Err("unknown version of a saved robots.txt"),
        }
    }
}
