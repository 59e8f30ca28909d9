//! The records that the library finds in a file.

use robots_exclusion::Dialect;
use robots_exclusion::canonical;
use robots_exclusion::lexer::{Field, Lines};

/// A record. `reference.py` explains the numbers of `kind`.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Record {
    pub(crate) line: u32,
    pub(crate) kind: u32,
    pub(crate) is_missing_colon: bool,
    pub(crate) is_typo: bool,
    pub(crate) value: Vec<u8>,
}

/// Returns the records that the library finds in the Google dialect.
pub(crate) fn own_records(file: &[u8]) -> Vec<Record> {
    let records = Lines::new(file, Dialect::Google).filter_map(|line| {
        let (kind, names) = match line.field()? {
            Field::UserAgent => (1, &["user-agent"][..]),
            Field::Allow => (2, &["allow"][..]),
            Field::Disallow => (3, &["disallow"][..]),
            Field::Sitemap => (4, &["sitemap"][..]),
            _ => (5, &[][..]),
        };
        // As in the reference, a field is a typo only if it does not start with the correct name.
        let begins = |name: &&str| {
            line.name()
                .get(..name.len())
                .is_some_and(|start| start.eq_ignore_ascii_case(name.as_bytes()))
        };
        let value = match kind {
            1 | 4 => line.value().to_vec(),
            _ => canonical::pattern(line.value(), Dialect::Google).into_owned(),
        };
        let separator = &file[line.name_span().end..line.value_span().start];
        Some(Record {
            line: line.number(),
            kind,
            is_missing_colon: !separator.contains(&b':'),
            is_typo: kind != 5 && !names.iter().any(begins),
            value,
        })
    });
    records.collect()
}
