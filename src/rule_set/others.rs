//! Rules with wildcards, and those that need more than comparing octets.

use alloc::boxed::Box;
use alloc::vec;
use alloc::vec::Vec;

use crate::pattern::{self, Shape, Strategy};
use crate::rule_set::octets::{OctetHashes, free_octets};
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

/// Which of a list of entries a target can match: for each hash of three
/// octets in a row the entries that need them.
#[derive(Clone, Debug)]
struct Filter {
    /// The hashes that an entry needs, and how many of them come before each
    /// word of the set.
    occupied: HashSet,
    before: [u16; HashSet::WORDS],
    /// Where the entries of each occupied hash begin in `needing`; one more
    /// than there are such hashes.
    starts: Box<[u32]>,
    /// The entries that need each hash, those of one hash by rank, with the
    /// octets that they need.
    needing: Box<[(u32, OctetHashes)]>,
    /// Entries that need no three octets in a row, by rank, likewise.
    unfiltered: Box<[(u32, OctetHashes)]>,
}

/// A set of hashes of three octets.
#[derive(Clone, Copy, Debug)]
struct HashSet([u64; HashSet::WORDS]);

impl HashSet {
    const WORDS: usize = 128;
    const HASHES: usize = HashSet::WORDS * 64;

    const EMPTY: HashSet = HashSet([0; HashSet::WORDS]);

    #[inline]
    fn insert(&mut self, hash: usize) {
        self.0[hash / 64 % HashSet::WORDS] |= 1 << (hash % 64);
    }

    #[inline]
    fn contains(&self, hash: usize) -> bool {
        self.0[hash / 64 % HashSet::WORDS] >> (hash % 64) & 1 == 1
    }
}

#[inline]
fn hash(octets: &[u8]) -> usize {
    let number = u32::from_le_bytes([octets[0], octets[1], octets[2], 0]);
    (number.wrapping_mul(0x9E37_79B1) >> 16) as usize & (HashSet::HASHES - 1)
}

impl Filter {
    fn new<'b>(bodies: impl ExactSizeIterator<Item = &'b [u8]> + Clone) -> Filter {
        let needed = |body: &'b [u8]| {
            let free = free_octets(body);
            body.windows(3)
                .filter(|octets| !octets.iter().any(|octet| free.contains(octet)))
                .map(hash)
        };
        let mut frequency = vec![0_u32; HashSet::HASHES];
        for body in bodies.clone() {
            needed(body).for_each(|hash| frequency[hash] += 1);
        }
        let mut unfiltered = Vec::new();
        let mut rarest = Vec::with_capacity(bodies.len());
        for (entry, body) in (0_u32..).zip(bodies) {
            let needs = OctetHashes::needed_by(body);
            match needed(body).min_by_key(|&hash| frequency[hash]) {
                Some(hash) => rarest.push((hash, entry, needs)),
                None => unfiltered.push((entry, needs)),
            }
        }
        rarest.sort_by_key(|&(hash, ..)| hash);
        let mut occupied = HashSet::EMPTY;
        let mut starts = Vec::new();
        for (number, &(hash, ..)) in rarest.iter().enumerate() {
            if !occupied.contains(hash) {
                occupied.insert(hash);
                starts.push(number as u32);
            }
        }
        starts.push(rarest.len() as u32);
        let mut before = [0; HashSet::WORDS];
        for word in 1..HashSet::WORDS {
            before[word] = before[word - 1] + occupied.0[word - 1].count_ones() as u16;
        }
        let needing = rarest.into_iter().map(|(_, entry, needs)| (entry, needs));
        Filter {
            occupied,
            before,
            starts: starts.into(),
            needing: needing.collect(),
            unfiltered: unfiltered.into(),
        }
    }

    /// The entries that need a hash, which is occupied.
    #[inline]
    fn needing(&self, hash: usize) -> &[(u32, OctetHashes)] {
        let word = hash / 64 % HashSet::WORDS;
        let lower = self.occupied.0[word] & ((1 << (hash % 64)) - 1);
        let number = usize::from(self.before[word]) + lower.count_ones() as usize;
        &self.needing[self.starts[number] as usize..self.starts[number + 1] as usize]
    }

    /// The first in rank of `best` and those that match, which `attempt`
    /// says of one of them.
    fn first_match(
        &self,
        octets: &[u8],
        mut best: Option<Decision>,
        attempt: impl Fn(u32, Option<Decision>) -> Outcome,
    ) -> Option<Decision> {
        let present = OctetHashes::of(octets);
        let mut seen = HashSet::EMPTY;
        for hash in octets.windows(3).map(hash) {
            // A target may hold the same octets very often.
            if !self.occupied.contains(hash) || seen.contains(hash) {
                continue;
            }
            seen.insert(hash);
            for &(entry, needs) in self.needing(hash) {
                if needs.is_subset(present) && attempt(entry, best).ends(&mut best) {
                    break;
                }
            }
        }
        for &(entry, needs) in &self.unfiltered {
            if needs.is_subset(present) && attempt(entry, best).ends(&mut best) {
                break;
            }
        }
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

impl Outcome {
    /// Whether those behind it are no better.
    fn ends(self, best: &mut Option<Decision>) -> bool {
        match self {
            Outcome::NoMatch => return false,
            Outcome::Worse => {}
            Outcome::Match(decision) => *best = Some(decision),
        }
        true
    }
}
