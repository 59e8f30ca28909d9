//! A polite crawler: it checks every page against robots.txt, and requests one page at a time from
//! each host.

pub mod transport;

use std::sync::Arc;
use std::time::{Duration, SystemTime};

use moka::future::Cache;
use reqwest::{Client, header};
use robots_exclusion::Matcher;
use robots_exclusion::fetch::{Refresh, RobotsCache};
use robots_exclusion::location::Scope;
use tokio::sync::{Mutex, OwnedMutexGuard, watch};
use tokio::time::{Instant, sleep, sleep_until};
use transport::Reqwest;
use url::Url;

pub struct Crawler {
    pub agent: &'static str,
    pub client: Client,
    pub robots: RobotsCache<Reqwest>,
    /// The shortest pause between two requests to a host; its robots.txt may ask for a longer one.
    pub pause: Duration,
    /// The longest time to wait for a host that asks for a pause.
    pub patience: Duration,
    /// The time of the next request to each host, locked by the task that sends it.
    pub hosts: Cache<Scope, Arc<Mutex<Instant>>>,
    pub stop: watch::Sender<bool>,
}

impl Crawler {
    /// Fetches a page if it is allowed, after any pauses, and returns the links found.
    pub async fn visit(self: Arc<Self>, url: Url) -> Option<Vec<Url>> {
        let mut stop = self.stop.subscribe();
        loop {
            let (rules, mut host) = tokio::select! {
                biased;
                _ = stop.wait_for(|stop| *stop) => return None,
                turn = self.turn(&url) => turn?,
            };
            let links = self.fetch(&url).await;
            let asked = links.as_ref().err().copied().max(rules.delay(self.patience));
            *host = Instant::now() + self.pause.max(asked.unwrap_or_default());
            let sitemaps = rules.sitemaps().filter_map(|sitemap| sitemap.sitemap_url());
            match links {
                Err(wait) if wait <= self.patience => continue,
                links => return Some(links.ok()?.into_iter().chain(sitemaps).collect()),
            }
        }
    }

    /// Waits until the host may be asked for the page, and locks the host. Returns `None` if the
    /// page is disallowed.
    async fn turn(&self, url: &Url) -> Option<(Arc<Matcher>, OwnedMutexGuard<Instant>)> {
        let new = async { Arc::new(Mutex::new(Instant::now())) };
        let host = self.hosts.get_with(Scope::try_from(url).ok()?, new).await.lock_owned().await;
        sleep_until(*host).await;
        loop {
            let state = self.robots.access(url).await.ok()?;
            let rules = state.access.matcher(self.agent);
            if rules.allowed(url) {
                return Some((rules, host));
            }
            let Refresh::RetryAt(time) = state.refresh else { return None };
            let wait = Some(time.duration_since(SystemTime::now().into()));
            sleep(wait.filter(|wait| *wait <= self.patience)?).await;
        }
    }

    /// Returns the links on a page, or the pause that the server asks for.
    async fn fetch(&self, url: &Url) -> Result<Vec<Url>, Duration> {
        let Ok(mut response) = self.client.get(url.clone()).send().await else { return Ok(vec![]) };
        let status = response.status();
        let header = |name| response.headers().get(name)?.to_str().ok();
        if matches!(status.as_u16(), 429 | 503) {
            let seconds = header(header::RETRY_AFTER).and_then(|value| value.parse().ok());
            return Err(Duration::from_secs(seconds.unwrap_or(60)));
        } else if !status.is_success() {
            let target = header(header::LOCATION).and_then(|target| url.join(target).ok());
            return Ok(Vec::from_iter(target));
        }
        let mut text = Vec::new();
        while let (Ok(Some(chunk)), ..2_000_000) = (response.chunk().await, text.len()) {
            text.extend_from_slice(&chunk);
        }
        let text = String::from_utf8_lossy(&text);
        // A real crawler would parse HTML and XML; this example is about robots.txt.
        let links = ["href=\"", "<loc>"].into_iter().flat_map(|mark| text.split(mark).skip(1));
        let links = links.filter_map(|link| url.join(link.split(['"', '<']).next()?).ok());
        Ok(links.collect())
    }
}
