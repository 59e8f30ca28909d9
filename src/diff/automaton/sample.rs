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

use alloc::string::String;
use alloc::vec::Vec;

use super::alphabet::{Class, Place};
use super::rules::{ANYTHING, END, Rules, Slot};

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

    /// Returns the samples of a pattern; `None` for one that no target has, because it
    /// contains a dot segment, or because patterns name every byte.
    pub(super) fn samples(&self, form: Form) -> impl Iterator<Item = Option<Sample>> {
        let (is_anchored, without_star) = match form {
            Form::Literal(number) => (self.entry_of_literal(number).is_anchored, None),
            Form::Wildcard(start) => {
                let classes = [start, start + 1].map(|slot| self.slots[slot as usize].class);
                let is_optional = classes == [ANYTHING, self.alphabet.slash()];
                let is_anchored = self.entry_of_slot(start).is_anchored;
                (
                    is_anchored,
                    is_optional.then_some(Form::Wildcard(start + 1)),
                )
            }
        };
        let forms = [Some(form), without_star].into_iter().flatten();
        forms.map(move |form| match form {
            Form::Literal(number) => {
                let classes = self.spelled_of(number).iter();
                self.sample(classes.map(|&class| Some([class; 2])), is_anchored)
            }
            Form::Wildcard(start) => {
                let slots = self.slots[start as usize..].iter();
                let slots = slots.take_while(|slot| slot.class != END);
                let symbol =
                    |slot: &Slot| (slot.class != ANYTHING).then_some([slot.class, slot.in_query]);
                self.sample(slots.map(symbol), is_anchored)
            }
        })
    }

    /// Returns the sample of a sequence of symbols. A symbol may have another class in the
    /// query; `None` is `*`.
    pub(super) fn sample(
        &self,
        symbols: impl Iterator<Item = Option<[Class; 2]>>,
        is_anchored: bool,
    ) -> Option<Sample> {
        let other = [self.alphabet.other()?; 2];
        let end = (!is_anchored).then_some(None);
        let mut sample = Sample::with_capacity(symbols.size_hint().0 + 2);
        let mut place = Place::Start;
        for symbol in symbols.chain(end) {
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

    /// Returns the URL of a sample, or its path and query.
    pub(super) fn url(&self, sample: &Sample) -> String {
        self.alphabet.url(sample.iter().map(|&(class, _)| class))
    }
}
