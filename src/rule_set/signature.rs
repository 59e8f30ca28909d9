//! Which bytes a target holds, and which ones a pattern needs.

use crate::pattern;

/// A set of bytes; some rare ones share a place.
///
/// The second byte, the one after the slash, has a place of its own besides: it alone
/// tells most paths from each other.
#[derive(Clone, Copy, Debug)]
pub(super) struct Signature(pub(super) u64);

impl Signature {
    /// What a target lacks.
    #[inline]
    pub(super) fn lacking(target: &[u8]) -> Signature {
        // The last eight bytes may overlap those before them: a loop over what is left
        // has a length that no processor can predict.
        let set = match target.last_chunk::<8>() {
            Some(last) => target.chunks_exact(8).fold(places(0, last), places),
            None => places(0, target),
        };
        Signature(!(set | second(target)))
    }

    /// Whether it has some of what a target lacks.
    #[inline]
    pub(super) fn needs_any_of(self, lacking: Signature) -> bool {
        self.0 & lacking.0 != 0
    }

    #[inline]
    pub(super) fn holds(self, byte: u8) -> bool {
        self.0 & place(byte) != 0
    }

    /// The bytes without which no target matches.
    pub(super) fn needed_by(body: &[u8]) -> Signature {
        let mut set = places(0, body);
        let mut free = &b"*"[..];
        if set & place(b'%') != 0 {
            free = free_bytes(body);
            set &= !places(0, free);
        }
        if matches!(body, [b'/', byte, ..] if !free.contains(byte)) {
            set |= second(body);
        }
        Signature(set)
    }
}

/// How many places are for bytes wherever they stand, and for the second byte.
const ANYWHERE: u32 = 48;
const SECOND: u32 = 16;

const _: () = assert!(ANYWHERE + SECOND == u64::BITS);

/// A set, and the places of some bytes wherever they stand.
#[inline(always)]
fn places(set: u64, bytes: &[u8]) -> u64 {
    bytes.iter().fold(set, |set, &byte| set | place(byte))
}

#[inline(always)]
fn place(byte: u8) -> u64 {
    PLACES[usize::from(byte)]
}

/// The place of the byte after the first, if there is one.
#[inline]
fn second(bytes: &[u8]) -> u64 {
    bytes
        .get(1)
        .map_or(0, |&byte| 1 << (ANYWHERE + u32::from(byte) % SECOND))
}

/// The place of each byte. What is frequent has one of its own.
static PLACES: [u64; 256] = {
    let mut places = [0; 256];
    let mut byte = 0;
    while byte < places.len() {
        let number = match byte as u8 {
            letter @ b'a'..=b'z' => letter - b'a',
            digit @ b'0'..=b'9' => 26 + (digit - b'0') / 2,
            b'.' => 31,
            b'-' => 32,
            b'_' => 33,
            b'?' => 34,
            b'=' => 35,
            b'&' => 36,
            b'%' => 37,
            other => 38 + other % 10,
        };
        assert!((number as u32) < ANYWHERE);
        places[byte] = 1 << number;
        byte += 1;
    }
    // The wildcard of patterns, which no canonical target holds; and what every one does.
    places[b'*' as usize] = 0;
    places[b'/' as usize] = 0;
    places
};

/// Bytes of a body that a matching target may lack: the wildcard, and
/// those of `%2F` and `%3F`, which the query of a target spells otherwise.
pub(super) fn free_bytes(body: &[u8]) -> &'static [u8] {
    if pattern::holds_delimiter(body) {
        b"*%23F"
    } else {
        b"*"
    }
}
