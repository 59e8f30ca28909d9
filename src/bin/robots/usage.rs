//! What the program says about usage preferences.

use std::collections::BTreeMap;

use robots_exclusion::Matcher;
use robots_exclusion::usage::{Preference, Statement, Usage, UsageMatch};
use serde::Serialize;

use crate::Finding;
use crate::output::excerpt;

/// Whether usage preferences and content signals are asked for.
#[derive(clap::Args)]
pub(crate) struct Question {
    /// Also say what may be done with what is fetched, by the Content-Usage
    /// lines (draft-ietf-aipref-attach-05, draft-ietf-aipref-vocab-08). With a
    /// label, as in `--usage=train-ai`, say it of that label only, and let the
    /// exit code be 1 where it is disallowed
    #[arg(
        long,
        value_name = "LABEL",
        num_args = 0..=1,
        require_equals = true,
        value_parser = label,
    )]
    usage: Option<Option<String>>,
    /// Also say which signals the Content-Signal lines give. With a key, as in
    /// `--signals=ai-train`, say it of that key only, and let the exit code be
    /// 1 where it is disallowed
    #[arg(
        long,
        value_name = "KEY",
        num_args = 0..=1,
        require_equals = true,
        value_parser = ["search", "ai-input", "ai-train", "use"],
    )]
    signals: Option<Option<String>>,
}

/// What a line can state: the key of a Dictionary.
fn label(argument: &str) -> Result<String, String> {
    let statement = Statement::parse(format!("{argument}=y").as_bytes());
    if statement.is_some_and(|statement| statement.category(argument).is_some()) {
        Ok(argument.to_owned())
    } else {
        Err("no line can state it: labels are in lower case, as in `train-ai`".to_owned())
    }
}

impl Question {
    /// What is said about a URL, as far as it is asked for.
    pub(crate) fn answer<'m>(&self, matcher: &'m Matcher<'_>, url: &str) -> Answer<'m> {
        Answer {
            usage: self.usage.clone().map(|label| Said {
                usage: matcher.usage(url),
                lines: matcher.usage_matches(url),
                label,
                nothing: "no preference stated",
            }),
            signals: self.signals.clone().map(|label| Said {
                usage: matcher.content_signals(url),
                lines: matcher.content_signal_matches(url),
                label,
                nothing: "no signal given",
            }),
        }
    }
}

/// What is said about one URL.
pub(crate) struct Answer<'m> {
    usage: Option<Said<'m>>,
    signals: Option<Said<'m>>,
}

impl Answer<'_> {
    /// For the exit code.
    pub(crate) fn finding(&self) -> Finding {
        let said = self.usage.iter().chain(&self.signals);
        said.map(Said::finding).max().unwrap_or(Finding::Fine)
    }

    /// For people, line by line.
    pub(crate) fn lines(&self) -> Vec<String> {
        let said = self.usage.iter().chain(&self.signals);
        let mut lines: Vec<String> = said.flat_map(Said::lines).collect();
        // Where the URL is disallowed both say so.
        lines.dedup();
        lines
    }

    /// For programs; nothing, if it is not asked for.
    pub(crate) fn usage(&self) -> Option<Option<Preferences>> {
        self.usage.as_ref().map(Said::object)
    }

    /// The same of signals.
    pub(crate) fn signals(&self) -> Option<Option<Preferences>> {
        self.signals.as_ref().map(Said::object)
    }
}

/// By label; nothing, where it does not apply.
pub(crate) type Preferences = BTreeMap<String, JsonPreference>;

/// What the lines of one field say about one URL.
struct Said<'m> {
    usage: Usage<'m>,
    lines: Vec<UsageMatch<'m>>,
    /// The only label that is asked about.
    label: Option<String>,
    /// What is written if they say nothing.
    nothing: &'static str,
}

impl Said<'_> {
    fn finding(&self) -> Finding {
        let preference = self.label.as_ref().map(|label| self.usage.category(label));
        match preference.flatten() {
            Some(Preference::Disallow) => Finding::Adverse,
            _ => Finding::Fine,
        }
    }

    fn lines(&self) -> Vec<String> {
        let nothing = self.nothing;
        if !self.usage.applies() {
            return vec![excerpt(&self.usage)];
        }
        let Some(label) = &self.label else {
            if self.stated().next().is_none() {
                return vec![nothing.to_owned()];
            }
            return self.usage.to_string().lines().map(excerpt).collect();
        };
        let Some((word, line)) = self.usage.value(label).zip(self.usage.line(label)) else {
            return vec![format!("{label}: {nothing}")];
        };
        let word = match self.usage.category(label) {
            Some(Preference::Allow) => "allowed",
            Some(Preference::Disallow) => "disallowed",
            _ => word,
        };
        let value = self.lines.iter().find(|found| found.line() == line);
        let value = value.map(UsageMatch::to_string).unwrap_or_default();
        vec![excerpt(format_args!(
            "{label}: {word} by line {line}: {value}"
        ))]
    }

    fn object(&self) -> Option<Preferences> {
        let object =
            |label: &str| Some((label.to_owned(), JsonPreference::of(&self.usage, label)?));
        self.usage.applies().then(|| match &self.label {
            Some(label) => object(label).into_iter().collect(),
            None => self.stated().filter_map(object).collect(),
        })
    }

    /// The labels that are known and stated.
    fn stated(&self) -> impl Iterator<Item = &str> {
        let preferences = self.usage.iter().map(|(label, ..)| label);
        // The signal that is neither allowed nor disallowed.
        let others = ["use"].into_iter();
        let is_signal = self.usage.category("use").is_none() && self.usage.value("use").is_some();
        preferences.chain(others.filter(move |_| is_signal))
    }
}

/// What is said about a label: a preference, or a word of another kind.
#[derive(Serialize)]
pub(crate) struct JsonPreference {
    /// `allow` or `disallow`.
    #[serde(skip_serializing_if = "Option::is_none")]
    preference: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<String>,
    line: u32,
}

impl JsonPreference {
    fn of(usage: &Usage<'_>, label: &str) -> Option<JsonPreference> {
        let preference = usage.category(label);
        let value = usage.value(label).filter(|_| preference.is_none());
        Some(JsonPreference {
            preference: preference.map(|preference| preference.to_string()),
            value: value.map(str::to_owned),
            line: usage.line(label)?,
        })
    }
}
