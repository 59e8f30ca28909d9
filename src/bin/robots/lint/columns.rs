//! Columns, as editors count them: characters from the start of the line, from 1.

use memchr::memrchr2;

/// Counts columns of positions that rise; all of them together cost one pass
/// over the text, however many stand on one line.
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

    /// The column of a position that is not before the last one.
    pub(super) fn at(&mut self, position: usize) -> usize {
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

/// How many bytes at the start of the text are a byte order mark.
pub(super) fn mark(text: &[u8]) -> usize {
    let mark = "\u{feff}".as_bytes();
    if text.starts_with(mark) {
        mark.len()
    } else {
        0
    }
}

/// How many characters the bytes are where invalid UTF-8 is replaced.
pub(super) fn characters(bytes: &[u8]) -> usize {
    bytes
        .utf8_chunks()
        .map(|chunk| chunk.valid().chars().count() + usize::from(!chunk.invalid().is_empty()))
        .sum()
}
