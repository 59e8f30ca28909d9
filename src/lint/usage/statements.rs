//! Diagnostics about single statements.

use core::fmt::Display;
use core::ops::Range;

use super::super::messages::{self, Message};
use super::super::spaces::offset;
use super::super::words::Quoted;
use super::syntax_error;
use crate::lexer::is_whitespace;
use crate::usage::{LABELS, Preference, SIGNAL_KEYS, members, signal_pieces, signal_word};

/// Labels of earlier drafts, the last draft that contained each, and the label that replaced
/// it.
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

/// A label in a statement.
#[derive(Clone, Copy)]
struct Stated<'t> {
    label: &'t [u8],
    /// `true` if the label has a value.
    has_value: bool,
    /// `true` if the value is a known one.
    is_known: bool,
    preference: Option<Preference>,
}

/// Receives the part of the statement, the kind of the problem, and the arguments of its message.
type Report<'r> = dyn FnMut(Range<usize>, &'static Message, &[&dyn Display]) + 'r;

/// Checks the statement of a line.
pub(super) fn check(
    statement: &[u8],
    has_path: bool,
    is_signal: bool,
    mut report: impl FnMut(Range<usize>, &'static Message, &[&dyn Display]),
) {
    if is_signal {
        check_labels(statement, signals(statement), true, &mut report);
        return;
    }
    match members(statement) {
        Ok(members) => {
            let labels = members.iter().map(|member| Stated {
                label: member.label.as_bytes(),
                has_value: true,
                is_known: member.preference.is_some(),
                preference: member.preference,
            });
            check_labels(statement, labels, false, &mut report);
        }
        Err(at) => {
            let kind = match has_path {
                true => &messages::USAGE_SYNTAX_WITH_PATH,
                false => &messages::USAGE_SYNTAX,
            };
            report(
                at..statement.len(),
                kind,
                &[&syntax_error(&statement[at..])],
            );
        }
    }
}

fn signals(statement: &[u8]) -> impl Iterator<Item = Stated<'_>> + Clone {
    signal_pieces(statement).filter_map(|(key, value)| {
        let is_end = |&byte: &u8| byte == b':' || is_whitespace(byte);
        // `search yes` and `search: yes` have no value.
        let end = match value {
            Some(_) => None,
            None => key.iter().position(is_end).filter(|&end| end > 0),
        };
        let word = value.and_then(|value| signal_word(find(&SIGNAL_KEYS, key)?, value));
        let stated = Stated {
            label: &key[..end.unwrap_or(key.len())],
            has_value: value.is_some(),
            is_known: word.is_some(),
            preference: word.and_then(|word| word.preference()),
        };
        (stated.has_value || !stated.label.is_empty()).then_some(stated)
    })
}

/// Checks the labels of a statement: first finds the value that counts for each known label, then
/// reports values that mean nothing or contradict it, and labels that are not known.
fn check_labels<'t>(
    statement: &'t [u8],
    labels: impl Iterator<Item = Stated<'t>> + Clone,
    is_signal: bool,
    report: &mut Report<'_>,
) {
    let (own, others): (&[_], &[_]) = match is_signal {
        true => (&SIGNAL_KEYS, LABELS),
        false => (LABELS, &SIGNAL_KEYS),
    };
    let position = |label: &[u8]| own.iter().position(|known| is_label(known, label));
    let mut counting: [Option<Stated<'_>>; 8] = [None; 8];
    for stated in labels.clone() {
        let Some(counts) = position(stated.label).map(|number| &mut counting[number]) else {
            continue;
        };
        // A later member of a Dictionary replaces an earlier one. Of several signals, the strictest
        // with a known value counts.
        let is_replaced = counts.is_none_or(|before| {
            let is_stricter = stated.preference == Some(Preference::Disallow);
            !is_signal || stated.is_known && (is_stricter || !before.is_known)
        });
        if is_replaced {
            *counts = Some(stated);
        }
    }
    // Each kind of problem is reported once.
    let mut reported = [false; 4];
    let mut report = |stated: Stated<'_>, number: usize, kind, arguments: &[&dyn Display]| {
        let start = offset(statement, stated.label);
        if !core::mem::replace(&mut reported[number], true) {
            report(start..start + stated.label.len(), kind, arguments);
        }
    };
    for stated in labels {
        let written = Quoted(stated.label);
        if let Some(number) = position(stated.label) {
            let label = own[number];
            let shown = Quoted(label.as_bytes());
            let counts = counting[number];
            let values = values(label, is_signal);
            if counts.is_some_and(|counts| !counts.is_known) && !stated.is_known {
                let kind = match stated.has_value {
                    true => &messages::NO_PREFERENCE,
                    false => &messages::NO_EQUALS_SIGN,
                };
                report(stated, 0, kind, &[&shown, &values]);
            }
            let preference = counts.and_then(|counts| counts.preference);
            if preference.is_some_and(|counts| stated.preference.is_some_and(|it| it != counts)) {
                let kind = match is_signal {
                    true => &messages::CONFLICT_IN_SIGNAL,
                    false => &messages::CONFLICT_IN_USAGE,
                };
                report(stated, 1, kind, &[&shown]);
            }
        } else if let Some(label) = find(others, stated.label) {
            let other = if is_signal {
                "Content-Usage"
            } else {
                "Content-Signal"
            };
            let arguments: [&dyn Display; 2] = [&Quoted(label.as_bytes()), &other];
            report(stated, 2, &messages::OTHER_VOCABULARY, &arguments);
        } else {
            let is_it = |retired: &&(&str, &str, &str)| retired.0.as_bytes() == stated.label;
            match RETIRED.iter().find(is_it).filter(|_| !is_signal) {
                Some((_, draft, labels)) => {
                    report(
                        stated,
                        3,
                        &messages::RETIRED_LABEL,
                        &[&written, draft, labels],
                    );
                }
                None => {
                    let labels = if is_signal {
                        LABELS_OF_SIGNALS
                    } else {
                        LABELS_OF_USAGE
                    };
                    report(stated, 3, &messages::UNKNOWN_LABEL, &[&written, &labels]);
                }
            }
        }
    }
}

/// Returns the label in `labels` that is equal to `written`, ignoring ASCII case.
fn find(labels: &[&'static str], written: &[u8]) -> Option<&'static str> {
    let mut labels = labels.iter().copied();
    labels.find(|label| is_label(label, written))
}

/// Returns `true` if `written` is `label`, ignoring ASCII case. Keys of Dictionaries are
/// never in upper case.
fn is_label(label: &str, written: &[u8]) -> bool {
    written.eq_ignore_ascii_case(label.as_bytes())
}

/// Returns the known values of a label, for messages.
fn values(label: &str, is_signal: bool) -> &'static str {
    match (is_signal, label) {
        (false, _) => "`y` or `n`",
        (true, "use") => "`immediate`, `reference` or `full`",
        (true, _) => "`yes` or `no`",
    }
}
