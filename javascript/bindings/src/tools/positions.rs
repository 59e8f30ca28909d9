//! Converts byte offsets to JavaScript's offsets.

/// Replaces byte offsets in `text` with offsets in UTF-16 code units.
///
/// This takes one pass over the text, and sorts the offsets. An offset inside a character
/// becomes the start of that character.
pub(crate) fn to_utf16(text: &str, mut offsets: Vec<&mut usize>) {
    if text.is_ascii() {
        return;
    }
    offsets.sort_by_key(|offset| **offset);
    let mut units = 0;
    let mut characters = text.char_indices().peekable();
    for offset in offsets {
        while let Some((_, character)) =
            characters.next_if(|(start, character)| start + character.len_utf8() <= *offset)
        {
            units += character.len_utf16();
        }
        *offset = units;
    }
}

#[cfg(test)]
mod tests {
    use super::to_utf16;

    #[test]
    fn offsets_count_code_units() {
        let text = "aé\u{1F600}b";
        let mut offsets = [8, 0, 1, 3, 4, 7];
        to_utf16(text, offsets.iter_mut().collect());
        // Byte 4 is inside the emoji, which takes two units.
        assert_eq!(offsets, [5, 0, 1, 2, 2, 4]);
    }
}
