//! Which crawlers two files tell apart, and what changes for each.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::string::String;
use alloc::vec::Vec;

use super::automaton::{self, Budget};
use super::groups::{Groups, Meanings};
use super::{Difference, budget};
use crate::agent;
use crate::dialect::Dialect;
use crate::file::Selection;
use crate::robots::Robots;

/// What changes for one crawler, or for all that neither file names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CrawlerDifference<'t> {
    agent: String,
    difference: Difference<'t>,
}

impl<'t> CrawlerDifference<'t> {
    /// The product token of the crawler, as written in the file that names it
    /// first; `*` for every crawler that neither file names.
    pub fn agent(&self) -> &str {
        &self.agent
    }

    /// What changes for it.
    pub fn difference(&self) -> &Difference<'t> {
        &self.difference
    }
}

/// What changes from one file to another, for each crawler that either of them
/// names, in the order in which they do, and last for every other one, `*`.
///
/// A crawler that falls back to the group of a more general token
/// (`Googlebot-Image` to that of `googlebot`) and is not named itself is
/// treated like that one. In [`Dialect::Google`](crate::Dialect::Google) a
/// crawler without a name is listed, too, where a value that is cut to nothing
/// names it.
///
/// Both files are to be parsed with the same options; if they are of two
/// dialects, nothing is decided. Crawlers that obey the same groups are decided
/// together, and groups that say the same in both files need no walk. To find the
/// groups of all crawlers costs O(n log n) for files of n bytes; for the rest see
/// [limits](super#limits).
///
/// ```
/// use robots_exclusion::Robots;
/// use robots_exclusion::diff::{Direction, diff};
///
/// let old = Robots::parse("user-agent: MyBot\ndisallow: /private/\nuser-agent: *\ndisallow: /");
/// let new = Robots::parse("user-agent: *\ndisallow: /");
/// let differences = diff(&old, &new);
/// let agents: Vec<_> = differences.iter().map(|crawler| crawler.agent()).collect();
/// assert_eq!(agents, ["MyBot", "*"]);
/// let change = &differences[0].difference().changes()[0];
/// assert_eq!(change.direction(), Direction::Disallowed);
/// assert_eq!(change.before().to_string(), "allowed: no rule of the group of MyBot matches");
/// assert_eq!(change.after().to_string(), "disallowed by line 2: Disallow: /");
/// assert!(differences[1].difference().is_none());
/// ```
pub fn diff<'t>(old: &'t Robots<'_>, new: &'t Robots<'_>) -> Vec<CrawlerDifference<'t>> {
    let mut comparison = Comparison::new(old, new);
    let mut agents: Vec<String> = Vec::new();
    let mut listed = BTreeSet::new();
    for robots in [old, new] {
        for agent in robots.groups().flat_map(|group| group.agents()) {
            let token = agent.token();
            let is_name = !token.is_empty() || robots.dialect().names_empty_agent();
            if !agent.is_wildcard() && is_name && listed.insert(token.to_ascii_lowercase()) {
                agents.push(String::from_utf8_lossy(token).into_owned());
            }
        }
    }
    agents.push("*".into());
    agents
        .into_iter()
        .map(|agent| CrawlerDifference {
            difference: comparison.of(&agent),
            agent,
        })
        .collect()
}

/// What changes from one file to another for the crawler `agent`, which is what
/// [`Robots::allowed`] takes. `*` stands for every crawler that neither file
/// names.
///
/// ```
/// use robots_exclusion::Robots;
/// use robots_exclusion::diff::diff_for;
///
/// let old = Robots::parse("user-agent: *\ndisallow: /fish");
/// let new = Robots::parse("user-agent: *\ndisallow: /fish*\nallow: /bird");
/// assert!(diff_for(&old, &new, "MyBot/1.0").is_none());
/// ```
pub fn diff_for<'t>(old: &'t Robots<'_>, new: &'t Robots<'_>, agent: &str) -> Difference<'t> {
    Comparison::new(old, new).of(agent)
}

/// How many steps of a walk it takes to prepare a comparison, whatever is
/// compared.
const STEPS_TO_BEGIN: usize = 128;

/// Two files.
struct Comparison<'t> {
    dialects: [Dialect; 2],
    files: [Groups<'t>; 2],
    /// What was found for crawlers that obey these groups, as the first of them
    /// is told.
    known: BTreeMap<[u32; 2], Difference<'t>>,
    budget: Budget,
}

impl<'t> Comparison<'t> {
    fn new(old: &'t Robots<'_>, new: &'t Robots<'_>) -> Comparison<'t> {
        let mut meanings = Meanings::new();
        Comparison {
            dialects: [old.dialect(), new.dialect()],
            files: [old, new].map(|robots| Groups::new(robots, &mut meanings)),
            known: BTreeMap::new(),
            budget: budget(),
        }
    }

    fn of(&mut self, agent: &str) -> Difference<'t> {
        let [dialect, other] = self.dialects;
        if dialect != other {
            return Difference::undecided(None);
        }
        let token = agent::crawler_token(agent, dialect);
        let Comparison { files, budget, .. } = self;
        let mut select = |file: usize| files[file].select(token, budget);
        let (old, new) = match (select(0), select(1)) {
            (Ok(old), Ok(new)) => (old, new),
            (Err(limit), _) | (_, Err(limit)) => return Difference::undecided(Some(limit)),
        };
        let selected = [old.1, new.1];
        let known = self.known.get(&selected).cloned();
        let mut difference = known.unwrap_or_else(|| {
            let found = self.compare(selected, [old.0, new.0]);
            self.known.insert(selected, found.clone());
            found
        });
        // Others that obey these groups may be named in another way.
        for change in &mut difference.changes {
            (change.before.selection, change.after.selection) = (old.0, new.0);
        }
        difference
    }

    /// Compares the rules of groups.
    fn compare(&mut self, selected: [u32; 2], selections: [Selection<'t>; 2]) -> Difference<'t> {
        let Comparison { files, budget, .. } = self;
        let [old, new] = files;
        if old.meaning(selected[0]) == new.meaning(selected[1]) {
            return Difference::NONE;
        }
        if let Err(limit) = budget.spend(STEPS_TO_BEGIN) {
            return Difference::undecided(Some(limit));
        }
        let states_before = budget.states_used();
        let changes = automaton::changes(
            old.rules(selected[0]),
            new.rules(selected[1]),
            self.dialects[0],
            budget,
        );
        let states = budget.states_used() - states_before;
        // The rules are tried on the URLs that were found.
        let rules = old.rules(selected[0]).count() + new.rules(selected[1]).count();
        let lengths = changes.urls().map(|url| 1 + url.len() / 64);
        if let Err(limit) = budget.spend(rules.saturating_mul(lengths.sum())) {
            return Difference::undecided(Some(limit));
        }
        Difference::verified(
            changes,
            states,
            |url| old.verdict(selected[0], selections[0], url),
            |url| new.verdict(selected[1], selections[1], url),
        )
    }
}
