//! The edit distance between two names.

/// Returns the Damerau–Levenshtein distance (optimal string alignment) between two names: the
/// minimum number of letters to insert, delete, replace or swap with a neighbour.
///
/// Takes time proportional to the product of the lengths, so callers only pass short names.
///
/// This fills the usual table, in which `table[n][m]` is the distance between the first `n` letters
/// of `one` and the first `m` letters of `other`.
pub(crate) fn distance(one: &[u8], other: &[u8]) -> usize {
    let mut table = alloc::vec![alloc::vec![0; other.len() + 1]; one.len() + 1];
    for n in 0..=one.len() {
        for m in 0..=other.len() {
            if n == 0 || m == 0 {
                table[n][m] = n + m;
                continue;
            }
            let replaced = table[n - 1][m - 1] + usize::from(one[n - 1] != other[m - 1]);
            let mut least = replaced.min(table[n - 1][m].min(table[n][m - 1]) + 1);
            let are_pairs = n > 1 && m > 1;
            if are_pairs && one[n - 2] == other[m - 1] && one[n - 1] == other[m - 2] {
                least = least.min(table[n - 2][m - 2] + 1);
            }
            table[n][m] = least;
        }
    }
    table[one.len()][other.len()]
}

#[cfg(test)]
mod tests;
