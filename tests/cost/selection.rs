//! What group selection costs: for a list of names, a comparison for each `user-agent` line and name, and no more; for
//! all crawlers that two files name, little more than to sort the names.

use std::fmt::Write as _;
use std::hint::black_box;
use std::time::Duration;

use robots_exclusion::diff::diff;
use robots_exclusion::{ParseOptions, Robots};

use crate::growth::assert_linear;
use crate::time::{alone, clock};

/// The least of some measurements of `matcher_for` with so many names that no line has but all begin like.
fn cost(robots: &Robots<'_>, names: usize) -> Duration {
    let names: Vec<String> = (0..names).map(|number| format!("bot-x{number}")).collect();
    let measure = || {
        let start = clock();
        black_box(robots.matcher_for(black_box(&names)));
        clock() - start
    };
    (0..5).map(|_| measure()).min().expect("there are five")
}

#[test]
fn a_list_of_names_costs_a_comparison_for_each_line_and_name() {
    const LINES: usize = 3_000;
    let mut text = String::new();
    for line in 0..LINES {
        writeln!(text, "user-agent: bot-{line}\ndisallow: /{line}")
            .expect("a String takes everything");
    }
    let robots = Robots::parse(&text);
    let _alone = alone();
    let [few, many] = [64, 256].map(|names| cost(&robots, names));
    println!("{LINES} lines: 64 names {few:?}, 256 names {many:?}");
    // Each name is compared with each line, and then, less its end, once more for a more general token.
    let ratio = many.as_secs_f64() / few.as_secs_f64();
    assert!(
        ratio < 9.0,
        "four times the names cost {ratio:.1} times as much"
    );
    let comparison = many / (256 * LINES as u32);
    assert!(
        comparison < Duration::from_micros(1),
        "{comparison:?} a comparison"
    );
}

fn named(number: usize) -> String {
    format!("user-agent: a{number}\n")
}

fn with_a_group_each(names: impl Iterator<Item = String>) -> String {
    names.map(|name| name + "disallow: /\n").collect()
}

#[test]
fn the_groups_of_all_crawlers_are_found_together() {
    type Build = fn(usize) -> String;
    let together: Build = |size| (0..size).map(named).collect::<String>() + "disallow: /x";
    let each: Build = |size| with_a_group_each((0..size).map(named));
    // Each is the beginning of the next one.
    let families: Build = |size| {
        let size = size.isqrt();
        with_a_group_each((0..size).map(|number| format!("user-agent: a{}\n", "-a".repeat(number))))
    };
    // Each is named where a longer one parts from those.
    let members: Build = |size| {
        let size = size.isqrt();
        with_a_group_each(
            (0..size).map(|number| format!("user-agent: a{}-b\n", "-a".repeat(size + number))),
        )
    };
    let empty: Build = |_| String::new();
    for (what, old, new) in [
        ("agents of one group and the same", together, together),
        ("agents of one group and no file", together, empty),
        ("a group each and no file", each, empty),
        ("a group each and all in one", each, together),
        ("general names and those of crawlers", families, members),
    ] {
        let files = |size| (old(size), new(size));
        assert_linear(what, 500, files, |(old, new)| {
            let options = ParseOptions::new().byte_limit(None);
            let (old, new) = (options.parse(old), options.parse(new));
            let differences = diff(&old, &new);
            assert!(
                differences
                    .iter()
                    .all(|crawler| crawler.difference().is_decided())
            );
        });
    }
}
