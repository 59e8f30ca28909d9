//! Compares the records in two files, except rules.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::format;
use alloc::vec::Vec;

use crate::file::number_of;
use crate::records::Record;
use crate::robots::Robots;

/// The records, other than `user-agent` lines and rules, that only one of two files contains.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[must_use]
#[non_exhaustive]
pub struct RecordDifference<'t> {
    /// The records that only the old file contains. Sitemaps come first, followed by the others in
    /// file order.
    pub removed: Vec<Record<'t>>,
    /// The records that only the new file contains, in the same order.
    pub added: Vec<Record<'t>>,
}

/// The maximum number of crawlers that are listed for the records in a file, on top of one per byte
/// of the file.
const LISTED_MAX: usize = 1 << 16;

/// A record and its key, which is its name, its value, and a number for the crawlers that it
/// applies to. Records with equal keys are the same.
type Keyed<'t> = ((Vec<u8>, &'t [u8], Option<u32>), Record<'t>);

/// Returns the records of a file that the other file doesn't have, in file order. If a file has
/// more copies of a record than the other, its last ones are returned.
fn only_in<'t>(file: &[Keyed<'t>], other: &[Keyed<'t>]) -> Vec<Record<'t>> {
    let mut counts = BTreeMap::new();
    for (key, _) in other {
        *counts.entry(key).or_insert(0) += 1;
    }
    let is_missing = |(key, _): &&Keyed<'t>| match counts.get_mut(key) {
        Some(count) if *count > 0 => {
            *count -= 1;
            false
        }
        _ => true,
    };
    let missing = file.iter().filter(is_missing);
    missing.map(|&(_, record)| record).collect()
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
/// assert_eq!(difference.removed[0].to_string(), "crawl-delay: 5");
/// assert_eq!(difference.added[0].to_string(), "Crawl-Delay: 10");
/// assert_eq!(difference.added.len(), 1);
/// ```
pub fn records<'t>(old: &'t Robots<'_>, new: &'t Robots<'_>) -> RecordDifference<'t> {
    // Number the sets of crawlers to which records apply.
    let mut crawlers = BTreeMap::new();
    let [old, new] = [old, new].map(|robots| {
        // Runs for different fields may overlap, so together they may be longer than the file.
        let mut left = LISTED_MAX + robots.text().len();
        let mut runs = BTreeMap::new();
        let mut run_of = |record: &Record<'_>| {
            let first = record.run_line?;
            let agents = robots.agents_of(record);
            let last = agents.clone().next_back()?.line();
            Some(*runs.entry((first, last)).or_insert_with(|| {
                let names: BTreeSet<Vec<u8>> = if agents.len() <= left {
                    left -= agents.len();
                    let names = agents.filter_map(|agent| agent.name(robots.dialect()));
                    names.map(<[u8]>::to_ascii_lowercase).collect()
                } else {
                    [format!("\n{first}-{last}").into()].into()
                };
                number_of(names, &mut crawlers)
            }))
        };
        let mut keyed = |record: Record<'t>| {
            let run = run_of(&record);
            let key = (record.name().to_ascii_lowercase(), record.value(), run);
            (key, record)
        };
        let records = robots.sitemaps().chain(robots.records());
        records.map(&mut keyed).collect::<Vec<Keyed<'t>>>()
    });
    RecordDifference {
        removed: only_in(&old, &new),
        added: only_in(&new, &old),
    }
}
