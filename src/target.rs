//! Extracts the path and query from the URL that is queried, and spells them canonically.

mod whatwg;

use alloc::borrow::Cow;

use wide::u8x16;

use crate::canonical;
use crate::dialect::Dialect;
use crate::search::{self, any_of};

/// The path and query of a URL, ready for matching.
#[derive(Clone, Debug)]
pub(crate) struct Target<'u> {
    url: &'u str,
    spelled: Cow<'u, [u8]>,
    pub(crate) dialect: Dialect,
}

impl<'u> Target<'u> {
    /// Creates the target for any string, so it never fails. Ordinary URLs are borrowed.
    #[inline]
    pub(crate) fn new(url: &'u str, dialect: Dialect) -> Target<'u> {
        // Each case builds its own value, because a `Cow` that may be either borrowed or owned is
        // written to memory in parts and then read back as a whole, which stalls the processor.
        match plain(url.as_bytes()) {
            // google/robotstxt reads `//` as the start of a host.
            Some(plain) if dialect.resolves_urls() || !url.starts_with("//") => {
                Target::of(url, plain.into(), dialect)
            }
            _ => Target::of(url, respelled(url, dialect), dialect),
        }
    }

    /// Creates the target of a URL, given its path and query in canonical spelling.
    pub(crate) fn of(url: &'u str, spelled: Cow<'u, [u8]>, dialect: Dialect) -> Target<'u> {
        Target {
            url,
            spelled,
            dialect,
        }
    }

    /// Returns `true` if the URL neither begins with `/` nor is absolute.
    pub(crate) fn is_of_incomplete_url(&self) -> bool {
        // Ordinary URLs are recognised without allocating.
        let mut starts = ["/", "https://", "http://"].into_iter();
        !starts.any(|start| self.url.starts_with(start)) && !whatwg::is_absolute(self.url)
    }

    /// Returns the canonical spelling, which begins with `/`.
    pub(crate) fn bytes(&self) -> &[u8] {
        &self.spelled
    }

    /// Returns `true` if this is `/robots.txt`, which RFC 9309 §2.2.2 always allows.
    /// google/robotstxt has no such rule, so the result is `false` in its dialect.
    pub(crate) fn is_robots_txt(&self) -> bool {
        self.dialect.exempts_robots_txt() && *self.spelled == *b"/robots.txt"
    }
}

/// Returns a URL's path and query if they are already in canonical spelling.
fn plain(url: &[u8]) -> Option<&[u8]> {
    // One search checks the authority together with the path.
    let (url, target) = split_authority(url)?;
    search::find_pair(url, is_odd).is_none().then_some(target)
}

/// Returns the canonically spelled target of any URL. Its path and query are the ones that the
/// WHATWG URL Standard defines or, for strings that it rejects, the ones that google/robotstxt
/// would read.
fn respelled(url: &str, dialect: Dialect) -> Cow<'_, [u8]> {
    if !dialect.resolves_urls() {
        return path_params_query(url.as_bytes(), dialect);
    }
    // A URL parser would only percent-encode bytes that canonical spelling encodes as well. The
    // host may be invalid.
    let parts = split_authority(search::until(url.as_bytes(), [b'#'; 3]));
    if let Some((_, target)) = parts.filter(|(read, _)| !needs_parser(read)) {
        return canonical::target(target, dialect);
    }
    let rejected = || path_params_query(url.as_bytes(), dialect);
    let written = whatwg::path_and_query(url).map_or_else(rejected, Cow::Owned);
    Cow::Owned(canonical::target(&written, dialect).into_owned())
}

/// Returns `true` if the path contains, after its first byte, a byte that a URL parser would
/// remove or turn into `/`, or that might start a dot segment.
///
/// A vector search finds candidates: blanks and control characters, `\`, a `.` after `/`, and an
/// `e` after `2`. The last two are harmless unless `/.` is followed by `.`, `%`, `/`, `?` or the
/// end, or the `2e` is part of `%2e`.
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

/// Returns the part of a URL that a URL parser may rewrite, and the URL's path and query. For an
/// http(s) URL, the first part begins at the second slash of `://`. If the URL is just a path, it
/// is returned twice.
///
/// The authority in `//authority/path` ends wherever every URL parser ends it, even if it is
/// invalid. This function doesn't check for `\`, `#` or bytes that URL parsers remove.
#[inline]
fn split_authority(url: &[u8]) -> Option<(&[u8], &[u8])> {
    if url.first() == Some(&b'/') {
        return Some((url, url));
    }
    let read = url
        .strip_prefix(b"https:/")
        .or_else(|| url.strip_prefix(b"http:/"))?;
    // Search the whole URL, because a text that is shorter than a window has to be copied.
    let start = url.len() - read.strip_prefix(b"/")?.len();
    let end = search::find(url, start, is_delimiter);
    match &url[end..] {
        _ if end == start => None,
        [] => Some((read, b"/")),
        target @ [b'/', ..] => Some((read, target)),
        _ => None,
    }
}

/// Selects `/`, `?`, `;` and `+`, which only differ in two bits. With three comparisons instead, a
/// plain URL would cost 20 % more instructions.
fn is_delimiter(bytes: u8x16) -> u8x16 {
    const BITS: u8 = 0x14;
    (bytes | u8x16::splat(BITS)).cmp_eq(u8x16::splat(b'/' | BITS))
}

/// Selects the pairs of bytes that may prevent a path from being used unchanged, because the second
/// byte either may need another spelling or begins a segment with a dot.
fn is_odd(before: u8x16, bytes: u8x16) -> u8x16 {
    let is = |byte| bytes.cmp_eq(u8x16::splat(byte));
    let dot_segment = before.cmp_eq(u8x16::splat(b'/')) & is(b'.');
    canonical::may_be_special(bytes) | is(b'\\') | dot_segment
}

/// Imitates `GetPathParamsQuery` in google/robotstxt. Returns the part of a URL after any
/// authority, up to the fragment or any other end of a target.
fn path_params_query(url: &[u8], dialect: Dialect) -> Cow<'_, [u8]> {
    let authority_end = |url| search::until(url, *b"/?;").len();
    let url = search::until(url, [b'#'; 3]);
    // A host follows `//` at the start, or `://` if no other delimiter precedes it.
    let mut rest = url.strip_prefix(b"//").unwrap_or(url);
    let mut path = authority_end(rest);
    if path > 0 && rest[path - 1..].starts_with(b"://") {
        rest = &rest[path + 2..];
        path = authority_end(rest);
    }
    let end = if dialect.nul_ends_text() { 0 } else { b'#' };
    match search::until(&rest[path..], [end; 3]) {
        [] => Cow::Borrowed(b"/"),
        target @ [b'/', ..] => Cow::Borrowed(target),
        target => Cow::Owned([b"/", target].concat()),
    }
}

#[cfg(test)]
mod tests;
