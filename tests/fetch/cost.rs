//! What a query costs that goes through `Access`.

use std::hint::black_box;
use std::time::{Duration, Instant};

use robots_exclusion::fetch::FetchResult;

/// The shortest of a few times, each of many calls.
fn shortest(mut call: impl FnMut() -> bool) -> Duration {
    let mut once = || {
        let start = Instant::now();
        for _ in 0..10 {
            assert!(!black_box(call()));
        }
        start.elapsed()
    };
    (0..5).map(|_| once()).min().unwrap_or_default()
}

/// A line has a number only after all lines before it were counted, which a
/// yes or no does not need.
#[test]
fn allowed_counts_no_lines() {
    let mut text = "#\n".repeat(240_000);
    text.push_str("user-agent: *\ndisallow: /a\n");
    let access = FetchResult::response(200, &text).access();
    let robots = access.robots().expect("a file");
    let url = "https://example.com/a";
    let of_robots = shortest(|| robots.allowed("ExampleBot", url));
    let of_access = shortest(|| access.allowed("ExampleBot", url));
    // A hundred times as slow, where lines are counted.
    assert!(
        of_access < of_robots * 10,
        "{of_access:?} for 10 calls, and {of_robots:?} without `Access`"
    );
}
