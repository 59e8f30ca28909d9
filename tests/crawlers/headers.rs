//! Crawlers recognised by their `User-Agent` headers.

use robots_exclusion::{Robots, crawlers};

/// Returns the rows of `headers.txt`: tokens of crawlers, and `User-Agent` headers that these
/// crawlers send.
fn headers() -> impl Iterator<Item = (&'static str, &'static str)> {
    let rows = include_str!("headers.txt").lines();
    rows.map(|row| row.split_once('\t').expect("a token and a header"))
}

#[test]
fn headers_of_known_crawlers_are_recognised() {
    for (token, header) in headers() {
        let found = crawlers::from_header(header).map(|crawler| crawler.token);
        assert_eq!(found, Some(token), "{header}");
    }
}

#[test]
fn a_recognised_crawler_obeys_its_own_group() {
    for (token, header) in headers() {
        let text =
            format!("user-agent: {token}\ndisallow: /own/\n\nuser-agent: *\ndisallow: /other/");
        let robots = Robots::parse(&text);
        let matcher = crawlers::from_header(header).unwrap().matcher(&robots);
        assert!(!matcher.allowed("/own/"), "{header}");
        assert!(matcher.allowed("/other/"), "{header}");
    }
}

#[test]
fn headers_of_browsers_and_of_other_crawlers_are_not_recognised() {
    let headers = [
        "",
        "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/124.0.0.0 Safari/537.36",
        "Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Mobile/15E148 Safari/604.1",
        "Mozilla/5.0 (X11; Linux x86_64; rv:125.0) Gecko/20100101 Firefox/125.0",
        "Mozilla/4.0 (compatible; MSIE 8.0; Windows NT 6.1; Trident/4.0)",
        "curl/8.5.0",
        "MyBot/1.0 (like Googlebot)",
        "Mozilla/5.0 (compatible; MyBot/1.0; like Googlebot)",
        // Names inside URLs, and names that are part of a longer word.
        "Mozilla/5.0 (X11; +https://example.com/Googlebot)",
        "Mozilla/5.0 (X11; NotGooglebot/1.0; Googlebot2)",
    ];
    for header in headers {
        assert_eq!(crawlers::from_header(header), None, "{header}");
    }
}
