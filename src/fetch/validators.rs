//! The headers of conditional requests.

use alloc::sync::Arc;
use core::fmt;

use crate::debug::AsText;

/// The maximum length of a validator, which limits the memory per host. Real servers' validators
/// are far shorter.
const LONGEST_VALIDATOR: usize = 4096;

/// The validators in a response. They make the next request conditional, so that the server can
/// answer "304 Not Modified" (RFC 9110 §13, RFC 9309 §2.4).
///
/// You don't have to send them. They belong to the URL that the response came from, so
/// [`CachedRobots::validators_for`](super::CachedRobots::validators_for) only returns them for that
/// URL. After a redirect, they are therefore only sent to its target.
///
/// ```
/// use robots_exclusion::fetch::{CachedRobots, FetchOutcome, Timestamp};
/// use url::Url;
///
/// let url = Url::parse("https://example.com/robots.txt").unwrap();
/// let outcome = FetchOutcome::response(200, "User-agent: *\nDisallow: /a\n")
///     .url(&url)
///     .header("ETag", "\"5e2\"");
/// let mut cached = CachedRobots::default();
/// cached.record(outcome, Timestamp::UNIX_EPOCH);
///
/// let validators = cached.validators_for(&url).expect("there is a copy, with a validator");
/// assert_eq!(validators.etag(), Some(&b"\"5e2\""[..])); // goes into If-None-Match
/// assert_eq!(validators.last_modified(), None); // goes into If-Modified-Since
/// let other = Url::parse("https://example.net/robots.txt").unwrap();
/// assert!(cached.validators_for(&other).is_none());
/// ```
#[derive(Clone, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Validators {
    #[cfg_attr(feature = "serde", serde(with = "saved"))]
    pub(super) etag: Option<Arc<[u8]>>,
    #[cfg_attr(feature = "serde", serde(with = "saved"))]
    pub(super) last_modified: Option<Arc<[u8]>>,
    pub(super) url: Option<Arc<str>>,
}

impl Validators {
    /// Returns the value of `ETag`, which should be sent as `If-None-Match`.
    ///
    /// The value is exactly what the server sent, including the quotes. It may be invalid UTF-8.
    /// Values with control characters other than tabs and values longer than 4096 bytes aren't
    /// kept.
    pub fn etag(&self) -> Option<&[u8]> {
        self.etag.as_deref()
    }

    /// Returns the value of `Last-Modified`, which should be sent as `If-Modified-Since`. It is
    /// exactly what the server sent, within the limits described for [`etag`](Self::etag).
    pub fn last_modified(&self) -> Option<&[u8]> {
        self.last_modified.as_deref()
    }

    /// Returns the URL of the response that contained the validators, if it was
    /// [set](super::FetchOutcome::url).
    pub fn url(&self) -> Option<&str> {
        self.url.as_deref()
    }

    /// Returns `true` if there is neither an `ETag` nor a `Last-Modified`.
    pub fn is_empty(&self) -> bool {
        self.etag.is_none() && self.last_modified.is_none()
    }

    /// Returns the names and values of the headers for a conditional request. These are
    /// `If-None-Match` and `If-Modified-Since`, but only if there is a value for them.
    ///
    /// ```
    /// use robots_exclusion::fetch::{CachedRobots, FetchOutcome, Timestamp};
    ///
    /// let mut cached = CachedRobots::default();
    /// cached.record(FetchOutcome::response(404, "").header("etag", "\"5e2\""), Timestamp::UNIX_EPOCH);
    /// let mut headers = cached.validators().expect("there is a copy").headers();
    /// assert_eq!(headers.next(), Some(("If-None-Match", &b"\"5e2\""[..])));
    /// assert_eq!(headers.next(), None);
    /// ```
    pub fn headers(&self) -> impl Iterator<Item = (&'static str, &[u8])> + Clone {
        let headers = [
            ("If-None-Match", self.etag()),
            ("If-Modified-Since", self.last_modified()),
        ];
        let headers = headers.into_iter();
        headers.filter_map(|(name, value)| Some((name, value?)))
    }

    #[cfg(feature = "std")]
    pub(super) fn heap_size(&self) -> usize {
        // Each allocation also has two counters.
        let bytes = [self.etag(), self.last_modified()].into_iter().flatten();
        let lengths = bytes.map(<[u8]>::len).chain(self.url().map(str::len));
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
        !self.is_empty() && !is_elsewhere
    }
}

/// Returns the value if it can be sent in a request.
pub(super) fn sendable(value: &[u8]) -> Option<Arc<[u8]>> {
    // A validator is sent back unchanged, so it must fit into a header.
    let is_sendable = (1..=LONGEST_VALIDATOR).contains(&value.len())
        && value
            .iter()
            .all(|&byte| byte == b'\t' || !byte.is_ascii_control());
    is_sendable.then(|| value.into())
}

impl fmt::Debug for Validators {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Validators")
            .field("etag", &self.etag().map(AsText))
            .field("last_modified", &self.last_modified().map(AsText))
            .field("url", &self.url)
            .finish()
    }
}

/// Serialisation (requires the `serde` feature). Each byte of a value is saved as the character
/// with that number, because values may be invalid UTF-8.
#[cfg(feature = "serde")]
mod saved {
    use alloc::string::String;
    use alloc::sync::Arc;
    use alloc::vec::Vec;

    use serde::de::{Deserialize, Deserializer};
    use serde::ser::{Serialize, Serializer};

    type Value = Option<Arc<[u8]>>;

    pub(super) fn serialize<S: Serializer>(
        value: &Value,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        // Save each byte as the character with that number, so that most validators stay readable.
        let text = value
            .as_ref()
            .map(|value| value.iter().copied().map(char::from));
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
