//! The parsed files and compiled matchers, bounded in memory.

use alloc::collections::VecDeque;
use core::mem;

use robots_exclusion::{Matcher, Robots};

/// The maximum size of all entries' files, in bytes. Parsed files and matchers take 0.2 to 5
/// bytes per byte of their file, and 1.4 on average for files from public sites.
const LIMIT: usize = 16 << 20;

/// The bytes that an entry takes in addition to its file, so that small files count, too.
const FIXED: usize = 600;

pub(super) enum Entry {
    Robots(Robots<'static>),
    Matcher(Matcher),
    /// The access rules if there is no file.
    #[cfg(feature = "crawl")]
    Access(robots_exclusion::fetch::Access<'static>),
    Released,
}

/// Numbered entries. The oldest are evicted first, so the others have consecutive numbers, and JavaScript
/// needs only the smallest one to know which are left.
///
/// Compiling an entry again only takes microseconds, so it wouldn't pay off to choose better
/// than evicting the oldest.
#[derive(Default)]
pub(super) struct Pool {
    entries: VecDeque<(Entry, usize)>,
    /// The number of the first entry.
    oldest: u64,
    size: usize,
}

impl Pool {
    /// Creates an empty pool. The first entry gets this number.
    pub(super) fn new(first: f64) -> Pool {
        Pool {
            oldest: first as u64,
            ..Pool::default()
        }
    }

    /// Adds an entry and returns its number. May evict older entries.
    pub(super) fn add(&mut self, entry: Entry, file_size: usize) -> f64 {
        let size = file_size + FIXED;
        self.size += size;
        self.entries.push_back((entry, size));
        // The new entry stays, however large it is.
        while self.size > LIMIT && self.entries.len() > 1 {
            if let Some((_, size)) = self.entries.pop_front() {
                self.size -= size;
                self.oldest += 1;
            }
        }
        (self.oldest + self.entries.len() as u64 - 1) as f64
    }

    /// Returns the smallest number in the pool.
    pub(super) fn oldest(&self) -> f64 {
        self.oldest as f64
    }

    /// Releases the memory of an entry, which keeps its number.
    pub(super) fn release(&mut self, number: f64) {
        let index = self.index(number);
        if let Some((entry, size)) = self.entries.get_mut(index) {
            *entry = Entry::Released;
            self.size -= mem::take(size);
        }
    }

    /// Returns the index of an entry, or a number that isn't an index.
    fn index(&self, number: f64) -> usize {
        let index = (number as u64).checked_sub(self.oldest);
        index.map_or(usize::MAX, |index| index as usize)
    }

    /// Returns an entry that is in the pool.
    pub(super) fn entry(&self, number: f64) -> Option<&Entry> {
        let (entry, _) = self.entries.get(self.index(number))?;
        Some(entry)
    }

    /// Returns a file.
    ///
    /// # Panics
    ///
    /// Panics if it is not in the pool: JavaScript checks that.
    pub(super) fn robots(&self, number: f64) -> &Robots<'static> {
        match self.entry(number) {
            Some(Entry::Robots(robots)) => robots,
            _ => panic!("there is no such file"),
        }
    }

    /// Returns a matcher.
    ///
    /// # Panics
    ///
    /// Panics if it is not in the pool: JavaScript checks that.
    pub(super) fn matcher(&self, number: f64) -> &Matcher {
        match self.entry(number) {
            Some(Entry::Matcher(matcher)) => matcher,
            _ => panic!("there is no such matcher"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_oldest_entries_are_evicted_first() {
        let text = "a".repeat(1 << 20);
        let mut pool = Pool::new(7.0);
        let add = |_| pool.add(Entry::Robots(Robots::parse(&text).into_owned()), text.len());
        let numbers: Vec<f64> = (0..100).map(add).collect();
        assert_eq!(numbers[0], 7.0);
        let kept: Vec<f64> = numbers
            .into_iter()
            .filter(|&n| n >= pool.oldest())
            .collect();
        assert_eq!(kept.len(), 15);
        for number in kept {
            assert!(pool.robots(number).allowed("a", "/"));
        }
    }

    #[test]
    fn a_released_entry_keeps_its_number_and_no_memory() {
        let mut pool = Pool::new(0.0);
        let matcher = Robots::parse("").matcher("a");
        let first = pool.add(Entry::Matcher(matcher.clone()), 0);
        let second = pool.add(Entry::Matcher(matcher.clone()), 0);
        pool.release(first);
        pool.release(first);
        assert!(pool.matcher(second).allowed("/"));
        assert_eq!(pool.add(Entry::Matcher(matcher), 0), second + 1.0);
        assert_eq!(pool.size, 2 * FIXED);
    }
}
