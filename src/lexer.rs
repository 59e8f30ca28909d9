//! Lines and fields: the bytes of a robots.txt, line by line, without copying.
//!
//! By RFC 9309 §2.2 a line ends with CR, LF or CR LF, a record is
//! `field : value` with optional whitespace round either, and a comment runs
//! from `#` to the end of its line. A line need not be a record.
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
use crate::search::{self, any_of};

pub(crate) use self::group_records::{GroupRecord, GroupRecords};

/// The field of a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Field {
    /// `user-agent` (RFC 9309 §2.2.1).
    UserAgent,
    /// `allow` (RFC 9309 §2.2.2).
    Allow,
    /// `disallow` (RFC 9309 §2.2.2).
    Disallow,
    /// `sitemap`.
    Sitemap,
    /// `crawl-delay`: seconds between two requests.
    CrawlDelay,
    /// `request-rate`: so many requests in so much time.
    RequestRate,
    /// `visit-time`: the hours in which crawlers are welcome.
    VisitTime,
    /// `clean-param`: query parameters that do not change a page (Yandex).
    CleanParam,
    /// `host`: the preferred one of several hosts (Yandex, formerly).
    Host,
    /// `noindex`: never a standard, no longer obeyed by Google.
    Noindex,
    /// `content-signal`: what content may be used for.
    ContentSignal,
    /// `content-usage`: what content may be used for.
    ContentUsage,
    /// `license`: where the licence of the content is found.
    License,
    /// `llm-policy`: what language models may do.
    LlmPolicy,
    /// Any other field.
    Unknown,
}

/// Spellings that google/robotstxt takes for a field it knows.
const MISSPELLED: [(&[u8], Field); 8] = [
    (b"useragent", Field::UserAgent),
    (b"user agent", Field::UserAgent),
    (b"dissallow", Field::Disallow),
    (b"dissalow", Field::Disallow),
    (b"disalow", Field::Disallow),
    (b"diasllow", Field::Disallow),
    (b"disallaw", Field::Disallow),
    (b"site-map", Field::Sitemap),
];

const NAMES: [(&[u8], Field); 4] = [
    (b"user-agent", Field::UserAgent),
    (b"allow", Field::Allow),
    (b"disallow", Field::Disallow),
    (b"sitemap", Field::Sitemap),
];

/// Fields of extension records, which have one spelling in both dialects.
const EXTENSIONS: [(&[u8], Field); 10] = [
    (b"crawl-delay", Field::CrawlDelay),
    (b"request-rate", Field::RequestRate),
    (b"visit-time", Field::VisitTime),
    (b"clean-param", Field::CleanParam),
    (b"host", Field::Host),
    (b"noindex", Field::Noindex),
    (b"content-signal", Field::ContentSignal),
    (b"content-usage", Field::ContentUsage),
    (b"license", Field::License),
    (b"llm-policy", Field::LlmPolicy),
];

impl Field {
    /// The field that `name` is, ASCII case ignored: in
    /// [`Dialect::Standard`] the whole name must be equal; in
    /// [`Dialect::Google`] it must start with one of the first four fields, or
    /// with one of the eight misspellings that google/robotstxt accepts.
    ///
    /// ```
    /// use robots_exclusion::{Dialect, lexer::Field};
    ///
    /// assert_eq!(Field::of(b"DISALLOW", Dialect::Standard), Field::Disallow);
    /// assert_eq!(Field::of(b"disallowed", Dialect::Standard), Field::Unknown);
    /// assert_eq!(Field::of(b"disallowed", Dialect::Google), Field::Disallow);
    /// ```
    pub fn of(name: &[u8], dialect: Dialect) -> Field {
        let begins = |known: &&(&[u8], Field)| starts_with_ignore_case(name, known.0);
        let is = |known: &&(&[u8], Field)| name.eq_ignore_ascii_case(known.0);
        let misspelled = MISSPELLED
            .iter()
            .filter(|_| dialect.accepts_misspelled_fields());
        NAMES
            .iter()
            .chain(misspelled)
            .find(|known| begins(known) && (dialect.fields_may_be_longer() || is(known)))
            .or_else(|| EXTENSIONS.iter().find(is))
            .map_or(Field::Unknown, |&(_, field)| field)
    }

    /// The field that `name` was probably meant to be: one of the eight
    /// misspellings that google/robotstxt accepts, ASCII case ignored, or a
    /// known field with more letters after it.
    ///
    /// ```
    /// use robots_exclusion::lexer::Field;
    ///
    /// assert_eq!(Field::misspelled(b"Dissallow"), Some(Field::Disallow));
    /// assert_eq!(Field::misspelled(b"disallowed"), Some(Field::Disallow));
    /// assert_eq!(Field::misspelled(b"disallow"), None);
    /// assert_eq!(Field::misspelled(b"crawl-delay"), None);
    /// ```
    pub fn misspelled(name: &[u8]) -> Option<Field> {
        let meant = Field::of(name, Dialect::Google);
        let is_extension = Field::of(name, Dialect::Standard).is_extension();
        (is_extension && !meant.is_extension()).then_some(meant)
    }

    /// Whether records with this field are extension records, which change no
    /// verdict (RFC 9309 §2.2.4): all but `user-agent`, `allow`, `disallow`
    /// and `sitemap`.
    pub fn is_extension(self) -> bool {
        !matches!(
            self,
            Field::UserAgent | Field::Allow | Field::Disallow | Field::Sitemap
        )
    }
}

#[inline]
pub(crate) fn starts_with_ignore_case(name: &[u8], start: &[u8]) -> bool {
    name.get(..start.len())
        .is_some_and(|name| name.eq_ignore_ascii_case(start))
}

/// One line of a robots.txt. Its slices lie inside the text it came from.
#[derive(Clone, Debug)]
pub struct Line<'t> {
    text: AsText<'t>,
    number: u32,
    span: Range<usize>,
    field: Option<Field>,
    /// Empty, at the start of the line, if it is not a record; the value as well.
    name: Range<usize>,
    value: Range<usize>,
    is_missing_colon: bool,
}

impl<'t> Line<'t> {
    /// Its number, from 1. Blank lines and comments count.
    pub fn number(&self) -> u32 {
        self.number
    }

    /// Where it stands in the text, without its line end.
    pub fn span(&self) -> Range<usize> {
        self.span.clone()
    }

    /// All its bytes, without its line end.
    pub fn bytes(&self) -> &'t [u8] {
        &self.text.0[self.span()]
    }

    /// Which record it is; `None` if it is not one: blank, a comment, without a
    /// colon, or with nothing before the colon.
    pub fn field(&self) -> Option<Field> {
        self.field
    }

    /// The field as written, trimmed; empty if the line is not a record.
    pub fn name(&self) -> &'t [u8] {
        &self.text.0[self.name.clone()]
    }

    /// Where [`name`](Line::name) stands in the text.
    pub fn name_span(&self) -> Range<usize> {
        self.name.clone()
    }

    /// The value, trimmed and without comment; empty if the line is not a record.
    pub fn value(&self) -> &'t [u8] {
        &self.text.0[self.value.clone()]
    }

    /// Where [`value`](Line::value) stands in the text.
    pub fn value_span(&self) -> Range<usize> {
        self.value.clone()
    }

    /// Whether a blank separates field and value in place of a colon, as it may
    /// in [`Dialect::Google`].
    pub fn is_missing_colon(&self) -> bool {
        self.is_missing_colon
    }

    /// Splits it into field, name and value, if it is a record.
    fn split(&mut self, dialect: Dialect) {
        let text = &self.text.0[..self.span.end];
        let find = |byte, part: Range<usize>| {
            memchr(byte, &text[part.clone()]).map_or(part.end, |at| part.start + at)
        };
        let limit = dialect.line_limit().unwrap_or(usize::MAX);
        let mut content = self.span();
        content.end = content.end.min(content.start.saturating_add(limit));
        if dialect.nul_ends_line() {
            content.end = find(0, content.clone());
        }
        content.end = find(b'#', content.clone());
        let content = trim(text, content);
        let colon = find(b':', content.clone());
        let is_missing_colon = colon == content.end;
        let separator = if !is_missing_colon {
            Some(colon)
        } else if dialect.accepts_missing_colon() {
            blank_separator(&text[content.clone()]).map(|at| content.start + at)
        } else {
            None
        };
        let Some(separator) = separator else { return };
        let name = trim(text, content.start..separator);
        if !name.is_empty() {
            self.field = Some(Field::of(&text[name.clone()], dialect));
            self.name = name;
            self.value = trim(text, separator + 1..content.end);
            self.is_missing_colon = is_missing_colon;
        }
    }
}

/// An iterator over the lines of a robots.txt, records or not.
///
/// A byte order mark at the start belongs to no line. Line ends are CR, LF
/// and CR LF; U+2028, NEL, VT and FF are not. The end of the text ends the
/// last line; after a final line end there is no further line. Each step
/// costs time linear in the line; nothing is allocated.
#[derive(Clone, Debug)]
pub struct Lines<'t> {
    text: AsText<'t>,
    dialect: Dialect,
    position: usize,
    /// How many lines were passed.
    passed: u32,
}

/// Some lines of a text: where they stand, and how many there are before.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Part {
    start: u32,
    end: u32,
    before: u32,
}

impl<'t> Lines<'t> {
    /// The lines of all of `text`: the limit of
    /// [`ParseOptions`](crate::ParseOptions) does not apply.
    pub fn new(text: &'t [u8], dialect: Dialect) -> Lines<'t> {
        Lines {
            text: AsText(text),
            dialect,
            position: byte_order_mark(text, dialect),
            passed: 0,
        }
    }

    /// The lines of a part of `text`.
    pub(crate) fn of_part(text: &'t [u8], part: Part, dialect: Dialect) -> Lines<'t> {
        Lines {
            text: AsText(&text[..part.end as usize]),
            dialect,
            position: part.start as usize,
            passed: part.before,
        }
    }

    /// Passes a line; the next one begins at `next`.
    #[inline]
    fn pass(&mut self, next: usize) {
        self.position = next;
        self.passed = self.passed.wrapping_add(1);
    }
}

impl<'t> Iterator for Lines<'t> {
    type Item = Line<'t>;

    fn next(&mut self) -> Option<Line<'t>> {
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
            is_missing_colon: false,
        };
        line.split(self.dialect);
        Some(line)
    }
}

impl FusedIterator for Lines<'_> {}

/// How many bytes at the start of `text` are a byte order mark.
pub(crate) fn byte_order_mark(text: &[u8], dialect: Dialect) -> usize {
    const MARK: &[u8] = b"\xEF\xBB\xBF";
    let pairs = text.iter().zip(MARK);
    let length = pairs.take_while(|(byte, mark)| byte == mark).count();
    if length == MARK.len() || dialect.skips_part_of_byte_order_mark() {
        length
    } else {
        0
    }
}

/// Where the blanks between two words begin, if trimmed `content` is just two words.
fn blank_separator(content: &[u8]) -> Option<usize> {
    let words = content.split(|byte| matches!(byte, b' ' | b'\t'));
    let mut words = words.filter(|word| !word.is_empty());
    let (first, _second) = (words.next()?, words.next()?);
    words.next().is_none().then_some(first.len())
}

/// Trimmed round line, field and value; no other byte is.
pub(crate) const fn is_whitespace(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t'..=b'\r')
}

fn trim(line: &[u8], mut part: Range<usize>) -> Range<usize> {
    while part.start < part.end && is_whitespace(line[part.start]) {
        part.start += 1;
    }
    while part.start < part.end && is_whitespace(line[part.end - 1]) {
        part.end -= 1;
    }
    part
}

/// Where the line that `position` stands on ends.
#[inline]
fn line_end(text: &[u8], position: usize) -> usize {
    search::find(text, position, any_of([b'\n', b'\r']))
}

/// Where the line after the one that ends at `end` starts.
#[inline]
fn next_line(text: &[u8], end: usize) -> usize {
    match text.get(end) {
        Some(b'\r') if text.get(end + 1) == Some(&b'\n') => end + 2,
        Some(_) => end + 1,
        None => end,
    }
}
