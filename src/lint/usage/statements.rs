//! What statements say, and what several of them say about one URL.

use alloc::borrow::Cow;
use alloc::vec::Vec;
use core::ops::Range;

use super::super::finding::Finding;
use super::super::place::Place;
use super::super::spaces::offset;
use super::super::survey::{NOBODY, Survey};
use super::{Kind, Pair};
use crate::canonical;
use crate::dialect::Dialect;
use crate::lexer::{Field, Lines, is_whitespace};
use crate::pattern::without_final_stars;
use crate::records::terms::{Terms, split};
use crate::usage::{
    LABELS, Preference, SIGNAL_KEYS, members, members_by_label, raw_pairs, signal_pieces,
    signal_word,
};

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
    conflict: bool,
}

/// A label as a statement has it.
#[derive(Clone, Copy)]
struct Stated<'t> {
    label: &'t [u8],
    /// Whether it has a value.
    has_value: bool,
    /// Whether that is one that says something about a known label.
    says_something: bool,
    preference: Option<Preference>,
}

fn first(reported: &mut bool) -> bool {
    !core::mem::replace(reported, true)
}

pub(super) fn look_at_usage<'t>(
    statement: &'t [u8],
    has_path: bool,
    report: &mut impl FnMut(Range<usize>, Finding<'t>),
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
            let finding = Finding::UsageSyntax { rest, has_path };
            report(at..statement.len(), finding);
        }
    }
}

pub(super) fn look_at_signals<'t>(
    statement: &'t [u8],
    report: &mut impl FnMut(Range<usize>, Finding<'t>),
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

/// Looks at the labels of a statement.
fn look_at_labels<'t>(
    statement: &'t [u8],
    labels: impl Iterator<Item = Stated<'t>> + Clone,
    is_signal: bool,
    report: &mut impl FnMut(Range<usize>, Finding<'t>),
) {
    let (own, others): (&[_], &[_]) = if is_signal {
        (&SIGNAL_KEYS, LABELS)
    } else {
        (LABELS, &SIGNAL_KEYS)
    };
    // A later member of a Dictionary replaces the one before; a signal that says nothing
    // spoils nothing.
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
                let finding = Finding::UsageNoPreference {
                    label,
                    is_signal,
                    has_value: stated.has_value,
                };
                report(span, finding);
            } else if is_conflict && first(&mut reported.conflict) {
                let finding = Finding::UsageConflict {
                    label,
                    is_signal,
                    line: None,
                };
                report(span, finding);
            }
        } else if let Some(label) = find(others, written) {
            if first(&mut reported.other_vocabulary) {
                report(span, Finding::UsageOtherVocabulary { label, is_signal });
            }
        } else if first(&mut reported.unknown) {
            let mut retired = RETIRED.iter().filter(|_| !is_signal);
            let retired = retired.find(|(label, ..)| label.as_bytes() == written);
            let finding = Finding::UsageUnknownLabel {
                label: written,
                retired: retired.map(|&(_, draft, successor)| (draft, successor)),
                is_signal,
            };
            report(span, finding);
        }
    }
}

/// The label that is written.
fn find(labels: &[&'static str], written: &[u8]) -> Option<&'static str> {
    labels
        .iter()
        .copied()
        .find(|label| is_label(label, written))
}

/// Whether a label is written; Dictionaries hold none in upper case.
fn is_label(label: &str, written: &[u8]) -> bool {
    written.eq_ignore_ascii_case(label.as_bytes())
}

/// A line with a statement that parses.
struct Entry<'t> {
    /// Its canonical path, without `*`s at the end that do not count.
    path: Cow<'t, [u8]>,
    place: Place,
    /// A bit for each label that is allowed, and for each that is disallowed.
    allowed: u8,
    disallowed: u8,
    /// The label, and the line, that it contradicts.
    conflict: Option<(u8, Place)>,
    /// The label that it is silent on, and the line that states it.
    drops: Option<(u8, Place)>,
}

impl Entry<'_> {
    fn stated(&self) -> u8 {
        self.allowed | self.disallowed
    }
}

/// Lines of one field below the same `user-agent` lines; or before the first
/// of those, with no agents.
struct Run {
    agents: Range<usize>,
    entries: Range<usize>,
}

/// In how many companies the lines of a run are looked at. If each of its
/// agents also stands in a run of its own, there are as many as it has agents:
/// to look at all of them would take time quadratic in the file.
const COMPANIES_MAX: u8 = 8;

/// Finds lines of one path that say opposite things, and paths that are silent
/// on what a shorter one states, among the lines that are for one crawler.
pub(super) fn find_pairs(survey: &Survey<'_>, pairs: &mut Vec<Pair>) {
    for terms in [Terms::Usage, Terms::Signal] {
        let is_signal = terms == Terms::Signal;
        let (runs, mut entries) = runs(survey, terms);
        let mut looks = alloc::vec![0; runs.len()];
        for company in companies(survey, &runs, is_signal) {
            if company.iter().any(|&run| looks[run] == COMPANIES_MAX) {
                continue;
            }
            let mut lines = Vec::new();
            for run in company {
                looks[run] += 1;
                lines.extend(runs[run].entries.clone());
            }
            lines.sort_by_key(|&line| (&*entries[line].path, line));
            find_conflicts(&lines, &mut entries);
            if !is_signal {
                find_dropped(&lines, &mut entries);
            }
        }
        for entry in entries {
            let pair = |(_, other), kind| Pair {
                place: entry.place,
                other,
                kind,
            };
            let conflict = entry.conflict.map(|found| {
                let label = found.0;
                pair(found, Kind::Conflict { label, is_signal })
            });
            let drops = entry.drops.map(|found| {
                let label = found.0;
                pair(found, Kind::DropsLabel { label })
            });
            pairs.extend(conflict.into_iter().chain(drops));
        }
    }
}

/// The runs of a field that have lines with a statement that parses, and these
/// lines.
fn runs<'t>(survey: &Survey<'t>, terms: Terms) -> (Vec<Run>, Vec<Entry<'t>>) {
    let (mut runs, mut entries) = (Vec::<Run>::new(), Vec::new());
    let (mut agents, mut is_run_open) = (0..0, false);
    for line in Lines::new(survey.text, survey.dialect) {
        match line.field() {
            Some(Field::UserAgent) => {
                if !is_run_open {
                    agents.start = agents.end;
                }
                agents.end += 1;
                is_run_open = true;
            }
            Some(Field::Allow | Field::Disallow) => is_run_open = false,
            Some(field) if Terms::of(field) == Some(terms) => {
                is_run_open = false;
                let (path, statement) = split(line.value());
                let said = said(statement, terms).filter(|_| !statement.is_empty());
                let Some((allowed, disallowed)) = said else {
                    continue;
                };
                let number = entries.len();
                entries.push(Entry {
                    path: path_that_counts(path, survey.dialect),
                    place: Place::new(&line, line.name_span().start..line.value_span().end),
                    allowed,
                    disallowed,
                    conflict: None,
                    drops: None,
                });
                match runs.last_mut() {
                    Some(run) if run.agents == agents => run.entries.end = number + 1,
                    _ => runs.push(Run {
                        agents: agents.clone(),
                        entries: number..number + 1,
                    }),
                }
            }
            _ => {}
        }
    }
    (runs, entries)
}

/// Which runs are for a crawler together: for each name those that it stands
/// in, by their number, each company once.
fn companies(survey: &Survey<'_>, runs: &[Run], is_signal: bool) -> Vec<Vec<usize>> {
    if runs.is_empty() {
        return Vec::new();
    }
    let names = survey.name_numbers();
    let mut standings = Vec::new();
    for (number, run) in runs.iter().enumerate() {
        let named = names[run.agents.clone()].iter();
        let named = named.filter(|&&name| name != NOBODY);
        standings.extend(named.map(|&name| (name, number)));
        // Signals before the first `user-agent` line are for those who have
        // none of their own.
        if run.agents.is_empty() && is_signal {
            standings.push((NOBODY, number));
        }
    }
    standings.sort_unstable();
    standings.dedup();
    let by_name = standings.chunk_by(|(one, _), (other, _)| one == other);
    let mut companies: Vec<_> = by_name.collect();
    companies.sort_by(|one, other| numbers(one).cmp(numbers(other)));
    companies.dedup_by(|one, other| numbers(one).eq(numbers(other)));
    let companies = companies.into_iter();
    companies
        .map(|company| numbers(company).collect())
        .collect()
}

fn numbers(company: &[(u32, usize)]) -> impl Iterator<Item = usize> {
    company.iter().map(|&(_, run)| run)
}

/// The canonical spelling of a path, without what does not count of it.
fn path_that_counts(path: &[u8], dialect: Dialect) -> Cow<'_, [u8]> {
    let mut path = canonical::pattern(path, dialect);
    if !dialect.counts_trailing_stars() {
        let counts = without_final_stars(&path).len();
        match &mut path {
            Cow::Borrowed(path) => *path = &path[..counts],
            Cow::Owned(path) => path.truncate(counts),
        }
    }
    path
}

/// The labels that a statement allows and disallows; `None` if it does not
/// parse.
fn said(statement: &[u8], terms: Terms) -> Option<(u8, u8)> {
    let (mut allowed, mut disallowed) = (0, 0);
    let mut say = |number: usize, preference| match preference {
        Some(Preference::Allow) => allowed |= 1_u8 << number,
        Some(Preference::Disallow) => disallowed |= 1 << number,
        None => {}
    };
    if terms == Terms::Usage {
        for member in members_by_label(statement).ok()? {
            if let Some(number) = LABELS.iter().position(|label| *label == member.label) {
                say(number, member.preference);
            }
        }
    } else {
        for (key, value) in raw_pairs(statement) {
            let is = |label: &&str| key.eq_ignore_ascii_case(label.as_bytes());
            if let Some(number) = SIGNAL_KEYS.iter().position(is) {
                let word = signal_word(SIGNAL_KEYS[number], value);
                say(number, word.and_then(|word| word.preference()));
            }
        }
        // A line that says both disallows.
        allowed &= !disallowed;
    }
    Some((allowed, disallowed))
}

/// Of lines sorted by path: for each that says the opposite of an earlier one
/// of its path, the first such one.
fn find_conflicts(lines: &[usize], entries: &mut [Entry<'_>]) {
    let mut rest = lines;
    while let Some(&earliest) = rest.first() {
        let is_same = |&&line: &&usize| entries[line].path == entries[earliest].path;
        let (same, after) = rest.split_at(rest.iter().take_while(is_same).count());
        rest = after;
        // The first line that says each, by label.
        let mut allowing = [None; 8];
        let mut disallowing = [None; 8];
        for &line in same {
            let entry = &mut entries[line];
            for label in 0..8_u8 {
                let says = |bits: u8| bits >> label & 1 == 1;
                let number = usize::from(label);
                let other = if says(entry.allowed) {
                    allowing[number].get_or_insert(entry.place);
                    disallowing[number]
                } else if says(entry.disallowed) {
                    disallowing[number].get_or_insert(entry.place);
                    allowing[number]
                } else {
                    None
                };
                if entry.conflict.is_none() {
                    entry.conflict = other.map(|other| (label, other));
                }
            }
        }
    }
}

/// Of lines sorted by path, so that those that begin a path come before it: of
/// each path the first line, if all of them are silent on a label that the
/// longest path that begins this one states.
fn find_dropped(lines: &[usize], entries: &mut [Entry<'_>]) {
    // Paths that begin the one that is looked at, by a line that has each; for
    // each label the line that states it for URLs that match them.
    let mut open: Vec<(usize, [Option<Place>; 8])> = Vec::new();
    let mut rest = lines;
    while let Some(&earliest) = rest.first() {
        let path = &*entries[earliest].path;
        let is_same = |&&line: &&usize| *entries[line].path == *path;
        let (same, after) = rest.split_at(rest.iter().take_while(is_same).count());
        rest = after;
        let begins = |shorter: usize| path.starts_with(&entries[shorter].path);
        while open.last().is_some_and(|&(shorter, _)| !begins(shorter)) {
            open.pop();
        }
        let mut stated = [None; 8];
        for (label, stated) in stated.iter_mut().enumerate() {
            let states = |&&line: &&usize| entries[line].stated() >> label & 1 == 1;
            *stated = same.iter().find(states).map(|&line| entries[line].place);
        }
        // An end is not continued.
        let is_end = path.ends_with(b"$");
        let before = open.last().map_or([None; 8], |&(_, stated)| stated);
        let dropped =
            (0..8_u8)
                .zip(before.into_iter().zip(stated))
                .find_map(|(label, (before, stated))| {
                    Some((label, before.filter(|_| stated.is_none())?))
                });
        let drops = &mut entries[earliest].drops;
        *drops = drops.or(dropped);
        if !is_end {
            open.push((earliest, stated));
        }
    }
}
