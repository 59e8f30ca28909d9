//! What a crawler does: it makes an owned matcher of each host's file, keeps it, and asks it now and
//! then, when nothing of it is in the processor's caches.

use std::hint::black_box;
use std::process::Command;
use std::time::{Duration, Instant};

use cpu_time::ThreadTime;
use fast_robots::{RobotsMatcher, RobotsTxt};
use robots_exclusion::{Dialect, Matcher};

use crate::Effort;
use crate::contestants::{
    self, DIALECTS, FAST_ROBOTS, FAST_ROBOTS_MATCHER, GOOGLE, ROBOTXT, STANDARD,
};
use crate::corpus::{self, Corpus, Random};
use crate::race::{Part, Race, time};
use crate::targets::Target;

/// Hosts made of each file: 2,188 files make 87,520 hosts.
const COPIES: usize = 40;
/// fast-robots' compiled matcher keeps some ten times the text: it is given fewer hosts.
const COPIES_OF_THE_LARGE: usize = COPIES / 4;
const URLS: usize = 30;
const MARK: &str = "--crawl-trial";

/// A file with what is asked about it, and the answers of `Robots::allowed`.
struct Site<'a> {
    file: &'a [u8],
    agent: &'static str,
    targets: Vec<String>,
    standard: Vec<bool>,
    google: Vec<bool>,
}

fn sites(corpus: &Corpus) -> Vec<Site<'_>> {
    fn site(index: usize, file: &[u8]) -> Site<'_> {
        let agent = corpus::agent(index);
        let targets = corpus::targets(file, URLS);
        let answers = |dialect| {
            let robots = contestants::parse(dialect, file);
            targets
                .iter()
                .map(|target| robots.allowed(agent, target))
                .collect()
        };
        Site {
            file,
            agent,
            standard: answers(Dialect::Standard),
            google: answers(Dialect::Google),
            targets,
        }
    }
    let files = corpus.files.iter().enumerate();
    files.map(|(index, file)| site(index, file)).collect()
}

/// `copies` hosts of each site, in random order: as a crawler meets them.
fn hosts<'a, 'b>(sites: &'b [Site<'a>], count: usize) -> Vec<&'b Site<'a>> {
    let mut hosts: Vec<&Site> = sites.iter().cycle().take(count).collect();
    let mut random = Random::new(1);
    for last in (1..hosts.len()).rev() {
        hosts.swap(last, random.below(last + 1));
    }
    hosts
}

/// A question to a host, with both dialects' answers.
struct Query<'a> {
    host: u32,
    agent: &'static str,
    target: &'a str,
    standard: bool,
    google: bool,
}

fn queries<'a>(hosts: &[&'a Site], count: usize) -> Vec<Query<'a>> {
    let mut random = Random::new(2);
    let mut query = || {
        let host = random.below(hosts.len());
        let site = hosts[host];
        let target = random.below(site.targets.len());
        Query {
            host: host as u32,
            agent: site.agent,
            target: &site.targets[target],
            standard: site.standard[target],
            google: site.google[target],
        }
    };
    (0..count).map(|_| query()).collect()
}

/// How many answers are not the one expected.
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

fn owned(dialect: Dialect, site: &Site) -> Matcher<'static> {
    contestants::parse(dialect, site.file)
        .matcher(site.agent)
        .into_owned()
}

fn keep<T>(hosts: &[&Site], make: impl Fn(&Site) -> T) -> Vec<T> {
    hosts.iter().map(|site| make(site)).collect()
}

pub fn measure(corpus: &Corpus, effort: Effort) -> Vec<Target> {
    println!("\n## Crawl: owned matchers built, kept and asked cold");
    let sites = sites(corpus);
    let mut targets = build(&sites, effort);
    targets.extend(ask_cold(&sites, effort));
    targets
}

/// Makes a number of things in a row, and leaves the time to drop them out.
fn make<T>(sites: &[Site], make: impl Fn(&Site) -> T) -> (Duration, u64) {
    let mut made = Vec::with_capacity(sites.len());
    let start = ThreadTime::now();
    for site in sites {
        made.push(make(site));
    }
    let elapsed = start.elapsed();
    (elapsed, black_box(made).len() as u64)
}

/// From the bytes of a file to what can be kept when they are gone.
fn build(sites: &[Site], effort: Effort) -> Vec<Target> {
    let mut race = Race::new(effort.race * 2, sites.len() / 200);
    let range = |part: Part| &sites[part.range(sites.len())];
    for (dialect, name) in DIALECTS {
        race.add_timed(name, move |part| {
            make(range(part), |site| owned(dialect, site))
        });
    }
    race.add_timed(ROBOTXT, move |part| {
        make(range(part), |site| {
            contestants::robotxt(site.file, site.agent)
        })
    });
    // It borrows its text, which has to be kept beside it.
    race.add_timed(FAST_ROBOTS, move |part| {
        let sites = range(part);
        let mut robots = Vec::with_capacity(sites.len());
        let start = ThreadTime::now();
        let texts = texts(sites.iter());
        robots.extend(texts.iter().map(|text| RobotsTxt::parse(text)));
        (start.elapsed(), black_box(robots).len() as u64)
    });
    race.add_timed(FAST_ROBOTS_MATCHER, move |part| {
        let sites = range(part);
        let mut robots = Vec::with_capacity(sites.len());
        let mut matchers = Vec::with_capacity(sites.len());
        let start = ThreadTime::now();
        let texts = texts(sites.iter());
        robots.extend(texts.iter().map(|text| RobotsTxt::parse(text)));
        matchers.extend(robots.iter().map(RobotsTxt::matcher));
        (start.elapsed(), black_box(matchers).len() as u64)
    });
    let results = race.run(sites.len());
    results.print(
        "parse and keep: an owned matcher of a host (dropped outside of the time taken)",
        "host",
    );
    DIALECTS
        .into_iter()
        .flat_map(|(_, name)| {
            [
                Target::at_least(
                    format!("parse + owned Matcher: {name} against robotxt"),
                    results.ratio(ROBOTXT, name),
                    4.0,
                ),
                Target::shown(
                    format!("parse + owned Matcher: {name} against fast-robots, parsed only"),
                    results.ratio(FAST_ROBOTS, name),
                ),
            ]
        })
        .collect()
}

fn texts<'a>(sites: impl Iterator<Item = &'a Site<'a>>) -> Vec<Box<str>> {
    sites
        .map(|site| contestants::utf8(site.file).into_owned().into_boxed_str())
        .collect()
}

/// Hosts in random order, each found as it was left long ago.
fn ask_cold(sites: &[Site], effort: Effort) -> Vec<Target> {
    let hosts = hosts(sites, sites.len() * COPIES);
    let few = &hosts[..sites.len() * COPIES_OF_THE_LARGE];
    let (queries, queries_of_few) = (queries(&hosts, hosts.len()), queries(few, hosts.len()));

    let standard = keep(&hosts, |site| owned(Dialect::Standard, site));
    let google = keep(&hosts, |site| owned(Dialect::Google, site));
    let robotxt = keep(&hosts, |site| contestants::robotxt(site.file, site.agent));
    let texts = texts(hosts.iter().copied());
    let parsed: Vec<RobotsTxt> = texts.iter().map(|text| RobotsTxt::parse(text)).collect();
    let compiled: Vec<RobotsMatcher> = parsed[..few.len()].iter().map(RobotsTxt::matcher).collect();

    let mut race = Race::cold(effort.race * 2, hosts.len() / 500);
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
            "cold queries: {} hosts ({} for fast-robots' matcher) in random order; found: answers that are not those of `Robots::allowed`, for the others in dialect Standard",
            hosts.len(),
            few.len()
        ),
        "query",
    );
    let mut targets = Vec::new();
    for (_, name) in DIALECTS {
        assert_eq!(
            results.row(name).answer,
            0,
            "{name}: an owned Matcher differs"
        );
        targets.push(Target::at_least(
            format!("cold query, {} hosts: {name} against robotxt", hosts.len()),
            results.ratio(ROBOTXT, name),
            5.0,
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

/// One contestant with many hosts; in a process of its own, so that what it keeps is all there is.
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
        let sites = sites(&corpus);
        let hosts = hosts(&sites, self.hosts);
        let queries = queries(&hosts, (2 * hosts.len()).min(4_000_000));
        match self.contestant.as_str() {
            STANDARD => run_scale(
                STANDARD,
                &hosts,
                &queries,
                |site| owned(Dialect::Standard, site),
                |matcher, query| matcher.allowed(query.target),
                by_standard,
            ),
            GOOGLE => run_scale(
                GOOGLE,
                &hosts,
                &queries,
                |site| owned(Dialect::Google, site),
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
    hosts: &[&Site],
    queries: &[Query<'a>],
    make: impl Fn(&Site) -> T,
    allowed: impl Fn(&T, &Query<'a>) -> bool,
    expected: fn(&Query<'a>) -> bool,
) {
    let before = resident();
    let start = ThreadTime::now();
    let kept = keep(hosts, make);
    let building = start.elapsed().as_secs_f64();
    let built = resident();
    // What is built lazily is asked for before the clock runs.
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

/// Bytes of this process in memory.
fn resident() -> Option<usize> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmRSS:"))?;
    Some(line.split_whitespace().nth(1)?.parse::<usize>().ok()? * 1024)
}

/// So many hosts at once: what they keep, and how many are built and asked in a second of one core.
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
