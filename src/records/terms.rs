//! The fields that state terms of use: `content-usage`, `content-signal` and `license`.

use crate::lexer::Field;

/// One of the three fields that state terms of use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Terms {
    Usage,
    Signal,
    License,
}

impl Terms {
    pub(crate) fn of(field: Field) -> Option<Terms> {
        match field {
            Field::ContentUsage => Some(Terms::Usage),
            Field::ContentSignal => Some(Terms::Signal),
            Field::License => Some(Terms::License),
            _ => None,
        }
    }
}

/// Splits the value of a `content-usage` or `content-signal` line into its path and its statement.
/// Either may be empty.
///
/// A value has a path if it begins with `/`. A value that begins with `/` and doesn't contain a
/// space or tab has no statement.
pub(crate) fn split(value: &[u8]) -> (&[u8], &[u8]) {
    if value.first() != Some(&b'/') {
        return (b"", value);
    }
    let is_blank = |byte: &u8| matches!(byte, b' ' | b'\t');
    // The path ends at the first blank, and the statement begins after the blanks that follow.
    let end = value.iter().position(is_blank).unwrap_or(value.len());
    let (path, rest) = value.split_at(end);
    let blanks = rest.iter().take_while(|byte| is_blank(byte)).count();
    (path, &rest[blanks..])
}
