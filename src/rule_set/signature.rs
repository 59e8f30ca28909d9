//! Signatures: sets of the bytes that a target contains or a pattern needs.

use crate::pattern::Strategy;
use crate::table::byte_table;

/// A set of bytes in 64 bits. Some rare bytes share a bit.
///
/// The second byte, after the leading slash, also has its own bit, because it is enough to
/// distinguish most paths. In an [index](super::index), these sixteen bits are the mark of a literal
/// start instead, which distinguishes more.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Signature(pub(super) u64);

impl Signature {
    /// Returns the bytes that a target lacks.
    pub(crate) fn lacking(target: &[u8]) -> Signature {
        // The last eight bytes may overlap the ones before. A loop over the remaining bytes would
        // have a length that processors can't predict.
        let set = match target.last_chunk::<8>() {
            Some(last) => target.chunks_exact(8).fold(places(0, last), places),
            None => places(0, target),
        };
        Signature(!(set | second(target)))
    }

    /// Returns `true` if the set contains any byte that the target lacks.
    pub(crate) fn needs_any_of(self, lacking: Signature) -> bool {
        self.0 & lacking.0 != 0
    }

    pub(crate) fn holds(self, byte: u8) -> bool {
        self.0 & PLACES[usize::from(byte)] != 0
    }

    /// Returns the bytes that every matching target contains.
    pub(crate) fn needed_by(strategy: Strategy, body: &[u8]) -> Signature {
        let mut set = places(0, body);
        let mut free = &b"*"[..];
        // The bytes of `%2F` and `%3F` are spelled differently in a target's query.
        if strategy.has(Strategy::DELIMITERS) {
            free = b"*%23F";
            set &= !places(0, free);
        }
        if matches!(body, [b'/', byte, ..] if !free.contains(byte)) {
            set |= second(body);
        }
        Signature(set)
    }

    /// Replaces the bits for the second byte with a mark. An entry needs the bits in the mark of its
    /// literal start. A target lacks the bits that aren't in the mark of its own start, so `mark` is
    /// the complement of that.
    pub(super) fn with_mark(self, mark: u16) -> Signature {
        let anywhere = self.0 & ((1 << ANYWHERE) - 1);
        Signature(anywhere | u64::from(mark) << ANYWHERE)
    }
}

/// The number of bits for bytes in any position. The other sixteen are for the second byte.
const ANYWHERE: u32 = 48;

/// Adds the bits for some bytes, in any position, to a set.
#[inline(always)]
fn places(set: u64, bytes: &[u8]) -> u64 {
    bytes
        .iter()
        .fold(set, |set, &byte| set | PLACES[usize::from(byte)])
}

/// Returns the bit for the second byte, or 0 if there is none.
fn second(bytes: &[u8]) -> u64 {
    let bit = |&byte: &u8| 1 << (ANYWHERE + u32::from(byte % 16));
    bytes.get(1).map_or(0, bit)
}

/// The bit of each byte. Frequent bytes don't share theirs.
static PLACES: [u64; 256] = byte_table!(|byte| match byte {
    // No canonical target contains `*`, the wildcard of patterns. Every target contains `/`.
    b'*' | b'/' => 0,
    b'a'..=b'z' => 1 << (byte - b'a'),
    b'0'..=b'9' => 1 << (26 + byte - b'0'),
    // None of `.-_?=&%` share a bit.
    _ => 1 << (36 + byte % 11),
});
