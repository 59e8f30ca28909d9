//! The migration guide: its table of verdicts, and the test cases of other crawlers.

mod dependents;

use robots_exclusion::Robots;

const TABLE: &str = include_str!("../../src/moving.md");

/// Returns the text between the backquotes of a cell. `⏎` means a line end, and `\xEF` a byte.
fn bytes(cell: &str) -> Vec<u8> {
    let text = cell.trim_matches('`').replace('⏎', "\n");
    let mut bytes = Vec::new();
    let mut rest = text.as_str();
    while let Some((before, after)) = rest.split_once("\\x") {
        bytes.extend_from_slice(before.as_bytes());
        bytes.push(u8::from_str_radix(&after[..2], 16).expect("two digits"));
        rest = &after[2..];
    }
    bytes.extend_from_slice(rest.as_bytes());
    bytes
}

#[test]
fn verdicts_agree_with_the_table() {
    let (_, table) = TABLE
        .split_once("\n|---|---|---|---|---|---|\n")
        .expect("the table");
    let mut rows = 0;
    for row in table.lines().take_while(|line| line.starts_with('|')) {
        let cells: Vec<&str> = row.trim_matches('|').split('|').map(str::trim).collect();
        let [point, file, agent, path, here, ..] = cells[..] else {
            panic!("a row is incomplete: {row}");
        };
        let mut text = bytes(file);
        if text.is_empty() {
            text = b"#\n".repeat(300_000);
            text.extend(b"user-agent: *\ndisallow: /a");
        } else if !file.contains("user-agent:") {
            text.splice(..0, *b"user-agent: *\n");
        }
        let agent = match agent.trim_matches('`') {
            "" => "x",
            agent => agent,
        };
        let url = format!("https://h.example{}", path.trim_matches('`'));
        let allowed = match here {
            "yes" => true,
            "no" => false,
            other => panic!("{point}: {other}"),
        };
        assert_eq!(Robots::parse(&text).allowed(agent, url), allowed, "{point}");
        rows += 1;
    }
    assert_eq!(rows, 26);
}
