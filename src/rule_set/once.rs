//! Rules tried one after the other, without any preparation.

use crate::canonical::{self, Special};
use crate::dialect::Dialect;
use crate::group::StoredRule;
use crate::pattern::{self, Pattern};
use crate::rule_set::{Decision, Precedence, keep_better};
use crate::target::Target;

/// Decides about one target without any preparation, by trying all rules. A
/// literal rule costs little more than the octets it shares with the target.
pub(crate) fn decide_once(
    text: &[u8],
    rules: &[StoredRule],
    target: &Target<'_>,
) -> Option<Decision> {
    let mut best = None;
    for decision in matching(text, rules, target) {
        keep_better(&mut best, Some(decision));
    }
    best
}

/// The rules that match a target, in file order.
pub(crate) fn matching(
    text: &[u8],
    rules: &[StoredRule],
    target: &Target<'_>,
) -> impl Iterator<Item = Decision> {
    let special = canonical::special(target.dialect());
    let start = Start::of(target.bytes(), special);
    let mut present = None;
    rules.iter().enumerate().filter_map(move |(rule, stored)| {
        let is_allow = stored.is_allow();
        let written = &text[stored.span()];
        let literal = match start.differs(written, special) {
            true => Literal::Differs,
            false => match_literal(written, special, target),
        };
        let length = match literal {
            Literal::Matches => written.len(),
            Literal::Differs if !may_have_folder(written, is_allow, target) => return None,
            Literal::NeedsMore(rest) => {
                let present = present.get_or_insert_with(|| OctetSet::of(target.bytes()));
                if present.excludes(rest, special) && !may_have_folder(written, is_allow, target) {
                    return None;
                }
                Pattern::new(written, is_allow, target.dialect()).matched_length(target)?
            }
            Literal::Differs => {
                Pattern::new(written, is_allow, target.dialect()).matched_length(target)?
            }
        };
        Some(Decision {
            rule,
            precedence: Precedence { length, is_allow },
        })
    })
}

/// What a pattern says of a target if it is read as far as its octets are
/// literal.
enum Literal<'p> {
    Matches,
    Differs,
    /// It agrees with the target so far; this is the rest of it.
    NeedsMore(&'p [u8]),
}

/// The first eight octets of a target, if all are plain: most rules differ in
/// one of them.
#[derive(Clone, Copy)]
struct Start(Option<u64>);

impl Start {
    fn of(octets: &[u8], special: &Special) -> Start {
        let start: Option<[u8; 8]> = octets.first_chunk().copied();
        Start(
            start
                .filter(|start| !start.iter().any(|&octet| special[octet as usize]))
                .map(u64::from_le_bytes),
        )
    }

    /// Whether the pattern is seen to differ before anything in it is special.
    #[inline]
    fn differs(self, written: &[u8], special: &Special) -> bool {
        let (Some(start), Some(other)) = (self.0, written.first_chunk()) else {
            return false;
        };
        let difference = start ^ u64::from_le_bytes(*other);
        // What stands before the first different octet is as plain as the
        // target's.
        difference != 0 && !special[written[difference.trailing_zeros() as usize / 8] as usize]
    }
}

#[inline]
fn match_literal<'p>(written: &'p [u8], special: &Special, target: &Target<'_>) -> Literal<'p> {
    let octets = target.bytes();
    for (at, &octet) in written.iter().enumerate() {
        if special[octet as usize] {
            return Literal::NeedsMore(&written[at..]);
        }
        if octets.get(at) != Some(&octet) {
            return Literal::Differs;
        }
    }
    // An empty value is no rule, except in google/robotstxt.
    match written {
        [] if target.dialect() == Dialect::Standard => Literal::Differs,
        _ => Literal::Matches,
    }
}

/// Whether a rule that does not match may yet match as the folder of an index
/// page.
#[inline]
fn may_have_folder(written: &[u8], is_allow: bool, target: &Target<'_>) -> bool {
    is_allow && target.dialect() == Dialect::Google && pattern::index_page_folder(written).is_some()
}

/// The octets that occur in a target.
struct OctetSet([u64; 4]);

impl OctetSet {
    fn of(octets: &[u8]) -> OctetSet {
        let mut set = [0; 4];
        for &octet in octets {
            set[usize::from(octet >> 6)] |= 1 << (octet & 63);
        }
        OctetSet(set)
    }

    /// Whether a part of a pattern needs an octet that does not occur. Says
    /// `false` where the pattern has to be spelled first.
    fn excludes(&self, part: &[u8], special: &Special) -> bool {
        for &octet in part {
            match octet {
                b'*' | b'$' => {}
                _ if special[octet as usize] => return false,
                _ if self.0[usize::from(octet >> 6)] >> (octet & 63) & 1 == 0 => return true,
                _ => {}
            }
        }
        false
    }
}
