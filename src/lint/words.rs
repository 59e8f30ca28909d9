//! Parts of sentences.

use alloc::borrow::Cow;
use alloc::collections::BTreeSet;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::{self, Write};

use super::spaces::is_odd_space;

/// A part of the text, to be read inside a sentence: printable, and cut if it
/// is long.
pub(super) struct Quoted<'t>(pub(super) &'t [u8]);

impl fmt::Display for Quoted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        /// How many characters of a value are shown.
        const LENGTH_MAX: usize = 60;
        // A character has at most four bytes.
        let head = &self.0[..self.0.len().min(4 * LENGTH_MAX + 4)];
        let text = String::from_utf8_lossy(head);
        f.write_char('`')?;
        for character in text.chars().take(LENGTH_MAX) {
            if is_unfit(character) {
                write!(f, "{}", character.escape_unicode())?;
            } else {
                f.write_char(character)?;
            }
        }
        let is_cut = text.chars().nth(LENGTH_MAX).is_some();
        f.write_str(if is_cut { "…`" } else { "`" })
    }
}

/// Whether a terminal would obey a character, end the line at it, turn the direction
/// of what follows, or show what looks like a plain space, or nothing.
fn is_unfit(character: char) -> bool {
    character.is_control()
        || is_odd_space(character)
        || matches!(character, '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// A rule, to be read inside a sentence.
pub(super) struct QuotedRule<'t> {
    pub(super) is_allow: bool,
    pub(super) pattern: &'t [u8],
}

impl fmt::Display for QuotedRule<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let field = if self.is_allow {
            "Allow: "
        } else {
            "Disallow: "
        };
        // No more than is shown: patterns may be long.
        let pattern = &self.pattern[..self.pattern.len().min(400)];
        write!(f, "{}", Quoted(&[field.as_bytes(), pattern].concat()))
    }
}

/// `1 rule`, `7 rules`.
pub(super) fn counted(rules: usize) -> Cow<'static, str> {
    match rules {
        0 => "no rules".into(),
        1 => "1 rule".into(),
        rules => format!("{rules} rules").into(),
    }
}

/// The names of some crawlers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Names<'t> {
    /// The first few.
    shown: Vec<&'t [u8]>,
    others: usize,
}

impl<'t> Names<'t> {
    pub(super) fn of(names: impl Iterator<Item = &'t [u8]>) -> Names<'t> {
        /// How many crawlers are named; the others are counted.
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

/// The numbers of two or more lines.
pub(super) struct LineNumbers<'t>(pub(super) &'t [u32]);

impl fmt::Display for LineNumbers<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("lines")?;
        let last = self.0.len().saturating_sub(1);
        for (number, line) in self.0.iter().enumerate() {
            f.write_str(match number {
                0 => " ",
                number if number == last => " and ",
                _ => ", ",
            })?;
            write!(f, "{line}")?;
        }
        Ok(())
    }
}

/// The field that an unknown one was probably meant to be: it differs by one
/// letter that is missing, added or wrong, or by two that are swapped; long
/// ones by two such slips.
pub(super) fn nearest_field(name: &[u8]) -> Option<&'static str> {
    const NAMES: [&str; 5] = ["User-agent", "Disallow", "Allow", "Sitemap", "Crawl-delay"];
    let slips = |near: &str| if near.len() > 7 { 2 } else { 1 };
    NAMES
        .into_iter()
        .filter(|near| near.len().abs_diff(name.len()) <= slips(near))
        .find(|near| {
            distance(&name.to_ascii_lowercase(), &near.to_ascii_lowercase()) <= slips(near)
        })
}

/// The Damerau–Levenshtein distance (optimal string alignment) of two short
/// names.
fn distance(one: &[u8], other: &str) -> usize {
    let other = other.as_bytes();
    let mut rows: Vec<Vec<usize>> = Vec::with_capacity(one.len() + 1);
    rows.push((0..=other.len()).collect());
    for (at, letter) in one.iter().enumerate() {
        let mut row = Vec::with_capacity(other.len() + 1);
        row.push(at + 1);
        for (other_at, other_letter) in other.iter().enumerate() {
            let replaced = rows[at][other_at] + usize::from(letter != other_letter);
            let mut least = replaced
                .min(rows[at][other_at + 1] + 1)
                .min(row[other_at] + 1);
            if at > 0
                && other_at > 0
                && *letter == other[other_at - 1]
                && one[at - 1] == *other_letter
            {
                least = least.min(rows[at - 1][other_at - 1] + 1);
            }
            row.push(least);
        }
        rows.push(row);
    }
    rows[one.len()][other.len()]
}
