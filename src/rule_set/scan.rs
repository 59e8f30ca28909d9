//! Rules tried one after the other, without any preparation: what the first
//! query costs.

use core::cell::LazyCell;
use core::ops::Range;

use wide::u8x16;

use crate::canonical::{self, SPECIAL};
use crate::file::File;
use crate::pattern;
use crate::rule_set::signature::Signature;
use crate::rule_set::{Decision, Precedence};
use crate::target::Target;
use crate::words;

/// Which rule of some groups decides about a target; its number is that of its row.
///
/// Tries all of them. Costs the length of each line at worst, and the target's for those
/// with wildcards; most are not read, as they differ from the target among the first
/// eight bytes.
pub(crate) fn scan(file: &File<'_>, groups: &[u32], target: &Target<'_>) -> Option<Decision> {
    let (text, bytes) = (file.text(), target.bytes());
    let start = Start::of(bytes);
    let lacking = LazyCell::new(|| Signature::lacking(bytes));
    let may_be_folder = target.dialect.allows_index_folders() && bytes.ends_with(b"/");
    let mut best: Option<Decision> = None;
    for &group in groups {
        let rules = file.rules_of(group as usize);
        for (number, &rule) in (rules.start..).zip(&file.rows[rules]) {
            let (pattern, is_allow) = (rule.value(), rule.is_allow());
            let may_be_folder = may_be_folder && is_allow;
            if !may_be_folder && start.differs(text, pattern.clone()) {
                continue;
            }
            let written = &text[pattern.clone()];
            // With plain patterns matched like any, files of at most 200 bytes, parsed and
            // asked once, took 10 % more time.
            let length = if pattern::is_plain(text, pattern.clone(), is_allow, target.dialect) {
                bytes.starts_with(written).then_some(written.len())
            } else if !may_be_folder && needs_any_of(written, &lacking) {
                None
            } else {
                pattern::matched_length(text, pattern, is_allow, target)
            };
            if let Some(length) = length {
                let precedence = Precedence::new(length, is_allow);
                // Among equals the first wins.
                if best.is_none_or(|best| precedence > best.precedence) {
                    let rule = number as u32;
                    best = Some(Decision { rule, precedence });
                }
            }
        }
    }
    best
}

/// The first bytes of a target.
struct Start {
    /// The first eight; zeros follow those of a shorter target.
    eight: u64,
    /// How many of them can rule out a pattern: those before the first special byte, and
    /// the end of a short target, which no plain byte equals.
    comparable: usize,
}

impl Start {
    fn of(target: &[u8]) -> Start {
        let eight = words::eight_at(target, 0);
        let vector = u8x16::new(u128::from(eight).to_le_bytes());
        let special_places = canonical::may_be_special(vector).move_mask() as u32;
        let first_special = (special_places | 1 << 8).trailing_zeros() as usize;
        // Of fewer than eight bytes, zeros, which are special, follow the last.
        let comparable = (first_special + usize::from(first_special == target.len())).min(8);
        Start { eight, comparable }
    }

    /// Whether a pattern in a text differs from these bytes, before any that may be spelled
    /// otherwise.
    #[inline]
    fn differs(&self, text: &[u8], pattern: Range<usize>) -> bool {
        // What follows a short pattern is read as well, but not used.
        let bytes = words::eight_at(text, pattern.start);
        let differing = (self.eight ^ bytes).trailing_zeros() & !7;
        let alike = differing as usize / 8;
        alike < self.comparable.min(pattern.len())
            && !SPECIAL[usize::from(bytes.wrapping_shr(differing) as u8)]
    }
}

/// Whether a pattern needs a byte that a target lacks, before any that may be spelled
/// otherwise.
fn needs_any_of(written: &[u8], lacking: &Signature) -> bool {
    let is_literal = |byte: u8| byte == b'*' || !SPECIAL[usize::from(byte)];
    let mut literal = written.iter().take_while(|&&byte| is_literal(byte));
    literal.any(|&byte| lacking.holds(byte))
}
