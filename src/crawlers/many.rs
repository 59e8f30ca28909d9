//! A file that can be queried for many crawlers.

use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::convert::Infallible;
use core::fmt;

use crate::agent;
use crate::file::{ByName, NamedCrawler, Selection, number_of};
use crate::matcher::Matcher;
use crate::records::{Collected, Record};
use crate::robots::Robots;
use crate::rule_set::{self, Compiler, Decision};
use crate::target::Target;
use crate::verdict::Verdict;

/// A file that can be queried for any number of crawlers, such as every name in a log.
///
/// [`Robots::verdict`] compares the crawler with each `user-agent` line, and a
/// [`Matcher`](crate::Matcher) contains the rules for a single crawler. This type, in contrast,
/// finds a crawler's groups in O(log n) time. It compiles the rules of each set of groups when they
/// are first needed, so crawlers with the same groups share them.
///
/// Creating it takes O(n log n) time for a file of n bytes. It never keeps more compiled rules than
/// the file contains. Many crawlers may each have several groups, and these may overlap. If
/// compiling them all would exceed the limit, the remaining rules are tried one by one in each
/// query.
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
    /// The compiled rules, keyed by the index of their selection.
    compiled: BTreeMap<u32, Arc<Matcher>>,
    /// The number of further rules that may be compiled.
    left: usize,
    /// The last query and its decision, because many crawlers are often queried with the same URL.
    last: Option<(u32, String, Option<Decision>)>,
    records: Option<Records<'r>>,
}

/// The file's extension records, and the ones that apply to each crawler that has been queried.
struct Records<'r> {
    all: Vec<Record<'r>>,
    /// The names in the file. Those to which the same records apply have the same number.
    names: BTreeMap<Vec<u8>, (NamedCrawler<'r>, u32)>,
    /// The collected records, keyed by the number of the name that selects a crawler's groups. The
    /// key is `None` if no group applies to it.
    kept: BTreeMap<Option<u32>, Arc<Matcher>>,
    /// The number of further bytes of records that may be kept.
    left: usize,
}

impl<'r> Records<'r> {
    fn new(robots: &'r Robots<'_>) -> Records<'r> {
        let all: Vec<Record<'r>> = robots.records().collect();
        // Between two records, a `user-agent` line is in the same runs as the one after it. So the
        // same records apply to names whose lines are in the same groups, after as many records.
        let place = |&line: &u32| {
            let group = robots.file.agents_before(line + 1).start;
            (group, all.partition_point(|record| record.line() < line))
        };
        let mut numbers = BTreeMap::new();
        let numbered = |(name, named): (Vec<u8>, NamedCrawler<'r>)| {
            let mut places: Vec<(usize, usize)> = named.lines.iter().map(place).collect();
            places.dedup();
            (name, (named, number_of(places, &mut numbers)))
        };
        let names = robots.file.names_by_key().into_iter();
        Records {
            names: names.map(numbered).collect(),
            all,
            kept: BTreeMap::new(),
            left: robots.text().len(),
        }
    }
}

impl<'r> ManyCrawlers<'r> {
    /// Finds the groups for all crawlers that a file names.
    pub fn new(robots: &'r Robots<'_>) -> ManyCrawlers<'r> {
        ManyCrawlers {
            robots,
            by_name: ByName::new(&robots.file, robots.options().agent_fallback),
            compiled: BTreeMap::new(),
            left: robots.groups().map(|group| group.rules().count()).sum(),
            last: None,
            records: None,
        }
    }

    /// Returns whether a crawler may fetch a URL, and why. The answer is the same as from
    /// [`Robots::verdict`].
    pub fn verdict(&mut self, agent: &str, url: impl AsRef<str>) -> Verdict<'_> {
        let url = url.as_ref();
        // Crawlers with the same groups have the same number and share their compiled rules.
        let (selection, groups) = self.select(agent);
        let target = Target::new(url, self.robots.dialect());
        let decision = match &self.last {
            Some((last, last_url, decision)) if (*last, &**last_url) == (groups, url) => *decision,
            _ => {
                let decision = self.decide(groups, &target);
                self.last = Some((groups, url.into(), decision));
                decision
            }
        };
        let rule = |decision: Decision| match self.compiled.get(&groups) {
            Some(matcher) => matcher.rules.rule(decision.rule as usize),
            None => self.robots.file.rule(decision.rule as usize),
        };
        let rule = decision.map(|decision| (decision, rule(decision)));
        Verdict::by_rules(&target, rule, selection)
    }

    fn decide(&mut self, groups: u32, target: &Target<'_>) -> Option<Decision> {
        match self.compile(groups) {
            Some(matcher) => matcher.rules.decide(target),
            None => rule_set::scan(&self.robots.file, self.by_name.groups(groups), target),
        }
    }

    /// Returns the compiled rules for a crawler, without its records. Crawlers with the same groups
    /// share these rules, so [`Matcher::selection`] returns `None` for the result. Each verdict
    /// for the crawler contains [its own selection](Verdict::selection).
    ///
    /// ```
    /// use robots_exclusion::{Robots, crawlers::ManyCrawlers};
    ///
    /// let robots = Robots::parse("user-agent: a\nuser-agent: b\ndisallow: /x\ndisallow: /");
    /// let mut crawlers = ManyCrawlers::new(&robots);
    /// assert_eq!(crawlers.rules("a").matches("/x").len(), 2);
    /// ```
    pub fn rules(&mut self, agent: &str) -> Arc<Matcher> {
        let (_, groups) = self.select(agent);
        let compiled = self.compile(groups).cloned();
        // Rules beyond the limit aren't kept.
        compiled.unwrap_or_else(|| Arc::new(self.matcher(groups)))
    }

    /// Returns the records for a crawler in a matcher without rules. Ask it for
    /// [`records`](Matcher::records), delays and preferences. Crawlers to which the same records
    /// apply share them.
    ///
    /// The first call reads the file's records. Each further call takes one pass over the records
    /// in the crawler's groups, unless the same records have already been requested for another
    /// crawler.
    ///
    /// ```
    /// use robots_exclusion::{Robots, crawlers::ManyCrawlers};
    ///
    /// let robots = Robots::parse("user-agent: a\ncrawl-delay: 5\nuser-agent: b\ncrawl-delay: 7\nallow: /");
    /// let mut crawlers = ManyCrawlers::new(&robots);
    /// let seconds = |records: &robots_exclusion::Matcher| records.crawl_delay().unwrap().as_secs();
    /// assert_eq!([seconds(&crawlers.records("a")), seconds(&crawlers.records("b"))], [5, 7]);
    /// ```
    pub fn records(&mut self, agent: &str) -> Arc<Matcher> {
        let (selection, groups) = self.select(agent);
        let robots = self.robots;
        let records = self.records.get_or_insert_with(|| Records::new(robots));
        // If no group applies to the crawler, there is no group for `*`.
        let name = selection.token().unwrap_or(b"*").to_ascii_lowercase();
        let named = records.names.get(&name);
        let key = named.map(|&(_, number)| number);
        if let Some(kept) = records.kept.get(&key) {
            return Arc::clone(kept);
        }
        let mut collected = Collected::default();
        let of_groups = self.by_name.groups(groups).iter().flat_map(|&number| {
            let group = robots.file.group(number as usize).line();
            let first = records.all.partition_point(|record| record.line() < group);
            let records = records.all[first..].iter().copied();
            records.take_while(move |record| record.group_line() == Some(group))
        });
        let lines = named.map_or(&[][..], |(named, _)| &named.lines);
        collected.add(of_groups, lines.iter().copied());
        collected.add_leading(&robots.file);
        let size = collected.bytes.len();
        let matcher = Matcher::of_parts(rule_set::RuleSet::default(), collected, robots.dialect());
        let matcher = Arc::new(matcher);
        // Records that don't fit aren't kept, but are collected again each time.
        if size <= records.left {
            records.left -= size;
            records.kept.insert(key, Arc::clone(&matcher));
        }
        matcher
    }

    /// Selects the groups for a crawler. Returns how they were selected, and the index of the
    /// selection.
    fn select(&self, agent: &str) -> (Selection<'r>, u32) {
        let token = agent::crawler_token(agent, self.robots.dialect());
        // This can't fail, because there is no budget to exceed.
        let Ok(selected) = self.by_name.select(token, |_| Ok::<(), Infallible>(()));
        selected
    }

    /// Returns the compiled rules of a selection, or `None` if too many rules have been compiled.
    fn compile(&mut self, selection: u32) -> Option<&Arc<Matcher>> {
        if !self.compiled.contains_key(&selection) {
            let file = &self.robots.file;
            let groups = self.by_name.groups(selection).iter();
            let count = groups
                .map(|&group| file.rules_of(group as usize).len())
                .sum();
            self.left = self.left.checked_sub(count)?;
            let matcher = Arc::new(self.matcher(selection));
            self.compiled.insert(selection, matcher);
        }
        self.compiled.get(&selection)
    }

    fn matcher(&self, selection: u32) -> Matcher {
        let file = &self.robots.file;
        let mut compiler = Compiler::new(&file.text, file.dialect);
        for &group in self.by_name.groups(selection) {
            compiler.add_all(&file.rows[file.rules_of(group as usize)]);
        }
        Matcher::of_parts(compiler.finish(), Collected::default(), file.dialect)
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
