//! What is asked of rules: where two sets of them part, and whether a rule
//! ever decides.

use alloc::vec::Vec;
use core::cmp::Ordering;

use super::rules::{Entry, Rules};
use super::walk::{Ahead, Marks, Prospect, Question};

/// Of an entry that only the first side has.
pub(super) const OLD: u8 = 0b01;
/// Of an entry that only the second side has.
pub(super) const NEW: u8 = 0b10;

/// Nothing can change this verdict.
const FINAL: u32 = u32::MAX;

/// Where the verdicts of two sets of rules differ in one direction.
pub(super) struct Change {
    /// The verdicts of the first and the second set.
    allowed: [bool; 2],
    /// The literals that bring it about.
    literals: Vec<u32>,
}

impl Change {
    pub(super) fn new(rules: &Rules, allowed: [bool; 2]) -> Change {
        Change {
            allowed,
            literals: rules.literals_like(|entry| Change::is_made_by(entry, allowed)),
        }
    }

    /// Whether this entry may bring it about. Where two verdicts differ, the
    /// entry that decides on one side is not on the other, as it would decide
    /// there too, or be beaten by one that would beat it here; and its kind is
    /// the verdict on its side.
    pub(super) fn is_made_by(entry: &Entry, allowed: [bool; 2]) -> bool {
        match entry.sides {
            OLD => entry.is_allow == allowed[0],
            NEW => entry.is_allow == allowed[1],
            _ => false,
        }
    }

    /// The rank that is needed for a difference, lowered to just below that of
    /// the lowest entry that would turn the verdict: what has the same verdict
    /// and no such entry below it changes nothing.
    fn raised(ahead: &Ahead<'_>, marks: &Marks, side: usize) -> u32 {
        let best = marks.best[side];
        if best == FINAL {
            return FINAL;
        }
        let turns = |entry: &&Entry| {
            entry.is_on(side) && entry.rank > best && entry.is_allow != marks.allowed[side]
        };
        let wildcard = ahead
            .wildcards()
            .filter(turns)
            .map(|entry| entry.rank)
            .min();
        let literal = match ahead.literals() {
            Some(few) => few.filter(turns).map(|entry| entry.rank).min(),
            None => Some(best + 1),
        };
        let lowest = wildcard.into_iter().chain(literal).min();
        lowest.map_or(FINAL, |lowest| lowest - 1)
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

    fn is_shown(&self, marks: &Marks) -> bool {
        marks.allowed == self.allowed
    }

    fn look_ahead(&self, ahead: &Ahead<'_>, marks: &mut Marks) -> Prospect {
        let are_alike = marks.is_same_on_both();
        marks.best = [0, 1].map(|side| Change::raised(ahead, marks, side));
        let can_turn =
            |side: usize| marks.allowed[side] == self.allowed[side] || marks.best[side] != FINAL;
        if !can_turn(0) || !can_turn(1) {
            return Prospect::Nothing;
        }
        if are_alike {
            // What both have keeps them alike.
            marks.best = [marks.best[0].min(marks.best[1]); 2];
        } else if !marks.is_same_on_both() {
            return Prospect::Anything { distance: 0 };
        }
        ahead.of_entries(&self.literals, marks, |entry| {
            Change::is_made_by(entry, self.allowed)
        })
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
    /// `literal` is where it stands among the literals, if it is one.
    pub(super) fn new(rank: u32, literal: Option<u32>) -> Win {
        Win {
            rank,
            literals: literal.into_iter().collect(),
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

    fn is_shown(&self, marks: &Marks) -> bool {
        marks.best[0] == self.rank
    }

    fn look_ahead(&self, ahead: &Ahead<'_>, marks: &mut Marks) -> Prospect {
        // Which verdict it is does not matter.
        marks.allowed[0] = true;
        match marks.best[0].cmp(&self.rank) {
            Ordering::Less => {
                ahead.of_entries(&self.literals, marks, |entry| entry.rank == self.rank)
            }
            Ordering::Equal => Prospect::Anything { distance: 0 },
            Ordering::Greater => Prospect::Nothing,
        }
    }
}
