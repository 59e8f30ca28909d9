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
            if !may_be_folder && start.differs(text, pattern.clone()) {
                continue;
            }
            let written = &text[pattern.clone()];
            let length = match written.get(shared_prefix(written, bytes)) {
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

/// The start of a target, which rules out most patterns.
struct Start {
    /// The first eight bytes, padded with zeros.
    eight: u64,
    /// The number of these bytes that can rule out a pattern. Only the ones before the first
    /// special byte can. If the target ends before that, the zero after it counts as well, because
    /// no plain byte is zero.
    comparable: usize,
}

impl Start {
    fn of(target: &[u8]) -> Start {
        let eight = words::eight_at(target, 0);
        let vector = u8x16::new(u128::from(eight).to_le_bytes());
        let special_places = canonical::may_be_special(vector).move_mask() as u32;
        let first_special = (special_places | 1 << 8).trailing_zeros() as usize;
        // If there are fewer than eight bytes, the padding zeros are special.
        let comparable = (first_special + usize::from(first_special == target.len())).min(8);
        Start { eight, comparable }
    }

    /// Returns `true` if a pattern differs from these bytes before the first byte that has several
    /// spellings.
    #[inline]
    fn differs(&self, text: &[u8], pattern: Range<usize>) -> bool {
        // The bytes after a short pattern are read as well, but they are ignored.
        let bytes = words::eight_at(text, pattern.start);
        let differing = (self.eight ^ bytes).trailing_zeros() & !7;
        let alike = differing as usize / 8;
        alike < self.comparable.min(pattern.len())
            && !SPECIAL[usize::from(bytes.wrapping_shr(differing) as u8)]
    }
}

/// Returns the number of bytes that a pattern and a target have in common before the first byte
/// that has several spellings or a meaning in patterns.
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
