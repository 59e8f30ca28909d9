//! A scan of uncompiled rules, for files that are only queried once.

use core::cell::LazyCell;

use crate::canonical::SPECIAL;
use crate::file::File;
use crate::pattern;
use crate::rule_set::rank::{Decision, Rank};
use crate::rule_set::signature::Signature;
use crate::target::Target;

/// Finds the deciding rule in `groups` for a target, identified by its row.
///
/// Every rule is tried. Most of them are rejected because one of their first bytes differs
/// from the target, and others because the target lacks a byte that they need. In the worst case,
/// each rule takes time linear in its line, plus the length of the target if it has wildcards.
pub(crate) fn scan(file: &File<'_>, groups: &[u32], target: &Target<'_>) -> Option<Decision> {
    let (text, bytes) = (&*file.text, target.bytes());
    let lacking = LazyCell::new(|| Signature::lacking(bytes));
    let may_be_folder = target.dialect.allows_index_folders() & bytes.ends_with(b"/");
    let mut best: Option<Decision> = None;
    for &group in groups {
        let rules = file.rules_of(group as usize);
        for (number, &rule) in (rules.start..).zip(&file.rows[rules]) {
            let (pattern, is_allow) = (rule.value(), rule.is_allow());
            let may_be_folder = may_be_folder & is_allow;
            let written = &text[pattern.clone()];
            // Most rules already differ in the byte after the slash.
            let differs = matches!((written, bytes), ([b'/', byte, ..], [_, other, ..])
                if byte != other && !SPECIAL[usize::from(*byte)]);
            if differs && !may_be_folder {
                continue;
            }
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

/// Returns the number of bytes that a pattern and the target have in common before the first byte
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
