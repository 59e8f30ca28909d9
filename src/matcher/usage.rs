//! What a matcher says of usage preferences.

use alloc::vec::Vec;

use super::Matcher;
use crate::records::terms::Terms;
use crate::target::Target;
use crate::usage::{Compiled, Usage, UsageMatch};

/// Feature `aipref`. Usage preferences; see [`usage`](crate::usage).
impl Matcher<'_> {
    /// What the owner says may be done with what stands at `url`, by the
    /// `content-usage` lines of the crawler's groups: see
    /// [`usage`](crate::usage), also for the drafts that this follows, and
    /// that answers may change until they are RFCs.
    ///
    /// `url` is what [`allowed`](Matcher::allowed) takes. The first call
    /// compiles the lines, O(n log n) for n bytes of them, and keeps that; a
    /// clone compiles anew. A query costs a [verdict](Matcher::verdict), then
    /// O(log n) for each length of a path without wildcards, and for each path
    /// with wildcards that may be the longest time linear in the URL.
    ///
    /// ```
    /// use robots_exclusion::Robots;
    /// use robots_exclusion::usage::Preference;
    ///
    /// let robots = Robots::parse("User-agent: *\nContent-Usage: /*.pdf$ train-ai=n, search=y");
    /// let matcher = robots.matcher("MyBot");
    /// let usage = matcher.usage("https://example.com/a.pdf");
    /// assert_eq!(usage.category("train-ai"), Some(Preference::Disallow));
    /// assert_eq!(usage.line("train-ai"), Some(2));
    /// assert_eq!(usage.category("ai-use"), None);
    /// ```
    pub fn usage(&self, url: impl AsRef<str>) -> Usage<'_> {
        let url = url.as_ref();
        let target = Target::new(url, self.dialect());
        Usage::of_usage(self.verdict(url), self.compiled_usage(), &target)
    }

    /// The same by `content-signal` lines, whose keys are `search`,
    /// `ai-input`, `ai-train` and `use`. Costs the same.
    ///
    /// ```
    /// use robots_exclusion::Robots;
    /// use robots_exclusion::usage::Preference;
    ///
    /// let robots = Robots::parse("User-agent: *\nContent-Signal: search=yes, ai-train=no\nAllow: /");
    /// let matcher = robots.matcher("MyBot");
    /// let signals = matcher.content_signals("/");
    /// assert_eq!(signals.category("ai-train"), Some(Preference::Disallow));
    /// assert_eq!(signals.category("ai-input"), None);
    /// ```
    pub fn content_signals(&self, url: impl AsRef<str>) -> Usage<'_> {
        let url = url.as_ref();
        let target = Target::new(url, self.dialect());
        Usage::of_signals(self.verdict(url), self.compiled_signals(), &target)
    }

    /// The `content-usage` lines of the crawler's groups that match `url`, the
    /// longest path first, of equals the first in the file. Those of the
    /// greatest length speak, if the URL is allowed.
    ///
    /// Tries every line.
    pub fn usage_matches(&self, url: impl AsRef<str>) -> Vec<UsageMatch<'_>> {
        let target = Target::new(url.as_ref(), self.dialect());
        UsageMatch::all("Content-Usage", self.compiled_usage(), &target)
    }

    /// The `content-signal` lines that match `url`, in the same order. For
    /// each key, those of the greatest length that state it speak.
    ///
    /// Tries every line.
    pub fn content_signal_matches(&self, url: impl AsRef<str>) -> Vec<UsageMatch<'_>> {
        let target = Target::new(url.as_ref(), self.dialect());
        UsageMatch::all("Content-Signal", self.compiled_signals(), &target)
    }

    fn compiled_usage(&self) -> &Compiled {
        let compile = || Compiled::of_usage(self.values(Terms::Usage), self.dialect());
        self.asked.usage(compile)
    }

    fn compiled_signals(&self) -> &Compiled {
        let compile = || Compiled::of_signals(self.values(Terms::Signal), self.dialect());
        self.asked.signals(compile)
    }

    fn values(&self, terms: Terms) -> impl Iterator<Item = (u32, &[u8])> {
        let lines = self.terms(terms);
        lines.map(|record| (record.line(), record.value()))
    }
}
