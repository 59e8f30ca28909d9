//! Input: byte limits, byte order marks, and bytes that are not ASCII.

use robots_exclusion::{Dialect, ParseOptions};

use crate::case::Table;
use crate::support::{Question, Setting};

/// Name, file, byte limit, URL, and the answer, which is the same in both dialects.
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
    ("the limit is between CR and LF", b"user-agent: a\ndisallow: /a\r\nallow: /a\n", 27, "/a", "D 2"),
    ("the limit is after a line end", b"user-agent: a\ndisallow: /a\nallow: /a\n", 27, "/a", "D 2"),
    ("the limit cuts a comment", b"user-agent: a\ndisallow: /a # comment\n", 30, "/a", "A"),
    ("the limit cuts an agent", b"user-agent: abc\ndisallow: /a\n", 13, "/a", "A"),
    ("the limit cuts an agent and its rules", b"user-agent: *\nuser-agent: abc\ndisallow: /\n", 27, "/a", "A"),
    ("the last byte of the limit is a line's first", b"user-agent: a\ndisallow: /a\nallow: /a\n", 28, "/a", "D 2"),
    ("the second rule is beyond the limit", b"user-agent: a\ndisallow: /a\nallow: /a\n", 35, "/a", "D 2"),
    ("the second rule ends at the limit, LF follows", b"user-agent: a\ndisallow: /a\nallow: /a\n", 36, "/a", "A 3"),
    ("the second rule is within the limit", b"user-agent: a\ndisallow: /a\nallow: /a\n", 37, "/a", "A 3"),
    ("the second rule ends at the limit", b"user-agent: a\ndisallow: /a\nallow: /ab", 37, "/ab", "A 3"),
    ("the limit is the length", b"user-agent: a\ndisallow: /a\n", 27, "/a", "D 2"),
    ("the limit is beyond the end", b"user-agent: a\ndisallow: /a\n", 28, "/a", "D 2"),
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
            let owned = question.setting.options().parse_owned(file);
            assert_eq!(owned.is_truncated(), file.len() > limit, "{name}");
            assert_eq!(owned.text(), robots.text(), "{name}");
        }
    }
    table.finish();
}

/// The parser agrees with the naive model for a limit at any position.
#[test]
fn byte_limit_at_every_position() {
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

/// The default limit is 512,000 bytes. It can be changed or removed.
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

/// The parser accepts every byte in every kind of position.
#[test]
fn every_byte_in_every_position() {
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

/// By default, a rule that ends within the first 512,000 bytes applies.
#[test]
fn the_first_512_000_bytes_count() {
    let rule = b"disallow: /x\n";
    for setting in [Setting::STANDARD, Setting::GOOGLE] {
        let mut file = b"user-agent: *\n".to_vec();
        while file.len() + rule.len() < 512_000 {
            let rest = 512_000 - rule.len() - file.len();
            file.extend(core::iter::repeat_n(b'#', (rest - 1).min(99)));
            file.push(b'\n');
        }
        file.extend_from_slice(rule);
        assert_eq!(file.len(), 512_000);
        let robots = ParseOptions::new().dialect(setting.dialect).parse(&file);
        assert!(!robots.is_truncated());
        assert!(!robots.allowed("a", "/x"));
        file.extend_from_slice(b"disallow: /y\n");
        let robots = ParseOptions::new().dialect(setting.dialect).parse(&file);
        assert!(robots.is_truncated());
        assert!(!robots.allowed("a", "/x"));
        assert!(robots.allowed("a", "/y"));
    }
}
