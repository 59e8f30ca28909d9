//! Where something is in a file, in little space: a hostile file has such a
//! place every few bytes.

use core::ops::Range;

use crate::file::POSITION_LIMIT;
use crate::lexer::Line;

const _: () = assert!(POSITION_LIMIT <= u32::MAX as usize);

/// A part of a line of the text that is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Place {
    pub(super) line: u32,
    start: u32,
    end: u32,
}

impl Place {
    pub(super) fn new(line: &Line<'_>, span: Range<usize>) -> Place {
        Place {
            line: line.number(),
            start: span.start as u32,
            end: span.end as u32,
        }
    }

    /// The bytes of the text that it takes up.
    pub(super) fn span(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }
}
