//! Bytes as numbers, the first of them lowest.

use alloc::vec::Vec;

/// The eight bytes from `at` on, padded with zeros.
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

/// At most sixteen bytes, padded with zeros. They are not copied to memory and read back
/// as one number, which would stall the processor.
#[inline]
pub(crate) fn up_to_sixteen(bytes: &[u8]) -> u128 {
    // The last bytes may overlap the first ones.
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

/// The number with this index and the next one, of those that begin at `start` and take
/// `width` bytes each, up to four.
#[inline(always)]
pub(crate) fn pair_at(bytes: &[u8], start: u32, width: u8, index: usize) -> (usize, usize) {
    let bits = 8 * u32::from(width);
    // No sum of such numbers overflows, which spares a check.
    let at = start as usize + index as u32 as usize * usize::from(width);
    let (both, mask) = (eight_at(bytes, at), (1 << bits) - 1);
    ((both & mask) as usize, (both >> bits & mask) as usize)
}

/// How many bytes a number takes.
pub(crate) fn width_of(number: u32) -> u8 {
    (number.checked_ilog2().unwrap_or(0) / 8 + 1) as u8
}

/// Appends numbers that take `width` bytes each.
pub(crate) fn write(bytes: &mut Vec<u8>, width: u8, numbers: impl ExactSizeIterator<Item = u32>) {
    let split = numbers.map(u32::to_le_bytes);
    match width {
        1 => bytes.extend(split.map(|[first, ..]| first)),
        2 => bytes.extend(split.flat_map(|[first, second, ..]| [first, second])),
        3 => bytes.extend(split.flat_map(|[first, second, third, _]| [first, second, third])),
        _ => bytes.extend(split.flatten()),
    }
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

    #[test]
    fn numbers_are_read_as_they_were_written() {
        for number in [
            0,
            1,
            0xFF,
            0x100,
            0xFFFF,
            0x1_0000,
            0xFF_FFFF,
            0x100_0000,
            u32::MAX,
        ] {
            let width = width_of(number);
            let mut bytes = Vec::from(*b"before");
            write(&mut bytes, width, [7, number, 9].into_iter());
            assert_eq!(bytes.len(), 6 + 3 * usize::from(width));
            assert_eq!(pair_at(&bytes, 6, width, 0), (7, number as usize));
            assert_eq!(pair_at(&bytes, 6, width, 1), (number as usize, 9));
            assert_eq!(pair_at(&bytes, 6, width, 2), (9, 0));
        }
        assert_eq!([0, 0xFF, 0x100, 0xFFFF].map(width_of), [1, 1, 2, 2]);
        assert_eq!([0x1_0000, 0xFF_FFFF, 0x100_0000].map(width_of), [3, 3, 4]);
    }
}
