//! The settings of a cache: how long copies are fresh, and which rules apply while a
//! host is unreachable.

use alloc::vec::Vec;
use core::time::Duration;

use super::access::CrawlerNames;
use super::headers::Life;
use super::time::{DAY, HOUR, MINUTE};
use crate::body::{html_start, is_utf16};
use crate::options::ParseOptions;
use crate::verdict::Unavailable;

/// The settings of a cache: how long copies are fresh, and which rules apply while a
/// host is unreachable.
///
/// # Long outages
///
/// RFC 9309 §2.3.1.4 asks crawlers to disallow everything while a robots.txt can't be obtained, and
/// lets them stop doing so after a "reasonably long period of time", such as 30 days. These are the
/// defaults:
///
/// | the host fails | rules in force |
/// |---|---|
/// | for at most 30 days, counted from the first failure | everything is disallowed, even if there is a copy |
/// | for longer | the last copy or, if there is none, everything is allowed |
///
/// A failure is a 429, a 5xx, a broken response or no answer. Attempts continue throughout, and the
/// first answer ends the outage. The following settings change this table. Each one is off by
/// default:
///
/// | setting | effect |
/// |---|---|
/// | [`disallow_while_unreachable_for`](Self::disallow_while_unreachable_for) | sets a limit other than 30 days, or no limit with `Duration::MAX` |
/// | [`keep_copy_while_unreachable`](Self::keep_copy_while_unreachable) | the last copy stays in force during the outage |
/// | [`server_error_is_not_found`](Self::server_error_is_not_found) | a 5xx isn't a failure: everything is allowed, as after a 404 |
/// | [`disallow_if_forbidden`](Self::disallow_if_forbidden) | a 401 or 403, which allows everything by default, disallows everything |
///
/// # Sharing
///
/// All hosts that a crawler visits can share one policy, because
/// [`CachedRobots::new`](super::CachedRobots::new) accepts an [`Arc`](alloc::sync::Arc).
///
/// ```
/// use core::time::Duration;
/// use robots_exclusion::fetch::{CachePolicy, CachedRobots};
///
/// let mut policy = CachePolicy::new();
/// policy.fresh_at_most = Duration::from_secs(7 * 24 * 60 * 60);
/// policy.keep_copy_while_unreachable = true;
/// let cached = CachedRobots::new(policy);
/// ```
#[derive(Clone, Debug)]
#[must_use]
pub struct CachePolicy {
    /// The shortest time for which a copy is fresh, even if `Cache-Control` asks for less. The
    /// default is 5 minutes.
    ///
    /// ```
    /// use core::time::Duration;
    /// use robots_exclusion::fetch::{CachePolicy, CachedRobots, FetchOutcome, Refresh, Timestamp};
    ///
    /// let now = Timestamp(Duration::from_secs(1_700_000_000));
    /// let mut policy = CachePolicy::new();
    /// policy.fresh_at_least = Duration::from_secs(60);
    /// let mut cached = CachedRobots::new(policy);
    /// cached.record(FetchOutcome::response(200, "").header("Cache-Control", "no-store"), now);
    /// assert_eq!(cached.at(now).refresh, Refresh::FreshUntil(now + Duration::from_secs(60)));
    /// ```
    pub fresh_at_least: Duration,
    /// The longest time for which a copy is fresh, even if `Cache-Control` asks for more. The
    /// default is 24 hours. This setting takes precedence over a longer
    /// [`fresh_at_least`](Self::fresh_at_least).
    ///
    /// Google's specification allows `max-age` to extend a copy's lifetime, but a lifetime of more
    /// than 24 hours doesn't conform to RFC 9309 §2.4. A copy without a `max-age` is fresh for 24
    /// hours, or for as close to that as the two bounds allow.
    ///
    /// ```
    /// use core::time::Duration;
    /// use robots_exclusion::fetch::{CachePolicy, CachedRobots, FetchOutcome, Refresh, Timestamp};
    ///
    /// let now = Timestamp(Duration::from_secs(1_700_000_000));
    /// let week = Duration::from_secs(604_800);
    /// let mut policy = CachePolicy::new();
    /// policy.fresh_at_most = week;
    /// let mut cached = CachedRobots::new(policy);
    /// cached.record(FetchOutcome::response(200, "").header("Cache-Control", "max-age=604800"), now);
    /// assert_eq!(cached.at(now).refresh, Refresh::FreshUntil(now + week));
    /// ```
    pub fresh_at_most: Duration,
    /// The shortest wait that a server may ask for with `Retry-After`. The default is one minute.
    ///
    /// Many servers that are down send a `Retry-After` of 0 by mistake, and a crawler that obeyed
    /// it would retry without any pause.
    pub retry_after_at_least: Duration,
    /// The longest wait that a server may ask for with `Retry-After`. The default is 24 hours. This
    /// setting takes precedence over a longer [`retry_after_at_least`](Self::retry_after_at_least).
    ///
    /// ```
    /// use core::time::Duration;
    /// use robots_exclusion::fetch::{CachePolicy, CachedRobots, FetchOutcome, Refresh, Timestamp};
    ///
    /// let now = Timestamp(Duration::from_secs(1_700_000_000));
    /// let hour = Duration::from_secs(3600);
    /// let mut policy = CachePolicy::new();
    /// policy.retry_after_at_most = hour;
    /// let mut cached = CachedRobots::new(policy);
    /// cached.record(FetchOutcome::response(429, "").header("Retry-After", "99999"), now);
    /// assert_eq!(cached.at(now).refresh, Refresh::RetryAt(now + hour));
    /// ```
    pub retry_after_at_most: Duration,
    /// The first and the longest wait after attempts that fail without a usable answer, for example
    /// because of a refused connection or a broken response. The wait is doubled after each further
    /// failure. The defaults are 1 minute and 1 hour.
    ///
    /// ```
    /// use core::time::Duration;
    /// use robots_exclusion::fetch::{CachePolicy, CachedRobots, FetchOutcome, Refresh, Timestamp};
    ///
    /// let now = Timestamp(Duration::from_secs(1_700_000_000));
    /// let (hour, day) = (Duration::from_secs(3600), Duration::from_secs(86_400));
    /// let mut policy = CachePolicy::new();
    /// policy.retry_unreachable = (hour, day);
    /// let mut cached = CachedRobots::new(policy);
    /// cached.record(FetchOutcome::unreachable(), now);
    /// assert_eq!(cached.at(now).refresh, Refresh::RetryAt(now + hour));
    /// cached.record(FetchOutcome::unreachable(), now);
    /// assert_eq!(cached.at(now).refresh, Refresh::RetryAt(now + 2 * hour));
    /// ```
    pub retry_unreachable: (Duration, Duration),
    /// The first and the longest wait after a 429 or 5xx without a `Retry-After`.
    ///
    /// This works like [`retry_unreachable`](Self::retry_unreachable). Both settings count all
    /// failures since the last answer, because an overloaded host fails in many ways.
    pub retry_server_error: (Duration, Duration),
    /// `true` if a body that is in UTF-16 or looks like HTML counts as a broken response, which
    /// disallows everything for now.
    ///
    /// By default, any body is a file (RFC 9309 §2.3.1.1). HTML and UTF-16 don't contain any lines
    /// that parse as rules, so they allow everything. That is right for a site that answers every
    /// URL with its front page, but wrong for a site with a bot wall that answers with a challenge.
    /// A body looks like HTML if its first non-blank character is a `<` followed by a letter, `!`
    /// or `?`.
    ///
    /// ```
    /// use robots_exclusion::fetch::{CachePolicy, CachedRobots, FetchOutcome, Timestamp};
    ///
    /// let mut policy = CachePolicy::new();
    /// policy.reject_html_and_utf16 = true;
    /// let mut cached = CachedRobots::new(policy);
    /// let wall = FetchOutcome::response(200, "<!doctype html><title>Are you human?</title>");
    /// cached.record(wall, Timestamp::UNIX_EPOCH);
    /// assert!(!cached.at(Timestamp::UNIX_EPOCH).access.allowed("MyBot", "/"));
    /// ```
    pub reject_html_and_utf16: bool,
    /// `true` if a `RobotsCache` only follows redirects [to the same
    /// host](super::Redirects::same_host_only). By default, redirects may lead to any host, as
    /// specified in RFC 9309 §2.3.1.2.
    pub same_host_redirects: bool,
    /// `true` if the last copy still applies while the host is unreachable. RFC 9309 §2.4 permits
    /// this.
    ///
    /// By default, everything is disallowed while the host is unreachable. RFC 9309 §2.3.1.4
    /// requires this, and site owners who answer with a 503 to pause crawling expect it.
    ///
    /// ```
    /// use core::time::Duration;
    /// use robots_exclusion::fetch::{CachePolicy, CachedRobots, FetchOutcome, Timestamp};
    ///
    /// let now = Timestamp(Duration::from_secs(1_700_000_000));
    /// let mut policy = CachePolicy::new();
    /// policy.keep_copy_while_unreachable = true;
    /// let mut cached = CachedRobots::new(policy);
    /// cached.record(FetchOutcome::response(200, "User-agent: *\nDisallow: /a\n"), now);
    /// cached.record(FetchOutcome::unreachable(), now);
    /// assert!(cached.at(now).access.allowed("MyBot", "/b"));
    /// ```
    pub keep_copy_while_unreachable: bool,
    /// The time for which everything stays disallowed while the host is unreachable. The default is
    /// 30 days.
    ///
    /// If the outage lasts longer, the last copy applies again or, if there is none, everything is
    /// allowed. With a duration of zero, this happens at the first failure. With `Duration::MAX`, a
    /// host without a copy stays disallowed until it answers.
    ///
    /// ```
    /// use core::time::Duration;
    /// use robots_exclusion::fetch::{CachePolicy, CachedRobots, FetchOutcome, Timestamp};
    ///
    /// let day = Duration::from_secs(24 * 60 * 60);
    /// let mut policy = CachePolicy::new();
    /// policy.disallow_while_unreachable_for = day;
    /// let mut cached = CachedRobots::new(policy);
    /// let now = Timestamp::UNIX_EPOCH;
    /// cached.record(FetchOutcome::response(503, ""), now);
    /// assert!(!cached.at(now + day).access.allowed("MyBot", "/"));
    /// assert!(cached.at(now + 2 * day).access.allowed("MyBot", "/"));
    /// ```
    pub disallow_while_unreachable_for: Duration,
    /// `true` if a 401 or 403 disallows everything.
    ///
    /// By default, they allow everything, like any other 4xx except 407 and 429 (RFC 9309
    /// §2.3.1.3). Some crawlers treat a robots.txt that they may not read as a refusal to let them
    /// into the whole site, as the first draft of the protocol suggested in 1996. If you turn this
    /// on, the answer replaces the copy, stays fresh for as long as a file would, and doesn't count
    /// as an outage.
    ///
    /// ```
    /// use robots_exclusion::fetch::{CachePolicy, CachedRobots, FetchOutcome, Timestamp};
    ///
    /// let now = Timestamp::UNIX_EPOCH;
    /// let mut policy = CachePolicy::new();
    /// policy.disallow_if_forbidden = true;
    /// let mut cached = CachedRobots::new(policy);
    /// cached.record(FetchOutcome::response(403, ""), now);
    /// assert!(!cached.at(now).access.allowed("MyBot", "/"));
    /// cached.record(FetchOutcome::response(404, ""), now);
    /// assert!(cached.at(now).access.allowed("MyBot", "/"));
    /// ```
    pub disallow_if_forbidden: bool,
    /// `true` if a 5xx counts as a 404, so that everything is allowed. Any other status is
    /// unaffected.
    ///
    /// By default, a 5xx disallows everything for now (RFC 9309 §2.3.1.4), and site owners who
    /// answer with a 503 to pause crawling rely on that. If only some sites answer with a 5xx for
    /// missing pages, give the [`CachedRobots`](super::CachedRobots) of these sites a policy of
    /// their own. A transport for a `RobotsCache` can report a 404 instead.
    ///
    /// ```
    /// use robots_exclusion::fetch::{CachePolicy, CachedRobots, FetchOutcome, Timestamp};
    ///
    /// let now = Timestamp::UNIX_EPOCH;
    /// let mut policy = CachePolicy::new();
    /// policy.server_error_is_not_found = true;
    /// let mut cached = CachedRobots::new(policy);
    /// cached.record(FetchOutcome::response(500, ""), now);
    /// assert!(cached.at(now).access.allowed("MyBot", "/"));
    /// ```
    pub server_error_is_not_found: bool,
    /// The options for parsing files.
    ///
    /// ```
    /// use robots_exclusion::fetch::{CachePolicy, CachedRobots, FetchOutcome, Timestamp};
    /// use robots_exclusion::{Dialect, ParseOptions};
    ///
    /// let now = Timestamp::UNIX_EPOCH;
    /// let mut policy = CachePolicy::new();
    /// policy.parse_options = ParseOptions::new().dialect(Dialect::Google);
    /// let mut cached = CachedRobots::new(policy);
    /// cached.record(FetchOutcome::response(200, "User-agent: *\nDisalow: /a\n"), now);
    /// assert!(!cached.at(now).access.allowed("MyBot", "/a"));
    /// ```
    pub parse_options: ParseOptions,
    /// Empty if whole files are kept.
    pub(super) only_for: Vec<CrawlerNames>,
}

impl CachePolicy {
    /// Returns the default policy.
    ///
    /// With this policy, copies are fresh for 5 minutes to 24 hours, `Retry-After` is obeyed within
    /// bounds of 1 minute and 24 hours, and everything on a host is disallowed while the host is
    /// unreachable.
    ///
    /// ```
    /// use core::time::Duration;
    /// use robots_exclusion::fetch::{CachePolicy, CachedRobots, FetchOutcome, Refresh, Timestamp};
    ///
    /// let now = Timestamp(Duration::from_secs(1_700_000_000));
    /// let mut cached = CachedRobots::new(CachePolicy::new());
    /// cached.record(FetchOutcome::response(200, "").header("Cache-Control", "max-age=60"), now);
    /// assert_eq!(cached.at(now).refresh, Refresh::FreshUntil(now + Duration::from_secs(300)));
    /// ```
    pub fn new() -> CachePolicy {
        CachePolicy {
            fresh_at_least: 5 * MINUTE,
            fresh_at_most: DAY,
            retry_after_at_least: MINUTE,
            retry_after_at_most: DAY,
            retry_unreachable: (MINUTE, HOUR),
            retry_server_error: (MINUTE, HOUR),
            reject_html_and_utf16: false,
            same_host_redirects: false,
            keep_copy_while_unreachable: false,
            disallow_while_unreachable_for: 30 * DAY,
            disallow_if_forbidden: false,
            server_error_is_not_found: false,
            parse_options: ParseOptions::new(),
            only_for: Vec::new(),
        }
    }

    /// Keeps only the parts of each file that this crawler needs. These are its matcher and the
    /// sitemaps, but not the text.
    ///
    /// Call this method once for each crawler. `agents` are the names that you later pass to
    /// [`Access::matcher_for`](super::Access::matcher_for), or a list with a single name. The
    /// matchers are compiled when a file is [recorded](super::CachedRobots::record), and each of
    /// them contains the sitemaps. For 2,188 files from public sites, the average copy takes 1.3
    /// kB, compared to 5.3 kB with its text and a matcher for one crawler. An owned matcher on its
    /// own takes 933 bytes.
    ///
    /// The file itself is lost, so [`Access::robots`](super::Access::robots) returns `None`, and
    /// everything is disallowed for any other crawler, because the file is [not
    /// kept](crate::Unavailable::NotKept) for it. If a saved copy is loaded with a policy that
    /// names a crawler whose rules it lacks, the copy is due for a refresh with an unconditional
    /// request.
    ///
    /// ```
    /// use robots_exclusion::fetch::{CachePolicy, CachedRobots, FetchOutcome, Timestamp};
    ///
    /// let mut cached = CachedRobots::new(CachePolicy::new().keep_only_for(["MyBot"]));
    /// let text = "User-agent: *\nDisallow: /a\nSitemap: https://example.com/s.xml\n";
    /// cached.record(FetchOutcome::response(200, text), Timestamp::UNIX_EPOCH);
    /// let state = cached.at(Timestamp::UNIX_EPOCH);
    /// assert!(state.access.matcher("MyBot").allowed("/b"));
    /// assert_eq!(state.access.sitemaps().count(), 1);
    /// assert_eq!(
    ///     state.access.verdict("OtherBot", "/b").to_string(),
    ///     "disallowed, because robots.txt is only kept for other crawlers",
    /// );
    /// ```
    pub fn keep_only_for<I>(mut self, agents: I) -> CachePolicy
    where
        I: IntoIterator,
        I::Item: AsRef<str>,
    {
        let agents = agents.into_iter();
        // Each call adds a single crawler, which may have several names.
        let names = agents.map(|agent| agent.as_ref().into()).collect();
        self.only_for.push(names);
        self
    }

    /// Returns `true` if this body counts as a broken response.
    pub(super) fn rejects(&self, body: &[u8]) -> bool {
        // The dialects differ in the byte order marks that they skip.
        let dialect = self.parse_options.dialect;
        self.reject_html_and_utf16
            && (html_start(body, dialect).is_some() || is_utf16(body, dialect))
    }

    /// Returns the time for which a response is fresh.
    pub(super) fn life(&self, life: Option<Life>, age: Option<Duration>) -> Duration {
        // A day is the default if the server doesn't specify a lifetime (RFC 9309 §2.4).
        let max_age = life.and_then(|life| life.max_age.flatten());
        let age = age.unwrap_or_default();
        let life = max_age.map_or(DAY, |max_age| max_age.saturating_sub(age));
        // If the bounds contradict each other, the upper one wins.
        life.max(self.fresh_at_least).min(self.fresh_at_most)
    }

    /// Returns the longest time between two attempts.
    pub(super) fn longest_wait(&self) -> Duration {
        // This policy never chooses a longer wait.
        let back_off = self.retry_unreachable.1.max(self.retry_server_error.1);
        back_off.max(self.retry_after_at_most)
    }

    /// Returns how long to wait after the `nth` failure in a row. `asked` is the wait that the
    /// server asks for.
    pub(super) fn wait(&self, nth: u32, why: Unavailable, asked: Option<Duration>) -> Duration {
        // Within bounds, the server knows best.
        if let Some(wait) = asked {
            return wait
                .max(self.retry_after_at_least)
                .min(self.retry_after_at_most);
        }
        let (first, longest) = match why {
            Unavailable::Status(_) => self.retry_server_error,
            _ => self.retry_unreachable,
        };
        // The wait doubles with each failure. More doublings would overflow.
        let doublings = nth.saturating_sub(1).min(31);
        first.saturating_mul(1 << doublings).min(longest)
    }
}

impl Default for CachePolicy {
    fn default() -> CachePolicy {
        CachePolicy::new()
    }
}
