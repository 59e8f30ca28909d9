//! Redirects on the way to a robots.txt, as a state machine without I/O.

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::collections::BTreeSet;

use percent_encoding::{CONTROLS, percent_encode};
use url::Url;

use super::FetchResult;
use crate::verdict::Unavailable;

/// "Crawlers SHOULD follow at least five consecutive redirects" (RFC 9309
/// §2.3.1.2); every edition of Google's specification says the same.
const FEWEST_HOPS: usize = 5;

/// The redirects from the URL of a robots.txt to the response that decides.
///
/// Ask for [`url`](Self::url), hand the status and the `Location` header of
/// each response to [`follow`](Self::follow), and do what it says. No target
/// of a redirect is to be checked against any robots.txt, and the file at the
/// end counts for the host that was asked first, whatever host it comes from
/// (RFC 9309 §2.3.1.2). A redirect inside HTML or script is none.
///
/// ```
/// use robots_exclusion::fetch::{Hop, Redirects};
/// use url::Url;
///
/// let mut redirects = Redirects::new(Url::parse("http://example.com/robots.txt").unwrap());
/// let Hop::Request(url) = redirects.follow(301, Some(b"https://www.example.com/robots.txt")) else { panic!() };
/// assert_eq!(url.as_str(), "https://www.example.com/robots.txt");
/// let Hop::Request(url) = redirects.follow(302, Some(b"../files/robots")) else { panic!() };
/// assert_eq!(url.as_str(), "https://www.example.com/files/robots");
/// assert!(matches!(redirects.follow(200, None), Hop::Answer));
/// ```
#[derive(Clone, Debug)]
pub struct Redirects {
    url: Url,
    asked: BTreeSet<Url>,
    limit: usize,
    first_scheme: Box<str>,
    schemes: &'static [&'static str],
}

/// What to do with a response; see [`Redirects::follow`].
///
/// ```
/// use robots_exclusion::fetch::{Hop, Redirects};
/// use url::Url;
///
/// let first = || Redirects::new(Url::parse("http://example.com/robots.txt").unwrap());
/// assert!(matches!(first().follow(404, None), Hop::Answer));
/// assert!(matches!(first().follow(302, Some(b"/other")), Hop::Request(_)));
/// assert!(matches!(first().follow(302, Some(b"mailto:user@example.com")), Hop::End(_)));
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Hop<'r> {
    /// It is no redirect: make a [`FetchResult`] of it.
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
    ///
    /// ```
    /// use robots_exclusion::fetch::Redirects;
    /// use robots_exclusion::location::robots_txt_url;
    ///
    /// let redirects = Redirects::new(robots_txt_url("http://example.com/page")?);
    /// assert_eq!(redirects.url().as_str(), "http://example.com/robots.txt");
    /// # Ok::<(), robots_exclusion::location::LocationError>(())
    /// ```
    pub fn new(mut url: Url) -> Self {
        url.set_fragment(None);
        let asked = BTreeSet::from([url.clone()]);
        Self {
            first_scheme: url.scheme().into(),
            url,
            asked,
            limit: FEWEST_HOPS,
            schemes: &["http", "https"],
        }
    }

    /// Follows up to `hops` redirects. Less than five do not conform to
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
    pub fn max_hops(mut self, hops: usize) -> Self {
        self.limit = hops.max(FEWEST_HOPS);
        self
    }

    /// The schemes, in lower case, that the crawler can fetch from, instead of
    /// `http` and `https`. The scheme of the first URL is always among them.
    ///
    /// ```
    /// use robots_exclusion::fetch::{Hop, Redirects};
    /// use url::Url;
    ///
    /// let first = Url::parse("http://example.com/robots.txt").unwrap();
    /// let mut redirects = Redirects::new(first).schemes(&["http", "https", "ftp"]);
    /// assert!(matches!(redirects.follow(301, Some(b"ftp://example.com/robots.txt")), Hop::Request(_)));
    /// ```
    #[must_use]
    pub fn schemes(mut self, schemes: &'static [&'static str]) -> Self {
        self.schemes = schemes;
        self
    }

    /// The URL to ask for now: the one [`follow`](Self::follow) returned last,
    /// at first the one to start at.
    ///
    /// ```
    /// use robots_exclusion::fetch::Redirects;
    /// use url::Url;
    ///
    /// let first = Url::parse("http://example.com/robots.txt").unwrap();
    /// assert_eq!(Redirects::new(first.clone()).url(), &first);
    /// ```
    pub fn url(&self) -> &Url {
        &self.url
    }

    /// What the response to the request for [`url`](Self::url) asks for, by
    /// its status and the value of its `Location` header.
    ///
    /// Every 3xx but 304 is a redirect. `location` may be relative. It is
    /// taken as the URL Standard has it; bytes that are not UTF-8 are
    /// percent-encoded. Costs a parse of `location`, and a look-up among the
    /// URLs asked for.
    ///
    /// | response | what it means |
    /// |---|---|
    /// | a redirect, up to the fifth | [`Hop::Request`] |
    /// | one more, or one to a URL asked for already | [`Hop::End`]; no restrictions, as after a 404 |
    /// | one to a scheme the crawler cannot fetch from | [`Hop::End`]; everything disallowed, as after a 500 |
    /// | one whose `Location` is missing, empty or no URL with a host | [`Hop::End`]; a broken response: as after a 500 |
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
        if *target.scheme() != *self.first_scheme && !self.schemes.contains(&target.scheme()) {
            return Hop::End(FetchResult::failed(Unavailable::UnsupportedScheme));
        }
        if !target.has_host() {
            return Hop::End(FetchResult::failed(Unavailable::BrokenResponse));
        }
        if self.asked.contains(&target) {
            return Hop::End(FetchResult::no_restrictions(Unavailable::RedirectLoop));
        }
        // The first URL asked for was no redirect.
        if self.asked.len() > self.limit {
            return Hop::End(FetchResult::no_restrictions(Unavailable::TooManyRedirects));
        }
        self.asked.insert(target.clone());
        self.url = target;
        Hop::Request(&self.url)
    }

    /// As [`follow`](Self::follow), with what an HTTP client hands out.
    ///
    /// ```
    /// use robots_exclusion::fetch::{Hop, Redirects};
    /// use url::Url;
    ///
    /// let response = http::Response::builder().status(308).header("Location", "/a").body(()).unwrap();
    /// let mut redirects = Redirects::new(Url::parse("http://example.com/robots.txt").unwrap());
    /// let Hop::Request(url) = redirects.follow_response(&response) else { panic!() };
    /// assert_eq!(url.as_str(), "http://example.com/a");
    /// ```
    #[cfg(feature = "http")]
    #[cfg_attr(docsrs, doc(cfg(feature = "http")))]
    pub fn follow_response<B>(&mut self, response: &http::Response<B>) -> Hop<'_> {
        let location = response.headers().get(http::header::LOCATION);
        self.follow(
            response.status().as_u16(),
            location.map(http::HeaderValue::as_bytes),
        )
    }

    /// The URL that a `Location` names; `None` if it is no URL.
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
