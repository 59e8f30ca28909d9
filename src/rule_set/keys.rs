//! Computes keys. Each literal entry has a one-byte key that excludes most targets that it can't
//! match.

/// Returns a body's key, a non-zero hash of its first 8 bytes or, if it is shorter, of its first 3
/// bytes. Bodies with fewer than 3 bytes have the key 0 and are compared with every target.
///
/// With keys of these two lengths, a query compares an average of 2.0 bodies over a corpus of
/// files. With keys for 16 bytes as well, it would compare 1.5, but the first query of a matcher
/// would take 3 % more instructions.
pub(super) fn of_body(bytes: &[u8]) -> u8 {
    let number = match (bytes.first_chunk(), bytes) {
        (Some(eight), _) => u64::from_le_bytes(*eight),
        (None, [_, second, third, ..]) => u64::from(u16::from_le_bytes([*second, *third])),
        _ => return 0,
    };
    // Every bit of the number affects the highest byte of this hash.
    let hash = number.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    ((hash >> 56) as u8).max(1)
}

/// Returns the keys of all bodies that may be a prefix of a target.
pub(super) fn of_target(target: &[u8]) -> [u8; 3] {
    let key = |length| target.get(..length).map_or(0, of_body);
    [0, key(3), key(8)]
}
