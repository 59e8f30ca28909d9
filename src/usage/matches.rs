//! The lines that match a URL, one by one.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use super::compiled::Compiled;
use crate::target::Target;

/// A `content-usage` or `content-signal` line that matches a URL, with the length of its path.
///
/// `Display` writes it as a line of a robots.txt and replaces invalid UTF-8. It keeps control
/// characters: escape them before you show it on a terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct UsageMatch<'a> {
    field: &'static str,
    value: &'a [u8],
    line: u32,
    length: usize,
}

impl<'a> UsageMatch<'a> {
    /// Returns the lines that match `target`: the longest paths first, and equally long ones in
    /// file order.
    pub(crate) fn all(lines: &'a Compiled, target: &Target<'_>) -> Vec<UsageMatch<'a>> {
        // The compiled lines are in the order of the answer already.
        let matching = lines.matching(target).map(|line| UsageMatch {
            field: lines.field(),
            value: &line.value,
            line: line.number,
            length: line.length,
        });
        matching.collect()
    }

    /// Returns the line number, starting at 1.
    pub fn line(&self) -> u32 {
        self.line
    }

    /// Returns the path and statement as written, trimmed and without the comment. They may be
    /// empty and may be invalid UTF-8.
    pub fn value(&self) -> &'a [u8] {
        self.value
    }

    /// Returns the number of bytes of the canonical path that count; 0 if there is no path.
    pub fn length(&self) -> usize {
        self.length
    }
}

impl fmt::Display for UsageMatch<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let value = String::from_utf8_lossy(self.value);
        write!(f, "{}: {value}", self.field)
    }
}
