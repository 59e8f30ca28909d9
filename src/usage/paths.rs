//! Compiled paths: finds the longest ones that match a URL.
//!
//! Paths without wildcards are sorted, so that one binary search per length finds the only one
//! that can match. Other paths are tried in order of falling length, until they are shorter
//! than the longest match.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::cmp::Reverse;

use smallvec::SmallVec;

use crate::canonical;
use crate::dialect::Dialect;
use crate::pattern::{self, Shape, Strategy};
use crate::rule_set::Signature;
use crate::target::Target;

/// A path in the form that is compared. Equal paths match the same URLs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Path {
    /// The number of bytes of the canonical spelling that count.
    length: u32,
    strategy: Strategy,
    body: Box<[u8]>,
}

impl Path {
    /// Parses a path as written. It begins with `/`, or is empty if the line has no path. The
    /// empty pattern matches every URL with length 0.
    pub(super) fn new(written: &[u8], dialect: Dialect) -> Path {
        let canonical = canonical::pattern(written, dialect);
        let (strategy, length, body) = match Shape::of(&canonical, dialect) {
            Some(shape) => (shape.strategy, shape.length(), &canonical[..shape.body]),
            None => (Strategy::default(), 0, &[][..]),
        };
        Path {
            length: length as u32,
            strategy,
            body: body.into(),
        }
    }

    pub(super) fn length(&self) -> usize {
        self.length as usize
    }

    /// Returns the sort key: falling length, then strategy and body.
    pub(super) fn order(&self) -> impl Ord {
        (Reverse(self.length), self.strategy, &*self.body)
    }

    pub(super) fn is_match(&self, target: &Target<'_>) -> bool {
        pattern::matches(self.strategy, &self.body, target)
    }
}

/// The numbers of the longest paths that match. There is seldom more than one.
pub(super) type Numbers = SmallVec<[u32; 2]>;

/// A set of paths.
#[derive(Debug)]
pub(super) struct Paths {
    /// Sorted: by falling length, then by strategy and body.
    sorted: Box<[Path]>,
    /// The runs of literal paths in `sorted` that have the same length and strategy.
    runs: Box<[(u32, u32)]>,
    /// The paths that are not literal, by falling length, each with the bytes that a matching
    /// target contains.
    wildcards: Box<[(u32, Signature)]>,
}

impl Paths {
    /// Creates a set of paths, which must be sorted and distinct.
    pub(super) fn new(sorted: Vec<Path>) -> Paths {
        let mut runs = Vec::new();
        let mut wildcards = Vec::new();
        let mut start = 0;
        for run in sorted.chunk_by(|a, b| (a.length, a.strategy) == (b.length, b.strategy)) {
            let end = start + run.len() as u32;
            if run[0].strategy.is_literal() {
                runs.push((start, end));
            } else {
                let needed = run.iter().map(|path| Signature::needed_by(&path.body));
                wildcards.extend((start..end).zip(needed));
            }
            start = end;
        }
        Paths {
            sorted: sorted.into(),
            runs: runs.into(),
            wildcards: wildcards.into(),
        }
    }

    /// Returns the longest paths that match. Takes O(log n) for each length of literal paths,
    /// and time linear in the target for each other path that may be as long.
    ///
    /// Literal runs are searched first. The paths with wildcards are then tried until they are
    /// shorter than the longest match so far.
    pub(super) fn longest(&self, target: &Target<'_>) -> Numbers {
        let mut found = Numbers::new();
        let mut longest = 0;
        for &(start, end) in &self.runs {
            let run = &self.sorted[start as usize..end as usize];
            let length = run[0].length();
            if !found.is_empty() && length < longest {
                break;
            }
            // All paths of one strategy and length have bodies of the same length.
            let Some(begins) = target.bytes().get(..run[0].body.len()) else {
                continue;
            };
            if let Ok(at) = run.binary_search_by(|path| (*path.body).cmp(begins)) {
                if run[at].is_match(target) {
                    longest = length;
                    found.push(start + at as u32);
                }
            }
        }
        if self.wildcards.is_empty() {
            return found;
        }
        let lacking = Signature::lacking(target.bytes());
        for &(number, needed) in &self.wildcards {
            let path = &self.sorted[number as usize];
            let length = path.length();
            if !found.is_empty() && length < longest {
                break;
            }
            if !needed.needs_any_of(lacking) && path.is_match(target) {
                if length > longest {
                    found.clear();
                    longest = length;
                }
                found.push(number);
            }
        }
        found
    }
}
