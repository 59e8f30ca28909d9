//! A part of a text.

use core::ops::Range;

/// A part of a text, in half the space of a `Range<usize>`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Span {
    pub(crate) start: u32,
    pub(crate) length: u32,
}

impl Span {
    pub(crate) fn new(range: Range<usize>) -> Span {
        Span {
            start: range.start as u32,
            length: range.len() as u32,
        }
    }

    #[inline]
    pub(crate) fn range(self) -> Range<usize> {
        let start = self.start as usize;
        start..start + self.length as usize
    }
}
