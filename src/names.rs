//! The error for unknown names, shared by every enum whose values have names.

use core::error::Error;
use core::fmt;

/// The error for an unknown name, such as a name that is not a
/// [`Dialect`](crate::Dialect) or a [`RuleKind`](crate::RuleKind). `Display` lists
/// the valid names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnknownNameError {
    what: &'static str,
    expected: &'static [&'static str],
}

impl UnknownNameError {
    pub(crate) const fn new(
        what: &'static str,
        expected: &'static [&'static str],
    ) -> UnknownNameError {
        UnknownNameError { what, expected }
    }
}

impl fmt::Display for UnknownNameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "unknown {}: expected one of", self.what)?;
        for (number, name) in self.expected.iter().enumerate() {
            write!(f, "{}{name}", if number == 0 { " " } else { ", " })?;
        }
        Ok(())
    }
}

impl Error for UnknownNameError {}
