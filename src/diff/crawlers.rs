//! Compares two files for each crawler that they name.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::string::String;
use alloc::vec::Vec;

use super::automaton::{Budget, Limit};
use super::groups::Groups;
use super::{CHANGES, Difference, STEP_LIMIT, STEPS_TO_BEGIN, budget};
use crate::dialect::Dialect;
use crate::file::Selection;
use crate::options::ParseOptions;
use crate::robots::Robots;

/// The maximum number of changes in a comparison that only lists a few, and the maximum number of
/// steps (0.7 ms) for finding them.
const FEW: (usize, u64) = (64, 1 << 14);

/// The difference for crawlers that obey the same groups, or for all crawlers that neither file
/// names.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct CrawlerDifference<'t> {
    /// The crawlers' product tokens, as first written in the files. There is at least one. Crawlers
    /// that neither file names are listed as a single `*`.
    pub agents: Vec<String>,
    /// The difference for these crawlers. The verdicts show the groups that the first one selects.
    pub difference: Difference<'t>,
}

/// Compares two files for every crawler.
///
/// The result lists the crawlers that either file names, in the order in which they are named,
/// followed by `*` for all others. Crawlers that obey the same groups in both files share an item.
///
/// If no group names a crawler, but it falls back to a more general group (as `Googlebot-Image`
/// does to `googlebot`), it is compared as part of that group. In
/// [`Dialect::Google`](crate::Dialect::Google), the list may contain a crawler without a name if a
/// `user-agent` value has an empty product token.
///
/// Groups with the same rules in both files aren't compared any further, unless the files are
/// parsed in [two dialects](super#two-dialects). Finding the groups for all crawlers takes O(n log
/// n) time for files of n bytes; for everything else, see [limits](super#limits). The result
/// contains at most 16 changes per comparison, plus one per rule in the files.
///
/// ```
/// use robots_exclusion::{Robots, diff};
///
/// let old = Robots::parse("user-agent: MyBot\ndisallow: /private/\nuser-agent: *\ndisallow: /");
/// let new = Robots::parse("user-agent: *\ndisallow: /");
/// let differences = diff::files(&old, &new);
/// let agents: Vec<_> = differences.iter().flat_map(|crawler| &crawler.agents).collect();
/// assert_eq!(agents, ["MyBot", "*"]);
/// let change = &differences[0].difference.changes[0];
/// assert_eq!(change.before.to_string(), "allowed: no rule in MyBot's group matches");
/// assert_eq!(change.after.to_string(), "disallowed by line 2: Disallow: /");
/// assert!(differences[1].difference.is_empty());
/// ```
pub fn files<'t>(old: &'t Robots<'_>, new: &'t Robots<'_>) -> Vec<CrawlerDifference<'t>> {
    files_within(old, new, true, &mut budget(STEP_LIMIT))
}

/// Like [`files`], but within a budget that other comparisons may share. If `lists_many` is
/// `false`, only a few changes are listed for each comparison, but at least one in each direction
/// that has any.
pub(crate) fn files_within<'t>(
    old: &'t Robots<'_>,
    new: &'t Robots<'_>,
    lists_many: bool,
    budget: &mut Budget,
) -> Vec<CrawlerDifference<'t>> {
    let mut listed = BTreeSet::from([b"*".to_vec()]);
    let named = [old, new].into_iter().flat_map(Robots::named_crawlers);
    let named = named.filter(|crawler| listed.insert(crawler.token.to_ascii_lowercase()));
    let named = named.map(|crawler| String::from_utf8_lossy(crawler.token).into_owned());
    let mut comparison = FileComparison::new(old, new, lists_many, budget);
    let mut differences = comparison.compare_each(named);
    let everyone = comparison.select("*");
    let difference = everyone.and_then(|(by, groups)| match comparison.compared.get(&groups) {
        Some(&place) => {
            // The crawlers of this item select the same groups by another name.
            let mut difference = differences[place].difference.clone();
            for change in &mut difference.changes {
                [change.before.selection, change.after.selection] = by;
            }
            Ok(difference)
        }
        None => comparison.compare((by, groups)),
    });
    let difference = difference.unwrap_or_else(Difference::undecided);
    let agents = ["*".into()].into();
    differences.push(CrawlerDifference { agents, difference });
    differences
}

/// Compares two files for one crawler. As for [`Robots::allowed`], `agent` is its product token or
/// agent string. It can also be `*`, for all crawlers that neither file names. If you already have
/// the crawler's matchers, compare them with [`rules`](super::rules).
///
/// ```
/// use robots_exclusion::{Robots, diff};
///
/// let old = Robots::parse("user-agent: *\ndisallow: /fish");
/// let new = Robots::parse("user-agent: *\ndisallow: /fish*\nallow: /bird");
/// assert!(diff::for_agent(&old, &new, "MyBot/1.0").is_empty());
/// ```
pub fn for_agent<'t>(old: &'t Robots<'_>, new: &'t Robots<'_>, agent: &str) -> Difference<'t> {
    let only = for_agents(old, new, [agent]).pop();
    only.map_or(Difference::EMPTY, |only| only.difference)
}

/// Compares two files for several crawlers, which are named as in [`for_agent`].
///
/// The result lists the crawlers in the given order. Crawlers that obey the same groups in both
/// files share an item, so a thousand crawlers that no group names only cost one comparison.
/// Reading the groups takes O(n log n) time for files of n bytes, and each crawler takes a lookup;
/// for everything else, see [limits](super#limits).
///
/// ```
/// use robots_exclusion::{Robots, diff};
///
/// let old = Robots::parse("user-agent: a\ndisallow: /\nuser-agent: *\ndisallow: /fish");
/// let new = Robots::parse("user-agent: *\ndisallow: /fish");
/// let differences = diff::for_agents(&old, &new, ["b", "a", "c/1.0"]);
/// assert_eq!(differences[0].agents, ["b", "c/1.0"]);
/// assert!(differences[0].difference.is_empty());
/// assert_eq!(differences[1].agents, ["a"]);
/// assert!(!differences[1].difference.is_empty());
/// ```
pub fn for_agents<'t, A: Into<String>>(
    old: &'t Robots<'_>,
    new: &'t Robots<'_>,
    agents: impl IntoIterator<Item = A>,
) -> Vec<CrawlerDifference<'t>> {
    let mut budget = budget(STEP_LIMIT);
    let mut comparison = FileComparison::new(old, new, true, &mut budget);
    comparison.compare_each(agents.into_iter().map(Into::into))
}

/// Returns `true` if it is certain that an edit doesn't change any verdict, for any crawler or URL,
/// in either dialect.
///
/// `options` determines how much of the file is read; its dialect is ignored. Returns `false` if a
/// verdict changes, or if the comparison reaches its [limits](super#limits).
///
/// ```
/// use robots_exclusion::{ParseOptions, diff};
///
/// let keeps = |old: &str, new: &str| {
///     diff::keeps_verdicts(old.as_bytes(), new.as_bytes(), ParseOptions::new())
/// };
/// let file = "user-agent: a\ndisallow: /x\ndisallow: /x/y\nuser-agent: b\ndisallow: /";
/// assert!(keeps(file, "user-agent: a\ndisallow: /x\nuser-agent: b\ndisallow: /"));
/// // Without its rules, the group of `a` joins the next one.
/// assert!(!keeps(file, "user-agent: a\nuser-agent: b\ndisallow: /"));
/// // To Google the final `*` counts, so the second rule would override the first.
/// assert!(!keeps("user-agent: *\nallow: /x\ndisallow: /x", "user-agent: *\nallow: /x\ndisallow: /x*"));
/// ```
pub fn keeps_verdicts(old: &[u8], new: &[u8], options: ParseOptions) -> bool {
    [Dialect::Standard, Dialect::Google].iter().all(|&dialect| {
        let options = options.dialect(dialect);
        let (old, new) = (options.parse(old), options.parse(new));
        let is_empty = |crawler: &CrawlerDifference<'_>| crawler.difference.is_empty();
        files(&old, &new).iter().all(is_empty)
    })
}

/// How a crawler selects its groups in both files, and the numbers of these selections.
type SelectedInBoth<'t> = ([Selection<'t>; 2], [u32; 2]);

/// Two files to compare, and the budget for it.
struct FileComparison<'t, 'b> {
    files: [Groups<'t>; 2],
    /// The number of changes that may still be listed in addition to [`CHANGES`] per comparison.
    /// This limit keeps the total linear in the size of the files.
    more_changes: usize,
    /// `false` if each comparison lists only a [few](FEW) changes.
    lists_many: bool,
    /// The items of the result, keyed by the groups that their crawlers select.
    compared: BTreeMap<[u32; 2], usize>,
    budget: &'b mut Budget,
}

impl<'t, 'b> FileComparison<'t, 'b> {
    fn new(
        old: &'t Robots<'_>,
        new: &'t Robots<'_>,
        lists_many: bool,
        budget: &'b mut Budget,
    ) -> FileComparison<'t, 'b> {
        let groups = [old, new].into_iter().flat_map(Robots::groups);
        FileComparison {
            files: Groups::of_both([old, new]),
            more_changes: groups.map(|group| group.rules().count()).sum(),
            lists_many,
            compared: BTreeMap::new(),
            budget,
        }
    }

    /// Compares the files for each crawler. Crawlers that select the same groups share an item.
    fn compare_each(&mut self, agents: impl Iterator<Item = String>) -> Vec<CrawlerDifference<'t>> {
        let mut differences: Vec<CrawlerDifference<'t>> = Vec::new();
        for agent in agents {
            let selected = self.select(&agent);
            if let Ok((_, groups)) = selected {
                let next = differences.len();
                let place = *self.compared.entry(groups).or_insert(next);
                if place < next {
                    differences[place].agents.push(agent);
                    continue;
                }
            }
            let difference = selected.and_then(|selected| self.compare(selected));
            let difference = difference.unwrap_or_else(Difference::undecided);
            let agents = [agent].into();
            differences.push(CrawlerDifference { agents, difference });
        }
        differences
    }

    /// Selects the groups for a crawler.
    fn select(&mut self, agent: &str) -> Result<SelectedInBoth<'t>, Limit> {
        let old = self.files[0].select(agent, self.budget)?;
        let new = self.files[1].select(agent, self.budget)?;
        Ok(([old.0, new.0], [old.1, new.1]))
    }

    fn compare(&mut self, (by, groups): SelectedInBoth<'t>) -> Result<Difference<'t>, Limit> {
        let ([old, new], budget) = (&self.files, &mut *self.budget);
        let is_same = old.meanings[groups[0] as usize] == new.meanings[groups[1] as usize];
        if is_same && old.robots.dialect() == new.robots.dialect() {
            return Ok(Difference::EMPTY);
        }
        budget.spend(STEPS_TO_BEGIN)?;
        let sides = [old.side(groups[0], budget)?, new.side(groups[1], budget)?];
        budget.spend(2 * (sides[0].rules.len() + sides[1].rules.len()))?;
        let listing = match self.lists_many {
            true => (CHANGES + self.more_changes, u64::MAX),
            false => FEW,
        };
        let difference = Difference::of(sides.each_ref(), listing, budget, |url, budget| {
            let [old, new] = &sides;
            Ok([
                old.verdict(by[0], url, budget)?,
                new.verdict(by[1], url, budget)?,
            ])
        })?;
        let more = difference.changes.len().saturating_sub(CHANGES);
        self.more_changes -= more.min(self.more_changes);
        Ok(difference)
    }
}
