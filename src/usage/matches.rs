//! The individual lines that match a URL.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use super::compiled::{Compiled, CompiledLine};
use crate::target::Target;

/// A `content-usage` or `content-signal` line that matches a URL, with the length of its path.
///
/// `Display` writes it as a robots.txt line, replacing invalid UTF-8. It keeps control characters,
/// so escape them before you print it to a terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct UsageMatch<'a> {
    field: &'static str,
    line: &'a CompiledLine,
}

impl<'a> UsageMatch<'a> {
    /// Returns the lines that match `target`. Lines with longer paths come first, and lines with
    /// equally long paths are in file order.
    pub(crate) fn all(lines: &'a Compiled, target: &Target<'_>) -> Vec<UsageMatch<'a>> {
        // The compiled lines are already in the order of the answer.
        let field = lines.field();
        let matching = lines.matching(target);
        matching.map(|line| UsageMatch { field, line }).collect()
    }

    /// Returns the line number, starting at 1.
    pub fn line(&self) -> u32 {
        self.line.number
    }

    /// Returns the path and statement as written, trimmed and without the comment. The result may
    /// be empty or invalid UTF-8.
    pub fn value(&self) -> &'a [u8] {
        &self.line.value
    }

    /// Returns the number of bytes that count in the canonical path, or 0 if there is no path.
    pub fn length(&self) -> usize {
        self.line.length
    }
}

impl fmt::Display for UsageMatch<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let value = String::from_utf8_lossy(self.value());
        write!(f, "{}: {value}", self.field)
    }
}
