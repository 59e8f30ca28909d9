//! Whether a rule ever decides.

use alloc::string::String;
use alloc::vec::Vec;

use super::budget;
use super::contest::{Contest, Outcome};
use crate::diff::automaton::{Answer, Wins};
use crate::file::Rule;
use crate::matcher::Matcher;

/// Whether there is a URL about which a rule decides.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Winning {
    /// This URL is one, or its path and query. Not always the shortest.
    Url(String),
    /// There is none: whatever it matches, other rules decide about.
    Never,
    /// To know would have cost more than the [limits](super#limits) allow.
    Undecided,
}

/// For each rule of a matcher, in file order, whether it ever decides: whether
/// there is a URL for which a [`Verdict`](crate::Verdict) names its line.
///
/// A rule that never does says nothing that others do not say. It may be the
/// same again, or be covered by a set of others only together. All of them can be
/// left out, and what is allowed does not change. Rules with an empty value decide
/// nothing, although in [`Dialect::Google`](crate::Dialect::Google) a verdict may name
/// them.
///
/// Costs a query for each rule: one URL tells, but for patterns with dot
/// segments, which take a walk. All of it is bounded in time and memory, see
/// [limits](super#limits).
///
/// ```
/// use robots_exclusion::{Robots, diff};
///
/// let text = "user-agent: *\ndisallow: /a$\ndisallow: /a*b*c\nallow: /*bc\nallow: /a*b*c";
/// let robots = Robots::parse(text);
/// let matcher = robots.matcher("MyBot");
/// let never: Vec<_> = diff::winning_rules(&matcher)
///     .into_iter()
///     .filter(|(_, winning)| *winning == diff::Winning::Never)
///     .map(|(rule, _)| rule.line())
///     .collect();
/// assert_eq!(never, [3]);
/// ```
pub fn winning_rules<'t>(matcher: &'t Matcher<'_>) -> Vec<(Rule<'t>, Winning)> {
    let contest = Contest::new(matcher);
    let mut budget = budget();
    // Made for the first rule about which one URL does not tell.
    let mut wins = None;
    let mut winning = |number: usize| {
        if contest.canonical()[number].canonical.is_empty() {
            return Winning::Never;
        }
        if budget.spend(contest.steps(number)).is_err() {
            return Winning::Undecided;
        }
        match contest.outcome(number) {
            Outcome::Wins(url) => return Winning::Url(url),
            Outcome::LosesTo(_) => return Winning::Never,
            Outcome::Unclear => {}
        }
        let wins = wins.get_or_insert_with(|| {
            Wins::new(contest.canonical().iter().cloned(), matcher.dialect())
        });
        match wins.of(number, &mut budget) {
            Answer::Url(url) => Winning::Url(String::from(&*url)),
            Answer::Never => Winning::Never,
            Answer::Undecided(_) => Winning::Undecided,
        }
    };
    let rules = matcher.rules().enumerate();
    rules
        .map(|(number, rule)| (rule, winning(number)))
        .collect()
}
