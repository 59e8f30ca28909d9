//! What makes a request conditional, and where it may be sent.

use alloc::sync::Arc;
use core::fmt;

use crate::debug::AsText;

/// No validator of a real server comes near this, and one is kept per host.
const LONGEST_VALIDATOR: usize = 4096;

/// What a server wants to hear again to answer "304 Not Modified"
/// (RFC 9110 §13, RFC 9309 §2.4).
///
/// Sending them is optional. They belong to the URL that the response came
/// from: [`CachedRobots::validators_for`](super::CachedRobots::validators_for)
/// gives them for that URL alone, so that after a redirect they go to its
/// target and to no other.
///
/// ```
/// use robots_exclusion::fetch::{CachedRobots, FetchResult, Timestamp};
/// use url::Url;
///
/// let url = Url::parse("https://example.com/robots.txt").unwrap();
/// let result = FetchResult::response(200, "User-agent: *\nDisallow: /a\n")
///     .url(&url)
///     .header("ETag", "\"5e2\"");
/// let mut cached = CachedRobots::default();
/// cached.record(result, Timestamp::UNIX_EPOCH);
///
/// let validators = cached.validators_for(&url).expect("there is a copy, with a validator");
/// assert_eq!(validators.etag(), Some(&b"\"5e2\""[..])); // goes into If-None-Match
/// assert_eq!(validators.last_modified(), None); // goes into If-Modified-Since
/// let other = Url::parse("https://example.net/robots.txt").unwrap();
/// assert!(cached.validators_for(&other).is_none());
/// ```
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Validators {
    etag: Option<Arc<[u8]>>,
    last_modified: Option<Arc<[u8]>>,
    url: Option<Arc<str>>,
}

impl Validators {
    /// The value of `ETag`, to be sent as `If-None-Match`.
    ///
    /// As the server wrote it, quotes included; not always UTF-8, but without
    /// control characters other than tabs, and never longer than 4096 bytes:
    /// any other value is not kept.
    pub fn etag(&self) -> Option<&[u8]> {
        self.etag.as_deref()
    }

    /// The value of `Last-Modified`, to be sent as `If-Modified-Since`; as the
    /// server wrote it, with the same bounds as [`etag`](Self::etag).
    pub fn last_modified(&self) -> Option<&[u8]> {
        self.last_modified.as_deref()
    }

    /// The URL of the response that they came with, if
    /// [the result](super::FetchResult::url) said so.
    pub fn url(&self) -> Option<&str> {
        self.url.as_deref()
    }

    /// Whether there is nothing to make a conditional request with.
    pub fn is_empty(&self) -> bool {
        self.etag.is_none() && self.last_modified.is_none()
    }

    /// The headers of a conditional request: `If-None-Match` and
    /// `If-Modified-Since`, as far as there are values for them.
    ///
    /// ```
    /// use robots_exclusion::fetch::{CachedRobots, FetchResult, Timestamp};
    ///
    /// let mut cached = CachedRobots::default();
    /// cached.record(FetchResult::response(404, "").header("etag", "\"5e2\""), Timestamp::UNIX_EPOCH);
    /// let headers = cached.validators().expect("there is a copy").to_headers();
    /// assert_eq!(headers.get(http::header::IF_NONE_MATCH).unwrap(), "\"5e2\"");
    /// ```
    #[cfg(feature = "http")]
    #[cfg_attr(docsrs, doc(cfg(feature = "http")))]
    pub fn to_headers(&self) -> http::HeaderMap {
        use http::header::{HeaderMap, HeaderValue, IF_MODIFIED_SINCE, IF_NONE_MATCH};
        let mut headers = HeaderMap::new();
        for (name, value) in [
            (IF_NONE_MATCH, self.etag()),
            (IF_MODIFIED_SINCE, self.last_modified()),
        ] {
            if let Some(value) = value.and_then(|value| HeaderValue::from_bytes(value).ok()) {
                headers.insert(name, value);
            }
        }
        headers
    }

    pub(super) fn keep_etag(&mut self, value: &[u8]) {
        keep(&mut self.etag, value);
    }

    pub(super) fn keep_last_modified(&mut self, value: &[u8]) {
        keep(&mut self.last_modified, value);
    }

    pub(super) fn keep_url(&mut self, url: &str) {
        self.url = Some(url.into());
    }

    /// These, where they are given, else those of `before`: what a 304 does
    /// not repeat still holds (RFC 9111 §4.3.4).
    pub(super) fn or(self, before: Validators) -> Validators {
        Validators {
            etag: self.etag.or(before.etag),
            last_modified: self.last_modified.or(before.last_modified),
            url: self.url.or(before.url),
        }
    }

    /// Whether both are known to come from URLs that are not the same.
    pub(super) fn are_of_another_url(&self, other: &Validators) -> bool {
        matches!((&self.url, &other.url), (Some(url), Some(other)) if url != other)
    }
}

/// Keeps the first value that may be echoed in a request.
fn keep(slot: &mut Option<Arc<[u8]>>, value: &[u8]) {
    let sendable = |&byte: &u8| byte == b'\t' || !byte.is_ascii_control();
    if slot.is_none()
        && (1..=LONGEST_VALIDATOR).contains(&value.len())
        && value.iter().all(sendable)
    {
        *slot = Some(value.into());
    }
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

/// Feature `serde`: values are text in which each character is the byte of
/// its number, as they need not be UTF-8.
#[cfg(feature = "serde")]
mod saved {
    use alloc::string::String;
    use alloc::vec::Vec;

    use serde::de::{Deserialize, Deserializer};
    use serde::ser::{Serialize, Serializer};

    use super::Validators;

    #[derive(serde::Serialize, serde::Deserialize)]
    #[serde(rename = "Validators")]
    struct Saved {
        etag: Option<String>,
        last_modified: Option<String>,
        url: Option<String>,
    }

    impl Serialize for Validators {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            let text = |value: &[u8]| -> String { value.iter().copied().map(char::from).collect() };
            Saved {
                etag: self.etag().map(text),
                last_modified: self.last_modified().map(text),
                url: self.url().map(String::from),
            }
            .serialize(serializer)
        }
    }

    impl<'de> Deserialize<'de> for Validators {
        fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Validators, D::Error> {
            let saved = Saved::deserialize(deserializer)?;
            let mut validators = Validators {
                url: saved.url.map(Into::into),
                ..Validators::default()
            };
            // What could not have been kept is not loaded either.
            let bytes = |text: String| -> Option<Vec<u8>> {
                text.chars().map(|byte| u8::try_from(byte).ok()).collect()
            };
            if let Some(value) = saved.etag.and_then(bytes) {
                validators.keep_etag(&value);
            }
            if let Some(value) = saved.last_modified.and_then(bytes) {
                validators.keep_last_modified(&value);
            }
            Ok(validators)
        }
    }
}
