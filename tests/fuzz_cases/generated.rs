//! The properties of the fuzz targets over generated files, patterns and URLs. `ROBOTS_CASES` sets the
//! number of cases, `ROBOTS_SEED` the first seed.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

use robots_exclusion::lint::{self as linter, Code};
use robots_exclusion::{Dialect, ParseOptions, Robots};

use super::properties::{canonical, diff, lines, lint, round_trip, target, verdict};
use crate::naive::whatwg;
use crate::support::Padding;
use crate::support::generator::{self, Random};
use crate::support::questions::{assert_right, question, run};

/// Checks generated inputs, and names the seed of one that fails.
fn holds(
    property: &str,
    default: u64,
    check: impl Fn(&[u8]),
    input: impl Fn(&mut Random) -> Vec<u8>,
) {
    run(property, default, |random, seed| {
        let input = input(random);
        if let Err(panic) = catch_unwind(AssertUnwindSafe(|| check(&input))) {
            eprintln!(
                "ROBOTS_CASES=1 ROBOTS_SEED={seed}: {}",
                input.escape_ascii()
            );
            resume_unwind(panic);
        }
    });
}

/// The compiled rules and the naive model agree by every route on verdicts, line numbers and
/// selected groups.
fn compare_with_the_model(dialect: Dialect) {
    let property = format!("naive and compiled, {dialect:?}");
    run(&property, 40_000, |random, seed| {
        let question = question(random, dialect);
        let padding = random.one_in(5).then(|| Padding::CHEAP[random.below(2)]);
        assert_right(&question, seed, |question| {
            let naive = question.naive_answer();
            let mut wrong = question.disagreements(naive);
            wrong.extend(question.wrong_rules());
            if let Some(padded) = padding.and_then(|padding| question.padded(padding)) {
                let naive = padded.naive_answer();
                let of_padded = padded.disagreements(naive);
                let of_padded = of_padded.into_iter().chain(padded.wrong_rules());
                wrong.extend(of_padded.map(|one| format!("with {padding:?} padding {one}")));
            }
            wrong
        });
        if seed % 4 == 0 {
            verdict::matcher_is_consistent(&question);
            verdict::order_of_groups_is_irrelevant(&question);
        }
    });
}

#[test]
fn naive_and_compiled_agree_in_standard() {
    compare_with_the_model(Dialect::Standard);
}

#[test]
fn naive_and_compiled_agree_in_google() {
    compare_with_the_model(Dialect::Google);
}

#[test]
fn lines_and_records() {
    holds("lines", 6_000, lines::check, generator::file);
}

#[test]
fn diagnostics() {
    holds("diagnostics", 3_000, lint::check, generator::small_file);
}

#[test]
fn written_files() {
    holds(
        "written files",
        3_000,
        round_trip::check,
        generator::small_file,
    );
}

#[test]
fn spellings() {
    holds("patterns", 10_000, canonical::check, generator::pattern);
    holds("targets", 10_000, canonical::check, |random| {
        let pattern = generator::pattern(random);
        generator::url(random, &[pattern]).into_bytes()
    });
}

#[test]
fn urls() {
    holds("URLs", 15_000, target::check, |random| {
        let pattern = generator::pattern(random);
        generator::special_url(random, &[pattern]).into_bytes()
    });
}

#[test]
fn differences() {
    holds("differences", 500, diff::check, |random| {
        let (old, new) = (generator::small_file(random), generator::small_file(random));
        [&old[..], b"\n---\n", &new].concat()
    });
}

/// The generators reach what the properties are about. Otherwise these would hold for nothing.
#[test]
fn generated_input_is_varied() {
    let mut codes = BTreeMap::<Code, usize>::new();
    let (mut asked, mut disallowed, mut special) = (0, 0, 0);
    for seed in 0..2_000 {
        let random = &mut Random::new(seed);
        let text = generator::small_file(random);
        for found in linter::check(&text, ParseOptions::new()) {
            *codes.entry(found.code).or_default() += 1;
        }
        let robots = Robots::parse(&text);
        for agent in generator::AGENTS {
            let target = generator::target(random);
            asked += 1;
            disallowed += usize::from(!robots.allowed(agent, &target));
        }
        let pattern = generator::pattern(random);
        let url = generator::special_url(random, &[pattern]);
        special += usize::from(whatwg::request_target(&url).is_some());
    }
    let often = codes.values().filter(|&&count| count >= 50).count();
    let losers = codes.get(&Code::RuleNeverWins).copied().unwrap_or_default();
    assert!(
        often >= 20 && losers > 300,
        "too few diagnostics: {codes:?}"
    );
    assert!(
        asked > 20_000 && disallowed > 1_000 && special > 1_000,
        "{asked} verdicts, {disallowed} disallowed, {special} special URLs"
    );
}
