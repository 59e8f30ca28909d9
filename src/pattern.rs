//! One path pattern: what kind of match it asks for, its length, its match.
//!
//! RFC 9309 §2.2.2 and §2.2.3: a pattern is anchored at the start of path and
//! query and matches whatever it is a prefix of; `*` is zero or more bytes of
//! any kind; a final `$` is the end of the URL.

use memchr::{memchr, memmem};
use smallvec::{SmallVec, smallvec};

use crate::canonical::{self, Spelling};
use crate::dialect::Dialect;
use crate::neighbours;
use crate::target::Target;

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
    /// All of them, each at its own number.
    pub(crate) const ALL: [Strategy; 7] = [
        Strategy::Prefix,
        Strategy::PrefixStar,
        Strategy::Exact,
        Strategy::Wildcard,
        Strategy::WildcardExact,
        Strategy::Delimiter,
        Strategy::DelimiterExact,
    ];

    /// The bytes of a pattern that count towards its length, but are not in
    /// its body.
    pub(crate) fn behind_body(self) -> usize {
        match self {
            Strategy::Prefix | Strategy::Wildcard | Strategy::Delimiter => 0,
            Strategy::PrefixStar
            | Strategy::Exact
            | Strategy::WildcardExact
            | Strategy::DelimiterExact => 1,
        }
    }

    /// Whether the body may end where it does, if it is literal and the target
    /// begins with it.
    #[inline]
    pub(crate) fn may_end(self, body: &[u8], bytes: &[u8]) -> bool {
        self != Strategy::Exact || body.len() == bytes.len()
    }

    /// Whether the body alone says what matches, without wildcards.
    pub(crate) fn is_literal(self) -> bool {
        matches!(
            self,
            Strategy::Prefix | Strategy::PrefixStar | Strategy::Exact
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
    /// `None` if it matches nothing: a pattern begins with `/` or `*`.
    pub(crate) fn of(canonical: &[u8], dialect: Dialect) -> Option<Shape> {
        match canonical.first() {
            Some(b'/' | b'*') => {}
            // google/robotstxt matches an empty pattern with length 0.
            None if dialect == Dialect::Google => {}
            _ => return None,
        }
        if let [body @ .., b'$'] = canonical {
            let strategy = match memchr(b'*', body) {
                _ if holds_delimiter(body, dialect) => Strategy::DelimiterExact,
                Some(_) => Strategy::WildcardExact,
                None => Strategy::Exact,
            };
            return Some(Shape {
                strategy,
                body: body.len(),
            });
        }
        let body = without_final_stars(canonical);
        let stars = canonical.len() - body.len();
        let strategy = match memchr(b'*', body) {
            _ if holds_delimiter(body, dialect) => Strategy::Delimiter,
            Some(_) => Strategy::Wildcard,
            None => Strategy::Prefix,
        };
        // What is equivalent without its final `*`s is as long as without, if
        // the editions are asked, but not if google/robotstxt is.
        let (strategy, body) = match (dialect, stars, strategy) {
            (Dialect::Standard, ..) | (_, 0, _) => (strategy, body.len()),
            (Dialect::Google, 1, Strategy::Prefix) => (Strategy::PrefixStar, body.len()),
            (Dialect::Google, ..) => (Strategy::Wildcard, canonical.len()),
        };
        Some(Shape { strategy, body })
    }

    /// [`Shape::of`] a pattern that is known to match literally.
    #[inline]
    pub(crate) fn of_literal(canonical: &[u8], dialect: Dialect) -> Shape {
        let (strategy, body) = match canonical {
            [body @ .., b'$'] => (Strategy::Exact, body),
            [body @ .., b'*'] if dialect == Dialect::Google => (Strategy::PrefixStar, body),
            [body @ .., b'*'] => (Strategy::Prefix, without_final_stars(body)),
            body => (Strategy::Prefix, body),
        };
        let shape = Shape {
            strategy,
            body: body.len(),
        };
        debug_assert_eq!(Some(shape), Shape::of(canonical, dialect));
        shape
    }

    /// The length that decides precedence: the bytes of the canonical
    /// pattern, in [`Dialect::Standard`] without the `*`s at its very end.
    pub(crate) fn length(self) -> usize {
        self.body + self.strategy.behind_body()
    }
}

fn without_final_stars(mut body: &[u8]) -> &[u8] {
    while let [shorter @ .., b'*'] = body {
        body = shorter;
    }
    body
}

/// What a rule asks for, its pattern brought into canonical spelling.
pub(crate) struct Pattern<'p> {
    written: &'p [u8],
    /// Its canonical spelling, if that differs.
    respelled: Option<Spelling>,
    /// `None` if it matches nothing.
    pub(crate) shape: Option<Shape>,
    /// Google only, and only of `allow` rules for an index page: what is
    /// tried, too, the pattern up to and including its last `/`, anchored.
    pub(crate) folder: Option<Shape>,
}

impl<'p> Pattern<'p> {
    pub(crate) fn new(written: &'p [u8], is_allow: bool, dialect: Dialect) -> Pattern<'p> {
        let respelled = canonical::respelled_pattern(written, dialect);
        Pattern::spelled(written, respelled, is_allow, dialect)
    }

    /// A pattern that is written in canonical spelling.
    pub(crate) fn canonical(written: &'p [u8], is_allow: bool, dialect: Dialect) -> Pattern<'p> {
        debug_assert!(canonical::respelled_pattern(written, dialect).is_none());
        Pattern::spelled(written, None, is_allow, dialect)
    }

    fn spelled(
        written: &'p [u8],
        respelled: Option<Spelling>,
        is_allow: bool,
        dialect: Dialect,
    ) -> Pattern<'p> {
        let canonical = respelled.as_deref().unwrap_or(written);
        let shape = Shape::of(canonical, dialect);
        let folder = if is_allow && dialect == Dialect::Google {
            index_page_folder(canonical)
                .filter(|_| shape.is_some())
                .map(|folder| {
                    let wildcard = memchr(b'*', &canonical[..folder]).is_some();
                    let strategy = if wildcard {
                        Strategy::WildcardExact
                    } else {
                        Strategy::Exact
                    };
                    Shape {
                        strategy,
                        body: folder,
                    }
                })
        } else {
            None
        };
        Pattern {
            written,
            respelled,
            shape,
            folder,
        }
    }

    /// Whether the canonical spelling differs from what is written.
    pub(crate) fn is_respelled(&self) -> bool {
        self.respelled.is_some()
    }

    /// Its canonical spelling.
    pub(crate) fn bytes(&self) -> &[u8] {
        self.respelled.as_deref().unwrap_or(self.written)
    }

    /// The length with which it matches. Where both shapes match, the longer
    /// counts, and that is the pattern as it is written.
    pub(crate) fn matched_length(&self, target: &Target<'_>) -> Option<usize> {
        [self.shape, self.folder]
            .into_iter()
            .flatten()
            .find(|shape| matches(shape.strategy, &self.bytes()[..shape.body], target))
            .map(Shape::length)
    }
}

/// Where the folder of an index page ends.
pub(crate) fn index_page_folder(pattern: &[u8]) -> Option<usize> {
    let slash = memchr::memrchr(b'/', pattern)?;
    pattern[slash..]
        .starts_with(b"/index.htm")
        .then_some(slash + 1)
}

/// Whether the pattern with this body matches. Linear in target and body.
pub(crate) fn matches(strategy: Strategy, body: &[u8], target: &Target<'_>) -> bool {
    let bytes = target.bytes();
    match strategy {
        Strategy::Prefix | Strategy::PrefixStar => bytes.starts_with(body),
        Strategy::Exact => bytes == body,
        Strategy::Wildcard => in_order(body, false, &Plain(target)),
        Strategy::WildcardExact => in_order(body, true, &Plain(target)),
        Strategy::Delimiter => in_order(body, false, &Delimited::new(target)),
        Strategy::DelimiterExact => in_order(body, true, &Delimited::new(target)),
    }
}

/// Where a piece of a pattern, a run without `*`, stands in a target.
trait Haystack {
    fn len(&self) -> usize;
    /// Where the piece ends if it stands at `at`.
    fn at(&self, at: usize, piece: &[u8]) -> Option<usize>;
    /// Where the first occurrence of the piece that begins at `from` or later
    /// and not inside a `%XX` ends.
    fn find(&self, from: usize, piece: &[u8]) -> Option<usize>;
    /// Whether the piece stands at the end, and begins at `from` or later and
    /// not inside a `%XX`.
    fn is_suffix(&self, from: usize, piece: &[u8]) -> bool;
}

/// The pieces of `body` stand in the target one after the other, the first at
/// its start and, if `anchored`, the last at its end. Taking each piece as
/// early as possible leaves the most room for the others.
fn in_order(body: &[u8], anchored: bool, target: &impl Haystack) -> bool {
    // Pieces are a few bytes long, and sooner read than searched.
    let star = |bytes: &[u8]| bytes.iter().position(|&byte| byte == b'*');
    let Some(first) = star(body) else {
        let end = target.at(0, body);
        return end.is_some_and(|end| !anchored || end == target.len());
    };
    let Some(mut from) = target.at(0, &body[..first]) else {
        return false;
    };
    let mut rest = &body[first + 1..];
    while let Some(next) = star(rest) {
        match target.find(from, &rest[..next]) {
            Some(end) => from = end,
            None => return false,
        }
        rest = &rest[next + 1..];
    }
    if anchored {
        target.is_suffix(from, rest)
    } else {
        target.find(from, rest).is_some()
    }
}

/// A target in which each byte of a piece is one byte.
struct Plain<'t>(&'t Target<'t>);

impl Plain<'_> {
    /// Whether `*` may end before `at`: a `%XX` of the canonical spelling is
    /// one unit. In google/robotstxt it is three bytes like others.
    fn is_unit_start(&self, at: usize) -> bool {
        let bytes = self.0.bytes();
        self.0.dialect() == Dialect::Google
            || !(at >= 1 && bytes.get(at - 1) == Some(&b'%')
                || at >= 2 && bytes.get(at - 2) == Some(&b'%'))
    }

    /// [`Haystack::find`] in a part of the target.
    fn find_within(&self, from: usize, to: usize, piece: &[u8]) -> Option<usize> {
        let within = self.0.bytes().get(from..to)?;
        let at = from + find(within, piece)?;
        if self.is_unit_start(at) {
            return Some(at + piece.len());
        }
        occurrences(within, piece)
            .map(|end| from + end)
            .find(|end| self.is_unit_start(end - piece.len()))
    }
}

impl Haystack for Plain<'_> {
    fn len(&self) -> usize {
        self.0.bytes().len()
    }

    fn at(&self, at: usize, piece: &[u8]) -> Option<usize> {
        self.0
            .bytes()
            .get(at..)?
            .starts_with(piece)
            .then_some(at + piece.len())
    }

    fn find(&self, from: usize, piece: &[u8]) -> Option<usize> {
        self.find_within(from, self.len(), piece)
    }

    fn is_suffix(&self, from: usize, piece: &[u8]) -> bool {
        self.len().checked_sub(piece.len()).is_some_and(|at| {
            at >= from && self.is_unit_start(at) && self.0.bytes().ends_with(piece)
        })
    }
}

/// Where `piece` first stands in `within`. Its first two bytes together are
/// mostly rare; where they are not, a search that is linear whatever the bytes
/// takes over.
fn find(within: &[u8], piece: &[u8]) -> Option<usize> {
    let &[first, second, ..] = piece else {
        return piece.first().map_or(Some(0), |&only| memchr(only, within));
    };
    let mut from = 0;
    for _ in 0..8 {
        let is_start = |byte, next| (byte == first) & (next == second);
        let at = from + neighbours::first(&within[from..], is_start)?;
        if within[at..].starts_with(piece) {
            return Some(at);
        }
        from = at + 1;
    }
    Some(from + memmem::find(&within[from..], piece)?)
}

/// Where the occurrences of `piece` in `within` end, overlapping ones
/// included; linear however they overlap (Knuth, Morris and Pratt's way).
fn occurrences(within: &[u8], piece: &[u8]) -> impl Iterator<Item = usize> {
    // borders[n]: the longest proper prefix of the first n bytes of the
    // piece that is their suffix too.
    let mut borders: SmallVec<[usize; 64]> = smallvec![0; piece.len() + 1];
    let mut border = 0;
    for at in 1..piece.len() {
        while border > 0 && piece[at] != piece[border] {
            border = borders[border];
        }
        border += usize::from(piece[at] == piece[border]);
        borders[at + 1] = border;
    }
    let mut found = 0;
    within.iter().enumerate().filter_map(move |(at, &byte)| {
        while found > 0 && (found == piece.len() || piece[found] != byte) {
            found = borders[found];
        }
        found += usize::from(piece.get(found) == Some(&byte));
        (found == piece.len()).then_some(at + 1)
    })
}

/// Whether a canonical pattern holds a byte that the query of a target
/// spells without `%`.
fn holds_delimiter(canonical: &[u8], dialect: Dialect) -> bool {
    dialect == Dialect::Standard
        && memchr::memchr_iter(b'%', canonical)
            .any(|at| matches!(&canonical[at + 1..], [b'2' | b'3', b'F', ..]))
}

/// A target for pieces with `%2F` or `%3F`: in its path these are three
/// bytes, in its query they are `/` and `?`.
struct Delimited<'t> {
    plain: Plain<'t>,
    /// Where the `?` stands that begins the query.
    query: usize,
}

impl<'t> Delimited<'t> {
    fn new(target: &'t Target<'t>) -> Delimited<'t> {
        let query = memchr(b'?', target.bytes()).unwrap_or(target.bytes().len());
        Delimited {
            plain: Plain(target),
            query,
        }
    }

    /// Where a piece that holds the `?` between path and query begins: no
    /// other `?` of the piece can stand there, as the path has none.
    fn across(&self, piece: &[u8]) -> Option<usize> {
        self.query.checked_sub(memchr(b'?', piece)?)
    }
}

/// A piece as the query spells it.
fn in_query(piece: &[u8]) -> SmallVec<[u8; 64]> {
    let mut spelled = SmallVec::new();
    let mut rest = piece;
    while let [byte, after @ ..] = rest {
        let (byte, after) = match rest {
            [b'%', b'2', b'F', after @ ..] => (b'/', after),
            [b'%', b'3', b'F', after @ ..] => (b'?', after),
            _ => (*byte, after),
        };
        spelled.push(byte);
        rest = after;
    }
    spelled
}

impl Haystack for Delimited<'_> {
    fn len(&self) -> usize {
        self.plain.len()
    }

    fn at(&self, at: usize, piece: &[u8]) -> Option<usize> {
        // The part of the piece that stands in the path, the `?` included.
        let path = (self.query + 1).saturating_sub(at).min(piece.len());
        let end = self.plain.at(at, &piece[..path])?;
        self.plain.at(end, &in_query(&piece[path..]))
    }

    fn find(&self, from: usize, piece: &[u8]) -> Option<usize> {
        let across = || {
            let at = self
                .across(piece)
                .filter(|&at| at >= from && self.plain.is_unit_start(at))?;
            self.at(at, piece)
        };
        self.plain
            .find_within(from, self.query, piece)
            .or_else(across)
            .or_else(|| self.plain.find(from.max(self.query + 1), &in_query(piece)))
    }

    fn is_suffix(&self, from: usize, piece: &[u8]) -> bool {
        if self.query == self.len() {
            return self.plain.is_suffix(from, piece);
        }
        let across = self.across(piece).is_some_and(|at| {
            at >= from && self.plain.is_unit_start(at) && self.at(at, piece) == Some(self.len())
        });
        across
            || self
                .plain
                .is_suffix(from.max(self.query + 1), &in_query(piece))
    }
}
