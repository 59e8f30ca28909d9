//! Selects groups for all crawlers that a file names.
//!
//! [`File::select`] compares one crawler with each `user-agent` line. To query every crawler, build
//! this table once, so that each crawler only needs a single lookup.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;
use core::ops::Bound;

use memchr::memrchr;

#[cfg(feature = "crawlers")]
use super::NamedCrawler;
use super::names::{Names, number_of};
use super::{File, Selection};

/// The groups that each crawler selects.
///
/// ```text
/// user-agent: a    ⏎ disallow: /x        crawlers    a → 1, b → 2, * → 3
/// user-agent: b    ⏎ disallow: /y        selections  0: []  1: [0, 2]  2: [1]  3: [3]
/// user-agent: A    ⏎ disallow: /z
/// user-agent: *    ⏎ disallow: /
/// ```
pub(crate) struct ByName<'f> {
    may_fall_back: bool,
    /// The crawlers. `*` has no position, because it isn't a token that another name could be or
    /// fall back to.
    names: Names<'f>,
    /// The position of `*`, or `None` if no group names it.
    wildcard: Option<u32>,
    /// The index of the selection of each crawler, by position.
    selected: Vec<u32>,
    /// The distinct lists of groups that crawlers select. The first one is empty.
    selections: Vec<Vec<u32>>,
}

/// The index of the selection without groups.
const NO_GROUPS: u32 = 0;

impl<'f> ByName<'f> {
    /// Builds the table in O(n log n) time for a file of n bytes.
    ///
    /// This first collects the groups for each name, and then gives each distinct list of groups an
    /// index, so that crawlers with the same groups share a selection.
    pub(crate) fn new(file: &'f File<'_>, fallback: bool) -> ByName<'f> {
        let mut names = file.names();
        // The first index is for crawlers without a group.
        let mut indexes = BTreeMap::from([(Vec::new(), NO_GROUPS)]);
        let groups = names.crawlers.iter().map(|named| named.groups.clone());
        let selected = groups
            .map(|groups| number_of(groups, &mut indexes))
            .collect();
        // Invert the map from lists to indexes.
        let mut selections = alloc::vec![Vec::new(); indexes.len()];
        for (groups, index) in indexes {
            selections[index as usize] = groups;
        }
        ByName {
            may_fall_back: fallback && file.dialect.has_general_groups(),
            wildcard: names.positions.remove(&b"*"[..]),
            names,
            selected,
            selections,
        }
    }

    /// Returns the crawler whose name selected groups, and its position. `None` if there is none.
    #[cfg(feature = "crawlers")]
    pub(crate) fn named(&self, selection: Selection<'_>) -> Option<(u32, &NamedCrawler<'f>)> {
        let position = match selection.token() {
            Some(token) => self
                .names
                .positions
                .get(&token.to_ascii_lowercase())
                .copied(),
            // If no group applies to the crawler, there is no group for `*`.
            None => self.wildcard,
        }?;
        Some((position, &self.names.crawlers[position as usize]))
    }

    /// Returns the distinct selections of all crawlers. The first one is empty.
    pub(crate) fn selections(&self) -> impl ExactSizeIterator<Item = &[u32]> {
        self.selections.iter().map(Vec::as_slice)
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
        spend: impl FnMut(usize) -> Result<(), E>,
    ) -> Result<(Selection<'f>, u32), E> {
        let name = token.to_ascii_lowercase();
        let of = |position: u32| {
            let token = self.names.crawlers[position as usize].token;
            (token, self.selected[position as usize])
        };
        if let Some(&position) = self.names.positions.get(&name) {
            let (token, selection) = of(position);
            return Ok((Selection::Own(token), selection));
        }
        // Try these in the order in which `Selection` lists them.
        if self.may_fall_back {
            if let Some((token, selection)) = self.general(&name, spend)?.map(of) {
                return Ok((Selection::General(token), selection));
            }
        }
        Ok(match self.wildcard {
            Some(position) => (Selection::Wildcard, of(position).1),
            None => (Selection::None, NO_GROUPS),
        })
    }

    /// Finds the longest name that, followed by a hyphen, is a prefix of `name`, and returns its
    /// position.
    fn general<E>(
        &self,
        name: &[u8],
        mut spend: impl FnMut(usize) -> Result<(), E>,
    ) -> Result<Option<u32>, E> {
        let mut end = name.len();
        while let Some(hyphen) = memrchr(b'-', &name[..end]) {
            // The candidates are the parts before each hyphen, longest first.
            let wanted = &name[..hyphen];
            spend(wanted.len())?;
            let up_to = (Bound::Unbounded, Bound::Included(wanted));
            let Some((nearest, &found)) = self.names.positions.range::<[u8], _>(up_to).next_back()
            else {
                break;
            };
            if nearest == wanted {
                return Ok(Some(found));
            }
            // A shorter name that fits would sort before `nearest` and be a prefix of it. It
            // therefore ends within the common prefix of `nearest` and `wanted`.
            let pairs = nearest.iter().zip(wanted);
            end = 1 + pairs.take_while(|(one, other)| one == other).count();
        }
        Ok(None)
    }
}
