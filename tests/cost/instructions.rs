//! How many instructions things take, counted by `valgrind --tool=callgrind`; where there is no valgrind, by the clock,
//! with a lot of patience.

use std::hint::black_box;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use robots_exclusion::lint::lint;
use robots_exclusion::{Dialect, ParseOptions};

use crate::families::{self, Family};

/// So many lengths of each input are tried.
const STEPS: usize = 3;

/// Each step doubles the input. Google reads whole the longest line that there is, and the fewest rules that there are are
/// so many that none are simply tried.
fn lengths(family: &Family) -> [usize; STEPS] {
    match family.name.starts_with("one rule") {
        true => [4_000, 8_000, 16_000],
        false => [16_000, 32_000, 64_000],
    }
}

const OPERATIONS: [&str; 7] = [
    "parse",
    "first query",
    "matcher",
    "query of a matcher",
    "query for a long URL",
    "groups and records",
    "lint",
];

/// The one function in which instructions are counted; the name is given to valgrind.
#[inline(never)]
fn counted_operation(operation: &mut dyn FnMut()) {
    operation();
}

/// A file of this length is made, or a URL, and each operation done to it once.
fn run(
    family: &Family,
    length: usize,
    dialect: Dialect,
    mut count: impl FnMut(&'static str, &mut dyn FnMut()),
) {
    let text = (family.text)(length);
    let options = ParseOptions::new().dialect(dialect).byte_limit(None);
    let robots = options.parse(&text);
    let matcher = robots.matcher("a-b");
    // Here it is the URL that grows, and no rule is too long for it.
    let small_text = (family.text)(lengths(family)[0]);
    let small = options.parse(&small_text).matcher("a-b").into_owned();
    let long_url = format!("{}{}", family.url, "a".repeat(length));
    for operation in OPERATIONS {
        let work: &mut dyn FnMut() = match operation {
            "parse" => &mut || drop(black_box(options.parse(&text))),
            "first query" => &mut || {
                black_box(robots.clone().verdict("a-b", family.url).line());
            },
            "matcher" => &mut || drop(black_box(robots.matcher("a-b"))),
            "query of a matcher" => &mut || {
                black_box(matcher.verdict(family.url).line());
            },
            "query for a long URL" => &mut || {
                black_box(small.verdict(&long_url).line());
            },
            "groups and records" => &mut || {
                let of_groups = |group: robots_exclusion::Group<'_>| {
                    group.agents().count() + group.rules().count() + group.records().count()
                };
                black_box(robots.groups().map(of_groups).sum::<usize>());
                black_box(robots.records().count() + robots.sitemaps().count());
            },
            _ => &mut || {
                black_box(lint(&text, options).count());
            },
        };
        count(operation, work);
    }
}

const DIALECTS: [Dialect; 2] = [Dialect::Standard, Dialect::Google];

/// What is counted, in the order in which it is.
fn all() -> impl Iterator<Item = (Family, Dialect, usize)> {
    families::ALL.into_iter().flat_map(|family| {
        DIALECTS.into_iter().flat_map(move |dialect| {
            lengths(&family)
                .into_iter()
                .map(move |length| (family, dialect, length))
        })
    })
}

/// What valgrind runs.
#[test]
#[ignore = "counts nothing by itself"]
fn operations_to_be_counted() {
    for (family, dialect, length) in all() {
        run(&family, length, dialect, |_, work| counted_operation(work));
    }
}

/// The counts, in order; `None` where there is no valgrind.
fn counts() -> Option<Vec<u64>> {
    let folder =
        Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("callgrind-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("a folder for counts");
    let program = std::env::current_exe().expect("the test's own program");
    let output = Command::new("valgrind")
        .args([
            "--tool=callgrind",
            "--collect-atstart=no",
            "--toggle-collect=cost::instructions::counted_operation",
        ])
        .args([
            "--dump-after=cost::instructions::counted_operation",
            "--compress-strings=no",
        ])
        .arg(format!("--callgrind-out-file={}/out", folder.display()))
        .arg(program)
        .args([
            "--ignored",
            "--exact",
            "instructions::operations_to_be_counted",
            "--test-threads=1",
        ])
        .output()
        .ok()?;
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    let expected = all().count() * OPERATIONS.len();
    let count = |number: usize| {
        let dump = std::fs::read_to_string(folder.join(format!("out.{number}")))
            .expect("a dump for each operation");
        let totals = dump.lines().find_map(|line| line.strip_prefix("totals: "));
        totals
            .and_then(|totals| totals.trim().parse().ok())
            .expect("a count in each dump")
    };
    let counts = (1..=expected).map(count).collect();
    std::fs::remove_dir_all(&folder).expect("the folder can be removed");
    Some(counts)
}

/// The shortest of a few times, as whole nanoseconds.
fn times() -> Vec<u64> {
    let mut times = Vec::new();
    for (family, dialect, length) in all() {
        run(&family, length, dialect, |_, work| {
            let time = |work: &mut dyn FnMut()| {
                let start = Instant::now();
                work();
                start.elapsed()
            };
            let shortest = (0..7).map(|_| time(work)).min().unwrap_or(Duration::ZERO);
            times.push(shortest.as_nanos() as u64);
        });
    }
    times
}

/// Twice the input costs about twice as much, or less.
#[test]
fn twice_the_input_costs_twice_as_much() {
    let (costs, [most, most_with_sort], base, unit) = match counts() {
        // Below this, what does not grow is most of it.
        Some(counts) => (counts, [2.1, 2.18], 3_000, "instructions"),
        None => (times(), [6.0, 6.0], 200_000, "nanoseconds"),
    };
    let mut failures = Vec::new();
    let mut worst = [(0.0_f64, ""); OPERATIONS.len()];
    let step = STEPS * OPERATIONS.len();
    let kinds = all().step_by(STEPS);
    for ((family, dialect, _), costs) in kinds.zip(costs.chunks(step)) {
        for (number, operation) in OPERATIONS.into_iter().enumerate() {
            let costs: Vec<u64> = costs
                .iter()
                .skip(number)
                .step_by(OPERATIONS.len())
                .copied()
                .collect();
            // A matcher sorts its rules, and where they are many they have an index: once, from one length to the next, they
            // cost more. So it is when lint compiles them.
            let mut may_get_index = matches!(operation, "matcher" | "lint");
            let most = if may_get_index { most_with_sort } else { most };
            for pair in costs.windows(2) {
                let growth = pair[1].max(base) as f64 / pair[0].max(base) as f64;
                if growth > worst[number].0 {
                    worst[number] = (growth, family.name);
                }
                let gets_index = growth > most && growth <= most * 1.44 && may_get_index;
                may_get_index &= !gets_index;
                if growth > most && !gets_index {
                    failures.push(format!(
                        "{operation}, {} in {dialect:?}: {costs:?} {unit}",
                        family.name
                    ));
                }
            }
        }
    }
    for (operation, (growth, family)) in OPERATIONS.into_iter().zip(worst) {
        println!(
            "{operation}: at most {growth:.2} times as many {unit} for twice the input ({family})"
        );
    }
    failures.dedup();
    assert!(
        failures.is_empty(),
        "{} of {}:\n{}",
        failures.len(),
        costs.len() / 3,
        failures.join("\n")
    );
}
