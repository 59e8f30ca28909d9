//! Expensive files of any size, and URLs for them.

use std::fmt::Write as _;

/// A kind of file that is expensive to process. `text` returns a file of about the given number of
/// bytes, and `url` is expensive to match against its rules. The crawler is `a-b`.
#[derive(Clone, Copy)]
pub(crate) struct Family {
    pub(crate) name: &'static str,
    pub(crate) text: fn(usize) -> Vec<u8>,
    pub(crate) url: &'static str,
}

pub(crate) const fn family(
    name: &'static str,
    text: fn(usize) -> Vec<u8>,
    url: &'static str,
) -> Family {
    Family { name, text, url }
}

/// The URL of most families. It is long enough for a wildcard to try many positions.
const RUN: &str = "/aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaac";

pub(crate) const ALL: [Family; 32] = [
    family(
        "one rule, a chain of stars",
        |n| one_rule("/", "*a", n, "*b"),
        RUN,
    ),
    family(
        "one rule, an anchored chain of stars",
        |n| one_rule("/", "*a", n, "b$"),
        RUN,
    ),
    family("one rule, only stars", |n| one_rule("/", "*", n, "b"), RUN),
    family("one rule, literal", |n| one_rule("/", "a", n, ""), RUN),
    family(
        "one rule, escapes that are decoded",
        |n| one_rule("/", "%61", n, ""),
        RUN,
    ),
    family(
        "one rule, bytes that are escaped",
        |n| one_rule("/", "\u{e9}", n, ""),
        RUN,
    ),
    family(
        "one rule, escaped slashes",
        |n| one_rule("/*", "%2F", n, ""),
        "/a?/////////////////////////////////////",
    ),
    family(
        "rules of stars",
        |n| rules(n, |line, rule| write!(line, "/*a*aa*a{rule}*b")),
        RUN,
    ),
    family(
        "rules of stars and nothing else in common",
        |n| rules(n, |line, rule| write!(line, "*{rule}*a*")),
        RUN,
    ),
    family(
        "rules with a common prefix",
        |n| {
            rules(n, |line, rule| {
                write!(line, "/a/long/way/that/all/rules/begin/with/{rule}")
            })
        },
        "/a/long/way/that/all/rules/begin/with/77",
    ),
    family(
        "rules with a common prefix, in reverse order",
        |n| {
            rules(n, |line, rule| {
                write!(line, "/a/long/way/{}", 9_999_999 - rule)
            })
        },
        "/a/long/way/99999",
    ),
    family(
        "rules that differ early",
        |n| {
            // Multiplying by an odd constant spreads the numbers and keeps them distinct.
            rules(n, |line, rule| {
                write!(line, "/{:08x}", (rule as u32).wrapping_mul(0x9E37_79B1))
            })
        },
        "/9e3779b1",
    ),
    family(
        "equal rules",
        |n| rules(n, |line, _| write!(line, "/same")),
        "/same",
    ),
    family("rules without a value", |n| rules(n, |_, _| Ok(())), "/"),
    family(
        "rules of seven bytes",
        |n| [b"user-agent: *\n".to_vec(), b"allow:\n".repeat(n / 7)].concat(),
        "/",
    ),
    family(
        "index pages",
        |n| rules(n, |line, rule| write!(line, "/{rule}/index.html")),
        "/7/",
    ),
    family(
        "rules of dots and escapes",
        |n| rules(n, |line, rule| write!(line, "/%2e%2E/%zz\\{rule}$x")),
        "/../%2e/x",
    ),
    family("nested prefixes", nested, RUN),
    family("as many agents as rules", agents_and_rules, "/7"),
    family(
        "agents without rules",
        |n| repeat("user-agent: a-b\n", n),
        "/",
    ),
    family(
        "alternating agents",
        |n| groups(n, &["a", "b", "*", "a-b"]),
        "/7",
    ),
    family("groups of one agent", |n| groups(n, &["a-b"]), "/7"),
    family("groups of distinct agents", |n| groups(n, &[]), "/7"),
    family(
        "runs of agents continued after other records",
        |n| {
            repeat(
                "user-agent: a\ncrawl-delay: 1\nuser-agent: a-b\nsitemap: x\n",
                n,
            )
        },
        "/",
    ),
    family(
        "records of many fields whose runs overlap",
        |n| {
            let lines = |line: fn(usize) -> String| (0..n / 40).map(line).collect::<String>();
            let runs = lines(|number| format!("user-agent: a{number}\nf{number}: 1\n"));
            let long_runs = lines(|number| format!("F{number}: 2\n"));
            (runs + &long_runs).into_bytes()
        },
        "/",
    ),
    family(
        "the shortest extension records",
        |n| [b"user-agent: *\n".to_vec(), b"a:\n".repeat(n / 3)].concat(),
        "/",
    ),
    family("comments", |n| repeat("# allow: / disallow: /\n", n), "/"),
    family("blank lines", |n| repeat("\r", n), "/"),
    family(
        "alternating spaces and tabs",
        |n| repeat(&(" \t".repeat(40) + "\n"), n),
        "/",
    ),
    family("one line without an end", |n| repeat("user-agent ", n), "/"),
    family(
        "lines that are not records",
        |n| repeat(": :\n<p>\nfoo:\n", n),
        "/",
    ),
    family(
        "byte order marks and invalid UTF-8",
        |n| {
            [
                b"user-agent: *\ndisallow: ".to_vec(),
                b"\xEF\xBB\xBF\xFF\n".repeat(n / 5),
            ]
            .concat()
        },
        "/",
    ),
];

fn repeat(part: &str, length: usize) -> Vec<u8> {
    part.repeat(length / part.len()).into_bytes()
}

fn one_rule(before: &str, part: &str, length: usize, after: &str) -> Vec<u8> {
    let chain = part.repeat(length / part.len());
    format!("user-agent: *\ndisallow: {before}{chain}{after}\n").into_bytes()
}

pub(crate) fn rules(length: usize, pattern: fn(&mut String, usize) -> std::fmt::Result) -> Vec<u8> {
    let mut text = String::from("user-agent: *\n");
    for rule in 0.. {
        if text.len() >= length {
            break;
        }
        text += if rule % 3 == 0 {
            "allow: "
        } else {
            "disallow: "
        };
        pattern(&mut text, rule).expect("writing to a String never fails");
        text.push('\n');
    }
    text.into_bytes()
}

/// Returns rules that are each a prefix of the next.
fn nested(length: usize) -> Vec<u8> {
    // The total length of the rules is about half the square of their number.
    let mut number: usize = 0;
    while number * (number + 24) < 2 * length {
        number += 1;
    }
    let mut text = String::from("user-agent: *\n");
    for rule in 0..number {
        writeln!(text, "disallow: /{}", "a".repeat(rule)).expect("writing to a String never fails");
    }
    text.into_bytes()
}

fn agents_and_rules(length: usize) -> Vec<u8> {
    let number = length / 32;
    let mut text = String::new();
    for agent in 0..number {
        writeln!(text, "user-agent: a{agent}").expect("writing to a String never fails");
    }
    text += "user-agent: a-b\n";
    for rule in 0..number {
        writeln!(text, "disallow: /{rule}").expect("writing to a String never fails");
    }
    text.into_bytes()
}

/// Returns groups of one rule each. They cycle through the agents, or have distinct agents if
/// `agents` is empty.
fn groups(length: usize, agents: &[&str]) -> Vec<u8> {
    let mut text = String::new();
    for group in 0.. {
        if text.len() >= length {
            break;
        }
        match agents.get(group % agents.len().max(1)) {
            Some(agent) => writeln!(text, "user-agent: {agent}"),
            None => writeln!(text, "user-agent: a-{group}"),
        }
        .and_then(|()| writeln!(text, "disallow: /{group}"))
        .expect("writing to a String never fails");
    }
    text.into_bytes()
}
