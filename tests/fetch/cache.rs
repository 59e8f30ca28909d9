//! A cache as results arrive: the timelines of `timelines.txt`, what servers send in `Retry-After`,
//! validators, and what is saved. `cache_model` generates timelines.
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

/// Returns the headers of a conditional request.
fn sent(cached: &CachedRobots, url: &Url) -> Vec<(&'static str, String)> {
    let headers = cached.conditional_headers(url);
    let text = |value| String::from_utf8_lossy(value).into_owned();
    headers.map(|(name, value)| (name, text(value))).collect()
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
    Timestamp(Duration::from_secs(START + seconds))
}

const BROKEN: AccessRules = Nothing(Unavailable::BrokenResponse);

fn down() -> FetchOutcome<'static> {
    FetchOutcome::unreachable()
}

/// Parses a time, such as `1d2h`.
fn time(written: &str) -> u64 {
    let mut seconds = 0;
    for part in written.split_inclusive(|unit: char| !unit.is_ascii_digit()) {
        let number = part.trim_end_matches(|unit: char| !unit.is_ascii_digit());
        let unit = match &part[number.len()..] {
            "d" => DAY,
            "h" => HOUR,
            "m" => MINUTE,
            "s" | "" => 1,
            other => panic!("{other:?} is not a unit"),
        };
        seconds += unit * number.parse::<u64>().expect("a number");
    }
    seconds
}

fn outcome(written: &str) -> FetchOutcome<'static> {
    let (result, headers) = written.split_once(' ').unwrap_or((written, ""));
    let result = match result {
        "a" => file('a'),
        "b" => file('b'),
        "down" => down(),
        "broken" => FetchOutcome::broken(),
        code => status(code.parse().expect("a status")),
    };
    let headers = headers.split_whitespace();
    result.headers(headers.map(|header| header.split_once(':').expect("a header")))
}

/// Describes the access rules and the next refresh in the words of `timelines.txt`, but with times
/// in seconds.
fn described(cached: &CachedRobots, now: u64) -> String {
    let state = cached.at(at(now));
    let reason = |why| match why {
        Unavailable::Status(code) => code.to_string(),
        why => format!("{why:?}"),
    };
    let rules = match access_rules(&state.access) {
        File(name) => name.to_string(),
        Everything(why) => format!("all {}", reason(why)),
        Nothing(why) => format!("none {}", reason(why)),
    };
    let seconds = |time: Timestamp| time.duration_since(at(0)).as_secs();
    match state.refresh {
        Refresh::FreshUntil(until) => format!("{rules} fresh {}", seconds(until)),
        Refresh::RetryAt(time) => format!("{rules} retry {}", seconds(time)),
        _ => format!("{rules} now"),
    }
}

#[test]
fn timelines() {
    let lines = include_str!("timelines.txt").lines();
    let (mut cached, mut name, mut steps) = (CachedRobots::default(), "", 0);
    for line in lines.filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let (now, step) = line.split_once(' ').unwrap_or_default();
        if let Some(result) = step.strip_prefix("< ") {
            cached.record(outcome(result), at(time(now)));
        } else if let Some(expected) = step.strip_prefix("> ") {
            let (rules, until) = expected.rsplit_once(' ').expect("a refresh");
            let expected = match until {
                "now" => expected.to_owned(),
                until => format!("{rules} {}", time(until)),
            };
            let now = time(now);
            assert_eq!(described(&cached, now), expected, "{name}: {line}");
            let state = cached.at(at(now));
            assert!(
                state.access.allowed("ExampleBot", "/robots.txt"),
                "{name}: {line}"
            );
            steps += 1;
        } else {
            (cached, name) = (CachedRobots::default(), line);
        }
    }
    assert!(steps >= 50, "only {steps} expectations");
}

/// Returns how many seconds a cache waits after a result that arrives at `now`.
fn wait(result: FetchOutcome<'_>, now: u64) -> u64 {
    let mut cached = CachedRobots::default();
    cached.record(result, at(now));
    let Refresh::RetryAt(time) = cached.at(at(now)).refresh else {
        panic!("the result is not a failure")
    };
    time.duration_since(at(now)).as_secs()
}

#[test]
fn retry_after_in_seconds() {
    let long = "9".repeat(100_000) + "x";
    for (value, expected) in [
        ("120", 2 * MINUTE),
        (" 120 ", 2 * MINUTE),
        ("000120", 2 * MINUTE),
        ("99999999999999999999999999", DAY),
        ("", MINUTE),
        ("-1", MINUTE),
        ("+5", MINUTE),
        ("1.5", MINUTE),
        ("1e3", MINUTE),
        ("soon", MINUTE),
        ("120s", MINUTE),
        ("0x10", MINUTE),
        ("\u{661}\u{662}\u{660}", MINUTE),
        ("120, 240", MINUTE),
        ("32 Nov 1994", MINUTE),
        (&long, MINUTE),
    ] {
        let result = status(503).header("Retry-After", value);
        assert_eq!(wait(result, 0), expected, "{value}");
    }
    assert_eq!(
        wait(status(503).header("Retry-After", b"\xff120"), 0),
        MINUTE
    );
    // The first valid value counts.
    let result = status(503).header("Retry-After", "?");
    let result = result
        .header("retry-after", "120")
        .header("Retry-After", "240");
    assert_eq!(wait(result, 0), 2 * MINUTE);
}

/// 1_700_000_000 is Tue, 14 Nov 2023 22:13:20 GMT. Dates need `std`.
#[test]
fn retry_after_as_a_date() {
    let dates = [
        ("Tue, 14 Nov 2023 22:43:20 GMT", HOUR / 2),
        ("Tuesday, 14-Nov-23 22:43:20 GMT", HOUR / 2),
        ("Tue Nov 14 22:43:20 2023", HOUR / 2),
        ("Fri, 31 Dec 9999 23:59:59 GMT", DAY),
        ("Thu, 01 Jan 1970 00:00:00 GMT", MINUTE),
        ("Fri, 31 Dec 1900 23:59:59 GMT", MINUTE),
        ("Tue, 99 Nov 2023 22:43:20 GMT", MINUTE),
    ];
    let is_read = |wait| if cfg!(feature = "std") { wait } else { MINUTE };
    for (value, expected) in dates {
        let result = || status(503).header("Retry-After", value);
        assert_eq!(wait(result(), 0), is_read(expected), "{value}");
        if expected != HOUR / 2 {
            continue;
        }
        // The server's clock is an hour behind, as its `Date` shows.
        let behind = result().header("Date", "Tue, 14 Nov 2023 21:13:20 GMT");
        assert_eq!(wait(behind, 0), is_read(3 * HOUR / 2), "{value}");
        let odd = result().header("Date", "yesterday");
        assert_eq!(wait(odd, 0), is_read(HOUR / 2), "{value}");
        assert_eq!(wait(result(), 40 * MINUTE), MINUTE, "{value} is past");
    }
}

#[test]
fn redirects_that_lead_nowhere_are_cached() {
    let mut redirects = Redirects::new(Url::parse("http://example.com/robots.txt").unwrap());
    for (location, expected) in [
        (&b"/robots.txt"[..], "all RedirectLoop fresh 86400"),
        (b"ftp://example.com/", "none UnsupportedScheme retry 60"),
    ] {
        let RedirectAction::End(result) = redirects.follow(301, Some(location)) else {
            panic!("this does not end the chain")
        };
        let mut cached = CachedRobots::default();
        cached.record(result, at(0));
        assert_eq!(described(&cached, 0), expected);
    }
}

#[test]
fn validators_are_kept_and_renewed() {
    let mut cached = CachedRobots::default();
    let url = Url::parse("https://example.com/robots.txt").unwrap();
    assert_eq!(sent(&cached, &url), []);
    let mut after = |result: FetchOutcome<'_>| {
        cached.record(result.url(&url), at(0));
        sent(&cached, &url)
    };
    let kept = |etag: Option<&str>, modified: Option<&str>| {
        let etag = etag.map(|value| ("If-None-Match", value.to_owned()));
        let modified = modified.map(|value| ("If-Modified-Since", value.to_owned()));
        Vec::from_iter(etag.into_iter().chain(modified))
    };
    let date = "Sun, 06 Nov 1994 08:49:37 GMT";
    assert_eq!(after(status(503).header("ETag", "\"0\"")), []);
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
    assert_eq!(sent(&cached, &here), []);
    cached.record(file('a').header("ETag", "\"0\""), at(0));
    assert_eq!(sent(&cached, &here), [], "its URL is not known");
    cached.record(file('a').url(&here), at(0));
    assert_eq!(sent(&cached, &here), [], "nothing to send");
    cached.record(tagged('a', &there), at(0));
    assert_eq!(sent(&cached, &here), []);
    let tag = [("If-None-Match", "\"1\"".to_owned())];
    assert_eq!(sent(&cached, &there), tag);

    // A 304 without a URL confirms the copy. A 304 from another URL does not.
    cached.record(status(304), at(DAY));
    assert_eq!(sent(&cached, &there), tag);
    cached.record(status(304).url(&there), at(DAY));
    assert_eq!(access_rules(&cached.at(at(DAY)).access), File('a'));
    cached.record(status(304).url(&here), at(DAY));
    assert_eq!(access_rules(&cached.at(at(DAY)).access), BROKEN);

    // The redirect now leads to another URL.
    cached.record(tagged('b', &here), at(DAY));
    assert_eq!(
        (sent(&cached, &here), sent(&cached, &there)),
        (tag.into(), [].into())
    );
}

#[test]
fn outcomes_of_redirects_have_the_final_url() {
    let mut redirects = Redirects::new(Url::parse("http://a.example/robots.txt").unwrap());
    assert!(matches!(
        redirects.follow(301, Some(b"https://b.example/r")),
        RedirectAction::Request
    ));
    let mut cached = CachedRobots::default();
    cached.record(redirects.outcome(200, "").header("ETag", "\"1\""), at(0));
    let last = Url::parse("https://b.example/r").unwrap();
    assert_eq!(sent(&cached, &last).len(), 1);
}

/// A crawler that the policy names has one compiled matcher per copy.
#[test]
fn matchers_are_shared_while_the_copy_is_in_use() {
    let mut cached = CachedRobots::new(CachePolicy::new().keep_only_for(["ExampleBot"]));
    cached.record(tagged(file('a')), at(0));
    let matcher = |cached: &CachedRobots, now| cached.at(now).access.matcher("ExampleBot");
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
fn extreme_times_do_not_overflow() {
    const END: Timestamp = Timestamp(Duration::MAX);
    let mut cached = CachedRobots::default();
    for result in [tagged(file('a')), down(), status(304), status(404)] {
        cached.record(result.clone(), END);
        assert_ne!(cached.at(END).refresh, Refresh::Now);
        cached.record(result, Timestamp::UNIX_EPOCH);
        cached.at(END);
    }
    let mut policy = CachePolicy::new();
    policy.fresh_at_least = Duration::MAX;
    policy.fresh_at_most = Duration::MAX;
    policy.retry_after_at_most = Duration::MAX;
    let mut cached = CachedRobots::new(policy);
    cached.record(file('a'), at(0));
    assert_eq!(cached.at(at(0)).refresh, Refresh::FreshUntil(END));
    cached.record(status(503).header("Retry-After", "9".repeat(30)), at(0));
    assert!(matches!(cached.at(at(0)).refresh, Refresh::RetryAt(_)));
}

#[test]
fn files_are_parsed_with_the_options_of_the_policy() {
    let text = "User-agent: ExampleBot\nDisalow: /a\n";
    for (dialect, allowed) in [(Dialect::Standard, true), (Dialect::Google, false)] {
        let options = ParseOptions::new().dialect(dialect);
        let mut policy = CachePolicy::new();
        policy.parse_options = options;
        let mut cached = CachedRobots::new(policy);
        cached.record(FetchOutcome::response(200, text), at(0));
        let state = cached.at(at(0));
        assert_eq!(state.access.allowed("ExampleBot", "/a"), allowed);
        assert_eq!(state.access.robots().map(Robots::options), Some(options));
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
    assert_eq!(sent(&loaded, &url), sent(&cached, &url));

    // Invalid validators are not loaded, because they would be sent in a request.
    for bad in ["a\r\nX-Injected: 1", "\u{100}", ""] {
        let mut saved = saved.clone();
        saved["copy"]["validators"]["etag"] = bad.into();
        let loaded: CachedRobots = serde_json::from_value(saved).unwrap();
        let other = [("If-Modified-Since", "then".to_owned())];
        assert_eq!(sent(&loaded, &url), other, "{bad:?}");
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
    let week = || {
        let mut policy = CachePolicy::new();
        policy.fresh_at_most = Duration::from_secs(7 * DAY);
        policy
    };
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
            assert_ne!(loaded.at(at(longest - 1)).refresh, Refresh::Now, "{value}");
            assert_eq!(loaded.at(at(longest)).refresh, Refresh::Now, "{value}");
        }
    }
    // More failures than a counter holds, and a time that the clock cannot reach.
    let mut outage = saved(down());
    outage["outage"]["failures"] = u32::MAX.into();
    outage["recorded"] = serde_json::json!({"secs": u64::MAX, "nanos": 0});
    let mut loaded: CachedRobots = serde_json::from_value(outage).unwrap();
    assert_eq!(loaded.at(at(0)).refresh, Refresh::Now);
    loaded.record(down(), at(0));
    assert_eq!(loaded.at(at(0)).refresh, Refresh::RetryAt(at(HOUR)));
}
