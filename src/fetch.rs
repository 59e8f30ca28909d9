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
//!   next is due, and what holds until then.
//!
//! # What a result means
//!
//! | result | everything is | source |
//! |---|---|---|
//! | 2xx, but 204 and 206; a file | as the file says, whatever its media type | RFC 9309 §2.3.1.1 |
//! | 204, or an empty body | allowed: an empty file | |
//! | 304, with a copy at hand | as the copy says | RFC 9309 §2.4 |
//! | up to five redirects | as the response at their end says, also on another host | RFC 9309 §2.3.1.2 |
//! | more redirects, a loop | allowed, as after a 404 | RFC 9309 §2.3.1.2 |
//! | 4xx (401 and 403 too), but 407 and 429; no file | allowed | RFC 9309 §2.3.1.3 |
//! | 429, 5xx | disallowed, for now | RFC 9309 §2.3.1.4; 429 as Google has it |
//! | no answer: DNS, time-out, reset | disallowed, for now | RFC 9309 §2.3.1.4 |
//! | a broken or incomplete response: 206, 1xx, 600 and above, 304 without a copy, a redirect without a usable `Location` | disallowed, for now | Google: "as a server error" |
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
//! use core::time::Duration;
//! use std::collections::HashMap;
//!
//! use robots_exclusion::fetch::{CachedRobots, FetchResult, Hop, Next, Redirects};
//! use robots_exclusion::location::{Scope, robots_txt_url};
//! use url::Url;
//!
//! // The crawler's HTTP client; `None` if there is no answer. It reads at most
//! // as many bytes of a body as robots.txt are parsed of.
//! struct Response {
//!     status: u16,
//!     headers: Vec<(&'static str, &'static str)>,
//!     body: &'static [u8],
//! }
//! fn get(url: &Url) -> Option<Response> {
//!     let (status, headers, body) = match url.as_str() {
//!         "http://example.com/robots.txt" => (301, vec![("Location", "https://example.com/robots.txt")], &b""[..]),
//!         "https://example.com/robots.txt" => {
//!             (200, vec![("Cache-Control", "max-age=3600")], &b"User-agent: *\nDisallow: /private/\n"[..])
//!         }
//!         "https://busy.example/robots.txt" => (503, vec![("Retry-After", "120")], &b""[..]),
//!         _ => return None,
//!     };
//!     Some(Response { status, headers, body })
//! }
//!
//! fn fetch(page: &Url) -> FetchResult<'static> {
//!     let Ok(url) = robots_txt_url(page) else { return FetchResult::unreachable() };
//!     let mut redirects = Redirects::new(url);
//!     loop {
//!         // With `cached.validators()`, the request can be made conditional.
//!         let Some(response) = get(redirects.url()) else { return FetchResult::unreachable() };
//!         let location = response.headers.iter().find(|(name, _)| name.eq_ignore_ascii_case("location"));
//!         match redirects.follow(response.status, location.map(|(_, value)| value.as_bytes())) {
//!             Hop::Request(_) => continue,
//!             Hop::End(result) => return result,
//!             _ => return FetchResult::response(response.status, response.body).headers(response.headers),
//!         }
//!     }
//! }
//!
//! /// Whether `page` may be fetched now.
//! fn may_fetch(cache: &mut HashMap<Scope, CachedRobots>, page: &Url, now: Duration) -> bool {
//!     let Ok(scope) = Scope::try_from(page) else { return false };
//!     let cached = cache.entry(scope).or_default();
//!     if let Next::RefreshNow = cached.at(now).next() {
//!         cached.record(&fetch(page), now);
//!     }
//!     cached.at(now).access().allowed("MyBot", page)
//! }
//!
//! let mut cache = HashMap::new();
//! let now = Duration::from_secs(1_700_000_000); // SystemTime::now() since UNIX_EPOCH
//! let mut may_fetch = |page, now| may_fetch(&mut cache, &Url::parse(page).unwrap(), now);
//! assert!(may_fetch("http://example.com/page", now));
//! assert!(!may_fetch("http://example.com/private/page", now));
//! assert!(!may_fetch("https://busy.example/page", now));
//! assert!(!may_fetch("https://gone.example/page", now));
//! ```
//!
//! With the feature `http`, an `http::Response`, which is what hyper, reqwest
//! and ureq hand out, is taken as it is: by `FetchResult::from` with a body
//! that was read, by `FetchResult::header_map` and
//! `Redirects::follow_response` without.

mod access;
mod cache;
mod headers;
mod policy;
mod redirect;
mod result;

pub use access::Access;
pub use cache::{CachedRobots, Next, Outlook};
pub use headers::Validators;
pub use policy::CachePolicy;
pub use redirect::{Hop, Redirects};
pub use result::FetchResult;
