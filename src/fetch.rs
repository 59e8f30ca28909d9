//! What fetching a robots.txt came to, what it allows, and for how long.
//!
//! Nothing here does I/O or has a clock: the caller brings status codes,
//! headers, bodies and times, and is told what to do with them.
//!
//! - [`Redirects`] says which URL to ask for, and which after that.
//! - [`FetchResult`] is what came of it: a response, or a failure.
//! - [`Access`] is what that allows: it answers `allowed`, `verdict` and
//!   `matcher` as [`Robots`](crate::Robots) does, whether there is a file to obey or not.
//! - [`CachedRobots`] is the same over time: it takes results, says when the
//!   next is due, and what holds until then. It can be saved and loaded.
//!   [`CachePolicy`] says what it keeps, and for how long.
//! - [`SharedRobots`] (feature `std`) is that for many tasks: one of them is told
//!   to fetch, the others wait for it.
//!
//! # What a result means
//!
//! | result | everything is | source |
//! |---|---|---|
//! | 2xx, but 204 and 206; a file | as the file says, whatever its media type | RFC 9309 §2.3.1.1 |
//! | 204, or an empty body | allowed: an empty file | |
//! | 304, with a copy at hand of the same URL | as the copy says | RFC 9309 §2.4 |
//! | up to five redirects | as the response at their end says, also on another host | RFC 9309 §2.3.1.2 |
//! | more redirects, a loop | allowed, as after a 404 | RFC 9309 §2.3.1.2 |
//! | 4xx (401 and 403 too), but 407 and 429; no file | allowed | RFC 9309 §2.3.1.3 |
//! | 429, 5xx | disallowed, for now | RFC 9309 §2.3.1.4; 429 as in Google's specification |
//! | no answer: DNS, time-out, reset | disallowed, for now | RFC 9309 §2.3.1.4 |
//! | a broken or incomplete response: 206, 1xx, 600 and above, any other 304, a redirect without a usable `Location` | disallowed, for now | Google: "as a server error" |
//! | a redirect to a scheme the crawler cannot fetch from | disallowed, for now | |
//! | 407, which comes from the crawler's own proxy | disallowed, for now | |
//! | not fetched yet | disallowed | |
//! | "disallowed, for now" for more than 30 days without a break | as the last copy says; without one, allowed | Google; RFC 9309 §2.3.1.4 |
//!
//! `/robots.txt` itself is allowed under every result without a file, and in
//! [`Dialect::Standard`](crate::Dialect::Standard) under every file: a crawler that asks before it
//! fetches would never recover otherwise.
//!
//! # A crawler's loop
//!
//! ```
//! # #[cfg(not(feature = "std"))] fn main() {}
//! # #[cfg(feature = "std")] fn main() {
//! use std::collections::HashMap;
//! use std::time::SystemTime;
//!
//! use robots_exclusion::fetch::{CachedRobots, FetchResult, Hop, Redirects};
//! use robots_exclusion::location::{Scope, robots_txt_url};
//! use url::Url;
//!
//! // The crawler's HTTP client; `None` if there is no answer. It reads at most
//! // as many bytes of a body as are parsed of a robots.txt.
//! struct Response {
//!     status: u16,
//!     headers: Vec<(String, String)>,
//!     body: Vec<u8>,
//! }
//! fn get(url: &Url, if_none_match: Option<&[u8]>) -> Option<Response> {
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
//! fn fetch(page: &Url, cached: &CachedRobots) -> FetchResult<'static> {
//!     let Ok(url) = robots_txt_url(page) else { return FetchResult::unreachable() };
//!     let mut redirects = Redirects::new(url);
//!     loop {
//!         let etag = cached.validators_for(redirects.url()).and_then(|kept| kept.etag());
//!         let Some(response) = get(redirects.url(), etag) else {
//!             return FetchResult::unreachable();
//!         };
//!         let Response { status, headers, body } = response;
//!         let location = headers.iter().find(|header| header.0.eq_ignore_ascii_case("location"));
//!         match redirects.follow(status, location.map(|header| header.1.as_bytes())) {
//!             Hop::Request(_) => continue,
//!             Hop::Answer => return redirects.result(status, body).headers(headers),
//!             Hop::End(result) => return result,
//!         }
//!     }
//! }
//!
//! /// Whether `page` may be fetched now.
//! fn may_fetch(cache: &mut HashMap<Scope, CachedRobots>, page: &Url, now: SystemTime) -> bool {
//!     let Ok(scope) = Scope::try_from(page) else { return false };
//!     let cached = cache.entry(scope).or_default();
//!     if cached.at(now).refresh().is_due() {
//!         cached.record(fetch(page, cached), now);
//!     }
//!     cached.at(now).matcher("MyBot").allowed(page)
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
//! With the feature `http`, status and headers are taken as the clients that use
//! the crate `http` hand them out. The package `examples/clients` of the
//! repository has the function above for each of them, checked by its CI:
//!
//! | client | status and headers | body |
//! |---|---|---|
//! | hyper 1, ureq 3 | `http::Response`: [`FetchResult::from`] once the body is read; or as below | hyper: `http_body_util::Limited`; ureq: `body_mut().as_reader().take(limit)` |
//! | reqwest 0.12 | not an `http::Response`, but has its parts: `follow_headers(response.status(), response.headers())`, then `result(status, body).header_map(&headers)` | `response.chunk()` until there is enough |
//!
//! Switch off what the client would do by itself: redirects, errors for a status
//! such as 404, and a cache. The package `examples/crawler` is a whole crawler with
//! tokio and reqwest.
//!
//! # Crawlers that ignore `*`
//!
//! Some crawlers obey only groups that name them, as Google's AdsBot does. Ask
//! which groups were selected:
//!
//! ```
//! use robots_exclusion::{Matcher, Robots, Selection};
//!
//! /// Whether a crawler that ignores `*` may fetch the URL.
//! fn allowed_without_wildcard(matcher: &Matcher<'_>, url: &str) -> bool {
//!     matches!(matcher.selection(), Selection::Wildcard) || matcher.allowed(url)
//! }
//!
//! let text = "User-agent: *\nDisallow: /\n\nUser-agent: AdsBot-Google\nDisallow: /ads/\n";
//! let robots = Robots::parse(text);
//! assert!(!allowed_without_wildcard(&robots.matcher("AdsBot-Google"), "/ads/1"));
//! assert!(allowed_without_wildcard(&robots.matcher("AdsBot-Other"), "/ads/1"));
//! ```
//!
//! A group of a more general token counts as one that names the crawler, unless
//! [`agent_fallback`](crate::ParseOptions::agent_fallback) is off. An answer
//! [without a file](Access::unavailable) is for every crawler: a host that cannot
//! be reached is not to be visited by one that ignores `*` either.

mod access;
mod cache;
mod headers;
mod matchers;
mod only_for;
mod outlook;
mod policy;
mod redirect;
mod result;
#[cfg(feature = "serde")]
mod saved;
#[cfg(feature = "std")]
mod shared;
mod time;
mod validators;

pub use access::Access;
pub use cache::CachedRobots;
pub use outlook::{Outlook, Refresh};
pub use policy::CachePolicy;
pub use redirect::{Hop, Redirects};
pub use result::{Body, FetchResult};
#[cfg(feature = "std")]
#[cfg_attr(docsrs, doc(cfg(feature = "std")))]
pub use shared::{Fetching, NextTurn, SharedRobots, Turn};
pub use time::Timestamp;
pub use validators::Validators;
