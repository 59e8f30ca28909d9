//! Selects the lines on terms of use that apply to a crawler: `content-usage`,
//! `content-signal` and `license`.
//!
//! Groups are selected as for verdicts, but runs of `user-agent` lines end in other
//! places. For verdicts, only a rule ends a run (RFC 9309 §2.2.4). But
//! draft-ietf-aipref-attach makes a `content-usage` line a rule, and other
//! implementations treat the other two fields the same way. Here, each of the three fields
//! has its own runs, which end at a rule or at a line with that field:
//!
//! ```text
//!                           for verdicts   for content-usage
//! User-agent: a             │ a and b      │ a
//! Content-Usage: search=n   │              │
//! User-agent: b             │              │ b
//! Disallow: /               │              │
//! ```

use crate::lexer::Field;

/// One of the three fields on terms of use.
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

/// Follows the lines of a group and determines which lines with one of the three
/// fields apply to the crawler.
///
/// Rules end runs, too, but no `user-agent` line follows them in the same group, so
/// they need no handling here.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Runs([Run; 3]);

/// The current run of `user-agent` lines for one field.
#[derive(Clone, Copy, Debug, Default)]
struct Run {
    is_open: bool,
    names_crawler: bool,
}

impl Runs {
    /// Adds a `user-agent` line, which may or may not name the crawler.
    pub(crate) fn user_agent(&mut self, names_crawler: bool) {
        for run in &mut self.0 {
            run.names_crawler = names_crawler || run.is_open && run.names_crawler;
            run.is_open = true;
        }
    }

    /// Ends the run of a field at a line with it. Returns `true` if that line applies to
    /// the crawler.
    pub(crate) fn end(&mut self, terms: Terms) -> bool {
        let run = &mut self.0[terms as usize];
        run.is_open = false;
        run.names_crawler
    }
}

/// Splits the value of a `content-usage` or `content-signal` line into path and
/// statement; either may be empty.
///
/// A value has a path if it begins with `/`. A value that begins with `/` and contains
/// no space or tab has no statement.
pub(crate) fn split(value: &[u8]) -> (&[u8], &[u8]) {
    if value.first() != Some(&b'/') {
        return (b"", value);
    }
    let is_blank = |byte: &u8| matches!(byte, b' ' | b'\t');
    let end = value.iter().position(is_blank).unwrap_or(value.len());
    let (path, rest) = value.split_at(end);
    let blanks = rest.iter().take_while(|byte| is_blank(byte)).count();
    (path, &rest[blanks..])
}
