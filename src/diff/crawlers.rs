//! Which crawlers two files tell apart, and what changes for each.

use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec::Vec;

use super::{Difference, budget, rules_of};
use crate::automaton::{self, Budget, Changes};
use crate::robots::Robots;
use crate::verdict::Binding;

/// What changes for one crawler, or for all that neither file names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CrawlerDifference<'t> {
    agent: String,
    difference: Difference<'t>,
}

impl<'t> CrawlerDifference<'t> {
    /// The product token of the crawler, as the file has it that names it
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
    let mut listed = alloc::collections::BTreeSet::new();
    for robots in [old, new] {
        for agent in robots.groups().flat_map(|group| group.agents()) {
            let token = agent.token();
            let is_name = !token.is_empty() || robots.dialect().names_empty_agent();
            if !agent.is_everyone() && is_name && listed.insert(token.to_ascii_lowercase()) {
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
    groups: [GroupsByToken; 2],
    /// What was found for crawlers that obey these groups.
    known: BTreeMap<[Vec<u32>; 2], (Changes, usize)>,
    budget: Budget,
}

impl<'t, 'o, 'n> Comparison<'t, 'o, 'n> {
    fn new(old: &'t Robots<'o>, new: &'t Robots<'n>) -> Comparison<'t, 'o, 'n> {
        Comparison {
            old,
            new,
            groups: [GroupsByToken::new(old), GroupsByToken::new(new)],
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
        let groups = [
            self.groups[0].of(old.verdict(agent, "/robots.txt").binding()),
            self.groups[1].of(new.verdict(agent, "/robots.txt").binding()),
        ];
        let budget = &mut self.budget;
        let (changes, states) = self.known.entry(groups).or_insert_with(|| {
            let (old, new) = (old.matcher(agent), new.matcher(agent));
            let before = budget.states_used();
            let changes = automaton::changes(
                rules_of(&old).into_iter(),
                rules_of(&new).into_iter(),
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

/// Which groups name a crawler, by number.
struct GroupsByToken {
    everyone: Vec<u32>,
    /// Tokens in lower case.
    named: BTreeMap<Vec<u8>, Vec<u32>>,
}

impl GroupsByToken {
    fn new(robots: &Robots<'_>) -> GroupsByToken {
        let mut groups = GroupsByToken {
            everyone: Vec::new(),
            named: BTreeMap::new(),
        };
        for (number, group) in (0..).zip(robots.groups()) {
            for agent in group.agents() {
                let of_agent = if agent.is_everyone() {
                    &mut groups.everyone
                } else {
                    let token = agent.token().to_ascii_lowercase();
                    groups.named.entry(token).or_default()
                };
                if of_agent.last() != Some(&number) {
                    of_agent.push(number);
                }
            }
        }
        groups
    }

    fn of(&self, binding: Binding<'_>) -> Vec<u32> {
        match binding {
            Binding::Own(token) | Binding::Fallback(token) => {
                let groups = self.named.get(&token.to_ascii_lowercase());
                groups.cloned().unwrap_or_default()
            }
            Binding::Everyone => self.everyone.clone(),
            Binding::Nobody => Vec::new(),
        }
    }
}
