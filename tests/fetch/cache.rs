//! Timelines of a cache: its access rules and next refresh as results arrive.
//!
//! Times are seconds since the start of a timeline.

use std::sync::Arc;
use std::time::Duration;

use robots_exclusion::fetch::{
    Access, CachePolicy, CachedRobots, FetchOutcome, RedirectAction, Redirects, Refresh, Timestamp,
};
use robots_exclusion::{Dialect, ParseOptions, Robots, Unavailable};
use url::Url;

const START: u64 = 1_700_000_000;
const MINUTE: u64 = 60;
const HOUR: u64 = 60 * MINUTE;
const DAY: u64 = 24 * HOUR;

/// The access rules in force.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum AccessRules {
    /// The rules of `file(name)`.
    File(char),
    /// Everything is allowed, because there is no file.
    Everything(Unavailable),
    /// Nothing is allowed, because the file is unavailable.
    Nothing(Unavailable),
}
use AccessRules::{Everything, File, Nothing};

/// The next refresh, with times relative to the start.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Next {
    Now,
    Fresh(u64),
    Retry(u64),
}
use Next::{Fresh, Now, Retry};

enum Step {
    /// A result arrives.
    Got(u64, FetchOutcome<'static>),
    /// Asserts the access rules in force, and the next refresh.
    Expect(u64, AccessRules, Next),
}
use Step::{Expect, Got};

const FILES: [(char, &str); 2] = [
    ('a', "User-agent: *\nDisallow: /a\n"),
    ('b', "User-agent: *\nDisallow: /b\n"),
];

pub(crate) fn text(name: char) -> &'static str {
    let file = FILES.iter().find(|file| file.0 == name);
    file.expect("a name of a file").1
}

pub(crate) fn file(name: char) -> FetchOutcome<'static> {
    FetchOutcome::response(200, text(name))
}

/// Adds a validator, without which a 304 means nothing.
fn tagged(result: FetchOutcome<'static>) -> FetchOutcome<'static> {
    result.header("ETag", "\"1\"")
}

pub(crate) fn status(code: u16) -> FetchOutcome<'static> {
    FetchOutcome::response(code, "")
}

pub(crate) fn access_rules(access: &Access<'_>) -> AccessRules {
    let (a, b) = (
        access.allowed("ExampleBot", "/a"),
        access.allowed("ExampleBot", "/b"),
    );
    match (access.unavailable(), a, b) {
        (None, false, true) => File('a'),
        (None, true, false) => File('b'),
        (Some(why), true, true) => Everything(why),
        (Some(why), false, false) => Nothing(why),
        odd => panic!("neither a known file nor all or nothing: {odd:?}"),
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
            Expect(time, rules, next) => {
                let state = cached.at(at(time));
                assert_eq!(
                    access_rules(state.access()),
                    rules,
                    "{name}: step {number}, at {time}"
                );
                let next = match next {
                    Now => Refresh::Now,
                    Fresh(until) => Refresh::FreshUntil(at(until)),
                    Retry(time) => Refresh::RetryAt(at(time)),
                };
                assert_eq!(state.refresh(), next, "{name}: step {number}, at {time}");
                assert!(
                    state.access().allowed("ExampleBot", "/robots.txt"),
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

const NOT_FETCHED: AccessRules = Nothing(Unavailable::NotFetched);
const TOO_LONG: AccessRules = Everything(Unavailable::UnreachableTooLong);
const UNREACHABLE: AccessRules = Nothing(Unavailable::Unreachable);
const NO_FILE: AccessRules = Everything(Unavailable::Status(404));
const BROKEN: AccessRules = Nothing(Unavailable::BrokenResponse);

fn nothing(code: u16) -> AccessRules {
    Nothing(Unavailable::Status(code))
}

fn down() -> FetchOutcome<'static> {
    FetchOutcome::unreachable()
}

#[test]
fn nothing_is_allowed_before_the_first_fetch() {
    line(
        "never",
        vec![
            Expect(0, NOT_FETCHED, Now),
            Expect(31 * DAY, NOT_FETCHED, Now),
        ],
    );
}

#[test]
fn a_copy_is_fresh_for_24_hours() {
    line(
        "no Cache-Control",
        vec![
            Got(0, file('a')),
            Expect(0, File('a'), Fresh(DAY)),
            Expect(DAY - 1, File('a'), Fresh(DAY)),
            Expect(DAY, File('a'), Now),
            Expect(40 * DAY, File('a'), Now),
            Got(40 * DAY, file('b')),
            Expect(40 * DAY, File('b'), Fresh(41 * DAY)),
        ],
    );
}

#[test]
fn missing_files_are_cached_like_files() {
    let code = |code| (status(code), Everything(Unavailable::Status(code)));
    for (result, rules) in [
        code(404),
        code(403),
        code(410),
        (FetchOutcome::missing(), Everything(Unavailable::NotFound)),
    ] {
        line(
            "no file",
            vec![
                Got(0, result.clone()),
                Expect(DAY - 1, rules, Fresh(DAY)),
                Expect(DAY, rules, Now),
                Got(DAY, result.clone().header("Cache-Control", "max-age=3600")),
                Expect(DAY, rules, Fresh(DAY + HOUR)),
                Got(DAY + HOUR, file('a')),
                Expect(DAY + HOUR, File('a'), Fresh(2 * DAY + HOUR)),
                Got(2 * DAY, result.clone()),
                Expect(2 * DAY, rules, Fresh(3 * DAY)),
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
            Expect(HOUR, File('b'), Fresh(DAY + HOUR)),
        ],
    );
}

#[test]
fn status_304_makes_the_copy_fresh_again() {
    line(
        "304",
        vec![
            Got(0, tagged(file('a'))),
            Got(DAY, status(304)),
            Expect(DAY, File('a'), Fresh(2 * DAY)),
            Got(2 * DAY, status(304).header("Cache-Control", "max-age=600")),
            Expect(2 * DAY, File('a'), Fresh(2 * DAY + 600)),
        ],
    );
    line(
        "304 with Cache-Control replaces the freshness",
        vec![
            Got(0, tagged(file('a')).header("Cache-Control", "max-age=3600")),
            Got(HOUR, status(304).header("Cache-Control", "public")),
            Expect(HOUR, File('a'), Fresh(DAY + HOUR)),
        ],
    );
    line(
        "304 without Cache-Control keeps the freshness",
        vec![
            Got(0, tagged(file('a')).header("Cache-Control", "max-age=3600")),
            Got(HOUR, status(304)),
            Expect(HOUR, File('a'), Fresh(2 * HOUR)),
            Got(2 * HOUR, status(304).header("Age", "600")),
            Expect(2 * HOUR, File('a'), Fresh(3 * HOUR - 600)),
        ],
    );
    line(
        "304 ends an outage",
        vec![
            Got(0, tagged(file('a'))),
            Got(DAY, status(503)),
            Expect(DAY, nothing(503), Retry(DAY + MINUTE)),
            Got(DAY + MINUTE, status(304)),
            Expect(DAY + MINUTE, File('a'), Fresh(2 * DAY + MINUTE)),
            Got(2 * DAY, status(503)),
            Expect(2 * DAY, nothing(503), Retry(2 * DAY + MINUTE)),
        ],
    );
    line(
        "304 for a missing file",
        vec![
            Got(0, tagged(status(404))),
            Got(DAY, status(304)),
            Expect(DAY, NO_FILE, Fresh(2 * DAY)),
        ],
    );
}

#[test]
fn status_304_without_a_copy_or_a_validator_is_a_broken_response() {
    line(
        "304 first",
        vec![
            Got(0, status(304)),
            Expect(0, BROKEN, Retry(MINUTE)),
            Got(MINUTE, status(304)),
            Expect(MINUTE, BROKEN, Retry(3 * MINUTE)),
            Expect(30 * DAY, BROKEN, Now),
            Expect(30 * DAY + 1, TOO_LONG, Now),
        ],
    );
    line(
        "304 to a request that cannot have been conditional",
        vec![
            Got(0, file('a')),
            Got(40 * DAY, status(304)),
            Expect(40 * DAY, BROKEN, Retry(40 * DAY + MINUTE)),
            Got(40 * DAY + MINUTE, tagged(status(304))),
            Expect(40 * DAY + MINUTE, BROKEN, Retry(40 * DAY + 3 * MINUTE)),
        ],
    );
}

#[test]
fn validators_are_kept_and_renewed() {
    let mut cached = CachedRobots::default();
    assert_eq!(cached.validators(), None);
    let mut after = |result: FetchOutcome<'_>| {
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

    // A 304 without a URL confirms the copy. A 304 from another URL does not.
    cached.record(status(304), at(DAY));
    assert!(cached.validators_for(&there).is_some());
    cached.record(status(304).url(&there), at(DAY));
    assert_eq!(access_rules(cached.at(at(DAY)).access()), File('a'));
    cached.record(status(304).url(&here), at(DAY));
    assert_eq!(access_rules(cached.at(at(DAY)).access()), BROKEN);

    // The redirect now leads to another URL.
    cached.record(tagged('b', &here), at(DAY));
    assert!(cached.validators_for(&here).is_some() && cached.validators_for(&there).is_none());
}

#[test]
fn outcomes_of_redirects_have_the_final_url() {
    let mut redirects = Redirects::new(Url::parse("http://a.example/robots.txt").unwrap());
    assert!(matches!(
        redirects.follow(301, Some(b"https://b.example/r")),
        RedirectAction::Request(_)
    ));
    let mut cached = CachedRobots::default();
    cached.record(redirects.outcome(200, "").header("ETag", "\"1\""), at(0));
    let from = cached.validators().and_then(|kept| kept.url());
    assert_eq!(from, Some("https://b.example/r"));
}

/// A crawler that the policy names has one compiled matcher per copy.
#[test]
fn matchers_are_shared_while_the_copy_is_in_use() {
    let mut cached = CachedRobots::new(CachePolicy::new().keep_only_for(["ExampleBot"]));
    cached.record(tagged(file('a')), at(0));
    let matcher = |cached: &CachedRobots, now| cached.at(now).access().matcher("ExampleBot");
    let first = matcher(&cached, at(0));
    let same = |cached: &CachedRobots, now| Arc::ptr_eq(&first, &matcher(cached, now));
    assert!(same(&cached, at(0)) && same(&cached.clone(), at(2 * DAY)));
    cached.record(status(304), at(DAY));
    assert!(same(&cached, at(DAY)));
    cached.record(down(), at(DAY));
    assert!(!matcher(&cached, at(DAY)).allowed("/b"));
    assert!(same(&cached, at(40 * DAY)), "the last copy is in use again");
    cached.record(file('a'), at(40 * DAY));
    assert!(!same(&cached, at(40 * DAY)));
    assert!(!first.allowed("/a") && first.allowed("/b"));
}

#[test]
fn status_429_and_5xx_disallow_everything_for_now() {
    for code in [429, 500, 502, 503, 599, 407] {
        line(
            "429 and 5xx",
            vec![
                Got(0, status(code)),
                Expect(0, nothing(code), Retry(MINUTE)),
                Got(MINUTE, status(code)),
                Expect(MINUTE, nothing(code), Retry(3 * MINUTE)),
                Got(3 * MINUTE, file('a')),
                Expect(3 * MINUTE, File('a'), Fresh(DAY + 3 * MINUTE)),
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
            Expect(time, UNREACHABLE, Retry(next)),
            Expect(next - 1, UNREACHABLE, Retry(next)),
            Expect(next, UNREACHABLE, Now),
        ]);
        time = next;
    }
    steps.extend([
        Got(time, file('a')),
        Got(time, down()),
        Expect(time, UNREACHABLE, Retry(time + MINUTE)),
    ]);
    line("the back-off restarts after a success", steps);
}

#[test]
fn a_very_long_outage_is_handled() {
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
    assert_eq!(access_rules(cached.at(at(2000 * HOUR)).access()), TOO_LONG);
}

#[test]
fn the_last_failure_is_the_reason() {
    line(
        "reasons",
        vec![
            Got(0, status(503)),
            Expect(0, nothing(503), Retry(MINUTE)),
            Got(MINUTE, down()),
            Expect(MINUTE, UNREACHABLE, Retry(3 * MINUTE)),
            Got(3 * MINUTE, FetchOutcome::broken()),
            Expect(3 * MINUTE, BROKEN, Retry(7 * MINUTE)),
            Got(7 * MINUTE, status(429)),
            Expect(7 * MINUTE, nothing(429), Retry(15 * MINUTE)),
        ],
    );
}

#[test]
fn retry_after_in_seconds_is_clamped() {
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
                    Expect(0, nothing(code), Retry(wait)),
                    Expect(wait - 1, nothing(code), Retry(wait)),
                    Expect(wait, nothing(code), Now),
                ],
            );
        }
    }
}

#[test]
fn a_malformed_retry_after_falls_back_to_the_back_off() {
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
                Expect(0, nothing(503), Retry(MINUTE)),
            ],
        );
    }
    line(
        "bytes",
        vec![
            Got(0, status(503).header("Retry-After", b"\xff120")),
            Expect(0, nothing(503), Retry(MINUTE)),
        ],
    );
    let second = status(503)
        .header("Retry-After", "?")
        .header("retry-after", "120")
        .header("Retry-After", "240");
    line(
        "the first valid value",
        vec![Got(0, second), Expect(0, nothing(503), Retry(2 * MINUTE))],
    );
}

#[test]
fn a_429_with_retry_after_recovers() {
    line(
        "429",
        vec![
            Got(0, file('a')),
            Got(DAY, status(429).header("Retry-After", "1800")),
            Expect(DAY, nothing(429), Retry(DAY + HOUR / 2)),
            Got(DAY + HOUR / 2, status(429)),
            Expect(
                DAY + HOUR / 2,
                nothing(429),
                Retry(DAY + HOUR / 2 + 2 * MINUTE),
            ),
            Got(DAY + HOUR, file('b')),
            Expect(DAY + HOUR, File('b'), Fresh(2 * DAY + HOUR)),
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
            vec![Got(0, result()), Expect(0, nothing(503), Retry(HOUR / 2))],
        );
        // The server's clock is an hour behind, as its `Date` shows.
        let behind = result().header("Date", "Tue, 14 Nov 2023 21:13:20 GMT");
        line(
            "clock behind",
            vec![Got(0, behind), Expect(0, nothing(503), Retry(3 * HOUR / 2))],
        );
        let odd = result().header("Date", "yesterday");
        line(
            "unreadable Date",
            vec![Got(0, odd), Expect(0, nothing(503), Retry(HOUR / 2))],
        );
        let later = 40 * MINUTE;
        line(
            "past",
            vec![
                Got(later, result()),
                Expect(later, nothing(503), Retry(later + MINUTE)),
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
            vec![Got(0, result), Expect(0, nothing(503), Retry(wait))],
        );
    }
}

#[cfg(not(feature = "std"))]
#[test]
fn dates_are_ignored_without_std() {
    let result = status(503).header("Retry-After", "Tue, 14 Nov 2023 22:43:20 GMT");
    line(
        "date",
        vec![Got(0, result), Expect(0, nothing(503), Retry(MINUTE))],
    );
}

/// The length of an outage, and the access rules with and without a copy.
const OUTAGES: &[(&str, u64, AccessRules, AccessRules)] = &[
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
                Expect(2 * DAY + length, with_copy, Now),
                Got(2 * DAY + length, down()),
                Expect(
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
                Expect(length, without_copy, Now),
                Got(length, down()),
                Expect(length, without_copy, Retry(length + 2 * MINUTE)),
            ],
        );
    }
}

#[test]
fn every_kind_of_failure_continues_the_outage() {
    let failures = || {
        vec![
            down(),
            FetchOutcome::broken(),
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
        steps.push(Expect(31 * DAY + 1, File('a'), Now));
        line("mixed", steps);
    }
}

#[test]
fn an_outage_starts_at_its_first_failure() {
    line(
        "30 days without a break",
        vec![
            Got(0, file('a')),
            Got(DAY, down()),
            Got(20 * DAY, status(503)),
            Expect(31 * DAY, nothing(503), Now),
            Expect(31 * DAY + 1, File('a'), Now),
        ],
    );
    line(
        "an answer ends the outage",
        vec![
            Got(0, down()),
            Got(20 * DAY, status(404)),
            Expect(20 * DAY, NO_FILE, Fresh(21 * DAY)),
            Got(21 * DAY, down()),
            Expect(31 * DAY, UNREACHABLE, Now),
            Expect(51 * DAY, UNREACHABLE, Now),
            Expect(51 * DAY + 1, NO_FILE, Now),
        ],
    );
    line(
        "a stale copy is not an outage",
        vec![
            Got(0, file('a')),
            Got(100 * DAY, down()),
            Expect(101 * DAY, UNREACHABLE, Now),
        ],
    );
}

#[test]
fn a_site_recovers_with_the_next_answer() {
    for length in [HOUR, 29 * DAY, 30 * DAY, 31 * DAY] {
        for (answer, rules) in [(file('b'), File('b')), (status(404), NO_FILE)] {
            line(
                "recovery",
                vec![
                    Got(0, file('a')),
                    Got(DAY, down()),
                    Got(DAY + length, answer),
                    Expect(DAY + length, rules, Fresh(2 * DAY + length)),
                    Got(2 * DAY + length, down()),
                    Expect(
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
fn a_failure_overrides_a_fresh_copy() {
    line(
        "503 to pause crawling",
        vec![
            Got(0, file('a')),
            Got(HOUR, status(503)),
            Expect(HOUR, nothing(503), Retry(HOUR + MINUTE)),
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
                Expect(DAY, File('a'), Retry(DAY + MINUTE)),
                Expect(DAY + length, File('a'), Now),
            ],
        );
    }
    run(
        "no restrictions",
        policy(),
        vec![
            Got(0, status(404)),
            Got(DAY, status(503)),
            Expect(DAY, NO_FILE, Retry(DAY + MINUTE)),
        ],
    );
    run(
        "no copy",
        policy(),
        vec![
            Got(0, down()),
            Expect(0, UNREACHABLE, Retry(MINUTE)),
            Expect(30 * DAY, UNREACHABLE, Now),
            Expect(30 * DAY + 1, TOO_LONG, Now),
        ],
    );
}

#[test]
fn a_5xx_for_a_missing_page_counts_as_a_404() {
    let rules = Everything(Unavailable::Status(500));
    line(
        "500 for a missing page",
        vec![
            Got(0, status(500).server_error_is_not_found()),
            Expect(0, rules, Fresh(DAY)),
            Expect(DAY, rules, Now),
        ],
    );
}

#[test]
fn redirects_that_lead_nowhere_are_cached() {
    let mut redirects = Redirects::new(Url::parse("http://example.com/robots.txt").unwrap());
    let RedirectAction::End(result) = redirects.follow(301, Some(b"/robots.txt")) else {
        panic!("the loop does not end the chain")
    };
    line(
        "loop",
        vec![
            Got(0, result),
            Expect(0, Everything(Unavailable::RedirectLoop), Fresh(DAY)),
        ],
    );
    let RedirectAction::End(result) = redirects.follow(301, Some(b"ftp://example.com/")) else {
        panic!("the scheme does not end the chain")
    };
    line(
        "scheme",
        vec![
            Got(0, result),
            Expect(0, Nothing(Unavailable::UnsupportedScheme), Retry(MINUTE)),
        ],
    );
}

#[test]
fn a_clock_set_back_counts_as_no_time_passed() {
    line(
        "fresh",
        vec![
            Got(10 * DAY, file('a')),
            Expect(9 * DAY + HOUR, File('a'), Fresh(11 * DAY)),
            Expect(9 * DAY + 1, File('a'), Fresh(11 * DAY)),
            Expect(11 * DAY - 1, File('a'), Fresh(11 * DAY)),
            Expect(11 * DAY, File('a'), Now),
        ],
    );
    line(
        "retry",
        vec![
            Got(10 * DAY, down()),
            Expect(10 * DAY - 1, UNREACHABLE, Retry(10 * DAY + MINUTE)),
            Expect(10 * DAY - MINUTE + 1, UNREACHABLE, Retry(10 * DAY + MINUTE)),
        ],
    );
    line(
        "30 days, between failures and after the last",
        vec![
            Got(50 * DAY, down()),
            Got(60 * DAY, down()),
            Got(0, down()),
            Expect(20 * DAY, UNREACHABLE, Now),
            Expect(20 * DAY + 1, TOO_LONG, Now),
            Expect(0, UNREACHABLE, Retry(4 * MINUTE)),
        ],
    );
}

/// Otherwise a clock that was once far ahead would keep a copy fresh until that time.
#[test]
fn results_from_the_distant_future_are_due() {
    line(
        "copy",
        vec![
            Got(1_000_000 * DAY, tagged(file('a'))),
            Expect(0, File('a'), Now),
            Expect(999_999 * DAY, File('a'), Now),
            Expect(999_999 * DAY + 1, File('a'), Fresh(1_000_001 * DAY)),
            Got(0, status(304)),
            Expect(0, File('a'), Fresh(DAY)),
        ],
    );
    line(
        "failure",
        vec![
            Got(10 * DAY, down()),
            Expect(0, UNREACHABLE, Now),
            Expect(10 * DAY - MINUTE, UNREACHABLE, Now),
            Got(0, down()),
            Expect(0, UNREACHABLE, Retry(2 * MINUTE)),
        ],
    );
}

/// Tasks that read the clock at about the same time may query the cache out of order.
#[test]
fn queries_do_not_change_the_cache() {
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
    // The bound does not apply to the back-off.
    assert_eq!(wait(at_least(5), "soon"), MINUTE);
}

#[test]
fn extreme_times_do_not_overflow() {
    const END: Timestamp = Timestamp::from_unix(Duration::MAX);
    let mut cached = CachedRobots::default();
    for result in [tagged(file('a')), down(), status(304), status(404)] {
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
        FetchOutcome::response(
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
fn a_copy_is_parsed_up_to_the_byte_limit() {
    let mut text = String::from("User-agent: *\nDisallow: /a\n");
    text.extend(std::iter::repeat_n("#\n", 256_000));
    text.push_str("Disallow: /b\n");
    let mut cached = CachedRobots::default();
    cached.record(FetchOutcome::response(200, &text), at(0));
    assert_eq!(access_rules(cached.at(at(0)).access()), File('a'));
}

#[test]
fn the_last_copy_is_available_during_an_outage() {
    let mut cached = CachedRobots::default();
    assert!(cached.copy().is_none());
    cached.record(down(), at(0));
    assert!(cached.copy().is_none());
    cached.record(file('a'), at(1));
    cached.record(down(), at(2));
    assert_eq!(cached.copy().map(access_rules), Some(File('a')));
}

#[test]
fn files_are_parsed_with_the_options_of_the_policy() {
    let text = "User-agent: ExampleBot\nDisalow: /a\n";
    for (dialect, allowed) in [(Dialect::Standard, true), (Dialect::Google, false)] {
        let options = ParseOptions::new().dialect(dialect);
        let mut cached = CachedRobots::new(CachePolicy::new().parse_options(options));
        cached.record(FetchOutcome::response(200, text), at(0));
        let state = cached.at(at(0));
        assert_eq!(state.access().allowed("ExampleBot", "/a"), allowed);
        assert_eq!(state.access().robots().map(Robots::options), Some(options));
    }
}

#[cfg(feature = "serde")]
#[test]
fn validators_are_saved_without_changing_their_bytes() {
    let url = Url::parse("https://example.com/robots.txt").unwrap();
    let mut cached = CachedRobots::default();
    let result = file('a').url(&url).header("ETag", b"\"\xe9\t\"");
    cached.record(result.header("Last-Modified", "then"), at(0));
    let saved = serde_json::to_value(&cached).unwrap();
    assert_eq!(saved["copy"]["validators"]["etag"], "\"\u{e9}\t\"");
    let loaded: CachedRobots = serde_json::from_value(saved.clone()).unwrap();
    assert_eq!(loaded.validators_for(&url), cached.validators_for(&url));

    // Invalid validators are not loaded, because they would be sent in a request.
    for bad in ["a\r\nX-Injected: 1", "\u{100}", ""] {
        let mut saved = saved.clone();
        saved["copy"]["validators"]["etag"] = bad.into();
        let loaded: CachedRobots = serde_json::from_value(saved).unwrap();
        let kept = loaded.validators_for(&url).expect("the other validator");
        assert_eq!(
            (kept.etag(), kept.last_modified()),
            (None, Some(&b"then"[..])),
            "{bad:?}"
        );
    }
}

/// Saved times that no policy results in. They do not postpone the next fetch for ever.
#[cfg(feature = "serde")]
#[test]
fn absurd_saved_times_are_bounded() {
    let saved = |result: FetchOutcome<'_>| {
        let mut cached = CachedRobots::default();
        cached.record(result, at(0));
        serde_json::to_value(&cached).unwrap()
    };
    let week = || CachePolicy::new().fresh_at_most(Duration::from_secs(7 * DAY));
    for seconds in [u64::MAX, u64::MAX / 2, 40 * DAY] {
        let span = serde_json::json!({"secs": seconds, "nanos": 0});
        let mut copy = saved(file('a'));
        copy["copy"]["fresh_for"] = span.clone();
        copy["copy"]["life"]["max_age"] = span.clone();
        let mut outage = saved(down());
        outage["outage"]["retry_after"] = span;
        for (value, policy, longest) in [
            (&copy, CachePolicy::new(), DAY),
            (&copy, week(), 7 * DAY),
            (&outage, week(), DAY),
        ] {
            let loaded: CachedRobots = serde_json::from_value(value.clone()).unwrap();
            let loaded = loaded.with_policy(policy);
            assert!(!loaded.at(at(longest - 1)).refresh().is_due(), "{value}");
            assert!(loaded.at(at(longest)).refresh().is_due(), "{value}");
        }
    }
    // More failures than a counter holds, and a time that the clock cannot reach.
    let mut outage = saved(down());
    outage["outage"]["failures"] = u32::MAX.into();
    outage["recorded"] = serde_json::json!({"secs": u64::MAX, "nanos": 0});
    let mut loaded: CachedRobots = serde_json::from_value(outage).unwrap();
    assert!(loaded.at(at(0)).refresh().is_due());
    loaded.record(down(), at(0));
    assert_eq!(loaded.at(at(0)).refresh(), Refresh::RetryAt(at(HOUR)));
}
