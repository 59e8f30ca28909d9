//! Internationalised host names in both forms: readable, and as in the DNS.

use std::borrow::Cow;

use idna::AsciiDenyList;
use idna::uts46::{Hyphens, Uts46};
use unicode_security::restriction_level::{RestrictionLevel, RestrictionLevelDetection};
use unicode_security::{GeneralSecurityProfile, skeleton};
use url::Url;

/// Formats the URL and, if its host has another form, adds that in brackets.
pub(crate) fn with_host(url: &str) -> Cow<'_, str> {
    match other_form(url) {
        Some(host) => format!("{url} [{host}]").into(),
        None => url.into(),
    }
}

/// Returns the other form of the URL's host, or `None` if there is only one form.
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

/// Returns the host and port as spelled in the URL. The path or the user info may contain
/// text that looks like another host.
fn written_host(url: &str) -> &str {
    let rest = url.split_once(':').map_or(url, |(_, rest)| rest);
    let rest = rest.trim_start_matches(['/', '\\']);
    let end = rest.find(['/', '\\', '?', '#']);
    let authority = &rest[..end.unwrap_or(rest.len())];
    let host = authority.rsplit_once('@');
    host.map_or(authority, |(_, host)| host)
}

/// Returns a host in which the labels that are safe to show in Unicode are decoded.
fn readable(ascii: &str) -> String {
    let (host, result) = Uts46::new().to_user_interface(
        ascii.as_bytes(),
        AsciiDenyList::URL,
        Hyphens::Allow,
        |label, _, _| is_what_it_seems(&label.iter().collect::<String>()),
    );
    result.map_or_else(|_| ascii.to_owned(), |()| host.into_owned())
}

/// Returns `true` if a label is unlikely to imitate another. This means that its characters are
/// from one script, or from scripts that are commonly written together (UTS #39 §5.2, "highly
/// restrictive"), that none of them is for special uses, and that they don't all look like
/// ASCII.
fn is_what_it_seems(label: &str) -> bool {
    let is_usual = |character: char| character.identifier_allowed() || character == '-';
    label.chars().all(is_usual)
        && label.check_restriction_level(RestrictionLevel::HighlyRestrictive)
        && !skeleton(label).all(|character| character.is_ascii())
}
