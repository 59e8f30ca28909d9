//! Checks the table in the docs of `Dialect` against the implementation.

use robots_exclusion::{Dialect, ParseOptions};

/// Returns the cells of every row in the table with a `Google` column, without backticks.
fn dialect_rows() -> Vec<[String; 6]> {
    include_str!("../../src/dialect.rs")
        .lines()
        .filter_map(|line| line.trim_start().strip_prefix("/// "))
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

/// Expands `⏎`, `\xEF` and `a×9` as explained in the docs.
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
fn dialects_differ_as_documented() {
    let rows = dialect_rows();
    assert!(rows.len() >= 20, "the table is incomplete: {rows:?}");
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
