//! Compiled rules, and which of them decides about a target.
//!
//! A [`RuleSet`] is one block of memory, with what every query needs first, so
//! that a query that finds it cold touches few cache lines. For the rules
//! `Allow: /`, `Disallow: /b`, `Disallow: /*.gif$`, `Disallow: /a/c` on lines
//! 2 to 5 it holds
//!
//! ```text
//! keys        0    0     a/                hash of the start of each literal rule
//! flags       A    D     D     D$          kind and strategy of each rule
//! starts      0    1     3     7     14    where its text starts; one more
//! signatures                   . g i f     bytes that a wildcard rule needs
//! texts       /  /b  /a/c  /*.gif$
//! lines       2    3     5     4
//! after       what else its owner keeps
//! ```
//!
//! Literal rules come first, in file order. A target is compared with those that
//! have one of its keys, and with those that are too short to have one. Then rules with
//! wildcards, by precedence. Where there are many of either kind, they are ordered by
//! buckets first; the table of buckets takes the place of the keys, or follows the
//! signatures: see [`index`]. Last come rules that match nothing, or only what another one
//! matches: they are listed, but never tried. Starts and lines take as many bytes as the
//! greatest of them needs.

mod block;
mod compile;
mod index;
mod keys;
mod scan;
mod signature;

use core::num::NonZeroU32;
use core::ops::Range;

use crate::dialect::Dialect;
use crate::pattern;
use crate::target::Target;

use self::signature::Signature;

pub(crate) use self::block::RuleSet;
pub(crate) use self::compile::Compiler;
pub(crate) use self::scan::scan;

/// The rule that decides about a target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Decision {
    /// The number of the rule among those that were asked.
    pub(crate) rule: u32,
    pub(crate) precedence: Precedence,
}

/// What decides between rules that match: the longer, then `allow`. RFC 9309
/// §2.2.2. The greater wins; of equal ones the first in the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Precedence(NonZeroU32);

impl Precedence {
    /// The precedence of a pattern of this length, which fits into 30 bits, as texts
    /// are limited.
    #[inline]
    pub(crate) fn new(length: usize, is_allow: bool) -> Precedence {
        let number = (length as u32) << 2 | u32::from(is_allow) << 1;
        // The lowest bit is always set: so an `Option` takes no more room, and is
        // returned in registers.
        Precedence(NonZeroU32::MIN | number)
    }

    /// How long the pattern is.
    #[inline]
    pub(crate) fn length(self) -> usize {
        (self.0.get() >> 2) as usize
    }

    /// Whether a target is allowed if this precedence wins. Where empty rules match, a
    /// match of length 0 disallows nothing.
    #[inline]
    pub(crate) fn allows(self, dialect: Dialect) -> bool {
        self.0.get() & 2 != 0 || self.length() == 0 && dialect.empty_rules_match()
    }
}

/// Whether a target is allowed, given how to find the rule that decides, if one does.
#[inline]
pub(crate) fn is_allowed(target: &Target<'_>, decide: impl FnOnce() -> Option<Decision>) -> bool {
    target.is_robots_txt()
        || decide().is_none_or(|decision| decision.precedence.allows(target.dialect))
}

// Canonical spelling can turn one byte into three.
const _: () = assert!(crate::file::POSITION_LIMIT * 3 <= (u32::MAX >> 2) as usize);

/// Up to this many literal rules are found by their keys alone. As 32 keys are compared
/// at once, the matchers of most files need no buckets.
const KEYS_MAX: usize = 512;

/// Up to this many literal rules that share a key, or have none, are compared one by one;
/// a target has up to three keys. Where more do, literal rules are put in buckets.
const SAME_KEY_MAX: usize = 128;

/// Up to this many rules with wildcards are all checked for the bytes they need.
/// Over a corpus of files, compiling with 128 takes 7 % more instructions, and
/// queries 1 % fewer.
const LOOK_AT_ALL_MAX: usize = 256;

impl RuleSet {
    /// Which rule decides about `target`; its number is that of an entry.
    ///
    /// For literal rules O(length of the target), whatever their number, unless
    /// their author has searched for rules with one hash; for each other rule that may
    /// match linear in the target. Of those in a bucket none is tried that cannot win.
    /// Allocates nothing for ordinary rules.
    #[inline]
    pub(crate) fn decide(&self, target: &Target<'_>) -> Option<Decision> {
        let literal = match self.literal_buckets() {
            None => keys::first_literal(self, target),
            Some(buckets) => buckets.first_literal(self, target),
        };
        if self.wildcards().is_empty() {
            return literal;
        }
        let lacking = Signature::lacking(target.bytes());
        let first = |best, entries| self.first_wildcard(entries, lacking, target, best);
        match self.wildcard_buckets() {
            None => first(literal, self.wildcards()),
            Some(buckets) => buckets.with_runs_of(target.bytes()).fold(literal, first),
        }
    }

    /// The first in rank of `best` and of those entries with wildcards that match; they
    /// are given in the order of their ranks.
    #[inline(always)]
    fn first_wildcard(
        &self,
        entries: Range<usize>,
        lacking: Signature,
        target: &Target<'_>,
        best: Option<Decision>,
    ) -> Option<Decision> {
        let is_first_better = || self.is_better(self.compared(entries.start).2, best);
        if entries.is_empty() || best.is_some() && !is_first_better() {
            return best;
        }
        for (entry, needed) in entries.clone().zip(self.signatures(entries)) {
            if needed.needs_any_of(lacking) {
                continue;
            }
            let (strategy, body, decision) = self.compared(entry);
            if !self.is_better(decision, best) {
                break;
            }
            if pattern::matches(strategy, body, target) {
                return Some(decision);
            }
        }
        best
    }
}
