//! What each host's robots.txt says to one crawler. Copy this file as it is.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::SystemTime;

use moka::future::Cache;
use reqwest::{Client, Response, Result};
use robots_exclusion::ParseOptions;
use robots_exclusion::fetch::{
    CachePolicy, CachedRobots, FetchResult, Fetching, Hop, Outlook, Redirects, SharedRobots, Turn,
};
use robots_exclusion::location::{Scope, robots_txt_url};
use url::Url;

/// Cheap to clone: all clones share what was fetched.
#[derive(Clone)]
pub struct RobotsCache {
    agent: Arc<str>,
    client: Client,
    policy: Arc<CachePolicy>,
    hosts: Cache<Scope, SharedRobots>,
}

impl RobotsCache {
    /// For the crawler with this product token. The client must not follow redirects by itself
    /// (`redirect::Policy::none()`), and should have a `timeout`.
    pub fn new(agent: &str, client: Client, policy: CachePolicy) -> RobotsCache {
        RobotsCache {
            agent: agent.into(),
            client,
            // Nobody else asks: no text is kept.
            policy: policy.keep_only_for(&[agent]).into(),
            hosts: Cache::new(100_000),
        }
    }

    /// All that is known, to be loaded after a restart.
    pub fn save(&self) -> serde_json::Result<Vec<u8>> {
        let hosts =
            self.hosts.iter().map(|(scope, shared)| (Scope::clone(&scope), shared.cached()));
        serde_json::to_vec(&hosts.collect::<HashMap<_, _>>())
    }

    /// Goes on with what was saved.
    pub async fn load(&self, saved: &[u8]) -> serde_json::Result<()> {
        for (scope, cached) in serde_json::from_slice::<HashMap<Scope, CachedRobots>>(saved)? {
            self.hosts.insert(scope, cached.with_policy(self.policy.clone()).into()).await;
        }
        Ok(())
    }

    /// Whether the crawler may fetch this URL now; `false` if it has no host.
    pub async fn allowed(&self, url: &Url) -> bool {
        self.outlook(url).await.is_some_and(|outlook| outlook.matcher(&self.agent).allowed(url))
    }

    /// All that is known: rules, sitemaps, when to ask again. The first task that asks about a
    /// host fetches its robots.txt, and the others wait for it.
    pub async fn outlook(&self, url: &Url) -> Option<Outlook> {
        let (scope, start) = (Scope::try_from(url).ok()?, robots_txt_url(url).ok()?);
        let new = async { SharedRobots::new(self.policy.clone()) };
        let shared = self.hosts.get_with(scope, new).await;
        Some(match shared.turn(SystemTime::now()).await {
            Turn::Use(outlook) => outlook,
            Turn::Fetch(turn) => {
                let result = self.fetch(start, &turn).await;
                turn.record(result.unwrap_or(FetchResult::unreachable()), SystemTime::now())
            }
        })
    }

    async fn fetch(&self, start: Url, turn: &Fetching) -> Result<FetchResult<'static>> {
        let mut redirects = Redirects::new(start);
        loop {
            // A crawler that can reach what strangers must not checks the URL here.
            let request = self.client.get(redirects.url().clone());
            let conditions = turn.validators_for(redirects.url()).map(|kept| kept.to_headers());
            let mut response = request.headers(conditions.unwrap_or_default()).send().await?;
            let (status, headers) = (response.status(), response.headers().clone());
            match redirects.follow_headers(status, &headers) {
                Hop::Request(_) => continue,
                Hop::End(result) => return Ok(result),
                Hop::Answer => {}
            }
            // A byte more than is parsed tells a file that ends there from one that goes on.
            let limit = if status.is_success() { ParseOptions::DEFAULT_BYTE_LIMIT + 1 } else { 0 };
            let body = read_body(&mut response, limit).await?;
            return Ok(redirects.result(status.as_u16(), body).header_map(&headers));
        }
    }
}

/// The body of a response, cut where it is longer than the limit.
pub async fn read_body(response: &mut Response, limit: usize) -> Result<Vec<u8>> {
    let mut body = Vec::new();
    while body.len() < limit
        && let Some(chunk) = response.chunk().await?
    {
        body.extend_from_slice(&chunk[..chunk.len().min(limit - body.len())]);
    }
    Ok(body)
}
