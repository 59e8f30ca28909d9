//! What statements say, and what several of them say of one URL.

use alloc::borrow::Cow;
use alloc::vec::Vec;
use core::ops::Range;

use super::super::finding::Finding;
use super::super::place::Place;
use super::{Kind, Pair};
use crate::canonical;
use crate::dialect::Dialect;
use crate::lexer::{Field, Lines};
use crate::terms::{Terms, split};
use crate::usage::{LABELS, Preference, SIGNAL_KEYS, members, raw_pairs, signal_word};

/// The labels of earlier drafts, with the last draft that had each, and the
/// label that came in its place.
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

/// The name of a label by its number.
pub(super) fn label(number: u8, is_signal: bool) -> &'static str {
    let labels: &[&str] = if is_signal { &SIGNAL_KEYS } else { LABELS };
    labels.get(usize::from(number)).copied().unwrap_or_default()
}

/// One diagnostic of each kind at most.
#[derive(Default)]
struct Reported {
    unknown: bool,
    other_vocabulary: bool,
    no_preference: bool,
}

fn first(reported: &mut bool) -> bool {
    !core::mem::replace(reported, true)
}

pub(super) fn look_at_usage<'t>(
    statement: &'t [u8],
    has_path: bool,
    report: &mut impl FnMut(Range<usize>, Finding<'t>),
) {
    let members = match members(statement) {
        Ok(members) => members,
        Err(at) => {
            let rest = &statement[at..];
            let finding = Finding::UsageSyntax { rest, has_path };
            return report(at..statement.len(), finding);
        }
    };
    let mut reported = Reported::default();
    for member in members {
        let label = member.label;
        // Labels are parts of the statement.
        let start = label.as_ptr() as usize - statement.as_ptr() as usize;
        let span = start..start + label.len();
        if LABELS.contains(&label) {
            if member.preference.is_none() && first(&mut reported.no_preference) {
                report(
                    span,
                    Finding::UsageNoPreference {
                        label,
                        is_signal: false,
                    },
                );
            }
        } else if SIGNAL_KEYS.contains(&label) {
            if first(&mut reported.other_vocabulary) {
                report(
                    span,
                    Finding::UsageOtherVocabulary {
                        label,
                        is_signal: false,
                    },
                );
            }
        } else if first(&mut reported.unknown) {
            let retired = RETIRED.iter().find(|(retired, ..)| *retired == label);
            let retired = retired.map(|&(_, draft, successor)| (draft, successor));
            let finding = Finding::UsageUnknownLabel {
                label: label.as_bytes(),
                retired,
                is_signal: false,
            };
            report(span, finding);
        }
    }
}

pub(super) fn look_at_signals<'t>(
    statement: &'t [u8],
    report: &mut impl FnMut(Range<usize>, Finding<'t>),
) {
    let mut reported = Reported::default();
    for (key, value) in raw_pairs(statement) {
        let start = key.as_ptr() as usize - statement.as_ptr() as usize;
        let span = start..start + key.len();
        let is = |label: &&&str| key.eq_ignore_ascii_case(label.as_bytes());
        if let Some(label) = SIGNAL_KEYS.iter().find(is) {
            if signal_word(label, value).is_none() && first(&mut reported.no_preference) {
                report(
                    span,
                    Finding::UsageNoPreference {
                        label,
                        is_signal: true,
                    },
                );
            }
        } else if let Some(label) = LABELS.iter().find(is) {
            if first(&mut reported.other_vocabulary) {
                report(
                    span,
                    Finding::UsageOtherVocabulary {
                        label,
                        is_signal: true,
                    },
                );
            }
        } else if first(&mut reported.unknown) {
            let finding = Finding::UsageUnknownLabel {
                label: key,
                retired: None,
                is_signal: true,
            };
            report(span, finding);
        }
    }
}

/// A line with a statement that parses.
struct Entry<'t> {
    /// The same for lines of one field below the same `user-agent` lines.
    section: u32,
    path: Cow<'t, [u8]>,
    place: Place,
    /// A bit for each label that is allowed, and for each that is disallowed.
    allowed: u8,
    disallowed: u8,
}

impl Entry<'_> {
    fn stated(&self) -> u8 {
        self.allowed | self.disallowed
    }
}

/// Finds lines of one path that say opposite things, and paths that are silent
/// on what a shorter one states.
pub(super) fn find_pairs(text: &[u8], dialect: Dialect, pairs: &mut Vec<Pair>) {
    for terms in [Terms::Usage, Terms::Signal] {
        let mut entries = entries(text, dialect, terms);
        entries.sort_by(|one, other| {
            let key = |entry: &Entry<'_>| (entry.section, entry.place.line);
            one.section
                .cmp(&other.section)
                .then_with(|| one.path.cmp(&other.path))
                .then_with(|| key(one).cmp(&key(other)))
        });
        let is_signal = terms == Terms::Signal;
        let alike = |one: &Entry<'_>, other: &Entry<'_>| {
            one.section == other.section && one.path == other.path
        };
        for same in entries.chunk_by(alike) {
            find_conflicts(same, is_signal, pairs);
        }
        if !is_signal {
            for section in entries.chunk_by(|one, other| one.section == other.section) {
                find_dropped(section, pairs);
            }
        }
    }
}

/// The lines of a field that stand in a group and have a statement that
/// parses.
fn entries(text: &[u8], dialect: Dialect, terms: Terms) -> Vec<Entry<'_>> {
    let mut entries = Vec::new();
    let (mut section, mut is_run_open) = (0, false);
    for line in Lines::new(text, dialect) {
        match line.field() {
            Some(Field::UserAgent) => {
                section += u32::from(!is_run_open);
                is_run_open = true;
            }
            Some(Field::Allow | Field::Disallow) => is_run_open = false,
            Some(field) if Terms::of(field) == Some(terms) => {
                is_run_open = false;
                let (path, statement) = split(line.value());
                let Some((allowed, disallowed)) = said(statement, terms) else {
                    continue;
                };
                if section > 0 && !statement.is_empty() {
                    entries.push(Entry {
                        section,
                        path: canonical::pattern(path, dialect),
                        place: Place::new(&line, line.name_span().start..line.value_span().end),
                        allowed,
                        disallowed,
                    });
                }
            }
            _ => {}
        }
    }
    entries
}

/// The labels that a statement allows and disallows; `None` if it does not
/// parse.
fn said(statement: &[u8], terms: Terms) -> Option<(u8, u8)> {
    let (mut allowed, mut disallowed) = (0, 0);
    let mut say = |number: Option<usize>, preference| {
        let bit = number.map_or(0, |number| 1_u8 << number);
        // A later member replaces an earlier one.
        allowed &= !bit;
        disallowed &= !bit;
        match preference {
            Some(Preference::Allow) => allowed |= bit,
            Some(Preference::Disallow) => disallowed |= bit,
            None => {}
        }
    };
    if terms == Terms::Usage {
        for member in members(statement).ok()? {
            let number = LABELS.iter().position(|label| *label == member.label);
            say(number, member.preference);
        }
    } else {
        for (key, value) in raw_pairs(statement) {
            let is = |label: &&str| key.eq_ignore_ascii_case(label.as_bytes());
            if let Some(number) = SIGNAL_KEYS.iter().position(is) {
                let word = signal_word(SIGNAL_KEYS[number], value);
                say(Some(number), word.and_then(|word| word.preference()));
            }
        }
    }
    Some((allowed, disallowed))
}

/// Lines of one path: the first line that is contradicted, for each that
/// contradicts.
fn find_conflicts(same: &[Entry<'_>], is_signal: bool, pairs: &mut Vec<Pair>) {
    let Some((earliest, rest)) = same.split_first() else {
        return;
    };
    // The first line that says each, by label.
    let mut first: [[Option<Place>; 2]; 8] = Default::default();
    let note = |entry: &Entry<'_>, first: &mut [[Option<Place>; 2]; 8]| {
        for (label, said) in first.iter_mut().enumerate() {
            for (said, bits) in said.iter_mut().zip([entry.allowed, entry.disallowed]) {
                if bits >> label & 1 == 1 {
                    said.get_or_insert(entry.place);
                }
            }
        }
    };
    note(earliest, &mut first);
    for entry in rest {
        let conflict = (0..8_u8).find_map(|label| {
            let [allows, disallows] = first[usize::from(label)];
            let by_this = |bits: u8| bits >> label & 1 == 1;
            let other = if by_this(entry.allowed) {
                disallows
            } else if by_this(entry.disallowed) {
                allows
            } else {
                None
            };
            Some((label, other?))
        });
        if let Some((label, other)) = conflict {
            pairs.push(Pair {
                place: entry.place,
                other,
                kind: Kind::Conflict { label, is_signal },
            });
        }
        note(entry, &mut first);
    }
}

/// Paths of one section, sorted, so that those that begin a path come before
/// it: of each path the first line, if all of them are silent on a label that
/// the longest path that begins this one states.
fn find_dropped(section: &[Entry<'_>], pairs: &mut Vec<Pair>) {
    // Paths that begin the one that is looked at; for each label the line that
    // states it for URLs that match them.
    let mut open: Vec<(&[u8], [Option<Place>; 8])> = Vec::new();
    for same in section.chunk_by(|one, other| one.path == other.path) {
        let path: &[u8] = &same[0].path;
        while open
            .last()
            .is_some_and(|(shorter, _)| !path.starts_with(shorter))
        {
            open.pop();
        }
        let stated = same.iter().fold(0, |stated, entry| stated | entry.stated());
        let before = open.last().map_or([None; 8], |(_, stated)| *stated);
        let dropped = (0..8_u8)
            .filter(|label| stated >> label & 1 == 0)
            .find_map(|label| Some((label, before[usize::from(label)]?)));
        if let Some((label, other)) = dropped {
            pairs.push(Pair {
                place: same[0].place,
                other,
                kind: Kind::DropsLabel { label },
            });
        }
        let by_label = |label: usize| {
            same.iter()
                .find(|entry| entry.stated() >> label & 1 == 1)
                .map(|entry| entry.place)
        };
        // An end is not continued.
        if !path.ends_with(b"$") {
            open.push((path, core::array::from_fn(by_label)));
        }
    }
}
