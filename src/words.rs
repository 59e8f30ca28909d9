//! Eight bytes at a time, as a number, the first of them lowest.

/// The eight bytes from `at` on, with zeros after fewer ones.
#[inline(always)]
pub(crate) fn eight_at(bytes: &[u8], at: usize) -> u64 {
    match bytes.get(at..at + 8).and_then(|eight| eight.first_chunk()) {
        Some(eight) => u64::from_le_bytes(*eight),
        None => fewer(bytes.get(at..).unwrap_or_default()),
    }
}

#[inline(never)]
fn fewer(bytes: &[u8]) -> u64 {
    up_to_sixteen(bytes) as u64
}

/// At most sixteen bytes, with zeros after fewer ones: without memory between, as to
/// copy them there and read them together is to wait.
#[inline]
pub(crate) fn up_to_sixteen(bytes: &[u8]) -> u128 {
    // The last ones overlap the first ones.
    if let (Some(first), Some(last)) = (bytes.first_chunk(), bytes.last_chunk()) {
        let [first, last] = [first, last].map(|eight| u128::from(u64::from_le_bytes(*eight)));
        first | last << (8 * (bytes.len() - 8))
    } else if let (Some(first), Some(last)) = (bytes.first_chunk(), bytes.last_chunk()) {
        let [first, last] = [first, last].map(|four| u128::from(u32::from_le_bytes(*four)));
        first | last << (8 * (bytes.len() - 4))
    } else {
        let bytes = bytes.iter().rev();
        bytes.fold(0, |number, &byte| number << 8 | u128::from(byte))
    }
}

/// All bits of so many of the eight bytes, and no other.
#[inline(always)]
pub(crate) fn first_of_eight(count: usize) -> u64 {
    u64::MAX
        .checked_shr(64 - 8 * count.min(8) as u32)
        .unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fewer_than_eight_bytes_are_filled_up() {
        assert_eq!(eight_at(b"", 0), 0);
        assert_eq!(eight_at(b"abc", 1), u64::from_le_bytes(*b"bc\0\0\0\0\0\0"));
        assert_eq!(eight_at(b"abcdefghij", 1), u64::from_le_bytes(*b"bcdefghi"));
        assert_eq!(eight_at(b"abc", 9), 0);
    }

    #[test]
    fn fewer_than_sixteen_bytes_are_filled_up() {
        let text: [u8; 16] = core::array::from_fn(|at| at as u8 + 1);
        for length in 0..=16 {
            let mut filled = [0; 16];
            filled[..length].copy_from_slice(&text[..length]);
            assert_eq!(up_to_sixteen(&text[..length]), u128::from_le_bytes(filled));
        }
    }
}
