//! A robots.txt that many tasks share. One of them fetches it, and the others wait.

use alloc::sync::Arc;
use core::future::{Future, poll_fn};
use core::mem;
use core::ops::ControlFlow;
use core::pin::pin;
use core::task::{Context, Poll, Waker};
use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::task::Wake;
use std::thread::{self, Thread};

use super::{CacheState, CachedRobots, FetchOutcome, Refresh, Timestamp};

/// A handle to a robots.txt. A clone is another handle to the same robots.txt.
///
/// No lock is held while a file is parsed or a matcher is compiled.
#[derive(Clone, Debug)]
pub(super) struct Shared(Arc<Mutex<State>>);

#[derive(Debug, Default)]
struct State {
    cached: CachedRobots,
    /// `true` while a task has the permit.
    is_fetching: bool,
    /// The number of outcomes that have been recorded. Waiting tasks use it to detect a new one.
    recorded: u64,
    waiting: HashMap<u64, Waker>,
    next_waiting: u64,
}

impl Shared {
    pub(super) fn new(cached: CachedRobots) -> Shared {
        Shared(Arc::new(Mutex::new(State {
            cached,
            ..State::default()
        })))
    }

    /// Waits until there is a copy to use, or until this task should fetch one.
    ///
    /// A waiting task receives the outcome that another task records, even if that outcome is
    /// already due for a refresh. Otherwise, the tasks would take turns fetching a file that is
    /// never fresh. The future can be dropped at any time.
    pub(super) async fn acquire(&self, now: Timestamp) -> Acquired {
        let mut task = Task {
            shared: self,
            waiting: None,
        };
        poll_fn(|context| task.poll(now, context)).await
    }

    /// Returns `true` if there is another handle to the same robots.txt.
    pub(super) fn is_in_use(&self) -> bool {
        Arc::strong_count(&self.0) > 1
    }

    /// Returns a snapshot of the robots.txt. This takes O(1) time.
    pub(super) fn cached(&self) -> CachedRobots {
        lock(&self.0).cached.clone()
    }
}

/// Locks a mutex. Ignores poisoning, because no code panics under a lock and no update is left half
/// done.
pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// `Break` contains the rules to use, and `Continue` a permit to fetch them.
pub(super) type Acquired = ControlFlow<CacheState, Permit>;

/// The permit to fetch a robots.txt, which only one task has at a time. When it is dropped, the
/// waiting tasks wake up. Either they use the outcome or one of them gets the permit.
#[derive(Debug)]
pub(super) struct Permit {
    shared: Shared,
    /// The robots.txt. It is up to date, because only the task with the permit changes it.
    pub(super) cached: CachedRobots,
}

impl Permit {
    /// Records the outcome of the fetch, and returns the robots.txt.
    pub(super) fn record(mut self, outcome: FetchOutcome<'_>, now: Timestamp) -> CachedRobots {
        // The permit has its own copy, so no other task waits for the parser.
        self.cached.record(outcome, now);
        let mut state = lock(&self.shared.0);
        // Large copies are not freed under the lock, so this one is dropped last.
        let _before = mem::replace(&mut state.cached, self.cached.clone());
        state.recorded += 1;
        drop(state);
        self.cached.clone()
    }
}

impl Drop for Permit {
    fn drop(&mut self) {
        let mut state = lock(&self.shared.0);
        state.is_fetching = false;
        // The first task that wakes up and finds the copy due fetches next.
        let waiting = mem::take(&mut state.waiting);
        drop(state);
        waiting.into_values().for_each(Waker::wake);
    }
}

/// A task in [`Shared::acquire`].
struct Task<'s> {
    shared: &'s Shared,
    /// While waiting, the key in `State::waiting` and the number of outcomes recorded before.
    waiting: Option<(u64, u64)>,
}

impl Task<'_> {
    fn poll(&mut self, now: Timestamp, context: &mut Context<'_>) -> Poll<Acquired> {
        // Dropping a waker may run arbitrary code, so it must not happen under the lock. This is
        // declared first, so it is dropped last.
        let mut _replaced = None;
        let mut state = lock(&self.shared.0);
        // Another task has been fetching.
        if let Some((number, recorded)) = self.waiting.take() {
            if state.recorded > recorded {
                // The result counts even if it is already due again, or waiting would never end.
                let state = state.cached.at(state.cached.recorded);
                return Poll::Ready(Acquired::Break(state));
            }
            _replaced = state.waiting.remove(&number);
        }
        // If the copy isn't due, use it without fetching.
        let current = state.cached.at(now);
        if current.refresh != Refresh::Now {
            return Poll::Ready(Acquired::Break(current));
        }
        // The first task that finds it due fetches.
        if !mem::replace(&mut state.is_fetching, true) {
            return Poll::Ready(Acquired::Continue(Permit {
                shared: self.shared.clone(),
                cached: state.cached.clone(),
            }));
        }
        // All other tasks leave their wakers and wait.
        let number = state.next_waiting;
        state.next_waiting += 1;
        state.waiting.insert(number, context.waker().clone());
        self.waiting = Some((number, state.recorded));
        Poll::Pending
    }
}

impl Drop for Task<'_> {
    fn drop(&mut self) {
        if let Some((number, _)) = self.waiting {
            // The waker is dropped after the lock is released.
            let _waker = lock(&self.shared.0).waiting.remove(&number);
        }
    }
}

/// Runs a future on this thread. It is only pending while another thread fetches.
pub(super) fn block_on<T>(future: impl Future<Output = T>) -> T {
    let mut future = pin!(future);
    // Waking the future unparks this thread.
    struct Unpark(Thread);
    impl Wake for Unpark {
        fn wake(self: Arc<Self>) {
            self.0.unpark();
        }
    }
    let waker = Waker::from(Arc::new(Unpark(thread::current())));
    let mut context = Context::from_waker(&waker);
    loop {
        match future.as_mut().poll(&mut context) {
            Poll::Ready(output) => return output,
            Poll::Pending => thread::park(),
        }
    }
}
