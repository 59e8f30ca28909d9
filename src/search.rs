//! Bytes sought in a text, many at a time.

use wide::u8x16;

use crate::words;

/// So many bytes are looked at together.
pub(crate) const WINDOW: usize = 32;

/// Where the first byte stands that `is_sought`, in `text` from `at` on, or else
/// the end of the text.
///
/// What is sought in a robots.txt is some thirty bytes away. So far it is one step
/// without branches, where `memchr` is a call that first chooses how to search: with
/// it, parsing a corpus took 16 % more instructions and 17 % more time.
#[inline(always)]
pub(crate) fn find(text: &[u8], mut at: usize, is_sought: impl Fn(u8x16) -> u8x16) -> usize {
    while let Some(window) = text
        .get(at..at + WINDOW)
        .and_then(|rest| rest.first_chunk())
    {
        match places(window, &is_sought) {
            0 => at += WINDOW,
            places => return at + places.trailing_zeros() as usize,
        }
    }
    // The last bytes of the text, and as many before them as a window has.
    let start = text.len().saturating_sub(WINDOW);
    let places = u64::from(first_places(&text[start..], is_sought)) >> (at - start);
    text.len().min(at + places.trailing_zeros() as usize)
}

/// Finds any of some bytes: see [`find`].
#[inline(always)]
pub(crate) fn any_of<const COUNT: usize>(sought: [u8; COUNT]) -> impl Fn(u8x16) -> u8x16 {
    move |bytes| {
        let equal = sought.map(|byte| bytes.cmp_eq(u8x16::splat(byte)));
        equal
            .into_iter()
            .fold(u8x16::ZERO, |found, equal| found | equal)
    }
}

/// A bit for each byte of a window that `is_sought`.
#[inline(always)]
fn places(window: &[u8; WINDOW], is_sought: impl Fn(u8x16) -> u8x16) -> u32 {
    let half = |start| is_sought(vector(window, start)).move_mask() as u32;
    half(0) | half(16) << 16
}

/// The same of the first bytes of a text; of fewer, with zeros after them.
#[inline(always)]
pub(crate) fn first_places(text: &[u8], is_sought: impl Fn(u8x16) -> u8x16) -> u32 {
    match text.first_chunk() {
        Some(window) => places(window, is_sought),
        None => places(&padded(text), is_sought),
    }
}

/// The bytes of a text that is shorter than a window, with zeros after them.
fn padded(text: &[u8]) -> [u8; WINDOW] {
    let mut window = [0; WINDOW];
    window[..text.len()].copy_from_slice(text);
    window
}

/// Where the first two bytes stand of which `is_sought`, given sixteen first ones
/// and sixteen second ones.
#[inline(always)]
pub(crate) fn find_pair(text: &[u8], is_sought: impl Fn(u8x16, u8x16) -> u8x16) -> Option<usize> {
    let Some(last) = text.len().checked_sub(PAIRS + 1) else {
        let first = words::up_to_sixteen(text);
        let [first, second] = [first, first >> 8].map(|bytes| u8x16::new(bytes.to_le_bytes()));
        let at = is_sought(first, second).move_mask().trailing_zeros() as usize;
        return (at + 1 < text.len()).then_some(at);
    };
    let places = |window: &[u8; PAIRS + 1]| {
        is_sought(vector(window, 0), vector(window, 1)).move_mask() as u32
    };
    let mut at = 0;
    while let Some(window) = text[at..].first_chunk() {
        let places = places(window);
        if places != 0 {
            return Some(at + places.trailing_zeros() as usize);
        }
        if at == last {
            break;
        }
        // The last window overlaps the one before.
        at = last.min(at + PAIRS);
    }
    None
}

/// So many pairs are looked at together.
const PAIRS: usize = 16;

#[inline(always)]
fn vector(bytes: &[u8], start: usize) -> u8x16 {
    let mut sixteen = [0; 16];
    sixteen.copy_from_slice(&bytes[start..start + 16]);
    u8x16::new(sixteen)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_of_several_bytes_is_found_wherever_it_stands() {
        for length in 0..100 {
            for place in 0..=length {
                let mut text = [b'a'; 100];
                // What is sought stands before the start, too, and after the first.
                for (at, byte) in text[..length].iter_mut().enumerate() {
                    if at >= place && at % 2 == place % 2 {
                        *byte = b"\n\r#"[at % 3];
                    }
                }
                let text = &text[..length];
                for start in 0..=length {
                    let naive = text[start..]
                        .iter()
                        .position(|byte| b"\n\r#".contains(byte));
                    let expected = naive.map_or(length, |found| start + found);
                    assert_eq!(
                        find(text, start, any_of(*b"\n\r#")),
                        expected,
                        "{text:?} from {start}"
                    );
                }
            }
        }
    }

    #[test]
    fn a_pair_is_found_wherever_it_stands() {
        let is_sought = |bytes: u8x16, after: u8x16| {
            bytes.cmp_eq(u8x16::splat(b'a')) & after.cmp_eq(u8x16::splat(b'b'))
        };
        for length in 0..80 {
            let mut text = [b'a'; 80];
            assert_eq!(find_pair(&text[..length], is_sought), None);
            for at in (1..length).rev() {
                text[at] = b'b';
                let found = find_pair(&text[..length], is_sought);
                assert_eq!(found, Some(at - 1), "{length} bytes");
            }
        }
    }

    #[test]
    fn no_pair_ends_after_the_text() {
        for length in 0..80 {
            let found = find_pair(&[0; 80][..length], |_, after| after.cmp_eq(u8x16::splat(0)));
            assert_eq!(found, (length > 1).then_some(0), "{length} bytes");
            let none = find_pair(&[b'a'; 80][..length], |_, after| {
                after.cmp_eq(u8x16::splat(0))
            });
            assert_eq!(none, None, "{length} bytes");
        }
    }
}
