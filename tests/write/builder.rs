//! A builder writes a file that means what was requested and nothing else.

use std::time::Duration;

use robots_exclusion::{BuildErrorKind, Dialect, ParseOptions, Robots, RobotsBuilder};

use crate::support::random::Random;

fn text(robots: &Robots<'_>) -> String {
    String::from_utf8(robots.text().to_vec()).unwrap()
}

#[test]
fn a_builder_and_display_write_the_same_text() {
    let robots = RobotsBuilder::new()
        .group(["MJ12bot", "*"])
        .allow("/x/*.css$")
        .disallow("/x")
        .crawl_delay(Duration::from_nanos(1_500_000_001))
        .group(["B"])
        .disallow("")
        .sitemap("https://example.com/s.xml")
        .sitemap("https://ja.example.org/テスト.xml")
        .build()
        .unwrap();
    let expected = "User-agent: MJ12bot\nUser-agent: *\nAllow: /x/*.css$\nDisallow: /x\nCrawl-delay: 1.500000001\n\n\
                    User-agent: B\nDisallow:\n\nSitemap: https://example.com/s.xml\n\
                    Sitemap: https://ja.example.org/%E3%83%86%E3%82%B9%E3%83%88.xml\n";
    assert_eq!(text(&robots), expected);
    assert_eq!(robots.to_string(), expected);
    assert_eq!(
        robots.matcher("x").crawl_delay(),
        Some(Duration::from_nanos(1_500_000_001))
    );
    assert_eq!(text(&RobotsBuilder::new().build().unwrap()), "");
}

#[test]
fn a_group_without_rules_is_kept() {
    let robots = RobotsBuilder::new()
        .group(["a"])
        .crawl_delay(Duration::from_secs(5))
        .group(["b"])
        .disallow("/")
        .build()
        .unwrap();
    assert_eq!(robots.groups().count(), 2);
    assert!(robots.allowed("a", "/x") && !robots.allowed("b", "/x"));
    assert_eq!(robots.matcher("b").crawl_delay(), None);
}

/// Encodes a byte as clients send it.
fn sent(byte: u8) -> String {
    match byte {
        b'"' | b'<' | b'>' | b'`' | b'#' | b'%' => format!("%{byte:02X}"),
        byte if byte.is_ascii_graphic() => char::from(byte).into(),
        byte => format!("%{byte:02X}"),
    }
}

#[test]
fn a_value_cannot_begin_another_line() {
    for hostile in [
        "/\nAllow: /",
        "/\r\nUser-agent: *",
        "/x # y",
        "/x ",
        "/\u{B}",
        "/\0",
        "/é",
        "/\u{FEFF}",
        "/\u{85}x",
        "/\"<>`",
        "/%",
    ] {
        let robots = RobotsBuilder::new()
            .group(["a"])
            .disallow(hostile)
            .build()
            .unwrap();
        let written = text(&robots);
        assert_eq!(written.lines().count(), 2, "{hostile:?}: {written:?}");
        assert!(
            written
                .bytes()
                .all(|byte| byte == b'\n' || byte.is_ascii_graphic() || byte == b' '),
            "{written:?}"
        );
        assert_eq!(
            robots
                .groups()
                .map(|group| group.rules().count())
                .sum::<usize>(),
            1
        );
        for dialect in [Dialect::Standard, Dialect::Google] {
            let read = ParseOptions::new().dialect(dialect).parse(&written);
            // The URL as a client would send it.
            let path: String = hostile.bytes().map(sent).collect();
            assert!(
                !read.allowed("a", &path),
                "{hostile:?}: {path} in {dialect:?}"
            );
            assert!(
                read.allowed("a", "/") && read.allowed("b", &path),
                "{hostile:?} in {dialect:?}"
            );
        }
    }
}

#[test]
fn a_written_pattern_keeps_its_meaning() {
    const PIECES: [&str; 16] = [
        "a", "b", "/", "*", "$", " ", "#", "\n", "é", "%61", "%", "?", "\t", ":", "\0", "%2F",
    ];
    for seed in 0..4_000 {
        let random = &mut Random::new(seed);
        let pattern: String = (0..random.below(6)).map(|_| random.pick(&PIECES)).collect();
        let pattern = format!("/{pattern}");
        let robots = RobotsBuilder::new()
            .group(["a"])
            .disallow(&pattern)
            .build()
            .unwrap();
        let rules: Vec<_> = robots
            .matcher("a")
            .rules()
            .map(|rule| rule.pattern().to_vec())
            .collect();
        assert_eq!(rules.len(), 1);
        let canonical = |bytes: &[u8]| {
            robots_exclusion::canonical::pattern(bytes, Dialect::Standard).into_owned()
        };
        // A `#` in a pattern is a literal byte, which is spelled `%23`.
        let asked = canonical(pattern.replace('#', "%23").as_bytes());
        assert_eq!(canonical(&rules[0]), asked, "seed {seed}: {pattern:?}");
    }
}

#[test]
fn values_that_cannot_be_written_are_rejected() {
    let error = |builder: RobotsBuilder| builder.build().map(|_| ()).unwrap_err();
    let assert_error = |builder, kind, shown: &str| {
        let error = error(builder);
        assert_eq!((error.kind(), error.to_string().as_str()), (kind, shown));
    };
    let new = RobotsBuilder::new;
    for agent in ["", "a b", "**", "a/1", "a\nb", "é", "*bot", "a#"] {
        let shown = format!("neither a product token nor `*`: {agent:?}");
        assert_error(
            new().group([agent]),
            BuildErrorKind::NotProductToken,
            &shown,
        );
    }
    for pattern in ["x", " /", "https://example.com/", "\n/", "$"] {
        let shown = format!("a pattern must begin with `/` or `*`: {pattern:?}");
        assert_error(
            new().group(["a"]).allow(pattern),
            BuildErrorKind::NotPattern,
            &shown,
        );
    }
    for url in [
        "",
        "/s.xml",
        "s.xml",
        "https://e.com/#x",
        "https:/e.com/",
        "mailto:a@e.com",
    ] {
        let shown = format!("a sitemap must be an absolute URL without a fragment: {url:?}");
        assert_error(new().sitemap(url), BuildErrorKind::NotSitemapUrl, &shown);
    }
    for seconds in [86_401, u64::MAX] {
        let error = error(new().group(["a"]).crawl_delay(Duration::new(seconds, 1)));
        assert_eq!(error.kind(), BuildErrorKind::DelayTooLong);
        let shown = error.to_string();
        assert!(
            shown.starts_with("a crawl-delay can't be longer than a day"),
            "{shown}"
        );
    }
    let day = |nanos| new().group(["a"]).crawl_delay(Duration::new(86_400, nanos));
    assert!(day(0).build().is_ok() && day(1).build().is_err());
    let nobody = new().group::<&str>([]);
    assert_error(
        nobody,
        BuildErrorKind::NoAgents,
        "a group must name at least one crawler",
    );
    for (builder, value) in [
        (new().disallow("/"), "/"),
        (new().crawl_delay(Duration::ZERO), "0"),
    ] {
        let shown = format!("add a group first: {value:?}");
        assert_error(builder, BuildErrorKind::OutsideGroup, &shown);
    }
    let too_long = [
        new()
            .group(["a"])
            .disallow(&"/".repeat(64 << 20))
            .allow("/x"),
        new().group(["a".repeat(64 << 20)]),
    ];
    let shown = "the file is longer than 64 MiB, which is the limit";
    for builder in too_long {
        assert_error(builder, BuildErrorKind::TooLong, shown);
    }
    // The first error is reported.
    let first = || new().sitemap("x");
    for builder in [first().disallow("y"), first().crawl_delay(Duration::MAX)] {
        assert_eq!(error(builder).kind(), BuildErrorKind::NotSitemapUrl);
    }
}
