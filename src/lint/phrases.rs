//! Parts of messages.

use alloc::collections::BTreeSet;
use alloc::format;
use alloc::string::{String, ToString as _};
use alloc::vec::Vec;
use core::fmt::{self, Write};

use memchr::memchr_iter;

use super::spaces::is_odd_space;
use crate::dialect::Dialect;
use crate::lexer::{Field, is_whitespace};
use crate::spelling;

/// A part of the file, formatted for use in a message. It is escaped, and truncated if it is long.
pub(super) struct Quoted<'t>(pub(super) &'t [u8]);

impl fmt::Display for Quoted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        /// The maximum number of characters that are shown of a value.
        const LENGTH_MAX: usize = 60;
        // A character has at most four bytes.
        let head = &self.0[..self.0.len().min(4 * LENGTH_MAX + 4)];
        let text = String::from_utf8_lossy(head);
        // Longer values end in an ellipsis.
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

/// Returns `true` for characters that a terminal would interpret, and for characters that end a
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
        // The word before the colon, and the blanks before that.
        let before = value[first..colon].trim_ascii_end();
        let start = before.iter().rposition(|&byte| is_whitespace(byte))? + 1;
        let blanks = first + before[..start].trim_ascii_end().len()..first + start;
        let (before, start) = (&value[..first + before.len()], first + start);
        // Other words before a colon may be part of a path or a name.
        let field = Field::of(&before[start..], Dialect::Standard);
        let is_record = !field.is_extension() || field == Field::CrawlDelay;
        (is_record && blanks.start > 0).then(|| (&value[blanks], &value[start..]))
    })
}

/// Formats a number of things, as in `no rules`, `1 rule` and `7 rules`.
pub(super) fn counted(count: usize, what: &str) -> String {
    match count {
        0 => format!("no {what}s"),
        1 => format!("1 {what}"),
        count => format!("{count} {what}s"),
    }
}

/// Lists the names of crawlers for use in a message, with the first few names and the number of
/// other ones. The list is empty if there are none.
pub(super) fn listed<'t>(names: impl Iterator<Item = &'t [u8]>) -> String {
    /// The maximum number of crawlers to name.
    const SHOWN_MAX: usize = 5;
    let mut known = BTreeSet::new();
    // A name isn't listed again in another spelling.
    let mut names = names.filter(|name| known.insert(name.to_ascii_lowercase()));
    let shown = names.by_ref().take(SHOWN_MAX);
    let mut shown: Vec<String> = shown.map(|name| Quoted(name).to_string()).collect();
    let last = match names.count() {
        0 => shown.pop().unwrap_or_default(),
        others => format!("{others} more"),
    };
    match shown.is_empty() {
        true => last,
        false => format!("{} and {last}", shown.join(", ")),
    }
}

/// Returns the known field that was probably meant by an unknown one. It differs by one
/// missing, added, wrong or swapped letter, or by two such mistakes if it is long.
pub(super) fn nearest_field(name: &[u8]) -> Option<&'static str> {
    const NAMES: [&str; 5] = ["User-agent", "Disallow", "Allow", "Sitemap", "Crawl-delay"];
    NAMES.into_iter().find(|near| {
        let slips = if near.len() > 7 { 2 } else { 1 };
        // Long names are never compared letter by letter.
        near.len().abs_diff(name.len()) <= slips && {
            let [name, near] = [name, near.as_bytes()].map(<[u8]>::to_ascii_lowercase);
            spelling::distance(&name, &near) <= slips
        }
    })
}
