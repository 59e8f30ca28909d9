//! Diagnostics about single statements.

use alloc::collections::BTreeSet;
use alloc::format;

use super::super::findings::Findings;
use super::super::messages;
use super::super::phrases::Quoted;
use super::super::text::place;
use crate::lexer::{Field, Line};
use crate::usage::{known_label, stated, word_for, written};

/// Labels from earlier drafts, each with the last draft that contained it and the label that
/// replaced it.
const RETIRED: [(&str, &str, &str); 8] = [
    ("tdm", "draft-ietf-aipref-vocab-01", LABELS_OF_USAGE),
    ("ai", "draft-ietf-aipref-vocab-01", "`train-ai`"),
    ("genai", "draft-ietf-aipref-vocab-01", "`train-ai`"),
    ("inference", "draft-ietf-aipref-vocab-01", "`ai-use`"),
    ("all", "draft-ietf-aipref-vocab-02", LABELS_OF_USAGE),
    ("train-genai", "draft-ietf-aipref-vocab-03", "`train-ai`"),
    ("bots", "draft-ietf-aipref-vocab-04", LABELS_OF_USAGE),
    ("ai-output", "draft-ietf-aipref-vocab-04", "`ai-use`"),
];

const LABELS_OF_USAGE: &str = "`train-ai`, `ai-use` or `search`";
const LABELS_OF_SIGNALS: &str = "`search`, `ai-input`, `ai-train` or `use`";

/// Checks the statement on a line. Reports a syntax error or, for each label, a value that is
/// meaningless or contradicts the one that counts, or that the label is unknown.
pub(super) fn check(
    line: &Line<'_>,
    statement: &[u8],
    field: Field,
    has_path: bool,
    found: &mut Findings,
) {
    let labels = match written(field, statement) {
        Ok(labels) => labels,
        Err(at) => {
            let kind = match has_path {
                true => &messages::USAGE_SYNTAX_WITH_PATH,
                false => &messages::USAGE_SYNTAX,
            };
            let error = match &statement[at..] {
                [] => ": it is incomplete".into(),
                rest => format!(": it is wrong from {} on", Quoted(rest)),
            };
            return found.add(kind.at(place(line, &statement[at..]), &[&error]));
        }
    };
    // A label from the other field shows which field was meant.
    let is_signal = field == Field::ContentSignal;
    let (other, other_name, known) = match is_signal {
        true => (Field::ContentUsage, "Content-Usage", LABELS_OF_SIGNALS),
        false => (Field::ContentSignal, "Content-Signal", LABELS_OF_USAGE),
    };
    let counting = stated(field, statement).unwrap_or_default();
    // Each kind of problem is reported once.
    let mut reported = BTreeSet::new();
    for written in labels {
        let (kind, name, hint, draft) = if let Some(label) = known_label(field, written.label) {
            // If there are several signals, the strictest one counts. If there are several members,
            // the last one does.
            let (counts, word) = (word_for(label, &counting), written.value.flatten());
            let preferences = [counts, word].map(|word| word?.preference());
            let kind = match preferences {
                _ if counts.is_none() && word.is_none() => match written.value.is_some() {
                    true => &messages::NO_PREFERENCE,
                    false => &messages::NO_EQUALS_SIGN,
                },
                [Some(counts), Some(stated)] if counts != stated => match is_signal {
                    true => &messages::CONFLICT_IN_SIGNAL,
                    false => &messages::CONFLICT_IN_USAGE,
                },
                _ => continue,
            };
            (kind, label.as_bytes(), values(label, is_signal), "")
        } else if let Some(label) = known_label(other, written.label) {
            let kind = &messages::OTHER_VOCABULARY;
            (kind, label.as_bytes(), other_name, "")
        } else {
            // Signals have no drafts.
            let mut retired = RETIRED.iter().filter(|_| !is_signal);
            match retired.find(|retired| retired.0.as_bytes() == written.label) {
                Some((_, draft, labels)) => {
                    (&messages::RETIRED_LABEL, written.label, *labels, *draft)
                }
                None => (&messages::UNKNOWN_LABEL, written.label, known, ""),
            }
        };
        if reported.insert(kind.code) {
            let place = place(line, written.label);
            found.add(kind.at(place, &[&Quoted(name), &hint, &draft]));
        }
    }
}

/// Returns the known values of a label, for messages.
fn values(label: &str, is_signal: bool) -> &'static str {
    match (is_signal, label) {
        (false, _) => "`y` or `n`",
        (true, "use") => "`immediate`, `reference` or `full`",
        (true, _) => "`yes` or `no`",
    }
}
