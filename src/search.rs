//! Vectorised searches that compare many bytes at a time.

use core::ops::BitOr;

use wide::u8x16;

/// The number of bytes that are compared at a time.
pub(crate) const WINDOW: usize = 32;

/// Returns the position of the first byte of `text`, at or after `at`, that satisfies
/// `is_match`, or the length of the text if there is none.
///
/// Full windows are scanned first. The tail is shorter than a window, so the last [`WINDOW`] bytes
/// of the text are read again and the matches before `at` are shifted out:
///
/// ```text
/// text    [................................][........]     the tail starts at `at`
/// window           [.......................  ........]     its first 24 bits are dropped
/// ```
///
/// In a robots.txt, the next match is about thirty bytes away, which is a single step here. In
/// contrast, `memchr` is a function call that first has to choose how to search. With `memchr`,
/// parsing a corpus took 16 % more instructions and 17 % more time.
#[inline(always)]
pub(crate) fn find(text: &[u8], mut at: usize, is_match: impl Fn(u8x16) -> u8x16) -> usize {
    while let Some(window) = text
        .get(at..at + WINDOW)
        .and_then(|rest| rest.first_chunk())
    {
        match places(window, &is_match) {
            0 => at += WINDOW,
            places => return at + places.trailing_zeros() as usize,
        }
    }
    // Using `first_places` here, parsing a corpus takes 2 % fewer instructions but 13 % more time.
    let (start, places) = match text.last_chunk() {
        Some(window) => (text.len() - WINDOW, places(window, is_match)),
        None => (0, places(&padded(text), is_match)),
    };
    let places = u64::from(places) >> (at - start);
    text.len().min(at + places.trailing_zeros() as usize)
}

/// Finds the first match like [`find`], but scans two windows at a time, which is faster if the match
/// is more than a window away.
#[inline(always)]
pub(crate) fn find_far(text: &[u8], mut at: usize, is_match: impl Fn(u8x16) -> u8x16) -> usize {
    while let Some(windows) = text.get(at..at + 2 * WINDOW) {
        let places = |start: usize| u64::from(first_places(&windows[start..], &is_match));
        match places(0) | places(WINDOW) << WINDOW {
            0 => at += 2 * WINDOW,
            places => return at + places.trailing_zeros() as usize,
        }
    }
    find(text, at, is_match)
}

/// Returns the text before the first byte that is in `ends`.
// Inlined into its callers, this would take more than a kilobyte of code.
#[inline(never)]
pub(crate) fn until(text: &[u8], ends: [u8; 3]) -> &[u8] {
    &text[..find(text, 0, any_of(ends))]
}

/// Returns a predicate for [`find`] that selects any of these bytes.
#[inline(always)]
pub(crate) fn any_of<const COUNT: usize>(wanted: [u8; COUNT]) -> impl Fn(u8x16) -> u8x16 {
    move |bytes| {
        let equal = wanted.iter().map(|&byte| bytes.cmp_eq(u8x16::splat(byte)));
        equal.fold(u8x16::ZERO, u8x16::bitor)
    }
}

/// Returns a mask with a bit for each byte in a window that satisfies `is_match`.
#[inline(always)]
fn places(window: &[u8; WINDOW], is_match: impl Fn(u8x16) -> u8x16) -> u32 {
    let half = |start| is_match(vector(window, start)).move_mask() as u32;
    half(0) | half(16) << 16
}

/// Returns the mask for a text's first window. A shorter text is padded with zeros.
#[inline(always)]
pub(crate) fn first_places(text: &[u8], is_match: impl Fn(u8x16) -> u8x16) -> u32 {
    match text.first_chunk() {
        Some(window) => places(window, is_match),
        None => places(&padded(text), is_match),
    }
}

/// Pads text that is shorter than a window with zeros.
///
/// As a function call, this would slow warm queries by a third, because the window would be written
/// to memory and then read back.
#[inline]
fn padded(text: &[u8]) -> [u8; WINDOW] {
    let mut window = [0; WINDOW];
    window[..text.len()].copy_from_slice(text);
    window
}

/// Returns the position of the first two adjacent bytes that satisfy `is_match`, which receives
/// sixteen bytes and, for each of them, the byte after it.
#[inline(always)]
pub(crate) fn find_pair(text: &[u8], is_match: impl Fn(u8x16, u8x16) -> u8x16) -> Option<usize> {
    let Some(last) = text.len().checked_sub(PAIRS + 1) else {
        let text_and_zeros = &padded(text);
        let (first, second) = (vector(text_and_zeros, 0), vector(text_and_zeros, 1));
        let at = is_match(first, second).move_mask().trailing_zeros() as usize;
        return (at + 1 < text.len()).then_some(at);
    };
    let mut at = 0;
    let pairs = |at| is_match(vector(text, at), vector(text, at + 1));
    // In a long text, a single branch for three windows is faster.
    while at + 3 * PAIRS <= last && (pairs(at) | pairs(at + PAIRS) | pairs(at + 2 * PAIRS)).none() {
        at += 3 * PAIRS;
    }
    loop {
        match pairs(at).move_mask() as u32 {
            0 if at == last => return None,
            // The last window overlaps the previous one.
            0 => at = last.min(at + PAIRS),
            places => return Some(at + places.trailing_zeros() as usize),
        }
    }
}

/// The number of pairs that are compared at a time.
const PAIRS: usize = 16;

#[inline(always)]
fn vector(bytes: &[u8], start: usize) -> u8x16 {
    let mut sixteen = [0; 16];
    sixteen.copy_from_slice(&bytes[start..start + 16]);
    u8x16::new(sixteen)
}

#[cfg(test)]
mod tests;
