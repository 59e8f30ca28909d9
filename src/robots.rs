//! A parsed robots.txt.

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::vec::Vec;
use core::ops::Range;
use core::sync::atomic::{AtomicU8, Ordering};

use once_cell::race::OnceBox;

use crate::dialect::Dialect;
use crate::group::{Bonds, Groups, POSITION_LIMIT};
use crate::lexer::LineCounter;
use crate::matcher::Matcher;
use crate::records::{self, Extent, Group, GroupList, Record};
use crate::rule_set::{self, Decision, RuleSet};
use crate::target::Target;
use crate::verdict::{Reason, Rule, Verdict};

/// How to read a robots.txt; the default is what RFC 9309 and Google's
/// specification ask for.
///
/// ```
/// use robots_exclusion::{Dialect, ParseOptions};
///
/// let text = b"user-agent: *\ndisallow /private/";
/// let google = ParseOptions::new().dialect(Dialect::Google).byte_limit(None).parse(text);
/// assert!(!google.allowed("MyBot", "/private/"));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ParseOptions {
    dialect: Dialect,
    byte_limit: Option<usize>,
    agent_fallback: bool,
}

impl Default for ParseOptions {
    fn default() -> ParseOptions {
        ParseOptions {
            dialect: Dialect::Standard,
            byte_limit: Some(ParseOptions::DEFAULT_BYTE_LIMIT),
            agent_fallback: true,
        }
    }
}

impl ParseOptions {
    /// 500 KiB: what crawlers must read at least (RFC 9309 §2.5), and what
    /// Google reads at most.
    pub const DEFAULT_BYTE_LIMIT: usize = 512_000;

    /// The defaults: [`Dialect::Standard`], 500 KiB, agent fallback on.
    pub fn new() -> ParseOptions {
        ParseOptions::default()
    }

    /// Chooses the dialect.
    pub fn dialect(mut self, dialect: Dialect) -> ParseOptions {
        self.dialect = dialect;
        self
    }

    /// Chooses how many bytes are read, a byte order mark included; `None`
    /// lifts the limit (up to 64 MiB, beyond which nothing is read).
    ///
    /// What lies past the limit is ignored, and so is a line that the limit
    /// cuts. A limit below 512,000 does not conform to RFC 9309 §2.5.
    ///
    /// ```
    /// use robots_exclusion::ParseOptions;
    ///
    /// let text = "user-agent: *\ndisallow: /\ndisallow: /private";
    /// let robots = ParseOptions::new().byte_limit(27).parse(text);
    /// assert!(robots.is_truncated());
    /// assert_eq!(robots.matcher("MyBot").rules().len(), 1);
    /// ```
    pub fn byte_limit(mut self, limit: impl Into<Option<usize>>) -> ParseOptions {
        self.byte_limit = limit.into();
        self
    }

    /// Chooses whether a crawler without a group of its own obeys the group
    /// of a more general product token, `Googlebot-Image` that of
    /// `googlebot`. Off, it is bound by `*` at once, which is RFC 9309 §2.2.1
    /// to the letter. [`Dialect::Google`] never falls back.
    pub fn agent_fallback(mut self, fallback: bool) -> ParseOptions {
        self.agent_fallback = fallback;
        self
    }

    /// Parses with these options; otherwise as [`Robots::parse`].
    pub fn parse<T: AsRef<[u8]> + ?Sized>(self, text: &T) -> Robots<'_> {
        let input = text.as_ref();
        let limit = self
            .byte_limit
            .unwrap_or(POSITION_LIMIT)
            .min(POSITION_LIMIT);
        let text = up_to(input, limit);
        Robots {
            text: Cow::Borrowed(text),
            options: self,
            is_truncated: input.len() > limit,
            groups: Groups::new(text, self.dialect),
            indexes: Indexes::default(),
        }
    }

    /// All that was chosen: dialect, limit, fallback.
    #[cfg(feature = "serde")]
    pub(crate) fn chosen(self) -> (Dialect, Option<usize>, bool) {
        (self.dialect, self.byte_limit, self.agent_fallback)
    }

    /// The dialect chosen.
    pub(crate) fn chosen_dialect(self) -> Dialect {
        self.dialect
    }
}

/// The first `limit` bytes, less a line that is cut by the limit.
fn up_to(input: &[u8], limit: usize) -> &[u8] {
    if input.len() <= limit {
        return input;
    }
    let text = &input[..limit];
    if matches!(input[limit], b'\n' | b'\r') {
        return text;
    }
    &text[..memchr::memrchr2(b'\n', b'\r', text).map_or(0, |end| end + 1)]
}

/// A parsed robots.txt.
///
/// It borrows the text; [`into_owned`](Robots::into_owned) makes one that
/// does not. Parsing takes one pass; besides the text it keeps 8 bytes a rule
/// and 12 a `user-agent` line. See the [crate](crate) for an overview.
///
/// Queries about many URLs are answered faster by [`matcher`](Robots::matcher).
#[derive(Debug)]
pub struct Robots<'t> {
    text: Cow<'t, [u8]>,
    options: ParseOptions,
    is_truncated: bool,
    groups: Groups,
    indexes: Indexes,
}

impl<'t> Robots<'t> {
    /// Parses a robots.txt. Takes any bytes, never fails and never panics;
    /// what is no record is skipped. Reads at most 500 KiB: see
    /// [`ParseOptions`], also for the other [`Dialect`].
    ///
    /// ```
    /// use robots_exclusion::Robots;
    ///
    /// let robots = Robots::parse(b"User-agent: *\nDisallow: /private/\n");
    /// assert!(!robots.allowed("MyBot/1.0", "https://example.com/private/x"));
    /// assert!(robots.allowed("MyBot/1.0", "https://example.com/public"));
    /// ```
    pub fn parse<T: AsRef<[u8]> + ?Sized>(text: &'t T) -> Robots<'t> {
        ParseOptions::new().parse(text)
    }

    /// Whether a crawler may fetch a URL.
    ///
    /// `agent` is the crawler's product token, `MyBot`. In
    /// [`Dialect::Standard`] a version and comment after it are dropped, and
    /// of a header like `Mozilla/5.0 (compatible; MyBot/1.0)` the right token
    /// is taken (see [`agent::product_token`](crate::agent::product_token));
    /// in [`Dialect::Google`] it is compared as given.
    ///
    /// `url` is an absolute URL (`&str`, `String`, `url::Url`), or its path
    /// and query, which begin with `/`. Only path and query are looked at:
    /// whether this robots.txt covers the URL's host is the business of
    /// [`location::Scope`](crate::location::Scope). Any string gets an answer.
    ///
    /// The first query reads the rules of the groups that bind the crawler;
    /// from the second on a group of more than 32 rules has an index, and
    /// from the 17th on one of more than 8.
    ///
    /// ```
    /// use robots_exclusion::Robots;
    ///
    /// let robots = Robots::parse("user-agent: MyBot\ndisallow: /*.gif$\nallow: /logo.gif");
    /// assert!(!robots.allowed("MyBot", "https://example.com/a.gif"));
    /// assert!(robots.allowed("MyBot", "https://example.com/logo.gif"));
    /// assert!(robots.allowed("OtherBot", "/a.gif"));
    /// ```
    pub fn allowed(&self, agent: &str, url: impl AsRef<str>) -> bool {
        let target = Target::new(url.as_ref(), self.options.dialect);
        if target.is_robots_txt() {
            return true;
        }
        let bonds = self.bonds(&[agent]);
        self.decide(bonds, &[agent], &target)
            .is_none_or(|decision| decision.precedence.allows(self.options.dialect))
    }

    /// Whether a crawler may fetch a URL, and why; see
    /// [`allowed`](Robots::allowed).
    ///
    /// Costs one pass over the text up to the deciding rule more, to count
    /// its line.
    ///
    /// ```
    /// use robots_exclusion::Robots;
    ///
    /// let robots = Robots::parse("user-agent: *\ndisallow: /private/");
    /// let verdict = robots.verdict("MyBot", "/private/x");
    /// assert!(!verdict.allowed());
    /// assert_eq!(verdict.line(), Some(2));
    /// ```
    pub fn verdict(&self, agent: &str, url: impl AsRef<str>) -> Verdict<'_> {
        let target = Target::new(url.as_ref(), self.options.dialect);
        let bonds = self.bonds(&[agent]);
        let binding = bonds.bound.binding(&self.text);
        if target.is_robots_txt() {
            return Verdict {
                allowed: true,
                reason: Reason::RobotsTxt,
                binding,
            };
        }
        match self.decide(bonds, &[agent], &target) {
            Some(decision) => Verdict {
                allowed: decision.precedence.allows(self.options.dialect),
                reason: Reason::Rule(self.rule(decision.rule())),
                binding,
            },
            None => Verdict::no_rule(binding),
        }
    }

    /// The rules that bind a crawler, compiled for many queries.
    ///
    /// Costs O(n log n) for n rules. For `agent` see
    /// [`allowed`](Robots::allowed).
    ///
    /// ```
    /// use robots_exclusion::Robots;
    ///
    /// let robots = Robots::parse("user-agent: *\ndisallow: /private/");
    /// let matcher = robots.matcher("MyBot");
    /// assert!(matcher.allowed("/public"));
    /// ```
    pub fn matcher(&self, agent: &str) -> Matcher<'_> {
        self.matcher_for(&[agent])
    }

    /// The rules that bind a crawler with several product tokens, compiled.
    ///
    /// In [`Dialect::Standard`] the list is ordered: the first token that has
    /// a group of its own binds, else the first with a more general group,
    /// else `*`. In [`Dialect::Google`] the groups of all of them are merged.
    /// An empty list is bound by `*`.
    ///
    /// ```
    /// use robots_exclusion::Robots;
    ///
    /// let robots = Robots::parse("user-agent: googlebot\ndisallow: /private/");
    /// let matcher = robots.matcher_for(&["Googlebot-Image", "Googlebot"]);
    /// assert!(!matcher.allowed("/private/x.png"));
    /// ```
    pub fn matcher_for<A: AsRef<str>>(&self, agents: &[A]) -> Matcher<'_> {
        let bonds = self.bonds(agents);
        let mut rules = Vec::new();
        let mut extents = Vec::new();
        for group in self.bound_groups(bonds, agents) {
            extents.push(Extent::new(self.groups.extent(&self.text, &group)));
            rules.extend_from_slice(&self.groups.rules[group]);
        }
        Matcher::new(
            &self.text,
            self.options.dialect,
            bonds.bound,
            extents,
            rules,
        )
    }

    /// The groups, in file order, as they are written: those that name the
    /// same agent are listed apart.
    ///
    /// Their lines are counted on the way, in one pass over the text for all
    /// groups together.
    pub fn groups(&self) -> impl Iterator<Item = Group<'_>> + Clone {
        GroupList::new(&self.text, self.options.dialect, &self.groups)
    }

    /// The sitemaps, in file order, each with its value as written and, [on
    /// request](Record::sitemap_url), as a URL.
    ///
    /// They belong to no group, may be on any host, and being listed exempts
    /// a URL from no rule. Reads the text again, in one pass.
    pub fn sitemaps(&self) -> impl Iterator<Item = Record<'_>> + Clone {
        records::sitemaps(&self.text, self.options.dialect)
    }

    /// The extension records, in file order: every record that is no
    /// `user-agent` line, no rule and no sitemap. Those that bind one crawler
    /// are had from [`Matcher::records`].
    ///
    /// Reads the text again, in one pass.
    ///
    /// ```
    /// use robots_exclusion::Robots;
    ///
    /// let robots = Robots::parse("host: example.com\nuser-agent: a\ndisallow: /\nvisit-time: 0100-0230");
    /// let records: Vec<_> = robots.records().map(|record| (record.to_string(), record.group())).collect();
    /// assert_eq!(records, [("host: example.com".into(), None), ("visit-time: 0100-0230".into(), Some(2))]);
    /// ```
    pub fn records(&self) -> impl Iterator<Item = Record<'_>> + Clone {
        records::all_records(&self.text, self.options.dialect)
    }

    /// Whether the input was longer than the limit, and so not all read.
    pub fn is_truncated(&self) -> bool {
        self.is_truncated
    }

    /// The dialect it was parsed in.
    pub fn dialect(&self) -> Dialect {
        self.options.dialect
    }

    /// The options it was parsed with.
    pub fn options(&self) -> ParseOptions {
        self.options
    }

    /// The text it was parsed from, up to the limit: what is not in it was
    /// not read.
    pub fn text(&self) -> &[u8] {
        &self.text
    }

    /// The same without borrowing: copies the text if it is borrowed.
    pub fn into_owned(self) -> Robots<'static> {
        Robots {
            text: Cow::Owned(self.text.into_owned()),
            ..self
        }
    }

    /// Reads what a robots.txt with these options was written as.
    #[cfg(feature = "serde")]
    pub(crate) fn reread(text: &str, options: ParseOptions, is_truncated: bool) -> Robots<'static> {
        // A byte is spelled with three at most, and a line has a blank or a
        // blank line more.
        let room = |limit: usize| limit.saturating_mul(4).saturating_add(64);
        let read = options.byte_limit(options.byte_limit.map(room)).parse(text);
        Robots {
            is_truncated: is_truncated || read.is_truncated,
            options,
            ..read.into_owned()
        }
    }

    fn bonds<A: AsRef<str>>(&self, agents: &[A]) -> Bonds {
        let ParseOptions {
            dialect,
            agent_fallback,
            ..
        } = self.options;
        self.groups
            .bonds(&self.text, agents, dialect, agent_fallback)
    }

    fn bound_groups<A: AsRef<str>>(
        &self,
        bonds: Bonds,
        agents: &[A],
    ) -> impl Iterator<Item = Range<usize>> {
        self.groups
            .bound_groups(&self.text, bonds, agents, self.options.dialect)
    }

    /// Decides by the groups that bind; the rule's number is the file's.
    fn decide(&self, bonds: Bonds, agents: &[&str], target: &Target<'_>) -> Option<Decision> {
        let asked = self.indexes.ask();
        let mut best = None;
        for group in self.bound_groups(bonds, agents) {
            let first = group.start;
            let rules = &self.groups.rules[group.clone()];
            let decision = if Indexes::is_worth(rules.len(), asked) {
                self.indexes
                    .of(&self.groups, &self.text, group, self.options.dialect)
                    .decide(&self.text, rules, target)
            } else {
                rule_set::decide_once(&self.text, rules, target)
            };
            let numbered = decision
                .map(|decision| Decision::new(first + decision.rule(), decision.precedence));
            rule_set::keep_better(&mut best, numbered);
        }
        best
    }

    fn rule(&self, number: usize) -> Rule<'_> {
        let rule = self.groups.rules[number];
        rule.rule(
            &self.text,
            LineCounter::new(&self.text).line_at(rule.span().start),
        )
    }
}

impl Clone for Robots<'_> {
    fn clone(&self) -> Self {
        Robots {
            text: self.text.clone(),
            options: self.options,
            is_truncated: self.is_truncated,
            groups: self.groups.clone(),
            // The clone makes its own when it is asked.
            indexes: Indexes::default(),
        }
    }
}

/// The indexes of groups. One costs as much as some queries do, so it is made
/// when its group binds and as many have been asked.
#[derive(Debug, Default)]
struct Indexes {
    /// How many queries there were, up to [`MANY_QUERIES`](Indexes::MANY_QUERIES).
    asked: AtomicU8,
    /// By first rule.
    groups: OnceBox<Vec<(usize, OnceBox<RuleSet>)>>,
}

impl Indexes {
    /// A group of so many rules, and no more, has no index.
    const FEW: usize = 8;
    /// So many rules, and no more, are worth an index after
    /// [`MANY_QUERIES`](Indexes::MANY_QUERIES); more of them at the second.
    const SOME: usize = 32;
    const MANY_QUERIES: u8 = 16;

    /// How many queries there were before.
    #[inline]
    fn ask(&self) -> u8 {
        // Queries of other threads may be missed, which only puts it off.
        let asked = self.asked.load(Ordering::Relaxed);
        if asked < Indexes::MANY_QUERIES {
            self.asked.store(asked + 1, Ordering::Relaxed);
        }
        asked
    }

    /// Whether a group of `rules` is to have an index after so many queries.
    #[inline]
    fn is_worth(rules: usize, asked: u8) -> bool {
        match asked {
            0 => false,
            Indexes::MANY_QUERIES.. => rules > Indexes::FEW,
            _ => rules > Indexes::SOME,
        }
    }

    /// The index of a group of more than [`FEW`](Indexes::FEW) rules.
    fn of(&self, groups: &Groups, text: &[u8], group: Range<usize>, dialect: Dialect) -> &RuleSet {
        let indexes = self.groups.get_or_init(|| {
            let large = groups.all().filter(|group| group.len() > Indexes::FEW);
            Box::new(large.map(|group| (group.start, OnceBox::new())).collect())
        });
        let number = indexes.partition_point(|(first, _)| *first < group.start);
        indexes[number]
            .1
            .get_or_init(|| Box::new(RuleSet::new(text, &groups.rules[group], dialect)))
    }
}
