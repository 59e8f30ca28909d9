//! One path pattern: what kind of match it asks for, its length, its match.
//!
//! RFC 9309 §2.2.2 and §2.2.3: a pattern is anchored at the start of path and
//! query and matches whatever it is a prefix of; `*` is zero or more bytes of
//! any kind; a final `$` is the end of the URL.

mod pieces;

use memchr::memchr;

use crate::dialect::Dialect;
use crate::target::Target;

pub(crate) use self::pieces::Progress;

/// How a pattern is matched; decided once, when it is compiled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum Strategy {
    /// The body is a prefix of the target.
    Prefix,
    /// As `Prefix`, with a `*` after the body that counts.
    PrefixStar,
    /// The body is the target.
    Exact,
    /// The body has wildcards.
    Wildcard,
    /// The body has wildcards, and the target ends where it ends.
    WildcardExact,
    /// As `Wildcard` or `Prefix`, but the body holds `%2F` or `%3F`, which
    /// are other bytes in the path than in the query.
    Delimiter,
    /// As `WildcardExact` or `Exact`, with `%2F` or `%3F`.
    DelimiterExact,
}

impl Strategy {
    /// The strategy with this number, the highest for greater ones.
    #[inline]
    pub(crate) fn from_number(number: u8) -> Strategy {
        const ALL: [Strategy; 8] = [
            Strategy::Prefix,
            Strategy::PrefixStar,
            Strategy::Exact,
            Strategy::Wildcard,
            Strategy::WildcardExact,
            Strategy::Delimiter,
            Strategy::DelimiterExact,
            Strategy::DelimiterExact,
        ];
        const _: () = {
            let mut number = 0;
            while number <= Strategy::DelimiterExact as usize {
                assert!(ALL[number] as usize == number);
                number += 1;
            }
        };
        ALL[(number & 7) as usize]
    }

    /// How many bytes of a pattern count towards its length, but are not in
    /// its body: a final `$`, or a final `*` that counts.
    #[inline]
    pub(crate) fn bytes_after_body(self) -> usize {
        match self {
            Strategy::Prefix | Strategy::Wildcard | Strategy::Delimiter => 0,
            Strategy::PrefixStar
            | Strategy::Exact
            | Strategy::WildcardExact
            | Strategy::DelimiterExact => 1,
        }
    }

    /// Whether the body alone says what matches, without wildcards.
    pub(crate) fn is_literal(self) -> bool {
        matches!(
            self,
            Strategy::Prefix | Strategy::PrefixStar | Strategy::Exact
        )
    }

    /// Whether the target must end where the body ends.
    #[inline]
    pub(crate) fn is_anchored(self) -> bool {
        matches!(
            self,
            Strategy::Exact | Strategy::WildcardExact | Strategy::DelimiterExact
        )
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
        let has_delimiter = dialect.decodes_query_delimiters() && holds_delimiter(canonical);
        Shape::new(canonical, first_star, has_delimiter, dialect)
    }

    /// The same of a pattern with its first `*` at `first_star`, and none if that
    /// is in or after a final `$`.
    pub(crate) fn new(
        canonical: &[u8],
        first_star: usize,
        has_delimiter: bool,
        dialect: Dialect,
    ) -> Option<Shape> {
        match canonical.first() {
            Some(b'/' | b'*') => {}
            None if dialect.empty_rules_match() => {}
            _ => return None,
        }
        let (body, is_anchored) = match canonical {
            [body @ .., b'$'] => (body, true),
            pattern => (without_final_stars(pattern), false),
        };
        let has_wildcard = first_star < body.len();
        let strategy = match (has_delimiter, has_wildcard, is_anchored) {
            (true, _, false) => Strategy::Delimiter,
            (true, _, true) => Strategy::DelimiterExact,
            (false, true, false) => Strategy::Wildcard,
            (false, true, true) => Strategy::WildcardExact,
            (false, false, false) => Strategy::Prefix,
            (false, false, true) => Strategy::Exact,
        };
        let stars = canonical.len() - body.len() - usize::from(is_anchored);
        if stars == 0 || !dialect.counts_trailing_stars() {
            let body = body.len();
            return Some(Shape { strategy, body });
        }
        Some(if stars == 1 && strategy == Strategy::Prefix {
            Shape {
                strategy: Strategy::PrefixStar,
                body: body.len(),
            }
        } else {
            Shape {
                strategy: Strategy::Wildcard,
                body: canonical.len(),
            }
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
        let body = index_folder(canonical)?;
        let has_wildcard = memchr(b'*', &canonical[..body]).is_some();
        let strategy = if has_wildcard {
            Strategy::WildcardExact
        } else {
            Strategy::Exact
        };
        Shape::of(canonical, dialect).map(|_| Shape { strategy, body })
    }

    /// The length that decides precedence: the bytes of the canonical pattern,
    /// without the `*`s at its very end where those do not count.
    #[inline]
    pub(crate) fn length(self) -> usize {
        self.body + self.strategy.bytes_after_body()
    }
}

fn without_final_stars(mut body: &[u8]) -> &[u8] {
    while let [shorter @ .., b'*'] = body {
        body = shorter;
    }
    body
}

/// Where the folder of an index page ends.
pub(crate) fn index_folder(pattern: &[u8]) -> Option<usize> {
    let slash = memchr::memrchr(b'/', pattern)?;
    pattern[slash..]
        .starts_with(b"/index.htm")
        .then_some(slash + 1)
}

/// Whether a canonical pattern holds a byte that the query of a target spells
/// without `%`.
fn holds_delimiter(canonical: &[u8]) -> bool {
    let is_delimiter = |unit: &[u8]| matches!(unit, [b'%', b'2' | b'3', b'F']);
    canonical.contains(&b'%') && canonical.windows(3).any(is_delimiter)
}

/// The length with which a canonical pattern matches. Where the folder of an
/// index page matches as well, the longer counts, and that is the pattern.
pub(crate) fn matched_length(
    canonical: &[u8],
    is_allow: bool,
    target: &Target<'_>,
) -> Option<usize> {
    let dialect = target.dialect();
    let matches = |shape: &Shape| {
        let body = &canonical[..shape.body];
        matches(shape.strategy, body, target)
    };
    Shape::of(canonical, dialect)
        .filter(matches)
        .or_else(|| Shape::of_index_folder(canonical, is_allow, dialect).filter(matches))
        .map(Shape::length)
}

/// Whether the pattern with this body matches. Linear in target and body.
pub(crate) fn matches(strategy: Strategy, body: &[u8], target: &Target<'_>) -> bool {
    let bytes = target.bytes();
    match strategy {
        Strategy::Prefix | Strategy::PrefixStar => bytes.starts_with(body),
        Strategy::Exact => bytes == body,
        Strategy::Wildcard
        | Strategy::WildcardExact
        | Strategy::Delimiter
        | Strategy::DelimiterExact => pieces::match_in_order(strategy, body, target),
    }
}
