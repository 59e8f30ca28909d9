//! `lint`: diagnostics have correct positions, are limited in number, and are true.
//!
//! The input is a robots.txt.

use std::collections::BTreeSet;

use robots_exclusion::lexer::{Field, Line, Lines};
use robots_exclusion::lint::{self, Code};
use robots_exclusion::{Dialect, ParseOptions};

use crate::support::Setting;

/// In files up to this length, rules are tried as URLs.
const AFFORDABLE: usize = 4096;

pub fn check(text: &[u8]) {
    for setting in [Setting::STANDARD, Setting::GOOGLE] {
        for byte_limit in [None, Some(text.len() / 2)] {
            check_diagnostics(
                text,
                Setting {
                    byte_limit,
                    ..setting
                },
            );
        }
        if text.len() <= AFFORDABLE {
            rules_that_never_win_are_never_named(text, setting);
        }
    }
}

fn options(setting: Setting) -> ParseOptions {
    ParseOptions::new()
        .dialect(setting.dialect)
        .byte_limit(setting.byte_limit)
        .agent_fallback(setting.agent_fallback)
}

/// Returns the line number of a position.
fn line_at(text: &[u8], position: usize) -> u32 {
    let mut line = 1;
    for at in 0..position {
        let ends = match text[at] {
            b'\n' => true,
            b'\r' => text.get(at + 1) != Some(&b'\n'),
            _ => false,
        };
        line += u32::from(ends);
    }
    line
}

/// Returns `true` for characters that a terminal would interpret: control characters, line
/// separators and changes of direction.
fn is_obeyed(character: char) -> bool {
    character.is_control() || matches!(character, '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

fn check_diagnostics(text: &[u8], setting: Setting) {
    let found: Vec<_> = lint::check(text, options(setting)).into_iter().collect();
    let again: Vec<_> = lint::check(text, options(setting)).into_iter().collect();
    assert_eq!(found, again, "linting again gives different diagnostics");
    let lines = 1 + text
        .iter()
        .filter(|byte| matches!(byte, b'\r' | b'\n'))
        .count();
    // Most codes occur at most once per line, and codes about bytes at most once per byte.
    assert!(
        found.len() <= 8 * lines + text.len(),
        "{} diagnostics of {} bytes",
        found.len(),
        text.len()
    );
    assert!(
        found.is_sorted_by_key(|diagnostic| diagnostic.span().start),
        "not in file order"
    );
    let codes: BTreeSet<Code> = found.iter().map(|diagnostic| diagnostic.code).collect();
    for diagnostic in &found {
        let span = diagnostic.span();
        let shown = format!(
            "{diagnostic} at {span:?} in {setting:?} of {}",
            text.escape_ascii()
        );
        assert!(
            span.start <= span.end && span.end <= text.len(),
            "outside of the text: {shown}"
        );
        // A diagnostic about ignored text has the line where that text begins.
        assert_eq!(diagnostic.line(), line_at(text, span.start), "{shown}");
        assert!(diagnostic.severity <= diagnostic.code.severity(), "{shown}");
        let message = &diagnostic.message;
        assert!(
            !message.is_empty() && !diagnostic.advice.is_empty(),
            "{shown}"
        );
        for told in [message, &diagnostic.advice] {
            assert!(told.len() < 2000, "a message of {} bytes", told.len());
            assert!(!told.contains(is_obeyed), "control characters: {told:?}");
        }
        for related in &diagnostic.related {
            let span = &related.span;
            assert!(
                span.start <= span.end && span.end <= text.len(),
                "{related:?} of {shown}"
            );
            assert_eq!(
                related.line,
                line_at(text, span.start),
                "{related:?} of {shown}"
            );
            assert!(!related.note.is_empty(), "{shown}");
        }
        if diagnostic.code != Code::InputCut && diagnostic.code != Code::LooksLikeHtml {
            let breaks = text[span].iter().any(|byte| matches!(byte, b'\r' | b'\n'));
            assert!(!breaks, "continues on the next line: {shown}");
        }
    }
    // Binary data gets no other diagnostics.
    if codes.contains(&Code::Compressed) || codes.contains(&Code::Binary) {
        assert_eq!(codes.len(), 1);
        return;
    }
    let robots = setting.parse(text);
    if codes.contains(&Code::InputCut) {
        assert!(robots.is_truncated());
    }
    let read = robots.text();
    let has_mark = matches!(read, [0xFF, 0xFE, ..] | [0xFE, 0xFF, ..]);
    assert_eq!(codes.contains(&Code::Utf16ByteOrderMark), has_mark);
    let is_utf16 = found.iter().any(|diagnostic| {
        diagnostic.code == Code::Utf16ByteOrderMark
            && diagnostic.message.contains("cannot read any line")
    });
    if is_utf16 {
        let is_known = |line: Line<'_>| line.field().is_some_and(|field| field != Field::Unknown);
        assert!(!Lines::new(read, setting.dialect).any(is_known));
        assert!(read.contains(&0));
        assert!(codes.is_subset(&[Code::InputCut, Code::Utf16ByteOrderMark].into()));
        return;
    }
    if codes.contains(&Code::NotUtf8) {
        assert!(core::str::from_utf8(text).is_err());
    } else {
        let after_mark = &read[if has_mark { 2 } else { 0 }..];
        assert!(
            is_utf16
                || core::str::from_utf8(after_mark).is_ok()
                || setting.dialect == Dialect::Google
        );
    }
    if codes.contains(&Code::GroupWithoutRules) {
        assert!(robots.groups().any(|group| group.rules().next().is_none()));
    }
}

/// Checks that no verdict names a rule that never wins according to lint.
fn rules_that_never_win_are_never_named(text: &[u8], setting: Setting) {
    let losers: BTreeSet<u32> = lint::check(text, options(setting))
        .into_iter()
        .filter(|diagnostic| diagnostic.code == Code::RuleNeverWins)
        .map(|diagnostic| diagnostic.line())
        .collect();
    if losers.is_empty() {
        return;
    }
    let robots = setting.parse(text);
    let mut crawlers: Vec<String> = robots
        .groups()
        .flat_map(|group| {
            group
                .agents()
                .map(|agent| String::from_utf8_lossy(agent.token()).into_owned())
                .collect::<Vec<_>>()
        })
        .collect();
    crawlers.push("unknown-crawler".to_owned());
    crawlers.sort_unstable();
    crawlers.dedup();
    crawlers.truncate(8);
    for crawler in &crawlers {
        let matcher = robots.matcher(crawler);
        for rule in matcher.rules().take(32) {
            let pattern = String::from_utf8_lossy(rule.pattern());
            let pattern = pattern.strip_suffix('$').unwrap_or(&pattern);
            for path in [
                pattern.replace('*', ""),
                pattern.replace('*', "/x/"),
                format!("{}x", pattern.replace('*', "%2F")),
            ] {
                // Lint ignores URLs of other schemes, which may contain dot segments.
                let slash = if path.starts_with('/') { "" } else { "/" };
                let url = format!("http://h{slash}{path}");
                let line = matcher.verdict(&url).line();
                assert!(
                    !line.is_some_and(|line| losers.contains(&line)),
                    "the verdict on {url:?} for {crawler} names line {line:?} in {:?}\n{}",
                    setting.dialect,
                    text.escape_ascii()
                );
            }
        }
    }
}
