//! What is asked of rules: where two sets of them part, and whether a rule
//! ever decides.

use alloc::vec::Vec;

use super::rules::{Entry, Rules};
use super::walk::{Ahead, Marks, Prospect, Question};

/// Of an entry that both sides have.
const BOTH: u8 = 0b11;

/// Nothing can change this verdict.
const FINAL: u32 = u32::MAX;

/// Where the verdicts of two sets of rules differ: [`DISALLOWED`] and
/// [`ALLOWED`].
pub(super) struct Change {
    /// The literals that only one side has.
    literals: Vec<u32>,
}

/// The first side allows, the second disallows.
pub(super) const DISALLOWED: u8 = 0b01;
/// The first side disallows, the second allows.
pub(super) const ALLOWED: u8 = 0b10;

impl Change {
    pub(super) fn new(rules: &Rules) -> Change {
        Change {
            literals: rules.literals_like(|entry| entry.sides != BOTH),
        }
    }

    fn shown_by(allowed: [bool; 2]) -> u8 {
        match allowed {
            [true, false] => DISALLOWED,
            [false, true] => ALLOWED,
            _ => 0,
        }
    }

    /// Raises the rank that is needed for a difference to just below that of
    /// the lowest entry that would turn the verdict: what has the same verdict
    /// and no such entry below it changes nothing.
    fn raise(ahead: &Ahead<'_>, marks: &mut Marks, side: usize) {
        let best = marks.best[side];
        let turns = |entry: &&Entry| {
            entry.is_on(side) && entry.rank > best && entry.is_allow != marks.allowed[side]
        };
        let lowest = |entries: &mut dyn Iterator<Item = &Entry>| {
            entries.filter(turns).map(|entry| entry.rank).min()
        };
        let wildcard = lowest(&mut ahead.wildcards());
        let literal = match ahead.literals() {
            Some(mut few) => lowest(&mut few),
            None => Some(best.saturating_add(1)),
        };
        marks.best[side] = [wildcard, literal]
            .into_iter()
            .flatten()
            .min()
            .map_or(FINAL, |lowest| lowest - 1);
    }
}

impl Question for Change {
    fn start(&self) -> Marks {
        Marks {
            best: [0; 2],
            allowed: [true; 2],
        }
    }

    fn literals(&self) -> &[u32] {
        &self.literals
    }

    fn shown(&self, marks: &Marks) -> u8 {
        Change::shown_by(marks.allowed)
    }

    fn look_ahead(&self, ahead: &Ahead<'_>, marks: &mut Marks, wanted: u8) -> Prospect {
        for side in 0..2 {
            if marks.best[side] != FINAL {
                Change::raise(ahead, marks, side);
            }
        }
        let may_be = |side: usize, verdict: bool| {
            marks.allowed[side] == verdict || marks.best[side] != FINAL
        };
        let may_show = [[true, false], [false, true]].into_iter().any(|allowed| {
            Change::shown_by(allowed) & wanted != 0 && may_be(0, allowed[0]) && may_be(1, allowed[1])
        });
        if !may_show {
            return Prospect::Nothing;
        }
        if marks.allowed[0] != marks.allowed[1] || marks.best[0] != marks.best[1] {
            return Prospect::Anything;
        }
        // So far the two sides are the same: what both have keeps them so.
        let parts = |entry: &Entry| entry.sides != BOTH && marks.leave_open(entry);
        if ahead.wildcards().any(parts) {
            return Prospect::Anything;
        }
        let may_part = match ahead.literals() {
            Some(mut few) => few.any(parts),
            None => ahead.has_any(&self.literals),
        };
        if may_part {
            Prospect::Literals
        } else {
            Prospect::Nothing
        }
    }
}

/// Whether the entry of this rank decides about any target; only the first
/// side is there.
pub(super) struct Win {
    rank: u32,
    /// It, if it is literal.
    literals: Vec<u32>,
}

impl Win {
    pub(super) fn new(rules: &Rules, rank: u32) -> Win {
        Win {
            rank,
            literals: rules.literals_like(|entry| entry.rank == rank),
        }
    }
}

impl Question for Win {
    fn start(&self) -> Marks {
        // What is below it plays no part.
        Marks {
            best: [self.rank - 1, FINAL],
            allowed: [true; 2],
        }
    }

    fn literals(&self) -> &[u32] {
        &self.literals
    }

    fn shown(&self, marks: &Marks) -> u8 {
        u8::from(marks.best[0] == self.rank)
    }

    fn look_ahead(&self, ahead: &Ahead<'_>, marks: &mut Marks, _: u8) -> Prospect {
        // Which verdict it is does not matter.
        marks.allowed[0] = true;
        match marks.best[0].cmp(&self.rank) {
            core::cmp::Ordering::Less => {
                if ahead.wildcards().any(|entry| entry.rank == self.rank) {
                    Prospect::Anything
                } else if ahead.has_any(&self.literals) {
                    Prospect::Literals
                } else {
                    Prospect::Nothing
                }
            }
            core::cmp::Ordering::Equal => Prospect::Anything,
            core::cmp::Ordering::Greater => Prospect::Nothing,
        }
    }
}
