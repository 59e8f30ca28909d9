//! `canonical`: a canonical spelling keeps the meaning of its input, and inputs with the same
//! meaning have the same spelling.
//!
//! The input is used both as a path pattern and as the path and query of a URL.

use std::borrow::Cow;

use robots_exclusion::{Dialect, canonical};

use crate::naive;
use crate::support::Setting;

type Spell = fn(&[u8], Dialect) -> Cow<'_, [u8]>;

pub fn check(written: &[u8]) {
    for dialect in [Dialect::Standard, Dialect::Google] {
        let model = naive::spelled_pattern(written, dialect);
        spelling_agrees_with_the_model(written, dialect, canonical::pattern, &model);
        let model = naive::spelled_target(written, dialect);
        spelling_agrees_with_the_model(written, dialect, canonical::target, &model);
    }
    means_the_same(written, canonical::pattern, meaning_of_pattern);
    means_the_same(written, canonical::target, meaning_of_target);
    pattern_matches_like_its_spelling(written);
}

fn spelling_agrees_with_the_model(written: &[u8], dialect: Dialect, spell: Spell, model: &[u8]) {
    let spelled = spell(written, dialect);
    let shown = || format!("{dialect:?} {}", written.escape_ascii());
    assert_eq!(
        spelled.escape_ascii().to_string(),
        model.escape_ascii().to_string(),
        "{}",
        shown()
    );
    let again = spell(&spelled, dialect);
    assert_eq!(*again, *spelled, "not idempotent: {}", shown());
    assert!(
        matches!(again, Cow::Borrowed(_)),
        "a canonical spelling is copied: {}",
        shown()
    );
    let is_borrowed = matches!(spelled, Cow::Borrowed(_));
    assert_eq!(
        is_borrowed,
        *spelled == *written,
        "must borrow exactly if nothing changes: {}",
        shown()
    );
}

/// The meaning of one element of a spelling.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Meaning {
    /// Exactly this byte.
    Data(u8),
    /// `/`, `?` or `#`, which separate the parts of a URL.
    Delimiter(u8),
    Wildcard,
    End,
}

/// Returns the bytes of a text, each with its offset and `true` if it is written as `%XX`.
fn bytes(text: &[u8]) -> impl Iterator<Item = (usize, u8, bool)> + '_ {
    let digit = |at: usize| char::from(*text.get(at)?).to_digit(16);
    let mut at = 0;
    core::iter::from_fn(move || {
        let start = at;
        let byte = *text.get(start)?;
        let escaped = || Some((digit(start + 1)? * 16 + digit(start + 2)?) as u8);
        match escaped().filter(|_| byte == b'%') {
            Some(escaped) => {
                at += 3;
                Some((start, escaped, true))
            }
            None => {
                at += 1;
                Some((start, byte, false))
            }
        }
    })
}

fn meaning_of_pattern(text: &[u8]) -> Vec<Meaning> {
    bytes(text)
        .map(|(at, byte, is_escaped)| match byte {
            _ if is_escaped => Meaning::Data(byte),
            b'*' => Meaning::Wildcard,
            b'$' if at + 1 == text.len() => Meaning::End,
            b'/' | b'?' | b'#' => Meaning::Delimiter(byte),
            byte => Meaning::Data(byte),
        })
        .collect()
}

/// Returns the meaning of a target. `%2F` is never a delimiter, and `/` and `?` are data in the
/// query.
fn meaning_of_target(text: &[u8]) -> Vec<Meaning> {
    let mut is_query = false;
    bytes(text)
        .map(|(_, byte, is_escaped)| match byte {
            _ if is_escaped => Meaning::Data(byte),
            b'/' | b'?' if is_query => Meaning::Data(byte),
            b'/' | b'?' | b'#' => {
                is_query |= byte == b'?';
                Meaning::Delimiter(byte)
            }
            byte => Meaning::Data(byte),
        })
        .collect()
}

fn means_the_same(written: &[u8], spell: Spell, meaning_of: fn(&[u8]) -> Vec<Meaning>) {
    let meaning = meaning_of(written);
    let spelled = spell(written, Dialect::Standard);
    let shown = || {
        format!(
            "{} becomes {}",
            written.escape_ascii(),
            spelled.escape_ascii()
        )
    };
    assert_eq!(meaning_of(&spelled), meaning, "{}", shown());
    // The second and third way escape some or all bytes needlessly.
    let ways: [fn(usize, u8) -> bool; 3] = [
        |_, byte| !byte.is_ascii_alphanumeric() && !matches!(byte, b'-' | b'.' | b'_' | b'~'),
        |place, _| place % 2 == 0,
        |_, _| true,
    ];
    for (way, escapes) in ways.into_iter().enumerate() {
        for upper_case in [true, false] {
            let other = write(&meaning, escapes, upper_case);
            let respelled = spell(&other, Dialect::Standard);
            assert_eq!(
                *respelled,
                *spelled,
                "way {way}: {} {}",
                other.escape_ascii(),
                shown()
            );
        }
    }
}

fn write(meaning: &[Meaning], escapes: fn(usize, u8) -> bool, upper_case: bool) -> Vec<u8> {
    let mut written = Vec::new();
    for (place, &part) in meaning.iter().enumerate() {
        match part {
            Meaning::Wildcard => written.push(b'*'),
            Meaning::End => written.push(b'$'),
            Meaning::Delimiter(byte) => written.push(byte),
            // Unescaped, these bytes would be a delimiter, a wildcard, the end, or the start of an
            // escape.
            Meaning::Data(byte)
                if matches!(byte, b'/' | b'?' | b'#' | b'*' | b'$' | b'%')
                    || escapes(place, byte) =>
            {
                let escape = if upper_case {
                    format!("%{byte:02X}")
                } else {
                    format!("%{byte:02x}")
                };
                written.extend_from_slice(escape.as_bytes());
            }
            Meaning::Data(byte) => written.push(byte),
        }
    }
    written
}

/// Checks that a rule and its canonical spelling disallow the same URLs.
fn pattern_matches_like_its_spelling(written: &[u8]) {
    let is_blank = |byte: Option<&u8>| byte.is_none_or(|byte| matches!(byte, b'\t'..=b'\r' | b' '));
    let breaks_line = |byte: &u8| matches!(byte, b'\r' | b'\n' | b'#');
    if is_blank(written.first()) || is_blank(written.last()) || written.iter().any(breaks_line) {
        return;
    }
    let file = |pattern: &[u8]| [b"user-agent: *\ndisallow: ", pattern].concat();
    let (plain, spelled) = (
        file(written),
        file(&canonical::pattern(written, Dialect::Standard)),
    );
    let (plain, spelled) = (
        Setting::STANDARD.parse(&plain),
        Setting::STANDARD.parse(&spelled),
    );
    assert_eq!(
        plain.matcher("a").rules().next().map(|rule| rule.pattern()),
        Some(written)
    );
    let text = String::from_utf8_lossy(written);
    let text = text.strip_suffix('$').unwrap_or(&text);
    for url in [
        format!("/{text}"),
        text.replace('*', ""),
        text.replace('*', "x/%2F?"),
        text.replace("%2F", "/"),
    ] {
        assert_eq!(
            plain.allowed("a", &url),
            spelled.allowed("a", &url),
            "{url:?} {}",
            written.escape_ascii()
        );
    }
}
