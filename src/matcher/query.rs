//! What a matcher is asked about a URL.

use alloc::vec::Vec;
use core::cmp::Reverse;

use super::Matcher;
use crate::file::{Rule, RuleKind};
use crate::pattern;
use crate::rule_set::{self, Precedence};
use crate::target::Target;
use crate::verdict::{Match, Verdict};

// The modules of `matcher` come before it on the rendered page, in the order of
// their names: these methods are what most readers look for.
impl Matcher<'_> {
    /// Whether the crawler may fetch `url`.
    ///
    /// `url` is what [`Robots::allowed`](crate::Robots::allowed) takes: an
    /// absolute URL, or a path that begins with `/`. Its host is not looked
    /// at.
    #[inline]
    pub fn allowed(&self, url: impl AsRef<str>) -> bool {
        if self.without_file.is_some() {
            return self.verdict(url).allowed();
        }
        let target = Target::new(url.as_ref(), self.dialect);
        rule_set::is_allowed(&target, || self.rules.decide(&target))
    }

    /// Whether the crawler may fetch `url`, and why.
    ///
    /// Costs no more than [`allowed`](Matcher::allowed).
    pub fn verdict(&self, url: impl AsRef<str>) -> Verdict<'_> {
        if let Some((allowed, why)) = self.without_file {
            return Verdict::without_file(allowed, why, Target::is_robots_txt_of(url.as_ref()));
        }
        let target = Target::new(url.as_ref(), self.dialect);
        let decision = self.rules.decide(&target);
        let allowed = rule_set::is_allowed(&target, || decision);
        let rule = decision.map(|decision| self.rules.rule(decision.rule as usize));
        Verdict::by_rules(allowed, rule, target.is_robots_txt(), self.selection())
    }

    /// The rules that match `url`, the one that decides first, the others by
    /// falling precedence: length, `allow` before `disallow`, file order.
    ///
    /// Empty for `/robots.txt` where it is allowed whatever the rules say, and
    /// where there is no file. Tries every rule.
    ///
    /// ```
    /// use robots_exclusion::Robots;
    ///
    /// let robots = Robots::parse("user-agent: *\ndisallow: /\nallow: /a\nallow: /b");
    /// let matcher = robots.matcher("MyBot");
    /// let matches = matcher.matches("/ab");
    /// let lines: Vec<_> = matches.iter().map(|found| found.rule().line()).collect();
    /// assert_eq!(lines, [3, 2]);
    /// assert_eq!(matches[0].length(), 2);
    /// ```
    pub fn matches(&self, url: impl AsRef<str>) -> Vec<Match<'_>> {
        let target = Target::new(url.as_ref(), self.dialect);
        if target.is_robots_txt() {
            return Vec::new();
        }
        let is_allow = |rule: Rule<'_>| rule.kind == RuleKind::Allow;
        let mut matches: Vec<Match<'_>> = Vec::new();
        for rule in self.rules() {
            let pattern = 0..rule.pattern().len();
            let length = pattern::matched_length(rule.pattern(), pattern, is_allow(rule), &target);
            matches.extend(length.map(|length| Match { rule, length }));
        }
        let precedence = |found: &Match<'_>| Precedence::new(found.length, is_allow(found.rule));
        matches.sort_by_key(|found| Reverse(precedence(found)));
        matches
    }
}
