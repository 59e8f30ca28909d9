//! Input: byte limits, byte order marks, and bytes that are not ASCII.

use robots_exclusion::{Dialect, ParseOptions};

use crate::support::{Question, Setting};

/// The parser agrees with the naive model for a limit at any position.
#[test]
fn byte_limit_at_every_position() {
    let file = b"\xEF\xBB\xBFuser-agent: a # c\r\ndisallow: /\r\rallow: /x\nuser-agent: *\nuser-agent: b\n\ndisallow: /x$ # c\nallow: /";
    for limit in (0..=file.len() + 1).chain([usize::MAX]) {
        for setting in [Setting::STANDARD, Setting::GOOGLE] {
            let options = setting.options().byte_limit(limit);
            let (robots, owned) = (options.parse(file), options.parse_owned(file));
            assert_eq!(robots.is_truncated(), file.len() > limit, "{limit}");
            assert_eq!(owned.is_truncated(), file.len() > limit, "{limit}");
            assert_eq!(owned.text(), robots.text(), "{limit}");
            for agent in ["a", "b", "c"] {
                for url in ["/", "/x", "/xy"] {
                    let byte_limit = Some(limit);
                    let setting = Setting {
                        byte_limit,
                        ..setting
                    };
                    Question::new(setting, file, &[agent], url).assert_agreed();
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
                    for url in [format!("/%{byte:02X}x"), "/x".to_owned()] {
                        Question::new(setting, &file, &[agent], url).assert_agreed();
                    }
                }
            }
        }
    }
}
