//! What is found in a file, and what of it says the same: ninety diagnostics
//! about one habit of a file hide the one that matters.

use std::collections::HashMap;
use std::ops::Range;

use robots_exclusion::lint::{Code, Diagnostic};

use super::level::Level;

/// A diagnostic that is reported.
pub(super) struct Found<'t> {
    pub(super) diagnostic: Diagnostic<'t>,
    pub(super) level: Level,
    /// The columns of its line that it is about.
    pub(super) columns: Range<usize>,
}

/// The diagnostics of one file, gathered.
#[derive(Default)]
pub(super) struct Groups<'t> {
    pub(super) groups: Vec<Group<'t>>,
    numbers: HashMap<(Code, Level, Option<String>), usize>,
}

/// Diagnostics that say the same: the first, and where the others are.
pub(super) struct Group<'t> {
    pub(super) first: Found<'t>,
    others: usize,
    lines: Vec<(u32, u32)>,
    /// Whether `lines` has the lines of all the others.
    is_whole: bool,
}

impl<'t> Groups<'t> {
    /// Adds a diagnostic, in file order. Warnings belong together if they have
    /// the same message, what is for information if it has the same code.
    pub(super) fn add(&mut self, found: Found<'t>) {
        let Found {
            diagnostic, level, ..
        } = &found;
        let message = (*level > Level::Information).then(|| diagnostic.message());
        let key = (diagnostic.code(), *level, message);
        let number = *self.numbers.entry(key).or_insert(self.groups.len());
        match self.groups.get_mut(number) {
            Some(group) => group.add(diagnostic.line()),
            None => self.groups.push(Group::from(found)),
        }
    }
}

/// A group of one.
impl<'t> From<Found<'t>> for Group<'t> {
    fn from(first: Found<'t>) -> Group<'t> {
        Group {
            first,
            others: 0,
            lines: Vec::new(),
            is_whole: true,
        }
    }
}

impl Group<'_> {
    fn add(&mut self, line: u32) {
        /// How many runs of lines are listed.
        const RUNS_MAX: usize = 12;

        self.others += 1;
        let runs = self.lines.len();
        match self.lines.last_mut() {
            Some((_, last)) if line <= *last + 1 => *last = line,
            _ if runs < RUNS_MAX => self.lines.push((line, line)),
            _ => self.is_whole = false,
        }
    }

    /// Where else the same was found: `3 more like this: lines 7-8, 11`.
    pub(super) fn others(&self) -> Option<String> {
        if self.others == 0 {
            return None;
        }
        let mut runs: Vec<String> = self
            .lines
            .iter()
            .map(|&(first, last)| match last - first {
                0 => first.to_string(),
                _ => format!("{first}-{last}"),
            })
            .collect();
        let word = match self.lines[..] {
            [(first, last)] if first == last => "line",
            _ => "lines",
        };
        if !self.is_whole {
            runs.push("…".to_owned());
        }
        let (others, lines) = (self.others, runs.join(", "));
        Some(format!("{others} more like this: {word} {lines}"))
    }
}
