//! Extracts the path and query from a URL as specified in the WHATWG URL Standard.

use alloc::string::String;
use alloc::vec::Vec;

use percent_encoding::{NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};
use url::{Position, Url};

/// Returns the path and query of an absolute URL with a special scheme, or of a string that begins
/// with `/`. Returns `None` for any string that doesn't parse as one of these according to the
/// Standard.
///
/// The result may contain percent-encoded bytes that weren't encoded in the URL. Canonical spelling
/// decodes them.
///
/// Takes time linear in the length of the URL, except for its host.
pub(super) fn path_and_query(url: &str) -> Option<Vec<u8>> {
    let cleaned = cleaned(url);
    let path = if url.starts_with('/') {
        &cleaned
    } else {
        after_authority(&cleaned)?
    };
    // The `url` crate keeps `c:` and `c|` before `/..` in every URL, as if they were `file:`
    // drives.
    let path = path.replace(':', "%3A").replace('|', "%7C");
    let resolved = Url::parse(&["http://host", &path].concat()).ok()?;
    Some(resolved[Position::BeforePath..Position::AfterQuery].into())
}

/// Removes blanks around the URL, and tabs and line ends inside it. These are the first steps
/// of the "basic URL parser".
fn cleaned(url: &str) -> String {
    let trimmed = url.trim_matches(|letter| letter <= ' ');
    trimmed.replace(['\t', '\n', '\r'], "")
}

/// Returns `true` for the schemes that the Standard calls special, except `file`. Their URLs have a
/// host, and `\` means `/` in them.
fn is_special(scheme: &str) -> bool {
    let scheme = scheme.to_ascii_lowercase();
    matches!(&*scheme, "http" | "https" | "ws" | "wss" | "ftp")
}

/// Returns `true` if a URL has a scheme and may have a host. That is the case if the scheme is
/// special or is followed by `://`.
pub(super) fn is_absolute(url: &str) -> bool {
    let is_part = |byte: u8| byte.is_ascii_alphanumeric() || b"+-.".contains(&byte);
    cleaned(url).split_once(':').is_some_and(|(scheme, rest)| {
        let begins_with_letter = scheme.starts_with(|letter: char| letter.is_ascii_alphabetic());
        let is_scheme = begins_with_letter && scheme.bytes().all(is_part);
        is_special(scheme) || is_scheme && rest.starts_with("//")
    })
}

/// Returns the part after the authority of an absolute URL with a special scheme, if the
/// authority is valid.
fn after_authority(url: &str) -> Option<&str> {
    let (scheme, rest) = url.split_once(':')?;
    // "Special authority ignore slashes state": any number of them, or none.
    let rest = rest.trim_start_matches(['/', '\\']);
    let end = rest.find(['/', '\\', '?', '#']).unwrap_or(rest.len());
    let (authority, path) = rest.split_at(end);
    let (_userinfo, host) = authority.rsplit_once('@').unwrap_or(("", authority));
    (is_special(scheme) && is_host_and_port(host)).then_some(path)
}

/// Returns `true` if this is a host, optionally followed by a port.
///
/// Only the `url` crate's Unicode tables know which non-ASCII hosts are valid, and a program can be
/// built without them. Every non-ASCII host is therefore accepted, so that its validity doesn't
/// affect whether the path after it is resolved.
fn is_host_and_port(host_and_port: &str) -> bool {
    let is_accepted = |host: &str, port: &str| {
        // Without the slash, a blank at the end would be trimmed.
        Url::parse(&["http://", host, port, "/"].concat()).is_ok()
    };
    if host_and_port.starts_with('[') {
        return is_accepted(host_and_port, "");
    }
    let port = host_and_port.find(':').unwrap_or(host_and_port.len());
    let (host, port) = host_and_port.split_at(port);
    let domain = percent_decode_str(host).decode_utf8_lossy();
    if !domain.is_ascii() {
        return is_accepted("host", port);
    }
    // "Domain to ASCII" doesn't check the Unicode form of labels in an ASCII domain, so `xn--` is
    // treated like any other letters.
    let plain = domain.to_ascii_lowercase().replace("xn--", "xx--");
    let plain: String = utf8_percent_encode(&plain, NON_ALPHANUMERIC).collect();
    is_accepted(&plain, port)
}
