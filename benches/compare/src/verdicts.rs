//! How many verdicts differ from the dialect that follows google/robotstxt.

use std::time::Instant;

use robots_exclusion::Dialect;

use crate::Effort;
use crate::contestants::{self, ROBOTSTXT, ROBOTXT, STANDARD, TEXTING_ROBOTS};
use crate::corpus::{AGENTS, Corpus, targets};

#[derive(Default)]
struct Tally {
    asked: usize,
    differ: usize,
    files: usize,
    refused: usize,
}

impl Tally {
    fn add(&mut self, reference: &[bool], answers: impl Iterator<Item = Option<bool>>) {
        let before = self.differ + self.refused;
        for (expected, answer) in reference.iter().zip(answers) {
            self.asked += 1;
            match answer {
                Some(answer) => self.differ += usize::from(answer != *expected),
                None => self.refused += 1,
            }
        }
        self.files += usize::from(self.differ + self.refused > before);
    }

    fn print(&self, name: &str) {
        println!(
            "| {name} | {} | {} | {} | {} |",
            self.asked, self.differ, self.refused, self.files
        );
    }
}

pub fn count(corpus: &Corpus, effort: Effort) {
    println!("\n## Verdicts that differ from the Google dialect\n");
    println!(
        "20 URLs of each file for each of {}; refused: no answer, because of an error or a panic.\n",
        AGENTS.join(", ")
    );
    let [mut standard, mut robotxt, mut texting, mut robotstxt] =
        [(); 4].map(|()| Tally::default());
    // The crate that parses for each query, and searches its path from the start for each byte, is asked while there is time.
    let start = Instant::now();
    for file in &corpus.files {
        let targets = targets(file, 20);
        let text = String::from_utf8_lossy(file);
        for agent in AGENTS {
            let google = contestants::parse_whole(Dialect::Google, file)
                .matcher(agent)
                .into_owned();
            let reference: Vec<bool> = targets
                .iter()
                .map(|target| google.allowed(target))
                .collect();
            let ours = contestants::parse_whole(Dialect::Standard, file)
                .matcher(agent)
                .into_owned();
            standard.add(
                &reference,
                targets.iter().map(|target| Some(ours.allowed(target))),
            );
            let robots = contestants::robotxt(file, agent);
            robotxt.add(
                &reference,
                targets.iter().map(|target| Some(robots.is_allowed(target))),
            );
            let robot = std::panic::catch_unwind(|| contestants::texting_robots(file, agent))
                .ok()
                .flatten();
            texting.add(
                &reference,
                targets
                    .iter()
                    .map(|target| robot.as_ref().map(|robot| robot.allowed(target))),
            );
            if start.elapsed() < effort.race * 10 {
                robotstxt.add(
                    &reference,
                    targets
                        .iter()
                        .map(|target| contestants::robotstxt(&text, agent, target)),
                );
            }
        }
    }
    println!(
        "| crate | asked | differ | refused | files concerned, for each agent |\n|---|---:|---:|---:|---:|"
    );
    standard.print(STANDARD);
    robotxt.print(ROBOTXT);
    texting.print(TEXTING_ROBOTS);
    robotstxt.print(ROBOTSTXT);
}
