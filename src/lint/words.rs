//! Parts of messages.

use alloc::borrow::Cow;
use alloc::collections::BTreeSet;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::{self, Write};

use memchr::memchr_iter;

use super::spaces::is_odd_space;
use crate::dialect::Dialect;
use crate::lexer::{Field, is_whitespace};
use crate::spelling::distance;

/// A part of the file, formatted for use in a message: escaped, and truncated if it is long.
pub(super) struct Quoted<'t>(pub(super) &'t [u8]);

impl fmt::Display for Quoted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        /// The maximum number of characters shown of a value.
        const LENGTH_MAX: usize = 60;
        // A character has at most four bytes.
        let head = &self.0[..self.0.len().min(4 * LENGTH_MAX + 4)];
        let text = String::from_utf8_lossy(head);
        f.write_char('`')?;
        for character in text.chars().take(LENGTH_MAX) {
            if character == '\t' {
                f.write_char(' ')?;
            } else if is_unfit(character) {
                write!(f, "{}", character.escape_unicode())?;
            } else {
                f.write_char(character)?;
            }
        }
        let is_cut = text.chars().nth(LENGTH_MAX).is_some();
        f.write_str(if is_cut { "…`" } else { "`" })
    }
}

/// Returns `true` for characters that a terminal would interpret, and for those that end a
/// line, change the text direction, look like a plain space, or are invisible.
fn is_unfit(character: char) -> bool {
    character.is_control()
        || is_odd_space(character)
        || matches!(character, '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// Returns the further records in a value, each with the blanks before it. For example,
/// `* Disallow: /` contains `Disallow: /`.
pub(super) fn records_in(value: &[u8]) -> impl Iterator<Item = (&[u8], &[u8])> {
    memchr_iter(b':', value).filter_map(|colon| {
        // No known field is longer than this, including blanks.
        let first = colon.saturating_sub(64);
        let before = value[first..colon].trim_ascii_end();
        let start = before.iter().rposition(|&byte| is_whitespace(byte))? + 1;
        let blanks = first + before[..start].trim_ascii_end().len()..first + start;
        let (before, start) = (&value[..first + before.len()], first + start);
        let field = Field::of(&before[start..], Dialect::Standard);
        let is_record = !field.is_extension() || field == Field::CrawlDelay;
        (is_record && blanks.start > 0).then(|| (&value[blanks], &value[start..]))
    })
}

/// Formats a number of rules, as in `1 rule` and `7 rules`.
pub(super) fn counted(rules: usize) -> Cow<'static, str> {
    match rules {
        0 => "no rules".into(),
        1 => "1 rule".into(),
        rules => format!("{rules} rules").into(),
    }
}

/// The names of some crawlers, formatted for use in a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Names<'t> {
    /// The first few names.
    shown: Vec<&'t [u8]>,
    others: usize,
}

impl<'t> Names<'t> {
    pub(super) fn of(names: impl Iterator<Item = &'t [u8]>) -> Names<'t> {
        /// The maximum number of crawlers to name; the others are counted.
        const SHOWN_MAX: usize = 5;
        let (mut shown, mut others) = (Vec::new(), 0);
        let mut known = BTreeSet::new();
        for name in names {
            if !known.insert(name.to_ascii_lowercase()) {
                continue;
            }
            if shown.len() < SHOWN_MAX {
                shown.push(name);
            } else {
                others += 1;
            }
        }
        Names { shown, others }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.shown.is_empty()
    }
}

impl fmt::Display for Names<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let last = self.shown.len().saturating_sub(1);
        for (number, name) in self.shown.iter().enumerate() {
            f.write_str(match number {
                0 => "",
                number if number == last && self.others == 0 => " and ",
                _ => ", ",
            })?;
            write!(f, "{}", Quoted(name))?;
        }
        match self.others {
            0 => Ok(()),
            others => write!(f, " and {others} more"),
        }
    }
}

/// Returns the known field that was probably meant by an unknown one. It differs by one
/// missing, added, wrong or swapped letter, or by two such mistakes if it is long.
pub(super) fn nearest_field(name: &[u8]) -> Option<&'static str> {
    const NAMES: [&str; 5] = ["User-agent", "Disallow", "Allow", "Sitemap", "Crawl-delay"];
    let slips = |near: &str| if near.len() > 7 { 2 } else { 1 };
    NAMES
        .into_iter()
        .filter(|near| near.len().abs_diff(name.len()) <= slips(near))
        .find(|near| {
            let near_bytes = near.to_ascii_lowercase();
            distance(&name.to_ascii_lowercase(), near_bytes.as_bytes()) <= slips(near)
        })
}
