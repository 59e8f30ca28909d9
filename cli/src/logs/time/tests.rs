//! Dates and times of logs.

use super::*;

/// Every day of 800 years follows the day before it, and is displayed as it is parsed.
#[test]
fn dates_are_consecutive_and_displayed_as_they_are_parsed() {
    let mut last = None;
    for year in 1600..2400 {
        for month in 1..=12 {
            for day in 1..=31 {
                let Some(number) = days(year, month, day) else {
                    continue;
                };
                assert!(
                    last.is_none_or(|last| last + 1 == number),
                    "{year}-{month}-{day}"
                );
                last = Some(number);
                let text = format!("{year:04}-{month:02}-{day:02}");
                assert_eq!(Date(number * DAY).to_string(), text);
                assert_eq!(date(text.as_bytes()), Some(number * DAY));
            }
        }
    }
    assert_eq!(days(1970, 1, 1), Some(0));
}

#[test]
fn times_of_json_logs_have_many_forms() {
    for text in [
        "\"2026-03-01T00:00:00Z\"",
        "\"2026-03-01T01:00:00.123+01:00\"",
        "\"2026-02-28 23:00:00-0100\"",
        "\"01/Mar/2026:00:00:00 +0000\"",
        "1772323200",
        "1772323200.9",
        "1772323200000",
        "1772323200000000000",
        "\"1772323200.123\"",
    ] {
        let value = serde_json::from_str(text).unwrap();
        assert_eq!(json(&value), Some(1_772_323_200), "{text}");
    }
    for text in [
        "\"\"",
        "\"2026-13-01T00:00:00Z\"",
        "-5",
        "null",
        "\"2026-03-01T00:00:00+1\"",
    ] {
        assert_eq!(json(&serde_json::from_str(text).unwrap()), None, "{text}");
    }
}
