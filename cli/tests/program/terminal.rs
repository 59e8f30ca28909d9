//! Output on a terminal (created by `script` from util-linux): line width and progress.

use std::io::Write as _;
use std::process::{Command, Stdio};
use std::time::Duration;

use crate::run::{TemporaryFile, finish, program};
use crate::server::{Server, Step, response};

/// Returns the output on a terminal with this many columns, or `None` if no terminal can be
/// created.
fn on_terminal(columns: usize, arguments: &str, proxy: Option<&Server>) -> Option<String> {
    let command = format!(
        "stty rows 24 cols {columns}; exec '{}' {arguments}",
        env!("CARGO_BIN_EXE_robots")
    );
    let mut script = Command::new("script");
    script.args(["-qec", &command, "/dev/null"]);
    script.envs(
        program()
            .get_envs()
            .filter_map(|(name, value)| Some((name, value?))),
    );
    script.env("NO_COLOR", "1").env("SHELL", "/bin/sh");
    if let Some(proxy) = proxy {
        script.env("ALL_PROXY", proxy.url(""));
    }
    script.stdin(Stdio::null());
    match script.output() {
        Ok(output) if cfg!(target_os = "linux") && !output.stdout.is_empty() => {
            Some(String::from_utf8(output.stdout).expect("the output is UTF-8"))
        }
        Ok(output) if cfg!(target_os = "linux") => panic!("{output:?}"),
        other => {
            eprintln!("NOT TESTED: `script` provides no terminal: {other:?}");
            assert!(
                std::env::var_os("CI").is_none() || !cfg!(target_os = "linux"),
                "CI has util-linux"
            );
            None
        }
    }
}

#[test]
fn an_excerpt_fits_the_terminal() {
    let long = format!(
        "user-agent: *\ndisallow: /{}%{}\n",
        "before/".repeat(30),
        "rest/".repeat(30)
    );
    let file = TemporaryFile::new("long", long.as_bytes());
    let arguments = format!("lint --only bad-percent-encoding '{}'", file.name());
    for columns in [40, 60, 80] {
        let Some(output) = on_terminal(columns, &arguments, None) else {
            return;
        };
        let excerpt = |line: &&str| line.contains("before/") || line.contains('^');
        let lines: Vec<&str> = output.lines().map(str::trim_end).filter(excerpt).collect();
        assert_eq!(lines.len(), 2, "{output}");
        let widths = lines.iter().map(|line| line.chars().count());
        assert!(widths.max() <= Some(columns), "{output}");
        let place = |line: &str, sign: &str| {
            let before = line.split(sign).next().unwrap_or_default();
            before.chars().count()
        };
        assert_eq!(place(lines[0], "%"), place(lines[1], "^"), "{output}");
        assert!(lines[0].contains("/%rest/"), "{output}");
    }
}

#[test]
fn explanations_of_codes_wrap_between_words() {
    for arguments in ["lint --codes", "lint --explain rule-never-wins"] {
        let Some(output) = on_terminal(60, arguments, None) else {
            return;
        };
        assert!(output.lines().count() > 10, "{output}");
        for line in output.lines() {
            assert!(line.trim_end().chars().count() <= 60, "{line}");
        }
        assert!(
            output.contains("A rule can never win, because others always do."),
            "{output}"
        );
    }
}

#[test]
fn progress_is_shown_only_on_a_terminal() {
    let pause = Step::Pause(Duration::from_millis(1200));
    let proxy =
        Server::robots_txt([vec![pause], response("200 OK", "user-agent: *\nallow: /\n")].concat());
    for (arguments, said) in [
        ("lint http://a.example/", "of 1 robots.txt fetched"),
        (
            "check http://b.example/ --agent a",
            "of 1 robots.txt fetched",
        ),
        (
            "show http://c.example/",
            "fetching http://c.example/robots.txt",
        ),
        (
            "diff http://d.example/ /dev/null --agent a",
            "fetching http://d.example/robots.txt",
        ),
    ] {
        if let Some(output) = on_terminal(60, arguments, Some(&proxy)) {
            assert!(output.contains(said), "{output:?}");
            // The progress is erased before anything else is written.
            let (_, after) = output.rsplit_once(said).expect("progress is shown");
            assert!(after.starts_with("\u{1b}[K\r\u{1b}[K"), "{output:?}");
        }
        let mut command = program();
        command
            .env("ALL_PROXY", proxy.url(""))
            .args(arguments.split(' '));
        let run = finish(&mut command, b"");
        assert!(
            !run.output.contains(said) && run.complaint.is_empty(),
            "{run:?}"
        );
    }
}

#[test]
fn reading_from_a_terminal_is_announced() {
    let Some(output) = on_terminal(80, "check tests/data/robots.txt --agent a", None) else {
        return;
    };
    assert!(
        output.contains("reading URLs from the terminal"),
        "{output}"
    );
}

/// An excerpt marks cuts only if something was cut.
#[test]
fn a_line_that_fits_is_shown_in_full() {
    let text = b"User-agent: a\nCrawl-delay: 1\nUser-agent: b\x01\x01\nDisallow: /%x\n";
    let file = TemporaryFile::new("fits", text);
    let arguments = format!("lint '{}'", file.name());
    for columns in [40, 44, 80] {
        let Some(output) = on_terminal(columns, &arguments, None) else {
            return;
        };
        assert!(output.contains(r"3 | User-agent: b\u{1}\u{1}"), "{output}");
        assert!(!output.contains('…'), "{output}");
    }
}

/// Runs under a memory limit, on systems with `ulimit`.
#[test]
fn a_huge_file_is_read_in_bounded_memory() {
    let file = TemporaryFile::new("huge", b"user-agent: *\n");
    let mut huge = std::fs::OpenOptions::new()
        .append(true)
        .open(file.name())
        .expect("the file exists");
    let lines = "disallow: /some/path/*/of/a/site$\n".repeat(1 << 15);
    for _ in 0..100_000_000 / lines.len() {
        huge.write_all(lines.as_bytes())
            .expect("the file can be written");
    }
    drop(huge);
    let length = std::fs::metadata(file.name())
        .expect("the file exists")
        .len();
    assert!(length > 98_000_000, "{length}");
    if !cfg!(target_os = "linux") {
        eprintln!("NOT TESTED: there is no limit to memory here");
        return;
    }
    // The limits are in KiB of address space, of which less is actually used.
    for (limit, arguments) in [
        (64 << 10, "check FILE /some/path/of --agent a"),
        (64 << 10, "show FILE"),
        (64 << 10, "explain FILE /x --agent a"),
        (
            1 << 20,
            "check FILE /some/path/of --agent a --byte-limit none",
        ),
        (1 << 20, "lint FILE --severity error"),
    ] {
        let arguments = arguments.replace("FILE", &format!("'{}'", file.name()));
        let program = env!("CARGO_BIN_EXE_robots");
        let mut shell = Command::new("sh");
        shell.args([
            "-c",
            &format!("ulimit -v {limit}; exec '{program}' {arguments}"),
        ]);
        let run = finish(&mut shell, b"");
        assert!(
            run.complaint.contains("longer than"),
            "{arguments}: {:.500}",
            run.complaint
        );
        assert!(
            matches!(run.code, Some(0 | 1)),
            "{arguments}: {:?} {:.500}",
            run.code,
            run.complaint
        );
    }
}

#[test]
fn tables_of_crawlers_fit_the_terminal() {
    for arguments in [
        "crawlers",
        "crawlers tests/data/robots.txt",
        "crawlers tests/data/robots.txt / /a /b /c /d /e /f",
    ] {
        for columns in [60, 80, 120] {
            let Some(output) = on_terminal(columns, arguments, None) else {
                return;
            };
            for line in output.lines() {
                assert!(
                    line.trim_end().chars().count() <= columns,
                    "{columns}: {line}"
                );
            }
        }
    }
}
