//! The lines that say on which terms content may be used: `content-usage`,
//! `content-signal`, `license`. Which of them are for a crawler.
//!
//! The groups of a crawler are chosen as for verdicts. What differs is where
//! a run of `user-agent` lines ends. For verdicts a rule ends it and nothing
//! else does (RFC 9309 §2.2.4); but draft-ietf-aipref-attach makes a
//! `content-usage` line a rule, and readers of the other two fields take them
//! so as well. Here a run is ended, for each of the three questions by itself,
//! by a rule and by a line of the field in question:
//!
//! ```text
//!                           for verdicts   for content-usage
//! User-agent: a             │ a and b      │ a
//! Content-Usage: search=n   │              │
//! User-agent: b             │              │ b
//! Disallow: /               │              │
//! ```

use crate::lexer::Field;

/// One of the three fields.
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

/// Follows the lines of a group and says of each line of the three fields
/// whether it is for the crawler. Rules end runs, too, but then no
/// `user-agent` line follows in the group.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Runs([Run; 3]);

/// The run of `user-agent` lines as it is for one field.
#[derive(Clone, Copy, Debug, Default)]
struct Run {
    is_open: bool,
    names_crawler: bool,
}

impl Runs {
    /// A `user-agent` line, which names the crawler or does not.
    pub(crate) fn user_agent(&mut self, names_crawler: bool) {
        for run in &mut self.0 {
            run.names_crawler = names_crawler || run.is_open && run.names_crawler;
            run.is_open = true;
        }
    }

    /// A line of one of the three fields; whether it is for the crawler.
    pub(crate) fn end(&mut self, terms: Terms) -> bool {
        let run = &mut self.0[terms as usize];
        run.is_open = false;
        run.names_crawler
    }
}

/// Splits the value of a `content-usage` or `content-signal` line: the path,
/// which is empty if there is none, and the statement.
///
/// A value that does not begin with `/` has no path; one that begins with it
/// and holds no blank has no statement.
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
