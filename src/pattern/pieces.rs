//! Matches patterns with wildcards. A *piece* is a run of bytes without `*`.

use core::cell::OnceCell;

use memchr::{memchr, memchr_iter, memmem};
use smallvec::SmallVec;
use wide::u8x16;

use crate::canonical::unescape;
use crate::pattern::Strategy;
use crate::search;
use crate::target::Target;

/// Returns `true` if the target contains a body's pieces in order. The first piece must be at the
/// start of the target and, if the pattern is anchored, the last one must be at its end.
///
/// Each piece is matched at the earliest position after the piece before it. That leaves the
/// most room for the rest, so backtracking is never needed.
pub(super) fn matches(strategy: Strategy, body: &[u8], target: &Target<'_>) -> bool {
    let bytes = target.bytes();
    let has_delimiters = strategy.has(Strategy::DELIMITERS);
    let query = has_delimiters.then(|| memchr(b'?', bytes));
    let haystack = Haystack {
        target,
        bytes,
        query: query.flatten(),
        marked: OnceCell::new(),
    };
    // The rest of the body that hasn't been matched yet, and the end of the piece before it in the
    // target.
    let (mut rest, mut end) = (body, None);
    loop {
        let star = memchr(b'*', rest);
        let piece = &rest[..star.unwrap_or(rest.len())];
        let found = match end {
            None => haystack.prefix(piece),
            Some(from) if star.is_none() && strategy.is_anchored() => haystack.suffix(from, piece),
            Some(from) => haystack.find(from, piece),
        };
        match (found, star) {
            (Some(_), Some(star)) => rest = &rest[star + 1..],
            (Some(end), None) => return end == bytes.len() || !strategy.is_anchored(),
            (None, _) => return false,
        }
        end = found;
    }
}

/// A target that is searched for pieces.
struct Haystack<'t> {
    target: &'t Target<'t>,
    bytes: &'t [u8],
    /// The position of the `?` that begins the query, if the pattern contains `%2F` or `%3F`. These
    /// are three bytes in the path, but in the query they are spelled as `/` and `?`.
    query: Option<usize>,
    /// The bytes with [`mark_escapes`], computed on first use.
    marked: OnceCell<SmallVec<[u8; 64]>>,
}

impl Haystack<'_> {
    /// Returns the end of the piece in the target if the target begins with it.
    fn prefix(&self, piece: &[u8]) -> Option<usize> {
        self.either_spelling(0, piece, |from, piece| {
            let is_prefix = from == 0 && self.bytes.starts_with(piece);
            is_prefix.then_some(piece.len())
        })
    }

    /// Returns the end of the piece's first occurrence that begins at or after `from`, but not
    /// inside a `%XX`.
    fn find(&self, from: usize, piece: &[u8]) -> Option<usize> {
        self.either_spelling(from, piece, |from, piece| {
            let at = from + find(self.bytes.get(from..)?, piece)?;
            if self.is_unit_start(at) {
                return Some(at + piece.len());
            }
            let marked = self.marked.get_or_init(|| mark_escapes(self.bytes));
            let found = find(marked.get(at + 1..)?, &mark_escapes(piece))?;
            Some(at + 1 + found + piece.len())
        })
    }

    /// Returns the end of the target if it ends with the piece, provided that the piece begins at
    /// or after `from`, but not inside a `%XX`.
    fn suffix(&self, from: usize, piece: &[u8]) -> Option<usize> {
        self.either_spelling(from, piece, |from, piece| {
            let at = self.bytes.strip_suffix(piece)?.len();
            (at >= from && self.is_unit_start(at)).then_some(self.bytes.len())
        })
    }

    /// Calls `find` for a piece that begins in the path and, if that finds nothing, for one
    /// that begins in the query.
    ///
    /// A piece that begins in the path can only reach the query through its first `?`, so all bytes
    /// after that are spelled as in the query. Bytes that remain `%2F` or `%3F` only occur in the
    /// path, so this function doesn't search for that spelling if `from` is in the query. Without
    /// this check, a chain of pieces would search the query once per piece.
    fn either_spelling(
        &self,
        from: usize,
        piece: &[u8],
        find: impl Fn(usize, &[u8]) -> Option<usize>,
    ) -> Option<usize> {
        let Some(query) = self.query else {
            return find(from, piece);
        };
        let path = memchr(b'?', piece).unwrap_or(piece.len());
        let in_path = (from <= query).then(|| find(from, &with_query_from(path, piece)));
        in_path
            .flatten()
            .or_else(|| find(from.max(query + 1), &with_query_from(0, piece)))
    }

    /// Returns `true` if a `*` may end before `at`. In dialects that treat `%XX` as a unit, it must
    /// not end inside one.
    fn is_unit_start(&self, at: usize) -> bool {
        let before = &self.bytes[at.saturating_sub(2)..at];
        !self.target.dialect.decodes_escapes() || !before.contains(&b'%')
    }
}

/// Returns bytes in which the high bit of the digits in each `%XX` is set. All other bytes in a
/// canonical spelling are ASCII, so a search in marked bytes never finds anything that begins inside
/// a `%XX`.
fn mark_escapes(bytes: &[u8]) -> SmallVec<[u8; 64]> {
    let mut marked = SmallVec::from_slice(bytes);
    for percent in memchr_iter(b'%', bytes) {
        let digits = marked[percent + 1..].iter_mut().take(2);
        digits.for_each(|digit| *digit |= 0x80);
    }
    marked
}

/// Returns a piece in which the bytes starting at `query` are spelled as in a query.
fn with_query_from(query: usize, piece: &[u8]) -> SmallVec<[u8; 64]> {
    let mut spelled = SmallVec::from_slice(&piece[..query]);
    let mut at = query;
    while at < piece.len() {
        let delimiter = unescape(piece, at).filter(|byte| b"/?".contains(byte));
        let (byte, width) = delimiter.map_or((piece[at], 1), |byte| (byte, 3));
        spelled.push(byte);
        at += width;
    }
    spelled
}

/// Returns the position of the first occurrence of `piece` in `within`.
///
/// Candidates are the positions of the piece's first two bytes, a pair that is usually rare. After
/// two false candidates, a search that is linear for any input takes over.
fn find(within: &[u8], piece: &[u8]) -> Option<usize> {
    let &[first, second, ..] = piece else {
        return piece.first().map_or(Some(0), |&only| memchr(only, within));
    };
    let (first, second) = (u8x16::splat(first), u8x16::splat(second));
    let begins = |bytes: u8x16, after: u8x16| bytes.cmp_eq(first) & after.cmp_eq(second);
    let mut from = 0;
    for _ in 0..2 {
        let at = from + search::find_pair(&within[from..], begins)?;
        if within[at..].starts_with(piece) {
            return Some(at);
        }
        from = at + 1;
    }
    Some(from + memmem::find(&within[from..], piece)?)
}
