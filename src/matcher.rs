//! The rules for one crawler, compiled for many queries.

mod query;
#[cfg(feature = "aipref")]
mod usage;

use alloc::vec::Vec;
use core::fmt;
use core::marker::PhantomData;
use core::time::Duration;

use smallvec::SmallVec;

use crate::dialect::Dialect;
use crate::file::{File, Rule, Selected, SelectedBy, Selection};
use crate::lexer::Field;
use crate::records::terms::Terms;
use crate::records::{Collected, Kept, Record};
use crate::rule_set::{Compiler, RuleSet};
#[cfg(feature = "aipref")]
use crate::usage::Asked;
use crate::verdict::Unavailable;

/// The rules for one crawler, compiled.
///
/// Made by [`Robots::matcher`](crate::Robots::matcher), in one piece of memory
/// that holds the rules and extension records of the groups selected for the
/// crawler, and nothing else of the file: patterns, some 8 bytes per rule and 73
/// besides, and 6 to 12 bytes more per rule where there are hundreds. It borrows
/// nothing, whatever the lifetime says; cloning copies that memory.
///
/// A query takes time linear in the URL for all literal rules together, however
/// many there are, and at worst as much again for each rule with wildcards, `%2F` or
/// `%3F` that may match; it tries no rule twice. Where literal rules are many, they are
/// found by a hash of their bytes, and all that share one are tried: those that begin
/// with the same 256 bytes, and those that an attacker has made for it.
///
/// URLs that need no rewriting are matched without allocating, except by rules with
/// `%2F` or `%3F` that have more than 63 bytes between two `*`; by rules with bytes
/// that also end a `%XX` of the URL, which take a copy of it; and where a URL holds
/// what dozens of many rules need, which takes up to 24 bytes for each byte of it.
///
/// ```
/// use robots_exclusion::{Matcher, Robots};
///
/// let robots = Robots::parse("user-agent: *\ndisallow: /private/");
/// let matcher: Matcher<'static> = robots.matcher("MyBot").into_owned();
/// assert!(matcher.allowed("https://example.com/public"));
/// assert!(!matcher.allowed("https://example.com/private/x"));
/// ```
#[derive(Clone)]
pub struct Matcher<'t> {
    /// Its lines are those of the file. After the rules come the token that selected
    /// the groups, [`TOKEN_END`], and the records kept.
    rules: RuleSet,
    dialect: Dialect,
    selected_by: SelectedBy,
    /// What to answer if there is no file at all, and why there is none.
    pub(crate) without_file: Option<(bool, Unavailable)>,
    lifetime: PhantomData<&'t [u8]>,
    /// What it was asked about usage, compiled at the first such question.
    #[cfg(feature = "aipref")]
    asked: Asked,
}

impl Matcher<'static> {
    /// Compiles the rules of the groups that are selected for a crawler.
    pub(crate) fn new(file: &File<'_>, selected: &Selected<'_, '_>) -> Matcher<'static> {
        let mut compiler = Compiler::new(file.text(), file.dialect);
        let mut records = Collected::default();
        for &number in &selected.groups {
            let group = file.group(number as usize);
            let agents = group.agents();
            let naming = agents.map(|agent| (agent.line(), selected.is_by_line(agent.value())));
            records.add_group(group, naming);
            compiler.add_all(&file.rows[file.rules_of(number as usize)]);
        }
        records.add_leading(file);
        let token = selected.selection().token().unwrap_or_default();
        let rules = compiler.finish(&[token, &[TOKEN_END], &records.bytes]);
        Matcher::with_rules(rules, file.dialect, selected.by())
    }

    fn with_rules(rules: RuleSet, dialect: Dialect, selected_by: SelectedBy) -> Matcher<'static> {
        Matcher {
            rules,
            dialect,
            selected_by,
            without_file: None,
            lifetime: PhantomData,
            #[cfg(feature = "aipref")]
            asked: Asked::default(),
        }
    }

    /// A matcher where there is no file: the same answer for every URL but
    /// `/robots.txt` itself.
    pub(crate) fn without_file(
        allowed: bool,
        why: Unavailable,
        dialect: Dialect,
    ) -> Matcher<'static> {
        Matcher {
            without_file: Some((allowed, why)),
            ..Matcher::with_rules(RuleSet::default(), dialect, SelectedBy::None)
        }
    }
}

/// Follows the token that selected the groups; no token holds it.
const TOKEN_END: u8 = 0;

impl<'t> Matcher<'t> {
    /// Why there is no file to obey; `None` if there is one.
    pub fn unavailable(&self) -> Option<Unavailable> {
        self.without_file.map(|(_, why)| why)
    }

    /// The rules for the crawler, in file order, including those that match
    /// nothing.
    ///
    /// Costs a sort by line.
    ///
    /// ```
    /// let robots = robots_exclusion::Robots::parse("user-agent: *\ndisallow: /a\nallow: /b");
    /// let rules: Vec<_> = robots.matcher("MyBot").rules().map(|rule| rule.to_string()).collect();
    /// assert_eq!(rules, ["Disallow: /a", "Allow: /b"]);
    /// ```
    pub fn rules(&self) -> impl ExactSizeIterator<Item = Rule<'_>> + DoubleEndedIterator + Clone {
        let mut rules: Vec<Rule<'_>> = self.rules.rules().collect();
        rules.sort_unstable_by_key(Rule::line);
        rules.into_iter()
    }

    /// What the matcher keeps after its rules: the token that selected the
    /// groups, and records.
    fn token_and_records(&self) -> (&[u8], &[u8]) {
        let mut parts = self.rules.after().splitn(2, |&byte| byte == TOKEN_END);
        let mut part = || parts.next().unwrap_or_default();
        (part(), part())
    }

    /// The extension records of the groups selected for the crawler, in file
    /// order. A crawler with a group of its own inherits none from `*`.
    ///
    /// ```
    /// use robots_exclusion::Robots;
    ///
    /// let robots = Robots::parse("user-agent: *\nrequest-rate: 1/10s\ndisallow: /a");
    /// let matcher = robots.matcher("MyBot");
    /// assert_eq!(matcher.records().next().unwrap().to_string(), "request-rate: 1/10s");
    /// ```
    pub fn records(&self) -> impl Iterator<Item = Record<'_>> + Clone {
        let kept = self.kept().map(|(record, _)| record);
        kept.filter(Record::is_of_group)
    }

    /// The licences that the content is under for the crawler, in file order:
    /// the `license` records of the groups selected for it, or, if they hold
    /// none, those before all groups. A crawler with a group of its own inherits
    /// none from `*`. Their values are URLs: see
    /// [`license_url`](Record::license_url).
    ///
    /// A licence changes no verdict, and is there for disallowed URLs, too. The
    /// document, and its precedence against `Link` headers and HTML, are the
    /// caller's business (RSL 1.0 §4.9). For this question a `license` line ends a
    /// run of `user-agent` lines as a rule does; for verdicts it does not.
    ///
    /// ```
    /// use robots_exclusion::Robots;
    ///
    /// let robots = Robots::parse(
    ///     "License: https://example.com/all.xml\n\n\
    ///      User-agent: SomeBot\nLicense: https://example.com/some.xml\nAllow: /",
    /// );
    /// let path = |agent| {
    ///     let matcher = robots.matcher(agent);
    ///     let url = matcher.licenses().next().and_then(|license| license.license_url());
    ///     url.unwrap().path().to_owned()
    /// };
    /// assert_eq!(path("SomeBot"), "/some.xml");
    /// assert_eq!(path("OtherBot"), "/all.xml");
    /// ```
    pub fn licenses(&self) -> impl Iterator<Item = Record<'_>> + Clone {
        self.terms(Terms::License)
    }

    /// The lines of a field that are for the crawler.
    pub(crate) fn terms(&self, terms: Terms) -> impl Iterator<Item = Record<'_>> + Clone {
        self.kept_for(false)
            .filter(move |record| Terms::of(record.field()) == Some(terms))
    }

    /// The records that are for the crawler, or those that stand in groups selected
    /// for it, but are for others.
    pub(crate) fn kept_for(&self, others: bool) -> impl Iterator<Item = Record<'_>> + Clone {
        let kept = self.kept().filter(move |kept| kept.1 == others);
        kept.map(|(record, _)| record)
    }

    fn kept(&self) -> Kept<'_> {
        Kept::new(self.token_and_records().1, self.dialect)
    }

    /// The sitemaps of the file, if they are kept: see
    /// [`with_sitemaps`](Matcher::with_sitemaps).
    pub fn sitemaps(&self) -> impl Iterator<Item = Record<'_>> + Clone {
        self.kept_for(false)
            .filter(|record| record.field() == Field::Sitemap)
    }

    /// Has the matcher keep these sitemaps as well, so that a cache of matchers
    /// need not keep anything else.
    ///
    /// Sitemaps belong to no group and most callers have no use for them, so they
    /// are left out otherwise. Each takes 23 bytes besides its URL. Records with
    /// other fields are ignored, and so are all where there is no file.
    ///
    /// ```
    /// use robots_exclusion::Robots;
    ///
    /// let robots = Robots::parse("user-agent: *\ndisallow: /a\nsitemap: https://example.com/s.xml");
    /// let matcher = robots.matcher("MyBot").with_sitemaps(robots.sitemaps());
    /// assert_eq!(matcher.sitemaps().next().unwrap().value(), b"https://example.com/s.xml");
    /// ```
    #[must_use]
    pub fn with_sitemaps<'s>(self, sitemaps: impl IntoIterator<Item = Record<'s>>) -> Matcher<'t> {
        let mut kept = SmallVec::new();
        for sitemap in sitemaps {
            if sitemap.field() == Field::Sitemap {
                sitemap.keep(false, &mut kept);
            }
        }
        if self.without_file.is_some() {
            return self;
        }
        Matcher {
            rules: self.rules.with_more_after(&kept),
            ..self
        }
    }

    /// How long the crawler is asked to wait between two requests: the
    /// largest `crawl-delay` of the groups selected for it, which is the polite
    /// choice.
    ///
    /// Values that are not a plain number of seconds, and those above a day, are
    /// ignored (see [`Record::crawl_delay`]). RFC 9309 does not know this field,
    /// and Google does not obey it.
    ///
    /// ```
    /// use std::time::Duration;
    /// use robots_exclusion::Robots;
    ///
    /// let robots = Robots::parse("user-agent: a\ncrawl-delay: 5\nuser-agent: b\ndisallow: /x");
    /// assert_eq!(robots.matcher("b").crawl_delay(), Some(Duration::from_secs(5)));
    /// assert_eq!(robots.matcher("c").crawl_delay(), None);
    /// ```
    pub fn crawl_delay(&self) -> Option<Duration> {
        self.records()
            .filter_map(|record| record.crawl_delay())
            .max()
    }

    /// Which groups were selected for the crawler, and by which product token.
    pub fn selection(&self) -> Selection<'_> {
        let (token, _) = self.token_and_records();
        self.selected_by.selection(token)
    }

    /// The dialect it answers in.
    pub fn dialect(&self) -> Dialect {
        self.dialect
    }

    /// The same without a lifetime; costs nothing, as a matcher borrows nothing.
    pub fn into_owned(self) -> Matcher<'static> {
        Matcher {
            lifetime: PhantomData,
            ..self
        }
    }
}

/// Shows the rules of a matcher as lines of a robots.txt, the first of them if
/// there are many.
impl fmt::Debug for Matcher<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const SHOWN: usize = 16;
        let rules: Vec<Rule<'_>> = self.rules().take(SHOWN).collect();
        f.debug_struct("Matcher")
            .field("selection", &self.selection())
            .field("dialect", &self.dialect)
            .field("without_file", &self.without_file)
            .field("first_rules", &rules)
            .field("rules", &self.rules().len())
            .finish()
    }
}
