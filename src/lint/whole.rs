//! Diagnostics about the length, encoding and kind of the whole input.

use alloc::format;

use memchr::{memchr2, memchr3};

use super::diagnostic::{BOTH, Diagnostic, Place};
use super::findings::Findings;
use super::messages;
use super::phrases::counted;
use super::text::{content, place};
use crate::body::{compression, html_start, is_binary, is_utf16, utf16_byte_order_mark};
use crate::dialect::Dialect;
use crate::lexer::{Field, Line, Lines, is_whitespace};

/// The kind of an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Content {
    Text,
    /// Markup. Most colons in markup and scripts don't belong to records.
    Html,
    /// UTF-16, compressed or binary data, in which no line can be read.
    Unreadable,
}

/// Checks the whole input. `read` is the part of it up to the byte limit.
pub(super) fn check(input: &[u8], read: &[u8], dialect: Dialect, found: &mut Findings) -> Content {
    if let Some(unreadable) = unreadable(read) {
        found.add(unreadable);
        return Content::Unreadable;
    }
    found.extend(find_cut(input, read, dialect));
    let utf16_mark = utf16_byte_order_mark(read);
    if utf16_mark > 0 {
        let is_utf16 = is_utf16(read, dialect);
        let kind = match is_utf16 {
            true => &messages::UTF16,
            false => &messages::UTF16_MARK,
        };
        found.add(kind.at(Place::new(1, 0..utf16_mark), &[]));
        if is_utf16 {
            return Content::Unreadable;
        }
    }
    found.extend(not_utf8(read, dialect));
    let Some(start) = html_start(read, dialect) else {
        return Content::Text;
    };
    found.add(html(read, start, dialect));
    Content::Html
}

/// Reports a file that isn't text. Rules that a crawler still finds are checked as in any other
/// file.
fn unreadable(read: &[u8]) -> Option<Diagnostic> {
    // A text file may begin with these bytes by chance.
    let compression = compression(read);
    if compression.is_none() && !is_binary(read) {
        return None;
    }
    let mut lines = BOTH.iter().flat_map(|&dialect| Lines::new(read, dialect));
    if lines.any(|line| line.field().is_some_and(|field| !field.is_extension())) {
        return None;
    }
    // The first bytes show what kind of file it is.
    let first_line = memchr2(b'\r', b'\n', read).unwrap_or(read.len());
    Some(match compression {
        Some(format) => messages::COMPRESSED.at(Place::new(1, 0..first_line.min(2)), &[&format]),
        None => messages::BINARY.at(Place::new(1, 0..first_line.min(4)), &[]),
    })
}

/// Reports a file that looks like markup. `start` is the position of its first tag.
fn html(read: &[u8], start: usize, dialect: Dialect) -> Diagnostic {
    // The tag, or the line if the tag is longer.
    let end = memchr3(b'>', b'\n', b'\r', &read[start..]);
    let end = end.map_or(read.len(), |length| start + length);
    let end = end + usize::from(read.get(end) == Some(&b'>'));
    // Rules count no matter where they are.
    let effect = match rules_in(read, dialect) {
        0 => "so crawlers don't find any rules in it, and everything is allowed".into(),
        1 => "in which 1 rule still counts".into(),
        rules => format!("in which {rules} rules still count"),
    };
    let place = Place::new(line_at(read, start, dialect), start..end);
    messages::LOOKS_LIKE_HTML.at(place, &[&effect])
}

/// Reports the part of the input that no crawler reads, unless it is blank.
fn find_cut(input: &[u8], read: &[u8], dialect: Dialect) -> Option<Diagnostic> {
    let rest = &input[read.len()..];
    if rest.iter().all(|&byte| is_whitespace(byte)) {
        return None;
    }
    // It starts after the line end of the last line that is read.
    let start = read.len()
        + match rest {
            [b'\r', b'\n', ..] => 2,
            [b'\r' | b'\n', ..] => 1,
            _ => 0,
        };
    // Start one byte earlier, so that no bytes are mistaken for a byte order mark.
    let rules = rules_in(&input[read.len().saturating_sub(1)..], dialect);
    let place = Place::new(line_at(input, start, dialect), start..input.len());
    let new = messages::INPUT_CUT.at(place, &[&read.len(), &input.len(), &counted(rules, "rule")]);
    Some(new.note_if(rules == 0))
}

/// Returns the number of the line that contains `position`.
fn line_at(text: &[u8], position: usize, dialect: Dialect) -> u32 {
    let before = Lines::new(text, dialect).take_while(|line| line.span().end < position);
    before.count() as u32 + 1
}

/// Returns the number of rules in `text`.
fn rules_in(text: &[u8], dialect: Dialect) -> usize {
    Lines::new(text, dialect).filter(is_rule).count()
}

fn is_rule(line: &Line<'_>) -> bool {
    matches!(line.field(), Some(Field::Allow | Field::Disallow))
}

/// Reports the first invalid UTF-8, preferably outside comments. A UTF-16 byte order mark is
/// skipped, because it has its own diagnostic.
fn not_utf8(read: &[u8], dialect: Dialect) -> Option<Diagnostic> {
    let mark = utf16_byte_order_mark(read);
    // Nearly all files are UTF-8, so don't split these into lines.
    core::str::from_utf8(&read[mark..]).err()?;
    let invalid = Lines::new(read, dialect).filter_map(|line| {
        let (start, end) = (line.span().start.max(mark), line.span().end);
        // Report the first invalid character.
        let error = core::str::from_utf8(&read[start..end]).err()?;
        let start = start + error.valid_up_to();
        let end = error.error_len().map_or(end, |length| start + length);
        let kind = match place(&line, content(&line)).span().contains(&start) {
            false => &messages::NOT_UTF8_COMMENT,
            true if is_rule(&line) => &messages::NOT_UTF8_RULE,
            true => &messages::NOT_UTF8,
        };
        Some((kind, Place::new(line.number(), start..end)))
    });
    // A comment is only reported if all other lines are valid.
    let (kind, place) = invalid.min_by_key(|&(kind, _)| kind == &messages::NOT_UTF8_COMMENT)?;
    Some(kind.at(place, &[]))
}
