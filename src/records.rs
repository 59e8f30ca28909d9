//! Sitemaps and extension records (RFC 9309 §2.2.4), which are all the records in a robots.txt
//! except `user-agent` lines and rules. Some have typed accessors.
//!
//! These records never change a verdict and never end a group. Parsing doesn't collect them;
//! instead, each call reads them from the text.
//!
//! A rule applies to all crawlers in its group. An extension record only applies to the crawlers in
//! its *run*: a `user-agent` line begins a new run if there is a rule, or a record with the same
//! field, between it and the previous `user-agent` line. In this example, `a` has a delay of 5 and
//! `b` has a delay of 10, but the rule applies to both:
//!
//! ```
//! use robots_exclusion::Robots;
//!
//! let text = "user-agent: a\ncrawl-delay: 5\nuser-agent: b\ncrawl-delay: 10\ndisallow: /x";
//! let robots = Robots::parse(text);
//! assert_eq!(robots.matcher("a").crawl_delay().unwrap().as_secs(), 5);
//! assert_eq!(robots.matcher("b").crawl_delay().unwrap().as_secs(), 10);
//! assert!(!robots.allowed("a", "/x") && !robots.allowed("b", "/x"));
//! ```
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

use url::Url;

use crate::debug::AsText;
use crate::file::Group;
use crate::lexer::{Field, Line};

mod kept;
mod runs;
mod values;

pub(crate) use self::kept::{Collected, kept_records};
pub(crate) use self::runs::Records;
pub use self::values::RequestRate;
pub(crate) use self::values::{
    LONGEST_CRAWL_DELAY, absolute_url, append_digit, as_text, parse_crawl_delay, split_statement,
};

impl<'a> Group<'a> {
    /// Returns this group's extension records in file order. They are between its first
    /// `user-agent` line and the next group, and finding them takes one pass over these lines.
    pub fn records(&self) -> impl Iterator<Item = Record<'a>> + Clone + use<'a> {
        let lines = self.file.record_lines(Some(self.number));
        Records::new(self.file, lines)
    }
}

/// A sitemap or an extension record, that is, any record except `user-agent` lines and rules.
///
/// `Display` writes the record as a robots.txt line, replacing invalid UTF-8. It doesn't escape
/// control characters, so you should do that before you print the record to a terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Record<'a> {
    field: Field,
    name: AsText<&'a [u8]>,
    value: AsText<&'a [u8]>,
    line: u32,
    group_line: Option<u32>,
    /// The line number of the first `user-agent` line that the record applies to. Any others are
    /// between that line and the record.
    pub(crate) run_line: Option<u32>,
}

impl<'a> Record<'a> {
    /// Returns the record on a line outside all groups.
    pub(crate) fn of_line(field: Field, line: &Line<'a>) -> Record<'a> {
        Record {
            field,
            name: AsText(line.name()),
            value: AsText(line.value()),
            line: line.number(),
            group_line: None,
            run_line: None,
        }
    }

    /// Returns the trimmed field as written.
    pub fn name(&self) -> &'a [u8] {
        self.name.0
    }

    /// Returns the trimmed value as written, without the comment. It may be empty, and it may be
    /// invalid UTF-8.
    pub fn value(&self) -> &'a [u8] {
        self.value.0
    }

    /// Returns the line number, starting at 1.
    pub fn line(&self) -> u32 {
        self.line
    }

    /// Returns the line number of the group that contains the record. This is the line number of
    /// the group's first `user-agent` line ([`Group::line`]).
    ///
    /// Returns `None` for records before the first group, and for sitemaps, which don't belong to
    /// any group. A record may apply to only some of the crawlers in its group;
    /// [`Robots::agents_of`](crate::Robots::agents_of) lists them.
    pub fn group_line(&self) -> Option<u32> {
        self.group_line
    }

    /// Returns the parsed field.
    pub fn field(&self) -> Field {
        self.field
    }

    /// Returns the value if the record has this field.
    fn value_of(&self, field: Field) -> Option<&'a [u8]> {
        (self.field == field).then_some(self.value.0)
    }

    /// Returns the delay in a `crawl-delay` record, up to one day.
    ///
    /// The value is in seconds: `1*DIGIT ["." *DIGIT]`. Digits beyond nanoseconds are dropped.
    /// Returns `None` for any other field, and for any other value, such as `inf` or a number with
    /// a sign, an exponent or a unit.
    pub fn crawl_delay(&self) -> Option<Duration> {
        let delay = parse_crawl_delay(self.value_of(Field::CrawlDelay)?)?;
        // Delays are limited to a day, because a longer one is surely a mistake.
        Some(delay.min(LONGEST_CRAWL_DELAY))
    }

    /// Returns the rate in a `request-rate` record; see [`RequestRate`] for its grammar.
    ///
    /// Returns `None` for any other field or value.
    pub fn request_rate(&self) -> Option<RequestRate> {
        RequestRate::parse(self.value_of(Field::RequestRate)?)
    }

    /// Returns the URL in a `sitemap` record, which may be on any host.
    ///
    /// Returns `None` for any other field, and for a value that isn't an absolute URL with a
    /// scheme, `//` and a host. The value doesn't have to be percent-encoded; bytes that aren't
    /// valid UTF-8 are percent-encoded one by one.
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
        absolute_url(self.value_of(Field::Sitemap)?)
    }

    /// Returns the URL in a `license` record, where you find the terms under which content may be
    /// used (RSL 1.0 §4.4).
    ///
    /// Returns `None` for any other field, and for a value that isn't an absolute URL. The value is
    /// parsed in the same way as by [`sitemap_url`](Record::sitemap_url).
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
        absolute_url(self.value_of(Field::License)?)
    }
}

impl fmt::Display for Record<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [name, value] = [self.name.0, self.value.0].map(String::from_utf8_lossy);
        write!(f, "{name}: {value}")
    }
}
