//! One file, asked for many crawlers.

use alloc::collections::BTreeMap;
use core::convert::Infallible;
use core::fmt;

use crate::agent;
use crate::file::{ByName, Selection};
use crate::robots::Robots;
use crate::rule_set::{self, Compiler, RuleSet};
use crate::target::Target;
use crate::verdict::Verdict;

/// A file to ask for any number of crawlers, such as every name in a log.
///
/// [`Robots::verdict`] compares the crawler with each `user-agent` line, and a
/// [`Matcher`](crate::Matcher) holds the rules of one crawler. This type finds the groups of a
/// crawler in O(log n) and compiles the rules of each set of groups at the first query, so
/// crawlers with the same groups share them.
///
/// Creating it takes O(n log n) for a file of n bytes. It never holds more compiled rules than
/// the file contains: if many crawlers have several groups each, which may overlap, the rules
/// beyond that are tried one by one at each query.
///
/// ```
/// use robots_exclusion::{Robots, crawlers::ManyCrawlers};
///
/// let robots = Robots::parse("user-agent: a\nuser-agent: b\ndisallow: /x\n\nuser-agent: *\ndisallow: /");
/// let mut crawlers = ManyCrawlers::new(&robots);
/// assert!(!crawlers.verdict("a/1.0", "/x").allowed());
/// assert!(crawlers.verdict("b", "/y").allowed());
/// assert_eq!(crawlers.verdict("c", "/y").to_string(), "disallowed by line 6: Disallow: /");
/// ```
pub struct ManyCrawlers<'r> {
    robots: &'r Robots<'r>,
    by_name: ByName<'r>,
    /// The compiled rules by the index of their selection.
    compiled: BTreeMap<u32, RuleSet>,
    /// The number of rules that may still be compiled.
    left: usize,
}

impl<'r> ManyCrawlers<'r> {
    /// Finds the groups of all crawlers that a file names.
    pub fn new(robots: &'r Robots<'_>) -> ManyCrawlers<'r> {
        ManyCrawlers {
            robots,
            by_name: robots.groups_by_name(),
            compiled: BTreeMap::new(),
            left: robots.groups().map(|group| group.rules().count()).sum(),
        }
    }

    /// Returns whether a crawler may fetch a URL, and why: the answer of [`Robots::verdict`].
    pub fn verdict(&mut self, agent: &str, url: impl AsRef<str>) -> Verdict<'_> {
        // Crawlers with the same groups have the same number, and share the compiled rules.
        let (selection, groups) = self.select(agent);
        self.compile(groups);
        let file = self.robots.file();
        let target = Target::new(url.as_ref(), file.dialect);
        let rule = match self.compiled.get(&groups) {
            Some(rules) => {
                let decision = rules.decide(&target);
                decision.map(|decision| (decision, rules.rule(decision.rule as usize)))
            }
            None => {
                let decision = rule_set::scan(file, self.by_name.groups(groups), &target);
                decision.map(|decision| (decision, file.rule(decision.rule as usize)))
            }
        };
        Verdict::by_rules(&target, rule, selection)
    }

    /// Returns which groups apply to a crawler.
    pub fn selection(&self, agent: &str) -> Selection<'r> {
        self.select(agent).0
    }

    /// Selects the groups for a crawler: how, and the index of the selection.
    fn select(&self, agent: &str) -> (Selection<'r>, u32) {
        let token = agent::crawler_token(agent, self.robots.dialect());
        // There is no budget to exceed.
        let Ok(selected) = self.by_name.select(token, |_| Ok::<(), Infallible>(()));
        selected
    }

    /// Compiles the rules of a selection, unless too many have been compiled.
    fn compile(&mut self, selection: u32) {
        if self.compiled.contains_key(&selection) {
            return;
        }
        let file = self.robots.file();
        let groups = self.by_name.groups(selection).iter();
        // Rules of several groups are compiled once for each set of groups, so count them first.
        let rules = groups.map(|&group| file.rules_of(group as usize));
        let count: usize = rules.clone().map(|rules| rules.len()).sum();
        if count > self.left {
            return;
        }
        self.left -= count;
        let mut compiler = Compiler::new(file.text(), file.dialect);
        rules.for_each(|rules| compiler.add_all(&file.rows[rules]));
        self.compiled.insert(selection, compiler.finish());
    }
}

impl fmt::Debug for ManyCrawlers<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ManyCrawlers")
            .field("robots", self.robots)
            .field("compiled", &self.compiled.len())
            .finish_non_exhaustive()
    }
}
