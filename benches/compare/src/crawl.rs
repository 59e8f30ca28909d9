//! The workload of a crawler: it makes an owned matcher for each host's file, keeps it, and queries
//! it occasionally, when none of it is in the processor's caches.

use std::process::Command;
use std::time::{Duration, Instant};

use cpu_time::ThreadTime;
use fast_robots::{RobotsMatcher, RobotsTxt};
use robots_exclusion::{Dialect, Matcher};

use crate::Effort;
use crate::contestants::{
    self, DIALECTS, FAST_ROBOTS, FAST_ROBOTS_MATCHER, GOOGLE, ROBOTXT, STANDARD,
};
use crate::corpus::{Corpus, Random};
use crate::race::{Part, Race, Results, time};
use crate::summary::{Line, Summary, ours};
use crate::targets::Target;
use crate::work::Work;

/// The number of hosts per file: 2,188 files make 87,520 hosts.
const COPIES: usize = 40;
/// The compiled matcher of fast-robots is about ten times as large as the text, so it gets fewer
/// hosts.
const COPIES_OF_THE_LARGE: usize = COPIES / 4;
const URLS: usize = 30;
/// The number of queries per contestant in a row. Its code is then in the caches, as in a crawler
/// that queries it all day, but its hosts are not.
const ASKED_IN_A_ROW: usize = 20_000;
const MARK: &str = "--crawl-trial";

/// Returns `copies` hosts for each site in random order, as a crawler would encounter them.
fn hosts<'a, 'b>(sites: &'b [Work<'a>], count: usize) -> Vec<&'b Work<'a>> {
    let mut hosts: Vec<&Work> = sites.iter().cycle().take(count).collect();
    let mut random = Random::new(1);
    for last in (1..hosts.len()).rev() {
        hosts.swap(last, random.below(last + 1));
    }
    hosts
}

/// A query for a host, with the answers in both dialects.
struct Query<'a> {
    host: u32,
    agent: &'static str,
    target: &'a str,
    standard: bool,
    google: bool,
}

fn queries<'a>(hosts: &[&'a Work], count: usize) -> Vec<Query<'a>> {
    let mut random = Random::new(2);
    let mut query = || {
        let host = random.below(hosts.len());
        let site = hosts[host];
        let target = random.below(site.targets.len());
        Query {
            host: host as u32,
            agent: site.agent,
            target: &site.targets[target],
            standard: site.expected(Dialect::Standard)[target],
            google: site.expected(Dialect::Google)[target],
        }
    };
    (0..count).map(|_| query()).collect()
}

/// Counts the wrong answers.
fn differences<'a, T>(
    kept: &[T],
    queries: &[Query<'a>],
    allowed: impl Fn(&T, &Query<'a>) -> bool,
    expected: impl Fn(&Query<'a>) -> bool,
) -> u64 {
    let differs =
        |query: &&Query<'a>| allowed(&kept[query.host as usize], query) != expected(query);
    queries.iter().filter(differs).count() as u64
}

fn by_standard(query: &Query) -> bool {
    query.standard
}

fn by_google(query: &Query) -> bool {
    query.google
}

fn keep<T>(hosts: &[&Work], make: impl Fn(&Work) -> T) -> Vec<T> {
    hosts.iter().map(|site| make(site)).collect()
}

pub fn measure(corpus: &Corpus, effort: Effort, summary: &mut Summary) -> Vec<Target> {
    println!("\n## Crawl: owned matchers built, kept and asked cold");
    let sites = Work::of_corpus(corpus, URLS);
    let mut targets = build(&sites, effort, summary);
    targets.extend(ask_cold(&sites, effort, summary));
    targets
}

/// Builds a value for each site in a row, without timing the drops. Counts those that answer their
/// first query wrongly.
fn make<'a, T>(
    sites: &'a [Work<'a>],
    dialect: Dialect,
    make: impl Fn(&'a Work<'a>) -> T,
    allowed: impl Fn(&T, &Work, &str) -> bool,
) -> (Duration, u64) {
    let mut made = Vec::with_capacity(sites.len());
    let start = ThreadTime::now();
    for site in sites {
        made.push(make(site));
    }
    let elapsed = start.elapsed();
    (elapsed, first_answers(sites, dialect, &made, allowed))
}

fn first_answers<T>(
    sites: &[Work],
    dialect: Dialect,
    made: &[T],
    allowed: impl Fn(&T, &Work, &str) -> bool,
) -> u64 {
    let wrong = |(site, made): &(&Work, &T)| {
        allowed(made, site, &site.targets[0]) != site.expected(dialect)[0]
    };
    sites.iter().zip(made).filter(wrong).count() as u64
}

/// Measures the time from the bytes of a file to a value that does not borrow from them.
fn build(sites: &[Work], effort: Effort, summary: &mut Summary) -> Vec<Target> {
    let results = race_of_builds(Race::new(effort.race * 2, sites.len() / 200), sites);
    results.print(
        "parse and keep: an owned matcher of a host (dropped outside of the time taken)",
        "host",
    );
    results.assert_no_other_answers();
    let medians = race_of_builds(Race::by_file(sites.len()), sites);
    medians.print_by_part("parse and keep, one by one", "file");
    let median = |slow: &str, fast: &str| medians.ratio_by_part(slow, fast);
    let peers = results.peers();
    let ratios = |slow: &str, fast: &str| results.ratios(slow, fast);
    let line = Line::new(
        "Build what a crawler keeps per host",
        ratios,
        ours(),
        &peers,
    );
    summary.push(line.with_medians(median, ours(), &peers));
    let targets = DIALECTS.into_iter().flat_map(|(_, name)| {
        let measure = format!("parse + owned Matcher: {name}");
        [
            Target::at_least(
                format!("{measure} against robotxt"),
                results.ratio(ROBOTXT, name),
                3.1,
            ),
            Target::shown(
                format!("{measure} against robotxt, the median file"),
                medians.ratio_by_part(ROBOTXT, name),
            ),
            Target::shown(
                format!("{measure} against fast-robots, text and matcher"),
                results.ratio(FAST_ROBOTS_MATCHER, name),
            ),
            Target::shown(
                format!("{measure} against fast-robots, text and what is parsed, nothing compiled"),
                results.ratio(FAST_ROBOTS, name),
            ),
        ]
    });
    targets.collect()
}

fn race_of_builds<'a>(mut race: Race<'a>, sites: &'a [Work<'a>]) -> Results {
    let range = |part: Part| &sites[part.range(sites.len())];
    for (dialect, name) in DIALECTS {
        race.add_timed(name, move |part| {
            make(
                range(part),
                dialect,
                |site| site.owned_matcher(dialect),
                |matcher, _, target| matcher.allowed(target),
            )
        });
    }
    race.add_timed(ROBOTXT, move |part| {
        make(
            range(part),
            Dialect::Standard,
            |site| contestants::robotxt(site.file, site.agent),
            |robots, _, target| robots.is_allowed(target),
        )
    });
    // The value borrows its text, which must be kept with it.
    race.add_timed(FAST_ROBOTS, move |part| {
        let sites = range(part);
        let mut robots = Vec::with_capacity(sites.len());
        let start = ThreadTime::now();
        let texts = texts(sites.iter());
        robots.extend(texts.iter().map(|text| RobotsTxt::parse(text)));
        let elapsed = start.elapsed();
        let allowed =
            |robots: &RobotsTxt, site: &Work, target: &str| robots.is_allowed(site.agent, target);
        (
            elapsed,
            first_answers(sites, Dialect::Standard, &robots, allowed),
        )
    });
    race.add_timed(FAST_ROBOTS_MATCHER, move |part| {
        let sites = range(part);
        let mut robots = Vec::with_capacity(sites.len());
        let mut matchers = Vec::with_capacity(sites.len());
        let start = ThreadTime::now();
        let texts = texts(sites.iter());
        robots.extend(texts.iter().map(|text| RobotsTxt::parse(text)));
        matchers.extend(robots.iter().map(RobotsTxt::matcher));
        let elapsed = start.elapsed();
        let allowed = |matcher: &RobotsMatcher, site: &Work, target: &str| {
            matcher.is_allowed(site.agent, target)
        };
        (
            elapsed,
            first_answers(sites, Dialect::Standard, &matchers, allowed),
        )
    });
    race.run(sites.len())
}

fn texts<'a>(sites: impl Iterator<Item = &'a Work<'a>>) -> Vec<Box<str>> {
    sites
        .map(|site| contestants::utf8(site.file).into_owned().into_boxed_str())
        .collect()
}

/// Queries hosts in random order, so that each is out of the caches.
fn ask_cold(sites: &[Work], effort: Effort, summary: &mut Summary) -> Vec<Target> {
    let hosts = hosts(sites, sites.len() * COPIES);
    let few = &hosts[..sites.len() * COPIES_OF_THE_LARGE];
    let (queries, queries_of_few) = (queries(&hosts, hosts.len()), queries(few, hosts.len()));

    let standard = keep(&hosts, |site| site.owned_matcher(Dialect::Standard));
    let google = keep(&hosts, |site| site.owned_matcher(Dialect::Google));
    let robotxt = keep(&hosts, |site| contestants::robotxt(site.file, site.agent));
    let texts = texts(hosts.iter().copied());
    let parsed: Vec<RobotsTxt> = texts.iter().map(|text| RobotsTxt::parse(text)).collect();
    let compiled: Vec<RobotsMatcher> = parsed[..few.len()].iter().map(RobotsTxt::matcher).collect();

    let mut race = Race::cold(effort.race * 2, hosts.len().div_ceil(ASKED_IN_A_ROW));
    let range = |part: Part| &queries[part.range(queries.len())];
    race.add(STANDARD, |part| {
        let allowed = |matcher: &Matcher, query: &Query| matcher.allowed(query.target);
        differences(&standard, range(part), allowed, by_standard)
    });
    race.add(GOOGLE, |part| {
        let allowed = |matcher: &Matcher, query: &Query| matcher.allowed(query.target);
        differences(&google, range(part), allowed, by_google)
    });
    race.add(ROBOTXT, |part| {
        let allowed = |robots: &robotxt::Robots, query: &Query| robots.is_allowed(query.target);
        differences(&robotxt, range(part), allowed, by_standard)
    });
    race.add(FAST_ROBOTS, |part| {
        let allowed =
            |robots: &RobotsTxt, query: &Query| robots.is_allowed(query.agent, query.target);
        differences(&parsed, range(part), allowed, by_standard)
    });
    race.add(FAST_ROBOTS_MATCHER, |part| {
        let allowed =
            |matcher: &RobotsMatcher, query: &Query| matcher.is_allowed(query.agent, query.target);
        let queries = &queries_of_few[part.range(queries_of_few.len())];
        differences(&compiled, queries, allowed, by_standard)
    });
    let results = race.run(queries.len());
    results.print(
        &format!(
            "cold queries: {} hosts ({} for fast-robots' matcher) in random order",
            hosts.len(),
            few.len()
        ),
        "query",
    );
    results.assert_no_other_answers();
    let ratios = |slow: &str, fast: &str| results.ratios(slow, fast);
    let title = "Ask about a host that has left the processor's caches";
    summary.push(Line::new(title, ratios, ours(), &results.peers()));
    let mut targets = Vec::new();
    for (_, name) in DIALECTS {
        targets.push(Target::at_least(
            format!("cold query, {} hosts: {name} against robotxt", hosts.len()),
            results.ratio(ROBOTXT, name),
            4.5,
        ));
        for peer in [FAST_ROBOTS, FAST_ROBOTS_MATCHER] {
            targets.push(Target::shown(
                format!("cold query, {} hosts: {name} against {peer}", hosts.len()),
                results.ratio(peer, name),
            ));
        }
    }
    targets
}

/// Runs one contestant with many hosts in its own process, so that the process's memory shows
/// how much it keeps.
pub struct Trial {
    contestant: String,
    hosts: usize,
}

impl Trial {
    pub fn from_arguments(arguments: &[String]) -> Option<Trial> {
        let [mark, contestant, hosts] = arguments else {
            return None;
        };
        let hosts = hosts.parse().ok()?;
        (mark == MARK).then(|| Trial {
            contestant: contestant.clone(),
            hosts,
        })
    }

    pub fn run(self) {
        let corpus = Corpus::load();
        let sites = Work::of_corpus(&corpus, URLS);
        let hosts = hosts(&sites, self.hosts);
        let queries = queries(&hosts, (2 * hosts.len()).min(4_000_000));
        match self.contestant.as_str() {
            STANDARD => run_scale(
                STANDARD,
                &hosts,
                &queries,
                |site| site.owned_matcher(Dialect::Standard),
                |matcher, query| matcher.allowed(query.target),
                by_standard,
            ),
            GOOGLE => run_scale(
                GOOGLE,
                &hosts,
                &queries,
                |site| site.owned_matcher(Dialect::Google),
                |matcher, query| matcher.allowed(query.target),
                by_google,
            ),
            ROBOTXT => run_scale(
                ROBOTXT,
                &hosts,
                &queries,
                |site| contestants::robotxt(site.file, site.agent),
                |robots, query| robots.is_allowed(query.target),
                by_standard,
            ),
            other => panic!("no contestant {other}"),
        }
    }
}

fn run_scale<'a, T>(
    name: &str,
    hosts: &[&Work],
    queries: &[Query<'a>],
    make: impl Fn(&Work) -> T,
    allowed: impl Fn(&T, &Query<'a>) -> bool,
    expected: fn(&Query<'a>) -> bool,
) {
    let before = resident();
    let start = ThreadTime::now();
    let kept = keep(hosts, make);
    let building = start.elapsed().as_secs_f64();
    let built = resident();
    // Query once before the clock starts, to build lazy parts.
    let warming = differences(&kept, queries, &allowed, expected);
    let start = ThreadTime::now();
    let differ = differences(&kept, queries, &allowed, expected);
    let asking = start.elapsed().as_secs_f64();
    let asked = resident();
    assert_eq!(differ, warming, "{name} answers the same work differently");
    if name != ROBOTXT {
        assert_eq!(differ, 0, "{name}: an owned Matcher differs");
    }
    let memory = |after: Option<usize>| match (before, after) {
        (Some(before), Some(after)) => {
            let kept = after.saturating_sub(before) as f64;
            format!(
                "{:.2} GB, {:.0} B a host",
                kept / 1e9,
                kept / hosts.len() as f64
            )
        }
        _ => String::from("unknown: no /proc"),
    };
    println!(
        "| {name} | {:.0} | {} | {} | {:.0} | {} | {differ} |",
        hosts.len() as f64 / building,
        memory(built),
        memory(asked),
        queries.len() as f64 / asking,
        time(asking / queries.len() as f64),
    );
}

/// Returns the resident memory of this process in bytes.
fn resident() -> Option<usize> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmRSS:"))?;
    Some(line.split_whitespace().nth(1)?.parse::<usize>().ok()? * 1024)
}

/// Measures this many hosts at once: their memory, and the number built and queried per second on
/// one core.
pub fn at_scale(corpus: &Corpus, hosts: usize) {
    println!("\n## {hosts} hosts at once\n");
    println!(
        "Each host has a matcher of its own, made of one of {} files; each contestant has a process of its own. Memory: what became resident.",
        corpus.files.len()
    );
    let text = corpus.bytes() as f64 / corpus.files.len() as f64 * hosts as f64;
    println!(
        "fast-robots borrows its text, which alone would be {:.1} GB.\n",
        text / 1e9
    );
    println!(
        "| contestant | hosts a second | memory when built | memory after the queries | queries a second | a query | answers that differ |\n|---|---:|---:|---:|---:|---:|---:|"
    );
    let start = Instant::now();
    for name in [STANDARD, GOOGLE, ROBOTXT] {
        let program = std::env::current_exe().expect("the path of this program");
        let status = Command::new(program)
            .args([MARK, name, &hosts.to_string()])
            .status()
            .expect("this program starts again");
        assert!(status.success(), "{name} failed");
    }
    println!("\nAll in {}.", time(start.elapsed().as_secs_f64()));
}
