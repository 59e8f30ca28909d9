//! `robots completions` and `robots man`.

use crate::run::run;

const COMMANDS: [&str; 6] = ["check", "explain", "lint", "show", "test", "url"];

#[test]
fn each_shell_has_a_script_with_every_command() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let run = run(&["completions", shell], b"");
        run.exits(0);
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
    page.exits(0);
    page.shows("\n.TH robots 1 ");
    for command in COMMANDS {
        let reference = format!("\nrobots\\-{command}(1)\n");
        assert!(page.output.contains(&reference), "{reference}");
        let page = run(&["man", command], b"");
        let title = format!("\n.TH robots-{command} 1 ");
        page.shows(&title);
        page.exits(0);
    }
    run(&["man", "chekc"], b"").fails("robots: robots has no command `chekc`", "");
}

/// Help names only the robots.txt itself, and files that the command in question writes.
#[test]
fn help_names_no_file_that_the_reader_lacks() {
    const FILES: [&str; 4] = ["robots.txt", "/robots.txt", "robots-check.1", "robots.fish"];
    const ENDS: [&str; 9] = [
        ".txt", ".md", ".json", ".toml", ".rs", ".html", ".log", ".1", ".fish",
    ];
    let list = run(&["--help"], b"").output;
    let (_, commands) = list
        .split_once("\nCommands:\n")
        .expect("a list of commands");
    let (commands, _) = commands.split_once("\n\n").expect("its end");
    let commands: Vec<&str> = commands
        .lines()
        .filter_map(|line| line.split_whitespace().next())
        .collect();
    assert!(commands.len() >= 14, "{commands:?}");
    let helps = commands.iter().map(|command| match *command {
        "help" => list.clone(),
        command => run(&[command, "--help"], b"").output,
    });
    for help in helps {
        let words =
            help.split(|letter: char| letter.is_whitespace() || "`'\"(),;:".contains(letter));
        let words = words.map(|word| word.trim_end_matches('.'));
        for word in words.filter(|word| ENDS.iter().any(|end| word.ends_with(end))) {
            let name = word
                .strip_prefix("~/.config/fish/completions/")
                .unwrap_or(word);
            assert!(FILES.contains(&name), "{word} is named in: {help}");
        }
        assert!(!help.contains("README"), "{help}");
    }
}
