//! Compares the records of two files that are not rules.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;

use crate::records::Record;
use crate::robots::Robots;

/// The records other than `user-agent` lines and rules that only one of two files has.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[must_use]
pub struct RecordDifference<'t> {
    removed: Vec<Record<'t>>,
    added: Vec<Record<'t>>,
}

impl<'t> RecordDifference<'t> {
    /// Returns the records that only the old file has: sitemaps first, then the others, in
    /// file order.
    pub fn removed(&self) -> &[Record<'t>] {
        &self.removed
    }

    /// Returns the records that only the new file has, in the same order.
    pub fn added(&self) -> &[Record<'t>] {
        &self.added
    }

    /// Returns `true` if both files have the same records.
    pub fn is_empty(&self) -> bool {
        self.removed.is_empty() && self.added.is_empty()
    }
}

/// Compares the sitemaps, `crawl-delay`, `content-usage` and all other records of two files
/// except rules. [`files`](super::files) compares the rules.
///
/// Two records are the same if they have the same name, ignoring case, the same value, and
/// belong to groups that name the same crawlers, or to no group. The order of records does not
/// matter, but their number does. The group of a sitemap is ignored. Takes O(n log n) for files
/// of n bytes.
///
/// ```
/// use robots_exclusion::{Robots, diff};
///
/// let old = Robots::parse("user-agent: a\ncrawl-delay: 5\nsitemap: https://h/1.xml");
/// let new = Robots::parse("sitemap: https://h/1.xml\nuser-agent: A\nCrawl-Delay: 10");
/// let difference = diff::records(&old, &new);
/// assert_eq!(difference.removed()[0].to_string(), "crawl-delay: 5");
/// assert_eq!(difference.added()[0].to_string(), "Crawl-Delay: 10");
/// assert_eq!(difference.added().len(), 1);
/// ```
pub fn records<'t>(old: &'t Robots<'_>, new: &'t Robots<'_>) -> RecordDifference<'t> {
    // The names of the crawlers of groups, and a number for each.
    let mut crawlers = BTreeMap::new();
    let [old, new] = [old, new].map(|robots| {
        let groups = robots.groups().map(|group| {
            let names = group.agents().map(|agent| match agent.is_wildcard() {
                true => b"*".to_vec(),
                false => agent.token().to_ascii_lowercase(),
            });
            let mut names: Vec<Vec<u8>> = names.collect();
            names.sort_unstable();
            names.dedup();
            let next = crawlers.len();
            (group.line(), *crawlers.entry(names).or_insert(next))
        });
        let groups: BTreeMap<u32, usize> = groups.collect();
        let keyed = |record: Record<'t>, group: Option<u32>| {
            let group = group.and_then(|line| groups.get(&line).copied());
            let key = (record.name().to_ascii_lowercase(), record.value(), group);
            (key, record)
        };
        let sitemaps = robots.sitemaps().map(|record| keyed(record, None));
        let others = robots.records();
        let others = others.map(|record| keyed(record, record.group_line()));
        sitemaps.chain(others).collect::<Vec<_>>()
    });
    // For each key, the number of records in the new file minus the number in the old one.
    let mut more = BTreeMap::new();
    for (key, _) in &new {
        *more.entry(key).or_insert(0_i64) += 1;
    }
    for (key, _) in &old {
        *more.entry(key).or_insert(0) -= 1;
    }
    let mut difference = RecordDifference::default();
    // If several records are the same, the last ones count as added or removed.
    for (key, record) in new.iter().rev() {
        if let Some(more) = more.get_mut(key).filter(|more| **more > 0) {
            *more -= 1;
            difference.added.push(*record);
        }
    }
    for (key, record) in old.iter().rev() {
        if let Some(more) = more.get_mut(key).filter(|more| **more < 0) {
            *more += 1;
            difference.removed.push(*record);
        }
    }
    difference.added.reverse();
    difference.removed.reverse();
    difference
}
