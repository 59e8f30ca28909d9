//! Matchers without a file, and the delay of a matcher.

use std::time::Duration;

use robots_exclusion::{Matcher, Robots, Selection};

#[test]
fn allow_all_and_disallow_all() {
    let nothing = Matcher::disallow_all();
    assert!(!nothing.allowed("/") && nothing.allowed("/robots.txt"));
    assert_eq!(
        (nothing.unavailable(), nothing.selection()),
        (None, Selection::Wildcard)
    );
    assert!(!Robots::parse(&nothing.to_string()).allowed("a", "/x"));
    let everything = Matcher::allow_all();
    assert!(everything.allowed("/") && everything.rules().len() == 0);
    assert!(Robots::parse(&everything.to_string()).allowed("a", "/x"));
}

/// The delay is the longest one requested, limited by the caller's maximum.
#[test]
fn a_delay_is_the_larger_of_delay_and_rate() {
    for (records, cap, expected) in [
        ("", 60, None),
        ("crawl-delay: 5", 60, Some(5)),
        ("request-rate: 1/7", 60, Some(7)),
        ("crawl-delay: 5\nrequest-rate: 1/7", 60, Some(7)),
        ("crawl-delay: 9\nrequest-rate: 1/7", 60, Some(9)),
        ("crawl-delay: 9\nrequest-rate: 1/7", 8, Some(8)),
        (
            "request-rate: 1/7\nrequest-rate: 1/2m\nrequest-rate: 10/1",
            600,
            Some(120),
        ),
        ("request-rate: 1/5m 0600-0845", 600, Some(300)),
        ("request-rate: 1/4294967295d", 60, Some(60)),
        ("crawl-delay: 99999999999999999999", 1_000_000, Some(86_400)),
        ("crawl-delay: x\nrequest-rate: 0/1", 60, None),
        ("crawl-delay: 0", 60, Some(0)),
    ] {
        let matcher =
            Robots::parse(&format!("user-agent: *\n{records}\ndisallow: /x")).matcher("a");
        let delay = matcher.delay(Duration::from_secs(cap));
        assert_eq!(
            delay,
            expected.map(Duration::from_secs),
            "{records}, at most {cap}"
        );
    }
}
