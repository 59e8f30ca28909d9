//! Many rules: which of them a target can match, known by hashes of its bytes.
//!
//! A literal rule is found by the hash of its whole body: a query hashes each start
//! of its target. A rule with wildcards is found by the hash of four bytes in a row:
//! of all such runs that it needs, the one that the fewest rules need. A query hashes all
//! runs of its target.
//! Entries stand in the order of their buckets, so that a table says where those with
//! a hash are:
//!
//! ```text
//! entry     0         1       2       3         4
//! body      /books    /en     /zzz    /en/p     /a
//! hash      0, 12     0, 40   2, 5    2, 5      3, 63       bucket and place in it
//! table     0: places 12 40, first entry 0
//!           1: none, 2
//!           2: place 5, 2
//!           3: place 63, 4
//! ```
//!
//! So the number of steps does not grow with the number of rules, unless their author
//! has searched for rules that share a hash. A query tries each of those once; rules with
//! wildcards stand in a bucket by rank, so that it stops at the first that cannot win.

use alloc::vec;
use alloc::vec::Vec;
use core::num::NonZeroU8;
use core::ops::Range;

use smallvec::SmallVec;

use crate::rule_set::Decision;
use crate::rule_set::block::RuleSet;
use crate::rule_set::signature::free_bytes;
use crate::target::Target;
use crate::words;

/// Marks entries that no hash finds. It is greater than every hash, as those have 32
/// bits, so that these entries have a bucket of their own after all others.
pub(super) const WITHOUT_HASH: u64 = 1 << u32::BITS;

/// The hash of a literal body, or of the start of a long one.
pub(super) fn of_body(body: &[u8]) -> u64 {
    of_starts(body).last().unwrap_or(WITHOUT_HASH)
}

/// The hashes of all starts of some bytes, one byte and longer.
#[inline]
fn of_starts(bytes: &[u8]) -> impl Iterator<Item = u64> {
    let mut sum = 0_u64;
    bytes[..bytes.len().min(START_MAX)].iter().map(move |byte| {
        // No multiplication has to wait for the one before. Rotated by 7 bits in place of
        // 11, real targets hit twice as many places by chance.
        sum = sum.rotate_left(11).wrapping_add(u64::from(*byte));
        spread(sum)
    })
}

/// At most this many bytes are hashed: hashing thousands would cost more than comparing
/// hundreds of rules.
const START_MAX: usize = 256;

/// The hash of a number: every bit of it reaches the upper bits.
#[inline(always)]
pub(super) fn spread(number: u64) -> u64 {
    number.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> u32::BITS
}

/// How many bytes in a row are hashed. Many rules need numbers, which have shorter runs
/// in common.
const RUN: usize = 4;

/// The hashes of all runs of bytes.
#[inline]
fn of_runs(bytes: &[u8]) -> impl Iterator<Item = u64> {
    bytes.windows(RUN).map(|run| {
        let number = run.first_chunk().map_or(0, |run| u32::from_le_bytes(*run));
        spread(u64::from(number))
    })
}

/// The hashes of the runs of bytes without which no target matches.
pub(super) fn of_needed_runs(body: &[u8]) -> impl Iterator<Item = u64> {
    let free = free_bytes(body);
    // Some URLs are all `%XX`, and would hold what each of these rules needs.
    body.split(|byte| *byte == b'%' || free.contains(byte))
        .flat_map(of_runs)
}

/// How many places a bucket has.
pub(super) const PLACES: u32 = u64::BITS;

/// How entries are spread over buckets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Spread {
    /// The number of buckets is 2 to the power of this.
    power: NonZeroU8,
}

impl Spread {
    /// As many buckets as so many entries need.
    pub(super) fn of(entries: usize) -> Spread {
        let power = (entries / 2).max(2).next_power_of_two().ilog2();
        Spread {
            power: NonZeroU8::MIN.saturating_add(power as u8 - 1),
        }
    }

    #[inline]
    fn buckets(self) -> u32 {
        1 << self.power.get()
    }

    /// How many hashes a table can distinguish.
    pub(super) fn places(self) -> usize {
        (self.buckets() * PLACES) as usize
    }

    /// Which of them a hash is: its upper bits. The lowest six of these are a bit in a
    /// bucket.
    #[inline]
    pub(super) fn place(self, hash: u64) -> usize {
        (hash >> (u32::BITS - PLACES.ilog2() - u32::from(self.power.get()))) as usize
    }

    /// Puts things in the order of their buckets.
    pub(super) fn sort_by_bucket<T: Copy>(self, things: &mut [T], place: impl Fn(&T) -> u32) {
        // Where the next thing of each bucket goes.
        let mut next = self.firsts(0, things.iter().map(&place));
        let unsorted = things.to_vec();
        for thing in unsorted {
            let next = &mut next[(place(&thing) / PLACES) as usize];
            things[*next as usize] = thing;
            *next += 1;
        }
    }

    /// The number of the first entry of each bucket, and the end: of entries with these
    /// places, whose numbers begin at `first`.
    fn firsts(self, first: usize, places: impl Iterator<Item = u32>) -> Vec<u32> {
        let mut firsts = vec![0; self.buckets() as usize + 2];
        firsts[0] = first as u32;
        for place in places {
            firsts[(place / PLACES) as usize + 1] += 1;
        }
        for bucket in 1..firsts.len() {
            firsts[bucket] += firsts[bucket - 1];
        }
        firsts
    }

    /// How many bytes the table takes, with numbers of so many bytes.
    #[inline]
    pub(super) fn table_length(self, width: u8) -> usize {
        // One more for entries without a hash, and the end.
        8 * self.buckets() as usize + usize::from(width) * (self.buckets() as usize + 2)
    }

    /// Writes the table of entries with these places, which rise; the first of them has
    /// the number `first`.
    pub(super) fn write_table(
        self,
        block: &mut Vec<u8>,
        width: u8,
        first: usize,
        places: impl Iterator<Item = u32> + Clone,
    ) {
        let start = block.len();
        block.resize(start + self.places() / 8, 0);
        let taken = &mut block[start..];
        for place in places.clone().map(|place| place as usize) {
            // Entries without a hash have places after all others.
            if let Some(byte) = taken.get_mut(place / 8) {
                *byte |= 1 << (place % 8);
            }
        }
        words::write(block, width, self.firsts(first, places).into_iter());
    }
}

/// A table of buckets in a block.
#[derive(Clone, Copy)]
pub(super) struct Buckets<'b> {
    pub(super) spread: Spread,
    /// A bit for each place that a hash of an entry has; then the number of the first
    /// entry of each bucket, and the end.
    pub(super) table: &'b [u8],
    /// How many bytes such a number takes.
    pub(super) width: u8,
}

impl Buckets<'_> {
    /// The bucket of the entries that have a hash, if there are any.
    #[inline(always)]
    fn with(&self, hash: u64) -> Option<usize> {
        let place = self.spread.place(hash);
        (self.table[place / 8] >> (place % 8) & 1 == 1).then_some(place / PLACES as usize)
    }

    /// The bucket of the entries that have none to be found by.
    fn without_hash(&self) -> usize {
        self.spread.buckets() as usize
    }

    /// The entries of a bucket.
    #[inline]
    fn entries(&self, bucket: usize) -> Range<usize> {
        let firsts = 8 * self.spread.buckets();
        let (start, end) = words::pair_at(self.table, firsts, self.width, bucket);
        start..end
    }

    /// The literal rule that decides.
    pub(super) fn first_literal(&self, rules: &RuleSet, target: &Target<'_>) -> Option<Decision> {
        let mut found: SmallVec<[(usize, usize); 16]> = SmallVec::new();
        found.push((0, self.without_hash()));
        for (hash, length) in of_starts(target.bytes()).zip(1..) {
            if let Some(bucket) = self.with(hash) {
                found.push((length, bucket));
            }
        }
        let mut best: Option<Decision> = None;
        // No rule is tried twice, however many starts have the same hash.
        let mut tried: SmallVec<[usize; 16]> = SmallVec::new();
        // The longest rule decides: the longest start comes first. A `*` or `$` after a
        // body counts one byte more.
        while let Some((length, bucket)) = found.pop() {
            if best.is_some_and(|best| best.precedence.length() > length + 1) {
                break;
            }
            if tried.contains(&bucket) {
                continue;
            }
            tried.push(bucket);
            for entry in self.entries(bucket) {
                if let Some(decision) = rules.literal(entry, target) {
                    if rules.is_better(decision, best) {
                        best = Some(decision);
                    }
                }
            }
        }
        best
    }

    /// The entries with wildcards that a target may match, bucket by bucket. No bucket is
    /// given twice, however often the target has what its entries need.
    pub(super) fn with_runs_of(&self, target: &[u8]) -> impl Iterator<Item = Range<usize>> {
        let mut buckets: SmallVec<[usize; 32]> = SmallVec::new();
        for hash in of_runs(target) {
            if let Some(bucket) = self.with(hash) {
                buckets.push(bucket);
            }
        }
        buckets.sort_unstable();
        buckets.dedup();
        buckets.push(self.without_hash());
        buckets.into_iter().map(|bucket| self.entries(bucket))
    }
}
