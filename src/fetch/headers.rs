//! Parses the response headers that determine how long a robots.txt is fresh and when to try again.
//! These are `Cache-Control`, `Age`, `ETag`, `Last-Modified`, `Retry-After` and `Date`. In
//! addition, `Content-Encoding` shows that the body may still be compressed.
//!
//! Values are untrusted. Malformed ones are ignored, except that a malformed `max-age` means a day
//! and a malformed `Content-Encoding` counts as a coding. Numbers above the maximum are clamped to
//! it, and if there are several values, the first one is used (RFC 9111 §4.2.1).

#[cfg(feature = "std")]
use alloc::vec::Vec;
use core::mem;
use core::time::Duration;

use super::time::Timestamp;
use super::validators::{Validators, sendable};
use crate::records::append_digit;

/// The parsed headers of a response.
#[derive(Clone, Debug, Default)]
pub(super) struct Headers {
    /// `None` without a `Cache-Control` header.
    pub(super) life: Option<Life>,
    pub(super) age: Option<Duration>,
    retry_after: Option<RetryAfter>,
    date: Option<Timestamp>,
    /// `true` if a `Content-Encoding` contains a coding other than `identity`.
    pub(super) is_coded: bool,
    pub(super) validators: Validators,
    #[cfg(feature = "std")]
    pub(super) location: Option<Vec<u8>>,
}

/// The freshness lifetime that `Cache-Control` specifies.
#[derive(Clone, Copy, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) struct Life {
    /// `None` if there is no `max-age` directive, or `Some(None)` if the first one is malformed.
    /// Both mean a day, but a malformed first directive hides the ones after it.
    pub(super) max_age: Option<Option<Duration>>,
}

#[derive(Clone, Copy, Debug)]
enum RetryAfter {
    Delay(Duration),
    Date(Timestamp),
}

impl Headers {
    /// Parses one header line and ignores headers that are irrelevant here.
    pub(super) fn add(&mut self, name: &str, value: &[u8]) {
        // If a header is repeated, its first value counts, unless it is a list.
        let value = value.trim_ascii();
        match &*name.to_ascii_lowercase() {
            "cache-control" => self.life.get_or_insert_default().read(value),
            "age" => {
                // A list results from joining repeated headers, so its first member counts (RFC
                // 9111 §5.1).
                keep_first(&mut self.age, split_list(value).next().and_then(seconds));
            }
            "retry-after" => {
                // This is either seconds or a date (RFC 9110 §10.2.3).
                let delay = seconds(value).map(RetryAfter::Delay);
                let read = delay.or_else(|| date(value).map(RetryAfter::Date));
                keep_first(&mut self.retry_after, read);
            }
            "date" => keep_first(&mut self.date, date(value)),
            "content-encoding" => {
                // `Content-Encoding = #content-coding` (RFC 9110 §8.4), and a list may have empty
                // members.
                let is_identity =
                    |coding: &[u8]| coding.is_empty() || coding.eq_ignore_ascii_case(b"identity");
                self.is_coded |= !split_list(value).all(is_identity);
            }
            "etag" => keep_first(&mut self.validators.etag, sendable(value)),
            "last-modified" => keep_first(&mut self.validators.last_modified, sendable(value)),
            #[cfg(feature = "std")]
            "location" => keep_first(&mut self.location, Some(value.to_vec())),
            _ => {}
        }
    }

    /// Returns the delay that `Retry-After` asks for. If it is a date, the delay is counted from
    /// the response's `Date`, or from `now` if there is none.
    pub(super) fn retry_after(&self, now: Timestamp) -> Option<Duration> {
        self.retry_after.map(|retry_after| match retry_after {
            RetryAfter::Delay(delay) => delay,
            // Both dates come from the same clock, which doesn't have to be ours.
            RetryAfter::Date(date) => date.duration_since(self.date.unwrap_or(now)),
        })
    }
}

impl Life {
    /// Parses a list of directives (RFC 9111 §5.2):
    ///
    /// ```abnf
    /// Cache-Control   = #cache-directive
    /// cache-directive = token [ "=" ( token / quoted-string ) ]
    /// ```
    fn read(&mut self, value: &[u8]) {
        for directive in split_list(value) {
            let mut parts = directive.splitn(2, |&byte| byte == b'=');
            let name = parts.next().unwrap_or_default().trim_ascii();
            if name.eq_ignore_ascii_case(b"max-age") {
                // RFC 9111 §5.2 asks recipients to accept an argument with and without quotes.
                let argument = parts.next().unwrap_or_default().trim_ascii();
                let quoted = argument.strip_prefix(b"\"");
                let bare = quoted.and_then(|rest| rest.strip_suffix(b"\""));
                // A value that can't be parsed counts as well, so that a later one doesn't take its
                // place.
                self.max_age
                    .get_or_insert(seconds(bare.unwrap_or(argument)));
            } else if name.eq_ignore_ascii_case(b"no-store")
                || name.eq_ignore_ascii_case(b"no-cache")
            {
                self.max_age = Some(Some(Duration::ZERO));
            }
        }
    }
}

/// Fills a slot unless an earlier header already did.
fn keep_first<T>(slot: &mut Option<T>, read: Option<T>) {
    *slot = slot.take().or(read);
}

/// Returns the trimmed items of a comma-separated list.
///
/// Commas inside quoted strings don't separate items. An unclosed string extends to the end.
fn split_list(list: &[u8]) -> impl Iterator<Item = &[u8]> {
    let (mut is_quoted, mut is_escaped) = (false, false);
    let items = list.split(move |&byte| {
        // Within quotes, a backslash escapes the next byte.
        if !mem::take(&mut is_escaped) {
            is_escaped = is_quoted && byte == b'\\';
            is_quoted ^= byte == b'"';
        }
        byte == b',' && !is_quoted
    });
    items.map(<[u8]>::trim_ascii)
}

/// Parses `delta-seconds = 1*DIGIT` (RFC 9111 §1.2.2). Values above the maximum are clamped to it.
fn seconds(value: &[u8]) -> Option<Duration> {
    let is_number = !value.is_empty() && value.iter().all(u8::is_ascii_digit);
    is_number.then(|| Duration::from_secs(value.iter().fold(0, append_digit)))
}

/// Parses an HTTP-date (RFC 9110 §5.6.7).
#[cfg(feature = "std")]
fn date(value: &[u8]) -> Option<Timestamp> {
    let date = httpdate::parse_http_date(core::str::from_utf8(value).ok()?).ok()?;
    // Dates before 1970 are ignored, because the default back-off is a better guess.
    let passed = date.duration_since(std::time::UNIX_EPOCH).ok()?;
    Some(Timestamp(passed))
}

/// Ignores dates, because parsing them requires `std`.
#[cfg(not(feature = "std"))]
fn date(_: &[u8]) -> Option<Timestamp> {
    None
}
