//! `robots serve`: a browser is played by plain connections.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Stdio};
use std::thread;
use std::time::Duration;

use serde_json::{Value, json};

use crate::run::program;
use crate::server::{Server, Step, redirect, response};

const FILE: &str = "user-agent: *\ndisallow: /private/\n";

/// A running `robots serve`, which ends with the test.
struct Page {
    process: Child,
    /// The host and port.
    address: String,
}

impl Drop for Page {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

struct Answer {
    status: u16,
    head: String,
    body: String,
}

impl Answer {
    #[track_caller]
    fn json(&self) -> Value {
        assert_eq!(self.status, 200, "{}{}", self.head, self.body);
        assert!(
            self.head.contains("content-type: application/json"),
            "{}",
            self.head
        );
        serde_json::from_str(&self.body).expect(&self.body)
    }
}

impl Page {
    fn new(options: &[&str]) -> Page {
        let mut command = program();
        command.args(["serve", "--no-open"]).args(options);
        if !options.contains(&"--listen") {
            command.args(["--listen", "127.0.0.1:0"]);
        }
        let command = command.stdin(Stdio::null()).stderr(Stdio::null());
        let mut process = command
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let mut line = String::new();
        let output = process.stdout.take().expect("is piped");
        BufReader::new(output)
            .read_line(&mut line)
            .expect("a line is written");
        let address = line
            .trim()
            .strip_prefix("http://")
            .and_then(|url| url.strip_suffix('/'));
        let address = address.expect(&line).replace("0.0.0.0", "127.0.0.1");
        Page { process, address }
    }

    /// Sends a request as it is.
    fn send(&self, request: &str) -> Answer {
        let mut connection = TcpStream::connect(&self.address).expect("it listens");
        let patience = Some(Duration::from_secs(60));
        connection.set_read_timeout(patience).expect("is not zero");
        connection.write_all(request.as_bytes()).expect("it reads");
        let mut answer = Vec::new();
        connection.read_to_end(&mut answer).expect("it answers");
        let answer = String::from_utf8_lossy(&answer);
        let (head, body) = answer.split_once("\r\n\r\n").expect(&answer);
        let status = head
            .split(' ')
            .nth(1)
            .and_then(|status| status.parse().ok());
        Answer {
            status: status.expect(head),
            head: head.to_ascii_lowercase(),
            body: body.to_owned(),
        }
    }

    fn get(&self, path: &str, headers: &str) -> Answer {
        let host = &self.address;
        self.send(&format!(
            "GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n{headers}\r\n"
        ))
    }

    /// Fetches the robots.txt of a site as the page does.
    fn fetch(&self, site: &str) -> Answer {
        let query: String = url::form_urlencoded::byte_serialize(site.as_bytes()).collect();
        self.get(&format!("/api/fetch?url={query}"), "X-Robots-Serve: 1\r\n")
    }
}

fn decoded(answer: &Value) -> String {
    use base64::Engine as _;
    let encoded = answer["body_base64"].as_str().expect("there is a body");
    let body = base64::engine::general_purpose::STANDARD.decode(encoded);
    String::from_utf8(body.expect("base64")).expect("UTF-8")
}

#[test]
fn the_page_is_served_with_a_mark() {
    let page = Page::new(&[]);
    for path in ["/", "/index.html", "/?share"] {
        let answer = page.get(path, "");
        assert_eq!(answer.status, 200);
        let mark = r#"<meta name="robots-serve" content="1" />"#;
        assert!(answer.body.contains(mark), "{}", answer.body);
        assert!(
            answer.head.contains("content-type: text/html"),
            "{}",
            answer.head
        );
        assert!(answer.head.contains("nosniff"), "{}", answer.head);
        assert!(!answer.head.contains("access-control"), "{}", answer.head);
    }
    for path in [
        "/missing.js",
        "/../Cargo.toml",
        "/%2e%2e/Cargo.toml",
        "//index.html",
        "/api",
    ] {
        assert_eq!(page.get(path, "").status, 404, "{path}");
    }
    let host = &page.address;
    for method in ["POST", "PUT", "OPTIONS", "CONNECT"] {
        let answer = page.send(&format!(
            "{method} / HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n"
        ));
        assert!(
            [400, 403, 405].contains(&answer.status),
            "{method} {}",
            answer.head
        );
    }
    let long = "a".repeat(40_000);
    assert!(page.get(&format!("/{long}"), "").status >= 400);
}

#[test]
fn pages_of_other_sites_reach_nothing() {
    let page = Page::new(&[]);
    let site = Server::robots_txt(response("200 OK", FILE));
    let url = site.url("/");
    let host = &page.address;
    let port = host.rsplit(':').next().expect("there is a port");
    let get = |host: &str, headers: &str| {
        page.send(&format!(
            "GET /api/fetch?url={url} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n{headers}\r\n"
        ))
        .status
    };
    // A name that its owner made resolve to this machine.
    assert_eq!(
        get(
            &format!("rebinding.example:{port}"),
            "X-Robots-Serve: 1\r\n"
        ),
        403
    );
    assert_eq!(get("127.0.0.1", "X-Robots-Serve: 1\r\n"), 403);
    assert_eq!(
        get(
            host,
            "X-Robots-Serve: 1\r\nOrigin: https://evil.example\r\n"
        ),
        403
    );
    assert_eq!(get(host, "X-Robots-Serve: 1\r\nOrigin: null\r\n"), 403);
    assert_eq!(
        get(host, "X-Robots-Serve: 1\r\nSec-Fetch-Site: cross-site\r\n"),
        403
    );
    // An image or a form of another site cannot send the header.
    assert_eq!(get(host, ""), 403);
    assert_eq!(get(host, "X-Robots-Serve: 0\r\n"), 403);
    assert!(site.paths().is_empty());
    assert_eq!(
        get(
            host,
            &format!("X-Robots-Serve: 1\r\nOrigin: http://{host}\r\n")
        ),
        200
    );
    assert_eq!(
        get(&format!("localhost:{port}"), "X-Robots-Serve: 1\r\n"),
        200
    );
    assert_eq!(site.paths().len(), 2);
}

#[test]
fn a_file_is_fetched_with_its_redirects_and_freshness() {
    let page = Page::new(&[]);
    let head = "200 OK\r\nCache-Control: max-age=7200";
    let site = Server::new([
        ("/robots.txt", redirect(301, "/moved.txt")),
        ("/moved.txt", response(head, FILE)),
    ]);
    let answer = page.fetch(&site.url("/some/page?x=1")).json();
    let (asked, moved) = (site.url("/robots.txt"), site.url("/moved.txt"));
    assert_eq!(decoded(&answer), FILE);
    assert_eq!(
        answer,
        json!({
            "url": asked,
            "final_url": moved,
            "status": 200,
            "redirects": [{"url": asked, "status": 301, "location": moved}],
            "outcome": "found",
            "sentence": "Crawlers obey this file.",
            "fresh_for_seconds": 7200,
            "truncated": false,
            "body_base64": answer["body_base64"],
            "error": null,
        })
    );
}

#[test]
fn without_a_file_the_outcome_is_explained() {
    let page = Page::new(&[]);
    let outcome = |steps| {
        let site = Server::robots_txt(steps);
        let answer = page.fetch(&site.url("/")).json();
        assert_eq!(answer["body_base64"], Value::Null);
        [&answer["outcome"], &answer["sentence"], &answer["status"]].map(Value::clone)
    };
    let missing = "Crawlers may fetch everything: robots.txt returned 404.";
    let failed = "Crawlers may not fetch anything: robots.txt returned 503.";
    assert_eq!(
        outcome(response("404 Not Found", "")),
        [json!("unavailable"), json!(missing), json!(404)]
    );
    assert_eq!(
        outcome(response("503 Down", "")),
        [json!("unreachable"), json!(failed), json!(503)]
    );
    let [kind, ..] = outcome(vec![]);
    assert_eq!(kind, "unreachable");
    for site in [
        "",
        "nonsense",
        "ftp://a.example/",
        "https://",
        "file:///etc/passwd",
        "a b",
    ] {
        assert_eq!(page.fetch(site).status, 400, "{site}");
    }
    assert_eq!(page.get("/api/fetch", "X-Robots-Serve: 1\r\n").status, 400);
    assert_eq!(
        page.fetch(&format!("https://{}.example/", "a".repeat(3_000)))
            .status,
        400
    );
}

#[test]
fn redirects_do_not_lead_into_the_network() {
    let page = Page::new(&[]);
    let inner = Server::robots_txt(response("200 OK", "secret"));
    let metadata = "http://169.254.169.254/latest/meta-data/".to_owned();
    let mapped = inner
        .url("/robots.txt")
        .replace("127.0.0.1", "[::ffff:127.0.0.1]");
    let named = inner.url("/robots.txt").replace("127.0.0.1", "localhost");
    for target in [inner.url("/robots.txt"), metadata, mapped, named] {
        let site = Server::robots_txt(redirect(302, &target));
        let answer = page.fetch(&site.url("/")).json();
        assert_eq!(answer["outcome"], "refused", "{target}");
        assert_eq!(answer["body_base64"], Value::Null);
        let error = answer["error"].as_str().expect("there is a reason");
        assert!(error.contains("private address"), "{error}");
    }
    assert!(inner.paths().is_empty());
}

#[test]
fn slow_and_endless_bodies_end() {
    let page = Page::new(&["--timeout", "1.5", "--byte-limit", "5000"]);
    let head = Step::Send(b"HTTP/1.1 200 OK\r\n\r\n".to_vec());
    let drip = Step::Drip(b"#".to_vec(), Duration::from_millis(50));
    let slow = Server::robots_txt(vec![head.clone(), drip]);
    let answer = page.fetch(&slow.url("/")).json();
    assert_eq!(answer["outcome"], "unreachable");
    let error = answer["error"].as_str().expect("there is a reason");
    assert!(
        error.contains("no complete response within 1.5 s"),
        "{error}"
    );

    let endless = Server::robots_txt(vec![head, Step::SendForever(b"disallow: /x\n".to_vec())]);
    let answer = page.fetch(&endless.url("/")).json();
    assert_eq!(
        (&answer["outcome"], &answer["truncated"]),
        (&json!("found"), &json!(true))
    );
    // Without the line that the limit cuts.
    assert_eq!(decoded(&answer).len(), 4_992);
}

#[test]
fn ten_clients_are_served_at_once() {
    let page = Page::new(&[]);
    let pause = Step::Pause(Duration::from_millis(300));
    let site = Server::robots_txt([vec![pause], response("200 OK", FILE)].concat());
    thread::scope(|scope| {
        for _ in 0..10 {
            scope.spawn(|| {
                let answer = page.fetch(&site.url("/")).json();
                assert_eq!(decoded(&answer), FILE);
                assert_eq!(page.get("/", "").status, 200);
            });
        }
        // A client that sends nothing delays no other.
        let idle = TcpStream::connect(&page.address).expect("it listens");
        assert_eq!(page.get("/", "").status, 200);
        drop(idle);
    });
    assert_eq!(site.paths().len(), 10);
}

#[test]
fn beyond_this_machine_private_addresses_are_refused_and_rates_limited() {
    let page = Page::new(&["--listen", "0.0.0.0:0", "--host", "tools.example"]);
    let inner = Server::robots_txt(response("200 OK", "secret"));
    for file in 0..31 {
        let answer = page.fetch(&inner.url("/"));
        if file < 30 {
            assert_eq!(answer.json()["outcome"], "refused");
        } else {
            assert_eq!(answer.status, 429);
            assert!(answer.head.contains("retry-after: 60"), "{}", answer.head);
        }
    }
    assert!(inner.paths().is_empty());
    // The page itself is not limited, and has another name.
    let named = |name: &str| {
        page.send(&format!(
            "GET / HTTP/1.1\r\nHost: {name}\r\nConnection: close\r\n\r\n"
        ))
        .status
    };
    assert_eq!((named("tools.example"), named("other.example")), (200, 403));
}

#[test]
fn a_proxy_cannot_refuse_private_addresses() {
    let mut command = program();
    command.env("ALL_PROXY", "http://127.0.0.1:9");
    command.args(["serve", "--no-open", "--listen", "0.0.0.0:0"]);
    crate::run::finish(&mut command, b"").fails("a proxy resolves", "");
}
