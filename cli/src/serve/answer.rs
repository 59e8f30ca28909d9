//! The JSON that describes a fetched file.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde::Serialize;
use url::Url;

use crate::pages::looks_like_host;
use crate::web::{self, Fetched, REFUSED};

/// The maximum length of a requested URL, in bytes.
const LONGEST: usize = 2_048;

/// A fetched file, or the reason why there is none.
#[derive(Serialize)]
struct Answer<'a> {
    /// The requested URL of the robots.txt.
    url: &'a str,
    /// The URL that was requested last, after redirects.
    final_url: &'a str,
    status: Option<u16>,
    redirects: Vec<Redirect<'a>>,
    /// `found`, `unavailable` (everything is allowed), `unreachable` (everything is disallowed), or
    /// `refused` (not fetched, because the address is private).
    outcome: &'static str,
    /// The meaning of the outcome for crawlers.
    sentence: String,
    /// The time for which crawlers may use the file or, if there is none, must wait before they
    /// ask again.
    fresh_for_seconds: Option<u64>,
    truncated: bool,
    /// The decoded text, up to the last line that is completely within the byte limit.
    body_base64: Option<String>,
    error: Option<&'a str>,
}

#[derive(Serialize)]
struct Redirect<'a> {
    url: &'a str,
    status: u16,
    /// The URL that was requested next.
    location: &'a str,
}

/// Returns the robots.txt URL that a query asks for. Its `url` parameter may be a site, a page
/// or a bare host name.
pub(super) fn requested(query: &str) -> Result<Url, String> {
    let mut pairs = url::form_urlencoded::parse(query.as_bytes());
    let asked = pairs.find(|(name, _)| name == "url").map(|(_, url)| url);
    let asked = asked.ok_or("the parameter `url` is missing")?;
    let asked = asked.trim();
    if asked.len() > LONGEST {
        return Err(format!("the URL is longer than {LONGEST} bytes"));
    }
    let is_host = !web::is_page(asked) && looks_like_host(asked);
    let page = if is_host {
        format!("https://{asked}")
    } else {
        asked.to_owned()
    };
    web::robots_txt_of(&page)
}

/// Returns the answer about a fetched file, as JSON.
pub(super) fn json(robots_txt: &Url, fetched: &Fetched) -> Vec<u8> {
    let Fetched { access, report } = fetched;
    let hops = report.redirects.iter();
    let next = hops
        .clone()
        .skip(1)
        .map(|hop| &*hop.url)
        .chain([&*report.url]);
    let redirects = hops.zip(next).map(|(hop, location)| Redirect {
        url: &hop.url,
        status: hop.status,
        location,
    });
    let is_open = access.allowed("*", "/");
    let (outcome, sentence) = match access.unavailable() {
        None => ("found", "Crawlers obey this file.".to_owned()),
        Some(_) if report.error.as_deref() == Some(REFUSED) => {
            ("refused", "The file was not fetched.".to_owned())
        }
        Some(why) if is_open => (
            "unavailable",
            format!("Crawlers may fetch everything: {why}."),
        ),
        Some(why) => (
            "unreachable",
            format!("Crawlers may not fetch anything: {why}."),
        ),
    };
    let robots = access.robots();
    let answer = Answer {
        url: robots_txt.as_str(),
        final_url: &report.url,
        status: report.status,
        redirects: redirects.collect(),
        outcome,
        sentence,
        fresh_for_seconds: report.fresh_for.map(|life| life.as_secs()),
        truncated: robots.is_some_and(robots_exclusion::Robots::is_truncated),
        body_base64: robots.map(|robots| STANDARD.encode(robots.text())),
        error: report.error.as_deref(),
    };
    // Strings and numbers can always be written.
    serde_json::to_vec(&answer).unwrap_or_default()
}
