//! Diagnostics about the input as a whole: its length, encoding and kind.

use alloc::format;
use core::ops::Range;

use super::diagnostic::{Diagnostic, Place};
use super::findings::Findings;
use super::messages;
use super::text::content;
use super::words::counted;
use crate::body::{compression, html_start, is_binary, is_utf16, utf16_byte_order_mark};
use crate::dialect::Dialect;
use crate::lexer::{Field, Line, Lines, is_whitespace};

/// The kind of an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Content {
    Text,
    /// Markup. Most colons in markup and scripts do not belong to records.
    Html,
    /// UTF-16, compressed or binary: no line can be read.
    Unreadable,
}

/// Checks the whole input. `read` is its part up to the byte limit.
pub(super) fn check(input: &[u8], read: &[u8], dialect: Dialect, found: &mut Findings) -> Content {
    if let Some(unreadable) = unreadable(read) {
        found.add(unreadable);
        return Content::Unreadable;
    }
    find_cut(input, read, dialect, found);
    let utf16_mark = utf16_byte_order_mark(read);
    if utf16_mark > 0 {
        let is_utf16 = is_utf16(read, dialect);
        let kind = match is_utf16 {
            true => &messages::UTF16,
            false => &messages::UTF16_MARK,
        };
        found.add(Diagnostic::new(kind, Place::new(1, 0..utf16_mark), &[]));
        if is_utf16 {
            return Content::Unreadable;
        }
    }
    let kind = html(read, dialect, found);
    not_utf8(read, dialect, found);
    kind
}

/// Reports a file that is not text. Rules that a crawler still finds are checked as in any file.
fn unreadable(read: &[u8]) -> Option<Diagnostic> {
    let compression = compression(read);
    if compression.is_none() && !is_binary(read) {
        return None;
    }
    let is_record = |line: Line<'_>| line.field().is_some_and(|field| !field.is_extension());
    let mut dialects = [Dialect::Standard, Dialect::Google].into_iter();
    if dialects.any(|dialect| Lines::new(read, dialect).any(is_record)) {
        return None;
    }
    let first_line = memchr::memchr2(b'\r', b'\n', read).unwrap_or(read.len());
    let place = |length| Place::new(1, 0..first_line.min(length));
    Some(match compression {
        Some(format) => Diagnostic::new(&messages::COMPRESSED, place(2), &[&format]),
        None => Diagnostic::new(&messages::BINARY, place(4), &[]),
    })
}

/// Reports a file that looks like markup.
fn html(read: &[u8], dialect: Dialect, found: &mut Findings) -> Content {
    let Some(start) = html_start(read, dialect) else {
        return Content::Text;
    };
    let end = memchr::memchr3(b'>', b'\n', b'\r', &read[start..]);
    let end = match end.map(|length| start + length) {
        Some(end) if read[end] == b'>' => end + 1,
        Some(end) => end,
        None => read.len(),
    };
    let line = line_at(read, start, dialect);
    let effect = match rules_in(read, dialect) {
        0 => "so crawlers find no rule in it, and everything is allowed".into(),
        1 => "in which 1 rule still counts".into(),
        rules => format!("in which {rules} rules still count"),
    };
    let place = Place::new(line, start..end);
    found.add(Diagnostic::new(
        &messages::LOOKS_LIKE_HTML,
        place,
        &[&effect],
    ));
    Content::Html
}

fn find_cut(input: &[u8], read: &[u8], dialect: Dialect, found: &mut Findings) {
    let rest = &input[read.len()..];
    let skipped = match rest {
        [b'\r', b'\n', ..] => 2,
        [b'\r' | b'\n', ..] => 1,
        _ => 0,
    };
    if rest.iter().all(|&byte| is_whitespace(byte)) {
        return;
    }
    let start = read.len() + skipped;
    let line = line_at(input, start, dialect);
    // Start one byte earlier, so that no bytes are mistaken for a byte order mark.
    let rules = rules_in(&input[read.len().saturating_sub(1)..], dialect);
    let place = Place::new(line, start..input.len());
    let arguments: [&dyn core::fmt::Display; 3] = [&read.len(), &input.len(), &counted(rules)];
    let new = Diagnostic::new(&messages::INPUT_CUT, place, &arguments);
    found.add(new.information_if(rules == 0));
}

/// Returns the number of the line that contains `position`.
fn line_at(text: &[u8], position: usize, dialect: Dialect) -> u32 {
    let before = Lines::new(text, dialect).take_while(|line| line.span().end < position);
    before.count() as u32 + 1
}

/// Returns the number of rules in `text`.
fn rules_in(text: &[u8], dialect: Dialect) -> usize {
    Lines::new(text, dialect)
        .filter(|line| matches!(line.field(), Some(Field::Allow | Field::Disallow)))
        .count()
}

/// Reports the first invalid UTF-8, preferably outside of comments. A UTF-16 byte order mark
/// is skipped, because it has its own diagnostic.
fn not_utf8(read: &[u8], dialect: Dialect, found: &mut Findings) {
    let mark = utf16_byte_order_mark(read);
    if core::str::from_utf8(&read[mark..]).is_ok() {
        return;
    }
    let invalid = |line: Line<'_>| {
        let Range { start, end } = line.span();
        let start = start.max(mark);
        let error = core::str::from_utf8(&read[start..end]).err()?;
        let start = start + error.valid_up_to();
        let end = match error.error_len() {
            Some(length) => start + length,
            None => end,
        };
        let is_comment = !content(&line).contains(&start);
        let is_rule = matches!(line.field(), Some(Field::Allow | Field::Disallow));
        Some((Place::new(line.number(), start..end), is_comment, is_rule))
    };
    let lines = || Lines::new(read, dialect).filter_map(invalid);
    let first = lines()
        .find(|(_, is_comment, _)| !is_comment)
        .or_else(|| lines().next());
    let Some((place, is_comment, is_rule)) = first else {
        return;
    };
    let kind = match (is_comment, is_rule) {
        (true, _) => &messages::NOT_UTF8_COMMENT,
        (_, true) => &messages::NOT_UTF8_RULE,
        _ => &messages::NOT_UTF8,
    };
    found.add(Diagnostic::new(kind, place, &[]));
}
