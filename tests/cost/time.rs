//! A clock that ignores other load on the machine, and a lock for measurements.

use std::sync::{LazyLock, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Serialises measurements, because the tests of one binary run in parallel.
pub(crate) fn alone() -> MutexGuard<'static, ()> {
    static ALONE: Mutex<()> = Mutex::new(());
    ALONE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Returns the CPU time of the current thread on Linux, and the elapsed time on other
/// systems.
///
/// Ratios of elapsed times are unreliable, because a busy machine interrupts long work more often
/// than short work.
pub(crate) fn clock() -> Duration {
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    // The kernel updates the counter of a thread when the thread gives up the processor.
    std::thread::yield_now();
    std::fs::read_to_string("/proc/thread-self/schedstat")
        .ok()
        .and_then(|text| text.split(' ').next()?.parse().ok())
        .filter(|&nanoseconds| nanoseconds > 0)
        .map_or_else(|| START.elapsed(), Duration::from_nanos)
}
