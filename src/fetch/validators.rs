//! The headers of conditional requests.

use alloc::sync::Arc;

use crate::debug::AsText;

/// The maximum length of a validator, which limits the memory per host. Real servers' validators
/// are far shorter.
const LONGEST_VALIDATOR: usize = 4096;

/// The value of a header, exactly as the server sent it. It may be invalid UTF-8.
type Validator = AsText<Arc<[u8]>>;

/// The validators in a response. They make the next request conditional, so that the server can
/// answer "304 Not Modified" (RFC 9110 §13, RFC 9309 §2.4).
#[derive(Clone, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) struct Validators {
    /// The value of `ETag`, including the quotes.
    #[cfg_attr(feature = "serde", serde(with = "saved"))]
    pub(super) etag: Option<Validator>,
    #[cfg_attr(feature = "serde", serde(with = "saved"))]
    pub(super) last_modified: Option<Validator>,
    /// The URL of the response that contained the validators, if it was set.
    pub(super) url: Option<Arc<str>>,
}

impl Validators {
    /// Returns the names and values of the headers for a conditional request.
    pub(super) fn headers(&self) -> impl Iterator<Item = (&'static str, &[u8])> + Clone {
        let headers = [
            ("If-None-Match", &self.etag),
            ("If-Modified-Since", &self.last_modified),
        ];
        let headers = headers.into_iter();
        headers.filter_map(|(name, value)| Some((name, &*value.as_ref()?.0)))
    }

    #[cfg(feature = "std")]
    pub(super) fn heap_size(&self) -> usize {
        // Each allocation also has two counters.
        let lengths = self.headers().map(|(_, value)| value.len());
        let lengths = lengths.chain(self.url.as_ref().map(|url| url.len()));
        lengths.map(|length| length + 16).sum()
    }

    /// Fills in missing validators from `before`, because values that a 304 doesn't repeat remain
    /// valid (RFC 9111 §4.3.4).
    pub(super) fn or(self, before: Validators) -> Validators {
        Validators {
            etag: self.etag.or(before.etag),
            last_modified: self.last_modified.or(before.last_modified),
            url: self.url.or(before.url),
        }
    }

    /// Returns `true` if a 304 with the validators `answer` can be the answer to a conditional
    /// request with these validators. There must be one to send, and the 304 must not come from
    /// another URL.
    pub(super) fn can_be_confirmed_by(&self, answer: &Validators) -> bool {
        let is_elsewhere =
            matches!((&self.url, &answer.url), (Some(url), Some(other)) if url != other);
        self.headers().next().is_some() && !is_elsewhere
    }
}

/// Returns the value if it can be sent in a request.
pub(super) fn sendable(value: &[u8]) -> Option<Validator> {
    // A validator is sent back unchanged, so it must fit into a header.
    let is_sendable = (1..=LONGEST_VALIDATOR).contains(&value.len())
        && value
            .iter()
            .all(|&byte| byte == b'\t' || !byte.is_ascii_control());
    is_sendable.then(|| AsText(value.into()))
}

/// Serialisation (requires the `serde` feature). Each byte of a value is saved as the character
/// with that number, because values may be invalid UTF-8.
#[cfg(feature = "serde")]
mod saved {
    use alloc::string::String;
    use alloc::vec::Vec;

    use serde::de::{Deserialize, Deserializer};
    use serde::ser::{Serialize, Serializer};

    type Value = Option<super::Validator>;

    pub(super) fn serialize<S: Serializer>(
        value: &Value,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        // Save each byte as the character with that number, so that most validators stay readable.
        let text = value
            .as_ref()
            .map(|value| value.0.iter().copied().map(char::from));
        text.map(String::from_iter).serialize(serializer)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Value, D::Error> {
        let text = Option::<String>::deserialize(deserializer)?.unwrap_or_default();
        let bytes: Option<Vec<u8>> = text.chars().map(|byte| u8::try_from(byte).ok()).collect();
        // Loaded values must pass the same checks as received ones.
        Ok(bytes.and_then(|bytes| super::sendable(&bytes)))
    }
}
