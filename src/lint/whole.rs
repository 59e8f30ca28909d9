//! Diagnostics about the input as a whole: its length, encoding and kind.

use alloc::vec::Vec;

use super::Diagnostic;
use super::explain::What;
use crate::lexer::{Field, GroupRecords, LineCounter, byte_order_mark, is_whitespace};
use crate::robots::ParseOptions;

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
        found.push(Diagnostic::new(1, 0..2, What::Utf16ByteOrderMark));
        return Content::Utf16;
    }
    let start = byte_order_mark(read, options.chosen_dialect());
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
    let line = LineCounter::new(read).line_at(start);
    let rules = rules_in(read, options);
    found.push(Diagnostic::new(
        line,
        start..end,
        What::LooksLikeHtml { rules },
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
    let line = LineCounter::new(input).line_at(start);
    // One byte more, so that no byte is taken for a byte order mark.
    let rules = rules_in(&input[read.len().saturating_sub(1)..], options);
    let what = What::InputCut {
        length: input.len(),
        read: read.len(),
        rules,
    };
    found.push(Diagnostic::new(line, start..input.len(), what));
}

/// How many lines are rules.
fn rules_in(text: &[u8], options: ParseOptions) -> usize {
    GroupRecords::new(text, options.chosen_dialect())
        .filter(|(field, _)| *field != Field::UserAgent)
        .count()
}
