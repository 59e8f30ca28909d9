//! Samples: one URL per pattern that shows which rule decides wherever the pattern matches.
//!
//! A sample has a byte that no pattern names, shown as `x`, instead of each `*` of the pattern,
//! and after its end unless that is anchored: `/a*b` becomes `/axbx`. Another pattern matches
//! this URL only if its own `*`s span each `x`. It then also matches any other bytes there,
//! which means every URL that the first pattern matches. If it outranks the first rule, the
//! first rule never decides. If no rule does, the first rule decides the sample.
//!
//! A pattern that begins with `*/` has two samples, because that `*` may span nothing: `*/a` is
//! `/a` and `/*/a`. Two rules together may override it.

use alloc::vec::Vec;
use core::cmp::Reverse;

use super::alphabet::{Class, Place};
use super::rules::{ANYTHING, END, Entry, Node, Rules};
use super::{Budget, Limit};

/// The classes of a target, each with whether it is in the query.
pub(super) type Sample = Vec<(Class, bool)>;

/// The location of the pattern of an entry in the tables.
#[derive(Clone, Copy, Debug)]
pub(super) enum Form {
    /// The index of a literal.
    Literal(u32),
    /// The first slot of a pattern with wildcards.
    Wildcard(u32),
}

/// A symbol of a pattern, in the path and in the query; `None` is `*`.
type SampleSymbol = Option<[Class; 2]>;

impl Rules {
    /// Returns the form of each entry.
    pub(super) fn forms(&self) -> Vec<Form> {
        let mut forms = Vec::new();
        forms.resize(self.entries.len(), Form::Literal(0));
        for (number, literal) in (0..).zip(&self.literals) {
            forms[literal.entry as usize] = Form::Literal(number);
        }
        for &start in self.starts() {
            forms[self.slots[start as usize].entry as usize] = Form::Wildcard(start);
        }
        forms
    }

    /// Returns the patterns with wildcards by rank on the first side, the highest first.
    pub(super) fn wildcards_by_rank(&self) -> Vec<(u32, u32)> {
        let rank = |&start: &u32| (self.entry_of_slot(start).ranks[0], start);
        let mut wildcards: Vec<(u32, u32)> = self.starts().iter().map(rank).collect();
        wildcards.sort_unstable_by_key(|&(rank, _)| Reverse(rank));
        wildcards
    }

    fn symbols(&self, form: Form) -> Vec<SampleSymbol> {
        match form {
            Form::Literal(number) => {
                let classes = self.spelled_of(number).iter();
                classes.map(|&class| Some([class; 2])).collect()
            }
            Form::Wildcard(start) => self.slots[start as usize..]
                .iter()
                .take_while(|slot| slot.class != END)
                .map(|slot| (slot.class != ANYTHING).then_some([slot.class, slot.in_query]))
                .collect(),
        }
    }

    /// Returns the samples of a pattern; `None` for one that no target has, because it
    /// contains a dot segment, or because patterns name every byte.
    pub(super) fn samples(&self, form: Form, entry: &Entry) -> Vec<Option<Sample>> {
        let symbols = self.symbols(form);
        let slash = self.alphabet.slash();
        let without_star = match &symbols[..] {
            [None, rest @ ..] if rest.first() == Some(&Some([slash; 2])) => Some(rest),
            _ => None,
        };
        let forms = [Some(&symbols[..]), without_star].into_iter().flatten();
        forms
            .map(|symbols| self.sample(symbols, entry.is_anchored))
            .collect()
    }

    fn sample(&self, symbols: &[SampleSymbol], is_anchored: bool) -> Option<Sample> {
        let other = [self.alphabet.other()?; 2];
        let end = (!is_anchored).then_some(None);
        let mut sample = Sample::with_capacity(symbols.len() + 2);
        let mut place = Place::Start;
        for &symbol in symbols.iter().chain(&end) {
            if symbol.is_none() && place == Place::Start {
                let slash = self.alphabet.slash();
                place = self.alphabet.next(place, slash)?;
                sample.push((slash, false));
            }
            let is_in_query = place == Place::Query;
            let class = symbol.unwrap_or(other)[usize::from(is_in_query)];
            place = self.alphabet.next(place, class)?;
            sample.push((class, is_in_query));
        }
        place.may_end().then_some(sample)
    }

    /// Returns the rank of the entry that decides a sample, given the `wildcards` that
    /// [`wildcards_by_rank`](Rules::wildcards_by_rank) returned. Only the first side counts.
    pub(super) fn deciding_rank(
        &self,
        sample: &Sample,
        wildcards: &[(u32, u32)],
        budget: &mut Budget,
    ) -> Result<u32, Limit> {
        budget.spend(sample.len())?;
        let mut best = self.best_literal(sample);
        for &(rank, start) in wildcards {
            if rank < best {
                break;
            }
            let mut steps = 0;
            let is_match = self.matches(start, sample, &mut steps);
            budget.spend(1 + steps / 4)?;
            if is_match {
                best = rank;
            }
        }
        Ok(best)
    }

    /// Returns the highest rank of the literals that match, or 0.
    fn best_literal(&self, sample: &Sample) -> u32 {
        let mut best = 0;
        let mut node = self.root();
        for depth in 0..=sample.len() {
            let is_end = depth == sample.len();
            self.pass_ended(&mut node, |entry| {
                if is_end || !entry.is_anchored {
                    best = best.max(entry.ranks[0]);
                }
            });
            if is_end || node == Node::NONE {
                break;
            }
            node = self.child(node, sample[depth].0);
        }
        best
    }

    /// Returns `true` if the pattern that begins at this slot matches; adds the comparisons
    /// made to `steps`.
    ///
    /// Each `*` spans as little as possible. After a mismatch, the last `*` spans one more,
    /// and those before it need not be tried again.
    fn matches(&self, start: u32, sample: &Sample, steps: &mut usize) -> bool {
        let (mut slot, mut at) = (start as usize, 0);
        // After the last `*`: its slot, and where what follows it was tried.
        let mut retry = None;
        loop {
            *steps += 1;
            let asked = self.slots[slot];
            let is_match = match asked.class {
                ANYTHING => {
                    retry = Some((slot + 1, at));
                    slot += 1;
                    continue;
                }
                END if at == sample.len() => return true,
                END => !self.entry_of_slot(start).is_anchored,
                _ if at == sample.len() => return false,
                class => {
                    let (found, is_in_query) = sample[at];
                    found == if is_in_query { asked.in_query } else { class }
                }
            };
            if is_match && asked.class == END {
                return true;
            }
            if is_match {
                (slot, at) = (slot + 1, at + 1);
            } else if let Some((after_star, tried)) = retry {
                retry = Some((after_star, tried + 1));
                (slot, at) = (after_star, tried + 1);
            } else {
                return false;
            }
        }
    }
}
