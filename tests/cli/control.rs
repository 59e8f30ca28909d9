//! No command, in neither form of output, lets through what a terminal would
//! obey, wherever the text comes from.

use crate::program::{Run, TemporaryFile, finish, program, run};
use crate::server::{Server, response};

/// Control characters, line separators, bidirectional controls.
fn unfit() -> impl Iterator<Item = char> {
    ('\0'..='\u{1f}')
        .chain('\u{7f}'..='\u{9f}')
        .chain('\u{2028}'..='\u{202e}')
        .chain('\u{2066}'..='\u{2069}')
}

/// All of them that may stand in a line, with letters round each.
fn in_a_line() -> String {
    unfit()
        .filter(|character| !matches!(character, '\n' | '\r'))
        .flat_map(|character| ['a', character])
        .chain(['z'])
        .collect()
}

/// All of them that may stand in an argument.
fn in_an_argument() -> String {
    unfit()
        .filter(|&character| character != '\0')
        .flat_map(|character| ['a', character])
        .chain(['z'])
        .collect()
}

#[track_caller]
fn demand_fit(run: &Run) {
    for text in [&run.output, &run.complaint] {
        for line in text.split('\n') {
            let found = line
                .chars()
                .find(|&character| unfit().any(|unfit| unfit == character));
            assert_eq!(found, None, "{line:?}");
        }
    }
}

/// Demands that `text` shows these characters, each spelled out.
#[track_caller]
fn demand_spelled(text: &str, characters: &str) {
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
    demand_fit(&plain);
    demand_spelled(&plain.output, &url);
    let json = run(&[&arguments[..], &["--json"]].concat(), url.as_bytes());
    demand_fit(&json);
    assert_eq!(json.objects()[0]["url"], url);
}

#[test]
fn in_urls_among_the_arguments() {
    let url = format!("/{}", in_an_argument());
    let file = TemporaryFile::new("url", b"user-agent: *\ndisallow: /x\n");
    for command in ["check", "explain"] {
        let arguments = [command, file.name(), "--agent", "MyBot", &url];
        let plain = run(&arguments, b"");
        demand_fit(&plain);
        demand_spelled(&plain.output, &url);
        let json = run(&[&arguments[..], &["--json"]].concat(), b"");
        demand_fit(&json);
        assert_eq!(json.objects()[0]["url"], url);
    }
}

#[test]
fn in_urls_that_are_none() {
    let url = format!("ftp:{}", in_an_argument());
    for arguments in [
        &["url", &url][..],
        &["check", "http://name.invalid/", &url, "--agent", "MyBot"],
    ] {
        let run = run(arguments, b"");
        demand_fit(&run);
        demand_spelled(&run.complaint, &url);
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
                demand_fit(&run(&arguments.concat(), b""));
            }
        }
    }
    let pattern = format!("/{line}");
    let arguments = ["check", file.name(), "--agent", "MyBot", "--json"];
    // A raw tab is no part of a URL.
    let url = pattern.replace('\t', "%09");
    let json = run(&arguments, url.as_bytes());
    assert_eq!(json.objects()[0]["rule"]["pattern"], pattern);
    let plain = run(&["check", file.name(), "--agent", "MyBot"], url.as_bytes());
    demand_spelled(&plain.output, &format!("Disallow: {pattern}"));
}

#[test]
fn in_names_of_agents() {
    let agent = format!("MyBot{}", in_an_argument());
    let arguments = ["explain", "tests/data/robots.txt", "--agent", &agent, "/"];
    let plain = run(&arguments, b"");
    demand_fit(&plain);
    demand_spelled(&plain.output, &agent);
    demand_fit(&run(&[&arguments[..], &["--json"]].concat(), b""));
}

#[test]
fn in_all_that_is_shown_of_a_file() {
    let line = in_a_line();
    let text = format!(
        "user-agent: {line}\nallow: /{line}\nsitemap: {line}\ncrawl-delay: {line}\n{line}: {line}\n"
    );
    let plain = run(&["show", "-"], text.as_bytes());
    demand_fit(&plain);
    demand_spelled(&plain.output, &line);
    let json = run(&["show", "-", "--json"], text.as_bytes());
    demand_fit(&json);
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
        demand_fit(&run);
        demand_spelled(&run.complaint, "a\u{1b}a");
        let output = run.output.replace("\\u001b", "\\u{1b}");
        demand_spelled(&output, "a\u{1b}a");
    }
}

#[test]
fn in_what_a_server_sends() {
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
                demand_fit(&run);
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
        demand_fit(&run);
        demand_spelled(&run.complaint, &name);
    }
}

#[test]
fn in_arguments_that_are_refused() {
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
        demand_fit(&run);
        demand_spelled(&run.complaint, "\u{1b}a");
    }
}

#[test]
fn colour_adds_its_own_escape_sequences_and_no_others() {
    let text = "user-agent: *\ndisallow: /\u{1b}[31m\u{9b}32m\n";
    let file = TemporaryFile::new("coloured", text.as_bytes());
    let url = "/\u{1b}[31m\u{9b}32m";
    for command in ["check", "explain"] {
        let arguments = [command, file.name(), "--agent", "MyBot", url];
        let run = finish(program().args(arguments).env("CLICOLOR_FORCE", "1"), b"");
        demand_spelled(&run.output, url);
        assert!(!run.output.contains("\u{1b}[31m\u{9b}"), "{run:?}");
        assert!(!run.output.contains('\u{9b}'), "{run:?}");
    }
}
