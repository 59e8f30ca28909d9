//! Typed readers: what the values of some records say.

use alloc::borrow::Cow;
use core::time::Duration;

use url::Url;

use crate::canonical::escape;

/// How many requests a site asks crawlers to make in how much time, and when.
///
/// ```abnf
/// request-rate = requests "/" period [unit] [1*WSP hours]
/// requests     = 1*DIGIT              ; not 0, below 2^32
/// period       = 1*DIGIT              ; not 0, below 2^32
/// unit         = "s" / "m" / "h" / "d" ; seconds, if there is none
/// hours        = HHMM "-" HHMM        ; 0000 to 2400, UTC
/// ```
///
/// ```
/// use robots_exclusion::Robots;
///
/// let robots = Robots::parse("user-agent: *\nrequest-rate: 2/5m 0600-0845");
/// let rate = robots.records().next().unwrap().request_rate().unwrap();
/// assert_eq!(rate.requests(), 2);
/// assert_eq!(rate.period().as_secs(), 300);
/// assert_eq!(rate.interval().as_secs(), 150);
/// assert_eq!(rate.hours(), Some((6 * 60, 8 * 60 + 45)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct RequestRate {
    requests: u32,
    period: Duration,
    hours: Option<(u16, u16)>,
}

impl RequestRate {
    /// How many requests may be made in one [period](RequestRate::period); at
    /// least 1.
    pub fn requests(&self) -> u32 {
        self.requests
    }

    /// The time for so many [requests](RequestRate::requests); never zero.
    pub fn period(&self) -> Duration {
        self.period
    }

    /// The time from one request to the next if they are spread evenly. Unlike a
    /// `crawl-delay` it may be longer than a day, or than a lifetime.
    pub fn interval(&self) -> Duration {
        self.period / self.requests
    }

    /// From when to when it applies, in minutes after midnight UTC; `None` if it
    /// always applies. The first is greater if midnight lies between.
    pub fn hours(&self) -> Option<(u16, u16)> {
        self.hours
    }

    pub(super) fn parse(value: &[u8]) -> Option<RequestRate> {
        let value = core::str::from_utf8(value).ok()?;
        let (rate, hours) = match value.split_once([' ', '\t']) {
            Some((rate, hours)) => (rate, Some(hours.trim_start_matches([' ', '\t']))),
            None => (value, None),
        };
        let (requests, period) = rate.split_once('/')?;
        let digits = period.trim_end_matches(|letter: char| letter.is_ascii_alphabetic());
        let unit: u64 = match &period[digits.len()..] {
            "" | "s" | "S" => 1,
            "m" | "M" => 60,
            "h" | "H" => 60 * 60,
            "d" | "D" => 24 * 60 * 60,
            _ => return None,
        };
        let requests: u32 = whole_number(requests)?;
        let period: u32 = whole_number(digits)?;
        if requests == 0 || period == 0 {
            return None;
        }
        let hours = match hours {
            Some(hours) => {
                let (from, to) = hours.split_once('-')?;
                Some((minutes_of_day(from)?, minutes_of_day(to)?))
            }
            None => None,
        };
        Some(RequestRate {
            requests,
            period: Duration::from_secs(u64::from(period) * unit),
            hours,
        })
    }
}

/// `1*DIGIT`: `str::parse` would take a sign, too.
fn whole_number<N: core::str::FromStr>(digits: &str) -> Option<N> {
    let all_digits = digits.bytes().all(|byte| byte.is_ascii_digit());
    all_digits.then(|| digits.parse().ok()).flatten()
}

/// The minutes of `HHMM` since midnight.
fn minutes_of_day(time: &str) -> Option<u16> {
    let number: u16 = whole_number(time).filter(|_| time.len() == 4)?;
    let (hour, minute) = (number / 100, number % 100);
    (minute < 60 && (hour < 24 || number == 2400)).then_some(hour * 60 + minute)
}

const DAY: Duration = Duration::from_secs(24 * 60 * 60);

/// `crawl-delay = 1*DIGIT ["." *DIGIT]`, at most a day.
pub(crate) fn parse_crawl_delay(value: &[u8]) -> Option<Duration> {
    let dot = memchr::memchr(b'.', value);
    let (whole, fraction) = value.split_at(dot.unwrap_or(value.len()));
    let fraction = fraction.strip_prefix(b".").unwrap_or_default();
    let mut digits = whole.iter().chain(fraction);
    if whole.is_empty() || !digits.all(u8::is_ascii_digit) {
        return None;
    }
    let decimal = |number: u64, &digit: &u8| {
        number
            .saturating_mul(10)
            .saturating_add(u64::from(digit - b'0'))
    };
    let seconds = whole.iter().fold(0, decimal);
    let padded = fraction.iter().chain(core::iter::repeat(&b'0'));
    let nanos = padded.take(9).fold(0, decimal);
    let delay = Duration::from_secs(seconds) + Duration::from_nanos(nanos);
    let finer = fraction.iter().skip(9).any(|&digit| digit != b'0');
    (delay < DAY || delay == DAY && !finer).then_some(delay)
}

/// The value of a `sitemap` line as a URL with scheme and host.
pub(crate) fn absolute_url(value: &[u8]) -> Option<Url> {
    let scheme = memchr::memchr(b':', value)?;
    // A browser makes a URL of `https:sitemap.xml`, too.
    if !value[scheme + 1..].starts_with(b"//") {
        return None;
    }
    let spelled = match core::str::from_utf8(value) {
        Ok(text) => Cow::Borrowed(text),
        Err(_) => escape(value, |byte| byte >= 0x80),
    };
    let url = Url::parse(&spelled).ok()?;
    url.host_str()
        .is_some_and(|host| !host.is_empty())
        .then_some(url)
}
