//! The retained bytes and allocations of each contestant, counted by the allocator. `compare` runs
//! this program and prints its output.

#[allow(dead_code, reason = "the other program uses the rest")]
mod contestants;
#[path = "../../corpus/mod.rs"]
mod corpus;
mod kept;
#[allow(dead_code, reason = "the other program uses the rest")]
mod summary;
#[allow(dead_code, reason = "the other program uses the rest")]
mod targets;

use std::alloc::System;
use std::hint::black_box;

use contestants::{DIALECTS, FAST_ROBOTS, ROBOTXT, TEXTING_ROBOTS};
use corpus::Corpus;
use fast_robots::RobotsTxt;
use peakmem_alloc::{PeakMemAlloc, PeakMemAllocTrait};
use stats_alloc::{Stats, StatsAlloc};
use targets::Target;

static COUNTED: StatsAlloc<System> = StatsAlloc::system();
#[global_allocator]
static ALLOCATOR: PeakMemAlloc<&StatsAlloc<System>> = PeakMemAlloc::new(&COUNTED);

/// The allocator's counts for a piece of work.
#[derive(Default, Clone, Copy)]
struct Use {
    /// The number of allocations and reallocations that grow.
    allocations: usize,
    /// The net growth of live bytes.
    retained: isize,
    /// The net growth of live allocations.
    live: isize,
    peak: usize,
}

impl Use {
    fn add(&mut self, other: Use) {
        self.allocations += other.allocations;
        self.retained += other.retained;
        self.live += other.live;
        self.peak += other.peak;
    }
}

fn watch<T>(work: impl FnOnce() -> T) -> (T, Use) {
    ALLOCATOR.reset_peak_memory();
    let before = COUNTED.stats();
    let result = work();
    let Stats {
        allocations,
        deallocations,
        reallocations,
        bytes_allocated,
        bytes_deallocated,
        ..
    } = COUNTED.stats() - before;
    let retained = bytes_allocated as isize - bytes_deallocated as isize;
    (
        result,
        Use {
            allocations: allocations + reallocations,
            retained,
            live: allocations as isize - deallocations as isize,
            peak: ALLOCATOR.get_peak_memory(),
        },
    )
}

/// The sums over all files for one contestant.
#[derive(Default)]
struct Row {
    name: String,
    making: Use,
    /// Memory that queries add and keep, such as indexes built on first use.
    queries: Use,
    /// Allocations for URLs that are already canonical.
    plain: usize,
    by_input: Vec<f64>,
}

impl Row {
    fn new(name: String) -> Row {
        Row {
            name,
            ..Row::default()
        }
    }

    /// Builds the value and queries it about the targets twice, so that its lazy parts exist.
    fn take<T>(
        &mut self,
        input: usize,
        targets: &[String],
        make: impl FnOnce() -> T,
        allowed: impl Fn(&T, &str) -> bool,
    ) {
        let (made, making) = watch(make);
        let ((), warming) = watch(|| ask(&made, targets.iter(), &allowed));
        let ((), steady) = watch(|| ask(&made, targets.iter(), &allowed));
        let ((), plain) = watch(|| {
            ask(
                &made,
                targets.iter().filter(|target| is_plain(target)),
                &allowed,
            )
        });
        self.making.add(making);
        self.queries.allocations += steady.allocations;
        self.queries.retained += warming.retained + steady.retained;
        self.plain += plain.allocations;
        if input > 0 {
            self.by_input
                .push((making.retained + warming.retained) as f64 / input as f64);
        }
    }

    fn print(&mut self, files: usize, input: usize, asked: usize, plain: usize) {
        self.by_input.sort_by(f64::total_cmp);
        println!(
            "| {} | {:.3} | {:.3} | {:.3} | {:.3} | {:.2} | {:.4} | {:.4} |",
            self.name,
            self.making.retained as f64 / input as f64,
            self.after_queries(input),
            self.by_input
                .get(self.by_input.len() / 2)
                .copied()
                .unwrap_or_default(),
            self.making.peak as f64 / input as f64,
            self.making.allocations as f64 / files as f64,
            self.queries.allocations as f64 / asked as f64,
            self.plain as f64 / plain as f64,
        );
    }

    fn after_queries(&self, input: usize) -> f64 {
        (self.making.retained + self.queries.retained) as f64 / input as f64
    }
}

fn ask<'a, T>(
    made: &T,
    targets: impl Iterator<Item = &'a String>,
    allowed: impl Fn(&T, &str) -> bool,
) {
    for target in targets {
        black_box(allowed(made, target));
    }
}

/// Returns `true` if the path has only one spelling: no escapes, no dot segments, and no second
/// slash at the start, which google/robotstxt would read as the start of a host.
fn is_plain(target: &str) -> bool {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"/-_.~?=&+,;:@!()".contains(&byte);
    target.bytes().all(plain) && !target.contains("/.") && !target.starts_with("//")
}

fn main() {
    let has = |wanted: &str| std::env::args().any(|argument| argument == wanted);
    let corpus = Corpus::load().thinned(if has("--quick") { 10 } else { 1 });
    if has("crawl") {
        kept::measure(&corpus);
    }
    if has("memory") {
        on_corpus(&corpus);
        on_many_agents();
    }
}

fn on_corpus(corpus: &Corpus) {
    let count = 100;
    let targets: Vec<Vec<String>> = corpus
        .files
        .iter()
        .map(|file| corpus::targets(file, count))
        .collect();
    let plain = targets
        .iter()
        .flatten()
        .filter(|target| is_plain(target))
        .count();
    let (files, input, asked) = (
        corpus.files.len(),
        corpus.bytes(),
        corpus.files.len() * count,
    );
    println!("\n## Memory\n");
    println!(
        "{files} files of {input} bytes, {asked} queries, {plain} of them with plain URLs. Retained: heap bytes that live on, by input bytes,"
    );
    println!("after making the thing and after 100 queries; peak while it is made.\n");
    println!(
        "| contestant | retained | after queries | median file | peak | allocations a file | a query | a plain query |"
    );
    println!("|---|---:|---:|---:|---:|---:|---:|---:|");
    let work = || corpus.files.iter().zip(&targets).enumerate();
    let mut met = Vec::new();
    for (dialect, name) in DIALECTS {
        let mut borrowed = Row::new(format!("{name}: Robots borrowed, all groups"));
        let mut owned = Row::new(format!("{name}: Matcher owned, one agent"));
        let mut borrowed_matcher = Row::new(format!("{name}: Matcher borrowed, one agent"));
        let mut owned_robots = Row::new(format!("{name}: Robots owned, all groups"));
        for (index, (file, targets)) in work() {
            let agent = corpus::agent(index);
            borrowed.take(
                file.len(),
                targets,
                || contestants::parse(dialect, file),
                |robots, target| robots.allowed(agent, target),
            );
            owned_robots.take(
                file.len(),
                targets,
                || contestants::parse(dialect, file).into_owned(),
                |robots, target| robots.allowed(agent, target),
            );
            owned.take(
                file.len(),
                targets,
                || contestants::parse(dialect, file).matcher(agent),
                |matcher, target| matcher.allowed(target),
            );
            let robots = contestants::parse(dialect, file);
            borrowed_matcher.take(
                file.len(),
                targets,
                || robots.matcher(agent),
                |matcher, target| matcher.allowed(target),
            );
        }
        for row in [
            &mut borrowed,
            &mut owned_robots,
            &mut owned,
            &mut borrowed_matcher,
        ] {
            row.print(files, input, asked, plain);
        }
        met.push(Target::at_most(
            format!("retained, {}, after queries", borrowed.name),
            borrowed.after_queries(input),
            0.30,
            " × input",
        ));
        met.push(Target::at_most(
            format!("allocations a parse, {}", borrowed.name),
            borrowed.making.allocations as f64 / files as f64,
            4.0,
            "",
        ));
        met.push(Target::at_most(
            format!("retained, {}, after queries", owned.name),
            owned.after_queries(input),
            0.36,
            " × input",
        ));
        for row in [&borrowed, &owned] {
            let measure = format!("allocations a query with a plain URL, {}", row.name);
            met.push(Target::at_most(
                measure,
                row.plain as f64 / plain as f64,
                0.0,
                "",
            ));
        }
    }
    let mut robotxt = Row::new(format!("{ROBOTXT}: Robots, one agent"));
    let mut texting = Row::new(format!("{TEXTING_ROBOTS}: Robot, one agent"));
    let mut parsed = Row::new(format!("{FAST_ROBOTS}: RobotsTxt borrowed, all groups"));
    let mut compiled = Row::new(format!("{FAST_ROBOTS}: RobotsMatcher beside it"));
    for (index, (file, targets)) in work() {
        let agent = corpus::agent(index);
        robotxt.take(
            file.len(),
            targets,
            || contestants::robotxt(file, agent),
            |robots, target| robots.is_allowed(target),
        );
        let allowed = |robot: &Option<texting_robots::Robot>, target: &str| {
            robot.as_ref().is_some_and(|robot| robot.allowed(target))
        };
        texting.take(
            file.len(),
            targets,
            || contestants::texting_robots(file, agent),
            allowed,
        );
        let text = contestants::utf8(file);
        parsed.take(
            file.len(),
            targets,
            || RobotsTxt::parse(&text),
            |robots, target| robots.is_allowed(agent, target),
        );
        let robots = RobotsTxt::parse(&text);
        compiled.take(
            file.len(),
            targets,
            || robots.matcher(),
            |matcher, target| matcher.is_allowed(agent, target),
        );
    }
    robotxt.print(files, input, asked, plain);
    texting.print(files, input, asked, plain);
    parsed.print(files, input, asked, plain);
    compiled.print(files, input, asked, plain);
    for target in met {
        println!("{}", target.encode());
    }
}

fn on_many_agents() {
    println!("\n### Many agents\n");
    println!(
        "| file | contestant | input | retained by input | after queries | allocations |\n|---|---|---:|---:|---:|---:|"
    );
    let shapes = [
        (
            "8,000 agents × 8,000 rules in one group",
            corpus::agents_in_one_group(8_000),
            8_000,
        ),
        (
            "16,000 groups of one agent",
            corpus::groups_of_one_agent(16_000),
            16_000,
        ),
    ];
    let mut met = Vec::new();
    for (title, file, agents) in &shapes {
        for (dialect, name) in DIALECTS {
            let (robots, making) = watch(|| contestants::parse_whole(dialect, file));
            let ask = || {
                for share in 0..200 {
                    let number = share * agents / 200;
                    let (agent, target) = (corpus::crawler(number), format!("/section-{number}/"));
                    assert!(
                        !robots.allowed(&agent, target),
                        "its own rule is for {agent}"
                    );
                }
            };
            let ((), queries) = watch(ask);
            let input = file.len() as f64;
            let (made, after) = (
                making.retained as f64 / input,
                (making.retained + queries.retained) as f64 / input,
            );
            println!(
                "| {title} | {name} | {} | {made:.3} | {after:.3} | {} |",
                file.len(),
                making.allocations
            );
            met.push(Target::at_most(
                format!("retained, {title}, {name}"),
                after,
                1.0,
                " × input",
            ));
        }
    }
    for target in met {
        println!("{}", target.encode());
    }
}
