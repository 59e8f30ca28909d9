//! Points in time, and the few spans that others are made of.

use core::fmt;
use core::ops::Add;
use core::time::Duration;

pub(super) const MINUTE: Duration = Duration::from_secs(60);
pub(super) const HOUR: Duration = Duration::from_secs(60 * 60);
pub(super) const DAY: Duration = Duration::from_secs(24 * 60 * 60);

/// A point in time, as the time that had passed since the Unix epoch.
///
/// This crate has no clock: every function that needs the time takes it from
/// the caller, as a `Timestamp` or anything that converts into one. With the
/// feature `std` that is a `SystemTime`; a time before the epoch counts as the
/// epoch.
///
/// ```
/// use core::time::Duration;
/// use std::time::SystemTime;
/// use robots_exclusion::fetch::Timestamp;
///
/// let now = Timestamp::from_unix(Duration::from_secs(1_700_000_000));
/// let later = now + Duration::from_secs(60);
/// assert_eq!(later.duration_since(now), Duration::from_secs(60));
/// assert_eq!(now.duration_since(later), Duration::ZERO);
/// # #[cfg(feature = "std")]
/// assert_eq!(Timestamp::from(SystemTime::UNIX_EPOCH), Timestamp::UNIX_EPOCH);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(transparent)
)]
pub struct Timestamp(Duration);

impl Timestamp {
    /// The beginning of 1970, UTC.
    pub const UNIX_EPOCH: Timestamp = Timestamp(Duration::ZERO);

    /// The time at which so much had passed since the Unix epoch.
    pub const fn from_unix(passed: Duration) -> Timestamp {
        Timestamp(passed)
    }

    /// How much time had passed since the Unix epoch.
    pub const fn since_unix_epoch(self) -> Duration {
        self.0
    }

    /// How much time passed from `earlier` to this; zero if `earlier` is later.
    pub const fn duration_since(self, earlier: Timestamp) -> Duration {
        self.0.saturating_sub(earlier.0)
    }

    /// The same for the standard library; `None` if it is too far in the
    /// future for that.
    ///
    /// ```
    /// use std::time::SystemTime;
    /// use robots_exclusion::fetch::Timestamp;
    ///
    /// let now = SystemTime::now();
    /// assert_eq!(Timestamp::from(now).to_system_time(), Some(now));
    /// ```
    #[cfg(feature = "std")]
    #[cfg_attr(docsrs, doc(cfg(feature = "std")))]
    pub fn to_system_time(self) -> Option<std::time::SystemTime> {
        std::time::UNIX_EPOCH.checked_add(self.0)
    }
}

/// The end of all time is not passed: what comes after it is the end.
impl Add<Duration> for Timestamp {
    type Output = Timestamp;

    fn add(self, span: Duration) -> Timestamp {
        Timestamp(self.0.saturating_add(span))
    }
}

/// A time before the Unix epoch counts as the epoch.
#[cfg(feature = "std")]
#[cfg_attr(docsrs, doc(cfg(feature = "std")))]
impl From<std::time::SystemTime> for Timestamp {
    fn from(time: std::time::SystemTime) -> Timestamp {
        Timestamp(
            time.duration_since(std::time::UNIX_EPOCH)
                .unwrap_or_default(),
        )
    }
}

/// As seconds since the Unix epoch.
impl fmt::Debug for Timestamp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Timestamp({:?})", self.0)
    }
}
