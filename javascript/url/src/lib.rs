//! Replaces the `url` crate with the platform's `URL`, which follows the same standard.
//!
//! That crate, with the Unicode tables that international domain names need, would triple the
//! size of the WebAssembly, although every JavaScript platform already has both. A URL is kept
//! as the platform spells it. That spelling is unambiguous, so its parts can be found in it.

#![no_std]

extern crate alloc;

use alloc::borrow::ToOwned;
use alloc::string::String;
use core::error::Error;
use core::fmt;
use core::ops::{Index, Range};
use core::str::FromStr;

/// A URL as the platform spells it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Url(String);

/// The places in a URL that the library uses.
#[derive(Clone, Copy, Debug)]
pub enum Position {
    /// Where the path begins.
    BeforePath,
    /// Where the query ends: at the fragment, or at the end.
    AfterQuery,
}

impl Url {
    /// Parses an absolute URL.
    ///
    /// # Errors
    ///
    /// Returns an error if the platform rejects it.
    pub fn parse(url: &str) -> Result<Url, ParseError> {
        match platform::href(url, None) {
            Some(href) => Ok(Url(href)),
            None if is_without_host(url) => Err(ParseError::EmptyHost),
            None => Err(ParseError::Invalid),
        }
    }

    /// Parses a URL that may be relative to this one.
    ///
    /// # Errors
    ///
    /// Returns an error if the platform rejects it.
    pub fn join(&self, relative: &str) -> Result<Url, ParseError> {
        let href = platform::href(relative, Some(&self.0));
        href.map(Url).ok_or(ParseError::Invalid)
    }

    /// Returns the URL.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Returns the scheme, in lower case.
    pub fn scheme(&self) -> &str {
        self.0.split_once(':').map_or("", |(scheme, _)| scheme)
    }

    /// Returns the range of the authority, if there is one.
    fn authority(&self) -> Option<Range<usize>> {
        let start = self.scheme().len() + 3;
        let rest = self.0.get(start..)?;
        self.0[..start].ends_with("://").then(|| {
            let length = rest.find(['/', '?', '#']).unwrap_or(rest.len());
            start..start + length
        })
    }

    /// Returns host and port as written.
    fn host_and_port(&self) -> Option<(&str, Option<&str>)> {
        let authority = &self.0[self.authority()?];
        let host = authority
            .rsplit_once('@')
            .map_or(authority, |(_, host)| host);
        Some(match host.rsplit_once(':') {
            // The colons of an IPv6 address are in brackets.
            Some((host, port)) if !port.ends_with(']') => (host, Some(port)),
            _ => (host, None),
        })
    }

    /// Returns the host, if there is one.
    pub fn host_str(&self) -> Option<&str> {
        let (host, _) = self.host_and_port()?;
        (!host.is_empty()).then_some(host)
    }

    /// Returns the host, if there is one.
    pub fn host(&self) -> Option<Host> {
        self.host_str().map(|host| Host(host.to_owned()))
    }

    /// Returns `true` if there is a host.
    pub fn has_host(&self) -> bool {
        self.host_str().is_some()
    }

    /// Returns the port, unless it is the default port of the scheme.
    pub fn port(&self) -> Option<u16> {
        self.host_and_port()?.1?.parse().ok()
    }

    fn place(&self, position: Position) -> usize {
        match position {
            Position::BeforePath => match self.authority() {
                Some(authority) => authority.end,
                None => self.scheme().len() + 1,
            },
            Position::AfterQuery => self.0.find('#').unwrap_or(self.0.len()),
        }
    }

    fn path_and_query(&self) -> (&str, Option<&str>) {
        let both = &self[Position::BeforePath..Position::AfterQuery];
        match both.split_once('?') {
            Some((path, query)) => (path, Some(query)),
            None => (both, None),
        }
    }

    /// Returns the path.
    pub fn path(&self) -> &str {
        self.path_and_query().0
    }

    /// Returns the query, without its `?`.
    pub fn query(&self) -> Option<&str> {
        self.path_and_query().1
    }

    /// Returns the fragment, without its `#`.
    pub fn fragment(&self) -> Option<&str> {
        self.0.split_once('#').map(|(_, fragment)| fragment)
    }

    /// Removes the fragment. The library never sets one.
    pub fn set_fragment(&mut self, _: Option<&str>) {
        self.0.truncate(self.place(Position::AfterQuery));
    }

    /// Removes the query. The library never sets one.
    pub fn set_query(&mut self, _: Option<&str>) {
        let start = self.place(Position::BeforePath) + self.path().len();
        self.0
            .replace_range(start..self.place(Position::AfterQuery), "");
    }

    /// Replaces the path by one in canonical spelling.
    pub fn set_path(&mut self, path: &str) {
        let start = self.place(Position::BeforePath);
        self.0.replace_range(start..start + self.path().len(), path);
    }

    fn remove_user_info(&mut self) {
        let authority = self.authority().unwrap_or_default();
        if let Some(at) = self.0[authority.clone()].rfind('@') {
            self.0
                .replace_range(authority.start..=authority.start + at, "");
        }
    }

    /// Removes user name and password. The library never sets one.
    ///
    /// # Errors
    ///
    /// Returns no error.
    pub fn set_username(&mut self, _: &str) -> Result<(), ParseError> {
        self.remove_user_info();
        Ok(())
    }

    /// Removes user name and password. The library never sets one.
    ///
    /// # Errors
    ///
    /// Returns no error.
    pub fn set_password(&mut self, _: Option<&str>) -> Result<(), ParseError> {
        self.remove_user_info();
        Ok(())
    }
}

/// Returns `true` if a URL has no host after its scheme, as in `http://`.
fn is_without_host(url: &str) -> bool {
    let rest = url.trim().split_once(':').map_or("x", |(_, rest)| rest);
    let authority = rest.trim_start_matches(['/', '\\']);
    rest.len() - authority.len() >= 2 && authority.split(['?', '#']).next() == Some("")
}

impl Index<Range<Position>> for Url {
    type Output = str;

    fn index(&self, range: Range<Position>) -> &str {
        &self.0[self.place(range.start)..self.place(range.end)]
    }
}

impl fmt::Display for Url {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl AsRef<str> for Url {
    fn as_ref(&self) -> &str {
        &self.0
    }
}

impl From<Url> for String {
    fn from(url: Url) -> String {
        url.0
    }
}

impl FromStr for Url {
    type Err = ParseError;

    fn from_str(url: &str) -> Result<Url, ParseError> {
        Url::parse(url)
    }
}

/// A host: a domain in ASCII, or an IP address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Host(String);

impl Host {
    /// Parses a host as in an http URL.
    ///
    /// # Errors
    ///
    /// Returns an error if the platform rejects it.
    pub fn parse(host: &str) -> Result<Host, ParseError> {
        // These would end the host.
        if host.contains(['/', '\\', '?', '#', '@', ':']) && !host.starts_with('[') {
            return Err(ParseError::Invalid);
        }
        let url = Url::parse(&["http://", host, "/"].concat())?;
        url.host().ok_or(ParseError::EmptyHost)
    }
}

impl fmt::Display for Host {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// An error for a URL that the platform rejects.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ParseError {
    /// It has no host, although its scheme needs one.
    EmptyHost,
    /// It is invalid. The platform doesn't give a reason.
    Invalid,
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            ParseError::EmptyHost => "empty host",
            ParseError::Invalid => "invalid URL",
        })
    }
}

impl Error for ParseError {}

#[cfg(target_family = "wasm")]
mod platform {
    use alloc::string::String;

    use wasm_bindgen::prelude::*;

    #[wasm_bindgen]
    extern "C" {
        #[wasm_bindgen(js_name = URL)]
        type PlatformUrl;

        #[wasm_bindgen(constructor, js_class = "URL", catch)]
        fn new(url: &str) -> Result<PlatformUrl, JsValue>;

        #[wasm_bindgen(constructor, js_class = "URL", catch)]
        fn with_base(url: &str, base: &str) -> Result<PlatformUrl, JsValue>;

        #[wasm_bindgen(method, getter, js_class = "URL")]
        fn href(this: &PlatformUrl) -> String;
    }

    /// Parses a URL, and returns it as the platform spells it.
    pub(super) fn href(url: &str, base: Option<&str>) -> Option<String> {
        let url = match base {
            Some(base) => PlatformUrl::with_base(url, base),
            None => PlatformUrl::new(url),
        };
        url.ok().map(|url| url.href())
    }
}

/// On other platforms, only tests run, and they use URLs in canonical spelling.
#[cfg(not(target_family = "wasm"))]
mod platform {
    use alloc::borrow::ToOwned;
    use alloc::string::String;

    pub(super) fn href(url: &str, _: Option<&str>) -> Option<String> {
        url.contains("://").then(|| url.to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_found_in_the_spelling() {
        let url = Url::parse("http://me:x@a.example:8080/b/c?d/@:e#f?g").unwrap();
        assert_eq!(
            (url.scheme(), url.host_str(), url.port()),
            ("http", Some("a.example"), Some(8080))
        );
        assert_eq!(
            (url.path(), url.query(), url.fragment()),
            ("/b/c", Some("d/@:e"), Some("f?g"))
        );
        assert_eq!(
            &url[Position::BeforePath..Position::AfterQuery],
            "/b/c?d/@:e"
        );

        let mut url = url;
        url.set_username("").unwrap();
        url.set_path("/robots.txt");
        url.set_query(None);
        url.set_fragment(None);
        assert_eq!(url.as_str(), "http://a.example:8080/robots.txt");

        let url = Url::parse("https://[::1]/?").unwrap();
        assert_eq!(
            (url.host_str(), url.port(), url.query()),
            (Some("[::1]"), None, Some(""))
        );
    }

    #[test]
    fn a_missing_host_is_an_error_of_its_own() {
        for url in ["http://", "https:///?x", "ws:\\\\#y"] {
            assert!(is_without_host(url), "{url}");
        }
        for url in ["http:", "mailto:x", "/a", "http://a b"] {
            assert!(!is_without_host(url), "{url}");
        }
    }
}
