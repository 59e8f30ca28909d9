//! Diagnostics about the patterns of single rules.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

use memchr::{memchr, memchr_iter, memchr2, memchr3, memmem};

use super::code::Severity;
use super::codes::Code;
use super::diagnostic::{Diagnostic, Place};
use super::findings::Findings;
use super::spaces::{report_odd_spaces, strip};
use super::text::{Text, separate_lines, span_in_value};
use super::words::{Quoted, records_in};
use crate::lexer::{Line, is_whitespace};

/// Checks an `allow` or `disallow` line.
pub(super) fn look_at(text: &Text<'_>, line: &Line<'_>, found: &mut Findings) {
    report_odd_spaces(line, line.value(), line.value_span(), "value", found);
    let pattern = strip(line.value());
    let is_whole = line.value().ends_with(pattern);
    let whole = span_in_value(line, pattern);
    let place = |part: Range<usize>| {
        Place::new(
            line.number(),
            whole.start + part.start..whole.start + part.end,
        )
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
    if let Some((at, meant)) = regular_expression(pattern) {
        let new = Diagnostic::new(
            Code::RegularExpression,
            place(at),
            format!(
                "crawlers do not read {} as a regular expression: only `*`, and `$` at the end, are special",
                Quoted(pattern),
            ),
            match &meant {
                Some(meant) => format!("write {}", Quoted(meant)),
                None => "write a pattern for each alternative, with `*` for any bytes".into(),
            },
        )
        .generally(
            "these patterns are no regular expressions to crawlers: only `*`, and `$` at the end, are special",
            "write a pattern for each alternative, with `*` for any bytes",
        );
        found.add(match meant {
            Some(meant) => new.edit(whole.clone(), String::from_utf8_lossy(&meant)),
            None => new,
        });
        return;
    }
    if let Some((at, character)) = html_entity(pattern) {
        found.add(
            Diagnostic::new(
                Code::HtmlEntity,
                place(at.clone()),
                format!(
                    "{} is an HTML entity, which crawlers compare literally, so the rule matches no URL that \
                     has {}",
                    Quoted(&pattern[at.clone()]),
                    Quoted(character.as_bytes()),
                ),
                format!("write {}", Quoted(character.as_bytes())),
            )
            .generally(
                "crawlers compare HTML entities as they are, so these rules match no URL that has the \
                 characters that are meant",
                "write the characters themselves",
            )
            .edit(place(at).span(), character),
        );
    }
    if matches!(pattern, b"/robots.txt" | b"/robots.txt$") {
        found.add(Diagnostic::new(
            Code::RobotsTxtRule,
            place(0..pattern.len()),
            "crawlers may always fetch /robots.txt itself, so this rule has no effect on it",
            "remove the rule",
        ));
    }
    bytes(pattern, is_whole, place, found);
}

/// Reports single bytes and segments with a misleading meaning.
fn bytes(
    pattern: &[u8],
    is_whole: bool,
    place: impl Fn(Range<usize>) -> Place,
    found: &mut Findings,
) {
    if let Some(at) = memchr(b'$', &pattern[..pattern.len() - 1]) {
        found.add(Diagnostic::new(
            Code::DollarInsidePattern,
            place(at..at + 1),
            "`$` marks the end of the URL only at the end of a pattern; here it is a literal `$`",
            "end the pattern here if `$` should mark the end of the URL; otherwise leave it",
        ));
    }
    let is_bad = |&at: &usize| {
        let digits = pattern.get(at + 1..at + 3);
        !digits.is_some_and(|digits| digits.iter().all(u8::is_ascii_hexdigit))
    };
    if let Some(at) = memchr_iter(b'%', pattern).find(is_bad) {
        found.add(Diagnostic::new(
            Code::BadPercentEncoding,
            place(at..at + 1),
            "this `%` is not followed by two hex digits, so it is a literal `%`, and the rule matches only URLs \
             with a `%` here",
            "copy the path from the address bar of a browser, percent-encoded",
        ));
    }
    if let Some(segment) = dot_segment(pattern, is_whole) {
        found.add(Diagnostic::new(
            Code::DotSegment,
            place(segment),
            "clients resolve `.` and `..` before they send a URL, so the rule matches nothing",
            "write the path as it is after `.` and `..` are resolved",
        ));
    }
    let path = memchr(b'?', pattern).unwrap_or(pattern.len());
    if let Some(at) = memchr(b'\\', &pattern[..path]) {
        found.add(Diagnostic::new(
            Code::Backslash,
            place(at..at + 1),
            "clients send `\\` in a path as `/`, so in a path this matches neither",
            "write `/` if it separates folders, or `%5C` for a literal backslash",
        ));
    }
}

const ONE_PATTERN: &str =
    "crawlers read each of these values as one pattern, which matches no ordinary URL";

/// Reports several records or patterns in one value, which crawlers read as one pattern with
/// blanks. Returns `true` if it did.
fn several(text: &Text<'_>, line: &Line<'_>, pattern: &[u8], found: &mut Findings) -> bool {
    let place = Place::new(line.number(), line.value_span());
    let advice = "write each on a line of its own";
    if records_in(pattern).next().is_some() {
        let mut new = Diagnostic::new(
            Code::RecordsOnOneLine,
            place,
            format!(
                "crawlers read {} as one pattern, which matches no ordinary URL",
                Quoted(pattern),
            ),
            advice,
        )
        .generally(ONE_PATTERN, advice);
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
        let has_blank = at > 0 && is_whitespace(pattern[at - 1]);
        if has_blank {
            let start = span_in_value(line, &pattern[at..]).start;
            found.add(
                Diagnostic::new(
                    Code::SlashComment,
                    Place::new(line.number(), start..line.value_span().end),
                    "`//` does not start a comment in robots.txt, so this is part of the pattern, which matches no ordinary URL",
                    "write `#`",
                )
                .edit(start..start + 2, "#"),
            );
            return true;
        }
    }
    let starts = pattern.windows(2).enumerate().skip(1);
    // `/* why */` is a comment in other languages.
    if pattern.starts_with(b"/* ") {
        return false;
    }
    let is_start = |pair: &[u8]| is_whitespace(pair[0]) && matches!(pair[1], b'/' | b'*');
    let starts: Vec<usize> = starts
        .filter(|(_, pair)| is_start(pair))
        .map(|(at, _)| at + 1)
        .collect();
    if starts.is_empty() || !matches!(pattern, [b'/' | b'*', ..]) {
        return false;
    }
    let mut new = Diagnostic::new(
        Code::RecordsOnOneLine,
        place,
        format!(
            "crawlers read {} as one pattern, which matches no ordinary URL",
            Quoted(pattern),
        ),
        advice,
    )
    .generally(ONE_PATTERN, advice)
    .severity_if(true, Severity::Warning);
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
    let is_own = text.has_sitemap_on(host);
    let slash: &[u8] = if path.starts_with(b"/") { b"" } else { b"/" };
    let meant = [slash, &path[..path.len().min(400)]].concat();
    let message =
        "patterns are compared with the path and query of a URL only, so the rule matches nothing";
    let code = Code::AbsoluteUrlPattern;
    let several =
        "patterns are compared with the path and query of a URL only, so these rules match nothing";
    if is_own {
        Diagnostic::new(code, place, message, format!("write {}", Quoted(&meant)))
            .generally(several, "write only the path and query of each URL")
            .edit(place.span(), String::from_utf8_lossy(&meant))
    } else {
        let advice = format!(
            "write {} if {} is the host of this file; a robots.txt covers no other host",
            Quoted(&meant),
            Quoted(host),
        );
        Diagnostic::new(code, place, message, advice).generally(
            several,
            "write only the path and query of the URLs on the host of this file, and remove the others",
        )
    }
}

/// Reports a pattern that starts with neither `/` nor `*`.
fn without_slash(place: Place, pattern: &[u8]) -> Diagnostic {
    let message = format!(
        "{} starts with neither `/` nor `*`, so the rule matches nothing",
        Quoted(pattern),
    );
    // Patterns may be long; messages show less than this.
    let written = &pattern[..pattern.len().min(400)];
    let is = |word: &str| written.eq_ignore_ascii_case(word.as_bytes());
    let quoted = matches!(written, [b'"' | b'\'', .., b'"' | b'\''] if written.len() > 1);
    let unquoted = if quoted {
        &written[1..written.len() - 1]
    } else {
        written
    };
    let code = Code::NoLeadingSlash;
    let new = |code, advice: String| {
        Diagnostic::new(code, place, message.clone(), advice).generally(
            "these patterns start with neither `/` nor `*`, so the rules match nothing",
            "write paths that start with `/`, or with `/*` if anything may come before",
        )
    };
    let replace = |code, meant: Vec<u8>| {
        new(code, format!("write {}", Quoted(&meant)))
            .edit(place.span(), String::from_utf8_lossy(&meant))
    };
    match written {
        _ if ["null", "none", "nothing", "undefined", "nil"]
            .into_iter()
            .any(is) =>
        {
            new(
                code,
                "leave the value empty if the rule should match no URL".into(),
            )
            .edit(place.span(), "")
        }
        _ if quoted && matches!(unquoted, [b'/' | b'*', ..]) => replace(code, unquoted.to_vec()),
        [b':', rest @ ..] if matches!(rest.trim_ascii_start(), [b'/' | b'*', ..]) => {
            replace(code, rest.trim_ascii_start().to_vec())
        }
        [b'^', rest @ ..] => match regular_expression(rest) {
            Some((_, None)) => new(
                Code::RegularExpression,
                "write a pattern for each alternative, with `*` for any bytes".into(),
            ),
            Some((_, Some(meant))) => replace(Code::RegularExpression, meant),
            None if rest.starts_with(b"/") => replace(Code::RegularExpression, rest.to_vec()),
            None => new(
                Code::RegularExpression,
                "write a path that starts with `/`".into(),
            ),
        },
        [b'.' | b'?' | b'&', ..] | [b'%', b'3', ..] => replace(code, [b"/*", written].concat()),
        _ if memchr(b'=', written).is_some() && memchr(b'/', written).is_none() => {
            replace(code, [b"/*", written].concat())
        }
        _ if !matches!(written[0], b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'_' | b'-' | b'~') => {
            new(code, "write a path that starts with `/`".into())
        }
        _ => replace(code, [b"/", written].concat()),
    }
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
