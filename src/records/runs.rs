//! Finds the crawlers that a record applies to.
//!
//! As far as rules are concerned, a `user-agent` line begins a new group only after a rule (RFC
//! 9309 §2.2), because other records must not interfere with groups (§2.2.4). For any other record
//! in a group, it begins a new *run* after a rule or after a record with the same field. A record
//! applies to the crawlers in the latest run, so each field has its own runs:
//!
//! ```text
//!                    crawlers of a rule    of a crawl-delay    of a request-rate
//! User-agent: *      │ *, b, c and d       │ *                 │ *, b and c
//! Crawl-delay: 1     │                     │                   │
//! User-agent: b      │                     │ b                 │
//! Crawl-delay: 12    │                     │                   │
//! User-agent: c      │                     │ c and d           │
//! Request-rate: 1/5  │                     │                   │
//! User-agent: d      │                     │                   │ d
//! Crawl-delay: 10    │                     │                   │
//! Disallow: /x       │                     │                   │
//! ```

use alloc::collections::BTreeMap;
use alloc::vec::Vec;
use core::ops::Range;

use super::Record;
use crate::file::File;
use crate::lexer::{Field, Lines};

/// An iterator over the extension records on some lines, together with their groups and runs.
///
/// Takes one pass over the lines, plus O(log n) time per record to find the runs of its field.
#[derive(Clone)]
pub(crate) struct Records<'a> {
    file: &'a File<'a>,
    lines: Lines<'a>,
    /// The number of the next group.
    next_group: usize,
    /// The rows of the `user-agent` lines in the group before that.
    agents: Range<usize>,
    /// The row of the first `user-agent` line in the group that hasn't been passed yet.
    passed: usize,
    /// The rows of the latest run for each field. Unknown fields are identified by their lower-case
    /// names.
    runs: BTreeMap<(Field, Vec<u8>), Range<usize>>,
}

impl<'a> Records<'a> {
    /// Creates an iterator over the records of `lines`. `first_group` is the number of the first
    /// group that may begin there.
    pub(crate) fn new(file: &'a File<'a>, lines: Lines<'a>, first_group: usize) -> Records<'a> {
        Records {
            file,
            lines,
            next_group: first_group,
            agents: 0..0,
            passed: 0,
            runs: BTreeMap::new(),
        }
    }

    /// Passes the `user-agent` lines before this line. Returns `true` if the line is in a group.
    fn pass_to(&mut self, line: u32) -> bool {
        // Rows and lines are in the same order, so no row is looked at twice.
        let is_before = |row: usize| self.file.rows[row].line < line;
        while let Some(agents) = self.file.agent_rows(self.next_group) {
            if !is_before(agents.start) {
                break;
            }
            self.passed = agents.start;
            self.agents = agents;
            self.next_group += 1;
        }
        // Pass the lines that the record can apply to.
        while self.passed < self.agents.end && is_before(self.passed) {
            self.passed += 1;
        }
        !self.agents.is_empty()
    }

    /// Returns the rows of the run that a record with this field belongs to.
    fn run(&mut self, field: Field, name: &[u8]) -> Range<usize> {
        // Unknown fields are distinguished by their names.
        let name = match field {
            Field::Unknown => name.to_ascii_lowercase(),
            _ => Vec::new(),
        };
        // A run from an earlier group ends before this group begins, so it doesn't count.
        let run = self.runs.entry((field, name)).or_default();
        let start = run.end.max(self.agents.start);
        // A `user-agent` line after the previous record of this field begins a new run.
        if start < self.passed {
            *run = start..self.passed;
        }
        run.clone()
    }
}

impl<'a> Iterator for Records<'a> {
    type Item = Record<'a>;

    fn next(&mut self) -> Option<Record<'a>> {
        // Skip rules and `user-agent` lines, because they are rows of the file.
        let (field, line) = self.lines.find_map(|line| {
            let field = line.field().filter(|field| field.is_extension())?;
            Some((field, line))
        })?;
        // Before the first group, a record applies either to no crawler or to all of them.
        let mut record = Record::of_line(field, &line);
        if self.pass_to(line.number()) {
            let run = self.run(field, line.name());
            record.group_line = Some(self.file.rows[self.agents.start].line);
            record.run_line = Some(self.file.rows[run.start].line);
        }
        Some(record)
    }
}
