//! `robots completions` and `robots man`.

use crate::run::run;

const COMMANDS: [&str; 6] = ["check", "explain", "lint", "show", "test", "url"];

#[test]
fn each_shell_has_a_script_with_every_command() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let run = run(&["completions", shell], b"");
        assert_eq!((run.code, run.complaint.as_str()), (Some(0), ""));
        for word in COMMANDS.iter().chain(&["byte-limit", "no-agent-fallback"]) {
            assert!(run.output.contains(word), "{shell}: {word}");
        }
    }
    let unknown = run(&["completions", "csh"], b"");
    assert_eq!(unknown.code, Some(2), "{unknown:?}");
}

#[test]
fn the_program_and_each_command_have_a_page() {
    let page = run(&["man"], b"");
    assert_eq!((page.code, page.complaint.as_str()), (Some(0), ""));
    assert!(page.output.contains("\n.TH robots 1 "), "{page:?}");
    for command in COMMANDS {
        let reference = format!("\nrobots\\-{command}(1)\n");
        assert!(page.output.contains(&reference), "{reference}");
        let page = run(&["man", command], b"");
        let title = format!("\n.TH robots-{command} 1 ");
        assert!(page.output.contains(&title), "{page:?}");
        assert_eq!((page.code, page.complaint.as_str()), (Some(0), ""));
    }
    run(&["man", "chekc"], b"").fails("robots: robots has no command `chekc`", "");
}
