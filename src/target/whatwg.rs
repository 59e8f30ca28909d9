//! Path and query of a URL as the WHATWG URL Standard has them.

use alloc::string::String;
use alloc::vec::Vec;

use percent_encoding::{NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};
use url::{Position, Url};

/// The schemes, `file` apart, that the Standard calls special: their URLs have
/// a host, and `\` is `/` in them.
const SPECIAL: [&str; 5] = ["http", "https", "ws", "wss", "ftp"];

/// Path and query of an absolute URL of a special scheme, or of what begins
/// with `/`. Bytes may be percent-encoded that were not, and that canonical
/// spelling decodes. `None` for all that the Standard makes no such URL of.
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
    // The `url` crate keeps `c:` and `c|` before `/..` in every URL, like a drive
    // of `file:`.
    let path = path.replace(':', "%3A").replace('|', "%7C");
    let resolved = Url::parse(&["http://host", &path].concat()).ok()?;
    Some(resolved[Position::BeforePath..Position::AfterQuery].into())
}

/// What follows the authority of an absolute URL of a special scheme, if the
/// authority is valid.
fn after_authority(url: &str) -> Option<&str> {
    let (scheme, rest) = url.split_once(':')?;
    let is_scheme = |special: &&str| scheme.eq_ignore_ascii_case(special);
    let is_special = SPECIAL.iter().any(is_scheme);
    // "Special authority ignore slashes state": any number of them, or none.
    let rest = rest.trim_start_matches(['/', '\\']);
    let end = rest.find(['/', '\\', '?', '#']).unwrap_or(rest.len());
    let (authority, path) = rest.split_at(end);
    let (_userinfo, host) = authority.rsplit_once('@').unwrap_or(("", authority));
    (is_special && is_host_and_port(host)).then_some(path)
}

/// Whether a host and perhaps a port may stand in a URL.
fn is_host_and_port(host_and_port: &str) -> bool {
    let is_accepted = |host: &str, port: &str| {
        // Without the slash, a blank at the end would be trimmed.
        Url::parse(&["http://", host, port, "/"].concat()).is_ok()
    };
    if is_accepted(host_and_port, "") {
        return true;
    }
    // "Domain to ASCII": an ASCII domain does not fail for what its labels
    // would be in Unicode, so `xn--` is as good there as any other letters.
    let port = host_and_port.find(':').unwrap_or(host_and_port.len());
    let (host, port) = host_and_port.split_at(port);
    match percent_decode_str(host).decode_utf8() {
        Ok(domain) if domain.is_ascii() => {
            let plain = domain.to_ascii_lowercase().replace("xn--", "xx--");
            let plain: String = utf8_percent_encode(&plain, NON_ALPHANUMERIC).collect();
            is_accepted(&plain, port)
        }
        _ => false,
    }
}
