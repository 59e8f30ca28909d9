//! A scan of uncompiled rules, for files that are only queried once.

use core::cell::LazyCell;
use core::ops::Range;

use wide::u8x16;

use crate::canonical::{self, SPECIAL};
use crate::file::File;
use crate::pattern;
use crate::rule_set::rank::{Decision, Rank};
use crate::rule_set::signature::Signature;
use crate::target::Target;
use crate::words;

/// Finds the deciding rule in `groups` for a target, identified by its row.
///
/// Every rule is tried. Most of them are rejected because one of their first eight bytes differs
/// from the target, and others because the target lacks a byte that they need. In the worst case,
/// each rule takes time linear in its line, plus the length of the target if it has wildcards.
pub(crate) fn scan(file: &File<'_>, groups: &[u32], target: &Target<'_>) -> Option<Decision> {
    let (text, bytes) = (file.text(), target.bytes());
    let start = Start::of(bytes);
    let lacking = LazyCell::new(|| Signature::lacking(bytes));
    let may_be_folder = target.dialect.allows_index_folders() & bytes.ends_with(b"/");
    let mut best: Option<Decision> = None;
    for &group in groups {
        let rules = file.rules_of(group as usize);
        for (number, &rule) in (rules.start..).zip(&file.rows[rules]) {
            let (pattern, is_allow) = (rule.value(), rule.is_allow());
            let may_be_folder = may_be_folder & is_allow;
            let written = &text[pattern.clone()];
            let length = match written.get(start.shared_prefix(text, &pattern, bytes)) {
                // The target begins with a pattern that has a single spelling.
                None if !written.is_empty() => Some(written.len()),
                Some(&byte) if !may_be_folder && !SPECIAL[usize::from(byte)] => None,
                _ if !may_be_folder && needs_any_of(written, &lacking) => None,
                _ => pattern::matched_length(text, pattern, is_allow, target),
            };
            if let Some(length) = length {
                let rank = Rank::new(length, is_allow, rule.line);
                let rule = number as u32;
                best = best.max(Some(Decision { rank, rule }));
            }
        }
    }
    best
}

/// The start of a target, which is compared with a pattern in one step.
struct Start {
    /// The first eight bytes, padded with zeros.
    eight: u64,
    /// The number of these bytes before the first one that may have several spellings, as the
    /// padding zeros do.
    comparable: usize,
}

impl Start {
    fn of(target: &[u8]) -> Start {
        let eight = words::eight_at(target, 0);
        let vector = u8x16::new(u128::from(eight).to_le_bytes());
        let special_places = canonical::may_be_special(vector).move_mask() as u32;
        let comparable = (special_places | 1 << 8).trailing_zeros() as usize;
        Start { eight, comparable }
    }

    /// Returns the number of bytes that a pattern and the target have in common before the first
    /// byte that has several spellings or a meaning in patterns.
    #[inline]
    fn shared_prefix(&self, text: &[u8], pattern: &Range<usize>, target: &[u8]) -> usize {
        // The bytes after a short pattern are read as well, but ignored.
        let differing = self.eight ^ words::eight_at(text, pattern.start);
        let alike = differing.trailing_zeros() as usize / 8;
        let alike = alike.min(pattern.len());
        if alike < self.comparable {
            return alike;
        }
        let (start, known) = (pattern.start, self.comparable);
        known + shared_prefix(&text[start + known..pattern.end], &target[known..])
    }
}

/// Compares the rest of a pattern with the rest of a target, like [`Start::shared_prefix`].
fn shared_prefix(written: &[u8], target: &[u8]) -> usize {
    let pairs = written.iter().zip(target);
    pairs
        .take_while(|&(byte, other)| byte == other && !SPECIAL[usize::from(*byte)])
        .count()
}

/// Returns `true` if a pattern needs a byte that the target lacks. This only checks the bytes
/// before the first one with several spellings.
fn needs_any_of(written: &[u8], lacking: &Signature) -> bool {
    let is_literal = |byte: u8| byte == b'*' || !SPECIAL[usize::from(byte)];
    let mut literal = written.iter().take_while(|&&byte| is_literal(byte));
    literal.any(|&byte| lacking.holds(byte))
}
