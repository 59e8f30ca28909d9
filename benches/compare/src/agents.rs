//! Files on which a parser is quadratic if it stores a rule, or looks up a group, once for each
//! agent.

use std::hint::black_box;

use fast_robots::RobotsTxt;
use robots_exclusion::Dialect;

use crate::Effort;
use crate::contestants::{self, DIALECTS, FAST_ROBOTS, ROBOTXT};
use crate::corpus;
use crate::race::Race;
use crate::targets::Target;

pub fn measure(effort: Effort) -> Vec<Target> {
    println!("\n## Many agents\n");
    println!("The last crawler asks about what its rule disallows; robotxt reads 500 KiB at most.");
    type Shape = (&'static str, fn(usize) -> Vec<u8>, usize);
    let shapes: [Shape; 2] = [
        (
            "8,000 agents × 8,000 rules in one group",
            corpus::agents_in_one_group,
            8_000,
        ),
        (
            "16,000 groups of one agent",
            corpus::groups_of_one_agent,
            16_000,
        ),
    ];
    let mut met = Vec::new();
    for (title, file, count) in shapes {
        let files = [file(count), file(2 * count), file(4 * count)];
        let agents = [count, 2 * count, 4 * count].map(|count| corpus::crawler(count - 1));
        let targets =
            [count, 2 * count, 4 * count].map(|count| format!("/section-{}/page", count - 1));
        const SIZES: [&str; 3] = ["n", "2n", "4n"];
        for (dialect, name) in DIALECTS {
            let parsed: Vec<_> = files
                .iter()
                .map(|file| contestants::parse_whole(dialect, file))
                .collect();
            let text = std::str::from_utf8(&files[0]).expect("made of text");
            let fast_robots = &RobotsTxt::parse(text);
            let mut parse = Race::new(effort.race / 2, 1);
            let mut query = Race::new(effort.race / 2, 1);
            let mut matcher = Race::new(effort.race / 2, 1);
            for index in 0..SIZES.len() {
                let (file, robots, agent, target) = (
                    &files[index],
                    &parsed[index],
                    &agents[index],
                    &targets[index],
                );
                parse.add(SIZES[index], move |_| {
                    drop(black_box(contestants::parse_whole(dialect, file)));
                    0
                });
                assert!(
                    !robots.allowed(agent, target) && robots.allowed(agent, "/elsewhere"),
                    "its own rule is for {agent}"
                );
                query.add(SIZES[index], move |_| {
                    u64::from(robots.allowed(agent, target))
                });
                matcher.add(SIZES[index], move |_| {
                    u64::from(robots.matcher(agent).allowed(target))
                });
            }
            if dialect == Dialect::Standard {
                let (file, agent, target) = (&files[0], &agents[0], &targets[0]);
                parse.add(ROBOTXT, move |_| {
                    drop(black_box(contestants::robotxt(file, agent)));
                    0
                });
                parse.add(FAST_ROBOTS, move |_| {
                    drop(black_box(RobotsTxt::parse(text)));
                    0
                });
                let robots = contestants::robotxt(file, agent);
                query.add(ROBOTXT, move |_| u64::from(robots.is_allowed(target)));
                matcher.add(ROBOTXT, move |_| {
                    u64::from(contestants::robotxt(file, agent).is_allowed(target))
                });
                query.add(FAST_ROBOTS, move |_| {
                    u64::from(fast_robots.is_allowed(agent, target))
                });
                matcher.add(FAST_ROBOTS, move |_| {
                    u64::from(fast_robots.matcher().is_allowed(agent, target))
                });
            }
            for (what, race) in [
                ("parse", parse),
                ("Robots::allowed", query),
                ("Robots::matcher and one query", matcher),
            ] {
                let results = race.run(1);
                results.print(&format!("{title}, {name}: {what}"), "run");
                for size in SIZES {
                    assert_eq!(results.row(size).answer, 0, "{name}: its rule disallows");
                }
                // Quadratic growth would be 16, and half of that is 8: four times the input also
                // costs more because it no longer fits the caches.
                met.push(Target::at_most(
                    format!("{title}, {name}: {what}, 4n against n"),
                    results.ratio("4n", "n"),
                    8.0,
                    " ×",
                ));
            }
        }
    }
    met
}
