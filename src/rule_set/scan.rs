//! Rules tried one after the other, without any preparation: what the first
//! query costs.

use core::cell::OnceCell;
use core::ops::Range;

use wide::u8x16;

use crate::canonical::{self, SPECIAL};
use crate::file::{File, Row};
use crate::pattern;
use crate::rule_set::signature::Signature;
use crate::rule_set::{Decision, Precedence};
use crate::target::Target;
use crate::words;

/// A target on which rules are tried. A rule that differs from it among the first
/// eight bytes, as most do, is not read.
pub(crate) struct Scan<'t> {
    target: &'t Target<'t>,
    /// The first eight bytes of the target.
    eight: u64,
    /// How many of them can rule out a pattern: those before the first special byte, and
    /// the end of a short target, which no plain byte equals.
    comparable: usize,
    /// Whether the target may be the folder of an index page.
    may_be_folder: bool,
    /// What the target lacks, once it is asked for.
    lacking: OnceCell<Signature>,
}

impl<'t> Scan<'t> {
    pub(crate) fn new(target: &'t Target<'t>) -> Scan<'t> {
        let bytes = target.bytes();
        let eight = words::eight_at(bytes, 0);
        let vector = u8x16::new(u128::from(eight).to_le_bytes());
        let special_places = canonical::may_be_special(vector).move_mask() as u32;
        let first_special = (special_places | 1 << 8).trailing_zeros() as usize;
        Scan {
            target,
            eight,
            // Of fewer than eight bytes, zeros, which are special, follow the last.
            comparable: (first_special + usize::from(first_special == bytes.len())).min(8),
            may_be_folder: target.dialect.allows_index_folders() && bytes.ends_with(b"/"),
            lacking: OnceCell::new(),
        }
    }

    /// Tries all rules of a range, which are numbered as in the file. Costs the
    /// length of each line at worst, and the target's for those with wildcards.
    #[inline]
    pub(crate) fn decide(
        &self,
        file: &File<'_>,
        rules: Range<usize>,
        mut best: Option<Decision>,
    ) -> Option<Decision> {
        for (number, &rule) in (rules.start..).zip(&file.rows[rules]) {
            let may_be_folder = self.may_be_folder && rule.is_allow();
            let (text, pattern) = (file.text(), rule.value());
            if !may_be_folder && self.rules_out(text, pattern) {
                continue;
            }
            if let Some(precedence) = self.attempt(text, rule, may_be_folder) {
                // Among equals the first wins.
                if best.is_none_or(|best| precedence > best.precedence) {
                    let rule = number as u32;
                    best = Some(Decision { rule, precedence });
                }
            }
        }
        best
    }

    /// Whether a pattern in a text differs from the target in its first eight bytes,
    /// before any byte that may be spelled otherwise.
    #[inline]
    fn rules_out(&self, text: &[u8], pattern: Range<usize>) -> bool {
        // What follows a short pattern is read as well, but not used.
        let bytes = words::eight_at(text, pattern.start);
        let differing = (self.eight ^ bytes).trailing_zeros() & !7;
        let alike = differing as usize / 8;
        alike < self.comparable.min(pattern.len())
            && !SPECIAL[usize::from(bytes.wrapping_shr(differing) as u8)]
    }

    fn attempt(&self, text: &[u8], rule: Row, may_be_folder: bool) -> Option<Precedence> {
        let (target, is_allow) = (self.target, rule.is_allow());
        let written = &text[rule.value()];
        let length = if pattern::is_plain(text, rule.value(), is_allow, target.dialect) {
            target.bytes().starts_with(written).then_some(written.len())
        } else if !may_be_folder && self.target_lacks_byte_of(written) {
            None
        } else {
            pattern::matched_length(text, rule.value(), is_allow, target)
        };
        length.map(|length| Precedence::new(length, is_allow))
    }

    /// Whether a pattern needs a byte that the target lacks, before any that may be
    /// spelled otherwise.
    fn target_lacks_byte_of(&self, written: &[u8]) -> bool {
        let lacking = || Signature::lacking(self.target.bytes());
        let lacking = *self.lacking.get_or_init(lacking);
        let is_literal = |byte: u8| byte == b'*' || !SPECIAL[usize::from(byte)];
        let mut literal = written.iter().take_while(|&&byte| is_literal(byte));
        literal.any(|&byte| lacking.holds(byte))
    }
}
