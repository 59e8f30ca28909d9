//! The outcome of fetching a robots.txt, and its meaning without a cache.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;

use url::Url;

use super::headers::Headers;
use super::{Access, CachePolicy};
use crate::body::compression;
use crate::debug::AsText;
use crate::options::ParseOptions;
use crate::verdict::Unavailable;

/// The outcome of fetching a robots.txt: either the response after following redirects, or the
/// reason why there is none.
///
/// [`access`](Self::access) interprets the outcome on its own, and
/// [`CachedRobots::record`](super::CachedRobots::record) interprets it together with earlier
/// outcomes. If the body is owned, this is a `FetchOutcome<'static>`, so the function that fetches
/// the file can return it.
///
/// ```
/// use robots_exclusion::fetch::FetchOutcome;
///
/// let body: Vec<u8> = b"User-agent: *\nDisallow: /private/\n".to_vec();
/// let found: FetchOutcome<'static> = FetchOutcome::response(200, body);
/// let access = found.access();
/// assert!(!access.allowed("MyBot", "/private/x") && access.allowed("MyBot", "/x"));
///
/// let forbidden = FetchOutcome::response(403, "<h1>Forbidden</h1>");
/// assert!(forbidden.access().allowed("MyBot", "/x"));
///
/// let overloaded = FetchOutcome::response(503, "").header("Retry-After", "120");
/// assert!(!overloaded.access().allowed("MyBot", "/x"));
/// ```
#[derive(Clone, Debug)]
#[must_use]
pub struct FetchOutcome<'t> {
    /// The status of the response, or the reason why there is none.
    pub(super) status: Result<u16, Unavailable>,
    /// Empty if the status has no file.
    pub(super) body: Body<'t>,
    pub(super) headers: Headers,
    /// `true` if the caller has declared that the body is decompressed.
    is_decoded: bool,
}

/// The body of a response, as borrowed or owned bytes.
///
/// Converts from `Vec<u8>` and `String`, whose bytes it takes over, and from references (`&str`,
/// `&[u8]`, `&String`, `&Vec<u8>`, `&bytes::Bytes`).
#[derive(Clone, Debug, Default)]
pub struct Body<'t>(pub(super) AsText<Cow<'t, [u8]>>);

impl<'t, B: AsRef<[u8]> + ?Sized> From<&'t B> for Body<'t> {
    fn from(bytes: &'t B) -> Self {
        Body(AsText(Cow::Borrowed(bytes.as_ref())))
    }
}

impl From<Vec<u8>> for Body<'_> {
    fn from(bytes: Vec<u8>) -> Self {
        Body(AsText(Cow::Owned(bytes)))
    }
}

impl From<String> for Body<'_> {
    fn from(text: String) -> Self {
        text.into_bytes().into()
    }
}

impl<'t> FetchOutcome<'t> {
    /// Creates the outcome for a response with this status code and body, over HTTP or any other
    /// scheme that uses HTTP's status codes.
    ///
    /// Follow redirects first (see [`Redirects`](super::Redirects)); a redirect passed
    /// to this function counts as a broken response.
    ///
    /// `body` may contain any bytes, and its media type doesn't matter. It is ignored unless the
    /// status is 2xx. Your client may stop reading at the [byte limit](ParseOptions::byte_limit).
    /// If it reads one byte more, a file of exactly that size can be distinguished from a truncated
    /// one. If the body ends too early because of a reset, a time-out or a chunking error, record
    /// [`broken`](Self::broken) instead. A 206 is an incomplete response, so don't request a range
    /// of the file.
    ///
    /// The client must decompress the body (gzip and so on) or refuse compression; see
    /// [`decoded`](Self::decoded).
    ///
    /// This takes O(1) time, because an owned body is moved.
    ///
    /// ```
    /// use robots_exclusion::fetch::FetchOutcome;
    ///
    /// let text = "User-agent: *\nDisallow: /a";
    /// let allowed = |status| FetchOutcome::response(status, text).access().allowed("MyBot", "/a");
    /// assert!(!allowed(200));
    /// assert!(allowed(404) && allowed(401) && allowed(204));
    /// assert!(!allowed(429) && !allowed(500) && !allowed(206) && !allowed(999));
    /// ```
    pub fn response(status: u16, body: impl Into<Body<'t>>) -> FetchOutcome<'t> {
        let mut outcome = FetchOutcome::new(Ok(status));
        if outcome.has_file() {
            outcome.body = body.into();
        }
        outcome
    }

    /// Creates the outcome for a file that wasn't found with a scheme without status codes, such as
    /// FTP, which has the same meaning as a 404. For a file that was found, pass 200 to
    /// [`response`](Self::response).
    pub fn missing() -> FetchOutcome<'static> {
        FetchOutcome::new(Err(Unavailable::NotFound))
    }

    /// Creates the outcome for a host that didn't answer, with any scheme. For example, the name
    /// didn't resolve, the connection was refused or reset, or the request timed out before the
    /// status arrived.
    pub fn unreachable() -> FetchOutcome<'static> {
        FetchOutcome::new(Err(Unavailable::Unreachable))
    }

    /// Creates the outcome for an invalid or incomplete response. The body of an
    /// incomplete response ended early because of a reset, a time-out or a chunking error.
    pub fn broken() -> FetchOutcome<'static> {
        FetchOutcome::new(Err(Unavailable::BrokenResponse))
    }

    /// Sets the URL that the response came from, after redirects.
    ///
    /// An `ETag` or `Last-Modified` belongs to this URL. If it isn't set, a cache can't determine
    /// which requests may carry [conditional
    /// headers](super::CachedRobots::conditional_headers).
    /// [`Redirects::outcome`](super::Redirects::outcome) sets it automatically.
    pub fn url(mut self, url: &Url) -> FetchOutcome<'t> {
        self.headers.validators.url = Some(url.as_str().into());
        self
    }

    /// Adds a response header.
    ///
    /// The `Cache-Control`, `Age`, `ETag`, `Last-Modified`, `Retry-After`, `Date` and
    /// `Content-Encoding` headers are used. The case of `name` doesn't matter. All other headers
    /// are ignored, so you can pass every header in the response. If `Cache-Control` or
    /// `Content-Encoding` is repeated, all of its values count. For any other header, only the
    /// first valid value counts. Values are untrusted, so malformed ones are ignored, except that a
    /// malformed `max-age` means 24 hours and a malformed `Content-Encoding` counts as a coding.
    /// Numbers above the maximum are clamped to it.
    ///
    /// Dates are only parsed if the `std` feature is enabled. This takes one pass over `value`.
    ///
    /// ```
    /// use core::time::Duration;
    /// use robots_exclusion::fetch::{CachedRobots, FetchOutcome, Refresh, Timestamp};
    ///
    /// let now = Timestamp(Duration::from_secs(1_700_000_000));
    /// let outcome = FetchOutcome::response(200, "")
    ///     .header("cache-control", "public, max-age=3600")
    ///     .header("Age", "600");
    /// let mut cached = CachedRobots::default();
    /// cached.record(outcome, now);
    /// assert_eq!(cached.at(now).refresh, Refresh::FreshUntil(now + Duration::from_secs(3000)));
    /// ```
    pub fn header(mut self, name: &str, value: impl AsRef<[u8]>) -> FetchOutcome<'t> {
        self.headers.add(name, value.as_ref());
        self
    }

    /// Adds several headers; see [`header`](Self::header).
    ///
    /// ```
    /// use robots_exclusion::fetch::FetchOutcome;
    ///
    /// let headers = [("Content-Type", "text/plain"), ("Cache-Control", "no-cache")];
    /// let outcome = FetchOutcome::response(200, "User-agent: *\nDisallow:\n").headers(headers);
    /// assert!(outcome.access().allowed("MyBot", "/a"));
    /// ```
    pub fn headers<N: AsRef<str>, V: AsRef<[u8]>>(
        self,
        headers: impl IntoIterator<Item = (N, V)>,
    ) -> FetchOutcome<'t> {
        headers.into_iter().fold(self, |outcome, (name, value)| {
            outcome.header(name.as_ref(), value)
        })
    }

    /// Declares that the client has decompressed the body.
    ///
    /// Some servers compress a body even if the client didn't ask for it, and a file that is still
    /// compressed wouldn't disallow anything. A response therefore counts as broken, and everything
    /// is disallowed, if
    ///
    /// - a `Content-Encoding` header names a coding other than `identity`, unless this
    ///   function was called, or
    /// - the body begins like a gzip, zstd, xz, bzip2 or ZIP file.
    ///
    /// If a body is compressed with zlib (`deflate`) or Brotli, its first bytes can't be
    /// distinguished from text. If the header is missing as well, it is treated as a file without
    /// rules.
    ///
    /// reqwest and ureq remove the header when they decompress a body, which requires their
    /// features `gzip`, `brotli` and so on. hyper never decompresses bodies.
    ///
    /// ```
    /// use robots_exclusion::fetch::FetchOutcome;
    ///
    /// let text = "User-agent: *\nDisallow: /a";
    /// let coded = FetchOutcome::response(200, text).header("Content-Encoding", "br");
    /// assert!(!coded.clone().access().allowed("MyBot", "/b"));
    /// assert!(coded.decoded().access().allowed("MyBot", "/b"));
    /// ```
    pub fn decoded(mut self) -> FetchOutcome<'t> {
        self.is_decoded = true;
        self
    }

    /// Returns the rules that follow from this outcome on its own. If there is a file, it is parsed
    /// with the default [`ParseOptions`]. This costs as much as
    /// [`Robots::parse`](crate::Robots::parse).
    ///
    /// ```
    /// use robots_exclusion::fetch::FetchOutcome;
    ///
    /// let access = FetchOutcome::response(404, "").access();
    /// let verdict = access.verdict("MyBot", "/a");
    /// assert_eq!(verdict.to_string(), "allowed, because robots.txt returned 404");
    /// ```
    pub fn access(self) -> Access<'t> {
        self.access_with(ParseOptions::new())
    }

    /// Returns the rules that follow from this outcome on its own. If there is a file, it is parsed
    /// with these options.
    ///
    /// ```
    /// use robots_exclusion::fetch::FetchOutcome;
    /// use robots_exclusion::{Dialect, ParseOptions};
    ///
    /// let google = ParseOptions::new().dialect(Dialect::Google);
    /// let outcome = FetchOutcome::response(200, "User-agent: *\nDisalow: /a\n");
    /// assert!(!outcome.access_with(google).allowed("MyBot", "/a"));
    /// ```
    pub fn access_with(self, options: ParseOptions) -> Access<'t> {
        let policy = CachePolicy {
            parse_options: options,
            ..CachePolicy::new()
        };
        let (answer, _) = self.interpret(&policy);
        answer.unwrap_or_else(|why| Access::without_file((false, why), options))
    }

    /// Interprets the outcome under a policy, and parses the file if there is one. Returns the
    /// answer and the headers.
    ///
    /// An answer is a file, or confirmation that no file exists. An outcome that doesn't answer
    /// disallows everything for now. This includes a 304, which only confirms a copy that the cache
    /// has.
    pub(super) fn interpret(
        self,
        policy: &CachePolicy,
    ) -> (Result<Access<'t>, Unavailable>, Headers) {
        let no_file = |allowed, why| Ok(Access::without_file((allowed, why), policy.parse_options));
        let broken = Err(Unavailable::BrokenResponse);
        let Body(AsText(body)) = self.body;
        let answer = match self.status.map_or_else(|why| why, Unavailable::Status) {
            Unavailable::Status(status @ (200..=205 | 207..=299)) => {
                // A 204 has no body, so a `Content-Encoding` is irrelevant.
                let is_coded = self.headers.is_coded && !self.is_decoded && status != 204;
                // A parser couldn't find any rules in bytes that are still compressed.
                if is_coded || compression(&body).is_some() || policy.rejects(&body) {
                    broken
                } else {
                    Ok(Access::from(match body {
                        // A body that is already owned isn't copied.
                        Cow::Borrowed(text) => policy.parse_options.parse(text),
                        Cow::Owned(text) => policy.parse_options.parse_owned(text),
                    }))
                }
            }
            why @ Unavailable::Status(401 | 403) => no_file(!policy.disallow_if_forbidden, why),
            why @ Unavailable::Status(500..=599) if policy.server_error_is_not_found => {
                no_file(true, why)
            }
            // These are about the proxy, the crawler or the server, and not about the file.
            why @ Unavailable::Status(407 | 429 | 500..=599) => Err(why),
            // Crawlers may access everything (RFC 9309 §2.3.1.3).
            why @ (Unavailable::Status(400..=499)
            | Unavailable::NotFound
            | Unavailable::TooManyRedirects
            | Unavailable::RedirectLoop) => no_file(true, why),
            // A redirect that was not followed, a 304 without a copy, or no HTTP status; or a 206,
            // because part of a file may lack the rules that matter, and no range was requested.
            Unavailable::Status(_) => broken,
            why => Err(why),
        };
        (answer, self.headers)
    }

    /// Returns `true` if the body is a file. That is the case for a 2xx, except for 204, which has
    /// no body, and 206, which has only part of a file.
    pub(super) fn has_file(&self) -> bool {
        matches!(self.status, Ok(200..=203 | 205 | 207..=299))
    }

    pub(super) fn new(status: Result<u16, Unavailable>) -> FetchOutcome<'t> {
        FetchOutcome {
            status,
            body: Body::default(),
            headers: Headers::default(),
            is_decoded: false,
        }
    }
}

/// Uses a response's status, headers and body. Redirects must have been followed already. Requires
/// the `http` feature.
///
/// ```
/// use robots_exclusion::fetch::FetchOutcome;
///
/// let response = http::Response::builder()
///     .header("Cache-Control", "max-age=3600")
///     .body("User-agent: *\nDisallow: /a\n")
///     .unwrap();
/// assert!(!FetchOutcome::from(response).access().allowed("MyBot", "/a"));
/// ```
#[cfg(feature = "http")]
impl<'t, B: Into<Body<'t>>> From<http::Response<B>> for FetchOutcome<'t> {
    fn from(response: http::Response<B>) -> FetchOutcome<'t> {
        // Take the response apart, so that the body isn't copied.
        let (head, body) = response.into_parts();
        FetchOutcome::response(head.status.as_u16(), body).headers(&head.headers)
    }
}
