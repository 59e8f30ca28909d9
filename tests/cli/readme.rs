//! README.md keeps its word.

use robots_exclusion::{Dialect, ParseOptions};

use crate::program::run;

const README: &str = include_str!("../../README.md");

/// The rows of the table whose heading has the column `Google`: what stands
/// in its columns, less backticks.
fn dialect_rows() -> Vec<[String; 6]> {
    README
        .lines()
        .skip_while(|line| !line.ends_with("| Standard | Google |"))
        .skip(2)
        .take_while(|line| line.starts_with('|'))
        .map(|line| {
            let cells: Vec<_> = line
                .split('|')
                .map(|cell| cell.trim().replace('`', ""))
                .collect();
            match cells.as_slice() {
                [_, columns @ .., _] => columns.to_vec().try_into().expect(line),
                _ => panic!("{line}"),
            }
        })
        .collect()
}

/// `⏎`, `\xEF` and `a×9` as the README explains them.
fn spelled_out(text: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut rest = text;
    while let Some(character) = rest.chars().next() {
        rest = &rest[character.len_utf8()..];
        match character {
            '⏎' => bytes.push(b'\n'),
            '\\' => {
                let digits = rest.strip_prefix('x').expect(text);
                bytes.push(u8::from_str_radix(&digits[..2], 16).expect(text));
                rest = &digits[2..];
            }
            '×' => {
                let times: usize = rest.parse().expect(text);
                let last = bytes.pop().expect(text);
                bytes.extend(std::iter::repeat_n(last, times));
                rest = "";
            }
            other => bytes.extend(other.encode_utf8(&mut [0; 4]).bytes()),
        }
    }
    bytes
}

#[test]
fn dialects_part_as_the_table_says() {
    let rows = dialect_rows();
    assert!(rows.len() >= 20, "the table is not found whole: {rows:?}");
    for row in rows {
        let [_, rules, agents, url, standard, google] = &row;
        let mut text = spelled_out(rules);
        if !rules.contains("user-agent") {
            text = [&b"user-agent: *\n"[..], &text].concat();
        }
        let agents: Vec<_> = match agents.as_str() {
            "" => vec!["bot"],
            r#""""# => vec![""],
            agents => agents.split(", ").collect(),
        };
        let url = String::from_utf8(spelled_out(url)).expect("URLs are UTF-8");
        for (dialect, expected) in [(Dialect::Standard, standard), (Dialect::Google, google)] {
            let robots = ParseOptions::new().dialect(dialect).parse(&text);
            let allowed = robots.matcher_for(&agents).allowed(&url);
            let word = if allowed { "allowed" } else { "disallowed" };
            assert_eq!(word, expected, "{dialect:?}: {row:?}");
        }
    }
}

/// The page of `Dialect` has the same table.
#[test]
fn the_docs_show_the_table_of_the_readme() {
    let rows = |text: &'static str, prefix: &str| -> Vec<&'static str> {
        text.lines()
            .map(|line| line.strip_prefix(prefix).unwrap_or(line))
            .skip_while(|line| !line.ends_with("| Standard | Google |"))
            .take_while(|line| line.starts_with('|'))
            .collect()
    };
    let docs = rows(include_str!("../../src/dialect.rs"), "/// ");
    assert!(docs.len() > 20, "{docs:?}");
    assert_eq!(docs, rows(README, ""));
}

/// A command the README shows with a prompt, and what it says it prints.
#[test]
fn examples_print_what_is_said() {
    let mut examples = README.split("```text\n$ robots ").skip(1).peekable();
    assert!(examples.peek().is_some(), "the README shows examples");
    for example in examples {
        let (example, _) = example.split_once("```").expect(example);
        let (command, said) = example.split_once('\n').expect(example);
        let arguments: Vec<_> = command.split(' ').collect();
        let run = run(&arguments, b"");
        assert_eq!(
            (run.output.as_str(), run.complaint.as_str()),
            (said, ""),
            "{command}"
        );
    }
}

/// The object the README shows.
#[test]
fn the_object_is_given() {
    let (_, object) = README.split_once("```json\n").expect("there is one");
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

/// The diagnostic the README shows.
#[test]
fn the_diagnostic_is_given() {
    let (_, diagnostic) = README
        .split_once("```text\nwarning[")
        .expect("there is one");
    let (diagnostic, _) = diagnostic.split_once("```").expect("it ends");
    let output = run(&["lint", "tests/data/robots.txt"], b"").output;
    assert!(
        output.contains(&format!("warning[{diagnostic}")),
        "{output}"
    );
}

/// The first command, and what the README says it prints.
#[test]
fn the_first_command_prints_what_is_said() {
    let command = README
        .lines()
        .find_map(|line| line.strip_prefix("cargo run --quiet --features cli -- "))
        .expect("the README has the command");
    let arguments: Vec<_> = command
        .split(' ')
        .map(|word| word.trim_matches('\''))
        .collect();
    let (_, after) = README.split_once(command).expect("is in it");
    let said: String = after
        .lines()
        .skip_while(|line| *line != "```text")
        .skip(1)
        .take_while(|line| *line != "```")
        .map(|line| format!("{line}\n"))
        .collect();
    run(&arguments, b"").gives(1, &said);
}
