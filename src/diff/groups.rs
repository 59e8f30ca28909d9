//! Which groups of two files are for which crawlers, found for all crawlers
//! together: a search by name for each, however many lines there are.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;
use core::ops::Bound;

use memchr::memrchr;

use super::automaton::{Budget, CanonicalRule, Limit};
use crate::dialect::Dialect;
use crate::file::{Group, RuleKind, Selection};
use crate::robots::Robots;
use crate::rule_set;
use crate::target::Target;
use crate::verdict::Verdict;

/// A number for each thing that is not the same as one before.
struct Numbers<T>(BTreeMap<T, u32>);

impl<T: Ord> Numbers<T> {
    fn new() -> Numbers<T> {
        Numbers(BTreeMap::new())
    }

    fn of(&mut self, thing: T) -> u32 {
        let next = self.0.len() as u32;
        *self.0.entry(thing).or_insert(next)
    }
}

/// What the groups of two files say, as numbers: those that are the same say the
/// same.
pub(super) struct Meanings<'t> {
    /// Of one group.
    rules: Numbers<Vec<(bool, &'t [u8])>>,
    /// Of groups that are selected together.
    groups: Numbers<Vec<u32>>,
}

impl<'t> Meanings<'t> {
    pub(super) fn new() -> Meanings<'t> {
        Meanings {
            rules: Numbers::new(),
            groups: Numbers::new(),
        }
    }

    fn of_group(&mut self, group: &Group<'t>) -> u32 {
        let rules = group.rules();
        let rules = rules.map(|rule| (rule.kind() == RuleKind::Allow, rule.pattern()));
        self.rules.of(rules.collect())
    }
}

/// The groups of a file that are selected for some crawler.
struct Selected {
    /// Their numbers, in file order.
    groups: Vec<u32>,
    /// What they say.
    meaning: u32,
}

/// The groups of a file, and which of them are for a crawler.
pub(super) struct Groups<'t> {
    dialect: Dialect,
    may_fall_back: bool,
    groups: Vec<Group<'t>>,
    /// Each once, however many crawlers it is for.
    selections: Vec<Selected>,
    /// By tokens in lower case: the token as it stands in the file, and the number
    /// of what it selects.
    named: BTreeMap<Vec<u8>, (&'t [u8], u32)>,
    /// The numbers of what `*` selects, if it does, and of no groups at all.
    of_wildcard: Option<u32>,
    of_nobody: u32,
}

impl<'t> Groups<'t> {
    /// Costs O(n log n) for a text of n bytes.
    pub(super) fn new(robots: &'t Robots<'_>, meanings: &mut Meanings<'t>) -> Groups<'t> {
        let dialect = robots.dialect();
        let groups: Vec<Group<'t>> = robots.groups().collect();
        let mut wildcards: Vec<u32> = Vec::new();
        let mut named: BTreeMap<Vec<u8>, (&'t [u8], Vec<u32>)> = BTreeMap::new();
        for (number, group) in (0..).zip(&groups) {
            for agent in group.agents() {
                let token = agent.token();
                let selected = if agent.is_wildcard() {
                    &mut wildcards
                } else if token.is_empty() && !dialect.names_empty_agent() {
                    continue;
                } else {
                    let first = || (token, Vec::new());
                    &mut named
                        .entry(token.to_ascii_lowercase())
                        .or_insert_with(first)
                        .1
                };
                if selected.last() != Some(&number) {
                    selected.push(number);
                }
            }
        }
        let said: Vec<u32> = groups
            .iter()
            .map(|group| meanings.of_group(group))
            .collect();
        let mut selections = Vec::new();
        let mut numbers = Numbers::new();
        let mut select = |groups: Vec<u32>| {
            let number = numbers.of(groups.clone());
            if number as usize == selections.len() {
                let said = groups.iter().map(|&group| said[group as usize]).collect();
                let meaning = meanings.groups.of(said);
                selections.push(Selected { groups, meaning });
            }
            number
        };
        let of_nobody = select(Vec::new());
        let of_wildcard = (!wildcards.is_empty()).then(|| select(wildcards));
        let named = named
            .into_iter()
            .map(|(name, (token, groups))| (name, (token, select(groups))))
            .collect();
        Groups {
            dialect,
            may_fall_back: robots.options().get_agent_fallback() && dialect.has_general_groups(),
            groups,
            selections,
            named,
            of_wildcard,
            of_nobody,
        }
    }

    /// What is selected for the crawler of this token, and its number.
    pub(super) fn select(
        &self,
        token: &[u8],
        budget: &mut Budget,
    ) -> Result<(Selection<'t>, u32), Limit> {
        let name = token.to_ascii_lowercase();
        if let Some(&(token, number)) = self.named.get(&name) {
            return Ok((Selection::Own(token), number));
        }
        if self.may_fall_back {
            if let Some((token, number)) = self.general(&name, budget)? {
                return Ok((Selection::General(token), number));
            }
        }
        Ok(match self.of_wildcard {
            Some(number) => (Selection::Wildcard, number),
            None => (Selection::None, self.of_nobody),
        })
    }

    /// The longest name that this one begins with, followed by a hyphen.
    fn general(&self, name: &[u8], budget: &mut Budget) -> Result<Option<(&'t [u8], u32)>, Limit> {
        let mut end = name.len();
        while let Some(hyphen) = memrchr(b'-', &name[..end]) {
            let wanted = &name[..hyphen];
            budget.spend(8 + wanted.len() / 64)?;
            let up_to = (Bound::Unbounded, Bound::Included(wanted));
            let Some((nearest, &found)) = self.named.range::<[u8], _>(up_to).next_back() else {
                break;
            };
            if nearest == wanted {
                return Ok(Some(found));
            }
            // A shorter one, too, stands no later than the nearest, which therefore begins
            // with it.
            let pairs = nearest.iter().zip(wanted);
            end = 1 + pairs.take_while(|(one, other)| one == other).count();
        }
        Ok(None)
    }

    /// What the groups of this number say.
    pub(super) fn meaning(&self, selected: u32) -> u32 {
        self.selections[selected as usize].meaning
    }

    fn groups_of(&self, selected: u32) -> impl Iterator<Item = &Group<'t>> + Clone {
        let numbers = self.selections[selected as usize].groups.iter();
        numbers.map(|&number| &self.groups[number as usize])
    }

    /// The rules of the groups of this number.
    pub(super) fn rules(&self, selected: u32) -> impl Iterator<Item = CanonicalRule<'t>> {
        let rules = self.groups_of(selected).flat_map(Group::rules);
        rules.map(|rule| CanonicalRule::of(rule, self.dialect))
    }

    /// What is said about a URL by the groups of this number, which `selection`
    /// selects.
    pub(super) fn verdict(
        &self,
        selected: u32,
        selection: Selection<'t>,
        url: &str,
    ) -> Verdict<'t> {
        let target = Target::new(url, self.dialect);
        let groups = &self.selections[selected as usize].groups;
        let file = self.groups.first().map(|group| group.file);
        let decision = file.and_then(|file| rule_set::scan(file, groups, &target));
        let allowed = rule_set::is_allowed(&target, || decision);
        let rule = file.zip(decision);
        let rule = rule.map(|(file, decision)| file.rule(decision.rule as usize));
        Verdict::by_rules(allowed, rule, target.is_robots_txt(), selection)
    }
}
