//! Path and query of a URL as the WHATWG URL Standard has them.
//!
//! The `url` crate judges hosts. It does not resolve paths here, because it
//! keeps `c:` before `/..` in every URL, like a drive of `file:`.

use alloc::string::String;
use alloc::vec::Vec;

use memchr::{memchr, memchr2};
use percent_encoding::{NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};
use url::Url;

/// The schemes, `file` apart, that the Standard calls special: their URLs have
/// a host, and `\` is `/` in them.
const SPECIAL: [&str; 5] = ["http", "https", "ws", "wss", "ftp"];

/// Path and query of an absolute URL of a special scheme, or of what begins
/// with `/`. Nothing is percent-encoded that was not. `None` for all that the
/// Standard makes no such URL of.
///
/// Costs time linear in the URL, its host apart.
pub(super) fn path_and_query(url: &str) -> Option<Vec<u8>> {
    // The first steps of the "basic URL parser".
    let cleaned: String = url
        .trim_matches(|letter| letter <= ' ')
        .chars()
        .filter(|letter| !matches!(letter, '\t' | '\n' | '\r'))
        .collect();
    let path = if url.starts_with('/') {
        &cleaned
    } else {
        after_authority(&cleaned)?
    };
    Some(resolve(path.as_bytes()))
}

/// What follows the authority of an absolute URL of a special scheme, if the
/// authority is valid.
fn after_authority(url: &str) -> Option<&str> {
    let (scheme, rest) = url.split_once(':')?;
    let is_special = SPECIAL
        .iter()
        .any(|special| scheme.eq_ignore_ascii_case(special));
    // "Special authority ignore slashes state": any number of them, or none.
    let rest = rest.trim_start_matches(['/', '\\']);
    let end = rest.find(['/', '\\', '?', '#']).unwrap_or(rest.len());
    let (authority, path) = rest.split_at(end);
    let host = authority
        .rsplit_once('@')
        .map_or(authority, |(_userinfo, host)| host);
    (is_special && is_host_and_port(host)).then_some(path)
}

/// Whether a host and perhaps a port may stand in a URL.
fn is_host_and_port(host_and_port: &str) -> bool {
    let is_accepted = |host: &str, port: &str| {
        let mut url = String::from("http://");
        url.push_str(host);
        url.push_str(port);
        // Or what ends in a blank would be trimmed.
        url.push('/');
        Url::parse(&url).is_ok()
    };
    if is_accepted(host_and_port, "") {
        return true;
    }
    // "Domain to ASCII": an ASCII domain does not fail for what its labels
    // would be in Unicode, so `xn--` is as good there as any other letters.
    let port = host_and_port.find(':').unwrap_or(host_and_port.len());
    let (host, port) = host_and_port.split_at(port);
    let domain: Vec<u8> = percent_decode_str(host).collect();
    match String::from_utf8(domain) {
        Ok(domain) if domain.is_ascii() => {
            let plain = domain.to_ascii_lowercase().replace("xn--", "xx--");
            let plain: String = utf8_percent_encode(&plain, NON_ALPHANUMERIC).collect();
            is_accepted(&plain, port)
        }
        _ => false,
    }
}

/// The "path state" of the Standard: splits what follows an authority into
/// segments and resolves those of dots; drops the fragment.
fn resolve(written: &[u8]) -> Vec<u8> {
    let written = &written[..memchr(b'#', written).unwrap_or(written.len())];
    let query = memchr(b'?', written).unwrap_or(written.len());
    let (path, query) = written.split_at(query);
    let path = match path {
        [b'/' | b'\\', path @ ..] => path,
        path => path,
    };
    let mut resolved = Vec::with_capacity(written.len() + 1);
    let mut rest = Some(path);
    while let Some(path) = rest {
        let end = memchr2(b'/', b'\\', path);
        let segment = &path[..end.unwrap_or(path.len())];
        rest = end.map(|end| &path[end + 1..]);
        match dots(segment) {
            None => {
                resolved.push(b'/');
                resolved.extend_from_slice(segment);
                continue;
            }
            Some(1) => {}
            Some(_) => {
                let last = memchr::memrchr(b'/', &resolved);
                resolved.truncate(last.unwrap_or(0));
            }
        }
        if rest.is_none() {
            resolved.push(b'/');
        }
    }
    resolved.extend_from_slice(query);
    resolved
}

/// How many dots a "single-dot" or "double-dot path segment" has; `None` for
/// any other segment.
fn dots(mut segment: &[u8]) -> Option<usize> {
    let mut count = 0;
    while !segment.is_empty() {
        segment = match segment {
            [b'.', rest @ ..] | [b'%', b'2', b'e' | b'E', rest @ ..] if count < 2 => rest,
            _ => return None,
        };
        count += 1;
    }
    (count > 0).then_some(count)
}
