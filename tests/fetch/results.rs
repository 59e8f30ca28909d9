//! The meaning of a single fetch result.

use core::time::Duration;
#[cfg(feature = "std")]
use std::time::SystemTime;

use robots_exclusion::fetch::{
    Access, Body, CachePolicy, CachedRobots, FetchOutcome, Redirects, Timestamp,
};
use robots_exclusion::{Dialect, ParseOptions, Reason, Robots, Selection, Unavailable};
use url::Url;

const FILE: &str = "User-agent: *\nDisallow: /private/\n\nUser-agent: ExampleBot\nDisallow: /\n";
const HTML: &str =
    "<!doctype html>\n<meta http-equiv=refresh content='0; url=/x'>\n<a href=\"/\">Home: #1</a>\n";

#[derive(Clone, Copy, Debug, PartialEq)]
enum Meaning {
    /// `FILE` is obeyed.
    File,
    /// A file without restrictions is obeyed.
    EmptyFile,
    /// There is no file, so everything is allowed.
    Everything(Unavailable),
    /// There is no file, and nothing is allowed for now.
    Nothing(Unavailable),
}
use Meaning::{EmptyFile, Everything, File, Nothing};

const BROKEN: Meaning = Nothing(Unavailable::BrokenResponse);

fn status(code: u16) -> FetchOutcome<'static> {
    FetchOutcome::response(code, FILE)
}

/// The first bytes of a gzip stream.
const GZIP: &[u8] = b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x02\xff";

fn coded(value: &str) -> FetchOutcome<'static> {
    status(200).header("Content-Encoding", value)
}

/// `status_codes_are_interpreted_by_class` checks all other statuses.
#[rustfmt::skip]
fn results() -> Vec<(&'static str, FetchOutcome<'static>, Meaning)> {
    let nothing = |code| Nothing(Unavailable::Status(code));
    let everything = |code| Everything(Unavailable::Status(code));
    vec![
        ("200", status(200), File),
        ("an unrelated media type", status(200).header("Content-Type", "image/png"), File),
        ("binary data", FetchOutcome::response(200, b"\xff\0\xfe"), EmptyFile),
        ("HTML", FetchOutcome::response(200, HTML), EmptyFile),
        ("a redirect inside HTML is not followed", FetchOutcome::response(200, HTML), EmptyFile),
        ("empty body", FetchOutcome::response(200, ""), EmptyFile),
        ("204", FetchOutcome::response(204, ""), EmptyFile),
        ("gzip that was not decoded", coded("gzip"), BROKEN),
        ("an unknown coding", coded("?"), BROKEN),
        ("a list of codings", coded("identity, br"), BROKEN),
        ("no coding", coded("Identity, ,"), File),
        ("a coding that the client has decoded", coded("gzip").decoded(), File),
        ("gzip without a header", FetchOutcome::response(200, GZIP), BROKEN),
        ("gzip in gzip, decoded once", FetchOutcome::response(200, GZIP).decoded(), BROKEN),
        ("FTP: gzip", FetchOutcome::response(200, GZIP), BROKEN),
        ("zstd without a header", FetchOutcome::response(200, b"\x28\xb5\x2f\xfd\x24\0"), BROKEN),
        ("xz without a header", FetchOutcome::response(200, b"\xfd7zXZ\0\0\x04"), BROKEN),
        ("bzip2 without a header", FetchOutcome::response(200, b"BZh91AY&SY"), BROKEN),
        ("ZIP without a header", FetchOutcome::response(200, b"PK\x03\x04\x14\0"), BROKEN),
        ("zstd, decoded once", FetchOutcome::response(200, b"\x28\xb5\x2f\xfd").decoded(), BROKEN),
        ("FTP: ZIP", FetchOutcome::response(200, b"PK\x03\x04"), BROKEN),
        ("zlib without a header cannot be told from text", FetchOutcome::response(200, b"x\x9c\x0b-N-"), EmptyFile),
        ("an empty ZIP begins differently", FetchOutcome::response(200, b"PK\x05\x06"), EmptyFile),
        ("half a signature", FetchOutcome::response(200, b"\xfd7zXZ"), EmptyFile),
        ("a signature after a blank", FetchOutcome::response(200, b" BZh91AY&SY"), EmptyFile),
        ("a lone byte 1F", FetchOutcome::response(200, b"\x1f"), EmptyFile),
        ("a coded empty body", FetchOutcome::response(200, "").header("content-encoding", "gzip"), BROKEN),
        ("a coding without a body", status(204).header("Content-Encoding", "gzip"), EmptyFile),
        ("404 with a coded page", status(404).header("Content-Encoding", "gzip"), everything(404)),
        ("204 with a body, which is invalid", status(204), EmptyFile),
        ("206 is incomplete", status(206), BROKEN),
        ("a redirect not followed", status(301), BROKEN),
        ("304 without a copy", status(304), BROKEN),
        ("404", status(404), everything(404)),
        ("407 comes from the crawler's own proxy", status(407), nothing(407)),
        ("429", status(429), nothing(429)),
        ("503", status(503), nothing(503)),
        ("DNS, time-out, reset", FetchOutcome::unreachable(), Nothing(Unavailable::Unreachable)),
        ("invalid response, chunking error", FetchOutcome::broken(), BROKEN),
        ("600", status(600), BROKEN),
        ("FTP: found", FetchOutcome::response(200, FILE), File),
        ("FTP: found, empty", FetchOutcome::response(200, ""), EmptyFile),
        ("FTP: unavailable", FetchOutcome::missing(), Everything(Unavailable::NotFound)),
        ("FTP: unreachable", FetchOutcome::unreachable(), Nothing(Unavailable::Unreachable)),
    ]
}

#[test]
fn results_have_their_documented_meaning() {
    for (name, result, meaning) in results() {
        for dialect in [Dialect::Standard, Dialect::Google] {
            let access = result
                .clone()
                .access_with(ParseOptions::new().dialect(dialect));
            assert_means(name, &access, meaning, dialect);
            assert_means(name, &access.into_owned(), meaning, dialect);
        }
        assert_means(name, &result.clone().access(), meaning, Dialect::Standard);
    }
}

#[test]
#[rustfmt::skip]
fn a_policy_may_treat_server_errors_as_missing_files() {
    let mut policy = CachePolicy::new();
    policy.server_error_is_not_found = true;
    let nothing = |code| Nothing(Unavailable::Status(code));
    let everything = |code| Everything(Unavailable::Status(code));
    for (name, outcome, meaning) in [
        ("500 for a missing page", status(500), everything(500)),
        ("503 for a missing page", status(503), everything(503)),
        ("599 for a missing page", status(599), everything(599)),
        ("429 is not a missing page", status(429), nothing(429)),
        ("407 is not a missing page", status(407), nothing(407)),
        ("600 is not a missing page", status(600), BROKEN),
        ("200 is not a missing page", status(200), File),
        ("an unreachable host is not a missing page", FetchOutcome::unreachable(), Nothing(Unavailable::Unreachable)),
    ] {
        let mut cached = CachedRobots::new(policy.clone());
        cached.record(outcome, Timestamp::UNIX_EPOCH);
        let state = cached.at(Timestamp::UNIX_EPOCH);
        assert_means(name, &state.access, meaning, Dialect::Standard);
    }
}

#[test]
fn not_fetched_is_a_separate_reason() {
    let access = Access::not_fetched();
    assert_means(
        "not fetched",
        &access,
        Nothing(Unavailable::NotFetched),
        Dialect::Standard,
    );
    let verdict = access.verdict("ExampleBot", "https://example.com/");
    assert_eq!(
        verdict.to_string(),
        "disallowed, because robots.txt has not been fetched yet"
    );
}

/// Asserts that every query method gives the answers of `meaning`.
#[track_caller]
fn assert_means(name: &str, access: &Access<'_>, meaning: Meaning, dialect: Dialect) {
    let file = ParseOptions::new().dialect(dialect).parse(match meaning {
        File => FILE,
        _ => "",
    });
    let why = match meaning {
        File | EmptyFile => None,
        Everything(why) | Nothing(why) => Some(why),
    };
    assert_eq!(access.unavailable(), why, "{name}");
    assert_eq!(access.robots().is_some(), why.is_none(), "{name}");
    for agent in ["ExampleBot", "OtherBot", "ExampleBot/1.0", "", "*"] {
        let matcher = access.matcher(agent);
        let matcher_for = access.matcher_for(&[agent]);
        assert_eq!(matcher.dialect(), dialect, "{name}");
        if why.is_some() {
            let [all, none] = [matcher.allows_all(), matcher.disallows_all()];
            assert_eq!(all, matches!(meaning, Everything(_)), "{name}");
            assert_eq!(none, matches!(meaning, Nothing(_)), "{name}");
            assert_eq!(matcher.rules().count(), 0, "{name}");
            assert_eq!(matcher.selection(), Selection::None, "{name}");
        }
        let pages =
            "/ /private/x https://example.com https://example.com/private/x?y#z /robots.txt? //";
        let itself =
            "/robots.txt https://example.com/robots.txt https://example.com/a/../%72obots.txt#x";
        // `/robots.txt` is always allowed, or a crawler that checks it before fetching it would
        // never recover. In the Google dialect, as in google/robotstxt, this does not apply if
        // there is a file.
        let is_exempt = why.is_some() || dialect == Dialect::Standard;
        let itself = itself.split(' ').filter(|_| is_exempt);
        for (url, is_page) in pages
            .split(' ')
            .zip([true; 6])
            .chain(itself.zip([false; 3]))
        {
            let what = format!("{name}: {agent} {url}");
            let allowed = match meaning {
                _ if !is_page => true,
                File | EmptyFile => file.allowed(agent, url),
                Everything(_) => true,
                Nothing(_) => false,
            };
            let verdict = access.verdict(agent, url);
            assert_eq!(access.allowed(agent, url), allowed, "{what}");
            assert_eq!(verdict.allowed(), allowed, "{what}");
            for matcher in [&matcher, &matcher_for] {
                let other = matcher.verdict(url);
                assert_eq!(matcher.allowed(url), allowed, "{what}: matcher");
                assert_eq!(other.allowed(), allowed, "{what}: matcher");
                assert_eq!(other.reason(), verdict.reason(), "{what}: matcher");
            }
            if !is_page {
                assert_eq!(verdict.reason(), Reason::RobotsTxt, "{what}");
            } else if let Some(why) = why {
                assert_eq!(verdict.reason(), Reason::Unavailable(why), "{what}");
                assert_eq!((verdict.line(), verdict.rule()), (None, None), "{what}");
                let is_said = verdict.to_string().ends_with(&why.to_string());
                assert!(is_said, "{what}: {verdict}");
            }
        }
    }
}

#[test]
fn status_codes_are_interpreted_by_class() {
    for code in 0..=u16::MAX {
        let access = status(code).access();
        let obeyed = (200..300).contains(&code) && code != 206;
        let allowed = (400..500).contains(&code) && code != 407 && code != 429;
        assert_eq!(access.robots().is_some(), obeyed, "{code}");
        let expected = allowed || obeyed;
        assert_eq!(access.allowed("OtherBot", "/public"), expected, "{code}");
        let stated =
            matches!(access.unavailable(), Some(Unavailable::Status(stated)) if stated == code);
        assert_eq!(stated, (400..600).contains(&code), "{code}");
    }
}

#[test]
fn a_body_cut_at_the_byte_limit_is_obeyed() {
    let mut body = FILE.to_owned();
    body.extend(std::iter::repeat_n("Disallow: /long\n", 40_000));
    let access =
        FetchOutcome::response(200, &body.as_bytes()[..ParseOptions::DEFAULT_BYTE_LIMIT]).access();
    assert!(!access.allowed("OtherBot", "/private/x"));
    assert!(access.allowed("OtherBot", "/"));
    let access = FetchOutcome::response(200, &body).access();
    assert!(access.robots().is_some_and(Robots::is_truncated));
}

#[test]
fn verdicts_display_their_reasons() {
    let shown = |access: &Access<'_>| access.verdict("ExampleBot", "/a").to_string();
    for (result, words) in [
        (status(404), "allowed, because robots.txt returned 404"),
        (status(429), "disallowed, because robots.txt returned 429"),
        (
            FetchOutcome::missing(),
            "allowed, because robots.txt does not exist",
        ),
        (
            FetchOutcome::unreachable(),
            "disallowed, because robots.txt could not be reached",
        ),
        (
            FetchOutcome::broken(),
            "disallowed, because robots.txt came in a broken response",
        ),
    ] {
        assert_eq!(shown(&result.access()), words);
    }
    let mut outage = CachedRobots::default();
    outage.record(FetchOutcome::unreachable(), Timestamp::UNIX_EPOCH);
    let month = Timestamp(Duration::from_secs(31 * 24 * 60 * 60));
    assert_eq!(
        shown(&outage.at(month).access),
        "allowed, because robots.txt could not be obtained for more than 30 days"
    );
}

#[test]
fn types_of_the_module_can_be_sent_to_other_threads() {
    use robots_exclusion::fetch::{CacheState, RedirectAction};
    fn are_shareable<T: Send + Sync + Clone + std::fmt::Debug>() {}
    are_shareable::<(
        FetchOutcome<'static>,
        Access<'static>,
        CachedRobots,
        CachePolicy,
    )>();
    are_shareable::<(Redirects, RedirectAction, CacheState)>();
}

#[test]
fn a_body_may_be_borrowed_or_owned() {
    let results: [FetchOutcome<'static>; 4] = [
        FetchOutcome::response(200, FILE),
        FetchOutcome::response(200, FILE.as_bytes()),
        FetchOutcome::response(200, FILE.to_owned()),
        FetchOutcome::response(200, FILE.as_bytes().to_vec()),
    ];
    for result in results {
        let access: Access<'static> = result.access();
        assert_means("body", &access, File, Dialect::Standard);
    }
}

#[test]
fn debug_shows_text() {
    let url = Url::parse("https://example.com/robots.txt").unwrap();
    let long = "# a tab\tand more\n".repeat(1000);
    let result = FetchOutcome::response(200, &long)
        .url(&url)
        .header("ETag", b"\"\xe9\"");
    let shown = format!("{result:?}");
    assert!(shown.contains(r"# a tab\tand more\n# a"), "{shown}");
    assert!(shown.contains("and 16936 bytes more"), "{shown}");
    assert!(shown.contains(r#"\"\xe9\""#), "{shown}");
    assert!(shown.contains("https://example.com/robots.txt"), "{shown}");
    assert!(shown.len() < 700, "{shown}");
    let redirects = Redirects::new(url);
    assert_eq!(
        format!("{redirects:?}"),
        r#"Redirects { url: "https://example.com/robots.txt", requested: ["https://example.com/robots.txt"], max_hops: 5, .. }"#
    );
    let body = format!("{:?}", Body::from("a\n"));
    assert_eq!(body, r#"Body("a\n")"#);
    let time = Timestamp(Duration::from_millis(1_500));
    assert_eq!(format!("{time:?}"), "Timestamp(1.5s)");
}

#[cfg(feature = "std")]
#[test]
fn times_of_the_standard_library_convert() {
    let time = Timestamp(Duration::from_nanos(1_700_000_000_123_456_789));
    assert_eq!(Timestamp::from(SystemTime::UNIX_EPOCH + time.0), time);
    let before = SystemTime::UNIX_EPOCH - Duration::from_secs(1);
    assert_eq!(Timestamp::from(before), Timestamp::UNIX_EPOCH);
    let end = Timestamp(Duration::MAX);
    assert_eq!(end + Duration::from_secs(1), end);
    assert_eq!(time.duration_since(end), Duration::ZERO);
}

#[cfg(feature = "http")]
mod http_responses {
    use super::*;
    use ::http::{HeaderMap, HeaderValue, Response, StatusCode};

    #[test]
    fn mean_the_same_as_their_parts() {
        for code in 100..=999 {
            let status = StatusCode::from_u16(code).unwrap();
            let response = Response::builder().status(status).body(FILE).unwrap();
            let (whole, parts) = (
                FetchOutcome::from(response).access(),
                FetchOutcome::response(code, FILE).access(),
            );
            assert_eq!(whole.unavailable(), parts.unavailable(), "{code}");
            assert_eq!(
                whole.robots().map(Robots::text),
                parts.robots().map(Robots::text),
                "{code}"
            );
        }
    }

    #[test]
    fn may_have_any_body_and_any_headers() {
        let mut response = Response::new(FILE.as_bytes().to_vec());
        let headers: &mut HeaderMap = response.headers_mut();
        headers.insert(
            "cache-control",
            HeaderValue::from_bytes(b"max-age=\xff").unwrap(),
        );
        headers.append("cache-control", HeaderValue::from_static("max-age=-1"));
        headers.insert("etag", HeaderValue::from_bytes(b"\"\xe9\"").unwrap());
        assert!(
            !FetchOutcome::from(response)
                .access()
                .allowed("ExampleBot", "/a")
        );
    }
}
