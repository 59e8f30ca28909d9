//! A naive model of a cache, which keeps the whole history and derives each answer from it.

use std::sync::Arc;
use std::time::Duration;

use proptest::prelude::*;
use proptest::sample::select;
use robots_exclusion::Unavailable;
#[cfg(feature = "std")]
use robots_exclusion::fetch::{
    BlockingTransport, CacheState, Exchange, RobotsCache, TransportError,
};
use robots_exclusion::fetch::{CachePolicy, CachedRobots, FetchOutcome, Refresh, Timestamp};

#[cfg(feature = "std")]
use std::sync::Mutex;
#[cfg(feature = "std")]
use url::Url;

use super::cache::AccessRules::{self, Everything, File, Nothing};
use super::cache::{access_rules, file, status, text};

const MINUTE: u64 = 60;
const HOUR: u64 = 60 * MINUTE;
const DAY: u64 = 24 * HOUR;

#[derive(Clone, Copy, Debug, PartialEq)]
enum FetchResult {
    File(char),
    Missing(u16),
    NotModified,
    Failed(u16),
    Down,
}

/// The result of a fetch, as the model sees it. The cache receives it as a response with headers.
#[derive(Clone, Copy, Debug)]
struct Fetch {
    result: FetchResult,
    max_age: Option<u64>,
    age: u64,
    retry_after: Option<u64>,
    has_etag: bool,
}

#[derive(Clone, Copy, Debug)]
enum Event {
    Fetched(Fetch),
    Queried,
    /// The cache is saved, and loaded by another process.
    Restart,
}

fn at(seconds: u64) -> Timestamp {
    Timestamp(Duration::from_secs(seconds))
}

/// Returns the cache as another process loads it.
#[cfg(feature = "serde")]
fn restarted(cached: &CachedRobots, policy: &Arc<CachePolicy>) -> CachedRobots {
    let saved = serde_json::to_string(cached).expect("a cache can be saved");
    let loaded: CachedRobots = serde_json::from_str(&saved).expect(&saved);
    assert_eq!(serde_json::to_string(&loaded).unwrap(), saved);
    loaded.with_policy(policy.clone())
}

#[cfg(not(feature = "serde"))]
fn restarted(cached: &CachedRobots, _: &Arc<CachePolicy>) -> CachedRobots {
    cached.clone()
}

#[derive(Clone, Copy, Debug)]
struct Bounds {
    fresh_at_least: u64,
    fresh_at_most: u64,
    retry_after_at_least: u64,
    retry_after_at_most: u64,
    keep_copy: bool,
    keep_only_for_one: bool,
    patience: u64,
    disallow_if_forbidden: bool,
    server_error_is_not_found: bool,
}

impl Fetch {
    fn outcome(&self) -> FetchOutcome<'static> {
        let outcome = match self.result {
            FetchResult::File(name) => file(name),
            FetchResult::Missing(code) | FetchResult::Failed(code) => status(code),
            FetchResult::NotModified => status(304),
            FetchResult::Down => FetchOutcome::unreachable(),
        };
        outcome.headers(self.headers())
    }

    fn headers(&self) -> Vec<(&'static str, String)> {
        let max_age = self.max_age.map(|max_age| format!("max-age={max_age}"));
        let wait = self.retry_after.map(|wait| wait.to_string());
        let etag = self.has_etag.then(|| "\"1\"".to_owned());
        let headers = [
            ("Cache-Control", max_age),
            ("Retry-After", wait),
            ("ETag", etag),
            ("Age", Some(self.age.to_string())),
        ];
        let stated = headers
            .into_iter()
            .filter_map(|(name, value)| Some((name, value?)));
        stated.collect()
    }

    /// Reports the result as a transport does.
    #[cfg(feature = "std")]
    fn respond(&self, exchange: &mut Exchange) -> Result<(), TransportError> {
        let (code, body) = match self.result {
            FetchResult::File(name) => (200, text(name)),
            FetchResult::Missing(code) | FetchResult::Failed(code) => (code, ""),
            FetchResult::NotModified => (304, ""),
            FetchResult::Down => return Err("no connection".into()),
        };
        exchange.respond(code, self.headers());
        exchange.push(body.as_bytes());
        Ok(())
    }

    fn why(&self) -> Unavailable {
        match self.result {
            FetchResult::Failed(code) => Unavailable::Status(code),
            FetchResult::Down => Unavailable::Unreachable,
            _ => Unavailable::BrokenResponse,
        }
    }
}

impl Bounds {
    fn policy(&self) -> CachePolicy {
        let mut policy = CachePolicy::new();
        policy.fresh_at_least = Duration::from_secs(self.fresh_at_least);
        policy.fresh_at_most = Duration::from_secs(self.fresh_at_most);
        policy.retry_after_at_least = Duration::from_secs(self.retry_after_at_least);
        policy.retry_after_at_most = Duration::from_secs(self.retry_after_at_most);
        policy.keep_copy_while_unreachable = self.keep_copy;
        policy.disallow_while_unreachable_for = Duration::from_secs(self.patience);
        policy.disallow_if_forbidden = self.disallow_if_forbidden;
        policy.server_error_is_not_found = self.server_error_is_not_found;
        match self.keep_only_for_one {
            true => policy.keep_only_for(["ExampleBot"]),
            false => policy,
        }
    }
}

/// The fetches so far, each with the time at which its result arrived.
#[derive(Debug)]
struct History {
    bounds: Bounds,
    fetches: Vec<(u64, Fetch)>,
}

impl History {
    /// Adds a fetch, as the policy sees it.
    fn push(&mut self, now: u64, mut fetch: Fetch) {
        if let FetchResult::Failed(code @ 500..) = fetch.result
            && self.bounds.server_error_is_not_found
        {
            fetch.result = FetchResult::Missing(code);
        }
        self.fetches.push((now, fetch));
    }

    /// Returns the seconds from the fetch `from` to `now`. Intervals in which the clock was set
    /// back count as zero.
    fn since(&self, from: usize, now: u64) -> u64 {
        let times = self.fetches[from..].iter().map(|fetch| fetch.0);
        let times: Vec<u64> = times.chain([now]).collect();
        times
            .windows(2)
            .map(|pair| pair[1].saturating_sub(pair[0]))
            .sum()
    }

    /// Returns `true` if a fetch returned or confirmed a file, or the absence of one.
    fn is_answer(&self, number: usize) -> bool {
        match self.fetches[number].1.result {
            FetchResult::File(_) | FetchResult::Missing(_) => true,
            // The request was conditional only if the copy has a validator.
            FetchResult::NotModified => self.copied(number).is_some_and(|copy| copy.has_etag),
            FetchResult::Failed(_) | FetchResult::Down => false,
        }
    }

    /// Returns the last fetch before `number` that returned a file, or the absence of one.
    fn copied(&self, number: usize) -> Option<&Fetch> {
        let mut earlier = self.fetches[..number].iter().rev().map(|(_, fetch)| fetch);
        earlier.find(|fetch| matches!(fetch.result, FetchResult::File(_) | FetchResult::Missing(_)))
    }

    fn answers(&self) -> impl DoubleEndedIterator<Item = usize> {
        (0..self.fetches.len()).filter(|&number| self.is_answer(number))
    }

    /// Returns the access rules of the last answer.
    fn copy(&self) -> Option<AccessRules> {
        match self.copied(self.fetches.len())?.result {
            FetchResult::File(name) => Some(File(name)),
            FetchResult::Missing(code @ 403) if self.bounds.disallow_if_forbidden => {
                Some(Nothing(Unavailable::Status(code)))
            }
            FetchResult::Missing(code) => Some(Everything(Unavailable::Status(code))),
            _ => None,
        }
    }

    /// Returns for how many seconds the last answer was fresh when it arrived.
    fn life(&self) -> u64 {
        let last = self.answers().next_back().expect("there is an answer");
        let mut stated = None;
        for number in self.answers() {
            let fetch = self.fetches[number].1;
            stated = if fetch.result == FetchResult::NotModified {
                fetch.max_age.or(stated)
            } else {
                fetch.max_age
            };
        }
        let life = stated.map_or(DAY, |max_age| {
            max_age.saturating_sub(self.fetches[last].1.age)
        });
        life.max(self.bounds.fresh_at_least)
            .min(self.bounds.fresh_at_most)
    }

    fn state(&self, now: u64) -> (AccessRules, Refresh) {
        let next = |length: u64, next: fn(Timestamp) -> Refresh| {
            let (last, _) = self.fetches.last().expect("something was fetched");
            // A time that is in the future by more than the interval cannot be trusted.
            if last.abs_diff(now) >= length {
                Refresh::Now
            } else {
                next(at(last + length))
            }
        };
        let last_answer = self.answers().next_back();
        let first_failure = last_answer.map_or(0, |number| number + 1);
        if first_failure == self.fetches.len() {
            return match self.copy() {
                Some(copy) => (copy, next(self.life(), Refresh::FreshUntil)),
                None => (Nothing(Unavailable::NotFetched), Refresh::Now),
            };
        }
        let fetch = self.fetches.last().unwrap().1;
        let over = self.since(first_failure, now) > self.bounds.patience;
        let rules = match self.copy() {
            Some(copy) if over || self.bounds.keep_copy => copy,
            _ if over => Everything(Unavailable::UnreachableTooLong),
            _ => Nothing(fetch.why()),
        };
        let minutes = [1, 2, 4, 8, 16, 32, 60];
        let failures = self.fetches.len() - first_failure;
        let wait = match fetch.retry_after {
            Some(wait) => wait
                .max(self.bounds.retry_after_at_least)
                .min(self.bounds.retry_after_at_most),
            None => MINUTE * minutes[failures.min(minutes.len()) - 1],
        };
        (rules, next(wait, Refresh::RetryAt))
    }
}

fn fetch() -> impl Strategy<Value = Fetch> {
    let result = prop_oneof![
        3 => select(vec![FetchResult::File('a'), FetchResult::File('b')]),
        1 => select(vec![FetchResult::Missing(404), FetchResult::Missing(403)]),
        1 => Just(FetchResult::NotModified),
        4 => select(vec![FetchResult::Failed(500), FetchResult::Failed(503), FetchResult::Failed(429), FetchResult::Failed(407)]),
        2 => Just(FetchResult::Down),
    ];
    let seconds = select(vec![
        0,
        1,
        59,
        60,
        299,
        300,
        301,
        HOUR,
        DAY - 1,
        DAY,
        DAY + 1,
        7 * DAY,
        40 * DAY,
    ]);
    let ages = select(vec![0, 0, 0, 1, 60, HOUR, 2 * DAY]);
    (
        result,
        prop::option::of(seconds.clone()),
        ages,
        prop::option::weighted(0.3, seconds),
        prop::bool::weighted(0.7),
    )
        .prop_map(|(result, max_age, age, retry_after, has_etag)| Fetch {
            result,
            max_age,
            age,
            retry_after,
            has_etag,
        })
        .prop_map(|fetch| match fetch.result {
            // An unreachable host sends no headers.
            FetchResult::Down => Fetch {
                max_age: None,
                age: 0,
                retry_after: None,
                has_etag: false,
                ..fetch
            },
            _ => fetch,
        })
}

/// Events, each with the number of seconds by which the clock moves before it.
fn events() -> impl Strategy<Value = Vec<(i64, Event)>> {
    let step = prop_oneof![
        6 => select(vec![0, 1, 59, 60, 61, 120, 299, 300, 3599, 3600, 86_399, 86_400, 86_401]),
        3 => select(vec![10, 15, 29, 30, 31, 40]).prop_map(|days| days * DAY as i64),
        2 => select(vec![-1, -60, -3600, -86_400, -40 * DAY as i64]),
        1 => -100_000..100_000_i64,
    ];
    let event = prop_oneof![
        4 => fetch().prop_map(Event::Fetched),
        5 => Just(Event::Queried),
        1 => Just(Event::Restart),
    ];
    prop::collection::vec((step, event), 1..40)
}

fn bounds() -> impl Strategy<Value = Bounds> {
    (
        select(vec![300, 300, 0, 60, 2 * DAY]),
        select(vec![DAY, DAY, HOUR, 7 * DAY]),
        select(vec![MINUTE, MINUTE, 0, 5, 2 * HOUR]),
        select(vec![DAY, DAY, HOUR, 1]),
        any::<[bool; 2]>(),
        select(vec![30 * DAY, 30 * DAY, DAY, 0, u64::MAX]),
        prop::bool::weighted(0.3),
        prop::bool::weighted(0.3),
    )
        .prop_map(
            |(
                fresh_at_least,
                fresh_at_most,
                at_least,
                at_most,
                keep,
                patience,
                forbidden,
                error,
            )| {
                Bounds {
                    fresh_at_least,
                    fresh_at_most,
                    retry_after_at_least: at_least,
                    retry_after_at_most: at_most,
                    keep_copy: keep[0],
                    keep_only_for_one: keep[1],
                    patience,
                    disallow_if_forbidden: forbidden,
                    server_error_is_not_found: error,
                }
            },
        )
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 4000, ..ProptestConfig::default() })]

    #[test]
    fn timelines_agree_with_the_model(bounds in bounds(), events in events(), start in 0..2_000_000_000_u64) {
        let policy = Arc::new(bounds.policy());
        let mut cached = CachedRobots::new(policy.clone());
        let mut history = History { bounds, fetches: vec![] };
        let mut now = start;
        for (number, (step, event)) in events.into_iter().enumerate() {
            now = now.saturating_add_signed(step);
            match event {
                Event::Fetched(fetch) => {
                    cached.record(fetch.outcome(), at(now));
                    history.push(now, fetch);
                }
                Event::Queried => {}
                Event::Restart => cached = restarted(&cached, &policy),
            }
            let state = cached.at(at(now));
            prop_assert_eq!((access_rules(&state.access), state.refresh), history.state(now), "event {}", number);
            prop_assert_eq!(cached.copy().map(access_rules), history.copy());
        }
    }
}

/// A transport that answers every request with the next result, and the clock of its cache.
#[cfg(feature = "std")]
#[derive(Clone, Default)]
struct Source(Arc<Mutex<Next>>);

#[cfg(feature = "std")]
#[derive(Default)]
struct Next {
    now: u64,
    fetch: Option<Fetch>,
    fetched: usize,
}

#[cfg(feature = "std")]
impl BlockingTransport for Source {
    fn get_blocking(&self, exchange: &mut Exchange) -> Result<(), TransportError> {
        let mut next = self.0.lock().unwrap();
        next.fetched += 1;
        let fetch = next.fetch.expect("a result");
        fetch.respond(exchange)
    }
}

proptest! {
    // Each case starts threads.
    #![proptest_config(ProptestConfig { cases: 200, ..ProptestConfig::default() })]

    /// Four threads query the cache at each event. A thread that must fetch receives the result of
    /// the event.
    #[cfg(feature = "std")]
    #[test]
    fn threads_agree_with_the_model(bounds in bounds(), events in events(), start in 0..2_000_000_000_u64) {
        let source = Source::default();
        let cache = |policy| {
            let now = source.clone();
            RobotsCache::for_crawlers(policy, source.clone()).clock(move || at(now.0.lock().unwrap().now))
        };
        let mut shared = cache(bounds.policy());
        let page = Url::parse("https://example.com/page").unwrap();
        let mut history = History { bounds, fetches: vec![] };
        let mut now = start;
        for (step, event) in events {
            now = now.saturating_add_signed(step);
            let fetch = match event {
                Event::Fetched(fetch) => fetch,
                Event::Queried => Fetch { result: FetchResult::Down, max_age: None, age: 0, retry_after: None, has_etag: false },
                Event::Restart => {
                    #[cfg(feature = "serde")]
                    {
                        let saved: Vec<String> = shared.save().map(|host| serde_json::to_string(&host).unwrap()).collect();
                        shared = cache(bounds.policy());
                        assert_eq!(shared.load(saved.iter().map(|host| serde_json::from_str(host))), 0);
                    }
                    continue;
                }
            };
            *source.0.lock().unwrap() = Next { now, fetch: Some(fetch), fetched: 0 };
            let is_due = history.state(now).1 == Refresh::Now;
            let ask = || shared.access_blocking(&page).expect("the page has a host");
            let answers: Vec<CacheState> = std::thread::scope(|scope| {
                let threads: Vec<_> = (0..4).map(|_| scope.spawn(ask)).collect();
                threads.into_iter().map(|thread| thread.join().expect("no thread panics")).collect()
            });
            let fetched = source.0.lock().unwrap().fetched;
            // If the result is stale immediately, threads that did not wait for it fetch again.
            let again = is_due.then(|| {
                history.push(now, fetch);
                history.state(now).1 == Refresh::Now
            }) == Some(true);
            if again {
                prop_assert!((1..=4).contains(&fetched));
                (1..fetched).for_each(|_| history.push(now, fetch));
            } else {
                prop_assert_eq!(fetched, usize::from(is_due));
                for state in answers {
                    prop_assert_eq!((access_rules(&state.access), state.refresh), history.state(now));
                }
            }
            let state = shared.cached(&page).expect("the host is in the cache");
            prop_assert_eq!((access_rules(&state.access), state.refresh), history.state(now));
        }
    }
}
