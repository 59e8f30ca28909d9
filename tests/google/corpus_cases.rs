//! Cases for the files of a folder, with URLs derived from the rules of each file, for named and
//! other agents.

use std::collections::BTreeSet;

use crate::case::Case;
use crate::generator::{Records, agent, records, target_of, url};
use crate::random::Random;

/// The minimum number of URLs per file.
const URLS: usize = 100;

/// The maximum number of patterns used per file. A few files have tens of thousands, and each query
/// reads them all.
const PATTERNS: usize = 150;

/// Returns a case that queries every URL for an unknown agent, for `Googlebot`, for a pair of
/// agents, and for some of the agents that the file names.
pub(crate) fn case(file: Vec<u8>, random: &mut Random) -> Case {
    let records = records(&file);
    let mut case = Case {
        agents: lists(&records, random),
        file,
        queries: Vec::new(),
    };
    let urls = urls(&records, random);
    for url in urls {
        for list in 0..case.agents.len() {
            case.ask(list, url.clone());
        }
    }
    case
}

fn lists(records: &Records, random: &mut Random) -> Vec<Vec<String>> {
    let unknown = || "unknown-crawler".to_owned();
    let mut lists = vec![
        vec![unknown()],
        vec!["Googlebot".to_owned()],
        vec!["Googlebot-Image".to_owned(), "googlebot".to_owned()],
    ];
    let named: BTreeSet<String> = records
        .agents
        .iter()
        .map(|value| String::from_utf8_lossy(value).into_owned())
        .collect();
    let named: Vec<&String> = named.iter().collect();
    for _ in 0..named.len().min(3) {
        lists.push(vec![random.pick(&named).clone()]);
    }
    if !named.is_empty() {
        lists.push(vec![agent(records, random)]);
        lists.push(vec![unknown(), agent(records, random)]);
    }
    lists
}

fn urls(records: &Records, random: &mut Random) -> BTreeSet<String> {
    let mut urls = BTreeSet::from(["https://h/".to_owned(), "https://h/robots.txt".to_owned()]);
    let mut patterns: Vec<&Vec<u8>> = records.patterns.iter().collect();
    while patterns.len() > PATTERNS {
        patterns.swap_remove(random.below(patterns.len()));
    }
    for pattern in patterns.iter().copied() {
        // If a rule has an absolute URL, that URL is queried unchanged.
        let origin = if pattern.starts_with(b"http") {
            ""
        } else {
            "https://h"
        };
        for _ in 0..(2 * URLS / patterns.len()).max(1) {
            urls.insert(format!("{origin}{}", target_of(pattern, random)));
        }
    }
    // A few rules give few distinct targets, so random URLs are added. The loop ends because their
    // tails and pieces vary.
    while urls.len() < URLS {
        let mut more = url(random, &records.patterns);
        if random.percent(30) {
            more += &random.below(URLS * 10).to_string();
        }
        urls.insert(more);
    }
    urls
}
