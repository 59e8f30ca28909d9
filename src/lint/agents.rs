//! Diagnostics about the values of `user-agent` lines.

use alloc::format;
use alloc::string::String;

use super::diagnostic::{Diagnostic, Place};
use super::findings::Findings;
use super::messages;
use super::spaces::{offset, report_odd_spaces, strip};
use super::text::{Text, record, separate_lines, span_in_value};
use super::words::{Quoted, records_in};
use crate::agent;
use crate::crawlers;
use crate::dialect::Dialect;
use crate::lexer::{Line, is_whitespace};

pub(super) fn check(text: &Text<'_>, line: &Line<'_>, found: &mut Findings) {
    report_odd_spaces(line, line.value(), line.value_span(), "value", found);
    let value = strip(line.value());
    let place = Place::new(line.number(), line.value_span());
    if value.is_empty() {
        found.add(Diagnostic::new(
            &messages::EMPTY_USER_AGENT,
            record(line),
            &[],
        ));
    } else if value == b"*" {
        // Every crawler.
    } else if let Some((_, rest)) = records_in(value).next() {
        let mut new = Diagnostic::new(&messages::RECORDS_IN_NAME, place, &[&Quoted(rest)]);
        for (blanks, _) in records_in(value) {
            new = new.edit(
                span_in_value(line, blanks),
                text.line_end(line.span().start),
            );
        }
        found.add(new);
    } else if value.starts_with(b"*") && !agent::is_wildcard(value) {
        found.add(Diagnostic::new(
            &messages::STAR_NAMES_NOBODY,
            place,
            &[&Quoted(value)],
        ));
    } else if !value.starts_with(b"*") && !several_names(text, line, value, found) {
        characters(line, value, found);
    }
}

/// Returns the names in a value that names several crawlers, as in `GPTBot, CCBot`, or else
/// nothing.
pub(super) fn several(value: &[u8]) -> impl Iterator<Item = &[u8]> {
    let is_mark = |byte: u8| matches!(byte, b',' | b';');
    let is_separator = move |byte: &u8| is_mark(*byte) || is_whitespace(*byte);
    let words = move || value.split(is_separator).filter(|word| !word.is_empty());
    let is_token = |word: &[u8]| agent::line_token(word, Dialect::Standard).len() == word.len();
    let has_mark = || value.iter().any(|&byte| is_mark(byte));
    // A complete header contains parentheses, as in `Mozilla/5.0 (compatible; ...`.
    let are_several = words().nth(1).is_some()
        && !value.contains(&b'(')
        && words().all(is_token)
        && (has_mark() || words().skip(1).all(is_known));
    words().filter(move |_| are_several)
}

/// Reports several crawlers on one line. Returns `true` if it did.
fn several_names(text: &Text<'_>, line: &Line<'_>, value: &[u8], found: &mut Findings) -> bool {
    let Some(first) = several(value).next() else {
        return false;
    };
    let place = Place::new(line.number(), line.value_span());
    let quoted = [Quoted(first), Quoted(value)];
    let mut new = Diagnostic::new(&messages::SEVERAL_NAMES, place, &[&quoted[0], &quoted[1]]);
    let mut end = offset(value, first) + first.len();
    for word in several(value).skip(1) {
        let start = offset(value, word);
        let span = span_in_value(line, &value[end..start]);
        new = new.edit(span, separate_lines(line, text));
        end = start + word.len();
    }
    found.add(new);
    true
}

fn is_known(word: &[u8]) -> bool {
    core::str::from_utf8(word).is_ok_and(|word| crawlers::find(word).is_ok())
}

/// Reports a value that crawlers compare only in part, unless that part names the intended
/// crawler: `Googlebot/2.1`, `googlebot*`, or a known name with spaces.
fn characters(line: &Line<'_>, value: &[u8], found: &mut Findings) {
    let token = agent::line_token(value, Dialect::Standard);
    let rest = &value[token.len()..];
    let place = Place::new(line.number(), line.value_span());
    if let Some(meant) = token_after_first(value, token) {
        let arguments = [Quoted(token), Quoted(meant.as_bytes())];
        found.add(
            Diagnostic::new(
                &messages::NOT_FIRST_WORD,
                place,
                &[&arguments[0], &arguments[1]],
            )
            .edit(line.value_span(), meant),
        );
        return;
    }
    let name = value.split(|&byte| byte == b'/').next().unwrap_or(value);
    let is_version = || {
        let is_number = |byte: &u8| byte.is_ascii_digit() || matches!(byte, b'.' | b' ');
        matches!(rest, [b'/', ..] | b"*") || rest.iter().all(is_number)
    };
    if rest.is_empty() || !token.is_empty() && is_version() || is_known(name) {
        return;
    }
    if token.is_empty() {
        found.add(Diagnostic::new(
            &messages::NO_TOKEN,
            place,
            &[&Quoted(value)],
        ));
        return;
    }
    let (shown, whole) = (Quoted(token), Quoted(value));
    if let Some(meant) = core::str::from_utf8(token).ok().filter(|_| is_known(token)) {
        found.add(
            Diagnostic::new(&messages::TOKEN_IS_MEANT, place, &[&shown, &whole])
                .edit(line.value_span(), meant),
        );
        return;
    }
    let bytes = core::str::from_utf8(rest).unwrap_or_default();
    let reason = match bytes.chars().next().filter(|next| !next.is_whitespace()) {
        Some(next) => {
            let end = Quoted(&rest[..next.len_utf8()]);
            format!(", because a name ends at {end}")
        }
        None => String::new(),
    };
    found.add(Diagnostic::new(
        &messages::ONLY_TOKEN,
        place,
        &[&shown, &whole, &reason],
    ));
}

/// Returns the crawler that is meant if a value begins with a different token: the one that sends
/// this header (`Mozilla/5.0 (compatible; …`), or a known one (`Yahoo! Slurp`).
fn token_after_first<'v>(value: &'v [u8], first: &[u8]) -> Option<&'v str> {
    let value = core::str::from_utf8(value).ok()?;
    let token = agent::product_token(value);
    // Browsers, not crawlers, send this one.
    if offset(value.as_bytes(), token.as_bytes()) > 0 {
        return (token != "MSIE").then_some(token);
    }
    let mut words = value.split_ascii_whitespace().skip(1);
    let is_first_meant = is_known(first) || is_known(value.split('/').next()?.as_bytes());
    words.find(|word| !is_first_meant && is_known(word.as_bytes()))
}
