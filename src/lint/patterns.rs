//! Diagnostics about the patterns of single rules.

use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

use memchr::{memchr, memchr_iter, memchr2, memchr3, memmem};

use super::diagnostic::{Diagnostic, Place};
use super::findings::Findings;
use super::messages::{self, Message};
use super::spaces::{report_odd_spaces, strip};
use super::text::{Text, separate_lines, span_in_value};
use super::words::{Quoted, records_in};
use crate::dialect::Dialect;
use crate::lexer::{Line, is_whitespace};

/// Checks an `allow` or `disallow` line.
pub(super) fn check(text: &Text<'_>, line: &Line<'_>, found: &mut Findings) {
    report_odd_spaces(line, line.value(), line.value_span(), "value", found);
    let pattern = strip(line.value());
    let is_whole = line.value().ends_with(pattern);
    let whole = span_in_value(line, pattern);
    let place = |part: Range<usize>| {
        let span = whole.start + part.start..whole.start + part.end;
        Place::new(line.number(), span)
    };
    if pattern.is_empty() || several(text, line, pattern, found) {
        return;
    }
    if !matches!(pattern, [b'/' | b'*', ..]) {
        found.add(match path_of_url(pattern) {
            Some((host, path)) => url(text, place(0..pattern.len()), host, path),
            None => without_slash(place(0..pattern.len()), pattern),
        });
        return;
    }
    let shown = Quoted(pattern);
    if let Some((at, meant)) = regular_expression(pattern) {
        found.add(match &meant {
            Some(meant) => {
                let arguments = [shown, Quoted(meant)];
                let kind = &messages::REGULAR_EXPRESSION;
                Diagnostic::new(kind, place(at), &[&arguments[0], &arguments[1]])
                    .edit(whole.clone(), String::from_utf8_lossy(meant))
            }
            None => Diagnostic::new(&messages::ALTERNATIVES, place(at), &[&shown]),
        });
        return;
    }
    if let Some((at, character)) = html_entity(pattern) {
        let arguments = [Quoted(&pattern[at.clone()]), Quoted(character.as_bytes())];
        let new = Diagnostic::new(
            &messages::HTML_ENTITY,
            place(at.clone()),
            &[&arguments[0], &arguments[1]],
        );
        found.add(new.edit(place(at).span(), character));
    }
    if matches!(pattern, b"/robots.txt" | b"/robots.txt$") {
        let place = place(0..pattern.len());
        found.add(Diagnostic::new(&messages::ROBOTS_TXT_RULE, place, &[]));
    }
    if let Some(host) = host_in_path(pattern) {
        let place = place(0..pattern.len());
        found.add(Diagnostic::new(
            &messages::HOST_AS_PATH,
            place,
            &[&Quoted(host)],
        ));
    }
    if let Some(first) = memchr2(b' ', b'\t', pattern).filter(|_| !is_c_comment(pattern)) {
        let kind = &messages::BLANK;
        let mut new = Diagnostic::new(kind, place(first..first + 1), &[&shown]);
        for at in memchr_iter(b' ', pattern) {
            new = new.edit(place(at..at + 1).span(), "%20");
        }
        found.add(new.only_in(&[Dialect::Google]));
    }
    bytes(pattern, is_whole, place, found);
}

/// Returns `true` for `/* why */`, a comment in other languages.
fn is_c_comment(pattern: &[u8]) -> bool {
    pattern.starts_with(b"/* ")
}

/// Reports single bytes and segments with a misleading meaning.
fn bytes(
    pattern: &[u8],
    is_whole: bool,
    place: impl Fn(Range<usize>) -> Place,
    found: &mut Findings,
) {
    let mut report = |kind: &'static Message, at: Option<Range<usize>>| {
        if let Some(at) = at {
            found.add(Diagnostic::new(kind, place(at), &[]));
        }
    };
    let one = |at: Option<usize>| at.map(|at| at..at + 1);
    let is_bad = |&at: &usize| {
        let digits = pattern.get(at + 1..at + 3);
        !digits.is_some_and(|digits| digits.iter().all(u8::is_ascii_hexdigit))
    };
    let path = memchr(b'?', pattern).unwrap_or(pattern.len());
    let dollar = memchr(b'$', &pattern[..pattern.len() - 1]);
    report(&messages::DOLLAR, one(dollar));
    report(
        &messages::BAD_PERCENT,
        one(memchr_iter(b'%', pattern).find(is_bad)),
    );
    report(&messages::DOT_SEGMENT, dot_segment(pattern, is_whole));
    report(&messages::BACKSLASH, one(memchr(b'\\', &pattern[..path])));
}

/// Reports several records or patterns in one value, which crawlers read as one pattern with
/// blanks. Returns `true` if it did.
fn several(text: &Text<'_>, line: &Line<'_>, pattern: &[u8], found: &mut Findings) -> bool {
    let place = Place::new(line.number(), line.value_span());
    if records_in(pattern).next().is_some() {
        let mut new = Diagnostic::new(&messages::RECORDS_IN_PATTERN, place, &[&Quoted(pattern)]);
        for (blanks, _) in records_in(pattern) {
            new = new.edit(
                span_in_value(line, blanks),
                text.line_end(line.span().start),
            );
        }
        found.add(new);
        return true;
    }
    if let Some(at) = memmem::find(pattern, b"//") {
        if at > 0 && is_whitespace(pattern[at - 1]) {
            let start = span_in_value(line, &pattern[at..]).start;
            let place = Place::new(line.number(), start..line.value_span().end);
            let new = Diagnostic::new(&messages::SLASH_COMMENT_IN_PATTERN, place, &[]);
            found.add(new.edit(start..start + 2, "#"));
            return true;
        }
    }
    // A blank and then `/` or `*` begin another pattern.
    let is_start = |pair: &[u8]| is_whitespace(pair[0]) && matches!(pair[1], b'/' | b'*');
    let starts = pattern.windows(2).enumerate().skip(1);
    let starts: Vec<usize> = starts
        .filter(|(_, pair)| is_start(pair))
        .map(|(at, _)| at + 1)
        .collect();
    if starts.is_empty() || is_c_comment(pattern) || !matches!(pattern, [b'/' | b'*', ..]) {
        return false;
    }
    let mut new = Diagnostic::new(&messages::PATTERNS_ON_ONE_LINE, place, &[&Quoted(pattern)]);
    for start in starts {
        let before = pattern[..start].trim_ascii_end();
        let before = before
            .strip_suffix(b",")
            .or(before.strip_suffix(b";"))
            .unwrap_or(before);
        let span = span_in_value(line, &pattern[before.len()..start]);
        new = new.edit(span, separate_lines(line, text));
    }
    found.add(new);
    true
}

/// Reports a pattern that is a URL.
fn url(text: &Text<'_>, place: Place, host: &[u8], path: &[u8]) -> Diagnostic {
    let slash: &[u8] = if path.starts_with(b"/") { b"" } else { b"/" };
    let meant = [slash, &path[..path.len().min(400)]].concat();
    let (shown, host) = (Quoted(&meant), Quoted(host));
    if text.has_sitemap_on(host.0) {
        Diagnostic::new(&messages::URL_OF_THIS_HOST, place, &[&shown])
            .edit(place.span(), String::from_utf8_lossy(&meant))
    } else {
        Diagnostic::new(&messages::URL_OF_A_HOST, place, &[&shown, &host])
    }
}

/// Reports a pattern that starts with neither `/` nor `*`.
fn without_slash(place: Place, pattern: &[u8]) -> Diagnostic {
    // Patterns may be long; messages show less than this.
    let written = &pattern[..pattern.len().min(400)];
    let is = |word: &str| written.eq_ignore_ascii_case(word.as_bytes());
    let unquoted = match written {
        [b'"' | b'\'', quoted @ .., b'"' | b'\''] => quoted,
        _ => b"",
    };
    let new = |kind| Diagnostic::new(kind, place, &[&Quoted(pattern)]);
    let replace = |kind, meant: &[u8]| {
        Diagnostic::new(kind, place, &[&Quoted(pattern), &Quoted(meant)])
            .edit(place.span(), String::from_utf8_lossy(meant))
    };
    let no_slash = &messages::NO_SLASH;
    match written {
        _ if ["null", "none", "nothing", "undefined", "nil"]
            .into_iter()
            .any(is) =>
        {
            new(&messages::NO_SLASH_EMPTY).edit(place.span(), "")
        }
        _ if matches!(unquoted, [b'/' | b'*', ..]) => replace(no_slash, unquoted),
        [b':', rest @ ..] if matches!(rest.trim_ascii_start(), [b'/' | b'*', ..]) => {
            replace(no_slash, rest.trim_ascii_start())
        }
        [b'^', rest @ ..] => match regular_expression(rest) {
            Some((_, Some(meant))) => replace(&messages::REGULAR_EXPRESSION, &meant),
            None if rest.starts_with(b"/") => replace(&messages::REGULAR_EXPRESSION, rest),
            _ => new(&messages::ALTERNATIVES),
        },
        [b'.' | b'?' | b'&', ..] | [b'%', b'3', ..] => {
            replace(no_slash, &[b"/*", written].concat())
        }
        _ if memchr(b'=', written).is_some() && memchr(b'/', written).is_none() => {
            replace(no_slash, &[b"/*", written].concat())
        }
        [first, ..] if !first.is_ascii_alphanumeric() && !b"_-~".contains(first) => {
            new(&messages::NO_SLASH_PATH)
        }
        _ => replace(no_slash, &[b"/", written].concat()),
    }
}

/// Returns the host of a pattern that is a URL after a slash, as `/www.example.com/` or
/// `/https://example.com`.
fn host_in_path(pattern: &[u8]) -> Option<&[u8]> {
    let slashes = pattern.iter().take_while(|&&byte| byte == b'/').count();
    let rest = &pattern[slashes..];
    let (host, has_scheme) = match path_of_url(rest) {
        Some((host, _)) => (host, true),
        None => (rest, false),
    };
    let is_host = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-');
    let host = &host[..host.iter().take_while(|byte| is_host(byte)).count()];
    let mut labels = host.split(|&byte| byte == b'.');
    let is_www = labels.clone().next()?.eq_ignore_ascii_case(b"www");
    let last = labels.next_back()?;
    let is_domain = last.len() > 1 && last.iter().all(u8::is_ascii_alphabetic);
    // `/www.html` is a file.
    let count = labels.filter(|label| !label.is_empty()).count();
    let is_meant = slashes > 0
        && is_domain
        && if has_scheme {
            count > 0
        } else {
            is_www && count > 1
        };
    is_meant.then_some(host)
}

/// Returns the part of a pattern that occurs only in regular expressions and, if it is easy
/// to translate, the intended pattern.
fn regular_expression(pattern: &[u8]) -> Option<(Range<usize>, Option<Vec<u8>>)> {
    if memchr3(b'(', b'[', b'\\', pattern).is_none() && memchr(b'.', pattern).is_none() {
        return None;
    }
    let find = |part: &[u8]| memmem::find(pattern, part).map(|at| at..at + part.len());
    let alternatives = || {
        let start = memchr(b'(', pattern)?;
        let bar = start + memchr(b'|', &pattern[start..])?;
        let end = bar + memchr(b')', &pattern[bar..])?;
        Some(start..end + 1)
    };
    let set = || {
        let start = memchr(b'[', pattern)?;
        let end = start + memchr(b']', &pattern[start..])?;
        let is_repeated = matches!(pattern.get(end + 1), Some(b'+' | b'*' | b'{'));
        let is_range = matches!(
            &pattern[start + 1..end],
            b"0-9" | b"a-z" | b"A-Z" | b"a-zA-Z0-9"
        );
        (is_repeated || is_range).then_some(start..end + 1)
    };
    if let Some(at) = alternatives()
        .or_else(set)
        .or_else(|| find(b"\\d"))
        .or_else(|| find(b".+"))
    {
        return Some((at, None));
    }
    // An escaped character is literal; `.*` matches any bytes.
    let is_escaped = |pair: &[u8]| matches!(pair, [b'\\', b'?' | b'.' | b'/' | b'-' | b'=' | b'+']);
    let escape = pattern.windows(2).position(is_escaped);
    let any = find(b"/.*").filter(|at| at.end < pattern.len() || escape.is_some());
    let at = escape.map(|at| at..at + 2).or(any)?;
    let mut meant = Vec::with_capacity(pattern.len());
    let mut rest = pattern;
    while let Some((&byte, after)) = rest.split_first() {
        rest = match (byte, after) {
            (b'\\', [_, ..]) => after,
            (b'.', [b'*', ..]) => after,
            _ => {
                meant.push(byte);
                after
            }
        };
    }
    Some((at, Some(meant)))
}

/// Returns the first HTML entity of a text and the character that it encodes.
pub(super) fn html_entity(text: &[u8]) -> Option<(Range<usize>, &'static str)> {
    const ENTITIES: [(&str, &str); 8] = [
        ("&amp;", "&"),
        ("&#38;", "&"),
        ("&#038;", "&"),
        ("&lt;", "<"),
        ("&gt;", ">"),
        ("&quot;", "\""),
        ("&#39;", "'"),
        ("&apos;", "'"),
    ];
    memchr_iter(b'&', text).find_map(|at| {
        let is_here = |entity: &&(&str, &str)| text[at..].starts_with(entity.0.as_bytes());
        let (entity, character) = ENTITIES.iter().find(is_here)?;
        Some((at..at + entity.len(), *character))
    })
}

/// Splits an absolute URL after its host. Returns the host, and the path and query.
pub(super) fn path_of_url(pattern: &[u8]) -> Option<(&[u8], &[u8])> {
    let scheme_end = memmem::find(pattern, b"://")?;
    let (first, rest) = pattern[..scheme_end].split_first()?;
    let is_scheme = first.is_ascii_alphabetic()
        && rest
            .iter()
            .all(|byte| byte.is_ascii_alphanumeric() || b"+-.".contains(byte));
    if !is_scheme {
        return None;
    }
    let host = &pattern[scheme_end + 3..];
    let path = memchr2(b'/', b'?', host).unwrap_or(host.len());
    Some(host.split_at(path))
}

/// Returns the first `.` or `..` segment before the first `*` or `?`. Its dots may be
/// percent-encoded. A segment at the end of a pattern is ignored, because in a URL it may be
/// longer, unless `$` or `?` ends it.
pub(super) fn dot_segment(pattern: &[u8], is_whole: bool) -> Option<Range<usize>> {
    let literal = memchr2(b'*', b'?', pattern).unwrap_or(pattern.len());
    let is_ended = pattern.get(literal) == Some(&b'?');
    let (literal, is_ended) = match pattern[..literal] {
        [.., b'$'] if literal == pattern.len() => (literal - 1, is_whole),
        _ => (literal, is_ended),
    };
    let mut start = 0;
    while start < literal {
        // Each segment includes the slash before it.
        let after = &pattern[start + 1..literal];
        let end = memchr(b'/', after).map_or(literal, |length| start + 1 + length);
        if is_dots(&pattern[start + 1..end]) && (end < literal || is_ended) {
            return Some(start + 1..end);
        }
        start = end;
    }
    None
}

fn is_dots(segment: &[u8]) -> bool {
    let mut dots = 0;
    let mut rest = segment;
    while !rest.is_empty() {
        rest = match rest {
            [b'.', rest @ ..] | [b'%', b'2', b'e' | b'E', rest @ ..] => rest,
            _ => return false,
        };
        dots += 1;
    }
    matches!(dots, 1 | 2)
}
