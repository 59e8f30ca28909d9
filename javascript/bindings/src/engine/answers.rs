//! The answers that TypeScript receives as JSON. `../../../src/types.ts` documents them.

use alloc::string::{String, ToString};
#[cfg(feature = "crawl")]
use alloc::{borrow::ToOwned, vec::Vec};

use robots_exclusion::{self as library, records::Record};
use serde::Serialize;

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[derive(Serialize)]
pub(crate) struct Verdict {
    allowed: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<u32>,
    reason: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    rule: Option<Rule>,
    selection: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    group: Option<String>,
    #[serde(rename = "isIncompleteUrl")]
    is_incomplete_url: bool,
    text: String,
}

impl Verdict {
    pub(crate) fn of(verdict: library::Verdict<'_>) -> Verdict {
        let selection = verdict.selection();
        Verdict {
            allowed: verdict.allowed(),
            line: verdict.line(),
            reason: verdict.reason().name(),
            rule: verdict.rule().map(Rule::of),
            selection: selection.name(),
            group: match selection {
                library::Selection::Wildcard => Some("*".into()),
                _ => selection.token().map(text),
            },
            is_incomplete_url: verdict.is_incomplete_url(),
            text: verdict.to_string(),
        }
    }
}

#[derive(Serialize)]
pub(crate) struct Rule {
    kind: &'static str,
    pattern: String,
    line: u32,
}

impl Rule {
    fn of(rule: library::Rule<'_>) -> Rule {
        Rule {
            kind: rule.kind().name(),
            pattern: text(rule.pattern()),
            line: rule.line(),
        }
    }
}

#[derive(Serialize)]
pub(crate) struct Field {
    name: String,
    value: String,
    line: u32,
}

impl Field {
    pub(crate) fn of(record: Record<'_>) -> Field {
        Field {
            name: text(record.name()),
            value: text(record.value()),
            line: record.line(),
        }
    }
}

#[cfg(feature = "crawl")]
#[derive(Serialize)]
pub(crate) struct Usage {
    applies: bool,
    text: String,
    stated: Vec<Stated>,
}

#[cfg(feature = "crawl")]
#[derive(Serialize)]
struct Stated {
    label: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    preference: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<String>,
}

#[cfg(feature = "crawl")]
impl Usage {
    pub(crate) fn of(usage: &library::usage::Usage<'_>, asked: &str) -> Usage {
        let labels = usage.iter().map(|(label, _, _)| label);
        let labels = labels.filter(|label| *label != asked).chain([asked]);
        let stated = |label: &str| Stated {
            label: label.into(),
            preference: usage.preference(label).map(name),
            line: usage.line(label),
            value: usage.value(label).map(str::to_owned),
        };
        Usage {
            applies: usage.applies(),
            text: usage.to_string(),
            stated: labels.map(stated).collect(),
        }
    }
}

#[cfg(feature = "crawl")]
fn name(preference: library::usage::Preference) -> &'static str {
    match preference {
        library::usage::Preference::Disallow => "disallow",
        _ => "allow",
    }
}
