//! What group selection costs for a list of names: a comparison for each `user-agent` line and name, and no more.

use std::fmt::Write as _;
use std::hint::black_box;
use std::time::Duration;

use robots_exclusion::Robots;

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
