//! Input: limits, byte order marks, line ends, comments, whitespace, NUL and bytes past ASCII.

use robots_exclusion::{Dialect, ParseOptions};

use crate::case::{Case, Table, case, check};
use crate::support::{Question, Setting};

#[rustfmt::skip]
const BYTE_ORDER_MARKS: &[Case] = &[
    case("a whole mark is skipped", b"\xEF\xBB\xBFuser-agent: a\ndisallow: /x\n", &["a"], "/x", "D 2", "D 2"),
    case("only one mark is skipped", b"\xEF\xBB\xBF\xEF\xBB\xBFuser-agent: a\ndisallow: /x\n", &["a"], "/x", "A", "A"),
    case("two bytes of a mark", b"\xEF\xBBuser-agent: a\ndisallow: /x\n", &["a"], "/x", "A", "D 2"),
    case("one byte of a mark", b"\xEFuser-agent: a\ndisallow: /x\n", &["a"], "/x", "A", "D 2"),
    case("the bytes of a mark in another order", b"\xEF\xBF\xBBuser-agent: a\ndisallow: /x\n", &["a"], "/x", "A", "A"),
    case("the second byte of a mark alone", b"\xBB\xBFuser-agent: a\ndisallow: /x\n", &["a"], "/x", "A", "A"),
    case("the first byte twice", b"\xEF\xEFuser-agent: a\ndisallow: /x\n", &["a"], "/x", "A", "A"),
    case("two bytes and the first again", b"\xEF\xBB\xEFuser-agent: a\ndisallow: /x\n", &["a"], "/x", "A", "A"),
    case("a mark after a blank is no mark", b" \xEF\xBB\xBFuser-agent: a\ndisallow: /x\n", &["a"], "/x", "A", "A"),
    case("a mark on the second line is no mark", b"\n\xEF\xBB\xBFuser-agent: a\ndisallow: /x\n", &["a"], "/x", "A", "A"),
    case("nothing but a mark", b"\xEF\xBB\xBF", &["a"], "/x", "A", "A"),
    case("a mark and a line end", b"\xEF\xBB\xBF\nuser-agent: a\ndisallow: /x\n", &["a"], "/x", "D 3", "D 3"),
    case("a mark and CR LF", b"\xEF\xBB\xBF\r\nuser-agent: a\ndisallow: /x\n", &["a"], "/x", "D 3", "D 3"),
    case("a mark in UTF-16", b"\xFF\xFEu\0s\0e\0r\0\n\0user-agent: a\ndisallow: /x\n", &["a"], "/x", "A", "A"),
];

#[test]
fn byte_order_marks() {
    check(BYTE_ORDER_MARKS);
}

#[rustfmt::skip]
const LINES: &[Case] = &[
    case("CR ends a line", b"user-agent: a\rdisallow: /x", &["a"], "/x", "D 2", "D 2"),
    case("LF ends a line", b"user-agent: a\ndisallow: /x", &["a"], "/x", "D 2", "D 2"),
    case("CR LF ends one line", b"user-agent: a\r\n\r\ndisallow: /x", &["a"], "/x", "D 3", "D 3"),
    case("LF CR ends two lines", b"user-agent: a\n\rdisallow: /x", &["a"], "/x", "D 3", "D 3"),
    case("CR CR LF ends two lines", b"user-agent: a\r\r\ndisallow: /x", &["a"], "/x", "D 3", "D 3"),
    case("CR LF LF ends two lines", b"user-agent: a\r\n\ndisallow: /x", &["a"], "/x", "D 3", "D 3"),
    case("a blank between CR and LF parts them", b"user-agent: a\r \ndisallow: /x", &["a"], "/x", "D 3", "D 3"),
    case("U+2028 ends no line", "user-agent: a\u{2028}disallow: /x".as_bytes(), &["a"], "/x", "A", "A"),
    case("U+2028 in a pattern", "user-agent: a\ndisallow: /x\u{2028}allow: /".as_bytes(), &["a"], "/x", "A", "A"),
    case("NEL ends no line", "user-agent: a\u{85}disallow: /x".as_bytes(), &["a"], "/x", "A", "A"),
    case("a lone NEL byte ends no line", b"user-agent: a\x85disallow: /x", &["a"], "/x", "A", "A"),
    case("VT ends no line", b"user-agent: a\x0Bdisallow: /x", &["a"], "/x", "A", "A"),
    case("FF ends no line", b"user-agent: a\x0Cdisallow: /x", &["a"], "/x", "A", "A"),
    case("lines count from 1", b"user-agent: a\ndisallow: /x", &["a"], "/x", "D 2", "D 2"),
    case("blank lines count", b"\n\n\nuser-agent: a\n\n\ndisallow: /x", &["a"], "/x", "D 7", "D 7"),
    case("lines of blanks count", b" \n\t\nuser-agent: a\ndisallow: /x", &["a"], "/x", "D 4", "D 4"),
    case("comment lines count", b"#\n# user-agent: b\nuser-agent: a\n#x\ndisallow: /x", &["a"], "/x", "D 5", "D 5"),
    case("lines that are no records count", b"<p>\n:\nuser-agent: a\nfoo\ndisallow: /x", &["a"], "/x", "D 5", "D 5"),
    case("the last line needs no end", b"user-agent: a\ndisallow: /x", &["a"], "/xy", "D 2", "D 2"),
];

#[test]
fn line_ends_and_numbers() {
    check(LINES);
}

#[rustfmt::skip]
const COMMENTS: &[Case] = &[
    case("a comment after a value", b"user-agent: a\ndisallow: /x # /y", &["a"], "/x", "D 2", "D 2"),
    case("a comment without a blank before it", b"user-agent: a\ndisallow: /x#y", &["a"], "/x", "D 2", "D 2"),
    case("a comment cuts a value", b"user-agent: a\ndisallow: /#x", &["a"], "/y", "D 2", "D 2"),
    case("a comment leaves no value", b"user-agent: a\ndisallow: # /x", &["a"], "/x", "A", "A 2"),
    case("a comment before the colon", b"user-agent: a\ndisallow # : /x", &["a"], "/x", "A", "A"),
    case("a comment in the field", b"user-agent: a\ndis#allow: /x", &["a"], "/x", "A", "A"),
    case("a comment of the whole line", b"user-agent: a\n#disallow: /x", &["a"], "/x", "A", "A"),
    case("an indented comment", b"user-agent: a\n  # disallow: /x\ndisallow: /y", &["a"], "/x", "A", "A"),
    case("a comment after an agent", b"user-agent: a#b\ndisallow: /x", &["a"], "/x", "D 2", "D 2"),
    case("a second # is part of the comment", b"user-agent: a\ndisallow: /x ## y # z", &["a"], "/x", "D 2", "D 2"),
    case("a record in the comment of another", b"user-agent: a\ndisallow: /x #disallow: /y", &["a"], "/y", "A", "A"),
    case("a comment ends with its line", b"user-agent: a\n# c\rdisallow: /x", &["a"], "/x", "D 3", "D 3"),
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
    case("NBSP before a field stays", "user-agent: a\n\u{a0}disallow: /x\n".as_bytes(), &["a"], "/x", "A", "A"),
    // Google's fields need only start with the name.
    case("NBSP after a field stays", "user-agent: a\ndisallow\u{a0}: /x\n".as_bytes(), &["a"], "/x", "A", "D 2"),
    case("NBSP before a pattern stays", "user-agent: a\ndisallow: \u{a0}/x\n".as_bytes(), &["a"], "/x", "A", "A"),
    case("NBSP after a pattern stays", "user-agent: a\ndisallow: /x\u{a0}\n".as_bytes(), &["a"], "/x", "A", "A"),
    case("NBSP after a pattern is matched", "user-agent: a\ndisallow: /x\u{a0}\n".as_bytes(), &["a"], "/x%C2%A0", "D 2", "D 2"),
    case("ideographic space stays", "user-agent: a\ndisallow: \u{3000}/x\n".as_bytes(), &["a"], "/x", "A", "A"),
    case("a lone NBSP byte stays", b"user-agent: a\ndisallow: /x\xA0\n", &["a"], "/x", "A", "A"),
    case("a lone NEL byte stays", b"user-agent: a\ndisallow: /x\x85\n", &["a"], "/x%85", "D 2", "D 2"),
    case("a unit separator stays", b"user-agent: a\ndisallow: /x\x1F\n", &["a"], "/x", "A", "A"),
    case("blanks inside a value stay", b"user-agent: a\ndisallow: /x  y\n", &["a"], "/x%20%20y", "D 2", "A"),
];

#[test]
fn whitespace() {
    check(WHITESPACE);
}

/// Blanks before a record, however many of two kinds, and lines of blanks before it, do not hide it.
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

#[rustfmt::skip]
const BYTES: &[Case] = &[
    case("valid UTF-8", "user-agent: a\ndisallow: /\u{e9}\n".as_bytes(), &["a"], "/%c3%a9", "D 2", "A"),
    case("invalid UTF-8", b"user-agent: a\ndisallow: /\xE9\n", &["a"], "/%E9", "D 2", "D 2"),
    case("invalid UTF-8 is not replaced", b"user-agent: a\ndisallow: /\xE9\n", &["a"], "/%EF%BF%BD", "A", "A"),
    case("half a character is a prefix of the whole", b"user-agent: a\ndisallow: /\xC3\n", &["a"], "/%C3%A9", "D 2", "D 2"),
    case("half a character is one unit", b"user-agent: a\ndisallow: /\xC3\n", &["a"], "/%C3", "D 2", "D 2"),
    case("past the end of Unicode", b"user-agent: a\ndisallow: /\xF4\x90\x80\x80\n", &["a"], "/%F4%90%80%80", "D 2", "D 2"),
    case("no normalisation", "user-agent: a\ndisallow: /e\u{301}\n".as_bytes(), &["a"], "/%C3%A9", "A", "A"),
];

#[test]
fn bytes_past_ascii() {
    check(BYTES);
}

/// A line of exactly so many bytes that disallows `/`, then a path of `a`s.
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
            "a long rule and its own URL",
            &file,
            &["a"],
            &path(CAP + longer),
            "D 2",
            "D 2",
        );
        let at_the_cap = if longer == 0 { "D 2" } else { "A" };
        table.both(
            "a long rule and what the cap leaves",
            &file,
            &["a"],
            &path(CAP),
            at_the_cap,
            "D 2",
        );
        table.both(
            "a long rule, one byte less than the cap",
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
    // The comment and the anchor lie past the cap, and so does the `*`.
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
        "a record half past the cap",
        &file,
        &["a"],
        "/y",
        "A",
        "D 2",
    );
    let file = format!("user-agent: {}a\ndisallow: /x\n", " ".repeat(CAP));
    table.both("an agent past the cap", &file, &["a"], "/x", "D 2", "A");
    // The byte order mark takes no room in the line.
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

/// What a byte limit leaves of a file: the limit, the agent, the URL and the answer, the same in both dialects.
#[rustfmt::skip]
const LIMITED: &[(&str, &[u8], usize, &str, &str)] = &[
    ("nothing", b"user-agent: a\ndisallow: /x\n", 0, "/x", "A"),
    ("the cut line is ignored", b"user-agent: a\ndisallow: /a\n", 25, "/b", "A"),
    ("the cut line is ignored even for its own URL", b"user-agent: a\ndisallow: /a\n", 25, "/a", "A"),
    ("content ends at the limit, LF follows", b"user-agent: a\ndisallow: /a\n", 26, "/a", "D 2"),
    ("content ends at the limit, CR follows", b"user-agent: a\ndisallow: /a\rallow: /a\n", 26, "/a", "D 2"),
    ("content ends at the limit, CR LF follows", b"user-agent: a\ndisallow: /a\r\nallow: /a\n", 26, "/a", "D 2"),
    ("content ends at the limit, the input ends", b"user-agent: a\ndisallow: /a", 26, "/a", "D 2"),
    ("content ends at the limit, a blank follows", b"user-agent: a\ndisallow: /a \n", 26, "/a", "A"),
    ("content ends at the limit, a comment follows", b"user-agent: a\ndisallow: /a# c\n", 26, "/a", "A"),
    ("the limit stands between CR and LF", b"user-agent: a\ndisallow: /a\r\nallow: /a\n", 27, "/a", "D 2"),
    ("the limit stands after a line end", b"user-agent: a\ndisallow: /a\nallow: /a\n", 27, "/a", "D 2"),
    ("the limit cuts a comment", b"user-agent: a\ndisallow: /a # comment\n", 30, "/a", "A"),
    ("the limit cuts an agent", b"user-agent: abc\ndisallow: /a\n", 13, "/a", "A"),
    ("a cut agent leaves the rule of nobody", b"user-agent: *\nuser-agent: abc\ndisallow: /\n", 27, "/a", "A"),
    ("the last byte of the limit is a line's first", b"user-agent: a\ndisallow: /a\nallow: /a\n", 28, "/a", "D 2"),
    ("the second rule lies past the limit", b"user-agent: a\ndisallow: /a\nallow: /a\n", 35, "/a", "D 2"),
    ("the second rule ends at the limit, LF follows", b"user-agent: a\ndisallow: /a\nallow: /a\n", 36, "/a", "A 3"),
    ("the second rule lies inside the limit", b"user-agent: a\ndisallow: /a\nallow: /a\n", 37, "/a", "A 3"),
    ("the second rule ends at the limit", b"user-agent: a\ndisallow: /a\nallow: /ab", 37, "/ab", "A 3"),
    ("the limit is the length", b"user-agent: a\ndisallow: /a\n", 27, "/a", "D 2"),
    ("the limit is past the end", b"user-agent: a\ndisallow: /a\n", 28, "/a", "D 2"),
    ("the limit is enormous", b"user-agent: a\ndisallow: /a\n", usize::MAX, "/a", "D 2"),
    ("the byte order mark counts", b"\xEF\xBB\xBFuser-agent: a\ndisallow: /a\n", 28, "/a", "A"),
    ("the byte order mark counts to the end", b"\xEF\xBB\xBFuser-agent: a\ndisallow: /a\n", 29, "/a", "D 2"),
    ("the limit cuts the byte order mark", b"\xEF\xBB\xBFuser-agent: a\ndisallow: /a\n", 2, "/a", "A"),
    ("an empty file", b"", 0, "/a", "A"),
];

#[test]
fn byte_limit() {
    let mut table = Table::default();
    for &(name, file, limit, url, expected) in LIMITED {
        for setting in [Setting::STANDARD, Setting::GOOGLE] {
            let question = Question {
                file: file.to_vec(),
                setting: Setting {
                    byte_limit: Some(limit),
                    ..setting
                },
                agents: vec!["a".to_owned()],
                url: url.to_owned(),
            };
            let name = format!("byte limit {limit}: {name} ({:?})", setting.dialect);
            table.question(&name, &question, expected);
            let robots = question.setting.parse(file);
            assert_eq!(robots.is_truncated(), file.len() > limit, "{name}");
        }
    }
    table.finish();
}

/// A limit at every place of a file leaves what the naive model leaves.
#[test]
fn byte_limit_at_every_place() {
    let file = b"\xEF\xBB\xBFuser-agent: a # c\r\ndisallow: /\r\rallow: /x\nuser-agent: *\nuser-agent: b\n\ndisallow: /x$ # c\nallow: /";
    for limit in 0..=file.len() + 1 {
        for setting in [Setting::STANDARD, Setting::GOOGLE] {
            for agent in ["a", "b", "c"] {
                for url in ["/", "/x", "/xy"] {
                    let question = Question {
                        file: file.to_vec(),
                        setting: Setting {
                            byte_limit: Some(limit),
                            ..setting
                        },
                        agents: vec![agent.to_owned()],
                        url: url.to_owned(),
                    };
                    let wrong = question.disagreements(question.naive_answer());
                    assert!(wrong.is_empty(), "{}{wrong:?}", question.describe());
                }
            }
        }
    }
}

/// The limit is 512,000 bytes where none is given, can be set, and can be lifted.
#[test]
fn byte_limit_by_default() {
    for dialect in [Dialect::Standard, Dialect::Google] {
        for (longer, cut) in [(0, false), (1, true)] {
            let mut file = b"user-agent: *\n".to_vec();
            file.resize(512_000 + longer - "\ndisallow: /x".len(), b'#');
            file.extend_from_slice(b"\ndisallow: /x");
            let options = ParseOptions::new().dialect(dialect);
            let robots = options.parse(&file);
            assert_eq!(robots.is_truncated(), cut);
            assert_eq!(robots.allowed("a", "/x"), cut);
            let set = options.byte_limit(512_001).parse(&file);
            assert!(!set.is_truncated());
            assert_eq!(set.verdict("a", "/x").line(), Some(3));
            let lifted = options.byte_limit(None).parse(&file);
            assert!(!lifted.is_truncated());
            assert_eq!(lifted.verdict("a", "/x").line(), Some(3));
        }
    }
}

/// Parsing takes any bytes: every byte alone, at every kind of place.
#[test]
fn every_byte_everywhere() {
    for byte in 0..=u8::MAX {
        let files: [Vec<u8>; 7] = [
            vec![byte],
            vec![byte; 3],
            [b"user-agent: ", &[byte][..], b"\ndisallow: /x"].concat(),
            [b"user-agent", &[byte][..], b" a\ndisallow: /x"].concat(),
            [b"user-agent: a\ndisallow", &[byte][..], b"/x"].concat(),
            [b"user-agent: a\ndisallow: /", &[byte][..], b"x"].concat(),
            [b"user-agent: a\ndisallow: /x", &[byte][..]].concat(),
        ];
        for file in files {
            for setting in [Setting::STANDARD, Setting::GOOGLE] {
                for agent in ["a", "", "*"] {
                    let question = Question {
                        file: file.clone(),
                        setting,
                        agents: vec![agent.to_owned()],
                        url: format!("/%{byte:02X}x"),
                    };
                    for url in [question.url.clone(), "/x".to_owned()] {
                        let question = Question {
                            url,
                            ..question.clone()
                        };
                        let wrong = question.disagreements(question.naive_answer());
                        assert!(wrong.is_empty(), "{}{wrong:?}", question.describe());
                    }
                }
            }
        }
    }
}
