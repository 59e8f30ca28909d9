//! Parsers for the values of typed records.

use alloc::borrow::Cow;
use core::num::NonZero;
use core::time::Duration;

use percent_encoding::{AsciiSet, percent_encode};
use url::Url;

/// The value of a `request-rate` record: a number of requests per period, optionally limited to
/// certain hours. Hours that can't be parsed are ignored, so the rate then applies at all hours.
///
/// ```abnf
/// request-rate = requests "/" period [unit] [1*WSP hours]
/// requests     = 1*DIGIT              ; not 0, below 2^32
/// period       = 1*DIGIT              ; not 0, below 2^32
/// unit         = "s" / "m" / "h" / "d" ; seconds by default
/// hours        = HHMM "-" HHMM        ; 0000 to 2400, UTC
/// ```
///
/// ```
/// use robots_exclusion::Robots;
///
/// let robots = Robots::parse("user-agent: *\nrequest-rate: 2/5m 0600-0845");
/// let rate = robots.records().next().unwrap().request_rate().unwrap();
/// assert_eq!(rate.requests.get(), 2);
/// assert_eq!(rate.period.as_secs(), 300);
/// assert_eq!(rate.hours, Some((6 * 60, 8 * 60 + 45)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct RequestRate {
    /// The number of requests allowed in one [period](RequestRate::period).
    pub requests: NonZero<u32>,
    /// The length of the period in which this number of [requests](RequestRate::requests) is
    /// allowed. It is never zero.
    pub period: Duration,
    /// The start and end of the daily interval in which the rate applies, in minutes after midnight
    /// UTC, or `None` if it always applies. The start is greater than the end if the interval spans
    /// midnight.
    ///
    /// A rate always applies if its hours can't be parsed, as in `8/2m 07:00-21:00`.
    pub hours: Option<(u16, u16)>,
}

impl RequestRate {
    /// Parses a rate by splitting it from the outside in: first at the blank before the hours, then
    /// at the slash, and finally before the letters of the unit.
    pub(crate) fn parse(value: &[u8]) -> Option<RequestRate> {
        let value = core::str::from_utf8(value).ok()?;
        // `2/5m 0600-0845` is a rate followed by hours.
        let (rate, hours) = value.split_once([' ', '\t']).unwrap_or((value, ""));
        // `2/5m` is a number and a period with a unit.
        let (requests, period) = rate.split_once('/')?;
        let digits = period.trim_end_matches(|letter: char| letter.is_ascii_alphabetic());
        let unit: u64 = match &period[digits.len()..] {
            "" | "s" | "S" => 1,
            "m" | "M" => 60,
            "h" | "H" => 60 * 60,
            "d" | "D" => 24 * 60 * 60,
            _ => return None,
        };
        // Neither may be zero, because the interval is their quotient.
        let [requests, period] = [requests, digits].map(whole_number::<NonZero<u32>>);
        // A rate with unreadable hours still asks for politeness, so it applies at any time.
        Some(RequestRate {
            requests: requests?,
            period: Duration::from_secs(u64::from(period?.get()) * unit),
            hours: interval_of_day(hours.trim_start_matches([' ', '\t'])),
        })
    }
}

/// Parses `HHMM "-" HHMM` as minutes since midnight.
fn interval_of_day(hours: &str) -> Option<(u16, u16)> {
    // The interval may span midnight.
    let (from, to) = hours.split_once('-')?;
    Some((minutes_of_day(from)?, minutes_of_day(to)?))
}

/// Parses `1*DIGIT`. `str::parse` on its own would also accept a sign.
fn whole_number<N: core::str::FromStr>(digits: &str) -> Option<N> {
    // Exclude a sign, which the standard library accepts.
    let is_digit = |byte: u8| byte.is_ascii_digit();
    digits.parse().ok().filter(|_| digits.bytes().all(is_digit))
}

/// Converts `HHMM` to minutes since midnight.
fn minutes_of_day(time: &str) -> Option<u16> {
    let number: u16 = whole_number(time).filter(|_| time.len() == 4)?;
    // 2400 is the end of a day.
    let (hour, minute) = (number / 100, number % 100);
    (minute < 60 && (hour < 24 || number == 2400)).then_some(hour * 60 + minute)
}

/// The longest `crawl-delay`. Larger values are clamped to this one.
pub(crate) const LONGEST_CRAWL_DELAY: Duration = Duration::from_secs(24 * 60 * 60);

/// Parses `crawl-delay = 1*DIGIT ["." *DIGIT]` without applying
/// [`LONGEST_CRAWL_DELAY`]. Digits beyond nanoseconds are dropped.
pub(crate) fn parse_crawl_delay(value: &[u8]) -> Option<Duration> {
    let mut parts = value.splitn(2, |&byte| byte == b'.');
    let (whole, fraction) = (parts.next()?, parts.next().unwrap_or_default());
    // This rejects signs, exponents and units.
    let mut digits = whole.iter().chain(fraction);
    if whole.is_empty() || !digits.all(u8::is_ascii_digit) {
        return None;
    }
    // Both parts are saturating. The fraction is padded with zeros to nine digits, which makes it
    // nanoseconds.
    let seconds = whole.iter().fold(0, append_digit);
    let padded = fraction.iter().chain(core::iter::repeat(&b'0'));
    let nanos = padded.take(9).fold(0, append_digit);
    Some(Duration::from_secs(seconds) + Duration::from_nanos(nanos))
}

/// Appends a digit to a decimal number, saturating if the number becomes absurdly large.
pub(crate) fn append_digit(number: u64, digit: &u8) -> u64 {
    let digit = u64::from(digit - b'0');
    number.saturating_mul(10).saturating_add(digit)
}

/// Parses the value of a `sitemap` or `license` line as a URL with a scheme and a host.
pub(crate) fn absolute_url(value: &[u8]) -> Option<Url> {
    let scheme = memchr::memchr(b':', value)?;
    // The URL Standard also accepts `https:sitemap.xml` and reads `sitemap.xml` as its host.
    if !value[scheme + 1..].starts_with(b"//") {
        return None;
    }
    // `file:///sitemap.xml` has no host.
    let has_host = |url: &Url| url.host_str().is_some_and(|host| !host.is_empty());
    Url::parse(&as_text(value)).ok().filter(has_host)
}

/// Returns a value as text. If it is in another encoding, its non-ASCII bytes are percent-encoded,
/// because a URL in another encoding is still a URL.
pub(crate) fn as_text(value: &[u8]) -> Cow<'_, str> {
    match core::str::from_utf8(value) {
        Ok(text) => Cow::Borrowed(text),
        Err(_) => percent_encode(value, &AsciiSet::EMPTY).into(),
    }
}

/// Splits the value of a `content-usage` or `content-signal` line into its path and its statement.
/// Either may be empty.
///
/// A value has a path if it begins with `/`. A value that begins with `/` and doesn't contain a
/// space or tab has no statement.
pub(crate) fn split_statement(value: &[u8]) -> (&[u8], &[u8]) {
    if value.first() != Some(&b'/') {
        return (b"", value);
    }
    let is_blank = |byte: &u8| matches!(byte, b' ' | b'\t');
    // The path ends at the first blank, and the statement begins after the blanks that follow.
    let end = value.iter().position(is_blank).unwrap_or(value.len());
    let (path, rest) = value.split_at(end);
    let blanks = rest.iter().take_while(|byte| is_blank(byte)).count();
    (path, &rest[blanks..])
}
