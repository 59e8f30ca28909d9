//! Rules tried one after the other, without any preparation: what the first
//! query costs.

use core::ops::Range;

use alloc::vec::Vec;

use crate::canonical::{self, Special};
use crate::file::{File, RuleRow};
use crate::pattern;
use crate::rule_set::signature::Signature;
use crate::rule_set::{Decision, Precedence};
use crate::target::Target;

/// A target on which rules are tried. A literal rule costs little more than
/// the bytes it shares with the target.
pub(crate) struct Scan<'t> {
    target: &'t Target<'t>,
    special: &'static Special,
    start: Start,
    /// Whether it may be the folder of an index page.
    may_be_folder: bool,
    /// Its bytes, once they are asked for.
    present: Option<Signature>,
    /// Room for a canonical spelling.
    spelled: Vec<u8>,
}

impl<'t> Scan<'t> {
    pub(crate) fn new(target: &'t Target<'t>) -> Scan<'t> {
        let special = canonical::special(target.dialect());
        Scan {
            target,
            special,
            start: Start::of(target.bytes(), special),
            may_be_folder: target.dialect().allows_index_folders()
                && target.bytes().ends_with(b"/"),
            present: None,
            spelled: Vec::new(),
        }
    }

    /// Tries all rules of a range, which are numbered as in the file. Costs the
    /// length of each pattern at worst, and the target's for those with
    /// wildcards.
    #[inline]
    pub(crate) fn decide(
        &mut self,
        file: &File<'_>,
        rules: Range<usize>,
        mut best: Option<Decision>,
    ) -> Option<Decision> {
        let (text, start, special) = (file.text(), self.start, self.special);
        for (number, &rule) in (rules.start..).zip(file.rule_rows(rules)) {
            let alike = match start.compare(text, rule.value(), special) {
                Some(alike) => alike,
                None if self.may_be_folder && rule.is_allow() => 0,
                None => continue,
            };
            if let Some(precedence) = self.attempt(text, rule, alike) {
                // Of equal ones the first stays.
                if best.is_none_or(|best| precedence > best.precedence) {
                    let rule = number as u32;
                    best = Some(Decision { rule, precedence });
                }
            }
        }
        best
    }

    /// What comes of a rule, if it matches. Its first bytes, `alike` many, are
    /// known to be plain and the target's.
    fn attempt(&mut self, text: &[u8], rule: RuleRow, alike: usize) -> Option<Precedence> {
        let is_allow = rule.is_allow();
        let written = &text[rule.value()];
        let length = match match_literal(written, alike, self.special, self.target) {
            Literal::Matches => written.len(),
            Literal::NeedsMore(rest) => match self.read_on(rest) {
                Rest::Canonical => pattern::matched_length(written, is_allow, self.target)?,
                Rest::ToBeSpelled => self.spelled_length(written, is_allow)?,
                Rest::Lacking => self.folder_length(written, is_allow)?,
            },
            Literal::Differs => self.folder_length(written, is_allow)?,
        };
        Some(Precedence::new(length, is_allow))
    }

    /// The length with which a pattern matches that is to be respelled first.
    fn spelled_length(&mut self, written: &[u8], is_allow: bool) -> Option<usize> {
        self.spelled.clear();
        let canonical =
            if canonical::spell_pattern(written, self.target.dialect(), &mut self.spelled) {
                &self.spelled
            } else {
                written
            };
        pattern::matched_length(canonical, is_allow, self.target)
    }

    /// The length of a pattern that does not match, but may yet match as the
    /// folder of an index page.
    fn folder_length(&mut self, written: &[u8], is_allow: bool) -> Option<usize> {
        let may_be = is_allow && self.may_be_folder && pattern::index_folder(written).is_some();
        may_be.then(|| self.spelled_length(written, is_allow))?
    }

    /// What there is in a pattern from its first special byte on.
    fn read_on(&mut self, rest: &[u8]) -> Rest {
        let target = self.target.bytes();
        let present = *self.present.get_or_insert_with(|| Signature::of(target));
        for (at, &byte) in rest.iter().enumerate() {
            match byte {
                b'*' => {}
                b'$' if at + 1 == rest.len() || !self.target.dialect().decodes_patterns() => {}
                _ if self.special[byte as usize] => return Rest::ToBeSpelled,
                _ if !present.may_hold(byte) => return Rest::Lacking,
                _ => {}
            }
        }
        Rest::Canonical
    }
}

/// What there is in a pattern from its first special byte on.
enum Rest {
    /// A byte that the target lacks.
    Lacking,
    /// Wildcards, an anchor and plain bytes.
    Canonical,
    /// Something else.
    ToBeSpelled,
}

/// What a pattern says of a target if it is read as far as its bytes are
/// literal.
enum Literal<'p> {
    Matches,
    Differs,
    /// It agrees with the target so far; this is the rest of it.
    NeedsMore(&'p [u8]),
}

/// The first eight bytes of a target: most rules differ in one of them, or
/// the target ends among them.
#[derive(Clone, Copy)]
struct Start {
    /// NULs where there are fewer.
    bytes: u64,
    /// So many of them are plain.
    plain: usize,
    /// One more if the target ends after those: a plain byte differs from
    /// none.
    comparable: usize,
}

/// How many bytes a [`Start`] has.
const START: usize = 8;

impl Start {
    fn of(target: &[u8], special: &Special) -> Start {
        let target = &target[..target.len().min(START)];
        let bytes = target.first_chunk().copied().unwrap_or_else(|| {
            let mut bytes = [0; START];
            bytes[..target.len()].copy_from_slice(target);
            bytes
        });
        let special = target.iter().position(|&byte| special[byte as usize]);
        Start {
            bytes: u64::from_le_bytes(bytes),
            plain: special.unwrap_or(target.len()),
            comparable: special.unwrap_or(target.len() + 1).min(bytes.len()),
        }
    }

    /// How many plain bytes the pattern at `span` of `text` is seen to share
    /// with the target; `None` if it is seen to differ before anything in it
    /// is special.
    #[inline]
    fn compare(self, text: &[u8], span: Range<usize>, special: &Special) -> Option<usize> {
        // What stands after a short pattern is read as well, but not used.
        let bytes = text.get(span.start..span.start + START);
        let Some(bytes) = bytes.and_then(|bytes| bytes.first_chunk()) else {
            return Some(0);
        };
        let bytes = u64::from_le_bytes(*bytes);
        let different = (self.bytes ^ bytes).trailing_zeros() & !7;
        let alike = different as usize / 8;
        let is_seen = alike < self.comparable && alike < span.len();
        if is_seen && !special[bytes.wrapping_shr(different) as u8 as usize] {
            return None;
        }
        Some(alike.min(span.len()).min(self.plain))
    }
}

/// Reads a pattern from its byte `alike` on.
#[inline]
fn match_literal<'p>(
    written: &'p [u8],
    alike: usize,
    special: &Special,
    target: &Target<'_>,
) -> Literal<'p> {
    let bytes = target.bytes();
    for (at, &byte) in written.iter().enumerate().skip(alike) {
        if special[byte as usize] {
            return Literal::NeedsMore(&written[at..]);
        }
        if bytes.get(at) != Some(&byte) {
            return Literal::Differs;
        }
    }
    if written.is_empty() && !target.dialect().empty_rules_match() {
        return Literal::Differs;
    }
    Literal::Matches
}
