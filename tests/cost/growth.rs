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

/// What a query of many rules takes, at the least.
fn least_of_queries(text: &str, url: &str, dialect: Dialect) -> Duration {
    let matcher = parse(text, dialect).matcher("a");
    let queries = || {
        let start = clock();
        for _ in 0..20 {
            black_box(matcher.allowed(black_box(url)));
        }
        clock() - start
    };
    (0..30).map(|_| queries()).min().unwrap_or_default()
}

/// However many rules there are, those that a URL has nothing to do with are not looked at, and of those that match the
/// same only one.
#[test]
fn a_query_does_not_grow_with_the_number_of_rules() {
    type Make = fn(usize) -> String;
    fn differing(number: usize) -> String {
        format!("/{:08x}", (number as u32).wrapping_mul(0x9E37_79B1))
    }
    let makes: [(&str, Make, &str); 7] = [
        ("literal and differ at once", differing, "/9e3779b1"),
        ("literal", |number| format!("/{number:x}z"), "/77z"),
        (
            "begin alike",
            |number| format!("/a/b/c/{number}"),
            "/a/b/c/x",
        ),
        ("literal and the same", |_| "/same".to_owned(), "/same"),
        (
            "wildcards",
            |number| differing(number).replace('/', "/*"),
            "/x/9e3779b1",
        ),
        ("wildcards and the same", |_| "/*same".to_owned(), "/x/same"),
        ("anchored and the same", |_| "/*same$".to_owned(), "/x/same"),
    ];
    let _alone = alone();
    for dialect in DIALECTS {
        for (what, make, url) in makes {
            let text = |rules: usize| {
                let kind = |number| ["allow", "disallow"][number % 2];
                let lines =
                    (0..rules).map(|number| format!("{}: {}\n", kind(number), make(number)));
                format!("user-agent: *\n{}", lines.collect::<String>())
            };
            let [few, many] = [1_000, 16_000].map(|rules| {
                let text = text(rules);
                move || least_of_queries(&text, url, dialect)
            });
            assert_not_longer(what, 4.0, few, many);
        }
    }
}

/// Rules of one hash, and a URL of which several starts have it: the same bytes, 64 times, change nothing.
#[test]
fn rules_with_the_hash_of_several_starts_are_tried_once() {
    let start = |number: usize| {
        let bits = |set: char, unset: char| -> String {
            let bits = (0..14).map(|bit| if number >> bit & 1 == 1 { set } else { unset });
            bits.collect()
        };
        format!("/{}{}{}", bits('b', 'a'), "a".repeat(50), bits('a', 'b'))
    };
    let rules = (0..10_000).map(|number| format!("disallow: {}\n", start(number)));
    // Starts that lie between have a hash of other rules.
    let between = format!("allow: {}{}\n", start(9), "a".repeat(20));
    let text = format!("user-agent: *\n{between}{}", rules.collect::<String>());
    let once = format!("{}{}", start(9), "0123456789-".repeat(16));
    let three_times = format!("{}{}", start(9), "a".repeat(176));
    let _alone = alone();
    for dialect in DIALECTS {
        assert_not_longer(
            "several starts",
            2.0,
            || least_of_queries(&text, &once, dialect),
            || least_of_queries(&text, &three_times, dialect),
        );
    }
}

/// Of rules that begin each other, the longest that matches is tried first, and then no other.
#[test]
fn rules_that_begin_the_one_that_decides_are_not_tried() {
    let url = format!("/{}", "a".repeat(200));
    let text = |nested: std::ops::Range<usize>| {
        let others = (0..2_000).map(|number| format!("allow: /b{number}\n"));
        let nested = nested.map(|length| format!("disallow: /{}\n", "a".repeat(length)));
        format!(
            "user-agent: *\n{}",
            others.chain(nested).collect::<String>()
        )
    };
    let (one, many) = (text(150..151), text(1..151));
    let _alone = alone();
    for dialect in DIALECTS {
        assert_not_longer(
            "nested rules",
            5.0,
            || least_of_queries(&one, &url, dialect),
            || least_of_queries(&many, &url, dialect),
        );
    }
}

/// Of rules with wildcards that are found by the same bytes, the one that decides is tried before those that could not win.
#[test]
fn rules_with_wildcards_that_cannot_win_are_not_tried() {
    let text = |letters: &str| {
        let pairs = letters.chars().flat_map(|first| {
            let pairs = letters
                .chars()
                .map(move |second| format!("{first}{second}"));
            pairs.map(|pair| format!("disallow: /{pair}*/cart\n"))
        });
        format!("user-agent: *\n{}", pairs.collect::<String>())
    };
    let all: String = ('a'..='z').chain('A'..='Z').chain('0'..='9').collect();
    let (few, many) = (text(&all[..20]), text(&all));
    let url = format!("/aa/{all}/cart");
    let _alone = alone();
    for dialect in DIALECTS {
        assert_not_longer(
            "pairs of letters",
            4.0,
            || least_of_queries(&few, &url, dialect),
            || least_of_queries(&many, &url, dialect),
        );
    }
}

/// Rules that a URL differs from early cost little more if they are a hundred times as long.
#[test]
fn long_rules_that_differ_early_are_not_taken_apart() {
    type Make = fn(usize, &str) -> String;
    let makes: [(&str, Make, &str); 5] = [
        (
            "longer than the URL",
            |number, long| format!("/*{long}{number:03}"),
            "/bbbbbbbbbbbbbbbbbbbb0",
        ),
        (
            "longer than the URL, to its end",
            |number, long| format!("/*{long}{number:03}$"),
            "/bbbbbbbbbbbbbbbbbbbb0",
        ),
        (
            "nothing but escapes",
            |number, long| format!("/{}{number:03}*b", long.replace('b', "%3F")),
            "/b0?????????????????????????????????????????",
        ),
        (
            "before a wildcard",
            |number, long| format!("/start{number:03}{long}*z"),
            "/start-b0123456789z",
        ),
        (
            "before an escaped slash",
            |number, long| format!("/start{number:03}{long}%2F"),
            "/start-b0123456789?",
        ),
    ];
    let _alone = alone();
    for dialect in DIALECTS {
        for (what, make, url) in makes {
            let [short, long] = [20, 2_000].map(|length| {
                let long = "b".repeat(length);
                let rules = (0..200).map(|number| format!("disallow: {}\n", make(number, &long)));
                let text = format!("user-agent: *\n{}", rules.collect::<String>());
                move || least_of_queries(&text, url, dialect)
            });
            assert_not_longer(what, 8.0, short, long);
        }
    }
}

/// Bytes that the query of a URL spells otherwise are looked for once in either spelling, not again for each of a chain.
#[test]
fn chains_of_escapes_in_a_long_query() {
    let makes = [("%3F", "?"), ("%2F", "a/"), ("%3Fb", "?b?")];
    for dialect in DIALECTS {
        for (piece, part) in makes {
            assert_linear(
                piece,
                1_000,
                |size| {
                    let chain = format!("*{piece}").repeat(size);
                    let text = format!("user-agent: *\ndisallow: /{chain}Z");
                    let matcher = parse(&text, dialect).matcher("a").into_owned();
                    (matcher, format!("/?{}", part.repeat(size)))
                },
                |(matcher, url)| assert!(black_box(matcher.allowed(url))),
            );
        }
    }
}

/// Checks that one thing takes no more than so many times as long as another.
#[track_caller]
fn assert_not_longer(
    what: &str,
    most: f64,
    one: impl Fn() -> Duration,
    other: impl Fn() -> Duration,
) {
    let mut least = [Duration::MAX; 2];
    for _ in 0..10 {
        least = [one().min(least[0]), other().min(least[1])];
        let ratio = least[1].as_secs_f64() / least[0].as_secs_f64().max(1e-6);
        eprintln!("{what}: {least:?}, {ratio:.2} times as long");
        if ratio < most {
            return;
        }
    }
    panic!("{what}: {least:?}, more than {most} times as long");
}

/// Rules that all need what a URL holds again and again, and a byte that it lacks: each is tried once.
#[test]
fn rules_that_need_what_a_url_holds_often_are_tried_once() {
    for dialect in DIALECTS {
        assert_linear(
            "rules, and bytes that they need",
            400,
            |size| {
                let mut text = String::from("user-agent: *\n");
                for number in 0..size {
                    let bits = (0..13).map(|bit| char::from(b'a' + (number >> bit & 1) as u8));
                    let bits: String = bits.collect();
                    writeln!(text, "disallow: /*{bits}*z").expect("a String takes everything");
                }
                let matcher = parse(&text, dialect).matcher("a");
                let url = format!("/{}", "aaaabaabbababbbb".repeat(size / 8));
                (matcher.into_owned(), url)
            },
            |(matcher, url)| assert!(black_box(matcher.allowed(url))),
        );
    }
}
