//! Compares the records in two files, except rules.

use alloc::collections::BTreeMap;
use alloc::format;
use alloc::vec;
use alloc::vec::Vec;

use crate::file::UserAgent;
use crate::records::Record;
use crate::robots::Robots;

/// The records, other than `user-agent` lines and rules, that only one of two files contains.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[must_use]
pub struct RecordDifference<'t> {
    removed: Vec<Record<'t>>,
    added: Vec<Record<'t>>,
}

impl<'t> RecordDifference<'t> {
    /// Returns the records that only the old file contains. Sitemaps come first, followed by the
    /// others in file order.
    pub fn removed(&self) -> &[Record<'t>] {
        &self.removed
    }

    /// Returns the records that only the new file contains, in the same order.
    pub fn added(&self) -> &[Record<'t>] {
        &self.added
    }

    /// Returns `true` if both files have the same records.
    pub fn is_empty(&self) -> bool {
        self.removed.is_empty() && self.added.is_empty()
    }
}

/// The number of crawlers that are listed for the records in a file, in addition to one per byte.
const LISTED_MAX: usize = 1 << 16;

/// Returns the distinct names in some `user-agent` lines, sorted.
fn names<'a>(agents: impl Iterator<Item = UserAgent<'a>>) -> Vec<Vec<u8>> {
    let names = agents.map(|agent| match agent.is_wildcard() {
        true => b"*".to_vec(),
        false => agent.token().to_ascii_lowercase(),
    });
    let mut names: Vec<Vec<u8>> = names.collect();
    names.sort_unstable();
    names.dedup();
    names
}

/// Compares the sitemaps, `crawl-delay`, `content-usage` and all other records in two files except
/// rules, which [`files`](super::files) compares.
///
/// Two records are equal if they have the same name (ignoring case), the same value, and [apply to
/// the same crawlers](Robots::agents_of) or are outside all groups. The order of records doesn't
/// matter, but their number does. It makes no difference in which group a sitemap is. Takes O(n log
/// n) time for files of n bytes. If a file repeats long lists of crawlers in many different
/// combinations, lists beyond a limit are only compared by their line numbers.
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
    // Number the sets of crawlers to which records apply.
    let mut crawlers = BTreeMap::new();
    let [old, new] = [old, new].map(|robots| {
        // Runs for different fields may overlap, so together they may be longer than the file.
        let mut left = LISTED_MAX + robots.text().len();
        let mut runs = BTreeMap::new();
        let mut run_of = |record: &Record<'_>| {
            let first = record.run_line()?;
            let agents = robots.agents_of(record);
            let last = agents.clone().next_back()?.line();
            Some(*runs.entry((first, last)).or_insert_with(|| {
                let names = if agents.len() <= left {
                    left -= agents.len();
                    names(agents)
                } else {
                    vec![format!("\n{first}-{last}").into()]
                };
                let next = crawlers.len();
                *crawlers.entry(names).or_insert(next)
            }))
        };
        let mut keyed = |record: Record<'t>| {
            let run = run_of(&record);
            let key = (record.name().to_ascii_lowercase(), record.value(), run);
            (key, record)
        };
        let records = robots.sitemaps().chain(robots.records());
        records.map(&mut keyed).collect::<Vec<_>>()
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
    // If several records are equal, the last ones count as added or removed.
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
