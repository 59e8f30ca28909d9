//! Helpers for cases.

use robots_exclusion::lint::{self, Code, Diagnostic, Severity};
use robots_exclusion::{Dialect, ParseOptions};

pub(crate) const DIALECTS: [Dialect; 2] = [Dialect::Standard, Dialect::Google];

pub(crate) fn found(text: &[u8], dialect: Dialect, code: Code) -> Vec<Diagnostic> {
    let options = ParseOptions::new().dialect(dialect);
    lint::check(text, options)
        .into_iter()
        .filter(|found| found.code() == code)
        .collect()
}

/// Returns the lines and bytes of all diagnostics with one code, including the similar lines listed
/// with each.
pub(crate) fn places(text: &[u8], dialect: Dialect, code: Code) -> Vec<(u32, String)> {
    let mut places = Vec::new();
    for found in found(text, dialect, code) {
        places.extend(found.places());
    }
    places.sort_by_key(|(_, span)| span.start);
    let bytes = |span: std::ops::Range<usize>| String::from_utf8_lossy(&text[span]).into_owned();
    let places = places.into_iter();
    places.map(|(line, span)| (line, bytes(span))).collect()
}

#[track_caller]
pub(crate) fn assert_places_in(
    dialect: Dialect,
    code: Code,
    text: impl AsRef<[u8]>,
    expected: &[(u32, &str)],
) {
    let text = text.as_ref();
    let places = places(text, dialect, code);
    let places: Vec<_> = places
        .iter()
        .map(|(line, bytes)| (*line, bytes.as_str()))
        .collect();
    assert_eq!(
        places,
        expected,
        "{code} in {:?} in {dialect:?}",
        String::from_utf8_lossy(text)
    );
}

#[track_caller]
pub(crate) fn assert_places(code: Code, text: impl AsRef<[u8]>, expected: &[(u32, &str)]) {
    for dialect in DIALECTS {
        assert_places_in(dialect, code, &text, expected);
    }
}

/// Returns the severity and message of the only diagnostic with this code.
#[track_caller]
pub(crate) fn only(text: &[u8], dialect: Dialect, code: Code) -> (Severity, String) {
    let found = found(text, dialect, code);
    assert_eq!(
        found.len(),
        1,
        "{code} in {:?}",
        String::from_utf8_lossy(text)
    );
    (found[0].severity(), found[0].message().to_owned())
}

#[track_caller]
pub(crate) fn assert_message(code: Code, text: &str, severity: Severity, message: &str) {
    for dialect in DIALECTS {
        assert_eq!(
            only(text.as_bytes(), dialect, code),
            (severity, message.into()),
            "{dialect:?}"
        );
    }
}

/// Returns a group with a single rule on line 2.
pub(crate) fn rule(pattern: &str) -> String {
    format!("user-agent: *\ndisallow: {pattern}\n")
}

/// Checks the lines of rules that never win.
#[track_caller]
pub(crate) fn assert_never_wins(dialect: Dialect, rules: &str, expected: &[u32]) {
    let text = format!("user-agent: *\n{rules}");
    let places = places(text.as_bytes(), dialect, Code::RuleNeverWins);
    let lines: Vec<u32> = places.into_iter().map(|(line, _)| line).collect();
    assert_eq!(lines, expected, "{rules:?} in {dialect:?}");
}

/// Returns the codes and lines of all diagnostics.
pub(crate) fn all(text: &[u8], dialect: Dialect) -> Vec<(Code, u32)> {
    let found = lint::check(text, ParseOptions::new().dialect(dialect)).into_iter();
    found.map(|found| (found.code(), found.line())).collect()
}
