//! Groups, sitemaps, extension records, and their typed readers.

use std::time::Duration;

use robots_exclusion::lexer::Field;
use robots_exclusion::{Dialect, ParseOptions, Robots};

use crate::{DIALECTS, parse};

#[test]
fn tokens_of_user_agent_lines() {
    let robots =
        Robots::parse("user-agent: * all\nuser-agent: *bot\nuser-agent: MJ12bot/1\nuser-agent:");
    let agents = || robots.groups().flat_map(|group| group.agents());
    let tokens: Vec<_> = agents().map(|agent| agent.token()).collect();
    assert_eq!(tokens, [&b""[..], b"", b"MJ12bot", b""]);
    assert_eq!(
        agents()
            .map(|agent| agent.is_wildcard())
            .collect::<Vec<_>>(),
        [true, false, false, false]
    );
    let google = parse(b"user-agent: MJ12bot", Dialect::Google);
    assert_eq!(
        google
            .groups()
            .next()
            .unwrap()
            .agents()
            .next()
            .unwrap()
            .token(),
        b"MJ"
    );
}

#[test]
fn a_sitemap_url_need_not_be_percent_encoded() {
    let robots = Robots::parse("sitemap: https://ja.example.org/テスト-サイトマップ.xml");
    let url = robots.sitemaps().next().unwrap().sitemap_url().unwrap();
    assert_eq!(url.host_str(), Some("ja.example.org"));
    assert_eq!(
        url.path(),
        "/%E3%83%86%E3%82%B9%E3%83%88-%E3%82%B5%E3%82%A4%E3%83%88%E3%83%9E%E3%83%83%E3%83%97.xml"
    );
}

#[test]
fn a_sitemap_url_needs_a_scheme_and_a_host() {
    let url = |value: &[u8]| {
        let text = [b"sitemap: ", value].concat();
        let robots = Robots::parse(&text);
        robots
            .sitemaps()
            .next()
            .unwrap()
            .sitemap_url()
            .map(String::from)
    };
    let bad = ",/sitemap.xml,sitemap.xml,//example.com/s.xml,example.com/s.xml,https:s.xml,\
               https:/s.xml,https://,file:///s.xml,mailto:a@example.com,foo:///s.xml,https://a b/";
    for bad in bad.split(',') {
        assert_eq!(url(bad.as_bytes()), None, "{bad}");
    }
    for (good, serialised) in [
        ("https://example.com", "https://example.com/"),
        ("HTTP://Example.com:80/S.xml", "http://example.com/S.xml"),
        ("ftp://example.com/s.xml", "ftp://example.com/s.xml"),
        (
            "https://www.müller.eu/s.xml",
            "https://www.xn--mller-kva.eu/s.xml",
        ),
    ] {
        assert_eq!(url(good.as_bytes()).as_deref(), Some(serialised), "{good}");
    }
    // In Latin-1. The bytes are what a client would send.
    assert_eq!(
        url(b"https://example.com/\xE9.xml").as_deref(),
        Some("https://example.com/%E9.xml")
    );
    assert_eq!(url(b"https://\xE9.example.com/s.xml"), None);
}

#[test]
fn every_other_field_is_an_extension_record() {
    let text = "Host: example.com\nuser-agent: a\ncrawl-delay: 1\nrequest-rate: 1/5\nvisit-time: 0600-0845\n\
                disallow: /\nclean-param: a&b /x # why\nNoindex: /a\nuser-agent: b\ncontent-signal: ai-train=no\n\
                user-agent: c\ncontent-usage: train-ai=n\nlicense: https://example.com/l\nLLM-Policy: /llm.txt\n\
                foo bar : baz: qux\nx:\nbroken\n";
    #[rustfmt::skip]
    let expected = [
        (Field::Host, "Host", "example.com", 1, None),
        (Field::CrawlDelay, "crawl-delay", "1", 3, Some(2)),
        (Field::RequestRate, "request-rate", "1/5", 4, Some(2)),
        (Field::VisitTime, "visit-time", "0600-0845", 5, Some(2)),
        (Field::CleanParam, "clean-param", "a&b /x", 7, Some(2)),
        (Field::Noindex, "Noindex", "/a", 8, Some(2)),
        (Field::ContentSignal, "content-signal", "ai-train=no", 10, Some(9)),
        (Field::ContentUsage, "content-usage", "train-ai=n", 12, Some(9)),
        (Field::License, "license", "https://example.com/l", 13, Some(9)),
        (Field::LlmPolicy, "LLM-Policy", "/llm.txt", 14, Some(9)),
        (Field::Unknown, "foo bar", "baz: qux", 15, Some(9)),
        (Field::Unknown, "x", "", 16, Some(9)),
    ];
    for dialect in DIALECTS {
        let robots = parse(text.as_bytes(), dialect);
        let records: Vec<_> = robots
            .records()
            .map(|record| {
                let text = |bytes| std::str::from_utf8(bytes).unwrap();
                (
                    record.field(),
                    text(record.name()),
                    text(record.value()),
                    record.line(),
                    record.group_line(),
                )
            })
            .collect();
        assert_eq!(records, expected, "{dialect:?}");
    }
}

#[test]
fn google_reads_extension_records_like_other_lines() {
    let text = b"user-agent: a\ncrawl-delay 7\nhost: a\0b\nfoo bar baz";
    let google = parse(text, Dialect::Google);
    let values: Vec<_> = google.records().map(|record| record.value()).collect();
    assert_eq!(values, [&b"7"[..], b"a"]);
    assert_eq!(
        google.matcher("a").crawl_delay(),
        Some(Duration::from_secs(7))
    );
    let standard = Robots::parse(text);
    assert_eq!(
        standard
            .records()
            .map(|record| record.value())
            .collect::<Vec<_>>(),
        [&b"a\0b"[..]]
    );
    assert_eq!(standard.matcher("a").crawl_delay(), None);
}

fn crawl_delay(value: &str) -> Option<Duration> {
    let text = format!("user-agent: *\ncrawl-delay: {value}");
    Robots::parse(&text).matcher("a").crawl_delay()
}

#[test]
fn long_crawl_delays() {
    // Anything below a nanosecond is dropped.
    assert_eq!(crawl_delay("0.0000000019"), Some(Duration::from_nanos(1)));
    let day = Duration::from_secs(86_400);
    assert_eq!(crawl_delay(&"9".repeat(100_000)), Some(day));
    assert_eq!(
        crawl_delay(&format!("0.{}", "9".repeat(100_000))),
        Some(Duration::from_nanos(999_999_999))
    );
}

#[test]
fn a_user_agent_value_with_a_colon_is_not_a_record() {
    let robots =
        Robots::parse("user-agent: crawl-delay: 5\nuser-agent: a: crawl-delay: 6\ndisallow: /");
    assert_eq!(robots.records().count(), 0);
    assert_eq!(robots.matcher("a").records().count(), 0);
    assert_eq!(robots.matcher("crawl-delay").records().count(), 0);
}

#[test]
fn request_rate_grammar() {
    let rate = |value: &str| {
        let text = format!("request-rate: {value}");
        Robots::parse(&text)
            .records()
            .next()
            .unwrap()
            .request_rate()
    };
    for (value, requests, seconds, hours) in [
        ("1/5", 1, 5, None),
        ("10/1s", 10, 1, None),
        ("2/10M", 2, 600, None),
        ("3/2h 0000-2400", 3, 7200, Some((0, 1440))),
        ("1/1d\t \t2330-0115", 1, 86400, Some((1410, 75))),
        // Hours that cannot be read leave the rate in force at all hours.
        ("8/2m 07:00-21:00", 8, 120, None),
        ("1/5 600-0845", 1, 5, None),
        ("1/5 0660-0845", 1, 5, None),
        ("1/5 2401-0000", 1, 5, None),
        ("1/5 0600", 1, 5, None),
        ("1/5 0600-0845 x", 1, 5, None),
        ("1/5 +600-0845", 1, 5, None),
        ("1/5 s", 1, 5, None),
        (
            "4294967295/4294967295d",
            u32::MAX,
            4_294_967_295 * 86_400,
            None,
        ),
    ] {
        let rate = rate(value).unwrap_or_else(|| panic!("{value}"));
        assert_eq!(
            (rate.requests.get(), rate.period.as_secs(), rate.hours),
            (requests, seconds, hours),
            "{value}"
        );
    }
    let invalid = ",1,/,1/,/5,0/5,1/0,-1/5,+1/5,1/+5,1/5w,1/5ms,1/ 5,1 /5,1.5/5,4294967296/1,\
                   1/4294967296,１/5";
    for value in invalid.split(',') {
        assert_eq!(rate(value), None, "{value}");
    }
}

#[test]
fn a_license_url_is_absolute() {
    let robots = Robots::parse("user-agent: *\nLicense: https://Example.com/terms.xml #");
    let license = robots.records().next().unwrap();
    assert_eq!(
        license.to_string(),
        "License: https://Example.com/terms.xml"
    );
    let url = license.license_url().map(String::from);
    assert_eq!(url.as_deref(), Some("https://example.com/terms.xml"));
    assert_eq!(robots.matcher("a").records().next(), Some(license));
}

#[test]
fn typed_readers_read_only_their_own_field() {
    let robots = Robots::parse(
        "delay: 5\nsitemaps: https://example.com/\nrate: 1/5\ncrawl-delay: 1/5\nrequest-rate: 5\n\
         licence: https://example.com/\nlicense: /license.xml",
    );
    for record in robots.records() {
        assert_eq!(
            (
                record.crawl_delay(),
                record.request_rate(),
                record.sitemap_url(),
                record.license_url()
            ),
            (None, None, None, None),
            "{record}"
        );
    }
}

#[test]
fn reading_stops_at_the_limit() {
    let text = "sitemap: a\nfoo: b\nsitemap: c\nuser-agent: d\n";
    let robots = ParseOptions::new().byte_limit(21).parse(text);
    assert_eq!(
        (
            robots.sitemaps().count(),
            robots.records().count(),
            robots.groups().count()
        ),
        (1, 1, 0)
    );
}

#[test]
fn a_matcher_keeps_records_at_any_line_number() {
    for line in [3, 255, 256, 65_535, 65_536] {
        let text = format!(
            "sitemap: /s\nuser-agent: a{}disallow: /x\ncrawl-delay: 5",
            "\n".repeat(line - 2)
        );
        for dialect in DIALECTS {
            let robots = parse(text.as_bytes(), dialect);
            let matcher = robots.matcher("a");
            assert_eq!(matcher.verdict("/x").line(), Some(line as u32));
            assert!(matcher.records().eq(robots.records()), "{line}");
            let matcher = matcher.with_sitemaps(robots.sitemaps());
            assert_eq!(matcher.verdict("/x").line(), Some(line as u32));
            assert!(matcher.records().eq(robots.records()), "{line}");
            assert!(matcher.sitemaps().eq(robots.sitemaps()), "{line}");
        }
    }
}
