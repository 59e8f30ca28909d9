//! Lines: ends, numbers, comments, whitespace, NUL and length.

use super::case::Table;
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
                    let question = Question::new(setting, file, &["a"], "/x");
                    assert_eq!(question.naive_answer(), (false, Some(3)), "{file:?}");
                    question.assert_agreed();
                }
            }
        }
    }
}

/// Lines around the 16,663 bytes that google/robotstxt reads.
#[test]
fn line_length() {
    const CAP: usize = 16_663;
    let mut table = Table::default();
    let mut both = |name, file: &str, agent, url: &str, standard, google| {
        table.both(name, file, &[agent], url, standard, google);
    };
    let path = |line: usize| format!("/{}", "a".repeat(line - "disallow: /".len()));
    let rule = |line: usize| format!("user-agent: a\ndisallow: {}", path(line));
    let blanks = |count: usize| " ".repeat(count);
    for longer in [0, 1, 2, 17_000] {
        let file = rule(CAP + longer) + "\nallow: /b\n";
        let at_the_cap = if longer == 0 { "D 2" } else { "A" };
        both(
            "a long rule matches its URL",
            &file,
            "a",
            &path(CAP + longer),
            "D 2",
            "D 2",
        );
        both(
            "a long rule is truncated",
            &file,
            "a",
            &path(CAP),
            at_the_cap,
            "D 2",
        );
        both(
            "a URL one byte shorter than the cap",
            &file,
            "a",
            &path(CAP - 1),
            "A",
            "A",
        );
        both(
            "a long rule does not hide the next",
            &file,
            "a",
            "/b",
            "A 3",
            "A 3",
        );
    }
    // The anchor is beyond the cap, and so is the `*`.
    let url = path(CAP);
    both(
        "an anchor past the cap",
        &(rule(CAP) + "$"),
        "a",
        &(url.clone() + "b"),
        "A",
        "D 2",
    );
    both(
        "a wildcard past the cap",
        &(rule(CAP) + "*b"),
        "a",
        &(url + "c"),
        "A",
        "D 2",
    );
    let file = format!("user-agent: a\n#{}\ndisallow: /x\n", blanks(40_000));
    both("a long comment", &file, "a", "/x", "D 3", "D 3");
    let file = |count| format!("user-agent: a\n{}disallow: /x\n", blanks(count));
    both("a record past the cap", &file(CAP), "a", "/x", "D 2", "A");
    both(
        "a record that crosses the cap",
        &file(CAP - 11),
        "a",
        "/y",
        "A",
        "D 2",
    );
    let file = format!("user-agent: {}a\ndisallow: /x\n", blanks(CAP));
    both("an agent past the cap", &file, "a", "/x", "D 2", "A");
    // The byte order mark does not count towards the length of the line.
    let file = format!("\u{feff}{}user-agent: ab\ndisallow: /x\n", blanks(CAP - 13));
    both(
        "the cap after a byte order mark",
        &file,
        "a",
        "/x",
        "A",
        "D 2",
    );
    both(
        "the agent after a byte order mark",
        &file,
        "ab",
        "/x",
        "D 2",
        "A",
    );
    table.finish();
}
