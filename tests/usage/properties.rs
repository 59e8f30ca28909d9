//! Properties over generated files. `ROBOTS_CASES` sets the number of cases, `ROBOTS_SEED` the
//! first seed.

use super::generate;
use crate::model::{self, Answer};
use crate::question::Question;
use crate::support::generator::{self, Random};
use crate::support::shrink::{Asked, shrink};

/// The crate agrees with the naive model in every way of asking.
#[test]
fn answers_agree_with_the_naive_model() {
    let seed = generator::seed("usage");
    let mut counts = [0_u32; 4];
    for case in 0..generator::cases(4_000) {
        let seed = seed.wrapping_add(case);
        let question = generate::question(&mut Random::new(seed));
        let expected = model::answer(&question);
        counts[match &expected {
            Answer::NotApplicable => 0,
            Answer::Unknown => 1,
            Answer::Says(..) => 2,
            Answer::Licenses(_) => 3,
        }] += 1;
        let wrong = question.disagreements(&expected);
        if !wrong.is_empty() {
            fail(&question, seed);
        }
    }
    eprintln!("not applicable, unknown, stated, licences: {counts:?}");
}

/// Fails with the smallest question that gives different answers.
fn fail(question: &Question, seed: u64) -> ! {
    let wrong = |question: &Question| question.disagreements(&model::answer(question));
    let put = |asked: Asked| Question {
        file: asked.file,
        agents: asked.agents,
        url: asked.url,
        ..question.clone()
    };
    let asked = Asked {
        file: question.file.clone(),
        agents: question.agents.clone(),
        url: question.url.clone(),
    };
    let smallest = put(shrink(asked, |asked| {
        !wrong(&put(asked.clone())).is_empty()
    }));
    panic!(
        "seed {seed} (ROBOTS_CASES=1 ROBOTS_SEED={seed} runs it alone)\n{}  {}",
        smallest.describe(),
        wrong(&smallest).join("\n  ")
    );
}
