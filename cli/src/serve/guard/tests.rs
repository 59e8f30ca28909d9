use super::*;

fn refused(listening: &str, names: &[&str], headers: &[(&str, &str)]) -> bool {
    let names = names.iter().map(|name| (*name).to_owned()).collect();
    let guard = Guard::new(listening.parse().expect("an address"), names);
    let request = Request::builder().uri("/");
    let request = headers.iter().fold(request, |request, (name, value)| {
        request.header(*name, *value)
    });
    guard
        .refusal(&request.body(()).expect("a request"))
        .is_some()
}

#[test]
fn only_the_servers_own_names_are_answered() {
    let cases = [
        ("127.0.0.1:8417", "127.0.0.1:8417", false),
        ("127.0.0.1:8417", "localhost:8417", false),
        ("127.0.0.1:8417", "LOCALHOST:8417", false),
        ("127.0.0.1:80", "localhost", false),
        ("[::1]:8417", "[::1]:8417", false),
        ("0.0.0.0:8417", "192.168.1.7:8417", false),
        ("0.0.0.0:8417", "tools.example:443", false),
        // A name that its owner lets resolve to this machine.
        ("127.0.0.1:8417", "rebinding.example:8417", true),
        ("0.0.0.0:8417", "rebinding.example:8417", true),
        ("127.0.0.1:8417", "localhost.rebinding.example:8417", true),
        ("127.0.0.1:8417", "localhost.:8417", true),
        ("127.0.0.1:8417", "127.0.0.1:8418", true),
        ("127.0.0.1:8417", "127.0.0.1", true),
        ("127.0.0.1:8417", "127.0.0.1:", true),
        ("127.0.0.1:8417", "192.168.1.7:8417", true),
        ("192.168.1.7:8417", "localhost:8417", true),
        ("127.0.0.1:8417", "", true),
    ];
    for (listening, host, is_refused) in cases {
        let names = ["tools.example"];
        assert_eq!(
            refused(listening, &names, &[("host", host)]),
            is_refused,
            "{listening} {host:?}"
        );
    }
    assert!(refused("127.0.0.1:1", &[], &[]));
    assert!(refused(
        "127.0.0.1:1",
        &[],
        &[("host", "127.0.0.1:1"), ("host", "127.0.0.1:1")]
    ));
}

#[test]
fn other_sites_are_refused() {
    let host = ("host", "127.0.0.1:8417");
    let is_refused =
        |headers: &[(&str, &str)]| refused("127.0.0.1:8417", &[], &[&[host], headers].concat());
    assert!(!is_refused(&[("origin", "http://127.0.0.1:8417")]));
    assert!(!is_refused(&[("sec-fetch-site", "same-origin")]));
    assert!(!is_refused(&[
        ("sec-fetch-site", "cross-site"),
        ("sec-fetch-mode", "navigate")
    ]));
    for origin in [
        "http://evil.example",
        "null",
        "http://localhost:8417",
        "http://127.0.0.1:84170",
        "",
    ] {
        assert!(is_refused(&[("origin", origin)]), "{origin:?}");
    }
    assert!(is_refused(&[
        ("sec-fetch-site", "cross-site"),
        ("sec-fetch-mode", "cors")
    ]));
    assert!(is_refused(&[("sec-fetch-site", "same-site")]));
}
