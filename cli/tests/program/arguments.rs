//! Arguments that several commands share, tested with `robots check`.

use serde_json::json;

use crate::run::run;

const SAMPLE: &str = "tests/data/robots.txt";

#[test]
fn each_agent_gets_a_verdict() {
    let text = b"user-agent: a\ndisallow: /a\n\nuser-agent: Bot\ndisallow: /b\n";
    let both = "allowed     Bot  /a  (no rule in Bot's group matches)\n\
                disallowed  a    /a  (line 2: Disallow: /a)\n\
                disallowed  Bot  /b  (line 5: Disallow: /b)\n\
                allowed     a    /b  (no rule in a's group matches)\n";
    for agents in [
        &["--agent", "Bot", "--agent", "a"][..],
        &["--agent", "Bot,a"],
        &["--agent", " Bot , a,Bot"],
        &["--agent=Bot", "--agent=a,Bot", "--dialect=google"],
    ] {
        let arguments = [&["check", "-"], agents, &["/a", "/b"]].concat();
        run(&arguments, text).gives(1, both);
        let objects = run(&[&arguments[..], &["--json"]].concat(), text).objects();
        let answers = objects.iter().map(|object| {
            let [agent, url] = ["agent", "url"].map(|key| object[key].as_str().unwrap());
            (agent, url, object["allowed"].as_bool().unwrap())
        });
        assert_eq!(
            answers.collect::<Vec<_>>(),
            [
                ("Bot", "/a", true),
                ("a", "/a", false),
                ("Bot", "/b", false),
                ("a", "/b", true),
            ]
        );
    }
}

#[test]
fn a_comma_in_parentheses_is_part_of_a_header() {
    let header = "Mozilla/5.0 (KHTML, like Gecko; compatible; GPTBot/1.2)";
    let text = b"user-agent: GPTBot\ndisallow: /\n";
    run(&["check", "-", "--agent", header, "/"], text)
        .gives(1, "disallowed  /  (line 2: Disallow: /)\n");
    let both = run(
        &[
            "check",
            "-",
            "--agent",
            &format!("a, {header}"),
            "/",
            "--json",
        ],
        text,
    );
    let agents = both
        .objects()
        .into_iter()
        .map(|object| object["agent"].clone());
    assert_eq!(agents.collect::<Vec<_>>(), [json!("a"), json!(header)]);
}

#[test]
fn bad_usage_is_reported_with_exit_code_2() {
    for (arguments, complaint) in [
        (&["check", SAMPLE, "/"][..], "--agent <AGENT>"),
        (
            &["check", SAMPLE, "/", "--agent", "a", "--dialect", "yandex"][..],
            "'yandex'",
        ),
        (
            &["check", SAMPLE, "/", "--agent", "a", "--byte-limit", "1k"][..],
            "'1k'",
        ),
        (
            &["check", SAMPLE, "/", "--agent", "a", "--timeout", "soon"][..],
            "must be a number of seconds from 0.001 to 86400 (a day)",
        ),
        (
            &["check", SAMPLE, "/", "--agent", "a", "--timeout", "0"][..],
            "must be a number of seconds from 0.001 to 86400 (a day)",
        ),
        (
            &["check", SAMPLE, "/", "--agent", "a", "--timeout", "1e-300"][..],
            "must be a number of seconds from 0.001 to 86400 (a day)",
        ),
        (
            &["check", SAMPLE, "/", "--agent", "a", "--timeout", "0.00099"][..],
            "must be a number of seconds from 0.001 to 86400 (a day)",
        ),
        (
            &["check", SAMPLE, "/", "--agent", "a", "--timeout", "86400.5"][..],
            "must be a number of seconds from 0.001 to 86400 (a day)",
        ),
        (
            &["check", SAMPLE, "/", "--agent", "a", "--timeout", "-5"][..],
            "'-5' for '--timeout <SECONDS>': must be a number of seconds from 0.001 to 86400 (a day)",
        ),
        (
            &["check", SAMPLE, "/", "--agent", "a", "--byte-limit", "-5"][..],
            "'-5' for '--byte-limit <BYTES>': must be a number of bytes, or `none`",
        ),
        (
            &["check", SAMPLE, "/", "--agent", "a", "--user-agent", "a\nb"][..],
            "must be non-empty printable ASCII",
        ),
        (&["chekc"][..], "'chekc'"),
        (&[][..], "Usage: robots"),
    ] {
        let run = run(arguments, b"");
        assert_eq!((run.code, run.output.as_str()), (Some(2), ""), "{run:?}");
        run.complains(complaint);
    }
}

#[test]
fn an_invalid_url_is_reported() {
    let wanted = "neither an absolute URL nor a path that begins with `/`";
    for (url, said) in [
        ("staff/rota", format!("staff/rota: {wanted}\n")),
        ("", "\"\": the empty string is not a URL\n".to_owned()),
        (" ", format!("\" \": {wanted}\n")),
        ("not a url", format!("not a url: {wanted}\n")),
        ("*", format!("*: {wanted}\n")),
        (
            "README.md",
            format!("README.md: {wanted}; it's a file, and you can only give one\n"),
        ),
        (
            "example.org",
            format!("example.org: {wanted}; did you mean https://example.org?\n"),
        ),
        (
            "www.müller.example:8080/a",
            format!(
                "www.müller.example:8080/a: {wanted}; \
                 did you mean https://www.müller.example:8080/a?\n"
            ),
        ),
        ("mailto:a@example.org", "the URL has no host".to_owned()),
        ("https://", "https://: the URL has no host".to_owned()),
        (
            "https://a:99999/",
            "https://a:99999/: not an absolute URL: invalid port number".to_owned(),
        ),
    ] {
        run(&["check", SAMPLE, "--agent", "AnyBot", "/a", url], b"")
            .fails(&said, "allowed     /a  (no rule in the * group matches)\n");
        let explained = run(&["explain", SAMPLE, "--agent", "AnyBot", url], b"");
        explained.fails(said.trim_end_matches("\n"), "");
    }
    run(
        &["check", SAMPLE, "--agent", "AnyBot"],
        b"example.org\n/a\n",
    )
    .fails(
        "did you mean https://example.org?",
        "allowed     /a  (no rule in the * group matches)\n",
    );
}

#[test]
fn a_host_is_not_a_file() {
    run(&["check", "example.org", "--agent", "AnyBot"], b"")
        .fails("; did you mean https://example.org?", "");
    let missing = run(&["check", "robots.txt", "--agent", "AnyBot"], b"");
    assert!(!missing.complaint.contains("did you mean"), "{missing:?}");
    assert!(!missing.complaint.contains("http"), "{missing:?}");
    run(&["lint", "ftp://example.org/"], b"").fails("; only http and https URLs are fetched", "");
}
