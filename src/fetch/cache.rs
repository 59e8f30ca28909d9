//! A robots.txt over time: fresh, stale, unreachable.

use alloc::sync::Arc;
use core::time::Duration;

use url::Url;

use super::headers::{Headers, Life};
use super::matchers::Stored;
use super::policy::CachePolicy;
use super::result::{FetchResult, Meaning};
use super::time::{DAY, Timestamp};
use super::validators::Validators;
use super::{Access, Outlook, Refresh};
use crate::verdict::Unavailable;

/// How long a host may be unreachable before the last copy counts again, or
/// everything is allowed for want of one. Exactly as long is not over yet.
const PATIENCE: Duration = DAY.saturating_mul(30);

/// A robots.txt as a crawler keeps it: the last copy, how fresh it is, and
/// since when the host has not answered.
///
/// Give it every fetch result by [`record`](Self::record) and ask it by
/// [`at`](Self::at) what holds and when to fetch next. Keep one per
/// [`Scope`](crate::location::Scope); it may serve several crawlers. Where many
/// tasks share it, a [`SharedRobots`](super::SharedRobots) says which of them
/// is to fetch. A clone shares the copy and costs O(1).
///
/// Times are the caller's, as a [`Timestamp`] or what converts into one, like
/// `SystemTime::now()`. Any other epoch than the Unix epoch does as well, as
/// long as it stays the same, except that a `Retry-After` with a date is then
/// measured rightly only if the response has a `Date`. A time before that of
/// the last result, by a clock that was set back, counts as if none had passed
/// since; but a copy that would be fresh for an hour, and is from the future by
/// an hour or more, is due for a refresh. So no clock that went wrong once
/// makes a copy last for more than twice its life.
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
/// use robots_exclusion::fetch::{CachedRobots, FetchResult, Refresh, Timestamp};
///
/// let day = Duration::from_secs(24 * 60 * 60);
/// let now = Timestamp::from_unix(Duration::from_secs(1_700_000_000)); // or SystemTime::now()
/// let mut cached = CachedRobots::default();
/// assert_eq!(cached.at(now).refresh(), Refresh::Now);
///
/// cached.record(FetchResult::response(200, "User-agent: *\nDisallow: /a\n"), now);
/// assert_eq!(cached.at(now).refresh(), Refresh::FreshUntil(now + day));
/// assert!(cached.at(now).allowed("MyBot", "/b"));
///
/// let now = now + day;
/// assert_eq!(cached.at(now).refresh(), Refresh::Now);
/// cached.record(FetchResult::response(503, ""), now);
/// assert_eq!(cached.at(now).refresh(), Refresh::RetryAt(now + Duration::from_secs(60)));
/// assert!(!cached.at(now).allowed("MyBot", "/b"));
///
/// let now = now + 31 * day;
/// assert!(cached.at(now).allowed("MyBot", "/b"));
/// assert!(!cached.at(now).allowed("MyBot", "/a"));
/// ```
///
/// # Over a restart
///
/// With the feature `serde` it is saved with all that it knows, but for the
/// policy, which is the program's: [`with_policy`](Self::with_policy) says
/// which holds for one that was loaded. Answers are the same as before; lines,
/// and patterns as written, are those of the text that is kept of a
/// [`Robots`](crate::Robots).
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct CachedRobots {
    #[cfg_attr(feature = "serde", serde(skip))]
    policy: Arc<CachePolicy>,
    /// When the last result came, if one did.
    recorded: Timestamp,
    copy: Option<Kept>,
    outage: Option<Outage>,
}

/// The last answer that meant a file or no restrictions.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
struct Kept {
    #[cfg_attr(feature = "serde", serde(with = "super::saved::stored"))]
    stored: Arc<Stored>,
    validators: Validators,
    life: Life,
    /// From when the last result came.
    fresh_for: Duration,
}

/// Failures without a break.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
struct Outage {
    /// From the first failure to the last.
    lasted: Duration,
    failures: u32,
    /// From when the last result came.
    retry_after: Duration,
    /// Why there was no answer.
    why: Unavailable,
}

/// What a result means, made ready for [`CachedRobots::take`] without it: a
/// file is parsed already.
pub(super) struct News {
    kind: NewsKind,
    headers: Headers,
}

enum NewsKind {
    Answer(Arc<Stored>),
    NotModified,
    Failed(Unavailable),
}

impl News {
    pub(super) fn new(result: FetchResult<'_>, policy: &CachePolicy) -> News {
        let kind = match result.meaning {
            Meaning::NotModified => NewsKind::NotModified,
            Meaning::Failed(why) => NewsKind::Failed(why),
            answer @ (Meaning::File(_) | Meaning::NoRestrictions(_)) => {
                let access = answer.access(policy.options);
                let kept = access.kept_for(policy.only_for.as_ref());
                NewsKind::Answer(Arc::new(Stored::new(kept)))
            }
        };
        News {
            kind,
            headers: result.headers,
        }
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
    pub fn new(policy: impl Into<Arc<CachePolicy>>) -> CachedRobots {
        CachedRobots {
            policy: policy.into(),
            recorded: Timestamp::UNIX_EPOCH,
            copy: None,
            outage: None,
        }
    }

    /// The same with another policy, for the results to come and for what
    /// holds while the host is unreachable.
    ///
    /// How long the copy at hand is fresh, when the next attempt is due, and
    /// how the copy was parsed do not change; but a copy that was kept for
    /// [other crawlers only](CachePolicy::keep_only_for) is due for a refresh.
    #[must_use]
    pub fn with_policy(mut self, policy: impl Into<Arc<CachePolicy>>) -> CachedRobots {
        self.policy = policy.into();
        self
    }

    /// The policy.
    pub fn policy(&self) -> &Arc<CachePolicy> {
        &self.policy
    }

    /// What holds at this time, and what to do next. Costs O(1).
    ///
    /// ```
    /// use robots_exclusion::fetch::{CachedRobots, Refresh, Timestamp};
    ///
    /// let outlook = CachedRobots::default().at(Timestamp::UNIX_EPOCH);
    /// assert_eq!(outlook.refresh(), Refresh::Now);
    /// assert!(!outlook.allowed("MyBot", "/page"));
    /// assert!(outlook.allowed("MyBot", "/robots.txt"));
    /// ```
    pub fn at(&self, now: impl Into<Timestamp>) -> Outlook {
        let now = now.into();
        let due = |span: Duration, refresh: fn(Timestamp) -> Refresh| {
            let recorded = self.recorded.since_unix_epoch();
            if now.since_unix_epoch().abs_diff(recorded) >= span {
                Refresh::Now
            } else {
                refresh(self.recorded + span)
            }
        };
        let without_copy = |allowed: bool, why: Unavailable, refresh: Refresh| {
            let access = Access::without_file(allowed, why, self.policy.options);
            Outlook::without_copy(access, refresh)
        };
        match (&self.outage, &self.copy) {
            (None, None) => without_copy(false, Unavailable::NotFetched, Refresh::Now),
            (None, Some(copy)) => {
                let refresh = if copy.stored.access.serves(&self.policy) {
                    due(copy.fresh_for, Refresh::FreshUntil)
                } else {
                    Refresh::Now
                };
                Outlook::of_copy(&copy.stored, refresh)
            }
            (Some(outage), copy) => {
                let refresh = due(outage.retry_after, Refresh::RetryAt);
                let over = outage.lasts(self.recorded, now) > PATIENCE;
                match copy {
                    Some(copy) if over || self.policy.keep_copy => {
                        Outlook::of_copy(&copy.stored, refresh)
                    }
                    _ if over => without_copy(true, Unavailable::UnreachableTooLong, refresh),
                    _ => without_copy(false, outage.why, refresh),
                }
            }
        }
    }

    /// Takes the result of a fetch that ended at this time.
    ///
    /// A file, or the news that there is none, replaces the copy at hand and
    /// ends an outage; a 304 makes the copy fresh again; anything else begins
    /// an outage or goes on with it. Whether a 304 answers a conditional
    /// request cannot be seen from here; without a copy, or from
    /// [another URL](FetchResult::url) than that of the copy, it is a broken
    /// response.
    ///
    /// Costs as much as [`Robots::parse`](crate::Robots::parse), and a copy of
    /// the body if that is borrowed. An owned one is not copied, and what lies
    /// past the byte limit is not kept: see
    /// [`Robots::parse_owned`](crate::Robots::parse_owned).
    ///
    /// ```
    /// use core::time::Duration;
    /// use robots_exclusion::fetch::{CachedRobots, FetchResult, Timestamp};
    ///
    /// let now = Timestamp::from_unix(Duration::from_secs(1_700_000_000));
    /// let mut cached = CachedRobots::default();
    /// cached.record(FetchResult::response(200, "User-agent: *\nDisallow: /a\n"), now);
    /// let later = now + Duration::from_secs(86_400);
    /// cached.record(FetchResult::response(304, ""), later);
    /// assert!(!cached.at(later).allowed("MyBot", "/a"));
    /// ```
    pub fn record(&mut self, result: FetchResult<'_>, now: impl Into<Timestamp>) {
        self.take(News::new(result, &self.policy), now.into());
    }

    pub(super) fn take(&mut self, news: News, now: Timestamp) {
        let News { kind, headers } = news;
        let (stored, validators, life) = match (kind, &self.copy) {
            (NewsKind::Answer(stored), _) => (stored, headers.validators.clone(), headers.life()),
            (NewsKind::NotModified, Some(copy))
                if !headers.validators.are_of_another_url(&copy.validators)
                    && copy.stored.access.serves(&self.policy) =>
            {
                let before = copy.validators.clone();
                (
                    copy.stored.clone(),
                    headers.validators.clone().or(before),
                    headers.life().or(copy.life),
                )
            }
            (NewsKind::NotModified, _) => {
                return self.fail(Unavailable::BrokenResponse, &headers, now);
            }
            (NewsKind::Failed(why), _) => return self.fail(why, &headers, now),
        };
        self.copy = Some(Kept {
            stored,
            validators,
            life,
            fresh_for: self.policy.life(life, headers.age()),
        });
        self.outage = None;
        self.recorded = now;
    }

    fn fail(&mut self, why: Unavailable, headers: &Headers, now: Timestamp) {
        let (lasted, failures) = match &self.outage {
            Some(outage) => (outage.lasts(self.recorded, now), outage.failures),
            None => (Duration::ZERO, 0),
        };
        let failures = failures.saturating_add(1);
        self.outage = Some(Outage {
            lasted,
            failures,
            retry_after: self.policy.wait(failures, headers, now),
            why,
        });
        self.recorded = now;
    }

    /// When the last result was recorded; `None` if none was.
    pub fn recorded(&self) -> Option<Timestamp> {
        (self.copy.is_some() || self.outage.is_some()).then_some(self.recorded)
    }

    /// What the last answer other than a failure meant, whether it still holds
    /// or not; `None` if there was none.
    pub fn copy(&self) -> Option<&Access<'static>> {
        self.copy.as_ref().map(|copy| &copy.stored.access)
    }

    /// What makes a request conditional; `None` without a copy, or with one that
    /// lacks what [the policy](CachePolicy::keep_only_for) has kept.
    ///
    /// It may be sent to one URL only: see
    /// [`validators_for`](Self::validators_for).
    pub fn validators(&self) -> Option<&Validators> {
        let copy = self.copy.as_ref();
        let usable = copy.filter(|copy| copy.stored.access.serves(&self.policy));
        usable.map(|copy| &copy.validators)
    }

    /// What to send with a request for `url` to make it conditional; `None` if
    /// there is nothing, or nothing that is known to come from this URL.
    ///
    /// Ask for it at each hop of [`Redirects`](super::Redirects).
    pub fn validators_for(&self, url: &Url) -> Option<&Validators> {
        self.validators()
            .filter(|kept| !kept.is_empty() && kept.url() == Some(url.as_str()))
    }
}

impl Outage {
    /// From the first failure to `now`; `recorded` is when the last one came.
    fn lasts(&self, recorded: Timestamp, now: Timestamp) -> Duration {
        self.lasted.saturating_add(now.duration_since(recorded))
    }
}

impl Default for CachedRobots {
    /// With the policy of [`CachePolicy::new`].
    fn default() -> CachedRobots {
        CachedRobots::new(CachePolicy::new())
    }
}
