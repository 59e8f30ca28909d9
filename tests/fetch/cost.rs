//! The cost of queries through `Access`.

use std::hint::black_box;
use std::time::{Duration, Instant};

use robots_exclusion::fetch::FetchOutcome;

/// Returns the shortest of five times, each of ten calls.
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

/// Finding a line number requires counting all previous lines, which `allowed` does not need.
#[test]
fn allowed_counts_no_lines() {
    let mut text = "#\n".repeat(240_000);
    text.push_str("user-agent: *\ndisallow: /a\n");
    let access = FetchOutcome::response(200, &text).access();
    let robots = access.robots().expect("a file");
    let url = "https://example.com/a";
    let of_robots = shortest(|| robots.allowed("ExampleBot", url));
    let of_access = shortest(|| access.allowed("ExampleBot", url));
    // Counting lines makes it a hundred times as slow.
    assert!(
        of_access < of_robots * 10,
        "{of_access:?} for 10 calls, and {of_robots:?} without `Access`"
    );
}
