//! The URL of a query, prepared once: its path and query, canonically spelled.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;

use memchr::{memchr, memchr3, memmem};
use url::Url;

use crate::canonical;
use crate::dialect::Dialect;

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
        let spelled = match dialect {
            Dialect::Standard => {
                without_parser(url).unwrap_or_else(|| Cow::Owned(with_parser(url)))
            }
            Dialect::Google => match path_params_query(url.as_bytes()) {
                Cow::Borrowed(target) => Cow::Borrowed(until_nul(target)),
                Cow::Owned(target) => Cow::Owned(until_nul(&target).to_vec()),
            },
        };
        Target { spelled, dialect }
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
        self.dialect == Dialect::Standard && *self.spelled == *b"/robots.txt"
    }
}

/// What an octet means for the way in which a target can be had.
#[derive(Clone, Copy, PartialEq)]
enum Care {
    /// Stands for itself, and a URL parser leaves it alone.
    Plain,
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
    let mut octet = 0;
    while octet < 256 {
        care[octet] = match octet as u8 {
            b'#' => Care::Fragment,
            0..=b' ' | b'\\' | 0x7F => Care::Parser,
            _ if canonical::STANDARD[octet] => Care::Spelling,
            _ => Care::Plain,
        };
        octet += 1;
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
    let mut end = path.len();
    let mut spelling = false;
    let mut before = 0;
    for (at, &octet) in path.iter().enumerate() {
        match CARE[octet as usize] {
            Care::Plain if octet == b'.' && before == b'/' => return None,
            Care::Plain => {}
            Care::Spelling => {
                if octet == b'%' && matches!(path.get(at + 1..at + 3), Some(b"2e" | b"2E")) {
                    return None;
                }
                spelling = true;
            }
            Care::Fragment => {
                end = at;
                break;
            }
            Care::Parser => return None,
        }
        before = octet;
    }
    let path = &path[..end];
    Some(if spelling {
        canonical::target(path, Dialect::Standard)
    } else {
        Cow::Borrowed(path)
    })
}

/// What stands behind the authority of an http(s) URL, if the authority is so
/// plain that every reading of the URL ends it at the same octet.
#[inline]
fn behind_authority(url: &[u8]) -> Option<&[u8]> {
    let behind = url
        .strip_prefix(b"https://")
        .or_else(|| url.strip_prefix(b"http://"))?;
    let is_plain =
        |octet: u8| octet.is_ascii_alphanumeric() || matches!(octet, b'.' | b'-' | b'_' | b':');
    match behind.iter().position(|&octet| !is_plain(octet)) {
        None if !behind.is_empty() => Some(b"/"),
        Some(end) if end > 0 && behind[end] == b'/' => Some(&behind[end..]),
        _ => None,
    }
}

/// The target of any URL: of those that the WHATWG URL Standard gives a path
/// and query to, just these; of others the reference's reading. Canonically
/// spelled.
#[cold]
fn with_parser(url: &str) -> Vec<u8> {
    let parsed = if url.starts_with('/') {
        let mut absolute = String::with_capacity(url.len() + 8);
        absolute.push_str("http://h");
        absolute.push_str(url);
        Url::parse(&absolute)
    } else {
        Url::parse(url)
    };
    let special = parsed
        .ok()
        .filter(|parsed| matches!(parsed.scheme(), "http" | "https" | "ws" | "wss" | "ftp"));
    let written = match &special {
        Some(parsed) => {
            Cow::Borrowed(parsed[url::Position::BeforePath..url::Position::AfterQuery].as_bytes())
        }
        None => path_params_query(url.as_bytes()),
    };
    canonical::target(&written, Dialect::Standard).into_owned()
}

/// google/robotstxt's `GetPathParamsQuery`: what stands behind the authority,
/// if there is one, up to the fragment.
fn path_params_query(url: &[u8]) -> Cow<'_, [u8]> {
    // Two slashes at the start introduce a host.
    let start = if url.starts_with(b"//") { 2 } else { 0 };
    let find_delimiter = |from: usize| memchr3(b'/', b'?', b';', &url[from..]).map(|at| from + at);
    let authority = match memmem::find(&url[start..], b"://").map(|at| start + at) {
        // Behind a path, parameter or query `://` does not end a scheme.
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

/// The reference hands the target on as a C string.
fn until_nul(target: &[u8]) -> &[u8] {
    &target[..memchr(0, target).unwrap_or(target.len())]
}
