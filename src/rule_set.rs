//! Rules made ready for many queries: which of them decides about a target.
//!
//! Nine rules in ten are literal. They are sorted, each linked to its longest
//! proper prefix among them, so that a search and a walk up the links find the
//! longest that matches: O(log n + depth). What is searched are keys, the first
//! bytes after those that all rules share, so that the text is read only to
//! confirm what is found; where there are many, most are found by hash. A rule
//! with wildcards is looked at only if the target holds the bytes that the rule
//! needs.
//!
//! A rule's pattern is not copied: it is found where the rule stands, by the
//! rule's number, unless its canonical spelling differs.

mod keys;
mod literals;
mod once;
mod others;
mod signature;

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::cmp::Reverse;

use crate::dialect::Dialect;
use crate::group::StoredRule;
use crate::pattern::Pattern;
use crate::target::Target;

use self::literals::{Literal, Literals};
use self::others::{Other, Others};

pub(crate) use self::once::{decide_once, matching};

/// The rule that decides about a target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Decision {
    rule: u32,
    pub(crate) precedence: Precedence,
}

impl Decision {
    #[inline]
    pub(crate) fn new(rule: usize, precedence: Precedence) -> Decision {
        Decision {
            rule: rule as u32,
            precedence,
        }
    }

    /// Its number among the rules asked, from 0, in file order.
    #[inline]
    pub(crate) fn rule(self) -> usize {
        self.rule as usize
    }

    /// What comes first in this order decides: by precedence, then in the file.
    #[inline]
    fn rank(self) -> (Reverse<Precedence>, u32) {
        (Reverse(self.precedence), self.rule)
    }

    fn beats(self, other: Decision) -> bool {
        self.rank() < other.rank()
    }
}

/// What decides between rules that match: the longer, then `allow`. RFC 9309
/// §2.2.2. The greater wins; of equal ones the first in the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Precedence(u32);

impl Precedence {
    /// Of a pattern so long. Texts are not so long that the length of a
    /// pattern would need more than 31 bits.
    #[inline]
    pub(crate) fn new(length: usize, is_allow: bool) -> Precedence {
        Precedence((length as u32) << 1 | u32::from(is_allow))
    }

    /// How long the pattern is.
    #[inline]
    pub(crate) fn length(self) -> usize {
        (self.0 >> 1) as usize
    }

    /// Whether a target with such a deciding rule is allowed. In
    /// google/robotstxt a match of length 0 disallows nothing.
    pub(crate) fn allows(self, dialect: Dialect) -> bool {
        self.0 & 1 == 1 || dialect == Dialect::Google && self.length() == 0
    }
}

/// Keeps the better of two decisions, `new` being about a later rule.
pub(crate) fn keep_better(best: &mut Option<Decision>, new: Option<Decision>) {
    if let Some(new) = new {
        if best.is_none_or(|best| new.precedence > best.precedence) {
            *best = Some(new);
        }
    }
}

/// Compiled rules. They hold no pattern, so methods want the rules that they
/// were compiled from, and a text in which those stand.
#[derive(Clone, Debug, Default)]
pub(crate) struct RuleSet {
    spellings: Spellings,
    literals: Literals,
    others: Others,
}

impl RuleSet {
    /// Compiles rules: sorts them, O(n log n), and reads each pattern once.
    pub(crate) fn new(text: &[u8], rules: &[StoredRule], dialect: Dialect) -> RuleSet {
        let mut spelled = Vec::new();
        let mut ends = Vec::new();
        let mut literals = Vec::with_capacity(rules.len());
        let mut others = Vec::new();
        for (number, rule) in rules.iter().enumerate() {
            let pattern = Pattern::new(&text[rule.span()], rule.is_allow(), dialect);
            if pattern.is_respelled() {
                spelled.extend_from_slice(pattern.bytes());
                ends.push((number as u32, spelled.len() as u32));
            }
            let shapes = [(pattern.shape, false), (pattern.folder, true)];
            for (shape, is_folder) in shapes {
                let Some(shape) = shape else { continue };
                if shape.strategy.is_literal() {
                    literals.push(Literal::new(number, &pattern, is_folder));
                } else {
                    others.push(Other::new(number, pattern.is_respelled(), shape));
                }
            }
        }
        let spellings = Spellings {
            bytes: spelled.into(),
            ends: ends.into(),
        };
        let patterns = Patterns {
            text,
            rules,
            spellings: &spellings,
            dialect,
        };
        let literals = Literals::new(&patterns, literals);
        let others = Others::new(&patterns, others);
        RuleSet {
            spellings,
            literals,
            others,
        }
    }

    /// Which rule decides about `target`: O(log n + depth) for the literal
    /// ones, linear in the target for each other one that may match and that
    /// could still win. Allocates nothing.
    #[inline]
    pub(crate) fn decide(
        &self,
        text: &[u8],
        rules: &[StoredRule],
        target: &Target<'_>,
    ) -> Option<Decision> {
        let patterns = Patterns {
            text,
            rules,
            spellings: &self.spellings,
            dialect: target.dialect(),
        };
        let literal = self.literals.first_match(&patterns, target.bytes());
        self.others.first_match(&patterns, target, literal)
    }
}

/// The canonical patterns of rules.
#[derive(Clone, Copy)]
struct Patterns<'p> {
    text: &'p [u8],
    rules: &'p [StoredRule],
    spellings: &'p Spellings,
    dialect: Dialect,
}

impl<'p> Patterns<'p> {
    #[inline]
    fn canonical(&self, rule: usize, is_respelled: bool) -> &'p [u8] {
        if is_respelled {
            self.spellings.of(rule)
        } else {
            &self.text[self.rules[rule].span()]
        }
    }

    #[inline]
    fn is_allow(&self, rule: usize) -> bool {
        self.rules[rule].is_allow()
    }
}

/// The canonical spellings that differ from what is written.
#[derive(Clone, Debug, Default)]
struct Spellings {
    bytes: Box<[u8]>,
    /// Of each rule that has one, in file order, where it ends.
    ends: Box<[(u32, u32)]>,
}

impl Spellings {
    #[cold]
    fn of(&self, rule: usize) -> &[u8] {
        let number = self
            .ends
            .partition_point(|&(other, _)| (other as usize) < rule);
        let start = match number {
            0 => 0,
            _ => self.ends[number - 1].1,
        };
        &self.bytes[start as usize..self.ends[number].1 as usize]
    }
}
