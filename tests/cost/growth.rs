//! Time grows linearly with the input: files made to be expensive are parsed and asked at n, 2n, 4n and 16n.
//!
//! A quadratic cost would make the last 256 times the first. The bound lies well below that and well above 16, and the least
//! of several runs is taken, so that a busy machine does not fail the test.

use std::fmt::Write as _;
use std::hint::black_box;
use std::time::Duration;

use robots_exclusion::{Dialect, ParseOptions, Robots};

use crate::time::{alone, clock};

const DIALECTS: [Dialect; 2] = [Dialect::Standard, Dialect::Google];

fn parse(text: &str, dialect: Dialect) -> Robots<'_> {
    ParseOptions::new()
        .dialect(dialect)
        .byte_limit(None)
        .parse(text)
}

/// Checks that `work` on an input of sixteen times the size takes less than 48 times as long: linear growth is 16 times,
/// quadratic growth 256.
#[track_caller]
pub(crate) fn assert_linear<T>(
    what: &str,
    smallest: usize,
    input: impl Fn(usize) -> T,
    work: impl Fn(&T),
) {
    const TIMES: [usize; 4] = [1, 2, 4, 16];
    let _alone = alone();
    let inputs = TIMES.map(|times| input(smallest * times));
    let mut least = [Duration::MAX; TIMES.len()];
    for attempt in 1.. {
        for (input, least) in inputs.iter().zip(&mut least) {
            let start = clock();
            work(input);
            *least = (clock() - start).min(*least);
        }
        let ratio = least[3].as_secs_f64() / least[0].as_secs_f64().max(1e-6);
        let shown = format!(
            "{what}: {smallest} and {TIMES:?} times that take {least:?}, at last {ratio:.1} times as long"
        );
        if attempt >= 3 && ratio < 48.0 {
            eprintln!("{shown}");
            return;
        }
        assert!(attempt < 20, "{shown}");
    }
}

/// Parses, and asks by every route for a URL that no rule matches and for one that the last rule may match.
fn parse_and_ask(text: &str, agent: &str, urls: &[&str], dialect: Dialect) {
    let robots = parse(text, dialect);
    for url in urls {
        black_box(robots.allowed(agent, url));
        black_box(robots.verdict(agent, url).line());
        let matcher = robots.matcher(agent);
        black_box(matcher.allowed(url));
        black_box(matcher.verdict(url).line());
        black_box(robots.allowed(agent, url));
    }
}

/// k `user-agent` lines that share k rules.
fn one_long_group(size: usize) -> String {
    let mut text = String::new();
    for number in 0..size {
        writeln!(text, "user-agent: bot{number}x").expect("a String takes everything");
    }
    for number in 0..size {
        writeln!(text, "disallow: /path/{number}/").expect("a String takes everything");
    }
    text
}

#[test]
fn many_agents_and_many_rules() {
    for dialect in DIALECTS {
        assert_linear("agents and rules", 500, one_long_group, |text| {
            parse_and_ask(text, "bot17x", &["/path/1/x", "/other"], dialect);
            parse_and_ask(text, "nobody-at-all", &["/path/1/x"], dialect);
        });
    }
    let text = one_long_group(8_000);
    let robots = parse(&text, Dialect::Standard);
    let verdict = robots.verdict("bot7999x", "/path/7999/x");
    assert_eq!((verdict.allowed(), verdict.line()), (false, Some(16_000)));
    assert_eq!(robots.matcher("bot0x").rules().count(), 8_000);
    assert!(robots.allowed("bot8000x", "/path/1/"));
}

/// Groups of one agent, each with a rule.
fn repeated_groups(size: usize) -> String {
    let mut text = String::new();
    for number in 0..size {
        writeln!(text, "user-agent: a\ndisallow: /path/{number}/")
            .expect("a String takes everything");
    }
    text
}

#[test]
fn many_groups_of_one_agent() {
    for dialect in DIALECTS {
        assert_linear("groups of one agent", 1_000, repeated_groups, |text| {
            parse_and_ask(text, "a", &["/path/1/x", "/other"], dialect);
            parse_and_ask(text, "b", &["/path/1/x"], dialect);
        });
    }
    let text = repeated_groups(16_000);
    let robots = parse(&text, Dialect::Standard);
    let verdict = robots.verdict("a", "/path/15999/x");
    assert_eq!((verdict.allowed(), verdict.line()), (false, Some(32_000)));
    assert_eq!(robots.matcher("a").rules().count(), 16_000);
}

/// Groups of `*` and of as many other agents, taking turns, and a crawler with as many fallbacks.
fn groups_in_turns(size: usize) -> String {
    let mut text = String::new();
    for number in 0..size {
        writeln!(
            text,
            "user-agent: *\nuser-agent: a-{number}\ndisallow: /a/{number}\nuser-agent: a{}\ndisallow: /b/{number}",
            "-x".repeat(number % 50)
        )
        .expect("a String takes everything");
    }
    text
}

#[test]
fn many_groups_of_many_agents() {
    let agent = format!("a{}", "-x".repeat(60));
    let listed: Vec<String> = (0..40).map(|number| format!("a-{number}")).collect();
    for dialect in DIALECTS {
        assert_linear("groups in turns", 500, groups_in_turns, |text| {
            parse_and_ask(text, &agent, &["/b/1"], dialect);
            parse_and_ask(text, "z", &["/a/1"], dialect);
            black_box(parse(text, dialect).matcher_for(&listed).allowed("/a/1"));
        });
    }
}

/// Rules of wildcards that a URL of `a`s almost matches; numbered, no two are the same.
fn wildcard_rules(bytes: usize, numbered: bool) -> String {
    let mut text = String::from("user-agent: *\n");
    for number in 0.. {
        if numbered {
            writeln!(text, "disallow: /*a*a*a*a*{number}b").expect("a String takes everything");
        } else {
            text.push_str("disallow: /*a*a*a*a*b\n");
        }
        if text.len() > bytes {
            break;
        }
    }
    text
}

#[test]
fn adversarial_wildcard_rules() {
    let url = format!("/{}", "a".repeat(2_000));
    let with_digits = format!("/{}", "a0123456789".repeat(180));
    for dialect in DIALECTS {
        for numbered in [false, true] {
            let what = if numbered {
                "numbered wildcard rules"
            } else {
                "wildcard rules"
            };
            assert_linear(
                what,
                32 * 1024,
                |bytes| wildcard_rules(bytes, numbered),
                |text| parse_and_ask(text, "a", &[&url, &with_digits], dialect),
            );
        }
    }
    let text = wildcard_rules(500 * 1024, false);
    let robots = parse(&text, Dialect::Standard);
    assert!(robots.allowed("a", &url));
    assert_eq!(robots.verdict("a", format!("{url}b")).line(), Some(2));
    let text = wildcard_rules(500 * 1024, true);
    let robots = parse(&text, Dialect::Standard);
    assert!(robots.allowed("a", &url));
    assert_eq!(robots.verdict("a", format!("{url}17b")).line(), Some(19));
}

/// Time for one pattern is linear in the URL.
#[test]
fn long_urls() {
    let text = "user-agent: *\ndisallow: /*a*a*a*a*a*a*a*a*b\ndisallow: /*ab*aab*aaab$\nallow: *%2F*%2F*$\n";
    for dialect in DIALECTS {
        assert_linear(
            "bytes of a URL",
            12_500,
            |size| format!("/{}", "a".repeat(size)),
            |url| parse_and_ask(text, "a", &[url], dialect),
        );
        assert_linear(
            "escapes of a URL",
            5_000,
            |size| format!("/{}?{}", "%2f%61 ".repeat(size), "/\u{e9}%".repeat(size)),
            |url| parse_and_ask(text, "a", &[url], dialect),
        );
    }
}

/// One line, one value, one run of wildcards, one comment: long ones cost no more than their length.
#[test]
fn long_lines() {
    type Build = fn(usize) -> String;
    let builds: [(&str, Build); 7] = [
        ("a long pattern", |size| {
            format!("user-agent: *\ndisallow: /{}", "a".repeat(size))
        }),
        ("a long run of wildcards", |size| {
            format!("user-agent: *\ndisallow: /{}b", "*".repeat(size))
        }),
        ("a long pattern of wildcards", |size| {
            format!("user-agent: *\ndisallow: /{}b", "*a".repeat(size / 2))
        }),
        ("a long run of escapes", |size| {
            format!(
                "user-agent: *\ndisallow: /{}",
                "%2f\u{e9}%".repeat(size / 6)
            )
        }),
        ("a long agent", |size| {
            format!("user-agent: {}\ndisallow: /", "a-".repeat(size / 2))
        }),
        ("a long comment", |size| {
            format!("user-agent: *\n#{}\ndisallow: /", " #".repeat(size / 2))
        }),
        ("many line ends", |size| {
            format!("user-agent: *\n{}disallow: /", "\r\n\n\r".repeat(size / 4))
        }),
    ];
    let url = format!("/{}", "a".repeat(2_000));
    for dialect in DIALECTS {
        for (what, build) in builds {
            assert_linear(what, 62_500, build, |text| {
                parse_and_ask(text, "a-a-a-a", &["/x", &url], dialect);
            });
        }
    }
}

/// Nested prefixes: every rule is the start of the next, and the URL matches them all.
#[test]
fn nested_rules() {
    for dialect in DIALECTS {
        assert_linear(
            "nested rules",
            300,
            |size| {
                let mut text = String::from("user-agent: *\n");
                for length in 1..=size {
                    writeln!(text, "disallow: /{}", "a".repeat(length % 200))
                        .expect("a String takes everything");
                }
                text
            },
            |text| {
                parse_and_ask(
                    text,
                    "a",
                    &["/x", &format!("/{}", "a".repeat(600))],
                    dialect,
                )
            },
        );
    }
}
