//! Sitemaps and extension records (RFC 9309 §2.2.4): what a robots.txt holds
//! besides groups and rules, some of it with typed readers.
//!
//! None of them changes a verdict or ends a run of `user-agent` lines. Parsing
//! does not collect them; they are read from the text when asked for.
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

use alloc::string::String;
use core::fmt;
use core::time::Duration;

use smallvec::SmallVec;
use url::Url;

use crate::debug::AsText;
use crate::dialect::Dialect;
use crate::file::{File, Group, POSITION_LIMIT};
use crate::lexer::{Field, Line, Lines};

pub(crate) mod terms;
mod values;

use self::terms::{Runs, Terms};
pub use self::values::RequestRate;
pub(crate) use self::values::{absolute_url, parse_crawl_delay};

impl<'a> Group<'a> {
    /// Its extension records, in file order: what stands between its first
    /// `user-agent` line and the next group. Reads these lines once.
    pub fn records(&self) -> impl Iterator<Item = Record<'a>> + Clone + use<'a> {
        let group_line = Some(self.line());
        let lines = self.file.record_lines(Some(self.number));
        lines.filter_map(move |line| Record::extension(&line, group_line))
    }
}

/// A record that is neither a `user-agent` line nor a rule: a sitemap, or an
/// extension record.
///
/// `Display` writes it as a line of a robots.txt, bytes that are invalid UTF-8
/// replaced. Control characters stand in it as they do in the file: escape them
/// before you show it on a terminal.
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

    /// The record of a line, if it is an extension record.
    fn extension(line: &Line<'a>, group_line: Option<u32>) -> Option<Record<'a>> {
        let field = line.field().filter(|field| field.is_extension())?;
        Some(Record::of_line(field, line, group_line))
    }

    /// Its field as written, trimmed.
    pub fn name(&self) -> &'a [u8] {
        self.name
    }

    /// Its value as written, trimmed and without comment. Not always UTF-8;
    /// may be empty.
    pub fn value(&self) -> &'a [u8] {
        self.value
    }

    /// Its line, from 1.
    pub fn line(&self) -> u32 {
        self.line
    }

    /// The group it stands in, by the line of its first `user-agent` line
    /// ([`Group::line`]); `None` before the first group, and for sitemaps,
    /// which belong to no group.
    pub fn group_line(&self) -> Option<u32> {
        self.group_line
    }

    pub(crate) fn is_of_group(&self) -> bool {
        self.group_line.is_some()
    }

    /// What its field says.
    pub fn field(&self) -> Field {
        self.field
    }

    /// The delay of a `crawl-delay`, in seconds: `1*DIGIT ["." *DIGIT]`, at most
    /// a day. `None` for any other field, and for any other value: a sign, an
    /// exponent, a unit, `inf`, more than a day.
    ///
    /// Digits finer than a nanosecond are dropped. No value panics.
    pub fn crawl_delay(&self) -> Option<Duration> {
        match self.field {
            Field::CrawlDelay => parse_crawl_delay(self.value),
            _ => None,
        }
    }

    /// The rate of a `request-rate`; see [`RequestRate`] for its grammar.
    /// `None` for any other field or value.
    pub fn request_rate(&self) -> Option<RequestRate> {
        match self.field {
            Field::RequestRate => RequestRate::parse(self.value),
            _ => None,
        }
    }

    /// The URL of a `sitemap`, on any host. `None` for any other field, and
    /// for a value that is not an absolute URL, with a scheme, `//` and a host.
    ///
    /// It need not be percent-encoded, and bytes that are invalid UTF-8 are taken
    /// as they are.
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

    /// The URL of a `license`, which says on which terms the content may be
    /// used (RSL 1.0 §4.4). `None` for any other field, and for a value that is
    /// not an absolute URL; otherwise like [`sitemap_url`](Record::sitemap_url).
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
        let text = |bytes| String::from_utf8_lossy(bytes);
        write!(f, "{}: {}", text(self.name), text(self.value))
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

/// The extension records of a whole text, in one pass.
pub(crate) fn all_records<'a>(file: &'a File<'_>) -> impl Iterator<Item = Record<'a>> + Clone {
    let mut groups = file.groups().map(|group| group.line()).peekable();
    let mut group = None;
    Lines::new(file.text(), file.dialect).filter_map(move |line| {
        while groups.peek().is_some_and(|&next| next <= line.number()) {
            group = groups.next();
        }
        Record::extension(&line, group)
    })
}

/// The sitemap records of a whole text, in one pass.
pub(crate) fn sitemaps<'a>(file: &'a File<'_>) -> impl Iterator<Item = Record<'a>> + Clone {
    Lines::new(file.text(), file.dialect)
        .filter(|line| line.field() == Some(Field::Sitemap))
        .map(|line| Record::of_line(Field::Sitemap, &line, None))
}

/// The records that a matcher keeps, as [`Kept`] reads them: those of the groups selected
/// for its crawler, each with whether it is for others (see
/// [`terms`](crate::records::terms)), and those before all groups that are for it.
#[derive(Default)]
pub(crate) struct Collected {
    pub(crate) bytes: SmallVec<[u8; 256]>,
    /// Whether there is a record for the crawler that replaces those before all groups.
    has_signal: bool,
    has_license: bool,
}

impl Collected {
    /// Adds the extension records of a group; `agents` are its `user-agent` lines,
    /// and whether each selects it.
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

    /// Adds the records before all groups that are for every crawler without
    /// one of the same field in its groups.
    pub(crate) fn add_leading(&mut self, file: &File<'_>) {
        let lines = file.record_lines(None);
        for record in lines.filter_map(|line| Record::extension(&line, None)) {
            let is_for_all = match Terms::of(record.field) {
                Some(Terms::Signal) => !self.has_signal,
                Some(Terms::License) => !self.has_license,
                // By the draft it is for nobody, like a rule there.
                Some(Terms::Usage) | None => false,
            };
            if is_for_all {
                record.keep(false, &mut self.bytes);
            }
        }
    }
}

// A line has a byte at least, which leaves a bit for whether it is for others.
const _: () = assert!(POSITION_LIMIT < (u32::MAX >> 1) as usize);

impl Record<'_> {
    /// Appends it as [`Kept`] reads it.
    pub(crate) fn keep(&self, is_for_others: bool, bytes: &mut SmallVec<[u8; 256]>) {
        let group_line = 2 * self.group_line.unwrap_or(0) + u32::from(is_for_others);
        let (name, value) = (self.name.len() as u32, self.value.len() as u32);
        let numbers = [self.line, group_line, name, value].map(u32::to_le_bytes);
        bytes.extend_from_slice(numbers.as_flattened());
        bytes.extend_from_slice(self.name);
        bytes.extend_from_slice(self.value);
    }
}

/// Reads records that were kept, each with whether it is for others.
#[derive(Clone)]
pub(crate) struct Kept<'a> {
    bytes: &'a [u8],
    dialect: Dialect,
}

impl<'a> Kept<'a> {
    pub(crate) fn new(bytes: &'a [u8], dialect: Dialect) -> Kept<'a> {
        Kept { bytes, dialect }
    }
}

impl<'a> Iterator for Kept<'a> {
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
