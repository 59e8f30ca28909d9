//! Interprets the result of fetching a robots.txt to determine what it allows, and for how long.
//!
//! Nothing in this module does I/O, so you bring your own HTTP client.
//!
//! - [`RobotsCache`] is what most crawlers need. It caches the robots.txt of each host, and if
//!   there is no fresh copy when you check a page on that host, it fetches one with your HTTP
//!   client. It requires the `std` feature.
//!
//! It is built from these parts, which don't do any I/O and don't have a clock:
//!
//! - [`Redirects`] determines which URL to request next.
//! - [`FetchOutcome`] is either a response or the reason why there is none.
//! - [`Access`] determines what an outcome allows. Like [`Robots`](crate::Robots), it has the
//!   methods `allowed`, `verdict` and `matcher`, but it also works without a file.
//! - [`CachedRobots`] tracks one robots.txt over time. It records outcomes, and tells you when to
//!   fetch the file next and [which rules apply until then](CacheState). You can save and load it.
//!   [`CachePolicy`] controls what it keeps, and for how long.
//!
//! # A crawler in three lines
//!
//! The transport only takes ten lines with [reqwest, hyper or ureq](#clients).
//!
//! ```
//! # #[cfg(not(feature = "std"))] fn main() {}
//! # #[cfg(feature = "std")] fn main() {
//! use robots_exclusion::fetch::{CachePolicy, RobotsCache, Transport};
//! use url::Url;
//!
//! async fn visit(cache: &RobotsCache<impl Transport>, page: &Url) {
//!     if cache.allowed(page).await {
//!         // Fetch the page.
//!     }
//! }
//! # }
//! ```
//!
//! # What an outcome means
//!
//! | outcome | everything is | source |
//! |---|---|---|
//! | 2xx except 204 and 206; a file | as in the file; its media type is ignored | RFC 9309 §2.3.1.1 |
//! | 204, or an empty body | allowed, like an empty file | |
//! | 2xx with a `Content-Encoding` that was [not undone](FetchOutcome::decoded) | disallowed, for now | |
//! | 2xx without that header, but with a body that begins like gzip, zstd, xz, bzip2 or ZIP | disallowed, for now | |
//! | 2xx without that header, but with a body in zlib (`deflate`) or Brotli, which can't be distinguished from text | allowed, like a file without rules | |
//! | 304 to a conditional request, if there is a copy from the same URL | as in the copy | RFC 9309 §2.4 |
//! | at most five redirects | as for the final response, even if it is on another host | RFC 9309 §2.3.1.2 |
//! | more redirects, a loop | allowed, as after a 404 | RFC 9309 §2.3.1.2 |
//! | 4xx (including 401 and 403) except 407 and 429; no file | allowed | RFC 9309 §2.3.1.3 |
//! | 429, 5xx | disallowed, for now | RFC 9309 §2.3.1.4; Google's specification for 429 |
//! | no answer: DNS, reset, no status in time | disallowed, for now | RFC 9309 §2.3.1.4 |
//! | a broken or incomplete response: a truncated body, 206, 1xx, 600 and above, any other 304, a redirect without a usable `Location` | disallowed, for now | Google: "as a server error" |
//! | a redirect to a scheme that the crawler can't fetch | disallowed, for now | |
//! | 407, which comes from the crawler's own proxy | disallowed, for now | |
//! | not fetched yet | disallowed | |
//! | "disallowed, for now" for more than 30 consecutive days | as in the last copy; allowed without a copy | Google; RFC 9309 §2.3.1.4 |
//!
//! If there is no file, `/robots.txt` itself is always allowed. If it weren't, a crawler that
//! checks every URL before fetching it could never recover. In
//! [`Dialect::Standard`](crate::Dialect::Standard), `/robots.txt` is also allowed if there is a
//! file.
//!
//! If a body looks like HTML or is in UTF-16, it only disallows everything [if you ask for
//! it](CachePolicy::reject_html_and_utf16).
//!
//! # Closed, or closed for now?
//!
//! If the file disallows a page, the page stays disallowed, so your crawler can drop it. If the
//! host failed, your crawler should try the page again when the next attempt is due:
//!
//! ```
//! use robots_exclusion::fetch::{CacheState, CachedRobots, FetchOutcome, Refresh, Timestamp};
//!
//! enum Next {
//!     Fetch,
//!     Drop,
//!     TryAgainAt(Timestamp),
//! }
//!
//! fn next(state: &CacheState, page: &str) -> Next {
//!     match state.refresh {
//!         _ if state.access.allowed("MyBot", page) => Next::Fetch,
//!         Refresh::RetryAt(time) => Next::TryAgainAt(time),
//!         Refresh::Now | Refresh::FreshUntil(_) => Next::Drop,
//!     }
//! }
//!
//! let now = Timestamp::UNIX_EPOCH;
//! let mut cached = CachedRobots::default();
//! cached.record(FetchOutcome::response(200, "User-agent: *\nDisallow: /a\n"), now);
//! assert!(matches!(next(&cached.at(now), "/a"), Next::Drop));
//! cached.record(FetchOutcome::response(503, "").header("Retry-After", "120"), now);
//! let Next::TryAgainAt(time) = next(&cached.at(now), "/a") else { panic!() };
//! assert_eq!(time.duration_since(now).as_secs(), 120);
//! ```
//!
//! [`RobotsCache::access`] also returns a [`CacheState`], so `next` works with it unchanged.
//!
//! # By hand
//!
//! ```
//! # #[cfg(not(feature = "std"))] fn main() {}
//! # #[cfg(feature = "std")] fn main() {
//! use std::collections::HashMap;
//! use std::time::SystemTime;
//!
//! use robots_exclusion::fetch::{CachedRobots, FetchOutcome, RedirectAction, Redirects, Refresh};
//! use robots_exclusion::location::{Scope, robots_txt_url};
//! use url::Url;
//!
//! // The crawler's HTTP client; `None` if there is no response. It stops reading a
//! // body at the byte limit of the parser.
//! struct Response {
//!     status: u16,
//!     headers: Vec<(String, String)>,
//!     body: Vec<u8>,
//! }
//! fn get<'h>(
//!     url: &Url,
//!     headers: impl Iterator<Item = (&'static str, &'h [u8])>,
//! ) -> Option<Response> {
//!     let (status, name, value, body) = match url.as_str() {
//!         "http://example.com/robots.txt" => {
//!             (301, "Location", "https://example.com/robots.txt", "")
//!         }
//!         "https://example.com/robots.txt" => {
//!             (200, "Cache-Control", "max-age=3600", "User-agent: *\nDisallow: /private/\n")
//!         }
//!         "https://busy.example/robots.txt" => (503, "Retry-After", "120", ""),
//!         _ => return None,
//!     };
//!     Some(Response { status, headers: vec![(name.into(), value.into())], body: body.into() })
//! }
//!
//! fn fetch(page: &Url, cached: &CachedRobots) -> FetchOutcome<'static> {
//!     let Ok(url) = robots_txt_url(page) else { return FetchOutcome::unreachable() };
//!     let mut redirects = Redirects::new(url);
//!     loop {
//!         let headers = cached.conditional_headers(redirects.url());
//!         let Some(response) = get(redirects.url(), headers) else {
//!             return FetchOutcome::unreachable();
//!         };
//!         let Response { status, headers, body } = response;
//!         let location = headers.iter().find(|header| header.0.eq_ignore_ascii_case("location"));
//!         match redirects.follow(status, location.map(|header| header.1.as_bytes())) {
//!             RedirectAction::Request => continue,
//!             RedirectAction::Answer => return redirects.outcome(status, body).headers(headers),
//!             RedirectAction::End(outcome) => return outcome,
//!         }
//!     }
//! }
//!
//! /// Returns `true` if `page` may be fetched now.
//! fn may_fetch(cache: &mut HashMap<Scope, CachedRobots>, page: &Url, now: SystemTime) -> bool {
//!     let Ok(scope) = Scope::try_from(page) else { return false };
//!     let cached = cache.entry(scope).or_default();
//!     if cached.at(now).refresh == Refresh::Now {
//!         cached.record(fetch(page, cached), now);
//!     }
//!     cached.at(now).access.matcher("MyBot").allowed(page)
//! }
//!
//! let mut cache = HashMap::new();
//! let mut may_fetch = |page: &str| {
//!     may_fetch(&mut cache, &page.parse().unwrap(), SystemTime::now())
//! };
//! assert!(may_fetch("http://example.com/page"));
//! assert!(!may_fetch("http://example.com/private/page"));
//! assert!(!may_fetch("https://busy.example/page"));
//! assert!(!may_fetch("https://gone.example/page"));
//! # }
//! ```
//!
//! # Clients
//!
//! The `examples/clients` package in the repository contains a [`Transport`] for reqwest, one for
//! hyper, and a [`BlockingTransport`] for ureq, all ready to copy. `examples/crawler` is a complete
//! crawler that uses tokio and reqwest. If you enable the `http` feature, you can pass these
//! clients' header maps directly.
//!
//! Turn off everything that the client does on its own, such as following redirects, returning errors for
//! statuses like 404, and caching. Bodies must be decompressed, because some servers compress them
//! even if the request doesn't ask for it. reqwest and ureq do this, and remove the header, if you
//! enable their features `gzip`, `brotli` and so on; hyper doesn't. A body that is still compressed
//! is treated as a broken response.
//!
//! # Crawlers that ignore `*`
//!
//! Some crawlers, such as Google's AdsBot, only obey groups that name them. If yours is one of
//! these, check which groups were selected:
//!
//! ```
//! use robots_exclusion::{Matcher, Robots, Selection};
//!
//! /// Returns `true` if a crawler that ignores `*` may fetch the URL.
//! fn allowed_without_wildcard(matcher: &Matcher, url: &str) -> bool {
//!     matches!(matcher.selection(), Selection::Wildcard) || matcher.allowed(url)
//! }
//!
//! let text = "User-agent: *\nDisallow: /\n\nUser-agent: AdsBot-Google\nDisallow: /ads/\n";
//! let robots = Robots::parse(text);
//! assert!(!allowed_without_wildcard(&robots.matcher("AdsBot-Google"), "/ads/1"));
//! assert!(allowed_without_wildcard(&robots.matcher("AdsBot-Other"), "/ads/1"));
//! ```
//!
//! A group for a more general token also names the crawler, unless you turn off
//! [`agent_fallback`](crate::ParseOptions::agent_fallback). An answer [without a
//! file](Access::unavailable) applies to every crawler, so if a host can't be reached, a crawler
//! that ignores `*` must not visit it either.

mod access;
mod cache;
mod headers;
#[cfg(feature = "std")]
mod hosts;
mod outcome;
mod policy;
mod redirect;
#[cfg(feature = "std")]
mod robots_cache;
#[cfg(all(feature = "std", feature = "serde"))]
mod saved;
#[cfg(feature = "std")]
mod shared;
mod time;
#[cfg(feature = "std")]
mod transport;
mod validators;

pub use access::Access;
pub use cache::{CacheState, CachedRobots, Refresh};
pub use outcome::{Body, FetchOutcome};
pub use policy::CachePolicy;
pub use redirect::{RedirectAction, Redirects};
#[cfg(feature = "std")]
pub use robots_cache::{CacheStatistics, RobotsCache};
#[cfg(all(feature = "std", feature = "serde"))]
pub use saved::SavedHost;
pub use time::Timestamp;
#[cfg(feature = "std")]
pub use transport::{BlockingTransport, Exchange, Transport, TransportError};
