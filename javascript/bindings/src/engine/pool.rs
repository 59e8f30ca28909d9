//! The parsed files and compiled matchers, bounded in memory.

use alloc::collections::VecDeque;
use core::mem;

use robots_exclusion::{Matcher, Robots};

/// The maximum size of the files of all entries, in bytes: 1,700 average files of public sites. Parsed files
/// and matchers take 0.2 to 5 bytes for each byte of their file, 1.4 on average for the files of public sites.
///
/// A larger pool would cost more than its own size. Bun waits for garbage in proportion to this memory
/// before it collects any, so programs that parse one file after another would grow several times as much.
const LIMIT: usize = 6 << 20;

/// The bytes that an entry takes in addition to its file, so that small files count, too.
const FIXED: usize = 600;

/// The bytes that an entry takes after its release, until all older ones are released or evicted.
const SLOT: usize = mem::size_of::<(Entry, usize)>();

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
    /// The file that a matcher was compiled from last.
    compiled: Option<f64>,
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

    /// Adds the matcher of a file and returns its number.
    ///
    /// Most programs ask only the matcher from then on, so the file is released when a matcher of another
    /// one is added. That leaves twice as much room for matchers.
    pub(super) fn add_matcher(&mut self, file: f64, matcher: Matcher, file_size: usize) -> f64 {
        let previous = self.compiled.replace(file);
        if let Some(previous) = previous.filter(|&previous| previous != file) {
            self.release(previous);
        }
        self.add(Entry::Matcher(matcher), file_size)
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
            self.size -= mem::replace(size, SLOT) - SLOT;
        }
        while let Some((Entry::Released, size)) = self.entries.front() {
            self.size -= size;
            self.entries.pop_front();
            self.oldest += 1;
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

    /// Returns `true` if a file has been neither evicted nor released.
    pub(super) fn has_file(&self, number: f64) -> bool {
        matches!(self.entry(number), Some(Entry::Robots(_)))
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
        assert_eq!(kept.len(), 5);
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

    #[test]
    fn released_entries_do_not_accumulate() {
        let mut pool = Pool::new(0.0);
        let matcher = Robots::parse("").matcher("a");
        pool.add(Entry::Matcher(matcher.clone()), 0);
        for _ in 0..100_000 {
            let number = pool.add(Entry::Matcher(matcher.clone()), 0);
            pool.release(number);
        }
        assert!(pool.entries.len() <= LIMIT / SLOT);
        assert!(pool.size <= LIMIT);
    }

    #[test]
    fn a_file_is_released_after_a_matcher_of_another_one() {
        let mut pool = Pool::new(0.0);
        let matcher = Robots::parse("").matcher("a");
        let [first, second] = [0, 0].map(|_| pool.add(Entry::Robots(Robots::parse("")), 0));
        let one = pool.add_matcher(first, matcher.clone(), 0);
        pool.add_matcher(first, matcher.clone(), 0);
        assert!(pool.has_file(first));
        let other = pool.add_matcher(second, matcher, 0);
        assert!(!pool.has_file(first));
        assert!(pool.has_file(second));
        assert!(!pool.has_file(one));
        assert!(pool.matcher(one).allowed("/") && pool.matcher(other).allowed("/"));
    }
}
