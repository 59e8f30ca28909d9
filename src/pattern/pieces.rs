//! The pieces of a pattern, runs without `*`, and where they stand in a target.

use memchr::{memchr, memmem};
use smallvec::SmallVec;
use wide::u8x16;

use crate::pattern::Strategy;
use crate::search;
use crate::target::{Target, mark_escapes};

/// How far the pattern tried last got: where its pieces ended in the target.
///
/// Rules with wildcards that share their first pieces share the search for
/// them, so that thousands of such rules do not cost thousands of searches.
/// Good for one target only.
#[derive(Default)]
pub(crate) struct Progress<'p> {
    body: &'p [u8],
    /// Of each `*` of the body that was reached, where it stands, and where the
    /// piece before it ends in the target; `None` if it is not there. Only of
    /// the first [`STARS_MAX`]: rules have few, and a pattern may be all stars.
    stars: SmallVec<[(usize, Option<usize>); STARS_MAX]>,
}

/// Of so many wildcards it is remembered how far they got.
const STARS_MAX: usize = 6;

impl<'p> Progress<'p> {
    /// Whether the pattern with this body matches, without a search for the pieces
    /// that the one before has in common with it: whether its pieces stand in the
    /// target one after the other, the first at its start and, if the pattern is
    /// anchored, the last at its end. Taking each piece as early as possible leaves
    /// the most room for the others.
    pub(crate) fn matches(
        &mut self,
        strategy: Strategy,
        body: &'p [u8],
        target: &Target<'_>,
    ) -> bool {
        let shared = if self.stars.is_empty() {
            0
        } else {
            let pairs = self.body.iter().zip(body);
            pairs.take_while(|(one, other)| one == other).count()
        };
        while self.stars.last().is_some_and(|&(star, _)| star >= shared) {
            self.stars.pop();
        }
        self.body = body;
        // Where the next piece begins in the body, and where it may begin in the
        // target: the first one at the start only.
        let (mut piece, mut from) = match self.stars.last() {
            None => (0, None),
            Some((_, None)) => return false,
            Some(&(star, end)) => (star + 1, end),
        };
        let haystack = Haystack::new(strategy, target);
        while let Some(length) = first_star(&body[piece..]) {
            let star = piece + length;
            let end = match from {
                None => haystack.prefix(&body[..star]),
                Some(from) => haystack.find(from, &body[piece..star]),
            };
            if self.stars.len() < STARS_MAX {
                self.stars.push((star, end));
            }
            if end.is_none() {
                return false;
            }
            (piece, from) = (star + 1, end);
        }
        let last = &body[piece..];
        let end = match from {
            None => haystack.prefix(last),
            Some(from) if strategy.is_anchored() => haystack.suffix(from, last),
            Some(from) => haystack.find(from, last),
        };
        end.is_some_and(|end| end == target.bytes().len() || !strategy.is_anchored())
    }
}

/// Where the first `*` stands. Most pieces are a few bytes long, and sooner read
/// than searched.
#[inline(always)]
fn first_star(body: &[u8]) -> Option<usize> {
    const FEW: usize = 16;
    let near = body.iter().take(FEW).position(|&byte| byte == b'*');
    near.or_else(|| Some(FEW + memchr(b'*', body.get(FEW..)?)?))
}

/// A target in which pieces are sought.
struct Haystack<'t> {
    target: &'t Target<'t>,
    bytes: &'t [u8],
    /// Where the `?` stands that begins the query, for patterns with `%2F` or
    /// `%3F`: in the path these are three bytes, in the query they are `/` and
    /// `?`.
    query: Option<usize>,
}

impl<'t> Haystack<'t> {
    #[inline]
    fn new(strategy: Strategy, target: &'t Target<'_>) -> Haystack<'t> {
        let bytes = target.bytes();
        let query = if strategy.has_delimiters() {
            memchr(b'?', bytes)
        } else {
            None
        };
        Haystack {
            target,
            bytes,
            query,
        }
    }

    /// Where the piece ends if it stands at the start.
    fn prefix(&self, piece: &[u8]) -> Option<usize> {
        self.either_spelling(0, piece, |from, piece| {
            let stands = from == 0 && self.bytes.starts_with(piece);
            stands.then_some(piece.len())
        })
    }

    /// Where the first occurrence of the piece ends that begins at `from` or
    /// later and not inside a `%XX`.
    fn find(&self, from: usize, piece: &[u8]) -> Option<usize> {
        self.either_spelling(from, piece, |from, piece| {
            let at = from + find(self.bytes.get(from..)?, piece)?;
            if self.is_unit_start(at) {
                return Some(at + piece.len());
            }
            let mut marked: SmallVec<[u8; 64]> = SmallVec::from_slice(piece);
            mark_escapes(&mut marked);
            let found = find(self.target.marked().get(at + 1..)?, &marked)?;
            Some(at + 1 + found + piece.len())
        })
    }

    /// Where the piece ends if it stands at the end, and begins at `from` or later
    /// and not inside a `%XX`.
    fn suffix(&self, from: usize, piece: &[u8]) -> Option<usize> {
        self.either_spelling(from, piece, |from, piece| {
            let at = self.bytes.len().checked_sub(piece.len())?;
            let stands = at >= from && self.is_unit_start(at) && self.bytes.ends_with(piece);
            stands.then_some(self.bytes.len())
        })
    }

    /// What `find` gives for a piece that begins in the path, or else for one in the
    /// query. In the path only the `?` that begins the query can be its first `?`: what
    /// follows that is spelled as in the query. What is still `%2F` or `%3F` is found in
    /// the path only.
    #[inline(always)]
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
        find(from, &with_query_from(path, piece))
            .or_else(|| find(from.max(query + 1), &with_query_from(0, piece)))
    }

    /// Whether `*` may end before `at`: not inside a `%XX`, where that is one
    /// unit.
    #[inline]
    fn is_unit_start(&self, at: usize) -> bool {
        let is_percent = |at: usize| self.bytes.get(at) == Some(&b'%');
        !self.target.dialect().keeps_escapes_whole()
            || !(at >= 1 && is_percent(at - 1) || at >= 2 && is_percent(at - 2))
    }
}

/// A piece whose bytes from `query` on are spelled as a query spells them.
fn with_query_from(query: usize, piece: &[u8]) -> SmallVec<[u8; 64]> {
    let mut spelled = SmallVec::from_slice(&piece[..query]);
    let mut rest = &piece[query..];
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

/// Where `piece` first stands in `within`. Its first two bytes together are
/// mostly rare; where they are not, a search that is linear whatever the bytes
/// takes over.
fn find(within: &[u8], piece: &[u8]) -> Option<usize> {
    let &[first, second, ..] = piece else {
        return piece.first().map_or(Some(0), |&only| memchr(only, within));
    };
    let (first, second) = (u8x16::splat(first), u8x16::splat(second));
    let begins = |bytes: u8x16, after: u8x16| bytes.cmp_eq(first) & after.cmp_eq(second);
    let mut from = 0;
    for _ in 0..8 {
        let at = from + search::find_pair(&within[from..], begins)?;
        if within[at..].starts_with(piece) {
            return Some(at);
        }
        from = at + 1;
    }
    Some(from + memmem::find(&within[from..], piece)?)
}
