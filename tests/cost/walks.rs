//! What walks through all that rules can come to cost: for rules made to have many states it stays below a constant,
//! besides what grows like sorting them.

use std::fmt::Write as _;
use std::hint::black_box;
use std::time::Duration;

use allocation_counter::measure;
use robots_exclusion::diff::{diff, winning_rules};
use robots_exclusion::lint::{Code, lint};
use robots_exclusion::{Dialect, Matcher, ParseOptions};

use crate::families;
use crate::growth::assert_linear;
use crate::random::Random;
use crate::time::{alone, clock};

const DIALECTS: [Dialect; 2] = [Dialect::Standard, Dialect::Google];

/// Rules of a kind that others override wherever they match. To know that, a walk must go through what all the rest can
/// come to: each pattern may have come half its way or not, whatever became of the others, 2ⁿ states.
fn subsets(kind: &str, other: &str) -> String {
    let mut text = format!("user-agent: *\n{other}: /*x****y****z\n{kind}: /*x*y*z$\n");
    if kind == "allow" {
        text.push_str("disallow: /\n");
    }
    for number in 0..60 {
        let letter = char::from(b'a' + (number % 20) as u8);
        let round = number / 20;
        writeln!(
            text,
            "{other}: /*{letter}{round}*{letter}{round}**{letter}{round}"
        )
        .expect("a String takes everything");
    }
    text
}

fn ask(matcher: &Matcher<'_>) -> [bool; 2] {
    [matcher.allows_all(), matcher.disallows_all()]
}

/// The least time of some, and the most that is on the heap.
fn cost(matcher: &Matcher<'_>) -> (Duration, u64) {
    let measured = || {
        let start = clock();
        black_box(ask(matcher));
        clock() - start
    };
    let least = (0..3).map(|_| measured()).min().expect("there are three");
    let heap = measure(|| {
        black_box(ask(matcher));
    });
    (least, heap.bytes_max)
}

#[test]
fn everything_is_known_or_given_up_in_bounded_time_and_memory() {
    let patience = Duration::from_millis(if cfg!(debug_assertions) { 2_000 } else { 200 });
    let _alone = alone();
    for dialect in DIALECTS {
        let options = ParseOptions::new().dialect(dialect).byte_limit(None);
        let mut texts = Vec::new();
        for (kind, other) in [("allow", "disallow"), ("disallow", "allow")] {
            texts.push((
                format!("{kind} overridden"),
                subsets(kind, other).into_bytes(),
            ));
        }
        texts.extend(families::ALL.iter().map(|family| {
            let length = if family.name.starts_with("one rule") {
                16_000
            } else {
                60_000
            };
            (family.name.to_owned(), (family.text)(length))
        }));
        for (name, text) in texts {
            let matcher = options.parse(&text).matcher("a-b").into_owned();
            let (time, heap) = cost(&matcher);
            println!("{name}: {time:?}, {} KiB", heap / 1024);
            assert!(time < patience, "{name} in {dialect:?}: {time:?}");
            let limit = 4 * 1024 * 1024 + 64 * text.len() as u64;
            assert!(heap < limit, "{name} in {dialect:?}: {heap} bytes");
        }
    }
}

#[test]
fn what_is_given_up_is_not_claimed() {
    for dialect in DIALECTS {
        let options = ParseOptions::new().dialect(dialect);
        // The one disallows everything, indeed, and the other allows it.
        for text in [subsets("allow", "disallow"), subsets("disallow", "allow")] {
            assert_eq!(ask(&options.parse(&text).matcher("a")), [false, false]);
        }
    }
}

/// Many crawlers, the rules of each with too many states.
#[test]
fn what_changes_is_known_or_given_up_in_bounded_time_and_memory() {
    let mut old = String::new();
    for number in 0..60 {
        let (kind, other) = [("allow", "disallow"), ("disallow", "allow")][number % 2];
        let rules = subsets(kind, other).replace("/*x", &format!("/*x{number}"));
        // Digits are no part of a name in Google.
        let name = "a".repeat(number + 1);
        old.push_str(&rules.replace("agent: *", &format!("agent: {name}")));
    }
    let new: String = old
        .lines()
        .filter(|line| !line.ends_with('$'))
        .map(|line| format!("{line}\n"))
        .collect();
    let patience = Duration::from_secs(if cfg!(debug_assertions) { 30 } else { 10 });
    let _alone = alone();
    for dialect in DIALECTS {
        let options = ParseOptions::new().dialect(dialect);
        let (old, new) = (options.parse(&old), options.parse(&new));
        let start = clock();
        let heap = measure(|| {
            let named = diff(&old, &new)
                .into_iter()
                .filter(|crawler| crawler.agent() != "*");
            // No crawler is said to be treated alike, though each is.
            assert!(
                named
                    .into_iter()
                    .all(|crawler| !crawler.difference().is_none())
            );
        });
        let time = clock() - start;
        println!(
            "diff in {dialect:?}: {time:?}, {} KiB",
            heap.bytes_max / 1024
        );
        assert!(
            time < patience && heap.bytes_max < 64 << 20,
            "{time:?}, {} bytes",
            heap.bytes_max
        );
        let matcher = old.matcher("aa");
        let start = clock();
        let heap = measure(|| drop(black_box(winning_rules(&matcher))));
        let time = clock() - start;
        println!(
            "winning rules in {dialect:?}: {time:?}, {} KiB",
            heap.bytes_max / 1024
        );
        assert!(
            time < patience && heap.bytes_max < 64 << 20,
            "{time:?}, {} bytes",
            heap.bytes_max
        );
    }
}

/// Rules that are covered by others, among so many that others might as well cover them.
fn covered(count: usize) -> String {
    let mut text = "user-agent: *\ndisallow: /*x*y\nallow: /x*y$\ndisallow: /*x*y***$\n".to_owned();
    for number in 0..count {
        writeln!(text, "allow: /*{number}*a*{number}b$").expect("a String takes everything");
    }
    text
}

#[test]
fn covered_rules_are_found_or_left_out_in_bounded_time_and_memory() {
    let _alone = alone();
    let texts = [
        ("covered among few", covered(10)),
        ("covered among many", covered(3_000)),
        ("covered among very many", covered(30_000)),
        ("allow overridden", subsets("allow", "disallow")),
        ("disallow overridden", subsets("disallow", "allow")),
        (
            "the same with room for many steps",
            subsets("allow", "disallow") + &"#\n".repeat(200_000),
        ),
    ];
    for dialect in DIALECTS {
        let options = ParseOptions::new().dialect(dialect).byte_limit(None);
        for (name, text) in &texts {
            let mut found = 0;
            let start = clock();
            let heap = measure(|| {
                let never_wins =
                    lint(text, options).filter(|found| found.code() == Code::RuleNeverWins);
                found = never_wins.count();
            });
            let time = clock() - start;
            let (length, peak) = (text.len(), heap.bytes_max);
            println!(
                "lint, {name} in {dialect:?}: {length} bytes, {found} found, {time:?}, {} KiB",
                peak / 1024
            );
            assert!(
                found >= usize::from(name.ends_with("few")),
                "{name} in {dialect:?}"
            );
            assert!(
                peak < (16 << 10) + 16 * length as u64,
                "{name} in {dialect:?}: {peak} bytes"
            );
            // Some microseconds a byte; many times that without optimisation, on a busy machine.
            let patience = Duration::from_millis(500) + Duration::from_micros(10) * length as u32;
            assert!(time < patience, "{name} in {dialect:?}: {time:?}");
        }
    }
}

/// Rules of more and more `*`, each of which matches what the next one does and more.
fn nested(bytes: usize) -> String {
    let mut text = "user-agent: *\n".to_owned();
    for number in 1.. {
        let kind = ["allow", "disallow"][number % 2];
        writeln!(text, "{kind}: /{}", "*a".repeat(number)).expect("a String takes everything");
        if text.len() >= bytes {
            break;
        }
    }
    text
}

/// Rules of many short pieces, which all URLs that tell have in another order.
fn shuffled(bytes: usize) -> String {
    let mut random = Random::new(1);
    let mut text = "user-agent: *\n".to_owned();
    while text.len() < bytes {
        let pieces: Vec<_> = (0..20)
            .map(|_| ["aab", "aaaaaaaaaaab"][random.below(2)])
            .collect();
        let kind = ["allow", "disallow"][random.below(2)];
        writeln!(text, "{kind}: /*{}", pieces.join("*")).expect("a String takes everything");
    }
    text
}

#[test]
fn rules_that_others_may_cover_cost_no_more_than_their_bytes() {
    for (what, build) in [
        ("nested", nested as fn(usize) -> String),
        ("shuffled", shuffled),
    ] {
        assert_linear(
            &format!("lint, {what} wildcards"),
            32 << 10,
            build,
            |text| {
                let options = ParseOptions::new().byte_limit(None);
                black_box(lint(text, options).count());
            },
        );
        let patience = Duration::from_secs(if cfg!(debug_assertions) { 30 } else { 2 });
        let text = build(512 << 10);
        let matcher = ParseOptions::new()
            .byte_limit(None)
            .parse(&text)
            .matcher("a");
        let _alone = alone();
        let start = clock();
        black_box(winning_rules(&matcher));
        let time = clock() - start;
        println!("winning rules, {what} wildcards: {time:?}");
        assert!(time < patience, "{what}: {time:?}");
    }
}
