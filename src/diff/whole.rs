//! Determines whether a matcher returns the same answer for every URL.

use alloc::borrow::Cow;
use alloc::vec::Vec;

use crate::diff::automaton::{Budget, Effect, Samples, Side};
use crate::file::Rule;
use crate::matcher::Matcher;

/// The maximum number of steps in addition to one per byte of the rules. These take a few
/// milliseconds and are enough for all of 2,188 real files.
const STEP_LIMIT: u64 = 1 << 18;

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

    /// Returns `true` if no rule of the other kind ever decides a verdict and, if `allowed` is
    /// `false`, a rule disallows every URL that no other rule matches.
    fn gives_all(&self, allowed: bool) -> bool {
        // Without a file, `/robots.txt` is exempt in either dialect.
        if let Some((always, _)) = self.without_file {
            return always == allowed;
        }
        // This is enough for most files. Neither dialect exempts this URL.
        if self.allowed("/") != allowed {
            return false;
        }
        let side = self.side();
        let length: usize = side.rules.iter().map(|rule| rule.pattern().len()).sum();
        // Samples are only queried, which takes steps, but no states and no memory.
        let mut budget = Budget::new(0, STEP_LIMIT + length as u64, 0);
        let samples = Samples::new(&side, &[&side]).in_any_scheme();
        let is_default = allowed || samples.disallow_any(&mut budget) == Ok(true);
        let mut others = side.rules.iter().filter(|rule| rule.is_allow() != allowed);
        is_default
            && others.all(|rule| {
                let effect = samples.effect(rule, &mut budget);
                matches!(effect, Ok(Effect::Never(_)))
            })
    }

    /// Returns the rules. If there is no file, returns rules with the same verdicts.
    pub(crate) fn side(&self) -> Side<'_> {
        Side {
            rules: match self.without_file {
                Some((true, _)) => Vec::new(),
                Some((false, _)) => [
                    Rule::new(false, b"/", 1),
                    Rule::new(true, b"/robots.txt$", 2),
                ]
                .into(),
                None => self.rules().collect(),
            },
            dialect: self.dialect(),
            compiled: Cow::Borrowed(&self.rules),
        }
    }
}
