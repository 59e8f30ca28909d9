//! Cases for patterns and values.

use robots_exclusion::lint::{self, Code, Severity};
use robots_exclusion::{Dialect, ParseOptions, Robots};

use super::support::*;

#[test]
fn dollar_inside_pattern() {
    let code = Code::DollarInsidePattern;
    for (pattern, expected) in [
        ("/a$b", 1),
        ("/a$b$", 1),
        ("/$*", 1),
        ("/a$$", 1),
        ("/a$", 0),
        ("$", 0),
        ("a$b", 0),
        ("/%24b", 0),
        ("/$", 0),
    ] {
        assert_places(code, rule(pattern), &[(2, "$")][..expected]);
    }
    assert_eq!(
        found(rule("/ab$c").as_bytes(), Dialect::Standard, code)[0].span(),
        27..28
    );
}

/// The suggested pattern matches the intended URLs in its dialect.
#[test]
fn advice_on_literals_fits_the_dialect() {
    let advice = |pattern: &str, dialect, code| {
        found(rule(pattern).as_bytes(), dialect, code)[0]
            .advice()
            .to_owned()
    };
    let is_match = |pattern: &str, dialect, url: &str| {
        let text = rule(pattern);
        let robots = ParseOptions::new().dialect(dialect).parse(&text);
        !robots.allowed("MyBot", url)
    };
    for dialect in DIALECTS {
        assert!(is_match("/a$b", dialect, "/a$b"));
        assert_eq!(
            advice("/a$b", dialect, Code::DollarInsidePattern),
            "end the pattern here if `$` should mark the end of the URL; otherwise leave it"
        );
        assert!(is_match("/a%b", dialect, "/a%b"));
        assert_eq!(
            advice("/a%b", dialect, Code::BadPercentEncoding),
            "copy the percent-encoded path from a browser's address bar"
        );
    }
    let code = Code::Backslash;
    let (standard, google) = (Dialect::Standard, Dialect::Google);
    assert!(is_match("/a\\b", standard, "/a%5Cb") && !is_match("/a\\b", google, "/a%5Cb"));
    assert_message(
        code,
        &rule("/a\\b"),
        Severity::Warning,
        "in a path, this matches neither `\\` nor `/`, because clients send `\\` as `/`",
    );
    for dialect in DIALECTS {
        assert!(is_match("/a%5Cb", dialect, "/a%5Cb"));
    }
}

#[test]
fn bad_percent_encoding() {
    let code = Code::BadPercentEncoding;
    for (pattern, expected) in [
        ("/%", 1),
        ("/%4", 1),
        ("/%4g", 1),
        ("/%%41", 1),
        ("/%41%", 1),
        ("/%41", 0),
        ("/%aF%fA", 0),
        ("x%", 0),
    ] {
        assert_places(code, rule(pattern), &[(2, "%")][..expected]);
    }
    assert_eq!(
        found(rule("/%41%").as_bytes(), Dialect::Standard, code)[0].span(),
        28..29
    );
}

#[test]
fn dot_segment() {
    let code = Code::DotSegment;
    for (pattern, segment) in [
        ("/./x", "."),
        ("/../x", ".."),
        ("/a/../b*", ".."),
        ("/a/..$", ".."),
        ("/a/.?x", "."),
        ("/%2e/", "%2e"),
        ("/.%2E/", ".%2E"),
        ("/a/./b/../c", "."),
    ] {
        assert_places(code, rule(pattern), &[(2, segment)]);
    }
    for pattern in [
        "/.",
        "/..",
        "/.well-known/",
        "/...",
        "/.../",
        "/a../b",
        "/a*/../b",
        "/a?b/../c",
        "/*/./",
        "/..*",
        "/.git$",
        "/x.",
        "/%2e%2f",
        "./x",
        "/a/..b/",
        // A space that is not trimmed separates `$` from the end.
        "/a/..$\u{a0}",
    ] {
        assert_places(code, rule(pattern), &[]);
    }
    assert_places(code, rule("/../$\u{a0}"), &[(2, "..")]);
}

#[test]
fn backslash() {
    let code = Code::Backslash;
    assert_places(code, rule("/a\\b\\c"), &[(2, "\\")]);
    assert_places(code, rule("/*\\"), &[(2, "\\")]);
    assert_places(code, rule("/a?b=\\c"), &[]);
    assert_places(code, rule("/a%5Cb"), &[]);
    let text = rule("/*\\");
    let robots = Robots::parse(&text);
    for (url, is_allowed) in [("/a\\b", true), ("/a%5Cb", false), ("/a?\\b", false)] {
        assert_eq!(robots.allowed("MyBot", url), is_allowed, "{url}");
    }
    assert_places(
        code,
        "user-agent: *\nsitemap: https://e.com\\x\nnoindex: \\\n",
        &[],
    );
}

#[test]
fn bad_crawl_delay() {
    let code = Code::BadCrawlDelay;
    for value in [".5", "5s", "-1", "1e3", "inf", "86401", "1,5", "1 5"] {
        let text = format!("user-agent: *\nCrawl-delay: {value} # x\n");
        assert_places(code, &text, &[(2, &format!("Crawl-delay: {value}"))]);
        assert_places(Code::UnsupportedField, &text, &[]);
    }
    assert_places(code, "crawl-delay:", &[(1, "crawl-delay:")]);
    assert_places(
        code,
        "crawl-delay: 5\ncrawl-delay: 0.5\ncrawl-delay: 86400\ncrawl-delay: 5.\ndelay: x\n",
        &[],
    );
}

#[test]
fn sitemap_not_absolute() {
    let code = Code::SitemapNotAbsolute;
    let text =
        "sitemap: /s.xml\nSitemap: s.xml\nsitemap:\nsitemap: //e.com/s\nsitemap: https:/e.com/s\n";
    assert_places(
        code,
        text,
        &[
            (1, "sitemap: /s.xml"),
            (2, "Sitemap: s.xml"),
            (3, "sitemap:"),
            (4, "sitemap: //e.com/s"),
            (5, "sitemap: https:/e.com/s"),
        ],
    );
    assert_places(
        code,
        "sitemap: https://e.com/s\nsitemap: ftp://e.com\nsitemap: https://ja.example.org/テスト.xml\nsite: /x\n",
        &[],
    );
}

#[test]
fn line_too_long() {
    let code = Code::LineTooLong;
    let pattern = |length: usize| format!("/{}", "a".repeat(length - "disallow: /".len()));
    for dialect in DIALECTS {
        assert_places_in(dialect, code, rule(&pattern(16_663)), &[]);
        assert_places_in(
            dialect,
            code,
            rule(&format!("{} # {}", pattern(16_663), "x".repeat(20_000))),
            &[],
        );
        assert_places_in(
            dialect,
            code,
            rule(&format!("{}bc", pattern(16_663))),
            &[(2, "bc")],
        );
    }
    let long = "x".repeat(20_000);
    assert_places(code, format!("# {long}\n{long}\nfoo: {long}\n"), &[]);
}

#[test]
fn input_cut() {
    let code = Code::InputCut;
    let text = "user-agent: *\ndisallow: /a\ndisallow: /b\r\nuser-agent: b\ndisallow: /c\n";
    let cut = |limit: usize| {
        let options = ParseOptions::new().byte_limit(limit);
        let found: Vec<_> = lint::check(text, options)
            .into_iter()
            .filter(|found| found.code() == code)
            .collect();
        found.first().map(|found| {
            (
                found.line(),
                found.span().start,
                found.severity(),
                found.message().to_owned(),
            )
        })
    };
    let message = |read, rules: &str| {
        format!(
            "crawlers only read the first {read} of {} bytes, and ignore the rest, which contains {rules}",
            text.len()
        )
    };
    assert_eq!(
        cut(0),
        Some((1, 0, Severity::Warning, message(0, "3 rules")))
    );
    assert_eq!(
        cut(13),
        Some((2, 14, Severity::Warning, message(13, "3 rules")))
    );
    assert_eq!(
        cut(20),
        Some((2, 14, Severity::Warning, message(14, "3 rules")))
    );
    assert_eq!(
        cut(26),
        Some((3, 27, Severity::Warning, message(26, "2 rules")))
    );
    assert_eq!(
        cut(39),
        Some((4, 41, Severity::Warning, message(39, "1 rule")))
    );
    // The limit is between CR and LF.
    assert_eq!(
        cut(40),
        Some((4, 41, Severity::Warning, message(40, "1 rule")))
    );
    assert_eq!(
        cut(text.len() - 2),
        Some((5, 55, Severity::Warning, message(55, "1 rule")))
    );
    // The cut removes only a line end.
    assert_eq!(cut(text.len() - 1), None);
    assert_eq!(cut(text.len()), None);
    let comment = "user-agent: *\n# disallow: /x";
    let found: Vec<_> = lint::check(comment, ParseOptions::new().byte_limit(20))
        .into_iter()
        .filter(|found| found.code() == code)
        .collect();
    assert_eq!(
        (found[0].severity(), found[0].span()),
        (Severity::Note, 14..28)
    );
    assert_eq!(
        lint::check(&"x\n".repeat(512_000), ParseOptions::new().byte_limit(None))
            .into_iter()
            .filter(|found| found.code() == code)
            .count(),
        0
    );
}

#[test]
fn not_utf8() {
    let code = Code::NotUtf8;
    let places = |text: &[u8]| {
        found(text, Dialect::Standard, code)
            .iter()
            .map(|found| (found.line(), found.span(), found.severity()))
            .collect::<Vec<_>>()
    };
    assert_eq!(
        places(b"user-agent: *\ndisallow: /\xE9t\xE9\ndisallow: /\xE9"),
        [(2, 25..26, Severity::Warning)]
    );
    assert_eq!(
        places(b"# \xE9\nuser-agent: *\n# \xE9\n"),
        [(1, 2..3, Severity::Note)]
    );
    assert_eq!(
        places(b"# \xE9\nuser-agent: \xF0\x9F\x98\n"),
        [(2, 16..19, Severity::Warning)]
    );
    for (text, effect) in [
        (
            &b"user-agent: *\ndisallow: /\xE9"[..],
            "this rule doesn't match URLs in UTF-8",
        ),
        (
            b"user-agent: \xE9\n",
            "each crawler may read this line differently",
        ),
    ] {
        let message = format!("{effect}, because these bytes aren't UTF-8");
        assert_eq!(
            only(text, Dialect::Standard, code),
            (Severity::Warning, message)
        );
    }
    assert_eq!(
        places("user-agent: *\ndisallow: /é😀\u{FEFF}".as_bytes()),
        []
    );
    assert_eq!(places(b"\xEF\xBB\xBFuser-agent: *\n"), []);
    assert_eq!(places(b"\xFF\xFEu\0"), []);
}
