//! Generates questions, runs properties over many of them, and shrinks those that fail.

// Each test binary uses a different part of this module.
#![allow(dead_code)]

use robots_exclusion::Dialect;

use super::generator::{self, Random};
use super::shrink::{self, Asked};
use super::{Question, Setting};

/// Generates a question in one dialect.
pub(crate) fn question(random: &mut Random, dialect: Dialect) -> Question {
    let file = generator::file(random);
    let setting = Setting {
        dialect,
        byte_limit: random.one_in(12).then(|| random.below(file.len() + 3)),
        agent_fallback: !random.one_in(8),
    };
    let records = generator::records(&file);
    let agents = generator::agent_lists(&records, random).swap_remove(0);
    // The model takes too long for URLs like patterns of thousands of bytes.
    let mut patterns = records.patterns;
    patterns.retain(|pattern| pattern.len() < 1000);
    let url = if random.one_in(8) {
        generator::special_url(random, &patterns)
    } else {
        generator::url(random, &patterns)
    };
    Question {
        file,
        setting,
        agents,
        url,
    }
}

/// Runs a property over many cases. Each has its own seed, so that a failure can be reproduced
/// alone.
pub(crate) fn run(property: &str, default: u64, mut check: impl FnMut(&mut Random, u64)) {
    let seed = generator::seed(property);
    for case in 0..generator::cases(default) {
        let seed = seed.wrapping_add(case);
        check(&mut Random::new(seed), seed);
    }
}

/// Fails with the smallest question that `wrong` reports an error for.
#[track_caller]
pub(crate) fn assert_right(
    question: &Question,
    seed: u64,
    wrong: impl Fn(&Question) -> Vec<String>,
) {
    if wrong(question).is_empty() {
        return;
    }
    let smallest = shrink(question, |smaller| !wrong(smaller).is_empty());
    panic!(
        "seed {seed} (ROBOTS_CASES=1 ROBOTS_SEED={seed} runs it alone)\n{}  {}",
        smallest.describe(),
        wrong(&smallest).join("\n  ")
    );
}

/// Shrinks a failing question and removes the byte limit if it fails without one.
fn shrink(question: &Question, fails: impl Fn(&Question) -> bool) -> Question {
    let mut unlimited = question.clone();
    unlimited.setting.byte_limit = None;
    let question = if fails(&unlimited) {
        unlimited
    } else {
        question.clone()
    };
    let setting = question.setting;
    let put = |Asked { file, agents, url }| Question {
        setting,
        file,
        agents,
        url,
    };
    let Question {
        file, agents, url, ..
    } = question;
    let smallest = shrink::shrink(Asked { file, agents, url }, |asked| {
        fails(&put(asked.clone()))
    });
    put(smallest)
}
