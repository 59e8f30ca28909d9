//! Cases for the files of a folder: URLs from each file's own rules, for agents that it names and for others.

use std::collections::BTreeSet;

use crate::case::Case;
use crate::derive::{Records, agent, records, target, url};
use crate::random::Random;

/// URLs put to each file, at the least.
const URLS: usize = 100;

/// Patterns used of one file, at the most: a few files have tens of thousands, and each query reads them all.
const PATTERNS: usize = 150;

/// Every URL is asked for an agent that the file names, one that it does not, and a pair; where the file names several, for some of those too.
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
        // An absolute URL among the rules is asked as it stands.
        let origin = if pattern.starts_with(b"http") {
            ""
        } else {
            "https://h"
        };
        for _ in 0..(2 * URLS / patterns.len()).max(1) {
            urls.insert(format!("{origin}{}", target(pattern, random)));
        }
    }
    // Few rules give few different targets; each turn adds a new one sooner or later, as tails and shards are drawn anew.
    while urls.len() < URLS {
        let mut more = url(records, random);
        if random.percent(30) {
            more += &random.below(URLS * 10).to_string();
        }
        urls.insert(more);
    }
    urls
}
