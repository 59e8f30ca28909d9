//! Lines: ends, numbers, comments, whitespace, NUL and length.

use crate::case::{Case, Table, case, check};
use crate::support::{Question, Setting};

#[rustfmt::skip]
const LINES: &[Case] = &[
    case("CR ends a line", b"user-agent: a\rdisallow: /x", &["a"], "/x", "D 2", "D 2"),
    case("LF ends a line", b"user-agent: a\ndisallow: /x", &["a"], "/x", "D 2", "D 2"),
    case("CR LF ends one line", b"user-agent: a\r\n\r\ndisallow: /x", &["a"], "/x", "D 3", "D 3"),
    case("LF CR ends two lines", b"user-agent: a\n\rdisallow: /x", &["a"], "/x", "D 3", "D 3"),
    case("CR CR LF ends two lines", b"user-agent: a\r\r\ndisallow: /x", &["a"], "/x", "D 3", "D 3"),
    case("CR LF LF ends two lines", b"user-agent: a\r\n\ndisallow: /x", &["a"], "/x", "D 3", "D 3"),
    case("CR, a blank and LF end two lines", b"user-agent: a\r \ndisallow: /x", &["a"], "/x", "D 3", "D 3"),
    case("U+2028 does not end a line", "user-agent: a\u{2028}disallow: /x".as_bytes(), &["a"], "/x", "A", "A"),
    case("U+2028 in a pattern", "user-agent: a\ndisallow: /x\u{2028}allow: /".as_bytes(), &["a"], "/x", "A", "A"),
    case("NEL does not end a line", "user-agent: a\u{85}disallow: /x".as_bytes(), &["a"], "/x", "A", "A"),
    case("a lone NEL byte does not end a line", b"user-agent: a\x85disallow: /x", &["a"], "/x", "A", "A"),
    case("VT does not end a line", b"user-agent: a\x0Bdisallow: /x", &["a"], "/x", "A", "A"),
    case("FF does not end a line", b"user-agent: a\x0Cdisallow: /x", &["a"], "/x", "A", "A"),
    case("lines count from 1", b"user-agent: a\ndisallow: /x", &["a"], "/x", "D 2", "D 2"),
    case("blank lines count", b"\n\n\nuser-agent: a\n\n\ndisallow: /x", &["a"], "/x", "D 7", "D 7"),
    case("lines of blanks count", b" \n\t\nuser-agent: a\ndisallow: /x", &["a"], "/x", "D 4", "D 4"),
    case("comment lines count", b"#\n# user-agent: b\nuser-agent: a\n#x\ndisallow: /x", &["a"], "/x", "D 5", "D 5"),
    case("lines that are not records count", b"<p>\n:\nuser-agent: a\nfoo\ndisallow: /x", &["a"], "/x", "D 5", "D 5"),
    case("the last line needs no end", b"user-agent: a\ndisallow: /x", &["a"], "/xy", "D 2", "D 2"),
    case("CR at the end of every line", b"user-agent: a\rdisallow: /x\r", &["a"], "/x", "D 2", "D 2"),
    case("LF at the end of every line", b"user-agent: a\ndisallow: /x\n", &["a"], "/x", "D 2", "D 2"),
    case("CR LF at the end of every line", b"user-agent: a\r\ndisallow: /x\r\n", &["a"], "/x", "D 2", "D 2"),
    case("a different end for each line", b"user-agent: a\r\nallow: /y\rdisallow: /x\nallow: /z", &["a"], "/x", "D 3", "D 3"),
    case("records in a page of HTML", b"<!DOCTYPE html>\n<html><head><title>404</title>\n<body><p class=\"x\">\nuser-agent: *\n<br/>\n<pre>\ndisallow: /x\n</pre></body></html>\n", &["a"], "/x", "D 7", "D 7"),
    case("records in a page of HTML, not matched", b"<!DOCTYPE html>\n<html><head><title>404</title>\n<body><p class=\"x\">\nuser-agent: *\n<br/>\n<pre>\ndisallow: /x\n</pre></body></html>\n", &["a"], "/y", "A", "A"),
    case("a broken line before a rule", b"user-agent: a\n\xFF\xFF::\x00\ndisallow: /x\n", &["a"], "/x", "D 3", "D 3"),
    case("a broken line after a rule", b"user-agent: a\ndisallow: /x\n:::\nallow: /xy", &["a"], "/xy", "A 4", "A 4"),
    case("a broken user-agent line between rules", b"user-agent: a\ndisallow: /x\nuser-agent b c\ndisallow: /y\n", &["a"], "/y", "D 4", "D 4"),
];

#[test]
fn line_ends_and_numbers() {
    check(LINES);
}

#[rustfmt::skip]
const COMMENTS: &[Case] = &[
    case("a comment after a value", b"user-agent: a\ndisallow: /x # /y", &["a"], "/x", "D 2", "D 2"),
    case("a comment without a blank before it", b"user-agent: a\ndisallow: /x#y", &["a"], "/x", "D 2", "D 2"),
    case("a comment ends a value", b"user-agent: a\ndisallow: /#x", &["a"], "/y", "D 2", "D 2"),
    case("a comment instead of a value", b"user-agent: a\ndisallow: # /x", &["a"], "/x", "A", "A 2"),
    case("a comment before the colon", b"user-agent: a\ndisallow # : /x", &["a"], "/x", "A", "A"),
    case("a comment in the field", b"user-agent: a\ndis#allow: /x", &["a"], "/x", "A", "A"),
    case("a comment of the whole line", b"user-agent: a\n#disallow: /x", &["a"], "/x", "A", "A"),
    case("an indented comment", b"user-agent: a\n  # disallow: /x\ndisallow: /y", &["a"], "/x", "A", "A"),
    case("a comment after an agent", b"user-agent: a#b\ndisallow: /x", &["a"], "/x", "D 2", "D 2"),
    case("a second # is part of the comment", b"user-agent: a\ndisallow: /x ## y # z", &["a"], "/x", "D 2", "D 2"),
    case("a record in the comment of another", b"user-agent: a\ndisallow: /x #disallow: /y", &["a"], "/y", "A", "A"),
    case("a comment ends with its line", b"user-agent: a\n# c\rdisallow: /x", &["a"], "/x", "D 3", "D 3"),
    case("directly after the values", b"user-agent:a#c\ndisallow:/x#c\n", &["a"], "/x", "D 2", "D 2"),
    case("directly after the values, not matched", b"user-agent:a#c\ndisallow:/x#c\n", &["a"], "/y", "A", "A"),
    case("after a blank", b"user-agent: a # c\ndisallow: /x # c\n", &["a"], "/xy", "D 2", "D 2"),
    case("in a line and on a line of its own", b"user-agent: *\ndisallow: /\nallow: / # comment in line\n# comment on its own line\n", &["a"], "/x", "A 3", "A 3"),
];

#[test]
fn comments() {
    check(COMMENTS);
}

#[rustfmt::skip]
const WHITESPACE: &[Case] = &[
    case("space", b" user-agent : a \n disallow : /x \n", &["a"], "/xy", "D 2", "D 2"),
    case("tab", b"\tuser-agent\t:\ta\t\n\tdisallow\t:\t/x\t\n", &["a"], "/xy", "D 2", "D 2"),
    case("VT", b"\x0Buser-agent\x0B:\x0Ba\x0B\n\x0Bdisallow\x0B:\x0B/x\x0B\n", &["a"], "/xy", "D 2", "D 2"),
    case("FF", b"\x0Cuser-agent\x0C:\x0Ca\x0C\n\x0Cdisallow\x0C:\x0C/x\x0C\n", &["a"], "/xy", "D 2", "D 2"),
    case("all of them mixed", b" \t\x0B\x0Cuser-agent\x0C \x0B:\t \x0Ba\n\x0C disallow \x0B:\x0B\t /x \x0C", &["a"], "/xy", "D 2", "D 2"),
    case("NBSP before a field is not trimmed", "user-agent: a\n\u{a0}disallow: /x\n".as_bytes(), &["a"], "/x", "A", "A"),
    // Google compares only the beginning of a field.
    case("NBSP after a field is not trimmed", "user-agent: a\ndisallow\u{a0}: /x\n".as_bytes(), &["a"], "/x", "A", "D 2"),
    case("NBSP before a pattern is not trimmed", "user-agent: a\ndisallow: \u{a0}/x\n".as_bytes(), &["a"], "/x", "A", "A"),
    case("NBSP after a pattern is not trimmed", "user-agent: a\ndisallow: /x\u{a0}\n".as_bytes(), &["a"], "/x", "A", "A"),
    case("NBSP after a pattern is matched", "user-agent: a\ndisallow: /x\u{a0}\n".as_bytes(), &["a"], "/x%C2%A0", "D 2", "D 2"),
    case("an ideographic space is not trimmed", "user-agent: a\ndisallow: \u{3000}/x\n".as_bytes(), &["a"], "/x", "A", "A"),
    case("a lone NBSP byte is not trimmed", b"user-agent: a\ndisallow: /x\xA0\n", &["a"], "/x", "A", "A"),
    case("a lone NEL byte is not trimmed", b"user-agent: a\ndisallow: /x\x85\n", &["a"], "/x%85", "D 2", "D 2"),
    case("a unit separator is not trimmed", b"user-agent: a\ndisallow: /x\x1F\n", &["a"], "/x", "A", "A"),
    case("blanks inside a value are kept", b"user-agent: a\ndisallow: /x  y\n", &["a"], "/x%20%20y", "D 2", "A"),
    case("no blank after the colon", b"user-agent: a\nDisallow:/x\n", &["a"], "/x", "D 2", "D 2"),
    case("a blank before the colon only", b"user-agent: a\ndisallow :/x\n", &["a"], "/x", "D 2", "D 2"),
];

#[test]
fn whitespace() {
    check(WHITESPACE);
}

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

#[rustfmt::skip]
const NUL: &[Case] = &[
    case("NUL after a pattern", b"user-agent: a\ndisallow: /x\0y\n", &["a"], "/x", "A", "D 2"),
    case("NUL in a pattern is a byte", b"user-agent: a\ndisallow: /x\0y\n", &["a"], "/x%00y", "D 2", "D 2"),
    case("NUL in a pattern is a byte to the end", b"user-agent: a\ndisallow: /x\0y\n", &["a"], "/x%00z", "A", "D 2"),
    case("NUL in a field", b"user-agent: a\ndis\0allow: /x\n", &["a"], "/x", "A", "A"),
    case("NUL at the start of a line", b"user-agent: a\n\0disallow: /x\n", &["a"], "/x", "A", "A"),
    case("NUL after an agent", b"user-agent: a\0b\ndisallow: /x\n", &["a"], "/x", "D 2", "D 2"),
    case("NUL before an agent", b"user-agent: \0a\ndisallow: /x\n", &["a"], "/x", "A", "A"),
    case("NUL after a *", b"user-agent: *\0\ndisallow: /x\n", &["a"], "/x", "A", "D 2"),
    case("NUL before a #", b"user-agent: a\ndisallow: /x\0#\n", &["a"], "/x", "A", "D 2"),
    case("NUL and a blank", b"user-agent: a\ndisallow: /x \0\n", &["a"], "/x", "A", "D 2"),
    case("NUL ends its own line only", b"user-agent: a\0\ndisallow: /x\n", &["a"], "/x", "D 2", "D 2"),
];

#[test]
fn nul() {
    check(NUL);
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

/// Every way to end lines gives the same answers.
#[test]
fn every_line_end() {
    let lines = [
        "user-agent: b",
        "disallow: /y",
        "",
        "user-agent: a",
        "allow: /x/y",
        "# c",
        "disallow: /x",
    ];
    let mut table = Table::default();
    for first in ["\r", "\n", "\r\n"] {
        for second in ["\r", "\n", "\r\n"] {
            for last in ["\r", "\n", "\r\n", ""] {
                // A CR directly followed by an LF would be a single line end.
                if first == "\r" && second == "\n" {
                    continue;
                }
                let mut file = String::new();
                for (index, line) in lines.iter().enumerate() {
                    file.push_str(line);
                    file.push_str(match index {
                        6 => last,
                        index if index % 2 == 0 => second,
                        _ => first,
                    });
                }
                let name = format!("lines that end in {first:?}, {second:?} and {last:?}");
                table.both(&name, &file, &["a"], "/x", "D 7", "D 7");
                table.both(&name, &file, &["a"], "/x/y", "A 5", "A 5");
                table.both(&name, &file, &["a"], "/y", "A", "A");
            }
        }
    }
    table.finish();
}
