//! Paths compiled: which of them match a URL and are the longest.
//!
//! Those without wildcards are sorted, so that of each length one search finds
//! the only one that can match. The others are tried in order of falling
//! length, as long as they could be as long as what was found.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::cmp::Reverse;

use smallvec::SmallVec;

use crate::canonical;
use crate::dialect::Dialect;
use crate::pattern::{self, Shape, Strategy};
use crate::target::Target;

/// A path as it is compared. Two that are equal match the same URLs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Path {
    /// The bytes of its canonical spelling that count.
    length: u32,
    strategy: Strategy,
    body: Box<[u8]>,
}

impl Path {
    /// `written` begins with `/`, or is empty if there is no path: that is the
    /// empty pattern, which matches every URL with length 0.
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

    /// The order in which paths are kept: by falling length, those of one
    /// length and strategy together.
    pub(super) fn order(&self) -> impl Ord {
        (Reverse(self.length), self.strategy, &*self.body)
    }

    pub(super) fn is_match(&self, target: &Target<'_>) -> bool {
        pattern::matches(self.strategy, &self.body, target)
    }
}

/// The numbers of the paths that speak: seldom more than one.
pub(super) type Numbers = SmallVec<[u32; 2]>;

/// Paths, each once.
#[derive(Debug)]
pub(super) struct Paths {
    /// Sorted: by falling length, then by strategy and body.
    sorted: Box<[Path]>,
    /// Where in `sorted` the literal ones of one length and strategy stand.
    runs: Box<[(u32, u32)]>,
    /// Those that are not literal, by falling length, each with the bytes that
    /// a target must hold for it.
    wildcards: Box<[(u32, ByteSet)]>,
}

/// A set of bytes, in which those that are alike in their last six bits are one.
#[derive(Clone, Copy, Debug, Default)]
struct ByteSet(u64);

impl ByteSet {
    fn of(bytes: &[u8]) -> ByteSet {
        ByteSet(bytes.iter().fold(0, |set, byte| set | 1 << (byte & 63)))
    }

    /// The bytes that every target holds that the path matches.
    fn needed_by(path: &Path) -> ByteSet {
        if path.strategy.has_delimiters() {
            // A target spells some of them otherwise.
            return ByteSet::default();
        }
        let pieces = path.body.split(|&byte| byte == b'*');
        ByteSet(pieces.fold(0, |set, piece| set | ByteSet::of(piece).0))
    }

    fn is_subset(self, of: ByteSet) -> bool {
        self.0 & !of.0 == 0
    }
}

impl Paths {
    /// `sorted` is sorted, and holds no path twice.
    pub(super) fn new(sorted: Vec<Path>) -> Paths {
        let mut runs = Vec::new();
        let mut wildcards = Vec::new();
        let mut start = 0;
        for run in sorted.chunk_by(|a, b| (a.length, a.strategy) == (b.length, b.strategy)) {
            let end = start + run.len() as u32;
            if run[0].strategy.is_literal() {
                runs.push((start, end));
            } else {
                let needed = run.iter().map(ByteSet::needed_by);
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

    /// The longest that match: O(log n) for each length of the literal ones,
    /// and time linear in the target for each other one that may be as long.
    pub(super) fn longest(&self, target: &Target<'_>) -> Numbers {
        let mut found = Numbers::new();
        let mut longest = 0;
        for &(start, end) in &self.runs {
            let run = &self.sorted[start as usize..end as usize];
            let length = run[0].length();
            if !found.is_empty() && length < longest {
                break;
            }
            // All of one strategy and length have bodies of one length.
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
        let present = match &*self.wildcards {
            [] => return found,
            _ => ByteSet::of(target.bytes()),
        };
        for &(number, needed) in &self.wildcards {
            let path = &self.sorted[number as usize];
            let length = path.length();
            if !found.is_empty() && length < longest {
                break;
            }
            if needed.is_subset(present) && path.is_match(target) {
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
