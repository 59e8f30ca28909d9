//! The URL of a query: absolute URLs, paths, and other strings.

use crate::case::{Table, everyone};
use crate::naive::whatwg;
use crate::support::Setting;
use crate::support::routes::answer;

/// A URL, and its target in Standard and in Google. Targets contain no `*` and do not end in `$`;
/// an anchored rule tests each of them.
#[rustfmt::skip]
const TARGETS: &[(&str, &str, &str)] = &[
    // Absolute URLs.
    ("http://example.com/a", "/a", "/a"),
    ("https://example.com/a?b=c", "/a?b=c", "/a?b=c"),
    ("HTTP://EXAMPLE.COM/A", "/A", "/A"),
    ("http://example.com", "/", "/"),
    ("http://example.com?a", "/?a", "/?a"),
    ("http://example.com#a", "/", "/"),
    ("http://example.com/a#b", "/a", "/a"),
    ("http://example.com/a#b?c", "/a", "/a"),
    ("http://example.com/a?b#c", "/a?b", "/a?b"),
    ("http://example.com/#/a", "/", "/"),
    ("ws://example.com/a", "/a", "/a"),
    ("wss://example.com/a", "/a", "/a"),
    ("ftp://example.com/a;type=i", "/a;type=i", "/a;type=i"),
    ("http://example.com:8080/a", "/a", "/a"),
    ("http://[::1]/a", "/a", "/a"),
    ("http://[::1]:80/a?b", "/a?b", "/a?b"),
    ("http://b\u{fc}cher.example/a", "/a", "/a"),
    ("http://0x7f.1/a", "/a", "/a"),
    ("http://example.com/a;b", "/a;b", "/a;b"),
    // Paths.
    ("/a", "/a", "/a"),
    ("/", "/", "/"),
    ("/a?b", "/a?b", "/a?b"),
    ("/a#b", "/a", "/a"),
    ("/?", "/?", "/?"),
    ("//a", "//a", "/"),
    ("//a/b/c", "//a/b/c", "/b/c"),
    ("//a?b", "//a?b", "/?b"),
    ("///a", "///a", "/a"),
    ("////", "////", "//"),
    ("/a://b", "/a://b", "/a://b"),
    ("/http://example.com/a", "/http://example.com/a", "/http://example.com/a"),
    ("/:80", "/:80", "/:80"),
    ("/@a", "/@a", "/@a"),
    // Neither a URL nor a path: read as in the reference implementation.
    ("example.com/a", "/a", "/a"),
    ("example.com?a", "/?a", "/?a"),
    ("example.com;a", "/;a", "/;a"),
    ("example.com", "/", "/"),
    ("", "/", "/"),
    ("?", "/?", "/?"),
    ("?a", "/?a", "/?a"),
    (";a", "/;a", "/;a"),
    ("#a", "/", "/"),
    ("#/a", "/", "/"),
    ("a#/b", "/", "/"),
    ("a/b#/c", "/b", "/b"),
    ("a", "/", "/"),
    ("a/b://c/d", "/b://c/d", "/b://c/d"),
    ("a?b://c/d", "/?b://c/d", "/?b://c/d"),
    ("a;b://c/d", "/;b://c/d", "/;b://c/d"),
    ("://a/b", "/b", "/b"),
    ("http://", "/", "/"),
    ("http:///a", "/", "/a"),
    ("http://[::1/a", "/a", "/a"),
    ("http://a b/c", "/c", "/c"),
    ("http://:80/c", "/c", "/c"),
    ("http://h:99999/c", "/c", "/c"),
    ("http://h:x/../c", "/../c", "/../c"),
    ("http://%zz/c\\d/./e", "/c\\d/./e", "/c\\d/./e"),
    ("gopher://h/a/../b", "/a/../b", "/a/../b"),
    ("gopher://h\\a/b", "/b", "/b"),
    ("gopher://u:p@h:1/a?b", "/a?b", "/a?b"),
    ("file:///a/../b", "/a/../b", "/a/../b"),
    ("file:a/b", "/b", "/b"),
    ("mailto:a@example.com", "/", "/"),
    ("data:text/plain,a", "/plain,a", "/plain,a"),
    ("javascript:alert(1)", "/", "/"),
    ("urn:x:y?z", "/?z", "/?z"),
    ("about:blank", "/", "/"),
    ("x:/a", "/a", "/a"),
    ("x://h", "/", "/"),
    ("x://h?a", "/?a", "/?a"),
    ("\\\\h\\a/b", "/b", "/b"),
    // An empty query keeps its `?`.
    ("/a?", "/a?", "/a?"),
    ("http://example.com/a?", "/a?", "/a?"),
    ("http://example.com/a?#b", "/a?", "/a?"),
    ("http://example.com?", "/?", "/?"),
    ("gopher://h/a?", "/a?", "/a?"),
    // Other URLs: the WHATWG URL Standard in Standard, plain cutting in Google.
    ("http://example.com/a/../b", "/b", "/a/../b"),
    ("http://example.com/a/./b/.", "/a/b/", "/a/./b/."),
    ("http://example.com/../../a", "/a", "/../../a"),
    ("http://example.com/a/..", "/", "/a/.."),
    ("http://example.com/a/%2E%2E/b", "/b", "/a/%2E%2E/b"),
    ("http://example.com/a/.%2E/b", "/b", "/a/.%2E/b"),
    ("http://example.com/a/%2E/b", "/a/b", "/a/%2E/b"),
    ("http://example.com/a/.../b", "/a/.../b", "/a/.../b"),
    ("http://example.com/a?b/../c", "/a?b/../c", "/a?b/../c"),
    ("http://example.com/a//../b", "/a/b", "/a//../b"),
    ("http://example.com\\a\\b", "/a/b", "/"),
    ("http:\\\\example.com\\a/b", "/a/b", "/b"),
    ("http://example.com/a\\..\\b", "/b", "/a\\..\\b"),
    ("http://example.com/a?b\\c", "/a?b\\c", "/a?b\\c"),
    ("http://example.com/a\tb\n/\rc", "/ab/c", "/a\tb\n/\rc"),
    ("ht\ntp://example.com/a", "/a", "/a"),
    (" http://example.com/a ", "/a", "/a "),
    ("\u{1}http://example.com/a\u{1f}", "/a", "/a\u{1f}"),
    ("http://user@example.com/a", "/a", "/a"),
    ("http://user:pass@example.com/a", "/a", "/a"),
    ("http://user:p/ss@example.com/a", "/ss@example.com/a", "/ss@example.com/a"),
    ("http://user:pass?@example.com/a", "/?@example.com/a", "/?@example.com/a"),
    ("http://user;x@example.com/a", "/a", "/;x@example.com/a"),
    ("http://a;b/c", "/c", "/;b/c"),
    ("http:example.com/a", "/a", "/a"),
    ("http:/example.com/a", "/a", "/example.com/a"),
    ("http:////example.com/a", "/a", "//example.com/a"),
    ("https:a", "/", "/"),
    ("http://example.com/a b", "/a b", "/a b"),
    ("/a/../b", "/b", "/a/../b"),
    ("/a\\b", "/a/b", "/a\\b"),
    ("/\\a", "//a", "/\\a"),
    ("/\ta", "/a", "/\ta"),
    ("/a ", "/a", "/a "),
    ("//a/../b", "//b", "/../b"),
    ("/.", "/", "/."),
    ("/..//a", "//a", "/..//a"),
    ("/%2E%2E/a", "/a", "/%2E%2E/a"),
    (" /a", "/a", "/a"),
    ("\t/a/../b", "/a/../b", "/a/../b"),
    ("http://example.com:80 /a/../b", "/a/../b", "/a/../b"),
    // Authorities of all kinds.
    ("http://u:p@h:80/a?b", "/a?b", "/a?b"),
    ("http://u@h@h/a", "/a", "/a"),
    ("http://@/a", "/a", "/a"),
    ("http://a+b.example/c", "/c", "/c"),
    ("http://a;b.example/../c", "/c", "/;b.example/../c"),
    ("http://a?b/c", "/?b/c", "/?b/c"),
    ("http://long-enough.example.com?b/c", "/?b/c", "/?b/c"),
    ("http://long-enough.example.com;b/c", "/c", "/;b/c"),
    ("http://long-enough.example.com#b/c", "/", "/"),
    ("http://long-enough.example.com\\b/c", "/b/c", "/c"),
    ("http://long-enough.example.\tcom/a/./c", "/a/c", "/a/./c"),
    ("https://\u{e9}\u{e9}\u{e9}.example/a~b|c^d!e", "/a~b|c^d!e", "/a~b|c^d!e"),
    ("http://./a", "/a", "/a"),
    ("http://...../a/.b", "/a/.b", "/a/.b"),
    // Only `file:` URLs have drive letters, although the `url` crate removes them before `..` in
    // others too.
    ("http://example.com/b/c:/../x", "/b/x", "/b/c:/../x"),
    ("http://example.com/b/C|/../x", "/b/x", "/b/C|/../x"),
    ("http://example.com/b/c:\\..\\x", "/b/x", "/b/c:\\..\\x"),
    ("http://example.com/c:/..", "/", "/c:/.."),
    ("http://example.com/a/c:/%2E./../x", "/x", "/a/c:/%2E./../x"),
    ("http://example.com/b/c:/x", "/b/c:/x", "/b/c:/x"),
    ("ftp://example.com/c:/../c:", "/c:", "/c:/../c:"),
    ("/b/c:/../x", "/b/x", "/b/c:/../x"),
    ("//d:/..", "//", "/.."),
    // An ASCII domain is never rejected as invalid Punycode, although the `url` crate rejects it.
    ("http://xn--a/b/../c", "/c", "/b/../c"),
    ("http://u:p@a.XN--a.example:80/b/../c", "/c", "/b/../c"),
    ("http://%78n-%2Da/b/../c", "/c", "/b/../c"),
    ("http://xn--a^/b/../c", "/b/../c", "/b/../c"),
    ("http://xn--a%3A80/b/../c", "/b/../c", "/b/../c"),
    ("http://xn--a%40h/b/../c", "/b/../c", "/b/../c"),
    ("http://xn--a:x/b/../c", "/b/../c", "/b/../c"),
    ("http://xn--a.999/b/../c", "/b/../c", "/b/../c"),
    ("http://[xn--a]/b/../c", "/b/../c", "/b/../c"),
    // Without the tables of Unicode, no non-ASCII host can be validated. Their paths are resolved, whether the host is
    // valid or not.
    ("http://m\u{fc}nchen.de/a/../b/x", "/b/x", "/a/../b/x"),
    ("http://m\u{fc}nchen.de/./b/x", "/b/x", "/./b/x"),
    ("http://m\u{fc}nchen.de\\b\\x", "/b/x", "/"),
    ("http://m\u{fc}nchen.de/b\\x", "/b/x", "/b\\x"),
    ("http://m\u{fc}nchen.de/b\n/x", "/b/x", "/b\n/x"),
    ("HTTPS://u:p@m%C3%BCnchen.de:80/a/%2E%2E/b\t/x", "/b/x", "/a/%2E%2E/b\t/x"),
    ("http://\u{ff11}.1/b/../c", "/c", "/b/../c"),
    ("http://\u{fffd}/b/../c", "/c", "/b/../c"),
    ("http://%FF/b/../c", "/c", "/b/../c"),
    ("http://\u{fc}^%zz/b/../c", "/c", "/b/../c"),
    ("http://\u{fc}:x/b/../c", "/b/../c", "/b/../c"),
    ("http://xn--a.\u{fc}/b/../c", "/c", "/b/../c"),
    ("http://xn--a.%C3%BC/b/../c", "/c", "/b/../c"),
];

/// The verdict for a special URL is the verdict for its path and query, and a parsed URL gives the
/// same answer as its text.
#[test]
fn whatwg_path_and_query() {
    let mut seen = 0;
    for &(url, _, _) in TARGETS {
        let Some(target) = whatwg::request_target(url) else {
            continue;
        };
        seen += 1;
        for rule in ["/a", "/b", "/a/", "/$", "/*?", "/*b", "/a?b$", "/b/x"] {
            let file = everyone(format!("disallow: {rule}\nallow: /a/b\n"));
            let robots = Setting::STANDARD.parse(&file);
            let answer = |url: &str| answer(&robots.verdict("a", url));
            assert_eq!(answer(url), answer(&target), "{url:?}");
            if let Ok(parsed) = url::Url::parse(url) {
                let by_value = robots.verdict("a", parsed.clone());
                assert_eq!(
                    (by_value.allowed(), by_value.line()),
                    answer(parsed.as_str()),
                    "{url:?}"
                );
            }
        }
    }
    assert!(seen > 60, "only {seen} URLs have such a target");
}

/// The `url` crate departs from the URL Standard for these two kinds of URL. If this test fails,
/// the code that works around it can be removed.
#[test]
fn the_url_crate_departs_from_the_standard() {
    let path = |url: &str| {
        url::Url::parse(url)
            .map(|parsed| parsed.path().to_owned())
            .ok()
    };
    assert_eq!(path("http://h/b/c:/../x").as_deref(), Some("/b/c:/x"));
    assert_eq!(
        whatwg::request_target("http://h/b/c:/../x").as_deref(),
        Some("/b/x")
    );
    // Without the tables of Unicode, the crate accepts this host.
    let has_tables = path("http://\u{fc}/").is_some();
    assert_eq!(path("http://xn--a/b").is_none(), has_tables);
    assert_eq!(
        whatwg::request_target("http://xn--a/b").as_deref(),
        Some("/b")
    );
}

/// URLs can be passed as any kind of string or as a parsed URL.
#[test]
fn kinds_of_urls() {
    let file = everyone("disallow: /x\n");
    let robots = Setting::STANDARD.parse(&file);
    let owned = String::from("/x");
    assert!(!robots.allowed("a", "/x"));
    assert!(!robots.allowed("a", &owned));
    assert!(!robots.allowed("a", owned));
    let parsed = url::Url::parse("http://example.com/x").expect("a URL");
    assert!(!robots.allowed("a", &parsed));
    assert!(!robots.matcher("a").allowed(&parsed));
    assert!(!robots.matcher("a").allowed(parsed));
}

/// No URL makes a query panic: every control and delimiter, once and twice, and around a host.
#[test]
fn odd_urls() {
    let file = everyone("disallow: /a\nallow: /*?\ndisallow: /$\n");
    let mut table = Table::default();
    let mut compare = |url: String| {
        for setting in [Setting::STANDARD, Setting::GOOGLE] {
            let question = crate::support::Question {
                file: file.clone(),
                setting,
                agents: vec!["a".to_owned()],
                url: url.clone(),
            };
            let (allowed, line) = question.naive_answer();
            let line = line.map_or_else(String::new, |line| format!(" {line}"));
            let expected = format!("{}{line}", if allowed { 'A' } else { 'D' });
            table.question(&format!("{url:?}"), &question, &expected);
        }
    };
    for byte in (0..=0x20).chain(*b"#%/:;?@[\\]^`{|}~\x7f.,-") {
        let odd = char::from(byte);
        for url in [
            format!("{odd}"),
            format!("{odd}{odd}"),
            format!("{odd}/a"),
            format!("/{odd}a"),
            format!("/a{odd}"),
            format!("http://{odd}/a"),
            format!("http://h{odd}/a"),
            format!("http:{odd}//h/a"),
            format!("http://h/a{odd}b?{odd}"),
            format!("x://h{odd}a/b"),
        ] {
            compare(url);
        }
    }
    table.finish();
}

/// A string that is neither a path nor a URL with a host gets an answer, and the verdict reports
/// it.
#[test]
fn incomplete_urls_are_reported() {
    let incomplete = [
        "private/x",
        "example.com/x",
        "example.com",
        "localhost:8080/x",
        "www.example.com:80",
        "",
        "*",
        "?a",
        "#/a",
        "./x",
        "../x",
        "\\x",
        " /x",
        "://h/x",
        "1://h/x",
        "a b://h/x",
        "a/b://h/x",
        "mailto:a@example.com",
        "urn:x:y",
    ];
    let complete = [
        "/",
        "/private/x",
        "//h/x",
        "https://h/x",
        "HTTPS://h",
        "https://[::1/x",
        "http:/x",
        "http:x",
        "http:\\\\h\\x",
        " https://h/x",
        "ht\ntps://h/x",
        "foo+b-a.r1://h/x",
        "file:///x",
    ];
    let file = b"user-agent: *\ndisallow: /private/\nuser-agent: b\ndisallow: /";
    for setting in [Setting::STANDARD, Setting::GOOGLE] {
        let robots = setting.parse(file);
        for (urls, is_incomplete) in [(&incomplete[..], true), (&complete[..], false)] {
            for url in urls {
                for agent in ["a", "b"] {
                    let verdict = robots.verdict(agent, url);
                    assert_eq!(verdict.is_incomplete_url(), is_incomplete, "{url:?}");
                    assert_eq!(robots.matcher(agent).verdict(url), verdict, "{url:?}");
                }
            }
        }
    }
    let unreachable = robots_exclusion::fetch::FetchOutcome::unreachable().access();
    assert!(unreachable.verdict("a", "x").is_incomplete_url());
    assert!(!unreachable.verdict("a", "/x").is_incomplete_url());
}
