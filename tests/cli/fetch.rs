//! `robots check URL` against a server on this machine: what each result of a
//! fetch means (RFC 9309 §2.3.1, Google's specification).
//!
//! Not asked for here, as a single run of the program never comes to it: a
//! file not fetched yet, a 304 for a copy at hand, more than 30 days without
//! an answer, FTP.

use std::io::Write;
use std::net::{Ipv4Addr, TcpListener};
use std::time::{Duration, Instant};

use serde_json::json;

use crate::program::{Run, finish, program, run};
use crate::server::{Server, Step, raw, redirect, response};

pub(crate) const FILE: &str = "user-agent: *\ndisallow: /private/\n";

/// Runs `robots check` with these arguments after the URLs.
#[track_caller]
pub(crate) fn check(urls: &[&str], options: &[&str]) -> Run {
    let mut command = program();
    command.arg("check").args(urls).args(["--agent", "MyBot"]);
    finish(command.args(options), b"")
}

/// Asks a server whose robots.txt is this reply for a page, and demands the
/// verdict, the reason, and that `/robots.txt` itself is allowed.
#[track_caller]
pub(crate) fn means(reply: Vec<Step>, verdict: &str, reason: &str) -> Run {
    let server = Server::robots_txt(reply);
    means_at(&server, verdict, reason)
}

#[track_caller]
fn means_at(server: &Server, verdict: &str, reason: &str) -> Run {
    let (page, itself) = (server.url("/private/page"), server.url("/robots.txt"));
    let run = check(&[&page, &itself], &["--timeout", "10"]);
    assert_eq!(
        run.output,
        format!(
            "{verdict:<10}  {page}  ({reason})\n\
             allowed     {itself}  (/robots.txt itself is always allowed)\n"
        ),
        "{run:?}"
    );
    let code = match reason {
        BROKEN | UNREACHABLE | UNSUPPORTED => 2,
        _ if verdict == "disallowed" => 1,
        _ => 0,
    };
    assert_eq!(run.code, Some(code), "{run:?}");
    run
}

/// As [`means`], where standard error says no more than the verdict.
#[track_caller]
pub(crate) fn means_quietly(reply: Vec<Step>, verdict: &str, reason: &str) {
    let run = means(reply, verdict, reason);
    assert_eq!(run.complaint, "");
}

pub(crate) const OBEYED: &str = "line 2: Disallow: /private/";
pub(crate) const BROKEN: &str = "robots.txt came in a broken response";
pub(crate) const UNREACHABLE: &str = "robots.txt could not be reached";
const UNSUPPORTED: &str = "robots.txt was redirected to an unsupported scheme";

#[test]
fn a_file_is_obeyed_whatever_its_media_type() {
    for head in [
        "200 OK\r\nContent-Type: text/plain",
        "200 OK\r\nContent-Type: text/html",
        "200 OK\r\nContent-Type: image/png",
        "200 OK",
        "201 Created",
        "203 Non-Authoritative Information",
        "299 What",
        "200 OK\r\nContent-Encoding: identity",
    ] {
        means_quietly(response(head, FILE), "disallowed", OBEYED);
    }
}

#[test]
fn a_file_in_chunks_or_without_a_length_is_obeyed() {
    let chunked = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n\
                   e\r\nuser-agent: *\n\r\n14\r\ndisallow: /private/\n\r\n0\r\n\r\n";
    means_quietly(raw(chunked), "disallowed", OBEYED);
    let until_the_end = format!("HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n{FILE}");
    means_quietly(raw(until_the_end), "disallowed", OBEYED);
    means_quietly(
        raw(format!("HTTP/1.0 200 OK\r\n\r\n{FILE}")),
        "disallowed",
        OBEYED,
    );
}

#[test]
fn nothing_in_the_file_restricts_nothing() {
    let reason = "no group is for this crawler";
    means_quietly(response("200 OK", ""), "allowed", reason);
    means_quietly(raw("HTTP/1.1 204 No Content\r\n\r\n"), "allowed", reason);
    means_quietly(
        response("200 OK", "<!doctype html><title>Welcome</title>"),
        "allowed",
        reason,
    );
}

#[test]
fn part_of_a_file_is_a_broken_response() {
    let part = response("206 Partial Content\r\nContent-Range: bytes 0-33/99", FILE);
    let run = fails(part, BROKEN);
    assert!(run.complaint.contains(": unexpected status 206"));
}

#[test]
fn client_errors_restrict_nothing() {
    for status in [400, 401, 402, 403, 404, 405, 406, 408, 410, 418, 451, 499] {
        means_quietly(
            response(&format!("{status} Sorry"), FILE),
            "allowed",
            &format!("robots.txt answered with status {status}"),
        );
    }
}

#[test]
fn server_errors_too_many_requests_and_the_proxy_disallow_everything() {
    for status in [407, 429, 500, 501, 502, 503, 504, 599] {
        means_quietly(
            response(&format!("{status} Sorry\r\nRetry-After: 1"), FILE),
            "disallowed",
            &format!("robots.txt answered with status {status}"),
        );
    }
}

#[test]
fn statuses_without_a_meaning_are_broken_responses() {
    for head in ["304 Not Modified", "600 What", "999 Denied"] {
        fails(response(head, ""), BROKEN);
    }
}

#[test]
fn a_provisional_response_is_waited_out() {
    let both = format!(
        "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: {}\r\n\r\n{FILE}",
        FILE.len()
    );
    means_quietly(raw(both), "disallowed", OBEYED);
}

/// A server with `hops` redirects before the file.
fn redirects(status: u16, hops: usize) -> Server {
    let paths: Vec<_> = (0..=hops)
        .map(|hop| {
            if hop == 0 {
                "/robots.txt".to_owned()
            } else {
                format!("/hop/{hop}")
            }
        })
        .collect();
    Server::new(paths.iter().enumerate().map(|(hop, path)| {
        let reply = match paths.get(hop + 1) {
            Some(next) => redirect(status, next),
            None => response("200 OK", FILE),
        };
        (path.as_str(), reply)
    }))
}

#[test]
fn five_redirects_are_followed() {
    for status in [300, 301, 302, 303, 307, 308] {
        let server = redirects(status, 5);
        let reason = format!("{OBEYED}; redirected to {}", server.url("/hop/5"));
        let run = means_at(&server, "disallowed", &reason);
        assert_eq!(run.complaint, "");
        assert_eq!(
            server.paths(),
            [
                "/robots.txt",
                "/hop/1",
                "/hop/2",
                "/hop/3",
                "/hop/4",
                "/hop/5"
            ]
        );
    }
}

#[test]
fn six_redirects_are_as_a_404() {
    let server = redirects(301, 6);
    let last = server.url("/hop/5");
    let reason = format!("robots.txt was redirected too often; redirected to {last}");
    means_at(&server, "allowed", &reason);
    assert_eq!(server.paths().last().map(String::as_str), Some("/hop/5"));
}

#[test]
fn redirects_in_a_loop_are_as_a_404() {
    let reason = "robots.txt was redirected in a loop";
    means_quietly(redirect(302, "/robots.txt"), "allowed", reason);
    let server = Server::new([
        ("/robots.txt", redirect(301, "/a")),
        ("/a", redirect(301, "robots.txt#")),
    ]);
    let reason = format!("{reason}; redirected to {}", server.url("/a"));
    means_at(&server, "allowed", &reason);
    assert_eq!(server.paths(), ["/robots.txt", "/a"]);
}

#[test]
fn a_file_of_another_host_counts_for_the_host_first_asked() {
    let other = Server::new([
        (
            "/robots.txt",
            response("200 OK", "user-agent: *\ndisallow: /"),
        ),
        ("/files/robots", response("200 OK", FILE)),
    ]);
    let server = Server::robots_txt(redirect(301, &other.url("/files/robots")));
    let reason = format!("{OBEYED}; redirected to {}", other.url("/files/robots"));
    means_at(&server, "disallowed", &reason);
    assert_eq!(other.paths(), ["/files/robots"]);
}

#[test]
fn the_last_response_decides() {
    for (status, verdict) in [(404, "allowed"), (503, "disallowed")] {
        let server = Server::new([
            ("/robots.txt", redirect(301, "gone")),
            ("/gone", response(&format!("{status} Sorry"), FILE)),
        ]);
        means_at(
            &server,
            verdict,
            &format!(
                "robots.txt answered with status {status}; redirected to {}",
                server.url("/gone")
            ),
        );
    }
}

#[test]
fn a_redirect_to_another_scheme_is_not_followed() {
    for location in [
        "ftp://127.0.0.1/robots.txt",
        "file:///etc/robots.txt",
        "javascript:0",
    ] {
        let run = fails(redirect(301, location), UNSUPPORTED);
        let said = format!("redirected to {location}, which is not a URL of http or https");
        assert!(run.complaint.contains(&said), "{run:?}");
    }
}

#[test]
fn a_redirect_to_nowhere_is_a_broken_response() {
    for (reply, said) in [
        (
            response("301 Moved", FILE),
            "redirected, but nothing says where to",
        ),
        (
            redirect(301, "http://[oops/"),
            "redirected to `http://[oops/`, which is not a URL",
        ),
    ] {
        let run = fails(reply, BROKEN);
        assert!(run.complaint.contains(said), "{run:?}");
    }
    fails(redirect(301, ""), BROKEN);
}

#[test]
fn a_redirect_inside_of_html_is_not_followed() {
    let html = "<meta http-equiv=refresh content='0; url=/elsewhere'>";
    let server = Server::new([
        (
            "/robots.txt",
            response("200 OK\r\nContent-Type: text/html", html),
        ),
        ("/elsewhere", response("200 OK", FILE)),
    ]);
    means_at(&server, "allowed", "no group is for this crawler");
    assert_eq!(server.paths(), ["/robots.txt"]);
}

/// Demands that standard error says more about a failed fetch.
#[track_caller]
pub(crate) fn fails(reply: Vec<Step>, reason: &str) -> Run {
    let run = means(reply, "disallowed", reason);
    assert!(
        run.complaint.starts_with("robots: http://127.0.0.1:"),
        "{run:?}"
    );
    assert_eq!(run.complaint.lines().count(), 1, "{run:?}");
    run
}

#[test]
fn a_body_that_breaks_off_is_a_broken_response() {
    fails(
        raw(format!(
            "HTTP/1.1 200 OK\r\nContent-Length: 999\r\n\r\n{FILE}"
        )),
        BROKEN,
    );
    let chunked = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\ne\r\nuser-agent: *\n\r\n";
    fails(raw(chunked), BROKEN);
    let chunked = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nwhat\r\nuser-agent: *\n";
    fails(raw(chunked), BROKEN);
}

#[test]
fn what_is_not_http_is_a_broken_response() {
    fails(raw("SSH-2.0-OpenSSH_9.6\r\n"), BROKEN);
    fails(raw(vec![0; 300]), BROKEN);
    let endless_head = format!("HTTP/1.1 200 OK\r\nX-Filler: {}", "a".repeat(200_000));
    fails(raw(endless_head), BROKEN);
}

#[test]
fn a_host_that_closes_the_connection_is_unreachable() {
    fails(raw(""), UNREACHABLE);
}

#[test]
fn a_host_that_refuses_is_unreachable() {
    // Bound and dropped again: nobody listens there.
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a port is free");
    let page = format!(
        "http://{}/page",
        listener.local_addr().expect("it is bound")
    );
    drop(listener);
    let run = check(&[&page], &[]);
    run.fails(
        "connection refused: no server is listening there",
        &format!("disallowed  {page}  ({UNREACHABLE})\n"),
    );
}

#[test]
fn a_host_without_an_address_is_unreachable() {
    // RFC 6761 §6.4: names under "invalid" never resolve.
    let run = check(&["http://name.invalid/page"], &["--timeout", "10"]);
    run.fails(
        "robots: http://name.invalid/robots.txt: the host name cannot be resolved: is it spelled right?",
        &format!("disallowed  http://name.invalid/page  ({UNREACHABLE})\n"),
    );
}

#[test]
fn a_server_that_does_not_speak_tls_is_unreachable() {
    let server = Server::robots_txt(response("200 OK", FILE));
    let page = server.url("/page").replace("http", "https");
    let run = check(&[&page], &["--timeout", "10"]);
    run.fails(
        "robots: https://127.0.0.1:",
        &format!("disallowed  {page}  ({UNREACHABLE})\n"),
    );
    assert_eq!(server.paths(), [""; 0]);
}

/// Demands that a run with this time-out gives up, and in time.
#[track_caller]
fn times_out(reply: Vec<Step>) {
    let server = Server::robots_txt(reply);
    let page = server.url("/page");
    let start = Instant::now();
    let run = check(&[&page], &["--timeout", "0.5"]);
    assert!(
        start.elapsed() < Duration::from_secs(10),
        "{:?}",
        start.elapsed()
    );
    run.fails(
        "no complete response within 0.5 s (see --timeout)",
        &format!("disallowed  {page}  ({UNREACHABLE})\n"),
    );
}

#[test]
fn a_server_that_does_not_answer_is_unreachable() {
    times_out(vec![Step::Hang]);
}

#[test]
fn a_slow_head_is_not_waited_for() {
    times_out(vec![
        Step::Send(b"HTTP/1.1 200 OK\r\n".to_vec()),
        Step::Drip(b"X-Filler: a\r\n".to_vec(), Duration::from_millis(50)),
    ]);
}

#[test]
fn a_slow_body_is_not_waited_for() {
    let head = b"HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n".to_vec();
    times_out(vec![Step::Send(head.clone()), Step::Hang]);
    times_out(vec![
        Step::Send(head),
        Step::Drip(b"allow: /\n".to_vec(), Duration::from_millis(50)),
    ]);
}

#[test]
fn redirects_do_not_prolong_the_time_out() {
    // Each response takes less than the time-out, all of them take more.
    let slow = |location: &str| {
        let head = format!("HTTP/1.1 301 Moved\r\nContent-Length: 0\r\nLocation: {location}\r\n");
        let pause = Step::Pause(Duration::from_millis(400));
        vec![
            Step::Send(head.into_bytes()),
            pause,
            Step::Send(b"\r\n".to_vec()),
        ]
    };
    let server = Server::new([
        ("/robots.txt", slow("/1")),
        ("/1", slow("/2")),
        ("/2", slow("/3")),
        ("/3", slow("/4")),
        ("/4", response("200 OK", FILE)),
    ]);
    let page = server.url("/page");
    let run = check(&[&page], &["--timeout", "1"]);
    assert_eq!(run.code, Some(2), "{run:?}");
    let said = "no complete response within 1 s (see --timeout)";
    assert!(run.complaint.contains(said), "{run:?}");
    let verdict = format!("disallowed  {page}  ({UNREACHABLE}; redirected to ");
    assert!(run.output.starts_with(&verdict), "{run:?}");
    let paths = server.paths();
    assert!(!paths.contains(&"/4".to_owned()), "{paths:?}");
}

#[test]
fn no_more_than_the_limit_is_read() {
    let server = Server::robots_txt(vec![
        Step::Send(format!("HTTP/1.1 200 OK\r\n\r\n{FILE}").into_bytes()),
        Step::SendForever(b"disallow: /other/\n".repeat(1000)),
    ]);
    let (page, other) = (server.url("/private/page"), server.url("/public/page"));
    check(&[&page, &other], &[]).remarks(
        1,
        "/robots.txt is longer than 512000 bytes: the rest is not read",
        &format!(
            "disallowed  {page}  ({OBEYED})\n\
             allowed     {other}  (no rule of the group of * matches)\n"
        ),
    );
}

#[test]
fn a_rule_cut_by_the_limit_does_not_count() {
    let server = Server::robots_txt(response("200 OK", "user-agent: *\ndisallow: /private/"));
    let page = server.url("/page");
    let limit = "user-agent: *\ndisallow: /".len().to_string();
    check(&[&page], &["--byte-limit", &limit]).remarks(
        0,
        &format!("is longer than {limit} bytes"),
        &format!("allowed     {page}  (no rule of the group of * matches)\n"),
    );
}

#[test]
fn each_host_is_asked_once() {
    let (one, two) = (
        Server::robots_txt(response("200 OK", FILE)),
        Server::robots_txt(response("404 Not Found", "")),
    );
    let urls = [
        one.url("/private/a"),
        two.url("/private/a"),
        one.url("/b"),
        one.url("/private/c").replace("http", "HTTP"),
    ];
    let run = check(&urls.each_ref().map(String::as_str), &[]);
    assert_eq!(run.code, Some(1), "{run:?}");
    let words: Vec<_> = run
        .output
        .lines()
        .filter_map(|line| line.split(' ').next())
        .collect();
    assert_eq!(words, ["disallowed", "allowed", "allowed", "disallowed"]);
    assert_eq!(
        (one.paths(), two.paths()),
        (
            vec!["/robots.txt".to_owned()],
            vec!["/robots.txt".to_owned()]
        )
    );
}

#[test]
fn the_request_says_who_asks_and_keeps_the_secrets_of_the_url() {
    let server = Server::robots_txt(response("200 OK", FILE));
    let page = server
        .url("/private/?token=secret")
        .replace("//", "//user:password@");
    check(&[&page], &[]).gives(1, &format!("disallowed  {page}  ({OBEYED})\n"));
    let heads = server.heads();
    let head = heads
        .first()
        .map(|head| head.to_ascii_lowercase())
        .expect("it was asked");
    assert!(head.starts_with("get /robots.txt http/1.1\n"), "{head}");
    assert!(
        head.contains(concat!(
            "\nuser-agent: robots-exclusion/",
            env!("CARGO_PKG_VERSION"),
            "\n"
        )),
        "{head}"
    );
    for secret in ["authorization", "secret", "range"] {
        assert!(!head.contains(secret), "{head}");
    }
}

#[test]
fn dialect_and_fallback_hold_for_fetched_files() {
    let server = Server::robots_txt(response(
        "200 OK",
        "user-agent: my\ndissallow: /a\ndisallow: /c\n\nuser-agent: *\ndisallow: /b",
    ));
    let (a, b) = (server.url("/a"), server.url("/b"));
    let words = |options: &[&str]| -> Vec<bool> {
        let run = check(&[&a, &b], &[options, &["--json", "--agent", "my"]].concat());
        run.objects()
            .iter()
            .map(|object| object["allowed"] == true)
            .collect()
    };
    assert_eq!(words(&[]), [true, true]);
    assert_eq!(words(&["--dialect", "google"]), [false, true]);
    let run = check(&[&b], &["--json"]);
    assert_eq!(run.objects()[0]["group"]["selection"], "wildcard");
}

#[test]
fn json_names_the_file() {
    let server = Server::robots_txt(response("503 Sorry", ""));
    let page = server.url("/page");
    let run = check(&[&page], &["--json"]);
    assert_eq!((run.code, run.complaint.as_str()), (Some(1), ""));
    assert_eq!(
        run.objects(),
        [json!({
            "url": page,
            "allowed": false,
            "reason": "unavailable",
            "rule": null,
            "group": { "selection": "none", "token": null },
            "explanation": "disallowed: robots.txt answered with status 503",
            "robots_txt": server.url("/robots.txt"),
            "fetch": {
                "redirects": [],
                "url": server.url("/robots.txt"),
                "status": 503,
                "error": null,
            },
        })]
    );
}

#[test]
fn urls_of_other_schemes_get_no_verdict() {
    let server = Server::robots_txt(response("200 OK", FILE));
    let page = server.url("/page");
    for other in [
        "ftp://example.org/x",
        "/private/page",
        "http://",
        "https://exa mple.org/",
    ] {
        check(&[&page, other], &[]).fails(
            other,
            &format!("allowed     {page}  (no rule of the group of * matches)\n"),
        );
    }
}

#[test]
fn more_urls_come_from_standard_input() {
    let server = Server::robots_txt(response("200 OK", FILE));
    let mut input = Vec::new();
    for path in ["/private/1", "/2"] {
        writeln!(input, "{}", server.url(path)).expect("it is memory");
    }
    let first = server.url("/0");
    let run = run(
        &["check", &first, "-", "--agent", "MyBot", "--json"],
        &input,
    );
    let allowed: Vec<_> = run
        .objects()
        .iter()
        .map(|object| object["allowed"] == true)
        .collect();
    assert_eq!(allowed, [true, false, true], "{run:?}");
    assert_eq!(server.paths().len(), 1);
}
