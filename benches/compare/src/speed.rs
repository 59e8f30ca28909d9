//! The measures of time on files as sites have them, on many rules and on many agents.

use std::hint::black_box;
use std::time::Duration;

use fast_robots::RobotsTxt;
use robots_exclusion::{Dialect, Matcher};
use url::Url;

use crate::Effort;
use crate::contestants::{
    self, DIALECTS, FAST_ROBOTS, FAST_ROBOTS_TEXT, FLOOR, FLOOR_OF_ITERATOR, GOOGLE, ROBOTSTXT,
    ROBOTXT, STANDARD, TEXTING_ROBOTS,
};
use crate::corpus::{self, Corpus, LIMIT};
use crate::race::{Race, Results};
use crate::targets::Target;

/// A file with what is asked about it.
struct Work<'a> {
    file: &'a [u8],
    /// For the crates that take text only.
    text: String,
    agent: &'static str,
    targets: Vec<String>,
}

fn work<'a>(files: impl Iterator<Item = &'a Vec<u8>>, targets: usize) -> Vec<Work<'a>> {
    files
        .enumerate()
        .map(|(index, file)| Work {
            file,
            text: contestants::utf8(file).into_owned(),
            agent: corpus::agent(index),
            targets: corpus::targets(file, targets),
        })
        .collect()
}

/// From the bytes of a file to one answer, then everything is dropped.
pub fn parse_and_query(corpus: &Corpus, effort: Effort) -> Vec<Target> {
    println!("\n## Parse and one query");
    let mut targets = Vec::new();
    for (title, longest) in [
        ("all files", usize::MAX),
        ("files of at most 200 bytes", 200),
    ] {
        let work = work(corpus.files.iter().filter(|file| file.len() <= longest), 1);
        let mut race = Race::new(effort.race * 2, work.len() / 100);
        for (dialect, name) in DIALECTS {
            one_shot(&mut race, name, &work, move |work| {
                contestants::parse(dialect, work.file).allowed(work.agent, &work.targets[0])
            });
        }
        one_shot(&mut race, ROBOTXT, &work, |work| {
            contestants::robotxt(work.file, work.agent).is_allowed(&work.targets[0])
        });
        one_shot(&mut race, FAST_ROBOTS, &work, |work| {
            contestants::fast_robots(work.file, &work.text).is_allowed(work.agent, &work.targets[0])
        });
        one_shot(&mut race, FAST_ROBOTS_TEXT, &work, |work| {
            RobotsTxt::parse(&work.text).is_allowed(work.agent, &work.targets[0])
        });
        one_shot(&mut race, TEXTING_ROBOTS, &work, |work| {
            contestants::texting_robots(work.file, work.agent)
                .is_some_and(|robot| robot.allowed(&work.targets[0]))
        });
        one_shot(&mut race, ROBOTSTXT, &work, |work| {
            contestants::robotstxt(&work.text, work.agent, &work.targets[0]).unwrap_or(false)
        });
        // No parser here reads past the limit, so the floor does not either.
        type Floor = (&'static str, fn(&[u8]) -> u64);
        let floors: [Floor; 2] = [
            (FLOOR, contestants::line_ends),
            (FLOOR_OF_ITERATOR, contestants::line_ends_by_iterator),
        ];
        for (name, line_ends) in floors {
            let work = &work;
            race.add(name, move |part| {
                let work = &work[part.range(work.len())];
                let files = work
                    .iter()
                    .map(|work| &work.file[..work.file.len().min(LIMIT)]);
                files.map(line_ends).sum()
            });
        }
        let results = race.run(work.len());
        results.print(title, "file");
        for (_, name) in DIALECTS {
            targets.push(Target::at_least(
                format!("parse + one query, {title}: {name} against robotxt"),
                results.ratio(ROBOTXT, name),
                5.0,
            ));
            if longest == usize::MAX {
                targets.push(Target::at_most(
                    format!("parse + one query, {title}: {name} against the floor"),
                    results.ratio(name, FLOOR),
                    2.0,
                    " ×",
                ));
            }
        }
    }
    targets
}

fn one_shot<'a>(
    race: &mut Race<'a>,
    name: &'static str,
    work: &'a [Work],
    allowed: impl Fn(&Work) -> bool + 'a,
) {
    race.add(name, move |part| {
        let work = &work[part.range(work.len())];
        work.iter().map(|work| u64::from(allowed(work))).sum()
    });
}

/// Queries on files parsed before, 100 URLs a file.
pub fn queries(corpus: &Corpus, effort: Effort) -> Vec<Target> {
    println!("\n## Queries on a parsed file, 100 URLs derived from its rules");
    let with_rules = corpus
        .files
        .iter()
        .filter(|file| !corpus::patterns(file).is_empty());
    let work = work(with_rules, 100);
    let mut targets = Vec::new();

    let results = race_queries(&work, effort.race * 2);
    results.print("paths, all files with a rule", "query");
    for (_, name) in DIALECTS {
        targets.push(Target::at_least(
            format!("query on a Matcher, 100 URLs a file: {name} against robotxt"),
            results.ratio(ROBOTXT, name),
            6.0,
        ));
    }
    for (shot, name) in [(STANDARD_SHOT, STANDARD), (GOOGLE_SHOT, GOOGLE)] {
        targets.push(Target::at_least(
            format!("Robots::allowed, 100 URLs a file: {name} against robotxt"),
            results.ratio(ROBOTXT, shot),
            3.0,
        ));
    }

    let mut by_rules: Vec<&Work> = work.iter().collect();
    by_rules.sort_by_key(|work| corpus::patterns(work.file).len());
    let middle: Vec<Work> = by_rules[by_rules.len() * 2 / 5..by_rules.len() * 3 / 5]
        .iter()
        .map(|work| Work {
            file: work.file,
            text: String::new(),
            agent: work.agent,
            targets: work.targets.clone(),
        })
        .collect();
    let rules = |work: &Work| corpus::patterns(work.file).len();
    let (fewest, most) = (
        middle.first().map_or(0, rules),
        middle.last().map_or(0, rules),
    );
    race_queries(&middle, effort.race).print(
        &format!("paths, the middle fifth of the files by rules ({fewest} to {most} rules)"),
        "query",
    );

    race_urls(&work, effort.race);
    targets
}

const STANDARD_SHOT: &str = "robots-exclusion, Standard, Robots::allowed";
const GOOGLE_SHOT: &str = "robots-exclusion, Google, Robots::allowed";

fn queries_of(work: &[Work]) -> usize {
    work.iter().map(|work| work.targets.len()).sum()
}

/// A contestant that asks each of `things` about the URLs at the same place of `urls`.
fn asking<'a, T: 'a, U: AsRef<[V]>, V: 'a>(
    race: &mut Race<'a>,
    name: &'static str,
    things: Vec<T>,
    urls: &'a [U],
    allowed: impl Fn(&T, &V) -> bool + 'a,
) {
    race.add(name, move |part| {
        let range = part.range(things.len());
        let both = things[range.clone()].iter().zip(&urls[range]);
        let count = |(thing, urls): (&T, &U)| {
            urls.as_ref()
                .iter()
                .filter(|url| allowed(thing, url))
                .count() as u64
        };
        both.map(count).sum()
    });
}

fn matchers(work: &[Work], dialect: Dialect) -> Vec<Matcher<'static>> {
    let matcher = |work: &Work| {
        contestants::parse(dialect, work.file)
            .matcher(work.agent)
            .into_owned()
    };
    work.iter().map(matcher).collect()
}

fn race_queries(work: &[Work], budget: Duration) -> Results {
    let targets: Vec<&[String]> = work.iter().map(|work| &work.targets[..]).collect();
    let mut race = Race::new(budget, work.len() / 20);
    for (dialect, name, shot) in [
        (Dialect::Standard, STANDARD, STANDARD_SHOT),
        (Dialect::Google, GOOGLE, GOOGLE_SHOT),
    ] {
        asking(
            &mut race,
            name,
            matchers(work, dialect),
            &targets,
            |matcher, target| matcher.allowed(target),
        );
        let parsed = work
            .iter()
            .map(|work| (contestants::parse(dialect, work.file), work.agent));
        asking(
            &mut race,
            shot,
            parsed.collect(),
            &targets,
            |(robots, agent), target| robots.allowed(agent, target),
        );
    }
    let parsed = work
        .iter()
        .map(|work| contestants::robotxt(work.file, work.agent));
    asking(
        &mut race,
        ROBOTXT,
        parsed.collect(),
        &targets,
        |robots, target| robots.is_allowed(target),
    );
    let parsed = work
        .iter()
        .map(|work| contestants::texting_robots(work.file, work.agent));
    asking(
        &mut race,
        TEXTING_ROBOTS,
        parsed.collect(),
        &targets,
        |robot, target| robot.as_ref().is_some_and(|robot| robot.allowed(target)),
    );
    race.run(queries_of(work))
}

/// Whole URLs instead of paths: as text, and parsed by the `url` crate beforehand where a
/// contestant takes that.
fn race_urls(work: &[Work], budget: Duration) {
    let absolute = |target: &String| format!("https://www.example.com{target}");
    let texts: Vec<Vec<String>> = work
        .iter()
        .map(|work| work.targets.iter().map(absolute).collect())
        .collect();
    let parse = |text: &String| Url::parse(text).expect("a URL");
    let urls: Vec<Vec<Url>> = texts
        .iter()
        .map(|texts| texts.iter().map(parse).collect())
        .collect();
    let mut race = Race::new(budget, work.len() / 20);
    for (dialect, name) in DIALECTS {
        asking(
            &mut race,
            name,
            matchers(work, dialect),
            &texts,
            |matcher, url| matcher.allowed(url),
        );
    }
    let name = "robots-exclusion, Standard, Url";
    asking(
        &mut race,
        name,
        matchers(work, Dialect::Standard),
        &urls,
        |matcher, url| matcher.allowed(url),
    );
    let parsed: Vec<_> = work
        .iter()
        .map(|work| contestants::robotxt(work.file, work.agent))
        .collect();
    let name = "robotxt, Url::parse each time";
    asking(&mut race, name, parsed.clone(), &texts, |robots, text| {
        Url::parse(text).is_ok_and(|url| robots.is_url_allowed(&url))
    });
    asking(&mut race, "robotxt, Url", parsed, &urls, |robots, url| {
        robots.is_url_allowed(url)
    });
    race.run(queries_of(work))
        .print("absolute URLs, all files with a rule", "query");
}

/// Queries as the number of rules grows.
pub fn many_rules(effort: Effort) -> Vec<Target> {
    println!("\n## Queries on one group of many rules, 5 % with wildcards");
    const FEW: usize = 20;
    const MANY: usize = 15_600;
    let counts: &[usize] = if effort.quick {
        &[FEW, MANY]
    } else {
        &[FEW, 100, 500, 2_500, MANY]
    };
    let files: Vec<(usize, Vec<u8>)> = counts
        .iter()
        .map(|count| (*count, corpus::many_rules(*count)))
        .collect();
    let targets: Vec<Vec<String>> = files
        .iter()
        .map(|(_, file)| corpus::targets(file, 500))
        .collect();
    let agent = corpus::AGENTS[1];

    let mut met = Vec::new();
    for ((count, file), targets) in files.iter().zip(&targets) {
        let targets = std::slice::from_ref(targets);
        let mut race = Race::new(effort.race, 1);
        for (dialect, name) in DIALECTS {
            let matcher = contestants::parse_whole(dialect, file)
                .matcher(agent)
                .into_owned();
            asking(
                &mut race,
                name,
                vec![matcher],
                targets,
                |matcher, target| matcher.allowed(target),
            );
        }
        for (dialect, name) in [
            (Dialect::Standard, STANDARD_SHOT),
            (Dialect::Google, GOOGLE_SHOT),
        ] {
            let robots = contestants::parse_whole(dialect, file);
            asking(&mut race, name, vec![robots], targets, |robots, target| {
                robots.allowed(agent, target)
            });
        }
        let robots = contestants::robotxt(file, agent);
        asking(
            &mut race,
            ROBOTXT,
            vec![robots],
            targets,
            |robots, target| robots.is_allowed(target),
        );
        let robot = contestants::texting_robots(file, agent).expect("plain rules");
        asking(
            &mut race,
            TEXTING_ROBOTS,
            vec![robot],
            targets,
            |robot, target| robot.allowed(target),
        );
        let results = race.run(targets[0].len());
        results.print(&format!("{count} rules, {} bytes", file.len()), "query");
        if *count == MANY {
            for (_, name) in DIALECTS {
                met.push(Target::at_least(
                    format!("query on 15,600 rules: {name} against robotxt"),
                    results.ratio(ROBOTXT, name),
                    400.0,
                ));
            }
        }
    }

    let (first, last) = (0, files.len() - 1);
    for (dialect, name) in DIALECTS {
        let [few_rules, many_rules] = [first, last].map(|index| {
            vec![
                contestants::parse_whole(dialect, &files[index].1)
                    .matcher(agent)
                    .into_owned(),
            ]
        });
        let mut race = Race::new(effort.race / 2, 1);
        let (few, many) = (&targets[first], &targets[last]);
        let ask = |matcher: &Matcher, target: &String| matcher.allowed(target);
        asking(
            &mut race,
            "20 rules",
            few_rules,
            std::slice::from_ref(few),
            ask,
        );
        asking(
            &mut race,
            "15,600 rules",
            many_rules,
            std::slice::from_ref(many),
            ask,
        );
        let results = race.run(few.len());
        results.print(&format!("{name}: growth with the number of rules"), "query");
        met.push(Target::at_most(
            format!("query on 15,600 rules: {name} against itself on 20"),
            results.ratio("15,600 rules", "20 rules"),
            3.0,
            " ×",
        ));
    }
    met
}

/// The two shapes that are quadratic where a rule is stored, or a group looked up, once for each agent.
pub fn many_agents(effort: Effort) -> Vec<Target> {
    println!("\n## Many agents");
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
                    "its own rule binds {agent}"
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
                let robots = contestants::robotxt(file, agent);
                query.add(ROBOTXT, move |_| u64::from(robots.is_allowed(target)));
                matcher.add(ROBOTXT, move |_| {
                    u64::from(contestants::robotxt(file, agent).is_allowed(target))
                });
            }
            for (what, race) in [
                ("parse", parse),
                ("Robots::allowed", query),
                ("Robots::matcher and one query", matcher),
            ] {
                let results = race.run(1);
                results.print(&format!("{title}, {name}: {what}"), "run");
                // Quadratic would be 16, and half-way to that is 8: caches that no longer hold four
                // times the input cost something, too.
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
