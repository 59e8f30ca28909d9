//! How to read a robots.txt.

use alloc::vec::Vec;

use crate::dialect::Dialect;
use crate::file::POSITION_LIMIT;

/// How to read a robots.txt; the default is what RFC 9309 and Google's
/// published specification ask for.
///
/// ```
/// use robots_exclusion::{Dialect, ParseOptions};
///
/// let text = b"user-agent: *\ndisallow /private/";
/// let google = ParseOptions::new().dialect(Dialect::Google).byte_limit(None).parse(text);
/// assert!(!google.allowed("MyBot", "/private/"));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ParseOptions {
    dialect: Dialect,
    byte_limit: Option<usize>,
    agent_fallback: bool,
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
    /// 500 KiB: what crawlers must read at least (RFC 9309 §2.5), and what
    /// Google reads at most.
    pub const DEFAULT_BYTE_LIMIT: usize = 512_000;

    /// The defaults: [`Dialect::Standard`], 500 KiB, agent fallback on.
    pub fn new() -> ParseOptions {
        ParseOptions::default()
    }

    /// Chooses the dialect.
    #[must_use]
    pub fn dialect(mut self, dialect: Dialect) -> ParseOptions {
        self.dialect = dialect;
        self
    }

    /// Chooses how many bytes are read, a byte order mark included; `None`
    /// lifts the limit (up to 64 MiB, beyond which nothing is read).
    ///
    /// What lies past the limit is ignored, and so is a line that the limit
    /// cuts. A limit below 512,000 does not conform to RFC 9309 §2.5.
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

    /// Chooses whether a crawler without a group of its own obeys the group
    /// of a more general product token, `Googlebot-Image` that of
    /// `googlebot`. If not, it obeys the groups of `*`, which is RFC 9309
    /// §2.2.1 to the letter. [`Dialect::Google`] never falls back.
    #[must_use]
    pub fn agent_fallback(mut self, fallback: bool) -> ParseOptions {
        self.agent_fallback = fallback;
        self
    }

    /// The dialect chosen.
    pub fn get_dialect(&self) -> Dialect {
        self.dialect
    }

    /// How many bytes are read at most; `None` if the limit is lifted.
    pub fn get_byte_limit(&self) -> Option<usize> {
        self.byte_limit
    }

    /// Whether a crawler without a group of its own obeys that of a more
    /// general product token.
    pub fn get_agent_fallback(&self) -> bool {
        self.agent_fallback
    }

    /// The part of `input` that is read, and whether that is not all of it.
    pub(crate) fn cut(self, input: &[u8]) -> (&[u8], bool) {
        let limit = self.byte_limit.unwrap_or(usize::MAX).min(POSITION_LIMIT);
        let end = match input.get(limit) {
            None => return (input, false),
            Some(b'\n' | b'\r') => limit,
            // The line that the limit cuts does not count.
            Some(_) => memchr::memrchr2(b'\n', b'\r', &input[..limit]).map_or(0, |end| end + 1),
        };
        (&input[..end], true)
    }

    /// The part of `text` that is read, without spare capacity, and whether that is not
    /// all of it.
    pub(crate) fn cut_owned(self, mut text: Vec<u8>) -> (Vec<u8>, bool) {
        let (read, is_truncated) = self.cut(&text);
        text.truncate(read.len());
        text.shrink_to_fit();
        (text, is_truncated)
    }
}
