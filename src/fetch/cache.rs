//! A robots.txt over time: fresh, stale, unreachable.

use alloc::sync::Arc;
use core::time::Duration;

use super::Access;
use super::headers::{Headers, Life, Validators};
use super::policy::CachePolicy;
use super::result::{FetchResult, Meaning};
use crate::verdict::Unavailable;

/// How long a host may be unreachable before the last copy counts again, or
/// everything is allowed for want of one. Exactly as long is not over yet.
const PATIENCE: Duration = Duration::from_secs(30 * 24 * 60 * 60);

/// A robots.txt as a crawler keeps it: the last copy, how fresh it is, and
/// since when there was none to be had.
///
/// Give it every fetch result by [`record`](Self::record) and ask it by
/// [`at`](Self::at) what holds and when to fetch next. Keep one per
/// [`Scope`](crate::location::Scope); it may serve several crawlers.
///
/// Times are the caller's, as a [`Duration`] since the Unix epoch (which is
/// what `SystemTime::now().duration_since(UNIX_EPOCH)` gives). Any other epoch
/// does as well, as long as it stays the same, except that a `Retry-After`
/// with a date is then measured rightly only if the response has a `Date`.
/// Only the time that passes from call to call counts: a clock set back counts
/// as no time passed, and what passes after that counts again.
///
/// - A copy, and likewise the absence of any restrictions, is fresh for 24
///   hours, or what `Cache-Control: max-age` says less `Age`, within the
///   bounds of the [`CachePolicy`] (RFC 9309 §2.4). `no-store` and `no-cache`
///   count as 0, and a `max-age` that cannot be read as 24 hours.
/// - After a failure the next attempt is due when `Retry-After` says, within
///   bounds, else after 1 minute, then 2, 4, 8, 16, 32 and 60. Meanwhile
///   everything is disallowed, unless
///   [the policy](CachePolicy::keep_copy_while_unreachable) keeps the copy.
/// - After more than 30 days of nothing but failures, counted from the first,
///   the last copy counts again; without one there are no restrictions.
///   Attempts go on.
///
/// ```
/// use core::time::Duration;
/// use robots_exclusion::fetch::{CachedRobots, FetchResult, Next};
///
/// let day = Duration::from_secs(24 * 60 * 60);
/// let now = Duration::from_secs(1_700_000_000);
/// let mut cached = CachedRobots::default();
/// assert_eq!(cached.at(now).next(), Next::RefreshNow);
///
/// cached.record(&FetchResult::response(200, "User-agent: *\nDisallow: /a\n"), now);
/// assert_eq!(cached.at(now).next(), Next::FreshUntil(now + day));
/// assert!(cached.at(now).access().allowed("MyBot", "/b"));
///
/// let now = now + day;
/// assert_eq!(cached.at(now).next(), Next::RefreshNow);
/// cached.record(&FetchResult::response(503, ""), now);
/// assert_eq!(cached.at(now).next(), Next::RetryAt(now + Duration::from_secs(60)));
/// assert!(!cached.at(now).access().allowed("MyBot", "/b"));
///
/// let now = now + 31 * day;
/// assert!(cached.at(now).access().allowed("MyBot", "/b"));
/// assert!(!cached.at(now).access().allowed("MyBot", "/a"));
/// ```
#[derive(Clone, Debug)]
pub struct CachedRobots {
    policy: Arc<CachePolicy>,
    /// When it was last told the time. What is kept is how long things last
    /// from then, and not when they end: a clock that goes wrong for once
    /// does not matter any more once it goes right.
    told: Option<Duration>,
    copy: Option<Kept>,
    outage: Option<Outage>,
    /// What holds where no copy does.
    without_copy: Access<'static>,
}

/// The last answer that meant a file or no restrictions.
#[derive(Clone, Debug)]
struct Kept {
    access: Access<'static>,
    validators: Validators,
    life: Life,
    fresh_for: Duration,
}

/// Failures without a break.
#[derive(Clone, Copy, Debug)]
struct Outage {
    lasts: Duration,
    failures: u32,
    retry_in: Duration,
    why: Unavailable,
}

/// What to do about a robots.txt next. Times are the caller's.
///
/// ```
/// use core::time::Duration;
/// use robots_exclusion::fetch::{CachedRobots, FetchResult, Next};
///
/// let now = Duration::from_secs(1_700_000_000);
/// let mut cached = CachedRobots::default();
/// let mut next_after = |result| {
///     cached.record(&result, now);
///     cached.at(now).next()
/// };
/// let day = Duration::from_secs(24 * 60 * 60);
/// assert_eq!(next_after(FetchResult::response(404, "")), Next::FreshUntil(now + day));
/// let minute = Duration::from_secs(60);
/// assert_eq!(next_after(FetchResult::unreachable()), Next::RetryAt(now + minute));
/// assert_eq!(cached.at(now + minute).next(), Next::RefreshNow);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Next {
    /// It was never fetched, or is stale, or another attempt is due: fetch it,
    /// and [record](CachedRobots::record) the result.
    RefreshNow,
    /// It is fresh, and is to be fetched again at this time.
    FreshUntil(Duration),
    /// It could not be had; the next attempt is due at this time.
    RetryAt(Duration),
}

/// What holds at a time, and what to do next; see [`CachedRobots::at`].
///
/// ```
/// use core::time::Duration;
/// use robots_exclusion::fetch::{CachedRobots, FetchResult, Next};
///
/// let now = Duration::from_secs(1_700_000_000);
/// let mut cached = CachedRobots::default();
/// cached.record(&FetchResult::response(200, "User-agent: *\nDisallow: /a\n"), now);
/// let stale = cached.at(now + Duration::from_secs(24 * 60 * 60));
/// assert_eq!(stale.next(), Next::RefreshNow);
/// assert!(stale.access().allowed("MyBot", "/b"));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Outlook<'c> {
    access: &'c Access<'static>,
    next: Next,
}

impl<'c> Outlook<'c> {
    /// What may be fetched now.
    ///
    /// A stale copy holds until the result of a refresh is recorded, so that a
    /// crawler can go on while it refreshes; RFC 9309 §2.4 wants the refresh
    /// first where the copy is more than 24 hours old.
    pub fn access(&self) -> &'c Access<'static> {
        self.access
    }

    /// Whether to fetch the robots.txt now, or when.
    pub fn next(&self) -> Next {
        self.next
    }
}

impl CachedRobots {
    /// A robots.txt that was not fetched yet.
    ///
    /// Takes a [`CachePolicy`], or an `Arc` of one to share it among hosts.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use robots_exclusion::fetch::{CachePolicy, CachedRobots};
    ///
    /// let policy = Arc::new(CachePolicy::new());
    /// let cached = [CachedRobots::new(policy.clone()), CachedRobots::new(policy)];
    /// ```
    pub fn new(policy: impl Into<Arc<CachePolicy>>) -> Self {
        let policy = policy.into();
        let without_copy = Access::without_file(false, Unavailable::NotFetched, policy.options);
        Self {
            policy,
            told: None,
            copy: None,
            outage: None,
            without_copy,
        }
    }

    /// What holds at this time, and what to do next. Costs O(1).
    ///
    /// ```
    /// use core::time::Duration;
    /// use robots_exclusion::fetch::{CachedRobots, Next};
    ///
    /// let mut cached = CachedRobots::default();
    /// let outlook = cached.at(Duration::from_secs(1_700_000_000));
    /// assert_eq!(outlook.next(), Next::RefreshNow);
    /// assert!(!outlook.access().allowed("MyBot", "/page"));
    /// assert!(outlook.access().allowed("MyBot", "/robots.txt"));
    /// ```
    pub fn at(&mut self, now: Duration) -> Outlook<'_> {
        self.tick(now);
        let due = |remaining: Duration, next: fn(Duration) -> Next| {
            if remaining.is_zero() {
                Next::RefreshNow
            } else {
                next(now.saturating_add(remaining))
            }
        };
        match (self.outage, &self.copy) {
            (None, None) => Outlook {
                access: &self.without_copy,
                next: Next::RefreshNow,
            },
            (None, Some(copy)) => Outlook {
                access: &copy.access,
                next: due(copy.fresh_for, Next::FreshUntil),
            },
            (Some(outage), copy) => {
                let over = outage.lasts > PATIENCE;
                let access = match copy {
                    Some(copy) if over || self.policy.keep_copy => &copy.access,
                    _ => {
                        let why = if over {
                            Unavailable::UnreachableTooLong
                        } else {
                            outage.why
                        };
                        self.without_copy = Access::without_file(over, why, self.policy.options);
                        &self.without_copy
                    }
                };
                Outlook {
                    access,
                    next: due(outage.retry_in, Next::RetryAt),
                }
            }
        }
    }

    /// Lets the time pass that went by since the last call.
    fn tick(&mut self, now: Duration) {
        let passed = now.saturating_sub(self.told.replace(now).unwrap_or(now));
        if let Some(copy) = &mut self.copy {
            copy.fresh_for = copy.fresh_for.saturating_sub(passed);
        }
        if let Some(outage) = &mut self.outage {
            outage.lasts = outage.lasts.saturating_add(passed);
            outage.retry_in = outage.retry_in.saturating_sub(passed);
        }
    }

    /// Takes the result of a fetch that ended at this time.
    ///
    /// A file, or the news that there is none, replaces the copy at hand and
    /// ends an outage; a 304 makes the copy fresh again; anything else begins
    /// an outage or goes on with it. Whether a 304 answers a conditional
    /// request cannot be seen from here; without a copy it is a broken
    /// response. Costs as much as [`Robots::parse`](crate::Robots::parse) and
    /// a copy of the text.
    ///
    /// ```
    /// use core::time::Duration;
    /// use robots_exclusion::fetch::{CachedRobots, FetchResult};
    ///
    /// let now = Duration::from_secs(1_700_000_000);
    /// let mut cached = CachedRobots::default();
    /// cached.record(&FetchResult::response(200, "User-agent: *\nDisallow: /a\n"), now);
    /// cached.record(&FetchResult::response(304, ""), now + Duration::from_secs(86_400));
    /// assert!(!cached.at(now + Duration::from_secs(86_401)).access().allowed("MyBot", "/a"));
    /// ```
    pub fn record(&mut self, result: &FetchResult<'_>, now: Duration) {
        self.tick(now);
        let headers = &result.headers;
        let (access, validators, life) = match (result.meaning, self.copy.take()) {
            (Meaning::NotModified, Some(copy)) => (
                copy.access,
                headers.validators().or(copy.validators),
                headers.life().or(copy.life),
            ),
            (Meaning::File(_) | Meaning::NoRestrictions(_), _) => {
                let access = result.access_with(self.policy.options).into_owned();
                (access, headers.validators().clone(), headers.life())
            }
            (Meaning::NotModified, None) => {
                return self.fail(Unavailable::BrokenResponse, headers, now);
            }
            (Meaning::Failed(why), copy) => {
                self.copy = copy;
                return self.fail(why, headers, now);
            }
        };
        let fresh_for = self.policy.life(life, headers.age());
        self.copy = Some(Kept {
            access,
            validators,
            life,
            fresh_for,
        });
        self.outage = None;
    }

    fn fail(&mut self, why: Unavailable, headers: &Headers, now: Duration) {
        let (lasts, before) = self.outage.map_or((Duration::ZERO, 0), |outage| {
            (outage.lasts, outage.failures)
        });
        let failures = before.saturating_add(1);
        let retry_in = self.policy.wait(failures, headers, now);
        self.outage = Some(Outage {
            lasts,
            failures,
            retry_in,
            why,
        });
    }

    /// What the last answer other than a failure meant, whether it still holds
    /// or not; `None` if there was none.
    ///
    /// ```
    /// use core::time::Duration;
    /// use robots_exclusion::fetch::{CachedRobots, FetchResult};
    ///
    /// let mut cached = CachedRobots::default();
    /// assert!(cached.copy().is_none());
    /// cached.record(&FetchResult::response(200, "User-agent: *\nDisallow: /a\n"), Duration::ZERO);
    /// cached.record(&FetchResult::unreachable(), Duration::from_secs(86_400));
    /// assert!(cached.copy().is_some_and(|copy| copy.allowed("MyBot", "/b")));
    /// ```
    pub fn copy(&self) -> Option<&Access<'static>> {
        self.copy.as_ref().map(|copy| &copy.access)
    }

    /// What to send with a request to make it conditional; `None` without a
    /// copy.
    ///
    /// ```
    /// use core::time::Duration;
    /// use robots_exclusion::fetch::{CachedRobots, FetchResult};
    ///
    /// let mut cached = CachedRobots::default();
    /// assert!(cached.validators().is_none());
    /// cached.record(&FetchResult::response(200, "").header("ETag", "\"5e2\""), Duration::ZERO);
    /// assert!(cached.validators().is_some_and(|validators| validators.etag().is_some()));
    /// ```
    pub fn validators(&self) -> Option<&Validators> {
        self.copy.as_ref().map(|copy| &copy.validators)
    }
}

impl Default for CachedRobots {
    /// With the policy of [`CachePolicy::new`].
    fn default() -> Self {
        Self::new(CachePolicy::new())
    }
}
