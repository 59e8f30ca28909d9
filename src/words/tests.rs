use super::*;

#[test]
fn fewer_than_sixteen_bytes_are_filled_up() {
    let text: [u8; 16] = core::array::from_fn(|at| at as u8 + 1);
    for length in 0..=16 {
        let mut filled = [0; 16];
        filled[..length].copy_from_slice(&text[..length]);
        assert_eq!(up_to_sixteen(&text[..length]), u128::from_le_bytes(filled));
    }
}
