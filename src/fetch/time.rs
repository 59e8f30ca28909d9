//! Points in time, and common durations.

use core::ops::Add;
use core::time::Duration;

pub(super) const MINUTE: Duration = Duration::from_secs(60);
pub(super) const HOUR: Duration = Duration::from_secs(60 * 60);
pub(super) const DAY: Duration = Duration::from_secs(24 * 60 * 60);

/// A point in time, given by the duration since the Unix epoch.
///
/// You pass the time to every function that needs it, either as a `Timestamp` or as a type that
/// converts into one. Only a `RobotsCache` reads a clock, and you can replace that clock. With the
/// `std` feature, `SystemTime` converts into a `Timestamp`; a time before the epoch counts as the
/// epoch.
///
/// ```
/// use core::time::Duration;
/// use std::time::SystemTime;
/// use robots_exclusion::fetch::Timestamp;
///
/// let now = Timestamp(Duration::from_secs(1_700_000_000));
/// let later = now + Duration::from_secs(60);
/// assert_eq!(later.duration_since(now), Duration::from_secs(60));
/// assert_eq!(now.duration_since(later), Duration::ZERO);
/// # #[cfg(feature = "std")]
/// assert_eq!(Timestamp::from(SystemTime::UNIX_EPOCH), Timestamp::UNIX_EPOCH);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(transparent))]
pub struct Timestamp(pub Duration);

impl Timestamp {
    /// The beginning of 1970, UTC.
    pub const UNIX_EPOCH: Timestamp = Timestamp(Duration::ZERO);

    /// Returns the duration since `earlier`, or zero if `earlier` is later.
    pub const fn duration_since(self, earlier: Timestamp) -> Duration {
        self.0.saturating_sub(earlier.0)
    }
}

/// Adds a duration, saturating at the latest representable time.
impl Add<Duration> for Timestamp {
    type Output = Timestamp;

    fn add(self, span: Duration) -> Timestamp {
        Timestamp(self.0.saturating_add(span))
    }
}

/// Converts a `SystemTime`. A time before the Unix epoch counts as the epoch. Requires the `std`
/// feature.
#[cfg(feature = "std")]
impl From<std::time::SystemTime> for Timestamp {
    fn from(time: std::time::SystemTime) -> Timestamp {
        // If the clock shows a time before 1970, it is wrong, and every copy is due.
        let passed = time.duration_since(std::time::UNIX_EPOCH);
        Timestamp(passed.unwrap_or_default())
    }
}
