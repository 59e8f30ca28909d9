//! What holds at a time, and what is to be done next.

use alloc::sync::Arc;

use super::Access;
use super::matchers::Stored;
use super::time::Timestamp;
use crate::Matcher;
use crate::verdict::Verdict;

/// When to fetch a robots.txt next.
///
/// ```
/// use core::time::Duration;
/// use robots_exclusion::fetch::{CachedRobots, FetchResult, Refresh, Timestamp};
///
/// let (minute, day) = (Duration::from_secs(60), Duration::from_secs(24 * 60 * 60));
/// let now = Timestamp::from_unix(Duration::from_secs(1_700_000_000));
/// let mut cached = CachedRobots::default();
/// cached.record(FetchResult::response(404, ""), now);
/// assert_eq!(cached.at(now).refresh(), Refresh::FreshUntil(now + day));
/// cached.record(FetchResult::unreachable(), now);
/// assert_eq!(cached.at(now).refresh(), Refresh::RetryAt(now + minute));
/// assert_eq!(cached.at(now + minute).refresh(), Refresh::Now);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Refresh {
    /// It was never fetched, or is stale, or another attempt is due: fetch it,
    /// and [record](super::CachedRobots::record) the result.
    Now,
    /// It is fresh, and is to be fetched again at this time.
    FreshUntil(Timestamp),
    /// The last attempt failed; the next is due at this time.
    RetryAt(Timestamp),
}

impl Refresh {
    /// Whether it is to be fetched now.
    pub fn is_due(self) -> bool {
        self == Refresh::Now
    }

    /// When it is to be fetched; `None` if now.
    pub fn due_at(self) -> Option<Timestamp> {
        match self {
            Refresh::Now => None,
            Refresh::FreshUntil(time) | Refresh::RetryAt(time) => Some(time),
        }
    }
}

/// What holds at a time, and when to fetch next; see
/// [`CachedRobots::at`](super::CachedRobots::at).
///
/// It keeps the copy, and goes on answering as of that time, whatever is
/// recorded later.
///
/// A stale copy holds until the result of a refresh is recorded, so that a
/// crawler can go on while it refreshes; RFC 9309 §2.4 asks for the refresh first
/// where the copy is more than 24 hours old.
///
/// ```
/// use core::time::Duration;
/// use robots_exclusion::fetch::{CachedRobots, FetchResult, Refresh, Timestamp};
///
/// let now = Timestamp::from_unix(Duration::from_secs(1_700_000_000));
/// let mut cached = CachedRobots::default();
/// cached.record(FetchResult::response(200, "User-agent: *\nDisallow: /a\n"), now);
/// let stale = cached.at(now + Duration::from_secs(24 * 60 * 60));
/// assert_eq!(stale.refresh(), Refresh::Now);
/// assert!(stale.allowed("MyBot", "/b"));
/// ```
#[derive(Clone, Debug)]
pub struct Outlook {
    holds: Holds,
    refresh: Refresh,
}

#[derive(Clone, Debug)]
enum Holds {
    Copy(Arc<Stored>),
    WithoutCopy(Access<'static>),
}

impl Outlook {
    pub(super) fn of_copy(stored: &Arc<Stored>, refresh: Refresh) -> Outlook {
        let holds = Holds::Copy(stored.clone());
        Outlook { holds, refresh }
    }

    pub(super) fn without_copy(access: Access<'static>, refresh: Refresh) -> Outlook {
        let holds = Holds::WithoutCopy(access);
        Outlook { holds, refresh }
    }

    /// When to fetch the robots.txt next.
    pub fn refresh(&self) -> Refresh {
        self.refresh
    }

    /// What may be fetched.
    pub fn access(&self) -> &Access<'static> {
        match &self.holds {
            Holds::Copy(stored) => &stored.access,
            Holds::WithoutCopy(access) => access,
        }
    }

    /// Whether the crawler may fetch the URL; costs what
    /// [`Robots::allowed`](crate::Robots::allowed) costs.
    pub fn allowed(&self, agent: &str, url: impl AsRef<str>) -> bool {
        self.access().allowed(agent, url)
    }

    /// Whether the crawler may fetch the URL, and why; costs what
    /// [`Robots::verdict`](crate::Robots::verdict) costs.
    pub fn verdict(&self, agent: &str, url: impl AsRef<str>) -> Verdict<'_> {
        self.access().verdict(agent, url)
    }

    /// The rules for one crawler, compiled, to be shared.
    ///
    /// The first call compiles them, which costs what
    /// [`Robots::matcher`](crate::Robots::matcher) costs; further calls for the
    /// same crawler return the same matcher, in O(1), as long as the same copy holds.
    /// Without the feature `std`, two first calls at the same moment may both
    /// compile it; one result is kept. Matchers are kept for the first 16
    /// crawlers asked for; for any other one it is compiled at each call. Where a copy
    /// is kept for [some crawlers only](super::CachePolicy::keep_only_for), each of them
    /// has its matcher from the start, and any other one is disallowed everything.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use robots_exclusion::fetch::{CachedRobots, FetchResult, Timestamp};
    ///
    /// let now = Timestamp::UNIX_EPOCH;
    /// let mut cached = CachedRobots::default();
    /// cached.record(FetchResult::response(200, "User-agent: *\nDisallow: /a\n"), now);
    /// let matcher = cached.at(now).matcher("MyBot");
    /// assert!(!matcher.allowed("/a"));
    /// assert!(Arc::ptr_eq(&matcher, &cached.at(now).matcher("MyBot")));
    /// ```
    pub fn matcher(&self, agent: &str) -> Arc<Matcher<'static>> {
        self.matcher_for(&[agent])
    }

    /// The rules for a crawler of several names, compiled, to be shared; as
    /// [`matcher`](Self::matcher) and
    /// [`Robots::matcher_for`](crate::Robots::matcher_for).
    pub fn matcher_for<A: AsRef<str>>(&self, agents: &[A]) -> Arc<Matcher<'static>> {
        match &self.holds {
            Holds::Copy(stored) => stored.matcher_for(agents),
            Holds::WithoutCopy(access) => Arc::new(access.matcher_for(agents).into_owned()),
        }
    }
}
