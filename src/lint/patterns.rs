//! Diagnostics about one path pattern.

use core::ops::Range;

use memchr::{memchr, memchr_iter, memchr2, memmem};

use super::finding::Finding;
use crate::dialect::Dialect;

/// Tells `report` what is odd about a pattern, and where in it. If it is not whole, an
/// odd space stands after it.
pub(super) fn look_at<'t>(
    pattern: &'t [u8],
    is_whole: bool,
    dialect: Dialect,
    mut report: impl FnMut(Range<usize>, Finding<'t>),
) {
    let whole = 0..pattern.len();
    let is_decoded = dialect.decodes_patterns();
    match pattern {
        [] => return,
        [b'/' | b'*', ..] => {}
        _ => {
            let finding = match path_of_url(pattern) {
                Some(path) => Finding::AbsoluteUrlPattern { path },
                None => Finding::NoLeadingSlash { pattern },
            };
            report(whole, finding);
            return;
        }
    }
    if let Some(at) = memchr(b'$', &pattern[..pattern.len() - 1]) {
        report(at..at + 1, Finding::DollarInsidePattern { is_decoded });
    }
    let is_bad = |&at: &usize| {
        let digits = pattern.get(at + 1..at + 3);
        !digits.is_some_and(|digits| digits.iter().all(u8::is_ascii_hexdigit))
    };
    if let Some(at) = memchr_iter(b'%', pattern).find(is_bad) {
        report(at..at + 1, Finding::BadPercentEncoding { is_decoded });
    }
    if let Some(segment) = dot_segment(pattern, is_whole) {
        report(segment, Finding::DotSegment);
    }
    let path = memchr(b'?', pattern).unwrap_or(pattern.len());
    if let Some(at) = memchr(b'\\', &pattern[..path]) {
        report(at..at + 1, Finding::Backslash { is_decoded });
    }
}

/// What stands after the host of an absolute URL: its path, or its query if it has no
/// path.
fn path_of_url(pattern: &[u8]) -> Option<&[u8]> {
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
    Some(&host[path..])
}

/// The first `.` or `..` segment before the first `*` or `?`, its dots
/// percent-encoded or not. A segment at the end of a pattern may continue in a
/// URL.
fn dot_segment(pattern: &[u8], is_whole: bool) -> Option<Range<usize>> {
    let literal = memchr2(b'*', b'?', pattern).unwrap_or(pattern.len());
    let is_ended = pattern.get(literal) == Some(&b'?');
    let (literal, is_ended) = match pattern[..literal] {
        [.., b'$'] if literal == pattern.len() => (literal - 1, is_whole),
        _ => (literal, is_ended),
    };
    let mut start = 0;
    while start < literal {
        // A segment's slash is its first byte.
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
