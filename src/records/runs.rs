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
use crate::file::{File, number_of};
use crate::lexer::Lines;

/// An iterator over the extension records on some lines, together with their groups and runs.
///
/// Takes one pass over the lines, plus O(log n) time per record to find its group and run.
#[derive(Clone)]
pub(crate) struct Records<'a> {
    file: &'a File<'a>,
    lines: Lines<'a>,
    /// The number of each field, keyed by its lower-case name. Every extension field has only one.
    numbers: BTreeMap<Vec<u8>, u32>,
    /// The rows of the latest run for each field.
    runs: Vec<Range<usize>>,
}

impl<'a> Records<'a> {
    pub(crate) fn new(file: &'a File<'a>, lines: Lines<'a>) -> Records<'a> {
        Records {
            file,
            lines,
            numbers: BTreeMap::new(),
            runs: Vec::new(),
        }
    }

    /// Returns the rows of the run that a record with this name belongs to, given the `user-agent`
    /// lines before it in its group.
    fn run(&mut self, name: &[u8], agents: &Range<usize>) -> Range<usize> {
        let number = number_of(name.to_ascii_lowercase(), &mut self.numbers) as usize;
        self.runs.resize(self.numbers.len(), 0..0);
        // A run from an earlier group ends before this group begins, so it doesn't count.
        let run = &mut self.runs[number];
        let start = run.end.max(agents.start);
        // A `user-agent` line after the previous record of this field begins a new run.
        if start < agents.end {
            *run = start..agents.end;
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
        let agents = self.file.agents_before(line.number());
        if !agents.is_empty() {
            let run = self.run(line.name(), &agents);
            record.group_line = Some(self.file.rows[agents.start].line);
            record.run_line = Some(self.file.rows[run.start].line);
        }
        Some(record)
    }
}
