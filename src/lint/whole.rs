//! Diagnostics about the input as a whole: its length, encoding and kind.

use alloc::vec::Vec;

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
    if let [0xFF, 0xFE, ..] | [0xFE, 0xFF, ..] = read {
        found.push(Diagnostic::new(1, 0..2, Finding::Utf16ByteOrderMark));
        return Content::Utf16;
    }
    let start = byte_order_mark(read, options.get_dialect());
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

/// The first bytes that are invalid UTF-8, if possible outside of comments.
pub(super) fn not_utf8<'t>(read: &'t [u8], dialect: Dialect) -> Option<Diagnostic<'t>> {
    core::str::from_utf8(read).err()?;
    let invalid = |line: Line<'t>| {
        let error = core::str::from_utf8(line.bytes()).err()?;
        let start = line.span().start + error.valid_up_to();
        let end = match error.error_len() {
            Some(length) => start + length,
            None => line.span().end,
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
