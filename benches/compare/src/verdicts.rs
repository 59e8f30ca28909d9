//! Counts the verdicts that differ from the dialect that follows google/robotstxt.

use std::time::{Duration, Instant};

use robots_exclusion::Dialect;

use crate::Effort;
use crate::contestants::{self, GOOGLE, PEERS, STANDARD};
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
        "20 URLs of each file for each of {}; refused: no answer, because of an error or a panic. Asked in as many files as there is time for.\n",
        AGENTS.join(", ")
    );
    let mut standard = Tally::default();
    let mut matchers = Tally::default();
    let mut others: Vec<(Tally, Duration)> = PEERS.iter().map(|_| Default::default()).collect();
    for file in &corpus.files {
        let targets = targets(file, 20);
        let text = contestants::utf8(file);
        for agent in AGENTS {
            let google = contestants::parse(Dialect::Google, file);
            let reference: Vec<bool> = targets
                .iter()
                .map(|target| google.allowed(agent, target))
                .collect();
            let google = google.matcher(agent);
            matchers.add(
                &reference,
                targets.iter().map(|target| Some(google.allowed(target))),
            );
            let ours = contestants::parse(Dialect::Standard, file).matcher(agent);
            standard.add(
                &reference,
                targets.iter().map(|target| Some(ours.allowed(target))),
            );
            for (peer, (tally, spent)) in PEERS.iter().zip(&mut others) {
                if *spent > effort.race * 3 {
                    continue;
                }
                let start = Instant::now();
                contestants::with_answers(peer, file, &text, agent, |answer| {
                    tally.add(&reference, targets.iter().map(|target| answer(target)));
                });
                *spent += start.elapsed();
            }
        }
    }
    println!(
        "| crate | asked | differ | refused | files concerned, for each agent |\n|---|---:|---:|---:|---:|"
    );
    matchers.print(&format!("{GOOGLE}, owned Matcher"));
    standard.print(STANDARD);
    for (peer, (tally, _)) in PEERS.iter().zip(&others) {
        tally.print(peer);
    }
    assert_eq!(matchers.differ, 0, "an owned Matcher answers otherwise");
}
