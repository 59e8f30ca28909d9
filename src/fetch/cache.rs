//! Tracks one robots.txt over time, while it is fresh, stale or unreachable.

use alloc::sync::Arc;
use core::time::Duration;

use url::Url;

use super::Access;
use super::headers::{Headers, Life};
use super::outcome::FetchOutcome;
use super::policy::CachePolicy;
use super::time::Timestamp;
use super::validators::Validators;
use crate::verdict::Unavailable;

/// The cached robots.txt of one host, with the last copy, its freshness, and any current outage.
///
/// Pass every fetch outcome to [`record`](Self::record). [`at`](Self::at) returns the rules that
/// apply at a given time, and when to fetch next. Keep one `CachedRobots` per
/// [`Scope`](crate::location::Scope), which several crawlers can use. If many tasks share it, use a
/// [`RobotsCache`](super::RobotsCache), which lets one of them fetch at a time. A clone shares the
/// copy and takes O(1) time.
///
/// - A copy is fresh for `max-age` (from `Cache-Control`) minus `Age`, or for 24 hours if the
///   response doesn't specify a time, within the bounds of the [`CachePolicy`] (RFC 9309 §2.4).
///   `no-store` and `no-cache` count as a `max-age` of 0, and a malformed `max-age` counts as 24
///   hours. The same applies if no file exists, so that everything is allowed.
/// - After a failure, the next attempt is due when `Retry-After` asks for it, within the bounds of
///   the policy. If that header is missing, attempts are due after 1, 2, 4, 8, 16 and 32 minutes,
///   and then every 60 minutes. In the meantime, everything is disallowed unless [the
///   policy](CachePolicy::keep_copy_while_unreachable) keeps the copy in force.
/// - If attempts keep failing for more than 30 days, counted from the first failure, the last copy
///   applies again or, if there is none, everything is allowed. Attempts continue all the same.
///   [The policy](CachePolicy#long-outages) can change this.
///
/// You supply the time as a [`Timestamp`], or as a type that converts into one, such as
/// `SystemTime`. Any other epoch works, too, as long as it never changes, but then a `Retry-After`
/// with a date requires a `Date` in the response. If the clock is set back to before the last
/// outcome, the elapsed time counts as zero. However, if a copy seems to have been recorded in the
/// future, by at least its own lifetime, it is due for a refresh. This way, a clock that was wrong
/// once can at most double a copy's lifetime.
///
/// ```
/// use core::time::Duration;
/// use robots_exclusion::fetch::{CachedRobots, FetchOutcome, Refresh, Timestamp};
///
/// let day = Duration::from_secs(24 * 60 * 60);
/// let now = Timestamp(Duration::from_secs(1_700_000_000)); // or SystemTime::now()
/// let mut cached = CachedRobots::default();
/// assert_eq!(cached.at(now).refresh, Refresh::Now);
///
/// cached.record(FetchOutcome::response(200, "User-agent: *\nDisallow: /a\n"), now);
/// assert_eq!(cached.at(now).refresh, Refresh::FreshUntil(now + day));
/// assert!(cached.at(now).access.allowed("MyBot", "/b"));
///
/// let now = now + day;
/// assert_eq!(cached.at(now).refresh, Refresh::Now);
/// cached.record(FetchOutcome::response(503, ""), now);
/// assert_eq!(cached.at(now).refresh, Refresh::RetryAt(now + Duration::from_secs(60)));
/// assert!(!cached.at(now).access.allowed("MyBot", "/b"));
///
/// let now = now + 31 * day;
/// assert!(cached.at(now).access.allowed("MyBot", "/b"));
/// assert!(!cached.at(now).access.allowed("MyBot", "/a"));
/// ```
///
/// # Saving and loading
///
/// With the `serde` feature, you can save everything except the policy, which you set with
/// [`with_policy`](Self::with_policy) after loading. Every URL then gets the same answer as before.
/// Saved times aren't trusted beyond the bounds of the policy. Line numbers and patterns refer to
/// the saved text, which is the one that [`Robots`](crate::Robots) displays.
#[derive(Clone, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct CachedRobots {
    #[cfg_attr(feature = "serde", serde(skip))]
    pub(super) policy: Arc<CachePolicy>,
    /// The time of the last outcome, if there was one.
    pub(super) recorded: Timestamp,
    pub(super) copy: Option<CachedCopy>,
    pub(super) outage: Option<Outage>,
}

/// The last answer that wasn't a failure. It is either a file or the absence of one.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) struct CachedCopy {
    access: Arc<Access<'static>>,
    validators: Validators,
    life: Option<Life>,
    /// Counted from the last outcome.
    fresh_for: Duration,
}

/// An uninterrupted series of failures.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) struct Outage {
    /// The time from the first failure to the last.
    lasted: Duration,
    failures: u32,
    /// Counted from the last outcome.
    retry_after: Duration,
    /// The reason for the last failure.
    why: Unavailable,
}

impl CachedRobots {
    /// Creates a robots.txt that hasn't been fetched yet.
    ///
    /// `policy` is a [`CachePolicy`], or an `Arc` of one if you want to share it among hosts.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use robots_exclusion::fetch::{CachePolicy, CachedRobots};
    ///
    /// let policy = Arc::new(CachePolicy::new());
    /// let cached = [CachedRobots::new(policy.clone()), CachedRobots::new(policy)];
    /// ```
    pub fn new(policy: impl Into<Arc<CachePolicy>>) -> CachedRobots {
        CachedRobots::default().with_policy(policy)
    }

    /// Replaces the policy. The new one applies to future outcomes, and determines which rules
    /// apply while the host is unreachable.
    ///
    /// The parsed copy doesn't change. Its freshness and the time of the next attempt only change
    /// if they exceed the maximum that the new policy allows. A copy that was only kept for [other
    /// crawlers](CachePolicy::keep_only_for) becomes due for a refresh.
    #[must_use]
    pub fn with_policy(mut self, policy: impl Into<Arc<CachePolicy>>) -> CachedRobots {
        self.policy = policy.into();
        self
    }

    /// Returns the rules that apply at this time, and when to fetch next. This takes O(1) time.
    ///
    /// ```
    /// use robots_exclusion::fetch::{CachedRobots, Refresh, Timestamp};
    ///
    /// let state = CachedRobots::default().at(Timestamp::UNIX_EPOCH);
    /// assert_eq!(state.refresh, Refresh::Now);
    /// assert!(!state.access.allowed("MyBot", "/page"));
    /// assert!(state.access.allowed("MyBot", "/robots.txt"));
    /// ```
    pub fn at(&self, now: impl Into<Timestamp>) -> CacheState {
        // Without an outage, the copy applies and is due when it is no longer fresh. During an
        // outage, the next attempt is due after a wait, and the copy only applies if the policy
        // keeps it or the outage has lasted longer than the policy waits.
        let (now, policy) = (now.into(), &*self.policy);
        let (rules, refresh) = match (&self.outage, &self.copy) {
            // Nothing has been fetched yet, so nothing is allowed.
            (None, None) => (Err((false, Unavailable::NotFetched)), Refresh::Now),
            // A copy that was kept for other crawlers is useless.
            (None, Some(copy)) if !copy.access.serves(policy) => (Ok(copy), Refresh::Now),
            (None, Some(copy)) => {
                let fresh_for = copy.fresh_for.min(policy.fresh_at_most);
                (Ok(copy), self.due(now, fresh_for, Refresh::FreshUntil))
            }
            (Some(outage), copy) => {
                // RFC 9309 §2.3.1.4 lets a crawler fetch everything after a long outage.
                let over = outage.lasts(self.recorded, now) > policy.disallow_while_unreachable_for;
                let rules = match copy {
                    Some(copy) if over || policy.keep_copy_while_unreachable => Ok(copy),
                    _ if over => Err((true, Unavailable::UnreachableTooLong)),
                    _ => Err((false, outage.why)),
                };
                // A saved wait may come from a more patient policy.
                let retry_after = outage.retry_after.min(policy.longest_wait());
                (rules, self.due(now, retry_after, Refresh::RetryAt))
            }
        };
        let access = match rules {
            Ok(copy) => copy.access.clone(),
            Err(answer) => Arc::new(Access::without_file(answer, policy.parse_options)),
        };
        CacheState { access, refresh }
    }

    /// Returns when the next fetch is due. That is either `span` after the last outcome, or now.
    fn due(&self, now: Timestamp, span: Duration, refresh: fn(Timestamp) -> Refresh) -> Refresh {
        // Use `abs_diff`, so that the copy is also due if the clock was set back far enough.
        let recorded = self.recorded.0;
        if now.0.abs_diff(recorded) >= span {
            Refresh::Now
        } else {
            refresh(self.recorded + span)
        }
    }

    /// Records the outcome of a fetch that ended at the time `now`.
    ///
    /// A file, or confirmation that none exists, replaces the cached copy and ends an outage. A 304
    /// makes the copy fresh again. Any other outcome begins or continues an outage. A 304 counts as
    /// a broken response if it can't be the answer to a conditional request. This is the case if
    /// there is no copy, if the copy has neither an `ETag` nor a `Last-Modified`, or if the 304
    /// comes from a [different URL](FetchOutcome::url).
    ///
    /// This costs as much as [`Robots::parse`](crate::Robots::parse), plus the cost of copying the
    /// body if it is borrowed. An owned body is moved, and bytes beyond the byte limit aren't kept;
    /// see [`Robots::parse_owned`](crate::Robots::parse_owned).
    ///
    /// ```
    /// use core::time::Duration;
    /// use robots_exclusion::fetch::{CachedRobots, FetchOutcome, Timestamp};
    ///
    /// let now = Timestamp(Duration::from_secs(1_700_000_000));
    /// let mut cached = CachedRobots::default();
    /// let found = FetchOutcome::response(200, "User-agent: *\nDisallow: /a\n");
    /// cached.record(found.header("ETag", "\"5e2\""), now);
    /// let later = now + Duration::from_secs(86_400);
    /// cached.record(FetchOutcome::response(304, ""), later);
    /// assert!(!cached.at(later).access.allowed("MyBot", "/a"));
    /// ```
    pub fn record(&mut self, outcome: FetchOutcome<'_>, now: impl Into<Timestamp>) {
        // An answer replaces the copy, a 304 renews it, and a failure leaves it unchanged and
        // begins or extends the outage.
        let (now, policy) = (now.into(), &*self.policy);
        let is_not_modified = outcome.status == Ok(304);
        let (answer, headers) = outcome.interpret(policy);
        // A 304 to a request without validators doesn't confirm anything.
        let confirmed = self.copy.as_ref().filter(|copy| {
            is_not_modified
                && copy.validators.can_be_confirmed_by(&headers.validators)
                && copy.access.serves(policy)
        });
        let (access, validators, life) = match (confirmed, answer) {
            (Some(copy), _) => {
                // A 304 only repeats the headers that have changed.
                let validators = headers.validators.or(copy.validators.clone());
                (copy.access.clone(), validators, headers.life.or(copy.life))
            }
            (None, Ok(access)) => {
                // Keep only what the policy asks for.
                let access = access.kept_for(&policy.only_for);
                (Arc::new(access), headers.validators, headers.life)
            }
            (None, Err(why)) => return self.fail(why, &headers, now),
        };
        self.copy = Some(CachedCopy {
            access,
            validators,
            life,
            fresh_for: self.policy.life(life, headers.age),
        });
        // An answer ends the outage.
        self.outage = None;
        self.recorded = now;
    }

    /// Begins an outage or extends the current one.
    fn fail(&mut self, why: Unavailable, headers: &Headers, now: Timestamp) {
        // The outage began with the first of several consecutive failures.
        let outage = self.outage.as_ref();
        let lasted = outage.map_or(Duration::ZERO, |outage| outage.lasts(self.recorded, now));
        let failures = outage.map_or(0, |outage| outage.failures).saturating_add(1);
        self.outage = Some(Outage {
            lasted,
            failures,
            retry_after: self.policy.wait(failures, why, headers.retry_after(now)),
            why,
        });
        self.recorded = now;
    }

    /// Estimates the heap memory that this takes in bytes.
    #[cfg(feature = "std")]
    pub(super) fn heap_size(&self) -> usize {
        self.copy.as_ref().map_or(0, |copy| {
            copy.access.heap_size() + copy.validators.heap_size()
        })
    }

    /// Returns the rules from the last answer that wasn't a failure, even if they don't apply at
    /// the moment. Returns `None` if there has been no such answer.
    pub fn copy(&self) -> Option<&Access<'static>> {
        self.copy.as_ref().map(|copy| &*copy.access)
    }

    /// Returns the names and values of the headers that make a request for `url` conditional, so
    /// that the server can answer "304 Not Modified" (RFC 9110 §13, RFC 9309 §2.4). These are
    /// `If-None-Match` and `If-Modified-Since`, if the copy's response had an `ETag` and a
    /// `Last-Modified`.
    ///
    /// You don't have to send them. They are only returned if the copy came from
    /// [this URL](FetchOutcome::url). If you follow [`Redirects`](super::Redirects), call this for
    /// each of their URLs. There are none if the copy lacks rules for a crawler in [the
    /// policy](CachePolicy::keep_only_for).
    ///
    /// The values are exactly what the server sent, and may be invalid UTF-8. Values with control
    /// characters other than tabs and values longer than 4096 bytes aren't kept.
    ///
    /// ```
    /// use robots_exclusion::fetch::{CachedRobots, FetchOutcome, Timestamp};
    /// use url::Url;
    ///
    /// let url = Url::parse("https://example.com/robots.txt").unwrap();
    /// let outcome = FetchOutcome::response(200, "User-agent: *\nDisallow: /a\n")
    ///     .url(&url)
    ///     .header("ETag", "\"5e2\"");
    /// let mut cached = CachedRobots::default();
    /// cached.record(outcome, Timestamp::UNIX_EPOCH);
    ///
    /// let mut headers = cached.conditional_headers(&url);
    /// assert_eq!(headers.next(), Some(("If-None-Match", &b"\"5e2\""[..])));
    /// assert_eq!(headers.next(), None);
    /// let other = Url::parse("https://example.net/robots.txt").unwrap();
    /// assert_eq!(cached.conditional_headers(&other).next(), None);
    /// ```
    pub fn conditional_headers<'c>(
        &'c self,
        url: &Url,
    ) -> impl Iterator<Item = (&'static str, &'c [u8])> + Clone + use<'c> {
        // A copy that the policy can't use must not be confirmed by a 304.
        let copy = self.copy.as_ref();
        let usable = copy.filter(|copy| copy.access.serves(&self.policy));
        let kept = usable.map(|copy| &copy.validators);
        let from_url = kept.filter(|kept| kept.url.as_deref() == Some(url.as_str()));
        from_url.into_iter().flat_map(Validators::headers)
    }
}

impl Outage {
    /// Returns the time from the first failure to `now`, given the time of the last failure.
    fn lasts(&self, recorded: Timestamp, now: Timestamp) -> Duration {
        self.lasted.saturating_add(now.duration_since(recorded))
    }
}

/// The time of the next fetch of a robots.txt.
///
/// ```
/// use core::time::Duration;
/// use robots_exclusion::fetch::{CachedRobots, FetchOutcome, Refresh, Timestamp};
///
/// let (minute, day) = (Duration::from_secs(60), Duration::from_secs(24 * 60 * 60));
/// let now = Timestamp(Duration::from_secs(1_700_000_000));
/// let mut cached = CachedRobots::default();
/// cached.record(FetchOutcome::response(404, ""), now);
/// assert_eq!(cached.at(now).refresh, Refresh::FreshUntil(now + day));
/// cached.record(FetchOutcome::unreachable(), now);
/// assert_eq!(cached.at(now).refresh, Refresh::RetryAt(now + minute));
/// assert_eq!(cached.at(now + minute).refresh, Refresh::Now);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Refresh {
    /// The file has never been fetched, it is stale, or another attempt is due: fetch it,
    /// and [record](super::CachedRobots::record) the outcome.
    Now,
    /// The copy is fresh until this time.
    FreshUntil(Timestamp),
    /// The last attempt failed; the next is due at this time.
    RetryAt(Timestamp),
}

impl Refresh {
    /// Returns the time at which the robots.txt should be fetched, or `None` if now.
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
/// It shares the copy, and later outcomes don't change it.
///
/// A stale copy stays in force until the outcome of a refresh is recorded, so
/// that a crawler can continue while it refreshes. RFC 9309 §2.4 asks for the
/// refresh first if the copy is more than 24 hours old.
///
/// ```
/// use core::time::Duration;
/// use robots_exclusion::fetch::{CachedRobots, FetchOutcome, Refresh, Timestamp};
///
/// let now = Timestamp(Duration::from_secs(1_700_000_000));
/// let mut cached = CachedRobots::default();
/// cached.record(FetchOutcome::response(200, "User-agent: *\nDisallow: /a\n"), now);
/// let stale = cached.at(now + Duration::from_secs(24 * 60 * 60));
/// assert_eq!(stale.refresh, Refresh::Now);
/// assert!(stale.access.allowed("MyBot", "/b"));
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct CacheState {
    /// The access rules.
    pub access: Arc<Access<'static>>,
    /// The time of the next fetch of the robots.txt.
    pub refresh: Refresh,
}
