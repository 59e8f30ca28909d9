//! Diagnostics about several statements for the same crawler and URL.

use alloc::borrow::Cow;
use alloc::collections::{BTreeMap, BTreeSet};
use alloc::vec::Vec;
use core::fmt::Display;

use super::super::diagnostic::{Diagnostic, Place};
use super::super::findings::Findings;
use super::super::messages;
use super::super::text::{Text, record};
use super::super::words::Quoted;
use crate::canonical;
use crate::dialect::Dialect;
use crate::pattern::without_final_stars;
use crate::records::terms::{Terms, split};
use crate::usage::{LABELS, Preference, SIGNAL_KEYS, members_by_label, raw_pairs, signal_word};

/// The maximum number of rows that are read to find the lines of all crawlers. More crawlers of a
/// long file are not checked.
const ROWS_MAX: usize = 1 << 18;

/// A line with a valid statement.
struct Entry<'t> {
    /// The canonical path, without final `*`s that do not count towards its length.
    path: Cow<'t, [u8]>,
    place: Place,
    /// One bit for each label that is allowed, and for each that is disallowed.
    stated: [u8; 2],
}

/// A label, and another line that states it.
type Other = (usize, Place);

/// Reports pairs of lines for the same crawler that contradict each other for the same path,
/// or of which the longer path omits a label that the shorter path states.
///
/// The lines of each crawler are sorted by path, so that both checks take a single pass. Crawlers
/// with the same lines are checked once.
pub(super) fn check(text: &Text<'_>, terms: Terms, found: &mut Findings) {
    let entries = entries(text, terms);
    if entries.len() < 2 {
        return;
    }
    let rows: usize = text
        .groups
        .iter()
        .map(|group| group.agents().count() + group.rules().count())
        .sum();
    let names = text
        .names()
        .values()
        .map(|named| named.token)
        .chain([&b"*"[..]]);
    let (mut conflicts, mut drops) = (BTreeMap::new(), BTreeMap::new());
    let mut checked = BTreeSet::new();
    for name in names.take(1 + ROWS_MAX / (rows + 1)) {
        let Ok(name) = core::str::from_utf8(name) else {
            continue;
        };
        let matcher = text.robots.matcher(name);
        let lines: Vec<u32> = matcher.terms(terms).map(|record| record.line()).collect();
        let mut own: Vec<&Entry<'_>> = lines.iter().filter_map(|line| entries.get(line)).collect();
        if !checked.insert(lines) {
            continue;
        }
        own.sort_by(|one, other| (&one.path, one.place).cmp(&(&other.path, other.place)));
        find_conflicts(&own, &mut conflicts);
        if terms == Terms::Usage {
            find_dropped(&own, &mut drops);
        }
    }
    let labels: &[&str] = match terms {
        Terms::Signal => &SIGNAL_KEYS,
        _ => LABELS,
    };
    let kinds = [
        (
            conflicts,
            &messages::CONFLICT,
            "this line says the opposite",
        ),
        (drops, &messages::DROPS_LABEL, "this line states it"),
    ];
    for (lines, kind, note) in kinds {
        for (place, (label, other)) in lines {
            let label = Quoted(labels[label].as_bytes());
            let arguments: [&dyn Display; 2] = [&label, &other.line];
            found.add(Diagnostic::new(kind, place, &arguments).relate(other, note));
        }
    }
}

/// Returns the lines of a field with a valid statement, by their numbers.
fn entries<'t>(text: &Text<'t>, terms: Terms) -> BTreeMap<u32, Entry<'t>> {
    let lines = text.lines().filter_map(|line| {
        if Terms::of(line.field()?) != Some(terms) {
            return None;
        }
        let (path, statement) = split(line.value());
        let entry = Entry {
            stated: stated(statement, terms).filter(|_| !statement.is_empty())?,
            path: path_that_counts(path, text.dialect),
            place: record(&line),
        };
        Some((line.number(), entry))
    });
    lines.collect()
}

/// Returns the canonical path, without final `*`s that do not count towards its length.
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

/// Returns the labels that a statement allows and disallows, as bit sets. Returns `None` if
/// the statement is invalid.
pub(super) fn stated(statement: &[u8], terms: Terms) -> Option<[u8; 2]> {
    let mut bits = [0_u8; 2];
    let mut state = |number: Option<usize>, preference| match (number, preference) {
        (Some(number), Some(Preference::Allow)) => bits[0] |= 1 << number,
        (Some(number), Some(Preference::Disallow)) => bits[1] |= 1 << number,
        _ => {}
    };
    if terms == Terms::Usage {
        for member in members_by_label(statement).ok()? {
            let number = LABELS.iter().position(|label| *label == member.label);
            state(number, member.preference);
        }
    } else {
        for (key, value) in raw_pairs(statement) {
            let is = |label: &&str| key.eq_ignore_ascii_case(label.as_bytes());
            let number = SIGNAL_KEYS.iter().position(is);
            let word = number.and_then(|number| signal_word(SIGNAL_KEYS[number], value));
            state(number, word.and_then(|word| word.preference()));
        }
        // A line that both allows and disallows a label disallows it.
        bits[0] &= !bits[1];
    }
    Some(bits)
}

/// Finds each line that contradicts an earlier line with the same path. `lines` must be sorted by
/// path.
fn find_conflicts(lines: &[&Entry<'_>], conflicts: &mut BTreeMap<Place, Other>) {
    for same in lines.chunk_by(|one, other| one.path == other.path) {
        // For each label, the first line that allows it, and the first that disallows it.
        let mut first = [[None; 2]; 8];
        for line in same {
            for (label, first) in first.iter_mut().enumerate() {
                for side in 0..2 {
                    if line.stated[side] >> label & 1 == 0 {
                        continue;
                    }
                    first[side] = first[side].or(Some(line.place));
                    if let Some(other) = first[1 - side] {
                        conflicts.entry(line.place).or_insert((label, other));
                    }
                }
            }
        }
    }
}

/// Finds the first line of each path if all lines of that path omit a label that the longest
/// prefix among the other paths states. `lines` must be sorted by path, so that prefixes of
/// a path come before it.
fn find_dropped(lines: &[&Entry<'_>], drops: &mut BTreeMap<Place, Other>) {
    // A stack of the prefixes of the current path, each with the line that states each label.
    let mut open: Vec<(&[u8], [Option<Place>; 8])> = Vec::new();
    for same in lines.chunk_by(|one, other| one.path == other.path) {
        let path = &*same[0].path;
        while open
            .last()
            .is_some_and(|(shorter, _)| !path.starts_with(shorter))
        {
            open.pop();
        }
        let states =
            |line: &&&Entry<'_>, label: usize| (line.stated[0] | line.stated[1]) >> label & 1 == 1;
        let mut stated = [None; 8];
        for (label, stated) in stated.iter_mut().enumerate() {
            let line = same.iter().find(|line| states(line, label));
            *stated = line.map(|line| line.place);
        }
        let before = open.last().map_or([None; 8], |&(_, stated)| stated);
        let mut dropped = before.into_iter().zip(stated).enumerate();
        let dropped = dropped.find_map(|(label, (before, stated))| {
            Some((label, before.filter(|_| stated.is_none())?))
        });
        if let Some(dropped) = dropped {
            drops.entry(same[0].place).or_insert(dropped);
        }
        // No path continues one that ends with `$`.
        if !path.ends_with(b"$") {
            open.push((path, stated));
        }
    }
}
