//! Time that a busy machine does not change much.

use std::sync::{LazyLock, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Makes the other measurements of this program wait: tests of one binary run side by side.
pub(crate) fn alone() -> MutexGuard<'static, ()> {
    static ALONE: Mutex<()> = Mutex::new(());
    ALONE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A clock for the work of this thread: the time it had a processor where Linux tells, so that a busy machine, which
/// interrupts long work more than short work, changes no ratio; else the time that passed.
pub(crate) fn clock() -> Duration {
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    // The kernel adds up a running thread's time when it is put aside.
    std::thread::yield_now();
    std::fs::read_to_string("/proc/thread-self/schedstat")
        .ok()
        .and_then(|text| text.split(' ').next()?.parse().ok())
        .filter(|&nanoseconds| nanoseconds > 0)
        .map_or_else(|| START.elapsed(), Duration::from_nanos)
}
