//! Computes keys. Each literal entry has a one-byte key that excludes most targets that it can't
//! match.

use crate::search::{self, any_of};

/// Returns a body's key, a non-zero hash of its first 16 bytes or, if it is shorter, of its first 8
/// or 3 bytes. Bodies with fewer than 3 bytes have the key 0 and are compared with every target.
///
/// With keys of these three lengths, a query compares an average of 1.6 bodies over a corpus of
/// files. If all keys were for three bytes, it would compare 2.9.
pub(super) fn of_body(bytes: &[u8]) -> u8 {
    let number = if let Some(sixteen) = bytes.first_chunk() {
        let sixteen = u128::from_le_bytes(*sixteen);
        spread(sixteen as u64) ^ (sixteen >> 64) as u64
    } else if let Some(eight) = bytes.first_chunk() {
        u64::from_le_bytes(*eight)
    } else if let &[_, second, third, ..] = bytes {
        u64::from(u16::from_le_bytes([second, third]))
    } else {
        return 0;
    };
    ((spread(number) >> 24) as u8).max(1)
}

/// Hashes a number so that every bit of it affects the upper half of the 32-bit hash.
#[inline(always)]
fn spread(number: u64) -> u64 {
    number.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> u32::BITS
}

/// Returns the keys of all bodies that may be a prefix of a target.
pub(super) fn of_target(target: &[u8]) -> [u8; 4] {
    let key = |length| target.get(..length).map_or(0, of_body);
    [0, key(3), key(8), key(16)]
}

/// The number of keys that are compared at a time.
pub(super) const BLOCK: usize = search::WINDOW;

/// Returns a mask with a bit for each of the first `count` bytes (at most [`BLOCK`]) that equals
/// one of the keys.
#[inline(always)]
pub(super) fn equal(bytes: &[u8], count: usize, keys: [u8; 4]) -> u32 {
    // Clear the bits after the first `count` bytes, which aren't keys.
    search::first_places(bytes, any_of(keys)) & u32::MAX >> (BLOCK - count)
}
