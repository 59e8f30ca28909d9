//! Columns, as editors count them: characters from the start of the line, from 1.

use std::ops::Range;

use memchr::{memchr2, memrchr2};

/// Counts columns for ascending positions. All of them together take one pass over the text,
/// even if many are on the same line.
pub(super) struct Columns<'t> {
    text: &'t [u8],
    position: usize,
    column: usize,
}

impl<'t> Columns<'t> {
    pub(super) fn new(text: &'t [u8]) -> Columns<'t> {
        Columns {
            text,
            // Editors do not count a byte order mark.
            position: mark(text),
            column: 1,
        }
    }

    /// Returns the columns of a span, up to the end of its first line. The span must not
    /// start before the previous one.
    pub(super) fn of(&mut self, span: Range<usize>) -> Range<usize> {
        let start = self.at(span.start);
        start..start + characters(first_line(&self.text[span]))
    }

    fn at(&mut self, position: usize) -> usize {
        let position = position.max(self.position);
        let passed = &self.text[self.position..position];
        match memrchr2(b'\n', b'\r', passed) {
            Some(line_end) => self.column = 1 + characters(&passed[line_end + 1..]),
            None => self.column += characters(passed),
        }
        self.position = position;
        self.column
    }
}

/// Returns the columns of a span at any position, unless it's long or far from the start of its
/// line. Without that limit, each of a thousand spans on one long line would cost as much as
/// the line.
pub(super) fn nearby(text: &[u8], span: Range<usize>) -> Option<Range<usize>> {
    const FAR: usize = 2000;
    let earliest = span.start.saturating_sub(FAR).max(mark(text));
    if span.len() > FAR || earliest > span.start {
        return None;
    }
    let head = &text[earliest..span.start];
    let head = match memrchr2(b'\n', b'\r', head) {
        Some(line_end) => &head[line_end + 1..],
        None if earliest == mark(text) => head,
        None => return None,
    };
    let start = 1 + characters(head);
    Some(start..start + characters(first_line(&text[span])))
}

fn first_line(bytes: &[u8]) -> &[u8] {
    &bytes[..memchr2(b'\n', b'\r', bytes).unwrap_or(bytes.len())]
}

/// Returns the length in bytes of the byte order mark at the start of the text, if any.
pub(super) fn mark(text: &[u8]) -> usize {
    let rest = text.strip_prefix("\u{feff}".as_bytes());
    text.len() - rest.unwrap_or(text).len()
}

/// Counts the characters of the bytes, with invalid UTF-8 replaced.
fn characters(bytes: &[u8]) -> usize {
    let replaced = |invalid: &[u8]| usize::from(!invalid.is_empty());
    let chunks = bytes.utf8_chunks();
    chunks
        .map(|it| it.valid().chars().count() + replaced(it.invalid()))
        .sum()
}
