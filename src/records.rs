//! What a robots.txt holds, apart from verdicts: groups as they are written,
//! sitemaps, and extension records (RFC 9309 §2.2.4), some with typed readers.
//!
//! No extension record changes a verdict or ends a run of `user-agent` lines.
//! Parsing does not collect them: they are read from the text when asked for.
//!
//! ```
//! use std::time::Duration;
//! use robots_exclusion::Robots;
//!
//! let robots = Robots::parse(
//!     "user-agent: a\ncrawl-delay: 2.5\ndisallow: /x\nsitemap: https://example.com/s.xml",
//! );
//! let record = robots.records().next().unwrap();
//! assert_eq!((record.name(), record.value(), record.line()), (&b"crawl-delay"[..], &b"2.5"[..], 2));
//! assert_eq!(record.crawl_delay(), Some(Duration::from_millis(2500)));
//!
//! let sitemap = robots.sitemaps().next().unwrap();
//! assert_eq!(sitemap.sitemap_url().unwrap().path(), "/s.xml");
//! ```

use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::ops::Range;
use core::time::Duration;

use url::Url;

use crate::agent;
use crate::dialect::Dialect;
use crate::group::{Groups, Span, StoredAgent, StoredRule};
use crate::lexer::{Field, LineCounter, Lines};
use crate::verdict::Rule;

mod values;

pub use values::RequestRate;
pub(crate) use values::{absolute_url, parse_crawl_delay};

/// One or more `user-agent` lines and the rules after them, as they stand in
/// the file (RFC 9309 §2.1). Groups that name the same agent are merged when
/// a crawler is asked about, but listed apart here.
///
/// ```
/// use robots_exclusion::Robots;
///
/// let robots = Robots::parse("user-agent: a\nuser-agent: b/1.0\ndisallow: /x");
/// let group = robots.groups().next().unwrap();
/// let agents: Vec<_> = group.agents().map(|agent| (agent.value(), agent.token(), agent.line())).collect();
/// assert_eq!(agents, [(&b"a"[..], &b"a"[..], 1), (&b"b/1.0"[..], &b"b"[..], 2)]);
/// assert_eq!(group.rules().next().unwrap().line(), 3);
/// ```
#[derive(Clone, Debug)]
pub struct Group<'a> {
    text: &'a [u8],
    dialect: Dialect,
    agents: &'a [StoredAgent],
    rules: &'a [StoredRule],
    extent: Extent,
    /// At the first `user-agent` line.
    counter: LineCounter<'a>,
}

impl<'a> Group<'a> {
    /// The line of its first `user-agent` line, from 1.
    pub fn line(&self) -> u32 {
        self.extent.line
    }

    /// Its `user-agent` lines, in file order.
    pub fn agents(&self) -> impl Iterator<Item = UserAgent<'a>> + Clone + use<'a> {
        let (text, dialect, mut counter) = (self.text, self.dialect, self.counter.clone());
        self.agents.iter().map(move |agent| {
            let value = agent.value().range();
            UserAgent {
                line: counter.line_at(value.start),
                value: &text[value],
                dialect,
            }
        })
    }

    /// Its rules, in file order, also those that match nothing.
    pub fn rules(&self) -> impl Iterator<Item = Rule<'a>> + Clone + use<'a> {
        let (text, mut counter) = (self.text, self.counter.clone());
        self.rules
            .iter()
            .map(move |rule| rule.rule(text, counter.line_at(rule.span().start)))
    }

    /// Its extension records, in file order: what stands between its first
    /// `user-agent` line and the next group. Reads these lines once.
    pub fn records(&self) -> impl Iterator<Item = Record<'a>> + Clone + use<'a> {
        self.extent.records(self.text, self.dialect)
    }
}

/// A `user-agent` line of a [`Group`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct UserAgent<'a> {
    value: &'a [u8],
    line: u32,
    dialect: Dialect,
}

impl<'a> UserAgent<'a> {
    /// Its value as written, trimmed.
    pub fn value(&self) -> &'a [u8] {
        self.value
    }

    /// The product token that its value is cut to; empty if it names no
    /// crawler, or every crawler.
    pub fn token(&self) -> &'a [u8] {
        agent::line_token(self.value, self.dialect)
    }

    /// Whether it names every crawler: `*`, or `*` and whitespace.
    pub fn is_everyone(&self) -> bool {
        agent::is_everyone(self.value)
    }

    /// Its line, from 1.
    pub fn line(&self) -> u32 {
        self.line
    }
}

/// Groups in file order, their lines counted as they are asked for.
#[derive(Clone)]
pub(crate) struct GroupList<'a> {
    text: &'a [u8],
    dialect: Dialect,
    groups: &'a Groups,
    next_agent: usize,
    counter: LineCounter<'a>,
}

impl<'a> GroupList<'a> {
    pub(crate) fn new(text: &'a [u8], dialect: Dialect, groups: &'a Groups) -> GroupList<'a> {
        GroupList {
            text,
            dialect,
            groups,
            next_agent: 0,
            counter: LineCounter::new(text),
        }
    }
}

impl<'a> Iterator for GroupList<'a> {
    type Item = Group<'a>;

    fn next(&mut self) -> Option<Group<'a>> {
        let rest = &self.groups.agents[self.next_agent..];
        let first_rule = rest.first()?.first_rule;
        let count = rest.partition_point(|agent| agent.first_rule == first_rule);
        let (agents, others) = rest.split_at(count);
        self.next_agent += count;
        let end = others.first();
        let end_rule = end.map_or(self.groups.rules.len(), |agent| agent.first_rule as usize);
        let start = agents[0].value().range().start;
        let mut extent =
            Extent::new(start..end.map_or(self.text.len(), |agent| agent.value().range().start));
        extent.line = self.counter.line_at(start);
        Some(Group {
            text: self.text,
            dialect: self.dialect,
            agents,
            rules: &self.groups.rules[first_rule as usize..end_rule],
            extent,
            counter: self.counter.clone(),
        })
    }
}

/// The part of a text that a group takes up.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Extent {
    /// From the value of its first `user-agent` line to that of the next
    /// group's.
    span: Span,
    /// The line it starts on; whoever makes one counts it.
    pub(crate) line: u32,
}

impl Extent {
    pub(crate) fn new(range: Range<usize>) -> Extent {
        Extent {
            span: Span::new(range),
            line: 0,
        }
    }

    pub(crate) fn range(&self) -> Range<usize> {
        self.span.range()
    }

    /// The extension records in it.
    fn records<'a>(
        self,
        text: &'a [u8],
        dialect: Dialect,
    ) -> impl Iterator<Item = Record<'a>> + Clone + use<'a> {
        let extent = &text[self.span.range()];
        // From the end of the first line on, so that the first bytes are
        // no byte order mark: the line that is then read is empty.
        let end = memchr::memchr2(b'\n', b'\r', extent).unwrap_or(extent.len());
        Lines::new(&extent[end..], dialect)
            .filter(|line| line.field() == Some(Field::Other))
            .map(move |line| Record {
                is_sitemap: false,
                name: line.name(),
                value: line.value(),
                line: self.line.saturating_add(line.number() - 1),
                group: Some(self.line),
            })
    }
}

/// A record that is neither a `user-agent` line nor a rule: a sitemap, or an
/// extension record.
///
/// `Display` writes it as a line of a robots.txt, bytes that are invalid UTF-8
/// replaced.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Record<'a> {
    is_sitemap: bool,
    name: &'a [u8],
    value: &'a [u8],
    line: u32,
    group: Option<u32>,
}

impl<'a> Record<'a> {
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
    pub fn group(&self) -> Option<u32> {
        self.group
    }

    /// What its field says.
    pub fn kind(&self) -> RecordKind {
        match self.is_sitemap {
            true => RecordKind::Sitemap,
            false => RecordKind::of(self.name),
        }
    }

    /// The seconds of a `crawl-delay`: `1*DIGIT ["." *DIGIT]`, at most a day.
    /// `None` of any other field, and of any other value: a sign, an
    /// exponent, a unit, `inf`, more than a day.
    ///
    /// What is finer than a nanosecond is dropped. No value panics.
    pub fn crawl_delay(&self) -> Option<Duration> {
        match self.kind() {
            RecordKind::CrawlDelay => parse_crawl_delay(self.value),
            _ => None,
        }
    }

    /// The rate of a `request-rate`; see [`RequestRate`] for its grammar.
    /// `None` of any other field, and of any other value.
    pub fn request_rate(&self) -> Option<RequestRate> {
        match self.kind() {
            RecordKind::RequestRate => RequestRate::parse(self.value),
            _ => None,
        }
    }

    /// The URL of a `sitemap`; its host may be any. `None` of any other
    /// field, and of a value that is no absolute URL: a sitemap URL has a
    /// scheme, `//` and a host.
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
        match self.kind() {
            RecordKind::Sitemap => absolute_url(self.value),
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

/// What the field of a [`Record`] says, ASCII case ignored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum RecordKind {
    /// `sitemap`, or what [`Dialect::Google`] takes for it.
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
    /// `license`: where the licence of the content stands.
    License,
    /// `llm-policy`: what language models may do.
    LlmPolicy,
    /// Any other field.
    Unknown,
}

impl RecordKind {
    /// The fields that are known, as they are usually written.
    const NAMES: [(&'static [u8], RecordKind); 10] = [
        (b"crawl-delay", RecordKind::CrawlDelay),
        (b"request-rate", RecordKind::RequestRate),
        (b"visit-time", RecordKind::VisitTime),
        (b"clean-param", RecordKind::CleanParam),
        (b"host", RecordKind::Host),
        (b"noindex", RecordKind::Noindex),
        (b"content-signal", RecordKind::ContentSignal),
        (b"content-usage", RecordKind::ContentUsage),
        (b"license", RecordKind::License),
        (b"llm-policy", RecordKind::LlmPolicy),
    ];

    /// The kind of an extension field.
    pub(crate) fn of(name: &[u8]) -> RecordKind {
        RecordKind::NAMES
            .iter()
            .find(|(known, _)| name.eq_ignore_ascii_case(known))
            .map_or(RecordKind::Unknown, |&(_, kind)| kind)
    }
}

/// The records of the groups that bind one crawler.
#[derive(Clone, Debug)]
pub(crate) enum BoundRecords {
    /// They stand in the text, in these groups.
    InText(Box<[Extent]>),
    /// They were copied out.
    Kept(Box<[KeptRecord]>),
}

impl Default for BoundRecords {
    fn default() -> Self {
        BoundRecords::Kept(Box::default())
    }
}

/// A record of a matcher that borrows nothing.
#[derive(Clone, Copy, Debug)]
pub(crate) struct KeptRecord {
    name: Span,
    value: Span,
    line: u32,
    group: Option<u32>,
}

impl BoundRecords {
    pub(crate) fn iter<'a>(
        &'a self,
        text: &'a [u8],
        dialect: Dialect,
    ) -> impl Iterator<Item = Record<'a>> + Clone {
        let (extents, kept): (&[Extent], &[KeptRecord]) = match self {
            BoundRecords::InText(extents) => (extents, &[]),
            BoundRecords::Kept(kept) => (&[], kept),
        };
        let in_text = extents
            .iter()
            .flat_map(move |extent| extent.records(text, dialect));
        in_text.chain(kept.iter().map(move |record| Record {
            is_sitemap: false,
            name: &text[record.name.range()],
            value: &text[record.value.range()],
            line: record.line,
            group: record.group,
        }))
    }

    /// The same records with their bytes copied; `copy` takes bytes to
    /// where the copies go, and says where there.
    pub(crate) fn keep(
        &self,
        text: &[u8],
        dialect: Dialect,
        mut copy: impl FnMut(&[u8]) -> Span,
    ) -> BoundRecords {
        let kept: Vec<KeptRecord> = self
            .iter(text, dialect)
            .map(|record| KeptRecord {
                name: copy(record.name),
                value: copy(record.value),
                line: record.line,
                group: record.group,
            })
            .collect();
        BoundRecords::Kept(kept.into())
    }
}

/// The extension records of a whole text, in one pass.
pub(crate) fn all_records(
    text: &[u8],
    dialect: Dialect,
) -> impl Iterator<Item = Record<'_>> + Clone {
    let mut group = None;
    let mut is_run_open = false;
    Lines::new(text, dialect).filter_map(move |line| {
        match line.field()? {
            Field::UserAgent if !is_run_open => {
                is_run_open = true;
                group = Some(line.number());
            }
            Field::Allow | Field::Disallow => is_run_open = false,
            Field::UserAgent | Field::Sitemap => {}
            Field::Other => {
                return Some(Record {
                    is_sitemap: false,
                    name: line.name(),
                    value: line.value(),
                    line: line.number(),
                    group,
                });
            }
        }
        None
    })
}

/// The sitemap records of a whole text, in one pass.
pub(crate) fn sitemaps(text: &[u8], dialect: Dialect) -> impl Iterator<Item = Record<'_>> + Clone {
    Lines::new(text, dialect)
        .filter(|line| line.field() == Some(Field::Sitemap))
        .map(|line| Record {
            is_sitemap: true,
            name: line.name(),
            value: line.value(),
            line: line.number(),
            group: None,
        })
}
