//! Runs the examples of README.md.

use crate::run::{Run, TemporaryFile, finish, program, run};

const README: &str = include_str!("../../README.md");
const README_OF_THE_LIBRARY: &str = include_str!("../../../README.md");

/// Runs the program at the root of the repository.
fn run_at_root(arguments: &[&str]) -> Run {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/..");
    finish(program().args(arguments).current_dir(root), b"")
}

/// Every command in the README prints what the README shows.
#[test]
fn examples_print_the_documented_output() {
    let mut examples = README.split("```text\n$ robots ").skip(1).peekable();
    assert!(examples.peek().is_some(), "the README shows examples");
    for example in examples {
        let (example, _) = example.split_once("```").expect(example);
        let (command, said) = example.split_once('\n').expect(example);
        let arguments: Vec<_> = command.split(' ').collect();
        let run = run_at_root(&arguments);
        assert_eq!(
            (run.output.as_str(), run.complaint.as_str()),
            (said, ""),
            "{command}"
        );
    }
}

/// The JSON object in the README is real output.
#[test]
fn the_json_example_is_real_output() {
    let (_, object) = README
        .split_once("```json\n")
        .expect("the README shows an object");
    let (object, _) = object.split_once("```").expect("it ends");
    let arguments = [
        "check",
        "tests/data/robots.txt",
        "--json",
        "--agent",
        "HarbourBot",
    ];
    run(&[&arguments[..], &["/staff/rota"]].concat(), b"").gives(1, object);
}

/// The diagnostic in the README is real output.
#[test]
fn the_diagnostic_example_is_real_output() {
    let (_, diagnostic) = README
        .split_once("```text\nwarning[")
        .expect("the README shows a diagnostic");
    let (diagnostic, _) = diagnostic.split_once("```").expect("it ends");
    let output = run_at_root(&["lint", "cli/tests/data/robots.txt"]).output;
    assert!(
        output.contains(&format!("warning[{diagnostic}")),
        "{output}"
    );
}

/// The first command of the library's README prints what the README shows.
#[test]
fn the_first_command_prints_the_documented_output() {
    let command = README_OF_THE_LIBRARY
        .lines()
        .filter(|line| line.starts_with("cargo run "))
        .find_map(|line| Some(line.split_once(" -- ")?.1))
        .expect("the README has the command");
    let arguments: Vec<_> = command
        .split(' ')
        .map(|word| word.trim_matches('\''))
        .collect();
    let (_, after) = README_OF_THE_LIBRARY
        .split_once(command)
        .expect("the README has the command");
    let said: String = after
        .lines()
        .skip_while(|line| *line != "```text")
        .skip(1)
        .take_while(|line| *line != "```")
        .map(|line| format!("{line}\n"))
        .collect();
    run_at_root(&arguments).gives(1, &said);
}

/// Runs the steps of the CI job in the README.
#[test]
fn the_ci_job_fails_only_for_failures() {
    let steps: Vec<_> = README
        .lines()
        .filter_map(|line| line.trim().strip_prefix("- run: robots "))
        .collect();
    assert_eq!(steps.len(), 2, "{steps:?}");
    let codes = |robots_txt: &str, expectations: &str| {
        let file = TemporaryFile::new("job-robots.txt", robots_txt.as_bytes());
        let expected = TemporaryFile::new("job-expectations", expectations.as_bytes());
        let run = |step: &&str| {
            let step = step
                .replace("public/robots.txt", file.name())
                .replace("robots-expectations.txt", expected.name());
            let run = run(&step.split(' ').collect::<Vec<_>>(), b"");
            assert!(run.output.lines().all(|line| {
                line.starts_with("::") || line.contains("expectation") || line.contains("checked")
            }));
            (run.code, run.output.contains("::"))
        };
        steps.iter().map(run).collect::<Vec<_>>()
    };
    let warned = "user-agent: *\ndisallow: /a\nfoo: x\n";
    assert_eq!(
        codes(warned, "allow * /\n"),
        [(Some(0), false), (Some(0), true)]
    );
    assert_eq!(
        codes(warned, "allow * /a\n"),
        [(Some(1), true), (Some(0), true)]
    );
    // Google reads the last line as `Disallow: /`.
    let closed = "user-agent: *\ndisallow: /a\ndisallowaitraining: /\n";
    assert_eq!(
        codes(closed, "allow * /\n"),
        [(Some(0), false), (Some(1), true)]
    );
}
