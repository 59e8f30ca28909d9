//! The edit distance between two names.

use alloc::vec::Vec;
use core::mem;

/// Returns the Damerau–Levenshtein distance (optimal string alignment) between two names: the
/// minimum number of letters to insert, delete, replace or swap with a neighbour.
///
/// Takes time proportional to the product of the lengths, so callers only pass short names.
///
/// This fills the usual table row by row. Row `n` contains the distances between the first `n`
/// letters of `one` and each prefix of `other`. A swap refers to the row before the last one, so
/// three rows are kept.
pub(crate) fn distance(one: &[u8], other: &[u8]) -> usize {
    let mut before_last: Vec<usize> = Vec::new();
    let mut last: Vec<usize> = (0..=other.len()).collect();
    let mut row = Vec::with_capacity(other.len() + 1);
    for (at, letter) in one.iter().enumerate() {
        row.push(at + 1);
        for (other_at, other_letter) in other.iter().enumerate() {
            let replaced = last[other_at] + usize::from(letter != other_letter);
            let one_less = last[other_at + 1].min(row[other_at]);
            let mut least = replaced.min(one_less + 1);
            let is_swapped = at > 0
                && other_at > 0
                && *letter == other[other_at - 1]
                && one[at - 1] == *other_letter;
            if is_swapped {
                least = least.min(before_last[other_at - 1] + 1);
            }
            row.push(least);
        }
        // The oldest row becomes the next one.
        mem::swap(&mut before_last, &mut last);
        mem::swap(&mut last, &mut row);
        row.clear();
    }
    last[other.len()]
}

#[cfg(test)]
mod tests;
