//! What a crawler may choose about its copies: how long they live, and what
//! holds while a host is unreachable.

use alloc::sync::Arc;
use alloc::vec::Vec;
use core::time::Duration;

use super::headers::{Headers, Life};
use super::only_for::Names;
use super::time::{DAY, HOUR, MINUTE, Timestamp};
use crate::ParseOptions;

/// How long copies live, and what holds while a host is unreachable.
///
/// One policy serves all hosts of a crawler: [`CachedRobots::new`](super::CachedRobots::new) takes it in
/// an [`Arc`](alloc::sync::Arc).
///
/// ```
/// use core::time::Duration;
/// use robots_exclusion::fetch::{CachePolicy, CachedRobots};
///
/// let week = Duration::from_secs(7 * 24 * 60 * 60);
/// let policy = CachePolicy::new().fresh_at_most(week).keep_copy_while_unreachable(true);
/// let cached = CachedRobots::new(policy);
/// ```
#[derive(Clone, Debug)]
pub struct CachePolicy {
    fresh_at_least: Duration,
    fresh_at_most: Duration,
    retry_after_at_least: Duration,
    retry_after_at_most: Duration,
    pub(super) keep_copy: bool,
    pub(super) options: ParseOptions,
    pub(super) only_for: Option<Arc<[Names]>>,
}

impl CachePolicy {
    /// Copies live for 5 minutes to 24 hours, `Retry-After` is heeded from 1
    /// minute to 24 hours, and while a host is unreachable everything on it is
    /// disallowed.
    ///
    /// ```
    /// use core::time::Duration;
    /// use robots_exclusion::fetch::{CachePolicy, CachedRobots, FetchResult, Refresh, Timestamp};
    ///
    /// let now = Timestamp::from_unix(Duration::from_secs(1_700_000_000));
    /// let mut cached = CachedRobots::new(CachePolicy::new());
    /// cached.record(FetchResult::response(200, "").header("Cache-Control", "max-age=60"), now);
    /// assert_eq!(cached.at(now).refresh(), Refresh::FreshUntil(now + Duration::from_secs(300)));
    /// ```
    pub fn new() -> CachePolicy {
        CachePolicy {
            fresh_at_least: 5 * MINUTE,
            fresh_at_most: DAY,
            retry_after_at_least: MINUTE,
            retry_after_at_most: DAY,
            keep_copy: false,
            options: ParseOptions::new(),
            only_for: None,
        }
    }

    /// The shortest life of a copy, whatever `Cache-Control` says; 5 minutes
    /// unless set.
    ///
    /// ```
    /// use core::time::Duration;
    /// use robots_exclusion::fetch::{CachePolicy, CachedRobots, FetchResult, Refresh, Timestamp};
    ///
    /// let now = Timestamp::from_unix(Duration::from_secs(1_700_000_000));
    /// let mut cached = CachedRobots::new(CachePolicy::new().fresh_at_least(Duration::from_secs(60)));
    /// cached.record(FetchResult::response(200, "").header("Cache-Control", "no-store"), now);
    /// assert_eq!(cached.at(now).refresh(), Refresh::FreshUntil(now + Duration::from_secs(60)));
    /// ```
    #[must_use]
    pub fn fresh_at_least(mut self, life: Duration) -> CachePolicy {
        self.fresh_at_least = life;
        self
    }

    /// The longest life of a copy, whatever `Cache-Control` says; 24 hours
    /// unless set. Wins over a longer [`fresh_at_least`](Self::fresh_at_least).
    ///
    /// Google's specification has `max-age` lengthen the life of a copy, but
    /// more than 24 hours do not conform to RFC 9309 §2.4. A copy that came
    /// without a `max-age` lives for 24 hours, or as near to that as the two
    /// bounds allow.
    ///
    /// ```
    /// use core::time::Duration;
    /// use robots_exclusion::fetch::{CachePolicy, CachedRobots, FetchResult, Refresh, Timestamp};
    ///
    /// let now = Timestamp::from_unix(Duration::from_secs(1_700_000_000));
    /// let week = Duration::from_secs(604_800);
    /// let mut cached = CachedRobots::new(CachePolicy::new().fresh_at_most(week));
    /// cached.record(FetchResult::response(200, "").header("Cache-Control", "max-age=604800"), now);
    /// assert_eq!(cached.at(now).refresh(), Refresh::FreshUntil(now + week));
    /// ```
    #[must_use]
    pub fn fresh_at_most(mut self, life: Duration) -> CachePolicy {
        self.fresh_at_most = life;
        self
    }

    /// The shortest wait that a server may ask for by `Retry-After`; one
    /// minute unless set. A `Retry-After` of 0 is the mistake of many servers
    /// that are down, and a crawler that took it at its word would ask again
    /// at once, and again.
    #[must_use]
    pub fn retry_after_at_least(mut self, wait: Duration) -> CachePolicy {
        self.retry_after_at_least = wait;
        self
    }

    /// The longest wait that a server may ask for by `Retry-After`; 24 hours
    /// unless set. Wins over a longer
    /// [`retry_after_at_least`](Self::retry_after_at_least).
    ///
    /// ```
    /// use core::time::Duration;
    /// use robots_exclusion::fetch::{CachePolicy, CachedRobots, FetchResult, Refresh, Timestamp};
    ///
    /// let now = Timestamp::from_unix(Duration::from_secs(1_700_000_000));
    /// let hour = Duration::from_secs(3600);
    /// let mut cached = CachedRobots::new(CachePolicy::new().retry_after_at_most(hour));
    /// cached.record(FetchResult::response(429, "").header("Retry-After", "99999"), now);
    /// assert_eq!(cached.at(now).refresh(), Refresh::RetryAt(now + hour));
    /// ```
    #[must_use]
    pub fn retry_after_at_most(mut self, wait: Duration) -> CachePolicy {
        self.retry_after_at_most = wait;
        self
    }

    /// Whether the last copy stays in force while the host is unreachable, as
    /// RFC 9309 §2.4 permits; it does not by default.
    ///
    /// By default everything is disallowed then, as RFC 9309 §2.3.1.4 demands
    /// and as owners who answer 503 to pause crawling expect.
    ///
    /// ```
    /// use core::time::Duration;
    /// use robots_exclusion::fetch::{CachePolicy, CachedRobots, FetchResult, Timestamp};
    ///
    /// let now = Timestamp::from_unix(Duration::from_secs(1_700_000_000));
    /// let mut cached = CachedRobots::new(CachePolicy::new().keep_copy_while_unreachable(true));
    /// cached.record(FetchResult::response(200, "User-agent: *\nDisallow: /a\n"), now);
    /// cached.record(FetchResult::unreachable(), now);
    /// assert!(cached.at(now).access().allowed("MyBot", "/b"));
    /// ```
    #[must_use]
    pub fn keep_copy_while_unreachable(mut self, keep: bool) -> CachePolicy {
        self.keep_copy = keep;
        self
    }

    /// How files are parsed.
    ///
    /// ```
    /// use core::time::Duration;
    /// use robots_exclusion::fetch::{CachePolicy, CachedRobots, FetchResult, Timestamp};
    /// use robots_exclusion::{Dialect, ParseOptions};
    ///
    /// let now = Timestamp::UNIX_EPOCH;
    /// let google = ParseOptions::new().dialect(Dialect::Google);
    /// let mut cached = CachedRobots::new(CachePolicy::new().parse_options(google));
    /// cached.record(FetchResult::response(200, "User-agent: *\nDisalow: /a\n"), now);
    /// assert!(!cached.at(now).allowed("MyBot", "/a"));
    /// ```
    #[must_use]
    pub fn parse_options(mut self, options: ParseOptions) -> CachePolicy {
        self.options = options;
        self
    }

    /// Keeps of each file only what this crawler needs: its matcher and the
    /// sitemaps, not the text.
    ///
    /// Call it once for each crawler. `agents` are the names that
    /// [`Outlook::matcher_for`](super::Outlook::matcher_for) is asked with
    /// later; a crawler with one name has a list of one.
    /// The matchers are compiled when a file is
    /// [recorded](super::CachedRobots::record), and each has the sitemaps. For
    /// 2,188 files of public sites a copy takes 1.3 kB on average, and 5.3 kB
    /// with its text and the matcher of one crawler.
    ///
    /// What is lost is the file: [`Access::robots`](super::Access::robots) is
    /// `None`, and any other crawler is told that it may fetch nothing, as
    /// the file is [not kept](crate::Unavailable::NotKept) for it. A saved copy
    /// that lacks a crawler of the policy it is loaded for is due for a refresh,
    /// by a request that is not conditional.
    ///
    /// ```
    /// use robots_exclusion::fetch::{CachePolicy, CachedRobots, FetchResult, Timestamp};
    ///
    /// let mut cached = CachedRobots::new(CachePolicy::new().keep_only_for(&["MyBot"]));
    /// let text = "User-agent: *\nDisallow: /a\nSitemap: https://example.com/s.xml\n";
    /// cached.record(FetchResult::response(200, text), Timestamp::UNIX_EPOCH);
    /// let outlook = cached.at(Timestamp::UNIX_EPOCH);
    /// assert!(outlook.matcher("MyBot").allowed("/b"));
    /// assert_eq!(outlook.access().sitemaps().count(), 1);
    /// assert_eq!(
    ///     outlook.verdict("OtherBot", "/b").to_string(),
    ///     "disallowed: robots.txt is kept for other crawlers only",
    /// );
    /// ```
    #[must_use]
    pub fn keep_only_for<A: AsRef<str>>(mut self, agents: &[A]) -> CachePolicy {
        let names = agents.iter().map(|agent| agent.as_ref().into()).collect();
        let before = self.only_for.iter().flat_map(|crawlers| crawlers.iter());
        let crawlers: Vec<Names> = before.cloned().chain([names]).collect();
        self.only_for = Some(crawlers.into());
        self
    }

    pub(super) fn life(&self, life: Life, age: Duration) -> Duration {
        life.remaining(age)
            .max(self.fresh_at_least)
            .min(self.fresh_at_most)
    }

    /// How long to wait after the `failures`-th failure in a row.
    pub(super) fn wait(&self, failures: u32, headers: &Headers, now: Timestamp) -> Duration {
        match headers.retry_after(now) {
            Some(wait) => wait
                .max(self.retry_after_at_least)
                .min(self.retry_after_at_most),
            None => (MINUTE * (1 << failures.saturating_sub(1).min(6))).min(HOUR),
        }
    }
}

impl Default for CachePolicy {
    fn default() -> CachePolicy {
        CachePolicy::new()
    }
}
