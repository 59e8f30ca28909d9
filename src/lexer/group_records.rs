//! The records that make groups, found faster than line by line.

use core::ops::Range;

use memchr::{memchr, memchr3};

use super::{Field, byte_order_mark, line_end, next_line, parts};
use crate::dialect::Dialect;
use crate::span::Span;

/// An iterator over the records that make groups (`user-agent`, `allow`,
/// `disallow`): the same records as [`Lines`] finds, found faster, because
/// other lines are left as soon as their first letter is known.
pub(crate) struct GroupRecords<'t> {
    text: &'t [u8],
    dialect: Dialect,
    position: usize,
    /// So many bytes of a line can be read the fast way: none if a NUL may end
    /// the line. Hardly a file holds one, so it is looked for once.
    fast_length: usize,
    /// From the first to the last line that was passed over since they were
    /// taken and may be an extension record; empty if there is none.
    other_lines: Span,
    /// Whether no group has begun. Of the lines before it only those are noted
    /// that may say on which terms content may be used: a page in the place of
    /// a file has thousands of others.
    is_before_groups: bool,
}

impl<'t> GroupRecords<'t> {
    pub(crate) fn new(text: &'t [u8], dialect: Dialect) -> GroupRecords<'t> {
        let has_nul = dialect.nul_ends_line() && memchr(0, text).is_some();
        GroupRecords {
            text,
            dialect,
            position: byte_order_mark(text, dialect),
            fast_length: if has_nul {
                0
            } else {
                dialect.line_limit().unwrap_or(usize::MAX)
            },
            other_lines: Span::default(),
            is_before_groups: true,
        }
    }

    /// From the first to the last line that was passed over since the last call
    /// and may be an extension record; empty if there is none. A group begins
    /// here.
    pub(crate) fn take_other_lines(&mut self) -> Span {
        self.is_before_groups = false;
        core::mem::take(&mut self.other_lines)
    }

    /// Notes that a line may be an extension record; its content begins at
    /// `start`.
    fn note_other_line(&mut self, line: Range<usize>, start: usize) {
        if self.is_before_groups && !may_say_terms(&self.text[start..line.end]) {
            return;
        }
        let first = match self.other_lines.range() {
            noted if noted.is_empty() => line.start,
            noted => noted.start,
        };
        self.other_lines = Span::new(first..line.end);
    }

    /// The value of a record whose field ends at `field_end`, a colon close
    /// after it; the line begins at `position`.
    #[inline]
    fn value_after(&mut self, field_end: usize) -> Option<Range<usize>> {
        let text = self.text;
        let skip_blanks = |mut start: usize| {
            while text.get(start).is_some_and(|&byte| is_blank(byte)) {
                start += 1;
            }
            start
        };
        // Nearly all are written `field: value`.
        let mut start = field_end;
        if text.get(start) != Some(&b':') {
            start = skip_blanks(start);
            if text.get(start) != Some(&b':') {
                return None;
            }
        }
        start += 1;
        if text.get(start) == Some(&b' ') {
            start += 1;
        }
        start = skip_blanks(start);
        let end =
            memchr3(b'\n', b'\r', b'#', &text[start..]).map_or(text.len(), |length| start + length);
        if end - self.position > self.fast_length {
            return None;
        }
        let line_end = if text.get(end) == Some(&b'#') {
            line_end(text, end)
        } else {
            end
        };
        self.position = next_line(text, line_end);
        let mut value = start..end;
        while value.start < value.end && is_blank(text[value.end - 1]) {
            value.end -= 1;
        }
        Some(value)
    }

    /// The record of the line at `position`, if it is one of a group: the way
    /// of [`Lines`], for lines that are not written as nearly all are.
    #[cold]
    fn any_record(&mut self) -> Option<(Field, Range<usize>)> {
        let start = self.position;
        let end = line_end(self.text, start);
        self.position = next_line(self.text, end);
        let parts = parts(&self.text[start..end], self.dialect)?;
        let field = Field::of(&self.text[start..end][parts.name], self.dialect);
        matches!(field, Field::UserAgent | Field::Allow | Field::Disallow)
            .then_some((field, start + parts.value.start..start + parts.value.end))
    }
}

/// Whitespace that ends no line.
#[inline]
const fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | 0x0B | 0x0C)
}

/// Where the run of equal bytes ends that begins at `start`. Pages, which
/// many sites serve in the place of a file, are indented deeply.
#[inline]
fn end_of_run(text: &[u8], start: usize) -> usize {
    let run = [text[start]; 8];
    let mut end = start;
    while let Some(bytes) = text[end..].first_chunk() {
        let different = u64::from_le_bytes(*bytes) ^ u64::from_le_bytes(run);
        if different != 0 {
            return end + different.trailing_zeros() as usize / 8;
        }
        end += bytes.len();
    }
    let rest = text[end..].iter();
    end + rest.take_while(|&&byte| byte == run[0]).count()
}

/// What can begin with a byte.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Begins {
    Blank,
    LineEnd,
    GroupField,
    Comment,
    Sitemap,
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
            b'#' => Begins::Comment,
            b's' | b'S' => Begins::Sitemap,
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
    const CASE: u64 = 0x2020_2020_2020_2020;
    let first: [u8; 8] = *text.first_chunk()?;
    let first = u64::from_le_bytes(first);
    if first | CASE == u64::from_le_bytes(*b"disallow") {
        return Some((Field::Disallow, 8));
    }
    if first << 24 | CASE == u64::from_le_bytes(*b"   allow") {
        return Some((Field::Allow, 5));
    }
    if text[4] == b'-'
        && first | CASE == u64::from_le_bytes(*b"user-age")
        && text
            .get(8..10)
            .is_some_and(|rest| rest.eq_ignore_ascii_case(b"nt"))
    {
        return Some((Field::UserAgent, 10));
    }
    None
}

/// Whether `text` begins like `content-usage`, `content-signal` or `license`.
fn may_say_terms(text: &[u8]) -> bool {
    begins_with(text, b"content-") || begins_with(text, b"license")
}

/// Whether `text` begins with `sitemap:`, and so can be no extension record.
fn is_sitemap(text: &[u8]) -> bool {
    begins_with(text, b"sitemap:")
}

/// Whether `text` begins with `start`, ASCII case ignored.
fn begins_with(text: &[u8], start: &[u8]) -> bool {
    text.get(..start.len())
        .is_some_and(|text| text.eq_ignore_ascii_case(start))
}

impl Iterator for GroupRecords<'_> {
    type Item = (Field, Range<usize>);

    // One loop with its caller: the record is not worth a trip through memory.
    #[inline(always)]
    fn next(&mut self) -> Option<(Field, Range<usize>)> {
        let text = self.text;
        loop {
            let mut start = self.position;
            let mut begins = BEGINS[*text.get(start)? as usize];
            while begins == Begins::Blank {
                start = end_of_run(text, start);
                begins = BEGINS[*text.get(start)? as usize];
            }
            if begins == Begins::GroupField {
                let rest = &text[start..];
                let field = group_field(rest);
                if let Some((field, length)) = field {
                    if let Some(value) = self.value_after(start + length) {
                        return Some((field, value));
                    }
                }
                // The last line may be too short to be read in one word; and
                // google/robotstxt takes longer and misspelled fields, too.
                let is_odd = rest.len() < 8
                    || self.dialect.fields_may_be_longer()
                        && !Field::of(&rest[..rest.len().min(10)], self.dialect).is_extension();
                if field.is_some() || is_odd {
                    let line = self.position;
                    if let Some(record) = self.any_record() {
                        return Some(record);
                    }
                    self.note_other_line(line..self.position, start);
                    continue;
                }
            }
            let end = if begins == Begins::LineEnd {
                start
            } else {
                line_end(text, start)
            };
            let is_other = match begins {
                Begins::Other | Begins::GroupField => true,
                Begins::Sitemap => !is_sitemap(&text[start..end]),
                Begins::Blank | Begins::LineEnd | Begins::Comment => false,
            };
            if is_other {
                self.note_other_line(self.position..end, start);
            }
            self.position = next_line(text, end);
        }
    }
}
