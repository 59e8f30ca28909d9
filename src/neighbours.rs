//! Octets and the ones behind them, many at a time.

/// Where the first octet stands of which `is_sought` is true, given the octet
/// and the one behind it; of the last octet, which has none, it is not asked.
///
/// Takes blocks of octets at a time, for which compilers make few instructions
/// of an `is_sought` without branches.
#[inline(always)]
pub(crate) fn first(octets: &[u8], is_sought: impl Fn(u8, u8) -> bool) -> Option<usize> {
    match octets.len() {
        0..=8 => one_by_one(octets, is_sought),
        9..=16 => in_blocks::<8>(octets, is_sought),
        _ => in_blocks::<16>(octets, is_sought),
    }
}

#[inline(always)]
fn one_by_one(octets: &[u8], is_sought: impl Fn(u8, u8) -> bool) -> Option<usize> {
    let behind = octets.get(1..).unwrap_or_default();
    octets
        .iter()
        .zip(behind)
        .position(|(&octet, &next)| is_sought(octet, next))
}

/// [`first`] among more than `WIDTH` octets. Blocks overlap by the octet that
/// is behind the last of one of them, and the last two by as much as they have
/// to.
#[inline(always)]
fn in_blocks<const WIDTH: usize>(
    octets: &[u8],
    is_sought: impl Fn(u8, u8) -> bool,
) -> Option<usize> {
    let last = octets.len() - 1 - WIDTH;
    let mut at = 0;
    loop {
        let block = &octets[at..=at + WIDTH];
        let both = block[..WIDTH].iter().zip(&block[1..=WIDTH]);
        if both.fold(false, |any, (&octet, &next)| any | is_sought(octet, next)) {
            return one_by_one(block, is_sought).map(|within| at + within);
        }
        if at == last {
            return None;
        }
        at = last.min(at + WIDTH);
    }
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
                    let mut octets = vec![b'a'; length];
                    octets[at] = b'b';
                    octets[another] = b'b';
                    let found = first(&octets, |octet, next| (octet == b'a') & (next == b'b'));
                    assert_eq!(found, Some(at - 1), "{length} octets");
                }
            }
        }
    }

    #[test]
    fn the_last_octet_is_only_a_neighbour() {
        for length in 1..80 {
            let mut octets = vec![b'a'; length];
            octets[length - 1] = b'b';
            assert_eq!(
                first(&octets, |octet, _| octet == b'b'),
                None,
                "{length} octets"
            );
        }
    }
}
