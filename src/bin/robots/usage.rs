//! What the program says of usage preferences.

use std::collections::BTreeMap;

use robots_exclusion::Matcher;
use robots_exclusion::usage::{Preference, Usage, UsageMatch};
use serde::Serialize;

use crate::Finding;
use crate::output::excerpt;

/// Whether usage preferences are asked for.
#[derive(clap::Args)]
pub(crate) struct Question {
    /// Also say what may be done with what is fetched, by the Content-Usage
    /// lines (draft-ietf-aipref-attach-05, draft-ietf-aipref-vocab-08). With a
    /// label, as in `--usage=train-ai`, say it of that label only, and let the
    /// exit code be 1 where it is disallowed
    #[arg(long, value_name = "LABEL", num_args = 0..=1, require_equals = true)]
    usage: Option<Option<String>>,
}

impl Question {
    /// What is said of a URL, if it is asked for.
    pub(crate) fn answer<'m>(&self, matcher: &'m Matcher<'_>, url: &str) -> Option<Answer<'m>> {
        let label = self.usage.clone()?;
        Some(Answer {
            usage: matcher.usage(url),
            lines: matcher.usage_matches(url),
            label,
        })
    }
}

/// What is said of one URL.
pub(crate) struct Answer<'m> {
    usage: Usage<'m>,
    lines: Vec<UsageMatch<'m>>,
    /// The only label that is asked about.
    label: Option<String>,
}

impl Answer<'_> {
    /// For the exit code.
    pub(crate) fn finding(&self) -> Finding {
        let preference = self.label.as_ref().map(|label| self.usage.category(label));
        match preference.flatten() {
            Some(Preference::Disallow) => Finding::Adverse,
            _ => Finding::Fine,
        }
    }

    /// For people, line by line.
    pub(crate) fn lines(&self) -> Vec<String> {
        let Some(label) = self.label.as_deref().filter(|_| self.usage.applies()) else {
            let lines = self.usage.to_string();
            return lines.lines().map(excerpt).collect();
        };
        let said = self.usage.category(label).zip(self.usage.line(label));
        let Some((preference, line)) = said else {
            return vec![format!("{label}: no preference stated")];
        };
        let word = match preference {
            Preference::Allow => "allowed",
            Preference::Disallow => "disallowed",
            _ => "stated",
        };
        let value = self.lines.iter().find(|found| found.line() == line);
        let value = value.map(UsageMatch::to_string).unwrap_or_default();
        vec![excerpt(format_args!(
            "{label}: {word} by line {line}: {value}"
        ))]
    }

    /// For programs: by label; nothing, if it does not apply.
    pub(crate) fn object(&self) -> Option<BTreeMap<String, JsonPreference>> {
        self.usage.applies().then(|| match &self.label {
            Some(label) => {
                let said = self.usage.category(label).zip(self.usage.line(label));
                let said = said.map(|(preference, line)| JsonPreference::new(preference, line));
                said.map(|said| (label.clone(), said)).into_iter().collect()
            }
            None => self
                .usage
                .iter()
                .map(|(label, preference, line)| {
                    (label.to_owned(), JsonPreference::new(preference, line))
                })
                .collect(),
        })
    }
}

/// What is said of a label.
#[derive(Serialize)]
pub(crate) struct JsonPreference {
    /// `allow` or `disallow`.
    preference: String,
    line: u32,
}

impl JsonPreference {
    fn new(preference: Preference, line: u32) -> JsonPreference {
        JsonPreference {
            preference: preference.to_string(),
            line,
        }
    }
}
