//! The answer for one URL.

use alloc::string::String;
use core::fmt;

use smallvec::SmallVec;

use super::compiled::{Compiled, PathLines};
use super::word::Word;
use super::{LABELS, Preference, Statement, signals};
use crate::target::Target;
use crate::verdict::Verdict;

/// The owner's preferences for the content at a URL.
///
/// [`Matcher::usage`](crate::Matcher::usage) answers for the labels of `content-usage`, and
/// [`Matcher::content_signals`](crate::Matcher::content_signals) for the keys of `content-signal`.
///
/// `Display` writes one line for each stated label of [`LABELS`], or each stated key. It quotes the
/// deciding line with the field spelled `Content-Usage` or `Content-Signal` and the value as written,
/// including control characters: escape them before you show it on a terminal.
///
/// ```
/// use robots_exclusion::Robots;
///
/// let robots = Robots::parse(
///     "User-agent: *\nDisallow: /x\n\
///      Content-Usage: search=y, train-ai=n\nContent-Signal: use=reference",
/// );
/// let matcher = robots.matcher("MyBot");
/// assert_eq!(
///     matcher.usage("/").to_string(),
///     "train-ai: disallowed by line 3: Content-Usage: search=y, train-ai=n\n\
///      search: allowed by line 3: Content-Usage: search=y, train-ai=n",
/// );
/// assert_eq!(
///     matcher.content_signals("/").to_string(),
///     "use: reference by line 4: Content-Signal: use=reference",
/// );
/// assert_eq!(
///     matcher.usage("/x").to_string(),
///     "not applicable: disallowed by line 2: Disallow: /x",
/// );
/// assert_eq!(Robots::parse("").matcher("MyBot").usage("/").to_string(), "no preference stated");
/// ```
#[derive(Clone, Debug)]
#[must_use]
pub struct Usage<'a> {
    verdict: Verdict<'a>,
    /// `None` if no preference applies.
    applicable: SmallVec<[PathLines<'a>; 4]>,
    lines: &'a Compiled,
    field: &'static str,
    labels: &'static [&'static str],
}

impl<'a> Usage<'a> {
    pub(crate) fn of_usage(
        verdict: Verdict<'a>,
        lines: &'a Compiled,
        target: &Target<'_>,
    ) -> Usage<'a> {
        Usage::new(verdict, lines, target, "Content-Usage", LABELS)
    }

    pub(crate) fn of_signals(
        verdict: Verdict<'a>,
        lines: &'a Compiled,
        target: &Target<'_>,
    ) -> Usage<'a> {
        Usage::new(verdict, lines, target, "Content-Signal", &signals::KEYS)
    }

    fn new(
        verdict: Verdict<'a>,
        lines: &'a Compiled,
        target: &Target<'_>,
        field: &'static str,
        labels: &'static [&'static str],
    ) -> Usage<'a> {
        let applicable = if verdict.allowed() {
            lines.applicable(target)
        } else {
            SmallVec::new()
        };
        Usage {
            verdict,
            applicable,
            lines,
            field,
            labels,
        }
    }

    /// Returns `true` if preferences apply, and `false` if the URL is disallowed.
    pub fn applies(&self) -> bool {
        self.verdict.allowed()
    }

    /// Returns the verdict on the URL.
    pub fn verdict(&self) -> Verdict<'a> {
        self.verdict
    }

    /// Returns the preference for a label; `None` if it is unknown, or if no preference
    /// [applies](Usage::applies).
    ///
    /// For `content-usage`, `label` can be any label, not only one of [`LABELS`]. The keys of
    /// `content-signal` that have a preference are `search`, `ai-input` and `ai-train`. Labels are in
    /// lower case.
    ///
    /// ```
    /// use robots_exclusion::Robots;
    /// use robots_exclusion::usage::Preference;
    ///
    /// // The label of an older draft.
    /// let robots = Robots::parse("User-agent: *\nContent-Usage: ai=n");
    /// let matcher = robots.matcher("MyBot");
    /// assert_eq!(matcher.usage("/").preference("ai"), Some(Preference::Disallow));
    /// assert_eq!(matcher.usage("/").preference("train-ai"), None);
    /// ```
    pub fn preference(&self, label: &str) -> Option<Preference> {
        self.stated(label)?.0.preference()
    }

    /// Returns the [`preference`](Usage::preference) for a label. Earlier drafts called labels
    /// categories.
    #[doc(hidden)]
    pub fn category(&self, label: &str) -> Option<Preference> {
        self.preference(label)
    }

    /// Combines what the file and the response say about a label: `disallow` if
    /// either says so, else `allow` if either does. `None` if it is unknown, or if
    /// no preference [applies](Usage::applies).
    ///
    /// `field` is the value of the HTTP field `Content-Usage`; join several by
    /// commas, and pass an empty one if there is none. A malformed value is
    /// ignored. To ask for many labels, parse it once: see
    /// [`Statement`](super::Statement).
    ///
    /// ```
    /// use robots_exclusion::Robots;
    /// use robots_exclusion::usage::Preference;
    ///
    /// let matcher = Robots::parse("User-agent: *\nContent-Usage: train-ai=n").matcher("MyBot");
    /// let usage = matcher.usage("/");
    /// let field = b"train-ai=y, search=y";
    /// assert_eq!(usage.combined("train-ai", field), Some(Preference::Disallow));
    /// assert_eq!(usage.combined("search", field), Some(Preference::Allow));
    /// assert_eq!(usage.combined("ai-use", field), None);
    /// ```
    pub fn combined(&self, label: &str, field: &[u8]) -> Option<Preference> {
        if !self.applies() {
            return None;
        }
        let by_field = Statement::parse(field).and_then(|statement| statement.preference(label));
        Preference::stricter(self.preference(label), by_field)
    }

    /// Returns the number of the line that decides the value of a label or of `use`, starting at 1. If
    /// several lines state the same value, returns the first.
    pub fn line(&self, label: &str) -> Option<u32> {
        Some(self.stated(label)?.1)
    }

    /// Returns the value for a label or key, in lower case: `y` or `n`; for signals `yes` or `no`; for
    /// `use` one of `immediate`, `reference` and `full`.
    ///
    /// ```
    /// use robots_exclusion::Robots;
    ///
    /// let robots = Robots::parse("User-agent: *\nContent-Signal: search=yes, use=Reference");
    /// let matcher = robots.matcher("MyBot");
    /// assert_eq!(matcher.content_signals("/").value("use"), Some("reference"));
    /// ```
    pub fn value(&self, key: &str) -> Option<&str> {
        Some(self.stated(key)?.0.text())
    }

    /// Iterates over the labels of [`LABELS`], or the keys, that have a preference, each with the
    /// deciding line. `use` has no preference, but a [value](Usage::value).
    pub fn iter(&self) -> impl Iterator<Item = (&str, Preference, u32)> {
        self.labels.iter().filter_map(|&label| {
            let (word, line) = self.stated(label)?;
            Some((label, word.preference()?, line))
        })
    }

    /// Returns the strictest word of the deciding lines, with its first line.
    fn stated(&self, label: &str) -> Option<(Word, u32)> {
        self.applicable
            .iter()
            .filter_map(|lines| lines.of(label))
            .min()
    }
}

impl fmt::Display for Usage<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.applies() {
            return write!(f, "not applicable: {}", self.verdict);
        }
        let mut separator = "";
        for &label in self.labels {
            let Some((word, line)) = self.stated(label) else {
                continue;
            };
            let says = match word.preference() {
                Some(Preference::Allow) => "allowed",
                Some(Preference::Disallow) => "disallowed",
                None => word.text(),
            };
            let value = String::from_utf8_lossy(self.lines.value(line));
            let field = self.field;
            write!(
                f,
                "{separator}{label}: {says} by line {line}: {field}: {value}"
            )?;
            separator = "\n";
        }
        if separator.is_empty() {
            return f.write_str("no preference stated");
        }
        Ok(())
    }
}
