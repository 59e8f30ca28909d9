//! For every URL that the `url` crate parses with a host, the scope of its robots.txt covers it,
//! and covers nothing with another scheme, host or port.

use proptest::prelude::*;
use proptest::sample::select;
use robots_exclusion::location::{Scope, robots_txt_url};
use url::{Host, Url};

fn scheme() -> impl Strategy<Value = String> {
    prop_oneof![
        3 => select(vec!["http", "https", "ftp", "ws", "wss", "HTTP", "gemini", "file", "foo+bar", "x"]).prop_map(String::from),
        1 => "[a-zA-Z][a-z0-9+.-]{0,6}",
    ]
}

fn host() -> impl Strategy<Value = String> {
    prop_oneof![
        4 => select(vec![
            "example.com", "EXAMPLE.com", "example.com.", "www.example.com", "müller.eu", "m%C3%BCller.eu",
            "xn--mller-kva.eu", "212.96.82.21", "0xd4605215", "212.96.21013", "1.2.3.400", "[::1]", "[0:0::1]",
            "[::ffff:212.96.82.21]", "[::1:80]", "a%2Fb", "A%2fB", "a%ff", "xn--a", "%C2%AD", "a_b", "a..b", "",
        ]).prop_map(String::from),
        2 => "[a-c.%2fFdDüÜß。~!$&'*+,;=-]{1,8}",
        1 => "\\PC{1,6}",
    ]
}

fn port() -> impl Strategy<Value = String> {
    prop_oneof![
        3 => Just(String::new()),
        3 => select(vec![":", ":80", ":443", ":21", ":0", ":080", ":8181", ":65536"]).prop_map(String::from),
        1 => any::<u16>().prop_map(|port| format!(":{port}")),
    ]
}

fn url_like() -> impl Strategy<Value = String> {
    let user_info = select(vec![
        "",
        "",
        "",
        "user@",
        "user:secret@",
        ":@",
        "@",
        "a%2F:b@",
    ]);
    let rest = prop_oneof![
        select(vec![
            "",
            "/",
            "/robots.txt",
            "/a/../b",
            "\\x",
            "?x",
            "#y",
            "/%2e%2e/é?é#é"
        ])
        .prop_map(String::from),
        "[/?#\\\\%.a-z@:]{0,12}",
        "\\PC{0,12}",
    ];
    (scheme(), user_info, host(), port(), rest).prop_map(|(scheme, user_info, host, port, rest)| {
        format!("{scheme}://{user_info}{host}{port}{rest}")
    })
}

/// Returns the parts that two URLs must share to share a robots.txt, computed without the crate. An
/// opaque host is parsed as the host of an `http` URL, where the URL Standard parses hosts in full.
fn parts(url: &Url) -> Option<(String, String, Option<u16>)> {
    let written = url.host_str().filter(|host| !host.is_empty())?;
    let host = match url.host()? {
        Host::Domain(_) => Url::parse(&format!("http://{written}/"))
            .ok()
            .and_then(|url| url.host_str().map(String::from))
            .unwrap_or_else(|| opaque(written)),
        address => address.to_string(),
    };
    Some((url.scheme().to_owned(), host, url.port_or_known_default()))
}

/// Normalises a host that is not a valid domain, byte by byte.
fn opaque(written: &str) -> String {
    let bytes: Vec<u8> = percent_encoding::percent_decode_str(written).collect();
    format!("{:?}", bytes.to_ascii_lowercase())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 3000, ..ProptestConfig::default() })]

    #[test]
    fn a_page_is_covered_by_its_own_robots_txt(page in url_like()) {
        let parsed = Url::parse(&page).ok().filter(|url| url.host_str().is_some_and(|host| !host.is_empty()));
        let Some(parsed) = parsed else {
            prop_assert!(robots_txt_url(&page).is_err());
            prop_assert!(Scope::of_page(&page).is_err());
            return Ok(());
        };
        let file = robots_txt_url(&page).expect("the URL has a host");
        prop_assert_eq!(file.path(), "/robots.txt");
        prop_assert_eq!((file.username(), file.password(), file.query(), file.fragment()), ("", None, None, None));
        let scope = Scope::from_robots_txt_url(&file).expect("the URL of a robots.txt");
        prop_assert!(scope.covers(&page) && scope.covers(&file));
        // The `url` crate does not parse its own serialisation of a few `file` URLs:
        // `file://host//a:` becomes `file://host/a:`, which has no host.
        if Url::parse(parsed.as_str()).as_ref() == Ok(&parsed) {
            prop_assert!(scope.covers(&parsed));
        }
        prop_assert_eq!(&scope, &Scope::try_from(&parsed).unwrap());
        prop_assert_eq!(scope.port(), parsed.port_or_known_default());
    }

    #[test]
    fn a_scope_covers_exactly_its_scheme_host_and_port(left in url_like(), right in url_like()) {
        if let (Ok(one), Ok(other)) = (Url::parse(&left), Url::parse(&right)) {
            let (one, other) = (parts(&one), parts(&other));
            let same = one.is_some() && one == other;
            if let Ok(scope) = Scope::of_page(&left) {
                prop_assert_eq!(scope.covers(&right), same);
                prop_assert_eq!(Ok(scope) == Scope::of_page(&right), same);
            }
        }
    }

    #[test]
    fn a_change_of_scheme_host_or_port_is_outside_the_scope(page in url_like(), port in any::<u16>()) {
        let Ok(scope) = Scope::of_page(&page) else { return Ok(()) };
        let url = Url::parse(&page).unwrap();
        let mut other = url.clone();
        if other.set_host(Some("never.example")).is_ok() {
            prop_assert!(!scope.covers(&other));
        }
        let mut other = url.clone();
        if url.port_or_known_default() != Some(port) && other.set_port(Some(port)).is_ok() {
            prop_assert!(!scope.covers(&other));
        }
        for scheme in ["http", "https", "ftp", "ws", "gemini", "gopher"].iter().filter(|new| **new != url.scheme()) {
            let mut other = url.clone();
            if other.set_scheme(scheme).is_ok() {
                prop_assert!(!scope.covers(&other));
            }
        }
    }

    #[test]
    fn scopes_round_trip_through_url_and_display(page in url_like()) {
        let Ok(scope) = Scope::of_page(&page) else { return Ok(()) };
        prop_assert_eq!(Scope::from_robots_txt_url(scope.robots_txt_url()), Ok(scope.clone()));
        let displayed = scope.to_string();
        prop_assert_eq!(Scope::of_page(&displayed), Ok(scope.clone()));
        #[cfg(feature = "serde")]
        {
            let saved = serde_json::to_string(&scope).unwrap();
            prop_assert_eq!(serde_json::from_str::<String>(&saved).unwrap(), displayed.clone());
            prop_assert_eq!(serde_json::from_str::<Scope>(&saved).unwrap(), scope.clone());
        }
        let without_port = format!("{}://{}", scope.scheme(), scope.host());
        let with_port = scope.port().map(|port| format!("{without_port}:{port}"));
        prop_assert!([Some(without_port), with_port].contains(&Some(displayed)));
    }

    #[test]
    fn odd_input_does_not_panic(text in "\\PC{0,40}") {
        let _ = (robots_txt_url(&text), Scope::from_robots_txt_url(&text));
        prop_assert!(!Scope::of_page("https://example.com/").unwrap().covers(&text) || text.contains(':'));
    }
}
