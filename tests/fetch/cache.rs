//! Time lines: what holds, and what is to be done next, as results come in.
//!
//! Times are seconds since the first event of a line.

use std::sync::Arc;
use std::time::Duration;

use robots_exclusion::fetch::{
    Access, CachePolicy, CachedRobots, FetchResult, Hop, Redirects, Refresh, Timestamp,
};
use robots_exclusion::{Dialect, ParseOptions, Robots, Unavailable};
use url::Url;

const START: u64 = 1_700_000_000;
const MINUTE: u64 = 60;
const HOUR: u64 = 60 * MINUTE;
const DAY: u64 = 24 * HOUR;

/// What may be fetched.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Holds {
    /// What `file(name)` says.
    File(char),
    /// Everything, as there is no file.
    Everything(Unavailable),
    /// Nothing, as the file could not be had.
    Nothing(Unavailable),
}
use Holds::{Everything, File, Nothing};

/// What is to be done, times being relative to the start.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Then {
    Now,
    Fresh(u64),
    Retry(u64),
}
use Then::{Fresh, Now, Retry};

enum Step {
    /// A result came in.
    Got(u64, FetchResult<'static>),
    /// This holds, and this is to be done.
    Is(u64, Holds, Then),
}
use Step::{Got, Is};

const FILES: [(char, &str); 2] = [
    ('a', "User-agent: *\nDisallow: /a\n"),
    ('b', "User-agent: *\nDisallow: /b\n"),
];

pub(crate) fn file(name: char) -> FetchResult<'static> {
    let (_, text) = FILES
        .iter()
        .find(|file| file.0 == name)
        .expect("a name of a file");
    FetchResult::response(200, *text)
}

pub(crate) fn status(code: u16) -> FetchResult<'static> {
    FetchResult::response(code, "")
}

pub(crate) fn what_holds(access: &Access<'_>) -> Holds {
    let (a, b) = (
        access.allowed("ExampleBot", "/a"),
        access.allowed("ExampleBot", "/b"),
    );
    match (access.unavailable(), a, b) {
        (None, false, true) => File('a'),
        (None, true, false) => File('b'),
        (Some(why), true, true) => Everything(why),
        (Some(why), false, false) => Nothing(why),
        odd => panic!("neither a file nor all or nothing: {odd:?}"),
    }
}

fn at(seconds: u64) -> Timestamp {
    Timestamp::from_unix(Duration::from_secs(START + seconds))
}

#[track_caller]
fn run(name: &str, policy: CachePolicy, steps: Vec<Step>) -> CachedRobots {
    let mut cached = CachedRobots::new(policy);
    for (number, step) in steps.into_iter().enumerate() {
        match step {
            Got(time, result) => cached.record(result, at(time)),
            Is(time, holds, then) => {
                let outlook = cached.at(at(time));
                assert_eq!(
                    what_holds(outlook.access()),
                    holds,
                    "{name}: step {number}, at {time}"
                );
                let then = match then {
                    Now => Refresh::Now,
                    Fresh(until) => Refresh::FreshUntil(at(until)),
                    Retry(time) => Refresh::RetryAt(at(time)),
                };
                assert_eq!(outlook.refresh(), then, "{name}: step {number}, at {time}");
                assert!(
                    outlook.access().allowed("ExampleBot", "/robots.txt"),
                    "{name}: step {number}"
                );
            }
        }
    }
    cached
}

#[track_caller]
fn line(name: &str, steps: Vec<Step>) -> CachedRobots {
    run(name, CachePolicy::default(), steps)
}

const NOT_FETCHED: Holds = Nothing(Unavailable::NotFetched);
const TOO_LONG: Holds = Everything(Unavailable::UnreachableTooLong);
const UNREACHABLE: Holds = Nothing(Unavailable::Unreachable);
const NO_FILE: Holds = Everything(Unavailable::Status(404));
const BROKEN: Holds = Nothing(Unavailable::BrokenResponse);

fn nothing(code: u16) -> Holds {
    Nothing(Unavailable::Status(code))
}

fn down() -> FetchResult<'static> {
    FetchResult::unreachable()
}

#[test]
fn not_fetched_yet() {
    line(
        "never",
        vec![Is(0, NOT_FETCHED, Now), Is(31 * DAY, NOT_FETCHED, Now)],
    );
}

#[test]
fn a_copy_is_fresh_for_24_hours() {
    line(
        "no Cache-Control",
        vec![
            Got(0, file('a')),
            Is(0, File('a'), Fresh(DAY)),
            Is(DAY - 1, File('a'), Fresh(DAY)),
            Is(DAY, File('a'), Now),
            Is(40 * DAY, File('a'), Now),
            Got(40 * DAY, file('b')),
            Is(40 * DAY, File('b'), Fresh(41 * DAY)),
        ],
    );
}

#[test]
fn no_restrictions_live_as_long_as_a_file() {
    let code = |code| (status(code), Everything(Unavailable::Status(code)));
    for (result, holds) in [
        code(404),
        code(403),
        code(410),
        (FetchResult::missing(), Everything(Unavailable::NotFound)),
    ] {
        line(
            "no file",
            vec![
                Got(0, result.clone()),
                Is(DAY - 1, holds, Fresh(DAY)),
                Is(DAY, holds, Now),
                Got(DAY, result.clone().header("Cache-Control", "max-age=3600")),
                Is(DAY, holds, Fresh(DAY + HOUR)),
                Got(DAY + HOUR, file('a')),
                Is(DAY + HOUR, File('a'), Fresh(2 * DAY + HOUR)),
                Got(2 * DAY, result.clone()),
                Is(2 * DAY, holds, Fresh(3 * DAY)),
            ],
        );
    }
}

#[test]
fn a_refresh_may_come_early() {
    line(
        "early",
        vec![
            Got(0, file('a')),
            Got(HOUR, file('b')),
            Is(HOUR, File('b'), Fresh(DAY + HOUR)),
        ],
    );
}

#[test]
fn status_304_makes_the_copy_fresh_again() {
    line(
        "304",
        vec![
            Got(0, file('a').header("ETag", "\"1\"")),
            Got(DAY, status(304)),
            Is(DAY, File('a'), Fresh(2 * DAY)),
            Got(2 * DAY, status(304).header("Cache-Control", "max-age=600")),
            Is(2 * DAY, File('a'), Fresh(2 * DAY + 600)),
        ],
    );
    line(
        "304 restates the life, if only by silence",
        vec![
            Got(0, file('a').header("Cache-Control", "max-age=3600")),
            Got(HOUR, status(304).header("Cache-Control", "public")),
            Is(HOUR, File('a'), Fresh(DAY + HOUR)),
        ],
    );
    line(
        "304 keeps the life it does not restate",
        vec![
            Got(0, file('a').header("Cache-Control", "max-age=3600")),
            Got(HOUR, status(304)),
            Is(HOUR, File('a'), Fresh(2 * HOUR)),
            Got(2 * HOUR, status(304).header("Age", "600")),
            Is(2 * HOUR, File('a'), Fresh(3 * HOUR - 600)),
        ],
    );
    line(
        "304 ends an outage",
        vec![
            Got(0, file('a')),
            Got(DAY, status(503)),
            Is(DAY, nothing(503), Retry(DAY + MINUTE)),
            Got(DAY + MINUTE, status(304)),
            Is(DAY + MINUTE, File('a'), Fresh(2 * DAY + MINUTE)),
            Got(2 * DAY, status(503)),
            Is(2 * DAY, nothing(503), Retry(2 * DAY + MINUTE)),
        ],
    );
    line(
        "304 of no restrictions",
        vec![
            Got(0, status(404)),
            Got(DAY, status(304)),
            Is(DAY, NO_FILE, Fresh(2 * DAY)),
        ],
    );
}

#[test]
fn status_304_without_a_copy_is_a_broken_response() {
    line(
        "304 first",
        vec![
            Got(0, status(304)),
            Is(0, BROKEN, Retry(MINUTE)),
            Got(MINUTE, status(304)),
            Is(MINUTE, BROKEN, Retry(3 * MINUTE)),
            Is(30 * DAY, BROKEN, Now),
            Is(30 * DAY + 1, TOO_LONG, Now),
        ],
    );
}

#[test]
fn validators_are_kept_and_renewed() {
    let mut cached = CachedRobots::default();
    assert_eq!(cached.validators(), None);
    let mut after = |result: FetchResult<'_>| {
        cached.record(result, at(0));
        cached.validators().map(|kept| {
            [kept.etag(), kept.last_modified()]
                .map(|value| value.map(|value| String::from_utf8_lossy(value).into_owned()))
        })
    };
    let kept = |etag: Option<&str>, modified: Option<&str>| {
        Some([etag, modified].map(|value| value.map(String::from)))
    };
    let date = "Sun, 06 Nov 1994 08:49:37 GMT";
    assert_eq!(after(status(503).header("ETag", "\"0\"")), None);
    assert_eq!(
        after(
            file('a')
                .header("etag", "W/\"1\"")
                .header("Last-Modified", date)
        ),
        kept(Some("W/\"1\""), Some(date))
    );
    assert_eq!(
        after(status(503).header("ETag", "\"2\"")),
        kept(Some("W/\"1\""), Some(date))
    );
    assert_eq!(after(status(304)), kept(Some("W/\"1\""), Some(date)));
    assert_eq!(
        after(status(304).header("ETag", "\"3\"")),
        kept(Some("\"3\""), Some(date))
    );
    assert_eq!(after(file('b')), kept(None, None));
    assert_eq!(
        after(
            file('b')
                .header("ETag", "")
                .header("ETag", "\"5\"")
                .header("ETag", "\"6\"")
        ),
        kept(Some("\"5\""), None)
    );
    assert_eq!(
        after(status(404).header("ETag", "\"4\"")),
        kept(Some("\"4\""), None)
    );
}

#[test]
fn validators_belong_to_the_url_of_the_response() {
    let url = |host: &str| Url::parse(&format!("https://{host}/robots.txt")).unwrap();
    let (here, there) = (url("here.example"), url("there.example"));
    let tagged = |name, url: &Url| file(name).url(url).header("ETag", "\"1\"");
    let mut cached = CachedRobots::default();
    assert_eq!(cached.validators_for(&here), None);
    cached.record(file('a').header("ETag", "\"0\""), at(0));
    assert_eq!(cached.validators_for(&here), None, "its URL is not known");
    cached.record(file('a').url(&here), at(0));
    assert_eq!(cached.validators_for(&here), None, "nothing to send");
    cached.record(tagged('a', &there), at(0));
    assert_eq!(cached.validators_for(&here), None);
    let kept = cached.validators_for(&there).expect("its own URL");
    assert_eq!(kept.url(), Some(there.as_str()));

    // A 304 without a URL answers whatever was asked; one from elsewhere answers nothing that was.
    cached.record(status(304), at(DAY));
    assert!(cached.validators_for(&there).is_some());
    cached.record(status(304).url(&there), at(DAY));
    assert_eq!(what_holds(cached.at(at(DAY)).access()), File('a'));
    cached.record(status(304).url(&here), at(DAY));
    assert_eq!(what_holds(cached.at(at(DAY)).access()), BROKEN);

    // The redirect leads elsewhere now.
    cached.record(tagged('b', &here), at(DAY));
    assert!(cached.validators_for(&here).is_some() && cached.validators_for(&there).is_none());
}

#[test]
fn redirects_say_where_a_result_is_from() {
    let mut redirects = Redirects::new(Url::parse("http://a.example/robots.txt").unwrap());
    assert!(matches!(
        redirects.follow(301, Some(b"https://b.example/r")),
        Hop::Request(_)
    ));
    let mut cached = CachedRobots::default();
    cached.record(redirects.result(200, "").header("ETag", "\"1\""), at(0));
    let from = cached.validators().and_then(|kept| kept.url());
    assert_eq!(from, Some("https://b.example/r"));
}

/// One compiled matcher for each crawler and copy.
#[test]
fn matchers_are_shared_as_long_as_the_copy_holds() {
    let mut cached = CachedRobots::default();
    cached.record(file('a'), at(0));
    let first = cached.at(at(0)).matcher("ExampleBot");
    let same =
        |cached: &CachedRobots, now| Arc::ptr_eq(&first, &cached.at(now).matcher("ExampleBot"));
    assert!(same(&cached, at(0)) && same(&cached.clone(), at(2 * DAY)));
    let names = cached.at(at(0)).matcher_for(&["ExampleBot", "OtherBot"]);
    assert!(!Arc::ptr_eq(&first, &names));
    cached.record(status(304), at(DAY));
    assert!(same(&cached, at(DAY)));
    cached.record(down(), at(DAY));
    assert!(!cached.at(at(DAY)).matcher("ExampleBot").allowed("/b"));
    assert!(same(&cached, at(40 * DAY)), "the last copy holds again");
    cached.record(file('a'), at(40 * DAY));
    assert!(!same(&cached, at(40 * DAY)));
    assert!(!first.allowed("/a") && first.allowed("/b"));
}

/// A stranger who names crawlers does not fill the memory; the first that asked keep theirs.
#[test]
fn matchers_are_kept_for_a_few_crawlers() {
    let mut cached = CachedRobots::default();
    let text = "user-agent: bot17\ndisallow: /a\nuser-agent: *\ndisallow: /";
    cached.record(FetchResult::response(200, text), at(0));
    let ask = |number| cached.at(at(0)).matcher(&format!("bot{number}"));
    for number in 0..40 {
        assert_eq!(ask(number).allowed("/b"), number == 17);
        assert_eq!(Arc::ptr_eq(&ask(number), &ask(number)), number < 16);
    }
}

#[test]
fn status_429_and_5xx_disallow_everything_for_now() {
    for code in [429, 500, 502, 503, 599, 407] {
        line(
            "429 and 5xx",
            vec![
                Got(0, status(code)),
                Is(0, nothing(code), Retry(MINUTE)),
                Got(MINUTE, status(code)),
                Is(MINUTE, nothing(code), Retry(3 * MINUTE)),
                Got(3 * MINUTE, file('a')),
                Is(3 * MINUTE, File('a'), Fresh(DAY + 3 * MINUTE)),
            ],
        );
    }
}

#[test]
fn retries_back_off_from_a_minute_to_an_hour() {
    let mut steps = vec![];
    let mut time = 0;
    for wait in [1, 2, 4, 8, 16, 32, 60, 60, 60] {
        let next = time + wait * MINUTE;
        steps.extend([
            Got(time, down()),
            Is(time, UNREACHABLE, Retry(next)),
            Is(next - 1, UNREACHABLE, Retry(next)),
            Is(next, UNREACHABLE, Now),
        ]);
        time = next;
    }
    steps.extend([
        Got(time, file('a')),
        Got(time, down()),
        Is(time, UNREACHABLE, Retry(time + MINUTE)),
    ]);
    line("back-off, and from the start after a success", steps);
}

#[test]
fn a_very_long_outage_does_no_harm() {
    let mut cached = CachedRobots::default();
    for hour in 0..2000 {
        cached.record(down(), at(hour * HOUR));
    }
    assert_eq!(cached.at(at(2000 * HOUR)).refresh(), Refresh::Now);
    cached.record(down(), at(2000 * HOUR));
    assert_eq!(
        cached.at(at(2000 * HOUR)).refresh(),
        Refresh::RetryAt(at(2001 * HOUR))
    );
    assert_eq!(what_holds(cached.at(at(2000 * HOUR)).access()), TOO_LONG);
}

#[test]
fn a_reason_is_that_of_the_last_failure() {
    line(
        "reasons",
        vec![
            Got(0, status(503)),
            Is(0, nothing(503), Retry(MINUTE)),
            Got(MINUTE, down()),
            Is(MINUTE, UNREACHABLE, Retry(3 * MINUTE)),
            Got(3 * MINUTE, FetchResult::broken()),
            Is(3 * MINUTE, BROKEN, Retry(7 * MINUTE)),
            Got(7 * MINUTE, status(429)),
            Is(7 * MINUTE, nothing(429), Retry(15 * MINUTE)),
        ],
    );
}

#[test]
fn retry_after_in_seconds_is_heeded_within_bounds() {
    for (value, wait) in [
        ("120", 2 * MINUTE),
        ("3600", HOUR),
        ("7200", 2 * HOUR),
        ("0", MINUTE),
        ("59", MINUTE),
        ("86400", DAY),
        ("86401", DAY),
        ("99999999999999999999999999", DAY),
        (" 120 ", 2 * MINUTE),
        ("000120", 2 * MINUTE),
    ] {
        for code in [429, 503, 500, 407] {
            line(
                value,
                vec![
                    Got(0, status(code).header("Retry-After", value)),
                    Is(0, nothing(code), Retry(wait)),
                    Is(wait - 1, nothing(code), Retry(wait)),
                    Is(wait, nothing(code), Now),
                ],
            );
        }
    }
}

#[test]
fn a_retry_after_that_cannot_be_read_means_the_back_off() {
    let long = "9".repeat(100_000) + "x";
    for value in [
        "",
        "-1",
        "+5",
        "1.5",
        "1e3",
        "soon",
        "120s",
        "0x10",
        "١٢٠",
        "120, 240",
        "32 Nov 1994",
        &long,
    ] {
        line(
            value,
            vec![
                Got(0, status(503).header("Retry-After", value)),
                Is(0, nothing(503), Retry(MINUTE)),
            ],
        );
    }
    line(
        "bytes",
        vec![
            Got(0, status(503).header("Retry-After", b"\xff120")),
            Is(0, nothing(503), Retry(MINUTE)),
        ],
    );
    let second = status(503)
        .header("Retry-After", "?")
        .header("retry-after", "120")
        .header("Retry-After", "240");
    line(
        "the first that can be read",
        vec![Got(0, second), Is(0, nothing(503), Retry(2 * MINUTE))],
    );
}

#[test]
fn a_429_with_retry_after_recovers() {
    line(
        "429",
        vec![
            Got(0, file('a')),
            Got(DAY, status(429).header("Retry-After", "1800")),
            Is(DAY, nothing(429), Retry(DAY + HOUR / 2)),
            Got(DAY + HOUR / 2, status(429)),
            Is(
                DAY + HOUR / 2,
                nothing(429),
                Retry(DAY + HOUR / 2 + 2 * MINUTE),
            ),
            Got(DAY + HOUR, file('b')),
            Is(DAY + HOUR, File('b'), Fresh(2 * DAY + HOUR)),
        ],
    );
}

/// 1_700_000_000 is Tue, 14 Nov 2023 22:13:20 GMT.
#[cfg(feature = "std")]
#[test]
fn retry_after_as_a_date() {
    for value in [
        "Tue, 14 Nov 2023 22:43:20 GMT",
        "Tuesday, 14-Nov-23 22:43:20 GMT",
        "Tue Nov 14 22:43:20 2023",
    ] {
        let result = || status(503).header("Retry-After", value);
        line(
            value,
            vec![Got(0, result()), Is(0, nothing(503), Retry(HOUR / 2))],
        );
        // The server's clock is an hour after, and says so.
        let after = result().header("Date", "Tue, 14 Nov 2023 21:13:20 GMT");
        line(
            "after",
            vec![Got(0, after), Is(0, nothing(503), Retry(3 * HOUR / 2))],
        );
        let odd = result().header("Date", "yesterday");
        line(
            "unreadable Date",
            vec![Got(0, odd), Is(0, nothing(503), Retry(HOUR / 2))],
        );
        let later = 40 * MINUTE;
        line(
            "past",
            vec![
                Got(later, result()),
                Is(later, nothing(503), Retry(later + MINUTE)),
            ],
        );
    }
    for (value, wait) in [
        ("Fri, 31 Dec 9999 23:59:59 GMT", DAY),
        ("Thu, 01 Jan 1970 00:00:00 GMT", MINUTE),
        ("Fri, 31 Dec 1900 23:59:59 GMT", MINUTE),
        ("Tue, 99 Nov 2023 22:43:20 GMT", MINUTE),
    ] {
        let result = status(503).header("Retry-After", value);
        line(
            value,
            vec![Got(0, result), Is(0, nothing(503), Retry(wait))],
        );
    }
}

#[cfg(not(feature = "std"))]
#[test]
fn a_date_cannot_be_read_without_std() {
    let result = status(503).header("Retry-After", "Tue, 14 Nov 2023 22:43:20 GMT");
    line(
        "date",
        vec![Got(0, result), Is(0, nothing(503), Retry(MINUTE))],
    );
}

/// How long the host was down, what holds with a copy and without.
const OUTAGES: &[(&str, u64, Holds, Holds)] = &[
    ("an hour", HOUR, UNREACHABLE, UNREACHABLE),
    ("29 days", 29 * DAY, UNREACHABLE, UNREACHABLE),
    ("exactly 30 days", 30 * DAY, UNREACHABLE, UNREACHABLE),
    (
        "a second more than 30 days",
        30 * DAY + 1,
        File('a'),
        TOO_LONG,
    ),
    ("31 days", 31 * DAY, File('a'), TOO_LONG),
    ("a year", 365 * DAY, File('a'), TOO_LONG),
];

#[test]
fn outages_with_and_without_a_copy() {
    for &(name, length, with_copy, without_copy) in OUTAGES {
        line(
            name,
            vec![
                Got(0, file('a')),
                Got(2 * DAY, down()),
                Is(2 * DAY + length, with_copy, Now),
                Got(2 * DAY + length, down()),
                Is(
                    2 * DAY + length,
                    with_copy,
                    Retry(2 * DAY + length + 2 * MINUTE),
                ),
            ],
        );
        line(
            name,
            vec![
                Got(0, down()),
                Is(length, without_copy, Now),
                Got(length, down()),
                Is(length, without_copy, Retry(length + 2 * MINUTE)),
            ],
        );
    }
}

#[test]
fn what_counts_as_a_failure_goes_on_with_the_outage() {
    let failures = || {
        vec![
            down(),
            FetchResult::broken(),
            status(429),
            status(500),
            status(503),
            status(407),
            status(206),
            status(301),
            status(100),
            status(600),
        ]
    };
    for failure in failures() {
        let mut steps = vec![Got(0, file('a')), Got(DAY, failure)];
        steps.extend(
            failures()
                .into_iter()
                .enumerate()
                .map(|(days, other)| Got(DAY + (2 + days as u64) * DAY, other)),
        );
        steps.push(Is(31 * DAY + 1, File('a'), Now));
        line("mixed", steps);
    }
}

#[test]
fn the_outage_counts_from_its_first_failure() {
    line(
        "30 days without a break",
        vec![
            Got(0, file('a')),
            Got(DAY, down()),
            Got(20 * DAY, status(503)),
            Is(31 * DAY, nothing(503), Now),
            Is(31 * DAY + 1, File('a'), Now),
        ],
    );
    line(
        "an answer ends the count",
        vec![
            Got(0, down()),
            Got(20 * DAY, status(404)),
            Is(20 * DAY, NO_FILE, Fresh(21 * DAY)),
            Got(21 * DAY, down()),
            Is(31 * DAY, UNREACHABLE, Now),
            Is(51 * DAY, UNREACHABLE, Now),
            Is(51 * DAY + 1, NO_FILE, Now),
        ],
    );
    line(
        "a copy long stale is no outage",
        vec![
            Got(0, file('a')),
            Got(100 * DAY, down()),
            Is(101 * DAY, UNREACHABLE, Now),
        ],
    );
}

#[test]
fn a_site_recovers_with_the_next_answer() {
    for length in [HOUR, 29 * DAY, 30 * DAY, 31 * DAY] {
        for (answer, holds) in [(file('b'), File('b')), (status(404), NO_FILE)] {
            line(
                "recovery",
                vec![
                    Got(0, file('a')),
                    Got(DAY, down()),
                    Got(DAY + length, answer),
                    Is(DAY + length, holds, Fresh(2 * DAY + length)),
                    Got(2 * DAY + length, down()),
                    Is(
                        2 * DAY + length,
                        UNREACHABLE,
                        Retry(2 * DAY + length + MINUTE),
                    ),
                ],
            );
        }
    }
}

#[test]
fn a_failure_stops_a_copy_that_is_fresh() {
    line(
        "503 to pause crawling",
        vec![
            Got(0, file('a')),
            Got(HOUR, status(503)),
            Is(HOUR, nothing(503), Retry(HOUR + MINUTE)),
        ],
    );
}

#[test]
fn the_caller_may_keep_the_copy_while_unreachable() {
    let policy = || CachePolicy::new().keep_copy_while_unreachable(true);
    for &(name, length, ..) in OUTAGES {
        run(
            name,
            policy(),
            vec![
                Got(0, file('a')),
                Got(DAY, down()),
                Is(DAY, File('a'), Retry(DAY + MINUTE)),
                Is(DAY + length, File('a'), Now),
            ],
        );
    }
    run(
        "no restrictions",
        policy(),
        vec![
            Got(0, status(404)),
            Got(DAY, status(503)),
            Is(DAY, NO_FILE, Retry(DAY + MINUTE)),
        ],
    );
    run(
        "no copy",
        policy(),
        vec![
            Got(0, down()),
            Is(0, UNREACHABLE, Retry(MINUTE)),
            Is(30 * DAY, UNREACHABLE, Now),
            Is(30 * DAY + 1, TOO_LONG, Now),
        ],
    );
}

#[test]
fn a_5xx_for_a_missing_page_is_as_a_404() {
    let holds = Everything(Unavailable::Status(500));
    line(
        "500 for a missing page",
        vec![
            Got(0, status(500).server_error_is_not_found()),
            Is(0, holds, Fresh(DAY)),
            Is(DAY, holds, Now),
        ],
    );
}

#[test]
fn a_redirect_that_leads_nowhere_is_as_a_404() {
    let mut redirects = Redirects::new(Url::parse("http://example.com/robots.txt").unwrap());
    let Hop::End(result) = redirects.follow(301, Some(b"/robots.txt")) else {
        panic!("a loop")
    };
    line(
        "loop",
        vec![
            Got(0, result),
            Is(0, Everything(Unavailable::RedirectLoop), Fresh(DAY)),
        ],
    );
    let Hop::End(result) = redirects.follow(301, Some(b"ftp://example.com/")) else {
        panic!("no scheme")
    };
    line(
        "scheme",
        vec![
            Got(0, result),
            Is(0, Nothing(Unavailable::UnsupportedScheme), Retry(MINUTE)),
        ],
    );
}

#[test]
fn a_clock_set_back_counts_as_no_time_passed() {
    line(
        "fresh",
        vec![
            Got(10 * DAY, file('a')),
            Is(9 * DAY + HOUR, File('a'), Fresh(11 * DAY)),
            Is(9 * DAY + 1, File('a'), Fresh(11 * DAY)),
            Is(11 * DAY - 1, File('a'), Fresh(11 * DAY)),
            Is(11 * DAY, File('a'), Now),
        ],
    );
    line(
        "retry",
        vec![
            Got(10 * DAY, down()),
            Is(10 * DAY - 1, UNREACHABLE, Retry(10 * DAY + MINUTE)),
            Is(10 * DAY - MINUTE + 1, UNREACHABLE, Retry(10 * DAY + MINUTE)),
        ],
    );
    line(
        "30 days, between failures and after the last",
        vec![
            Got(50 * DAY, down()),
            Got(60 * DAY, down()),
            Got(0, down()),
            Is(20 * DAY, UNREACHABLE, Now),
            Is(20 * DAY + 1, TOO_LONG, Now),
            Is(0, UNREACHABLE, Retry(4 * MINUTE)),
        ],
    );
}

/// Else a clock that was far ahead for once would make a copy last for as long.
#[test]
fn what_is_from_the_future_by_more_than_its_life_is_due() {
    line(
        "copy",
        vec![
            Got(1_000_000 * DAY, file('a')),
            Is(0, File('a'), Now),
            Is(999_999 * DAY, File('a'), Now),
            Is(999_999 * DAY + 1, File('a'), Fresh(1_000_001 * DAY)),
            Got(0, status(304)),
            Is(0, File('a'), Fresh(DAY)),
        ],
    );
    line(
        "failure",
        vec![
            Got(10 * DAY, down()),
            Is(0, UNREACHABLE, Now),
            Is(10 * DAY - MINUTE, UNREACHABLE, Now),
            Got(0, down()),
            Is(0, UNREACHABLE, Retry(2 * MINUTE)),
        ],
    );
}

/// Tasks that read the clock at about the same time do not ask in the order of their times.
#[test]
fn asking_changes_nothing() {
    let mut cached = CachedRobots::default();
    cached.record(file('a'), at(DAY));
    for time in [0, DAY, 3 * DAY, DAY + 1, 100 * DAY, DAY - 1] {
        cached.at(at(time));
        assert_eq!(
            cached.at(at(DAY + 1)).refresh(),
            Refresh::FreshUntil(at(2 * DAY))
        );
    }
}

#[test]
fn the_shortest_wait_can_be_set() {
    let wait = |policy: CachePolicy, value: &str| {
        let mut cached = CachedRobots::new(policy);
        cached.record(status(503).header("Retry-After", value), at(0));
        match cached.at(at(0)).refresh() {
            Refresh::Now => 0,
            Refresh::RetryAt(time) => time.duration_since(at(0)).as_secs(),
            other => panic!("{other:?} after a failure"),
        }
    };
    let at_least = |seconds| CachePolicy::new().retry_after_at_least(Duration::from_secs(seconds));
    assert_eq!(wait(CachePolicy::new(), "0"), MINUTE);
    assert_eq!(wait(at_least(0), "0"), 0);
    assert_eq!(wait(at_least(0), "7"), 7);
    assert_eq!(wait(at_least(5), "1"), 5);
    assert_eq!(wait(at_least(HOUR), "60"), HOUR);
    assert_eq!(wait(at_least(HOUR), "7200"), 2 * HOUR);
    assert_eq!(wait(at_least(2 * DAY), "1"), DAY);
    // The back-off is another matter.
    assert_eq!(wait(at_least(5), "soon"), MINUTE);
}

#[test]
fn times_at_the_end_of_time_do_no_harm() {
    const END: Timestamp = Timestamp::from_unix(Duration::MAX);
    let mut cached = CachedRobots::default();
    for result in [file('a'), down(), status(304), status(404)] {
        cached.record(result.clone(), END);
        assert_ne!(cached.at(END).refresh(), Refresh::Now);
        cached.record(result, Timestamp::UNIX_EPOCH);
        cached.at(END);
    }
    let policy = CachePolicy::new()
        .fresh_at_least(Duration::MAX)
        .fresh_at_most(Duration::MAX)
        .retry_after_at_most(Duration::MAX);
    let mut cached = CachedRobots::new(policy);
    cached.record(file('a'), at(0));
    assert_eq!(cached.at(at(0)).refresh(), Refresh::FreshUntil(END));
    cached.record(status(503).header("Retry-After", "9".repeat(30)), at(0));
    assert!(matches!(cached.at(at(0)).refresh(), Refresh::RetryAt(_)));
}

#[test]
fn one_copy_serves_several_crawlers() {
    let mut cached = CachedRobots::new(Arc::new(CachePolicy::new()));
    cached.record(
        FetchResult::response(
            200,
            "User-agent: a\nDisallow: /\n\nUser-agent: b\nDisallow:\n",
        ),
        at(0),
    );
    let access = cached.at(at(0)).access().clone();
    assert!(!access.allowed("a", "/x"));
    assert!(access.allowed("b", "/x"));
}

#[test]
fn a_copy_is_parsed_up_to_the_limit() {
    let mut text = String::from("User-agent: *\nDisallow: /a\n");
    text.extend(std::iter::repeat_n("#\n", 256_000));
    text.push_str("Disallow: /b\n");
    let mut cached = CachedRobots::default();
    cached.record(FetchResult::response(200, &text), at(0));
    assert_eq!(what_holds(cached.at(at(0)).access()), File('a'));
}

#[test]
fn the_last_copy_can_be_asked_for() {
    let mut cached = CachedRobots::default();
    assert!(cached.copy().is_none());
    cached.record(down(), at(0));
    assert!(cached.copy().is_none());
    cached.record(file('a'), at(1));
    cached.record(down(), at(2));
    assert_eq!(cached.copy().map(what_holds), Some(File('a')));
}

#[test]
fn files_are_parsed_as_the_policy_says() {
    let text = "User-agent: ExampleBot\nDisalow: /a\n";
    for (dialect, allowed) in [(Dialect::Standard, true), (Dialect::Google, false)] {
        let options = ParseOptions::new().dialect(dialect);
        let mut cached = CachedRobots::new(CachePolicy::new().parse_options(options));
        cached.record(FetchResult::response(200, text), at(0));
        let outlook = cached.at(at(0));
        assert_eq!(outlook.access().allowed("ExampleBot", "/a"), allowed);
        assert_eq!(
            outlook.access().robots().map(Robots::options),
            Some(options)
        );
    }
}

#[cfg(feature = "serde")]
#[test]
fn validators_are_saved_as_the_bytes_they_are() {
    let url = Url::parse("https://example.com/robots.txt").unwrap();
    let mut cached = CachedRobots::default();
    let result = file('a').url(&url).header("ETag", b"\"\xe9\t\"");
    cached.record(result.header("Last-Modified", "then"), at(0));
    let saved = serde_json::to_value(&cached).unwrap();
    assert_eq!(saved["copy"]["validators"]["etag"], "\"\u{e9}\t\"");
    let loaded: CachedRobots = serde_json::from_value(saved.clone()).unwrap();
    assert_eq!(loaded.validators_for(&url), cached.validators_for(&url));

    // What could not have been kept is not loaded, or it would be sent in a request.
    for bad in ["a\r\nX-Injected: 1", "\u{100}", ""] {
        let mut saved = saved.clone();
        saved["copy"]["validators"]["etag"] = bad.into();
        let loaded: CachedRobots = serde_json::from_value(saved).unwrap();
        let kept = loaded.validators_for(&url).expect("the other one");
        assert_eq!(
            (kept.etag(), kept.last_modified()),
            (None, Some(&b"then"[..])),
            "{bad:?}"
        );
    }
}
