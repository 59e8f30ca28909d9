//! Whether a matcher gives every URL the same answer.

use super::{budget, rules_of};
use crate::automaton;
use crate::matcher::Matcher;

/// Whether a matcher allows every URL; `None` if to know would cost more than
/// the [limits](super#limits) allow.
///
/// Unlike [`Matcher::allows_all`], which sees what is plain, this is exact: it
/// knows that rules no URL can match, or that others override wherever they
/// match, disallow nothing.
///
/// ```
/// use robots_exclusion::{Robots, diff};
///
/// let matcher = Robots::parse("user-agent: *\ndisallow: /a\nallow: /*\ndisallow: /..$\nallow: /a").matcher("MyBot");
/// assert_eq!(diff::allows_all(&matcher), Some(true));
/// ```
pub fn allows_all(matcher: &Matcher<'_>) -> Option<bool> {
    let rules = rules_of(matcher).into_iter();
    automaton::allows_all(rules, matcher.dialect(), &mut budget())
}

/// Whether a matcher disallows every URL (but `/robots.txt` itself, in
/// [`Dialect::Standard`](crate::Dialect::Standard)); `None` if to know would
/// cost more than the [limits](super#limits) allow.
///
/// Unlike [`Matcher::disallows_all`], which sees what is plain, this is exact.
///
/// ```
/// use robots_exclusion::{Robots, diff};
///
/// let matcher = Robots::parse("user-agent: *\ndisallow: /\nallow: /a\ndisallow: /*a").matcher("MyBot");
/// assert_eq!(diff::disallows_all(&matcher), Some(true));
/// ```
pub fn disallows_all(matcher: &Matcher<'_>) -> Option<bool> {
    match matcher.answer_without_file() {
        // Here `/robots.txt` is exempt in either dialect.
        Some((allowed, _)) => Some(!allowed),
        None => {
            let rules = rules_of(matcher).into_iter();
            automaton::disallows_all(rules, matcher.dialect(), &mut budget())
        }
    }
}
