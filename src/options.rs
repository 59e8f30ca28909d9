//! Options for parsing.

use crate::dialect::Dialect;

/// The maximum length of the text, regardless of the byte limit. It ensures that the tables can
/// store every position, and the length of every pattern even after percent-encoding has tripled
/// it.
pub(crate) const POSITION_LIMIT: usize = 1 << 26;

/// Options for parsing a robots.txt. The defaults follow RFC 9309 and Google's published
/// specification.
///
/// ```
/// use robots_exclusion::{Dialect, ParseOptions};
///
/// let text = b"user-agent: *\ndisallow /private/";
/// let google = ParseOptions::new().dialect(Dialect::Google).byte_limit(None).parse(text);
/// assert!(!google.allowed("MyBot", "/private/"));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct ParseOptions {
    /// The dialect: see [`dialect`](ParseOptions::dialect()).
    pub dialect: Dialect,
    /// The maximum number of bytes that are read, or `None` if the limit is lifted: see
    /// [`byte_limit`](ParseOptions::byte_limit()).
    pub byte_limit: Option<usize>,
    /// `true` if a crawler without its own group uses the group for a more general product token:
    /// see [`agent_fallback`](ParseOptions::agent_fallback()).
    pub agent_fallback: bool,
}

impl Default for ParseOptions {
    fn default() -> ParseOptions {
        ParseOptions {
            dialect: Dialect::Standard,
            byte_limit: Some(ParseOptions::DEFAULT_BYTE_LIMIT),
            agent_fallback: true,
        }
    }
}

impl ParseOptions {
    /// The default byte limit of 500 KiB. This is the minimum that crawlers must read (RFC 9309
    /// §2.5), and the maximum that Google reads.
    pub const DEFAULT_BYTE_LIMIT: usize = 512_000;

    /// Creates the default options: [`Dialect::Standard`], a limit of 500 KiB, and agent fallback
    /// turned on.
    pub fn new() -> ParseOptions {
        ParseOptions::default()
    }

    /// Sets the dialect.
    #[must_use]
    pub fn dialect(mut self, dialect: Dialect) -> ParseOptions {
        self.dialect = dialect;
        self
    }

    /// Sets the maximum number of bytes that are read, including a byte order mark. `None` raises
    /// the limit to 64 MiB. Nothing is ever read beyond that.
    ///
    /// Input past the limit is ignored, and so is a line that the limit cuts in two. A limit below
    /// 512,000 doesn't conform to RFC 9309 §2.5.
    ///
    /// ```
    /// use robots_exclusion::ParseOptions;
    ///
    /// let text = "user-agent: *\ndisallow: /\ndisallow: /private";
    /// let robots = ParseOptions::new().byte_limit(27).parse(text);
    /// assert!(robots.is_truncated());
    /// assert_eq!(robots.matcher("MyBot").rules().len(), 1);
    /// ```
    #[must_use]
    pub fn byte_limit(mut self, limit: impl Into<Option<usize>>) -> ParseOptions {
        self.byte_limit = limit.into();
        self
    }

    /// Sets whether a crawler without its own group uses the group for a more general product
    /// token, such as `googlebot` for `Googlebot-Image`. If you turn this off, such a crawler uses
    /// the groups for `*` instead, as RFC 9309 §2.2.1 specifies. [`Dialect::Google`] never falls
    /// back.
    ///
    /// ```
    /// use robots_exclusion::ParseOptions;
    ///
    /// let text = "user-agent: googlebot\ndisallow: /";
    /// let strict = ParseOptions::new().agent_fallback(false);
    /// assert!(strict.parse(text).allowed("Googlebot-Image", "/"));
    /// assert!(!ParseOptions::new().parse(text).allowed("Googlebot-Image", "/"));
    /// ```
    #[must_use]
    pub fn agent_fallback(mut self, fallback: bool) -> ParseOptions {
        self.agent_fallback = fallback;
        self
    }

    /// Returns the maximum number of bytes that are read.
    pub(crate) fn longest_read(self) -> usize {
        self.byte_limit.unwrap_or(usize::MAX).min(POSITION_LIMIT)
    }

    /// Returns the part of `input` that is read, and `true` if the input continues after it.
    // A call would return the result in memory, and reading it back would stall the processor.
    #[inline]
    pub(crate) fn cut(self, input: &[u8]) -> (&[u8], bool) {
        // A line is kept if its content ends at or before the limit, even if its line end doesn't.
        let limit = self.longest_read();
        let end = match input.get(limit) {
            None => return (input, false),
            Some(b'\n' | b'\r') => limit,
            // Drop the line that the limit cuts in two.
            Some(_) => memchr::memrchr2(b'\n', b'\r', &input[..limit]).map_or(0, |end| end + 1),
        };
        (&input[..end], true)
    }
}
