//! Rules tried one after the other, without any preparation.

use core::ops::Range;

use crate::canonical::{self, Special};
use crate::dialect::Dialect;
use crate::group::StoredRule;
use crate::pattern::{self, Pattern};
use crate::rule_set::signature::Signature;
use crate::rule_set::{Decision, Precedence, keep_better};
use crate::target::Target;

/// Decides about one target without any preparation, by trying all rules. A
/// literal rule costs little more than the bytes it shares with the target.
pub(crate) fn decide_once(
    text: &[u8],
    rules: &[StoredRule],
    target: &Target<'_>,
) -> Option<Decision> {
    let mut trial = Trial::new(target);
    let Trial {
        start,
        special,
        may_be_folder,
        ..
    } = trial;
    let mut best = None;
    for (number, &rule) in rules.iter().enumerate() {
        let alike = match start.compare(text, rule.span(), special) {
            Some(alike) => alike,
            None if may_be_folder && rule.is_allow() => 0,
            None => continue,
        };
        keep_better(&mut best, trial.attempt(text, number, rule, alike));
    }
    best
}

/// The rules that match a target, in file order.
pub(crate) fn matching(
    text: &[u8],
    rules: &[StoredRule],
    target: &Target<'_>,
) -> impl Iterator<Item = Decision> {
    let mut trial = Trial::new(target);
    let rules = rules.iter().enumerate();
    rules.filter_map(move |(number, &rule)| trial.attempt(text, number, rule, 0))
}

/// A target on which rules are tried.
struct Trial<'t> {
    target: &'t Target<'t>,
    special: &'static Special,
    start: Start,
    /// Whether it may be the folder of an index page.
    may_be_folder: bool,
    /// Its bytes, once they are asked for.
    present: Option<Signature>,
}

impl<'t> Trial<'t> {
    fn new(target: &'t Target<'t>) -> Trial<'t> {
        let special = canonical::special(target.dialect());
        Trial {
            target,
            special,
            start: Start::of(target.bytes(), special),
            may_be_folder: target.dialect() == Dialect::Google && target.bytes().ends_with(b"/"),
            present: None,
        }
    }

    /// What comes of a rule, if it matches. Its first bytes, `alike` many, are
    /// known to be plain and the target's.
    fn attempt(
        &mut self,
        text: &[u8],
        number: usize,
        rule: StoredRule,
        alike: usize,
    ) -> Option<Decision> {
        let is_allow = rule.is_allow();
        let written = &text[rule.span()];
        let dialect = self.target.dialect();
        let pattern = match match_literal(written, alike, self.special, self.target) {
            Literal::Matches => None,
            Literal::NeedsMore(rest) => match self.read_on(rest) {
                Rest::Canonical => Some(Pattern::canonical(written, is_allow, dialect)),
                Rest::ToBeSpelled => Some(Pattern::new(written, is_allow, dialect)),
                Rest::Lacking => Some(self.with_folder(written, is_allow)?),
            },
            Literal::Differs => Some(self.with_folder(written, is_allow)?),
        };
        let length = match pattern {
            None => written.len(),
            Some(pattern) => pattern.matched_length(self.target)?,
        };
        Some(Decision::new(number, Precedence::new(length, is_allow)))
    }

    /// A pattern that does not match, but may yet match as the folder of an
    /// index page.
    fn with_folder<'p>(&self, written: &'p [u8], is_allow: bool) -> Option<Pattern<'p>> {
        let may_be = is_allow && self.may_be_folder;
        (may_be && pattern::index_page_folder(written).is_some())
            .then(|| Pattern::new(written, is_allow, self.target.dialect()))
    }

    /// What there is in a pattern from its first special byte on.
    fn read_on(&mut self, rest: &[u8]) -> Rest {
        let target = self.target.bytes();
        let present = *self.present.get_or_insert_with(|| Signature::of(target));
        for (at, &byte) in rest.iter().enumerate() {
            match byte {
                b'*' => {}
                b'$' if at + 1 == rest.len() || self.target.dialect() == Dialect::Google => {}
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
        let mut bytes = [0; START];
        let target = &target[..target.len().min(bytes.len())];
        bytes[..target.len()].copy_from_slice(target);
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
    // An empty value is no rule, except in google/robotstxt.
    match written {
        [] if target.dialect() == Dialect::Standard => Literal::Differs,
        _ => Literal::Matches,
    }
}
