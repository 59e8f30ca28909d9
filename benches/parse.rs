//! Measures parsing: `cargo bench --manifest-path benches/compare/Cargo.toml --bench parse`. Real files come from the folder that
//! `ROBOTS_CORPUS` names.

mod corpus;

use std::hint::black_box;

use corpus::{Adversarial, Corpus, LIMIT};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use robots_exclusion::{Dialect, ParseOptions, Robots};

const DIALECTS: [(&str, Dialect); 2] =
    [("standard", Dialect::Standard), ("google", Dialect::Google)];

fn parse(dialect: Dialect, file: &[u8]) -> Robots<'_> {
    ParseOptions::new()
        .dialect(dialect)
        .byte_limit(None)
        .parse(file)
}

/// Measures whole sets of files: all of them, and the small ones that are typical of most sites.
fn sets(criterion: &mut Criterion) {
    let corpus = Corpus::load();
    println!(
        "{} files, {} bytes: {}",
        corpus.files.len(),
        corpus.bytes(),
        corpus.origin
    );
    let small: Vec<Vec<u8>> = corpus
        .files
        .iter()
        .filter(|file| file.len() <= 200)
        .cloned()
        .collect();
    let mut group = criterion.benchmark_group("parse");
    for (set, files) in [("corpus", &corpus.files), ("small files", &small)] {
        group.throughput(Throughput::Bytes(
            files.iter().map(|file| file.len() as u64).sum(),
        ));
        for (name, dialect) in DIALECTS {
            check(dialect, files);
            group.bench_function(format!("{set}/{name}"), |bencher| {
                bencher.iter(|| {
                    for file in files {
                        black_box(parse(dialect, black_box(file)));
                    }
                });
            });
        }
    }
    group.finish();
}

/// Checks that parsing was complete: the whole text is present, and a crawler's matcher agrees with
/// the file.
fn check(dialect: Dialect, files: &[Vec<u8>]) {
    let mut blocked = 0;
    for (index, file) in files.iter().enumerate() {
        let robots = parse(dialect, file);
        assert!(
            !robots.is_truncated(),
            "a file is cut though there is no limit"
        );
        let matcher = robots.matcher(corpus::agent(index));
        for target in corpus::targets(file, 5) {
            let allowed = robots.allowed(corpus::agent(index), &target);
            assert_eq!(
                allowed,
                matcher.allowed(&target),
                "{target} in file {index}"
            );
            blocked += usize::from(!allowed);
        }
    }
    assert!(
        blocked > files.len() / 2,
        "only {blocked} targets made from rules are blocked"
    );
}

/// Measures single large files: many rules, an HTML page, adversarial rules, many agents.
fn single(criterion: &mut Criterion) {
    let agents = 8_000;
    let last = corpus::crawler(agents - 1);
    let last_section = format!("/section-{}/", agents - 1);
    let files: [(&str, Vec<u8>, &str, &str, bool); 6] = [
        (
            "large file",
            corpus::many_rules(15_600),
            "ExampleBot",
            "/elsewhere/",
            true,
        ),
        (
            "html",
            corpus::html_page(64 * 1024),
            "ExampleBot",
            "/admin/",
            true,
        ),
        (
            "adversarial",
            Adversarial::Wildcards.file(LIMIT),
            "ExampleBot",
            &Adversarial::Wildcards.matching_target(),
            false,
        ),
        (
            "comments",
            "# nothing but comments\n".repeat(20_000).into_bytes(),
            "ExampleBot",
            "/",
            true,
        ),
        (
            "agents in one group",
            corpus::agents_in_one_group(agents),
            &last,
            &last_section,
            false,
        ),
        (
            "groups of one agent",
            corpus::groups_of_one_agent(agents),
            &last,
            &last_section,
            false,
        ),
    ];
    let mut group = criterion.benchmark_group("parse one");
    for (title, file, agent, target, allowed) in &files {
        group.throughput(Throughput::Bytes(file.len() as u64));
        for (name, dialect) in DIALECTS {
            assert_eq!(
                parse(dialect, file).matcher(agent).allowed(target),
                *allowed,
                "{title}, {name}"
            );
            group.bench_function(format!("{title}/{name}"), |bencher| {
                bencher.iter(|| parse(dialect, black_box(file)));
            });
        }
    }
    group.finish();
}

criterion_group!(benches, sets, single);
criterion_main!(benches);
