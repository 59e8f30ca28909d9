//! The URL of a query, prepared once: its path and query, canonically spelled.

mod whatwg;

use alloc::borrow::Cow;
use alloc::boxed::Box;
use core::cell::OnceCell;

use memchr::memchr;
use wide::u8x16;

use crate::canonical;
use crate::dialect::Dialect;
use crate::search::{self, any_of};

/// What a URL asks a server for: its path and query, ready for matching.
#[derive(Clone, Debug)]
pub(crate) struct Target<'u> {
    spelled: Cow<'u, [u8]>,
    pub(crate) dialect: Dialect,
    /// See [`marked`](Target::marked).
    marked: OnceCell<Box<[u8]>>,
}

impl<'u> Target<'u> {
    /// Takes any string; never fails. Borrows from ordinary URLs.
    #[inline]
    pub(crate) fn new(url: &'u str, dialect: Dialect) -> Target<'u> {
        let plain = if dialect.resolves_urls() {
            plain(url.as_bytes())
        } else {
            plain_as_given(url.as_bytes(), dialect)
        };
        // Each case on its own: a `Cow` that may be either is written to memory in parts
        // and read back at once, which stalls the processor.
        let target = |spelled| Target {
            spelled,
            dialect,
            marked: OnceCell::new(),
        };
        match plain {
            Some(plain) => target(Cow::Borrowed(plain)),
            None => target(respelled(url, dialect)),
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

/// Replaces the digits of each `%XX` by bytes that occur nowhere else, as a canonical
/// spelling is ASCII: a search in marked bytes finds nothing that begins inside a unit.
pub(crate) fn mark_escapes(bytes: &mut [u8]) {
    let mut rest = bytes;
    while let Some(percent) = memchr(b'%', rest) {
        let after = &mut rest[percent + 1..];
        let (digits, after) = after.split_at_mut(after.len().min(2));
        digits.iter_mut().for_each(|digit| *digit |= 0x80);
        rest = after;
    }
}

/// The path and query of a URL in which they stand canonically spelled.
#[inline]
fn plain(url: &[u8]) -> Option<&[u8]> {
    // The authority is looked through together with the path.
    let (url, target) = split_authority(url)?;
    search::find_pair(url, is_odd).is_none().then_some(target)
}

/// The target of any URL: of those that the WHATWG URL Standard gives a path
/// and query to, just these; of others the reference's reading. Canonically
/// spelled.
#[inline(never)]
fn respelled(url: &str, dialect: Dialect) -> Cow<'_, [u8]> {
    if !dialect.resolves_urls() {
        return path_params_query(url.as_bytes(), dialect);
    }
    if let Some(target) = without_parser(until(url.as_bytes(), [b'#'])) {
        return target;
    }
    let written = match whatwg::path_and_query(url) {
        Some(resolved) => Cow::Owned(resolved),
        None => path_params_query(url.as_bytes(), dialect),
    };
    Cow::Owned(canonical::target(&written, dialect).into_owned())
}

/// The target of a URL without fragment that needs no URL parser, whatever one would
/// say of its host: all that one would do is encode bytes as their canonical spelling
/// does.
fn without_parser(url: &[u8]) -> Option<Cow<'_, [u8]>> {
    let (url, target) = split_authority(url)?;
    (!needs_parser(url)).then(|| canonical::target(target, Dialect::Standard))
}

/// Whether a byte of a path other than its first is one that a URL parser removes or makes a
/// slash of, or may begin a dot segment.
fn needs_parser(mut path: &[u8]) -> bool {
    let may_need = |before: u8x16, bytes: u8x16| {
        let is_after = |first| before.cmp_eq(u8x16::splat(first));
        let is_removed = bytes.min(u8x16::splat(b' ')).cmp_eq(bytes);
        is_removed
            | any_of([b'\\'])(bytes)
            | is_after(b'/') & any_of([b'.'])(bytes)
            | is_after(b'2') & any_of([b'e', b'E'])(bytes)
    };
    while let Some(at) = search::find_pair(path, may_need) {
        let is_harmless = match path[at..] {
            [b'/', b'.', after, ..] => !b".%/?".contains(&after),
            [b'2', b'e' | b'E', ..] => !path[..at].ends_with(b"%"),
            _ => false,
        };
        if !is_harmless {
            return true;
        }
        path = &path[at + 1..];
    }
    false
}

/// A path or an http(s) URL from a slash on, and its path and query: the authority of
/// `//authority/path` ends where every reading of the URL has it end, whether it is
/// valid or not. What a URL parser removes, `\` and `#` are not looked for.
#[inline]
fn split_authority(url: &[u8]) -> Option<(&[u8], &[u8])> {
    if url.first() == Some(&b'/') {
        return Some((url, url));
    }
    let url = url
        .strip_prefix(b"https:/")
        .or_else(|| url.strip_prefix(b"http:/"))?;
    let authority = url.strip_prefix(b"/")?;
    let end = search::find(authority, 0, is_delimiter);
    match &authority[end..] {
        _ if end == 0 => None,
        [] => Some((url, b"/")),
        target @ [b'/', ..] => Some((url, target)),
        _ => None,
    }
}

/// Which bytes are `/`, `?`, `;` or `+`: these four are alike but for two bits. With
/// three comparisons, a plain URL takes a fifth more instructions.
#[inline(always)]
fn is_delimiter(bytes: u8x16) -> u8x16 {
    const BITS: u8 = 0x14;
    (bytes | u8x16::splat(BITS)).cmp_eq(u8x16::splat(b'/' | BITS))
}

/// Of pairs of bytes, whether the second may keep a path from being its own
/// target, or begins a segment with a dot.
#[inline(always)]
fn is_odd(before: u8x16, bytes: u8x16) -> u8x16 {
    let is = |byte| bytes.cmp_eq(u8x16::splat(byte));
    let dot_segment = before.cmp_eq(u8x16::splat(b'/')) & is(b'.');
    canonical::may_be_special(bytes) | is(b'\\') | dot_segment
}

/// The path and query of a path, up to its end, as it is written.
#[inline]
fn plain_as_given(url: &[u8], dialect: Dialect) -> Option<&[u8]> {
    // Nothing but a second slash can make a host of a path.
    if url.first() != Some(&b'/') || url.get(1) == Some(&b'/') {
        return None;
    }
    let is_end = |_, bytes| any_of([b'#', end(dialect)])(bytes);
    let length = search::find_pair(url, is_end).map_or(url.len(), |before| before + 1);
    Some(&url[..length])
}

/// What ends a target besides `#`, or that again.
fn end(dialect: Dialect) -> u8 {
    if dialect.nul_ends_target() { 0 } else { b'#' }
}

/// google/robotstxt's `GetPathParamsQuery`: what stands after the authority,
/// if there is one, up to the fragment or what else ends a target.
fn path_params_query(url: &[u8], dialect: Dialect) -> Cow<'_, [u8]> {
    let authority_end = |url| until(url, *b"/?;").len();
    let url = until(url, [b'#']);
    // Two slashes at the start introduce a host, and so do those of `://`, unless
    // another delimiter stands before them.
    let mut rest = url.strip_prefix(b"//").unwrap_or(url);
    let mut path = authority_end(rest);
    if path > 0 && rest[path - 1..].starts_with(b"://") {
        rest = &rest[path + 2..];
        path = authority_end(rest);
    }
    match until(&rest[path..], [end(dialect)]) {
        [] => Cow::Borrowed(b"/"),
        target @ [b'/', ..] => Cow::Borrowed(target),
        target => Cow::Owned([b"/", target].concat()),
    }
}

/// What stands before the first of some bytes.
#[inline]
fn until<const COUNT: usize>(text: &[u8], ends: [u8; COUNT]) -> &[u8] {
    &text[..search::find(text, 0, any_of(ends))]
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
            let is_plain = !canonical::SPECIAL[usize::from(byte)] && !b"#\\".contains(&byte);
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
