//! Measures queries: `cargo bench --manifest-path benches/compare/Cargo.toml --bench query`. Real files come from the folder that
//! `ROBOTS_CORPUS` names.

mod corpus;

use std::hint::black_box;

use corpus::{Adversarial, Corpus, LIMIT};
use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use robots_exclusion::{Dialect, Matcher, ParseOptions, Robots};

const DIALECTS: [(&str, Dialect); 2] =
    [("standard", Dialect::Standard), ("google", Dialect::Google)];

/// A crawler that no generated file of one group names, so that `*` binds it.
const AGENT: &str = corpus::AGENTS[1];

fn parse(dialect: Dialect, file: &[u8]) -> Robots<'_> {
    ParseOptions::new()
        .dialect(dialect)
        .byte_limit(None)
        .parse(file)
}

/// Measures from the bytes to one answer, as for a crawler that keeps nothing.
fn one_shot(criterion: &mut Criterion) {
    let corpus = Corpus::load();
    let targets: Vec<String> = corpus
        .files
        .iter()
        .map(|file| corpus::targets(file, 1).remove(0))
        .collect();
    let mut group = criterion.benchmark_group("one-shot");
    group.throughput(Throughput::Elements(corpus.files.len() as u64));
    for (name, dialect) in DIALECTS {
        let work = || corpus.files.iter().zip(&targets).enumerate();
        let expected = work()
            .filter(|(index, (file, target))| {
                parse(dialect, file)
                    .matcher(corpus::agent(*index))
                    .allowed(target)
            })
            .count();
        group.bench_function(name, |bencher| {
            bencher.iter(|| {
                let allowed = work()
                    .filter(|(index, (file, target))| {
                        parse(dialect, file).allowed(corpus::agent(*index), target)
                    })
                    .count();
                assert_eq!(allowed, expected);
            });
        });
    }
    group.finish();
}

/// Measures 100 URLs on each file with rules, by a crawler's matcher and by the parsed file.
fn parsed(criterion: &mut Criterion) {
    let corpus = Corpus::load();
    let files: Vec<&Vec<u8>> = corpus
        .files
        .iter()
        .filter(|file| !corpus::patterns(file).is_empty())
        .collect();
    let targets: Vec<Vec<String>> = files
        .iter()
        .map(|file| corpus::targets(file, 100))
        .collect();
    let mut group = criterion.benchmark_group("parsed file");
    group.throughput(Throughput::Elements(
        targets.iter().map(|targets| targets.len() as u64).sum(),
    ));
    for (name, dialect) in DIALECTS {
        let robots: Vec<Robots> = files.iter().map(|file| parse(dialect, file)).collect();
        let matchers: Vec<Matcher> = robots
            .iter()
            .enumerate()
            .map(|(index, robots)| robots.matcher(corpus::agent(index)))
            .collect();
        let by_matcher = || {
            let count = |(matcher, targets): (&Matcher, &Vec<String>)| {
                targets
                    .iter()
                    .filter(|target| matcher.allowed(target))
                    .count()
            };
            matchers.iter().zip(&targets).map(count).sum::<usize>()
        };
        let by_robots = || {
            let count = |(index, (robots, targets)): (usize, (&Robots, &Vec<String>))| {
                let agent = corpus::agent(index);
                targets
                    .iter()
                    .filter(|target| robots.allowed(agent, target))
                    .count()
            };
            robots
                .iter()
                .zip(&targets)
                .enumerate()
                .map(count)
                .sum::<usize>()
        };
        let expected = by_matcher();
        assert_eq!(by_robots(), expected);
        group.bench_function(BenchmarkId::new("Matcher", name), |bencher| {
            bencher.iter(|| assert_eq!(by_matcher(), expected));
        });
        group.bench_function(BenchmarkId::new("Robots", name), |bencher| {
            bencher.iter(|| assert_eq!(by_robots(), expected));
        });
        group.bench_function(BenchmarkId::new("making the matchers", name), |bencher| {
            bencher.iter(|| {
                for (index, robots) in robots.iter().enumerate() {
                    black_box(robots.matcher(corpus::agent(index)));
                }
            });
        });
    }
    group.finish();
}

/// Measures one group of increasing size, one rule in twenty with a wildcard.
fn growth(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("growth");
    for count in [20, 100, 500, 2_500, 15_600] {
        let file = corpus::many_rules(count);
        let targets = corpus::targets(&file, 500);
        group.throughput(Throughput::Elements(targets.len() as u64));
        for (name, dialect) in DIALECTS {
            let robots = parse(dialect, &file);
            let matcher = robots.matcher(AGENT);
            let trailing = dialect == Dialect::Google;
            for target in &targets {
                let expected = corpus::naive(&file, target, trailing);
                assert_eq!(
                    matcher.allowed(target),
                    expected,
                    "{name}, {count} rules, {target}"
                );
                assert_eq!(
                    robots.allowed(AGENT, target),
                    expected,
                    "{name}, {count} rules, {target}"
                );
            }
            group.bench_function(
                BenchmarkId::new(format!("Matcher/{name}"), count),
                |bencher| {
                    bencher.iter(|| {
                        targets
                            .iter()
                            .filter(|target| matcher.allowed(target))
                            .count()
                    });
                },
            );
            group.bench_function(
                BenchmarkId::new(format!("Robots/{name}"), count),
                |bencher| {
                    bencher.iter(|| {
                        targets
                            .iter()
                            .filter(|target| robots.allowed(AGENT, target))
                            .count()
                    });
                },
            );
        }
    }
    group.finish();
}

/// Measures 500 KiB of adversarial rules with URLs of 2,000 bytes.
fn adversarial(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("adversarial");
    for family in Adversarial::ALL {
        let file = family.file(LIMIT);
        let cases = [
            ("one letter", family.target(), true),
            ("every byte", family.hard_target(), true),
            ("matching", family.matching_target(), false),
        ];
        for (name, dialect) in DIALECTS {
            let robots = parse(dialect, &file);
            let matcher = robots.matcher(AGENT);
            for (case, target, allowed) in &cases {
                assert_eq!(
                    matcher.allowed(target),
                    *allowed,
                    "{name}, {}, {case}",
                    family.name()
                );
                let id = BenchmarkId::new(format!("{}/{case}", family.name()), name);
                group.bench_function(id, |bencher| {
                    bencher.iter(|| matcher.allowed(black_box(target)));
                });
            }
        }
    }
    group.finish();
}

/// Measures files that name very many crawlers. The first query also finds the crawler's group.
fn agents(criterion: &mut Criterion) {
    type Shape = (&'static str, fn(usize) -> Vec<u8>);
    let shapes: [Shape; 2] = [
        ("agents in one group", corpus::agents_in_one_group),
        ("groups of one agent", corpus::groups_of_one_agent),
    ];
    let mut group = criterion.benchmark_group("agents");
    for (title, file) in shapes {
        for count in [2_000, 4_000, 8_000, 16_000] {
            let file = file(count);
            let agent = corpus::crawler(count - 1);
            let target = format!("/section-{}/page", count - 1);
            for (name, dialect) in DIALECTS {
                let robots = parse(dialect, &file);
                assert!(!robots.allowed(&agent, &target), "{title}, {name}, {count}");
                assert!(
                    !robots.matcher(&agent).allowed(&target),
                    "{title}, {name}, {count}"
                );
                assert!(
                    robots.allowed(&agent, "/elsewhere"),
                    "{title}, {name}, {count}"
                );
                group.bench_function(
                    BenchmarkId::new(format!("{title}/allowed/{name}"), count),
                    |bencher| {
                        bencher.iter(|| robots.allowed(black_box(&agent), black_box(&target)));
                    },
                );
                group.bench_function(
                    BenchmarkId::new(format!("{title}/matcher/{name}"), count),
                    |bencher| {
                        bencher.iter(|| {
                            robots
                                .matcher(black_box(&agent))
                                .allowed(black_box(&target))
                        });
                    },
                );
            }
        }
    }
    group.finish();
}

criterion_group!(benches, one_shot, parsed, growth, adversarial, agents);
criterion_main!(benches);
