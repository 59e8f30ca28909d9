//! Precedence: determines which of several matching rules wins.

use core::num::NonZeroU64;

use crate::dialect::Dialect;
use crate::options::POSITION_LIMIT;
use crate::target::Target;

/// The precedence of a matching rule. The rule with the greatest rank wins.
///
/// Longer patterns win, then `allow` (RFC 9309 §2.2.2), then the first rule in the file. All
/// three are packed into one number:
///
/// ```text
/// length of the pattern   allow   line, inverted   1
///               30 bits   1 bit          32 bits   1 bit
/// ```
///
/// The last bit makes the number non-zero, so that an `Option<Rank>` is no larger and can be
/// returned in a register.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Rank(NonZeroU64);

// Canonical spelling can turn one byte into three.
const _: () = assert!(POSITION_LIMIT * 3 < 1 << 30);

impl Rank {
    const LENGTH: u32 = 34;
    const ALLOW: u64 = 1 << 33;

    pub(crate) fn new(length: usize, is_allow: bool, line: u32) -> Rank {
        let allow = if is_allow { Rank::ALLOW } else { 0 };
        Rank(NonZeroU64::MIN | (length as u64) << Rank::LENGTH | allow | u64::from(!line) << 1)
    }

    /// Returns the pattern's length.
    pub(crate) fn length(self) -> usize {
        (self.0.get() >> Rank::LENGTH) as usize
    }
}

/// The deciding rule for a target, with its rank. The greater of two decisions wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Decision {
    pub(crate) rank: Rank,
    /// The number of the rule among all that were tried.
    pub(crate) rule: u32,
}

impl Decision {
    /// Returns `true` if the decision allows the target. In dialects where empty rules match, a
    /// match with length 0 doesn't disallow anything.
    pub(crate) fn allows(self, dialect: Dialect) -> bool {
        let is_allow = self.rank.0.get() & Rank::ALLOW != 0;
        is_allow || self.rank.length() == 0 && dialect.empty_rules_match()
    }
}

/// Returns `true` if a target is allowed, given a function that finds the deciding rule.
pub(crate) fn is_allowed(target: &Target<'_>, decide: impl FnOnce() -> Option<Decision>) -> bool {
    target.is_robots_txt() || decide().is_none_or(|decision| decision.allows(target.dialect))
}
