//! What a change of a robots.txt changes: decided for every crawler and every
//! URL, not sampled.
//!
//! [`diff`] compares two files by what they mean. For each crawler that either
//! of them names, and for all others together, it says whether there is a URL
//! that was allowed and is disallowed now, or the other way round, and shows
//! the shortest such URL with the rules that decide. Rules that were
//! reordered, respelled or left out because others say the same are no
//! difference. Only verdicts are compared: sitemaps, `crawl-delay`,
//! `content-usage` and other records play no part.
//!
//! ```
//! use robots_exclusion::Robots;
//! use robots_exclusion::diff::{Direction, diff};
//!
//! let old = Robots::parse("user-agent: *\ndisallow: /a/\ndisallow: /a/b");
//! let new = Robots::parse("user-agent: *\nallow: /a/*.css$\ndisallow: /a");
//! let everyone = &diff(&old, &new)[0];
//! assert_eq!(everyone.agent(), "*");
//! let changes = everyone.difference().changes();
//! assert_eq!(changes[0].direction(), Direction::Disallowed);
//! assert_eq!(changes[0].url(), "/a");
//! assert_eq!(changes[1].direction(), Direction::Allowed);
//! assert_eq!(changes[1].url(), "/a/.css");
//! assert_eq!(changes[1].after().line(), Some(2));
//!
//! // What `/a` covers need not be said again.
//! let shorter = Robots::parse("user-agent: *\ndisallow: /%61/");
//! assert!(diff(&old, &shorter)[0].difference().is_none());
//! ```
//!
//! # Which URLs
//!
//! All that a client may ask for. In
//! [`Dialect::Standard`](crate::Dialect::Standard) these are the URLs of http,
//! https, ws, wss and ftp, whose paths have no `.` and `..` segments left. A
//! [`Verdict`] also answers to strings of another kind, which may have such
//! segments; here they play no part.
//!
//! A witness is an absolute URL, or the path and query of one. There is none
//! for which the path and query, canonically spelled, have fewer bytes. The
//! verdicts on it are those of [`Robots::verdict`](crate::Robots::verdict).
//!
//! # Limits
//!
//! In the worst case the answer takes time exponential in the number of
//! patterns with two or more `*`. So a comparison of two sets of rules goes
//! through at most [`STATE_LIMIT`] states, and all those of one call together
//! take a bounded number of steps, too: at most some 3 seconds and 64 MB.
//! Past that [`Difference::is_decided`] says no, and [`Difference::limit`] which
//! of the two it was; nothing is said to be equal that may differ.

mod automaton;
mod contest;
mod crawlers;
mod groups;
mod whole;
mod wins;

use alloc::sync::Arc;
use alloc::vec::Vec;

use crate::matcher::Matcher;
use crate::verdict::Verdict;

pub use self::automaton::Limit;
use self::automaton::{Answer, Budget};
pub(crate) use self::contest::{Contest, Outcome};
pub use self::crawlers::{CrawlerDifference, diff, diff_for};
pub use self::wins::{Winning, winning_rules};

/// How many states a comparison of two sets of rules goes through at most.
pub const STATE_LIMIT: usize = 1 << 17;

/// How many steps all comparisons of one call take at most: 3 s, at the 45 ns a
/// step that files take which are made to get so far.
const STEP_LIMIT: u64 = 1 << 26;

fn budget() -> Budget {
    Budget::new(STATE_LIMIT, STEP_LIMIT)
}

/// Which way verdicts change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Direction {
    /// From allowed to disallowed.
    Disallowed,
    /// From disallowed to allowed.
    Allowed,
}

/// A change of verdicts, with the shortest URL that shows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change<'t> {
    direction: Direction,
    url: Arc<str>,
    before: Verdict<'t>,
    after: Verdict<'t>,
}

impl<'t> Change<'t> {
    /// Which way the verdicts change.
    pub fn direction(&self) -> Direction {
        self.direction
    }

    /// The shortest URL whose verdict changes this way: its path and query or,
    /// where those alone would be taken for something else, an absolute URL.
    pub fn url(&self) -> &str {
        &self.url
    }

    /// What was said about it before, and why.
    pub fn before(&self) -> Verdict<'t> {
        self.before
    }

    /// What is said about it after the change, and why.
    pub fn after(&self) -> Verdict<'t> {
        self.after
    }
}

/// What changes for a crawler.
#[derive(Clone, Debug, PartialEq, Eq)]
#[must_use]
pub struct Difference<'t> {
    changes: Vec<Change<'t>>,
    is_decided: bool,
    limit: Option<Limit>,
    states: usize,
}

impl<'t> Difference<'t> {
    /// One for each direction in which a verdict changes,
    /// [`Disallowed`](Direction::Disallowed) first.
    pub fn changes(&self) -> &[Change<'t>] {
        &self.changes
    }

    /// Whether that is all: no verdict changes in a direction that is not
    /// listed. Otherwise the comparison reached its [limits](self#limits).
    pub fn is_decided(&self) -> bool {
        self.is_decided
    }

    /// The limit that kept it from being decided: `None` if it is decided, or if
    /// nothing was compared, as the dialects are not the same.
    pub fn limit(&self) -> Option<Limit> {
        self.limit
    }

    /// Whether it is certain that no verdict changes.
    pub fn is_none(&self) -> bool {
        self.is_decided && self.changes.is_empty()
    }

    /// How many states the comparison went through, of [`STATE_LIMIT`] at
    /// most.
    pub fn states(&self) -> usize {
        self.states
    }

    const NONE: Difference<'static> = Difference {
        changes: Vec::new(),
        is_decided: true,
        limit: None,
        states: 0,
    };

    fn undecided(limit: Option<Limit>) -> Difference<'t> {
        Difference {
            is_decided: false,
            limit,
            ..Difference::NONE
        }
    }

    /// Asks the two files themselves about what the walk found.
    fn verified(
        changes: automaton::Changes,
        states: usize,
        old: impl Fn(&str) -> Verdict<'t>,
        new: impl Fn(&str) -> Verdict<'t>,
    ) -> Difference<'t> {
        let mut difference = Difference {
            states,
            ..Difference::NONE
        };
        let answers = [
            (Direction::Disallowed, changes.disallowed),
            (Direction::Allowed, changes.allowed),
        ];
        for (direction, answer) in answers {
            match answer {
                Answer::Never => {}
                Answer::Undecided(limit) => {
                    difference.is_decided = false;
                    difference.limit = Some(limit);
                }
                Answer::Url(url) => {
                    let (before, after) = (old(&url), new(&url));
                    let is_shown = before.allowed() != after.allowed()
                        && after.allowed() == (direction == Direction::Allowed);
                    debug_assert!(is_shown, "{url:?} is no witness of {direction:?}");
                    if is_shown {
                        difference.changes.push(Change {
                            direction,
                            url,
                            before,
                            after,
                        });
                    } else {
                        difference.is_decided = false;
                    }
                }
            }
        }
        difference
    }
}

/// Compares two matchers: for instance the one in a cache with the one just
/// fetched, to see whether queued URLs have to be checked again.
///
/// Both are to be of the same dialect; others are not decided. Bounded in time
/// and memory, see [limits](self#limits); without patterns that have wildcards
/// it takes little more than to read both.
///
/// ```
/// use robots_exclusion::{Robots, diff};
///
/// let old = Robots::parse("user-agent: *\ndisallow: /a\ndisallow: /b").matcher("MyBot");
/// let new = Robots::parse("user-agent: *\ndisallow: /b\ndisallow: /a*").matcher("MyBot");
/// assert!(diff::matchers(&old, &new).is_none());
/// ```
pub fn matchers<'t>(old: &'t Matcher<'_>, new: &'t Matcher<'_>) -> Difference<'t> {
    if old.dialect() != new.dialect() {
        return Difference::undecided(None);
    }
    let mut budget = budget();
    let changes = automaton::changes(
        old.canonical_rules().into_iter(),
        new.canonical_rules().into_iter(),
        old.dialect(),
        &mut budget,
    );
    Difference::verified(
        changes,
        budget.states_used(),
        |url| old.verdict(url),
        |url| new.verdict(url),
    )
}
