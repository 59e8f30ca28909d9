//! One path pattern: what kind of match it asks for, its length, its match.
//!
//! RFC 9309 §2.2.2 and §2.2.3: a pattern is anchored at the start of path and
//! query and matches whatever it is a prefix of; `*` is zero or more bytes of
//! any kind; a final `$` is the end of the URL.
//!
//! A pattern that stands in a text is given as the text and a range: what reads many
//! bytes at a time may then look past the end of the pattern.

mod pieces;

use alloc::borrow::Cow;
use core::ops::Range;

use memchr::memchr;

use crate::canonical;
use crate::dialect::Dialect;
use crate::target::Target;

/// How a pattern is matched; decided once, when it is compiled.
///
/// The body is a prefix of the target, unless a bit says otherwise.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Strategy(pub(crate) u8);

impl Strategy {
    /// The body has wildcards.
    const WILDCARDS: u8 = 1;
    /// The target ends where the body ends: a `$` follows the body.
    const ANCHOR: u8 = 1 << 1;
    /// A `*` that counts follows the body.
    const FINAL_STAR: u8 = 1 << 2;
    /// The body holds `%2F` or `%3F`, which are other bytes in the path than in
    /// the query.
    const DELIMITERS: u8 = 1 << 3;
    /// How many bits there are.
    pub(crate) const BITS: u32 = 4;

    /// How many bytes of a pattern count towards its length, but are not in
    /// its body: a final `$`, or a final `*` that counts.
    #[inline]
    pub(crate) fn bytes_after_body(self) -> usize {
        usize::from(self.0 & (Strategy::ANCHOR | Strategy::FINAL_STAR) != 0)
    }

    /// Whether the body alone says what matches, byte by byte.
    #[inline]
    pub(crate) fn is_literal(self) -> bool {
        self.0 & (Strategy::WILDCARDS | Strategy::DELIMITERS) == 0
    }

    /// Whether the target must end where the body ends.
    #[inline]
    pub(crate) fn is_anchored(self) -> bool {
        self.0 & Strategy::ANCHOR != 0
    }

    pub(crate) fn has_delimiters(self) -> bool {
        self.0 & Strategy::DELIMITERS != 0
    }
}

/// What a canonical pattern asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Shape {
    pub(crate) strategy: Strategy,
    /// How many bytes of the canonical pattern are compared.
    pub(crate) body: usize,
}

impl Shape {
    /// What a canonical pattern asks for; `None` if it matches nothing: a
    /// pattern begins with `/` or `*`.
    pub(crate) fn of(canonical: &[u8], dialect: Dialect) -> Option<Shape> {
        let first_star = memchr(b'*', canonical).unwrap_or(canonical.len());
        let has_delimiters = dialect.decodes_query_delimiters() && holds_delimiter(canonical);
        Shape::new(canonical, first_star, has_delimiters, dialect)
    }

    /// The same of a pattern whose first `*` stands at `first_star`.
    fn new(
        canonical: &[u8],
        first_star: usize,
        has_delimiters: bool,
        dialect: Dialect,
    ) -> Option<Shape> {
        match canonical.first() {
            Some(b'/' | b'*') => {}
            None if dialect.empty_rules_match() => {}
            _ => return None,
        }
        let (body, after) = match canonical {
            [body @ .., b'$'] => (body, Strategy::ANCHOR),
            [body @ .., b'*'] if dialect.counts_trailing_stars() => (body, Strategy::FINAL_STAR),
            pattern => (without_final_stars(pattern), 0),
        };
        let mut bits = after;
        if first_star < body.len() {
            bits |= Strategy::WILDCARDS;
        }
        if has_delimiters {
            bits |= Strategy::DELIMITERS;
        }
        Some(Shape {
            strategy: Strategy(bits),
            body: body.len(),
        })
    }

    /// What the folder of an index page asks for, where that is tried, too: in
    /// google/robotstxt the canonical pattern of an `allow` rule up to and
    /// including its last `/`, anchored, if `index.htm` follows.
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
        let wildcards = memchr(b'*', folder).map_or(0, |_| Strategy::WILDCARDS);
        is_index.then_some(Shape {
            strategy: Strategy(Strategy::ANCHOR | wildcards),
            body: folder.len(),
        })
    }

    /// The length that decides precedence: the bytes of the canonical pattern,
    /// without the `*`s at its very end where those do not count.
    #[inline]
    pub(crate) fn length(self) -> usize {
        self.body + self.strategy.bytes_after_body()
    }
}

/// Whether a pattern that stands in a text is its own body, as seven in ten are, and
/// no index page.
#[inline]
pub(crate) fn is_plain(
    text: &[u8],
    pattern: Range<usize>,
    is_allow: bool,
    dialect: Dialect,
) -> bool {
    let may_have_folder = is_allow && dialect.allows_index_folders();
    !may_have_folder
        && text[pattern.clone()].first() == Some(&b'/')
        && canonical::first_special(text, pattern.clone()) == pattern.end
}

/// The canonical spelling of a pattern, and what it asks for.
pub(crate) fn read(
    text: &[u8],
    pattern: Range<usize>,
    dialect: Dialect,
) -> (Cow<'_, [u8]>, Option<Shape>) {
    let written = &text[pattern.clone()];
    if canonical::has_only_wildcards(text, pattern.clone()) {
        let first_star = canonical::first_special(text, pattern.clone()) - pattern.start;
        let shape = Shape::new(written, first_star, false, dialect);
        return (Cow::Borrowed(written), shape);
    }
    let canonical = canonical::pattern(written, dialect);
    let shape = Shape::of(&canonical, dialect);
    (canonical, shape)
}

/// A body without the `*`s at its end.
pub(crate) fn without_final_stars(mut body: &[u8]) -> &[u8] {
    while let [shorter @ .., b'*'] = body {
        body = shorter;
    }
    body
}

/// Whether a canonical pattern holds a byte that the query of a target spells
/// without `%`.
pub(crate) fn holds_delimiter(canonical: &[u8]) -> bool {
    let is_delimiter = |unit: &[u8]| matches!(unit, [b'%', b'2' | b'3', b'F']);
    memchr(b'%', canonical).is_some() && canonical.windows(3).any(is_delimiter)
}

/// The length with which a pattern matches. Where the folder of an index page matches
/// as well, the longer counts, and that is the pattern.
pub(crate) fn matched_length(
    text: &[u8],
    pattern: Range<usize>,
    is_allow: bool,
    target: &Target<'_>,
) -> Option<usize> {
    let dialect = target.dialect;
    let (canonical, shape) = read(text, pattern, dialect);
    let is_match = |shape: &Shape| matches(shape.strategy, &canonical[..shape.body], target);
    shape
        .filter(is_match)
        .or_else(|| Shape::of_index_folder(&canonical, is_allow, dialect).filter(is_match))
        .map(Shape::length)
}

/// Whether the pattern with this body matches. Linear in target and body.
pub(crate) fn matches(strategy: Strategy, body: &[u8], target: &Target<'_>) -> bool {
    if strategy.is_literal() {
        literal_matches(strategy, body, target)
    } else {
        pieces::matches(strategy, body, target)
    }
}

/// The same of a literal pattern.
#[inline(always)]
pub(crate) fn literal_matches(strategy: Strategy, body: &[u8], target: &Target<'_>) -> bool {
    let target = target.bytes();
    target.starts_with(body) && (!strategy.is_anchored() || target.len() == body.len())
}
