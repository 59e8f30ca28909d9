//! What `Debug` shows of bytes: text, escaped and shortened, never a list of
//! numbers.

use core::fmt;

/// How many bytes are shown.
const SHOWN: usize = 64;

/// Bytes that `Debug` shows as a string literal of the first of them.
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
