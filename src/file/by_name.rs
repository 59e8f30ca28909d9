//! Selects groups for all crawlers that a file names.
//!
//! [`File::select`] compares one crawler with each `user-agent` line. To query every crawler, build
//! this table once, so that each crawler only needs a single lookup.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;
use core::ops::Bound;

use memchr::memrchr;

use super::{File, Selection, number_of};

/// The groups that each crawler selects.
///
/// ```text
/// user-agent: a    ⏎ disallow: /x        named       "a" → 1, "b" → 2
/// user-agent: b    ⏎ disallow: /y        others      3
/// user-agent: A    ⏎ disallow: /z        selections  0: []  1: [0, 2]  2: [1]  3: [3]
/// user-agent: *    ⏎ disallow: /
/// ```
pub(crate) struct ByName<'f> {
    may_fall_back: bool,
    /// The distinct lists of groups that crawlers select. The first one is empty.
    pub(crate) selections: Vec<Vec<u32>>,
    /// Maps a lower-case product token to the token as first written, and to the index of its
    /// selection.
    named: BTreeMap<Vec<u8>, (&'f [u8], u32)>,
    /// The selection for all other crawlers.
    others: (Selection<'f>, u32),
}

/// The index of the selection without groups.
const NO_GROUPS: u32 = 0;

impl<'f> ByName<'f> {
    /// Builds the table in O(n log n) time for a file of n bytes.
    ///
    /// This first collects the groups for each name, and then gives each distinct list of groups an
    /// index, so that crawlers with the same groups share a selection.
    pub(crate) fn new(file: &'f File<'_>, fallback: bool) -> ByName<'f> {
        let mut names = file.names_by_key();
        // The first index is for crawlers without a group.
        let mut indexes = BTreeMap::from([(Vec::new(), NO_GROUPS)]);
        let mut index_of = |groups| number_of(groups, &mut indexes);
        // `*` isn't a token that another name could fall back to.
        let others = match names.remove(&b"*"[..]) {
            Some(named) => (Selection::Wildcard, index_of(named.groups)),
            None => (Selection::None, NO_GROUPS),
        };
        let named = names
            .into_iter()
            .map(|(name, named)| (name, (named.token, index_of(named.groups))))
            .collect();
        // Invert the map from lists to indexes.
        let mut selections = alloc::vec![Vec::new(); indexes.len()];
        for (groups, index) in indexes {
            selections[index as usize] = groups;
        }
        ByName {
            may_fall_back: fallback && file.dialect.has_general_groups(),
            selections,
            named,
            others,
        }
    }

    /// Returns the numbers of the groups in a selection, in file order.
    pub(crate) fn groups(&self, selection: u32) -> &[u32] {
        &self.selections[selection as usize]
    }

    /// Selects the groups for the crawler with this product token, like
    /// [`File::select`] for a single token.
    ///
    /// If the token may fall back to more general ones, `spend` receives the length of each further
    /// name that is looked up.
    pub(crate) fn select<E>(
        &self,
        token: &[u8],
        mut spend: impl FnMut(usize) -> Result<(), E>,
    ) -> Result<(Selection<'f>, u32), E> {
        let name = token.to_ascii_lowercase();
        if let Some(&(token, selection)) = self.named.get(&name) {
            return Ok((Selection::Own(token), selection));
        }
        // Find the longest name that, followed by a hyphen, is a prefix of this one.
        let mut end = if self.may_fall_back { name.len() } else { 0 };
        while let Some(hyphen) = memrchr(b'-', &name[..end]) {
            // The candidates are the parts before each hyphen, longest first.
            let wanted = &name[..hyphen];
            spend(wanted.len())?;
            let up_to = (Bound::Unbounded, Bound::Included(wanted));
            let nearest = self.named.range::<[u8], _>(up_to).next_back();
            let Some((nearest, &(token, selection))) = nearest else {
                break;
            };
            if nearest == wanted {
                return Ok((Selection::General(token), selection));
            }
            // A shorter name that fits would sort before `nearest` and be a prefix of it. It
            // therefore ends within the common prefix of `nearest` and `wanted`.
            let pairs = nearest.iter().zip(wanted);
            end = 1 + pairs.take_while(|(one, other)| one == other).count();
        }
        Ok(self.others)
    }
}
