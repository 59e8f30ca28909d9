//! Redirects on the way to a robots.txt, as a state machine without I/O.

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::collections::BTreeSet;
use alloc::vec::Vec;
use core::fmt;

use percent_encoding::{CONTROLS, percent_encode};
use url::Url;

use super::{Body, FetchResult};
use crate::verdict::Unavailable;

/// "Crawlers SHOULD follow at least five consecutive redirects" (RFC 9309
/// §2.3.1.2); Google's published specification says the same.
const FEWEST_HOPS: usize = 5;

/// The redirects from the URL of a robots.txt to the response that decides.
///
/// Ask for [`url`](Self::url), hand the status and the `Location` header of
/// each response to [`follow`](Self::follow), and do what it says. The file at
/// the end counts for the host that was asked first, whatever host it comes
/// from (RFC 9309 §2.3.1.2). A redirect inside HTML or script is not a redirect.
///
/// # Where redirects may lead
///
/// As the RFC asks, no target is checked against any robots.txt, and a hop may
/// lead to any host and port: to `localhost` and the machines of your own
/// network, too, if whoever runs the host wishes (server-side request forgery).
/// A crawler that can reach what strangers should not must check each URL
/// before it asks for it, with the same rule as for pages: best in the client,
/// on the addresses that the host's name resolves to, or else on the URL of
/// each [`Hop::Request`]. Refuse one by recording
/// [`FetchResult::unreachable`], which disallows everything for now.
///
/// ```
/// use robots_exclusion::fetch::{Hop, Redirects};
/// use url::Url;
///
/// let mut redirects = Redirects::new(Url::parse("http://example.com/robots.txt").unwrap());
/// let hop = redirects.follow(301, Some(b"https://www.example.com/robots.txt"));
/// assert!(matches!(hop, Hop::Request(url) if url.host_str() == Some("www.example.com")));
/// let hop = redirects.follow(302, Some(b"../files/robots"));
/// assert!(matches!(hop, Hop::Request(url) if url.path() == "/files/robots"));
/// assert!(matches!(redirects.follow(200, None), Hop::Answer));
/// let result = redirects.result(200, "User-agent: *\nDisallow: /a\n");
/// assert!(!result.access().allowed("MyBot", "http://example.com/a"));
/// ```
#[derive(Clone)]
pub struct Redirects {
    url: Url,
    asked: BTreeSet<Url>,
    limit: usize,
    first_scheme: Box<str>,
    /// Others that the crawler can fetch from; `None` for those of HTTP.
    schemes: Option<Box<[Box<str>]>>,
}

/// What to do with a response; see [`Redirects::follow`].
#[derive(Clone)]
pub enum Hop<'r> {
    /// It is not a redirect: make a [result](Redirects::result) of it.
    Answer,
    /// It is a redirect: ask for this URL next.
    Request(&'r Url),
    /// It is a redirect that leads nowhere: this is the result.
    End(FetchResult<'static>),
}

impl Redirects {
    /// Starts at the URL of a robots.txt, as
    /// [`robots_txt_url`](crate::location::robots_txt_url) gives it.
    ///
    /// Five redirects are followed, to `http`, `https` and the scheme of
    /// `url`. A fragment is dropped.
    pub fn new(mut url: Url) -> Redirects {
        url.set_fragment(None);
        let asked = BTreeSet::from([url.clone()]);
        Redirects {
            first_scheme: url.scheme().into(),
            url,
            asked,
            limit: FEWEST_HOPS,
            schemes: None,
        }
    }

    /// Follows up to `hops` redirects. Fewer than five do not conform to
    /// RFC 9309 §2.3.1.2, and count as five.
    ///
    /// ```
    /// use robots_exclusion::fetch::{Hop, Redirects};
    /// use url::Url;
    ///
    /// let first = Url::parse("http://example.com/robots.txt").unwrap();
    /// let mut redirects = Redirects::new(first).max_hops(20);
    /// for hop in 1..=20 {
    ///     let location = format!("/{hop}");
    ///     assert!(matches!(redirects.follow(301, Some(location.as_bytes())), Hop::Request(_)));
    /// }
    /// assert!(matches!(redirects.follow(301, Some(b"/21")), Hop::End(_)));
    /// ```
    #[must_use]
    pub fn max_hops(mut self, hops: usize) -> Redirects {
        self.limit = hops.max(FEWEST_HOPS);
        self
    }

    /// The schemes that the crawler can fetch from, instead of `http` and
    /// `https`; ASCII case is ignored. The scheme of the first URL is always
    /// among them.
    ///
    /// ```
    /// use robots_exclusion::fetch::{Hop, Redirects};
    /// use url::Url;
    ///
    /// let first = Url::parse("http://example.com/robots.txt").unwrap();
    /// let configured: Vec<String> = "http https ftp".split(' ').map(String::from).collect();
    /// let mut redirects = Redirects::new(first).schemes(&configured);
    /// let hop = redirects.follow(301, Some(b"ftp://example.com/robots.txt"));
    /// assert!(matches!(hop, Hop::Request(_)));
    /// ```
    #[must_use]
    pub fn schemes<S: AsRef<str>>(mut self, schemes: impl IntoIterator<Item = S>) -> Redirects {
        let lower_case = |scheme: S| scheme.as_ref().to_ascii_lowercase().into_boxed_str();
        self.schemes = Some(schemes.into_iter().map(lower_case).collect());
        self
    }

    /// The URL to ask for now: the one [`follow`](Self::follow) returned last,
    /// at first the one to start at.
    pub fn url(&self) -> &Url {
        &self.url
    }

    /// The result of the response to the request for [`url`](Self::url), which
    /// it remembers; otherwise as [`FetchResult::response`].
    pub fn result<'t>(&self, status: u16, body: impl Into<Body<'t>>) -> FetchResult<'t> {
        FetchResult::response(status, body).url(&self.url)
    }

    /// What the response to the request for [`url`](Self::url) asks for, by
    /// its status and the value of its `Location` header.
    ///
    /// Every 3xx but 304 is a redirect. `location` may be relative. It is parsed
    /// as the URL Standard prescribes, with bytes that are invalid UTF-8
    /// percent-encoded. Costs a parse of `location`, and a look-up among the
    /// URLs asked for.
    ///
    /// | response | what it means |
    /// |---|---|
    /// | a redirect, up to the fifth | [`Hop::Request`] |
    /// | one more, or one to a URL asked for already | [`Hop::End`]; no restrictions, as after a 404 |
    /// | one to a scheme the crawler cannot fetch from | [`Hop::End`]; everything disallowed, as after a 500 |
    /// | one whose `Location` is missing, empty or not a URL with a host | [`Hop::End`]; a broken response: as after a 500 |
    /// | anything else | [`Hop::Answer`] |
    ///
    /// ```
    /// use robots_exclusion::fetch::{Hop, Redirects};
    /// use url::Url;
    ///
    /// let mut redirects = Redirects::new(Url::parse("http://example.com/robots.txt").unwrap());
    /// let Hop::End(result) = redirects.follow(301, Some(b"/robots.txt")) else { panic!() };
    /// assert!(result.access().allowed("MyBot", "http://example.com/page"));
    ///
    /// let Hop::End(result) = redirects.follow(301, None) else { panic!() };
    /// assert!(!result.access().allowed("MyBot", "http://example.com/page"));
    /// ```
    pub fn follow(&mut self, status: u16, location: Option<&[u8]>) -> Hop<'_> {
        if !matches!(status, 300..=303 | 305..=399) {
            return Hop::Answer;
        }
        let Some(target) = location.and_then(|location| self.resolve(location)) else {
            return Hop::End(FetchResult::failed(Unavailable::BrokenResponse));
        };
        if *target.scheme() != *self.first_scheme && !self.can_fetch_from(target.scheme()) {
            return Hop::End(FetchResult::failed(Unavailable::UnsupportedScheme));
        }
        if !target.has_host() {
            return Hop::End(FetchResult::failed(Unavailable::BrokenResponse));
        }
        if self.asked.contains(&target) {
            return Hop::End(FetchResult::no_restrictions(Unavailable::RedirectLoop));
        }
        // The first URL asked for was not a redirect.
        if self.asked.len() > self.limit {
            return Hop::End(FetchResult::no_restrictions(Unavailable::TooManyRedirects));
        }
        self.asked.insert(target.clone());
        self.url = target;
        Hop::Request(&self.url)
    }

    /// As [`follow`](Self::follow), with what the clients that use the crate
    /// `http` hand out (hyper, reqwest, ureq).
    ///
    /// ```
    /// use robots_exclusion::fetch::{Hop, Redirects};
    /// use url::Url;
    ///
    /// let response = http::Response::builder().status(308).header("Location", "/a");
    /// let response = response.body(()).unwrap();
    /// let mut redirects = Redirects::new(Url::parse("http://example.com/robots.txt").unwrap());
    /// let hop = redirects.follow_headers(response.status(), response.headers());
    /// assert!(matches!(hop, Hop::Request(url) if url.as_str() == "http://example.com/a"));
    /// ```
    #[cfg(feature = "http")]
    #[cfg_attr(docsrs, doc(cfg(feature = "http")))]
    pub fn follow_headers(
        &mut self,
        status: http::StatusCode,
        headers: &http::HeaderMap,
    ) -> Hop<'_> {
        let location = headers.get(http::header::LOCATION);
        self.follow(status.as_u16(), location.map(http::HeaderValue::as_bytes))
    }

    fn can_fetch_from(&self, scheme: &str) -> bool {
        match &self.schemes {
            Some(schemes) => schemes.iter().any(|known| **known == *scheme),
            None => matches!(scheme, "http" | "https"),
        }
    }

    /// The URL that a `Location` names; `None` if it is not a URL.
    fn resolve(&self, location: &[u8]) -> Option<Url> {
        let location = location.trim_ascii();
        if location.is_empty() {
            return None;
        }
        let location: Cow<'_, str> = match core::str::from_utf8(location) {
            Ok(location) => location.into(),
            Err(_) => percent_encode(location, CONTROLS).into(),
        };
        let mut target = self.url.join(&location).ok()?;
        target.set_fragment(None);
        Some(target)
    }
}

impl fmt::Debug for Redirects {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let asked: Vec<&str> = self.asked.iter().map(Url::as_str).collect();
        f.debug_struct("Redirects")
            .field("url", &self.url.as_str())
            .field("asked", &asked)
            .field("limit", &self.limit)
            .field("schemes", &self.schemes)
            .finish_non_exhaustive()
    }
}

impl fmt::Debug for Hop<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Hop::Answer => f.write_str("Answer"),
            Hop::Request(url) => f.debug_tuple("Request").field(&url.as_str()).finish(),
            Hop::End(result) => f.debug_tuple("End").field(result).finish(),
        }
    }
}
