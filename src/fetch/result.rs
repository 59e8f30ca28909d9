//! What came of fetching a robots.txt, and what that means by itself.

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use url::Url;

use super::Access;
use super::headers::Headers;
use crate::ParseOptions;
use crate::debug::AsText;
use crate::verdict::Unavailable;

/// What came of fetching a robots.txt: the response at the end of the
/// redirects, or why there is none.
///
/// [`access`](Self::access) says what it means by itself, and
/// [`CachedRobots::record`](super::CachedRobots::record) what it means after
/// those before it. One that was made of an owned body is a
/// `FetchResult<'static>`, which a function that fetches can return.
///
/// ```
/// use robots_exclusion::fetch::FetchResult;
///
/// let body: Vec<u8> = b"User-agent: *\nDisallow: /private/\n".to_vec();
/// let found: FetchResult<'static> = FetchResult::response(200, body);
/// let access = found.access();
/// assert!(!access.allowed("MyBot", "/private/x") && access.allowed("MyBot", "/x"));
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

#[derive(Clone)]
pub(super) enum Meaning<'t> {
    /// Obey this file.
    File(Cow<'t, [u8]>),
    /// The copy at hand is as good as new.
    NotModified,
    /// There is no file: everything is allowed.
    NoRestrictions(Unavailable),
    /// The file could not be obtained: everything is disallowed, for now.
    Failed(Unavailable),
}

/// The body of a response: bytes that are borrowed or owned.
///
/// Converts from a reference to anything that is bytes (`&str`, `&[u8]`,
/// `&String`, `&Vec<u8>`, `&bytes::Bytes`), and from what owns them (`Vec<u8>`,
/// `String`, `Box<[u8]>`).
#[derive(Clone, Default)]
pub struct Body<'t>(Cow<'t, [u8]>);

impl<'t, B: AsRef<[u8]> + ?Sized> From<&'t B> for Body<'t> {
    fn from(bytes: &'t B) -> Self {
        Body(Cow::Borrowed(bytes.as_ref()))
    }
}

impl From<Vec<u8>> for Body<'_> {
    fn from(bytes: Vec<u8>) -> Self {
        Body(Cow::Owned(bytes))
    }
}

impl From<Box<[u8]>> for Body<'_> {
    fn from(bytes: Box<[u8]>) -> Self {
        Body(Cow::Owned(bytes.into_vec()))
    }
}

impl From<String> for Body<'_> {
    fn from(text: String) -> Self {
        Body(Cow::Owned(text.into_bytes()))
    }
}

impl<'t> From<Cow<'t, [u8]>> for Body<'t> {
    fn from(bytes: Cow<'t, [u8]>) -> Self {
        Body(bytes)
    }
}

impl fmt::Debug for Body<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Body").field(&AsText(&self.0)).finish()
    }
}

impl<'t> FetchResult<'t> {
    /// The response with this status code and body, in HTTP or any scheme with
    /// HTTP's status codes, after redirects were followed (see
    /// [`Redirects`](super::Redirects); a redirect that was not is a broken
    /// response).
    ///
    /// `body` is taken as it is, any bytes, whatever its media type; that of
    /// a response other than a 2xx is not looked at. A client that stops
    /// reading at the [byte limit](ParseOptions::byte_limit) has all it needs;
    /// one byte more tells a file that ends there from one that was cut. If a
    /// body breaks off before, by a reset, a time-out or a chunking error, the
    /// result is [`broken`](Self::broken) instead. The content coding (gzip and
    /// so on) must be undone already. A 206 is an incomplete response: do not
    /// ask for a range of the file.
    ///
    /// Costs O(1): an owned body is moved.
    ///
    /// ```
    /// use robots_exclusion::fetch::FetchResult;
    ///
    /// let text = "User-agent: *\nDisallow: /a";
    /// let allowed = |status| FetchResult::response(status, text).access().allowed("MyBot", "/a");
    /// assert!(!allowed(200));
    /// assert!(allowed(404) && allowed(401) && allowed(204));
    /// assert!(!allowed(429) && !allowed(500) && !allowed(206) && !allowed(999));
    /// ```
    pub fn response(status: u16, body: impl Into<Body<'t>>) -> FetchResult<'t> {
        FetchResult::new(match status {
            204 => Meaning::File(Cow::Borrowed(&[])),
            206 => Meaning::Failed(Unavailable::BrokenResponse),
            200..=299 => Meaning::File(body.into().0),
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
    pub fn found(body: impl Into<Body<'t>>) -> FetchResult<'t> {
        FetchResult::new(Meaning::File(body.into().0))
    }

    /// No such file, in a scheme without status codes: as a 404.
    pub fn missing() -> FetchResult<'static> {
        FetchResult::no_restrictions(Unavailable::NotFound)
    }

    /// No answer, in any scheme: the name did not resolve, the connection was
    /// refused or reset, time ran out.
    pub fn unreachable() -> FetchResult<'static> {
        FetchResult::failed(Unavailable::Unreachable)
    }

    /// An answer that is not a valid response, or is not complete.
    pub fn broken() -> FetchResult<'static> {
        FetchResult::failed(Unavailable::BrokenResponse)
    }

    /// Says which URL the response came from, after redirects.
    ///
    /// [`Validators`](super::Validators) belong to it. Without it a cache keeps
    /// them, but cannot say which request they may go with.
    /// [`Redirects::result`](super::Redirects::result) does this by itself.
    #[must_use]
    pub fn url(mut self, url: &Url) -> FetchResult<'t> {
        self.headers.validators.keep_url(url.as_str());
        self
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
    /// use robots_exclusion::fetch::{CachedRobots, FetchResult, Refresh, Timestamp};
    ///
    /// let now = Timestamp::from_unix(Duration::from_secs(1_700_000_000));
    /// let result = FetchResult::response(200, "")
    ///     .header("cache-control", "public, max-age=3600")
    ///     .header("Age", "600");
    /// let mut cached = CachedRobots::default();
    /// cached.record(result, now);
    /// assert_eq!(cached.at(now).refresh(), Refresh::FreshUntil(now + Duration::from_secs(3000)));
    /// ```
    #[must_use]
    pub fn header(mut self, name: &str, value: impl AsRef<[u8]>) -> FetchResult<'t> {
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
    ) -> FetchResult<'t> {
        headers.into_iter().fold(self, |result, (name, value)| {
            result.header(name.as_ref(), value)
        })
    }

    /// Adds all headers of a response, as the clients that use the crate
    /// `http` hand them out (hyper, reqwest, ureq); see
    /// [`header`](Self::header).
    ///
    /// ```
    /// use robots_exclusion::fetch::FetchResult;
    ///
    /// let response = http::Response::builder().header("Retry-After", "120").status(503);
    /// let (head, _) = response.body(()).unwrap().into_parts();
    /// let result = FetchResult::response(head.status.as_u16(), "").header_map(&head.headers);
    /// assert!(!result.access().allowed("MyBot", "/a"));
    /// ```
    #[cfg(feature = "http")]
    #[cfg_attr(docsrs, doc(cfg(feature = "http")))]
    #[must_use]
    pub fn header_map(self, headers: &http::HeaderMap) -> FetchResult<'t> {
        self.headers(headers)
    }

    /// Treats a 5xx as a 404: for sites known to answer 5xx for pages that do
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
    pub fn server_error_is_not_found(mut self) -> FetchResult<'t> {
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
    /// let access = FetchResult::response(404, "").access();
    /// let verdict = access.verdict("MyBot", "/a");
    /// assert_eq!(verdict.to_string(), "allowed: robots.txt answered with status 404");
    /// ```
    pub fn access(self) -> Access<'t> {
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
    pub fn access_with(self, options: ParseOptions) -> Access<'t> {
        self.meaning.access(options)
    }

    /// The same with a copy of the body, if that is borrowed.
    pub fn into_owned(self) -> FetchResult<'static> {
        FetchResult {
            meaning: match self.meaning {
                Meaning::File(body) => Meaning::File(Cow::Owned(body.into_owned())),
                Meaning::NotModified => Meaning::NotModified,
                Meaning::NoRestrictions(why) => Meaning::NoRestrictions(why),
                Meaning::Failed(why) => Meaning::Failed(why),
            },
            headers: self.headers,
        }
    }

    fn new(meaning: Meaning<'t>) -> FetchResult<'t> {
        FetchResult {
            meaning,
            headers: Headers::default(),
        }
    }
}

impl FetchResult<'static> {
    pub(super) fn no_restrictions(why: Unavailable) -> FetchResult<'static> {
        FetchResult::new(Meaning::NoRestrictions(why))
    }

    pub(super) fn failed(why: Unavailable) -> FetchResult<'static> {
        FetchResult::new(Meaning::Failed(why))
    }
}

impl<'t> Meaning<'t> {
    pub(super) fn access(self, options: ParseOptions) -> Access<'t> {
        match self {
            Meaning::File(body) => Access::file(body, options),
            Meaning::NotModified => {
                Access::without_file(false, Unavailable::BrokenResponse, options)
            }
            Meaning::NoRestrictions(why) => Access::without_file(true, why, options),
            Meaning::Failed(why) => Access::without_file(false, why, options),
        }
    }
}

impl fmt::Debug for Meaning<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Meaning::File(body) => f.debug_tuple("File").field(&AsText(body)).finish(),
            Meaning::NotModified => f.write_str("NotModified"),
            Meaning::NoRestrictions(why) => f.debug_tuple("NoRestrictions").field(why).finish(),
            Meaning::Failed(why) => f.debug_tuple("Failed").field(why).finish(),
        }
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
/// assert!(!FetchResult::from(response).access().allowed("MyBot", "/a"));
/// ```
#[cfg(feature = "http")]
#[cfg_attr(docsrs, doc(cfg(feature = "http")))]
impl<'t, B: Into<Body<'t>>> From<http::Response<B>> for FetchResult<'t> {
    fn from(response: http::Response<B>) -> FetchResult<'t> {
        let (head, body) = response.into_parts();
        FetchResult::response(head.status.as_u16(), body).header_map(&head.headers)
    }
}
