use super::distance;

#[test]
fn letters_are_added_removed_replaced_and_swapped() {
    for (one, other, expected) in [
        ("", "", 0),
        ("", "abc", 3),
        ("abc", "", 3),
        ("abc", "abc", 0),
        ("abc", "abcd", 1),
        ("abc", "ac", 1),
        ("abc", "axc", 1),
        ("abc", "acb", 1),
        ("abcd", "badc", 2),
        ("ca", "abc", 3), // a swapped pair is not edited again
        ("kitten", "sitting", 3),
    ] {
        assert_eq!(
            distance(one.as_bytes(), other.as_bytes()),
            expected,
            "{one}, {other}"
        );
        assert_eq!(
            distance(other.as_bytes(), one.as_bytes()),
            expected,
            "{other}, {one}"
        );
    }
}
