//! Bytes and the ones after them, many at a time.

/// Where the first byte stands of which `is_sought` is true, given the byte
/// and the one after it; of the last byte, which has none, it is not asked.
///
/// Takes blocks of bytes at a time, for which compilers make few instructions
/// of an `is_sought` without branches.
#[inline(always)]
pub(crate) fn first(bytes: &[u8], is_sought: impl Fn(u8, u8) -> bool) -> Option<usize> {
    match bytes.len() {
        0..=8 => one_by_one(bytes, is_sought),
        9..=16 => in_blocks::<8>(bytes, is_sought),
        _ => in_blocks::<16>(bytes, is_sought),
    }
}

#[inline(always)]
fn one_by_one(bytes: &[u8], is_sought: impl Fn(u8, u8) -> bool) -> Option<usize> {
    let after = bytes.get(1..).unwrap_or_default();
    bytes
        .iter()
        .zip(after)
        .position(|(&byte, &next)| is_sought(byte, next))
}

/// [`first`] among more than `WIDTH` bytes. Blocks overlap by the byte that
/// is after the last of one of them, and the last two by as much as they have
/// to.
#[inline(always)]
fn in_blocks<const WIDTH: usize>(
    bytes: &[u8],
    is_sought: impl Fn(u8, u8) -> bool,
) -> Option<usize> {
    let holds = |at: usize| {
        let both = bytes[at..at + WIDTH]
            .iter()
            .zip(&bytes[at + 1..=at + WIDTH]);
        both.fold(false, |any, (&byte, &next)| any | is_sought(byte, next))
    };
    let last = bytes.len() - 1 - WIDTH;
    let mut at = 0;
    // Without a loop where two are enough, as they mostly are.
    if last <= WIDTH {
        let (is_first, is_last) = (holds(0), holds(last));
        if !(is_first | is_last) {
            return None;
        }
        at = if is_first { 0 } else { last };
    } else {
        while !holds(at) {
            if at == last {
                return None;
            }
            at = last.min(at + WIDTH);
        }
    }
    one_by_one(&bytes[at..], is_sought).map(|within| at + within)
}

#[cfg(test)]
mod tests {
    use alloc::vec;

    use super::*;

    #[test]
    fn a_pair_is_found_wherever_it_stands() {
        for length in 0..80 {
            assert_eq!(first(&vec![b'a'; length], |_, next| next == b'b'), None);
            for at in 1..length {
                for another in at..length {
                    let mut bytes = vec![b'a'; length];
                    bytes[at] = b'b';
                    bytes[another] = b'b';
                    let found = first(&bytes, |byte, next| (byte == b'a') & (next == b'b'));
                    assert_eq!(found, Some(at - 1), "{length} bytes");
                }
            }
        }
    }

    #[test]
    fn the_last_byte_is_only_a_neighbour() {
        for length in 1..80 {
            let mut bytes = vec![b'a'; length];
            bytes[length - 1] = b'b';
            assert_eq!(
                first(&bytes, |byte, _| byte == b'b'),
                None,
                "{length} bytes"
            );
        }
    }
}
