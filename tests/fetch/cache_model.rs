//! A naive model of a robots.txt over time: it keeps everything that ever
//! happened, and works each answer out from the beginning.

use std::time::Duration;

use proptest::prelude::*;
use proptest::sample::select;
use robots_exclusion::Unavailable;
use robots_exclusion::fetch::{CachePolicy, CachedRobots, FetchResult, Refresh, Timestamp};
#[cfg(feature = "std")]
use robots_exclusion::fetch::{Outlook, SharedRobots, Turn};

use super::cache::Holds::{self, Everything, File, Nothing};
use super::cache::{file, status, what_holds};

const MINUTE: u64 = 60;
const HOUR: u64 = 60 * MINUTE;
const DAY: u64 = 24 * HOUR;

#[derive(Clone, Copy, Debug, PartialEq)]
enum What {
    File(char),
    Missing(u16),
    NotModified,
    Failed(u16),
    Down,
}

/// What a fetch came to, as the model sees it; the crate gets the headers.
#[derive(Clone, Copy, Debug)]
struct Got {
    what: What,
    max_age: Option<u64>,
    age: u64,
    retry_after: Option<u64>,
}

#[derive(Clone, Copy, Debug)]
enum Event {
    Got(Got),
    Asked,
    /// The cache is saved, and loaded by another process.
    Restart,
}

fn at(seconds: u64) -> Timestamp {
    Timestamp::from_unix(Duration::from_secs(seconds))
}

/// What another process makes of what this one saved.
#[cfg(feature = "serde")]
fn restarted(cached: &CachedRobots) -> CachedRobots {
    let saved = serde_json::to_string(cached).expect("a cache can be saved");
    let loaded: CachedRobots = serde_json::from_str(&saved).expect(&saved);
    assert_eq!(serde_json::to_string(&loaded).unwrap(), saved);
    loaded.with_policy(cached.policy().clone())
}

#[cfg(not(feature = "serde"))]
fn restarted(cached: &CachedRobots) -> CachedRobots {
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
}

impl Got {
    fn result(&self) -> FetchResult<'static> {
        let mut result = match self.what {
            What::File(name) => file(name),
            What::Missing(code) | What::Failed(code) => status(code),
            What::NotModified => status(304),
            What::Down => FetchResult::unreachable(),
        };
        if let Some(max_age) = self.max_age {
            result = result.header("Cache-Control", format!("max-age={max_age}"));
        }
        if let Some(wait) = self.retry_after {
            result = result.header("Retry-After", wait.to_string());
        }
        result.header("Age", self.age.to_string())
    }

    fn why(&self) -> Unavailable {
        match self.what {
            What::Failed(code) => Unavailable::Status(code),
            What::Down => Unavailable::Unreachable,
            _ => Unavailable::BrokenResponse,
        }
    }
}

impl Bounds {
    fn policy(&self) -> CachePolicy {
        let policy = CachePolicy::new();
        let policy = if self.keep_only_for_one {
            policy.keep_only_for(&["ExampleBot"])
        } else {
            policy
        };
        policy
            .fresh_at_least(Duration::from_secs(self.fresh_at_least))
            .fresh_at_most(Duration::from_secs(self.fresh_at_most))
            .retry_after_at_least(Duration::from_secs(self.retry_after_at_least))
            .retry_after_at_most(Duration::from_secs(self.retry_after_at_most))
            .keep_copy_while_unreachable(self.keep_copy)
    }
}

/// The fetches so far, each with the clock's time when it came in.
#[derive(Debug)]
struct History {
    bounds: Bounds,
    fetches: Vec<(u64, Got)>,
}

impl History {
    /// Seconds that passed from one fetch to the last, and from that to now; none where the clock was set back.
    fn since(&self, from: usize, now: u64) -> u64 {
        let times = self.fetches[from..].iter().map(|fetch| fetch.0);
        let times: Vec<u64> = times.chain([now]).collect();
        times
            .windows(2)
            .map(|pair| pair[1].saturating_sub(pair[0]))
            .sum()
    }

    /// Whether a fetch meant a file or no restrictions.
    fn is_answer(&self, number: usize) -> bool {
        match self.fetches[number].1.what {
            What::File(_) | What::Missing(_) => true,
            What::NotModified => (0..number).any(|earlier| self.is_answer(earlier)),
            What::Failed(_) | What::Down => false,
        }
    }

    fn answers(&self) -> impl DoubleEndedIterator<Item = usize> {
        (0..self.fetches.len()).filter(|&number| self.is_answer(number))
    }

    /// What the last answer meant.
    fn copy(&self) -> Option<Holds> {
        self.answers()
            .rev()
            .find_map(|number| match self.fetches[number].1.what {
                What::File(name) => Some(File(name)),
                What::Missing(code) => Some(Everything(Unavailable::Status(code))),
                _ => None,
            })
    }

    /// How long the last answer was to live from when it came.
    fn life(&self) -> u64 {
        let last = self.answers().next_back().expect("there is an answer");
        let mut stated = None;
        for number in self.answers() {
            let got = self.fetches[number].1;
            stated = if got.what == What::NotModified {
                got.max_age.or(stated)
            } else {
                got.max_age
            };
        }
        let life = stated.map_or(DAY, |max_age| {
            max_age.saturating_sub(self.fetches[last].1.age)
        });
        life.max(self.bounds.fresh_at_least)
            .min(self.bounds.fresh_at_most)
    }

    fn outlook(&self, now: u64) -> (Holds, Refresh) {
        let next = |length: u64, next: fn(Timestamp) -> Refresh| {
            let (last, _) = self.fetches.last().expect("something was fetched");
            // What is from so far in the future that it would be over if it were from the past cannot be trusted.
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
        let got = self.fetches.last().unwrap().1;
        let over = self.since(first_failure, now) > 30 * DAY;
        let holds = match self.copy() {
            Some(copy) if over || self.bounds.keep_copy => copy,
            _ if over => Everything(Unavailable::UnreachableTooLong),
            _ => Nothing(got.why()),
        };
        let minutes = [1, 2, 4, 8, 16, 32, 60];
        let failures = self.fetches.len() - first_failure;
        let wait = match got.retry_after {
            Some(wait) => wait
                .max(self.bounds.retry_after_at_least)
                .min(self.bounds.retry_after_at_most),
            None => MINUTE * minutes[failures.min(minutes.len()) - 1],
        };
        (holds, next(wait, Refresh::RetryAt))
    }
}

fn got() -> impl Strategy<Value = Got> {
    let what = prop_oneof![
        3 => select(vec![What::File('a'), What::File('b')]),
        1 => select(vec![What::Missing(404), What::Missing(403)]),
        1 => Just(What::NotModified),
        4 => select(vec![What::Failed(500), What::Failed(503), What::Failed(429), What::Failed(407)]),
        2 => Just(What::Down),
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
        what,
        prop::option::of(seconds.clone()),
        ages,
        prop::option::weighted(0.3, seconds),
    )
        .prop_map(|(what, max_age, age, retry_after)| Got {
            what,
            max_age,
            age,
            retry_after,
        })
        .prop_map(|got| match got.what {
            // No answer has no headers.
            What::Down => Got {
                max_age: None,
                age: 0,
                retry_after: None,
                ..got
            },
            _ => got,
        })
}

/// Seconds by which the clock is moved, and what happens then.
fn events() -> impl Strategy<Value = Vec<(i64, Event)>> {
    let step = prop_oneof![
        6 => select(vec![0, 1, 59, 60, 61, 120, 299, 300, 3599, 3600, 86_399, 86_400, 86_401]),
        3 => select(vec![10, 15, 29, 30, 31, 40]).prop_map(|days| days * DAY as i64),
        2 => select(vec![-1, -60, -3600, -86_400, -40 * DAY as i64]),
        1 => -100_000..100_000_i64,
    ];
    let event = prop_oneof![
        4 => got().prop_map(Event::Got),
        5 => Just(Event::Asked),
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
        any::<bool>(),
        any::<bool>(),
    )
        .prop_map(
            |(
                fresh_at_least,
                fresh_at_most,
                retry_after_at_least,
                retry_after_at_most,
                keep_copy,
                keep_only_for_one,
            )| Bounds {
                fresh_at_least,
                fresh_at_most,
                retry_after_at_least,
                retry_after_at_most,
                keep_copy,
                keep_only_for_one,
            },
        )
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 4000, ..ProptestConfig::default() })]

    #[test]
    fn time_lines_run_as_in_the_model(bounds in bounds(), events in events(), start in 0..2_000_000_000_u64) {
        let mut cached = CachedRobots::new(bounds.policy());
        let mut history = History { bounds, fetches: vec![] };
        let mut now = start;
        for (number, (step, event)) in events.into_iter().enumerate() {
            now = now.saturating_add_signed(step);
            match event {
                Event::Got(got) => {
                    cached.record(got.result(), at(now));
                    history.fetches.push((now, got));
                }
                Event::Asked => {}
                Event::Restart => cached = restarted(&cached),
            }
            let outlook = cached.at(at(now));
            prop_assert_eq!((what_holds(outlook.access()), outlook.refresh()), history.outlook(now), "event {}", number);
            prop_assert_eq!(cached.copy().map(what_holds), history.copy());
        }
    }
}

proptest! {
    // Each starts threads.
    #![proptest_config(ProptestConfig { cases: 200, ..ProptestConfig::default() })]

    /// At each event four threads ask at once; what each event got is what the one that is to fetch gets.
    #[cfg(feature = "std")]
    #[test]
    fn threads_share_what_the_model_says(bounds in bounds(), events in events(), start in 0..2_000_000_000_u64) {
        let mut shared = SharedRobots::new(bounds.policy());
        let mut history = History { bounds, fetches: vec![] };
        let mut now = start;
        for (step, event) in events {
            now = now.saturating_add_signed(step);
            let got = match event {
                Event::Got(got) => got,
                Event::Asked => Got { what: What::Down, max_age: None, age: 0, retry_after: None },
                Event::Restart => {
                    shared = restarted(&shared.cached()).into();
                    continue;
                }
            };
            let is_due = history.outlook(now).1.is_due();
            let ask = || match shared.turn_blocking(at(now)) {
                Turn::Use(outlook) => (false, outlook),
                Turn::Fetch(turn) => (true, turn.record(got.result(), at(now))),
            };
            let answers: Vec<(bool, Outlook)> = std::thread::scope(|scope| {
                let threads: Vec<_> = (0..4).map(|_| scope.spawn(ask)).collect();
                threads.into_iter().map(|thread| thread.join().expect("no thread panics")).collect()
            });
            let fetched = answers.iter().filter(|answer| answer.0).count();
            // A result that is stale at once is fetched again by whoever had not waited for it.
            let again = is_due.then(|| {
                history.fetches.push((now, got));
                history.outlook(now).1.is_due()
            }) == Some(true);
            if again {
                prop_assert!((1..=4).contains(&fetched));
                (1..fetched).for_each(|_| history.fetches.push((now, got)));
            } else {
                prop_assert_eq!(fetched, usize::from(is_due));
                for (_, outlook) in answers {
                    prop_assert_eq!((what_holds(outlook.access()), outlook.refresh()), history.outlook(now));
                }
            }
            let outlook = shared.at(at(now));
            prop_assert_eq!((what_holds(outlook.access()), outlook.refresh()), history.outlook(now));
        }
    }
}
