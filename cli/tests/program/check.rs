//! `robots check` with a file.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::Stdio;

use serde_json::json;

use crate::run::{TemporaryFile, finish, program, run};

const SAMPLE: &str = "tests/data/robots.txt";

#[test]
fn bytes_that_are_not_utf_8_are_percent_encoded() {
    run(
        &["check", "-", "--agent", "AnyBot", "/caf\u{e9}"],
        b"user-agent: *\ndisallow: /caf\xc3\xa9",
    )
    .gives(
        1,
        "disallowed  /caf\u{e9}  (line 2: Disallow: /caf\u{e9})\n",
    );
    let file = TemporaryFile::new("latin", b"user-agent: *\ndisallow: /caf\xe9\n");
    run(
        &["check", file.name(), "--agent", "AnyBot"],
        b"/caf\xe9\n/\xff\xfe/\xe4\xb8",
    )
    .gives(
        1,
        "disallowed  /caf%E9  (line 2: Disallow: /caf\u{fffd})\n\
         allowed     /%FF%FE/%E4%B8  (no rule in the * group matches)\n",
    );
}

#[cfg(unix)]
#[test]
fn arguments_need_not_be_utf_8() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;

    let arguments: [&[u8]; 5] = [b"check", b"-", b"--agent", b"MyBot\xff", b"/caf\xe9"];
    let text = b"user-agent: mybot\ndisallow: /caf\xe9\n";
    run(&arguments.map(OsStr::from_bytes), text)
        .gives(1, "disallowed  /caf%E9  (line 2: Disallow: /caf\u{fffd})\n");
}

#[test]
fn a_url_of_two_mebibytes_is_answered_and_a_longer_one_reported() {
    let longest = format!("/search{}", "a".repeat((2 << 20) - 7));
    for line_end in ["\n", "\r\n"] {
        let input = format!("{longest}{line_end}{longest}a{line_end}/last{line_end}");
        run(&["check", SAMPLE, "--agent", "AnyBot"], input.as_bytes()).fails(
            "robots: line 2 of standard input is longer than 2 MiB",
            &format!(
                "disallowed  {longest}  (line 5: Disallow: /search)\n\
                 allowed     /last  (no rule in the * group matches)\n"
            ),
        );
        // A byte order mark does not count.
        let first = |url: &str| format!("\u{feff}{url}{line_end}/last{line_end}");
        run(
            &["check", SAMPLE, "--agent", "AnyBot"],
            first(&longest).as_bytes(),
        )
        .gives(
            1,
            &format!(
                "disallowed  {longest}  (line 5: Disallow: /search)\n\
                 allowed     /last  (no rule in the * group matches)\n"
            ),
        );
        let longer = first(&format!("{longest}a"));
        run(&["check", SAMPLE, "--agent", "AnyBot"], longer.as_bytes()).fails(
            "robots: line 1 of standard input is longer than 2 MiB",
            "allowed     /last  (no rule in the * group matches)\n",
        );
    }
}

/// A directory can be opened, but not read.
#[cfg(unix)]
#[test]
fn unreadable_standard_input_is_reported() {
    let folder = std::fs::File::open("/").expect("the root directory exists");
    let output = program()
        .args(["check", SAMPLE, "--agent", "AnyBot"])
        .stdin(folder)
        .output()
        .expect("the program starts");
    assert_eq!(
        (output.status.code(), &output.stdout[..]),
        (Some(2), &b""[..])
    );
    let complaint = String::from_utf8(output.stderr).expect("standard error is UTF-8");
    assert!(
        complaint.starts_with("robots: cannot read standard input: "),
        "{complaint}"
    );
}

#[test]
fn answers_do_not_wait_for_the_end_of_standard_input() {
    let mut child = program()
        .args(["check", SAMPLE, "--agent", "AnyBot"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut input = child.stdin.take().expect("is piped");
    let mut output = BufReader::new(child.stdout.take().expect("is piped"));
    for round in 0..3 {
        writeln!(input, "/page/{round}").expect("the program reads its input");
        let mut line = String::new();
        output
            .read_line(&mut line)
            .expect("the program writes a line");
        assert!(
            line.starts_with(&format!("allowed     /page/{round} ")),
            "{line:?}"
        );
    }
    drop(input);
    assert_eq!(
        output
            .read_to_end(&mut Vec::new())
            .expect("the program ends"),
        0
    );
    assert!(child.wait().expect("the program ends").success());
}

#[test]
fn many_urls() {
    let urls: String = (0..200_000)
        .map(|number| format!("https://example.org/{number}\n"))
        .collect();
    let run = run(&["check", SAMPLE, "--agent", "AnyBot"], urls.as_bytes());
    assert_eq!(run.code, Some(0));
    assert_eq!(run.output.lines().count(), 200_000);
    assert!(
        run.output
            .lines()
            .last()
            .is_some_and(|line| line.contains("/199999 "))
    );
}

#[test]
fn standard_output_is_closed() {
    let mut child = program()
        .args(["check", SAMPLE, "--agent", "AnyBot"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    drop(child.stdout.take());
    let mut input = child.stdin.take().expect("is piped");
    // The loop ends when the program exits.
    while input.write_all(b"https://example.org/page\n").is_ok() {}
    let output = child.wait_with_output().expect("the program ends");
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
}

#[cfg(target_os = "linux")]
#[test]
fn standard_output_is_full() {
    let full = std::fs::File::options()
        .write(true)
        .open("/dev/full")
        .expect("/dev/full exists");
    for arguments in [
        &["check", SAMPLE, "--agent", "AnyBot", "/"][..],
        &["--help"],
        &["-V"],
        &["help", "lint"],
    ] {
        let full = full.try_clone().expect("a file can be shared");
        let output = program()
            .args(arguments)
            .stdout(full)
            .output()
            .expect("the program starts");
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        let complaint = String::from_utf8_lossy(&output.stderr);
        assert!(
            complaint.starts_with("robots: cannot write to standard output: "),
            "{arguments:?}: {complaint}"
        );
    }
}

#[test]
fn json_has_every_key() {
    let run = run(
        &[
            "check",
            SAMPLE,
            "--json",
            "--agent",
            "Googlebot-Image",
            "/search?q=\"x\"",
            "/",
            "/robots.txt",
        ],
        b"",
    );
    assert_eq!(run.code, Some(1));
    let group = json!({ "selection": "general", "token": "Googlebot" });
    let objects = run.objects();
    assert_eq!(
        objects[0],
        json!({
            "agent": "Googlebot-Image",
            "url": "/search?q=\"x\"",
            "allowed": false,
            "reason": "rule",
            "rule": { "line": 24, "kind": "disallow", "pattern": "/search" },
            "group": group,
            "explanation": "disallowed by line 24: Disallow: /search",
            "robots_txt": null,
            "fetch": null,
        })
    );
    for (object, reason) in objects[1..].iter().zip(["no-rule", "robots-txt"]) {
        assert_eq!(object["reason"], reason);
        assert_eq!(object["allowed"], true);
        assert_eq!(object["rule"], serde_json::Value::Null);
        assert_eq!(object["group"], group);
    }
}

#[test]
fn json_of_a_crawler_without_a_group() {
    let run = run(
        &["check", "-", "--json", "--agent", "a", "/"],
        b"user-agent: b\ndisallow: /",
    );
    assert_eq!(
        (run.code, run.objects()),
        (
            Some(0),
            vec![json!({
                "agent": "a",
                "url": "/",
                "allowed": true,
                "reason": "no-group",
                "rule": null,
                "group": { "selection": "none", "token": null },
                "explanation": "allowed: no group applies to this crawler",
                "robots_txt": null,
            "fetch": null,
            })]
        )
    );
}

#[test]
fn colour_only_on_request() {
    let arguments = ["check", SAMPLE, "--agent", "AnyBot", "/search"];
    let forced = finish(program().args(arguments).env("CLICOLOR_FORCE", "1"), b"");
    forced.begins("\u{1b}[");
    let refused = program()
        .args(arguments)
        .env("CLICOLOR_FORCE", "1")
        .env("NO_COLOR", "1")
        .output()
        .expect("the program starts");
    assert!(!refused.stdout.contains(&0x1b));
    assert!(!run(&arguments, b"").output.contains('\u{1b}'));
}

/// A long rule is not repeated in full for each of many URLs.
#[test]
fn a_very_long_rule_is_truncated() {
    let long = format!("/{}", "*".repeat(400_000));
    let text = format!(
        "user-agent: *\ndisallow: {long}\ndisallow: /a\u{e9}{}\n",
        "é".repeat(4_000)
    );
    let url = format!("/a\u{e9}{}", "é".repeat(4_000));
    let file = TemporaryFile::new("long", text.as_bytes());
    for form in [&["--json"][..], &[]] {
        for url in ["/b", &url] {
            let arguments = ["check", file.name(), "--agent", "a", url];
            let run = run(&[&arguments[..], form].concat(), b"");
            assert_eq!(run.code, Some(1), "{run:?}");
            assert!(run.output.contains('…') && !run.output.contains('\u{fffd}'));
            assert!(run.output.len() < 30_000, "{}", run.output.len());
        }
    }
    let tested = run(&["test", file.name(), "-"], b"allow a /b\n");
    assert!(tested.output.len() < 10_000, "{}", tested.output.len());
}
