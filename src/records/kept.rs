//! The records that a matcher keeps.

use alloc::vec::Vec;

use super::Record;
use crate::debug::AsText;
use crate::dialect::Dialect;
use crate::file::File;
use crate::lexer::Field;
use crate::words;

/// Collects the records for one crawler, in the format that [`kept_records`] reads. They come from
/// its groups and, if they apply to it, from the lines before the first group.
#[derive(Default)]
pub(crate) struct Collected {
    pub(crate) bytes: Vec<u8>,
    /// `true` if a record for the crawler replaces the ones before the first group.
    has_signal: bool,
    has_license: bool,
}

impl Collected {
    /// Begins with the product token that selected the groups, if one did.
    pub(crate) fn of(token: Option<&[u8]>) -> Collected {
        let mut collected = Collected::default();
        if let Some(token) = token {
            words::push_number(&mut collected.bytes, token.len() as u32);
            collected.bytes.extend_from_slice(token);
        }
        collected
    }

    /// Adds the records in groups whose runs name the crawler. `lines` are the numbers of the lines
    /// that name it, in file order like the records.
    ///
    /// A run ends with the last `user-agent` line before the record. It therefore names the crawler
    /// if the latest line that selects the crawler isn't before the run.
    pub(crate) fn add<'r>(
        &mut self,
        records: impl Iterator<Item = Record<'r>>,
        lines: impl Iterator<Item = u32>,
    ) {
        let mut lines = lines.peekable();
        let mut latest = None;
        for record in records {
            // Find the last line before the record that names the crawler.
            while let Some(line) = lines.next_if(|&line| line < record.line) {
                latest = Some(line);
            }
            // That line is in the record's run unless it is before the run's first line.
            if latest >= record.run_line {
                // Remember what replaces the records before the first group.
                self.has_signal |= record.field == Field::ContentSignal;
                self.has_license |= record.field == Field::License;
                record.keep(&mut self.bytes);
            }
        }
    }

    /// Adds the records before the first group whose fields aren't used in any of the crawler's own
    /// groups. Only two fields have a meaning in that position. Records with other fields are
    /// ignored there, as rules are.
    pub(crate) fn add_leading(&mut self, file: &File<'_>) {
        for line in file.record_lines(None) {
            // These two fields have a meaning outside groups. The draft doesn't define one for
            // `content-usage`.
            let field = match line.field() {
                Some(Field::ContentSignal) if !self.has_signal => Field::ContentSignal,
                Some(Field::License) if !self.has_license => Field::License,
                _ => continue,
            };
            Record::of_line(field, &line).keep(&mut self.bytes);
        }
    }
}

impl Record<'_> {
    /// Appends the record in the format that [`kept_records`] reads:
    ///
    /// ```text
    /// line  group line  run line  length of name  length of value  name  value
    /// ```
    ///
    /// The first five are numbers stored seven bits per byte, lowest first, with the eighth bit set
    /// in every byte except the last. Most of them take one or two bytes. A line number of 0 means
    /// that there is none.
    pub(crate) fn keep(&self, bytes: &mut Vec<u8>) {
        // No line has the number 0, so it can stand for `None`.
        let [group, run] = [self.group_line, self.run_line].map(Option::unwrap_or_default);
        let (name, value) = (self.name.0.len() as u32, self.value.0.len() as u32);
        for number in [self.line, group, run, name, value] {
            words::push_number(bytes, number);
        }
        bytes.extend_from_slice(self.name.0);
        bytes.extend_from_slice(self.value.0);
    }
}

/// Reads records that [`Record::keep`] has written.
pub(crate) fn kept_records(
    mut bytes: &[u8],
    dialect: Dialect,
) -> impl Iterator<Item = Record<'_>> + Clone {
    core::iter::from_fn(move || split_record(&mut bytes, dialect))
}

// Inlined into each of its many callers, this would add 1 % to the crate's code.
#[inline(never)]
fn split_record<'a>(bytes: &mut &'a [u8], dialect: Dialect) -> Option<Record<'a>> {
    // Read the parts in the order in which `keep` writes them.
    let mut numbers = [0; 5];
    for number in &mut numbers {
        (*number, *bytes) = words::split_number(bytes)?;
    }
    let [line, group_line, run_line, name, value] = numbers;
    let (name, rest) = bytes.split_at_checked(name as usize)?;
    let (value, rest) = rest.split_at_checked(value as usize)?;
    *bytes = rest;
    Some(Record {
        field: Field::of(name, dialect),
        name: AsText(name),
        value: AsText(value),
        line,
        group_line: Some(group_line).filter(|&line| line != 0),
        run_line: Some(run_line).filter(|&line| line != 0),
    })
}
