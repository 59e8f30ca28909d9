//! Collects the crawlers that a file names. No other code does so.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;

use super::{File, UserAgent};
use crate::dialect::Dialect;

/// A crawler that a file names; see [`Robots::named_crawlers`](crate::Robots::named_crawlers).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedCrawler<'a> {
    /// The crawler's product token as first written, or `*`.
    pub token: &'a [u8],
    /// The numbers of the lines that name it, in file order, starting at 1. There is at least one.
    pub lines: Vec<u32>,
    /// The groups that name the crawler, in file order. They are given as positions in
    /// [`Robots::groups`](crate::Robots::groups), starting at 0.
    pub groups: Vec<u32>,
}

impl<'a> UserAgent<'a> {
    /// Returns the name by which the line selects its group. This is a product token, `*`, or an
    /// empty name in dialects that use it for a crawler without a name. Returns `None` if the line
    /// doesn't name a crawler.
    pub(crate) fn name(&self, dialect: Dialect) -> Option<&'a [u8]> {
        if self.is_wildcard() {
            return Some(b"*");
        }
        let token = self.token();
        (!token.is_empty() || dialect.names_empty_agent()).then_some(token)
    }
}

/// Returns the number of a key. A new key gets the next number.
pub(crate) fn number_of<K: Ord>(key: K, numbers: &mut BTreeMap<K, u32>) -> u32 {
    let next = numbers.len() as u32;
    *numbers.entry(key).or_insert(next)
}

impl File<'_> {
    /// Returns the crawlers that the file names, in the order of their first lines. `*` counts as a
    /// crawler. No two names are equal, ignoring ASCII case.
    ///
    /// Takes O(n log n) time for a file of n bytes.
    pub(crate) fn names(&self) -> Vec<NamedCrawler<'_>> {
        let (mut names, mut positions) = (Vec::<NamedCrawler<'_>>::new(), BTreeMap::new());
        for (number, group) in (0..).zip(self.groups()) {
            for agent in group.agents() {
                let Some(token) = agent.name(self.dialect) else {
                    continue;
                };
                let position = number_of(token.to_ascii_lowercase(), &mut positions) as usize;
                if position == names.len() {
                    names.push(NamedCrawler {
                        token,
                        lines: Vec::new(),
                        groups: Vec::new(),
                    });
                }
                let named = &mut names[position];
                named.lines.push(agent.line());
                // Groups are visited in order, but a group may name a crawler several times.
                if named.groups.last() != Some(&number) {
                    named.groups.push(number);
                }
            }
        }
        names
    }

    /// Returns the same crawlers, keyed by lower-case name.
    #[cfg(feature = "diff")]
    pub(crate) fn names_by_key(&self) -> BTreeMap<Vec<u8>, NamedCrawler<'_>> {
        let names = self.names().into_iter();
        names
            .map(|named| (named.token.to_ascii_lowercase(), named))
            .collect()
    }
}
