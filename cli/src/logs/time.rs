//! Times in logs, as seconds since 1970, UTC.
//!
//! There are only a few formats, and they don't change, so a library for dates and time zones
//! would add more to the build than it would save here.

#[cfg(test)]
mod tests;

use std::fmt;

use serde_json::Value;

const MINUTE: i64 = 60;
const HOUR: i64 = 60 * MINUTE;
pub(super) const DAY: i64 = 24 * HOUR;

/// Returns the number of days from 1970-01-01 to a date in the Gregorian calendar, or `None` if
/// the date doesn't exist. Counts in eras of 400 years that begin on the first of March, so
/// that leap days come last.
fn days(year: i64, month: i64, day: i64) -> Option<i64> {
    let is_leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let longest = match month {
        4 | 6 | 9 | 11 => 30,
        2 if is_leap => 29,
        2 => 28,
        1..=12 => 31,
        _ => return None,
    };
    if !(1..=longest).contains(&day) || !(1..=9999).contains(&year) {
        return None;
    }
    let year = if month <= 2 { year - 1 } else { year };
    let (era, of_era) = (year.div_euclid(400), year.rem_euclid(400));
    let of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    Some(era * 146_097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719_468)
}

/// The date of a time in seconds since 1970.
pub(super) struct Date(pub(super) i64);

impl fmt::Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // The inverse of `days`.
        let days = self.0.div_euclid(DAY) + 719_468;
        let (era, of_era) = (days.div_euclid(146_097), days.rem_euclid(146_097));
        let year = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
        let of_year = of_era - (365 * year + year / 4 - year / 100);
        let month = (5 * of_year + 2) / 153;
        let day = of_year - (153 * month + 2) / 5 + 1;
        let month = if month < 10 { month + 3 } else { month - 9 };
        let year = era * 400 + year + i64::from(month <= 2);
        write!(f, "{year:04}-{month:02}-{day:02}")
    }
}

fn digits(bytes: &[u8]) -> Option<i64> {
    let is_number = !bytes.is_empty() && bytes.len() < 10 && bytes.iter().all(u8::is_ascii_digit);
    is_number.then(|| {
        bytes
            .iter()
            .fold(0, |sum, byte| 10 * sum + i64::from(byte - b'0'))
    })
}

/// Parses `13:55:36`.
fn clock(bytes: &[u8]) -> Option<i64> {
    let [h1, h2, b':', m1, m2, b':', s1, s2] = *bytes else {
        return None;
    };
    let [hour, minute, second] = [[h1, h2], [m1, m2], [s1, s2]].map(|pair| digits(&pair));
    let (hour, minute, second) = (hour?, minute?, second?);
    (hour < 24 && minute < 60 && second <= 60).then_some(hour * HOUR + minute * MINUTE + second)
}

/// Parses an offset from UTC: `+0200`, `+02:00` or `Z`.
fn offset(bytes: &[u8]) -> Option<i64> {
    let (sign, bytes) = match bytes {
        b"Z" | b"z" => return Some(0),
        [b'+', bytes @ ..] => (1, bytes),
        [b'-', bytes @ ..] => (-1, bytes),
        _ => return None,
    };
    let (hours, minutes) = match bytes {
        [_, _, b':', _, _] => (&bytes[..2], &bytes[3..]),
        [_, _, _, _] => bytes.split_at(2),
        _ => return None,
    };
    Some(sign * (digits(hours)? * HOUR + digits(minutes)? * MINUTE))
}

/// Parses the time of the common log format: `10/Oct/2000:13:55:36 -0700`.
pub(super) fn common(bytes: &[u8]) -> Option<i64> {
    const MONTHS: [&[u8]; 12] = [
        b"Jan", b"Feb", b"Mar", b"Apr", b"May", b"Jun", b"Jul", b"Aug", b"Sep", b"Oct", b"Nov",
        b"Dec",
    ];
    let [
        d1,
        d2,
        b'/',
        m1,
        m2,
        m3,
        b'/',
        y1,
        y2,
        y3,
        y4,
        b':',
        rest @ ..,
    ] = bytes
    else {
        return None;
    };
    let name = [*m1, *m2, *m3];
    let month = MONTHS.iter().position(|month| *month == name)? as i64 + 1;
    let days = days(digits(&[*y1, *y2, *y3, *y4])?, month, digits(&[*d1, *d2])?)?;
    let time = days * DAY + clock(rest.get(..8)?)?;
    match rest.get(8..)? {
        [] => Some(time),
        [b' ', zone @ ..] => Some(time - offset(zone)?),
        _ => None,
    }
}

/// Parses `2026-03-01`.
pub(super) fn date(bytes: &[u8]) -> Option<i64> {
    let [y1, y2, y3, y4, b'-', m1, m2, b'-', d1, d2] = bytes else {
        return None;
    };
    let days = days(
        digits(&[*y1, *y2, *y3, *y4])?,
        digits(&[*m1, *m2])?,
        digits(&[*d1, *d2])?,
    )?;
    Some(days * DAY)
}

/// Parses the date and time of the W3C extended format, which are in UTC.
pub(super) fn w3c(day: &[u8], time: &[u8]) -> Option<i64> {
    Some(date(day)? + clock(time.get(..8)?)?)
}

/// Parses the time of a JSON log: RFC 3339, the common log format, or a number of seconds,
/// milliseconds, microseconds or nanoseconds.
pub(super) fn json(value: &Value) -> Option<i64> {
    if let Value::String(text) = value {
        let bytes = text.as_bytes();
        let number = || seconds(text.parse().ok()?);
        return rfc3339(bytes).or_else(|| common(bytes)).or_else(number);
    }
    seconds(value.as_f64()?)
}

/// Converts a number to seconds. Its size tells the unit, because seconds have at most eleven
/// digits.
fn seconds(number: f64) -> Option<i64> {
    const UNITS: [f64; 4] = [1.0, 1e3, 1e6, 1e9];
    let unit = UNITS.iter().find(|unit| number / **unit < 1e11)?;
    (number >= 0.0).then_some((number / unit) as i64)
}

fn rfc3339(bytes: &[u8]) -> Option<i64> {
    let time = date(bytes.get(..10)?)?;
    let (b'T' | b't' | b' ') = bytes.get(10)? else {
        return None;
    };
    let time = time + clock(bytes.get(11..19)?)?;
    let zone = bytes[19..]
        .iter()
        .position(|byte| !matches!(byte, b'.' | b'0'..=b'9'));
    match zone {
        None => Some(time),
        Some(zone) => Some(time - offset(&bytes[19 + zone..])?),
    }
}
