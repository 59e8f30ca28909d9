//! The location of a robots.txt and the URLs it covers: the examples of Google's published
//! specification, and consequences of its prose and of RFC 9309.

use std::collections::{BTreeSet, HashSet};
use std::hash::{BuildHasher, RandomState};

use std::error::Error as _;

use robots_exclusion::location::{LocationError, LocationErrorKind, Scope, robots_txt_url};
use url::Url;

const YES: bool = true;
const NO: bool = false;

/// The examples: URL of the robots.txt, URL of a page, and whether the file covers the page.
#[rustfmt::skip]
const PUBLISHED: &[(&str, &str, bool)] = &[
    ("http://example.com/robots.txt", "http://example.com/", YES),
    ("http://example.com/robots.txt", "http://example.com/folder/file", YES),
    ("http://example.com/robots.txt", "http://example.com/folder/plik", YES),
    ("http://example.com/robots.txt", "http://other.example.com/", NO),
    ("http://example.com/robots.txt", "http://inny.example.com/", NO),
    ("http://example.com/robots.txt", "https://example.com/", NO),
    ("http://example.com/robots.txt", "http://example.com:8181/", NO),
    ("https://example.com/robots.txt", "https://example.com/", YES),
    ("https://example.com/robots.txt", "https://example.com/folder/file", YES),
    ("https://example.com/robots.txt", "https://other.example.com/", NO),
    ("https://example.com/robots.txt", "http://example.com/", NO),
    ("https://example.com/robots.txt", "https://example.com:8181/", NO),
    ("http://www.example.com/robots.txt", "http://www.example.com/", YES),
    ("http://www.example.com/robots.txt", "http://example.com/", NO),
    ("http://www.example.com/robots.txt", "http://shop.www.example.com/", NO),
    ("http://www.example.com/robots.txt", "http://www.shop.example.com/", NO),
    ("http://www.example.com/robots.txt", "http://sklep.www.example.com/", NO),
    ("http://www.example.com/robots.txt", "http://www.sklep.example.com/", NO),
    ("https://www.example.com/robots.txt", "https://www.example.com/", YES),
    ("https://www.example.com/robots.txt", "https://example.com/", NO),
    ("https://www.example.com/robots.txt", "https://shop.www.example.com/", NO),
    ("https://www.example.com/robots.txt", "https://www.shop.example.com/", NO),
    ("http://www.müller.eu/robots.txt", "http://www.müller.eu/", YES),
    ("http://www.müller.eu/robots.txt", "http://www.xn--mller-kva.eu/", YES),
    ("http://www.müller.eu/robots.txt", "http://www.muller.eu/", NO),
    ("https://www.exämple.com/robots.txt", "https://www.exämple.com/", YES),
    // Printed as covered, which is a misprint: without `www.` it is a different host.
    ("https://www.exämple.com/robots.txt", "https://xn--exmple-cua.com/", NO),
    ("https://www.exämple.com/robots.txt", "https://www.xn--exmple-cua.com/", YES),
    ("https://www.exämple.com/robots.txt", "https://www.example.com/", NO),
    ("ftp://example.com/robots.txt", "ftp://example.com/", YES),
    ("ftp://example.com/robots.txt", "http://example.com/", NO),
    ("ftp://example.com/robots.txt", "https://example.com/", NO),
    ("http://212.96.82.21/robots.txt", "http://212.96.82.21/", YES),
    ("http://212.96.82.21/robots.txt", "http://example.com/", NO),
    ("https://212.96.82.21/robots.txt", "https://212.96.82.21/", YES),
    ("https://212.96.82.21/robots.txt", "https://example.com/", NO),
    ("http://example.com:80/robots.txt", "http://example.com:80/", YES),
    ("http://example.com:80/robots.txt", "http://example.com/", YES),
    ("http://example.com:80/robots.txt", "http://example.com:81/", NO),
    ("https://example.com:443/robots.txt", "https://example.com:443/", YES),
    ("https://example.com:443/robots.txt", "https://example.com/", YES),
    ("https://example.com:443/robots.txt", "https://example.com:444/", NO),
    ("http://example.com:8181/robots.txt", "http://example.com:8181/", YES),
    ("http://example.com:8181/robots.txt", "http://example.com/", NO),
    ("https://example.com:8181/robots.txt", "https://example.com:8181/", YES),
    ("https://example.com:8181/robots.txt", "https://example.com/", NO),
];

/// Consequences of the prose: name, URL of the robots.txt, URL of a page, and whether the file
/// covers the page.
#[rustfmt::skip]
const FURTHER: &[(&str, &str, &str, bool)] = &[
    ("http, port written", "http://example.com/robots.txt", "http://example.com:80/", YES),
    ("http, port not written", "http://example.com:80/robots.txt", "http://example.com/", YES),
    ("https, port written", "https://example.com/robots.txt", "https://example.com:443/", YES),
    ("https, port not written", "https://example.com:443/robots.txt", "https://example.com/", YES),
    ("ftp, port written", "ftp://example.com/robots.txt", "ftp://example.com:21/", YES),
    ("ftp, port not written", "ftp://example.com:21/robots.txt", "ftp://example.com/", YES),
    ("default port of another scheme", "http://example.com/robots.txt", "http://example.com:443/", NO),
    ("same port, other scheme", "http://example.com:443/robots.txt", "https://example.com/", NO),
    ("leading zeros of a port", "http://example.com:0081/robots.txt", "http://example.com:81/", YES),
    ("port without digits", "http://example.com:/robots.txt", "http://example.com/", YES),
    ("ws", "ws://example.com/robots.txt", "ws://example.com:80/chat", YES),
    ("wss", "wss://example.com/robots.txt", "wss://example.com:443/chat", YES),
    ("ws is not http", "ws://example.com/robots.txt", "http://example.com/", NO),
    ("user info of the page", "https://example.com/robots.txt", "https://user:secret@example.com/", YES),
    ("user info of the file", "https://user@example.com/robots.txt", "https://example.com/", YES),
    ("user info that looks like a host", "https://example.com/robots.txt", "https://example.com@evil.example/", NO),
    ("user info that looks like a path", "https://example.com/robots.txt", "https://a%2Fb:c@example.com/x", YES),
    ("case of scheme and host", "HTTP://Example.COM/robots.txt", "http://eXAMPLE.com/A", YES),
    ("case of an IDN host", "http://www.MÜLLER.eu/robots.txt", "http://WWW.xn--MLLER-kva.EU/", YES),
    ("IDN host, percent-encoded", "http://www.m%C3%BCller.eu/robots.txt", "http://www.müller.eu/", YES),
    ("ideographic full stop", "http://www。example。com/robots.txt", "http://www.example.com/", YES),
    ("trailing dot", "http://example.com/robots.txt", "http://example.com./", NO),
    ("trailing dot on both", "http://example.com./robots.txt", "http://example.com./x", YES),
    ("host that begins alike", "http://example.com/robots.txt", "http://example.com.evil.example/", NO),
    ("host that ends alike", "http://example.com/robots.txt", "http://myexample.com/", NO),
    ("fragment of the file", "http://example.com/robots.txt#top", "http://example.com/", YES),
    ("fragment of the page", "http://example.com/robots.txt", "http://example.com#@evil.example/", YES),
    ("query of the page", "http://example.com/robots.txt", "http://example.com?//other.example/", YES),
    ("the file itself", "http://example.com/robots.txt", "http://example.com/robots.txt", YES),
    ("dot segments before the file", "http://example.com/a/../robots.txt", "http://example.com/", YES),
    ("backslash for slash", "http://example.com\\robots.txt", "http:\\\\example.com\\x", YES),
    ("IPv4, hexadecimal", "http://212.96.82.21/robots.txt", "http://0xd4605215/", YES),
    ("IPv4, decimal", "http://212.96.82.21/robots.txt", "http://3563082261/", YES),
    ("IPv4, octal", "http://212.96.82.21/robots.txt", "http://0324.0140.0122.025/", YES),
    ("IPv4, three parts", "http://212.96.82.21/robots.txt", "http://212.96.21013/", YES),
    ("IPv4, another address", "http://212.96.82.21/robots.txt", "http://212.96.82.22/", NO),
    ("IPv4 in IPv6 is another host", "http://212.96.82.21/robots.txt", "http://[::ffff:212.96.82.21]/", NO),
    ("IPv6, long form", "http://[2001:db8::1]/robots.txt", "http://[2001:0DB8:0:0:0:0:0:1]/", YES),
    ("IPv6, IPv4 tail", "http://[::ffff:d460:5215]/robots.txt", "http://[::ffff:212.96.82.21]/", YES),
    ("IPv6, default port", "http://[::1]/robots.txt", "http://[::1]:80/", YES),
    ("IPv6, other port", "http://[::1]:8080/robots.txt", "http://[::1]/", NO),
    ("IPv6, same port", "http://[::1]:8080/robots.txt", "http://[::1]:8080/x", YES),
    ("IPv6, address that ends like a port", "http://[::1:8080]/robots.txt", "http://[::1]:8080/", NO),
    ("relative page", "http://example.com/robots.txt", "/folder/file", NO),
    ("page without scheme", "http://example.com/robots.txt", "example.com/folder/file", NO),
    ("page without host", "http://example.com/robots.txt", "mailto:user@example.com", NO),
    ("page that is no URL", "http://example.com/robots.txt", "http://exa mple.com/", NO),
    ("empty page", "http://example.com/robots.txt", "", NO),
    ("blob of the same origin", "https://example.com/robots.txt", "blob:https://example.com/1", NO),
    ("any scheme with a host", "gemini://example.com/robots.txt", "gemini://example.com/page", YES),
    ("unknown scheme, other scheme", "gemini://example.com/robots.txt", "gopher://example.com/", NO),
    ("unknown scheme, case of scheme", "GEMINI://example.com/robots.txt", "gemini://example.com/", YES),
    ("unknown scheme, case of host", "gemini://Example.COM/robots.txt", "gemini://example.com/", YES),
    ("unknown scheme, IDN", "gemini://müller.eu/robots.txt", "gemini://xn--mller-kva.eu/", YES),
    ("unknown scheme, IDN encoded", "gemini://m%c3%bcller.eu/robots.txt", "gemini://MÜLLER.eu/", YES),
    ("unknown scheme, ports count as written", "gemini://example.com/robots.txt", "gemini://example.com:1965/", NO),
    ("unknown scheme, same port", "gemini://example.com:1965/robots.txt", "gemini://example.com:1965/x", YES),
    ("unknown scheme, user info", "gemini://user@example.com/robots.txt", "gemini://example.com/", YES),
    ("unknown scheme, IPv4 spellings", "gemini://212.96.82.21/robots.txt", "gemini://0xd4605215/", YES),
    ("unknown scheme, IPv6", "gemini://[::1]/robots.txt", "gemini://[0:0::1]/", YES),
    ("unknown scheme, trailing dot", "gemini://example.com/robots.txt", "gemini://example.com./", NO),
    ("opaque host that is no domain", "gemini://a%2fB/robots.txt", "gemini://A%2Fb/", YES),
    ("opaque host, needless encoding", "gemini://%61%2Fb/robots.txt", "gemini://a%2Fb/", YES),
    ("opaque host, bytes that are not UTF-8", "gemini://a%ff/robots.txt", "gemini://a%FF/", YES),
    ("opaque host, encoded percent sign", "gemini://a%2541/robots.txt", "gemini://a%41/", NO),
    ("opaque host, other bytes", "gemini://a%ff/robots.txt", "gemini://a%fe/", NO),
    ("opaque host, punycode that is none", "gemini://xn--a/robots.txt", "gemini://XN--A/", YES),
    ("file with a host", "file://server/robots.txt", "file://server/share/page", YES),
];

#[test]
fn coverage_by_scheme_host_and_port() {
    let published = PUBLISHED
        .iter()
        .map(|&(file, page, covered)| ("published", file, page, covered));
    for (name, file, page, covered) in published.chain(FURTHER.iter().copied()) {
        let scope = Scope::from_robots_txt_url(file)
            .unwrap_or_else(|error| panic!("{name}: {file}: {error}"));
        assert_eq!(scope.covers(page), covered, "{name}: {file} covers {page}");
        let same = Scope::of_page(page).is_ok_and(|other| other == scope);
        assert_eq!(
            same, covered,
            "{name}: {file} and {page} have the same scope"
        );
        let found =
            robots_txt_url(page).is_ok_and(|url| Scope::from_robots_txt_url(url) == Ok(scope));
        assert_eq!(found, covered, "{name}: the file of {page} is {file}");
    }
}

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

/// Name, URL of a page, and URL of its robots.txt.
#[rustfmt::skip]
const FILE_OF_PAGE: &[(&str, &str, &str)] = &[
    ("http", "https://www.example.com/any/page?x#y", "https://www.example.com/robots.txt"),
    ("ftp", "ftp://ftp.example.com/dir/file", "ftp://ftp.example.com/robots.txt"),
    ("no path", "http://example.com", "http://example.com/robots.txt"),
    ("empty query and fragment", "http://example.com/?#", "http://example.com/robots.txt"),
    ("port", "http://example.com:8181/x", "http://example.com:8181/robots.txt"),
    ("default port", "https://example.com:443/x", "https://example.com/robots.txt"),
    ("default port of ftp", "ftp://example.com:21/x", "ftp://example.com/robots.txt"),
    ("user info", "https://user:secret@example.com/x", "https://example.com/robots.txt"),
    ("user without password", "https://user@example.com/x", "https://example.com/robots.txt"),
    ("password without user", "https://:secret@example.com/x", "https://example.com/robots.txt"),
    ("user info of an unknown scheme", "gemini://u:p@example.com/x", "gemini://example.com/robots.txt"),
    ("IDN", "http://www.müller.eu/x", "http://www.xn--mller-kva.eu/robots.txt"),
    ("trailing dot", "http://example.com./x", "http://example.com./robots.txt"),
    ("IPv4", "http://0xd4605215/x", "http://212.96.82.21/robots.txt"),
    ("IPv6", "http://[2001:db8:0::1]:8080/x", "http://[2001:db8::1]:8080/robots.txt"),
    ("unknown scheme", "gemini://example.com:1965/x?y", "gemini://example.com:1965/robots.txt"),
    ("unknown scheme without path", "gemini://example.com", "gemini://example.com/robots.txt"),
    ("file with a host", "file://server/share/page", "file://server/robots.txt"),
    ("blanks around", "  https://example.com/x\n", "https://example.com/robots.txt"),
];

#[test]
fn the_robots_txt_of_a_page() {
    for &(name, page, file) in FILE_OF_PAGE {
        let url = robots_txt_url(page).unwrap_or_else(|error| panic!("{name}: {page}: {error}"));
        assert_eq!(url.as_str(), file, "{name}: {page}");
        let parsed = Url::parse(page).expect(page);
        assert_eq!(
            robots_txt_url(&parsed).expect(page),
            url,
            "{name}: {page}, parsed"
        );
        let scope = Scope::try_from(&parsed).expect(page);
        assert_eq!(
            scope.robots_txt_url(),
            file,
            "{name}: {page}, from the scope"
        );
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
