//! Follows redirects from the URL of a robots.txt, as a state machine without I/O.

use alloc::vec::Vec;
use core::{fmt, mem};

use url::Url;

use super::{Body, FetchOutcome};
use crate::records::as_text;
use crate::verdict::Unavailable;

/// "Crawlers SHOULD follow at least five consecutive redirects" (RFC 9309
/// §2.3.1.2). Google's published specification requires the same.
const FEWEST_HOPS: usize = 5;

/// A state machine that follows the redirects from the URL of a robots.txt.
///
/// Request [`url`](Self::url), pass the status and the `Location` header of each response to
/// [`follow`](Self::follow), and act on its result. The final file applies to the host of the first
/// URL, even if it comes from another host (RFC 9309 §2.3.1.2). Redirects in HTML or scripts aren't
/// followed.
///
/// # Security
///
/// As specified in the RFC, redirect targets aren't checked against any robots.txt, and a redirect
/// may lead to any host and port. A malicious host can therefore redirect to `localhost` or into
/// your own network (server-side request forgery). If your crawler can reach private services,
/// check each URL before you request it, just as you do for pages. It's best to check the resolved
/// addresses in your HTTP client. Alternatively, check the URL after each [`RedirectAction::Request`].
/// If you refuse a URL, record [`FetchOutcome::unreachable`], which disallows everything for now.
/// You can also set [`same_host_only`](Self::same_host_only) to refuse every other host.
///
/// ```
/// use robots_exclusion::fetch::{RedirectAction, Redirects};
/// use url::Url;
///
/// let mut redirects = Redirects::new(Url::parse("http://example.com/robots.txt").unwrap());
/// let action = redirects.follow(301, Some(b"https://www.example.com/robots.txt"));
/// assert!(matches!(action, RedirectAction::Request));
/// let action = redirects.follow(302, Some(b"../files/robots"));
/// assert!(matches!(action, RedirectAction::Request));
/// assert_eq!(redirects.url().as_str(), "https://www.example.com/files/robots");
/// assert!(matches!(redirects.follow(200, None), RedirectAction::Answer));
/// let outcome = redirects.outcome(200, "User-agent: *\nDisallow: /a\n");
/// assert!(!outcome.access().allowed("MyBot", "http://example.com/a"));
/// ```
#[derive(Clone)]
#[must_use]
pub struct Redirects {
    url: Url,
    /// The URLs that were requested before it. They were redirects.
    before: Vec<Url>,
    /// The maximum number of redirects. The default is five. Values below that don't conform to RFC
    /// 9309 §2.3.1.2 and are treated as five.
    ///
    /// ```
    /// use robots_exclusion::fetch::{RedirectAction, Redirects};
    /// use url::Url;
    ///
    /// let mut redirects = Redirects::new(Url::parse("http://example.com/robots.txt").unwrap());
    /// redirects.max_hops = 20;
    /// for hop in 1..=20 {
    ///     let location = format!("/{hop}");
    ///     assert!(matches!(redirects.follow(301, Some(location.as_bytes())), RedirectAction::Request));
    /// }
    /// assert!(matches!(redirects.follow(301, Some(b"/21")), RedirectAction::End(_)));
    /// ```
    pub max_hops: usize,
    /// `true` if redirects to another host are refused, and redirects to a port that is neither the
    /// original port nor the scheme's default port. A refused redirect disallows everything for
    /// now. The default is `false`.
    ///
    /// Turn this on, before the first redirect, if your crawler can reach private services. Keep in
    /// mind that RFC 9309 §2.3.1.2 asks crawlers to follow redirects to any host, and that many
    /// sites redirect `example.com` to `www.example.com`.
    ///
    /// ```
    /// use robots_exclusion::Unavailable;
    /// use robots_exclusion::fetch::{RedirectAction, Redirects};
    /// use url::Url;
    ///
    /// let mut redirects = Redirects::new(Url::parse("http://example.com/robots.txt").unwrap());
    /// redirects.same_host_only = true;
    /// let action = redirects.follow(301, Some(b"https://example.com/robots.txt"));
    /// assert!(matches!(action, RedirectAction::Request));
    /// let RedirectAction::End(outcome) = redirects.follow(302, Some(b"http://169.254.169.254/"))
    /// else { panic!() };
    /// assert_eq!(outcome.access().unavailable(), Some(Unavailable::RedirectRefused));
    /// ```
    pub same_host_only: bool,
}

/// The action to take after a response; see [`Redirects::follow`].
#[derive(Clone, Debug)]
pub enum RedirectAction {
    /// The response isn't a redirect, so create an [outcome](Redirects::outcome) from it.
    Answer,
    /// The response is a redirect, so request its target, which [`Redirects::url`] now returns.
    Request,
    /// The response is a redirect that can't be followed, and this is the outcome.
    End(FetchOutcome<'static>),
}

impl Redirects {
    /// Starts at the URL of a robots.txt, as returned by
    /// [`robots_txt_url`](crate::location::robots_txt_url).
    ///
    /// At most five redirects are followed, and only to `http`, `https` and the scheme of `url`. A
    /// fragment is ignored.
    pub fn new(mut url: Url) -> Redirects {
        // Fragments are never sent, so URLs that only differ in their fragments are the same.
        url.set_fragment(None);
        Redirects {
            url,
            before: Vec::new(),
            max_hops: FEWEST_HOPS,
            same_host_only: false,
        }
    }

    /// Returns the URL to request now. This is the target of the last redirect that
    /// [`follow`](Self::follow) has followed or, before the first one, the initial URL.
    pub fn url(&self) -> &Url {
        &self.url
    }

    /// Creates the outcome for the response to the request for [`url`](Self::url).
    ///
    /// This is like [`FetchOutcome::response`], but also [sets the URL](FetchOutcome::url).
    pub fn outcome<'t>(&self, status: u16, body: impl Into<Body<'t>>) -> FetchOutcome<'t> {
        FetchOutcome::response(status, body).url(&self.url)
    }

    /// Determines how to proceed after the response to the request for
    /// [`url`](Self::url), given its status and the value of its `Location` header.
    ///
    /// Every 3xx except 304 is a redirect. `location` may be relative. Its invalid UTF-8 is
    /// percent-encoded before `location` is parsed according to the URL Standard. This parses
    /// `location` once and compares it with each URL that has been requested.
    ///
    /// | response | result |
    /// |---|---|
    /// | one of the first five redirects | [`RedirectAction::Request`] |
    /// | one more redirect, or a redirect to a URL that has already been requested | [`RedirectAction::End`]; everything allowed, as after a 404 |
    /// | a redirect to a scheme that the crawler can't fetch, or to [a host that is refused](Self::same_host_only) | [`RedirectAction::End`]; everything disallowed, as after a 500 |
    /// | a redirect with a `Location` that is missing, empty or not a URL with a host | [`RedirectAction::End`]; a broken response, as after a 500 |
    /// | any other response | [`RedirectAction::Answer`] |
    ///
    /// ```
    /// use robots_exclusion::fetch::{RedirectAction, Redirects};
    /// use url::Url;
    ///
    /// let mut redirects = Redirects::new(Url::parse("http://example.com/robots.txt").unwrap());
    /// let RedirectAction::End(outcome) = redirects.follow(301, Some(b"/robots.txt")) else { panic!() };
    /// assert!(outcome.access().allowed("MyBot", "http://example.com/page"));
    ///
    /// let RedirectAction::End(outcome) = redirects.follow(301, None) else { panic!() };
    /// assert!(!outcome.access().allowed("MyBot", "http://example.com/page"));
    /// ```
    pub fn follow(&mut self, status: u16, location: Option<&[u8]>) -> RedirectAction {
        if !matches!(status, 300..=303 | 305..=399) {
            return RedirectAction::Answer;
        }
        match self.target(location) {
            Ok(target) => {
                self.before.push(mem::replace(&mut self.url, target));
                RedirectAction::Request
            }
            Err(why) => RedirectAction::End(FetchOutcome::new(Err(why))),
        }
    }

    /// Returns the URL to request next, or the reason why it can't be requested.
    fn target(&self, location: Option<&[u8]>) -> Result<Url, Unavailable> {
        // Targets that can't or must not be requested end in a failure, which disallows everything.
        // They are checked before loops and the limit, which allow everything, so that a hostile
        // target never results in more access.
        let target = location.and_then(|location| self.resolve(location));
        let target = target.ok_or(Unavailable::BrokenResponse)?;
        let first = self.before.first().unwrap_or(&self.url);
        if !matches!(target.scheme(), "http" | "https") && target.scheme() != first.scheme() {
            return Err(Unavailable::UnsupportedScheme);
        }
        if !target.has_host() {
            return Err(Unavailable::BrokenResponse);
        }
        // If other hosts are refused, the current URL has the same host as the first one.
        let same_host = target.host() == self.url.host();
        let same_port = target.port().is_none() || target.port() == self.url.port();
        if self.same_host_only && !(same_host && same_port) {
            return Err(Unavailable::RedirectRefused);
        }
        // None of the URLs in the loop leads to a file, so there is none.
        if target == self.url || self.before.contains(&target) {
            return Err(Unavailable::RedirectLoop);
        }
        if self.before.len() >= self.max_hops.max(FEWEST_HOPS) {
            return Err(Unavailable::TooManyRedirects);
        }
        Ok(target)
    }

    /// Resolves a `Location` against the current URL. Returns `None` if it isn't a URL.
    fn resolve(&self, location: &[u8]) -> Option<Url> {
        let location = location.trim_ascii();
        // An empty reference would be the current URL.
        if location.is_empty() {
            return None;
        }
        // A relative reference is common. Browsers percent-encode non-ASCII bytes.
        let mut target = self.url.join(&as_text(location)).ok()?;
        target.set_fragment(None);
        Some(target)
    }
}

impl fmt::Debug for Redirects {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let requested = self.before.iter().chain([&self.url]);
        let requested: Vec<&str> = requested.map(Url::as_str).collect();
        f.debug_struct("Redirects")
            .field("url", &self.url.as_str())
            .field("requested", &requested)
            .field("max_hops", &self.max_hops)
            .finish_non_exhaustive()
    }
}
