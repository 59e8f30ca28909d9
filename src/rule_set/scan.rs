//! Rules tried one after the other, without any preparation: what the first
//! query costs.

use core::cell::OnceCell;
use core::ops::Range;

use crate::canonical::SPECIAL;
use crate::file::{File, Row};
use crate::pattern;
use crate::rule_set::beginning::Beginning;
use crate::rule_set::signature::Signature;
use crate::rule_set::{Decision, Precedence};
use crate::target::Target;

/// A target on which rules are tried. A rule that differs from it among the first
/// eight bytes, as most do, is not read.
pub(crate) struct Scan<'t> {
    target: &'t Target<'t>,
    beginning: Beginning,
    /// Whether the target may be the folder of an index page.
    may_be_folder: bool,
    /// What the target lacks, once it is asked for.
    lacking: OnceCell<Signature>,
}

impl<'t> Scan<'t> {
    pub(crate) fn new(target: &'t Target<'t>) -> Scan<'t> {
        Scan {
            target,
            beginning: Beginning::of(target),
            may_be_folder: target.dialect.allows_index_folders() && target.bytes().ends_with(b"/"),
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
            if !may_be_folder && self.beginning.rules_out(text, pattern) {
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
