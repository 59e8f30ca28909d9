//! No command writes control characters to the terminal, in any output format and from any source
//! of text.

use crate::run::{Run, TemporaryFile, finish, program, run};
use crate::server::{Server, response};

/// Returns control characters, line separators and bidirectional controls.
fn unfit() -> impl Iterator<Item = char> {
    ('\0'..='\u{1f}')
        .chain('\u{7f}'..='\u{9f}')
        .chain('\u{2028}'..='\u{202e}')
        .chain('\u{2066}'..='\u{2069}')
}

/// Returns the unfit characters that a line can contain, each between letters.
fn in_a_line() -> String {
    unfit()
        .filter(|character| !matches!(character, '\n' | '\r'))
        .flat_map(|character| ['a', character])
        .chain(['z'])
        .collect()
}

/// Returns the unfit characters that an argument can contain, each between letters.
fn in_an_argument() -> String {
    unfit()
        .filter(|&character| character != '\0')
        .flat_map(|character| ['a', character])
        .chain(['z'])
        .collect()
}

#[track_caller]
fn assert_printable(run: &Run) {
    for text in [&run.output, &run.complaint] {
        for line in text.split('\n') {
            let found = line
                .chars()
                .find(|&character| unfit().any(|unfit| unfit == character));
            assert_eq!(found, None, "{line:?}");
        }
    }
}

/// Checks that `text` contains these characters, each of them escaped.
#[track_caller]
fn assert_escaped(text: &str, characters: &str) {
    let spelled: String = characters
        .chars()
        .map(|character| {
            if unfit().any(|unfit| unfit == character) {
                character.escape_unicode().to_string()
            } else {
                character.to_string()
            }
        })
        .collect();
    assert!(text.contains(&spelled), "{spelled} is not in {text:?}");
}

#[test]
fn in_urls_from_standard_input() {
    let url = format!("/{}", in_a_line());
    let text = "user-agent: *\ndisallow: /x\n";
    let file = TemporaryFile::new("urls", text.as_bytes());
    let arguments = ["check", file.name(), "--agent", "MyBot"];
    let plain = run(&arguments, url.as_bytes());
    assert_printable(&plain);
    assert_escaped(&plain.output, &url);
    let json = run(&[&arguments[..], &["--json"]].concat(), url.as_bytes());
    assert_printable(&json);
    assert_eq!(json.objects()[0]["url"], url);
}

#[test]
fn in_urls_among_the_arguments() {
    let url = format!("/{}", in_an_argument());
    let file = TemporaryFile::new("url", b"user-agent: *\ndisallow: /x\n");
    for command in ["check", "explain"] {
        let arguments = [command, file.name(), "--agent", "MyBot", &url];
        let plain = run(&arguments, b"");
        assert_printable(&plain);
        assert_escaped(&plain.output, &url);
        let json = run(&[&arguments[..], &["--json"]].concat(), b"");
        assert_printable(&json);
        assert_eq!(json.objects()[0]["url"], url);
    }
}

#[test]
fn in_invalid_urls() {
    let url = format!("ftp:{}", in_an_argument());
    for arguments in [
        &["url", &url][..],
        &["check", "http://name.invalid/", &url, "--agent", "MyBot"],
    ] {
        let run = run(arguments, b"");
        assert_printable(&run);
        assert_escaped(&run.complaint, &url);
    }
}

#[test]
fn in_rules_and_names_of_agents_in_a_file() {
    let line = in_a_line();
    let text = format!(
        "user-agent: mybot {line}\nuser-agent: other{line}\ndisallow: /{line}\nsitemap: {line}\n{line}: {line}\n"
    );
    let file = TemporaryFile::new("rules", text.as_bytes());
    for dialect in ["standard", "google"] {
        for form in [&["--json"][..], &[]] {
            for (command, more) in [
                ("check", &["--agent", "MyBot", "/a"][..]),
                ("explain", &["--agent", "MyBot", "/a"]),
            ] {
                let arguments = [&[command, file.name(), "--dialect", dialect], more, form];
                assert_printable(&run(&arguments.concat(), b""));
            }
        }
    }
    let pattern = format!("/{line}");
    let arguments = ["check", file.name(), "--agent", "MyBot", "--json"];
    // A URL parser removes raw tabs.
    let url = pattern.replace('\t', "%09");
    let json = run(&arguments, url.as_bytes());
    assert_eq!(json.objects()[0]["rule"]["pattern"], pattern);
    let plain = run(&["check", file.name(), "--agent", "MyBot"], url.as_bytes());
    assert_escaped(&plain.output, &format!("Disallow: {pattern}"));
}

#[test]
fn in_names_of_agents() {
    let agent = format!("MyBot{}", in_an_argument());
    let arguments = ["explain", "tests/data/robots.txt", "--agent", &agent, "/"];
    let plain = run(&arguments, b"");
    assert_printable(&plain);
    assert_escaped(&plain.output, &agent);
    assert_printable(&run(&[&arguments[..], &["--json"]].concat(), b""));
}

#[test]
fn in_the_contents_of_a_file() {
    let line = in_a_line();
    let text = format!(
        "user-agent: {line}\nallow: /{line}\nsitemap: {line}\ncrawl-delay: {line}\n{line}: {line}\n"
    );
    let plain = run(&["show", "-"], text.as_bytes());
    assert_printable(&plain);
    assert_escaped(&plain.output, &line);
    let json = run(&["show", "-", "--json"], text.as_bytes());
    assert_printable(&json);
    assert_eq!(json.objects()[0]["value"], line);
}

#[test]
fn in_expectations() {
    let line = in_a_line().replace(['\t', '\u{b}', '\u{c}'], "");
    let expectations = format!(
        "disallow a{line} /{line}\nallow /{line}\n{line} a /\nallow {line} x:{line}\nallow a {line}\n"
    );
    let file = TemporaryFile::new("tested", b"user-agent: *\nallow: /\n");
    for form in [&["--json"][..], &[]] {
        let arguments = [&["test", file.name(), "-"], form].concat();
        let run = run(&arguments, expectations.as_bytes());
        assert_eq!(
            (run.code, run.complaint.lines().count()),
            (Some(2), 4),
            "{run:?}"
        );
        assert_printable(&run);
        assert_escaped(&run.complaint, "a\u{1b}a");
        let output = run.output.replace("\\u001b", "\\u{1b}");
        assert_escaped(&output, "a\u{1b}a");
    }
}

#[test]
fn in_responses_of_a_server() {
    let line: String = in_a_line()
        .chars()
        .filter(|character| *character > '\u{1f}')
        .collect();
    for head in [
        format!("200 OK\r\nContent-Encoding: {line}"),
        format!("200 OK\r\nTransfer-Encoding: {line}"),
        format!("301 Moved\r\nLocation: {line}"),
        format!("301 Moved\r\nLocation: ftp:{line}"),
        format!("301 Moved\r\nLocation: http://[{line}/"),
        format!("404 {line}"),
        line.clone(),
    ] {
        let server = Server::robots_txt(response(&head, "user-agent: *\ndisallow: /"));
        let page = server.url("/page");
        for command in ["check", "explain", "show"] {
            for form in [&["--json"][..], &[]] {
                let agent: &[&str] = if command == "show" {
                    &[]
                } else {
                    &["--agent", "a"]
                };
                let run = run(&[&[command, &page], agent, form].concat(), b"");
                assert_printable(&run);
            }
        }
    }
}

#[test]
fn in_names_of_files() {
    let name = in_an_argument();
    for arguments in [
        &["check", &name, "--agent", "MyBot", "/"][..],
        &["explain", &name, "--agent", "MyBot", "/"],
        &["lint", &name],
        &["show", &name],
        &["test", &name, "-"],
        &["test", "tests/data/robots.txt", &name],
    ] {
        let run = run(arguments, b"");
        assert_eq!(run.code, Some(2));
        assert_printable(&run);
        assert_escaped(&run.complaint, &name);
    }
}

#[test]
fn in_rejected_arguments() {
    let bad = in_an_argument();
    let option = format!("--{bad}");
    for arguments in [
        &[&bad[..]][..],
        &["check", &option],
        &["check", "-", "--dialect", &bad],
        &["check", "-", "--byte-limit", &bad],
        &["check", "-", "--timeout", &bad],
    ] {
        let run = run(arguments, b"");
        assert_eq!(run.code, Some(2));
        assert_printable(&run);
        assert_escaped(&run.complaint, "\u{1b}a");
    }
}

#[test]
fn colour_adds_only_its_own_escape_sequences() {
    let text = "user-agent: *\ndisallow: /\u{1b}[31m\u{9b}32m\n";
    let file = TemporaryFile::new("coloured", text.as_bytes());
    let url = "/\u{1b}[31m\u{9b}32m";
    for command in ["check", "explain"] {
        let arguments = [command, file.name(), "--agent", "MyBot", url];
        let run = finish(program().args(arguments).env("CLICOLOR_FORCE", "1"), b"");
        assert_escaped(&run.output, url);
        assert!(!run.output.contains("\u{1b}[31m\u{9b}"), "{run:?}");
        assert!(!run.output.contains('\u{9b}'), "{run:?}");
    }
}
