//! Diagnostics about the patterns in single rules.

use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

use memchr::{memchr, memchr_iter, memchr2, memchr3, memmem};

use super::diagnostic::{Diagnostic, Place};
use super::findings::Findings;
use super::messages;
use super::phrases::{Quoted, records_in};
use super::spaces::bare_value;
use super::text::{Text, offset, place, split_line};
use crate::dialect::Dialect;
use crate::lexer::{Line, is_whitespace};

/// Checks an `allow` or `disallow` line.
///
/// If the whole value is wrong, for example because it is a URL, nothing else about it is reported.
/// Otherwise, the parts of the pattern are checked one by one.
pub(super) fn check(text: &Text<'_>, line: &Line<'_>, found: &mut Findings) {
    let pattern = bare_value(line, found);
    if pattern.is_empty() {
        return;
    }
    let whole = place(line, pattern);
    if let Some(new) = several(text, line, pattern).or_else(|| as_a_whole(text, line, pattern)) {
        found.add(new);
        return;
    }
    if let Some((at, character)) = html_entity(pattern) {
        let (entity, quoted) = (&pattern[at], Quoted(character.as_bytes()));
        let new = messages::HTML_ENTITY.at(place(line, entity), &[&Quoted(entity), &quoted]);
        found.add(new.replace(character));
    }
    if matches!(pattern, b"/robots.txt" | b"/robots.txt$") {
        found.add(messages::ROBOTS_TXT_RULE.at(whole, &[]));
    }
    if let Some(host) = host_in_path(pattern) {
        found.add(messages::HOST_AS_PATH.at(whole, &[&Quoted(host)]));
    }
    if let Some(first) = memchr2(b' ', b'\t', pattern).filter(|_| !is_c_comment(pattern)) {
        let place = |at: usize| place(line, &pattern[at..=at]);
        let blanks = memchr_iter(b' ', pattern).map(|at| place(at).span());
        let new = messages::BLANK.at(place(first), &[&Quoted(pattern)]);
        found.add(new.edit_each(blanks, "%20").only_in(&[Dialect::Google]));
    }
    // Single bytes and segments with a misleading meaning.
    let path = memchr(b'?', pattern).unwrap_or(pattern.len());
    let percent = memchr_iter(b'%', pattern).find(|&at| {
        let digits = pattern.get(at + 1..at + 3);
        !digits.is_some_and(|digits| digits.iter().all(u8::is_ascii_hexdigit))
    });
    let dollar = memchr(b'$', &pattern[..pattern.len() - 1]);
    let is_whole = line.value().ends_with(pattern);
    let byte = |at: Option<usize>| at.map(|at| &pattern[at..=at]);
    let misleading = [
        (&messages::DOLLAR, byte(dollar)),
        (&messages::BAD_PERCENT, byte(percent)),
        (&messages::DOT_SEGMENT, dot_segment(pattern, is_whole)),
        (&messages::BACKSLASH, byte(memchr(b'\\', &pattern[..path]))),
    ];
    for (kind, part) in misleading {
        found.extend(part.map(|part| kind.at(place(line, part), &[])));
    }
}

/// Returns `true` for `/* why */`, a comment in other languages.
fn is_c_comment(pattern: &[u8]) -> bool {
    pattern.starts_with(b"/* ")
}

/// Reports several records or patterns in one value, which crawlers read as one pattern with
/// blanks.
fn several(text: &Text<'_>, line: &Line<'_>, pattern: &[u8]) -> Option<Diagnostic> {
    let whole = place(line, line.value());
    if records_in(pattern).next().is_some() {
        let gaps = records_in(pattern).map(|(blanks, _)| blanks);
        let new = messages::RECORDS_IN_PATTERN.at(whole, &[&Quoted(pattern)]);
        return Some(split_line(new, text, line, gaps, true));
    }
    let slashes = memmem::find(pattern, b"//");
    if let Some(at) = slashes.filter(|&at| at > 0 && is_whitespace(pattern[at - 1])) {
        let mark = place(line, &pattern[at..at + 2]).span();
        let place = Place::new(line.number(), mark.start..line.value_span().end);
        let new = messages::SLASH_COMMENT_IN_PATTERN.at(place, &[]);
        return Some(new.edit(mark, "#"));
    }
    // Values of other kinds have their own diagnostics.
    if is_c_comment(pattern) || !matches!(pattern, [b'/' | b'*', ..]) {
        return None;
    }
    // A blank and then `/` or `*` begin another pattern. A comma before it separates the two.
    let pairs = pattern.windows(2).enumerate().skip(1);
    let starts = pairs.filter(|(_, pair)| is_whitespace(pair[0]) && matches!(pair[1], b'/' | b'*'));
    let gaps = starts.map(|(blank, _)| {
        let before = pattern[..blank].trim_ascii_end();
        let end = before.len() - usize::from(before.ends_with(b",") || before.ends_with(b";"));
        &pattern[end..=blank]
    });
    gaps.clone().next()?;
    let new = messages::PATTERNS_ON_ONE_LINE.at(whole, &[&Quoted(pattern)]);
    Some(split_line(new, text, line, gaps, false))
}

/// Reports a pattern that is a URL, a regular expression, or anything else that isn't a path.
fn as_a_whole(text: &Text<'_>, line: &Line<'_>, pattern: &[u8]) -> Option<Diagnostic> {
    let whole = place(line, pattern);
    if !matches!(pattern, [b'/' | b'*', ..]) {
        return Some(match path_of_url(pattern) {
            Some((host, path)) => url(text, whole, host, path),
            None => without_slash(whole, pattern),
        });
    }
    let (at, meant) = regular_expression(pattern)?;
    let at = place(line, &pattern[at]);
    Some(match &meant {
        Some(meant) => messages::REGULAR_EXPRESSION
            .at(at, &[&Quoted(pattern), &Quoted(meant)])
            .edit(whole.span(), String::from_utf8_lossy(meant)),
        None => messages::ALTERNATIVES.at(at, &[&Quoted(pattern)]),
    })
}

/// Reports a pattern that is a URL.
fn url(text: &Text<'_>, place: Place, host: &[u8], path: &[u8]) -> Diagnostic {
    // A URL without a path means its root.
    let slash: &[u8] = if path.starts_with(b"/") { b"" } else { b"/" };
    let meant = [slash, &path[..path.len().min(400)]].concat();
    if text.has_sitemap_on(host) {
        let new = messages::URL_OF_THIS_HOST.at(place, &[&Quoted(&meant)]);
        new.replace(String::from_utf8_lossy(&meant))
    } else {
        messages::URL_OF_A_HOST.at(place, &[&Quoted(&meant), &Quoted(host)])
    }
}

/// Reports a pattern that doesn't start with `/` or `*`.
fn without_slash(place: Place, pattern: &[u8]) -> Diagnostic {
    // Patterns may be long; messages show less than this.
    let written = &pattern[..pattern.len().min(400)];
    let mut words = ["null", "none", "nothing", "undefined", "nil"].into_iter();
    if words.any(|word| written.eq_ignore_ascii_case(word.as_bytes())) {
        let new = messages::NO_SLASH_EMPTY.at(place, &[&Quoted(pattern)]);
        return new.replace("");
    }
    // Strip quotes or a second colon.
    let bare = match written {
        [b'"' | b'\'', quoted @ .., b'"' | b'\''] => quoted,
        [b':', rest @ ..] => rest.trim_ascii_start(),
        _ => b"",
    };
    let mut kind = &messages::NO_SLASH;
    let meant = match written {
        // A pattern in quotes, or after a second colon.
        _ if matches!(bare, [b'/' | b'*', ..]) => Some(bare.to_vec()),
        [b'^', rest @ ..] => {
            kind = &messages::REGULAR_EXPRESSION;
            match regular_expression(rest) {
                Some((_, meant)) => meant,
                None => rest.starts_with(b"/").then(|| rest.to_vec()),
            }
        }
        // The end of a path, or a part of a query.
        [b'.' | b'?' | b'&', ..] | [b'%', b'3', ..] => Some([b"/*", written].concat()),
        _ if memchr(b'=', written).is_some() && memchr(b'/', written).is_none() => {
            Some([b"/*", written].concat())
        }
        [first, ..] if !first.is_ascii_alphanumeric() && !b"_-~".contains(first) => None,
        _ => Some([b"/", written].concat()),
    };
    match &meant {
        Some(meant) => kind
            .at(place, &[&Quoted(pattern), &Quoted(meant)])
            .replace(String::from_utf8_lossy(meant)),
        None if written[0] == b'^' => messages::ALTERNATIVES.at(place, &[&Quoted(pattern)]),
        None => messages::NO_SLASH_PATH.at(place, &[&Quoted(pattern)]),
    }
}

/// Returns the host in a pattern that is a URL after a slash, such as `/www.example.com/` or
/// `/https://example.com`.
fn host_in_path(pattern: &[u8]) -> Option<&[u8]> {
    let slashes = pattern.iter().take_while(|&&byte| byte == b'/').count();
    let rest = &pattern[slashes..];
    let url = path_of_url(rest);
    // Without a scheme, only `www` shows that a host is meant, unless it is a file: `/www.html`.
    let host = url.map_or(rest, |(host, _)| host);
    let host = host
        .split(|byte| !byte.is_ascii_alphanumeric() && !matches!(byte, b'.' | b'-'))
        .next()?;
    // The last label is a top-level domain, and something comes before it.
    let mut labels = host.split(|&byte| byte == b'.');
    let is_www = labels.clone().next()?.eq_ignore_ascii_case(b"www");
    let last = labels.next_back()?;
    let is_domain = last.len() > 1 && last.iter().all(u8::is_ascii_alphabetic);
    let count = labels.filter(|label| !label.is_empty()).count();
    let is_host = url.is_some() && count > 0 || is_www && count > 1;
    (slashes > 0 && is_domain && is_host).then_some(host)
}

/// Returns the part of a pattern that only occurs in regular expressions and, if it is easy to
/// translate, the intended pattern.
fn regular_expression(pattern: &[u8]) -> Option<(Range<usize>, Option<Vec<u8>>)> {
    // Most patterns don't contain any of these bytes.
    if memchr3(b'(', b'[', b'\\', pattern).is_none() && memchr(b'.', pattern).is_none() {
        return None;
    }
    let at = alternatives(pattern)
        .or_else(|| set(pattern))
        .or_else(|| find(pattern, b"\\d"))
        .or_else(|| find(pattern, b".+"));
    if let Some(at) = at {
        return Some((at, None));
    }
    // An escaped character is literal; `.*` matches any bytes.
    let escape = pattern
        .windows(2)
        .position(|pair| matches!(pair, [b'\\', b'?' | b'.' | b'/' | b'-' | b'=' | b'+']))
        .map(|at| at..at + 2);
    let any = find(pattern, b"/.*").filter(|at| at.end < pattern.len() || escape.is_some());
    let at = escape.or(any)?;
    // Drop each backslash or point that has a translation, and keep the rest.
    let is_dropped = |at: &usize| matches!(pattern[*at..], [b'\\', _, ..] | [b'.', b'*', ..]);
    let kept = (0..pattern.len()).filter(|at| !is_dropped(at));
    Some((at, Some(kept.map(|at| pattern[at]).collect())))
}

fn find(pattern: &[u8], part: &[u8]) -> Option<Range<usize>> {
    memmem::find(pattern, part).map(|at| at..at + part.len())
}

/// Returns the first alternatives in a pattern, such as `(a|b)`.
fn alternatives(pattern: &[u8]) -> Option<Range<usize>> {
    let start = memchr(b'(', pattern)?;
    let bar = start + memchr(b'|', &pattern[start..])?;
    let end = bar + memchr(b')', &pattern[bar..])?;
    Some(start..end + 1)
}

/// Returns the first set in a pattern, such as `[0-9]` or `[abc]+`.
fn set(pattern: &[u8]) -> Option<Range<usize>> {
    let start = memchr(b'[', pattern)?;
    let end = start + memchr(b']', &pattern[start..])?;
    let inside = &pattern[start + 1..end];
    let is_repeated = matches!(pattern.get(end + 1), Some(b'+' | b'*' | b'{'));
    let is_range = matches!(inside, b"0-9" | b"a-z" | b"A-Z" | b"a-zA-Z0-9");
    (is_repeated || is_range).then_some(start..end + 1)
}

/// Returns the first HTML entity in `text` and the character that it encodes.
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
        let mut entities = ENTITIES.iter();
        let (entity, character) =
            entities.find(|(entity, _)| text[at..].starts_with(entity.as_bytes()))?;
        Some((at..at + entity.len(), *character))
    })
}

/// Splits an absolute URL after its host. Returns the host, and the path and query.
pub(super) fn path_of_url(pattern: &[u8]) -> Option<(&[u8], &[u8])> {
    // A scheme is letters, digits and three marks (RFC 3986 §3.1).
    let scheme_end = memmem::find(pattern, b"://")?;
    let (first, rest) = pattern[..scheme_end].split_first()?;
    let is_in_scheme = |byte: &u8| byte.is_ascii_alphanumeric() || b"+-.".contains(byte);
    let is_scheme = first.is_ascii_alphabetic() && rest.iter().all(is_in_scheme);
    let host = &pattern[scheme_end + 3..];
    let path = memchr2(b'/', b'?', host).unwrap_or(host.len());
    is_scheme.then(|| host.split_at(path))
}

/// Returns the first `.` or `..` segment before the first `*` or `?`. Its dots may be
/// percent-encoded. A segment at the end of a pattern is ignored, because in a URL it may be
/// longer, unless `$` or `?` ends it.
pub(super) fn dot_segment(pattern: &[u8], is_whole: bool) -> Option<&[u8]> {
    let literal = memchr2(b'*', b'?', pattern).unwrap_or(pattern.len());
    let (literal, is_ended) = match pattern[..literal] {
        [.., b'$'] if literal == pattern.len() => (literal - 1, is_whole),
        _ => (literal, pattern.get(literal) == Some(&b'?')),
    };
    let end = |segment: &[u8]| offset(pattern, segment) + segment.len();
    let mut segments = pattern[..literal].split(|&byte| byte == b'/');
    segments.find(|segment| is_dots(segment) && (is_ended || end(segment) < literal))
}

/// Returns `true` for one or two dots.
fn is_dots(segment: &[u8]) -> bool {
    // Decode one dot at a time.
    let (mut dots, mut rest) = (0, segment);
    while let [b'.', after @ ..] | [b'%', b'2', b'e' | b'E', after @ ..] = rest {
        (dots, rest) = (dots + 1, after);
    }
    rest.is_empty() && matches!(dots, 1 | 2)
}
