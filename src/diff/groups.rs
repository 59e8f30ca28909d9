//! The groups in two files by crawler, with numbers that identify equal rules.

use alloc::borrow::Cow;
use alloc::collections::BTreeMap;
use alloc::vec::Vec;

use super::automaton::{Budget, Limit, Side};
use crate::agent;
use crate::file::{ByName, Selection, number_of};
use crate::robots::Robots;
use crate::rule_set::Compiler;
use crate::target::Target;
use crate::verdict::Verdict;

/// The groups in a file, by the crawlers that select them.
pub(super) struct Groups<'t> {
    pub(super) robots: &'t Robots<'t>,
    by_name: ByName<'t>,
    /// A number for each selection. Two selections of either file have the same number if they
    /// contain the same rules in the same order.
    pub(super) meanings: Vec<u32>,
}

impl<'t> Groups<'t> {
    /// Takes O(n log n) time for files with a total of n bytes.
    pub(super) fn of_both(files: [&'t Robots<'t>; 2]) -> [Groups<'t>; 2] {
        // These number each distinct list of rules in a group, and of groups for a crawler.
        let (mut contents, mut meanings) = (BTreeMap::new(), BTreeMap::new());
        files.map(|robots| {
            let groups = robots.groups().map(|group| {
                let rules = group.rules().map(|rule| (rule.is_allow(), rule.pattern()));
                number_of(rules.collect::<Vec<_>>(), &mut contents)
            });
            let groups: Vec<u32> = groups.collect();
            let by_name = ByName::new(&robots.file, robots.options().agent_fallback);
            let meanings = by_name.selections.iter().map(|selected| {
                let selected = selected.iter().map(|&group| groups[group as usize]);
                number_of(selected.collect::<Vec<_>>(), &mut meanings)
            });
            Groups {
                robots,
                meanings: meanings.collect(),
                by_name,
            }
        })
    }

    /// Selects the groups for a crawler.
    pub(super) fn select(
        &self,
        agent: &str,
        budget: &mut Budget,
    ) -> Result<(Selection<'t>, u32), Limit> {
        let token = agent::crawler_token(agent, self.robots.dialect());
        let spend = |length| budget.spend(8 + length / 64);
        self.by_name.select(token, spend)
    }

    pub(super) fn side(&self, selection: u32, budget: &mut Budget) -> Result<Side<'t>, Limit> {
        side(self.robots, self.by_name.groups(selection), budget)
    }
}

impl<'t> Side<'t> {
    /// Returns the verdict on a URL. `selected` is how the groups were selected.
    pub(super) fn verdict(
        &self,
        selected: Selection<'t>,
        url: &str,
        budget: &mut Budget,
    ) -> Result<Verdict<'t>, Limit> {
        let target = Target::new(url, self.dialect);
        let found = self.decide(&target, budget)?;
        let rule = found.and_then(|(line, found)| Some((found, *self.rule_at(line)?)));
        Ok(Verdict::by_rules(&target, rule, selected))
    }
}

/// Returns the rules in the groups, compiled once for all URLs in a comparison, if there is enough
/// memory for that.
pub(super) fn side<'t>(
    robots: &'t Robots<'_>,
    groups: &[u32],
    budget: &mut Budget,
) -> Result<Side<'t>, Limit> {
    /// The maximum number of bytes that compiling takes for each rule, and for each byte in its
    /// pattern.
    const RULE: usize = 100;
    const BYTE: usize = 6;
    let (file, dialect) = (&robots.file, robots.dialect());
    let groups = groups.iter().map(|&group| group as usize);
    let rules = groups.clone().flat_map(|group| file.group(group).rules());
    let memory = rules.clone().map(|rule| RULE + BYTE * rule.pattern().len());
    budget.begin_tables(memory.sum())?;
    let mut compiler = Compiler::new(&file.text, dialect);
    groups.for_each(|group| compiler.add_all(&file.rows[file.rules_of(group)]));
    Ok(Side {
        rules: rules.collect(),
        dialect,
        compiled: Cow::Owned(compiler.finish()),
    })
}
