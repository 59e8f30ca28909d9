//! Whether a rule ever decides.

use alloc::string::String;
use alloc::vec::Vec;

use super::budget;
use crate::automaton::{Answer, Wins};
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
/// same again, or be covered by a set of others only together. But leaving out
/// *two* such rules may change something; take one at a time. Rules with an
/// empty value decide nothing.
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
    let canonical = matcher.canonical_rules();
    let dialect = matcher.dialect();
    let mut budget = budget();
    // Made for the first rule that is not settled without.
    let mut wins = None;
    let mut winning_rules = Vec::new();
    for (number, rule) in matcher.rules().enumerate() {
        let spelled = &canonical[number].canonical;
        let names = |url: &String| matcher.verdict(url).line() == Some(rule.line());
        let winning = if spelled.is_empty() {
            Winning::Never
        } else if let Some(url) = examples(spelled).into_iter().flatten().find(names) {
            Winning::Url(url)
        } else {
            let wins = wins.get_or_insert_with(|| Wins::new(canonical.iter().cloned(), dialect));
            match wins.of(number, &mut budget) {
                Answer::Url(url) => {
                    debug_assert!(
                        names(&url),
                        "line {} does not decide about {url:?}",
                        rule.line()
                    );
                    Winning::Url(url)
                }
                Answer::Never => Winning::Never,
                Answer::Undecided => Winning::Undecided,
            }
        };
        winning_rules.push((rule, winning));
    }
    winning_rules
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
