//! The access rules in force at a given time, and the next refresh.

use alloc::sync::Arc;

use super::Access;
use super::time::Timestamp;

/// The time when a robots.txt should be fetched next.
///
/// ```
/// use core::time::Duration;
/// use robots_exclusion::fetch::{CachedRobots, FetchOutcome, Refresh, Timestamp};
///
/// let (minute, day) = (Duration::from_secs(60), Duration::from_secs(24 * 60 * 60));
/// let now = Timestamp::from_unix(Duration::from_secs(1_700_000_000));
/// let mut cached = CachedRobots::default();
/// cached.record(FetchOutcome::response(404, ""), now);
/// assert_eq!(cached.at(now).refresh(), Refresh::FreshUntil(now + day));
/// cached.record(FetchOutcome::unreachable(), now);
/// assert_eq!(cached.at(now).refresh(), Refresh::RetryAt(now + minute));
/// assert_eq!(cached.at(now + minute).refresh(), Refresh::Now);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Refresh {
    /// The file has never been fetched, it is stale, or another attempt is due. Fetch it and
    /// [record](super::CachedRobots::record) the outcome.
    Now,
    /// The copy is fresh until this time.
    FreshUntil(Timestamp),
    /// The last attempt failed, and the next one is due at this time.
    RetryAt(Timestamp),
}

impl Refresh {
    /// Returns `true` if the robots.txt should be fetched now.
    pub fn is_due(self) -> bool {
        self == Refresh::Now
    }

    /// Returns the time at which the robots.txt should be fetched, or `None` if that is now.
    pub fn due_at(self) -> Option<Timestamp> {
        match self {
            Refresh::Now => None,
            Refresh::FreshUntil(time) | Refresh::RetryAt(time) => Some(time),
        }
    }
}

/// The access rules in force at a given time, and the next refresh; see
/// [`CachedRobots::at`](super::CachedRobots::at).
///
/// The state shares the copy with the cache, but later outcomes don't change it.
///
/// A stale copy stays in force until the outcome of a refresh is recorded, so that a crawler can
/// continue in the meantime. However, if the copy is more than 24 hours old, RFC 9309 §2.4 asks
/// crawlers to refresh it first.
///
/// ```
/// use core::time::Duration;
/// use robots_exclusion::fetch::{CachedRobots, FetchOutcome, Refresh, Timestamp};
///
/// let now = Timestamp::from_unix(Duration::from_secs(1_700_000_000));
/// let mut cached = CachedRobots::default();
/// cached.record(FetchOutcome::response(200, "User-agent: *\nDisallow: /a\n"), now);
/// let stale = cached.at(now + Duration::from_secs(24 * 60 * 60));
/// assert_eq!(stale.refresh(), Refresh::Now);
/// assert!(stale.access().allowed("MyBot", "/b"));
/// ```
#[derive(Clone, Debug)]
pub struct CacheState {
    pub(super) access: Arc<Access<'static>>,
    pub(super) refresh: Refresh,
}

impl CacheState {
    /// Returns the access rules.
    pub fn access(&self) -> &Access<'static> {
        &self.access
    }

    /// Returns when to fetch the robots.txt next.
    pub fn refresh(&self) -> Refresh {
        self.refresh
    }
}
