use super::*;

#[test]
fn four_bytes_are_delimiters() {
    for byte in 0..=255 {
        let is = is_delimiter(u8x16::splat(byte)).any();
        assert_eq!(is, b"/?;+".contains(&byte), "{byte}");
    }
}

#[test]
fn every_byte_that_is_not_plain_is_odd() {
    for byte in 0..=255 {
        let is_plain = !canonical::SPECIAL[usize::from(byte)] && !b"#\\".contains(&byte);
        for before in 0..=255 {
            let begins_dot_segment = (before, byte) == (b'/', b'.');
            let odd = is_odd(u8x16::splat(before), u8x16::splat(byte));
            assert_eq!(
                odd.all(),
                !is_plain || byte == b'!' || begins_dot_segment,
                "{before} {byte}"
            );
            assert_eq!(odd.all(), odd.any());
        }
    }
}
