//! Parses path patterns and matches them against targets.
//!
//! As specified in RFC 9309 §2.2.2 and §2.2.3, a pattern is a prefix of the path and query, in
//! which `*` matches any number of bytes and a final `$` matches the end of the URL.
//!
//! Functions that read many bytes at a time receive a pattern as a range in a larger text, so that
//! they can read past its end.

mod pieces;

use alloc::borrow::Cow;
use core::ops::Range;

use memchr::memchr;

use crate::canonical;
use crate::dialect::Dialect;
use crate::search;
use crate::target::Target;

/// The way in which a pattern is matched, as a bit set that is computed when the pattern is
/// compiled.
///
/// If no bit is set, the pattern matches if its body is a prefix of the target.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Strategy(pub(crate) u8);

impl Strategy {
    /// The body contains wildcards.
    const WILDCARDS: u8 = 1;
    /// A `$` follows the body, so the target must end with it.
    const ANCHOR: u8 = 1 << 1;
    /// A `*` follows the body and counts towards the pattern's length.
    const FINAL_STAR: u8 = 1 << 2;
    /// The body contains a `%2F` or `%3F` that may be in the query, where it is spelled differently
    /// than in the path.
    pub(crate) const DELIMITERS: u8 = 1 << 3;
    /// The number of bits.
    pub(crate) const BITS: u32 = 4;

    pub(crate) fn has(self, bits: u8) -> bool {
        self.0 & bits != 0
    }

    /// Returns the number of bytes that count towards the pattern's length but aren't in its body.
    /// There is one if a `$`, or a `*` that counts, follows the body.
    pub(crate) fn bytes_after_body(self) -> usize {
        usize::from(self.has(Strategy::ANCHOR | Strategy::FINAL_STAR))
    }

    /// Returns `true` if the body is compared with the target byte by byte.
    pub(crate) fn is_literal(self) -> bool {
        !self.has(Strategy::WILDCARDS | Strategy::DELIMITERS)
    }

    /// Returns `true` if the target must end where the body ends.
    pub(crate) fn is_anchored(self) -> bool {
        self.has(Strategy::ANCHOR)
    }
}

/// The strategy and body of a canonical pattern.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Shape {
    pub(crate) strategy: Strategy,
    /// The length of the body, the part at the start of the canonical pattern that is compared.
    pub(crate) body: usize,
}

impl Shape {
    /// Parses a canonical pattern. Returns `None` if it doesn't begin with `/` or `*`, and
    /// therefore doesn't match anything.
    pub(crate) fn of(canonical: &[u8], dialect: Dialect) -> Option<Shape> {
        // Up to the first `*` or `?`, a pattern is always compared with the path.
        let in_path = search::until(canonical, [b'*', b'?', b'?']).len();
        // After that, canonical targets may spell `%2F` and `%3F` as `/` and `?`.
        let is_delimiter = |unit: &[u8]| matches!(unit, [b'%', b'2' | b'3', b'F']);
        let mut units = canonical[in_path..].windows(3);
        let has_delimiters = dialect.decodes_escapes() && units.any(is_delimiter);
        Shape::new(canonical, has_delimiters, dialect)
    }

    /// Like [`of`](Shape::of), given whether the body contains a `%2F` or `%3F` that may be in the
    /// query.
    fn new(canonical: &[u8], has_delimiters: bool, dialect: Dialect) -> Option<Shape> {
        match canonical.first() {
            Some(b'/' | b'*') => {}
            None if dialect.empty_rules_match() => {}
            _ => return None,
        }
        let before_stars = canonical.iter().rposition(|&byte| byte != b'*');
        let (body, mut bits) = match canonical {
            [body @ .., b'$'] => (body, Strategy::ANCHOR),
            [body @ .., b'*'] if dialect.counts_trailing_stars() => (body, Strategy::FINAL_STAR),
            _ => (&canonical[..before_stars.map_or(0, |last| last + 1)], 0),
        };
        bits |= wildcards(body);
        if has_delimiters {
            bits |= Strategy::DELIMITERS;
        }
        Some(Shape {
            strategy: Strategy(bits),
            body: body.len(),
        })
    }

    /// Returns the shape for an index page's folder, in dialects that also match it.
    ///
    /// If `index.htm` follows the last `/` of an `allow` rule, google/robotstxt tries the rule
    /// twice: first as written, and then as an anchored pattern that ends with that `/`.
    pub(crate) fn of_index_folder(
        canonical: &[u8],
        is_allow: bool,
        dialect: Dialect,
    ) -> Option<Shape> {
        if !is_allow || !dialect.allows_index_folders() {
            return None;
        }
        let (folder, page) = canonical.split_at(memchr::memrchr(b'/', canonical)? + 1);
        let is_index = page.starts_with(b"index.htm") && matches!(folder[0], b'/' | b'*');
        is_index.then_some(Shape {
            strategy: Strategy(Strategy::ANCHOR | wildcards(folder)),
            body: folder.len(),
        })
    }

    /// Returns the length that determines precedence. This is the number of bytes in the canonical
    /// pattern, not counting trailing `*`s in dialects that ignore them.
    pub(crate) fn length(self) -> usize {
        self.body + self.strategy.bytes_after_body()
    }
}

/// Returns the bit for wildcards if a body contains any.
fn wildcards(body: &[u8]) -> u8 {
    memchr(b'*', body).map_or(0, |_| Strategy::WILDCARDS)
}

/// Returns a pattern's canonical spelling and its shape.
pub(crate) fn read(
    text: &[u8],
    pattern: Range<usize>,
    dialect: Dialect,
) -> (Cow<'_, [u8]>, Option<Shape>) {
    let written = &text[pattern.clone()];
    if canonical::has_only_wildcards(text, pattern) {
        return (Cow::Borrowed(written), Shape::new(written, false, dialect));
    }
    let canonical = canonical::pattern(written, dialect);
    let shape = Shape::of(&canonical, dialect);
    (canonical, shape)
}

/// Returns the pattern's length if it matches. If an index page's folder matches as well, the
/// length of the pattern itself counts, because it is longer.
pub(crate) fn matched_length(
    text: &[u8],
    pattern: Range<usize>,
    is_allow: bool,
    target: &Target<'_>,
) -> Option<usize> {
    let dialect = target.dialect;
    let (canonical, shape) = read(text, pattern, dialect);
    let folder = Shape::of_index_folder(&canonical, is_allow, dialect);
    let is_match = |shape: &Shape| matches(shape.strategy, &canonical[..shape.body], target);
    let mut shapes = shape.into_iter().chain(folder);
    shapes.find(is_match).map(Shape::length)
}

/// Returns `true` if the pattern with this body matches. Takes time linear in the target and the
/// body.
pub(crate) fn matches(strategy: Strategy, body: &[u8], target: &Target<'_>) -> bool {
    if strategy.is_literal() {
        literal_matches(strategy, body, target)
    } else {
        pieces::matches(strategy, body, target)
    }
}

/// Returns the start of a body that every matching target begins with, up to the first byte that
/// can match several spellings.
pub(crate) fn literal_start(strategy: Strategy, body: &[u8]) -> &[u8] {
    if strategy.is_literal() {
        return body;
    }
    let is_end = |&byte: &u8| byte == b'*' || byte == b'%' && strategy.has(Strategy::DELIMITERS);
    &body[..body.iter().position(is_end).unwrap_or(body.len())]
}

/// Like [`matches`], for literal patterns.
pub(crate) fn literal_matches(strategy: Strategy, body: &[u8], target: &Target<'_>) -> bool {
    let target = target.bytes();
    target.starts_with(body) && (!strategy.is_anchored() || target.len() == body.len())
}
