//! The answer for one URL.

use alloc::string::String;
use core::fmt;

use smallvec::SmallVec;

use super::compiled::{Compiled, Speaking};
use super::word::Word;
use super::{LABELS, Preference, signals};
use crate::target::Target;
use crate::verdict::Verdict;

/// What the owner says may be done with what stands at a URL; by
/// [`Matcher::usage`](crate::Matcher::usage) in labels of `content-usage`, by
/// [`Matcher::content_signals`](crate::Matcher::content_signals) in keys of
/// `content-signal`.
///
/// `Display` writes one line for each label of [`LABELS`], or each key, that
/// is stated. It quotes the deciding line: its field as `Content-Usage` or
/// `Content-Signal`, however it is spelled, and its value as it stands in the file, control
/// characters included: escape them before you show it on a terminal.
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
    /// None, if it does not apply.
    speaking: SmallVec<[Speaking<'a>; 4]>,
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
        let speaking = if verdict.allowed() {
            lines.speaking(target)
        } else {
            SmallVec::new()
        };
        Usage {
            verdict,
            speaking,
            lines,
            field,
            labels,
        }
    }

    /// Whether there can be preferences: not where the URL is disallowed.
    pub fn applies(&self) -> bool {
        self.verdict.allowed()
    }

    /// The verdict on the URL.
    pub fn verdict(&self) -> Verdict<'a> {
        self.verdict
    }

    /// What is said about a label; `None` if that is unknown, or if no preference
    /// [applies](Usage::applies).
    ///
    /// Of `content-usage` any label may be asked for that a statement holds,
    /// not only those of [`LABELS`]; of `content-signal` `search`, `ai-input`
    /// and `ai-train`. Labels are in lower case.
    ///
    /// ```
    /// use robots_exclusion::Robots;
    /// use robots_exclusion::usage::Preference;
    ///
    /// // The label of an older draft.
    /// let robots = Robots::parse("User-agent: *\nContent-Usage: ai=n");
    /// let matcher = robots.matcher("MyBot");
    /// assert_eq!(matcher.usage("/").category("ai"), Some(Preference::Disallow));
    /// assert_eq!(matcher.usage("/").category("train-ai"), None);
    /// ```
    pub fn category(&self, label: &str) -> Option<Preference> {
        self.said(label)?.0.preference()
    }

    /// The line that decides about a label, or about `use`, from 1; of several
    /// that say the same, the first.
    pub fn line(&self, label: &str) -> Option<u32> {
        Some(self.said(label)?.1)
    }

    /// What is said about a label or key as it is written, in lower case: `y` and
    /// `n`, of signals `yes` and `no`, of `use` one of `immediate`,
    /// `reference` and `full`.
    ///
    /// ```
    /// use robots_exclusion::Robots;
    ///
    /// let robots = Robots::parse("User-agent: *\nContent-Signal: search=yes, use=Reference");
    /// let matcher = robots.matcher("MyBot");
    /// assert_eq!(matcher.content_signals("/").value("use"), Some("reference"));
    /// ```
    pub fn value(&self, key: &str) -> Option<&str> {
        Some(self.said(key)?.0.text())
    }

    /// The labels of [`LABELS`], or keys, that have a preference, with the line
    /// that decides; `use` has none, but a [value](Usage::value).
    pub fn iter(&self) -> impl Iterator<Item = (&str, Preference, u32)> {
        self.labels.iter().filter_map(|&label| {
            let (word, line) = self.said(label)?;
            Some((label, word.preference()?, line))
        })
    }

    /// The stricter of what those that speak say, by its first line.
    fn said(&self, label: &str) -> Option<(Word, u32)> {
        self.speaking
            .iter()
            .filter_map(|speaking| speaking.of(label))
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
            let Some((word, line)) = self.said(label) else {
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
