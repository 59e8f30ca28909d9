//! Splits the bytes of a robots.txt into lines and records, without copying them.
//!
//! As specified in RFC 9309 §2.2, a line ends with CR, LF or CR LF. A record is `field : value`,
//! with optional whitespace around the field and the value. A comment runs from `#` to the end of
//! its line. Lines that aren't records are allowed.
//!
//! ```
//! use robots_exclusion::Dialect;
//! use robots_exclusion::lexer::{Field, Lines};
//!
//! let text = b"# hello\r\nDisallow : /a b # why\r\n\r\nfoo";
//! let records: Vec<_> = Lines::new(text, Dialect::Standard)
//!     .filter(|line| line.field().is_some())
//!     .map(|line| (line.number(), line.field(), line.name(), line.value()))
//!     .collect();
//! assert_eq!(records, [(2, Some(Field::Disallow), &b"Disallow"[..], &b"/a b"[..])]);
//! ```

mod group_records;

use core::iter::FusedIterator;
use core::ops::Range;

use memchr::memchr;

use crate::debug::AsText;
use crate::dialect::Dialect;
use crate::names::named;
use crate::search;

pub(crate) use self::group_records::GroupRecords;

named! {
    /// The field of a record.
    #[non_exhaustive]
    pub enum Field {
        /// `user-agent` (RFC 9309 §2.2.1).
        UserAgent = "user-agent",
        /// `allow` (RFC 9309 §2.2.2).
        Allow = "allow",
        /// `disallow` (RFC 9309 §2.2.2).
        Disallow = "disallow",
        /// `sitemap`.
        Sitemap = "sitemap",
        /// `crawl-delay`: the number of seconds between two requests.
        CrawlDelay = "crawl-delay",
        /// `request-rate`: the number of requests allowed in a period.
        RequestRate = "request-rate",
        /// `visit-time`: the hours in which crawlers are welcome.
        VisitTime = "visit-time",
        /// `clean-param`: query parameters that don't change a page (Yandex).
        CleanParam = "clean-param",
        /// `host`: the preferred one among several hosts (formerly used by Yandex).
        Host = "host",
        /// `noindex`: never standardised, and no longer obeyed by Google.
        Noindex = "noindex",
        /// `content-signal`: what content may be used for.
        ContentSignal = "content-signal",
        /// `content-usage`: what content may be used for.
        ContentUsage = "content-usage",
        /// `license`: the URL of the content's licence.
        License = "license",
        /// `llm-policy`: what language models may do.
        LlmPolicy = "llm-policy",
        /// Any other field.
        Unknown = "unknown",
    }
}

/// Misspellings that google/robotstxt accepts for a field that it knows.
static MISSPELLED: [(&str, Field); 8] = [
    ("useragent", Field::UserAgent),
    ("user agent", Field::UserAgent),
    ("dissallow", Field::Disallow),
    ("dissalow", Field::Disallow),
    ("disalow", Field::Disallow),
    ("diasllow", Field::Disallow),
    ("disallaw", Field::Disallow),
    ("site-map", Field::Sitemap),
];

impl Field {
    /// Returns the field called `name`, ignoring ASCII case. In [`Dialect::Standard`], the whole
    /// name must match. In [`Dialect::Google`], it only has to start with `user-agent`, `allow`,
    /// `disallow` or `sitemap`, or with one of the eight misspellings that google/robotstxt
    /// accepts.
    ///
    /// ```
    /// use robots_exclusion::{Dialect, lexer::Field};
    ///
    /// assert_eq!(Field::of(b"DISALLOW", Dialect::Standard), Field::Disallow);
    /// assert_eq!(Field::of(b"disallowed", Dialect::Standard), Field::Unknown);
    /// assert_eq!(Field::of(b"disallowed", Dialect::Google), Field::Disallow);
    /// ```
    pub fn of(name: &[u8], dialect: Dialect) -> Field {
        // No misspelling begins with a correct name, so the order of the two tables doesn't matter.
        let known = Field::ALL.iter().map(|&field| (field.name(), field));
        let misspelled = MISSPELLED.iter().copied();
        let misspelled = misspelled.filter(|_| dialect.accepts_misspelled_fields());
        let mut known = known.chain(misspelled);
        let found = known.find(|&(known, field)| {
            // google/robotstxt only compares the start of the names that it knows.
            let may_be_longer = dialect.fields_may_be_longer() && !field.is_extension();
            (may_be_longer || name.len() == known.len())
                && starts_with_ignore_case(name, known.as_bytes())
        });
        found.map_or(Field::Unknown, |(_, field)| field)
    }

    /// Returns `true` if records with this field are extension records, which never change a
    /// verdict (RFC 9309 §2.2.4). This is the case for all fields except `user-agent`, `allow`,
    /// `disallow` and `sitemap`.
    pub fn is_extension(self) -> bool {
        !matches!(
            self,
            Field::UserAgent | Field::Allow | Field::Disallow | Field::Sitemap
        )
    }
}

#[inline(always)]
pub(crate) fn starts_with_ignore_case(name: &[u8], start: &[u8]) -> bool {
    name.get(..start.len())
        .is_some_and(|name| name.eq_ignore_ascii_case(start))
}

/// A line in a robots.txt. Its slices borrow from the text.
#[derive(Clone, Debug)]
pub struct Line<'t> {
    text: AsText<&'t [u8]>,
    number: u32,
    span: Range<usize>,
    field: Option<Field>,
    /// If the line isn't a record, `name` and `value` are empty ranges at its start.
    name: Range<usize>,
    value: Range<usize>,
}

impl<'t> Line<'t> {
    /// Returns the line number, starting at 1. Blank lines and comments count.
    pub fn number(&self) -> u32 {
        self.number
    }

    /// Returns the line's byte range in the text, without the line end.
    pub fn span(&self) -> Range<usize> {
        self.span.clone()
    }

    /// Returns all bytes of the line, without the line end.
    pub fn bytes(&self) -> &'t [u8] {
        &self.text.0[self.span()]
    }

    /// Returns the record's field, or `None` if the line isn't a record because it is blank, is a
    /// comment, has no colon, or has nothing before the colon.
    pub fn field(&self) -> Option<Field> {
        self.field
    }

    /// Returns the trimmed field name as written. It is empty if the line isn't a record.
    pub fn name(&self) -> &'t [u8] {
        &self.text.0[self.name.clone()]
    }

    /// Returns the byte range of [`name`](Line::name) in the text.
    pub fn name_span(&self) -> Range<usize> {
        self.name.clone()
    }

    /// Returns the trimmed value, without the comment. It is empty if the line isn't a record.
    pub fn value(&self) -> &'t [u8] {
        &self.text.0[self.value.clone()]
    }

    /// Returns the byte range of [`value`](Line::value) in the text.
    pub fn value_span(&self) -> Range<usize> {
        self.value.clone()
    }

    /// Finds the field, name and value if the line is a record.
    ///
    /// The line's content ends at the line limit, at a NUL (in dialects where it ends lines), or at
    /// `#`, whichever comes first. It is split at the first colon. If there is no colon and the
    /// dialect allows it, it is split at the blanks between exactly two words.
    fn split(&mut self, dialect: Dialect) {
        // Find the end of the content first, because a colon after it isn't part of the line.
        let (text, bytes) = (self.text.0, self.bytes());
        let bytes = &bytes[..bytes.len().min(dialect.line_limit())];
        let nul = if dialect.nul_ends_text() { 0 } else { b'#' };
        let length = search::until(bytes, [b'#', nul, nul]).len();
        let content = trim(text, self.span.start..self.span.start + length);
        // Split it. A value may contain colons, but a name can't.
        let bytes = &text[content.clone()];
        let blanks = || blank_separator(bytes).filter(|_| dialect.accepts_missing_colon());
        let Some(at) = memchr(b':', bytes).or_else(blanks) else {
            return;
        };
        let separator = content.start + at;
        let name = trim(text, content.start..separator);
        // A line that begins with a colon isn't a record.
        if !name.is_empty() {
            self.field = Some(Field::of(&text[name.clone()], dialect));
            self.name = name;
            self.value = trim(text, separator + 1..content.end);
        }
    }
}

/// An iterator over the lines in a robots.txt, whether they are records or not.
///
/// A byte order mark at the start isn't part of any line. Lines end with CR, LF or CR LF, but not
/// with U+2028, NEL, VT or FF. The last line doesn't need a line end, and a final line end doesn't
/// begin another line. Each step takes time linear in the line, and doesn't allocate.
#[derive(Clone, Debug)]
pub struct Lines<'t> {
    text: AsText<&'t [u8]>,
    dialect: Dialect,
    position: usize,
    /// The number of lines before `position`.
    passed: u32,
}

/// A sequence of consecutive lines in a text, stored as their byte range and the number of lines
/// before them.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Part {
    start: u32,
    end: u32,
    before: u32,
}

impl<'t> Lines<'t> {
    /// Creates an iterator over all lines in `text`. The byte limit in
    /// [`ParseOptions`](crate::ParseOptions) doesn't apply.
    pub fn new(text: &'t [u8], dialect: Dialect) -> Lines<'t> {
        Lines {
            text: AsText(text),
            dialect,
            position: byte_order_mark(text, dialect),
            passed: 0,
        }
    }

    /// Creates an iterator over the lines in a part of `text`.
    pub(crate) fn of_part(text: &'t [u8], part: Part, dialect: Dialect) -> Lines<'t> {
        let lines = Lines::new(&text[..part.end as usize], dialect);
        lines.starting_at(part.start as usize, part.before)
    }

    /// Moves the iterator to `position`, which must be the start of line `passed + 1`.
    pub(crate) fn starting_at(mut self, position: usize, passed: u32) -> Lines<'t> {
        (self.position, self.passed) = (position, passed);
        self
    }

    /// Moves to the next line, which begins at `next`.
    fn pass(&mut self, next: usize) {
        self.position = next;
        self.passed = self.passed.wrapping_add(1);
    }
}

impl<'t> Iterator for Lines<'t> {
    type Item = Line<'t>;

    fn next(&mut self) -> Option<Line<'t>> {
        // A line end at the end of the text doesn't begin another line.
        if self.position >= self.text.0.len() {
            return None;
        }
        let start = self.position;
        let end = line_end(self.text.0, start);
        self.pass(next_line(self.text.0, end));
        let mut line = Line {
            text: self.text,
            number: self.passed,
            span: start..end,
            field: None,
            name: start..start,
            value: start..start,
        };
        line.split(self.dialect);
        Some(line)
    }
}

impl FusedIterator for Lines<'_> {}

/// Returns the number of bytes at the start of `text` that belong to a byte order mark.
pub(crate) fn byte_order_mark(text: &[u8], dialect: Dialect) -> usize {
    const MARK: &[u8] = b"\xEF\xBB\xBF";
    // An incomplete mark is at the very end of the text, or is followed by any other byte.
    let pairs = text.iter().zip(MARK);
    let length = pairs.take_while(|(byte, mark)| byte == mark).count();
    if length == MARK.len() || dialect.skips_part_of_byte_order_mark() {
        length
    } else {
        0
    }
}

/// Returns the position of the blanks between two words, if the trimmed `content` consists of
/// exactly two words.
fn blank_separator(content: &[u8]) -> Option<usize> {
    // Two words are a record, but three or more are prose.
    let words = content.split(|byte| matches!(byte, b' ' | b'\t'));
    let mut words = words.filter(|word| !word.is_empty());
    let (first, _second) = (words.next()?, words.next()?);
    words.next().is_none().then_some(first.len())
}

/// Returns `true` for whitespace. Only these bytes are trimmed from lines, fields and values.
pub(crate) const fn is_whitespace(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t'..=b'\r')
}

pub(crate) fn trim(line: &[u8], mut part: Range<usize>) -> Range<usize> {
    let is_text = |&at: &usize| !is_whitespace(line[at]);
    let start = part.clone().find(is_text).unwrap_or(part.end);
    let end = part.rfind(is_text).map_or(start, |last| last + 1);
    start..end
}

/// Returns the end of the line that contains `position`.
fn line_end(text: &[u8], position: usize) -> usize {
    position + search::until(&text[position..], *b"\n\r\r").len()
}

/// Returns the start of the line after the one that ends at `end`.
fn next_line(text: &[u8], end: usize) -> usize {
    match text.get(end) {
        Some(b'\r') if text.get(end + 1) == Some(&b'\n') => end + 2,
        Some(_) => end + 1,
        None => end,
    }
}
