//! Keys: the first bytes of bodies as numbers, and where a target's is among
//! them.

use alloc::boxed::Box;
use alloc::vec;
use alloc::vec::Vec;
use core::ops::{Deref, Range};

use crate::numbers::Numbers;

/// How many bytes a key has.
pub(super) const KEY: usize = 8;

/// The first eight bytes as a number, with zeros after fewer ones; numbers
/// compare like bytes.
#[inline]
pub(super) fn key(bytes: &[u8]) -> u64 {
    match bytes.first_chunk::<KEY>() {
        Some(bytes) => u64::from_be_bytes(*bytes),
        None => bytes
            .iter()
            .rev()
            .fold(0, |key, &byte| key >> 8 | u64::from(byte) << 56),
    }
}

/// Whether a key has all its bytes: neither bodies nor targets hold a NUL.
#[inline]
pub(super) fn is_full(key: u64) -> bool {
    key & 0xFF != 0
}

/// Whether the bytes of one key begin with those of another.
#[inline]
pub(super) fn begins_with(key: u64, other: u64) -> bool {
    let after = other.trailing_zeros() & !7;
    (key ^ other).checked_shr(after).unwrap_or(0) == 0
}

/// Keys that rise.
#[derive(Clone, Debug, Default)]
pub(super) struct Keys {
    sorted: Box<[u64]>,
    /// Where most of them are, if they are many.
    places: Option<Box<Places>>,
}

impl Deref for Keys {
    type Target = [u64];

    #[inline]
    fn deref(&self) -> &[u64] {
        &self.sorted
    }
}

impl Keys {
    /// So many are found by hash.
    const MANY: usize = 1024;

    pub(super) fn new(sorted: Vec<u64>) -> Keys {
        let places = (sorted.len() >= Keys::MANY).then(|| Box::new(Places::new(&sorted)));
        Keys {
            sorted: sorted.into(),
            places,
        }
    }

    /// How many are not greater than `key`.
    #[inline]
    pub(super) fn up_to(&self, key: u64) -> usize {
        let places = self.places.as_ref();
        let last = places.and_then(|places| places.last(&self.sorted, key));
        last.map_or_else(|| up_to(&self.sorted, key), |last| last + 1)
    }
}

/// Numbers of keys, by hash.
#[derive(Clone, Debug)]
struct Places {
    /// Of each bucket [`Places::ROOM`] many; where there is room left, a number
    /// that no key has.
    numbers: Numbers,
    buckets: u32,
}

impl Places {
    /// So many keys can have the same hash. Others are not noted.
    const ROOM: usize = 4;

    fn new(keys: &[u64]) -> Places {
        // Three places in eight are left empty, so that of fifteen keys one
        // finds its bucket full, unless they were chosen for that.
        let buckets = (keys.len() * 2).div_ceil(5) as u32;
        let mut numbers = vec![keys.len() as u32; buckets as usize * Places::ROOM];
        for (number, &key) in keys.iter().enumerate() {
            let is_free = |kept: u32| keys.get(kept as usize).is_none_or(|&other| other == key);
            let bucket = &mut numbers[Places::bucket(key, buckets)];
            if let Some(place) = bucket.iter_mut().find(|kept| is_free(**kept)) {
                *place = number as u32;
            }
        }
        Places {
            numbers: numbers.into(),
            buckets,
        }
    }

    /// Where the bucket of a key is if there are so many.
    #[inline]
    fn bucket(key: u64, buckets: u32) -> Range<usize> {
        let hash = key.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 32;
        let bucket = ((hash * u64::from(buckets)) >> 32) as usize;
        bucket * Places::ROOM..(bucket + 1) * Places::ROOM
    }

    /// The number of the last key equal to this, if it is noted.
    #[inline]
    fn last(&self, keys: &[u64], key: u64) -> Option<usize> {
        Places::bucket(key, self.buckets)
            .map(|place| self.numbers.at(place) as usize)
            .find(|&number| keys.get(number) == Some(&key))
    }
}

/// How many of `keys`, which rise, are not greater than `key`.
#[inline]
pub(super) fn up_to(keys: &[u64], key: u64) -> usize {
    let (mut start, mut length) = (0, keys.len());
    // Three comparisons that do not wait for each other take no longer than
    // one of them.
    while length > 16 {
        let quarter = length / 4;
        let passed: usize = (1..=3)
            .map(|part| usize::from(keys[start + part * quarter - 1] <= key))
            .sum();
        start += passed * quarter;
        length -= 3 * quarter;
    }
    let passed = keys[start..start + length]
        .iter()
        .map(|&other| usize::from(other <= key));
    start + passed.sum::<usize>()
}

/// Where the run of equal keys begins that `last` ends.
pub(super) fn first_of_run(keys: &[u64], last: usize) -> usize {
    let key = keys[last];
    if last == 0 || keys[last - 1] != key {
        return last;
    }
    keys[..last].partition_point(|&other| other < key)
}

#[cfg(test)]
mod tests {
    use alloc::format;
    use alloc::string::String;

    use super::*;

    fn assert_found(keys: &[u64], sought: impl IntoIterator<Item = u64>) {
        let index = Keys::new(keys.to_vec());
        for sought in sought {
            let expected = keys.iter().filter(|&&key| key <= sought).count();
            assert_eq!(
                index.up_to(sought),
                expected,
                "{sought} among {}",
                keys.len()
            );
        }
    }

    #[test]
    fn keys_are_found_however_many_there_are() {
        for count in [0, 1, 2, 15, 16, 17, 63, 64, 65, 68, 1023, 1024, 1025, 5000] {
            let keys: Vec<u64> = (1..=count).map(|number| number * 3).collect();
            assert_found(&keys, 0..=count * 3 + 4);
        }
    }

    #[test]
    fn of_equal_keys_the_last_counts() {
        let keys: Vec<u64> = (0..3000).map(|number| number / 7 * 2).collect();
        assert_found(&keys, 0..900);
    }

    #[test]
    fn keys_of_one_bucket_are_all_found() {
        let (many, buckets) = (2_000, 800);
        let first = Places::bucket(0, buckets);
        let keys: Vec<u64> = (0..u64::MAX)
            .filter(|&key| Places::bucket(key, buckets) == first)
            .take(many)
            .collect();
        let places = Places::new(&keys);
        assert_eq!(places.buckets, buckets);
        let noted = keys
            .iter()
            .filter(|&&key| places.last(&keys, key).is_some());
        assert_eq!(noted.count(), Places::ROOM);
        assert_found(
            &keys,
            keys.iter()
                .flat_map(|&key| [key.saturating_sub(1), key, key + 1]),
        );
    }

    #[test]
    fn most_keys_are_noted() {
        let text: Vec<String> = (0..10_000).map(|number| format!("{number:08}")).collect();
        let keys: Vec<u64> = text.iter().map(|text| key(text.as_bytes())).collect();
        let places = Places::new(&keys);
        let noted =
            (0..keys.len()).filter(|&number| places.last(&keys, keys[number]) == Some(number));
        assert!(noted.count() > 9_000);
    }
}
