//! Non-ASCII spaces at the ends of fields and values.

use alloc::format;
use alloc::string::String;
use core::ops::Range;

use super::diagnostic::{Diagnostic, Place};
use super::findings::Findings;
use super::messages;
use crate::dialect::Dialect;
use crate::lexer::{Field, Line};

/// Removes odd spaces from both ends.
pub(super) fn strip(bytes: &[u8]) -> &[u8] {
    // The bytes may be invalid UTF-8, so characters are decoded only at the ends.
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

/// Returns the ranges of odd spaces at both ends of `bytes`. Ranges that consist only of
/// byte order marks are skipped, because those are reported at any position.
fn odd_ends(bytes: &[u8]) -> impl Iterator<Item = Range<usize>> {
    let bare = strip(bytes);
    let before = offset(bytes, bare);
    let ends = [0..before, before + bare.len()..bytes.len()];
    ends.into_iter().filter(|end| {
        let spaces = core::str::from_utf8(&bytes[end.clone()]);
        spaces.is_ok_and(|spaces| spaces.chars().any(|space| space != '\u{FEFF}'))
    })
}

/// Returns the offset of the subslice `part` in `whole`.
pub(super) fn offset(whole: &[u8], part: &[u8]) -> usize {
    part.as_ptr() as usize - whole.as_ptr() as usize
}

/// Returns `true` for non-ASCII spaces and invisible characters that are used as spaces,
/// including the byte order mark (formerly the zero-width no-break space).
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

/// Returns the character and its length if `bytes` are exactly one character.
fn only_character(bytes: &[u8]) -> Option<(char, usize)> {
    let mut characters = core::str::from_utf8(bytes).ok()?.chars();
    let character = characters.next()?;
    characters
        .next()
        .is_none()
        .then_some((character, bytes.len()))
}

/// Returns a description of the first odd space, such as `a no-break space (U+00A0)`.
fn space_name(spaces: &[u8]) -> String {
    let space = core::str::from_utf8(spaces).ok();
    let space = space.and_then(|spaces| spaces.chars().find(|&space| space != '\u{FEFF}'));
    let name = match space {
        Some('\u{A0}') => "a no-break space",
        Some('\u{200B}') => "a zero-width space",
        Some('\u{202F}') => "a narrow no-break space",
        Some('\u{2060}') => "a word joiner",
        Some('\u{3000}') => "an ideographic space",
        _ => "a non-ASCII space",
    };
    match space {
        Some(space) => format!("{name} (U+{:04X})", u32::from(space)),
        None => name.into(),
    }
}

/// Reports the odd spaces at the ends of a part of a line. Returns `true` if they hide
/// a known field.
pub(super) fn report_odd_spaces(
    line: &Line<'_>,
    bytes: &[u8],
    span: Range<usize>,
    part: &str,
    found: &mut Findings,
) -> bool {
    let bare = strip(bytes);
    let is_field = part == "field";
    let is_known = || Field::of(bare, Dialect::Google) != Field::Unknown;
    if bare.len() == bytes.len() || is_field && !is_known() {
        return false;
    }
    for end in odd_ends(bytes) {
        let kind = match (is_field, line.field()) {
            (true, _) => &messages::ODD_SPACE_IN_FIELD,
            (_, Some(Field::Allow | Field::Disallow)) => &messages::ODD_SPACE_IN_PATTERN,
            _ => &messages::ODD_SPACE,
        };
        let name = space_name(&bytes[end.clone()]);
        let end = span.start + end.start..span.start + end.end;
        let place = Place::new(line.number(), end.clone());
        found.add(Diagnostic::new(kind, place, &[&name]).edit(end, ""));
    }
    is_field
}
