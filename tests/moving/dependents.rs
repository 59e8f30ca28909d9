//! Test cases of crawlers that have their own parser, and the answers of this crate.
//!
//! Each line of `dependents.jsonl` states the facts that one `test` of a `crawler` checks: a `file`,
//! the `agent`, and what is `expected`, separated by spaces. `+URL` is allowed, `-URL` is disallowed,
//! and `delay=SECONDS` (0 if there is none) and `sitemaps=COUNT` are about records. `same_in` has the
//! dialects in which this crate agrees, `S` and `G`. If the standard dialect differs, `why` is the
//! sentence of `src/moving.md` about it. The counts must match that page, too.

use std::collections::BTreeMap;
use std::time::Duration;

use robots_exclusion::{Dialect, Matcher, ParseOptions};
use serde_json::Value;

use super::TABLE;

const DIALECTS: [(char, Dialect); 2] = [('S', Dialect::Standard), ('G', Dialect::Google)];

fn holds(matcher: &Matcher, sitemaps: usize, fact: &str) -> bool {
    if let Some(seconds) = fact.strip_prefix("delay=") {
        let delay = matcher.delay(Duration::MAX).unwrap_or_default();
        return delay == Duration::from_secs_f64(seconds.parse::<f64>().expect("seconds"));
    }
    if let Some(count) = fact.strip_prefix("sitemaps=") {
        return sitemaps == count.parse::<usize>().expect("a count");
    }
    let (sign, url) = fact.split_at(1);
    matcher.allowed(url) == (sign == "+")
}

#[test]
fn dependents() {
    let cases = include_str!("dependents.jsonl").lines();
    let mut by_crawler: BTreeMap<String, Vec<Value>> = BTreeMap::new();
    for case in cases.map(|case| serde_json::from_str::<Value>(case).expect("a case")) {
        let crawler = case["crawler"].as_str().expect("a crawler").to_owned();
        by_crawler.entry(crawler).or_default().push(case);
    }
    assert_eq!(by_crawler.len(), 4);
    for (crawler, cases) in by_crawler {
        check(&crawler, &cases);
    }
}

/// Checks each case in each dialect, and that `src/moving.md` states how many tests have the same
/// result.
fn check(crawler: &str, cases: &[Value]) {
    let text = |case: &Value, field: &str| case[field].as_str().unwrap_or_default().to_owned();
    let mut tests: Vec<String> = cases.iter().map(|case| text(case, "test")).collect();
    tests.dedup();
    // Line breaks in a sentence do not matter.
    let page = TABLE.split_whitespace().collect::<Vec<_>>().join(" ");
    let mut row = format!("| {crawler} | {} |", tests.len());
    let mut problems = Vec::new();
    for (letter, dialect) in DIALECTS {
        let mut differing = Vec::new();
        for case in cases {
            let (test, file) = (text(case, "test"), text(case, "file"));
            let options = ParseOptions::new().dialect(dialect).byte_limit(None);
            let robots = options.parse(&file);
            let matcher = robots.matcher(&text(case, "agent"));
            let sitemaps = robots.sitemaps().count();
            let facts = text(case, "expected");
            let wrong: Vec<&str> = facts
                .split(' ')
                .filter(|fact| !holds(&matcher, sitemaps, fact))
                .collect();
            if wrong.is_empty() != text(case, "same_in").contains(letter) {
                problems.push(format!("{test}, {dialect}: {wrong:?}"));
            }
            if !wrong.is_empty() {
                let why = text(case, "why");
                if letter == 'S' && (why.is_empty() || !page.contains(&why)) {
                    problems.push(format!("{test}: why?"));
                }
                differing.push(test);
            }
        }
        differing.dedup();
        row += &format!(" {} |", tests.len() - differing.len());
    }
    assert!(problems.is_empty(), "{problems:#?}");
    assert!(TABLE.contains(&row), "{row}");
}
