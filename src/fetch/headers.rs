//! The response headers that say how long a robots.txt lasts and when to come
//! back: `Cache-Control`, `Age`, `ETag`, `Last-Modified`, `Retry-After`, `Date`.
//!
//! Values come from strangers. What cannot be read is as if it were not there,
//! but for a `max-age` that cannot be read, which means a day; numbers of any
//! length saturate; of several values the first counts (RFC 9111 §4.2.1).

use alloc::boxed::Box;
use core::time::Duration;

/// How long a copy is fresh where the server does not say (RFC 9309 §2.4).
const DAY: Duration = Duration::from_secs(24 * 60 * 60);

/// No validator of a real server comes near this, and one is kept per host.
const LONGEST_VALIDATOR: usize = 4096;

/// What was read of a response's headers.
#[derive(Clone, Debug, Default)]
pub(super) struct Headers {
    life: Life,
    age: Option<Duration>,
    retry_after: Option<RetryAfter>,
    /// Since the Unix epoch.
    date: Option<Duration>,
    validators: Validators,
}

/// What `Cache-Control` says of a response's life.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Life {
    /// `None` if there is no such directive, `Some(None)` if it cannot be read.
    max_age: Option<Option<Duration>>,
    /// `no-store` or `no-cache`.
    zero: bool,
    /// Whether there is a `Cache-Control` at all.
    stated: bool,
}

#[derive(Clone, Copy, Debug)]
enum RetryAfter {
    Delay(Duration),
    /// Since the Unix epoch.
    Date(Duration),
}

impl Headers {
    /// Reads one header line; those without a meaning here are skipped.
    pub(super) fn add(&mut self, name: &str, value: &[u8]) {
        let value = value.trim_ascii();
        let is = |known: &str| name.eq_ignore_ascii_case(known);
        if is("cache-control") {
            self.life.read(value);
        } else if is("age") {
            // A list here is a header repeated and joined; its first member counts (RFC 9111 §5.1).
            let first = value.split(|&byte| byte == b',').next().unwrap_or_default();
            self.age = self.age.or_else(|| seconds(first.trim_ascii()));
        } else if is("retry-after") {
            let date = || date(value).map(RetryAfter::Date);
            let read = || seconds(value).map(RetryAfter::Delay).or_else(date);
            self.retry_after = self.retry_after.or_else(read);
        } else if is("date") {
            self.date = self.date.or_else(|| date(value));
        } else if is("etag") {
            keep(&mut self.validators.etag, value);
        } else if is("last-modified") {
            keep(&mut self.validators.last_modified, value);
        }
    }

    pub(super) fn life(&self) -> Life {
        self.life
    }

    pub(super) fn age(&self) -> Duration {
        self.age.unwrap_or_default()
    }

    pub(super) fn validators(&self) -> &Validators {
        &self.validators
    }

    /// How long `Retry-After` asks to wait; `now` is the caller's time, used
    /// where the response does not say when it was sent.
    pub(super) fn retry_after(&self, now: Duration) -> Option<Duration> {
        self.retry_after.map(|retry_after| match retry_after {
            RetryAfter::Delay(delay) => delay,
            RetryAfter::Date(date) => date.saturating_sub(self.date.unwrap_or(now)),
        })
    }
}

impl Life {
    /// Reads a list of directives (RFC 9111 §5.2):
    ///
    /// ```abnf
    /// Cache-Control   = #cache-directive
    /// cache-directive = token [ "=" ( token / quoted-string ) ]
    /// ```
    fn read(&mut self, value: &[u8]) {
        self.stated = true;
        let mut rest = value;
        while !rest.is_empty() {
            let directive;
            (directive, rest) = split_list(rest);
            let mut parts = directive.splitn(2, |&byte| byte == b'=');
            let name = parts.next().unwrap_or_default().trim_ascii();
            if name.eq_ignore_ascii_case(b"max-age") {
                let argument = unquote(parts.next().unwrap_or_default().trim_ascii());
                self.max_age.get_or_insert(seconds(argument));
            } else if name.eq_ignore_ascii_case(b"no-store")
                || name.eq_ignore_ascii_case(b"no-cache")
            {
                self.zero = true;
            }
        }
    }

    /// The life of this response or, if it says nothing of it, of the one
    /// before it.
    pub(super) fn or(self, before: Self) -> Self {
        if self.stated { self } else { before }
    }

    /// How long a response that is `age` old has still to live.
    pub(super) fn remaining(&self, age: Duration) -> Duration {
        match self.max_age {
            _ if self.zero => Duration::ZERO,
            Some(Some(max_age)) => max_age.saturating_sub(age),
            Some(None) | None => DAY,
        }
    }
}

/// What a server wants to hear again to answer "304 Not Modified"
/// (RFC 9110 §13, RFC 9309 §2.4).
///
/// Sending them is optional. They belong to the URL that the response came
/// from: after a redirect, send them with the request for its target alone.
///
/// ```
/// use core::time::Duration;
/// use robots_exclusion::fetch::{CachedRobots, FetchResult};
///
/// let mut cached = CachedRobots::default();
/// let result = FetchResult::response(200, "User-agent: *\nDisallow: /a\n").header("ETag", "\"5e2\"");
/// cached.record(&result, Duration::from_secs(1_700_000_000));
///
/// let validators = cached.validators().expect("there is a copy");
/// assert_eq!(validators.etag(), Some(&b"\"5e2\""[..])); // goes into If-None-Match
/// assert_eq!(validators.last_modified(), None); // goes into If-Modified-Since
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Validators {
    etag: Option<Box<[u8]>>,
    last_modified: Option<Box<[u8]>>,
}

impl Validators {
    /// The value of `ETag`, to be sent as `If-None-Match`.
    ///
    /// As the server wrote it, quotes included; not always UTF-8, but without
    /// control characters other than tabs, and never longer than 4096 bytes: any other value
    /// is not kept.
    ///
    /// ```
    /// use core::time::Duration;
    /// use robots_exclusion::fetch::{CachedRobots, FetchResult};
    ///
    /// let mut cached = CachedRobots::default();
    /// cached.record(&FetchResult::response(200, "").header("ETag", "W/\"5e2\""), Duration::ZERO);
    /// assert_eq!(cached.validators().and_then(|kept| kept.etag()), Some(&b"W/\"5e2\""[..]));
    /// ```
    pub fn etag(&self) -> Option<&[u8]> {
        self.etag.as_deref()
    }

    /// The value of `Last-Modified`, to be sent as `If-Modified-Since`; as the
    /// server wrote it, with the same bounds as [`etag`](Self::etag).
    ///
    /// ```
    /// use core::time::Duration;
    /// use robots_exclusion::fetch::{CachedRobots, FetchResult};
    ///
    /// let date = "Sun, 06 Nov 1994 08:49:37 GMT";
    /// let mut cached = CachedRobots::default();
    /// cached.record(&FetchResult::response(200, "").header("Last-Modified", date), Duration::ZERO);
    /// assert_eq!(cached.validators().and_then(|kept| kept.last_modified()), Some(date.as_bytes()));
    /// ```
    pub fn last_modified(&self) -> Option<&[u8]> {
        self.last_modified.as_deref()
    }

    /// Whether there is nothing to make a conditional request with.
    ///
    /// ```
    /// assert!(robots_exclusion::fetch::Validators::default().is_empty());
    /// ```
    pub fn is_empty(&self) -> bool {
        self.etag.is_none() && self.last_modified.is_none()
    }

    /// The headers of a conditional request: `If-None-Match` and
    /// `If-Modified-Since`, as far as there are values for them.
    ///
    /// ```
    /// use core::time::Duration;
    /// use robots_exclusion::fetch::{CachedRobots, FetchResult};
    ///
    /// let mut cached = CachedRobots::default();
    /// cached.record(&FetchResult::response(404, "").header("etag", "\"5e2\""), Duration::ZERO);
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

    /// These, where they are given, else those of `before`: what a 304 does
    /// not repeat still holds (RFC 9111 §4.3.4).
    pub(super) fn or(&self, before: Self) -> Self {
        Self {
            etag: self.etag.clone().or(before.etag),
            last_modified: self.last_modified.clone().or(before.last_modified),
        }
    }
}

/// Keeps the first value that may be echoed in a request.
fn keep(slot: &mut Option<Box<[u8]>>, value: &[u8]) {
    let sendable = |&byte: &u8| byte == b'\t' || !byte.is_ascii_control();
    if slot.is_none()
        && (1..=LONGEST_VALIDATOR).contains(&value.len())
        && value.iter().all(sendable)
    {
        *slot = Some(value.into());
    }
}

/// Splits off the first member of a comma-separated list; a comma inside a
/// quoted string separates nothing, and a string that is not closed reaches to
/// the end.
fn split_list(list: &[u8]) -> (&[u8], &[u8]) {
    let (mut quoted, mut escaped) = (false, false);
    let end = list.iter().position(|&byte| match byte {
        _ if escaped => {
            escaped = false;
            false
        }
        b'\\' if quoted => {
            escaped = true;
            false
        }
        b'"' => {
            quoted = !quoted;
            false
        }
        byte => byte == b',' && !quoted,
    });
    match end {
        Some(end) => (&list[..end], &list[end + 1..]),
        None => (list, &[]),
    }
}

/// RFC 9111 §5.2 has recipients take both forms of an argument.
fn unquote(argument: &[u8]) -> &[u8] {
    argument
        .strip_prefix(b"\"")
        .and_then(|rest| rest.strip_suffix(b"\""))
        .unwrap_or(argument)
}

/// `delta-seconds = 1*DIGIT` (RFC 9111 §1.2.2); what is too large to count is
/// as large as can be counted.
fn seconds(value: &[u8]) -> Option<Duration> {
    if value.is_empty() || !value.iter().all(u8::is_ascii_digit) {
        return None;
    }
    let digit = |sum: u64, byte: &u8| {
        sum.saturating_mul(10)
            .saturating_add(u64::from(byte - b'0'))
    };
    Some(Duration::from_secs(value.iter().fold(0, digit)))
}

/// An HTTP-date (RFC 9110 §5.6.7), since the Unix epoch.
#[cfg(feature = "std")]
fn date(value: &[u8]) -> Option<Duration> {
    extern crate std;
    let date = httpdate::parse_http_date(core::str::from_utf8(value).ok()?).ok()?;
    date.duration_since(std::time::UNIX_EPOCH).ok()
}

/// Without `std` there is no reader of dates.
#[cfg(not(feature = "std"))]
fn date(_: &[u8]) -> Option<Duration> {
    None
}
