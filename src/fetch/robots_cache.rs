//! A cache of robots.txt files for the hosts that a crawler visits.

use alloc::boxed::Box;
use alloc::sync::Arc;
use core::fmt;
use core::future::{Future, ready};
use core::time::Duration;
use std::sync::Mutex;
use std::time::SystemTime;

use url::Url;

use super::access::CrawlerNames;
use super::hosts::Hosts;
#[cfg(feature = "serde")]
use super::saved::{SavedHost, VERSION};
use super::shared::{Acquired, Permit, Shared, block_on, lock};
use super::time::DAY;
use super::{
    BlockingTransport, CachePolicy, CacheState, CachedRobots, Exchange, FetchOutcome, Timestamp,
    Transport, TransportError,
};
use crate::location::{LocationError, Scope, robots_txt_url};

/// The default for [`RobotsCache::max_hosts`].
const MAX_HOSTS: usize = 100_000;

/// The default for [`RobotsCache::max_bytes`].
const MAX_BYTES: usize = 256 << 20;

/// A cache of robots.txt files for the hosts that a crawler visits. It fetches a host's file when
/// you check a page on that host, and refreshes the file when it is stale.
///
/// You give the cache your crawler's product token, a [`CachePolicy`] and a [`Transport`], which
/// takes ten lines with most HTTP clients. It doesn't need an async runtime, only the `std`
/// feature. Clones share everything.
///
/// - The first task that checks a page on a host fetches its robots.txt, and the other tasks wait.
///   If the first task is cancelled, a waiting task fetches the file instead. No lock is held
///   during a fetch.
/// - From each file, the cache only keeps the rules for your crawler and the sitemaps, as described
///   for [`keep_only_for`](CachePolicy::keep_only_for).
/// - The cache keeps at most [`max_hosts`](Self::max_hosts) hosts and
///   [`max_bytes`](Self::max_bytes) bytes. It evicts hosts approximately in least-recently-used
///   order. Hosts in use are never evicted, so each task may temporarily add one host beyond the
///   limits.
///
/// Set a time limit in your transport, because the cache itself has none.
///
/// If a robots.txt is redirected to another host, its rules, delay and sitemaps belong to the host
/// that was asked first. The target host has its own robots.txt.
///
/// # With reqwest
///
/// This is the whole transport. It requires this crate's `http` feature. The `examples/clients`
/// package compiles and tests it, along with transports for hyper and ureq.
///
/// ```ignore
/// struct Reqwest(reqwest::Client); // built with `.redirect(Policy::none())` and a `.timeout(…)`
///
/// impl Transport for Reqwest {
///     async fn get(&self, exchange: &mut Exchange) -> Result<(), TransportError> {
///         let request = self.0.get(exchange.url().clone()).headers(exchange.headers());
///         let mut response = request.send().await?;
///         exchange.respond(response.status().as_u16(), response.headers());
///         while exchange.wants_body() {
///             let Some(chunk) = response.chunk().await? else { break };
///             exchange.push(&chunk);
///         }
///         Ok(())
///     }
/// }
///
/// let cache = RobotsCache::new("MyBot", CachePolicy::new(), Reqwest(client));
/// if cache.allowed(&page).await { /* fetch the page */ }
/// ```
///
/// # With any client
///
/// ```
/// use robots_exclusion::fetch::{BlockingTransport, CachePolicy, Exchange, RobotsCache, TransportError};
/// use url::Url;
///
/// /// Your HTTP client goes here.
/// struct EverySiteIsTheSame;
///
/// impl BlockingTransport for EverySiteIsTheSame {
///     fn get_blocking(&self, exchange: &mut Exchange) -> Result<(), TransportError> {
///         exchange.respond(200, [("Cache-Control", "max-age=3600")]);
///         exchange.push(b"User-agent: *\nDisallow: /private/\n");
///         Ok(())
///     }
/// }
///
/// let cache = RobotsCache::new("MyBot", CachePolicy::new(), EverySiteIsTheSame);
/// let page = |url| Url::parse(url).unwrap();
/// assert!(cache.allowed_blocking(&page("https://example.com/page")));
/// assert!(!cache.allowed_blocking(&page("https://example.com/private/page")));
/// ```
#[must_use]
pub struct RobotsCache<T>(Arc<Inner<T>>);

/// The state that all clones of a cache share.
struct Inner<T> {
    transport: T,
    /// The names of the crawler that `allowed` checks.
    agents: CrawlerNames,
    policy: Arc<CachePolicy>,
    clock: Box<dyn Fn() -> Timestamp + Send + Sync>,
    hosts: Mutex<Hosts>,
}

/// Counters for monitoring a [`RobotsCache`]; see [`RobotsCache::statistics`]. Requires the `std`
/// feature.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct CacheStatistics {
    /// The number of hosts in the cache.
    pub hosts: usize,
    /// The number of bytes that count towards [`max_bytes`](RobotsCache::max_bytes).
    pub bytes: usize,
    /// The number of queries since the cache was created.
    pub queries: u64,
    /// The number of completed fetches. All other queries found a copy or waited for one.
    pub fetches: u64,
    /// The number of fetches that ended in a failure, such as a 503 or no answer.
    pub failures: u64,
    /// The number of hosts evicted because of [`max_hosts`](RobotsCache::max_hosts) or
    /// [`max_bytes`](RobotsCache::max_bytes).
    pub evicted: u64,
}

impl<T> RobotsCache<T> {
    /// Creates an empty cache for a crawler with this product token.
    pub fn new(agent: &str, policy: CachePolicy, transport: T) -> RobotsCache<T> {
        // The copies are kept for the crawler that asks, which is the first one.
        let mut policy = policy.keep_only_for([agent]);
        policy.only_for.rotate_right(1);
        Self::for_crawlers(policy, transport)
    }

    /// Creates an empty cache for several crawlers, or for any crawler.
    ///
    /// If the policy names crawlers with [`keep_only_for`](CachePolicy::keep_only_for), the cache
    /// only keeps the rules for these; otherwise it keeps whole files. [`access`](Self::access)
    /// returns the rules for all of these crawlers. [`allowed`](Self::allowed) answers for the
    /// first crawler that the policy names or, if whole files are kept, for a crawler that no file
    /// names (`*`).
    ///
    /// ```
    /// # use robots_exclusion::fetch::{BlockingTransport, CachePolicy, Exchange, RobotsCache, TransportError};
    /// # struct EverySiteIsTheSame;
    /// # impl BlockingTransport for EverySiteIsTheSame {
    /// #     fn get_blocking(&self, exchange: &mut Exchange) -> Result<(), TransportError> {
    /// #         exchange.respond(200, [("", ""); 0]);
    /// #         exchange.push(b"User-agent: a\nDisallow: /\n");
    /// #         Ok(())
    /// #     }
    /// # }
    /// let cache = RobotsCache::for_crawlers(CachePolicy::new(), EverySiteIsTheSame);
    /// let state = cache.access_blocking(&"https://example.com/page".parse()?)?;
    /// assert!(!state.access.allowed("a", "/page"));
    /// assert!(state.access.allowed("b", "/page"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn for_crawlers(policy: CachePolicy, transport: T) -> RobotsCache<T> {
        // If whole files are kept, `allowed` uses the groups for `*`.
        let first = policy.only_for.first().cloned();
        RobotsCache(Arc::new(Inner {
            transport,
            agents: first.unwrap_or_else(|| [Box::from("*")].into()),
            policy: Arc::new(policy),
            clock: Box::new(|| SystemTime::now().into()),
            hosts: Mutex::new(Hosts::new(MAX_HOSTS, MAX_BYTES)),
        }))
    }

    /// Sets the maximum number of hosts, which is 100,000 by default.
    pub fn max_hosts(self, hosts: usize) -> RobotsCache<T> {
        lock(&self.0.hosts).max_hosts = hosts;
        self
    }

    /// Sets the maximum number of bytes, which is 256 MiB by default. Each host counts as the
    /// estimated memory used by its rules and sitemaps, plus about 400 bytes. If hosts serve files
    /// like the ones in a corpus of 2,188 real files, 100,000 of them take 160 MB.
    pub fn max_bytes(self, bytes: usize) -> RobotsCache<T> {
        lock(&self.0.hosts).max_bytes = bytes;
        self
    }

    /// Replaces the clock, which is `SystemTime::now` by default.
    ///
    /// You need this in tests, and in WebAssembly, where `SystemTime::now` panics. Call it before
    /// you clone the cache, because it has no effect afterwards.
    pub fn clock(
        mut self,
        clock: impl Fn() -> Timestamp + Send + Sync + 'static,
    ) -> RobotsCache<T> {
        // The state isn't shared yet while the cache is being built.
        if let Some(inner) = Arc::get_mut(&mut self.0) {
            inner.clock = Box::new(clock);
        }
        self
    }

    /// Returns counters for monitoring. While other queries are running, the counters may be
    /// slightly out of step with each other.
    ///
    /// ```
    /// # use robots_exclusion::fetch::{BlockingTransport, CachePolicy, Exchange, RobotsCache, TransportError};
    /// # struct Overloaded;
    /// # impl BlockingTransport for Overloaded {
    /// #     fn get_blocking(&self, exchange: &mut Exchange) -> Result<(), TransportError> {
    /// #         exchange.respond(503, [("", ""); 0]);
    /// #         Ok(())
    /// #     }
    /// # }
    /// let cache = RobotsCache::new("MyBot", CachePolicy::new(), Overloaded);
    /// cache.allowed_blocking(&"https://example.com/a".parse()?);
    /// cache.allowed_blocking(&"https://example.com/b".parse()?);
    /// let counts = cache.statistics();
    /// assert_eq!((counts.queries, counts.fetches, counts.failures), (2, 1, 1));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn statistics(&self) -> CacheStatistics {
        lock(&self.0.hosts).counts
    }

    /// Returns the rules that the cache has for the page's host, without fetching or waiting. They
    /// may be stale. Returns `None` if the host isn't in the cache.
    pub fn cached(&self, page: &Url) -> Option<CacheState> {
        let scope = Scope::try_from(page).ok()?;
        // Looking at a host doesn't count as using it, so it doesn't protect it from eviction.
        let host = lock(&self.0.hosts).find(&scope)?;
        Some(host.cached().at(self.now()))
    }

    /// Returns the time to wait between two requests to the page's host, based on the rules in the
    /// cache; see [`Matcher::delay`](crate::Matcher::delay). This method never fetches.
    ///
    /// Call this method after [`allowed`](Self::allowed), which fetches the rules. The delay
    /// applies to the crawler that `allowed` checks. It belongs to the page's host, even if the
    /// robots.txt was redirected to another host. A delay of more than a day counts as one day.
    /// Returns `None` if the host isn't in the cache or doesn't ask for a delay.
    ///
    /// ```
    /// # use robots_exclusion::fetch::{BlockingTransport, CachePolicy, Exchange, RobotsCache, TransportError};
    /// # use std::time::Duration;
    /// # struct Slow;
    /// # impl BlockingTransport for Slow {
    /// #     fn get_blocking(&self, exchange: &mut Exchange) -> Result<(), TransportError> {
    /// #         exchange.respond(200, [("", ""); 0]);
    /// #         exchange.push(b"User-agent: *\nCrawl-delay: 10\n");
    /// #         Ok(())
    /// #     }
    /// # }
    /// # let cache = RobotsCache::new("MyBot", CachePolicy::new(), Slow);
    /// let page = "https://example.com/page".parse()?;
    /// if cache.allowed_blocking(&page) {
    ///     assert_eq!(cache.delay(&page), Some(Duration::from_secs(10)));
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn delay(&self, page: &Url) -> Option<Duration> {
        // No delay is known before the first fetch.
        let state = self.cached(page)?;
        state.access.matcher_for(&*self.0.agents).delay(DAY)
    }

    /// Removes the page's host from the cache, so that the next query fetches its robots.txt.
    /// Returns `true` if the host was in the cache.
    ///
    /// A fetch that is in progress continues, and the tasks that wait for it get its outcome, but
    /// the cache doesn't keep it.
    pub fn forget(&self, page: &Url) -> bool {
        // A fetch in progress still ends for the tasks that wait for it.
        let removed = Scope::try_from(page).ok();
        let removed = removed.and_then(|scope| lock(&self.0.hosts).remove(&scope));
        removed.is_some()
    }

    /// Returns a [`SavedHost`] for each host, which you can [load](Self::load) after a restart.
    /// They are independent of each other, so you can write one per line. Requires the `serde`
    /// feature.
    ///
    /// ```
    /// # use robots_exclusion::fetch::{BlockingTransport, CachePolicy, Exchange, RobotsCache, TransportError};
    /// # struct NotFound;
    /// # impl BlockingTransport for NotFound {
    /// #     fn get_blocking(&self, exchange: &mut Exchange) -> Result<(), TransportError> {
    /// #         exchange.respond(404, [("", ""); 0]);
    /// #         Ok(())
    /// #     }
    /// # }
    /// # let cache = RobotsCache::new("MyBot", CachePolicy::new(), NotFound);
    /// # cache.allowed_blocking(&"https://example.com/page".parse()?);
    /// # let restarted = RobotsCache::new("MyBot", CachePolicy::new(), NotFound);
    /// let lines = cache.save().map(|host| serde_json::to_string(&host));
    /// let text = lines.collect::<Result<Vec<_>, _>>()?.join("\n");
    /// // After the restart:
    /// let skipped = restarted.load(text.lines().map(serde_json::from_str));
    /// assert_eq!((restarted.statistics().hosts, skipped), (1, 0));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[cfg(feature = "serde")]
    pub fn save(&self) -> impl Iterator<Item = SavedHost> + use<T> {
        // The hosts are copied, so that none of them is locked while the caller writes.
        let all = lock(&self.0.hosts).all().into_iter();
        let saved = all.map(|(scope, host)| SavedHost {
            version: VERSION,
            scope,
            cached: host.cached(),
        });
        // Hosts that haven't been fetched yet have nothing to save.
        saved.filter(|host| host.cached.copy.is_some() || host.cached.outage.is_some())
    }

    /// Adds the saved hosts that aren't in the cache yet. Errors are skipped, and their number is
    /// returned. Requires the `serde` feature.
    #[cfg(feature = "serde")]
    pub fn load<E>(&self, entries: impl IntoIterator<Item = Result<SavedHost, E>>) -> usize {
        let mut skipped = 0;
        for entry in entries {
            // One broken entry must not make us lose the others.
            let Ok(SavedHost { scope, cached, .. }) = entry else {
                skipped += 1;
                continue;
            };
            // The current policy also applies to saved copies.
            let cached = cached.with_policy(self.0.policy.clone());
            let size = cached.heap_size();
            self.update(|hosts| {
                // Anything that this cache has fetched itself is newer.
                if hosts.find(&scope).is_none() {
                    drop(hosts.get(&scope, || Shared::new(cached)));
                    hosts.weigh(&scope, size);
                }
            });
        }
        skipped
    }

    async fn access_through(
        &self,
        transport: &impl Transport,
        page: &Url,
    ) -> Result<CacheState, LocationError> {
        // If several tasks ask about a host at the same time, one fetches and the others wait for
        // it.
        let scope = Scope::try_from(page)?;
        let permit = match self.host(&scope).acquire(self.now()).await {
            Acquired::Break(state) => return Ok(state),
            Acquired::Continue(permit) => permit,
        };
        // If this future is dropped, so is the permit, and one of the waiting tasks fetches
        // instead.
        let mut exchange = Exchange::new(permit, robots_txt_url(page)?);
        loop {
            // Each iteration is one request. A redirect causes another one.
            let result = transport.get(&mut exchange).await;
            if let Some(outcome) = exchange.end(result.is_ok()) {
                return Ok(self.record(&scope, exchange.permit, outcome));
            }
        }
    }

    fn allows(&self, state: &CacheState, page: &Url) -> bool {
        match &*self.0.agents {
            // With a single name, this doesn't allocate.
            [agent] => state.access.allowed(agent, page),
            agents => state.access.matcher_for(agents).allowed(page),
        }
    }

    fn now(&self) -> Timestamp {
        (self.0.clock)()
    }

    /// Changes the hosts, then evicts some if there are too many.
    fn update<R>(&self, change: impl FnOnce(&mut Hosts) -> R) -> R {
        let mut hosts = lock(&self.0.hosts);
        let result = change(&mut hosts);
        // Large copies are not freed under the lock, so these are dropped last.
        let _evicted = hosts.evict();
        drop(hosts);
        result
    }

    fn host(&self, scope: &Scope) -> Shared {
        let new = || Shared::new(CachedRobots::new(self.0.policy.clone()));
        self.update(|hosts| {
            hosts.counts.queries += 1;
            hosts.get(scope, new)
        })
    }

    fn record(&self, scope: &Scope, permit: Permit, outcome: FetchOutcome<'_>) -> CacheState {
        let now = self.now();
        // This drops the permit, whose handle would prevent `update` from evicting this host if
        // it is too large.
        let cached = permit.record(outcome, now);
        let size = cached.heap_size();
        self.update(|hosts| {
            hosts.counts.fetches += 1;
            hosts.counts.failures += u64::from(cached.outage.is_some());
            hosts.weigh(scope, size);
        });
        cached.at(now)
    }
}

impl<T: Transport> RobotsCache<T> {
    /// Returns `true` if the crawler may fetch the page now. Returns `false` for a URL
    /// without a host.
    pub async fn allowed(&self, page: &Url) -> bool {
        let state = self.access(page).await;
        state.is_ok_and(|state| self.allows(&state, page))
    }

    /// Returns the rules that apply to the page's host, and the time when they are due for a
    /// refresh. If the robots.txt is due now, this method fetches it first.
    ///
    /// # Errors
    ///
    /// Returns an error if the URL has no host.
    pub async fn access(&self, page: &Url) -> Result<CacheState, LocationError> {
        self.access_through(&self.0.transport, page).await
    }
}

impl<T: BlockingTransport> RobotsCache<T> {
    /// Blocks the thread until it is known whether the crawler may fetch the page now, and returns
    /// `true` if it may; see [`allowed`](Self::allowed).
    pub fn allowed_blocking(&self, page: &Url) -> bool {
        let state = self.access_blocking(page);
        state.is_ok_and(|state| self.allows(&state, page))
    }

    /// Blocks the thread until the rules for the page's host are available, and returns them; see
    /// [`access`](Self::access).
    ///
    /// # Errors
    ///
    /// Returns an error if the URL has no host.
    pub fn access_blocking(&self, page: &Url) -> Result<CacheState, LocationError> {
        // A blocking transport's future is always ready, so the same loop works.
        struct Blocking<'t, T>(&'t T);
        impl<T: BlockingTransport> Transport for Blocking<'_, T> {
            fn get(
                &self,
                exchange: &mut Exchange,
            ) -> impl Future<Output = Result<(), TransportError>> + Send {
                ready(self.0.get_blocking(exchange))
            }
        }
        block_on(self.access_through(&Blocking(&self.0.transport), page))
    }
}

impl<T> Clone for RobotsCache<T> {
    fn clone(&self) -> RobotsCache<T> {
        RobotsCache(self.0.clone())
    }
}

impl<T> fmt::Debug for RobotsCache<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RobotsCache")
            .field("agents", &self.0.agents)
            .field("policy", &self.0.policy)
            .field("statistics", &self.statistics())
            .finish_non_exhaustive()
    }
}
