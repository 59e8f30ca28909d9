//! Formats bytes for `Debug` as escaped, shortened text instead of a list of numbers.

use core::fmt;

/// The maximum number of bytes in `Debug` output.
const SHOWN: usize = 64;

/// Bytes, borrowed or owned, that `Debug` prints as a string literal of at most [`SHOWN`] bytes.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub(crate) struct AsText<B>(pub(crate) B);

impl<B: AsRef<[u8]>> fmt::Debug for AsText<B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let bytes = self.0.as_ref();
        let shown = &bytes[..bytes.len().min(SHOWN)];
        write!(f, "\"{}\"", shown.escape_ascii())?;
        match bytes.len() - shown.len() {
            0 => Ok(()),
            more => write!(f, " and {more} bytes more"),
        }
    }
}
