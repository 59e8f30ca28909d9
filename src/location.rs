//! Finds the location of a robots.txt, and the URLs that it covers.
//!
//! A robots.txt applies to one scheme, one host and one port (RFC 9309 §2.3; "File location and
//! range of validity" in Google's specification). [`robots_txt_url`] returns the URL of the
//! robots.txt for a page. [`Scope`] is the scheme, host and port that a robots.txt covers, so it
//! makes a good key for your crawler's robots.txt cache and its frontier.
//!
//! ```
//! use std::collections::HashMap;
//! use robots_exclusion::Robots;
//! use robots_exclusion::location::Scope;
//!
//! let scope = Scope::from_robots_txt_url("https://example.com/robots.txt")?;
//! let mut cache = HashMap::new();
//! cache.insert(scope, Robots::parse("User-agent: *\nDisallow: /private/\n"));
//!
//! let page = "https://EXAMPLE.com:443/private/letter.html";
//! let robots = cache.get(&Scope::of_page(page)?).expect("the same scheme, host and port");
//! assert!(!robots.allowed("MyBot", page));
//! # Ok::<(), robots_exclusion::location::LocationError>(())
//! ```
//!
//! URLs are parsed by the `url` crate according to the WHATWG URL Standard. They
//! are compared as follows:
//!
//! - Hosts are compared after IDNA processing, ignoring ASCII case: `www.müller.eu` equals
//!   `www.xn--mller-kva.eu`. A subdomain is a different host, and so is a name with a trailing dot
//!   added.
//! - IP addresses are compared by value (`0xd4605215` equals `212.96.82.21`). The robots.txt at an
//!   address covers only URLs with that address as their host, not names that resolve to it.
//! - Ports are compared by number. A URL without a port uses its scheme's default port: 80 for
//!   `http` and `ws`, 443 for `https` and `wss`, 21 for `ftp`.
//! - User info is ignored.
//! - Every URL with a host is accepted, regardless of its scheme (RFC 9309 §2.3). The URL Standard
//!   treats hosts as opaque in all schemes except `file` and the ones listed above; this module
//!   percent-decodes such hosts and parses them like any other. If that fails, they are compared as
//!   written, ignoring ASCII case and unnecessary percent-encoding. The default ports of these
//!   schemes are unknown, so a URL with a port and a URL without one never share a robots.txt.

use alloc::borrow::Cow;
use alloc::format;
use alloc::string::{String, ToString as _};
use alloc::sync::Arc;
use core::fmt;
use core::str::FromStr;

use percent_encoding::{percent_decode_str, percent_encode_byte};
use url::{Host, ParseError, Url};

const PATH: &str = "/robots.txt";

/// Returns the URL of the robots.txt that covers `page`.
///
/// The URL has the page's scheme, host and port, and the path `/robots.txt`. It has no user info,
/// query or fragment (RFC 9309 §2.3).
///
/// `page` is an absolute URL, either as a string or as a [`Url`], and is parsed once in either
/// case.
///
/// ```
/// use robots_exclusion::location::robots_txt_url;
/// use url::Url;
///
/// let url = robots_txt_url("https://user:secret@www.example.com:8443/any/page?x#y")?;
/// assert_eq!(url.as_str(), "https://www.example.com:8443/robots.txt");
///
/// let page = Url::parse("ftp://ftp.example.com/dir/file").unwrap();
/// assert_eq!(robots_txt_url(&page)?.as_str(), "ftp://ftp.example.com/robots.txt");
/// # Ok::<(), robots_exclusion::location::LocationError>(())
/// ```
///
/// # Errors
///
/// Returns an error if `page` isn't an absolute URL or has no host.
///
/// ```
/// use robots_exclusion::location::robots_txt_url;
///
/// let error = robots_txt_url("mailto:a@example.com").unwrap_err();
/// assert_eq!(error.to_string(), "the URL has no host");
/// assert!(robots_txt_url("file:///etc/passwd").is_err());
/// assert!(robots_txt_url("example.com/page").is_err());
/// ```
pub fn robots_txt_url(page: impl AsRef<str>) -> Result<Url, LocationError> {
    // Remove user info, path, query and fragment, and keep the rest.
    let mut url = parse(page.as_ref())?;
    host(&url)?;
    // These two calls only fail for URLs that can't have user info.
    let _ = url.set_username("");
    let _ = url.set_password(None);
    url.set_path(PATH);
    url.set_query(None);
    url.set_fragment(None);
    Ok(url)
}

/// The scheme, host and port that one robots.txt covers.
///
/// Two scopes are equal if and only if the same robots.txt covers both. A scope is two words long,
/// cheap to clone, hashable and ordered, so you can use it as a cache key. `Display` writes the
/// scheme, host and port the way the URL Standard spells them, and [`Scope::of_page`] can parse
/// that output.
///
/// ```
/// use robots_exclusion::location::Scope;
///
/// let scope = Scope::from_robots_txt_url("http://www.müller.eu/robots.txt")?;
/// assert!(scope.covers("http://www.müller.eu/"));
/// assert!(scope.covers("http://www.xn--mller-kva.eu:80/any/page"));
/// assert!(!scope.covers("http://www.muller.eu/"));
/// assert!(!scope.covers("https://www.müller.eu/"));
///
/// assert_eq!(scope.to_string(), "http://www.xn--mller-kva.eu");
/// assert_eq!(Scope::of_page(scope.to_string())?, scope);
/// # Ok::<(), robots_exclusion::location::LocationError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Scope {
    /// The file's canonical URL. It is stored whole, because callers need it as often as its parts.
    robots_txt: Arc<str>,
}

impl Scope {
    /// Returns the scope that the robots.txt at `url` covers.
    ///
    /// The file must be at the top level: its path must be exactly `/robots.txt`, in lower case,
    /// and it must not have a query, not even an empty one. Any fragment and user info are ignored.
    /// `url` is parsed once, according to the URL Standard, so
    /// `https://example.com/a/../robots.txt` is also at the top level.
    ///
    /// ```
    /// use robots_exclusion::location::Scope;
    ///
    /// assert!(Scope::from_robots_txt_url("https://example.com/robots.txt").is_ok());
    /// assert!(Scope::from_robots_txt_url("https://example.com/folder/robots.txt").is_err());
    /// assert!(Scope::from_robots_txt_url("https://example.com/Robots.txt").is_err());
    /// assert!(Scope::from_robots_txt_url("https://example.com/robots.txt?").is_err());
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if `url` isn't an absolute URL, has no host, or isn't the URL of a
    /// robots.txt.
    pub fn from_robots_txt_url(url: impl AsRef<str>) -> Result<Scope, LocationError> {
        let url = parse(url.as_ref())?;
        // The path must be checked as well, because every URL on the host has this scope.
        let scope = Scope::try_from(&url)?;
        if url.path() != PATH || url.query().is_some() {
            return Err(LocationError::new(LocationErrorKind::NotRobotsTxt));
        }
        Ok(scope)
    }

    /// Returns the scope that contains `page`, ignoring its path and query.
    ///
    /// The URL is parsed once. If you already have a [`Url`], use
    /// `Scope::try_from(&url)`.
    ///
    /// ```
    /// use robots_exclusion::location::Scope;
    /// use url::Url;
    ///
    /// let scope = Scope::of_page("https://example.com/folder/file?x#y")?;
    /// assert_eq!(scope, Scope::from_robots_txt_url("https://example.com/robots.txt")?);
    ///
    /// let page = Url::parse("https://example.com/other").unwrap();
    /// assert_eq!(scope, Scope::try_from(&page)?);
    /// # Ok::<(), robots_exclusion::location::LocationError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if `page` isn't an absolute URL or has no host.
    pub fn of_page(page: impl AsRef<str>) -> Result<Scope, LocationError> {
        Scope::try_from(&parse(page.as_ref())?)
    }

    /// Returns `true` if the robots.txt for this scope covers `url`.
    ///
    /// Returns `false` if `url` isn't an absolute URL or has no host, because no robots.txt covers
    /// it. The URL is parsed once.
    ///
    /// ```
    /// use robots_exclusion::location::Scope;
    ///
    /// let scope = Scope::from_robots_txt_url("http://212.96.82.21/robots.txt")?;
    /// assert!(scope.covers("http://212.96.82.21/folder/file"));
    /// assert!(scope.covers("http://0xd4605215/"));
    /// assert!(!scope.covers("http://212.96.82.21:8181/"));
    /// assert!(!scope.covers("/folder/file"));
    /// # Ok::<(), robots_exclusion::location::LocationError>(())
    /// ```
    pub fn covers(&self, url: impl AsRef<str>) -> bool {
        Scope::of_page(url).is_ok_and(|scope| scope == *self)
    }

    /// Returns the scheme, in lower case.
    pub fn scheme(&self) -> &str {
        self.parts().0
    }

    /// Returns the host: a domain in ASCII, or an IP address. An IPv6 address is in brackets.
    pub fn host(&self) -> &str {
        self.parts().1
    }

    /// Returns the port, or the scheme's default port if the URL has none.
    ///
    /// Returns `None` if the URL has no port and the scheme's default port is unknown.
    pub fn port(&self) -> Option<u16> {
        let (scheme, _, port) = self.parts();
        port.or(match scheme {
            "http" | "ws" => Some(80),
            "https" | "wss" => Some(443),
            "ftp" => Some(21),
            _ => None,
        })
    }

    /// Returns the canonical URL of the robots.txt for this scope.
    pub fn robots_txt_url(&self) -> &str {
        &self.robots_txt
    }

    fn origin(&self) -> &str {
        self.robots_txt.strip_suffix(PATH).unwrap_or_default()
    }

    /// Returns the scheme, the host, and the port unless it is the scheme's default port, which the
    /// URL parser drops.
    fn parts(&self) -> (&str, &str, Option<u16>) {
        let (scheme, rest) = self.origin().split_once("://").unwrap_or_default();
        // The colons of an IPv6 address come before its closing bracket.
        match rest.rsplit_once(':') {
            Some((host, port)) if !port.ends_with(']') => (scheme, host, port.parse().ok()),
            _ => (scheme, rest, None),
        }
    }
}

impl TryFrom<&Url> for Scope {
    type Error = LocationError;

    /// Returns the scope that contains `page`, like [`Scope::of_page`] but without parsing.
    fn try_from(page: &Url) -> Result<Scope, LocationError> {
        let host = host(page)?;
        let port = page.port().map(|port| format!(":{port}"));
        let parts = [page.scheme(), "://", &host, &port.unwrap_or_default(), PATH];
        Ok(Scope {
            robots_txt: parts.concat().into(),
        })
    }
}

/// Parses a scope as written by `Display`, or any URL of a page; see [`Scope::of_page`].
///
/// ```
/// use robots_exclusion::location::Scope;
///
/// let scope: Scope = "https://example.com:8443".parse()?;
/// assert_eq!(scope.to_string(), "https://example.com:8443");
/// # Ok::<(), robots_exclusion::location::LocationError>(())
/// ```
impl FromStr for Scope {
    type Err = LocationError;

    fn from_str(page: &str) -> Result<Scope, LocationError> {
        Scope::of_page(page)
    }
}

impl fmt::Display for Scope {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.origin())
    }
}

impl fmt::Debug for Scope {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Scope").field(&self.origin()).finish()
    }
}

/// Serialises the scope as its `Display` string, so that it can be a map key in any format.
/// Requires the `serde` feature.
///
/// ```
/// use std::collections::HashMap;
/// use robots_exclusion::fetch::CachedRobots;
/// use robots_exclusion::location::Scope;
///
/// let scope = Scope::of_page("https://example.com:443/page")?;
/// let cache = HashMap::from([(scope, CachedRobots::default())]);
/// let saved = serde_json::to_string(&cache)?;
/// assert!(saved.starts_with(r#"{"https://example.com":{"#));
/// let loaded: HashMap<Scope, CachedRobots> = serde_json::from_str(&saved)?;
/// assert!(loaded.keys().eq(cache.keys()));
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[cfg(feature = "serde")]
impl serde::Serialize for Scope {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.origin())
    }
}

/// Parses the string with [`Scope::of_page`]. Requires the `serde` feature.
#[cfg(feature = "serde")]
impl<'de> serde::Deserialize<'de> for Scope {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Scope, D::Error> {
        let origin = Cow::<str>::deserialize(deserializer)?;
        Scope::of_page(origin).map_err(serde::de::Error::custom)
    }
}

fn parse(url: &str) -> Result<Url, LocationError> {
    Url::parse(url).map_err(|error| match error {
        // Callers don't need to know that the parser detects this case itself.
        ParseError::EmptyHost => LocationError::new(LocationErrorKind::NoHost),
        error => LocationError {
            kind: LocationErrorKind::NotAbsolute,
            source: Some(error),
        },
    })
}

/// Returns `url`'s host in the canonical spelling that comparisons use.
fn host(url: &Url) -> Result<Cow<'_, str>, LocationError> {
    // An empty host, as in `file:///`, counts as none.
    let written = url.host_str().filter(|host| !host.is_empty());
    let written = written.ok_or(LocationError::new(LocationErrorKind::NoHost))?;
    if matches!(
        url.scheme(),
        "http" | "https" | "ws" | "wss" | "ftp" | "file"
    ) {
        return Ok(Cow::Borrowed(written));
    }
    // The URL parser leaves the hosts of other schemes as they are, so `%41` and `a` would differ.
    let host = Host::parse(written).map(|host| host.to_string());
    Ok(Cow::Owned(host.unwrap_or_else(|_| respell(written))))
}

/// Normalises an opaque host that can't be parsed as a domain: it becomes lower-case, and only the
/// bytes that RFC 3986 §3.2.2 doesn't allow in a host are encoded.
fn respell(host: &str) -> String {
    const KEPT: &[u8] = b"-._~!$&'()*+,;=";
    let mut spelled = String::new();
    // Decode everything, fold the case, and encode what must be encoded.
    for byte in percent_decode_str(host).map(|byte| byte.to_ascii_lowercase()) {
        match byte.is_ascii_alphanumeric() || KEPT.contains(&byte) {
            true => spelled.push(byte.into()),
            false => spelled.push_str(percent_encode_byte(byte)),
        }
    }
    spelled
}

/// The error returned for a URL that has no robots.txt, or isn't the URL of one.
///
/// ```
/// use core::error::Error as _;
/// use robots_exclusion::location::{LocationErrorKind, Scope, robots_txt_url};
///
/// let error = robots_txt_url("data:text/plain,x").unwrap_err();
/// assert_eq!(error.kind(), LocationErrorKind::NoHost);
/// assert_eq!(error.to_string(), "the URL has no host");
///
/// let error = robots_txt_url("/page").unwrap_err();
/// assert_eq!(error.to_string(), "not an absolute URL");
/// assert_eq!(error.source().unwrap().to_string(), "relative URL without a base");
///
/// let error = Scope::from_robots_txt_url("https://example.com/x").unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "not the URL of a robots.txt: its path must be /robots.txt, without a query",
/// );
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LocationError {
    kind: LocationErrorKind,
    /// The reason why the URL isn't absolute.
    source: Option<ParseError>,
}

/// The kind of a [`LocationError`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum LocationErrorKind {
    /// The URL isn't absolute. The error's source explains why it couldn't be parsed.
    NotAbsolute,
    /// The URL has no host, so no robots.txt covers it.
    NoHost,
    /// The URL isn't the URL of a robots.txt, because its path isn't `/robots.txt` or it has a
    /// query.
    NotRobotsTxt,
}

impl LocationError {
    const fn new(kind: LocationErrorKind) -> LocationError {
        LocationError { kind, source: None }
    }

    /// Returns the kind of this error.
    pub fn kind(&self) -> LocationErrorKind {
        self.kind
    }
}

impl fmt::Display for LocationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.kind {
            LocationErrorKind::NotAbsolute => "not an absolute URL",
            LocationErrorKind::NoHost => "the URL has no host",
            LocationErrorKind::NotRobotsTxt => {
                "not the URL of a robots.txt: its path must be /robots.txt, without a query"
            }
        })
    }
}

impl core::error::Error for LocationError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        Some(self.source.as_ref()?)
    }
}
