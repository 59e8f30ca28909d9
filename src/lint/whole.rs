//! Diagnostics about the input as a whole: its length, encoding and kind.

use alloc::vec::Vec;
use core::ops::Range;

use super::Diagnostic;
use super::finding::Finding;
use super::lines::content;
use crate::dialect::Dialect;
use crate::lexer::{Field, Line, Lines, byte_order_mark, is_whitespace};
use crate::options::ParseOptions;

/// What the bytes of an input are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Content {
    Text,
    /// Markup and scripts are full of colons that make no record.
    Html,
    /// Not a line of it can be read.
    Utf16,
}

/// `read` is the part of `input` up to the limit.
pub(super) fn look_at<'t>(
    input: &'t [u8],
    read: &'t [u8],
    options: ParseOptions,
    found: &mut Vec<Diagnostic<'t>>,
) -> Content {
    find_cut(input, read, options, found);
    let dialect = options.get_dialect();
    let utf16_mark = utf16_byte_order_mark(read);
    if utf16_mark > 0 {
        let is_utf16 = is_utf16(read, dialect);
        let finding = Finding::Utf16ByteOrderMark { is_utf16 };
        found.push(Diagnostic::new(1, 0..utf16_mark, finding));
        if is_utf16 {
            return Content::Utf16;
        }
    }
    let start = utf16_mark.max(byte_order_mark(read, dialect));
    let blanks = read[start..]
        .iter()
        .take_while(|&&byte| is_whitespace(byte));
    let start = start + blanks.count();
    let [b'<', next, ..] = read[start..] else {
        return Content::Text;
    };
    if !next.is_ascii_alphabetic() && !matches!(next, b'!' | b'?') {
        return Content::Text;
    }
    let end = memchr::memchr3(b'>', b'\n', b'\r', &read[start..]);
    let end = match end.map(|length| start + length) {
        Some(end) if read[end] == b'>' => end + 1,
        Some(end) => end,
        None => read.len(),
    };
    let line = line_at(read, start, options);
    let rules = rules_in(read, options);
    found.push(Diagnostic::new(
        line,
        start..end,
        Finding::LooksLikeHtml { rules },
    ));
    Content::Html
}

/// How many bytes at the start are a UTF-16 byte order mark.
fn utf16_byte_order_mark(read: &[u8]) -> usize {
    match read {
        [0xFF, 0xFE, ..] | [0xFE, 0xFF, ..] => 2,
        _ => 0,
    }
}

/// Whether a text that starts with a UTF-16 byte order mark is UTF-16, and no line of
/// it can be read; the mark alone may come before any text. Most characters of a
/// robots.txt are ASCII, and those have a NUL each, line ends among them.
fn is_utf16(read: &[u8], dialect: Dialect) -> bool {
    let high = usize::from(read[0] == 0xFF);
    let text = &read[2..];
    let ascii = text.chunks_exact(2).filter(|unit| unit[high] == 0).count();
    let is_unreadable = |line: Line<'_>| {
        let is_blank = || line.bytes().iter().all(|&byte| is_whitespace(byte));
        matches!(line.field(), None | Some(Field::Unknown))
            && (memchr::memchr(0, line.bytes()).is_some() || is_blank())
    };
    ascii > text.len() / 4 && Lines::new(text, dialect).all(is_unreadable)
}

fn find_cut<'t>(
    input: &'t [u8],
    read: &'t [u8],
    options: ParseOptions,
    found: &mut Vec<Diagnostic<'t>>,
) {
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
    let line = line_at(input, start, options);
    // One byte more, so that no byte is taken for a byte order mark.
    let rules = rules_in(&input[read.len().saturating_sub(1)..], options);
    let finding = Finding::InputCut {
        length: input.len(),
        read: read.len(),
        rules,
    };
    found.push(Diagnostic::new(line, start..input.len(), finding));
}

/// The line that a position stands on.
fn line_at(text: &[u8], position: usize, options: ParseOptions) -> u32 {
    let before =
        Lines::new(text, options.get_dialect()).take_while(|line| line.span().end < position);
    before.count() as u32 + 1
}

/// How many lines are rules.
fn rules_in(text: &[u8], options: ParseOptions) -> usize {
    Lines::new(text, options.get_dialect())
        .filter(|line| matches!(line.field(), Some(Field::Allow | Field::Disallow)))
        .count()
}

/// The first bytes that are invalid UTF-8, if possible outside of comments. Those of a
/// UTF-16 byte order mark are reported as such.
pub(super) fn not_utf8<'t>(read: &'t [u8], dialect: Dialect) -> Option<Diagnostic<'t>> {
    let mark = utf16_byte_order_mark(read);
    core::str::from_utf8(&read[mark..]).err()?;
    let invalid = |line: Line<'t>| {
        let Range { start, end } = line.span();
        let start = start.max(mark);
        let error = core::str::from_utf8(&read[start..end]).err()?;
        let start = start + error.valid_up_to();
        let end = match error.error_len() {
            Some(length) => start + length,
            None => end,
        };
        let is_comment = !content(&line).contains(&start);
        Some((line.number(), start..end, is_comment))
    };
    let mut in_comment = None;
    for (line, span, is_comment) in Lines::new(read, dialect).filter_map(invalid) {
        let diagnostic = Diagnostic::new(line, span, Finding::NotUtf8 { is_comment });
        if !is_comment {
            return Some(diagnostic);
        }
        in_comment = in_comment.or(Some(diagnostic));
    }
    in_comment
}
