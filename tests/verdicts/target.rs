//! The URL of a query: absolute URLs, paths, and other strings.
use super::case::{Table, everyone};
use crate::naive::whatwg;
use crate::support::Setting;

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
