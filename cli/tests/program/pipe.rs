//! No command fails or complains if its output is closed early.

use std::io::Write as _;
use std::process::Stdio;

use crate::run::{TemporaryFile, program};

#[test]
fn every_command_accepts_a_closed_pipe() {
    let rules = "disallow: /some/path\ndisallow: nonsense\n".repeat(10_000);
    let file = TemporaryFile::new("piped", format!("user-agent: *\n{rules}").as_bytes());
    let input = "allow a /some/path\n".repeat(20_000);
    let pages = "http://example.org/some/path\n".repeat(20_000);
    for (arguments, input) in [
        (&["check", file.name(), "--agent", "a"][..], &pages),
        (
            &["explain", file.name(), "/some/path", "--agent", "a"],
            &input,
        ),
        (&["lint", file.name()], &input),
        (&["lint", file.name(), "--json"], &input),
        (&["show", file.name()], &input),
        (&["show", file.name(), "--json"], &input),
        (&["test", file.name(), "-"], &input),
        (&["url"], &pages),
        (&["completions", "bash"], &input),
        (&["man"], &input),
        (&["--help"], &input),
        (&["-V"], &input),
        (&["help", "lint"], &input),
    ] {
        let mut child = program()
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        drop(child.stdout.take());
        let mut stdin = child.stdin.take().expect("is piped");
        // The program may exit before it reads everything.
        let _ = stdin.write_all(input.as_bytes());
        drop(stdin);
        let output = child.wait_with_output().expect("the program ends");
        let complaint = String::from_utf8_lossy(&output.stderr);
        assert_eq!(
            (output.status.code(), &*complaint),
            (Some(0), ""),
            "{arguments:?}"
        );
    }
}
