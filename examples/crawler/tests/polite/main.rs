//! Runs the crawler against local hosts, most of which misbehave, each in a different way.

mod server;

use std::collections::HashSet;
use std::sync::Arc;
use std::time::{Duration, Instant};

use crawler::Crawler;
use crawler::transport::Reqwest;
use moka::future::Cache;
use reqwest::{Client, redirect::Policy};
use robots_exclusion::fetch::{CachePolicy, RobotsCache};
use server::{Host, Manner};
use tokio::task::JoinSet;
use url::Url;

const AGENT: &str = "ExampleCrawler";
const TIMEOUT: Duration = Duration::from_secs(5);
/// The crawl delay in the hosts' robots.txt.
const DELAY: Duration = Duration::from_millis(100);

/// Hosts with pages that may be fetched eventually; `SHUT` lists the others.
const OPEN: [Manner; 7] = [
    Manner::Obliging,
    Manner::Slow,
    Manner::Missing,
    Manner::Recovers,
    Manner::Redirects,
    Manner::RedirectsForever,
    Manner::NeverEnds,
];
const SHUT: [Manner; 5] = [
    Manner::TooManyRequests,
    Manner::NeverAnswers,
    Manner::BreaksOff,
    Manner::Compresses,
    Manner::NoHttp,
];

fn client() -> Client {
    let client = Client::builder().redirect(Policy::none()).timeout(TIMEOUT).no_proxy();
    client.build().unwrap()
}

fn policy() -> CachePolicy {
    let mut policy = CachePolicy::new();
    policy.retry_after_at_least = Duration::from_millis(500);
    policy
}

async fn hosts(manners: impl IntoIterator<Item = Manner>) -> Vec<Host> {
    let mut hosts = Vec::new();
    for manner in manners {
        hosts.push(Host::start(manner).await);
    }
    hosts
}

fn is_private(path: &str) -> bool {
    path.starts_with("/private")
}

fn is_page(path: &str) -> bool {
    !matches!(path, "/robots.txt" | "/moved")
}

/// Returns `true` if the host is known to have no restrictions.
fn is_free(host: &Host) -> bool {
    matches!(host.manner, Manner::Missing | Manner::RedirectsForever)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn fifty_tasks_fetch_each_robots_txt_once() {
    let hosts = hosts(OPEN.into_iter().chain(SHUT)).await;
    let robots = RobotsCache::new(AGENT, policy(), Reqwest(client()));
    let mut tasks = JoinSet::new();
    for task in 0..50 {
        let (robots, hosts) = (robots.clone(), hosts.clone());
        tasks.spawn(async move {
            // Each task begins with a different host.
            for step in 0..hosts.len() {
                let host = &hosts[(task + step) % hosts.len()];
                let (open, private) = (host.page("/open"), host.page("/private/x"));
                let answers = (robots.allowed(&open).await, robots.allowed(&private).await);
                let expected = match host.manner {
                    // The host may or may not have recovered yet.
                    Manner::Recovers => (answers.0, false),
                    _ if is_free(host) => (true, true),
                    manner => (OPEN.contains(&manner), false),
                };
                assert_eq!(answers, expected, "{:?}", host.manner);
            }
        });
    }
    while let Some(task) = tasks.join_next().await {
        task.unwrap();
    }
    for host in hosts {
        let times = host.count(|path| path == "/robots.txt");
        let most = if host.manner == Manner::Recovers { 2 } else { 1 };
        assert!((1..=most).contains(&times), "{:?} was asked {times} times", host.manner);
        assert_eq!(host.count(is_page), 0);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn pages_are_fetched_as_each_host_allows() {
    let hosts = hosts(OPEN.into_iter().chain(SHUT)).await;
    let crawler = Arc::new(Crawler {
        agent: AGENT,
        robots: RobotsCache::new(AGENT, policy(), Reqwest(client())),
        client: client(),
        pause: Duration::from_millis(10),
        patience: Duration::from_secs(20),
        hosts: Cache::new(100),
        stop: Default::default(),
    });
    let (mut seen, mut tasks) = (HashSet::new(), JoinSet::new());
    let mut new: Vec<Url> = hosts.iter().map(|host| host.page("/")).collect();
    // More than fifty tasks request pages of the same hosts at once.
    new.extend(hosts.iter().flat_map(|host| (0..5).map(|page| host.page(&format!("/{page}")))));
    loop {
        for url in new.drain(..) {
            if seen.insert(url.clone()) {
                tasks.spawn(crawler.clone().visit(url));
            }
        }
        match tasks.join_next().await {
            Some(links) => new = links.unwrap().unwrap_or_default(),
            None => break,
        }
    }
    for host in hosts {
        let manner = host.manner;
        let robots = host.count(|path| path == "/robots.txt");
        // A copy is fresh for at least five minutes, but the first fetch may fail.
        let fetches = if manner == Manner::Recovers { 2 } else { 1 };
        assert_eq!(robots, fetches, "{manner:?}");
        let private = if is_free(&host) { 9 } else { 0 };
        assert_eq!(host.count(is_private), private, "{manner:?}");
        let from_sitemap = usize::from(manner == Manner::Obliging);
        assert_eq!(host.count(|path| path == "/sitemap.xml"), from_sitemap, "{manner:?}");
        assert_eq!(host.count(|path| path == "/from-sitemap"), from_sitemap, "{manner:?}");
        let pages = if OPEN.contains(&manner) { 9 + private + 2 * from_sitemap } else { 0 };
        assert_eq!(host.count(is_page), pages, "{manner:?}");
        let times = host.times(is_page);
        let delay = if is_free(&host) { Duration::from_millis(10) } else { DELAY };
        for pair in times.windows(2) {
            assert!(pair[1] - pair[0] >= delay, "{manner:?}: {:?}", pair[1] - pair[0]);
        }
    }
}

/// Saves the cache and loads it into a new one, as after a restart.
fn restarted(robots: &RobotsCache<Reqwest>, policy: CachePolicy) -> RobotsCache<Reqwest> {
    let save = |robots: &RobotsCache<Reqwest>| -> Vec<String> {
        robots.save().map(|host| serde_json::to_string(&host).unwrap()).collect()
    };
    let saved = save(robots);
    let loaded = RobotsCache::new(AGENT, policy, Reqwest(client()));
    assert_eq!(loaded.load(saved.iter().map(|host| serde_json::from_str(host))), 0);
    assert_eq!(save(&loaded), saved);
    loaded
}

#[tokio::test]
async fn the_cache_survives_a_restart() {
    let known = [
        (Manner::Obliging, (true, false)),
        (Manner::Missing, (true, true)),
        (Manner::Redirects, (true, false)),
        (Manner::RedirectsForever, (true, true)),
        // The host asks not to retry for an hour.
        (Manner::TooManyRequests, (false, false)),
        (Manner::NoHttp, (false, false)),
    ];
    let hosts = hosts(known.map(|(manner, _)| manner)).await;
    let mut robots = RobotsCache::new(AGENT, policy(), Reqwest(client()));
    for run in 1..=3 {
        for (host, (manner, expected)) in hosts.iter().zip(known) {
            let (open, private) = (host.page("/open"), host.page("/private/x"));
            let answers = (robots.allowed(&open).await, robots.allowed(&private).await);
            assert_eq!(answers, expected, "{manner:?} in run {run}");
            let sitemaps = robots.access(&open).await.unwrap().access.sitemaps().count();
            assert_eq!(sitemaps, usize::from(manner == Manner::Obliging), "run {run}");
            assert_eq!(host.count(|path| path == "/robots.txt"), 1, "{manner:?} in run {run}");
        }
        robots = restarted(&robots, policy());
    }
}

#[tokio::test]
async fn a_stale_copy_is_refreshed_by_a_conditional_request() {
    let host = Host::start(Manner::Obliging).await;
    let mut policy = policy();
    policy.fresh_at_least = Duration::ZERO;
    let mut robots = RobotsCache::new(AGENT, policy.clone(), Reqwest(client()));
    let page = host.page("/private/x");
    for asked in 1..=3 {
        assert!(!robots.allowed(&page).await);
        assert_eq!(host.count(|path| path == "/robots.txt"), asked);
        assert_eq!(host.conditional(), asked - 1);
        tokio::time::sleep(Duration::from_millis(1100)).await;
        robots = restarted(&robots, policy.clone());
    }
}

#[tokio::test]
async fn a_crawl_can_be_stopped() {
    let host = Host::start(Manner::TooManyRequests).await;
    let crawler = Arc::new(Crawler {
        agent: AGENT,
        robots: RobotsCache::new(AGENT, CachePolicy::new(), Reqwest(client())),
        client: client(),
        pause: DELAY,
        patience: Duration::from_secs(100_000),
        hosts: Cache::new(100),
        stop: Default::default(),
    });
    let start = Instant::now();
    let task = tokio::spawn(crawler.clone().visit(host.page("/")));
    tokio::time::sleep(Duration::from_millis(200)).await;
    crawler.stop.send_replace(true);
    assert_eq!(task.await.unwrap(), None);
    assert_eq!(crawler.clone().visit(host.page("/")).await, None);
    assert!(start.elapsed() < Duration::from_secs(5));
}
