//! The freshness that follows from `Cache-Control` and `Age`, with well-formed and hostile values.

use std::time::Duration;

use proptest::prelude::*;
use robots_exclusion::fetch::{CachePolicy, CachedRobots, FetchOutcome, Refresh, Timestamp};
use url::Url;

const NOW: Timestamp = Timestamp(Duration::from_secs(1_700_000_000));
const DAY: u64 = 86_400;
const WEEK: u64 = 7 * DAY;
/// The shortest freshness of the default policy, in seconds.
const LEAST: u64 = 300;

type Header<'a> = (&'a str, &'a [u8]);

/// Returns the number of seconds for which a response with these headers is fresh.
fn life(policy: CachePolicy, headers: &[Header<'_>]) -> u64 {
    let mut cached = CachedRobots::new(policy);
    cached.record(
        FetchOutcome::response(200, "").headers(headers.iter().copied()),
        NOW,
    );
    match cached.at(NOW).refresh {
        Refresh::FreshUntil(until) => until.duration_since(NOW).as_secs(),
        Refresh::Now => 0,
        next => panic!("expected a fresh copy, got {next:?}"),
    }
}

/// Values of `Cache-Control`, and the resulting freshness in seconds if it is limited to a week.
const CACHE_CONTROL: &[(&str, u64)] = &[
    ("max-age=3600", 3600),
    ("max-age=0", 0),
    ("max-age=1", 1),
    ("max-age=604800", WEEK),
    ("Max-Age=3600", 3600),
    ("MAX-AGE=3600", 3600),
    ("public, max-age=3600", 3600),
    ("public,max-age=3600,must-revalidate", 3600),
    (" \tmax-age=3600 \t", 3600),
    (", ,, max-age=3600 ,", 3600),
    ("max-age=\"3600\"", 3600),
    ("max-age=003600", 3600),
    // Blanks around the equals sign are invalid but unambiguous.
    ("max-age = 3600", 3600),
    // The first of several counts (RFC 9111 §4.2.1).
    ("max-age=60, max-age=3600", 60),
    ("max-age=3600, max-age=60", 3600),
    ("max-age=x, max-age=60", DAY),
    // Other directives do not affect the freshness.
    ("", DAY),
    ("public", DAY),
    ("private", DAY),
    ("s-maxage=60", DAY),
    ("s-maxage=60, max-age=3600", 3600),
    ("max-stale=60, min-fresh=60", DAY),
    ("stale-while-revalidate=60", DAY),
    ("x-max-age=60", DAY),
    ("max-age-x=60", DAY),
    ("maxage=60", DAY),
    ("max_age=60", DAY),
    // Quoted strings do not contain directives.
    ("community=\"a, max-age=60\"", DAY),
    ("community=\"a, no-store\", max-age=3600", 3600),
    ("community=\"a\\\", no-store\", max-age=3600", 3600),
    ("community=\"no end, max-age=60, no-store", DAY),
    // These responses must not be stored, or not be used without validation.
    ("no-store", 0),
    ("no-cache", 0),
    ("No-Store", 0),
    ("NO-CACHE", 0),
    ("no-store, max-age=3600", 0),
    ("max-age=3600, no-store", 0),
    ("max-age=3600, no-cache", 0),
    ("max-age=x, no-cache", 0),
    ("no-cache=\"Set-Cookie\"", 0),
    ("no-storex", DAY),
    ("no store", DAY),
    // Malformed values mean the default of a day.
    ("max-age", DAY),
    ("max-age=", DAY),
    ("max-age=\"\"", DAY),
    ("max-age=\"", DAY),
    ("max-age=-1", DAY),
    ("max-age=-99999999999999999999999", DAY),
    ("max-age=+60", DAY),
    ("max-age=6.5", DAY),
    ("max-age=1e3", DAY),
    ("max-age=0x10", DAY),
    ("max-age=60s", DAY),
    ("max-age=60; public", DAY),
    ("max-age=60 public", DAY),
    ("max-age=='60'", DAY),
    ("max-age=sixty", DAY),
    ("max-age=NaN", DAY),
    ("max-age=inf", DAY),
    ("max-age=٦٠", DAY),
    ("max-age=60\u{a0}", DAY),
    ("max-age=6\u{0}0", DAY),
    // Values that overflow count as the maximum (RFC 9111 §1.2.2).
    ("max-age=604801", WEEK),
    ("max-age=2147483648", WEEK),
    ("max-age=18446744073709551615", WEEK),
    ("max-age=18446744073709551616", WEEK),
    ("max-age=99999999999999999999999999999999999999999999", WEEK),
];

fn up_to_a_week() -> CachePolicy {
    let mut policy = CachePolicy::new();
    policy.fresh_at_least = Duration::ZERO;
    policy.fresh_at_most = Duration::from_secs(WEEK);
    policy
}

#[test]
fn freshness_follows_cache_control() {
    for &(value, seconds) in CACHE_CONTROL {
        for name in ["Cache-Control", "cache-control", "CACHE-CONTROL"] {
            assert_eq!(
                life(up_to_a_week(), &[(name, value.as_bytes())]),
                seconds,
                "{value:?}"
            );
        }
        let bounded = life(CachePolicy::new(), &[("Cache-Control", value.as_bytes())]);
        assert_eq!(
            bounded,
            seconds.clamp(LEAST, DAY),
            "{value:?}, within the default bounds"
        );
    }
}

#[test]
fn age_is_subtracted() {
    for (max_age, age, seconds) in [
        ("3600", "600", 3000),
        ("3600", "3600", 0),
        ("3600", "3601", 0),
        ("3600", "99999999999999999999999", 0),
        ("99999999999999999999999", "1", WEEK),
        ("86400", "0", DAY),
        // Malformed values are ignored (RFC 9111 §5.1).
        ("3600", "-600", 3600),
        ("3600", "", 3600),
        ("3600", "600s", 3600),
        ("3600", "6e2", 3600),
        ("3600", "600, 60", 3000),
        ("3600", "60, 600", 3540),
    ] {
        let value = format!("max-age={max_age}");
        let headers: [Header<'_>; 2] =
            [("Age", age.as_bytes()), ("Cache-Control", value.as_bytes())];
        assert_eq!(
            life(up_to_a_week(), &headers),
            seconds,
            "{value}, Age: {age}"
        );
    }
    assert_eq!(
        life(
            CachePolicy::new(),
            &[("age", b"3000"), ("cache-control", b"max-age=3200")]
        ),
        LEAST
    );
    // Without a valid `max-age`, the default of 24 hours starts at the fetch.
    assert_eq!(life(CachePolicy::new(), &[("Age", b"3600")]), DAY);
    assert_eq!(
        life(
            CachePolicy::new(),
            &[("Age", b"3600"), ("Cache-Control", b"max-age=x")]
        ),
        DAY
    );
}

#[test]
fn repeated_headers_are_one_list() {
    let rows: [(&[u8], u64); 11] = [
        (b"Cache-Control:public|Cache-Control:max-age=3600", 3600),
        (b"Cache-Control:max-age=60|cache-control:max-age=3600", 60),
        (b"Cache-Control:max-age=3600|Cache-Control:no-store", 0),
        (b"Cache-Control:a=\"no end|Cache-Control:max-age=3600", 3600),
        (b"Cache-Control:max-age=3600|Age:60|Age:600", 3540),
        (b"Cache-Control:max-age=3600|Age:x|Age:600", 3000),
        (b"Cache-Control:max-age=\xff|Cache-Control:max-age=60", DAY),
        (b"Cache-Control:\xff\xfe, max-age=3600", 3600),
        (b"Cache-Control:\xe9=\"\xff,\", max-age=3600", 3600),
        (b"Expires:0|Pragma:no-cache|X-Cache-Control:no-store", DAY),
        (b":no-store|Cache-Control :no-store", DAY),
    ];
    for (written, seconds) in rows {
        let lines = written.split(|&byte| byte == b'|');
        let headers = lines.map(|line| {
            let colon = line
                .iter()
                .position(|&byte| byte == b':')
                .expect("a header");
            let name = std::str::from_utf8(&line[..colon]).expect("a name");
            (name, &line[colon + 1..])
        });
        let found = life(up_to_a_week(), &headers.collect::<Vec<_>>());
        assert_eq!(found, seconds, "{}", written.escape_ascii());
    }
}

#[test]
fn huge_values_are_handled() {
    let commas = ",".repeat(1_000_000);
    let digits = format!("max-age={}", "9".repeat(1_000_000));
    let quotes = format!("a=\"{}", "\\\"".repeat(500_000));
    let many = "max-age=60,".repeat(100_000);
    for (value, seconds) in [(&commas, DAY), (&digits, WEEK), (&quotes, DAY), (&many, 60)] {
        assert_eq!(
            life(up_to_a_week(), &[("Cache-Control", value.as_bytes())]),
            seconds
        );
    }
    let repeated = vec![("Cache-Control", &b"max-age=60"[..]); 10_000];
    assert_eq!(life(up_to_a_week(), &repeated), 60);
}

#[test]
fn validators_that_cannot_be_sent_are_not_kept() {
    let kept = |value: &[u8]| {
        let mut cached = CachedRobots::default();
        let headers = [("ETag", value), ("Last-Modified", value)];
        let url = Url::parse("https://example.com/robots.txt").unwrap();
        let outcome = FetchOutcome::response(200, "").url(&url);
        cached.record(outcome.headers(headers), NOW);
        let sent: Vec<_> = cached.conditional_headers(&url).collect();
        match sent[..] {
            [] => None,
            [("If-None-Match", etag), ("If-Modified-Since", modified)] => {
                assert_eq!(etag, modified);
                Some(etag.to_vec())
            }
            _ => panic!("{sent:?}"),
        }
    };
    assert_eq!(kept(b" \"5e2\"\t").as_deref(), Some(&b"\"5e2\""[..]));
    assert_eq!(kept(b"\"\xe9\"").as_deref(), Some(&b"\"\xe9\""[..]));
    assert_eq!(kept(b"\"a\tb\"").as_deref(), Some(&b"\"a\tb\""[..]));
    assert_eq!(kept(&[b'x'; 4096]).map(|value| value.len()), Some(4096));
    for value in [
        &b""[..],
        b"  ",
        b"\"a\"\r\nX-Injected: 1",
        b"a\nb",
        b"\0",
        b"a\x7f",
        &[b'x'; 4097],
    ] {
        assert_eq!(kept(value), None, "{}", value.escape_ascii());
    }
}

/// An independent reader of `Cache-Control`. It splits the values at commas outside quotes, and
/// accepts a quoted `max-age`.
fn naive_life(values: &[String]) -> u64 {
    let mut directives = Vec::new();
    for value in values {
        let mut directive = String::new();
        let mut letters = value.chars();
        let mut quoted = false;
        while let Some(letter) = letters.next() {
            match letter {
                '\\' if quoted => directive.extend(['\\', letters.next().unwrap_or(' ')]),
                ',' if !quoted => directives.push(std::mem::take(&mut directive)),
                letter => {
                    quoted ^= letter == '"';
                    directive.push(letter);
                }
            }
        }
        directives.push(directive);
    }
    let pairs: Vec<(String, String)> = directives
        .iter()
        .map(|directive| directive.split_once('=').unwrap_or((directive, "")))
        .map(|(name, argument)| (name.trim().to_ascii_lowercase(), argument.trim().to_owned()))
        .collect();
    if pairs
        .iter()
        .any(|(name, _)| name == "no-store" || name == "no-cache")
    {
        return 0;
    }
    let Some((_, argument)) = pairs.iter().find(|(name, _)| name == "max-age") else {
        return DAY;
    };
    let bare = match argument.len() {
        0 | 1 => argument,
        _ if argument.starts_with('"') && argument.ends_with('"') => {
            &argument[1..argument.len() - 1]
        }
        _ => argument,
    };
    if bare.is_empty() || bare.contains(|letter: char| !letter.is_ascii_digit()) {
        return DAY;
    }
    bare.parse::<u128>()
        .unwrap_or(u128::MAX)
        .min(u128::from(WEEK)) as u64
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 3000, ..ProptestConfig::default() })]

    #[test]
    fn cache_control_agrees_with_the_model(
        values in prop::collection::vec(
            prop::collection::vec(
                prop::sample::select(vec![
                    "max-age", "Max-Age", "no-store", "no-cache", "public", "s-maxage", "=", "=", ",", ", ", "\"", "\\",
                    " ", "\t", "0", "60", "3600", "99999999999999999999", "-1", "x", "é", ";",
                ]),
                0..9,
            ).prop_map(|parts| parts.concat()),
            0..4,
        ),
    ) {
        let headers: Vec<Header<'_>> = values.iter().map(|value| ("Cache-Control", value.as_bytes())).collect();
        prop_assert_eq!(life(up_to_a_week(), &headers), naive_life(&values));
    }

    #[test]
    fn any_header_results_in_a_bounded_wait(
        headers in prop::collection::vec(
            (
                prop::sample::select(vec!["Cache-Control", "Age", "Retry-After", "Date", "ETag", "Last-Modified", "X", ""]),
                prop_oneof![
                    prop::collection::vec(any::<u8>(), 0..30),
                    "[a-zA-Z]{3}, [0-9]{2} [A-Z][a-z]{2} [0-9]{4} [0-9:]{8} GMT".prop_map(String::into_bytes),
                    "[-+]?[0-9]{0,25}".prop_map(String::into_bytes),
                ],
            ),
            0..8,
        ),
        status in any::<u16>(),
        now in any::<u64>(),
    ) {
        let result = FetchOutcome::response(status, "").headers(headers);
        let mut cached = CachedRobots::default();
        let now = Timestamp(Duration::from_secs(now));
        for _ in 0..2 {
            cached.record(result.clone(), now);
            let wait = match cached.at(now).refresh {
                Refresh::FreshUntil(time) | Refresh::RetryAt(time) => time.duration_since(now),
                next => panic!("expected a fresh copy or a retry time, got {next:?}"),
            };
            prop_assert!((60..=DAY).contains(&wait.as_secs()) || now.0.as_secs() > u64::MAX - DAY);
        }
    }
}
