//! A polite crawler: it asks robots.txt about every page, and each host for one page at a time.

pub mod robots;

use std::sync::Arc;
use std::time::{Duration, SystemTime};

use moka::future::Cache;
use reqwest::{Client, header};
use robots::{RobotsCache, read_body};
use robots_exclusion::fetch::{Outlook, Refresh};
use robots_exclusion::location::Scope;
use tokio::sync::{Mutex, OwnedMutexGuard, watch};
use tokio::time::{Instant, sleep, sleep_until};
use url::Url;

pub struct Crawler {
    pub agent: &'static str,
    pub client: Client,
    pub robots: RobotsCache,
    /// The shortest pause between two requests to a host; its robots.txt may ask for more.
    pub pause: Duration,
    /// How long to wait for a host that does not want to be asked now.
    pub patience: Duration,
    /// For each host, held by the task that asks it: when it may be asked again.
    pub hosts: Cache<Scope, Arc<Mutex<Instant>>>,
    pub stop: watch::Sender<bool>,
}

impl Crawler {
    /// Fetches a page, if and when that is allowed, and says what it links to.
    pub async fn visit(self: Arc<Self>, url: Url) -> Option<Vec<Url>> {
        let mut stop = self.stop.subscribe();
        loop {
            let (outlook, mut host) = tokio::select! {
                biased;
                _ = stop.wait_for(|stop| *stop) => return None,
                turn = self.turn(&url) => turn?,
            };
            let links = self.fetch(&url).await;
            let delay = outlook.matcher(self.agent).crawl_delay();
            let asked = links.as_ref().err().copied().max(delay);
            *host = Instant::now() + self.pause.max(asked.unwrap_or_default());
            let sitemaps = outlook.access().sitemaps().filter_map(|sitemap| sitemap.sitemap_url());
            match links {
                Err(wait) if wait <= self.patience => continue,
                links => return Some(links.ok()?.into_iter().chain(sitemaps).collect()),
            }
        }
    }

    /// Waits for the host, and holds it; `None` if the page is disallowed.
    async fn turn(&self, url: &Url) -> Option<(Outlook, OwnedMutexGuard<Instant>)> {
        let new = async { Arc::new(Mutex::new(Instant::now())) };
        let host = self.hosts.get_with(Scope::try_from(url).ok()?, new).await.lock_owned().await;
        sleep_until(*host).await;
        loop {
            let outlook = self.robots.outlook(url).await?;
            if outlook.matcher(self.agent).allowed(url) {
                return Some((outlook, host));
            }
            let Refresh::RetryAt(time) = outlook.refresh() else { return None };
            let wait = Some(time.duration_since(SystemTime::now().into()));
            sleep(wait.filter(|wait| *wait <= self.patience)?).await;
        }
    }

    /// What a page links to; or how long its server wants to be left alone.
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
        let text = read_body(&mut response, 2_000_000).await.unwrap_or_default();
        let text = String::from_utf8_lossy(&text);
        // No parser of HTML and XML: this is about robots.txt.
        let links = ["href=\"", "<loc>"].into_iter().flat_map(|mark| text.split(mark).skip(1));
        let links = links.filter_map(|link| url.join(link.split(['"', '<']).next()?).ok());
        Ok(links.collect())
    }
}
