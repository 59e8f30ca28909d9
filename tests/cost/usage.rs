//! Usage records cost one allocation until they are queried. Queries take linear time.

use std::fmt::Write as _;
use std::hint::black_box;

use allocation_counter::measure;
use robots_exclusion::Dialect;

use crate::growth::{DIALECTS, options};
use crate::instructions::Row;

/// Returns a group of `count` usage lines. `path` turns the number of a line into its path.
fn lines(count: usize, path: impl Fn(usize) -> String) -> String {
    let mut text = String::from("user-agent: *\n");
    for number in 0..count {
        let word = if number % 3 == 0 { "y" } else { "n" };
        writeln!(
            text,
            "content-usage: {} train-ai={word}, search=y",
            path(number)
        )
        .expect("writing to a String never fails");
    }
    text
}

#[test]
fn usage_records_cost_one_allocation_until_they_are_queried() {
    let text = "content-signal: use=full\nlicense: https://h/x\nuser-agent: *\ncontent-usage: /a train-ai=n\n\
                content-signal: ai-train=no\nuser-agent: a\nlicense: https://h/y\ndisallow: /b\n";
    // The same text with unknown field names of the same lengths.
    let others = text
        .replace("content-signal", "content-signbl")
        .replace("license", "licensf")
        .replace("content-usage", "content-usagf");
    for dialect in DIALECTS {
        let count = |text: &str| {
            measure(|| {
                let robots = options(dialect).parse(text);
                let matcher = robots.matcher("a");
                black_box(matcher.allowed("/a"));
                black_box(matcher.verdict("/b").line());
            })
            .count_total
        };
        // The matcher copies the records of its crawler.
        assert!(count(text) <= count(&others) + 1, "{dialect:?}");
    }
}

pub(crate) fn rows() -> Vec<Row> {
    type Paths = (&'static str, fn(usize) -> String, &'static str);
    // A name, the path of each line, and a URL that is expensive to match against these paths.
    const KINDS: [Paths; 5] = [
        (
            "literal paths",
            |number| format!("/path/{number}"),
            "/path/1/x",
        ),
        (
            "paths of one length",
            |number| format!("/p/{number:08}"),
            "/p/00000017",
        ),
        (
            "stars",
            |number| format!("/*a*a{number:08}*b"),
            "/aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab",
        ),
        (
            "escaped slashes",
            |number| format!("/*%2F*{number:08}"),
            "/a?////////////////////////",
        ),
        (
            "paths that all match",
            |number| format!("/*{}", "*a".repeat(1 + number % 7)),
            "/aaaaaaaaaaaaaaaa",
        ),
    ];
    let mut rows = Vec::new();
    for dialect in DIALECTS {
        for (name, path, url) in KINDS {
            let text = move |count| lines(count, path);
            let what = format!("usage, {name} in {dialect:?}");
            rows.push(Row::linear(what, 400, text, move |text| {
                let matcher = options(dialect).parse(text).matcher("a");
                let usage = matcher.usage(url);
                black_box((usage.preference("train-ai"), usage.line("search")));
                black_box(matcher.content_signals(url).preference("search"));
                black_box(matcher.usage_matches(url).len());
            }));
        }
    }
    let statement = |count: usize| {
        let labels = (0..count).map(|number| format!("l{number}=n;x=\"y\", "));
        format!(
            "user-agent: *\ncontent-usage: {}train-ai=n",
            labels.collect::<String>()
        )
    };
    rows.push(Row::linear("a long statement", 1_000, statement, |text| {
        let matcher = options(Dialect::Standard).parse(text).matcher("a");
        assert_eq!(matcher.usage("/").line("train-ai"), Some(2));
    }));
    rows
}
