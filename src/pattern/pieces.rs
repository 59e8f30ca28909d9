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
    /// Whether the pattern with this body matches, as
    /// [`matches`](super::matches) says, without a search for the pieces that the
    /// one before has in common with it.
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
        let reached = match self.stars.last() {
            None => None,
            Some(&(star, Some(end))) => Some((star, end)),
            Some((_, None)) => return false,
        };
        match_after(strategy, body, target, reached, |star, end| {
            if self.stars.len() < STARS_MAX {
                self.stars.push((star, end));
            }
        })
    }
}

/// Whether the pieces of `body` stand in the target one after the other, the
/// first at its start and, if the pattern is anchored, the last at its end.
pub(super) fn match_in_order(strategy: Strategy, body: &[u8], target: &Target<'_>) -> bool {
    match_after(strategy, body, target, None, |_, _| {})
}

/// The same after the piece that ends with a `*` of the body, if that is known
/// to end somewhere in the target. Tells `reach` what comes of those before the
/// other ones. Taking each piece as early as possible leaves the most room for
/// the others.
#[inline(always)]
fn match_after(
    strategy: Strategy,
    body: &[u8],
    target: &Target<'_>,
    reached: Option<(usize, usize)>,
    mut reach: impl FnMut(usize, Option<usize>),
) -> bool {
    let haystack = Haystack::new(strategy, target);
    let is_anchored = strategy.is_anchored();
    // Where the next piece begins in the body, and where it may begin in the
    // target: the first one at the start only.
    let (mut piece, mut from) = match reached {
        None => (0, None),
        Some((star, end)) => (star + 1, Some(end)),
    };
    while let Some(length) = first_star(&body[piece..]) {
        let star = piece + length;
        let end = match from {
            None => haystack.at(0, &body[..star]),
            Some(from) => haystack.find(from, &body[piece..star]),
        };
        reach(star, end);
        if end.is_none() {
            return false;
        }
        (piece, from) = (star + 1, end);
    }
    let last = &body[piece..];
    match (from, is_anchored) {
        (None, _) => haystack
            .at(0, last)
            .is_some_and(|end| !is_anchored || end == haystack.bytes.len()),
        (Some(from), true) => haystack.is_suffix(from, last),
        (Some(from), false) => haystack.find(from, last).is_some(),
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
    bytes: &'t [u8],
    target: &'t Target<'t>,
    /// Whether a `%XX` is one unit.
    keeps_escapes_whole: bool,
    /// Where the `?` stands that begins the query, for pieces with `%2F` or
    /// `%3F`: in the path these are three bytes, in the query they are `/` and
    /// `?`.
    query: Option<usize>,
}

impl<'t> Haystack<'t> {
    #[inline]
    fn new(strategy: Strategy, target: &'t Target<'_>) -> Haystack<'t> {
        let bytes = target.bytes();
        Haystack {
            bytes,
            target,
            keeps_escapes_whole: target.dialect().keeps_escapes_whole(),
            query: if strategy.has_delimiters() {
                memchr(b'?', bytes)
            } else {
                None
            },
        }
    }

    /// Where the piece ends if it stands at `at`.
    fn at(&self, at: usize, piece: &[u8]) -> Option<usize> {
        let stands = |at: usize, piece: &[u8]| {
            let is_there = self.bytes.get(at..)?.starts_with(piece);
            is_there.then_some(at + piece.len())
        };
        match self.query {
            None => stands(at, piece),
            Some(query) => {
                // The part of the piece that stands in the path, `?` included.
                let path = (query + 1).saturating_sub(at).min(piece.len());
                let end = stands(at, &piece[..path])?;
                stands(end, &in_query(&piece[path..]))
            }
        }
    }

    /// Where the first occurrence of the piece ends that begins at `from` or
    /// later and not inside a `%XX`.
    fn find(&self, from: usize, piece: &[u8]) -> Option<usize> {
        let Some(query) = self.query else {
            return self.find_within(from, self.bytes.len(), piece);
        };
        let across = || self.across(from, piece);
        self.find_within(from, query, piece)
            .or_else(across)
            .or_else(|| {
                let from = from.max(query + 1);
                self.find_within(from, self.bytes.len(), &in_query(piece))
            })
    }

    /// Whether the piece stands at the end, and begins at `from` or later and
    /// not inside a `%XX`.
    fn is_suffix(&self, from: usize, piece: &[u8]) -> bool {
        let stands = |from: usize, piece: &[u8]| {
            self.bytes.len().checked_sub(piece.len()).is_some_and(|at| {
                at >= from && self.is_unit_start(at) && self.bytes.ends_with(piece)
            })
        };
        match self.query {
            None => stands(from, piece),
            Some(query) => {
                self.across(from, piece) == Some(self.bytes.len())
                    || stands(from.max(query + 1), &in_query(piece))
            }
        }
    }

    /// Where a piece ends that holds the `?` between path and query: no other
    /// `?` of the piece can stand there, as the path has none.
    fn across(&self, from: usize, piece: &[u8]) -> Option<usize> {
        let at = self.query?.checked_sub(memchr(b'?', piece)?)?;
        if at < from || !self.is_unit_start(at) {
            return None;
        }
        self.at(at, piece)
    }

    /// Whether `*` may end before `at`: not inside a `%XX`, where that is one
    /// unit.
    #[inline]
    fn is_unit_start(&self, at: usize) -> bool {
        let is_percent = |at: usize| self.bytes.get(at) == Some(&b'%');
        !self.keeps_escapes_whole
            || !(at >= 1 && is_percent(at - 1) || at >= 2 && is_percent(at - 2))
    }

    /// [`find`](Haystack::find) in a part of the target, byte by byte.
    fn find_within(&self, from: usize, to: usize, piece: &[u8]) -> Option<usize> {
        let within = self.bytes.get(from..to)?;
        let at = from + find(within, piece)?;
        if self.is_unit_start(at) {
            return Some(at + piece.len());
        }
        let mut marked: SmallVec<[u8; 64]> = SmallVec::from_slice(piece);
        mark_escapes(&mut marked);
        find(self.target.marked().get(at + 1..to)?, &marked)
            .map(|found| at + 1 + found + piece.len())
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
