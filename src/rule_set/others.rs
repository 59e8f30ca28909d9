//! Rules with wildcards, and those that need more than comparing octets.

use alloc::boxed::Box;
use alloc::vec;
use alloc::vec::Vec;

use crate::pattern::{self, Shape, Strategy};
use crate::rule_set::{Decision, Patterns, Precedence};
use crate::target::Target;

/// A way in which a rule can match that is not literal.
#[derive(Clone, Copy, Debug)]
pub(super) struct Other {
    rule: u32,
    /// From the lowest bit: 1 bit whether it is respelled, 3 bits strategy,
    /// the body's length.
    bits: u32,
}

impl Other {
    pub(super) fn new(rule: usize, is_respelled: bool, shape: Shape) -> Other {
        let Shape { strategy, body } = shape;
        Other {
            rule: rule as u32,
            bits: (body as u32) << 4 | (strategy as u32) << 1 | u32::from(is_respelled),
        }
    }

    fn shape(self) -> Shape {
        Shape {
            strategy: Strategy::ALL[(self.bits >> 1 & 7) as usize],
            body: (self.bits >> 4) as usize,
        }
    }

    fn body<'p>(self, patterns: &Patterns<'p>) -> &'p [u8] {
        let canonical = patterns.canonical(self.rule as usize, self.bits & 1 == 1);
        &canonical[..self.shape().body]
    }

    #[inline]
    fn decision(self, patterns: &Patterns<'_>) -> Decision {
        let rule = self.rule as usize;
        Decision {
            rule,
            precedence: Precedence {
                length: self.shape().length(),
                is_allow: patterns.is_allow(rule),
            },
        }
    }

    fn is_match(self, patterns: &Patterns<'_>, target: &Target<'_>) -> bool {
        pattern::matches(self.shape().strategy, self.body(patterns), target)
    }
}

/// So many are all looked at, each for the octets it needs.
const FEW: usize = 128;

/// Rules that are not literal.
#[derive(Clone, Debug, Default)]
pub(super) struct Others {
    /// By rank: the first that matches decides.
    order: Box<[Other]>,
    /// Of each of them the octets that it needs; empty if there is a filter.
    needs: Box<[OctetHashes]>,
    /// Which of very many a target can match.
    filter: Option<Box<Filter>>,
}

impl Others {
    pub(super) fn new(patterns: &Patterns<'_>, mut others: Vec<Other>) -> Others {
        others.sort_unstable_by_key(|other| other.decision(patterns).rank());
        let bodies = others.iter().map(|other| other.body(patterns));
        let filter = (others.len() > FEW).then(|| Box::new(Filter::new(bodies.clone())));
        let needs = match filter {
            Some(_) => Box::default(),
            None => bodies.map(OctetHashes::needed_by).collect(),
        };
        Others {
            order: others.into(),
            needs,
            filter,
        }
    }

    /// The first in rank of `best` and those that match.
    #[inline]
    pub(super) fn first_match(
        &self,
        patterns: &Patterns<'_>,
        target: &Target<'_>,
        best: Option<Decision>,
    ) -> Option<Decision> {
        let is_better = |other: Other, best: Option<Decision>| {
            best.is_none_or(|best| other.decision(patterns).beats(best))
        };
        match self.order.first() {
            Some(&first) if is_better(first, best) => {}
            _ => return best,
        }
        if let Some(filter) = &self.filter {
            return filter.first_match(target.bytes(), best, |number, best| {
                let other = self.order[number as usize];
                if !is_better(other, best) {
                    Outcome::Worse
                } else if other.is_match(patterns, target) {
                    Outcome::Match(other.decision(patterns))
                } else {
                    Outcome::NoMatch
                }
            });
        }
        let present = OctetHashes::of(target.bytes());
        self.needs
            .iter()
            .zip(&self.order)
            .filter(|(needs, _)| needs.is_subset(present))
            .map(|(_, &other)| other)
            .take_while(|&other| is_better(other, best))
            .find(|other| other.is_match(patterns, target))
            .map(|other| other.decision(patterns))
            .or(best)
    }
}

/// A set of octets, the four that agree in their last six bits taken for one:
/// a letter, a digit and most signs each have a place of their own.
#[derive(Clone, Copy, Debug)]
struct OctetHashes(u64);

impl OctetHashes {
    #[inline]
    fn of(octets: &[u8]) -> OctetHashes {
        let set = octets.iter().fold(0, |set, &octet| set | 1 << (octet & 63));
        OctetHashes(set)
    }

    /// The octets without which no target matches: not the wildcards, and not
    /// those of `%2F` and `%3F`, which the query of a target spells otherwise.
    fn needed_by(body: &[u8]) -> OctetHashes {
        let is_needed = |octet: &u8| !matches!(octet, b'*' | b'%' | b'2' | b'3' | b'F');
        let needed = body.iter().filter(|octet| is_needed(octet));
        OctetHashes(needed.fold(0, |set, &octet| set | 1 << (octet & 63)))
    }

    #[inline]
    fn is_subset(self, of: OctetHashes) -> bool {
        self.0 & !of.0 == 0
    }
}

/// Which of a list of entries a target can match: for each hash of three
/// octets in a row the entries that need them.
#[derive(Clone, Debug)]
struct Filter {
    /// Entries that need no three octets in a row, by rank.
    unfiltered: Box<[u32]>,
    /// The hashes that an entry needs.
    occupied: HashSet,
    /// Where each hash's entries begin in `needing`; one more than there are
    /// hashes.
    starts: Box<[u32]>,
    /// The entries that need each hash, by rank.
    needing: Box<[Needing]>,
}

/// An entry that needs certain octets.
#[derive(Clone, Copy, Debug, Default)]
struct Needing {
    entry: u32,
    /// The hash of other octets that it needs, too.
    also: u16,
}

/// No more hashes than this.
const MOST_HASHES: usize = 2048;

/// A set of hashes.
#[derive(Clone, Copy, Debug)]
struct HashSet([u64; MOST_HASHES / 64]);

impl HashSet {
    const EMPTY: HashSet = HashSet([0; MOST_HASHES / 64]);

    #[inline]
    fn insert(&mut self, hash: usize) {
        self.0[hash / 64 % (MOST_HASHES / 64)] |= 1 << (hash % 64);
    }

    #[inline]
    fn contains(&self, hash: usize) -> bool {
        self.0[hash / 64] >> (hash % 64) & 1 == 1
    }

    /// The hashes that are in both sets.
    fn common<'s>(&'s self, other: &'s HashSet) -> impl Iterator<Item = usize> + 's {
        let words = self.0.iter().zip(&other.0).map(|(one, other)| one & other);
        words
            .enumerate()
            .filter(|&(_, word)| word != 0)
            .flat_map(|(at, mut word)| {
                core::iter::from_fn(move || {
                    let bit = word.trailing_zeros() as usize;
                    word &= word.checked_sub(1)?;
                    Some(at * 64 + bit)
                })
            })
    }
}

/// A hash below `hashes`, a power of two, of three octets.
#[inline]
fn hash(octets: &[u8], hashes: usize) -> usize {
    let number = u32::from_le_bytes([octets[0], octets[1], octets[2], 0]);
    (number.wrapping_mul(0x9E37_79B1) >> 16) as usize & (hashes - 1)
}

impl Filter {
    fn new<'b>(bodies: impl ExactSizeIterator<Item = &'b [u8]> + Clone) -> Filter {
        let hashes = (bodies.len() * 4).next_power_of_two().min(MOST_HASHES);
        let needed = |body: &'b [u8]| {
            // `%2F` and `%3F` are other octets in a query.
            let is_escaped = |at: usize| body[at.saturating_sub(2)..at + 3].contains(&b'%');
            body.windows(3)
                .enumerate()
                .filter(move |&(at, octets)| !octets.contains(&b'*') && !is_escaped(at))
                .map(move |(_, octets)| hash(octets, hashes))
        };
        let mut frequency = vec![0_u32; hashes];
        for body in bodies.clone() {
            needed(body).for_each(|hash| frequency[hash] += 1);
        }
        let mut unfiltered = Vec::new();
        let mut rarest = Vec::with_capacity(bodies.len());
        for (entry, body) in (0..).zip(bodies) {
            let Some(hash) = needed(body).min_by_key(|&hash| frequency[hash]) else {
                unfiltered.push(entry);
                continue;
            };
            let other = needed(body).filter(|&other| other != hash);
            let also = other.min_by_key(|&hash| frequency[hash]).unwrap_or(hash) as u16;
            rarest.push((hash, Needing { entry, also }));
        }
        rarest.sort_by_key(|&(hash, _)| hash);
        let mut occupied = HashSet::EMPTY;
        rarest.iter().for_each(|&(hash, _)| occupied.insert(hash));
        let starts = (0..=hashes)
            .map(|hash| rarest.partition_point(|&(other, _)| other < hash) as u32)
            .collect();
        let needing = rarest.into_iter().map(|(_, needing)| needing).collect();
        Filter {
            unfiltered: unfiltered.into(),
            occupied,
            starts,
            needing,
        }
    }

    /// The first in rank of `best` and those that match, which `attempt`
    /// says of one of them.
    fn first_match(
        &self,
        octets: &[u8],
        mut best: Option<Decision>,
        attempt: impl Fn(u32, Option<Decision>) -> Outcome,
    ) -> Option<Decision> {
        let hashes = self.starts.len() - 1;
        let mut present = HashSet::EMPTY;
        octets
            .windows(3)
            .for_each(|octets| present.insert(hash(octets, hashes)));
        let mut attempt_all = |numbers: &mut dyn Iterator<Item = u32>| {
            for number in numbers {
                match attempt(number, best) {
                    Outcome::NoMatch => {}
                    // Those behind it are no better.
                    Outcome::Worse => return,
                    Outcome::Match(decision) => {
                        best = Some(decision);
                        return;
                    }
                }
            }
        };
        for hash in self.occupied.common(&present) {
            let (start, end) = (self.starts[hash] as usize, self.starts[hash + 1] as usize);
            let mut possible = self.needing[start..end]
                .iter()
                .filter(|needing| present.contains(usize::from(needing.also)))
                .map(|needing| needing.entry);
            attempt_all(&mut possible);
        }
        attempt_all(&mut self.unfiltered.iter().copied());
        best
    }
}

/// What came of looking at one entry.
enum Outcome {
    NoMatch,
    /// It is not better than the best so far.
    Worse,
    Match(Decision),
}
