//! Compares two robots.txt files for every crawler and every URL. The answers are exact, not based
//! on samples.
//!
//! Requires the `diff` feature.
//!
//! [`files`] compares the verdicts of two files. For each crawler that either file names, and for
//! all other crawlers together, it lists every pair of rules between which a verdict changes. Each
//! change consists of the rule that used to decide, the rule that decides now, and the shortest URL
//! that shows the difference. Reordering rules, spelling them differently, or removing rules that
//! others cover doesn't change anything. `files` only compares verdicts, but [`records`] compares
//! sitemaps, `crawl-delay`, `content-usage` and other records.
//!
//! ```
//! use robots_exclusion::{Robots, diff};
//!
//! let old = Robots::parse("user-agent: *\ndisallow: /a/\ndisallow: /a/b");
//! let new = Robots::parse("user-agent: *\nallow: /a/*.css$\ndisallow: /a");
//! let everyone = &diff::files(&old, &new)[0];
//! assert_eq!(everyone.agents, ["*"]);
//! let changes = &everyone.difference.changes;
//! assert!(!changes[0].after.allowed());
//! assert_eq!(changes[0].url, "/a");
//! assert!(changes[1].after.allowed());
//! assert_eq!(changes[1].url, "/a/.css");
//! assert_eq!(changes[1].before.line(), Some(2));
//! assert_eq!(changes[1].after.line(), Some(2));
//!
//! // `/a` covers the other rule.
//! let shorter = Robots::parse("user-agent: *\ndisallow: /%61/");
//! assert!(diff::files(&old, &shorter)[0].difference.is_empty());
//! ```
//!
//! [`effects`] and [`effects_in_file`] find rules that never decide a verdict, and
//! [`keeps_verdicts`] checks whether an edit is safe.
//!
//! # Which URLs
//!
//! The comparison covers all URLs that a client may request. In
//! [`Dialect::Standard`](crate::Dialect::Standard), these are the http, https, ws, wss and ftp
//! URLs. Their paths don't contain `.` and `..` segments, because clients resolve them. You can
//! also get a [`Verdict`] on other strings, which may contain such segments, but these strings
//! aren't compared.
//!
//! A change's URL is either an absolute URL or just the path and query of one. No other URL for the
//! same pair of rules has a path and query with fewer bytes in canonical spelling.
//! [`Robots::verdict`](crate::Robots::verdict) returns the same verdicts on it.
//!
//! # Two dialects
//!
//! If the files are parsed in different dialects, each one keeps its own dialect's product tokens,
//! patterns and precedence. If you parse the same file in both dialects, the comparison shows what
//! Google reads differently:
//!
//! ```
//! use robots_exclusion::{Dialect, ParseOptions, diff};
//!
//! let text = "user-agent: *\nallow: /fish\ndisallow: /fish*";
//! let [standard, google] = [Dialect::Standard, Dialect::Google]
//!     .map(|dialect| ParseOptions::new().dialect(dialect).parse(text));
//! let differences = diff::files(&standard, &google);
//! let change = &differences[0].difference.changes[0];
//! assert_eq!(change.url, "/fish");
//! assert_eq!(change.before.to_string(), "allowed by line 2: Allow: /fish");
//! assert_eq!(change.after.to_string(), "disallowed by line 3: Disallow: /fish*");
//! ```
//!
//! In this case, only URLs in their usual spelling are compared. They only contain `%XX` where the
//! canonical spelling does, but they contain `*` and `$` unencoded. `/%70rivate` isn't one of them,
//! so a rule for `/private` doesn't make a difference. `/robots.txt` itself isn't compared. A `%XX`
//! counts as indivisible in both dialects, although a `*` may end inside one in
//! [`Dialect::Google`](crate::Dialect::Google): only in that dialect, `disallow: /*0$` disallows
//! `/a%20`. If a pattern may match in this way, the comparison isn't
//! [decided](Difference::is_decided), because changes may be missing.
//!
//! # Limits
//!
//! In the worst case, a comparison takes time exponential in the number of patterns with two or
//! more `*`s. A comparison of two sets of rules is therefore limited to 131,072 states and to 48 MB
//! for tables and states, of which the states may take at most a third. All comparisons in one call
//! are limited to a total number of steps that takes about 2 seconds, or 1 second if the call finds
//! the effects of rules. Beyond these limits, [`Difference::is_decided`] is `false`, and
//! [`Difference::limit`] is the limit that was reached. Files that may differ are never reported as
//! equal.

mod automaton;
#[cfg(feature = "lint")]
mod closing;
mod crawlers;
mod effects;
mod groups;
mod records;
mod whole;

use alloc::collections::BTreeSet;
use alloc::string::String;
use alloc::vec::Vec;

use crate::matcher::Matcher;
use crate::verdict::Verdict;

pub(crate) use self::automaton::Budget;
use self::automaton::{ALLOWED, Automaton, DISALLOWED, Side};
pub use self::automaton::{Effect, Limit};
#[cfg(feature = "lint")]
pub(crate) use self::closing::closing_within;
#[cfg(feature = "lint")]
pub(crate) use self::crawlers::files_within;
pub use self::crawlers::{CrawlerDifference, files, for_agent, for_agents, keeps_verdicts};
#[cfg(feature = "lint")]
pub(crate) use self::effects::effects_within;
pub use self::effects::{effects, effects_in_file};
pub use self::records::{RecordDifference, records};

/// The maximum number of states in one walk.
const STATE_LIMIT: usize = 1 << 17;

/// The maximum number of steps for all comparisons in one call. They take 2 s, at 45 ns per step in
/// files that are designed to reach this limit.
const STEP_LIMIT: u64 = 3 << 24;

/// The maximum number of steps for finding the [`effects`] of rules. These steps take 1 s.
const EFFECT_STEP_LIMIT: u64 = 3 << 23;

/// The maximum number of bytes for the tables and states of one comparison.
const MEMORY_LIMIT: usize = 48 << 20;

/// The number of steps that preparing a comparison of two sets of rules takes.
const STEPS_TO_BEGIN: usize = 128;

/// The maximum number of changes that any comparison may list. In addition to these, the
/// comparisons in one call may list a total of one change per rule in both files.
const CHANGES: usize = 16;

fn budget(steps: u64) -> Budget {
    Budget::new(STATE_LIMIT, steps, MEMORY_LIMIT)
}

/// A pair of rules between which verdicts change, with the shortest URL that shows it. One of the
/// rules may be missing.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Change<'t> {
    /// The shortest URL for which these rules decide the verdicts. It is just a path and query or,
    /// if these would be read as something else on their own, an absolute URL.
    pub url: String,
    /// The verdict on the URL before the change.
    pub before: Verdict<'t>,
    /// The verdict on the URL after the change.
    pub after: Verdict<'t>,
}

/// The changes for one crawler.
#[derive(Clone, Debug, PartialEq, Eq)]
#[must_use]
#[non_exhaustive]
pub struct Difference<'t> {
    /// The changes. The ones from allowed to disallowed come first, followed by the ones from
    /// disallowed to allowed. In each direction, they are sorted by the length of their URLs.
    ///
    /// There is one change for each pair of a rule that used to decide and a rule that decides now,
    /// either of which may be missing. If [`is_decided`](Difference::is_decided) is `false`, there
    /// may be more, and a listed URL may not be the shortest for its pair.
    pub changes: Vec<Change<'t>>,
    /// `true` if all changes are listed, or `false` if the comparison reached its
    /// [limits](self#limits) or may have missed changes between [two dialects](self#two-dialects).
    pub is_decided: bool,
    /// The limit that was reached, or `None` if none was.
    pub limit: Option<Limit>,
}

impl<'t> Difference<'t> {
    /// Returns `true` if it is certain that no verdict changes.
    pub fn is_empty(&self) -> bool {
        self.is_decided && self.changes.is_empty()
    }

    const EMPTY: Difference<'static> = Difference {
        changes: Vec::new(),
        is_decided: true,
        limit: None,
    };

    fn undecided(limit: Limit) -> Difference<'t> {
        Difference {
            is_decided: false,
            limit: Some(limit),
            ..Difference::EMPTY
        }
    }

    /// Compares two sets of rules. `verdicts` returns the verdicts of both files on a URL. In
    /// addition to the first change in each direction, at most `most` are listed, unless finding
    /// them takes more than `steps`.
    ///
    /// This decides each direction on its own first, which takes far fewer states than finding all
    /// pairs of rules and is enough if nothing changes.
    fn of(
        sides: [&Side<'_>; 2],
        (most, steps): (usize, u64),
        budget: &mut Budget,
        verdicts: impl Fn(&str, &mut Budget) -> Result<[Verdict<'t>; 2], Limit>,
    ) -> Result<Difference<'t>, Limit> {
        let is_common = sides[0].dialect != sides[1].dialect;
        // The walk treats a `%XX` as indivisible, but in one of the dialects it may not be.
        let may_miss_changes = is_common && sides.into_iter().any(Side::may_split_escapes);
        let automaton = Automaton::of_both(sides, budget)?;
        let directions = [DISALLOWED, ALLOWED].map(|allowed| automaton.find(allowed, budget));
        let is_found = directions.iter().any(|it| matches!(it, Ok(Some(_))));
        let (mut urls, mut limit) = if is_found {
            budget.with_steps(steps, |budget| automaton.pairs(most, budget))
        } else {
            (Vec::new(), None)
        };
        for answer in directions {
            match answer {
                // If all pairs were found, this is one of them.
                Ok(Some(url)) if limit.is_some() => urls.insert(0, url),
                Err(reached) => limit = limit.or(Some(reached)),
                Ok(_) => {}
            }
        }
        let mut difference = Difference {
            is_decided: !may_miss_changes,
            ..Difference::EMPTY
        };
        let mut listed = BTreeSet::new();
        for url in urls {
            let [before, after] = match verdicts(&url, budget) {
                Ok(verdicts) => verdicts,
                Err(reached) => {
                    limit = Some(reached);
                    break;
                }
            };
            let is_shown = before.allowed() != after.allowed();
            debug_assert!(
                is_shown || !difference.is_decided,
                "{url:?} shows no change"
            );
            difference.is_decided &= is_shown;
            if is_shown && listed.insert([before, after].map(|verdict| verdict.line())) {
                difference.changes.push(Change { url, before, after });
            }
        }
        difference.is_decided &= limit.is_none();
        difference.limit = limit;
        let is_allowed = |change: &Change<'_>| change.after.allowed();
        difference.changes.sort_by_key(is_allowed);
        Ok(difference)
    }
}

/// Compares two matchers. For example, you can compare a cached matcher with a new one to find out
/// whether you must check queued URLs again.
///
/// Time and memory are bounded; see [limits](self#limits). The verdicts in the changes borrow from
/// the matchers.
///
/// ```
/// use robots_exclusion::{Robots, diff};
///
/// let old = Robots::parse("user-agent: *\ndisallow: /a\ndisallow: /b").matcher("MyBot");
/// let new = Robots::parse("user-agent: *\ndisallow: /b\ndisallow: /a*").matcher("MyBot");
/// assert!(diff::rules(&old, &new).is_empty());
/// ```
pub fn rules<'t>(old: &'t Matcher, new: &'t Matcher) -> Difference<'t> {
    let sides = [old.side(), new.side()];
    let count = sides.each_ref().map(|side| side.rules.len());
    let difference = Difference::of(
        sides.each_ref(),
        (CHANGES + count[0] + count[1], u64::MAX),
        &mut budget(STEP_LIMIT),
        |url, budget| {
            // Each query takes at most one pass over the rules.
            budget.spend((count[0] + count[1]) / 16)?;
            Ok([old.verdict(url), new.verdict(url)])
        },
    );
    difference.unwrap_or_else(Difference::undecided)
}
