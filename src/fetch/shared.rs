//! A robots.txt shared by many tasks. Only one task at a time fetches it.

use alloc::sync::Arc;
use core::future::Future;
use core::mem;
use core::pin::Pin;
use core::task::{Context, Poll, Waker};
use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::task::Wake;
use std::thread::{self, Thread};

use url::Url;

use super::cache::ParsedOutcome;
use super::{CachePolicy, CacheState, CachedRobots, FetchOutcome, Timestamp, Validators};

/// A robots.txt shared by many tasks and threads. One of them fetches it, while the
/// others wait or use the current copy.
///
/// This is a handle, and a clone is another handle to the same robots.txt. Keep one
/// per [`Scope`](crate::location::Scope) in a map that all tasks share.
///
/// [`acquire`](Self::acquire) returns a future that waits until a fresh copy is
/// available or until this task should fetch one. The future works with any executor,
/// because it needs neither a timer nor I/O. [`acquire_blocking`](Self::acquire_blocking)
/// is its counterpart for threads. If a task is cancelled or panics before it
/// [records](FetchPermit::record) an outcome, another task fetches the file. No lock is
/// held while a file is parsed or a matcher is compiled, and locks cannot be poisoned.
///
/// ```
/// # use core::future::Future;
/// # use core::task::{Context, Poll, Waker};
/// use std::time::SystemTime;
/// use robots_exclusion::fetch::{Acquired, CacheState, FetchOutcome, FetchPermit, SharedRobots};
///
/// async fn fetch(permit: &FetchPermit) -> FetchOutcome<'static> {
///     FetchOutcome::response(200, "User-agent: *\nDisallow: /private/\n")
/// }
///
/// /// Returns the current rules. One task fetches them, and the others wait.
/// async fn robots(shared: &SharedRobots) -> CacheState {
///     match shared.acquire(SystemTime::now()).await {
///         Acquired::Use(state) => state,
///         Acquired::Fetch(permit) => {
///             let outcome = fetch(&permit).await;
///             // The fetch took some time, so read the clock again.
///             permit.record(outcome, SystemTime::now())
///         }
///     }
/// }
///
/// # let shared = SharedRobots::default();
/// # let mut future = core::pin::pin!(robots(&shared));
/// # let Poll::Ready(state) = future.as_mut().poll(&mut Context::from_waker(Waker::noop())) else { panic!() };
/// assert!(!state.access().matcher("MyBot").allowed("/private/x"));
/// ```
#[derive(Clone, Debug)]
pub struct SharedRobots {
    state: Arc<Mutex<State>>,
}

#[derive(Debug)]
struct State {
    cached: CachedRobots,
    /// `true` while a task has the permit.
    fetching: bool,
    /// The number of outcomes recorded. A waiting task compares it to detect a new one.
    recorded: u64,
    waiting: HashMap<u64, Waker>,
    next_waiting: u64,
}

impl State {
    /// Releases the permit and returns the tasks to wake after the lock is released.
    fn release(&mut self) -> HashMap<u64, Waker> {
        self.fetching = false;
        mem::take(&mut self.waiting)
    }
}

impl SharedRobots {
    /// Creates a robots.txt that has not been fetched yet. Takes a policy like
    /// [`CachedRobots::new`].
    pub fn new(policy: impl Into<Arc<CachePolicy>>) -> SharedRobots {
        CachedRobots::new(policy).into()
    }

    /// Returns the rules that apply at this time, and when to fetch next. Costs O(1).
    ///
    /// This method never waits, so the copy may be stale or [not fetched
    /// yet](crate::Unavailable::NotFetched).
    pub fn at(&self, now: impl Into<Timestamp>) -> CacheState {
        self.lock().cached.at(now)
    }

    /// Waits until there is a copy to use, or until this task should fetch one.
    ///
    /// A waiting task receives the outcome that another task records, even if that is
    /// already due for a refresh. Waiting costs O(1), regardless of the number of waiting
    /// tasks. The future can be dropped at any time.
    pub fn acquire(&self, now: impl Into<Timestamp>) -> Acquire {
        Acquire {
            shared: self.clone(),
            now: now.into(),
            place: None,
        }
    }

    /// Returns a copy to use or a permit to fetch one, without waiting.
    ///
    /// Returns `None` while another task fetches. Meanwhile, [`at`](Self::at) returns
    /// the current rules.
    ///
    /// ```
    /// use robots_exclusion::fetch::{FetchOutcome, SharedRobots, Timestamp, Acquired};
    ///
    /// let (shared, now) = (SharedRobots::default(), Timestamp::UNIX_EPOCH);
    /// let Some(Acquired::Fetch(permit)) = shared.try_acquire(now) else { panic!() };
    /// assert!(shared.try_acquire(now).is_none());
    /// permit.record(FetchOutcome::response(404, ""), now);
    /// let Some(Acquired::Use(state)) = shared.try_acquire(now) else { panic!() };
    /// assert!(state.access().allowed("MyBot", "/page"));
    /// ```
    pub fn try_acquire(&self, now: impl Into<Timestamp>) -> Option<Acquired> {
        self.acquire_now(&mut self.lock(), now.into())
    }

    /// Waits like [`acquire`](Self::acquire), parking the current thread.
    pub fn acquire_blocking(&self, now: impl Into<Timestamp>) -> Acquired {
        struct Unpark(Thread);
        impl Wake for Unpark {
            fn wake(self: Arc<Self>) {
                self.0.unpark();
            }
        }
        let waker = Waker::from(Arc::new(Unpark(thread::current())));
        let mut context = Context::from_waker(&waker);
        let mut future = self.acquire(now);
        loop {
            match Pin::new(&mut future).poll(&mut context) {
                Poll::Ready(acquired) => return acquired,
                Poll::Pending => thread::park(),
            }
        }
    }

    /// Returns `true` if there is another handle to the same robots.txt.
    pub(super) fn is_in_use(&self) -> bool {
        Arc::strong_count(&self.state) > 1
    }

    /// Returns a snapshot of the robots.txt, for example to save it. Costs O(1).
    pub fn cached(&self) -> CachedRobots {
        self.lock().cached.clone()
    }

    fn acquire_now(&self, state: &mut State, now: Timestamp) -> Option<Acquired> {
        let current = state.cached.at(now);
        if !current.refresh().is_due() {
            return Some(Acquired::Use(current));
        }
        if mem::replace(&mut state.fetching, true) {
            return None;
        }
        Some(Acquired::Fetch(FetchPermit {
            shared: self.clone(),
            cached: state.cached.clone(),
            ended: false,
        }))
    }

    /// Ignores poisoning: no code panics under the lock, and no update is left half done.
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Default for SharedRobots {
    /// Creates a robots.txt that has not been fetched yet, with the default policy.
    fn default() -> SharedRobots {
        CachedRobots::default().into()
    }
}

impl From<CachedRobots> for SharedRobots {
    /// Shares a robots.txt that was loaded, or recorded elsewhere.
    fn from(cached: CachedRobots) -> SharedRobots {
        let state = State {
            cached,
            fetching: false,
            recorded: 0,
            waiting: HashMap::new(),
            next_waiting: 0,
        };
        SharedRobots {
            state: Arc::new(Mutex::new(state)),
        }
    }
}

/// The rules to use, or a permit to fetch them; see [`SharedRobots::acquire`].
#[derive(Debug)]
#[must_use]
pub enum Acquired {
    /// No fetch is due: use these rules.
    Use(CacheState),
    /// Fetch the robots.txt, and [record](FetchPermit::record) the outcome.
    Fetch(FetchPermit),
}

/// The permit to fetch a robots.txt, which only one task has at a time.
///
/// If it is dropped before an outcome is recorded, another task gets the permit.
#[derive(Debug)]
#[must_use = "another task gets the permit when this is dropped"]
pub struct FetchPermit {
    shared: SharedRobots,
    cached: CachedRobots,
    ended: bool,
}

impl FetchPermit {
    /// Returns the validators for a conditional request to `url`; see
    /// [`CachedRobots::validators_for`].
    pub fn validators_for(&self, url: &Url) -> Option<&Validators> {
        self.cached.validators_for(url)
    }

    pub(super) fn shared(&self) -> &SharedRobots {
        &self.shared
    }

    pub(super) fn policy(&self) -> &CachePolicy {
        self.cached.policy()
    }

    /// Records the outcome of the fetch, wakes all waiting tasks, and returns the rules
    /// that apply now; see [`CachedRobots::record`].
    pub fn record(mut self, outcome: FetchOutcome<'_>, now: impl Into<Timestamp>) -> CacheState {
        let now = now.into();
        // This parses the file, so do it before taking the lock.
        let outcome = ParsedOutcome::new(outcome, self.cached.policy());
        let mut state = self.shared.lock();
        state.cached.take(outcome, now);
        state.recorded += 1;
        let current = state.cached.at(now);
        let waiting = state.release();
        drop(state);
        self.ended = true;
        waiting.into_values().for_each(Waker::wake);
        current
    }
}

impl Drop for FetchPermit {
    fn drop(&mut self) {
        if !self.ended {
            let waiting = self.shared.lock().release();
            waiting.into_values().for_each(Waker::wake);
        }
    }
}

/// The future of [`SharedRobots::acquire`].
#[derive(Debug)]
#[must_use = "futures do nothing unless they are awaited"]
pub struct Acquire {
    shared: SharedRobots,
    now: Timestamp,
    /// While waiting: the key in `waiting`, and the number of outcomes recorded before.
    place: Option<(u64, u64)>,
}

impl Future for Acquire {
    type Output = Acquired;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Acquired> {
        let this = &mut *self;
        // Dropping a waker may run arbitrary code, so it must not happen under the lock:
        // this is declared first and therefore dropped last.
        let mut _replaced = None;
        let mut state = this.shared.lock();
        if let Some((number, recorded)) = this.place.take() {
            if state.recorded > recorded {
                let time = state.cached.recorded().unwrap_or(this.now);
                return Poll::Ready(Acquired::Use(state.cached.at(time)));
            }
            _replaced = state.waiting.remove(&number);
        }
        match this.shared.acquire_now(&mut state, this.now) {
            Some(acquired) => Poll::Ready(acquired),
            None => {
                let recorded = state.recorded;
                let number = state.next_waiting;
                state.next_waiting += 1;
                state.waiting.insert(number, context.waker().clone());
                this.place = Some((number, recorded));
                Poll::Pending
            }
        }
    }
}

impl Drop for Acquire {
    fn drop(&mut self) {
        if let Some((number, _)) = self.place {
            let waker = self.shared.lock().waiting.remove(&number);
            drop(waker);
        }
    }
}
