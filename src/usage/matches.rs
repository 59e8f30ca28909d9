//! The individual lines that match a URL.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use super::compiled::Compiled;
use crate::target::Target;

/// A `content-usage` or `content-signal` line that matches a URL, with the length of its path.
///
/// `Display` writes it as a robots.txt line, replacing invalid UTF-8. It keeps control characters,
/// so escape them before you print it to a terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct UsageMatch<'a> {
    /// The line number, starting at 1.
    pub line: u32,
    /// The path and statement as written, trimmed and without the comment. They may be empty or
    /// invalid UTF-8.
    pub value: &'a [u8],
    /// The number of bytes that count in the canonical path, or 0 if there is no path.
    pub length: usize,
    field: &'static str,
}

impl<'a> UsageMatch<'a> {
    /// Returns the lines that match `target`. Lines with longer paths come first, and lines with
    /// equally long paths are in file order.
    pub(crate) fn all(lines: &'a Compiled, target: &Target<'_>) -> Vec<UsageMatch<'a>> {
        // The compiled lines are already in the order of the answer.
        let matching = lines.matching(target).map(|line| UsageMatch {
            line: line.number,
            value: &line.value,
            length: line.length,
            field: lines.field(),
        });
        matching.collect()
    }
}

impl fmt::Display for UsageMatch<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let value = String::from_utf8_lossy(self.value);
        write!(f, "{}: {value}", self.field)
    }
}
