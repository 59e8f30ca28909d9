//! What came of fetching a robots.txt, and what that means by itself.

use super::Access;
use super::headers::Headers;
use crate::ParseOptions;
use crate::verdict::Unavailable;

/// What came of fetching a robots.txt: the response at the end of the
/// redirects, or why there is none.
///
/// [`access`](Self::access) says what it means by itself, and
/// [`CachedRobots::record`](super::CachedRobots::record) what it means after those before it.
///
/// ```
/// use robots_exclusion::fetch::FetchResult;
///
/// let found = FetchResult::response(200, "User-agent: *\nDisallow: /private/\n");
/// assert!(!found.access().allowed("MyBot", "/private/x"));
/// assert!(found.access().allowed("MyBot", "/x"));
///
/// let forbidden = FetchResult::response(403, "<h1>Forbidden</h1>");
/// assert!(forbidden.access().allowed("MyBot", "/x"));
///
/// let overloaded = FetchResult::response(503, "").header("Retry-After", "120");
/// assert!(!overloaded.access().allowed("MyBot", "/x"));
/// ```
#[derive(Clone, Debug)]
pub struct FetchResult<'t> {
    pub(super) meaning: Meaning<'t>,
    pub(super) headers: Headers,
}

#[derive(Clone, Copy, Debug)]
pub(super) enum Meaning<'t> {
    /// Obey this file.
    File(&'t [u8]),
    /// The copy at hand is as good as new.
    NotModified,
    /// There is no file: everything is allowed.
    NoRestrictions(Unavailable),
    /// The file could not be had: everything is disallowed, for now.
    Failed(Unavailable),
}

impl<'t> FetchResult<'t> {
    /// The response with this status code and body, in HTTP or any scheme with
    /// HTTP's status codes, after redirects were followed (see [`Redirects`](super::Redirects);
    /// a redirect that was not is a broken response).
    ///
    /// `body` is taken as it is, any bytes, whatever its media type; that of
    /// a response other than a 2xx is not looked at. A client that stops
    /// reading at the [byte limit](ParseOptions::byte_limit) has all it needs;
    /// if a body breaks off before, by a reset, a time-out or a chunking
    /// error, the result is [`broken`](Self::broken) instead. The content
    /// coding (gzip and so on) must be undone already. A 206 is an incomplete
    /// response: do not ask for a range of the file.
    ///
    /// ```
    /// use robots_exclusion::fetch::FetchResult;
    ///
    /// let allowed = |status| FetchResult::response(status, "User-agent: *\nDisallow: /a").access().allowed("MyBot", "/a");
    /// assert!(!allowed(200));
    /// assert!(allowed(404) && allowed(401) && allowed(204));
    /// assert!(!allowed(429) && !allowed(500) && !allowed(206) && !allowed(999));
    /// ```
    pub fn response<B: AsRef<[u8]> + ?Sized>(status: u16, body: &'t B) -> Self {
        Self::new(match status {
            204 => Meaning::File(&[]),
            206 => Meaning::Failed(Unavailable::BrokenResponse),
            200..=299 => Meaning::File(body.as_ref()),
            304 => Meaning::NotModified,
            407 | 429 | 500..=599 => Meaning::Failed(Unavailable::Status(status)),
            400..=499 => Meaning::NoRestrictions(Unavailable::Status(status)),
            _ => Meaning::Failed(Unavailable::BrokenResponse),
        })
    }

    /// A file found by a scheme without status codes, such as FTP.
    ///
    /// ```
    /// use robots_exclusion::fetch::FetchResult;
    ///
    /// assert!(!FetchResult::found("User-agent: *\nDisallow: /a").access().allowed("MyBot", "/a"));
    /// ```
    pub fn found<B: AsRef<[u8]> + ?Sized>(body: &'t B) -> Self {
        Self::new(Meaning::File(body.as_ref()))
    }

    /// A scheme without status codes says that there is no such file: as a 404.
    ///
    /// ```
    /// use robots_exclusion::fetch::FetchResult;
    ///
    /// assert!(FetchResult::missing().access().allowed("MyBot", "/a"));
    /// ```
    pub fn missing() -> FetchResult<'static> {
        FetchResult::no_restrictions(Unavailable::NotFound)
    }

    /// No answer, in any scheme: the name did not resolve, the connection was
    /// refused or reset, time ran out.
    ///
    /// ```
    /// use robots_exclusion::fetch::FetchResult;
    ///
    /// assert!(!FetchResult::unreachable().access().allowed("MyBot", "/a"));
    /// ```
    pub fn unreachable() -> FetchResult<'static> {
        FetchResult::failed(Unavailable::Unreachable)
    }

    /// An answer that is no valid or no whole response.
    ///
    /// ```
    /// use robots_exclusion::fetch::FetchResult;
    ///
    /// assert!(!FetchResult::broken().access().allowed("MyBot", "/a"));
    /// ```
    pub fn broken() -> FetchResult<'static> {
        FetchResult::failed(Unavailable::BrokenResponse)
    }

    /// Adds a header of the response.
    ///
    /// `Cache-Control`, `Age`, `ETag`, `Last-Modified`, `Retry-After` and
    /// `Date` are used, the case of `name` ignored; any other does nothing, so
    /// that all headers of a response can be passed. A header may come several
    /// times; all values of `Cache-Control` count, of the others the first
    /// that can be read. No value does harm: what cannot be read is as if it
    /// were not there, except that a `max-age` that cannot be read means 24
    /// hours; numbers too large to count are as large as can be counted.
    ///
    /// Dates are read with the feature `std` only. Costs one pass over
    /// `value`.
    ///
    /// ```
    /// use core::time::Duration;
    /// use robots_exclusion::fetch::{CachedRobots, FetchResult, Next};
    ///
    /// let now = Duration::from_secs(1_700_000_000);
    /// let result = FetchResult::response(200, "").header("cache-control", "public, max-age=3600").header("Age", "600");
    /// let mut cached = CachedRobots::default();
    /// cached.record(&result, now);
    /// assert_eq!(cached.at(now).next(), Next::FreshUntil(now + Duration::from_secs(3000)));
    /// ```
    #[must_use]
    pub fn header(mut self, name: &str, value: impl AsRef<[u8]>) -> Self {
        self.headers.add(name, value.as_ref());
        self
    }

    /// Adds many headers; see [`header`](Self::header).
    ///
    /// ```
    /// use robots_exclusion::fetch::FetchResult;
    ///
    /// let headers = [("Content-Type", "text/plain"), ("Cache-Control", "no-cache")];
    /// let result = FetchResult::response(200, "User-agent: *\nDisallow:\n").headers(headers);
    /// assert!(result.access().allowed("MyBot", "/a"));
    /// ```
    #[must_use]
    pub fn headers<N: AsRef<str>, V: AsRef<[u8]>>(
        self,
        headers: impl IntoIterator<Item = (N, V)>,
    ) -> Self {
        headers.into_iter().fold(self, |result, (name, value)| {
            result.header(name.as_ref(), value)
        })
    }

    /// Adds all headers of an [`http::Response`]; see [`header`](Self::header).
    ///
    /// For clients whose body is yet to be read. If it was,
    /// [`FetchResult::from`] takes the whole response.
    ///
    /// ```
    /// use robots_exclusion::fetch::FetchResult;
    ///
    /// let response = http::Response::builder().header("Retry-After", "120").status(503).body(()).unwrap();
    /// let body = [];
    /// let result = FetchResult::response(response.status().as_u16(), &body).header_map(response.headers());
    /// assert!(!result.access().allowed("MyBot", "/a"));
    /// ```
    #[cfg(feature = "http")]
    #[cfg_attr(docsrs, doc(cfg(feature = "http")))]
    #[must_use]
    pub fn header_map(self, headers: &http::HeaderMap) -> Self {
        self.headers(headers)
    }

    /// Takes a 5xx for a 404: for sites known to answer 5xx for pages that do
    /// not exist. Does nothing to any other result.
    ///
    /// ```
    /// use robots_exclusion::fetch::FetchResult;
    ///
    /// let access = |status| FetchResult::response(status, "").server_error_is_not_found().access();
    /// assert!(access(500).allowed("MyBot", "/a"));
    /// assert!(!access(429).allowed("MyBot", "/a"));
    /// ```
    #[must_use]
    pub fn server_error_is_not_found(mut self) -> Self {
        if let Meaning::Failed(why @ Unavailable::Status(500..=599)) = self.meaning {
            self.meaning = Meaning::NoRestrictions(why);
        }
        self
    }

    /// What this result means by itself; a file is parsed with the default
    /// [`ParseOptions`]. Costs as much as [`Robots::parse`](crate::Robots::parse).
    ///
    /// ```
    /// use robots_exclusion::fetch::FetchResult;
    ///
    /// let verdict = FetchResult::response(404, "").access().verdict("MyBot", "/a").to_string();
    /// assert_eq!(verdict, "allowed: robots.txt answered with status 404");
    /// ```
    pub fn access(&self) -> Access<'t> {
        self.access_with(ParseOptions::new())
    }

    /// What this result means by itself, a file being parsed with these
    /// options.
    ///
    /// ```
    /// use robots_exclusion::fetch::FetchResult;
    /// use robots_exclusion::{Dialect, ParseOptions};
    ///
    /// let google = ParseOptions::new().dialect(Dialect::Google);
    /// let result = FetchResult::response(200, "User-agent: *\nDisalow: /a\n");
    /// assert!(!result.access_with(google).allowed("MyBot", "/a"));
    /// ```
    pub fn access_with(&self, options: ParseOptions) -> Access<'t> {
        match self.meaning {
            Meaning::File(body) => options.parse(body).into(),
            Meaning::NotModified => {
                Access::without_file(false, Unavailable::BrokenResponse, options)
            }
            Meaning::NoRestrictions(why) => Access::without_file(true, why, options),
            Meaning::Failed(why) => Access::without_file(false, why, options),
        }
    }

    fn new(meaning: Meaning<'t>) -> Self {
        Self {
            meaning,
            headers: Headers::default(),
        }
    }
}

impl FetchResult<'static> {
    pub(super) fn no_restrictions(why: Unavailable) -> Self {
        Self::new(Meaning::NoRestrictions(why))
    }

    pub(super) fn failed(why: Unavailable) -> Self {
        Self::new(Meaning::Failed(why))
    }
}

/// Status, headers and body of a response, after redirects were followed.
///
/// ```
/// use robots_exclusion::fetch::FetchResult;
///
/// let response = http::Response::builder()
///     .header("Cache-Control", "max-age=3600")
///     .body("User-agent: *\nDisallow: /a\n")
///     .unwrap();
/// assert!(!FetchResult::from(&response).access().allowed("MyBot", "/a"));
/// ```
#[cfg(feature = "http")]
#[cfg_attr(docsrs, doc(cfg(feature = "http")))]
impl<'t, B: AsRef<[u8]>> From<&'t http::Response<B>> for FetchResult<'t> {
    fn from(response: &'t http::Response<B>) -> Self {
        Self::response(response.status().as_u16(), response.body()).header_map(response.headers())
    }
}
