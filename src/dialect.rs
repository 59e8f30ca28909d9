//! Which of the two readings of robots.txt is asked for.

/// How a robots.txt is read and matched.
///
/// The two dialects share one pipeline; each point on which they part is a
/// `match` on this type in the room that owns the point.
///
/// ```
/// use robots_exclusion::{Dialect, ParseOptions, Robots};
///
/// let text = b"user-agent: *\nDisallowed: /a";
/// assert!(Robots::parse(text).allowed("MyBot", "/a"));
/// assert!(!ParseOptions::new().dialect(Dialect::Google).parse(text).allowed("MyBot", "/a"));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Dialect {
    /// Google's published specification together with RFC 9309. The default,
    /// and the one to choose for a crawler of your own.
    #[default]
    Standard,
    /// Google's open-source parser and matcher (`google/robotstxt`), verdict
    /// and line, bit for bit: what Googlebot itself would answer.
    Google,
}
