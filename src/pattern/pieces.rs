//! The pieces of a pattern, runs without `*`, and where they stand in a target.

use memchr::{memchr, memmem};
use smallvec::SmallVec;
use wide::u8x16;

use crate::pattern::Strategy;
use crate::search;
use crate::target::{Target, mark_escapes};

/// Whether the pieces of a body stand in the target one after the other, the first at
/// its start and, if the pattern is anchored, the last at its end. Taking each piece as
/// early as possible leaves the most room for the others.
pub(super) fn matches(strategy: Strategy, body: &[u8], target: &Target<'_>) -> bool {
    // Most bodies differ from a target early, before any byte that has two spellings.
    let plain = body
        .iter()
        .take_while(|&&byte| byte != b'*' && byte != b'%');
    if plain.zip(target.bytes()).any(|(byte, other)| byte != other) {
        return false;
    }
    let haystack = Haystack::new(strategy, target);
    // What is left of the body, and where the piece before it ends in the target.
    let (mut rest, mut end) = (body, None);
    while let Some(piece) = haystack.first_piece(end.unwrap_or(0), rest) {
        let is_last = piece.len() == rest.len();
        end = match end {
            None => haystack.prefix(piece),
            Some(from) if is_last && strategy.is_anchored() => haystack.suffix(from, piece),
            Some(from) => haystack.find(from, piece),
        };
        match end {
            Some(end) if is_last => return end == target.bytes().len() || !strategy.is_anchored(),
            Some(_) => rest = &rest[piece.len() + 1..],
            None => return false,
        }
    }
    false
}

/// A target in which pieces are looked for.
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
        let query = strategy.has_delimiters().then(|| memchr(b'?', bytes));
        Haystack {
            target,
            bytes,
            query: query.flatten(),
        }
    }

    /// The first piece of a body, if it is not too long to stand at `from` or later.
    #[inline]
    fn first_piece<'p>(&self, from: usize, body: &'p [u8]) -> Option<&'p [u8]> {
        // In the query one byte may stand for three.
        let width = if self.query.is_some() { 3 } else { 1 };
        let longest = (self.bytes.len() - from) * width;
        // More is not searched for its end.
        let within = &body[..body.len().min(longest + 1)];
        let length = memchr(b'*', within).unwrap_or(within.len());
        (length <= longest).then(|| &body[..length])
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
    /// the path only, and not looked for after it: a chain of pieces would have the query
    /// searched for each.
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
        let in_path = (from <= query).then(|| find(from, &with_query_from(path, piece)));
        in_path
            .flatten()
            .or_else(|| find(from.max(query + 1), &with_query_from(0, piece)))
    }

    /// Whether `*` may end before `at`: not inside a `%XX`, where that is one
    /// unit.
    #[inline]
    fn is_unit_start(&self, at: usize) -> bool {
        let is_percent = |at: usize| self.bytes.get(at) == Some(&b'%');
        !self.target.dialect.keeps_escapes_whole()
            || !(at >= 1 && is_percent(at - 1) || at >= 2 && is_percent(at - 2))
    }
}

/// A piece whose bytes from `query` on are spelled as a query spells them.
fn with_query_from(query: usize, piece: &[u8]) -> SmallVec<[u8; 64]> {
    let mut spelled = SmallVec::from_slice(&piece[..query]);
    let mut rest = &piece[query..];
    loop {
        let (byte, after) = match rest {
            [] => return spelled,
            [b'%', b'2', b'F', after @ ..] => (b'/', after),
            [b'%', b'3', b'F', after @ ..] => (b'?', after),
            [byte, after @ ..] => (*byte, after),
        };
        spelled.push(byte);
        rest = after;
    }
}

/// Where `piece` first stands in `within`. Its first two bytes together are usually
/// rare; where they are not, a search that is linear for all bytes takes over.
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
