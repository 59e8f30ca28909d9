//! Hosts of internationalised domains, shown in both their forms: the one that
//! people read and the one that is in the DNS.

use std::fmt;

use idna::AsciiDenyList;
use idna::uts46::{Hyphens, Uts46};
use unicode_security::restriction_level::{RestrictionLevel, RestrictionLevelDetection};
use unicode_security::{GeneralSecurityProfile, skeleton};
use url::Url;

/// The URL and, if its host has another form than the one that stands in it,
/// that one in brackets.
pub(crate) fn with_host(url: &str) -> WithHost<'_> {
    WithHost(url)
}

pub(crate) struct WithHost<'u>(&'u str);

impl fmt::Display for WithHost<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)?;
        match other_form(self.0) {
            Some(host) => write!(f, " [{host}]"),
            None => Ok(()),
        }
    }
}

/// The form of the host that does not stand in the URL; none if there is but
/// one form.
pub(crate) fn other_form(url: &str) -> Option<String> {
    let lower = url.to_ascii_lowercase();
    if lower.is_ascii() && !lower.contains("xn--") && !lower.contains('%') {
        return None;
    }
    let parsed = Url::parse(url).ok()?;
    let ascii = parsed.host_str()?.to_ascii_lowercase();
    if !ascii.split('.').any(|label| label.starts_with("xn--")) {
        return None;
    }
    if !written_host(&lower).contains(&ascii) {
        return Some(ascii);
    }
    let readable = readable(&ascii);
    (readable != ascii).then_some(readable)
}

/// The host and port of a URL as they stand in it. In its path or user info may
/// stand what looks like another host.
fn written_host(url: &str) -> &str {
    let rest = url.split_once(':').map_or(url, |(_, rest)| rest);
    let rest = rest.trim_start_matches(['/', '\\']);
    let end = rest.find(['/', '\\', '?', '#']);
    let authority = &rest[..end.unwrap_or(rest.len())];
    authority
        .rsplit_once('@')
        .map_or(authority, |(_, host)| host)
}

/// A host with the labels that may be shown as they are read.
fn readable(ascii: &str) -> String {
    let (host, result) = Uts46::new().to_user_interface(
        ascii.as_bytes(),
        AsciiDenyList::URL,
        Hyphens::Allow,
        |label, _, _| is_what_it_seems(&label.iter().collect::<String>()),
    );
    if result.is_ok() {
        host.into_owned()
    } else {
        ascii.to_owned()
    }
}

/// Whether a label does not only look like another: its characters are of one
/// script, or of scripts that are usually written together (UTS #39 §5.2,
/// "highly restrictive"), none of them is for special uses, and they do not
/// all look like ASCII.
fn is_what_it_seems(label: &str) -> bool {
    label
        .chars()
        .all(|character| character.identifier_allowed() || character == '-')
        && label.check_restriction_level(RestrictionLevel::HighlyRestrictive)
        && !skeleton(label).all(|character| character.is_ascii())
}
