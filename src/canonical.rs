//! Canonical percent-encoding of path patterns and URLs.
//!
//! RFC 9309 §2.2.2 requires paths to be compared after their percent-encoding has been normalised.
//! In [`Dialect::Standard`], every byte has exactly one canonical spelling:
//!
//! | byte as written | canonical |
//! |---|---|
//! | `%XX` of `/` or `?` | `%2F`, `%3F`, because they are data instead of delimiters (in a target's query, where they don't delimit anything: `/`, `?`) |
//! | `%XX` of `*` or `$`; a literal `*` or `$` in a target; a `$` inside a pattern | `%2A`, `%24` |
//! | `%XX` of any other printable ASCII byte, except the ones in the next rows | that byte |
//! | control, space, `"`, `<`, `>`, `` ` ``, DEL, byte ≥ 0x80, raw or encoded | `%XX`, upper-case hex |
//! | `%` not followed by two hex digits; `%25` | `%25` |
//! | `%23` | `%23` |
//! | anything else | itself |
//!
//! [`Dialect::Google`] only rewrites patterns: it converts `%xx` to upper case and encodes
//! bytes ≥ 0x80 as `%XX`.
//!
//! Both functions are idempotent, take one pass over their input, and borrow it if it doesn't
//! change.

use alloc::borrow::Cow;
use alloc::vec::Vec;
use core::ops::Range;

use percent_encoding::percent_encode_byte;
use wide::u8x16;

use crate::dialect::Dialect;
use crate::search;
use crate::table::byte_table;

/// Returns the canonical spelling of a path pattern, which is the value of an `allow` or `disallow`
/// line.
///
/// A `*` remains a wildcard, and a final `$` remains an anchor. The pattern may be invalid UTF-8.
///
/// ```
/// use robots_exclusion::{Dialect, canonical};
///
/// let spelled = canonical::pattern("/%7ejoe/a b%2f*é$".as_bytes(), Dialect::Standard);
/// assert_eq!(*spelled, *b"/~joe/a%20b%2F*%C3%A9$");
/// ```
pub fn pattern(written: &[u8], dialect: Dialect) -> Cow<'_, [u8]> {
    if dialect.decodes_escapes() {
        respell(written, |at, byte, is_escaped| match byte {
            b'/' | b'?' | b'#' | b'*' => is_escaped,
            b'$' => is_escaped || at + 1 < written.len(),
            _ => is_encoded(byte),
        })
    } else {
        respell(written, |_, byte, is_escaped| is_escaped || byte >= 0x80)
    }
}

/// Returns the position of the first byte of a pattern that may be [`SPECIAL`], or the end of the
/// pattern if it has no such byte. Line ends may be special, too, so the search stops at the end of
/// the line.
#[inline]
pub(crate) fn first_special(text: &[u8], pattern: Range<usize>) -> usize {
    search::find(text, pattern.start, may_be_special).min(pattern.end)
}

/// Returns `true` if wildcards and a final anchor are the only bytes in a pattern that may be
/// [`SPECIAL`]. If so, the pattern is its own canonical spelling.
#[inline]
pub(crate) fn has_only_wildcards(text: &[u8], pattern: Range<usize>) -> bool {
    let end = pattern.end - usize::from(text[pattern.clone()].ends_with(b"$"));
    let is_other = |bytes: u8x16| may_be_special(bytes) & !bytes.cmp_eq(u8x16::splat(b'*'));
    search::find(text, pattern.start, is_other) >= end
}

/// Selects the bytes that are [`SPECIAL`], as well as `!` and `#`. These two aren't special, but
/// excluding them would take more comparisons.
pub(crate) fn may_be_special(bytes: u8x16) -> u8x16 {
    let from_first = bytes.max(u8x16::splat(b'&'));
    let in_range = from_first.min(u8x16::splat(b'~')).cmp_eq(bytes);
    !in_range | search::any_of(*b"*<>`")(bytes)
}

/// Returns the canonical spelling of a request target (the path and query of a URL).
///
/// The query begins after the first literal `?`. In the query, `%2F` and `%3F` become `/` and `?`.
/// In [`Dialect::Google`], the target is returned unchanged.
///
/// ```
/// use robots_exclusion::{Dialect, canonical};
///
/// let spelled = canonical::target(b"/%61%2fb?c=%2fd*", Dialect::Standard);
/// assert_eq!(*spelled, *b"/a%2Fb?c=/d%2A");
/// ```
pub fn target(written: &[u8], dialect: Dialect) -> Cow<'_, [u8]> {
    if !dialect.decodes_escapes() {
        return Cow::Borrowed(written);
    }
    let query = memchr::memchr(b'?', written).unwrap_or(written.len());
    respell(written, |at, byte, is_escaped| match byte {
        b'/' | b'?' => is_escaped && at < query,
        b'#' => is_escaped,
        b'*' | b'$' => true,
        _ => is_encoded(byte),
    })
}

/// Returns `true` for bytes that are always percent-encoded in [`Dialect::Standard`].
const fn is_encoded(byte: u8) -> bool {
    matches!(byte, 0..=b' ' | b'"' | b'%' | b'<' | b'>' | b'`' | 0x7F..=0xFF)
}

/// Marks the bytes that may have to be rewritten, or that have a meaning in patterns. Any other
/// byte is its own canonical spelling in every position.
pub(crate) static SPECIAL: [bool; 256] =
    byte_table!(|byte| is_encoded(byte) || matches!(byte, b'*' | b'$'));

/// Rewrites `written` unit by unit, or borrows it if nothing changes.
///
/// A unit is one byte or `%XX`. `is_encoded` decides whether to spell a unit as `%XX`, given its
/// position, the byte it encodes, and whether it is written as `%XX`. It is only called for
/// [`SPECIAL`] bytes and for units written as `%XX`.
///
/// Unchanged units aren't copied one by one. Instead, `copied` is the end of the last changed unit,
/// and all bytes since then are copied together at the next change.
fn respell(written: &[u8], is_encoded: impl Fn(usize, u8, bool) -> bool) -> Cow<'_, [u8]> {
    let mut spelled = Vec::new();
    let mut copied = 0;
    let mut at = 0;
    let is_special = |&byte: &u8| SPECIAL[usize::from(byte)];
    while let Some(plain) = written[at..].iter().position(is_special) {
        at += plain;
        let (byte, width) = unescape(written, at).map_or((written[at], 1), |byte| (byte, 3));
        let unit = if is_encoded(at, byte, width == 3) {
            percent_encode_byte(byte).as_bytes()
        } else {
            &[byte]
        };
        let after = at + width;
        if written[at..after] != *unit {
            spelled.extend_from_slice(&written[copied..at]);
            spelled.extend_from_slice(unit);
            copied = after;
        }
        at = after;
    }
    if copied == 0 {
        return Cow::Borrowed(written);
    }
    spelled.extend_from_slice(&written[copied..]);
    Cow::Owned(spelled)
}

/// Returns the byte encoded by `pct-encoded = "%" HEXDIG HEXDIG` (RFC 3986 §2.1) at `at`.
pub(crate) fn unescape(written: &[u8], at: usize) -> Option<u8> {
    if written[at] != b'%' {
        return None;
    }
    let digit = |at: usize| char::from(*written.get(at)?).to_digit(16);
    Some((digit(at + 1)? * 16 + digit(at + 2)?) as u8)
}

#[cfg(test)]
mod tests;
