//! What lines about usage cost: nothing to whoever does not ask; else no more than linear, whatever they hold.

use std::fmt::Write as _;
use std::hint::black_box;

use allocation_counter::measure;
use robots_exclusion::{Dialect, ParseOptions};

use crate::growth::assert_linear;

const DIALECTS: [Dialect; 2] = [Dialect::Standard, Dialect::Google];

fn options(dialect: Dialect) -> ParseOptions {
    ParseOptions::new().dialect(dialect).byte_limit(None)
}

/// A group of usage lines, their path by their number.
fn lines(count: usize, path: impl Fn(usize) -> String) -> String {
    let mut text = String::from("user-agent: *\n");
    for number in 0..count {
        let word = if number % 3 == 0 { "y" } else { "n" };
        writeln!(
            text,
            "content-usage: {} train-ai={word}, search=y",
            path(number)
        )
        .expect("a String takes everything");
    }
    text
}

#[test]
fn whoever_does_not_ask_allocates_no_more() {
    let text = "content-signal: use=full\nlicense: https://h/x\nuser-agent: *\ncontent-usage: /a train-ai=n\n\
                content-signal: ai-train=no\nuser-agent: a\nlicense: https://h/y\ndisallow: /b\n";
    // Records of other fields of the same lengths.
    let others = text
        .replace("content-signal", "content-signbl")
        .replace("license", "licensf")
        .replace("content-usage", "content-usagf");
    for dialect in DIALECTS {
        let count = |text: &str| {
            measure(|| {
                let robots = options(dialect).parse(text);
                let matcher = robots.matcher("a").into_owned();
                black_box(matcher.allowed("/a"));
                black_box(matcher.verdict("/b").line());
            })
            .count_total
        };
        assert_eq!(count(text), count(&others), "{dialect:?}");
    }
}

/// Paths of several kinds, and a URL that makes them work.
#[test]
fn questions_cost_time_in_proportion_to_the_lines() {
    type Paths = (&'static str, fn(usize) -> String, &'static str);
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
    for dialect in DIALECTS {
        for (name, path, url) in KINDS {
            let text = |count| lines(count, path);
            assert_linear(&format!("usage, {name}, {dialect:?}"), 400, text, |text| {
                let robots = options(dialect).parse(text);
                let matcher = robots.matcher("a");
                for _ in 0..3 {
                    let usage = matcher.usage(url);
                    black_box((usage.category("train-ai"), usage.line("search")));
                    black_box(matcher.content_signals(url).category("search"));
                }
            });
        }
    }
}

/// One line with a long statement, and one label in every line.
#[test]
fn long_statements_cost_time_in_proportion_to_their_length() {
    let one_line = |count: usize| {
        let mut text = String::from("user-agent: *\ncontent-usage: ");
        for number in 0..count {
            write!(text, "l{number}=n;x=\"y\", ").expect("a String takes everything");
        }
        text + "train-ai=n"
    };
    assert_linear("one statement", 2_000, one_line, |text| {
        let robots = options(Dialect::Standard).parse(text);
        let matcher = robots.matcher("a");
        let line = matcher.usage("/").line("train-ai");
        assert_eq!(line, Some(2));
    });
}

/// 20,000 lines with wildcards: a question tries each at most once.
#[test]
fn many_wildcards_are_bounded() {
    let text = lines(20_000, |number| format!("/*a*a*{number:05}*b"));
    let robots = options(Dialect::Standard).parse(&text);
    let matcher = robots.matcher("a").into_owned();
    let url = format!("/{}", "a".repeat(2_000));
    black_box(matcher.usage(&url).applies());
    let start = std::time::Instant::now();
    const QUESTIONS: u32 = 3;
    for _ in 0..QUESTIONS {
        assert_eq!(matcher.usage(&url).line("train-ai"), None);
    }
    let usage = start.elapsed() / QUESTIONS;
    let start = std::time::Instant::now();
    assert_eq!(matcher.usage_matches(&url).len(), 0);
    eprintln!(
        "20,000 wildcards: {usage:?} a question, {:?} line by line",
        start.elapsed()
    );
}
