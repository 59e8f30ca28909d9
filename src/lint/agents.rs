//! Diagnostics about the values of `user-agent` lines.

use alloc::format;
use alloc::string::String;

use super::codes::Code;
use super::diagnostic::{Diagnostic, Place};
use super::findings::Findings;
use super::spaces::{offset, report_odd_spaces, strip};
use super::text::{Text, is_cut_by_google, record, separate_lines, span_in_value};
use super::words::{Quoted, records_in};
use crate::agent;
use crate::crawlers;
use crate::dialect::Dialect;
use crate::lexer::{Line, is_whitespace};

pub(super) fn look_at(text: &Text<'_>, line: &Line<'_>, found: &mut Findings) {
    report_odd_spaces(line, line.value(), line.value_span(), "value", found);
    let value = strip(line.value());
    let place = Place::new(line.number(), line.value_span());
    if value.is_empty() {
        found.add(Diagnostic::new(
            Code::EmptyUserAgent,
            record(line),
            "this line names no crawler",
            "write a product token, or `*` for every crawler",
        ));
    } else if agent::is_wildcard(value) && value.len() == 1 {
    } else if let Some((blank, rest)) = records_in(value).next() {
        let advice = "write each record on a line of its own";
        let mut new = Diagnostic::new(
            Code::RecordsOnOneLine,
            place,
            format!(
                "crawlers read only one record per line, so {} becomes part of the name and applies to no crawler",
                Quoted(rest),
            ),
            advice,
        )
        .generally(
            "crawlers read only one record per line, so the others become part of the name and apply to no crawler",
            advice,
        );
        for (blanks, _) in core::iter::once((blank, rest)).chain(records_in(value).skip(1)) {
            new = new.edit(
                span_in_value(line, blanks),
                text.line_end(line.span().start),
            );
        }
        found.add(new);
    } else if agent::is_wildcard(value) {
    } else if value.starts_with(b"*") {
        let advice = "write whole product tokens, one per line, or `*` alone for every crawler";
        found.add(
            Diagnostic::new(
                Code::StarNamesNobody,
                place,
                format!(
                    "{} names no crawler, so the rules below do not apply to the intended crawler: `*` is \
                     no wildcard in names",
                    Quoted(value),
                ),
                advice,
            )
            .generally(
                "these values name no crawler, so the rules below them do not apply to the intended crawlers: `*` is no wildcard in names",
                advice,
            ),
        );
    } else if !several_names(text, line, value, found) {
        characters(line, value, text.dialect, found);
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
    let advice = "write each crawler on a `User-agent` line of its own";
    let mut new = Diagnostic::new(
        Code::SeveralNames,
        Place::new(line.number(), line.value_span()),
        format!(
            "crawlers compare only {} of {}, so the group does not apply to the others",
            Quoted(first),
            Quoted(value),
        ),
        advice,
    )
    .generally(
        "crawlers compare only the first of these names, so the groups do not apply to the others",
        advice,
    );
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
fn characters(line: &Line<'_>, value: &[u8], dialect: Dialect, found: &mut Findings) {
    let token = agent::line_token(value, Dialect::Standard);
    let rest = &value[token.len()..];
    let place = Place::new(line.number(), line.value_span());
    let new = |message, advice| Diagnostic::new(Code::UserAgentCharacters, place, message, advice);
    if let Some(meant) = token_after_first(value, token) {
        let first = Quoted(token);
        let message = format!(
            "crawlers compare only {first}, so this does not apply to {}",
            Quoted(meant.as_bytes()),
        );
        found.add(
            new(message, format!("write {}", Quoted(meant.as_bytes())))
                .generally(
                    "crawlers compare only the first word of these values, so the lines do not apply to the intended crawlers",
                    "write the product token of each crawler",
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
        let advice = "write the product token of the crawler alone, without quotes or brackets";
        found.add(
            new(
                format!(
                    "{} names no crawler, because it does not start with a product token",
                    Quoted(value),
                ),
                advice.into(),
            )
            .generally(
                "these values name no crawler, because they do not start with a product token",
                advice,
            ),
        );
        return;
    }
    // Google's parser compares even less of a token with digits. No Google crawler has one.
    if agent::line_token(value, dialect) != token {
        return;
    }
    let is_cut = is_cut_by_google(value);
    let shown = Quoted(token);
    let bytes = core::str::from_utf8(rest).unwrap_or_default();
    let reason = match bytes.chars().next().filter(|next| !next.is_whitespace()) {
        Some(next) => {
            let mut bytes = [0; 4];
            let next = next.encode_utf8(&mut bytes);
            format!(", because a name ends at {}", Quoted(next.as_bytes()))
        }
        None => String::new(),
    };
    let message = format!(
        "crawlers compare only {shown} of {}{reason}, so this applies to any crawler called {shown}",
        Quoted(value),
    );
    // The author meant this crawler.
    if let Some(token) = core::str::from_utf8(token).ok().filter(|_| is_known(token)) {
        found.add(
            new(message, format!("write {shown}"))
                .generally(
                    "crawlers compare only the product token at the start of these values, which names the \
                     crawlers that are meant",
                    "write the product tokens alone",
                )
                .information_if(true)
                .in_both_if(is_cut)
                .edit(line.value_span(), token),
        );
        return;
    }
    let advice = "write the product token that the crawler documents";
    found.add(
        new(message, advice.into())
            .generally(
                "crawlers compare only the product token at the start of these values, so the groups apply to \
                 any crawlers called like that",
                "write the product token that each crawler documents",
            )
            .information_if(true)
            .in_both_if(is_cut),
    );
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
