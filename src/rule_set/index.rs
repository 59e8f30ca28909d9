//! The index of large rule sets.
//!
//! Entries are sorted into *buckets* by a hash of their *literal start*, which consists of the
//! pairs of bytes before the first byte that can match several spellings. A target is only compared
//! with the entries in the buckets for its own starts. For each distinct length among the literal
//! starts (counted in pairs), the target has one start. Entries that are in the same bucket by chance
//! are excluded by their *mark*, which consists of other bits of the hash. A random mark fits the
//! target's in 1 of 75 cases, because each of its 15 bits does so in 3 of 4.
//!
//! ```text
//! pattern   literal start     the target /ab/c
//! /ab       /a                /a      the bucket of /ab and /ab*s
//! /ab*s     /a                /ab/    another bucket, or the one of /bcdef by chance
//! /bcdef    /bcde             /ab/c   not a number of pairs
//! /*.gif    –
//! ```
//!
//! Entries whose literal start is empty aren't in any bucket. They come last, in descending order
//! of precedence, and are compared with every target.

use alloc::vec::Vec;

use crate::rule_set::entries::{PendingEntry, RuleSet};
use crate::rule_set::rank::Decision;
use crate::rule_set::signature::Signature;
use crate::target::Target;

/// The minimum number of compared entries for which an index is built. Compiling 1,100 rules with an
/// index takes 13 µs longer, and each query takes at least 0.2 µs less, so the index pays for itself
/// if a crawler asks about a hundred URLs on a host.
pub(super) const ENTRIES: usize = 1_024;

/// Extends the hash of the previous pairs of bytes by another pair. The upper bits depend on all
/// bytes.
fn extend(hash: u64, pair: &[u8]) -> u64 {
    let pair = u64::from(pair[0]) << 8 | u64::from(pair[1]);
    (hash ^ pair).wrapping_mul(0x9E37_79B9_7F4A_7C15)
}

/// Returns the index and the entries sorted into buckets. `start` returns the bytes of an entry
/// before the first byte that can match several spellings.
///
/// The first word of the index is a set of bits with the lengths, in pairs, of all literal starts.
/// Lengths of 63 pairs and more share a bit. For each bucket, a word follows that contains the
/// position of its first entry. The last word is the position of the first entry that isn't in any
/// bucket.
///
/// Each entry in a bucket gets the mark of its literal start.
pub(super) fn sort<'t>(
    entries: &mut [PendingEntry],
    start: impl Fn(&PendingEntry) -> &'t [u8],
) -> (Vec<u64>, Vec<PendingEntry>) {
    let buckets = entries.len().next_power_of_two() / 2;
    let shift = u64::BITS - buckets.ilog2();
    let mut index = alloc::vec![0; words(entries.len())];
    // First count the entries in each bucket.
    let choose = |entry: &mut PendingEntry| {
        let pairs = start(entry).chunks_exact(2);
        let bucket = if pairs.len() == 0 {
            buckets
        } else {
            index[0] |= 1 << pairs.len().min(63);
            let hash = pairs.fold(0, extend);
            entry.mark = core::num::NonZero::new(mark(hash));
            (hash >> shift) as usize
        };
        index[1 + bucket] += 1;
        bucket as u32
    };
    let chosen: Vec<u32> = entries.iter_mut().map(choose).collect();
    // Then turn the numbers of entries into the ends of the buckets.
    let places = &mut index[1..];
    for bucket in 1..places.len() {
        places[bucket] += places[bucket - 1];
    }
    // Each entry moves its bucket's place to the left, so that it becomes the start of the bucket.
    // Going backwards keeps file order, in which a rule is tried before equally long later ones.
    let mut sorted = entries.to_vec();
    for (entry, bucket) in entries.iter().zip(chosen).rev() {
        let place = &mut places[bucket as usize];
        *place -= 1;
        sorted[*place as usize] = *entry;
    }
    (index, sorted)
}

/// Returns the number of words that the index takes, given the number of entries with a signature.
/// If there is no index, that number is too small to need one.
pub(super) fn words(signed: usize) -> usize {
    if signed < ENTRIES {
        0
    } else {
        2 + signed.next_power_of_two() / 2
    }
}

/// Returns the mark of a hash, which consists of bits that differ within a bucket. It is never 0.
fn mark(hash: u64) -> u16 {
    (hash >> 32) as u16 | 1
}

impl RuleSet {
    /// Returns the deciding rule for `target`, found by the index, which must exist.
    pub(super) fn first_indexed(
        &self,
        target: &Target<'_>,
        count: &mut impl FnMut(usize, &[u8]),
    ) -> Option<Decision> {
        let bytes = target.bytes();
        let index = &self.words[self.words.len() - words(self.signed())..];
        let (numbers, buckets) = (index[0], &index[1..]);
        let lacking = Signature::lacking(bytes);
        let (mut hash, mut best) = (0, None);
        count(bytes.len() / 4, b"");
        // The bucket of a hash is the one that `sort` chose.
        let shift = u64::BITS - (buckets.len() - 1).ilog2();
        for (number, pair) in (1..).zip(bytes.chunks_exact(2)) {
            // Beyond the longest literal start, no bit is left.
            let longer = numbers >> number.min(63);
            if longer == 0 {
                break;
            }
            hash = extend(hash, pair);
            if longer & 1 != 0 {
                let bucket = (hash >> shift) as usize;
                let entries = buckets[bucket] as usize..buckets[bucket + 1] as usize;
                let lacking = lacking.with_mark(!mark(hash));
                best = self.first_signed(entries, false, target, lacking, best, count);
            }
        }
        let bucketless = buckets[buckets.len() - 1] as usize..self.signed();
        self.first_signed(bucketless, true, target, lacking, best, count)
    }
}
