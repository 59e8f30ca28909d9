//! Writes numbers in as few bytes as they need.

use alloc::vec::Vec;

/// Appends a number, seven bits a byte, the low ones first. The high bit of a byte is set if more
/// bytes follow.
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
