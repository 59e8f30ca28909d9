//! Reads bytes as little-endian numbers, and writes numbers in as few bytes as they need.

use alloc::vec::Vec;

/// Returns at most sixteen bytes as a number, padded with zeros.
///
/// Copying the bytes to memory and reading them back as one number would stall the processor.
/// Instead, the first and last eight (or four) bytes are combined, which overlap if there are fewer
/// than sixteen (or eight).
pub(crate) fn up_to_sixteen(bytes: &[u8]) -> u128 {
    if let (Some(first), Some(last)) = (bytes.first_chunk(), bytes.last_chunk()) {
        let number = |eight: &[u8; 8]| u128::from(u64::from_le_bytes(*eight));
        number(first) | number(last) << (8 * (bytes.len() - 8))
    } else if let (Some(first), Some(last)) = (bytes.first_chunk(), bytes.last_chunk()) {
        let number = |four: &[u8; 4]| u128::from(u32::from_le_bytes(*four));
        number(first) | number(last) << (8 * (bytes.len() - 4))
    } else {
        let bytes = bytes.iter().rev();
        bytes.fold(0, |number, &byte| number << 8 | u128::from(byte))
    }
}

/// Appends a number, seven bits a byte, the low ones first. The high bit of a byte says that more
/// follow.
pub(crate) fn push_number(bytes: &mut Vec<u8>, mut number: u32) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

/// Splits off a number that [`push_number`] has written. Returns `None` if there is none.
pub(crate) fn split_number(bytes: &[u8]) -> Option<(u32, &[u8])> {
    // The last byte of a number has no high bit.
    let last = bytes.iter().position(|byte| byte & 0x80 == 0)?;
    let (digits, rest) = bytes.split_at(last + 1);
    let digits = digits.iter().rev();
    let number = digits.fold(0, |number, digit| number << 7 | u32::from(digit & 0x7F));
    Some((number, rest))
}

#[cfg(test)]
mod tests;
