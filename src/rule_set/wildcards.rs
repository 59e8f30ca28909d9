//! Many rules with wildcards: which of them a target can match.

use alloc::boxed::Box;
use alloc::vec;
use alloc::vec::Vec;
use core::cmp::Reverse;

use smallvec::SmallVec;

use crate::pattern::Progress;
use crate::rule_set::Decision;
use crate::rule_set::block::Parts;
use crate::rule_set::signature::{Signature, free_bytes};
use crate::target::Target;

/// For each hash of four bytes in a row the rules that need them.
///
/// A query hashes the target's runs of four bytes and looks at the rules of
/// each hash once. Rules are tried in the order of their bodies, so that those
/// with a start in common share the search for it.
#[derive(Clone)]
pub(super) struct Filter {
    /// The hashes that a rule needs.
    occupied: HashSet,
    /// Where the rules of each occupied hash begin in `rules`; one more than
    /// there are such hashes.
    starts: Box<[u32]>,
    /// The rules that need each hash; at the end those that need no four bytes
    /// in a row.
    rules: Box<[u32]>,
}

/// So many bytes in a row are hashed: numbers, which many rules need, have
/// shorter runs in common.
const RUN: usize = 4;

impl Filter {
    pub(super) fn new(parts: &Parts<'_>) -> Filter {
        let mut occupied = HashSet::new(parts.wildcards().len());
        let mut frequency = vec![0_u32; occupied.words.len() * 64];
        for rule in parts.wildcards() {
            needed_hashes(&occupied, parts.body(rule)).for_each(|hash| frequency[hash] += 1);
        }
        let rarest = |rule: usize| {
            let needed = needed_hashes(&occupied, parts.body(rule));
            needed.min_by_key(|&hash| frequency[hash])
        };
        // Those that need none come last.
        let mut by_hash: Vec<(usize, usize)> = parts
            .wildcards()
            .map(|rule| (rarest(rule).unwrap_or(usize::MAX), rule))
            .collect();
        let what = |rule: usize| (parts.body(rule), parts.strategy(rule));
        by_hash.sort_unstable_by(|(hash, rule), (other_hash, other)| {
            let by_body = || what(*rule).cmp(&what(*other));
            let by_rank = || {
                let precedence = |rule| Reverse(parts.decision(rule).precedence);
                (precedence(*rule), rule).cmp(&(precedence(*other), other))
            };
            hash.cmp(other_hash).then_with(by_body).then_with(by_rank)
        });
        // Of equal ones the first in rank stays.
        by_hash.dedup_by(|(hash, rule), (kept_hash, kept)| {
            hash == kept_hash && what(*rule) == what(*kept)
        });
        let mut starts = Vec::new();
        let mut hashes = Vec::new();
        for (number, &(hash, _)) in by_hash.iter().enumerate() {
            if number == 0 || by_hash[number - 1].0 != hash {
                starts.push(number as u32);
                hashes.push(hash);
            }
        }
        if hashes.last() == Some(&usize::MAX) {
            hashes.pop();
        } else {
            starts.push(by_hash.len() as u32);
        }
        occupied.extend(&hashes);
        Filter {
            occupied,
            starts: starts.into(),
            rules: by_hash.iter().map(|&(_, rule)| rule as u32).collect(),
        }
    }

    /// The first in rank of `best` and the rules that match.
    pub(super) fn first_match(
        &self,
        parts: &Parts<'_>,
        target: &Target<'_>,
        mut best: Option<Decision>,
    ) -> Option<Decision> {
        let bytes = target.bytes();
        let lacking = Signature::lacking(bytes).with_parameters(bytes);
        let mut try_bucket = |bucket: usize| {
            let mut progress = Progress::default();
            let end = self
                .starts
                .get(bucket + 1)
                .map_or(self.rules.len(), |&end| end as usize);
            for &rule in &self.rules[self.starts[bucket] as usize..end] {
                let rule = rule as usize;
                if parts.signature(rule).needs_any_of(lacking) {
                    continue;
                }
                let decision = parts.decision(rule);
                if parts.is_better(decision, best)
                    && progress.matches(parts.strategy(rule), parts.body(rule), target)
                {
                    best = Some(decision);
                }
            }
        };
        let without_run = self.starts.len() - 1;
        try_bucket(without_run);
        // No rule is tried twice, however often a target holds what it needs.
        let mut buckets: SmallVec<[u16; 32]> = SmallVec::new();
        for run in bytes.windows(RUN) {
            let hash = self.occupied.hash(run);
            if self.occupied.contains(hash) {
                buckets.push(self.occupied.rank(hash) as u16);
            }
        }
        buckets.sort_unstable();
        buckets.dedup();
        for bucket in buckets {
            try_bucket(usize::from(bucket));
        }
        best
    }
}

/// The hashes of the runs of bytes without which no target matches.
fn needed_hashes<'b>(set: &'b HashSet, body: &'b [u8]) -> impl Iterator<Item = usize> + 'b {
    let free = free_bytes(body);
    body.split(|byte| free.contains(byte))
        .flat_map(|needed| needed.windows(RUN))
        .map(|run| set.hash(run))
}

/// A set of hashes of four bytes.
#[derive(Clone)]
struct HashSet {
    words: Box<[u64]>,
    /// How many elements come before each word.
    before: Box<[u16]>,
    /// Which bits of a hash count.
    mask: u32,
}

const _: () = assert!(HashSet::HASHES_MAX <= 1 << 16);

impl HashSet {
    const HASHES_MAX: usize = 1 << 15;

    /// An empty set for so many elements that it stays sparse.
    fn new(elements: usize) -> HashSet {
        let hashes = (elements * 32)
            .next_power_of_two()
            .clamp(1 << 11, HashSet::HASHES_MAX);
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
        let spread = number.wrapping_mul(0x9E37_79B1) >> (u32::BITS - HashSet::HASHES_MAX.ilog2());
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

    /// Adds hashes, of which there are none yet.
    fn extend(&mut self, hashes: &[usize]) {
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
