//! The usage preferences for one URL.

use core::fmt;

use smallvec::SmallVec;

use super::Preference;
use super::compiled::{UsageLine, labels};
use super::word::Word;
use crate::lexer::Field;
use crate::verdict::Verdict;

/// The site owner's preferences for the content at a URL.
///
/// [`Matcher::usage`](crate::Matcher::usage) returns the preferences for the labels in
/// `content-usage` lines, and [`Matcher::content_signals`](crate::Matcher::content_signals) for the
/// keys in `content-signal` lines.
///
/// `Display` writes one line for each label in [`LABELS`](super::LABELS), or each key, that is
/// stated. It quotes the deciding line, with the field spelled `Content-Usage` or `Content-Signal`
/// and the value as written. The value may include control characters, so escape them before you
/// print it to a terminal.
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
    /// The matching lines that may decide a label, longest paths first. Empty if the URL is
    /// disallowed.
    matching: SmallVec<[&'a UsageLine; 4]>,
    field: Field,
}

impl<'a> Usage<'a> {
    /// Creates the answer from the field's lines that match the URL, longest paths first.
    pub(crate) fn new(
        verdict: Verdict<'a>,
        field: Field,
        lines: impl Iterator<Item = &'a UsageLine>,
    ) -> Usage<'a> {
        let mut matching = SmallVec::<[&UsageLine; 4]>::new();
        // Preferences only apply to content that may be fetched.
        if verdict.allowed() {
            let mut lines = lines.peekable();
            let longest = lines.peek().map(|line| line.length);
            // Shorter paths only matter if each key has its own longest path.
            let counts =
                |line: &&UsageLine| field == Field::ContentSignal || Some(line.length) == longest;
            matching.extend(lines.take_while(counts));
        }
        Usage {
            verdict,
            matching,
            field,
        }
    }

    /// Returns `true` if preferences apply, and `false` if the URL is disallowed.
    pub fn applies(&self) -> bool {
        self.verdict.allowed()
    }

    /// Returns the preference for a label, or `None` if it is unknown or if no preference
    /// [applies](Usage::applies).
    ///
    /// For `content-usage`, `label` can be any label, not just one of [`LABELS`](super::LABELS).
    /// For `content-signal`, only the keys `search`, `ai-input` and `ai-train` have preferences.
    /// Labels are in lower case.
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

    /// Returns the number of the line that decides the value of a label or of `use`, starting at 1.
    /// If several lines state that value, this is the first of them.
    pub fn line(&self, label: &str) -> Option<u32> {
        Some(self.stated(label)?.1.line)
    }

    /// Returns the value for a label or key, in lower case. It is `y` or `n` for labels, `yes` or
    /// `no` for signals, and `immediate`, `reference` or `full` for `use`.
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

    /// Returns an iterator over the labels in [`LABELS`](super::LABELS), or the keys, that have a
    /// preference, together with the deciding lines. `use` has no preference, only a
    /// [value](Usage::value).
    pub fn iter(&self) -> impl Iterator<Item = (&str, Preference, u32)> {
        labels(self.field).iter().filter_map(|&label| {
            let (word, line) = self.stated(label)?;
            Some((label, word.preference()?, line.line))
        })
    }

    /// Returns the strictest word on the deciding lines, with the first line that states it. The
    /// deciding lines are the ones with the longest path among the lines that state the label.
    fn stated(&self, label: &str) -> Option<(Word, &'a UsageLine)> {
        // Lines that don't state the label don't compete for it.
        let lines = self.matching.iter();
        let words = lines.filter_map(|&line| Some((line.statement.word(label)?, line)));
        let mut words = words.peekable();
        // The lines are in descending order of length, so the deciding ones come first.
        let length = words.peek()?.1.length;
        let deciding = words.take_while(|(_, line)| line.length == length);
        deciding.min_by_key(|&(word, _)| word)
    }
}

impl fmt::Display for Usage<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.applies() {
            return write!(f, "not applicable: {}", self.verdict);
        }
        let mut separator = "";
        for &label in labels(self.field) {
            let Some((word, line)) = self.stated(label) else {
                continue;
            };
            // `use` has more than two values, so it is shown as written.
            let says = match word.preference() {
                Some(Preference::Allow) => "allowed",
                Some(Preference::Disallow) => "disallowed",
                None => word.text(),
            };
            let number = line.line;
            write!(f, "{separator}{label}: {says} by line {number}: {line}")?;
            separator = "\n";
        }
        if separator.is_empty() {
            return f.write_str("no preference stated");
        }
        Ok(())
    }
}
