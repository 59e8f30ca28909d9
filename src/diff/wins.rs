//! Whether a rule ever decides.

use alloc::string::String;
use alloc::vec::Vec;

use super::budget;
use crate::automaton::{Answer, Budget, CanonicalRule, Wins};
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
/// left out, and no verdict changes. Rules with an empty value decide nothing.
///
/// Most rules need two queries each, the others a walk; all of them together
/// are bounded in time and memory, see [limits](super#limits).
///
/// ```
/// use robots_exclusion::{Robots, diff};
///
/// let robots = Robots::parse("user-agent: *\ndisallow: /a$\ndisallow: /a*b*c\nallow: /*bc\nallow: /a*b*c");
/// let matcher = robots.matcher("MyBot");
/// let never: Vec<_> = diff::winning_rules(&matcher)
///     .into_iter()
///     .filter(|(_, winning)| *winning == diff::Winning::Never)
///     .map(|(rule, _)| rule.line())
///     .collect();
/// assert_eq!(never, [3]);
/// ```
pub fn winning_rules<'t>(matcher: &'t Matcher<'_>) -> Vec<(Rule<'t>, Winning)> {
    let mut contest = Contest::new(matcher);
    let mut budget = budget();
    let winning = |(number, rule)| (rule, contest.winning(number, &mut budget));
    matcher.rules().enumerate().map(winning).collect()
}

/// The rules of a matcher, each of which wants to decide. They are known by
/// their numbers in file order.
pub(crate) struct Contest<'m> {
    matcher: &'m Matcher<'m>,
    canonical: Vec<CanonicalRule<'m>>,
    lines: Vec<u32>,
    /// How many of them a query may have to try one by one.
    wildcards: usize,
    /// Made for the first rule that is not settled without.
    wins: Option<Wins>,
}

impl<'m> Contest<'m> {
    /// Costs O(n log n) for n rules.
    pub(crate) fn new(matcher: &'m Matcher<'_>) -> Contest<'m> {
        let canonical = matcher.canonical_rules();
        let has_wildcard = |rule: &&CanonicalRule<'_>| rule.canonical.contains(&b'*');
        Contest {
            matcher,
            wildcards: canonical.iter().filter(has_wildcard).count(),
            canonical,
            lines: matcher.rules().map(|rule| rule.line()).collect(),
            wins: None,
        }
    }

    /// The line of each rule.
    pub(crate) fn lines(&self) -> &[u32] {
        &self.lines
    }

    /// Whether a rule decides about this URL; `None` if the budget does not
    /// suffice to ask.
    fn decides(&self, number: usize, url: &str, budget: &mut Budget) -> Option<bool> {
        // A search goes through a good many bytes in a step.
        let steps = self.wildcards.saturating_mul(1 + url.len() / 16) + url.len();
        budget
            .allows(steps)
            .then(|| self.matcher.verdict(url).line() == Some(self.lines[number]))
    }

    /// Whether a rule ever decides.
    pub(crate) fn winning(&mut self, number: usize, budget: &mut Budget) -> Winning {
        let spelled = &self.canonical[number].canonical;
        if spelled.is_empty() {
            return Winning::Never;
        }
        for url in examples(spelled).into_iter().flatten() {
            match self.decides(number, &url, budget) {
                Some(true) => return Winning::Url(url),
                Some(false) => {}
                None => return Winning::Undecided,
            }
        }
        let wins = match &mut self.wins {
            Some(wins) => wins,
            none => {
                if !budget.allows(steps_to_read(self.canonical.iter())) {
                    return Winning::Undecided;
                }
                none.insert(Wins::new(
                    self.canonical.iter().cloned(),
                    self.matcher.dialect(),
                ))
            }
        };
        match wins.of(number, budget) {
            Answer::Url(url) => {
                debug_assert_eq!(self.matcher.verdict(&url).line(), Some(self.lines[number]));
                Winning::Url(url)
            }
            Answer::Never => Winning::Never,
            Answer::Undecided => Winning::Undecided,
        }
    }

    /// Rules that between them win wherever one matches that never decides:
    /// none that could be left out, if they are all. None if it matches nothing.
    pub(crate) fn winners(&self, number: usize, budget: &mut Budget) -> Winners {
        let mut winners = Winners {
            rules: Vec::new(),
            are_all: false,
        };
        // Each URL about which those found so far leave it to decide shows
        // another.
        while winners.rules.len() < WINNERS_MAX {
            match self.against(number, &winners.rules, budget) {
                Answer::Undecided => return winners,
                Answer::Never => {
                    winners.are_all = true;
                    break;
                }
                Answer::Url(url) => {
                    let line = self.matcher.verdict(&url).line();
                    let winner = line.and_then(|line| self.lines.binary_search(&line).ok());
                    match winner {
                        Some(winner) if !winners.rules.contains(&winner) => {
                            winners.rules.push(winner);
                        }
                        _ => return winners,
                    }
                }
            }
        }
        // The first ones may win only where later ones do, too.
        let mut index = 0;
        while winners.are_all && index < winners.rules.len() {
            let mut others = winners.rules.clone();
            others.remove(index);
            if self.against(number, &others, budget) == Answer::Never {
                winners.rules = others;
            } else {
                index += 1;
            }
        }
        winners.rules.sort_unstable();
        winners
    }

    /// The shortest URL about which a rule decides if there are only these
    /// others.
    fn against(&self, number: usize, others: &[usize], budget: &mut Budget) -> Answer {
        let mut rules = others.to_vec();
        let place = others.iter().filter(|&&other| other < number).count();
        rules.push(number);
        rules.sort_unstable();
        let rules = rules.iter().map(|&rule| &self.canonical[rule]);
        if !budget.allows(steps_to_read(rules.clone())) {
            return Answer::Undecided;
        }
        let wins = Wins::new(rules.cloned(), self.matcher.dialect());
        wins.of(place, budget)
    }
}

/// Rules that win.
pub(crate) struct Winners {
    pub(crate) rules: Vec<usize>,
    /// Whether these suffice.
    pub(crate) are_all: bool,
}

/// So many are looked for.
const WINNERS_MAX: usize = 8;

fn steps_to_read<'r>(rules: impl Iterator<Item = &'r CanonicalRule<'r>>) -> usize {
    // Their alphabet has some hundred symbols.
    512 + rules.map(|rule| rule.canonical.len() + 1).sum::<usize>()
}

/// URLs that a pattern is likely to match, without its wildcards and with
/// something in place of each.
fn examples(canonical: &[u8]) -> [Option<String>; 2] {
    let pattern = canonical.strip_suffix(b"$").unwrap_or(canonical);
    ["", "a"].map(|instead| {
        let mut url = String::with_capacity(pattern.len() + 1);
        for &byte in pattern {
            match byte {
                b'*' if url.is_empty() => url.push('/'),
                b'*' => url.push_str(instead),
                byte if byte.is_ascii() => url.push(char::from(byte)),
                // Canonical spellings are ASCII.
                _ => return None,
            }
        }
        Some(url)
    })
}
