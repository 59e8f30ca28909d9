//! Chains of redirects, and a naive model of following them.

use proptest::prelude::*;
use proptest::sample::select;
use robots_exclusion::Unavailable;
use robots_exclusion::fetch::{FetchOutcome, RedirectAction, Redirects};
use robots_exclusion::location::robots_txt_url;
use url::Url;

const FIRST: &str = "http://example.com/robots.txt";

#[derive(Debug, PartialEq)]
enum End {
    /// The response from this URL decides.
    Answer(String),
    /// No restrictions, as after a 404.
    Everything(Unavailable),
    /// Nothing is allowed, as after a 500.
    Nothing(Unavailable),
}
use End::{Answer, Everything, Nothing};

const LOOP: End = Everything(Unavailable::RedirectLoop);
const TOO_MANY: End = Everything(Unavailable::TooManyRedirects);
const BROKEN: End = Nothing(Unavailable::BrokenResponse);
const UNSUPPORTED: End = Nothing(Unavailable::UnsupportedScheme);

fn end_of(result: FetchOutcome<'_>) -> End {
    let access = result.access();
    let why = access
        .unavailable()
        .expect("a chain of redirects ends without a file");
    if access.allowed("ExampleBot", "/page") {
        Everything(why)
    } else {
        Nothing(why)
    }
}

/// Follows a chain of responses, each given by its status and `Location`.
fn follow(redirects: &mut Redirects, chain: &[(u16, Option<&[u8]>)]) -> End {
    for &(status, location) in chain {
        let asked = redirects.url().to_string();
        match redirects.follow(status, location) {
            RedirectAction::Answer => return Answer(asked),
            RedirectAction::Request => assert!(redirects.url().fragment().is_none()),
            RedirectAction::End(result) => return end_of(result),
        }
    }
    panic!("the chain {chain:?} does not end");
}

fn start(first: &str) -> Redirects {
    Redirects::new(Url::parse(first).expect(first))
}

/// The name, the `Location`s of a chain of 301s, and the expected end. A 200 follows if the chain
/// has not ended before.
#[rustfmt::skip]
fn chains() -> Vec<(&'static str, Vec<&'static str>, End)> {
    let answer = |url: &str| Answer(url.to_owned());
    vec![
        ("no redirect", vec![], answer(FIRST)),
        ("one hop", vec!["http://example.com/1"], answer("http://example.com/1")),
        ("five hops", vec!["/1", "/2", "/3", "/4", "/5"], answer("http://example.com/5")),
        ("six hops", vec!["/1", "/2", "/3", "/4", "/5", "/6"], TOO_MANY),
        ("a loop of one", vec![FIRST], LOOP),
        ("a loop of one, relative", vec!["robots.txt"], LOOP),
        ("a loop of one, by fragment", vec!["#x"], LOOP),
        ("a loop of one, spelled differently", vec!["HTTP://EXAMPLE.com:80/a/../robots.txt"], LOOP),
        ("a loop of two", vec!["/1", "/robots.txt"], LOOP),
        ("a loop that does not include the first URL", vec!["/1", "/2", "/3", "/1"], LOOP),
        ("a loop at the sixth hop", vec!["/1", "/2", "/3", "/4", "/5", "/1"], LOOP),
        ("across hosts", vec!["https://cdn.example.net/r"], answer("https://cdn.example.net/r")),
        ("across hosts and back", vec!["https://cdn.example.net/r", "http://example.com/r"], answer("http://example.com/r")),
        ("to a URL that some robots.txt may disallow", vec!["/private/r"], answer("http://example.com/private/r")),
        ("relative to the last URL", vec!["https://a.example/b/c", "d"], answer("https://a.example/b/d")),
        ("relative, parent", vec!["/a/b/c", "../d?e"], answer("http://example.com/a/d?e")),
        ("relative, scheme of the last URL", vec!["https://a.example/", "//b.example/c"], answer("https://b.example/c")),
        ("relative, only a query", vec!["?x"], answer("http://example.com/robots.txt?x")),
        ("a fragment is dropped", vec!["/a#b"], answer("http://example.com/a")),
        ("surrounding blanks", vec!["\t /a "], answer("http://example.com/a")),
        ("upper-case scheme", vec!["HTTPS://example.com/a"], answer("https://example.com/a")),
        ("UTF-8", vec!["/é"], answer("http://example.com/%C3%A9")),
        ("IDN", vec!["http://müller.eu/"], answer("http://xn--mller-kva.eu/")),
        ("a space", vec!["/a b"], answer("http://example.com/a%20b")),
        ("empty Location", vec![""], BROKEN),
        ("blank Location", vec![" \t"], BROKEN),
        ("Location that is not a URL", vec!["http://"], BROKEN),
        ("Location with a bad port", vec!["http://example.com:99999/"], BROKEN),
        ("Location with a bad host", vec!["https://[::1"], BROKEN),
        ("broken after a hop", vec!["/1", ""], BROKEN),
        ("to FTP", vec!["ftp://example.com/robots.txt"], UNSUPPORTED),
        ("to mailto", vec!["mailto:user@example.com"], UNSUPPORTED),
        ("to data", vec!["data:text/plain,Disallow:"], UNSUPPORTED),
        ("to javascript", vec!["javascript:alert(1)"], UNSUPPORTED),
        ("to a file", vec!["file:///etc/passwd"], UNSUPPORTED),
        ("a host and port that parse as a scheme", vec!["example.com:80/a"], UNSUPPORTED),
        ("unsupported after a hop", vec!["/1", "gopher://example.com/"], UNSUPPORTED),
    ]
}

#[test]
fn chains_end_as_expected() {
    for (name, locations, end) in chains() {
        for status in [300, 301, 302, 303, 305, 306, 307, 308, 399] {
            let responses = locations
                .iter()
                .map(|location| (status, Some(location.as_bytes())));
            let chain: Vec<_> = responses.chain([(200, None)]).collect();
            assert_eq!(
                follow(&mut start(FIRST), &chain),
                end,
                "{name}, by {status}s"
            );
        }
    }
}

#[test]
fn redirects_without_a_location_are_broken_responses() {
    for status in (300..400).filter(|status| *status != 304) {
        assert_eq!(
            follow(&mut start(FIRST), &[(status, None)]),
            BROKEN,
            "{status}"
        );
    }
}

#[test]
fn other_statuses_are_answers_even_with_a_location() {
    for status in (0..300).chain([304]).chain(400..1000) {
        let end = follow(
            &mut start(FIRST),
            &[(301, Some(b"/1")), (status, Some(b"/2"))],
        );
        assert_eq!(end, Answer("http://example.com/1".into()), "{status}");
    }
}

#[test]
fn bytes_outside_ascii_in_a_location_are_percent_encoded() {
    let end = follow(
        &mut start(FIRST),
        &[(301, Some(b"/caf\xe9?\xff")), (200, None)],
    );
    assert_eq!(end, Answer("http://example.com/caf%E9?%FF".into()));
    let end = follow(
        &mut start(FIRST),
        &[(301, Some(b"http://\xe9.example/")), (200, None)],
    );
    assert_eq!(end, BROKEN);
}

#[test]
fn the_hop_limit_can_be_raised_but_not_lowered() {
    for (asked, followed) in [(0, 5), (4, 5), (5, 5), (6, 6), (10, 10)] {
        let mut redirects = start(FIRST);
        redirects.max_hops = asked;
        for hop in 0..followed {
            let location = format!("/{hop}");
            assert!(
                matches!(
                    redirects.follow(301, Some(location.as_bytes())),
                    RedirectAction::Request
                ),
                "{asked}: {hop}"
            );
        }
        let RedirectAction::End(result) = redirects.follow(301, Some(b"/last")) else {
            panic!("{asked}: the chain continues after {followed} hops")
        };
        assert_eq!(end_of(result), TOO_MANY, "{asked}");
    }
}

#[test]
fn the_scheme_of_the_first_url_is_supported() {
    let there_and_back = [
        (301, Some(&b"http://a.example/"[..])),
        (301, Some(b"gemini://b.example/c")),
        (200, None),
    ];
    let end = follow(
        &mut start("gemini://example.com/robots.txt"),
        &there_and_back,
    );
    assert_eq!(end, Answer("gemini://b.example/c".into()));
    let no_host = [(301, Some(&b"gemini:/c:d"[..])), (301, Some(b"gemini:c"))];
    assert_eq!(
        follow(&mut start("gemini://example.com/robots.txt"), &no_host),
        BROKEN
    );
}

#[test]
fn a_chain_keeps_its_url_after_it_has_ended() {
    let mut redirects = start(FIRST);
    assert_eq!(
        follow(&mut redirects, &[(301, Some(b"/1")), (301, Some(b""))]),
        BROKEN
    );
    assert_eq!(redirects.url().as_str(), "http://example.com/1");
    assert_eq!(follow(&mut redirects, &[(301, Some(b"/robots.txt"))]), LOOP);
    assert_eq!(redirects.url().as_str(), "http://example.com/1");
}

#[test]
fn the_first_url_is_requested_without_its_fragment() {
    let redirects = start("http://example.com/robots.txt#x");
    assert_eq!(redirects.url().as_str(), FIRST);
    let page = robots_txt_url("http://example.com/page#x").unwrap();
    assert_eq!(Redirects::new(page).url().as_str(), FIRST);
}

/// The status and `Location` with which each of [`PAGES`] answers every request.
type Web = Vec<(u16, Option<&'static [u8]>)>;

const PAGES: [&str; 9] = [
    FIRST,
    "http://example.com/1",
    "http://example.com/a/2",
    "https://example.com/3",
    "https://a.example/4",
    "https://a.example/b/5",
    "http://b.example:8080/6",
    "http://b.example:8080/robots.txt",
    "https://c.example/8?x",
];

fn web() -> impl Strategy<Value = Web> {
    let location = prop_oneof![
        9 => select(PAGES.to_vec()).prop_map(str::as_bytes),
        1 => select(vec![
            &b"/1"[..], b"3", b"../1", b"//a.example/4", b"#x", b"", b"http://", b"ftp://example.com/", b"/robots.txt",
        ]),
    ];
    let status = select(vec![
        301, 302, 301, 302, 303, 307, 308, 300, 399, 200, 404, 304,
    ]);
    let response = (status, prop::option::weighted(0.98, location));
    prop::collection::vec(response, PAGES.len())
}

/// Follows the whole chain without a limit, and applies the limit at the end.
fn model(web: &Web, hops: usize) -> End {
    let respond = |url: &str| {
        PAGES
            .iter()
            .position(|page| *page == url)
            .map_or((404, None), |page| web[page])
    };
    let mut chain = vec![FIRST.to_owned()];
    let end = loop {
        let url = chain.last().unwrap().clone();
        let (status, location) = respond(&url);
        if status / 100 != 3 || status == 304 {
            break Answer(url);
        }
        let location = std::str::from_utf8(location.unwrap_or_default()).unwrap();
        let Ok(mut target) = Url::parse(&url).unwrap().join(location) else {
            break BROKEN;
        };
        target.set_fragment(None);
        if location.is_empty() {
            break BROKEN;
        } else if !target.scheme().starts_with("http") {
            break UNSUPPORTED;
        } else if chain.contains(&target.to_string()) {
            break LOOP;
        }
        chain.push(target.to_string());
    };
    if chain.len() - 1 > hops {
        TOO_MANY
    } else {
        end
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 4000, ..ProptestConfig::default() })]

    #[test]
    fn chains_agree_with_the_model(web in web(), hops in 0..12_usize) {
        let mut redirects = start(FIRST);
        redirects.max_hops = hops;
        let end = loop {
            let page = PAGES.iter().position(|page| *page == redirects.url().as_str());
            let (status, location) = page.map_or((404, None), |page| web[page]);
            let asked = redirects.url().to_string();
            match redirects.follow(status, location) {
                RedirectAction::Answer => break Answer(asked),
                RedirectAction::Request => {}
                RedirectAction::End(result) => break end_of(result),
                }
        };
        prop_assert_eq!(end, model(&web, hops.max(5)));
    }

    #[test]
    fn any_location_ends_the_chain_or_is_a_supported_url(status in 300..400_u16, location in prop::collection::vec(any::<u8>(), 0..60)) {
        let mut redirects = start(FIRST);
        if let RedirectAction::Request = redirects.follow(status, Some(&location)) {
            let url = redirects.url();
            prop_assert!(matches!(url.scheme(), "http" | "https") && url.has_host());
        }
    }
}

#[test]
fn redirects_to_other_hosts_are_refused_on_request() {
    let refused = |redirects: &mut Redirects, location: &str| match redirects
        .follow(302, Some(location.as_bytes()))
    {
        RedirectAction::Request => None,
        RedirectAction::End(outcome) => outcome.access().unavailable(),
        RedirectAction::Answer => panic!("a redirect is treated as an answer"),
    };
    for (host, location, is_followed) in [
        ("e.example", "/r", true),
        ("e.example", "https://E.example/r", true),
        ("e.example:8080", "//e.example:8080/r", true),
        ("e.example:8080", "https://e.example/r", true),
        ("e.example", "https://www.e.example/r", false),
        ("e.example", "//e.example./r", false),
        ("e.example", "http://e.example:22/r", false),
        ("e.example:8080", "//e.example:8081/r", false),
        ("e.example", "//127.0.0.1/r", false),
        ("127.0.0.1", "http://0x7f000001/r", true),
        ("127.0.0.1", "http://[::1]/r", false),
    ] {
        let mut redirects = start(&format!("http://{host}/robots.txt"));
        redirects.same_host_only = true;
        let expected = (!is_followed).then_some(Unavailable::RedirectRefused);
        assert_eq!(
            refused(&mut redirects, location),
            expected,
            "{host} to {location}"
        );
    }
    // No later hop may leave the host either.
    let mut redirects = start("http://e.example/robots.txt");
    redirects.same_host_only = true;
    let hops = [
        "https://e.example/a",
        "http://e.example/b",
        "http://f.example/b",
    ];
    let found = hops.map(|location| refused(&mut redirects, location));
    assert_eq!(found, [None, None, Some(Unavailable::RedirectRefused)]);
}
