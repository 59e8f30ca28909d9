//! The records that make groups, found faster than line by line.

use memchr::memchr;

use super::{Field, Lines, Part, line_end, next_line, starts_with_ignore_case};
use crate::dialect::Dialect;
use crate::search::{self, any_of};
use crate::span::Span;

/// A record that makes groups.
pub(crate) struct GroupRecord {
    pub(crate) field: Field,
    pub(crate) value: Span,
    pub(crate) line: u32,
}

/// An iterator over the records that make groups (`user-agent`, `allow`,
/// `disallow`): the same records as [`Lines`] finds, found faster, because other
/// lines are left as soon as their first letter is known.
pub(crate) struct GroupRecords<'t> {
    /// Those that are not read yet.
    lines: Lines<'t>,
    /// So many bytes of a line can be read the fast way: none if a NUL may end
    /// the line. Hardly a file holds one, so it is looked for once.
    fast_length: usize,
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
        let has_nul = dialect.nul_ends_line() && memchr(0, text).is_some();
        GroupRecords {
            lines: Lines::new(text, dialect),
            fast_length: if has_nul {
                0
            } else {
                dialect.line_limit().unwrap_or(usize::MAX)
            },
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
}

impl Iterator for GroupRecords<'_> {
    type Item = GroupRecord;

    // One loop with its caller: the record is not worth a trip through memory.
    #[inline(always)]
    fn next(&mut self) -> Option<GroupRecord> {
        let text = self.lines.text;
        loop {
            let line_start = self.lines.position;
            let mut start = line_start;
            let mut first = BEGINS[usize::from(*text.get(start)?)];
            if first == Begins::Blank {
                // Pages, which many sites serve in the place of a file, are indented
                // deeply.
                let blank = any_of(*b" \t\x0B\x0C");
                start = search::find(text, start, |bytes| !blank(bytes));
                first = BEGINS[usize::from(*text.get(start)?)];
            }
            if first == Begins::LineEnd {
                self.lines.pass(next_line(text, start));
                continue;
            }
            if first == Begins::GroupField {
                let is_fast =
                    |&(_, _, next): &(Field, Span, usize)| next - line_start <= self.fast_length;
                let record = ordinary_record(text, start)
                    .filter(is_fast)
                    .or_else(|| any_record(self.lines.clone()));
                if let Some((field, value, next)) = record {
                    self.lines.pass(next);
                    let line = self.lines.passed;
                    return Some(GroupRecord { field, value, line });
                }
            }
            let end = line_end(text, start);
            self.lines.pass(next_line(text, end));
            let rest = &text[start..];
            let is_other = if self.is_before_groups {
                may_say_terms(rest)
            } else {
                text[start] != b'#' && !starts_with_ignore_case(rest, b"sitemap:")
            };
            if is_other {
                if self.other_lines.end == 0 {
                    self.other_lines.start = line_start as u32;
                    self.other_lines.before = self.lines.passed - 1;
                }
                self.other_lines.end = end as u32;
            }
        }
    }
}

/// The record whose field begins at `start`, if it is written as nearly all
/// are, and where the next line begins.
#[inline(always)]
fn ordinary_record(text: &[u8], start: usize) -> Option<(Field, Span, usize)> {
    let (field, length) = group_field(&text[start..])?;
    if text.get(start + length) != Some(&b':') {
        return None;
    }
    let mut start = start + length + 1;
    while text.get(start).is_some_and(|&byte| is_blank(byte)) {
        start += 1;
    }
    let mut end = search::find(text, start, any_of([b'\n', b'\r', b'#']));
    let next = match text.get(end) {
        Some(b'\n') => end + 1,
        Some(b'#') => next_line(text, line_end(text, end)),
        _ => next_line(text, end),
    };
    while start < end && is_blank(text[end - 1]) {
        end -= 1;
    }
    Some((field, Span::new(start..end), next))
}

/// The same of the first of `lines`, however it is written.
#[cold]
fn any_record(mut lines: Lines<'_>) -> Option<(Field, Span, usize)> {
    let line = lines.next()?;
    let field = line.field()?;
    matches!(field, Field::UserAgent | Field::Allow | Field::Disallow)
        .then(|| (field, Span::new(line.value_span()), lines.position))
}

/// Whitespace that ends no line.
#[inline]
const fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | 0x0B | 0x0C)
}

/// What a line can begin with.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Begins {
    Blank,
    LineEnd,
    GroupField,
    Other,
}

static BEGINS: [Begins; 256] = {
    let mut begins = [Begins::Other; 256];
    let mut byte = 0;
    while byte < 256 {
        begins[byte] = match byte as u8 {
            b'\n' | b'\r' => Begins::LineEnd,
            byte if is_blank(byte) => Begins::Blank,
            b'u' | b'U' | b'a' | b'A' | b'd' | b'D' => Begins::GroupField,
            _ => Begins::Other,
        };
        byte += 1;
    }
    begins
};

/// The group field that `text` begins with, ASCII case ignored, and its length.
#[inline]
fn group_field(text: &[u8]) -> Option<(Field, usize)> {
    // Letters differ from their capitals in one bit; the hyphen must not.
    const CASE: u64 = u64::from_le_bytes([b' '; 8]);
    let first = u64::from_le_bytes(*text.first_chunk()?);
    if first | CASE == u64::from_le_bytes(*b"disallow") {
        return Some((Field::Disallow, 8));
    }
    if first << 24 | CASE == u64::from_le_bytes(*b"   allow") {
        return Some((Field::Allow, 5));
    }
    let is_agent = text[4] == b'-' && first | CASE == u64::from_le_bytes(*b"user-age");
    if is_agent && text.get(8..10)?.eq_ignore_ascii_case(b"nt") {
        return Some((Field::UserAgent, 10));
    }
    None
}

/// Whether `text` begins like `content-usage`, `content-signal` or `license`.
#[inline]
fn may_say_terms(text: &[u8]) -> bool {
    matches!(text, [b'c' | b'C' | b'l' | b'L', ..])
        && (starts_with_ignore_case(text, b"content-") || starts_with_ignore_case(text, b"license"))
}
