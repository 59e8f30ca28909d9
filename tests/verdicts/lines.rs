//! Lines: ends, numbers, comments, whitespace, NUL and length.

use crate::case::Table;
use crate::support::{Question, Setting};

/// Indentation of any length and kind does not hide a record, nor do blank lines before it.
#[test]
fn indentation() {
    for first in [" ", "\t", "\x0B", "\x0C"] {
        for (count, another) in (0..=20).flat_map(|count| [(count, 0), (count, 1), (count, 9)]) {
            let blanks = first.repeat(count) + &"\t".repeat(another);
            let file = format!("{blanks}user-agent: a\n{blanks}\n{blanks}disallow: /x\n{blanks}");
            let cut = format!("user-agent: a\n\ndisallow: /x\n{blanks}d");
            for setting in [Setting::STANDARD, Setting::GOOGLE] {
                for file in [&file, &cut] {
                    let question = Question {
                        file: file.clone().into_bytes(),
                        setting,
                        agents: vec!["a".to_owned()],
                        url: "/x".to_owned(),
                    };
                    let answer = question.naive_answer();
                    assert_eq!(answer, (false, Some(3)), "{file:?}");
                    let wrong = question.disagreements(answer);
                    assert!(wrong.is_empty(), "{}{wrong:?}", question.describe());
                }
            }
        }
    }
}

/// Returns a rule of exactly `line` bytes that disallows `/` and a run of `a`s.
fn long_rule(line: usize) -> String {
    let field = "disallow: /";
    format!("{field}{}", "a".repeat(line - field.len()))
}

#[test]
fn line_length() {
    const CAP: usize = 16_663;
    let mut table = Table::default();
    let path = |line: usize| format!("/{}", "a".repeat(line - "disallow: /".len()));
    for longer in [0, 1, 2, 17_000] {
        let file = format!("user-agent: a\n{}\nallow: /b\n", long_rule(CAP + longer));
        table.both(
            "a long rule matches its URL",
            &file,
            &["a"],
            &path(CAP + longer),
            "D 2",
            "D 2",
        );
        let at_the_cap = if longer == 0 { "D 2" } else { "A" };
        table.both(
            "a long rule is truncated at the cap",
            &file,
            &["a"],
            &path(CAP),
            at_the_cap,
            "D 2",
        );
        table.both(
            "a URL one byte shorter than the cap",
            &file,
            &["a"],
            &path(CAP - 1),
            "A",
            "A",
        );
        table.both(
            "a long rule does not hide the next",
            &file,
            &["a"],
            "/b",
            "A 3",
            "A 3",
        );
    }
    // The comment and the anchor are beyond the cap, and so is the `*`.
    let file = format!("user-agent: a\n{}$\n", long_rule(CAP));
    table.both(
        "an anchor past the cap",
        &file,
        &["a"],
        &format!("{}b", path(CAP)),
        "A",
        "D 2",
    );
    let file = format!("user-agent: a\n{}*b\n", long_rule(CAP));
    table.both(
        "a wildcard past the cap",
        &file,
        &["a"],
        &format!("{}c", path(CAP)),
        "A",
        "D 2",
    );
    let file = format!("user-agent: a\n#{}\ndisallow: /x\n", " ".repeat(40_000));
    table.both("a long comment", &file, &["a"], "/x", "D 3", "D 3");
    let file = format!("user-agent: a\n{}disallow: /x\n", " ".repeat(CAP));
    table.both("a record past the cap", &file, &["a"], "/x", "D 2", "A");
    let file = format!(
        "user-agent: a\n{}disallow: /x\n",
        " ".repeat(CAP - "disallow: /".len())
    );
    table.both(
        "a record that crosses the cap",
        &file,
        &["a"],
        "/y",
        "A",
        "D 2",
    );
    let file = format!("user-agent: {}a\ndisallow: /x\n", " ".repeat(CAP));
    table.both("an agent past the cap", &file, &["a"], "/x", "D 2", "A");
    // The byte order mark does not count towards the length of the line.
    let file = [
        "\u{feff}",
        &" ".repeat(CAP - 13),
        "user-agent: ab\ndisallow: /x\n",
    ]
    .concat();
    table.both(
        "the cap after a byte order mark",
        &file,
        &["a"],
        "/x",
        "A",
        "D 2",
    );
    table.both(
        "the agent after a byte order mark",
        &file,
        &["ab"],
        "/x",
        "D 2",
        "A",
    );
    table.finish();
}
