//! `crawler URL…`: crawls the hosts of these URLs as their robots.txt permits, at most 1000 pages.

use std::collections::HashSet;
use std::sync::Arc;
use std::time::Duration;

use crawler::{Crawler, transport::Reqwest};
use moka::future::Cache;
use reqwest::{Client, Url, redirect::Policy};
use robots_exclusion::fetch::{CachePolicy, RobotsCache};
use robots_exclusion::location::Scope;
use tokio::task::JoinSet;

const AGENT: &str = "ExampleCrawler";
/// The file that keeps the robots.txt cache between runs.
const SAVED: &str = "robots-cache.jsonl";

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let client = Client::builder()
        .user_agent(AGENT)
        // The target of a redirect is another page to check against robots.txt.
        .redirect(Policy::none())
        .timeout(Duration::from_secs(30))
        .build()?;
    let crawler = Arc::new(Crawler {
        agent: AGENT,
        robots: RobotsCache::new(AGENT, CachePolicy::new(), Reqwest(client.clone())),
        client,
        pause: Duration::from_secs(1),
        patience: Duration::from_secs(600),
        hosts: Cache::new(100_000),
        stop: Default::default(),
    });
    if let Ok(saved) = std::fs::read_to_string(SAVED) {
        crawler.robots.load(saved.lines().map(serde_json::from_str));
    }
    let mut new: Vec<Url> =
        std::env::args().skip(1).map(|seed| seed.parse()).collect::<Result<_, _>>()?;
    let hosts: HashSet<Scope> = new.iter().flat_map(Scope::try_from).collect();
    let (mut seen, mut tasks) = (HashSet::new(), JoinSet::new());
    loop {
        for url in new.drain(..) {
            let stays = Scope::try_from(&url).is_ok_and(|scope| hosts.contains(&scope));
            if stays && seen.len() < 1000 && seen.insert(url.clone()) {
                tasks.spawn(crawler.clone().visit(url));
            }
        }
        eprint!("\r{} pages done, {} to come ", seen.len() - tasks.len(), tasks.len());
        tokio::select! {
            _ = tokio::signal::ctrl_c() => drop(crawler.stop.send_replace(true)),
            page = tasks.join_next() => match page {
                Some(links) => new = links?.unwrap_or_default(),
                None => break,
            },
        }
    }
    eprintln!();
    let lines = crawler.robots.save().map(|host| serde_json::to_string(&host));
    std::fs::write("robots-cache.new", lines.collect::<Result<Vec<_>, _>>()?.join("\n"))?;
    Ok(std::fs::rename("robots-cache.new", SAVED)?)
}
