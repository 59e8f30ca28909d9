//! Diagnostics that say the same, gathered: ninety lines about one habit of a
//! file hide the one that matters.

use std::collections::HashMap;

use robots_exclusion::lint::{Code, Diagnostic};

use super::level::Level;

/// Diagnostics of one file, gathered.
#[derive(Default)]
pub(super) struct Groups<'t> {
    groups: Vec<Group<'t>>,
    numbers: HashMap<(Code, Level, Option<String>), usize>,
}

/// Diagnostics that say the same: the first, and where the others are.
pub(super) struct Group<'t> {
    pub(super) first: Diagnostic<'t>,
    pub(super) level: Level,
    pub(super) column: usize,
    others: usize,
    lines: Vec<(u32, u32)>,
    /// Whether `lines` has the lines of all the others.
    is_whole: bool,
}

impl<'t> Groups<'t> {
    /// Adds a diagnostic, in file order. Warnings are gathered if they have
    /// the same message, what is for information if it has the same code.
    pub(super) fn add(&mut self, diagnostic: Diagnostic<'t>, level: Level, column: usize) {
        let message = (level > Level::Information).then(|| diagnostic.message());
        let key = (diagnostic.code(), level, message);
        let number = *self.numbers.entry(key).or_insert(self.groups.len());
        match self.groups.get_mut(number) {
            Some(group) => group.add(diagnostic.line()),
            None => self.groups.push(Group {
                first: diagnostic,
                level,
                column,
                others: 0,
                lines: Vec::new(),
                is_whole: true,
            }),
        }
    }
}

impl<'t> IntoIterator for Groups<'t> {
    type Item = Group<'t>;
    type IntoIter = std::vec::IntoIter<Group<'t>>;

    fn into_iter(self) -> Self::IntoIter {
        self.groups.into_iter()
    }
}

impl Group<'_> {
    fn add(&mut self, line: u32) {
        /// So many runs of lines are told.
        const RUNS_SHOWN: usize = 12;

        self.others += 1;
        let runs = self.lines.len();
        match self.lines.last_mut() {
            Some((_, last)) if line <= *last + 1 => *last = line,
            _ if runs < RUNS_SHOWN => self.lines.push((line, line)),
            _ => self.is_whole = false,
        }
    }

    /// Where else the same was found: `2 more like this: lines 7 and 9`.
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
