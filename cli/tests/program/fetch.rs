//! `robots check URL` with a local server: the meaning of every result of a fetch (RFC 9309 §2.3.1,
//! Google's specification).
//!
//! A single run never reaches some results, which are not tested here: a file not yet fetched, a
//! 304 for a cached copy, more than 30 days without an answer, FTP.

use std::net::{Ipv4Addr, TcpListener};
use std::time::{Duration, Instant};

use crate::run::{Run, finish, program};
use crate::server::{Server, Step, raw, redirect, response};

pub(crate) const FILE: &str = "user-agent: *\ndisallow: /private/\n";

/// Runs `robots check` with these options after the URLs.
#[track_caller]
pub(crate) fn check(urls: &[&str], options: &[&str]) -> Run {
    let mut command = program();
    command.arg("check").args(urls).args(["--agent", "MyBot"]);
    finish(command.args(options), b"")
}

/// Serves this reply as robots.txt and checks the verdict on a page, the reason, and that
/// `/robots.txt` is allowed.
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
             allowed     {itself}  (/robots.txt is always allowed)\n"
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

/// Like [`means`], but standard error must not contain additional details.
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
fn an_empty_file_allows_everything() {
    let reason = "no group applies to this crawler";
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
    run.complains(": unexpected status 206");
}

#[test]
fn client_errors_allow_everything_and_others_nothing() {
    let (client, other) = (
        [400, 401, 402, 403, 404, 405, 406, 408, 410, 418, 451, 499],
        [407, 429, 500, 501, 502, 503, 504, 599],
    );
    let client = client.map(|status| (status, "allowed"));
    for (status, verdict) in client
        .into_iter()
        .chain(other.map(|status| (status, "disallowed")))
    {
        let head = format!("{status} Sorry\r\nRetry-After: 1");
        let reason = format!("robots.txt returned {status}");
        means_quietly(response(&head, FILE), verdict, &reason);
    }
}

#[test]
fn statuses_without_a_meaning_are_broken_responses() {
    for head in ["304 Not Modified", "600 What", "999 Denied"] {
        fails(response(head, ""), BROKEN);
    }
}

#[test]
fn a_provisional_response_is_skipped() {
    let both = format!(
        "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: {}\r\n\r\n{FILE}",
        FILE.len()
    );
    means_quietly(raw(both), "disallowed", OBEYED);
}

/// Starts a server with `hops` redirects before the file.
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
fn six_redirects_are_like_a_404() {
    let server = redirects(301, 6);
    let last = server.url("/hop/5");
    let reason = format!("robots.txt was redirected too often; redirected to {last}");
    means_at(&server, "allowed", &reason);
    assert_eq!(server.paths().last().map(String::as_str), Some("/hop/5"));
}

#[test]
fn redirects_in_a_loop_are_like_a_404() {
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
fn a_file_from_another_host_applies_to_the_original_host() {
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
                "robots.txt returned {status}; redirected to {}",
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
        let said = format!("redirected to {location}, which is not an http or https URL");
        run.complains(&said);
    }
}

#[test]
fn a_redirect_without_a_valid_target_is_a_broken_response() {
    for (reply, said) in [
        (
            response("301 Moved", FILE),
            "redirected without a `Location`",
        ),
        (
            redirect(301, "http://[oops/"),
            "redirected to `http://[oops/`, which is not a URL",
        ),
    ] {
        let run = fails(reply, BROKEN);
        run.complains(said);
    }
    fails(redirect(301, ""), BROKEN);
}

#[test]
fn a_redirect_in_html_is_not_followed() {
    let html = "<meta http-equiv=refresh content='0; url=/elsewhere'>";
    let server = Server::new([
        (
            "/robots.txt",
            response("200 OK\r\nContent-Type: text/html", html),
        ),
        ("/elsewhere", response("200 OK", FILE)),
    ]);
    means_at(&server, "allowed", "no group applies to this crawler");
    assert_eq!(server.paths(), ["/robots.txt"]);
}

/// Checks that standard error contains more details of a failed fetch.
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
fn a_truncated_body_is_a_broken_response() {
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
fn a_response_that_is_not_http_is_broken() {
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
    // The port is closed again, so connections to it are refused.
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a port is free");
    let page = format!(
        "http://{}/page",
        listener.local_addr().expect("the listener is bound")
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
        "robots: http://name.invalid/robots.txt: the host name cannot be resolved: is it spelled correctly?",
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

/// Checks that a run with this time-out gives up in time.
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
fn a_slow_head_times_out() {
    times_out(vec![
        Step::Send(b"HTTP/1.1 200 OK\r\n".to_vec()),
        Step::Drip(b"X-Filler: a\r\n".to_vec(), Duration::from_millis(50)),
    ]);
}

#[test]
fn a_slow_body_times_out() {
    let head = b"HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n".to_vec();
    times_out(vec![Step::Send(head.clone()), Step::Hang]);
    times_out(vec![
        Step::Send(head),
        Step::Drip(b"allow: /\n".to_vec(), Duration::from_millis(50)),
    ]);
}

#[test]
fn redirects_do_not_extend_the_time_out() {
    // Each response takes less than the time-out, but all of them together take longer.
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
    run.complains(said);
    let verdict = format!("disallowed  {page}  ({UNREACHABLE}; redirected to ");
    run.begins(&verdict);
    let paths = server.paths();
    assert!(!paths.contains(&"/4".to_owned()), "{paths:?}");
}

#[test]
fn reading_stops_at_the_limit() {
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
             allowed     {other}  (no rule in the * group matches)\n"
        ),
    );
}

#[test]
fn a_rule_cut_by_the_limit_is_ignored() {
    let server = Server::robots_txt(response("200 OK", "user-agent: *\ndisallow: /private/"));
    let page = server.url("/page");
    let limit = "user-agent: *\ndisallow: /".len().to_string();
    check(&[&page], &["--byte-limit", &limit]).remarks(
        0,
        &format!("is longer than {limit} bytes"),
        &format!("allowed     {page}  (no rule in the * group matches)\n"),
    );
}
