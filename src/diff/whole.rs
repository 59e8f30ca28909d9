//! Whether a matcher gives every URL the same answer.

use alloc::borrow::Cow;
use alloc::vec::Vec;

use crate::diff::automaton::{self, Budget, CanonicalRule};
use crate::matcher::Matcher;

/// How many states, and how many steps besides reading the rules, it may take
/// to know: some milliseconds. It suffices for all of 2,188 real files.
const STATE_LIMIT: usize = 1 << 12;
const STEP_LIMIT: u64 = 1 << 18;

impl Matcher<'_> {
    /// Whether every URL is allowed.
    ///
    /// This is exact: it knows that rules which others override wherever they
    /// match disallow nothing. Only where it would take more than a fixed number
    /// of steps to know is it `false` though every URL may be allowed; no real
    /// file is known for which it would. A URL is whatever
    /// [`allowed`](Matcher::allowed) takes.
    ///
    /// Costs O(n log n) for patterns of n bytes, and at most some milliseconds
    /// and 2 MB besides. Nothing is kept, so keep the answer.
    ///
    /// ```
    /// use robots_exclusion::Robots;
    ///
    /// let robots = Robots::parse("user-agent: *\ndisallow: /a\nallow: /*\nallow: /a*");
    /// assert!(robots.matcher("MyBot").allows_all());
    /// ```
    pub fn allows_all(&self) -> bool {
        self.gives_all(true)
    }

    /// Whether every URL is disallowed (but `/robots.txt` itself, in
    /// [`Dialect::Standard`](crate::Dialect::Standard)).
    ///
    /// As exact as [`allows_all`](Matcher::allows_all), and as costly.
    ///
    /// ```
    /// use robots_exclusion::Robots;
    ///
    /// let robots = Robots::parse("user-agent: *\ndisallow: /\nallow: /a\ndisallow: /*a");
    /// assert!(robots.matcher("MyBot").disallows_all());
    /// ```
    pub fn disallows_all(&self) -> bool {
        self.gives_all(false)
    }

    fn gives_all(&self, allowed: bool) -> bool {
        // Here `/robots.txt` is exempt in either dialect.
        if let Some((always, _)) = self.without_file {
            return always == allowed;
        }
        let rules = self.canonical_rules();
        let length: usize = rules.iter().map(|rule| rule.canonical.len() + 1).sum();
        let mut budget = Budget::new(STATE_LIMIT, STEP_LIMIT + length as u64);
        automaton::gives_all(allowed, rules.into_iter(), self.dialect(), &mut budget) == Some(true)
    }

    /// The rules in file order, their patterns in canonical spelling; where
    /// there is no file, rules that give the same answers.
    pub(crate) fn canonical_rules(&self) -> Vec<CanonicalRule<'_>> {
        let rule = |canonical: &'static [u8], is_allow| CanonicalRule {
            canonical: Cow::Borrowed(canonical),
            is_allow,
        };
        match self.without_file {
            Some((false, _)) => [rule(b"/", false), rule(b"/robots.txt$", true)].into(),
            Some((true, _)) => Vec::new(),
            None => self
                .rules()
                .map(|rule| CanonicalRule::of(rule, self.dialect()))
                .collect(),
        }
    }
}
