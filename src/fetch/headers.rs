//! The response headers that say how long a robots.txt lasts and when to come
//! back: `Cache-Control`, `Age`, `ETag`, `Last-Modified`, `Retry-After`, `Date`.
//!
//! Values come from strangers. What cannot be read is as if it were not there,
//! but for a `max-age` that cannot be read, which means a day; numbers of any
//! length saturate; of several values the first counts (RFC 9111 §4.2.1).

use core::time::Duration;

use super::time::{DAY, Timestamp};
use super::validators::Validators;

/// What was read of a response's headers.
#[derive(Clone, Debug, Default)]
pub(super) struct Headers {
    life: Life,
    age: Option<Duration>,
    retry_after: Option<RetryAfter>,
    date: Option<Timestamp>,
    pub(super) validators: Validators,
}

/// What `Cache-Control` says about a response's life.
#[derive(Clone, Copy, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) struct Life {
    /// `None` if there is no such directive, `Some(None)` if it cannot be read:
    /// of several the first counts. Both mean the same life.
    max_age: Option<Option<Duration>>,
    /// `no-store` or `no-cache`.
    zero: bool,
    /// Whether there is a `Cache-Control` at all.
    stated: bool,
}

#[derive(Clone, Copy, Debug)]
enum RetryAfter {
    Delay(Duration),
    Date(Timestamp),
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
            self.validators.keep_etag(value);
        } else if is("last-modified") {
            self.validators.keep_last_modified(value);
        }
    }

    pub(super) fn life(&self) -> Life {
        self.life
    }

    pub(super) fn age(&self) -> Duration {
        self.age.unwrap_or_default()
    }

    /// How long `Retry-After` asks to wait; `now` is the caller's time, used
    /// where the response does not say when it was sent.
    pub(super) fn retry_after(&self, now: Timestamp) -> Option<Duration> {
        self.retry_after.map(|retry_after| match retry_after {
            RetryAfter::Delay(delay) => delay,
            RetryAfter::Date(date) => date.duration_since(self.date.unwrap_or(now)),
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
    pub(super) fn or(self, before: Life) -> Life {
        if self.stated { self } else { before }
    }

    /// How long a response that is `age` old has still to live.
    pub(super) fn remaining(&self, age: Duration) -> Duration {
        match self.max_age {
            _ if self.zero => Duration::ZERO,
            Some(Some(max_age)) => max_age.saturating_sub(age),
            // How long a copy is fresh where the server does not say (RFC 9309 §2.4).
            Some(None) | None => DAY,
        }
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

/// An HTTP-date (RFC 9110 §5.6.7).
#[cfg(feature = "std")]
fn date(value: &[u8]) -> Option<Timestamp> {
    let date = httpdate::parse_http_date(core::str::from_utf8(value).ok()?).ok()?;
    // A date before 1970 is none: the back-off serves better than the epoch.
    date.duration_since(std::time::UNIX_EPOCH)
        .ok()
        .map(Timestamp::from_unix)
}

/// Without `std` there is no reader of dates.
#[cfg(not(feature = "std"))]
fn date(_: &[u8]) -> Option<Timestamp> {
    None
}
