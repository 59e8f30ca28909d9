//! Which crawlers two files tell apart, and what changes for each.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::string::String;
use alloc::vec::Vec;

use super::{Difference, budget};
use crate::dialect::Dialect;
use crate::diff::automaton::{self, Budget, CanonicalRule, Changes};
use crate::file::{Group, Selection};
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
/// together. See [limits](super#limits).
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

/// Two files.
struct Comparison<'t, 'o, 'n> {
    old: &'t Robots<'o>,
    new: &'t Robots<'n>,
    groups: [Groups<'t>; 2],
    /// What was found for crawlers that obey these groups, and in how many
    /// states.
    known: BTreeMap<[Vec<usize>; 2], (Changes, usize)>,
    budget: Budget,
}

impl<'t, 'o, 'n> Comparison<'t, 'o, 'n> {
    fn new(old: &'t Robots<'o>, new: &'t Robots<'n>) -> Comparison<'t, 'o, 'n> {
        Comparison {
            old,
            new,
            groups: [Groups::new(old), Groups::new(new)],
            known: BTreeMap::new(),
            budget: budget(),
        }
    }

    fn of(&mut self, agent: &str) -> Difference<'t> {
        // The groups of a crawler are searched for, and lines are counted.
        let reading = (self.old.text().len() + self.new.text().len()) / 8 + 1;
        if self.old.dialect() != self.new.dialect() || !self.budget.allows(reading) {
            return Difference::UNDECIDED;
        }
        let (old, new) = (self.old, self.new);
        let [old_groups, new_groups] = &self.groups;
        let selected = [
            old_groups.selected(old.verdict(agent, "/robots.txt").selection()),
            new_groups.selected(new.verdict(agent, "/robots.txt").selection()),
        ];
        let budget = &mut self.budget;
        let (changes, states) = self
            .known
            .entry(selected)
            .or_insert_with_key(|[ours, theirs]| {
                let before = budget.states_used();
                let changes = automaton::changes(
                    old_groups.rules(ours),
                    new_groups.rules(theirs),
                    old.dialect(),
                    budget,
                );
                (changes, budget.states_used() - before)
            });
        Difference::verified(
            changes.clone(),
            *states,
            |url| old.verdict(agent, url),
            |url| new.verdict(agent, url),
        )
    }
}

/// The groups of a file, and which of them name a crawler, by their numbers.
struct Groups<'t> {
    dialect: Dialect,
    groups: Vec<Group<'t>>,
    of_everyone: Vec<usize>,
    /// By tokens in lower case.
    named: BTreeMap<Vec<u8>, Vec<usize>>,
}

impl<'t> Groups<'t> {
    fn new(robots: &'t Robots<'_>) -> Groups<'t> {
        let mut groups = Groups {
            dialect: robots.dialect(),
            groups: robots.groups().collect(),
            of_everyone: Vec::new(),
            named: BTreeMap::new(),
        };
        for (number, group) in groups.groups.iter().enumerate() {
            for agent in group.agents() {
                let naming = if agent.is_wildcard() {
                    &mut groups.of_everyone
                } else {
                    let token = agent.token().to_ascii_lowercase();
                    groups.named.entry(token).or_default()
                };
                if naming.last() != Some(&number) {
                    naming.push(number);
                }
            }
        }
        groups
    }

    fn selected(&self, selection: Selection<'_>) -> Vec<usize> {
        match selection {
            Selection::Own(token) | Selection::General(token) => {
                let groups = self.named.get(&token.to_ascii_lowercase());
                groups.cloned().unwrap_or_default()
            }
            Selection::Wildcard => self.of_everyone.clone(),
            Selection::None => Vec::new(),
        }
    }

    fn rules(&self, groups: &[usize]) -> impl Iterator<Item = CanonicalRule<'t>> {
        let of_group = |&number: &usize| self.groups[number].rules();
        let rules = groups.iter().flat_map(of_group);
        rules.map(|rule| CanonicalRule::of(rule, self.dialect))
    }
}
