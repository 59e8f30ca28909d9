//! Queries for usage preferences.

use alloc::boxed::Box;
use alloc::vec::Vec;

use super::Matcher;
use crate::lexer::Field;
use crate::target::Target;
use crate::usage::{Usage, UsageLine};

/// Queries for usage preferences; see the [`usage`](crate::usage) module.
impl Matcher {
    /// Returns how the content at `url` may be used, according to the `content-usage` lines in the
    /// crawler's groups. Requires the `usage` feature.
    ///
    /// See [`usage`](crate::usage) for the drafts that this method follows. Its answers may change
    /// until they are published as RFCs.
    ///
    /// `url` is an absolute URL or a path, as for [`allowed`](Matcher::allowed). The first call
    /// compiles the lines, which takes O(n log n) time for n bytes, and keeps the result. A query
    /// first takes as long as a [verdict](Matcher::verdict). It then tries the paths, longest first,
    /// until one matches, and each of them takes time linear in the path and the URL.
    ///
    /// ```
    /// use robots_exclusion::Robots;
    /// use robots_exclusion::usage::Preference;
    ///
    /// let robots = Robots::parse("User-agent: *\nContent-Usage: /*.pdf$ train-ai=n, search=y");
    /// let matcher = robots.matcher("MyBot");
    /// let usage = matcher.usage("https://example.com/a.pdf");
    /// assert_eq!(usage.preference("train-ai"), Some(Preference::Disallow));
    /// assert_eq!(usage.line("train-ai"), Some(2));
    /// assert_eq!(usage.preference("ai-use"), None);
    /// ```
    pub fn usage(&self, url: impl AsRef<str>) -> Usage<'_> {
        self.usage_of(Field::ContentUsage, url.as_ref())
    }

    /// Returns how the content at `url` may be used, according to the `content-signal` lines in the
    /// crawler's groups. Their keys are `search`, `ai-input`, `ai-train` and `use`. This method
    /// takes the same arguments as [`usage`](Matcher::usage) and tries every line. Requires the
    /// `usage` feature.
    ///
    /// ```
    /// use robots_exclusion::Robots;
    /// use robots_exclusion::usage::Preference;
    ///
    /// let robots = Robots::parse("User-agent: *\nContent-Signal: search=yes, ai-train=no\nAllow: /");
    /// let matcher = robots.matcher("MyBot");
    /// let signals = matcher.content_signals("/");
    /// assert_eq!(signals.preference("ai-train"), Some(Preference::Disallow));
    /// assert_eq!(signals.preference("ai-input"), None);
    /// ```
    pub fn content_signals(&self, url: impl AsRef<str>) -> Usage<'_> {
        self.usage_of(Field::ContentSignal, url.as_ref())
    }

    /// Returns the `content-usage` lines in the crawler's groups that match `url`, followed by the
    /// `content-signal` lines. Within each [field](UsageLine::field), lines with longer paths come
    /// first, and lines with equally long paths are in file order. Requires the `usage` feature.
    ///
    /// If the URL is allowed, the preferences in the `content-usage` lines with the longest path
    /// apply, and for each key of `content-signal`, the lines with the longest path among those that
    /// state it. This method tries every line.
    pub fn usage_matches(&self, url: impl AsRef<str>) -> Vec<&UsageLine> {
        self.matching(url.as_ref()).collect()
    }

    fn usage_of(&self, field: Field, url: &str) -> Usage<'_> {
        let lines = self.matching(url).filter(|line| line.field == field);
        Usage::new(self.verdict(url), field, lines)
    }

    fn matching(&self, url: &str) -> impl Iterator<Item = &UsageLine> {
        let target = Target::new(url, self.dialect());
        let compile = || Box::new(UsageLine::all(self.kept(), self.dialect()));
        let lines = self.usage_lines.get_or_init(compile).iter();
        lines.filter(move |line| line.matches(&target))
    }
}
