//! One robots.txt for many tasks: which of them is to fetch it.

use alloc::collections::BTreeMap;
use alloc::sync::Arc;
use core::future::Future;
use core::mem;
use core::pin::Pin;
use core::task::{Context, Poll, Waker};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::task::Wake;
use std::thread::{self, Thread};

use url::Url;

use super::cache::News;
use super::{CachePolicy, CachedRobots, FetchResult, Outlook, Timestamp, Validators};

/// A robots.txt that many tasks and threads share: one of them is told to
/// fetch it, while the others wait or use what there is.
///
/// This is a handle: a clone is another handle to the same robots.txt. Keep one
/// per [`Scope`](crate::location::Scope), in a map that gives all who ask for a
/// scope the same one.
///
/// [`turn`](Self::turn) is a future that waits for a file that is fresh, or for
/// the task's turn to fetch. Any executor can run it, as it needs neither a
/// timer nor I/O; [`turn_blocking`](Self::turn_blocking) does the same for
/// threads. A task that has the turn and ends without
/// [recording](Fetching::record) a result, because it was cancelled or
/// panicked, passes it on to another. No lock is held while a file is parsed or a
/// matcher compiled, and none can be poisoned.
///
/// ```
/// # use core::future::Future;
/// # use core::task::{Context, Poll, Waker};
/// use core::time::Duration;
/// use robots_exclusion::fetch::{FetchResult, Fetching, Outlook, SharedRobots, Timestamp, Turn};
///
/// async fn fetch(turn: &Fetching) -> FetchResult<'static> {
///     FetchResult::response(200, "User-agent: *\nDisallow: /private/\n")
/// }
///
/// /// What holds now; one task fetches, the others wait for it.
/// async fn robots(shared: &SharedRobots, now: Timestamp) -> Outlook {
///     match shared.turn(now).await {
///         Turn::Use(outlook) => outlook,
///         Turn::Fetch(turn) => {
///             let result = fetch(&turn).await;
///             turn.record(result, now)
///         }
///     }
/// }
///
/// # let shared = SharedRobots::default();
/// # let now = Timestamp::from_unix(Duration::from_secs(1_700_000_000));
/// # let mut future = core::pin::pin!(robots(&shared, now));
/// # let Poll::Ready(outlook) = future.as_mut().poll(&mut Context::from_waker(Waker::noop())) else { panic!() };
/// assert!(!outlook.matcher("MyBot").allowed("/private/x"));
/// ```
#[derive(Clone, Debug, Default)]
pub struct SharedRobots {
    state: Arc<Mutex<State>>,
}

#[derive(Debug, Default)]
struct State {
    cached: CachedRobots,
    /// Whether someone has the turn.
    fetching: bool,
    /// How many results were recorded, so that a task sees that one was while
    /// it waited.
    recorded: u64,
    waiting: BTreeMap<u64, Waker>,
    next_waiting: u64,
}

impl State {
    /// Ends a turn; whom to wake when the lock is released.
    fn end_turn(&mut self) -> BTreeMap<u64, Waker> {
        self.fetching = false;
        mem::take(&mut self.waiting)
    }
}

impl SharedRobots {
    /// A robots.txt that was not fetched yet; the policy is as for
    /// [`CachedRobots::new`].
    pub fn new(policy: impl Into<Arc<CachePolicy>>) -> SharedRobots {
        CachedRobots::new(policy).into()
    }

    /// What holds at this time. Never waits, so that a stale copy may hold, or
    /// [`NotFetched`](crate::Unavailable::NotFetched). Costs O(1).
    pub fn at(&self, now: impl Into<Timestamp>) -> Outlook {
        self.lock().cached.at(now)
    }

    /// Waits until there is something to use or it is this task's turn to
    /// fetch.
    ///
    /// A task that waits gets what was recorded meanwhile, even if that is to be
    /// refreshed at once. It costs O(log n) to wait among n tasks; the future
    /// can be dropped at any time.
    pub fn turn(&self, now: impl Into<Timestamp>) -> NextTurn {
        NextTurn {
            shared: self.clone(),
            now: now.into(),
            place: None,
        }
    }

    /// As [`turn`](Self::turn), without waiting: `None` while another task
    /// fetches. What there is meanwhile, [`at`](Self::at) says.
    ///
    /// ```
    /// use robots_exclusion::fetch::{FetchResult, SharedRobots, Timestamp, Turn};
    ///
    /// let (shared, now) = (SharedRobots::default(), Timestamp::UNIX_EPOCH);
    /// let Some(Turn::Fetch(turn)) = shared.try_turn(now) else { panic!() };
    /// assert!(shared.try_turn(now).is_none());
    /// turn.record(FetchResult::response(404, ""), now);
    /// let Some(Turn::Use(outlook)) = shared.try_turn(now) else { panic!() };
    /// assert!(outlook.allowed("MyBot", "/page"));
    /// ```
    pub fn try_turn(&self, now: impl Into<Timestamp>) -> Option<Turn> {
        self.next_turn(&mut self.lock(), now.into())
    }

    /// As [`turn`](Self::turn), for a thread, which is parked while it waits.
    pub fn turn_blocking(&self, now: impl Into<Timestamp>) -> Turn {
        struct Unpark(Thread);
        impl Wake for Unpark {
            fn wake(self: Arc<Self>) {
                self.0.unpark();
            }
        }
        let waker = Waker::from(Arc::new(Unpark(thread::current())));
        let mut context = Context::from_waker(&waker);
        let mut turn = self.turn(now);
        loop {
            match Pin::new(&mut turn).poll(&mut context) {
                Poll::Ready(turn) => return turn,
                Poll::Pending => thread::park(),
            }
        }
    }

    /// A copy of what is known, to be saved, in O(1).
    pub fn cached(&self) -> CachedRobots {
        self.lock().cached.clone()
    }

    fn next_turn(&self, state: &mut State, now: Timestamp) -> Option<Turn> {
        let outlook = state.cached.at(now);
        if !outlook.refresh().is_due() {
            return Some(Turn::Use(outlook));
        }
        if mem::replace(&mut state.fetching, true) {
            return None;
        }
        Some(Turn::Fetch(Fetching {
            shared: self.clone(),
            cached: state.cached.clone(),
            ended: false,
        }))
    }

    /// What panics while the lock is held (no code of this crate does) leaves
    /// nothing half done.
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl From<CachedRobots> for SharedRobots {
    /// Shares what was loaded, or recorded elsewhere.
    fn from(cached: CachedRobots) -> SharedRobots {
        let state = State {
            cached,
            ..State::default()
        };
        SharedRobots {
            state: Arc::new(Mutex::new(state)),
        }
    }
}

/// What a task is to do; see [`SharedRobots::turn`].
#[derive(Debug)]
#[must_use]
pub enum Turn {
    /// There is nothing to fetch: use this.
    Use(Outlook),
    /// Fetch the robots.txt, and [record](Fetching::record) the result.
    Fetch(Fetching),
}

/// The turn to fetch a robots.txt, which one task has at a time.
///
/// Dropped without a result, it goes to another task.
#[derive(Debug)]
#[must_use = "another task gets the turn when this is dropped"]
pub struct Fetching {
    shared: SharedRobots,
    cached: CachedRobots,
    ended: bool,
}

impl Fetching {
    /// What to send with a request for `url` to make it conditional; as
    /// [`CachedRobots::validators_for`].
    pub fn validators_for(&self, url: &Url) -> Option<&Validators> {
        self.cached.validators_for(url)
    }

    /// Takes the result, as [`CachedRobots::record`], and lets all others go
    /// on; what holds now.
    pub fn record(mut self, result: FetchResult<'_>, now: impl Into<Timestamp>) -> Outlook {
        let now = now.into();
        // Without the lock, as it may take a while.
        let news = News::new(result, self.cached.policy());
        let mut state = self.shared.lock();
        state.cached.take(news, now);
        state.recorded += 1;
        let outlook = state.cached.at(now);
        let waiting = state.end_turn();
        drop(state);
        self.ended = true;
        waiting.into_values().for_each(Waker::wake);
        outlook
    }
}

impl Drop for Fetching {
    fn drop(&mut self) {
        if !self.ended {
            let waiting = self.shared.lock().end_turn();
            waiting.into_values().for_each(Waker::wake);
        }
    }
}

/// The future of [`SharedRobots::turn`].
#[derive(Debug)]
#[must_use = "futures do nothing unless they are awaited"]
pub struct NextTurn {
    shared: SharedRobots,
    now: Timestamp,
    /// While it waits: its number, and how many results had been recorded.
    place: Option<(u64, u64)>,
}

impl Future for NextTurn {
    type Output = Turn;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Turn> {
        let this = &mut *self;
        // A waker may run anything when it is dropped: not under the lock, and
        // so it is declared before.
        let mut _replaced = None;
        let mut state = this.shared.lock();
        if let Some((number, recorded)) = this.place.take() {
            if state.recorded > recorded {
                let time = state.cached.recorded().unwrap_or(this.now);
                return Poll::Ready(Turn::Use(state.cached.at(time)));
            }
            _replaced = state.waiting.remove(&number);
        }
        match this.shared.next_turn(&mut state, this.now) {
            Some(turn) => Poll::Ready(turn),
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

impl Drop for NextTurn {
    fn drop(&mut self) {
        if let Some((number, _)) = self.place {
            let waker = self.shared.lock().waiting.remove(&number);
            drop(waker);
        }
    }
}
