//! Selecting groups takes one comparison for each pair of `user-agent` line and listed name.
//! Selecting the groups of every crawler named in two files costs little more than sorting the
//! names.

use std::hint::black_box;

use robots_exclusion::{ParseOptions, diff};

use crate::instructions::Row;

fn agents(count: usize, name: impl Fn(usize) -> String, rule: &str) -> String {
    let lines = (0..count).map(|number| format!("user-agent: {}\n{rule}", name(number)));
    lines.collect()
}

pub(crate) fn rows() -> Vec<Row> {
    let mut rows = Vec::new();
    // The file contains none of these names, but all names share a prefix.
    let input = |count| {
        let text = agents(1_000, |number| format!("bot-{number}"), "disallow: /\n");
        let names: Vec<String> = (0..count).map(|number| format!("bot-x{number}")).collect();
        (ParseOptions::new().parse_owned(text), names)
    };
    rows.push(Row::linear(
        "names of a list",
        16,
        input,
        |(robots, names)| {
            black_box(robots.matcher_for(names));
        },
    ));

    type Build = fn(usize) -> String;
    const RULE: &str = "disallow: /\n";
    let together: Build = |size| agents(size, |number| format!("a{number}"), "") + "disallow: /x";
    let each: Build = |size| agents(size, |number| format!("a{number}"), RULE);
    // Each name is a prefix of the next.
    let families: Build = |size| {
        agents(
            size.isqrt(),
            |number| format!("a{}", "-a".repeat(number)),
            RULE,
        )
    };
    // Every name in `families` is a prefix of every name here.
    let members: Build = |size| {
        let size = size.isqrt();
        agents(
            size,
            |number| format!("a{}-b", "-a".repeat(size + number)),
            RULE,
        )
    };
    let empty: Build = |_| String::new();
    for (what, old, new) in [
        (
            "agents of one group, against the same file",
            together,
            together,
        ),
        (
            "agents of one group, against an empty file",
            together,
            empty,
        ),
        ("a group per agent, against an empty file", each, empty),
        (
            "a group per agent, against one shared group",
            each,
            together,
        ),
        (
            "general names, against names that extend them",
            families,
            members,
        ),
    ] {
        let files = move |size| (old(size), new(size));
        rows.push(Row::linear(what, 500, files, |(old, new)| {
            let options = ParseOptions::new().byte_limit(None);
            let (old, new) = (options.parse(old), options.parse(new));
            let differences = diff::files(&old, &new);
            assert!(
                differences
                    .iter()
                    .all(|crawler| crawler.difference.is_decided)
            );
        }));
    }
    rows
}
