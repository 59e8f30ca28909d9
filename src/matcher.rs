//! Compiled rules for one crawler.

#[cfg(feature = "usage")]
mod usage;

use alloc::boxed::Box;
use alloc::string::ToString;
use alloc::vec::Vec;
use core::cmp::Reverse;
use core::fmt;
use core::time::Duration;

use crate::debug::AsText;
use crate::dialect::Dialect;
use crate::file::{File, Row, Rule, Selected, SelectedBy, Selection, UserAgent};
use crate::lexer::Field;
use crate::records::{self, Collected, Record};
use crate::rule_set::{self, Compiler, Decision, RuleSet};
use crate::target::Target;
#[cfg(feature = "usage")]
use crate::usage::CompiledLines;
use crate::verdict::{Match, NoFile, Unavailable, Verdict};
use crate::words;

/// The compiled rules for one crawler, ready to be asked about many URLs.
///
/// Created by [`Robots::matcher`](crate::Robots::matcher). A matcher contains only the rules and
/// extension records from the groups selected for the crawler. It takes 64 bytes (80 with the
/// `usage` feature), plus 9 bytes per rule (16 if the rule has wildcards), plus the patterns
/// themselves. In large sets, a rule may take up to 24 bytes. A pattern that isn't in canonical
/// spelling is stored in both spellings. A matcher borrows nothing, and cloning it copies its
/// memory.
///
/// A query looks at one byte of each literal rule, 32 rules at a time, and at eight bytes of each
/// rule with wildcards, `%2F` or `%3F`. Only the rules that these bytes don't exclude are tried,
/// each at most once and in time linear in its pattern and the URL. If there are at least 1,024
/// rules, an index finds the ones whose text before the first wildcard is a prefix of the URL, so
/// the query looks only at these and at rules that begin with `/*`. In the worst case, every rule is
/// tried, as in [`Robots::allowed`](crate::Robots::allowed).
///
/// Matching a URL that needs no rewriting doesn't allocate, with two exceptions: rules with `%2F`
/// or `%3F` that have more than 63 bytes between two `*`s, and rules whose text after a `*` is
/// found inside a `%XX` in the URL. In these cases, the search continues in a copy of the URL.
///
/// ```
/// use robots_exclusion::Robots;
///
/// let robots = Robots::parse("user-agent: *\ndisallow: /private/");
/// let matcher = robots.matcher("MyBot");
/// assert!(matcher.allowed("https://example.com/public"));
/// assert!(!matcher.allowed("https://example.com/private/x"));
/// ```
#[derive(Clone)]
// A first query mostly waits for memory. If a matcher fills exactly one cache line instead of
// parts of two, it takes 9 % less time.
#[cfg_attr(not(feature = "usage"), repr(align(64)))]
pub struct Matcher {
    /// The rules, with their line numbers in the file.
    pub(crate) rules: RuleSet,
    /// The product token that selected the groups, if one did, after its length. The records for
    /// the crawler and the sitemaps follow, in the format that
    /// [`kept_records`](records::kept_records) reads.
    kept: Box<[u8]>,
    dialect: Dialect,
    selected_by: SelectedBy,
    /// The answer to every query if there is no file, and the reason why there is none.
    pub(crate) without_file: Option<NoFile>,
    /// The usage preferences, compiled when they are first queried.
    #[cfg(feature = "usage")]
    usage_lines: CompiledLines,
}

impl Matcher {
    /// Returns `true` if the crawler may fetch `url`.
    ///
    /// As for [`Robots::allowed`](crate::Robots::allowed), `url` is an absolute URL or a path that
    /// begins with `/`. Its host is ignored.
    pub fn allowed(&self, url: impl AsRef<str>) -> bool {
        // There are no rules to try, and `/robots.txt` is exempt in both dialects.
        if self.without_file.is_some() {
            return self.verdict(url).allowed();
        }
        let target = Target::new(url.as_ref(), self.dialect);
        rule_set::is_allowed(&target, || self.rules.decide(&target))
    }

    /// Returns whether the crawler may fetch `url`, and why.
    ///
    /// Takes no more time than [`allowed`](Matcher::allowed).
    pub fn verdict(&self, url: impl AsRef<str>) -> Verdict<'_> {
        if let Some(answer) = self.without_file {
            return Verdict::without_file(answer, url.as_ref());
        }
        let target = Target::new(url.as_ref(), self.dialect);
        let decision = self.rules.decide(&target);
        // Only the deciding rule is read back from its entry.
        let rule = |decision: Decision| (decision, self.rules.rule(decision.rule as usize));
        Verdict::by_rules(&target, decision.map(rule), self.selection())
    }

    /// Returns the rules that match `url`. The deciding rule comes first, and the others follow in
    /// order of precedence: longer rules before shorter ones, then `allow` before `disallow`, then
    /// file order.
    ///
    /// The list is empty if there is no file, or if the URL is `/robots.txt` in a dialect that
    /// always allows it. This method tries every rule.
    ///
    /// ```
    /// use robots_exclusion::Robots;
    ///
    /// let robots = Robots::parse("user-agent: *\ndisallow: /\nallow: /a\nallow: /b");
    /// let matcher = robots.matcher("MyBot");
    /// let matches = matcher.matches("/ab");
    /// let lines: Vec<_> = matches.iter().map(|found| found.rule.line()).collect();
    /// assert_eq!(lines, [3, 2]);
    /// assert_eq!(matches[0].length, 2);
    /// ```
    pub fn matches(&self, url: impl AsRef<str>) -> Vec<Match<'_>> {
        let target = Target::new(url.as_ref(), self.dialect);
        // `/robots.txt` is exempt, so no rule matters.
        if target.is_robots_txt() {
            return Vec::new();
        }
        let rule = |decision: &Decision| self.rules.rule(decision.rule as usize);
        let mut decisions = self.rules.matching(&target);
        // A rule for an index page may match in two ways. Only the longer match counts.
        decisions.sort_unstable_by_key(|decision| (rule(decision).line(), Reverse(*decision)));
        decisions.dedup_by_key(|decision| rule(decision).line());
        decisions.sort_unstable_by_key(|&decision| Reverse(decision));
        let found = decisions.iter().map(|decision| Match {
            rule: rule(decision),
            length: decision.rank.length(),
        });
        found.collect()
    }

    /// Returns the rules for the crawler in file order, including rules that match nothing.
    ///
    /// Sorts the rules by line on each call.
    ///
    /// ```
    /// let robots = robots_exclusion::Robots::parse("user-agent: *\ndisallow: /a\nallow: /b");
    /// let rules: Vec<_> = robots.matcher("MyBot").rules().map(|rule| rule.to_string()).collect();
    /// assert_eq!(rules, ["Disallow: /a", "Allow: /b"]);
    /// ```
    pub fn rules(&self) -> impl ExactSizeIterator<Item = Rule<'_>> + DoubleEndedIterator + Clone {
        let mut rules: Vec<Rule<'_>> = self.rules.rules().collect();
        // A stable sort is faster, because the literal rules are already in order.
        rules.sort_by_key(Rule::line);
        rules.into_iter()
    }

    /// Returns the groups that were selected for the crawler, and the product token that selected
    /// them.
    pub fn selection(&self) -> Selection<'_> {
        self.selected_by.selection(self.split().0)
    }

    /// Returns the dialect of the matcher.
    pub fn dialect(&self) -> Dialect {
        self.dialect
    }

    /// Returns the reason why no file is available, or `None` if a file is.
    pub fn unavailable(&self) -> Option<Unavailable> {
        self.without_file.map(|(_, why)| why)
    }

    /// Returns the extension records that apply to the crawler, in file order. They come from the
    /// groups selected for it.
    ///
    /// A record applies to the crawlers named in its run of `user-agent` lines, which may be only
    /// some of those in its group; see [`records`](crate::records). If a group names a crawler, the
    /// crawler doesn't inherit any records from `*`.
    ///
    /// ```
    /// use robots_exclusion::Robots;
    ///
    /// let robots = Robots::parse("user-agent: *\nrequest-rate: 1/10s\ndisallow: /a");
    /// let matcher = robots.matcher("MyBot");
    /// assert_eq!(matcher.records().next().unwrap().to_string(), "request-rate: 1/10s");
    /// ```
    pub fn records(&self) -> impl Iterator<Item = Record<'_>> + Clone {
        self.kept().filter(|record| record.group_line().is_some())
    }

    /// Returns the `license` records that apply to the crawler, in file order.
    ///
    /// They come from the groups selected for it or, if these don't contain any, from the lines
    /// before the first group. If a group names a crawler, the crawler doesn't inherit any records
    /// from `*`. The values are URLs: see [`license_url`](Record::license_url).
    ///
    /// A licence never changes a verdict, and it applies to disallowed URLs, too. It's up to you to
    /// fetch the document, and to choose between it, `Link` headers and HTML (RSL 1.0 §4.9).
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
        self.kept_of(Field::License)
    }

    /// Returns the delay that the crawler should leave between two requests. This is the largest
    /// `crawl-delay` in its [records](Matcher::records).
    ///
    /// Values other than a plain number of seconds are ignored, and delays of more than a day count
    /// as one day (see [`Record::crawl_delay`]). This field isn't part of RFC 9309, and Google
    /// ignores it.
    ///
    /// ```
    /// use std::time::Duration;
    /// use robots_exclusion::Robots;
    ///
    /// let robots = Robots::parse("user-agent: a\nuser-agent: b\ncrawl-delay: 5\nuser-agent: c");
    /// assert_eq!(robots.matcher("b").crawl_delay(), Some(Duration::from_secs(5)));
    /// assert_eq!(robots.matcher("c").crawl_delay(), None);
    /// ```
    pub fn crawl_delay(&self) -> Option<Duration> {
        self.records()
            .filter_map(|record| record.crawl_delay())
            .max()
    }

    /// Returns the delay between two requests that the file asks for, but at most `cap`.
    ///
    /// This is the larger of [`crawl_delay`](Matcher::crawl_delay) and the longest time between two
    /// requests at the rate in one of the crawler's `request-rate` records, if they are spread
    /// evenly. Returns `None` if there is neither.
    ///
    /// Choose `cap` with care: a `crawl-delay` is at most one day, but a rate may ask for years. A
    /// rate that is limited to certain hours is treated as if it applied all day. The delay applies
    /// to every request to the host, including the one for robots.txt. Even so, crawlers usually
    /// fetch the first page right after robots.txt, because they can't know the delay until they
    /// have read it.
    ///
    /// ```
    /// use std::time::Duration;
    /// use robots_exclusion::Robots;
    ///
    /// let robots = Robots::parse("User-agent: *\nCrawl-delay: 2\nRequest-rate: 1/10s\nDisallow: /x");
    /// let matcher = robots.matcher("MyBot");
    /// let minute = Duration::from_secs(60);
    /// assert_eq!(matcher.delay(minute), Some(Duration::from_secs(10)));
    /// assert_eq!(matcher.delay(Duration::from_secs(5)), Some(Duration::from_secs(5)));
    /// assert_eq!(Robots::parse("").matcher("MyBot").delay(minute), None);
    /// ```
    pub fn delay(&self, cap: Duration) -> Option<Duration> {
        // A `request-rate` of `1/10s` asks for the same pause as a `crawl-delay` of 10.
        let rates = self.records().filter_map(|record| record.request_rate());
        let longest = rates.map(|rate| rate.period / rate.requests.get()).max();
        self.crawl_delay().max(longest).map(|delay| delay.min(cap))
    }

    /// Stores sitemaps in the matcher, replacing any that it already contains. A cache then only
    /// needs to keep matchers.
    ///
    /// By default, a matcher doesn't contain any sitemaps, because they don't belong to a group and
    /// you probably don't need them. Each one takes 27 bytes in addition to its URL. Records with
    /// other fields are ignored, and if there is no file, all records are.
    ///
    /// ```
    /// use robots_exclusion::Robots;
    ///
    /// let robots = Robots::parse("user-agent: *\ndisallow: /a\nsitemap: https://example.com/s.xml");
    /// let matcher = robots.matcher("MyBot").with_sitemaps(robots.sitemaps());
    /// assert_eq!(matcher.sitemaps().next().unwrap().value(), b"https://example.com/s.xml");
    /// ```
    #[must_use]
    pub fn with_sitemaps<'s>(mut self, sitemaps: impl IntoIterator<Item = Record<'s>>) -> Matcher {
        if self.without_file.is_some() {
            return self;
        }
        // Keep everything but the old sitemaps, and append the new ones.
        let is_sitemap = |record: &Record<'_>| record.field() == Field::Sitemap;
        let mut kept = Collected::of(self.selection().token());
        for record in self.kept().filter(|record| !is_sitemap(record)) {
            record.keep(&mut kept.bytes);
        }
        for sitemap in sitemaps.into_iter().filter(is_sitemap) {
            sitemap.keep(&mut kept.bytes);
        }
        self.kept = kept.bytes.into();
        self
    }

    /// Returns the sitemaps that were added with [`with_sitemaps`](Matcher::with_sitemaps).
    pub fn sitemaps(&self) -> impl Iterator<Item = Record<'_>> + Clone {
        self.kept_of(Field::Sitemap)
    }

    /// Returns a matcher without rules, which allows everything.
    ///
    /// If there is no robots.txt, use the matcher from a
    /// [`FetchOutcome`](crate::fetch::FetchOutcome) instead, which also knows the reason.
    pub fn allow_all() -> Matcher {
        Matcher {
            selected_by: SelectedBy::Wildcard,
            ..Matcher::of_parts(RuleSet::default(), Collected::default(), Dialect::Standard)
        }
    }

    /// Returns a matcher with the rule `Disallow: /`, which disallows everything except
    /// `/robots.txt`.
    ///
    /// ```
    /// use robots_exclusion::Matcher;
    ///
    /// assert!(!Matcher::disallow_all().allowed("/page"));
    /// assert!(Matcher::allow_all().allowed("/page"));
    /// ```
    pub fn disallow_all() -> Matcher {
        let mut compiler = Compiler::new(b"/", Dialect::Standard);
        compiler.add_all(&[Row::of_rule(0..1, false, 1)]);
        Matcher {
            rules: compiler.finish(),
            ..Matcher::allow_all()
        }
    }
}

// The docs of `Matcher` state these sizes.
#[cfg(target_pointer_width = "64")]
const _: () = assert!(size_of::<Matcher>() == if cfg!(feature = "usage") { 80 } else { 64 });

/// Construction of matchers and access to the stored records.
impl Matcher {
    /// Compiles the rules of the groups that are selected for a crawler.
    pub(crate) fn new(file: &File<'_>, selected: &Selected<'_, '_>) -> Matcher {
        let mut compiler = Compiler::new(&file.text, file.dialect);
        let mut records = Collected::of(selected.selection().token());
        // The groups are merged: their rules and records apply together, in file order.
        for &number in &selected.groups {
            let group = file.group(number as usize);
            let is_naming = |agent: &UserAgent<'_>| selected.is_by_line(agent.value());
            let naming = group.agents().filter(is_naming);
            records.add(group.records(), naming.map(|agent| agent.line()));
            compiler.add_all(&file.rows[file.rules_of(number as usize)]);
        }
        // Only now do we know which fields the groups contain.
        records.add_leading(file);
        Matcher {
            selected_by: selected.by(),
            ..Matcher::of_parts(compiler.finish(), records, file.dialect)
        }
    }

    /// Creates a matcher from compiled rules and collected records, without a selection.
    pub(crate) fn of_parts(rules: RuleSet, records: Collected, dialect: Dialect) -> Matcher {
        Matcher {
            rules,
            kept: records.bytes.into(),
            dialect,
            selected_by: SelectedBy::None,
            without_file: None,
            #[cfg(feature = "usage")]
            usage_lines: CompiledLines::default(),
        }
    }

    /// Creates a matcher for a missing file, which returns the same answer for every URL except
    /// `/robots.txt`.
    pub(crate) fn without_file(answer: NoFile, dialect: Dialect) -> Matcher {
        Matcher {
            without_file: Some(answer),
            ..Matcher::of_parts(RuleSet::default(), Collected::default(), dialect)
        }
    }

    /// Returns the stored records with this field.
    pub(crate) fn kept_of(&self, field: Field) -> impl Iterator<Item = Record<'_>> + Clone {
        self.kept().filter(move |record| record.field() == field)
    }

    /// Returns the stored records: the ones from the crawler's groups, the ones before the first
    /// group that apply to it, and sitemaps.
    pub(crate) fn kept(&self) -> impl Iterator<Item = Record<'_>> + Clone {
        records::kept_records(self.split().1, self.dialect)
    }

    /// Returns the product token that selected the groups, or nothing if none did, and the bytes of
    /// the stored records.
    fn split(&self) -> (&[u8], &[u8]) {
        let has_token = self.selected_by >= SelectedBy::General;
        let number = words::split_number(&self.kept).filter(|_| has_token);
        let (length, rest) = number.unwrap_or((0, &self.kept));
        rest.split_at(length as usize)
    }

    /// Returns the size of the matcher's heap memory, excluding the compiled usage preferences.
    #[cfg(feature = "std")]
    pub(crate) fn heap_size(&self) -> usize {
        self.rules.heap_size() + self.kept.len()
    }
}

/// Prints the dialect and the start of the text that `Display` writes.
impl fmt::Debug for Matcher {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Matcher")
            .field("dialect", &self.dialect)
            .field("text", &AsText(self.to_string()))
            .finish()
    }
}
