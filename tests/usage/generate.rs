//! Generates statements, files and questions.

use robots_exclusion::Dialect;

use crate::model::{self, Answer};
use crate::question::{Asked, Question};
use crate::support::Setting;
use crate::support::generator::{self, Random};

#[rustfmt::skip]
const KEYS: &[&str] = &[
    "train-ai", "search", "ai-use", "train-ai", "search", "a", "*", "a_b-c.d*1", "ai",
];
const ODD_KEYS: &[&str] = &["Search", "1a", "", "-a", "se arch", "\u{e9}", "_a", "a\t"];
const VALUES: &[&str] = &["y", "n", "y", "n", "y", "n", "Y", "no", "yn", "*", "n/a:b"];
#[rustfmt::skip]
const ODD_VALUES: &[&str] = &[
    "", "1", "-1", "1.5", "-0.125", "1.", "1.2345", "123456789012345", "1234567890123456",
    "123456789012.5", "1234567890123.5", "\"n\"", "\"\"", "\"a\\\"b\\\\\"", "\"a\\b\"", "\"a",
    "\"\u{e9}\"", ":aGk=:", ":aGk:", ":aGl=:", ":a:", "::", ":=:", ":a=b:", ":aGk", "?0", "?1",
    "?2", "?", "@1", "@-1", "@1.5", "@", "%\"\"", "%\"%c3%a9\"", "%\"%C3\"", "%\"%c3\"", "%\"a",
    "%a", "()", "(n)", "(n y)", "(n  y )", "(n\ty)", "(n,y)", "(\"a\" 1;b=2);c", "((n))", "(n",
    "n y", "\t", "=", "#", "a b", "\"a#b\"", "-", "--1", "1a", "00",
];
#[rustfmt::skip]
const PARAMETERS: &[&str] = &[
    ";a", ";a=n", "; a=1", ";  a;b=\"x\"", ";a=(n)", ";", "; ", ";A", ";a =1", ";a= 1", " ;a",
    ";a=?1;a=2", ";\ta",
];

/// Generates the value of a field, usually a Dictionary.
pub(crate) fn dictionary(random: &mut Random) -> Vec<u8> {
    let oddness = 4 + random.below(20);
    let mut value = String::new();
    for member in 0..random.below(5) {
        if member > 0 {
            let separators: &[&str] = if random.one_in(oddness) {
                &["", " ", ",,", ";", ", ,"]
            } else {
                &[",", ", ", " , ", "\t,\t", ",  "]
            };
            value.push_str(random.pick(separators));
        }
        let keys = if random.one_in(oddness) {
            ODD_KEYS
        } else {
            KEYS
        };
        value.push_str(random.pick(keys));
        match random.below(oddness) {
            0 => value.push_str(random.pick(&[" =", "= ", "=="])),
            1 => {}
            _ => value.push('='),
        }
        if value.ends_with('=') {
            let values = if random.one_in(5) { ODD_VALUES } else { VALUES };
            value.push_str(random.pick(values));
        }
        while random.one_in(6) {
            value.push_str(random.pick(PARAMETERS));
        }
    }
    if random.one_in(oddness) {
        value.push_str(random.pick(&[",", " ", "  ", "\t", ";", "\u{e9}", "\0"]));
    }
    if random.one_in(oddness) {
        value.insert_str(0, random.pick(&[" ", "\t", ",", "=", "("]));
    }
    let mut value = value.into_bytes();
    if random.one_in(30) && !value.is_empty() {
        let place = random.below(value.len());
        value[place] = (random.next() & 0xFF) as u8;
    }
    value
}

/// Generates a statement, usually with a label that the questions ask for.
fn statement(random: &mut Random) -> Vec<u8> {
    if random.one_in(4) {
        return dictionary(random);
    }
    let words = [
        "train-ai=n",
        "train-ai=y",
        "search=n",
        "search=y",
        "ai-use=n",
        "ai=y",
    ];
    let mut statement = random.pick(&words).to_owned();
    while random.one_in(3) {
        statement.push_str(", ");
        statement.push_str(random.pick(&words));
    }
    statement.into_bytes()
}

/// Generates the pairs of a signal line.
fn pairs(random: &mut Random) -> Vec<u8> {
    if random.one_in(2) {
        let words = [
            "search=yes,ai-train=no,use=reference",
            "ai-train=yes",
            "ai-train=no",
            "search=no, ai-input=no",
            "use=full",
            "use=immediate, search=yes",
        ];
        return random.pick(&words).as_bytes().to_vec();
    }
    let mut value = String::new();
    for pair in 0..random.below(4) {
        if pair > 0 {
            value.push_str(random.pick(&[",", ", ", " , ", ",,", ";"]));
        }
        let keys = [
            "search", "ai-input", "ai-train", "use", "AI-Train", "foo", "", "train-ai",
        ];
        value.push_str(random.pick(&keys));
        value.push_str(random.pick(&["=", "=", "=", "=", " = ", "", "=\u{b}"]));
        let values = [
            "yes",
            "no",
            "yes",
            "no",
            "No",
            "YES",
            "full",
            "reference",
            "immediate",
            "Full",
            "y",
            "",
            "no x",
        ];
        value.push_str(random.pick(&values));
    }
    value.into_bytes()
}

const AGENTS: &[&str] = &[
    "a", "b", "*", "a", "*", "a-b", "A/1.0", "c", "* x", "", "1", "a b", "-",
];
const PATHS: &[&str] = &[
    "/", "/a", "/a/b", "/b", "/*", "/a*", "/*b", "/*b$", "/a$", "/a*b", "/%61", "/a%2Fb", "/*a*b",
    "/ab", "/a**", "/?", "/*?a", "/é", "/%C3%A9", "/$", "/a$b", "/%",
];

fn path(random: &mut Random) -> Vec<u8> {
    let path = match random.below(8) {
        0 => return generator::pattern(random),
        1..4 => random.pick(PATHS),
        _ => random.pick(&["/", "/a", "/a*", "/*a", "/a/"]),
    };
    path.as_bytes().to_vec()
}

/// Generates the value of a line: an optional path, and a statement.
fn value(random: &mut Random, statement: fn(&mut Random) -> Vec<u8>) -> Vec<u8> {
    let mut value = Vec::new();
    if random.one_in(2) {
        value.extend(path(random));
        value.extend_from_slice(
            random
                .pick(&[" ", " ", "\t", "  ", " \t ", "", "\u{b}"])
                .as_bytes(),
        );
    }
    value.extend(statement(random));
    value
}

/// Generates a file that consists mainly of the three fields.
pub(crate) fn file(random: &mut Random) -> Vec<u8> {
    let mut file = Vec::new();
    if random.one_in(30) {
        file.extend_from_slice(b"\xEF\xBB\xBF");
    }
    let lines = 1 + random.below(14);
    for number in 0..lines {
        let (field, value): (&str, Vec<u8>) = match random.below(20) {
            _ if number == 0 && !random.one_in(5) => {
                ("User-agent", random.pick(&["a", "*"]).as_bytes().to_vec())
            }
            0..=4 => ("User-agent", random.pick(AGENTS).as_bytes().to_vec()),
            5 | 6 => (random.pick(&["Disallow", "Allow"]), path(random)),
            7 => ("Disallow", Vec::new()),
            8 => (
                random.pick(&["Sitemap", "Crawl-delay", "Foo"]),
                b"1".to_vec(),
            ),
            9..=13 => (
                random.pick(&[
                    "Content-Usage",
                    "content-usage",
                    "CONTENT-USAGE",
                    "Content-Usages",
                ]),
                value(random, statement),
            ),
            14..=17 => (
                random.pick(&["Content-Signal", "content-signal", "Content-Signals"]),
                value(random, pairs),
            ),
            _ => (
                random.pick(&["License", "license", "Licence"]),
                random
                    .pick(&["https://h/1", "https://h/2", "/x", "", "https://h/\u{e9}"])
                    .as_bytes()
                    .to_vec(),
            ),
        };
        if random.one_in(12) {
            file.extend_from_slice(random.pick(&["\n", "# c\n", "noise\n", " \n"]).as_bytes());
        }
        file.extend_from_slice(field.as_bytes());
        file.extend_from_slice(
            random
                .pick(&[": ", ": ", ": ", ":", " :\t", " "])
                .as_bytes(),
        );
        file.extend_from_slice(&value);
        if random.one_in(20) {
            file.extend_from_slice(random.pick(&[" # c", "#c", "\t", "\0", "\u{b}"]).as_bytes());
        }
        file.extend_from_slice(
            random
                .pick(&["\n", "\n", "\n", "\r\n", "\r", "\n\n"])
                .as_bytes(),
        );
    }
    file
}

/// Generates a question about a generated file. The file usually answers it.
pub(crate) fn question(random: &mut Random) -> Question {
    let file = file(random);
    let mut question = asked_of(random, &file);
    for _ in 0..random.below(12) {
        if matches!(model::answer(&question), Answer::Says(..)) {
            break;
        }
        question = asked_of(random, &file);
    }
    question
}

fn asked_of(random: &mut Random, file: &[u8]) -> Question {
    let dialect = *random.pick(&[&Dialect::Standard, &Dialect::Google]);
    let setting = Setting {
        dialect,
        byte_limit: None,
        agent_fallback: !random.one_in(8),
    };
    let asked = *random.pick(&[
        &Asked::Usage,
        &Asked::Usage,
        &Asked::Signals,
        &Asked::Licenses,
    ]);
    let labels: &[&str] = match asked {
        Asked::Usage => &[
            "train-ai", "search", "train-ai", "search", "ai-use", "ai", "a", "*", "use",
        ],
        Asked::Signals => &[
            "search", "ai-input", "ai-train", "use", "ai-train", "use", "train-ai",
        ],
        Asked::Licenses => &["license"],
    };
    let urls = [
        "/",
        "/a",
        "/a/b",
        "/b",
        "/ab",
        "/a?a",
        "/robots.txt",
        "/\u{e9}",
        "https://h/a%2Fb",
        "/a/",
        "/%61b",
        "/x",
        "/a$b",
    ];
    let url = match random.one_in(5) {
        true => String::from_utf8_lossy(&path(random)).replace(['*', '$'], ""),
        false => random.pick(&urls).to_owned(),
    };
    let agents = match random.below(8) {
        0 => generator::agents(random),
        1 => vec!["a-b".to_owned()],
        2 => vec!["zzz".to_owned()],
        3 => vec!["b".to_owned()],
        _ => vec!["a".to_owned()],
    };
    Question {
        file: file.to_vec(),
        setting,
        agents,
        url,
        asked,
        label: random.pick(labels).to_owned(),
    }
}
