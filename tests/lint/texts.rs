//! Codes and their explanations, the texts of messages, long files, and what `fix` does.

use std::collections::HashSet;

use robots_exclusion::lint::{self, Code, Diagnostic};
use robots_exclusion::{Dialect, ParseOptions};

const DIALECTS: [Dialect; 2] = [Dialect::Standard, Dialect::Google];

/// Returns the diagnostics with one code.
fn find(text: &str, code: Code) -> Vec<Diagnostic> {
    let found = lint::check(text, ParseOptions::new().byte_limit(None)).into_iter();
    found.filter(|found| found.code == code).collect()
}

fn rule(pattern: &str) -> String {
    format!("user-agent: *\ndisallow: {pattern}\n")
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
        found.message,
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
        let found = find(&text, code);
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
                let shown = format!("{found} {found:?}");
                for told in [found.message, found.advice, shown] {
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
            codes.insert(found.code);
            for told in [found.message, found.advice] {
                assert!(told.len() < 2_000, "{}: {} bytes", found.code, told.len());
            }
        }
    }
    assert!(codes.len() >= 10, "{codes:?}");
}

#[test]
fn codes_are_parsed_and_displayed() {
    for &code in Code::ALL {
        assert_eq!(code.to_string().parse(), Ok(code));
    }
    let error = "no-such-code".parse::<Code>().unwrap_err();
    assert_eq!(error.to_string(), "unknown diagnostic code `no-such-code`");
}

#[test]
fn line_too_long() {
    let code = Code::LineTooLong;
    let pattern = |length: usize| format!("/{}", "a".repeat(length - "disallow: /".len()));
    let long = "x".repeat(20_000);
    for (text, cut) in [
        (rule(&pattern(16_663)), None),
        (rule(&format!("{} # {long}", pattern(16_663))), None),
        (rule(&format!("{}bc", pattern(16_663))), Some("bc")),
        (format!("# {long}\n{long}\nfoo: {long}\n"), None),
    ] {
        let found = find(&text, code);
        let spans = found.iter().map(|found| &text[found.span()]);
        assert_eq!(spans.collect::<Vec<_>>(), Vec::from_iter(cut));
    }
}

/// Comparing a file this long would take too much time.
#[test]
fn rules_that_never_decide_in_a_long_file() {
    let text = rule("/x\ndisallow: /x") + &"# comment\n".repeat(110_000);
    let found = lint::check(&text, ParseOptions::new().byte_limit(None));
    assert_eq!((found.len(), found[0].code), (1, Code::RuleNeverWins));
    assert_eq!(found[0].advice, "remove it");
    assert!(!found[0].edits[0].is_safe());
}

#[test]
fn similar_findings_are_merged() {
    let text = format!(
        "user-agent: *\ndisallow: /x\n{}",
        "disallow: /x\n".repeat(900)
    );
    let found = &find(&text, Code::RuleNeverWins)[0];
    assert_eq!(
        (found.places().len(), found.lines().as_str()),
        (900, "3–902")
    );
    assert!(
        found.message.ends_with("(and 899 similar lines)"),
        "{found}"
    );
    assert_eq!(found.edits.len(), 900);
    assert_eq!(lint::fix(&text, ParseOptions::new()), rule("/x").as_bytes());
}

/// A finding on many lines is one, and lists all of them.
#[test]
fn a_finding_names_every_line() {
    let text = "noindex: /a\n".repeat(78)
        + "user-agent: *\ndisallow: /x\n"
        + &"Noindex: /b\n".repeat(2_500);
    let found = find(&text, Code::UnsupportedField);
    assert_eq!(found.len(), 2, "{found:?}");
    assert_eq!(
        (found[0].places().len(), found[0].lines().as_str()),
        (78, "1–78")
    );
    assert_eq!(
        (found[1].places().len(), found[1].lines().as_str()),
        (2_500, "81–2580")
    );
    assert!(found[0].message.ends_with("(and 77 similar lines)"));
}

/// An edit that moves text past the byte limit is not safe.
#[test]
fn edits_near_the_byte_limit() {
    let text = "user-agent: *\nsitemap https://e.com/s\ndisallow: /x";
    for (limit, is_safe) in [(text.len(), false), (text.len() + 1, true)] {
        let found = lint::check(text, ParseOptions::new().byte_limit(limit));
        let found = found.iter().find(|found| found.code == Code::MissingColon);
        let edit = &found.expect("there is no colon").edits[0];
        assert_eq!(edit.is_safe(), is_safe, "{edit:?}");
        let fixed = lint::fix(text, ParseOptions::new().byte_limit(limit));
        assert_eq!(fixed != text.as_bytes(), is_safe);
    }
}

#[test]
fn fixing_keeps_line_ends_and_the_mark() {
    let text = "\u{FEFF}user-agent: *\r\ndisallow: /a\r\ndisallow: /a\r\ndisallow: b\r\n// c";
    let fixed = lint::fix(text, ParseOptions::new());
    assert_eq!(
        String::from_utf8_lossy(&fixed),
        "\u{FEFF}user-agent: *\r\ndisallow: /a\r\ndisallow: b\r\n# c"
    );
    let icon = b"\x1f\x8b\x00\xff";
    assert_eq!(lint::fix(icon, ParseOptions::new()), icon);
}

/// Each edit alone changes nothing, because the other line still names Mozilla.
#[test]
fn edits_that_are_safe_only_alone_are_not_made() {
    let text = "user-agent: Foo\nuser-agent: Mozilla/4.0 (compatible; Foo 4)\n\
                user-agent: Mozilla/5.0 (compatible; Foo 5)\ndisallow: /\n";
    assert_eq!(lint::fix(text, ParseOptions::new()), text.as_bytes());
}
