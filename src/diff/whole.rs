//! Determines whether a matcher returns the same answer for every URL.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;

use crate::debug::AsText;
use crate::diff::automaton::{self, Budget, Side};
use crate::file::{Rule, RuleKind};
use crate::matcher::Matcher;

/// The maximum number of states, and of steps in addition to reading the rules. These take a few
/// milliseconds and are enough for all of 2,188 real files.
const STATE_LIMIT: usize = 1 << 12;
const STEP_LIMIT: u64 = 1 << 18;

/// The maximum number of bytes for the compared rules and the states, which is three times what any
/// real file of 500 KiB needs.
const MEMORY_LIMIT: usize = 32 << 20;

impl Matcher {
    /// Returns `true` if every URL is allowed. Requires the `diff` feature.
    ///
    /// The answer is exact, because rules that others override wherever they match don't count.
    /// There is only one exception: if finding out would take more than a fixed number of steps,
    /// the answer is `false`, even if every URL is allowed. No real file is known to reach this
    /// limit. All strings that [`allowed`](Matcher::allowed) accepts count as URLs.
    ///
    /// Takes O(n log n) time for patterns of n bytes, plus at most a few milliseconds and 2 MB. The
    /// result isn't cached.
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

    /// Returns `true` if every URL, except `/robots.txt` in
    /// [`Dialect::Standard`](crate::Dialect::Standard), is disallowed. Requires the `diff` feature.
    ///
    /// The answer is as exact, and costs as much, as for [`allows_all`](Matcher::allows_all).
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
        // Without a file, `/robots.txt` is exempt in either dialect.
        if let Some((always, _)) = self.without_file {
            return always == allowed;
        }
        // This is enough for most files. Neither dialect exempts this URL.
        if self.allowed("/") != allowed {
            return false;
        }
        // Try the first rules of the other kind as well. If one of them decides a URL made from its
        // pattern, that is enough. This matters because surveys of a file ask for hundreds of
        // crawlers.
        let is_other = |rule: &Rule<'_>| rule.is_allow() != allowed;
        let decides = |rule: Rule<'_>| {
            let path = String::from_utf8_lossy(rule.pattern()).replace(['*', '$'], "");
            let verdict = self.verdict(&path);
            verdict.allowed() != allowed && verdict.line() == Some(rule.line())
        };
        if self.rules().filter(is_other).take(4).any(decides) {
            return false;
        }
        let side = self.side();
        let length: usize = side.rules.iter().map(|rule| rule.pattern().len() + 1).sum();
        let mut budget = Budget::new(STATE_LIMIT, STEP_LIMIT + length as u64, MEMORY_LIMIT);
        automaton::gives_all(allowed, &side, &mut budget) == Ok(true)
    }

    /// Returns the rules. If there is no file, returns rules with the same verdicts.
    pub(crate) fn side(&self) -> Side<'_> {
        let rule = |pattern: &'static [u8], is_allow, line| Rule {
            kind: RuleKind::of(is_allow),
            pattern: AsText(pattern),
            line,
        };
        Side {
            rules: match self.without_file {
                Some((true, _)) => Vec::new(),
                Some((false, _)) => [rule(b"/", false, 1), rule(b"/robots.txt$", true, 2)].into(),
                None => self.rules().collect(),
            },
            dialect: self.dialect(),
            compiled: Cow::Borrowed(&self.rules),
        }
    }
}
