//! `SharedRobots`: one task fetches, and the others wait.

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::task::{Context, Poll, Wake, Waker};
use std::time::{Duration, SystemTime};

use robots_exclusion::fetch::{
    Acquire, Acquired, CachePolicy, CacheState, FetchPermit, Refresh, SharedRobots, Timestamp,
};

use crate::fetch::cache::{AccessRules, access_rules, file};

const NOW: Timestamp = Timestamp::from_unix(Duration::from_secs(1_700_000_000));
const DAY: Duration = Duration::from_secs(24 * 60 * 60);

/// A waker that counts how often it was woken, for tasks that are polled by hand.
#[derive(Default)]
struct Woken(AtomicUsize);

impl Wake for Woken {
    fn wake(self: Arc<Self>) {
        self.0.fetch_add(1, Ordering::SeqCst);
    }
}

impl Woken {
    fn poll(self: &Arc<Self>, turn: &mut Acquire) -> Poll<Acquired> {
        let waker = Waker::from(self.clone());
        Pin::new(turn).poll(&mut Context::from_waker(&waker))
    }

    fn times(&self) -> usize {
        self.0.load(Ordering::SeqCst)
    }
}

#[track_caller]
fn fetching(turn: Poll<Acquired>) -> FetchPermit {
    match turn {
        Poll::Ready(Acquired::Fetch(turn)) => turn,
        other => panic!("expected a permit to fetch, got {other:?}"),
    }
}

#[track_caller]
fn usable(turn: Poll<Acquired>) -> CacheState {
    match turn {
        Poll::Ready(Acquired::Use(state)) => state,
        other => panic!("expected a usable state, got {other:?}"),
    }
}

#[test]
fn one_task_fetches_and_the_others_wait() {
    let shared = SharedRobots::default();
    let task = Arc::new(Woken::default());
    let mut turns: Vec<Acquire> = (0..50).map(|_| shared.acquire(NOW)).collect();
    let turn = fetching(task.poll(&mut turns[0]));
    for waiting in &mut turns[1..] {
        assert!(task.poll(waiting).is_pending());
        assert!(
            task.poll(waiting).is_pending(),
            "a spurious poll must not end the wait"
        );
    }
    assert!(shared.try_acquire(NOW).is_none());
    assert_eq!(shared.at(NOW).refresh(), Refresh::Now);
    assert_eq!(task.times(), 0);
    assert_eq!(
        access_rules(turn.record(file('a'), NOW).access()),
        AccessRules::File('a')
    );
    assert_eq!(task.times(), 49);
    for waiting in &mut turns[1..] {
        let state = usable(task.poll(waiting));
        assert_eq!(access_rules(state.access()), AccessRules::File('a'));
    }
    usable(task.poll(&mut shared.acquire(NOW)));
    drop(fetching(task.poll(&mut shared.acquire(NOW + DAY))));
}

#[test]
fn a_dropped_permit_passes_to_another_task() {
    let shared = SharedRobots::default();
    let task = Arc::new(Woken::default());
    let (mut first, mut second, mut third) = (
        shared.acquire(NOW),
        shared.acquire(NOW),
        shared.acquire(NOW),
    );
    let turn = fetching(task.poll(&mut first));
    assert!(task.poll(&mut second).is_pending() && task.poll(&mut third).is_pending());
    drop(turn);
    assert_eq!(task.times(), 2);
    let turn = fetching(task.poll(&mut third));
    assert!(task.poll(&mut second).is_pending());
    turn.record(file('b'), NOW);
    assert_eq!(
        access_rules(usable(task.poll(&mut second)).access()),
        AccessRules::File('b')
    );
    // Dropping a permit that was never taken out of the result passes it on, too.
    drop(task.poll(&mut shared.acquire(NOW + DAY)));
    drop(fetching(task.poll(&mut shared.acquire(NOW + DAY))));
}

#[test]
fn cancelled_tasks_are_not_woken() {
    let shared = SharedRobots::default();
    let task = Arc::new(Woken::default());
    let turn = fetching(task.poll(&mut shared.acquire(NOW)));
    for _ in 0..1000 {
        assert!(task.poll(&mut shared.acquire(NOW)).is_pending());
    }
    // Only the test still has a reference to the waker.
    assert_eq!(Arc::strong_count(&task), 1);
    drop(turn);
    assert_eq!(task.times(), 0);
}

/// Dropping the waker here drops another waiting task, which would deadlock under the lock.
#[test]
fn wakers_are_dropped_outside_the_lock() {
    struct Owner(#[allow(dead_code)] std::sync::Mutex<Option<Acquire>>);
    impl Wake for Owner {
        fn wake(self: Arc<Self>) {}
    }
    let shared = SharedRobots::default();
    let task = Arc::new(Woken::default());
    let turn = fetching(task.poll(&mut shared.acquire(NOW)));
    let wait_as_owner = |waiting: &mut Acquire| {
        let mut owned = shared.acquire(NOW);
        assert!(task.poll(&mut owned).is_pending());
        let waker = Waker::from(Arc::new(Owner(Some(owned).into())));
        assert!(
            Pin::new(waiting)
                .poll(&mut Context::from_waker(&waker))
                .is_pending()
        );
    };
    let mut waiting = shared.acquire(NOW);
    wait_as_owner(&mut waiting);
    // The waker is dropped in three ways: replaced by another waker, dropped with its task, and
    // woken.
    assert!(task.poll(&mut waiting).is_pending());
    wait_as_owner(&mut waiting);
    drop(waiting);
    let mut waiting = shared.acquire(NOW);
    wait_as_owner(&mut waiting);
    turn.record(file('a'), NOW);
    usable(task.poll(&mut waiting));
}

/// Otherwise the waiting tasks would fetch a file that is never fresh one after the other.
#[test]
fn waiting_tasks_use_a_result_that_is_stale_immediately() {
    let policy = CachePolicy::new().fresh_at_least(Duration::ZERO);
    let shared = SharedRobots::new(policy);
    let task = Arc::new(Woken::default());
    let mut waiting = shared.acquire(NOW);
    let turn = fetching(task.poll(&mut shared.acquire(NOW)));
    assert!(task.poll(&mut waiting).is_pending());
    turn.record(file('a').header("Cache-Control", "no-store"), NOW);
    assert_eq!(usable(task.poll(&mut waiting)).refresh(), Refresh::Now);
    drop(fetching(task.poll(&mut shared.acquire(NOW))));
}

/// A stale copy can be used while another task refreshes it.
#[test]
fn a_stale_copy_can_be_used_instead_of_waiting() {
    let shared = SharedRobots::default();
    let task = Arc::new(Woken::default());
    fetching(task.poll(&mut shared.acquire(NOW))).record(file('a'), NOW);
    let turn = fetching(task.poll(&mut shared.acquire(NOW + DAY)));
    assert!(shared.try_acquire(NOW + DAY).is_none());
    assert_eq!(
        access_rules(shared.at(NOW + DAY).access()),
        AccessRules::File('a')
    );
    turn.record(file('b'), NOW + DAY);
    assert_eq!(
        access_rules(shared.at(NOW + DAY).access()),
        AccessRules::File('b')
    );
}

#[test]
fn threads_can_wait() {
    let shared = SharedRobots::new(CachePolicy::new().keep_only_for(&["ExampleBot"]));
    let fetched = AtomicUsize::new(0);
    let matchers = std::thread::scope(|scope| {
        let ask = || {
            let state = match shared.acquire_blocking(SystemTime::now()) {
                Acquired::Use(state) => state,
                Acquired::Fetch(turn) => {
                    fetched.fetch_add(1, Ordering::SeqCst);
                    std::thread::sleep(Duration::from_millis(20));
                    turn.record(file('a'), SystemTime::now())
                }
            };
            state.access().matcher("ExampleBot")
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

#[test]
fn a_handle_can_be_sent_to_other_threads() {
    fn assert_shareable<T: Send + Sync + std::fmt::Debug>() {}
    assert_shareable::<SharedRobots>();
    assert_shareable::<Acquire>();
    assert_shareable::<Acquired>();
}
