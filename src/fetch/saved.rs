//! Feature `serde`: what is kept of a copy is its [`Access`]; matchers are
//! made anew.

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
