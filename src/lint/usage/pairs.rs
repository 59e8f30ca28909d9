//! Diagnostics about several statements for the same URL.

use alloc::borrow::Cow;
use alloc::collections::BTreeMap;
use alloc::format;
use alloc::vec::Vec;
use core::ops::Range;

use super::super::codes::Code;
use super::super::diagnostic::{Diagnostic, Place};
use super::super::findings::Findings;
use super::super::text::{Text, name, record};
use crate::canonical;
use crate::dialect::Dialect;
use crate::file::Group;
use crate::lexer::Field;
use crate::pattern::without_final_stars;
use crate::records::terms::{Terms, split};
use crate::usage::{LABELS, Preference, SIGNAL_KEYS, members_by_label, raw_pairs, signal_word};

/// Returns the name of the label with this number.
fn label(number: u8, is_signal: bool) -> &'static str {
    let labels: &[&str] = if is_signal { &SIGNAL_KEYS } else { LABELS };
    labels.get(usize::from(number)).copied().unwrap_or_default()
}

/// A line with a valid statement.
struct Entry<'t> {
    /// The canonical path, without final `*`s that do not count towards its length.
    path: Cow<'t, [u8]>,
    place: Place,
    /// One bit per label that is allowed.
    allowed: u8,
    /// One bit per label that is disallowed.
    disallowed: u8,
    /// The label of a contradiction, and the line that it contradicts.
    conflict: Option<(u8, Place)>,
    /// A label that this line omits, and the line that states it.
    drops: Option<(u8, Place)>,
}

impl Entry<'_> {
    fn stated(&self) -> u8 {
        self.allowed | self.disallowed
    }
}

/// The lines of one field below the same `user-agent` lines. Lines before the first
/// `user-agent` line form a run without agents.
struct Run {
    agents: Range<usize>,
    entries: Range<usize>,
}

/// The maximum number of companies (combinations of runs) in which a run is checked. If each
/// of its agents is also in another run, it is in as many companies as it has agents, and
/// checking all of them would take time quadratic in the file.
const COMPANIES_MAX: u8 = 8;

/// Reports pairs of lines for the same crawler that contradict each other for the same path,
/// or of which the longer path omits a label that the shorter path states.
///
/// For each field, the lines are grouped into runs, and the runs into companies: those that
/// apply to the same crawler. The lines of each company are then sorted by path, so that
/// both checks take a single pass.
pub(super) fn find_pairs(text: &Text<'_>, found: &mut Findings) {
    for terms in [Terms::Usage, Terms::Signal] {
        let is_signal = terms == Terms::Signal;
        let (runs, mut entries) = runs(text, terms);
        let mut looks = alloc::vec![0; runs.len()];
        for company in companies(text, &runs, is_signal) {
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
            if let Some((number, other)) = entry.conflict {
                found.add(
                    Diagnostic::new(
                        Code::UsageConflict,
                        entry.place,
                        format!(
                            "this line and line {} say opposite things about `{}` for the same path: the one \
                             that disallows wins",
                            other.line,
                            label(number, is_signal),
                        ),
                        "remove one of the two, or give them different paths",
                    )
                    .relate(other, "this line says the opposite"),
                );
            }
            if let Some((number, other)) = entry.drops {
                let label = label(number, false);
                found.add(
                    Diagnostic::new(
                        Code::UsageDropsLabel,
                        entry.place,
                        format!(
                            "this line does not state `{label}`, and its path is longer than that of line {}, \
                             which does: for the URLs that it alone speaks for, `{label}` is unknown",
                            other.line,
                        ),
                        format!("state `{label}` here as well"),
                    )
                    .relate(other, "this line states it"),
                );
            }
        }
    }
}

/// Returns the runs of a field that have lines with a valid statement, and these lines.
fn runs<'t>(text: &Text<'t>, terms: Terms) -> (Vec<Run>, Vec<Entry<'t>>) {
    let (mut runs, mut entries) = (Vec::<Run>::new(), Vec::new());
    let (mut agents, mut is_run_open) = (0..0, false);
    for line in text.lines() {
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
                    path: path_that_counts(path, text.dialect),
                    place: record(&line),
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

/// Returns the companies: for each name, the numbers of the runs that apply to it. Equal
/// companies are listed once.
fn companies(text: &Text<'_>, runs: &[Run], is_signal: bool) -> Vec<Vec<usize>> {
    if runs.is_empty() {
        return Vec::new();
    }
    let names = name_numbers(text);
    let mut standings = Vec::new();
    for (number, run) in runs.iter().enumerate() {
        let named = names[run.agents.clone()].iter();
        let named = named.filter(|&&name| name != NOBODY);
        standings.extend(named.map(|&name| (name, number)));
        // Signals before the first `user-agent` line apply to crawlers without signals of
        // their own.
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

/// The number used for `user-agent` lines that name no crawler.
const NOBODY: u32 = u32::MAX;

/// Numbers the names of all `user-agent` lines. Lines with equal names get equal numbers.
fn name_numbers(text: &Text<'_>) -> Vec<u32> {
    let mut numbers = BTreeMap::new();
    let agents = text.groups.iter().flat_map(Group::agents);
    agents
        .map(|agent| {
            let next = numbers.len() as u32;
            let name = match name(&agent) {
                None if text.dialect.names_empty_agent() => b"",
                name => name?,
            };
            let name = name.to_ascii_lowercase();
            Some(*numbers.entry(name).or_insert(next))
        })
        .map(|number| number.unwrap_or(NOBODY))
        .collect()
}

fn numbers(company: &[(u32, usize)]) -> impl Iterator<Item = usize> {
    company.iter().map(|&(_, run)| run)
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
pub(super) fn said(statement: &[u8], terms: Terms) -> Option<(u8, u8)> {
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
        // A line that both allows and disallows a label disallows it.
        allowed &= !disallowed;
    }
    Some((allowed, disallowed))
}

/// Marks each line that contradicts an earlier line with the same path. `lines` must be
/// sorted by path.
fn find_conflicts(lines: &[usize], entries: &mut [Entry<'_>]) {
    let mut rest = lines;
    while let Some(&earliest) = rest.first() {
        let is_same = |&&line: &&usize| entries[line].path == entries[earliest].path;
        let (same, after) = rest.split_at(rest.iter().take_while(is_same).count());
        rest = after;
        // For each label, the first line that allows it, and the first that disallows it.
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

/// Marks the first line of each path if all lines of that path omit a label that the longest
/// prefix among the other paths states. `lines` must be sorted by path, so that prefixes of
/// a path come before it.
fn find_dropped(lines: &[usize], entries: &mut [Entry<'_>]) {
    // A stack of the prefixes of the current path. Each entry has a line with that path and,
    // for each label, the line that states it.
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
        // No path continues one that ends with `$`.
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
