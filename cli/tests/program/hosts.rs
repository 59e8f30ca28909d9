//! `robots check` with pages of many hosts. A proxy answers for all of them.

use std::io::{BufRead, BufReader, Write};
use std::process::Stdio;
use std::time::{Duration, Instant};

use crate::run::{Run, finish, program};
use crate::server::{Server, Step, response};

const FILE: &str = "user-agent: *\ndisallow: /private/\n";

/// Runs `robots check` with this server as the proxy.
fn check(proxy: &Server, pages: &str) -> Run {
    let mut command = program();
    command.env("ALL_PROXY", proxy.url(""));
    command.args(["check", "http://first.example/", "-", "--agent", "MyBot"]);
    finish(&mut command, pages.as_bytes())
}

fn slow(pause: u64) -> Vec<Step> {
    let pause = Step::Pause(Duration::from_millis(pause));
    [vec![pause], response("200 OK", FILE)].concat()
}

#[test]
fn answers_come_in_the_order_of_the_pages() {
    let proxy = Server::new([
        ("first.example/robots.txt", slow(600)),
        ("slow.example/robots.txt", slow(300)),
        ("/robots.txt", response("200 OK", FILE)),
    ]);
    let pages = "http://a.example/1\nhttp://slow.example/private/2\nnonsense\n\
                 http://a.example/private/3\nhttp://b.example/4\n";
    let run = check(&proxy, pages);
    let answers = run.output.lines();
    let answers: Vec<_> = answers
        .map(|line| line.split("  (").next().unwrap_or_default())
        .collect();
    assert_eq!(
        answers,
        [
            "allowed     http://first.example/",
            "allowed     http://a.example/1",
            "disallowed  http://slow.example/private/2",
            "disallowed  http://a.example/private/3",
            "allowed     http://b.example/4",
        ],
        "{run:?}"
    );
    let said = "robots: no verdict on nonsense: ";
    assert!(run.complaint.starts_with(said), "{run:?}");
    assert_eq!((run.code, proxy.paths().len()), (Some(2), 4), "{run:?}");
}

#[test]
fn many_hosts_are_fetched_concurrently() {
    let proxy = Server::robots_txt(slow(500));
    let hosts = 0..31;
    let pages: String = hosts
        .map(|host| format!("http://h{host}.example/\n"))
        .collect();
    let start = Instant::now();
    let run = check(&proxy, &pages);
    let took = start.elapsed();
    let answers = run.output.lines().count();
    assert_eq!((run.code, answers), (Some(0), 32), "{run:?}");
    // One after the other would take 16 seconds.
    assert!(took < Duration::from_secs(8), "{took:?}");
}

#[test]
fn lint_fetches_concurrently_and_reports_in_order() {
    let steps = |pause| {
        let pause = Step::Pause(Duration::from_millis(pause));
        [
            vec![pause],
            response("200 OK", "user-agent: *\ndisallow: /\ndisalow: /x\n"),
        ]
        .concat()
    };
    let proxy = Server::new([
        ("h0.example/robots.txt", steps(900)),
        ("/robots.txt", steps(500)),
    ]);
    let mut command = program();
    command
        .env("ALL_PROXY", proxy.url(""))
        .args(["lint", "--json"]);
    command.args((0..8).map(|host| format!("http://h{host}.example/page")));
    let start = Instant::now();
    let run = finish(&mut command, b"");
    let took = start.elapsed();
    let file = |line: &str| {
        let found: serde_json::Value = serde_json::from_str(line).expect("JSON");
        found["file"].as_str().map(str::to_owned)
    };
    let mut files: Vec<_> = run.output.lines().map(file).collect();
    files.dedup();
    let expected = (0..8).map(|host| Some(format!("http://h{host}.example/robots.txt")));
    assert_eq!(files, expected.collect::<Vec<_>>(), "{run:?}");
    // One after the other would take 4.4 seconds.
    assert!(took < Duration::from_secs(3), "{took:?}");
}

/// One thread reads the pages and starts the threads that fetch.
#[cfg(target_os = "linux")]
#[test]
fn a_refused_thread_is_reported_in_one_sentence() {
    let said = "robots: cannot start a thread: ";
    let run = with_memory_for_threads(0, "check http:// http://127.0.0.1:1/");
    assert_eq!((run.code, run.output.as_str()), (Some(2), ""), "{run:?}");
    assert!(run.complaint.starts_with(said), "{run:?}");
    assert_eq!(run.complaint.lines().count(), 1, "{run:?}");
    let run = with_memory_for_threads(1, "check http:// http://127.0.0.1:1/");
    assert_eq!((run.code, run.output.as_str()), (Some(2), ""), "{run:?}");
    let mut complaints = run.complaint.lines();
    let first = complaints.next().expect("a complaint");
    assert!(first.contains("no verdict on http://: "), "{run:?}");
    assert!(
        complaints.next().expect("another").starts_with(said),
        "{run:?}"
    );
    assert_eq!(complaints.next(), None, "{run:?}");
}

/// Runs the program with a memory limit that has room for this many stacks in addition to the
/// first.
#[cfg(target_os = "linux")]
fn with_memory_for_threads(threads: u64, arguments: &str) -> Run {
    let stack = 1 << 30;
    let script = format!(
        "ulimit -v {} && exec \"$0\" {arguments} --agent MyBot",
        (stack * threads + stack / 2) >> 10
    );
    let mut command = std::process::Command::new("timeout");
    command.args(["60", "sh", "-c", &script, env!("CARGO_BIN_EXE_robots")]);
    command.env("RUST_MIN_STACK", stack.to_string());
    finish(&mut command, b"")
}

#[test]
fn the_memory_of_hosts_is_bounded() {
    let rule = format!("disallow: /{}\n", "a".repeat(88));
    let big = format!("user-agent: *\n{}", rule.repeat(5_000));
    for (file, times) in [(big.as_str(), 2), (FILE, 1)] {
        let proxy = Server::robots_txt(response("200 OK", file));
        let hosts = 0..90;
        let pages: String = hosts
            .map(|host| format!("http://h{host}.example/\n"))
            .chain(["http://first.example/again\n".to_owned()])
            .collect();
        let run = check(&proxy, &pages);
        assert_eq!(run.output.lines().count(), 92, "{run:?}");
        let heads = proxy.heads();
        let first = heads.iter().filter(|head| head.contains("first.example"));
        assert_eq!(first.count(), times, "{} requests", heads.len());
    }
}

#[test]
fn a_failure_is_reported_once_per_host() {
    let proxy = Server::robots_txt(response("206 Partial Content", FILE));
    let pages = "http://first.example/2\nhttp://other.example/3\nhttp://first.example/4\n";
    let run = check(&proxy, pages);
    let answers = run.output.lines().count();
    assert_eq!((run.code, answers), (Some(2), 4), "{run:?}");
    assert_eq!(run.complaint.lines().count(), 2, "{run:?}");
}

#[test]
fn hosts_of_internationalised_domains_are_shown_in_both_forms() {
    let proxy = Server::robots_txt(response("200 OK", FILE));
    let run = check(
        &proxy,
        "http://www.xn--mller-kva.eu/\nhttp://www.müller.eu/\n",
    );
    let reason = "  (no rule in the * group matches)";
    let lines: Vec<_> = run.output.lines().skip(1).collect();
    assert_eq!(
        lines,
        [
            format!("allowed     http://www.xn--mller-kva.eu/ [www.müller.eu]{reason}"),
            format!("allowed     http://www.müller.eu/ [www.xn--mller-kva.eu]{reason}"),
        ]
    );
    assert_eq!(proxy.paths().len(), 2, "{run:?}");
}

#[test]
fn confusable_hosts_are_shown_in_ascii() {
    let file = "tests/data/robots.txt";
    for (url, shown) in [
        // Latin and Cyrillic in one label.
        ("http://xn--pypal-4ve.com/", "http://xn--pypal-4ve.com/  ("),
        // Cyrillic that looks like `apple`.
        (
            "http://xn--80ak6aa92e.com/",
            "http://xn--80ak6aa92e.com/  (",
        ),
        ("http://xn--e1afmkfd.xn--p1ai/", "xn--p1ai/ [пример.рф]  ("),
        (
            "http://xn--r8jz45g.jp/",
            "http://xn--r8jz45g.jp/ [例え.jp]  (",
        ),
        (
            "http://XN--MLLER-KVA.eu/",
            "http://XN--MLLER-KVA.eu/ [müller.eu]  (",
        ),
        (
            "http://p\u{430}ypal.com/",
            "http://p\u{430}ypal.com/ [xn--pypal-4ve.com]  (",
        ),
        // The ASCII form elsewhere in the URL is not mistaken for the host.
        (
            "http://p\u{430}ypal.com/xn--pypal-4ve.com",
            "/xn--pypal-4ve.com [xn--pypal-4ve.com]  (",
        ),
        (
            "http://p\u{430}ypal.com?xn--pypal-4ve.com",
            "?xn--pypal-4ve.com [xn--pypal-4ve.com]  (",
        ),
        (
            "http:\\\\xn--pypal-4ve.com@p\u{430}ypal.com#xn--pypal-4ve.com",
            "#xn--pypal-4ve.com [xn--pypal-4ve.com]  (",
        ),
        (
            "http://xn--pypal-4ve.com:@p\u{430}ypal.com\\xn--pypal-4ve.com",
            "\\xn--pypal-4ve.com [xn--pypal-4ve.com]  (",
        ),
        (
            "http:///xn--e1afmkfd.xn--p1ai:80\\@\u{e9}",
            "\u{e9} [пример.рф]  (",
        ),
        ("http://xn--.eu/", "http://xn--.eu/: not an absolute URL"),
        ("/xn--mller-kva", "/xn--mller-kva  ("),
        ("http://a/xn--mller-kva", "http://a/xn--mller-kva  ("),
    ] {
        let arguments = ["check", file, "--agent", "MyBot", url];
        let run = finish(program().args(arguments), b"");
        let said = run.output.clone() + &run.complaint;
        assert!(said.contains(shown), "{url}: {run:?}");
    }
}

#[test]
fn answers_do_not_wait_for_the_end_of_standard_input() {
    let proxy = Server::robots_txt(response("200 OK", FILE));
    let mut child = program()
        .env("ALL_PROXY", proxy.url(""))
        .args(["check", "http://first.example/", "-", "--agent", "MyBot"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut input = child.stdin.take().expect("is piped");
    let mut output = BufReader::new(child.stdout.take().expect("is piped"));
    let mut next = || {
        let mut line = String::new();
        output.read_line(&mut line).expect("the program writes");
        line
    };
    assert!(next().starts_with("allowed     http://first.example/ "));
    for host in ["a", "b", "a"] {
        writeln!(input, "http://{host}.example/page").expect("the program reads");
        let line = next();
        let start = format!("allowed     http://{host}.example/page ");
        assert!(line.starts_with(&start), "{line:?}");
    }
    drop(input);
    assert!(child.wait().expect("the program ends").success());
}

#[test]
fn an_unusable_proxy_is_not_bypassed() {
    for proxy in ["socks5://127.0.0.1:1", "ftp://127.0.0.1:1", "::", " "] {
        let mut command = program();
        command.args(["check", "http://first.example/", "--agent", "MyBot"]);
        let run = finish(command.env("https_proxy", proxy), b"");
        run.fails("https_proxy is not the URL of an http or https proxy", "");
    }
    for proxy in [
        "http://user:secret@127.0.0.1:1",
        "http://user:secret@name.invalid:1",
    ] {
        let mut command = program();
        command.args(["check", "http://first.example/", "--agent", "MyBot"]);
        let run = finish(command.env("HTTP_PROXY", proxy), b"");
        assert_eq!(run.code, Some(2), "{run:?}");
        let said = proxy.rsplit('@').next().expect("the proxy has a host");
        let said = format!(" (through the proxy {said})\n");
        assert!(run.complaint.ends_with(&said), "{run:?}");
    }
    let proxy = Server::robots_txt(response("200 OK", FILE));
    let mut command = program();
    let page = proxy.url("/private/x");
    command.args(["check", &page, "--agent", "MyBot"]);
    command.env("ALL_PROXY", "http://127.0.0.1:1");
    let run = finish(command.env("NO_PROXY", "example.org,127.0.0.1"), b"");
    run.exits(1);
}
