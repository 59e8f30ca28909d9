//! Sitemaps and extension records (RFC 9309 §2.2.4): the records of a robots.txt
//! other than groups and rules. Some have typed accessors.
//!
//! These records never change a verdict and never end a run of `user-agent` lines.
//! Parsing does not collect them; each call reads them from the text.
//!
//! ```
//! use std::time::Duration;
//! use robots_exclusion::Robots;
//!
//! let robots = Robots::parse(
//!     "user-agent: a\ncrawl-delay: 2.5\ndisallow: /x\nsitemap: https://example.com/s.xml",
//! );
//! let record = robots.records().next().unwrap();
//! assert_eq!((record.name(), record.value()), (&b"crawl-delay"[..], &b"2.5"[..]));
//! assert_eq!(record.line(), 2);
//! assert_eq!(record.crawl_delay(), Some(Duration::from_millis(2500)));
//!
//! let sitemap = robots.sitemaps().next().unwrap();
//! assert_eq!(sitemap.sitemap_url().unwrap().path(), "/s.xml");
//! ```

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::time::Duration;

use url::Url;

use crate::debug::AsText;
use crate::dialect::Dialect;
use crate::file::{File, Group, POSITION_LIMIT};
use crate::lexer::{Field, Line};

pub(crate) mod terms;
mod values;

use self::terms::{Runs, Terms};
pub use self::values::RequestRate;
pub(crate) use self::values::{LONGEST_CRAWL_DELAY, absolute_url, parse_crawl_delay};

impl<'a> Group<'a> {
    /// Returns the extension records of this group, in file order: those between its
    /// first `user-agent` line and the next group. Makes one pass over these lines.
    pub fn records(&self) -> impl Iterator<Item = Record<'a>> + Clone + use<'a> {
        let group_line = Some(self.line());
        let lines = self.file.record_lines(Some(self.number));
        lines.filter_map(move |line| Record::extension(&line, group_line))
    }
}

/// A record that is neither a `user-agent` line nor a rule: a sitemap, or an
/// extension record.
///
/// `Display` writes the record as a line of a robots.txt, replacing bytes that are
/// invalid UTF-8. It does not escape control characters, so escape them before
/// you print the record to a terminal.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Record<'a> {
    field: Field,
    name: &'a [u8],
    value: &'a [u8],
    line: u32,
    group_line: Option<u32>,
}

impl<'a> Record<'a> {
    fn of_line(field: Field, line: &Line<'a>, group_line: Option<u32>) -> Record<'a> {
        Record {
            field,
            name: line.name(),
            value: line.value(),
            line: line.number(),
            group_line,
        }
    }

    /// Returns the record of a line, if it is an extension record.
    fn extension(line: &Line<'a>, group_line: Option<u32>) -> Option<Record<'a>> {
        let field = line.field().filter(|field| field.is_extension())?;
        Some(Record::of_line(field, line, group_line))
    }

    /// Returns the field as written, trimmed.
    pub fn name(&self) -> &'a [u8] {
        self.name
    }

    /// Returns the value as written, trimmed and without the comment. It may be empty,
    /// and it may be invalid UTF-8.
    pub fn value(&self) -> &'a [u8] {
        self.value
    }

    /// Returns the field as text, with bytes that are invalid UTF-8 replaced by U+FFFD.
    pub fn name_text(&self) -> Cow<'a, str> {
        String::from_utf8_lossy(self.name)
    }

    /// Returns the value as text, with bytes that are invalid UTF-8 replaced by U+FFFD.
    ///
    /// ```
    /// let robots = robots_exclusion::Robots::parse("Sitemap: https://example.com/s.xml");
    /// let sitemaps: Vec<_> = robots.sitemaps().map(|sitemap| sitemap.value_text()).collect();
    /// assert_eq!(sitemaps, ["https://example.com/s.xml"]);
    /// ```
    pub fn value_text(&self) -> Cow<'a, str> {
        String::from_utf8_lossy(self.value)
    }

    /// Returns the line number, starting at 1.
    pub fn line(&self) -> u32 {
        self.line
    }

    /// Returns the line number of the group that contains the record: the line of its first
    /// `user-agent` line ([`Group::line`]).
    ///
    /// Returns `None` before the first group, and for sitemaps, which belong to no
    /// group.
    pub fn group_line(&self) -> Option<u32> {
        self.group_line
    }

    pub(crate) fn is_of_group(&self) -> bool {
        self.group_line.is_some()
    }

    /// Returns the parsed field.
    pub fn field(&self) -> Field {
        self.field
    }

    /// Returns the delay of a `crawl-delay` record, at most one day.
    ///
    /// The value is in seconds: `1*DIGIT ["." *DIGIT]`. Digits beyond nanoseconds are
    /// dropped. Returns `None` for any other field, and for any other value, such as
    /// one with a sign, an exponent or a unit, or `inf`.
    pub fn crawl_delay(&self) -> Option<Duration> {
        match self.field {
            Field::CrawlDelay => {
                parse_crawl_delay(self.value).map(|delay| delay.min(LONGEST_CRAWL_DELAY))
            }
            _ => None,
        }
    }

    /// Returns the rate of a `request-rate` record; see [`RequestRate`] for its grammar.
    ///
    /// Returns `None` for any other field or value.
    pub fn request_rate(&self) -> Option<RequestRate> {
        match self.field {
            Field::RequestRate => RequestRate::parse(self.value),
            _ => None,
        }
    }

    /// Returns the URL of a `sitemap` record, which may be on any host.
    ///
    /// Returns `None` for any other field, and for a value that is not an absolute URL
    /// with a scheme, `//` and a host. The value need not be percent-encoded; bytes that
    /// are invalid UTF-8 are percent-encoded one by one.
    ///
    /// ```
    /// use robots_exclusion::Robots;
    ///
    /// let robots = Robots::parse("Sitemap: https://ja.example.org/テスト.xml\nSitemap: /sitemap.xml");
    /// let urls: Vec<_> = robots.sitemaps().map(|sitemap| sitemap.sitemap_url()).collect();
    /// assert_eq!(urls[0].as_ref().unwrap().path(), "/%E3%83%86%E3%82%B9%E3%83%88.xml");
    /// assert_eq!(urls[1], None);
    /// ```
    pub fn sitemap_url(&self) -> Option<Url> {
        match self.field {
            Field::Sitemap => absolute_url(self.value),
            _ => None,
        }
    }

    /// Returns the URL of a `license` record, which gives the terms on which content may
    /// be used (RSL 1.0 §4.4).
    ///
    /// Returns `None` for any other field, and for a value that is not an absolute URL. The
    /// value is parsed as by [`sitemap_url`](Record::sitemap_url).
    ///
    /// ```
    /// use robots_exclusion::Robots;
    ///
    /// let robots = Robots::parse("License: https://example.com/license.xml\nLicense: /license.xml");
    /// let urls: Vec<_> = robots.records().map(|license| license.license_url()).collect();
    /// assert_eq!(urls[0].as_ref().unwrap().path(), "/license.xml");
    /// assert_eq!(urls[1], None);
    /// ```
    pub fn license_url(&self) -> Option<Url> {
        match self.field {
            Field::License => absolute_url(self.value),
            _ => None,
        }
    }
}

impl fmt::Display for Record<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.name_text(), self.value_text())
    }
}

impl fmt::Debug for Record<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Record")
            .field("name", &AsText(self.name))
            .field("value", &AsText(self.value))
            .field("line", &self.line)
            .field("group_line", &self.group_line)
            .finish()
    }
}

/// Returns the extension records of a whole text, in one pass.
pub(crate) fn all_records<'a>(file: &'a File<'_>) -> impl Iterator<Item = Record<'a>> + Clone {
    let mut groups = file.groups().map(|group| group.line()).peekable();
    let mut group = None;
    file.lines().filter_map(move |line| {
        while groups.peek().is_some_and(|&next| next <= line.number()) {
            group = groups.next();
        }
        Record::extension(&line, group)
    })
}

/// Returns the sitemap records of a whole text, in one pass.
pub(crate) fn sitemaps<'a>(file: &'a File<'_>) -> impl Iterator<Item = Record<'a>> + Clone {
    file.lines()
        .filter(|line| line.field() == Some(Field::Sitemap))
        .map(|line| Record::of_line(Field::Sitemap, &line, None))
}

/// The records that a matcher keeps, in the format that [`KeptRecords`] reads.
///
/// They are the records of the groups selected for the crawler, each with a flag that
/// is set if the record is for other crawlers (see [`terms`](crate::records::terms)),
/// and the records before the first group that apply to the crawler.
#[derive(Default)]
pub(crate) struct Collected {
    pub(crate) bytes: Vec<u8>,
    /// `true` if a record for the crawler replaces those before the first group.
    has_signal: bool,
    has_license: bool,
}

impl Collected {
    /// Adds the extension records of a group. `agents` are the numbers of its
    /// `user-agent` lines, each with `true` if the line selects the crawler.
    pub(crate) fn add_group(
        &mut self,
        group: Group<'_>,
        agents: impl Iterator<Item = (u32, bool)>,
    ) {
        let mut agents = agents.peekable();
        let mut runs = Runs::default();
        for record in group.records() {
            let terms = Terms::of(record.field);
            let is_for_others = terms.is_some_and(|terms| {
                while let Some((_, selects)) = agents.next_if(|&(line, _)| line < record.line) {
                    runs.user_agent(selects);
                }
                !runs.end(terms)
            });
            self.has_signal |= terms == Some(Terms::Signal) && !is_for_others;
            self.has_license |= terms == Some(Terms::License) && !is_for_others;
            record.keep(is_for_others, &mut self.bytes);
        }
    }

    /// Adds the records before the first group that apply to every crawler whose own
    /// groups have no record with this field.
    pub(crate) fn add_leading(&mut self, file: &File<'_>) {
        let lines = file.record_lines(None);
        for record in lines.filter_map(|line| Record::extension(&line, None)) {
            let is_for_all = match Terms::of(record.field) {
                Some(Terms::Signal) => !self.has_signal,
                Some(Terms::License) => !self.has_license,
                // According to the draft, it applies to no crawler, like a rule there.
                Some(Terms::Usage) | None => false,
            };
            if is_for_all {
                record.keep(false, &mut self.bytes);
            }
        }
    }
}

// A line has at least one byte, so line numbers leave one bit for the flag `is_for_others`.
const _: () = assert!(POSITION_LIMIT < (u32::MAX >> 1) as usize);

impl Record<'_> {
    /// Appends the record in the format that [`KeptRecords`] reads:
    ///
    /// ```text
    /// line  2 * group line + is_for_others  length of name  length of value  name  value
    /// ```
    ///
    /// The first four are 32-bit little-endian numbers; group line 0 means none.
    pub(crate) fn keep(&self, is_for_others: bool, bytes: &mut Vec<u8>) {
        let group_line = 2 * self.group_line.unwrap_or(0) + u32::from(is_for_others);
        let (name, value) = (self.name.len() as u32, self.value.len() as u32);
        for number in [self.line, group_line, name, value] {
            bytes.extend_from_slice(&number.to_le_bytes());
        }
        bytes.extend_from_slice(self.name);
        bytes.extend_from_slice(self.value);
    }
}

/// An iterator over records that were kept, each with `true` if it is for other crawlers.
#[derive(Clone)]
pub(crate) struct KeptRecords<'a> {
    bytes: &'a [u8],
    dialect: Dialect,
}

impl<'a> KeptRecords<'a> {
    pub(crate) fn new(bytes: &'a [u8], dialect: Dialect) -> KeptRecords<'a> {
        KeptRecords { bytes, dialect }
    }
}

impl<'a> Iterator for KeptRecords<'a> {
    type Item = (Record<'a>, bool);

    fn next(&mut self) -> Option<(Record<'a>, bool)> {
        let mut number = || {
            let (number, rest) = self.bytes.split_first_chunk()?;
            self.bytes = rest;
            Some(u32::from_le_bytes(*number))
        };
        let (line, group_line) = (number()?, number()?);
        let (name, value) = (number()? as usize, number()? as usize);
        let (name, rest) = self.bytes.split_at_checked(name)?;
        let (value, rest) = rest.split_at_checked(value)?;
        self.bytes = rest;
        let is_for_others = group_line & 1 == 1;
        let group_line = Some(group_line >> 1).filter(|&line| line != 0);
        let record = Record {
            field: Field::of(name, self.dialect),
            name,
            value,
            line,
            group_line,
        };
        Some((record, is_for_others))
    }
}
