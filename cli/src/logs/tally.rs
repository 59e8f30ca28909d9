//! Counts requests by crawler, in bounded memory for any log.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::net::IpAddr;

use ipnet::IpNet;

use robots_exclusion::agent::product_token;
use robots_exclusion::crawlers::{self, Crawler as Known};

use super::entry::Entry;
use super::rules::{Version, words};
use super::time::DAY;
use super::verify::{Ranges, contain};
use crate::output::{cut, excerpt, reason};

/// The maximum number of agents whose crawler is remembered, and their maximum length. A new
/// agent costs a few microseconds, so a log with a million different agents takes seconds
/// longer.
const AGENTS: usize = 16_384;
const AGENT_LENGTH: usize = 512;

/// The maximum number of crawlers that aren't in the table. Any others are counted together.
const NAMES: usize = 1_000;
const NAME_LENGTH: usize = 64;

/// The maximum numbers of days and addresses that are distinguished for each crawler, and the
/// maximum numbers of deciding lines and examples for all crawlers together.
const DAYS: usize = 4_096;
const ADDRESSES: usize = 2_000;
const LINES: usize = 100_000;
const EXAMPLES: usize = 20_000;

/// The number of examples for each deciding line, and their maximum length in characters.
const EXAMPLES_OF_LINE: usize = 3;
const EXAMPLE_LENGTH: usize = 200;

/// The sender of a request, by its `User-Agent` header.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Who {
    Known(&'static Known),
    /// A product token that the file names, or another agent that calls itself a bot.
    Other,
}

/// The requests of a crawler.
pub(super) struct Count<'r> {
    pub(super) name: String,
    pub(super) who: Who,
    pub(super) requests: u64,
    pub(super) days: BTreeSet<i32>,
    /// The number of requests for `/robots.txt`, and the time of the last one.
    pub(super) robots_txt: u64,
    pub(super) robots_txt_last: Option<i64>,
    pub(super) disallowed: u64,
    /// The number of disallowed requests that were answered with status 200.
    pub(super) disallowed_ok: u64,
    pub(super) lines: BTreeMap<Place, Decided>,
    /// Disallowed requests that aren't counted under a line here.
    pub(super) other_lines: u64,
    /// The address lists that its operator publishes.
    ranges: Vec<&'r [IpNet]>,
    /// The number of requests from verified addresses.
    pub(super) verified: u64,
    /// Requests by address, for addresses that aren't on any list and are looked up at the end.
    pub(super) addresses: HashMap<IpAddr, u64>,
}

/// A line in one of the files: the file's number and the line number. Line 0 means that
/// everything is disallowed without a rule.
pub(super) type Place = (usize, u32);

/// The requests that a line decides.
#[derive(Default)]
pub(super) struct Decided {
    pub(super) rule: String,
    pub(super) requests: u64,
    pub(super) examples: Vec<Example>,
}

pub(super) struct Example {
    pub(super) url: String,
    pub(super) requests: u64,
    /// The number of these requests that were answered with status 200.
    pub(super) ok: u64,
}

pub(super) struct Tally<'r> {
    /// The files, in order of their times.
    versions: Vec<Version<'r>>,
    pub(super) counts: Vec<Count<'r>>,
    /// The index of each crawler in `counts`, by its name.
    by_name: HashMap<String, usize>,
    /// The crawler of each agent; `None` for browsers.
    by_agent: HashMap<Box<str>, Option<usize>>,
    ranges: &'r Ranges,
    keeps_addresses: bool,
    line_count: usize,
    example_count: usize,
    /// Requests without a `User-Agent` header in the log.
    pub(super) without_agent: u64,
    /// Requests from before the first file.
    pub(super) unjudged: u64,
    pub(super) first: Option<i64>,
    pub(super) last: Option<i64>,
}

impl<'r> Tally<'r> {
    pub(super) fn new(
        versions: Vec<Version<'r>>,
        ranges: &'r Ranges,
        keeps_addresses: bool,
    ) -> Tally<'r> {
        Tally {
            versions,
            counts: Vec::new(),
            by_name: HashMap::new(),
            by_agent: HashMap::new(),
            ranges,
            keeps_addresses,
            line_count: 0,
            example_count: 0,
            without_agent: 0,
            unjudged: 0,
            first: None,
            last: None,
        }
    }

    pub(super) fn versions(&self) -> &[Version<'r>] {
        &self.versions
    }

    /// Counts a request. `is_chosen` is asked once for each crawler.
    pub(super) fn add(&mut self, entry: &Entry<'_>, is_chosen: &dyn Fn(Who, &str) -> bool) {
        if let Some(time) = entry.time {
            self.first = Some(self.first.map_or(time, |first| first.min(time)));
            self.last = Some(self.last.map_or(time, |last| last.max(time)));
        }
        let Some(agent) = entry.agent.as_deref() else {
            self.without_agent += 1;
            return;
        };
        let Some(index) = self.crawler_of(agent, is_chosen) else {
            return;
        };
        let count = &mut self.counts[index];
        count.requests += 1;
        if let Some(time) = entry.time.filter(|_| count.days.len() < DAYS) {
            count
                .days
                .insert(i32::try_from(time.div_euclid(DAY)).unwrap_or_default());
        }
        match entry.address {
            Some(address) if contain(&count.ranges, address) => count.verified += 1,
            Some(address) if self.keeps_addresses => {
                let is_new = !count.addresses.contains_key(&address);
                if !is_new || count.addresses.len() < ADDRESSES {
                    *count.addresses.entry(address).or_default() += 1;
                }
            }
            _ => {}
        }
        if is_robots_txt(&entry.target) {
            count.robots_txt += 1;
            count.robots_txt_last = count.robots_txt_last.max(entry.time);
            return;
        }
        self.judge(index, entry);
    }

    /// Counts a request that was disallowed by the file in force at the time.
    fn judge(&mut self, index: usize, entry: &Entry<'_>) {
        let time = entry.time.unwrap_or(i64::MAX);
        let Some(number) = self
            .versions
            .iter()
            .rposition(|version| version.since <= time)
        else {
            self.unjudged += 1;
            return;
        };
        let count = &mut self.counts[index];
        let version = &mut self.versions[number];
        let known = match count.who {
            Who::Known(known) => Some(known),
            Who::Other => None,
        };
        let verdict = version.verdict(known, &count.name, &entry.target);
        if verdict.allowed() {
            return;
        }
        let is_ok = entry.status == Some(200);
        count.disallowed += 1;
        count.disallowed_ok += u64::from(is_ok);
        let place = (number, verdict.line().unwrap_or_default());
        if !count.lines.contains_key(&place) {
            if self.line_count == LINES {
                count.other_lines += 1;
                return;
            }
            self.line_count += 1;
            let rule = verdict.rule().map(excerpt);
            let rule = rule.unwrap_or_else(|| reason(&verdict));
            let decided = Decided {
                rule: cut(&rule, EXAMPLE_LENGTH),
                ..Decided::default()
            };
            count.lines.insert(place, decided);
        }
        let Some(decided) = count.lines.get_mut(&place) else {
            return;
        };
        decided.requests += 1;
        let url = cut(&entry.target, EXAMPLE_LENGTH);
        let known = decided
            .examples
            .iter_mut()
            .find(|example| example.url == url);
        if let Some(example) = known {
            example.requests += 1;
            example.ok += u64::from(is_ok);
        } else if decided.examples.len() < EXAMPLES_OF_LINE && self.example_count < EXAMPLES {
            self.example_count += 1;
            decided.examples.push(Example {
                url,
                requests: 1,
                ok: u64::from(is_ok),
            });
        }
    }

    /// Returns the index of the crawler that sends this header.
    fn crawler_of(&mut self, agent: &str, is_chosen: &dyn Fn(Who, &str) -> bool) -> Option<usize> {
        if let Some(&index) = self.by_agent.get(agent) {
            return index;
        }
        let index = self.identify(agent).and_then(|(who, name)| {
            if let Some(&index) = self.by_name.get(&name) {
                return Some(index);
            }
            if !is_chosen(who, &name) {
                return None;
            }
            let is_full = who == Who::Other && self.by_name.len() >= NAMES;
            let name = if is_full {
                "(other bots)".to_owned()
            } else {
                name
            };
            let index = *self
                .by_name
                .entry(name.clone())
                .or_insert(self.counts.len());
            if index == self.counts.len() {
                let ranges = self.ranges.of(&name);
                self.counts.push(Count::new(name, who, ranges));
            }
            Some(index)
        });
        if agent.len() <= AGENT_LENGTH {
            if self.by_agent.len() == AGENTS {
                self.by_agent.clear();
            }
            self.by_agent.insert(agent.into(), index);
        }
        index
    }

    /// Identifies a crawler that is in the table, that a file names, or that calls itself a
    /// bot.
    fn identify(&self, agent: &str) -> Option<(Who, String)> {
        if let Some(known) = crawlers::from_header(agent) {
            return Some((Who::Known(known), known.token.to_owned()));
        }
        let mut versions = self.versions.iter();
        if let Some(token) = versions.find_map(|version| version.named_in(agent)) {
            return Some((Who::Other, cut(token, NAME_LENGTH)));
        }
        let calls_itself_bot = |text: &str| {
            let lower = text.to_ascii_lowercase();
            ["bot", "crawl", "spider", "scrape"]
                .iter()
                .any(|word| lower.contains(word))
        };
        if !calls_itself_bot(agent) {
            return None;
        }
        let word = words(agent)
            .find(|word| calls_itself_bot(word))
            .unwrap_or(agent);
        let name = match product_token(word) {
            "" => word,
            token => token,
        };
        Some((Who::Other, cut(name, NAME_LENGTH)))
    }
}

impl<'r> Count<'r> {
    fn new(name: String, who: Who, ranges: Vec<&'r [IpNet]>) -> Count<'r> {
        Count {
            name,
            who,
            requests: 0,
            days: BTreeSet::new(),
            robots_txt: 0,
            robots_txt_last: None,
            disallowed: 0,
            disallowed_ok: 0,
            lines: BTreeMap::new(),
            other_lines: 0,
            ranges,
            verified: 0,
            addresses: HashMap::new(),
        }
    }
}

/// Returns `true` if a request asks for the robots.txt itself.
fn is_robots_txt(target: &str) -> bool {
    let path = match target.split_once("://") {
        Some((_, rest)) => rest.find('/').map_or("/", |at| &rest[at..]),
        None => target,
    };
    path.split(['?', '#']).next() == Some("/robots.txt")
}
