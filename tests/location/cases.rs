//! The location of a robots.txt and the URLs it covers: the examples of Google's published
//! specification, and consequences of its prose and of RFC 9309.

use std::collections::{BTreeSet, HashSet};
use std::hash::{BuildHasher, RandomState};

use std::error::Error as _;

use robots_exclusion::location::{LocationError, LocationErrorKind, Scope, robots_txt_url};

/// Name, a URL that is not the URL of a robots.txt, and the error message.
#[rustfmt::skip]
const NOT_A_FILE: &[(&str, &str, &str)] = &[
    ("in a folder", "http://example.com/folder/robots.txt", WRONG_PATH),
    ("in a folder, https", "https://example.com/folder/robots.txt", WRONG_PATH),
    ("a capital", "http://example.com/Robots.txt", WRONG_PATH),
    ("capitals", "http://example.com/ROBOTS.TXT", WRONG_PATH),
    ("no path", "http://example.com", WRONG_PATH),
    ("root", "http://example.com/", WRONG_PATH),
    ("longer name", "http://example.com/robots.txt.bak", WRONG_PATH),
    ("folder of that name", "http://example.com/robots.txt/", WRONG_PATH),
    ("empty segment", "http://example.com//robots.txt", WRONG_PATH),
    ("encoded letter", "http://example.com/%72obots.txt", WRONG_PATH),
    ("query", "http://example.com/robots.txt?x", WRONG_PATH),
    ("empty query", "http://example.com/robots.txt?", WRONG_PATH),
    ("query with fragment", "http://example.com/robots.txt?#x", WRONG_PATH),
    ("name in the fragment", "http://example.com/#/robots.txt", WRONG_PATH),
    ("unknown scheme", "gemini://example.com/folder/robots.txt", WRONG_PATH),
    ("no host", "file:///robots.txt", NO_HOST),
    ("no host", "gemini:///robots.txt", NO_HOST),
    ("no host", "data:/robots.txt", NO_HOST),
    ("relative", "/robots.txt", "not an absolute URL: relative URL without a base"),
    ("relative", "//example.com/robots.txt", "not an absolute URL: relative URL without a base"),
    ("bad port", "http://example.com:99999/robots.txt", "not an absolute URL: invalid port number"),
];
const WRONG_PATH: &str =
    "not the URL of a robots.txt: its path must be /robots.txt, without a query";
const NO_HOST: &str = "the URL has no host";

/// Returns an error message with its source.
fn with_source(error: &LocationError) -> String {
    let source = error.source().map(|source| format!(": {source}"));
    let kind = match error.to_string().as_str() {
        NO_HOST => LocationErrorKind::NoHost,
        WRONG_PATH => LocationErrorKind::NotRobotsTxt,
        _ => LocationErrorKind::NotAbsolute,
    };
    assert_eq!(error.kind(), kind);
    assert_eq!(source.is_some(), kind == LocationErrorKind::NotAbsolute);
    format!("{error}{}", source.unwrap_or_default())
}

#[test]
fn invalid_robots_txt_urls() {
    for &(name, url, message) in NOT_A_FILE {
        let error = Scope::from_robots_txt_url(url).expect_err(url);
        assert_eq!(with_source(&error), message, "{name}: {url}");
    }
}

/// URLs without a host, and strings that are not absolute URLs.
const WITHOUT_HOST: &[&str] = &[
    "file:///etc/passwd",
    "file:/etc/passwd",
    "mailto:user@example.com",
    "data:text/plain,hello",
    "blob:https://example.com/9115d58c-bcda-ff47-86e5-083e9a215304",
    "javascript:void(0)",
    "about:blank",
    "urn:isbn:0451450523",
    "tel:+1-816-555-1212",
    "gemini:///page",
    "gemini:/page",
    "http://",
    "https://?query",
    "http://%C2%AD/",
];

#[test]
fn urls_without_a_host_get_an_error() {
    for url in WITHOUT_HOST {
        let error = robots_txt_url(url).expect_err(url);
        assert_eq!(error.to_string(), NO_HOST, "{url}");
        assert_eq!(Scope::of_page(url), Err(error), "{url}");
    }
    for (url, message) in [
        ("", "not an absolute URL: relative URL without a base"),
        (
            "example.com/page",
            "not an absolute URL: relative URL without a base",
        ),
        (
            "//example.com/page",
            "not an absolute URL: relative URL without a base",
        ),
        (
            "http://a b/",
            "not an absolute URL: invalid international domain name",
        ),
        ("http://[::1/", "not an absolute URL: invalid IPv6 address"),
        (
            "http://1.2.3.400/",
            "not an absolute URL: invalid IPv4 address",
        ),
    ] {
        let error = robots_txt_url(url).expect_err(url);
        assert_eq!(with_source(&error), message, "{url}");
        assert_eq!(Scope::of_page(url), Err(error), "{url}");
    }
}

#[test]
fn errors_implement_the_usual_traits() {
    fn assert_error<T: std::error::Error + Send + Sync + Clone + 'static>() {}
    assert_error::<LocationError>();
}

#[cfg(feature = "serde")]
#[test]
fn a_loaded_scope_has_a_host() {
    let loaded: Scope = serde_json::from_str(r#""http://www.müller.eu:80""#).unwrap();
    assert_eq!(
        loaded,
        Scope::of_page("http://www.xn--mller-kva.eu/").unwrap()
    );
    for bad in ["", "/a", "mailto:a@example.com", "https://"] {
        let text = serde_json::to_string(bad).unwrap();
        let error = serde_json::from_str::<Scope>(&text).unwrap_err();
        assert_eq!(
            error.to_string(),
            Scope::of_page(bad).unwrap_err().to_string()
        );
    }
}

#[test]
fn parts_and_display_of_scopes() {
    assert!(size_of::<Scope>() <= 2 * size_of::<usize>());
    let scope = Scope::of_page("HTTP://user@WWW.Müller.eu:8181/x?y#z").unwrap();
    assert_eq!(scope.to_string(), "http://www.xn--mller-kva.eu:8181");
    assert_eq!(
        format!("{scope:?}"),
        r#"Scope("http://www.xn--mller-kva.eu:8181")"#
    );
    assert_eq!(
        (scope.scheme(), scope.host(), scope.port()),
        ("http", "www.xn--mller-kva.eu", Some(8181))
    );
    let scope = Scope::of_page("wss://[::1:8080]/").unwrap();
    assert_eq!(
        (scope.scheme(), scope.host(), scope.port()),
        ("wss", "[::1:8080]", Some(443))
    );
    let scope = Scope::of_page("gemini://[::1]:0/").unwrap();
    assert_eq!(
        (scope.scheme(), scope.host(), scope.port()),
        ("gemini", "[::1]", Some(0))
    );
    let ports = ["http", "https", "ws", "wss", "ftp", "gemini"].map(|scheme| {
        let scope = Scope::of_page(format!("{scheme}://example.com")).unwrap();
        scope.port()
    });
    assert_eq!(
        ports,
        [Some(80), Some(443), Some(80), Some(443), Some(21), None]
    );
}

#[test]
fn equal_scopes_have_equal_hashes() {
    let spellings = [
        "http://www.müller.eu/a",
        "http://www.xn--mller-kva.eu:80",
        "http://u:p@WWW.M%C3%BCLLER.eu/?b",
    ]
    .map(|page| Scope::of_page(page).unwrap());
    let hasher = RandomState::new();
    for scope in &spellings {
        assert_eq!(
            hasher.hash_one(scope),
            hasher.hash_one(&spellings[0]),
            "{scope}"
        );
    }
    assert_eq!(spellings.iter().collect::<BTreeSet<_>>().len(), 1);
    assert_eq!(spellings.into_iter().collect::<HashSet<_>>().len(), 1);
}
