//! Queries for usage preferences.

use alloc::vec::Vec;

use super::Matcher;
use crate::records::terms::Terms;
use crate::target::Target;
use crate::usage::{Compiled, Usage, UsageMatch};

/// Usage preferences; see the module [`usage`](crate::usage).
impl Matcher {
    /// Returns how the content at `url` may be used, as stated by the `content-usage` lines of
    /// the crawler's groups. Needs the feature `usage`.
    ///
    /// See [`usage`](crate::usage) for the drafts that this follows. Answers may change until
    /// the drafts are published as RFCs.
    ///
    /// `url` is an absolute URL or a path, as for [`allowed`](Matcher::allowed). The first call
    /// compiles n bytes of lines in O(n log n) and keeps the result; a clone compiles them
    /// again. A query takes the time of a [verdict](Matcher::verdict), and tries the paths, longest
    /// first, until one matches: each in time linear in the path and the URL.
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
        let url = url.as_ref();
        let target = Target::new(url, self.dialect());
        Usage::new(self.verdict(url), self.compiled_usage(), &target)
    }

    /// Returns how the content at `url` may be used, as stated by the `content-signal` lines of the
    /// crawler's groups. Their keys are `search`, `ai-input`, `ai-train` and `use`. Takes the same
    /// arguments as [`usage`](Matcher::usage), and tries every line. Needs the feature `usage`.
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
        let url = url.as_ref();
        let target = Target::new(url, self.dialect());
        Usage::new(self.verdict(url), self.compiled_signals(), &target)
    }

    /// Returns the `content-usage` lines of the crawler's groups that match `url`, longest path
    /// first, and lines with equally long paths in file order. The preferences in the lines with
    /// the longest path apply if the URL is allowed. Needs the feature `usage`.
    ///
    /// This method tries every line.
    pub fn usage_matches(&self, url: impl AsRef<str>) -> Vec<UsageMatch<'_>> {
        let target = Target::new(url.as_ref(), self.dialect());
        UsageMatch::all(self.compiled_usage(), &target)
    }

    /// Returns the `content-signal` lines of the crawler's groups that match `url`, in the order of
    /// [`usage_matches`](Matcher::usage_matches). For each key, the lines that state it with the
    /// longest path apply. Needs the feature `usage`.
    ///
    /// This method tries every line.
    pub fn content_signal_matches(&self, url: impl AsRef<str>) -> Vec<UsageMatch<'_>> {
        let target = Target::new(url.as_ref(), self.dialect());
        UsageMatch::all(self.compiled_signals(), &target)
    }

    fn compiled_usage(&self) -> &Compiled {
        self.usage_fields.usage(|| self.compiled(Terms::Usage))
    }

    fn compiled_signals(&self) -> &Compiled {
        self.usage_fields.signals(|| self.compiled(Terms::Signal))
    }

    fn compiled(&self, terms: Terms) -> Compiled {
        // The values are copied, because the compiled lines outlive this borrow.
        let lines = self.terms(terms);
        let values = lines.map(|record| (record.line(), record.value()));
        Compiled::new(terms, values, self.dialect())
    }
}
