//! The rules that bind one crawler, compiled for many queries.

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::vec::Vec;
use core::cmp::Reverse;
use core::time::Duration;

use crate::dialect::Dialect;
use crate::group::{Bound, Span, StoredRule};
use crate::lexer::LineCounter;
use crate::numbers::Numbers;
use crate::pattern::{Pattern, Shape, Strategy};
use crate::records::{BoundRecords, Extent, Record};
use crate::rule_set::{self, Decision, Precedence, RuleSet};
use crate::target::Target;
use crate::verdict::{Binding, Match, Reason, Rule, RuleKind, Unavailable, Verdict};

/// The rules that bind one crawler, compiled.
///
/// Made by [`Robots::matcher`](crate::Robots::matcher). It borrows from the
/// text; [`into_owned`](Matcher::into_owned) makes one for a cache.
///
/// A query costs O(log n + depth) for the literal rules, depth being how many
/// of them are prefixes of each other, and for each rule with wildcards that
/// has a chance to match time linear in the URL. It allocates nothing for
/// URLs that need no rewriting, but for rules with `%2F` or `%3F`, or bytes
/// that also end a `%XX` of the URL, that have more than 63 bytes between two
/// `*`.
///
/// ```
/// use robots_exclusion::{Matcher, Robots};
///
/// let robots = Robots::parse("user-agent: *\ndisallow: /private/");
/// let matcher: Matcher<'static> = robots.matcher("MyBot").into_owned();
/// assert!(matcher.allowed("https://example.com/public"));
/// assert!(!matcher.allowed("https://example.com/private/x"));
/// ```
#[derive(Clone, Debug)]
pub struct Matcher<'t> {
    text: Cow<'t, [u8]>,
    dialect: Dialect,
    bound: Bound,
    /// In file order, with the line of each.
    rules: Box<[StoredRule]>,
    lines: Numbers,
    set: RuleSet,
    records: BoundRecords,
    /// What to answer if there is no file at all, and why there is none.
    without_file: Option<(bool, Unavailable)>,
}

impl<'t> Matcher<'t> {
    /// Compiles `rules`, which stand in `text`, in the groups of these
    /// extents, all in file order.
    pub(crate) fn new(
        text: &'t [u8],
        dialect: Dialect,
        bound: Bound,
        mut extents: Vec<Extent>,
        rules: Vec<StoredRule>,
    ) -> Matcher<'t> {
        let mut counter = LineCounter::new(text);
        let mut lines = Vec::with_capacity(rules.len());
        for extent in &mut extents {
            let core::ops::Range { start, end } = extent.range();
            extent.line = counter.line_at(start);
            let of_group = rules[lines.len()..]
                .iter()
                .map(|rule| rule.span().start)
                .take_while(|&start| start <= end);
            lines.extend(of_group.map(|start| counter.line_at(start)));
        }
        let set = RuleSet::new(text, &rules, dialect);
        let (rules, lines) = (rules.into(), lines.into());
        Matcher {
            text: Cow::Borrowed(text),
            dialect,
            bound,
            rules,
            lines,
            set,
            records: BoundRecords::InText(extents.into()),
            without_file: None,
        }
    }

    /// A matcher where there is no file: the same answer for every URL but
    /// `/robots.txt` itself.
    pub(crate) fn without_file(allowed: bool, why: Unavailable, dialect: Dialect) -> Matcher<'t> {
        Matcher {
            text: Cow::Borrowed(b""),
            dialect,
            bound: Bound::Nobody,
            rules: Box::default(),
            lines: Numbers::default(),
            set: RuleSet::default(),
            records: BoundRecords::default(),
            without_file: Some((allowed, why)),
        }
    }

    /// The same, as bound by a more general product token.
    #[cfg(feature = "serde")]
    pub(crate) fn into_fallback(mut self) -> Matcher<'t> {
        if let Bound::Own(token) = self.bound {
            self.bound = Bound::Fallback(token);
        }
        self
    }

    /// What it answers where there is no file, and why there is none.
    pub(crate) fn unavailable(&self) -> Option<(bool, Unavailable)> {
        self.without_file
    }

    /// Whether the crawler may fetch `url`.
    ///
    /// `url` is what [`Robots::allowed`](crate::Robots::allowed) takes: an
    /// absolute URL, or a path that begins with `/`. Its host is not looked
    /// at.
    #[inline]
    pub fn allowed(&self, url: impl AsRef<str>) -> bool {
        if self.without_file.is_some() {
            return self.verdict(url).allowed();
        }
        let target = Target::new(url.as_ref(), self.dialect);
        target.is_robots_txt()
            || self
                .decide(&target)
                .is_none_or(|decision| decision.precedence.allows(self.dialect))
    }

    /// Whether the crawler may fetch `url`, and why.
    ///
    /// Costs no more than [`allowed`](Matcher::allowed).
    pub fn verdict(&self, url: impl AsRef<str>) -> Verdict<'_> {
        if let Some((allowed, why)) = self.without_file {
            return Verdict::without_file(url.as_ref(), allowed, why);
        }
        let target = Target::new(url.as_ref(), self.dialect);
        let binding = self.binding();
        if target.is_robots_txt() {
            return Verdict {
                allowed: true,
                reason: Reason::RobotsTxt,
                binding,
            };
        }
        match self.decide(&target) {
            Some(decision) => Verdict {
                allowed: decision.precedence.allows(self.dialect),
                reason: Reason::Rule(self.rule(decision.rule())),
                binding,
            },
            None => Verdict::no_rule(binding),
        }
    }

    fn decide(&self, target: &Target<'_>) -> Option<Decision> {
        self.set.decide(&self.text, &self.rules, target)
    }

    fn rule(&self, number: usize) -> Rule<'_> {
        self.rules[number].rule(&self.text, self.lines.at(number))
    }

    /// The rules that match `url`, the one that decides first, the others by
    /// falling precedence: length, `allow` before `disallow`, file order.
    ///
    /// None for `/robots.txt` where it is allowed whatever the rules say, and
    /// none where there is no file. Tries every rule, without the index.
    ///
    /// ```
    /// let robots = robots_exclusion::Robots::parse("user-agent: *\ndisallow: /\nallow: /a\nallow: /b");
    /// let matcher = robots.matcher("MyBot");
    /// let matches: Vec<_> = matcher.matches("/ab").iter().map(|m| (m.rule().line(), m.length())).collect();
    /// assert_eq!(matches, [(3, 2), (2, 1)]);
    /// ```
    pub fn matches(&self, url: impl AsRef<str>) -> Vec<Match<'_>> {
        let target = Target::new(url.as_ref(), self.dialect);
        if target.is_robots_txt() {
            return Vec::new();
        }
        let mut decisions: Vec<Decision> =
            rule_set::matching(&self.text, &self.rules, &target).collect();
        decisions.sort_by_key(|decision| Reverse(decision.precedence));
        let found = |decision: Decision| Match {
            rule: self.rule(decision.rule()),
            length: decision.precedence.length(),
        };
        decisions.into_iter().map(found).collect()
    }

    /// The rules that bind the crawler, in file order, also those that match
    /// nothing.
    ///
    /// ```
    /// let robots = robots_exclusion::Robots::parse("user-agent: *\ndisallow: /a\nallow: /b");
    /// let rules: Vec<_> = robots.matcher("MyBot").rules().map(|rule| rule.to_string()).collect();
    /// assert_eq!(rules, ["Disallow: /a", "Allow: /b"]);
    /// ```
    pub fn rules(&self) -> impl ExactSizeIterator<Item = Rule<'_>> + DoubleEndedIterator + Clone {
        (0..self.rules.len()).map(|number| self.rule(number))
    }

    /// The extension records of the groups that bind the crawler, in file
    /// order. A crawler with a group of its own inherits none from `*`.
    ///
    /// A matcher that borrows reads the lines of these groups again.
    pub fn records(&self) -> impl Iterator<Item = Record<'_>> + Clone {
        self.records.iter(&self.text, self.dialect)
    }

    /// How long the crawler is asked to wait between two requests: the
    /// largest `crawl-delay` of the groups that bind it, which is the polite
    /// choice. Values that are no plain number of seconds, and those above a
    /// day, are ignored (see [`Record::crawl_delay`]).
    ///
    /// Costs what [`records`](Matcher::records) costs. RFC 9309 does not know
    /// this field, and Google does not obey it.
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

    /// Which groups bind the crawler, and through which product token.
    pub fn binding(&self) -> Binding<'_> {
        self.bound.binding(&self.text)
    }

    /// The dialect it answers in.
    pub fn dialect(&self) -> Dialect {
        self.dialect
    }

    /// Whether it is plain that every URL is allowed: no `disallow` rule can
    /// match anything. `false` does not say that some URL is disallowed.
    ///
    /// Reads every rule.
    pub fn allows_all(&self) -> bool {
        match self.without_file {
            Some((allowed, _)) => allowed,
            None => self.patterns(RuleKind::Disallow).next().is_none(),
        }
    }

    /// Whether it is plain that every URL is disallowed (but `/robots.txt`
    /// itself, in [`Dialect::Standard`]): there is a rule like `disallow: /`
    /// or `disallow: *`, and no `allow` rule can match anything. `false` does
    /// not say that some URL is allowed.
    ///
    /// Reads every rule.
    pub fn disallows_all(&self) -> bool {
        match self.without_file {
            Some((allowed, _)) => !allowed,
            None => {
                self.patterns(RuleKind::Disallow).any(|(pattern, shape)| {
                    matches!(shape.strategy, Strategy::Prefix | Strategy::PrefixStar)
                        && matches!(pattern.bytes()[..shape.body], [] | [b'/'])
                }) && self.patterns(RuleKind::Allow).next().is_none()
            }
        }
    }

    /// The canonical patterns of the rules of one kind that can match and
    /// then count.
    fn patterns(&self, kind: RuleKind) -> impl Iterator<Item = (Pattern<'_>, Shape)> {
        let is_allow = kind == RuleKind::Allow;
        self.rules
            .iter()
            .filter(move |rule| rule.is_allow() == is_allow)
            .filter_map(move |rule| {
                let pattern = Pattern::new(&self.text[rule.span()], is_allow, self.dialect);
                let shape = pattern.shape?;
                let precedence = Precedence::new(shape.length(), false);
                (!precedence.allows(self.dialect)).then_some((pattern, shape))
            })
    }

    /// A matcher that borrows nothing: it keeps a copy of what binds this
    /// crawler and drops the rest. Costs time linear in that.
    pub fn into_owned(self) -> Matcher<'static> {
        let spans = self.rules.iter().map(|rule| rule.span());
        let token = match self.bound {
            Bound::Own(token) | Bound::Fallback(token) => token.range(),
            Bound::Everyone | Bound::Nobody => 0..0,
        };
        let mut text =
            Vec::with_capacity(token.len() + spans.clone().map(|span| span.len()).sum::<usize>());
        let mut copy = |span: core::ops::Range<usize>| {
            text.extend_from_slice(&self.text[span.clone()]);
            text.len() - span.len()..text.len()
        };
        let token = Span::new(copy(token));
        let bound = match self.bound {
            Bound::Own(_) => Bound::Own(token),
            Bound::Fallback(_) => Bound::Fallback(token),
            nameless => nameless,
        };
        let rules: Box<[_]> = self
            .rules
            .iter()
            .map(|rule| StoredRule::new(copy(rule.span()), rule.is_allow()))
            .collect();
        let records = self.records.keep(&self.text, self.dialect, |bytes| {
            text.extend_from_slice(bytes);
            Span::new(text.len() - bytes.len()..text.len())
        });
        Matcher {
            text: Cow::Owned(text),
            dialect: self.dialect,
            bound,
            rules,
            lines: self.lines,
            set: self.set,
            records,
            without_file: self.without_file,
        }
    }
}
