use super::*;

#[test]
fn the_first_of_several_bytes_is_found_in_any_position() {
    for length in 0..140 {
        for place in 0..=length {
            let mut text = [b'a'; 140];
            // There are matches before the start, too, and after the first.
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
                let (is_match, is_far) = (any_of(*b"\n\r#"), any_of(*b"\n\r#"));
                let found = [find(text, start, is_match), find_far(text, start, is_far)];
                assert_eq!(found, [expected; 2], "{text:?} from {start}");
                let before = until(&text[start..], *b"\n\r#");
                assert_eq!(before, &text[start..expected]);
            }
        }
    }
}

#[test]
fn a_pair_is_found_in_any_position() {
    let is_match = |bytes: u8x16, after: u8x16| {
        bytes.cmp_eq(u8x16::splat(b'a')) & after.cmp_eq(u8x16::splat(b'b'))
    };
    for length in 0..130 {
        let mut text = [b'a'; 130];
        assert_eq!(find_pair(&text[..length], is_match), None);
        for at in (1..length).rev() {
            text[at] = b'b';
            let found = find_pair(&text[..length], is_match);
            assert_eq!(found, Some(at - 1), "{length} bytes");
        }
    }
}

#[test]
fn no_pair_ends_after_the_text() {
    for length in 0..130 {
        let found = find_pair(&[0; 130][..length], |_, after| {
            after.cmp_eq(u8x16::splat(0))
        });
        assert_eq!(found, (length > 1).then_some(0), "{length} bytes");
        let none = find_pair(&[b'a'; 130][..length], |_, after| {
            after.cmp_eq(u8x16::splat(0))
        });
        assert_eq!(none, None, "{length} bytes");
    }
}
