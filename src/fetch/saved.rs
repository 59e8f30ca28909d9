//! Feature `serde`: what is kept of a copy is its
//! [`Access`](super::Access); matchers are made anew of a file that is kept.

pub(super) mod stored {
    use alloc::sync::Arc;

    use serde::de::{Deserialize, Deserializer};
    use serde::ser::{Serialize, Serializer};

    use crate::fetch::Access;
    use crate::fetch::matchers::Stored;

    pub(in crate::fetch) fn serialize<S: Serializer>(
        stored: &Arc<Stored>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        stored.access.serialize(serializer)
    }

    pub(in crate::fetch) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Arc<Stored>, D::Error> {
        Access::deserialize(deserializer)
            .map(|access: Access<'static>| Arc::new(Stored::new(access)))
    }
}

/// Pairs of names and matchers.
pub(super) mod only_for {
    use alloc::vec::Vec;

    use serde::de::{Deserialize, Deserializer};
    use serde::ser::Serializer;

    use crate::Matcher;
    use crate::fetch::only_for::{Names, OnlyFor};

    pub(in crate::fetch) fn serialize<S: Serializer>(
        only_for: &OnlyFor,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(only_for.pairs().map(|(names, matcher)| (names, &**matcher)))
    }

    pub(in crate::fetch) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<OnlyFor, D::Error> {
        let pairs = Vec::<(Names, Matcher<'static>)>::deserialize(deserializer)?;
        Ok(OnlyFor::from_pairs(pairs.into_iter()))
    }
}
