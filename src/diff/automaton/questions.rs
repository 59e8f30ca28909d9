//! The questions that a walk answers: where the verdicts of two sets of rules differ, between
//! which rules, and whether a rule ever decides.

use alloc::vec;
use alloc::vec::Vec;
use core::cmp::Ordering;

use super::rules::{Entry, Rules};
use super::walk::{Ahead, Marks, Prospect, Question};

/// A rank that no entry exceeds: nothing can change the verdict.
const FINAL: u32 = u32::MAX;

/// Asks for the shortest target with one verdict of the old rules and another one of the
/// new rules.
pub(super) struct VerdictChange {
    /// The verdicts of the old and the new rules.
    allowed: [bool; 2],
    /// The literals that may bring it about.
    literals: Vec<u32>,
}

impl VerdictChange {
    pub(super) fn new(rules: &Rules, allowed: [bool; 2]) -> VerdictChange {
        VerdictChange {
            allowed,
            literals: rules.literals_like(|entry| VerdictChange::is_made_by(entry, allowed)),
        }
    }

    /// Returns `true` if this entry may bring the change about. If two verdicts differ, one of
    /// the two deciding entries is only on its own side: if both sides had both entries, the
    /// same one would decide on both. The kind of that entry is the verdict of its side.
    fn is_made_by(entry: &Entry, allowed: [bool; 2]) -> bool {
        entry.is_changed() && entry.is_allow == allowed[usize::from(entry.is_on(1))]
    }

    /// Raises the best rank of each side to one less than the rank of the lowest entry that
    /// could still reverse the verdict. Entries in between agree with the verdict, so states
    /// that differ only in them are merged.
    fn raise_to_next_turn(ahead: &Ahead<'_>, marks: &mut Marks) {
        let mut lowest = [FINAL; 2];
        let mut look_at = |entry: &Entry| {
            for (side, lowest) in lowest.iter_mut().enumerate() {
                let rank = entry.ranks[side];
                if rank > marks.best[side] && entry.is_allow != marks.allowed[side] {
                    *lowest = rank.min(*lowest);
                }
            }
        };
        ahead.wildcards().for_each(&mut look_at);
        match ahead.few_literals() {
            Some(few) => few.for_each(look_at),
            None => lowest = marks.best.map(|best| best.saturating_add(1)),
        }
        marks.best = lowest.map(|lowest| match lowest {
            FINAL => FINAL,
            lowest => lowest - 1,
        });
    }
}

impl Question for VerdictChange {
    fn start(&self) -> Marks {
        Marks::NOTHING
    }

    fn literals(&self) -> &[u32] {
        &self.literals
    }

    fn shown(&self, marks: &Marks) -> Option<[u32; 2]> {
        (marks.allowed == self.allowed).then_some([0; 2])
    }

    fn look_ahead(&self, ahead: &Ahead<'_>, marks: &mut Marks) -> Prospect {
        let are_alike = marks.is_same_on_both();
        VerdictChange::raise_to_next_turn(ahead, marks);
        let can_turn =
            |side: usize| marks.allowed[side] == self.allowed[side] || marks.best[side] != FINAL;
        if !can_turn(0) || !can_turn(1) {
            return Prospect::Nothing;
        }
        if are_alike {
            // Entries that both sides have do not make the sides differ.
            marks.best = [marks.best[0].min(marks.best[1]); 2];
        } else if !marks.is_same_on_both() {
            return Prospect::Anything { distance: 0 };
        }
        ahead.of_entries(&self.literals, marks, |entry| {
            VerdictChange::is_made_by(entry, self.allowed)
        })
    }
}

/// Asks for the shortest target of each pair of an old and a new rule, or none, that decide
/// differently.
///
/// Each entry has a rank of its own, so the ranks of a state say which rules decide.
pub(super) struct Pairs {
    /// The number of pairs to look for.
    most: usize,
    /// The lines of the entries of each side by their ranks; 0 for no rule.
    lines: [Vec<u32>; 2],
    /// `true` for the ranks of entries that are on one side only.
    is_changed: [Vec<bool>; 2],
    /// A rank above all entries.
    highest: u32,
    /// The literals that only one side has.
    changed_literals: Vec<u32>,
}

impl Pairs {
    pub(super) fn new(rules: &Rules, most: usize) -> Pairs {
        let highest = 2 * rules.entries.len() as u32 + 2;
        let mut is_changed = [0, 1].map(|_| vec![false; highest as usize]);
        for entry in rules.entries.iter().filter(|entry| entry.is_changed()) {
            let side = usize::from(entry.is_on(1));
            is_changed[side][entry.ranks[side] as usize] = true;
        }
        Pairs {
            most,
            lines: [0, 1].map(|side| rules.lines_by_rank(side)),
            is_changed,
            highest,
            changed_literals: rules.literals_like(Entry::is_changed),
        }
    }
}

impl Pairs {
    /// Raises the ranks if it does not matter which rules decide now. This is the case if both
    /// sides have them and every changed entry that is left agrees with their verdict, so they
    /// cannot belong to a pair.
    ///
    /// Each rank becomes the one just below the lowest entry that is changed or reverses the
    /// verdict, so states that differ only in the deciding rule are merged. Entries have even
    /// ranks. An odd rank means that the rule was forgotten.
    fn forget_rules(&self, ahead: &Ahead<'_>, marks: &mut Marks) {
        let is_changed = |side: usize| self.is_changed[side][marks.best[side] as usize];
        let allowed = marks.allowed[0];
        if marks.allowed[1] != allowed || is_changed(0) || is_changed(1) {
            return;
        }
        let mut lowest = [self.highest; 2];
        for entry in ahead.wildcards().chain(ahead.literals()) {
            let turns = entry.is_allow != allowed;
            if !turns && !entry.is_changed() {
                continue;
            }
            let ranks = entry.ranks.into_iter().zip(marks.best);
            for (lowest, (rank, best)) in lowest.iter_mut().zip(ranks) {
                if rank > best {
                    if turns && entry.is_changed() {
                        return;
                    }
                    *lowest = rank.min(*lowest);
                }
            }
        }
        marks.best = lowest.map(|rank| rank - 1);
    }
}

impl Question for Pairs {
    const READS_ALL_LITERALS: bool = true;

    fn start(&self) -> Marks {
        Marks::NOTHING
    }

    fn literals(&self) -> &[u32] {
        &self.changed_literals
    }

    fn most(&self) -> Option<usize> {
        Some(self.most)
    }

    fn shown(&self, marks: &Marks) -> Option<[u32; 2]> {
        let line = |side: usize| self.lines[side][marks.best[side] as usize];
        (marks.allowed[0] != marks.allowed[1]).then(|| [line(0), line(1)])
    }

    /// A pair is new if it decides already, but no target may end here, or if an entry can
    /// still decide on one side and not on the other.
    fn look_ahead(&self, ahead: &Ahead<'_>, marks: &mut Marks) -> Prospect {
        if self.shown(marks).is_some_and(|pair| !ahead.is_found(pair)) {
            return Prospect::Anything { distance: 0 };
        }
        let opens = |entry: &Entry| [0, 1].map(|side| entry.ranks[side] > marks.best[side]);
        // `can[side][allowed]` is `true` if that verdict is still possible on that side.
        let mut can = [[false; 2]; 2];
        for side in 0..2 {
            can[side][usize::from(marks.allowed[side])] = true;
        }
        for entry in ahead.wildcards().chain(ahead.literals()) {
            let opens = opens(entry);
            for side in 0..2 {
                can[side][usize::from(entry.is_allow)] |= opens[side];
            }
            if can == [[true; 2]; 2] {
                break;
            }
        }
        let is_useful = |entry: &&Entry| {
            let opens = opens(entry);
            let other = usize::from(opens[0]);
            opens[0] != opens[1] && can[other][usize::from(!entry.is_allow)]
        };
        let is_wildcard_useful = ahead.wildcards().any(|entry| is_useful(&entry));
        let mut useful = ahead.literals().filter(is_useful);
        let prospect = match useful.next() {
            None if !is_wildcard_useful => return Prospect::Nothing,
            Some(first) if !is_wildcard_useful && first.is_changed() => {
                if useful.all(Entry::is_changed) {
                    Prospect::Literals { distance: 0 }
                } else {
                    Prospect::Anything { distance: 0 }
                }
            }
            _ => Prospect::Anything { distance: 0 },
        };
        self.forget_rules(ahead, marks);
        prospect
    }
}

/// Asks for the shortest target that the entry of this rank decides. All entries are on the
/// first side.
pub(super) struct Win {
    rank: u32,
    /// The entry, if it is literal.
    literal: Option<u32>,
}

impl Win {
    /// `literal` is the index of the entry among the literals, if it is one.
    pub(super) fn new(rank: u32, literal: Option<u32>) -> Win {
        Win { rank, literal }
    }
}

impl Question for Win {
    fn start(&self) -> Marks {
        // Entries of a lower rank do not matter.
        Marks {
            best: [self.rank - 1, FINAL],
            ..Marks::NOTHING
        }
    }

    fn literals(&self) -> &[u32] {
        self.literal.as_slice()
    }

    fn shown(&self, marks: &Marks) -> Option<[u32; 2]> {
        (marks.best[0] == self.rank).then_some([0; 2])
    }

    fn look_ahead(&self, ahead: &Ahead<'_>, marks: &mut Marks) -> Prospect {
        // Which verdict it is does not matter.
        marks.allowed[0] = true;
        match marks.best[0].cmp(&self.rank) {
            Ordering::Less => {
                ahead.of_entries(self.literals(), marks, |entry| entry.ranks[0] == self.rank)
            }
            Ordering::Equal => Prospect::Anything { distance: 0 },
            Ordering::Greater => Prospect::Nothing,
        }
    }
}
