//! Non-ASCII spaces at the ends of fields and values.

use alloc::format;
use alloc::string::String;

use super::findings::Findings;
use super::messages::{self, Kind};
use super::text::{offset, place};
use crate::dialect::Dialect;
use crate::lexer::{Field, Line};

/// Removes odd spaces from both ends.
pub(super) fn strip(bytes: &[u8]) -> &[u8] {
    // Nearly all parts are ASCII. The others may contain invalid UTF-8 anywhere.
    if bytes.is_ascii() {
        return bytes;
    }
    let first = bytes.utf8_chunks().next().map_or("", |chunk| chunk.valid());
    let start = first.len() - first.trim_start_matches(is_odd_space).len();
    let bare = &bytes[start..];
    // Invalid bytes don't count as spaces.
    let last = bare.utf8_chunks().last();
    let last = last.filter(|chunk| chunk.invalid().is_empty());
    let last = last.map_or("", |chunk| chunk.valid());
    let end = last.len() - last.trim_end_matches(is_odd_space).len();
    &bare[..bare.len() - end]
}

/// Returns `true` for non-ASCII spaces and invisible characters that are used as spaces,
/// including the byte order mark (formerly the zero-width no-break space).
pub(super) fn is_odd_space(character: char) -> bool {
    !character.is_ascii() && character.is_whitespace()
        || matches!(character, '\u{200B}' | '\u{2060}' | '\u{FEFF}')
}

/// Describes the first odd space, as in `a no-break space (U+00A0)`. Byte order marks are skipped,
/// because they are reported at any position. Returns `None` if there is nothing else.
fn space_name(spaces: &[u8]) -> Option<String> {
    // Only whole characters were stripped.
    let spaces = core::str::from_utf8(spaces).ok()?;
    let space = spaces.chars().find(|&space| space != '\u{FEFF}')?;
    let name = match space {
        '\u{A0}' => "a no-break space",
        '\u{200B}' => "a zero-width space",
        '\u{202F}' => "a narrow no-break space",
        '\u{2060}' => "a word joiner",
        '\u{3000}' => "an ideographic space",
        _ => "a non-ASCII space",
    };
    Some(format!("{name} (U+{:04X})", u32::from(space)))
}

/// Reports unusual white space around a field. Returns `true` if it hides a known field.
pub(super) fn hide_field(line: &Line<'_>, found: &mut Findings) -> bool {
    let bare = strip(line.name());
    if bare.len() == line.name().len() || Field::of(bare, Dialect::Google) == Field::Unknown {
        return false;
    }
    report(line, line.name(), &messages::ODD_SPACE_IN_FIELD, found);
    true
}

/// Reports unusual white space around a value, and returns the value without it.
pub(super) fn bare_value<'t>(line: &Line<'t>, found: &mut Findings) -> &'t [u8] {
    // If the spaces are part of a pattern, they keep the rule from matching.
    let kind = match line.field() {
        Some(Field::Allow | Field::Disallow) => &messages::ODD_SPACE_IN_PATTERN,
        _ => &messages::ODD_SPACE,
    };
    report(line, line.value(), kind, found);
    strip(line.value())
}

/// Reports unusual white space around a part of a line.
fn report(line: &Line<'_>, part: &[u8], kind: &'static Kind, found: &mut Findings) {
    // Each end is reported, and edited, on its own.
    let bare = strip(part);
    let before = offset(part, bare);
    for end in [&part[..before], &part[before + bare.len()..]] {
        if let Some(name) = space_name(end) {
            found.add(kind.at(place(line, end), &[&name]).replace(""));
        }
    }
}
