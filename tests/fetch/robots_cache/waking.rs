//! Tasks that wait for another one are woken in time, and only then.

use std::pin::Pin;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll, Wake, Waker};
use std::time::Duration;

use robots_exclusion::fetch::{CachePolicy, RobotsCache};

use super::net::{Answer, Net, Task, file, now, page};
use super::{ROBOTS, TEXT};

/// A waker that counts how often it was woken, for tasks that are polled by hand.
#[derive(Default)]
struct Woken(AtomicUsize);

impl Wake for Woken {
    fn wake(self: Arc<Self>) {
        self.0.fetch_add(1, Ordering::SeqCst);
    }
}

impl Woken {
    fn poll(self: &Arc<Self>, task: &mut Task<bool>) -> Option<bool> {
        let waker = Waker::from(self.clone());
        match task.as_mut().poll(&mut Context::from_waker(&waker)) {
            Poll::Ready(answer) => Some(answer),
            Poll::Pending => None,
        }
    }

    fn times(&self) -> usize {
        self.0.load(Ordering::SeqCst)
    }
}

fn ask(cache: &RobotsCache<Net>) -> Task<bool> {
    let cache = cache.clone();
    Box::pin(async move { cache.allowed(&page("https://a.example/private")).await })
}

#[test]
fn waiting_tasks_are_woken_by_an_outcome_or_a_cancelled_fetch() {
    let net = Net::default();
    let cache = net.cache(CachePolicy::new());
    let woken = Arc::new(Woken::default());
    let mut tasks: Vec<_> = (0..50).map(|_| ask(&cache)).collect();
    for task in &mut tasks {
        assert_eq!(woken.poll(task), None);
        assert_eq!(woken.poll(task), None, "a spurious poll ends the wait");
    }
    assert_eq!(woken.times(), 0);
    // The first task that was polled fetches.
    drop(tasks.remove(0));
    assert_eq!(woken.times(), 49);
    // The last one fetches next.
    for task in tasks.iter_mut().rev() {
        assert_eq!(woken.poll(task), None);
    }
    net.release(ROBOTS, file(TEXT));
    assert_eq!(woken.poll(&mut tasks.pop().unwrap()), Some(false));
    assert_eq!(woken.times(), 49 + 48);
    assert!(tasks.iter_mut().all(|task| woken.poll(task) == Some(false)));
    assert_eq!(net.requests().len(), 2);
}

#[test]
fn cancelled_tasks_are_not_woken() {
    let net = Net::default();
    let cache = net.cache(CachePolicy::new());
    let woken = Arc::new(Woken::default());
    let mut fetching = ask(&cache);
    assert_eq!(woken.poll(&mut fetching), None);
    for _ in 0..1000 {
        assert_eq!(woken.poll(&mut ask(&cache)), None);
    }
    // Only the test still has a reference to the waker.
    assert_eq!(Arc::strong_count(&woken), 1);
    drop(fetching);
    assert_eq!(woken.times(), 0);
}

/// Dropping the waker here drops another waiting task, which would deadlock under the lock.
#[test]
fn wakers_are_dropped_outside_the_lock() {
    struct Owner(#[allow(dead_code)] Mutex<Option<Task<bool>>>);
    impl Wake for Owner {
        fn wake(self: Arc<Self>) {}
    }
    let net = Net::default();
    let cache = net.cache(CachePolicy::new());
    let woken = Arc::new(Woken::default());
    let mut fetching = ask(&cache);
    assert_eq!(woken.poll(&mut fetching), None);
    let wait_as_owner = |waiting: &mut Task<bool>| {
        let mut owned = ask(&cache);
        assert_eq!(woken.poll(&mut owned), None);
        let waker = Waker::from(Arc::new(Owner(Some(owned).into())));
        let poll = Pin::new(waiting).poll(&mut Context::from_waker(&waker));
        assert!(poll.is_pending());
    };
    let mut waiting = ask(&cache);
    wait_as_owner(&mut waiting);
    // The waker is dropped in three ways: replaced by another waker, dropped with its task, and
    // woken.
    assert_eq!(woken.poll(&mut waiting), None);
    wait_as_owner(&mut waiting);
    drop(waiting);
    let mut waiting = ask(&cache);
    wait_as_owner(&mut waiting);
    net.release(ROBOTS, file(TEXT));
    assert_eq!(woken.poll(&mut fetching), Some(false));
    assert_eq!(woken.poll(&mut waiting), Some(false));
}

/// Otherwise the waiting tasks would fetch a file that is never fresh one after the other.
#[test]
fn waiting_tasks_use_an_outcome_that_is_stale_immediately() {
    let net = Net::default();
    let mut policy = CachePolicy::new();
    policy.fresh_at_least = Duration::ZERO;
    let cache = net.cache(policy);
    let woken = Arc::new(Woken::default());
    let [mut fetching, mut waiting] = [ask(&cache), ask(&cache)];
    assert_eq!(woken.poll(&mut fetching), None);
    assert_eq!(woken.poll(&mut waiting), None);
    let headers = vec![("Cache-Control", "no-store".into())];
    let stale = Answer::Response(200, headers, TEXT.into());
    net.release(ROBOTS, stale.clone());
    assert_eq!(woken.poll(&mut fetching), Some(false));
    assert_eq!(woken.poll(&mut waiting), Some(false));
    assert_eq!(net.requests().len(), 1);
    net.always(ROBOTS, stale);
    assert!(!now(ask(&cache)));
    assert_eq!(net.requests().len(), 2);
}
