//! Expensive files and URLs, on which every operation takes no longer than linear time or sorting.

use std::fmt::Write as _;
use std::hint::black_box;

use robots_exclusion::{Dialect, Group, Matcher, ParseOptions, Robots};

use crate::families::{self, Family};
use crate::instructions::Row;

pub(crate) const DIALECTS: [Dialect; 2] = [Dialect::Standard, Dialect::Google];

pub(crate) fn options(dialect: Dialect) -> ParseOptions {
    ParseOptions::new().dialect(dialect).byte_limit(None)
}

pub(crate) fn rows() -> Vec<Row> {
    let mut rows = Vec::new();
    for dialect in DIALECTS {
        for family in families::ALL {
            operations(family, dialect, &mut rows);
        }
        files(dialect, &mut rows);
        urls(dialect, &mut rows);
        file_and_url(dialect, &mut rows);
        comparisons(dialect, &mut rows);
    }
    rows.push(dialects());
    rows
}

/// Returns a row that asks about ordinary URLs in both dialects. Neither may cost much more than
/// the other.
fn dialects() -> Row {
    let work = |dialect| {
        move || {
            let text: String = (0..20)
                .map(|number| format!("disallow: /private/{number}/\n"))
                .collect();
            let matcher = options(dialect).parse_owned(format!("user-agent: *\n{text}"));
            let matcher = matcher.matcher("a");
            move || {
                for url in [
                    "/",
                    "/private/7/x",
                    "https://example.com/a/b.html?page=2&q=c",
                ] {
                    (0..100).for_each(|_| assert_eq!(matcher.allowed(url), url != "/private/7/x"));
                }
            }
        }
    };
    let what = "ordinary URLs in dialect Google, against Standard";
    Row::new(what, 1.15, DIALECTS.map(work))
}

/// Returns the smaller input size for a family. A family of one rule must stay below 16,663 bytes,
/// because Google reads no more of a line.
fn smallest(family: &Family) -> usize {
    match family.name {
        name if name.starts_with("one rule") => 2_000,
        // An index sorts these rules, so both sizes must be large enough to have one.
        "rules without a value" => 16_000,
        _ => 8_000,
    }
}

/// Adds a row for every operation on a family of files.
fn operations(family: Family, dialect: Dialect, rows: &mut Vec<Row>) {
    let smallest = smallest(&family);
    let options = options(dialect);
    let parsed = move |size| options.parse_owned((family.text)(size));
    type Work = fn(&Robots<'_>, &str);
    let of_file: [(&str, Work); 3] = [
        ("a query", |robots, url| {
            black_box(robots.verdict("a-b", url).line());
        }),
        ("matcher", |robots, _| {
            drop(black_box(robots.matcher("a-b")))
        }),
        ("groups and records", |robots, _| {
            let of_group = |group: Group<'_>| {
                group.agents().count() + group.rules().count() + group.records().count()
            };
            black_box(robots.groups().map(of_group).sum::<usize>());
            black_box(robots.records().count() + robots.sitemaps().count());
        }),
    ];
    let what = |operation: &str| format!("{operation}, {} in {dialect:?}", family.name);
    for (operation, work) in of_file {
        let work = move |robots: &Robots<'_>| work(robots, family.url);
        rows.push(Row::linear(what(operation), smallest, parsed, work));
    }
    rows.push(Row::linear(
        what("parse"),
        smallest,
        family.text,
        move |text| {
            black_box(options.parse(text));
        },
    ));
    let matcher = move |size| parsed(size).matcher("a-b");
    rows.push(Row::linear(
        what("a query of a matcher"),
        smallest,
        matcher,
        move |matcher| {
            black_box(matcher.verdict(family.url).line());
        },
    ));
    let with_long_url = move |size| {
        (
            matcher(smallest),
            format!("{}{}", family.url, "a".repeat(size)),
        )
    };
    rows.push(Row::linear(
        what("a query for a long URL"),
        smallest,
        with_long_url,
        ask,
    ));
}

fn ask((matcher, url): &(Matcher, String)) {
    black_box(matcher.verdict(url).line());
}

/// Returns `count` lines after `user-agent: *`.
fn lines(count: usize, mut line: impl FnMut(&mut String, usize) -> std::fmt::Result) -> String {
    let mut text = String::from("user-agent: *\n");
    for number in 0..count {
        line(&mut text, number).expect("writing to a String never fails");
        text.push('\n');
    }
    text
}

/// Returns `count` agents that share `count` rules.
fn one_long_group(count: usize) -> String {
    let agents = (0..count).map(|number| format!("user-agent: bot{number}x\n"));
    let rules = (0..count).map(|number| format!("disallow: /path/{number}/\n"));
    agents.chain(rules).collect()
}

/// Returns `count` groups of the same agent with one rule each.
fn repeated_groups(count: usize) -> String {
    lines(count, |text, number| {
        write!(text, "user-agent: a\ndisallow: /path/{number}/")
    })
}

/// Returns groups that alternate between `*` and other agents. Some crawlers may fall back to many
/// of them.
fn groups_in_turns(count: usize) -> String {
    lines(count, |text, number| {
        let names = "-x".repeat(number % 50);
        write!(
            text,
            "user-agent: *\nuser-agent: a-{number}\ndisallow: /a/{number}\nuser-agent: a{names}\ndisallow: /b/{number}"
        )
    })
}

/// Returns wildcard rules that almost match a URL of `a`s.
fn wildcard_rules(count: usize) -> String {
    lines(count, |text, _| text.write_str("disallow: /*a*a*a*a*b"))
}

/// Like [`wildcard_rules`], but no two rules are equal.
fn numbered_wildcard_rules(count: usize) -> String {
    lines(count, |text, number| {
        write!(text, "disallow: /*a*a*a*a*{number}b")
    })
}

/// Returns rules in which every 200 consecutive ones are prefixes of each other, and all match the
/// URL.
fn nested_rules(count: usize) -> String {
    lines(count, |text, number| {
        write!(text, "disallow: /{}", "a".repeat(number % 200))
    })
}

/// Adds rows that parse files of growing size and query both the file and a matcher.
fn files(dialect: Dialect, rows: &mut Vec<Row>) {
    let many_a = format!("/{}", "a".repeat(600));
    let fallbacks = format!("a{}", "-x".repeat(60));
    let with_digits = format!("/{}", "a0123456789".repeat(60));
    type Make = fn(usize) -> String;
    let long_line: [(&str, Make); 7] = [
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
    let many_lines: [(&str, Make, &str, &str); 9] = [
        ("an agent among many", one_long_group, "bot17x", "/path/1/x"),
        (
            "no agent among many",
            one_long_group,
            "none-of-them",
            "/path/1/x",
        ),
        ("groups of one agent", repeated_groups, "a", "/path/1/x"),
        ("groups of another agent", repeated_groups, "b", "/path/1/x"),
        (
            "groups in turns, with fallbacks",
            groups_in_turns,
            &fallbacks,
            "/b/1",
        ),
        ("groups in turns", groups_in_turns, "z", "/a/1"),
        ("wildcard rules", wildcard_rules, "a", &many_a),
        (
            "numbered wildcard rules",
            numbered_wildcard_rules,
            "a",
            &with_digits,
        ),
        ("nested rules", nested_rules, "a", &many_a),
    ];
    let long_line = long_line.map(|(what, make)| (what, 2_000, make, "a-a-a-a", &*many_a));
    let many_lines = many_lines.map(|(what, make, agent, url)| (what, 400, make, agent, url));
    for (what, smallest, make, agent, url) in long_line.into_iter().chain(many_lines) {
        let (agent, url) = (agent.to_owned(), url.to_owned());
        let what = format!("{what} in {dialect:?}");
        rows.push(Row::linear(what, smallest, make, move |text| {
            let robots = options(dialect).parse(text);
            black_box(robots.verdict(&agent, &url).line());
            black_box(robots.matcher(&agent).verdict(&url).line());
        }));
    }
    let listed: Vec<String> = (0..40).map(|number| format!("a-{number}")).collect();
    rows.push(Row::linear(
        "groups in turns, for a list",
        400,
        groups_in_turns,
        move |text| {
            black_box(options(dialect).parse(text).matcher_for(&listed));
        },
    ));
}

/// Adds rows for URLs of growing size.
fn urls(dialect: Dialect, rows: &mut Vec<Row>) {
    let matcher = move || {
        let text = "user-agent: *\ndisallow: /*a*a*a*a*a*a*a*a*b\ndisallow: /*ab*aab*aaab$\nallow: *%2F*%2F*$\n";
        options(dialect).parse(text).matcher("a")
    };
    let plain = move |size| (matcher(), format!("/{}", "a".repeat(size)));
    rows.push(Row::linear("bytes of a URL", 10_000, plain, ask));
    let escaped = move |size| {
        let url = format!("/{}?{}", "%2f%61 ".repeat(size), "/\u{e9}%".repeat(size));
        (matcher(), url)
    };
    rows.push(Row::linear("escapes of a URL", 2_000, escaped, ask));
}

/// Adds rows in which the file and the URL grow together. A query must not try a rule twice, or
/// scan the URL once per rule.
fn file_and_url(dialect: Dialect, rows: &mut Vec<Row>) {
    // The query of a URL spells these bytes differently. Each spelling is searched for once, not
    // once per piece.
    for (piece, part) in [("%3F", "?"), ("%2F", "a/"), ("%3Fb", "?b?")] {
        let input = move |size| {
            let text = format!(
                "user-agent: *\ndisallow: /{}Z",
                format!("*{piece}").repeat(size)
            );
            (
                options(dialect).parse(&text).matcher("a"),
                format!("/?{}", part.repeat(size)),
            )
        };
        rows.push(Row::linear(format!("chains of {piece}"), 500, input, ask));
    }
    // The URL contains the first piece of each rule many times, but never the `z` at its end.
    let needed = move |size| {
        let text = lines(size, |text, number| {
            let bits = (0..13).map(|bit| char::from(b'a' + (number >> bit & 1) as u8));
            write!(text, "disallow: /*{}*z", bits.collect::<String>())
        });
        let url = format!("/{}", "aaaabaabbababbbb".repeat(size / 8));
        (options(dialect).parse(&text).matcher("a"), url)
    };
    rows.push(Row::linear(
        "rules, and bytes that they need",
        400,
        needed,
        ask,
    ));
}

/// Adds rows that compare two different queries.
fn comparisons(dialect: Dialect, rows: &mut Vec<Row>) {
    let parsed = move |text: &str| options(dialect).parse_owned(text.as_bytes());
    let work = |matcher: Matcher, url: String| {
        move || {
            black_box(matcher.allowed(&url));
        }
    };

    // With many rules, a matcher answers faster than the file, which tries each rule.
    type Make = fn(usize) -> String;
    const DIFFERING: Make = |number| format!("/{:08x}", (number as u32).wrapping_mul(0x9E37_79B1));
    let many_a = format!("/{}", "a".repeat(200));
    let makes: [(&str, Make, &str); 8] = [
        ("literal rules that differ early", DIFFERING, "/9e3779b1"),
        ("literal rules", |number| format!("/{number:x}z"), "/77z"),
        (
            "rules with a common prefix",
            |number| format!("/a/b/c/{number}"),
            "/a/b/c/x",
        ),
        ("equal literal rules", |_| "/same".to_owned(), "/same"),
        (
            "wildcard rules",
            |number| DIFFERING(number).replace('/', "/*"),
            "/x/9e3779b1",
        ),
        ("equal wildcard rules", |_| "/*same".to_owned(), "/x/same"),
        ("equal anchored rules", |_| "/*same$".to_owned(), "/x/same"),
        (
            "rules that are prefixes of each other",
            |number| format!("/{}", "a".repeat(number % 151)),
            &many_a,
        ),
    ];
    for (what, make, url) in makes {
        let text = lines(4_000, |text, number| {
            write!(
                text,
                "{}: {}",
                ["allow", "disallow"][number % 2],
                make(number)
            )
        });
        let works = [false, true].map(|is_compiled| {
            let (robots, url) = (parsed(&text), url.to_owned());
            move || {
                let matcher = is_compiled.then(|| robots.matcher("a"));
                move || {
                    black_box(match &matcher {
                        Some(matcher) => matcher.allowed(&url),
                        None => robots.allowed("a", &url),
                    });
                }
            }
        });
        rows.push(Row::new(
            format!("{what}, a matcher against its file in {dialect:?}"),
            1.0,
            works,
        ));
    }

    // The rule that decides is tried before rules that cannot win.
    let all: String = ('a'..='z').chain('A'..='Z').chain('0'..='9').collect();
    let works = [20, all.len()].map(|count| {
        let letters = &all[..count];
        let text = lines(count * count, |text, number| {
            let [first, second] = [number / count, number % count].map(|at| &letters[at..=at]);
            write!(text, "disallow: /{first}{second}*/cart")
        });
        let (matcher, url) = (parsed(&text).matcher("a"), format!("/aa/{all}/cart"));
        move || work(matcher, url)
    });
    rows.push(Row::new(
        format!("wildcard rules that cannot win in {dialect:?}"),
        4.0,
        works,
    ));

    // If rules differ from the URL early, making them a hundred times as long costs at most eight
    // times as much.
    type MakeLong = fn(usize, &str) -> String;
    let many_b = "/bbbbbbbbbbbbbbbbbbbb0";
    let makes: [(&str, MakeLong, &str); 5] = [
        (
            "longer than the URL",
            |number, long| format!("/*{long}{number:03}"),
            many_b,
        ),
        (
            "longer than the URL, anchored",
            |number, long| format!("/*{long}{number:03}$"),
            many_b,
        ),
        (
            "all escapes",
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
    for (what, make, url) in makes {
        let works = [20, 2_000].map(|length| {
            let long = "b".repeat(length);
            let text = lines(200, |text, number| {
                write!(text, "disallow: {}", make(number, &long))
            });
            let (matcher, url) = (parsed(&text).matcher("a"), url.to_owned());
            move || work(matcher, url)
        });
        rows.push(Row::new(
            format!("long rules, {what} in {dialect:?}"),
            8.0,
            works,
        ));
    }
}

/// Line numbers and offsets are correct in large files.
#[test]
fn line_numbers_are_correct_in_large_files() {
    let all_a = format!("/{}", "a".repeat(2_000));
    for (text, agent, url, line, rules) in [
        (
            one_long_group(8_000),
            "bot7999x",
            "/path/7999/x".to_owned(),
            Some(16_000),
            8_000,
        ),
        (
            one_long_group(8_000),
            "bot8000x",
            "/path/1/".to_owned(),
            None,
            0,
        ),
        (
            repeated_groups(16_000),
            "a",
            "/path/15999/x".to_owned(),
            Some(32_001),
            16_000,
        ),
        (wildcard_rules(24_000), "a", all_a.clone(), None, 24_000),
        (
            wildcard_rules(24_000),
            "a",
            format!("{all_a}b"),
            Some(2),
            24_000,
        ),
        (
            numbered_wildcard_rules(24_000),
            "a",
            format!("{all_a}17b"),
            Some(19),
            24_000,
        ),
    ] {
        let robots = options(Dialect::Standard).parse_owned(text.into_bytes());
        let matcher = robots.matcher(agent);
        assert_eq!(robots.verdict(agent, &url).line(), line, "{agent}");
        assert_eq!(matcher.verdict(&url).line(), line, "{agent}");
        assert_eq!(matcher.rules().count(), rules, "{agent}");
    }
}
