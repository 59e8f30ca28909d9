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

/// The URL of most families. It is long enough for a wildcard to try many positions.
const RUN: &str = "/aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaac";

pub(crate) const ALL: [Family; 32] = [
    Family {
        name: "one rule, a chain of stars",
        text: |n| one_rule("/", "*a", n, "*b"),
        url: RUN,
    },
    Family {
        name: "one rule, an anchored chain of stars",
        text: |n| one_rule("/", "*a", n, "b$"),
        url: RUN,
    },
    Family {
        name: "one rule, only stars",
        text: |n| one_rule("/", "*", n, "b"),
        url: RUN,
    },
    Family {
        name: "one rule, literal",
        text: |n| one_rule("/", "a", n, ""),
        url: RUN,
    },
    Family {
        name: "one rule, escapes that are decoded",
        text: |n| one_rule("/", "%61", n, ""),
        url: RUN,
    },
    Family {
        name: "one rule, bytes that are escaped",
        text: |n| one_rule("/", "\u{e9}", n, ""),
        url: RUN,
    },
    Family {
        name: "one rule, escaped slashes",
        text: |n| one_rule("/*", "%2F", n, ""),
        url: "/a?/////////////////////////////////////",
    },
    Family {
        name: "rules of stars",
        text: |n| rules(n, |line, rule| write!(line, "/*a*aa*a{rule}*b")),
        url: RUN,
    },
    Family {
        name: "rules of stars and nothing else in common",
        text: |n| rules(n, |line, rule| write!(line, "*{rule}*a*")),
        url: RUN,
    },
    Family {
        name: "rules with a common prefix",
        text: |n| {
            rules(n, |line, rule| {
                write!(line, "/a/long/way/that/all/rules/begin/with/{rule}")
            })
        },
        url: "/a/long/way/that/all/rules/begin/with/77",
    },
    Family {
        name: "rules with a common prefix, in reverse order",
        text: |n| {
            rules(n, |line, rule| {
                write!(line, "/a/long/way/{}", 9_999_999 - rule)
            })
        },
        url: "/a/long/way/99999",
    },
    Family {
        name: "rules that differ early",
        text: |n| {
            // Multiplying by an odd constant spreads the numbers and keeps them distinct.
            rules(n, |line, rule| {
                write!(line, "/{:08x}", (rule as u32).wrapping_mul(0x9E37_79B1))
            })
        },
        url: "/9e3779b1",
    },
    Family {
        name: "equal rules",
        text: |n| rules(n, |line, _| write!(line, "/same")),
        url: "/same",
    },
    Family {
        name: "rules without a value",
        text: |n| rules(n, |_, _| Ok(())),
        url: "/",
    },
    Family {
        name: "rules of seven bytes",
        text: |n| [b"user-agent: *\n".to_vec(), b"allow:\n".repeat(n / 7)].concat(),
        url: "/",
    },
    Family {
        name: "index pages",
        text: |n| rules(n, |line, rule| write!(line, "/{rule}/index.html")),
        url: "/7/",
    },
    Family {
        name: "rules of dots and escapes",
        text: |n| rules(n, |line, rule| write!(line, "/%2e%2E/%zz\\{rule}$x")),
        url: "/../%2e/x",
    },
    Family {
        name: "nested prefixes",
        text: nested,
        url: RUN,
    },
    Family {
        name: "as many agents as rules",
        text: agents_and_rules,
        url: "/7",
    },
    Family {
        name: "agents without rules",
        text: |n| repeat("user-agent: a-b\n", n),
        url: "/",
    },
    Family {
        name: "alternating agents",
        text: |n| groups(n, &["a", "b", "*", "a-b"]),
        url: "/7",
    },
    Family {
        name: "groups of one agent",
        text: |n| groups(n, &["a-b"]),
        url: "/7",
    },
    Family {
        name: "groups of distinct agents",
        text: |n| groups(n, &[]),
        url: "/7",
    },
    Family {
        name: "runs of agents continued after other records",
        text: |n| {
            repeat(
                "user-agent: a\ncrawl-delay: 1\nuser-agent: a-b\nsitemap: x\n",
                n,
            )
        },
        url: "/",
    },
    Family {
        name: "records of many fields whose runs overlap",
        text: |n| {
            let lines = |line: fn(usize) -> String| (0..n / 40).map(line).collect::<String>();
            let runs = lines(|number| format!("user-agent: a{number}\nf{number}: 1\n"));
            let long_runs = lines(|number| format!("F{number}: 2\n"));
            (runs + &long_runs).into_bytes()
        },
        url: "/",
    },
    Family {
        name: "the shortest extension records",
        text: |n| [b"user-agent: *\n".to_vec(), b"a:\n".repeat(n / 3)].concat(),
        url: "/",
    },
    Family {
        name: "comments",
        text: |n| repeat("# allow: / disallow: /\n", n),
        url: "/",
    },
    Family {
        name: "blank lines",
        text: |n| repeat("\r", n),
        url: "/",
    },
    Family {
        name: "alternating spaces and tabs",
        text: |n| repeat(&(" \t".repeat(40) + "\n"), n),
        url: "/",
    },
    Family {
        name: "one line without an end",
        text: |n| repeat("user-agent ", n),
        url: "/",
    },
    Family {
        name: "lines that are not records",
        text: |n| repeat(": :\n<p>\nfoo:\n", n),
        url: "/",
    },
    Family {
        name: "byte order marks and invalid UTF-8",
        text: |n| {
            [
                b"user-agent: *\ndisallow: ".to_vec(),
                b"\xEF\xBB\xBF\xFF\n".repeat(n / 5),
            ]
            .concat()
        },
        url: "/",
    },
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
