//! Which bytes a target holds, and which ones a pattern needs.

/// A set of bytes, some taken for others that are as rare, and with the byte
/// after the first, which is a slash, once more in places of its own: that
/// alone tells most paths from each other.
#[derive(Clone, Copy, Debug)]
pub(super) struct Signature(u64);

impl Signature {
    #[inline]
    pub(super) fn of(target: &[u8]) -> Signature {
        Signature(
            target
                .iter()
                .fold(second(target), |set, &byte| set | PLACES[usize::from(byte)]),
        )
    }

    #[inline]
    pub(super) fn may_hold(self, byte: u8) -> bool {
        self.0 & PLACES[usize::from(byte)] != 0
    }

    /// The bytes without which no target matches.
    pub(super) fn needed_by(body: &[u8]) -> Signature {
        let free = free_bytes(body);
        let needed = body.iter().filter(|byte| !free.contains(byte));
        let second = match body {
            [b'/', byte, ..] if !free.contains(byte) => second(body),
            _ => 0,
        };
        Signature(needed.fold(second, |set, &byte| set | PLACES[usize::from(byte)]))
    }

    #[inline]
    pub(super) fn is_subset(self, of: Signature) -> bool {
        self.0 & !of.0 == 0
    }
}

/// How many places are for bytes wherever they stand.
const ANYWHERE: u32 = 48;

/// The place of the byte after the first, if there is one.
#[inline]
fn second(bytes: &[u8]) -> u64 {
    bytes
        .get(1)
        .map_or(0, |byte| 1 << (ANYWHERE + u32::from(byte % 16)))
}

/// The place of each byte. What is frequent has one of its own.
static PLACES: [u64; 256] = {
    let mut places = [0; 256];
    let mut byte = 0;
    while byte < places.len() {
        let number = match byte as u8 {
            letter @ b'a'..=b'z' => letter - b'a',
            digit @ b'0'..=b'9' => 26 + (digit - b'0'),
            b'.' => 36,
            b'-' => 37,
            b'_' => 38,
            b'?' => 39,
            b'=' => 40,
            b'&' => 41,
            other => 42 + other % 6,
        };
        assert!((number as u32) < ANYWHERE);
        places[byte] = 1 << number;
        byte += 1;
    }
    places
};

/// Bytes of a body that a target which matches may lack: the wildcard, and
/// those of `%2F` and `%3F`, which the query of a target spells otherwise.
pub(super) fn free_bytes(body: &[u8]) -> &'static [u8] {
    if body.contains(&b'%') { b"*%23F" } else { b"*" }
}
