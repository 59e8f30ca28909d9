//! Formats bytes for `Debug` as escaped, shortened text instead of a list of numbers.

use core::fmt;

/// The maximum number of bytes in `Debug` output.
const SHOWN: usize = 64;

/// Bytes that `Debug` prints as a string literal of at most [`SHOWN`] bytes.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct AsText<'a>(pub(crate) &'a [u8]);

impl fmt::Debug for AsText<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shown = &self.0[..self.0.len().min(SHOWN)];
        write!(f, "\"{}\"", shown.escape_ascii())?;
        match self.0.len() - shown.len() {
            0 => Ok(()),
            more => write!(f, " and {more} bytes more"),
        }
    }
}
