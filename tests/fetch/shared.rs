//! Who fetches, and who waits.

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::task::{Context, Poll, Wake, Waker};
use std::time::{Duration, SystemTime};

use robots_exclusion::fetch::{
    CachePolicy, FetchResult, Fetching, NextTurn, Outlook, Refresh, SharedRobots, Timestamp, Turn,
};

use crate::fetch::cache::{Holds, file, what_holds};

const NOW: Timestamp = Timestamp::from_unix(Duration::from_secs(1_700_000_000));
const DAY: Duration = Duration::from_secs(24 * 60 * 60);

/// A task that is polled by hand, and counts how often it was woken.
#[derive(Default)]
struct Woken(AtomicUsize);

impl Wake for Woken {
    fn wake(self: Arc<Self>) {
        self.0.fetch_add(1, Ordering::SeqCst);
    }
}

impl Woken {
    fn poll(self: &Arc<Self>, turn: &mut NextTurn) -> Poll<Turn> {
        let waker = Waker::from(self.clone());
        Pin::new(turn).poll(&mut Context::from_waker(&waker))
    }

    fn times(&self) -> usize {
        self.0.load(Ordering::SeqCst)
    }
}

#[track_caller]
fn fetching(turn: Poll<Turn>) -> Fetching {
    match turn {
        Poll::Ready(Turn::Fetch(turn)) => turn,
        other => panic!("no turn to fetch: {other:?}"),
    }
}

#[track_caller]
fn usable(turn: Poll<Turn>) -> Outlook {
    match turn {
        Poll::Ready(Turn::Use(outlook)) => outlook,
        other => panic!("nothing to use: {other:?}"),
    }
}

#[test]
fn one_fetches_and_the_others_wait_for_it() {
    let shared = SharedRobots::default();
    let task = Arc::new(Woken::default());
    let mut turns: Vec<NextTurn> = (0..50).map(|_| shared.turn(NOW)).collect();
    let turn = fetching(task.poll(&mut turns[0]));
    for waiting in &mut turns[1..] {
        assert!(task.poll(waiting).is_pending());
        assert!(task.poll(waiting).is_pending(), "polled for another reason");
    }
    assert!(shared.try_turn(NOW).is_none());
    assert_eq!(shared.at(NOW).refresh(), Refresh::Now);
    assert_eq!(task.times(), 0);
    assert_eq!(
        what_holds(turn.record(file('a'), NOW).access()),
        Holds::File('a')
    );
    assert_eq!(task.times(), 49);
    for waiting in &mut turns[1..] {
        let outlook = usable(task.poll(waiting));
        assert_eq!(what_holds(outlook.access()), Holds::File('a'));
    }
    usable(task.poll(&mut shared.turn(NOW)));
    drop(fetching(task.poll(&mut shared.turn(NOW + DAY))));
}

#[test]
fn a_turn_that_comes_to_nothing_goes_to_another() {
    let shared = SharedRobots::default();
    let task = Arc::new(Woken::default());
    let (mut first, mut second, mut third) = (shared.turn(NOW), shared.turn(NOW), shared.turn(NOW));
    let turn = fetching(task.poll(&mut first));
    assert!(task.poll(&mut second).is_pending() && task.poll(&mut third).is_pending());
    drop(turn);
    assert_eq!(task.times(), 2);
    let turn = fetching(task.poll(&mut third));
    assert!(task.poll(&mut second).is_pending());
    turn.record(file('b'), NOW);
    assert_eq!(
        what_holds(usable(task.poll(&mut second)).access()),
        Holds::File('b')
    );
    // A result that nobody takes is no turn lost either.
    drop(task.poll(&mut shared.turn(NOW + DAY)));
    drop(fetching(task.poll(&mut shared.turn(NOW + DAY))));
}

#[test]
fn who_no_longer_waits_is_not_woken() {
    let shared = SharedRobots::default();
    let task = Arc::new(Woken::default());
    let turn = fetching(task.poll(&mut shared.turn(NOW)));
    for _ in 0..1000 {
        assert!(task.poll(&mut shared.turn(NOW)).is_pending());
    }
    // The test's own is the only one left.
    assert_eq!(Arc::strong_count(&task), 1);
    drop(turn);
    assert_eq!(task.times(), 0);
}

/// A waker that, when it is dropped, drops another task that waits.
#[test]
fn wakers_are_dropped_without_the_lock() {
    struct Owner(#[allow(dead_code)] std::sync::Mutex<Option<NextTurn>>);
    impl Wake for Owner {
        fn wake(self: Arc<Self>) {}
    }
    let shared = SharedRobots::default();
    let task = Arc::new(Woken::default());
    let turn = fetching(task.poll(&mut shared.turn(NOW)));
    let wait_as_owner = |waiting: &mut NextTurn| {
        let mut owned = shared.turn(NOW);
        assert!(task.poll(&mut owned).is_pending());
        let waker = Waker::from(Arc::new(Owner(Some(owned).into())));
        assert!(
            Pin::new(waiting)
                .poll(&mut Context::from_waker(&waker))
                .is_pending()
        );
    };
    let mut waiting = shared.turn(NOW);
    wait_as_owner(&mut waiting);
    // Replaced by a waker of another task, dropped while it waits, woken.
    assert!(task.poll(&mut waiting).is_pending());
    wait_as_owner(&mut waiting);
    drop(waiting);
    let mut waiting = shared.turn(NOW);
    wait_as_owner(&mut waiting);
    turn.record(file('a'), NOW);
    usable(task.poll(&mut waiting));
}

/// Else a file that is never fresh would be fetched by one after the other of those who waited for the same one.
#[test]
fn who_waited_uses_what_is_stale_at_once() {
    let policy = CachePolicy::new().fresh_at_least(Duration::ZERO);
    let shared = SharedRobots::new(policy);
    let task = Arc::new(Woken::default());
    let mut waiting = shared.turn(NOW);
    let turn = fetching(task.poll(&mut shared.turn(NOW)));
    assert!(task.poll(&mut waiting).is_pending());
    turn.record(file('a').header("Cache-Control", "no-store"), NOW);
    assert_eq!(usable(task.poll(&mut waiting)).refresh(), Refresh::Now);
    drop(fetching(task.poll(&mut shared.turn(NOW))));
}

/// What is stale can be used meanwhile.
#[test]
fn what_there_is_can_be_used_instead_of_waiting() {
    let shared = SharedRobots::default();
    let task = Arc::new(Woken::default());
    fetching(task.poll(&mut shared.turn(NOW))).record(file('a'), NOW);
    let turn = fetching(task.poll(&mut shared.turn(NOW + DAY)));
    assert!(shared.try_turn(NOW + DAY).is_none());
    assert_eq!(what_holds(shared.at(NOW + DAY).access()), Holds::File('a'));
    turn.record(file('b'), NOW + DAY);
    assert_eq!(what_holds(shared.at(NOW + DAY).access()), Holds::File('b'));
}

#[test]
fn threads_wait_too() {
    let shared = SharedRobots::default();
    let fetched = AtomicUsize::new(0);
    let matchers = std::thread::scope(|scope| {
        let ask = || {
            let outlook = match shared.turn_blocking(SystemTime::now()) {
                Turn::Use(outlook) => outlook,
                Turn::Fetch(turn) => {
                    fetched.fetch_add(1, Ordering::SeqCst);
                    std::thread::sleep(Duration::from_millis(20));
                    turn.record(file('a'), SystemTime::now())
                }
            };
            outlook.matcher("ExampleBot")
        };
        let threads: Vec<_> = (0..16).map(|_| scope.spawn(ask)).collect();
        let join = |thread: std::thread::ScopedJoinHandle<'_, _>| thread.join().unwrap();
        threads.into_iter().map(join).collect::<Vec<_>>()
    });
    assert_eq!(fetched.into_inner(), 1);
    assert!(
        matchers
            .iter()
            .all(|matcher| Arc::ptr_eq(matcher, &matchers[0]))
    );
    assert!(!matchers[0].allowed("/a"));
}

/// All of the crawlers' matchers are compiled once, whoever asks first.
#[test]
fn threads_share_one_matcher() {
    let mut text = String::from("user-agent: *\n");
    text.extend((0..2000).map(|number| format!("disallow: /{number}/*x{number}\n")));
    for _ in 0..20 {
        let shared = SharedRobots::default();
        let Turn::Fetch(turn) = shared.turn_blocking(NOW) else {
            panic!("nothing was fetched")
        };
        let outlook = turn.record(FetchResult::response(200, &text), NOW);
        let matchers: Vec<_> = std::thread::scope(|scope| {
            let threads: Vec<_> = (0..4)
                .map(|_| scope.spawn(|| outlook.matcher("ExampleBot")))
                .collect();
            threads
                .into_iter()
                .map(|thread| thread.join().unwrap())
                .collect()
        });
        assert!(
            matchers
                .iter()
                .all(|matcher| Arc::ptr_eq(matcher, &matchers[0]))
        );
    }
}

#[test]
fn a_handle_can_be_sent_to_other_threads() {
    fn assert_shareable<T: Send + Sync + std::fmt::Debug>() {}
    assert_shareable::<SharedRobots>();
    assert_shareable::<NextTurn>();
    assert_shareable::<Turn>();
}
