//! Rules with wildcards, and those that need more than comparing bytes.

use alloc::boxed::Box;
use alloc::vec;
use alloc::vec::Vec;

use crate::pattern::{self, Shape, Strategy};
use crate::rule_set::signature::{Signature, free_bytes};
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
        let precedence = Precedence::new(self.shape().length(), patterns.is_allow(rule));
        Decision::new(rule, precedence)
    }

    fn is_match(self, patterns: &Patterns<'_>, target: &Target<'_>) -> bool {
        pattern::matches(self.shape().strategy, self.body(patterns), target)
    }
}

/// So many are all looked at, each for the bytes it needs.
const FEW: usize = 128;

/// Rules that are not literal.
#[derive(Clone, Debug, Default)]
pub(super) struct Others {
    /// By rank: the first that matches decides.
    order: Box<[Other]>,
    needs: Needs,
}

/// What a target must hold for each of them to match.
#[derive(Clone, Debug)]
enum Needs {
    /// Each byte by byte.
    Signature(Box<[Signature]>),
    /// Very many, by what they need most rarely.
    Filter(Box<Filter>),
}

impl Default for Needs {
    fn default() -> Needs {
        Needs::Signature(Box::default())
    }
}

impl Others {
    pub(super) fn new(patterns: &Patterns<'_>, mut others: Vec<Other>) -> Others {
        others.sort_unstable_by_key(|other| other.decision(patterns).rank());
        let bodies = others.iter().map(|other| other.body(patterns));
        let needs = if others.len() > FEW {
            Needs::Filter(Box::new(Filter::new(bodies)))
        } else {
            Needs::Signature(bodies.map(Signature::needed_by).collect())
        };
        Others {
            order: others.into(),
            needs,
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
        match &self.needs {
            Needs::Signature(needs) => {
                let present = Signature::of(target.bytes());
                needs
                    .iter()
                    .zip(&self.order)
                    .filter(|(needs, _)| needs.is_subset(present))
                    .map(|(_, &other)| other)
                    .take_while(|&other| is_better(other, best))
                    .find(|other| other.is_match(patterns, target))
                    .map(|other| other.decision(patterns))
                    .or(best)
            }
            Needs::Filter(filter) => filter.first_match(target.bytes(), best, |number, best| {
                let other = self.order[number as usize];
                if !is_better(other, best) {
                    Outcome::Worse
                } else if other.is_match(patterns, target) {
                    Outcome::Match(other.decision(patterns))
                } else {
                    Outcome::NoMatch
                }
            }),
        }
    }
}

/// Which of a list of entries a target can match: for each hash of four
/// bytes in a row the entries that need them.
#[derive(Clone, Debug)]
struct Filter {
    /// The hashes that an entry needs.
    occupied: HashSet,
    /// Where the entries of each occupied hash begin in `needing`; one more
    /// than there are such hashes.
    starts: Box<[u32]>,
    /// The entries that need each hash, those of one hash by rank, with the
    /// bytes that they need.
    needing: Box<[(u32, Signature)]>,
    /// Entries that need no four bytes in a row, by rank, likewise.
    unfiltered: Box<[(u32, Signature)]>,
}

/// A set of hashes of four bytes.
#[derive(Clone, Debug)]
struct HashSet {
    words: Box<[u64]>,
    /// How many elements come before each word.
    before: Box<[u16]>,
    /// Which bits of a hash count.
    mask: u32,
}

impl HashSet {
    /// There are no more hashes than this.
    const MOST: usize = 1 << 15;

    /// An empty set for so many elements that it stays sparse.
    fn new(elements: usize) -> HashSet {
        let hashes = (elements * 32)
            .next_power_of_two()
            .clamp(1 << 13, HashSet::MOST);
        HashSet {
            words: vec![0; hashes / 64].into(),
            before: vec![0; hashes / 64].into(),
            mask: hashes as u32 - 1,
        }
    }

    /// The hash of four bytes.
    #[inline]
    fn hash(&self, bytes: &[u8]) -> usize {
        let number = bytes
            .first_chunk()
            .map_or(0, |bytes| u32::from_le_bytes(*bytes));
        let spread = number.wrapping_mul(0x9E37_79B1) >> (u32::BITS - HashSet::MOST.ilog2());
        (spread & self.mask) as usize
    }

    #[inline]
    fn contains(&self, hash: usize) -> bool {
        self.words[hash / 64] >> (hash % 64) & 1 == 1
    }

    /// How many elements are smaller than a hash.
    #[inline]
    fn rank(&self, hash: usize) -> usize {
        let lower = self.words[hash / 64] & ((1 << (hash % 64)) - 1);
        usize::from(self.before[hash / 64]) + lower.count_ones() as usize
    }

    /// All elements, which rise.
    fn extend(&mut self, hashes: impl Iterator<Item = usize>) {
        for hash in hashes {
            self.words[hash / 64] |= 1 << (hash % 64);
        }
        let mut elements = 0;
        for (word, before) in self.words.iter().zip(&mut self.before) {
            *before = elements;
            elements += word.count_ones() as u16;
        }
    }
}

impl Filter {
    fn new<'b>(bodies: impl ExactSizeIterator<Item = &'b [u8]> + Clone) -> Filter {
        let mut occupied = HashSet::new(bodies.len());
        let needed = |body: &'b [u8]| {
            let free = free_bytes(body);
            body.windows(Filter::NEEDED)
                .filter(|bytes| !bytes.iter().any(|byte| free.contains(byte)))
                .map(|bytes| occupied.hash(bytes))
        };
        let mut frequency = vec![0_u32; occupied.words.len() * 64];
        for body in bodies.clone() {
            needed(body).for_each(|hash| frequency[hash] += 1);
        }
        let mut unfiltered = Vec::new();
        let mut rarest = Vec::with_capacity(bodies.len());
        for (entry, body) in (0_u32..).zip(bodies) {
            let needs = Signature::needed_by(body);
            match needed(body).min_by_key(|&hash| frequency[hash]) {
                Some(hash) => rarest.push((hash, entry, needs)),
                None => unfiltered.push((entry, needs)),
            }
        }
        rarest.sort_by_key(|&(hash, ..)| hash);
        let is_start = |&number: &usize| number == 0 || rarest[number].0 != rarest[number - 1].0;
        let starts = (0..rarest.len()).filter(is_start).chain([rarest.len()]);
        let starts = starts.map(|start| start as u32).collect();
        occupied.extend(rarest.iter().map(|&(hash, ..)| hash));
        let needing = rarest.into_iter().map(|(_, entry, needs)| (entry, needs));
        Filter {
            occupied,
            starts,
            needing: needing.collect(),
            unfiltered: unfiltered.into(),
        }
    }

    /// The first in rank of `best` and those that match, which `attempt`
    /// says of one of them.
    fn first_match(
        &self,
        bytes: &[u8],
        mut best: Option<Decision>,
        attempt: impl Fn(u32, Option<Decision>) -> Outcome,
    ) -> Option<Decision> {
        let mut present = None;
        let mut look_at = |entries: &[(u32, Signature)]| {
            for &(entry, needs) in entries {
                let present = *present.get_or_insert_with(|| Signature::of(bytes));
                if needs.is_subset(present) && attempt(entry, best).ends(&mut best) {
                    break;
                }
            }
        };
        let mut looked_at = 0;
        for (number, run) in bytes.windows(Filter::NEEDED).enumerate() {
            let hash = self.occupied.hash(run);
            if self.occupied.contains(hash) {
                if looked_at == Filter::MANY {
                    self.look_at_each_once(&bytes[number..], &mut look_at);
                    break;
                }
                looked_at += 1;
                look_at(self.needing(hash));
            }
        }
        look_at(&self.unfiltered);
        best
    }

    /// The entries that need a hash, which is occupied.
    #[inline]
    fn needing(&self, hash: usize) -> &[(u32, Signature)] {
        let rank = self.occupied.rank(hash);
        &self.needing[self.starts[rank] as usize..self.starts[rank + 1] as usize]
    }

    /// For targets that may hold the same bytes very often.
    #[cold]
    fn look_at_each_once(&self, bytes: &[u8], look_at: &mut impl FnMut(&[(u32, Signature)])) {
        let mut seen = [0_u64; HashSet::MOST / 64];
        for run in bytes.windows(Filter::NEEDED) {
            let hash = self.occupied.hash(run);
            let (word, bit) = (hash / 64, 1 << (hash % 64));
            if self.occupied.contains(hash) && seen[word] & bit == 0 {
                seen[word] |= bit;
                look_at(self.needing(hash));
            }
        }
    }

    /// So many bytes in a row are hashed: numbers, which many rules need, have
    /// shorter runs in common.
    const NEEDED: usize = 4;
    /// So many hashes of a target are looked up before those are noted that
    /// have been.
    const MANY: usize = 64;
}

/// What came of looking at one entry.
enum Outcome {
    NoMatch,
    /// It is not better than the best so far.
    Worse,
    Match(Decision),
}

impl Outcome {
    /// Whether those after it are no better.
    fn ends(self, best: &mut Option<Decision>) -> bool {
        match self {
            Outcome::NoMatch => return false,
            Outcome::Worse => {}
            Outcome::Match(decision) => *best = Some(decision),
        }
        true
    }
}
