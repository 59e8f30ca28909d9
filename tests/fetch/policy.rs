//! Policies for broken responses and retries.

use std::time::Duration;

use robots_exclusion::Unavailable;
use robots_exclusion::fetch::{CachePolicy, CachedRobots, FetchOutcome, Refresh, Timestamp};

use crate::support::random::{Random, cases, seed};

const NOW: Timestamp = Timestamp(Duration::from_secs(1_700_000_000));

fn status(code: u16) -> FetchOutcome<'static> {
    FetchOutcome::response(code, "")
}

fn utf16(text: &str, mark: &[u8], order: fn(u16) -> [u8; 2]) -> Vec<u8> {
    let units = text.encode_utf16().flat_map(order);
    mark.iter().copied().chain(units).collect()
}

/// With this policy, a body that cannot be a robots.txt is broken even if its status is 200.
#[test]
fn html_and_utf16_are_broken_on_request() {
    let utf16 =
        |mark: &[u8], order: fn(u16) -> [u8; 2]| utf16("user-agent: *\ndisallow: /", mark, order);
    let (little, big) = (
        utf16(b"\xFF\xFE", u16::to_le_bytes),
        utf16(b"\xFE\xFF", u16::to_be_bytes),
    );
    let unmarked = [utf16(b"", u16::to_le_bytes), utf16(b"", u16::to_be_bytes)];
    let not_text: [(&str, &[u8]); 10] = [
        ("HTML", b"<!DOCTYPE html>"),
        (
            "HTML after a byte order mark and blanks",
            b"\xEF\xBB\xBF\n\t <html>",
        ),
        ("XML", b"<?xml version=\"1.0\"?>"),
        ("a script", b"<script>"),
        ("UTF-16LE", &little),
        ("UTF-16BE", &big),
        ("UTF-16LE without a byte order mark", &unmarked[0]),
        ("UTF-16BE without a byte order mark", &unmarked[1]),
        (
            "UTF-16 that begins with a Cyrillic letter",
            b"\x1F\x04@\x048\x04\r\0\n\0u\0s\0e\0r\0-\0a\0g\0e\0n\0t\0:\0*\0",
        ),
        ("HTML after a UTF-16 byte order mark", b"\xFF\xFE<html>"),
    ];
    let more = [&little[..], b"\nallow: /"].concat();
    let text: [(&str, &[u8]); 8] = [
        ("empty", b""),
        ("a comment", b"# <html>"),
        ("a lone <", b"< disallow"),
        (
            "a UTF-16 byte order mark before ASCII text",
            b"\xFF\xFEuser-agent: *",
        ),
        ("one NUL", b"\0"),
        ("NULs", b"\0\0\0"),
        (
            "a NUL in a text",
            b"# robots\0 of this site\nuser-agent: *\n",
        ),
        ("records after UTF-16", &more),
    ];
    let mut policy = CachePolicy::new();
    policy.reject_html_and_utf16 = true;
    for (name, body) in &not_text {
        let broken = Some(Unavailable::BrokenResponse);
        assert_eq!(recorded(&policy, body), broken, "{name}");
        assert_eq!(recorded(&CachePolicy::new(), body), None, "{name}");
    }
    for (name, body) in &text {
        assert_eq!(recorded(&policy, body), None, "{name}");
    }
}

fn recorded(policy: &CachePolicy, body: &[u8]) -> Option<Unavailable> {
    let mut cached = CachedRobots::new(policy.clone());
    cached.record(FetchOutcome::response(200, body), NOW);
    cached.at(NOW).access.unavailable()
}

/// A text in any language is rejected if it is UTF-16, and obeyed if it is UTF-8.
#[test]
fn utf16_is_seen_in_any_language() {
    const LINES: [&str; 9] = [
        "# Привет, это наш файл",
        "Запрещено: всё",
        "# 这是我们网站的文件,请遵守",
        "# ελληνικά",
        "# 😀 é ü",
        "Ї",
        "",
        "User-agent: *",
        "Disallow: /привет",
    ];
    let mut policy = CachePolicy::new();
    policy.reject_html_and_utf16 = true;
    let first = seed("UTF-16 in any language");
    for seed in first..first + cases(2_000) {
        let random = &mut Random::new(seed);
        let lines = (0..random.below(30)).map(|_| random.pick(&LINES));
        let lines: Vec<&str> = lines.chain(["user-agent: *", "disallow: /"]).collect();
        let text = lines.join(["\n", "\r\n"][random.below(2)]);
        assert_eq!(
            recorded(&policy, text.as_bytes()),
            None,
            "seed {seed}: {text}"
        );
        for (mark, order) in [
            (b"\xFF\xFE", u16::to_le_bytes as fn(u16) -> [u8; 2]),
            (b"\xFE\xFF", u16::to_be_bytes),
        ] {
            for mark in [&mark[..], b""] {
                let why = recorded(&policy, &utf16(&text, mark, order));
                let broken = Some(Unavailable::BrokenResponse);
                assert_eq!(why, broken, "seed {seed}: {text}");
            }
        }
    }
}

#[test]
fn unreachable_hosts_and_server_errors_have_separate_retry_intervals() {
    let minutes = |count: u64| Duration::from_secs(60 * count);
    let mut policy = CachePolicy::new();
    policy.retry_unreachable = (minutes(10), minutes(30));
    policy.retry_server_error = (minutes(2), minutes(7));
    let mut cached = CachedRobots::new(policy);
    let failures = [
        (FetchOutcome::unreachable(), 10),
        (status(500), 4),
        (FetchOutcome::unreachable(), 30),
        (FetchOutcome::broken(), 30),
        (status(429), 7),
        (FetchOutcome::response(200, ""), 24 * 60),
        (status(503), 2),
        (status(503).header("Retry-After", "60"), 1),
        (status(503), 7),
    ];
    for (number, (outcome, wait)) in failures.into_iter().enumerate() {
        cached.record(outcome, NOW);
        let due = cached.at(NOW).refresh.due_at();
        assert_eq!(due, Some(NOW + minutes(wait)), "{number}");
    }
    // Huge intervals do not overflow, even after many failures.
    let mut huge = CachePolicy::new();
    huge.retry_unreachable = (Duration::MAX, Duration::MAX);
    let mut cached = CachedRobots::new(huge);
    for _ in 0..100 {
        cached.record(FetchOutcome::unreachable(), NOW);
    }
    assert_ne!(cached.at(NOW).refresh, Refresh::Now);
}
