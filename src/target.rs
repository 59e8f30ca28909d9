//! The URL of a query, prepared once: its path and query, canonically spelled.

mod whatwg;

use alloc::borrow::Cow;
use alloc::vec::Vec;

use memchr::{memchr, memchr3, memmem};

use crate::canonical;
use crate::dialect::Dialect;
use crate::neighbours;

/// What a URL asks a server for: its path and query, ready for matching.
#[derive(Clone, Debug)]
pub(crate) struct Target<'u> {
    spelled: Cow<'u, [u8]>,
    dialect: Dialect,
}

impl<'u> Target<'u> {
    /// Takes any string; never fails. Borrows from ordinary URLs.
    #[inline]
    pub(crate) fn new(url: &'u str, dialect: Dialect) -> Target<'u> {
        let spelled = if dialect.resolves_urls() {
            without_parser(url).unwrap_or_else(|| Cow::Owned(with_parser(url)))
        } else {
            as_given(url, dialect)
        };
        Target { spelled, dialect }
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

    pub(crate) fn dialect(&self) -> Dialect {
        self.dialect
    }

    /// Whether this is `/robots.txt` itself, which RFC 9309 §2.2.2 allows
    /// whatever the rules say; google/robotstxt has no such rule.
    #[inline]
    pub(crate) fn is_robots_txt(&self) -> bool {
        self.dialect.exempts_robots_txt() && *self.spelled == *b"/robots.txt"
    }
}

/// The path and query of a URL as it is written.
fn as_given(url: &str, dialect: Dialect) -> Cow<'_, [u8]> {
    let until_nul = |target: &[u8]| {
        let nul = memchr(0, target).filter(|_| dialect.nul_ends_target());
        nul.unwrap_or(target.len())
    };
    match url.as_bytes() {
        // Nothing but a second slash can make a host of a path.
        path @ [b'/', rest @ ..] if rest.first() != Some(&b'/') => {
            let path = &path[..memchr(b'#', path).unwrap_or(path.len())];
            Cow::Borrowed(&path[..until_nul(path)])
        }
        url => match path_params_query(url) {
            Cow::Borrowed(target) => Cow::Borrowed(&target[..until_nul(target)]),
            Cow::Owned(target) => Cow::Owned(target[..until_nul(&target)].to_vec()),
        },
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
#[inline]
fn without_parser(url: &str) -> Option<Cow<'_, [u8]>> {
    let url = url.as_bytes();
    let path = if url.first() == Some(&b'/') {
        url
    } else {
        behind_authority(url)?
    };
    match first_odd(path) {
        None => Some(Cow::Borrowed(path)),
        Some(at) => almost_plain(path, at),
    }
}

/// Where the first byte stands that keeps a path from being its own target.
#[inline]
fn first_odd(path: &[u8]) -> Option<usize> {
    neighbours::first(path, is_odd).or_else(|| {
        let (&byte, before) = path.split_last()?;
        is_odd(byte, 0).then_some(before.len())
    })
}

/// Whether a byte that `next` follows may keep a path from being its own
/// target. Without branches, so that many are asked about at a time.
#[inline(always)]
fn is_odd(byte: u8, next: u8) -> bool {
    // `!` could be left as well, but is seldom worth a comparison.
    (byte.wrapping_sub(b'&') > b'~' - b'&')
        | (byte == b'*')
        // `<` and `>` differ in one bit, and no other byte from both.
        | (byte | 2 == b'>')
        | (byte == b'\\')
        | (byte == b'`')
        | ((byte == b'/') & (next == b'.'))
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

static PLAIN_AUTHORITY: [bool; 256] = {
    let mut plain = [false; 256];
    let mut byte = 0;
    while byte < 256 {
        plain[byte] =
            (byte as u8).is_ascii_alphanumeric() || matches!(byte as u8, b'.' | b'-' | b'_' | b':');
        byte += 1;
    }
    plain
};

/// What stands after the authority of an http(s) URL, if the authority is so
/// plain that every reading of the URL ends it at the same byte.
#[inline]
fn behind_authority(url: &[u8]) -> Option<&[u8]> {
    let after = url
        .strip_prefix(b"https://")
        .or_else(|| url.strip_prefix(b"http://"))?;
    match after
        .iter()
        .position(|&byte| !PLAIN_AUTHORITY[byte as usize])
    {
        None if !after.is_empty() => Some(b"/"),
        Some(end) if end > 0 && after[end] == b'/' => Some(&after[end..]),
        _ => None,
    }
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
