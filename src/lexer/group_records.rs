//! The records that make groups, found faster than line by line.

use core::ops::Range;

use wide::u8x16;

use super::{Field, Lines, Part, line_end, next_line, starts_with_ignore_case};
use crate::dialect::Dialect;
use crate::search::{self, any_of};

/// A record that makes groups.
pub(crate) struct GroupRecord {
    pub(crate) field: Field,
    pub(crate) value: Range<usize>,
    pub(crate) line: u32,
}

/// An iterator over the records that make groups (`user-agent`, `allow`,
/// `disallow`): the same records as [`Lines`] finds, found faster, because other
/// lines are left as soon as their first letter is known.
pub(crate) struct GroupRecords<'t> {
    /// Those that are not read yet.
    lines: Lines<'t>,
    /// From the first to the last line that was passed over since they were
    /// taken and may be an extension record.
    other_lines: Part,
    /// Whether no group has begun. Of the lines before it only those are noted
    /// that may say on which terms content may be used: a page in the place of
    /// a file has thousands of others.
    is_before_groups: bool,
}

impl<'t> GroupRecords<'t> {
    pub(crate) fn new(text: &'t [u8], dialect: Dialect) -> GroupRecords<'t> {
        GroupRecords {
            lines: Lines::new(text, dialect),
            other_lines: Part::default(),
            is_before_groups: true,
        }
    }

    /// From the first to the last line that was passed over since the last call
    /// and may be an extension record. A group begins here.
    pub(crate) fn take_other_lines(&mut self) -> Part {
        self.is_before_groups = false;
        core::mem::take(&mut self.other_lines)
    }

    /// Passes over a line that begins at `start`, blanks left out, and notes it if it
    /// may be an extension record.
    #[inline(always)]
    fn pass_over(&mut self, start: usize) {
        let (text, line_start) = (self.lines.text.0, self.lines.position);
        let end = line_end(text, start);
        let is_noted = if self.is_before_groups {
            may_say_terms(&text[start..])
        } else {
            let is_empty = matches!(text[start], b'#' | b'\n' | b'\r');
            !is_empty && !starts_with_ignore_case(&text[start..], b"sitemap:")
        };
        if is_noted {
            if self.other_lines.end == 0 {
                self.other_lines.start = line_start as u32;
                self.other_lines.before = self.lines.passed;
            }
            self.other_lines.end = end as u32;
        }
        self.lines.pass(next_line(text, end));
    }
}

impl Iterator for GroupRecords<'_> {
    type Item = GroupRecord;

    // Part of the loop of its caller, so that records stay in registers.
    #[inline(always)]
    fn next(&mut self) -> Option<GroupRecord> {
        let (text, limit) = (self.lines.text.0, self.lines.dialect.line_limit());
        loop {
            let line_start = self.lines.position;
            let mut start = line_start;
            let mut first = *text.get(start)?;
            if is_blank(first) {
                // Pages, which many sites serve in the place of a file, are indented
                // deeply.
                let blank = any_of(*b" \t");
                start = search::find(text, start, |bytes| !blank(bytes));
                first = *text.get(start)?;
            }
            let record = match first {
                b'u' | b'U' | b'a' | b'A' | b'd' | b'D' => ordinary_record(text, start)
                    .filter(|(_, _, next)| limit.is_none_or(|limit| next - line_start <= limit))
                    .or_else(|| any_record(self.lines.clone())),
                VERTICAL_TAB | FORM_FEED => any_record(self.lines.clone()),
                _ => None,
            };
            if let Some((field, value, next)) = record {
                self.lines.pass(next);
                let line = self.lines.passed;
                return Some(GroupRecord { field, value, line });
            }
            self.pass_over(start);
        }
    }
}

/// The record whose field begins at `start`, if it is written as nearly all
/// are, and where the next line begins.
#[inline(always)]
fn ordinary_record(text: &[u8], start: usize) -> Option<(Field, Range<usize>, usize)> {
    let (field, length) = group_field(text, start)?;
    if text.get(start + length) != Some(&b':') {
        return None;
    }
    // Predicting these branches takes less time than computing how many blanks there are.
    let mut start = start + length + 1;
    while text.get(start).is_some_and(|&byte| is_blank(byte)) {
        start += 1;
    }
    // Any control character: a NUL may end a line, a tab is hardly ever in one.
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

/// The same of the first of `lines`, however it is written.
#[cold]
fn any_record(mut lines: Lines<'_>) -> Option<(Field, Range<usize>, usize)> {
    let line = lines.next()?;
    let field = line.field()?;
    matches!(field, Field::UserAgent | Field::Allow | Field::Disallow)
        .then(|| (field, line.value_span(), lines.position))
}

/// Blanks that hardly any file has.
const VERTICAL_TAB: u8 = 0x0B;
const FORM_FEED: u8 = 0x0C;

/// A blank as files have them.
#[inline]
const fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t')
}

/// The group field that `text` begins with, ASCII case ignored, and its length.
#[inline]
fn group_field(text: &[u8], start: usize) -> Option<(Field, usize)> {
    // Letters differ from their capitals in one bit; the hyphen must not.
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

/// Whether `text` may begin like `content-usage`, `content-signal` or `license`.
#[inline]
fn may_say_terms(text: &[u8]) -> bool {
    match text {
        [b'c' | b'C', ..] => starts_with_ignore_case(text, b"content-"),
        [b'l' | b'L', ..] => starts_with_ignore_case(text, b"license"),
        [VERTICAL_TAB | FORM_FEED, ..] => true,
        _ => false,
    }
}
