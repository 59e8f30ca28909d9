//! The files that are fetched for each argument, and the messages about them.

use std::io::Write as _;

use serde_json::json;

use crate::fetch::{FILE, OBEYED, check};
use crate::run::{TemporaryFile, run};
use crate::server::{Server, redirect, response};

#[test]
fn each_host_is_fetched_once() {
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
fn the_request_has_a_user_agent_and_no_credentials() {
    let server = Server::robots_txt(response("200 OK", FILE));
    let page = server
        .url("/private/?token=secret")
        .replace("//", "//user:password@");
    check(&[&page], &[]).gives(1, &format!("disallowed  {page}  ({OBEYED})\n"));
    let heads = server.heads();
    let head = heads
        .first()
        .map(|head| head.to_ascii_lowercase())
        .expect("the server received a request");
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
fn dialect_and_fallback_apply_to_fetched_files() {
    let server = Server::robots_txt(response(
        "200 OK",
        "user-agent: my\ndissallow: /a\ndisallow: /c\n\nuser-agent: *\ndisallow: /b",
    ));
    let (a, b) = (server.url("/a"), server.url("/b"));
    let words = |options: &[&str]| -> Vec<bool> {
        let arguments = ["check", &a, &b, "--json", "--agent", "my"];
        let run = run(&[&arguments[..], options].concat(), b"");
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
    run.exits(1);
    assert_eq!(
        run.objects(),
        [json!({
            "agent": "MyBot",
            "url": page,
            "allowed": false,
            "reason": "unavailable",
            "rule": null,
            "group": { "selection": "none", "token": null },
            "explanation": "disallowed, because robots.txt returned 503",
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
            &format!("allowed     {page}  (no rule in the * group matches)\n"),
        );
    }
}

#[test]
fn more_urls_come_from_standard_input() {
    let server = Server::robots_txt(response("200 OK", FILE));
    let mut input = Vec::new();
    for path in ["/private/1", "/2"] {
        writeln!(input, "{}", server.url(path)).expect("writing to memory cannot fail");
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

#[test]
fn a_robots_txt_url_is_the_file_for_the_following_urls() {
    let server = Server::robots_txt(response("200 OK", FILE));
    let file = server.url("/robots.txt");
    let arguments = [&file, "/private/", "/", &server.url("/private/a")];
    let run = check(&arguments, &[]);
    let a = arguments[3];
    run.gives(
        1,
        &format!(
            "disallowed  /private/  (line 2: Disallow: /private/)\n\
             allowed     /  (no rule in the * group matches)\n\
             disallowed  {a}  (line 2: Disallow: /private/)\n"
        ),
    );
    check(&[&file, "https://elsewhere.example/"], &[]).fails(
        &format!("https://elsewhere.example/: not on the same host as {file}"),
        "",
    );
    let explained = crate::run::run(&["explain", &file, "/private/", "--agent", "a"], b"");
    assert_eq!(explained.code, Some(1), "{explained:?}");
    // Without other URLs it is an ordinary page.
    check(&[&file], &[]).gives(
        0,
        &format!("allowed     {file}  (/robots.txt is always allowed)\n"),
    );
}

#[test]
fn no_password_of_a_redirect_is_shown() {
    for (location, shown) in [
        (
            "http://me:secret@HOST/robots.txt?x",
            "http://HOST/robots.txt?x",
        ),
        ("ftp://me:secret@a.example/@b", "ftp://a.example/@b"),
        ("http://me:secret@[/", "http://[/"),
    ] {
        let file = Server::robots_txt(response("200 OK", FILE));
        let host = file.url("").replace("http://", "");
        let to = location.replace("HOST", &host);
        let server = Server::robots_txt(redirect(302, &to));
        let page = server.url("/");
        for arguments in [
            &["check", &page, "--agent", "a"][..],
            &["check", &page, "--agent", "a", "--json"],
            &["explain", &page, "--agent", "a"],
            &["diff", &page, "tests/data/robots.txt"],
        ] {
            let run = run(arguments, b"");
            let said = run.output + &run.complaint;
            assert!(!said.contains("secret"), "{said}");
            assert!(said.contains(&shown.replace("HOST", &host)), "{said}");
        }
    }
}

#[test]
fn fetched_files_are_described() {
    let old = TemporaryFile::new("sides", FILE.as_bytes());
    for (reply, code, said) in [
        (response("200 OK", FILE), 0, ": fetched\n"),
        (
            response("404 Not Found", "gone"),
            2,
            "/robots.txt: robots.txt returned 404: compared as a file that allows everything\n",
        ),
        (
            response("200 OK", "\n <!doctype html>"),
            1,
            "/robots.txt: looks like HTML, not a robots.txt\n",
        ),
        (
            redirect(302, "/robots.txt"),
            2,
            "/robots.txt: robots.txt was redirected in a loop: compared as a file that allows everything\n",
        ),
    ] {
        let server = Server::robots_txt(reply);
        let run = run(&["diff", old.name(), &server.url("/")], b"");
        assert_eq!(run.code, Some(code), "{run:?}");
        assert!(
            (run.complaint.clone() + &run.output).contains(said),
            "{run:?}"
        );
    }
}

#[test]
fn several_crawlers_at_several_hosts() {
    let server = Server::robots_txt(response("200 OK", "user-agent: a\ndisallow: /x\n"));
    let page = server.url("/x");
    run(&["check", &page, "--agent", "a,GPTBot"], b"").gives(
        1,
        &format!(
            "disallowed  a       {page}  (line 2: Disallow: /x)\n\
             allowed     GPTBot  {page}  (no group applies to this crawler)\n"
        ),
    );
    assert_eq!(server.paths(), ["/robots.txt"]);
}
