//! Tests each client against a local server.

use std::collections::BTreeMap;
use std::io::{BufRead as _, BufReader, Write as _};
use std::net::TcpListener;
use std::sync::Mutex;
use std::time::Duration;

use clients::with_hyper::Hyper;
use clients::with_reqwest::Reqwest;
use clients::with_ureq::Ureq;
use robots_exclusion::Unavailable;
use robots_exclusion::fetch::{CachePolicy, CacheState, RobotsCache};
use url::Url;

/// For each port, the path to which its server redirects `/robots.txt`.
static PATH: Mutex<BTreeMap<u16, String>> = Mutex::new(BTreeMap::new());
/// For each port, the number of conditional requests that its server received.
static CONDITIONAL: Mutex<BTreeMap<u16, usize>> = Mutex::new(BTreeMap::new());

/// `User-agent: *` and `Disallow: /`, compressed with gzip.
const GZIP: &[u8] =
    b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x02\x03\x0b\x2d\x4e\x2d\xd2\x4d\x4c\x4f\xcd\x2b\xb1\x52\xd0\
    \xe2\x72\xc9\x2c\x4e\xcc\xc9\xc9\x2f\xb7\x52\xd0\xe7\x02\x00\x42\x84\xa4\x8f\x1a\x00\x00\x00";

/// Starts a server that answers by path, with a 304 if the request contains the file's `ETag`.
fn server() -> Url {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = listener.local_addr().unwrap().port();
    let url = format!("http://127.0.0.1:{port}/").parse().unwrap();
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            let mut stream = stream.expect("a connection");
            let lines = BufReader::new(&stream).lines().map(|line| line.expect("a line"));
            let request: Vec<String> = lines.take_while(|line| !line.is_empty()).collect();
            let is_conditional =
                request.iter().any(|line| line.eq_ignore_ascii_case("if-none-match: \"1\""));
            if is_conditional {
                *CONDITIONAL.lock().unwrap().entry(port).or_default() += 1;
            }
            let target = PATH.lock().unwrap()[&port].clone();
            let location = format!("301 Moved\r\nLocation: {target}");
            let file = "User-agent: *\nDisallow: /private\n";
            let (head, body): (_, Vec<u8>) = match request[0].split(' ').nth(1).unwrap() {
                "/robots.txt" => (&*location, vec![]),
                "/breaks-off" => ("200 OK\r\nContent-Length: 100", b"User-agent: *\n".to_vec()),
                "/file" if is_conditional => ("304 Not Modified", vec![]),
                "/file" => ("200 OK\r\nETag: \"1\"\r\nCache-Control: no-cache", file.into()),
                "/long" => ("200 OK", (file.to_owned() + &"#\n".repeat(1_000_000)).into()),
                // Compressed although the client did not ask for it. A client that cannot
                // decompress the body must not treat it as an empty file.
                "/coded" => ("200 OK\r\nContent-Encoding: gzip", GZIP.to_vec()),
                "/coded-silently" => ("200 OK", GZIP.to_vec()),
                "/loop" => ("302 Found\r\nLocation: /loop", vec![]),
                "/busy" => ("503 Service Unavailable\r\nRetry-After: 120", vec![b'x'; 100]),
                _ => ("404 Not Found", "no such page".into()),
            };
            let length = match head.contains("Content-Length") {
                true => String::new(),
                false => format!("Content-Length: {}\r\n", body.len()),
            };
            let head = format!("HTTP/1.1 {head}\r\n{length}Connection: close");
            // Writing fails if the client has read enough and closed the connection.
            let _ = stream.write_all(&[format!("{head}\r\n\r\n").as_bytes(), &body].concat());
        }
    });
    url
}

/// Checks the rules that result from each path of the server, reached by a redirect.
async fn check<T: Send + Sync + 'static>(
    transport: impl Fn() -> T,
    access: impl AsyncFn(&RobotsCache<T>, &Url) -> CacheState,
) {
    let server = server();
    // Fetches with an empty cache after pointing the redirect of `/robots.txt` to `path`.
    let ask = async |path: &str| {
        let cache = RobotsCache::new("MyBot", CachePolicy::new(), transport());
        PATH.lock().unwrap().insert(server.port().unwrap(), path.to_owned());
        access(&cache, &server).await
    };
    for coded in ["/coded", "/coded-silently"] {
        let state = ask(coded).await;
        assert_eq!(state.access.unavailable(), Some(Unavailable::BrokenResponse), "{coded}");
        assert!(!state.access.allowed("MyBot", "/secret"), "{coded}");
    }
    for (path, why) in [
        ("/missing", Unavailable::Status(404)),
        ("/busy", Unavailable::Status(503)),
        ("/loop", Unavailable::RedirectLoop),
        ("/breaks-off", Unavailable::BrokenResponse),
    ] {
        assert_eq!(ask(path).await.access.unavailable(), Some(why), "{path}");
    }
    let state = ask("/long").await;
    assert!(!state.access.allowed("MyBot", "/private") && state.access.allowed("MyBot", "/"));

    let cache = RobotsCache::new("MyBot", CachePolicy::new(), transport());
    let nobody = "http://127.0.0.1:1/page".parse().unwrap();
    let state = access(&cache, &nobody).await;
    assert_eq!(state.access.unavailable(), Some(Unavailable::Unreachable));

    // The copy is stale immediately, so the second request is conditional.
    let mut policy = CachePolicy::new();
    policy.fresh_at_least = Duration::ZERO;
    let cache = RobotsCache::new("MyBot", policy, transport());
    PATH.lock().unwrap().insert(server.port().unwrap(), "/file".to_owned());
    for _ in 0..2 {
        let state = access(&cache, &server).await;
        assert!(!state.access.allowed("MyBot", "/private"));
        assert!(state.access.allowed("MyBot", "/"));
    }
    assert_eq!(CONDITIONAL.lock().unwrap().get(&server.port().unwrap()), Some(&1));
}

#[tokio::test]
async fn reqwest() {
    let ask = async |cache: &RobotsCache<Reqwest>, page: &Url| cache.access(page).await.unwrap();
    check(|| Reqwest::new().unwrap(), ask).await;
}

#[tokio::test]
async fn hyper() {
    let ask = async |cache: &RobotsCache<Hyper>, page: &Url| cache.access(page).await.unwrap();
    check(Hyper::new, ask).await;
}

#[tokio::test]
async fn ureq() {
    let ask = async |cache: &RobotsCache<Ureq>, page: &Url| cache.access_blocking(page).unwrap();
    check(Ureq::new, ask).await;
}
