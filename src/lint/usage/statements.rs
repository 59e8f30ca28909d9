//! Diagnostics about single statements.

use alloc::format;
use alloc::string::String;
use core::ops::Range;

use super::super::codes::Code;
use super::super::spaces::offset;
use super::super::words::Quoted;
use crate::lexer::is_whitespace;
use crate::usage::{LABELS, Preference, SIGNAL_KEYS, members, signal_pieces, signal_word};

/// Labels of earlier drafts, the last draft that contained each, and the label that replaced
/// it.
const RETIRED: [(&str, &str, Option<&str>); 8] = [
    ("tdm", "draft-ietf-aipref-vocab-01", None),
    ("ai", "draft-ietf-aipref-vocab-01", Some("train-ai")),
    ("genai", "draft-ietf-aipref-vocab-01", Some("train-ai")),
    ("inference", "draft-ietf-aipref-vocab-01", Some("ai-use")),
    ("all", "draft-ietf-aipref-vocab-02", None),
    (
        "train-genai",
        "draft-ietf-aipref-vocab-03",
        Some("train-ai"),
    ),
    ("bots", "draft-ietf-aipref-vocab-04", None),
    ("ai-output", "draft-ietf-aipref-vocab-04", Some("ai-use")),
];

/// The kinds of diagnostics that have been reported, to report each at most once.
#[derive(Default)]
struct Reported {
    unknown: bool,
    other_vocabulary: bool,
    no_preference: bool,
    conflict: bool,
}

/// A label in a statement.
#[derive(Clone, Copy)]
struct Stated<'t> {
    label: &'t [u8],
    /// `true` if the label has a value.
    has_value: bool,
    /// `true` if the value is a known one.
    says_something: bool,
    preference: Option<Preference>,
}

fn first(reported: &mut bool) -> bool {
    !core::mem::replace(reported, true)
}

pub(super) fn look_at_usage(
    statement: &[u8],
    has_path: bool,
    report: &mut impl FnMut(Range<usize>, Code, String, String, bool),
) {
    match members(statement) {
        Ok(members) => {
            let labels = members.iter().map(|member| Stated {
                label: member.label.as_bytes(),
                has_value: true,
                says_something: member.preference.is_some(),
                preference: member.preference,
            });
            look_at_labels(statement, labels, false, report);
        }
        Err(at) => {
            let rest = &statement[at..];
            let place = match *rest {
                [] => "it is incomplete".into(),
                _ => format!("it is wrong from {} on", Quoted(rest)),
            };
            let effect = if has_path {
                ", and overrides shorter paths"
            } else {
                ""
            };
            report(
                at..statement.len(),
                Code::UsageSyntax,
                format!("the statement does not parse, {place}: it leaves every label unknown{effect}"),
                "write members as in `train-ai=n, search=y`: lower case, no spaces around `=`, no comma at \
                 the end"
                    .into(),
                false,
            );
        }
    }
}

pub(super) fn look_at_signals(
    statement: &[u8],
    report: &mut impl FnMut(Range<usize>, Code, String, String, bool),
) {
    let labels = signal_pieces(statement).filter_map(|(key, value)| match value {
        Some(value) => {
            let word = find(&SIGNAL_KEYS, key).and_then(|known| signal_word(known, value));
            Some(Stated {
                label: key,
                has_value: true,
                says_something: word.is_some(),
                preference: word.and_then(|word| word.preference()),
            })
        }
        // `search yes`, `search: yes`
        None => {
            let is_end = |&byte: &u8| byte == b':' || is_whitespace(byte);
            let end = key.iter().position(is_end).filter(|&end| end > 0);
            let label = &key[..end.unwrap_or(key.len())];
            (!label.is_empty()).then_some(Stated {
                label,
                has_value: false,
                says_something: false,
                preference: None,
            })
        }
    });
    look_at_labels(statement, labels, true, report);
}

/// Checks the labels of a statement.
fn look_at_labels<'t>(
    statement: &'t [u8],
    labels: impl Iterator<Item = Stated<'t>> + Clone,
    is_signal: bool,
    report: &mut impl FnMut(Range<usize>, Code, String, String, bool),
) {
    let (own, others): (&[_], &[_]) = if is_signal {
        (&SIGNAL_KEYS, LABELS)
    } else {
        (LABELS, &SIGNAL_KEYS)
    };
    // A later member of a Dictionary replaces an earlier one. A signal with an unknown value
    // is ignored.
    let mut known = 0_u8;
    let bit = |written| match own.iter().position(|label| is_label(label, written)) {
        Some(number) => 1_u8 << number,
        None => 0,
    };
    for stated in labels.clone() {
        if stated.says_something {
            known |= bit(stated.label);
        } else if !is_signal {
            known &= !bit(stated.label);
        }
    }
    let mut reported = Reported::default();
    let (mut allowed, mut disallowed) = (0, 0);
    for stated in labels {
        let written = stated.label;
        let start = offset(statement, written);
        let span = start..start + written.len();
        if let Some(label) = find(own, written) {
            match stated.preference {
                Some(Preference::Allow) => allowed |= bit(written),
                Some(Preference::Disallow) => disallowed |= bit(written),
                None => {}
            }
            let is_unknown = !stated.says_something && known & bit(written) == 0;
            let is_conflict = allowed & disallowed & bit(written) != 0;
            if is_unknown && first(&mut reported.no_preference) {
                let (shown, values) = (Quoted(label.as_bytes()), values(label, is_signal));
                let (message, advice) = if stated.has_value {
                    (
                        format!("{shown} has a value other than {values}, so it is unknown"),
                        format!("write {values}"),
                    )
                } else {
                    (
                        format!("{shown} has no `=` after it, so it is unknown"),
                        format!("write `=`, and then {values}"),
                    )
                };
                report(span, Code::UsageNoPreference, message, advice, false);
            } else if is_conflict && first(&mut reported.conflict) {
                let which = if is_signal {
                    "one that disallows"
                } else {
                    "last one"
                };
                report(
                    span,
                    Code::UsageConflict,
                    format!("this line says opposite things about `{label}`: the {which} counts"),
                    "remove one of the two".into(),
                    false,
                );
            }
        } else if let Some(label) = find(others, written) {
            if first(&mut reported.other_vocabulary) {
                let (own, other) = (field(is_signal), field(!is_signal));
                report(
                    span,
                    Code::UsageOtherVocabulary,
                    format!(
                        "{} is a label of {other}, and says nothing in {own}",
                        Quoted(label.as_bytes()),
                    ),
                    format!("write it in a {other} line"),
                    false,
                );
            }
        } else if first(&mut reported.unknown) {
            let mut retired = RETIRED.iter().filter(|_| !is_signal);
            let retired = retired.find(|(label, ..)| label.as_bytes() == written);
            let shown = Quoted(written);
            let (message, advice) = match retired {
                Some((_, draft, successor)) => (
                    format!("{shown} was last a label in {draft}, and says nothing today"),
                    successor.map(|successor| format!("write `{successor}`")),
                ),
                None => (
                    format!("{shown} is not a known label, so it says nothing"),
                    None,
                ),
            };
            let labels = match is_signal {
                true => "write `search`, `ai-input`, `ai-train` or `use`, or remove it",
                false => "write `train-ai`, `ai-use` or `search`, or remove it",
            };
            report(
                span,
                Code::UsageUnknownLabel,
                message,
                advice.unwrap_or_else(|| labels.into()),
                retired.is_none(),
            );
        }
    }
}

/// Returns the label in `labels` that is equal to `written`, ignoring ASCII case.
fn find(labels: &[&'static str], written: &[u8]) -> Option<&'static str> {
    labels
        .iter()
        .copied()
        .find(|label| is_label(label, written))
}

/// Returns `true` if `written` is `label`, ignoring ASCII case. Keys of Dictionaries are
/// never in upper case.
fn is_label(label: &str, written: &[u8]) -> bool {
    written.eq_ignore_ascii_case(label.as_bytes())
}

fn field(is_signal: bool) -> &'static str {
    if is_signal {
        "Content-Signal"
    } else {
        "Content-Usage"
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
