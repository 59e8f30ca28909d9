//! A faster parser for the records that make up groups.

use core::ops::Range;

use wide::u8x16;

use super::{Field, Lines, Part, line_end, next_line, starts_with_ignore_case};
use crate::search::{self, any_of};
use crate::table::byte_table;

/// The first letters of `content-usage`, `content-signal` and `license`.
const TERMS: [&[u8]; 2] = [b"content-", b"license"];

/// Marks the first letters of `user-agent`, `allow` and `disallow`. Comparing with each letter would
/// take several branches, which are hard to predict in HTML pages.
static FIRST_LETTERS: [bool; 256] =
    byte_table!(|byte| matches!(byte.to_ascii_lowercase(), b'u' | b'a' | b'd'));

/// A reader of the `user-agent`, `allow` and `disallow` records in a file. It finds the same records
/// as [`Lines`], but is faster because it skips any other line after its first letter.
pub(crate) struct GroupRecords<'t> {
    /// The lines that haven't been read yet.
    lines: Lines<'t>,
    /// The range from the first to the last line that may be an extension record, among the lines
    /// that have been skipped since the last call to
    /// [`take_other_lines`](GroupRecords::take_other_lines).
    other_lines: Part,
    /// `true` until the first group begins. Until then, only lines that may state terms of use are
    /// noted, because an HTML page that is served instead of a robots.txt has thousands of other
    /// lines.
    is_before_groups: bool,
}

impl<'t> GroupRecords<'t> {
    pub(crate) fn new(lines: Lines<'t>) -> GroupRecords<'t> {
        GroupRecords {
            lines,
            other_lines: Part::default(),
            is_before_groups: true,
        }
    }

    /// Returns the range from the first to the last line that may be an extension record, among the
    /// lines that have been skipped since the last call. This is called when a group begins.
    pub(crate) fn take_other_lines(&mut self) -> Part {
        self.is_before_groups = false;
        core::mem::take(&mut self.other_lines)
    }

    /// Skips the line whose first non-blank byte is at `start`, and notes it if it may be an
    /// extension record that matters.
    #[inline(always)]
    fn pass_over(&mut self, start: usize) {
        let (text, first) = (self.lines.text.0, self.lines.text.0[start]);
        let is_blank = matches!(first, b'\n' | b'\r');
        let end = match is_blank {
            true => start,
            // Comments, sitemaps and the lines of HTML pages are longer than rules.
            false => search::find_far(text, start, any_of([b'\n', b'\r'])),
        };
        let begins = |name: &[u8]| starts_with_ignore_case(&text[start..], name);
        let matters = match self.is_before_groups {
            // Few lines begin with the first letter of one of the `TERMS`.
            true => matches!(first, b'c' | b'C' | b'l' | b'L') && TERMS.into_iter().any(begins),
            false => !is_blank && first != b'#' && !begins(b"sitemap:"),
        };
        if matters {
            // The range extends from the first noted line to the last.
            if self.other_lines.end == 0 {
                self.other_lines.start = self.lines.position as u32;
                self.other_lines.before = self.lines.passed;
            }
            self.other_lines.end = end as u32;
        }
        self.lines.pass(next_line(text, end));
    }

    /// Returns the next record's field, the range of its value, and its line number.
    // Inline this into the caller's loop, so that records stay in registers.
    #[inline(always)]
    pub(crate) fn next(&mut self) -> Option<(Field, Range<usize>, u32)> {
        let (text, limit) = (self.lines.text.0, self.lines.dialect.line_limit());
        loop {
            let line_start = self.lines.position;
            // Few records are indented, so look for blanks only before other lines.
            let mut start = line_start;
            let mut may_be_record = FIRST_LETTERS[usize::from(*text.get(start)?)];
            if !may_be_record {
                start = first_not_blank(text, start);
                may_be_record = FIRST_LETTERS[usize::from(*text.get(start)?)];
            }
            let record = match may_be_record {
                true => ordinary_record(text, start)
                    .filter(|(_, _, next)| next - line_start <= limit)
                    .or_else(|| any_record(self.lines.clone(), start)),
                false => None,
            };
            // Pass the record, so that `lines` is always at the start of a line.
            if let Some((field, value, next)) = record {
                self.lines.pass(next);
                return Some((field, value, self.lines.passed));
            }
            self.pass_over(start);
        }
    }
}

/// Parses the record whose field begins at `start`, if it is written in the usual way. Returns
/// its field, the range of its value, and the start of the next line.
///
/// Only blanks may follow the colon, and the value ends at a line end or `#`. Records with any
/// other control character are left to [`any_record`].
#[inline(always)]
fn ordinary_record(text: &[u8], start: usize) -> Option<(Field, Range<usize>, usize)> {
    // Blanks before the colon are rare, so the slower parser can handle them.
    let (field, length) = group_field(text, start)?;
    if text.get(start + length) != Some(&b':') {
        return None;
    }
    // Predicting these branches is faster than computing the number of blanks.
    let mut start = start + length + 1;
    while text.get(start).is_some_and(|&byte| is_blank(byte)) {
        start += 1;
    }
    // Stop at any control character: a NUL may end a line, and tabs are rare.
    let is_end = |bytes: u8x16| {
        bytes.min(u8x16::splat(0x1F)).cmp_eq(bytes) | bytes.cmp_eq(u8x16::splat(b'#'))
    };
    let mut end = search::find(text, start, is_end);
    let next = match text.get(end) {
        Some(b'\n' | b'\r') | None => next_line(text, end),
        Some(b'#') => next_line(text, line_end(text, end)),
        Some(_) => return None,
    };
    while text.get(end - 1) == Some(&b' ') && end > start {
        end -= 1;
    }
    Some((field, start..end, next))
}

/// Parses the first of `lines` like [`ordinary_record`], but accepts any notation.
#[cold]
fn any_record(mut lines: Lines<'_>, start: usize) -> Option<(Field, Range<usize>, usize)> {
    // Every spelling of a group field has one of these as its second letter. In a corpus of real
    // files, half of the lines that get here don't.
    let second = lines.text.0.get(start + 1)?.to_ascii_lowercase();
    if !b"sli".contains(&second) {
        return None;
    }
    // The public iterator handles every notation, so there is only one definition of a record.
    let line = lines.next()?;
    let field = line.field()?;
    matches!(field, Field::UserAgent | Field::Allow | Field::Disallow)
        .then(|| (field, line.value_span(), lines.position))
}

/// Returns `true` for whitespace that doesn't end a line: the space, the tab, VT and FF.
const fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\x0B' | b'\x0C')
}

/// Returns the position of the first byte at or after `start` that isn't blank.
#[inline(always)]
fn first_not_blank(text: &[u8], mut start: usize) -> usize {
    let blank = any_of([b' ', b'\t']);
    while text.get(start).is_some_and(|&byte| is_blank(byte)) {
        // HTML pages, which many sites serve instead of a robots.txt, are deeply indented. Other
        // blanks are so rare that they can be skipped one by one.
        start = search::find(text, start, |bytes| !blank(bytes)).max(start + 1);
    }
    start
}

/// Returns the group field at `start`, ignoring ASCII case, and its length.
///
/// This reads eight bytes as one little-endian number. Setting bit 5 of each byte converts letters
/// to lower case, so each field takes a single comparison.
fn group_field(text: &[u8], start: usize) -> Option<(Field, usize)> {
    // Lower-case letters differ from capitals only in this bit. The hyphen must be compared
    // exactly, because CR differs from it only in this bit, too.
    const CASE: u64 = u64::from_le_bytes([b' '; 8]);
    let eight = |start| {
        let eight = text.get(start..start + 8)?.first_chunk()?;
        Some(u64::from_le_bytes(*eight))
    };
    let first = eight(start)?;
    if first | CASE == u64::from_le_bytes(*b"disallow") {
        return Some((Field::Disallow, 8));
    }
    if first << 24 | CASE == u64::from_le_bytes(*b"   allow") {
        return Some((Field::Allow, 5));
    }
    let is_agent = first | CASE == u64::from_le_bytes(*b"user-age") && text[start + 4] == b'-';
    if is_agent && eight(start + 2)? | CASE == u64::from_le_bytes(*b"er-agent") {
        return Some((Field::UserAgent, 10));
    }
    None
}
