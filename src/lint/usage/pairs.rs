//! Diagnostics about pairs of statements for the same crawler and URL.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::vec::Vec;
use core::array::from_fn;

use super::super::diagnostic::Place;
use super::super::findings::Findings;
use super::super::messages::{self, Kind};
use super::super::phrases::Quoted;
use super::super::text::{Text, record};
use crate::canonical;
use crate::lexer::Field;
use crate::pattern::Shape;
use crate::records::split_statement;
use crate::usage::{Preference, labels, stated, word_for};

/// The maximum number of rows that are read to find the lines for all crawlers. Any further
/// crawlers in a long file aren't checked.
const ROWS_MAX: usize = 1 << 18;

/// An upper bound for the number of known labels in a field.
const LABELS_MAX: usize = 8;

/// A line with a valid statement.
struct Statement {
    /// The canonical path, without final `*`s that don't count towards its length.
    path: Vec<u8>,
    place: Place,
    /// The preference that the line states for each known label.
    preferences: [Option<Preference>; LABELS_MAX],
}

/// A label, and another line that states it.
type Other = (usize, Place);

/// Reports two kinds of pairs of lines for the same crawler. In the first kind, the lines
/// contradict each other for the same path. In the second kind, the longer path omits a label that
/// the shorter path states.
///
/// The lines for each crawler are sorted by path, so that each check takes a single pass. Crawlers
/// with the same lines are checked once.
pub(super) fn check(text: &Text<'_>, field: Field, found: &mut Findings) {
    let statements = statements(text, field);
    if statements.len() < 2 {
        return;
    }
    let names_max = 1 + ROWS_MAX / (text.robots.file.rows.len() + 1);
    let names = text.names.values().map(|named| named.token);
    let names = names.chain([&b"*"[..]]).take(names_max);
    let (mut conflicts, mut drops) = (BTreeMap::new(), BTreeMap::new());
    let mut checked = BTreeSet::new();
    for name in names.filter_map(|name| core::str::from_utf8(name).ok()) {
        // The matcher knows which runs a crawler obeys.
        let matcher = text.robots.matcher(name);
        let lines: Vec<u32> = matcher.kept_of(field).map(|record| record.line()).collect();
        let own = lines.iter().filter_map(|line| statements.get(line));
        let mut own: Vec<_> = own.collect();
        if !checked.insert(lines) {
            continue;
        }
        own.sort_by_key(|line| (&line.path, line.place));
        find_conflicts(&own, &mut conflicts);
        // A signal doesn't override signals with shorter paths.
        if field == Field::ContentUsage {
            find_dropped(&own, &mut drops);
        }
    }
    let mut report = |lines: BTreeMap<Place, Other>, kind: &'static Kind, note| {
        for (place, (label, other)) in lines {
            let label = Quoted(labels(field)[label].as_bytes());
            found.add(kind.at(place, &[&label, &other.line]).relate(other, note));
        }
    };
    let contradicts = "this line says the opposite";
    report(conflicts, &messages::CONFLICT, contradicts);
    report(drops, &messages::DROPS_LABEL, "this line states it");
}

/// Returns the lines with this field and a valid statement, keyed by line number.
fn statements(text: &Text<'_>, field: Field) -> BTreeMap<u32, Statement> {
    let lines = text.lines_in(1..u32::MAX).filter_map(|line| {
        if line.field() != Some(field) {
            return None;
        }
        let (path, statement) = split_statement(line.value());
        let stated = stated(field, statement).filter(|_| !statement.is_empty())?;
        let preference = |label: usize| word_for(labels(field).get(label)?, &stated)?.preference();
        let mut path = canonical::pattern(path, text.robots.dialect()).into_owned();
        path.truncate(Shape::of(&path, text.robots.dialect()).map_or(0, |shape| shape.length()));
        let statement = Statement {
            path,
            place: record(&line),
            preferences: from_fn(preference),
        };
        Some((line.number(), statement))
    });
    lines.collect()
}

/// Finds each line that contradicts an earlier line with the same path. `lines` must be sorted by
/// path.
fn find_conflicts(lines: &[&Statement], conflicts: &mut BTreeMap<Place, Other>) {
    for same in lines.chunk_by(|one, other| one.path == other.path) {
        for label in 0..LABELS_MAX {
            // The first line that allows it, and the first that disallows it.
            let [mut allow, mut disallow] = [None; 2];
            for line in same {
                let (own, other) = match line.preferences[label] {
                    Some(Preference::Allow) => (&mut allow, disallow),
                    Some(Preference::Disallow) => (&mut disallow, allow),
                    None => continue,
                };
                own.get_or_insert(line.place);
                if let Some(other) = other {
                    // Each line is only reported once, with the first label.
                    conflicts.entry(line.place).or_insert((label, other));
                }
            }
        }
    }
}

/// Finds the paths whose lines all omit a label that is stated for another path: the longest one
/// that is a prefix of theirs. Returns the first line of each. `lines` must be sorted by path, so
/// that prefixes of a path come before it.
fn find_dropped(lines: &[&Statement], drops: &mut BTreeMap<Place, Other>) {
    // A stack of the current path's prefixes. Each one has the lines that state its labels.
    let mut open: Vec<(&[u8], [Option<Place>; LABELS_MAX])> = Vec::new();
    for same in lines.chunk_by(|one, other| one.path == other.path) {
        let path = &*same[0].path;
        let prefix = open.iter().rposition(|(start, _)| path.starts_with(start));
        open.truncate(prefix.map_or(0, |at| at + 1));
        let stated: [_; LABELS_MAX] = from_fn(|label| {
            let line = same.iter().find(|line| line.preferences[label].is_some());
            line.map(|line| line.place)
        });
        // Only the longest prefix matters, because it has already dropped the labels from shorter
        // ones.
        let before = open
            .last()
            .map_or([None; LABELS_MAX], |&(_, stated)| stated);
        let mut missing = (0..LABELS_MAX).filter(|&label| stated[label].is_none());
        if let Some(dropped) = missing.find_map(|label| Some((label, before[label]?))) {
            drops.entry(same[0].place).or_insert(dropped);
        }
        // No path continues one that ends with `$`.
        if !path.ends_with(b"$") {
            open.push((path, stated));
        }
    }
}
