//! What one fetch result means by itself.

use core::time::Duration;
use std::borrow::Cow;
#[cfg(feature = "std")]
use std::time::SystemTime;

use robots_exclusion::fetch::{Access, Body, CachedRobots, FetchResult, Redirects, Timestamp};
use robots_exclusion::{Dialect, ParseOptions, Reason, Robots, Selection, Unavailable};
use url::Url;

const FILE: &str = "User-agent: *\nDisallow: /private/\n\nUser-agent: ExampleBot\nDisallow: /\n";
const HTML: &str =
    "<!doctype html>\n<meta http-equiv=refresh content='0; url=/x'>\n<a href=\"/\">Home: #1</a>\n";

#[derive(Clone, Copy, Debug, PartialEq)]
enum Meaning {
    /// `FILE` is obeyed.
    File,
    /// A file is obeyed that restricts nothing.
    EmptyFile,
    /// There is no file; everything is allowed.
    Everything(Unavailable),
    /// There is no file; nothing is allowed, for now.
    Nothing(Unavailable),
}
use Meaning::{EmptyFile, Everything, File, Nothing};

const BROKEN: Meaning = Nothing(Unavailable::BrokenResponse);

fn status(code: u16) -> FetchResult<'static> {
    FetchResult::response(code, FILE)
}

#[rustfmt::skip]
fn results() -> Vec<(&'static str, FetchResult<'static>, Meaning)> {
    let nothing = |code| Nothing(Unavailable::Status(code));
    let everything = |code| Everything(Unavailable::Status(code));
    vec![
        ("200", status(200), File),
        ("201", status(201), File),
        ("203", status(203), File),
        ("299", status(299), File),
        ("whatever the media type", status(200).header("Content-Type", "image/png"), File),
        ("bytes that are no text", FetchResult::response(200, b"\xff\0\xfe"), EmptyFile),
        ("HTML", FetchResult::response(200, HTML), EmptyFile),
        ("a redirect inside HTML is not followed", FetchResult::response(200, HTML), EmptyFile),
        ("empty body", FetchResult::response(200, ""), EmptyFile),
        ("204", FetchResult::response(204, ""), EmptyFile),
        ("204 with a body, which it cannot have", status(204), EmptyFile),
        ("206 is incomplete", status(206), BROKEN),
        ("a redirect not followed", status(301), BROKEN),
        ("304 without a copy", status(304), BROKEN),
        ("400", status(400), everything(400)),
        ("402", status(402), everything(402)),
        ("404", status(404), everything(404)),
        ("408", status(408), everything(408)),
        ("410", status(410), everything(410)),
        ("418", status(418), everything(418)),
        ("428", status(428), everything(428)),
        ("430", status(430), everything(430)),
        ("451", status(451), everything(451)),
        ("499", status(499), everything(499)),
        ("401", status(401), everything(401)),
        ("403", status(403), everything(403)),
        ("407 is the crawler's own proxy's", status(407), nothing(407)),
        ("429", status(429), nothing(429)),
        ("500", status(500), nothing(500)),
        ("501", status(501), nothing(501)),
        ("502", status(502), nothing(502)),
        ("503", status(503), nothing(503)),
        ("504", status(504), nothing(504)),
        ("599", status(599), nothing(599)),
        ("500 for a missing page", status(500).server_error_is_not_found(), everything(500)),
        ("503 for a missing page", status(503).server_error_is_not_found(), everything(503)),
        ("599 for a missing page", status(599).server_error_is_not_found(), everything(599)),
        ("a missing page spares 429", status(429).server_error_is_not_found(), nothing(429)),
        ("a missing page spares 407", status(407).server_error_is_not_found(), nothing(407)),
        ("a missing page spares 600", status(600).server_error_is_not_found(), BROKEN),
        ("a missing page spares 200", status(200).server_error_is_not_found(), File),
        ("a missing page spares what did not answer", FetchResult::unreachable().server_error_is_not_found(), Nothing(Unavailable::Unreachable)),
        ("DNS, time-out, reset", FetchResult::unreachable(), Nothing(Unavailable::Unreachable)),
        ("invalid response, chunking error", FetchResult::broken(), BROKEN),
        ("100", status(100), BROKEN),
        ("101", status(101), BROKEN),
        ("600", status(600), BROKEN),
        ("0", status(0), BROKEN),
        ("65535", status(65535), BROKEN),
        ("FTP: found", FetchResult::found(FILE), File),
        ("FTP: found, empty", FetchResult::found(""), EmptyFile),
        ("FTP: unavailable", FetchResult::missing(), Everything(Unavailable::NotFound)),
        ("FTP: unreachable", FetchResult::unreachable(), Nothing(Unavailable::Unreachable)),
    ]
}

#[test]
fn each_result_means_what_it_says() {
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
fn not_fetched_yet_is_a_reason_of_its_own() {
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
        "disallowed: robots.txt was not fetched yet"
    );
}

/// Every way to ask must give the answers of `meaning`.
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
            assert_eq!(
                matcher.allows_all(),
                matches!(meaning, Everything(_)),
                "{name}"
            );
            assert_eq!(
                matcher.disallows_all(),
                matches!(meaning, Nothing(_)),
                "{name}"
            );
            assert_eq!(matcher.rules().count(), 0, "{name}");
            assert_eq!(matcher.selection(), Selection::None, "{name}");
        }
        let owned = matcher.clone().into_owned();
        for url in [
            "/",
            "/private/x",
            "https://example.com",
            "https://example.com/private/x?y#z",
            "/robots.txt?",
            "//",
        ] {
            let allowed = match meaning {
                File | EmptyFile => file.allowed(agent, url),
                Everything(_) => true,
                Nothing(_) => false,
            };
            assert_eq!(access.allowed(agent, url), allowed, "{name}: {agent} {url}");
            assert_eq!(
                matcher.allowed(url),
                allowed,
                "{name}: matcher, {agent} {url}"
            );
            assert_eq!(
                owned.allowed(url),
                allowed,
                "{name}: owned matcher, {agent} {url}"
            );
            assert_eq!(
                matcher_for.allowed(url),
                allowed,
                "{name}: matcher_for, {agent} {url}"
            );
            let verdict = access.verdict(agent, url);
            assert_eq!(verdict.allowed(), allowed, "{name}: verdict, {agent} {url}");
            for other in [
                matcher.verdict(url),
                owned.verdict(url),
                matcher_for.verdict(url),
            ] {
                assert_eq!(other.reason(), verdict.reason(), "{name}: {agent} {url}");
                assert_eq!(other.allowed(), allowed, "{name}: {agent} {url}");
            }
            if let Some(why) = why {
                assert_eq!(
                    verdict.reason(),
                    Reason::Unavailable(why),
                    "{name}: {agent} {url}"
                );
                assert_eq!(
                    (verdict.line(), verdict.rule()),
                    (None, None),
                    "{name}: {agent} {url}"
                );
                assert!(
                    verdict.to_string().ends_with(&why.to_string()),
                    "{name}: {verdict}"
                );
            }
        }
        // Under every result, or a crawler that asks first would never recover.
        // The reference has no such rule where there is a file.
        if why.is_some() || dialect == Dialect::Standard {
            for url in [
                "/robots.txt",
                "https://example.com/robots.txt",
                "https://example.com/a/../%72obots.txt#x",
            ] {
                assert!(access.allowed(agent, url), "{name}: {agent} {url}");
                assert!(
                    matcher.allowed(url) && owned.allowed(url),
                    "{name}: {agent} {url}"
                );
                assert_eq!(
                    access.verdict(agent, url).reason(),
                    Reason::RobotsTxt,
                    "{name}: {agent} {url}"
                );
                assert_eq!(
                    owned.verdict(url).reason(),
                    Reason::RobotsTxt,
                    "{name}: {agent} {url}"
                );
            }
        }
    }
}

#[test]
fn every_status_code_means_what_its_class_says() {
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

/// The body of these is not looked at.
#[test]
fn a_file_counts_in_a_successful_response_only() {
    for code in [204, 206, 301, 304, 404, 429, 500] {
        assert!(
            status(code)
                .access()
                .robots()
                .is_none_or(|robots| robots.text().is_empty()),
            "{code}"
        );
    }
}

#[test]
fn a_body_cut_at_the_byte_limit_is_obeyed() {
    let mut body = FILE.to_owned();
    body.extend(std::iter::repeat_n("Disallow: /long\n", 40_000));
    let access =
        FetchResult::response(200, &body.as_bytes()[..ParseOptions::DEFAULT_BYTE_LIMIT]).access();
    assert!(!access.allowed("OtherBot", "/private/x"));
    assert!(access.allowed("OtherBot", "/"));
    let access = FetchResult::response(200, &body).access();
    assert!(access.robots().is_some_and(Robots::is_truncated));
}

#[test]
fn options_apply_to_the_file() {
    let result = FetchResult::response(200, "user-agent: googlebot\ndisalow: /a\n");
    let google = ParseOptions::new().dialect(Dialect::Google);
    assert!(result.clone().access().allowed("googlebot", "/a"));
    assert!(
        !result
            .clone()
            .access_with(google)
            .allowed("googlebot", "/a")
    );
    assert_eq!(
        result
            .clone()
            .access_with(google)
            .robots()
            .map(Robots::options),
        Some(google)
    );
}

#[test]
fn reasons_are_said_in_words() {
    for (result, words) in [
        (status(404), "allowed: robots.txt answered with status 404"),
        (
            status(429),
            "disallowed: robots.txt answered with status 429",
        ),
        (FetchResult::missing(), "allowed: robots.txt does not exist"),
        (
            FetchResult::unreachable(),
            "disallowed: robots.txt could not be reached",
        ),
        (
            FetchResult::broken(),
            "disallowed: robots.txt came in a broken response",
        ),
    ] {
        assert_eq!(
            result
                .clone()
                .access()
                .verdict("ExampleBot", "/a")
                .to_string(),
            words
        );
    }
    let mut outage = CachedRobots::default();
    outage.record(FetchResult::unreachable(), Timestamp::UNIX_EPOCH);
    let month = Timestamp::from_unix(Duration::from_secs(31 * 24 * 60 * 60));
    assert_eq!(
        outage
            .at(month)
            .access()
            .verdict("ExampleBot", "/a")
            .to_string(),
        "allowed: robots.txt could not be obtained for more than 30 days"
    );
}

#[test]
fn results_and_what_they_mean_can_be_sent_to_other_threads() {
    fn assert_shareable<T: Send + Sync + Clone + std::fmt::Debug>() {}
    assert_shareable::<FetchResult<'static>>();
    assert_shareable::<Access<'static>>();
    assert_shareable::<robots_exclusion::fetch::CachedRobots>();
    assert_shareable::<robots_exclusion::fetch::CachePolicy>();
    assert_shareable::<robots_exclusion::fetch::Redirects>();
    assert_shareable::<robots_exclusion::fetch::Validators>();
    assert_shareable::<robots_exclusion::fetch::Hop<'static>>();
    assert_shareable::<robots_exclusion::fetch::Outlook>();
}

#[test]
fn a_body_may_be_borrowed_or_owned() {
    let text = FILE.to_owned();
    let borrowed = FetchResult::response(200, &text);
    let results: [FetchResult<'static>; 7] = [
        FetchResult::response(200, FILE),
        FetchResult::response(200, FILE.as_bytes()),
        FetchResult::response(200, FILE.to_owned()),
        FetchResult::found(FILE.as_bytes().to_vec()),
        FetchResult::found(FILE.as_bytes().to_vec().into_boxed_slice()),
        FetchResult::found(Cow::Borrowed(FILE.as_bytes())),
        borrowed.into_owned(),
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
    let result = FetchResult::response(200, &long)
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
        r#"Redirects { url: "https://example.com/robots.txt", asked: ["https://example.com/robots.txt"], limit: 5, schemes: None, .. }"#
    );
    let hop = format!("{:?}", redirects.clone().follow(301, Some(b"/a")));
    assert_eq!(hop, r#"Request("https://example.com/a")"#);
    let body = format!("{:?}", Body::from("a\n"));
    assert_eq!(body, r#"Body("a\n")"#);
    let time = Timestamp::from_unix(Duration::from_millis(1_500));
    assert_eq!(format!("{time:?}"), "Timestamp(1.5s)");
}

#[cfg(feature = "std")]
#[test]
fn times_of_the_standard_library_convert() {
    let time = Timestamp::from_unix(Duration::from_nanos(1_700_000_000_123_456_789));
    let system = time.to_system_time().expect("within its range");
    assert_eq!(Timestamp::from(system), time);
    let before = SystemTime::UNIX_EPOCH - Duration::from_secs(1);
    assert_eq!(Timestamp::from(before), Timestamp::UNIX_EPOCH);
    assert_eq!(Timestamp::from_unix(Duration::MAX).to_system_time(), None);
    let end = Timestamp::from_unix(Duration::MAX);
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
                FetchResult::from(response).access(),
                FetchResult::response(code, FILE).access(),
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
    fn may_have_any_body_of_bytes_and_any_headers() {
        let mut response = Response::new(FILE.as_bytes().to_vec());
        let headers: &mut HeaderMap = response.headers_mut();
        headers.insert(
            "cache-control",
            HeaderValue::from_bytes(b"max-age=\xff").unwrap(),
        );
        headers.append("cache-control", HeaderValue::from_static("max-age=-1"));
        headers.insert("etag", HeaderValue::from_bytes(b"\"\xe9\"").unwrap());
        assert!(
            !FetchResult::from(response)
                .access()
                .allowed("ExampleBot", "/a")
        );
    }
}
