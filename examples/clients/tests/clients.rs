//! Each client against a server on this machine.

use std::future::Future;
use std::io::{BufRead as _, BufReader, Write as _};
use std::net::TcpListener;
use std::time::SystemTime;

use clients::{with_hyper, with_reqwest, with_ureq};
use robots_exclusion::Unavailable;
use robots_exclusion::fetch::{CachedRobots, FetchResult};
use url::Url;

/// Answers by path; a file that is asked for with its tag was not modified.
fn server() -> Url {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let url = format!("http://{}/", listener.local_addr().unwrap()).parse().unwrap();
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            let mut stream = stream.expect("a connection");
            let lines = BufReader::new(&stream).lines().map(|line| line.expect("a line"));
            let request: Vec<String> = lines.take_while(|line| !line.is_empty()).collect();
            let is_conditional =
                request.iter().any(|line| line.eq_ignore_ascii_case("if-none-match: \"1\""));
            let file = "User-agent: *\nDisallow: /private\n";
            let (head, body) = match request[0].split(' ').nth(1).unwrap() {
                "/robots.txt" => ("301 Moved\r\nLocation: /file", String::new()),
                "/file" if is_conditional => ("304 Not Modified", String::new()),
                "/file" => ("200 OK\r\nETag: \"1\"", file.to_owned()),
                "/long" => ("200 OK", file.to_owned() + &"#\n".repeat(1_000_000)),
                "/loop" => ("302 Found\r\nLocation: /loop", String::new()),
                "/busy" => ("503 Service Unavailable\r\nRetry-After: 120", "x".repeat(100)),
                _ => ("404 Not Found", "no such page".to_owned()),
            };
            let length = body.len();
            let head = format!("HTTP/1.1 {head}\r\nContent-Length: {length}\r\nConnection: close");
            // Who has enough closes the connection.
            let _ = write!(stream, "{head}\r\n\r\n{body}");
        }
    });
    url
}

async fn check<F: Future<Output = FetchResult<'static>>>(fetch: impl Fn(Url, CachedRobots) -> F) {
    let server = server();
    let at = |path: &str| server.join(path).unwrap();
    let access = |path| {
        let result = fetch(at(path), CachedRobots::default());
        async { result.await.access() }
    };
    assert!(access("/long").await.robots().is_some_and(|robots| robots.is_truncated()));
    assert_eq!(access("/missing").await.unavailable(), Some(Unavailable::Status(404)));
    assert_eq!(access("/busy").await.unavailable(), Some(Unavailable::Status(503)));
    assert_eq!(access("/loop").await.unavailable(), Some(Unavailable::RedirectLoop));
    let nobody = "http://127.0.0.1:1/robots.txt".parse().unwrap();
    let nobody = fetch(nobody, CachedRobots::default()).await.access();
    assert_eq!(nobody.unavailable(), Some(Unavailable::Unreachable));

    let mut cached = CachedRobots::default();
    for _ in 0..2 {
        let result = fetch(at("/robots.txt"), cached.clone()).await;
        cached.record(result, SystemTime::now());
        let outlook = cached.at(SystemTime::now());
        assert!(!outlook.allowed("MyBot", "/private") && outlook.allowed("MyBot", "/"));
        assert_eq!(cached.validators().and_then(|kept| kept.url()), Some(at("/file").as_str()));
    }
    // What was not modified has no text.
    let text = cached.copy().and_then(|copy| copy.robots()).map(|robots| robots.text().len());
    assert_eq!(text, Some(33));
}

#[tokio::test]
async fn reqwest() {
    let client = with_reqwest::client();
    check(async |url, cached: CachedRobots| with_reqwest::fetch(&client, url, &cached).await).await;
}

#[tokio::test]
async fn hyper() {
    let client = with_hyper::client();
    check(async |url, cached: CachedRobots| with_hyper::fetch(&client, url, &cached).await).await;
}

#[tokio::test]
async fn ureq() {
    let agent = with_ureq::client();
    check(async |url, cached: CachedRobots| with_ureq::fetch(&agent, url, &cached)).await;
}
