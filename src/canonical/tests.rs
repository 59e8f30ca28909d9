use super::*;

#[test]
fn an_unchanged_spelling_is_borrowed() {
    for dialect in [Dialect::Standard, Dialect::Google] {
        for written in [
            "",
            "/",
            "/a/b.html?c=d",
            "/%E3%83%84",
            "/*.php$",
            "/a%2Fb%2A",
        ] {
            let spelled = pattern(written.as_bytes(), dialect);
            assert!(
                matches!(spelled, Cow::Borrowed(_)),
                "{written} in {dialect:?}"
            );
        }
    }
}

#[test]
fn no_special_byte_is_missed() {
    for byte in 0..=u8::MAX {
        let may_be_special = SPECIAL[usize::from(byte)] || matches!(byte, b'!' | b'#');
        for length in 1..40 {
            // In the middle of a text, and at its end.
            for after in [0, 40] {
                let mut text = [b'a'; 83];
                let text = &mut text[..3 + length + after];
                text[2 + length] = byte;
                let first = 3 + length - usize::from(may_be_special);
                assert_eq!(first_special(text, 3..3 + length), first, "{byte}");
                assert_eq!(first_special(text, 3..2 + length), 2 + length);
                let is_own_spelling = !may_be_special || matches!(byte, b'*' | b'$');
                assert_eq!(has_only_wildcards(text, 3..3 + length), is_own_spelling);
            }
        }
    }
    assert!(has_only_wildcards(b"/*a*$", 0..5));
    assert!(!has_only_wildcards(b"/*$a*$", 0..6));
}

#[test]
fn a_change_at_the_first_byte_is_kept() {
    assert_eq!(*pattern(b"\xE9", Dialect::Standard), *b"%E9");
    assert_eq!(*target(b"*", Dialect::Standard), *b"%2A");
    assert_eq!(*pattern(b"%", Dialect::Standard), *b"%25");
}
