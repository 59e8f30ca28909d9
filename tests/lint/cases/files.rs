//! Cases for whole files, and for all codes.

use robots_exclusion::lint::{self, Code, Severity};
use robots_exclusion::{Dialect, ParseOptions};
use std::collections::HashSet;

use super::support::*;

#[test]
fn utf16_byte_order_mark() {
    let code = Code::Utf16ByteOrderMark;
    let utf16 = |mark: &[u8], swap: bool| {
        let bytes = "user-agent: *\ndisallow: /\n"
            .bytes()
            .flat_map(|byte| if swap { [0, byte] } else { [byte, 0] });
        [mark, &bytes.collect::<Vec<_>>()].concat()
    };
    for text in [utf16(b"\xFF\xFE", false), utf16(b"\xFE\xFF", true)] {
        for dialect in DIALECTS {
            let found: Vec<_> = lint::check(&text, ParseOptions::new().dialect(dialect))
                .into_iter()
                .collect();
            assert_eq!(found.len(), 1, "{found:?}");
            assert_eq!(
                (found[0].code(), found[0].line(), found[0].span()),
                (code, 1, 0..2)
            );
        }
    }
    assert_places(code, "\u{FEFF}user-agent: *", &[]);
    assert_places(code, b"\xFFuser-agent: *", &[]);
}

#[test]
fn a_utf16_byte_order_mark_before_other_text_hides_nothing() {
    let code = Code::Utf16ByteOrderMark;
    for mark in [b"\xFF\xFE", b"\xFE\xFF"] {
        let with = |text: &[u8]| [&mark[..], text].concat();
        for dialect in DIALECTS {
            // The mark is on its own line, so no record is damaged.
            let text = with(b"\nuser-agent: *\ndisallow: /\ndissallow: x\n");
            assert_eq!(
                all(&text, dialect)[..3],
                [(code, 1), (Code::SiteDisallowed, 3), (Code::FieldTypo, 4)],
                "{dialect:?}"
            );
            assert_eq!(
                only(&text, dialect, code),
                (
                    Severity::Warning,
                    "a UTF-16 byte order mark isn't skipped: it becomes part of the first line"
                        .into()
                )
            );
            assert_eq!(
                found(&text, dialect, code)[0].advice().to_owned(),
                "save the file as UTF-8, without this mark"
            );
            // The mark is before the first field, which is lost.
            let text = with(b"user-agent: *\ndisallow: /caf\xE9\n");
            let expected = [
                (code, 1),
                (Code::UnknownField, 1),
                (Code::RuleOutsideGroup, 2),
                (Code::NotUtf8, 2),
            ];
            assert_eq!(all(&text, dialect), expected, "{dialect:?}");
            // Not a record, but not UTF-16 either.
            for text in ["", "\n\n", "# hello\n", "\n# a\0b\nhello\n"] {
                let text = with(text.as_bytes());
                assert_eq!(all(&text, dialect), [(code, 1)], "{text:?}");
                let message = only(&text, dialect, code).1;
                assert!(message.contains("isn't skipped"), "{message}");
            }
            let text = with(b"\n<html>\nfoo: bar\n");
            let expected = [(code, 1), (Code::LooksLikeHtml, 2)];
            assert_eq!(all(&text, dialect), expected, "{dialect:?}");
        }
    }
}

#[test]
fn text_appended_to_a_utf16_file_is_checked() {
    let utf16 = |text: &str| text.bytes().flat_map(|byte| [byte, 0]).collect::<Vec<_>>();
    let start = [b"\xFF\xFE", &utf16("# \u{7}\nuser-agent: *\n")[..]].concat();
    for (appended, code) in [
        ("\nuser-agent: *\ndisallow: x", Code::NoLeadingSlash),
        ("\ndissallow: /", Code::FieldTypo),
        ("\ncrawl-delay: 5", Code::UnsupportedField),
    ] {
        let text = [&start[..], appended.as_bytes()].concat();
        for dialect in DIALECTS {
            assert_eq!(found(&text, dialect, code).len(), 1, "{appended:?}");
            let message = only(&text, dialect, Code::Utf16ByteOrderMark).1;
            assert!(message.contains("isn't skipped"), "{message}");
        }
    }
}

#[test]
fn looks_like_html() {
    let code = Code::LooksLikeHtml;
    assert_places(code, "<!DOCTYPE html>\n<p>", &[(1, "<!DOCTYPE html>")]);
    assert_places(code, "\n \r\n<html lang='en'\n>", &[(3, "<html lang='en'")]);
    assert_places(
        code,
        "\u{FEFF}<?xml version='1.0'?>",
        &[(1, "<?xml version='1.0'?>")],
    );
    assert_places(code, "user-agent: *\n<html>\n", &[]);
    assert_places(code, "# <html>\nuser-agent: *\n", &[]);
    assert_places(code, "< user-agent: *\n", &[]);
    assert_places(code, "<", &[]);
    assert_message(
        code,
        "<html>\nuser-agent: *\ndisallow: /\n</html>",
        Severity::Warning,
        "this looks like an HTML or XML page, in which 1 rule still counts",
    );
}

#[test]
fn non_ascii_space() {
    let code = Code::NonAsciiSpace;
    assert_places(
        code,
        "\u{A0}user-agent: *\ndisallow\u{A0}: /\nallow: \u{3000}/x\nsitemap: https://e.com\u{200B}\nuser-agent: a\u{A0} # x",
        &[
            (1, "\u{A0}"),
            (2, "\u{A0}"),
            (3, "\u{3000}"),
            (4, "\u{200B}"),
            (5, "\u{A0}"),
        ],
    );
    assert_places(
        code,
        "disallow: \u{A0}\u{2003}/x\u{A0}",
        &[(1, "\u{A0}\u{2003}"), (1, "\u{A0}")],
    );
    assert_places(
        code,
        "disallow: /a\u{A0}b\nfoo: \u{A0}\n# \u{A0}\nuser-agent:\u{B}a\u{C}\n",
        &[],
    );
    // The diagnostic also explains the other mistakes in the line.
    for other in [
        Code::UnknownField,
        Code::FieldTypo,
        Code::NoLeadingSlash,
        Code::UserAgentCharacters,
    ] {
        assert_places(
            other,
            "\u{A0}allow\u{A0}: /\nallow\u{A0}: \u{A0}/x\nuser-agent: a\u{A0}\nuser-agent: \u{A0}b\n",
            &[],
        );
    }
    // Values of extension records are checked too.
    for field in [
        "host",
        "crawl-delay",
        "clean-param",
        "content-usage",
        "content-signal",
        "license",
    ] {
        for value in ["\u{A0}x", "x\u{A0}"] {
            let text = format!("user-agent: a\n{field}: {value}\ndisallow:");
            assert_places(code, &text, &[(2, "\u{A0}")]);
        }
    }
    for text in [
        "license: \u{A0}https://e.com/",
        "content-usage: \u{A0}train-ai=n",
        "content-usage: /p train-ai=n\u{A0}",
        "content-signal: \u{A0}ai-train=no, search=yes\u{A0}",
        "content-signal: \u{A0}/p search=yes",
    ] {
        let text = format!("user-agent: a\n{text}\ndisallow:");
        let found = lint::check(&text, ParseOptions::new())
            .into_iter()
            .map(|found| found.code());
        let found: Vec<_> = found
            .filter(|found| ![code, Code::UnsupportedField].contains(found))
            .collect();
        assert_eq!(found, [], "{text:?}");
    }
    // The character is visible in quoted text.
    let message = |text: &str| {
        let found = lint::check(text, ParseOptions::new())
            .into_iter()
            .map(|found| found.message().to_owned());
        found.collect::<Vec<_>>().concat()
    };
    assert!(message("foo\u{A0}bar: x").contains(r"`foo\u{a0}bar`"));
    // Bytes that are not valid UTF-8 are not spaces.
    assert_places(code, b"disallow: /x\xA0\ndisallow: \x85/", &[]);
}

#[test]
fn misplaced_byte_order_mark() {
    let code = Code::MisplacedByteOrderMark;
    let mark = "\u{FEFF}";
    assert_places(
        code,
        "\u{FEFF}\u{FEFF}user-agent: *\n\u{FEFF}disallow: /\nallow: /x\u{FEFF}\n",
        &[(1, mark), (2, mark), (3, mark)],
    );
    assert_places(
        code,
        "\u{FEFF}user-agent: *\n# \u{FEFF}\ndisallow: /\n",
        &[],
    );
    assert_places(Code::UnknownField, "foo\n\u{FEFF}disallow: /\n", &[]);
    assert_places(Code::NonAsciiSpace, "x\n\u{FEFF}disallow: /\n", &[]);
}

#[test]
fn diagnostics_come_in_file_order() {
    let text = "disallow: x\nuser-agent: a b\nfoo: bar\nuser-agent: c\nallow: /x\ndisallow: /x%\ndisallow: /x\nsitemap: s";
    let codes: Vec<_> = lint::check(text, ParseOptions::new())
        .into_iter()
        .map(|found| (found.line(), found.code()))
        .collect();
    assert_eq!(
        codes,
        [
            (1, Code::RuleOutsideGroup),
            (1, Code::NoLeadingSlash),
            (2, Code::UserAgentCharacters),
            (3, Code::UnknownField),
            (4, Code::JoinedRun),
            (6, Code::BadPercentEncoding),
            (7, Code::RuleNeverWins),
            (8, Code::SitemapNotAbsolute),
        ]
    );
}

#[test]
fn display_is_one_line() {
    let found = lint::check("disallow: /\u{1}\n", ParseOptions::new())
        .into_iter()
        .next()
        .unwrap();
    assert_eq!(
        found.to_string(),
        "line 1: warning: this rule comes before the first user-agent line, so it doesn't apply to any crawler [rule-outside-group]",
    );
    let text = format!("foo\u{7}{}: x", "o".repeat(100));
    let found = lint::check(&text, ParseOptions::new())
        .into_iter()
        .next()
        .unwrap();
    let name = format!("foo\\u{{7}}{}", "o".repeat(56));
    assert_eq!(
        found.message().to_owned(),
        format!(
            "crawlers ignore this line, because `{name}…` isn't a known field, and Lighthouse's SEO audit rejects it"
        )
    );
}

#[test]
fn codes_have_stable_names() {
    let names: Vec<_> = Code::ALL.iter().map(|code| code.name()).collect();
    let expected = "input-cut utf16-byte-order-mark compressed binary looks-like-html not-utf8 misplaced-byte-order-mark \
                    line-too-long missing-colon field-typo unknown-field unsupported-field records-on-one-line \
                    taken-for-another-field slash-comment non-ascii-space comment-cuts-value empty-user-agent star-names-nobody \
                    user-agent-characters several-names crawler-typo retired-crawler control-token split-groups drops-rules \
                    site-disallowed scripts-disallowed needless-allow joined-run group-without-rules rule-outside-group \
                    no-leading-slash absolute-url-pattern rule-never-wins dollar-inside-pattern blank-in-pattern host-as-path bad-percent-encoding dot-segment \
                    backslash regular-expression html-entity robots-txt-rule bad-crawl-delay bad-request-rate sitemap-not-absolute several-urls \
                    sitemap-disallowed usage-syntax usage-unknown-label usage-other-vocabulary usage-no-preference usage-conflict \
                    usage-drops-label usage-outside-group usage-not-inherited training-crawler-allowed usage-path license-not-absolute record-in-last-group license-in-last-group";
    assert_eq!(names, expected.split_whitespace().collect::<Vec<_>>());
}

#[test]
fn codes_are_explained() {
    let severities: HashSet<_> = Code::ALL.iter().map(|code| code.severity()).collect();
    assert_eq!(severities.len(), 3);
    for code in Code::ALL {
        let (summary, explanation) = (code.summary(), code.explanation());
        assert!(
            summary.ends_with('.') && summary.trim() == summary,
            "{code}"
        );
        assert_eq!(explanation.lines().next(), Some(summary));
        // The summary is a separate paragraph, and more text follows.
        assert_eq!(explanation.lines().nth(1), Some(""), "{code}");
        assert!(explanation.lines().count() > 2, "{code}");
        assert_eq!(explanation.matches("```").count() % 2, 0, "{code}");
        assert!(
            explanation.lines().all(|line| line.trim_end() == line),
            "{code}"
        );
    }
}

/// The examples in the explanation of a code raise this code.
#[test]
fn examples_raise_their_code() {
    let mut examples = 0;
    for &code in Code::ALL {
        let explanation = code.explanation();
        let Some(example) = explanation.split("```").nth(1) else {
            continue;
        };
        examples += 1;
        let example = example.strip_prefix("text\n").expect("plain text");
        let text = format!("user-agent: *\n{example}");
        let found = found(text.as_bytes(), Dialect::Standard, code);
        assert!(!found.is_empty(), "{code}: {text}");
    }
    assert!(examples > 10);
}

/// Text quoted by a message may be written to a terminal.
#[test]
fn no_message_has_control_characters() {
    for character in [
        '\0', '\u{1b}', '\u{7f}', '\u{9b}', '\u{2028}', '\u{202e}', '\u{2066}',
    ] {
        let text = format!(
            "f{character}: x\nuser-agent: a{character}\nx{character}\nuser-agent: b\ndisallow: {character}\n\
             disallow: /{character}\nallow: /{character}\nsitemap: {character}\ncrawl-delay: {character}"
        );
        for dialect in DIALECTS {
            for found in lint::check(&text, ParseOptions::new().dialect(dialect)).into_iter() {
                for told in [
                    found.message().to_owned(),
                    found.advice().to_owned(),
                    format!("{found} {found:?}"),
                ] {
                    assert!(!told.contains(character), "{character:?}: {told:?}");
                }
            }
        }
    }
}

/// Messages are short even if many of them quote long values.
#[test]
fn messages_are_short() {
    let long = "\u{1b}".repeat(20_000);
    let name = "a".repeat(20_000);
    let text = format!(
        "{long}: x\nuser-agent: {name}/{long}\nfoo\nuser-agent: {name}b\ndisallow{name} /x\ndisallow: {long}\n\
         disallow: https://x/{long}\ndisallow: /{long}\nallow: /{long}\nsitemap: {long}\ncrawl-delay: {long}\n\
         disallow{name}: x\ndisallow: /x#{long}\nuser-agent: *{long}"
    );
    let mut codes = HashSet::new();
    for dialect in DIALECTS {
        for found in
            lint::check(&text, ParseOptions::new().dialect(dialect).byte_limit(None)).into_iter()
        {
            codes.insert(found.code());
            for told in [found.message().to_owned(), found.advice().to_owned()] {
                assert!(told.len() < 2_000, "{}: {} bytes", found.code(), told.len());
            }
        }
    }
    assert!(codes.len() >= 10, "{codes:?}");
}
