//! The URL of a query, prepared once: its path and query, canonically spelled.

mod whatwg;

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::vec::Vec;
use core::cell::OnceCell;

use memchr::{memchr, memchr3, memmem};
use wide::u8x16;

use crate::canonical;
use crate::dialect::Dialect;
use crate::search::{self, any_of};
use crate::words;

/// What a URL asks a server for: its path and query, ready for matching.
#[derive(Clone, Debug)]
pub(crate) struct Target<'u> {
    spelled: Cow<'u, [u8]>,
    first_eight: u64,
    dialect: Dialect,
    /// See [`marked`](Target::marked).
    marked: OnceCell<Box<[u8]>>,
}

impl<'u> Target<'u> {
    /// Takes any string; never fails. Borrows from ordinary URLs.
    #[inline]
    pub(crate) fn new(url: &'u str, dialect: Dialect) -> Target<'u> {
        match part_of(url.as_bytes(), dialect) {
            Some(part) => Target::spelled(Cow::Borrowed(part), dialect),
            None => Target::of_any(url, dialect),
        }
    }

    /// [`new`](Target::new) for URLs that are not ordinary.
    #[inline(never)]
    fn of_any(url: &'u str, dialect: Dialect) -> Target<'u> {
        let spelled = if dialect.resolves_urls() {
            without_parser(url).unwrap_or_else(|| Cow::Owned(with_parser(url)))
        } else {
            as_given(url, dialect)
        };
        Target::spelled(spelled, dialect)
    }

    #[inline]
    fn spelled(spelled: Cow<'u, [u8]>, dialect: Dialect) -> Target<'u> {
        Target {
            first_eight: words::eight_at(&spelled, 0),
            spelled,
            dialect,
            marked: OnceCell::new(),
        }
    }

    /// Whether a URL is that of a `/robots.txt`, in every dialect.
    pub(crate) fn is_robots_txt_of(url: &str) -> bool {
        Target::new(url, Dialect::Standard).is_robots_txt()
    }

    /// The canonical spelling; begins with `/`.
    #[inline]
    pub(crate) fn bytes(&self) -> &[u8] {
        &self.spelled
    }

    /// The first eight of its bytes, which tell most rules that do not match.
    #[inline]
    pub(crate) fn first_eight(&self) -> u64 {
        self.first_eight
    }

    pub(crate) fn dialect(&self) -> Dialect {
        self.dialect
    }

    /// The canonical spelling with the digits of each `%XX` marked by
    /// [`mark_escapes`], made when it is first asked for.
    pub(crate) fn marked(&self) -> &[u8] {
        self.marked.get_or_init(|| {
            let mut marked = Box::from(self.bytes());
            mark_escapes(&mut marked);
            marked
        })
    }

    /// Whether this is `/robots.txt` itself, which RFC 9309 §2.2.2 allows
    /// whatever the rules say; google/robotstxt has no such rule.
    #[inline]
    pub(crate) fn is_robots_txt(&self) -> bool {
        self.dialect.exempts_robots_txt() && *self.spelled == *b"/robots.txt"
    }
}

/// Replaces the digits of each `%XX` by bytes that are found nowhere else: what
/// is sought in bytes so marked is found at the start of a unit only. (A
/// canonical spelling is ASCII.)
pub(crate) fn mark_escapes(bytes: &mut [u8]) {
    let mut rest = bytes;
    while let Some(percent) = memchr(b'%', rest) {
        let after = &mut rest[percent + 1..];
        let (digits, after) = after.split_at_mut(after.len().min(2));
        digits.iter_mut().for_each(|digit| *digit |= 0x80);
        rest = after;
    }
}

/// The path and query of an ordinary URL, as they stand there.
#[inline]
fn part_of(url: &[u8], dialect: Dialect) -> Option<&[u8]> {
    if dialect.resolves_urls() {
        // The authority is looked through together with the path.
        let (url, path) = split_authority(url)?;
        if search::find_pair(url, is_odd).is_some() {
            return None;
        }
        Some(if path < url.len() { &url[path..] } else { b"/" })
    } else {
        // Nothing but a second slash can make a host of a path.
        let is_path = url.first() == Some(&b'/') && url.get(1) != Some(&b'/');
        let ends = |_, bytes| any_of([b'#', 0])(bytes);
        (is_path && search::find_pair(url, ends).is_none()).then_some(url)
    }
}

/// The path and query of a URL as it is written.
fn as_given(url: &str, dialect: Dialect) -> Cow<'_, [u8]> {
    let until_nul = |target: &[u8]| {
        let nul = memchr(0, target).filter(|_| dialect.nul_ends_target());
        nul.unwrap_or(target.len())
    };
    match path_params_query(url.as_bytes()) {
        Cow::Borrowed(target) => Cow::Borrowed(&target[..until_nul(target)]),
        Cow::Owned(target) => Cow::Owned(target[..until_nul(&target)].to_vec()),
    }
}

/// What a byte means for the way in which a target can be had.
#[derive(Clone, Copy, PartialEq)]
enum Care {
    /// Stands for itself, and a URL parser leaves it alone.
    Plain,
    /// A dot, which may begin a dot segment.
    Dot,
    /// A URL parser leaves it alone or encodes it as its canonical spelling
    /// does; only the spelling may have to change.
    Spelling,
    /// Ends path and query.
    Fragment,
    /// Asks for a URL parser.
    Parser,
}

static CARE: [Care; 256] = {
    let mut care = [Care::Plain; 256];
    let mut byte = 0;
    while byte < 256 {
        care[byte] = match byte as u8 {
            b'#' => Care::Fragment,
            b'.' => Care::Dot,
            0..=b' ' | b'\\' | 0x7F => Care::Parser,
            _ if canonical::STANDARD[byte] => Care::Spelling,
            _ => Care::Plain,
        };
        byte += 1;
    }
    care
};

/// The target of a URL that needs no URL parser, whatever one would say of
/// its host: a path or an http(s) URL without dot segments, backslashes,
/// blanks and controls.
fn without_parser(url: &str) -> Option<Cow<'_, [u8]>> {
    let (url, path) = split_authority(url.as_bytes())?;
    let odd = search::find_pair(url, is_odd)? + 1;
    almost_plain(&url[path..], odd.checked_sub(path)?)
}

/// A path or an http(s) URL from a slash on, and where its path begins in that.
#[inline]
fn split_authority(url: &[u8]) -> Option<(&[u8], usize)> {
    if url.first() == Some(&b'/') {
        return Some((url, 0));
    }
    let url = url
        .strip_prefix(b"https:/")
        .or_else(|| url.strip_prefix(b"http:/"))?;
    Some((url, authority_end(url)?))
}

/// Where the authority of `//authority/path` ends, once `/` is gone from its
/// start, if every reading of the URL has it end there, whether it is valid or
/// not. What a URL parser removes, `\` and `#` are not looked for.
#[inline]
fn authority_end(url: &[u8]) -> Option<usize> {
    let after = url.strip_prefix(b"/")?;
    let end = search::find(after, 0, is_delimiter);
    match after.get(end) {
        Some(b'/') if end > 0 => Some(end + 1),
        None if end > 0 => Some(url.len()),
        _ => None,
    }
}

/// Which bytes are `/`, `?`, `;` or `+`: they differ in two bits, and no other byte
/// from all of them.
#[inline(always)]
fn is_delimiter(bytes: u8x16) -> u8x16 {
    const BITS: u8 = 0x14;
    (bytes | u8x16::splat(BITS)).cmp_eq(u8x16::splat(b'/' | BITS))
}

/// Of pairs of bytes, whether the second may keep a path from being its own
/// target, or begins a segment with a dot: true of every byte that is not
/// [`Care::Plain`], dots apart, and of `!`.
#[inline(always)]
fn is_odd(before: u8x16, bytes: u8x16) -> u8x16 {
    let is = |byte| bytes.cmp_eq(u8x16::splat(byte));
    let dot_segment = before.cmp_eq(u8x16::splat(b'/')) & is(b'.');
    canonical::may_be_special(bytes) | is(b'\\') | dot_segment
}

/// [`without_parser`] of a path whose spelling may have to change from `start`
/// on, or that a fragment follows there.
fn almost_plain(path: &[u8], start: usize) -> Option<Cow<'_, [u8]>> {
    let mut end = path.len();
    let mut is_spelled = true;
    for (at, &byte) in (start..).zip(&path[start..]) {
        match CARE[byte as usize] {
            Care::Plain => {}
            Care::Dot => {
                if path[..at].ends_with(b"/") && may_be_dots(&path[at..]) {
                    return None;
                }
            }
            Care::Spelling => {
                if byte == b'%' && matches!(path.get(at + 1..at + 3), Some(b"2e" | b"2E")) {
                    return None;
                }
                is_spelled = false;
            }
            Care::Fragment => {
                end = at;
                break;
            }
            Care::Parser => return None,
        }
    }
    let path = &path[..end];
    Some(if is_spelled {
        Cow::Borrowed(path)
    } else {
        canonical::target(path, Dialect::Standard)
    })
}

/// Whether what begins with a dot may be a dot segment: `.`, `..` or one of
/// them with `%2e`. `.well-known` is none.
fn may_be_dots(segment: &[u8]) -> bool {
    matches!(
        segment.get(1),
        None | Some(b'.' | b'%' | b'/' | b'\\' | b'?' | b'#')
    )
}

/// The target of any URL: of those that the WHATWG URL Standard gives a path
/// and query to, just these; of others the reference's reading. Canonically
/// spelled.
#[cold]
fn with_parser(url: &str) -> Vec<u8> {
    let written = match whatwg::path_and_query(url) {
        Some(resolved) => Cow::Owned(resolved),
        None => path_params_query(url.as_bytes()),
    };
    canonical::target(&written, Dialect::Standard).into_owned()
}

/// google/robotstxt's `GetPathParamsQuery`: what stands after the authority,
/// if there is one, up to the fragment.
fn path_params_query(url: &[u8]) -> Cow<'_, [u8]> {
    // Two slashes at the start introduce a host.
    let start = if url.starts_with(b"//") { 2 } else { 0 };
    let find_delimiter = |from: usize| memchr3(b'/', b'?', b';', &url[from..]).map(|at| from + at);
    let authority = match memmem::find(&url[start..], b"://").map(|at| start + at) {
        // After a path, parameter or query `://` does not end a scheme.
        Some(scheme_end) if find_delimiter(start).is_none_or(|at| at >= scheme_end) => {
            scheme_end + 3
        }
        _ => start,
    };
    let fragment = memchr(b'#', &url[start..]).map_or(url.len(), |at| start + at);
    match find_delimiter(authority) {
        Some(path) if path < fragment && url[path] == b'/' => Cow::Borrowed(&url[path..fragment]),
        Some(path) if path < fragment => {
            let mut target = Vec::with_capacity(fragment - path + 1);
            target.push(b'/');
            target.extend_from_slice(&url[path..fragment]);
            Cow::Owned(target)
        }
        _ => Cow::Borrowed(b"/"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn four_bytes_are_delimiters() {
        for byte in 0..=255 {
            let is = is_delimiter(u8x16::splat(byte)).any();
            assert_eq!(is, b"/?;+".contains(&byte), "{byte}");
        }
    }

    #[test]
    fn every_byte_that_is_not_plain_is_odd() {
        for byte in 0..=255 {
            let is_plain = matches!(CARE[usize::from(byte)], Care::Plain | Care::Dot);
            for before in 0..=255 {
                let begins_dot_segment = (before, byte) == (b'/', b'.');
                let odd = is_odd(u8x16::splat(before), u8x16::splat(byte));
                assert_eq!(
                    odd.all(),
                    !is_plain || byte == b'!' || begins_dot_segment,
                    "{before} {byte}"
                );
                assert_eq!(odd.all(), odd.any());
            }
        }
    }
}
