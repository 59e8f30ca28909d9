//! What each host's robots.txt says to one crawler. Copy this file as it is.

use std::sync::Arc;
use std::time::SystemTime;

use moka::future::Cache;
use reqwest::{Client, Response};
use robots_exclusion::ParseOptions;
use robots_exclusion::fetch::{
    CachePolicy, FetchResult, Fetching, Hop, Outlook, Redirects, SharedRobots, Turn,
};
use robots_exclusion::location::{Scope, robots_txt_url};
use url::Url;

/// A byte more than is parsed tells a file that ends there from one that goes on.
const BODY_LIMIT: usize = ParseOptions::DEFAULT_BYTE_LIMIT + 1;

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
            policy: policy.into(),
            hosts: Cache::new(100_000),
        }
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
                turn.record(result, SystemTime::now())
            }
        })
    }

    async fn fetch(&self, start: Url, turn: &Fetching) -> FetchResult<'static> {
        let mut redirects = Redirects::new(start);
        loop {
            // A crawler that can reach what strangers must not checks the URL here.
            let mut request = self.client.get(redirects.url().clone());
            if let Some(validators) = turn.validators_for(redirects.url()) {
                request = request.headers(validators.to_headers());
            }
            let Ok(mut response) = request.send().await else {
                return FetchResult::unreachable();
            };
            let (status, headers) = (response.status(), response.headers().clone());
            match redirects.follow_headers(status, &headers) {
                Hop::Request(_) => continue,
                Hop::End(result) => return result,
                Hop::Answer => {}
            }
            let limit = if status.is_success() { BODY_LIMIT } else { 0 };
            return match read_body(&mut response, limit).await {
                Ok(body) => redirects.result(status.as_u16(), body).header_map(&headers),
                Err(_) => FetchResult::broken(),
            };
        }
    }
}

/// The body of a response, cut where it is longer than the limit.
pub async fn read_body(response: &mut Response, limit: usize) -> reqwest::Result<Vec<u8>> {
    let mut body = Vec::new();
    while body.len() < limit {
        let Some(chunk) = response.chunk().await? else {
            break;
        };
        body.extend_from_slice(&chunk[..chunk.len().min(limit - body.len())]);
    }
    Ok(body)
}
