//! Spaces that are not ASCII at the ends of fields and values.

use core::ops::Range;

/// The bytes without the odd spaces at both ends.
pub(super) fn strip(bytes: &[u8]) -> &[u8] {
    // Of bytes that are not all UTF-8 only the ends are looked at.
    let mut bare = bytes;
    let is_odd = |&(character, _): &(char, usize)| is_odd_space(character);
    while let Some((_, length)) = first_character(bare).filter(is_odd) {
        bare = &bare[length..];
    }
    while let Some((_, length)) = last_character(bare).filter(is_odd) {
        bare = &bare[..bare.len() - length];
    }
    bare
}

/// The odd spaces at both ends, as ranges of `bytes`, if there are any. Byte
/// order marks alone do not count: they are reported wherever they stand.
pub(super) fn odd_ends(bytes: &[u8]) -> impl Iterator<Item = Range<usize>> {
    let bare = strip(bytes);
    let before = offset(bytes, bare);
    let ends = [0..before, before + bare.len()..bytes.len()];
    ends.into_iter().filter(|end| {
        let spaces = core::str::from_utf8(&bytes[end.clone()]);
        spaces.is_ok_and(|spaces| spaces.chars().any(|space| space != '\u{FEFF}'))
    })
}

/// Where `part`, which is a part of `whole`, starts in it.
pub(super) fn offset(whole: &[u8], part: &[u8]) -> usize {
    part.as_ptr() as usize - whole.as_ptr() as usize
}

/// Spaces that are not ASCII, and the byte order mark, which once was one.
pub(super) fn is_odd_space(character: char) -> bool {
    !character.is_ascii() && character.is_whitespace()
        || matches!(character, '\u{200B}' | '\u{2060}' | '\u{FEFF}')
}

fn first_character(bytes: &[u8]) -> Option<(char, usize)> {
    (2..=3).find_map(|length| only_character(bytes.get(..length)?))
}

fn last_character(bytes: &[u8]) -> Option<(char, usize)> {
    (2..=3).find_map(|length| only_character(&bytes[bytes.len().checked_sub(length)?..]))
}

/// The character that `bytes` are, if they are just one.
fn only_character(bytes: &[u8]) -> Option<(char, usize)> {
    let mut characters = core::str::from_utf8(bytes).ok()?.chars();
    let character = characters.next()?;
    characters
        .next()
        .is_none()
        .then_some((character, bytes.len()))
}
