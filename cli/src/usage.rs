//! The program's report on usage preferences.

use std::collections::BTreeSet;

use robots_exclusion::usage::{Preference, Statement, Usage, UsageLine};
use robots_exclusion::{Matcher, Verdict};
use serde_json::{Value, json};

use crate::output::excerpt;

/// The arguments that ask for usage preferences and content signals.
#[derive(clap::Args)]
pub(crate) struct Question {
    /// Also show how the content may be used, according to Content-Usage lines
    /// (draft-ietf-aipref-attach-05, draft-ietf-aipref-vocab-08). With a label, as in
    /// `--usage=train-ai`, only show that label, and exit with code 1 if it's disallowed
    #[arg(long, value_name = "LABEL", num_args = 0..=1, require_equals = true)]
    #[arg(value_parser = label)]
    usage: Option<Option<String>>,
    /// Also show the signals from Content-Signal lines. With a key, as in `--signals=ai-train`,
    /// only show that key, and exit with code 1 if it's disallowed
    #[arg(long, value_name = "KEY", num_args = 0..=1, require_equals = true)]
    #[arg(value_parser = ["search", "ai-input", "ai-train", "use"])]
    signals: Option<Option<String>>,
}

/// Parses a label: the key of a Dictionary.
fn label(argument: &str) -> Result<String, String> {
    let statement = Statement::parse(format!("{argument}=y").as_bytes());
    match statement.is_some_and(|statement| statement.preference(argument).is_some()) {
        true => Ok(argument.to_owned()),
        false => Err("not a valid label: labels are in lower case, as in `train-ai`".to_owned()),
    }
}

impl Question {
    /// Returns `true` if anything was requested.
    pub(crate) fn is_asked(&self) -> bool {
        self.usage.is_some() || self.signals.is_some()
    }

    /// Returns the requested statements about a URL, as if it were allowed.
    pub(crate) fn answer<'m>(&self, records: &'m Matcher, url: &str) -> Answer<'m> {
        let usage = self.usage.as_ref().map(|label| Said {
            key: "usage",
            usage: records.usage(url),
            lines: records.usage_matches(url),
            label: label.clone(),
            nothing: "no preference stated",
        });
        let signals = self.signals.as_ref().map(|label| Said {
            key: "signals",
            usage: records.content_signals(url),
            lines: records.usage_matches(url),
            label: label.clone(),
            nothing: "no signal given",
        });
        Answer {
            refusal: None,
            said: usage.into_iter().chain(signals).collect(),
        }
    }
}

/// The statements about one URL.
pub(crate) struct Answer<'m> {
    /// The reason why nothing applies, if the URL is disallowed.
    refusal: Option<String>,
    /// The requested statements.
    said: Vec<Said<'m>>,
}

impl Answer<'_> {
    /// Applies the verdict on the URL, because preferences don't apply to what may not be fetched.
    pub(crate) fn judge(&mut self, verdict: &Verdict<'_>) {
        self.refusal = (!verdict.allowed()).then(|| format!("not applicable: {verdict}"));
    }

    /// Returns `true` if a label that was requested is disallowed.
    pub(crate) fn is_adverse(&self) -> bool {
        let is_disallowed = |said: &Said<'_>| {
            let label = said.label.as_deref().unwrap_or_default();
            said.usage.preference(label) == Some(Preference::Disallow)
        };
        self.refusal.is_none() && self.said.iter().any(is_disallowed)
    }

    /// Returns the human-readable lines.
    pub(crate) fn lines(&self) -> Vec<String> {
        match &self.refusal {
            Some(refusal) => self.said.iter().take(1).map(|_| excerpt(refusal)).collect(),
            None => self.said.iter().flat_map(Said::lines).collect(),
        }
    }

    /// Adds the requested statements to a JSON object: values by label, or `null` if the URL is
    /// disallowed.
    pub(crate) fn add_to(&self, object: &mut Value) {
        for said in &self.said {
            let stated = self.refusal.is_none().then(|| said.object());
            object[said.key] = stated.unwrap_or_default();
        }
    }
}

/// One field's statements about one URL.
struct Said<'m> {
    /// Its key in JSON.
    key: &'static str,
    usage: Usage<'m>,
    lines: Vec<&'m UsageLine>,
    /// The only label that was requested.
    label: Option<String>,
    /// The text to write if there are no statements.
    nothing: &'static str,
}

impl Said<'_> {
    fn lines(&self) -> Vec<String> {
        let nothing = self.nothing;
        let Some(label) = &self.label else {
            if self.stated().next().is_none() {
                return vec![nothing.to_owned()];
            }
            return self.usage.to_string().lines().map(excerpt).collect();
        };
        let Some((word, line)) = self.usage.value(label).zip(self.usage.line(label)) else {
            return vec![format!("{label}: {nothing}")];
        };
        let word = match self.usage.preference(label) {
            Some(Preference::Allow) => "allowed",
            Some(Preference::Disallow) => "disallowed",
            _ => word,
        };
        let value = self.lines.iter().find(|found| found.line == line);
        let value = value.map(ToString::to_string).unwrap_or_default();
        vec![excerpt(format_args!(
            "{label}: {word} by line {line}: {value}"
        ))]
    }

    /// Returns the statement about each label: a preference, or another kind of word.
    fn object(&self) -> Value {
        let labels: BTreeSet<_> = match &self.label {
            Some(label) => BTreeSet::from([label.as_str()]),
            None => self.stated().collect(),
        };
        let statements = labels.into_iter().filter_map(|label| {
            let line = self.usage.line(label)?;
            let statement = match self.usage.preference(label) {
                Some(preference) => json!({ "preference": preference.to_string(), "line": line }),
                None => json!({ "value": self.usage.value(label)?, "line": line }),
            };
            Some((label.to_owned(), statement))
        });
        Value::Object(statements.collect())
    }

    /// Returns the known labels that are stated.
    fn stated(&self) -> impl Iterator<Item = &str> {
        let preferences = self.usage.iter().map(|(label, ..)| label);
        // The value of the signal `use` is not a preference.
        let is_signal = self.usage.preference("use").is_none() && self.usage.value("use").is_some();
        preferences.chain(is_signal.then_some("use"))
    }
}
