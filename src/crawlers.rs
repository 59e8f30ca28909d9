//! Known crawlers, with their operators, their purposes, and how they read robots.txt.
//!
//! Requires the `crawlers` feature.
//!
//! ```
//! use robots_exclusion::{Robots, crawlers};
//!
//! let robots = Robots::parse("user-agent: Googlebot\ndisallow: /private/");
//!
//! // Which crawlers for AI training may fetch this page?
//! let training = crawlers::all().filter(|known| known.purpose == crawlers::Purpose::AiTraining);
//! for crawler in training {
//!     assert!(crawler.matcher(&robots).allowed("/private/x"), "{crawler}");
//! }
//!
//! // Decide as Googlebot-Image does, which falls back to the group of Googlebot.
//! let crawler = crawlers::find("Googlebot-Image")?;
//! assert!(!crawler.matcher(&robots).allowed("/private/x.png"));
//! # Ok::<(), robots_exclusion::UnknownNameError>(())
//! ```
//!
//! # Profiles
//!
//! Different crawlers read the same file differently, and some operators document how. Each
//! [`Crawler`] has a profile that records what its operator documents:
//!
//! - the [dialect](Crawler::dialect),
//! - an ordered list of [product tokens](Crawler::product_tokens): for example, Googlebot-Image
//!   obeys the groups for `Googlebot-Image` or, if there are none, the groups for `Googlebot`.
//!   Likewise, Applebot falls back to the groups for `Googlebot`,
//! - whether [`*` applies to it](Crawler::is_bound_by_wildcard),
//! - and whether it obeys [`crawl-delay`](Crawler::obeys_crawl_delay).
//!
//! [`Crawler::matcher`] follows this profile. It never merges the groups for several tokens: Google
//! documents that only the most specific one counts, although google/robotstxt merges the groups
//! for all names that it is given. A crawler without such documentation is treated like any other
//! crawler with that name.
//!
//! # Sources
//!
//! Every row names one source and the date on which it was read. The source is the operator's own
//! documentation if there is any. A row without a date hasn't been checked against its source: its
//! operator and purpose are common knowledge, and it makes no claim about what the crawler obeys.
//! `unknown` means that the source doesn't document the answer or hasn't been read. Nothing is
//! guessed, and nothing is based on measured behaviour. Operators may change their crawlers and
//! documentation at any time, so any release of this crate may add, change or remove rows.
//!
//! A name doesn't prove an identity, because anyone can send any `User-Agent` header. Many
//! operators publish IP addresses, reverse DNS names or signatures with which you can verify their
//! crawlers.
//!
//! # Costs
//!
//! The table is a constant of about 40 KB, in which crawlers are found by binary search.

mod crawler;
mod kinds;
mod many;
mod plan;
mod products;
mod survey;
mod table;

use alloc::vec::Vec;
use core::cmp::Ordering;

pub use self::crawler::Crawler;
pub use self::kinds::{Obeys, Purpose, Status};
pub use self::many::ManyCrawlers;
pub use self::plan::{Choice, LeftOpen, Plan, PlannedGroup};
pub use self::products::{Door, Product, products};
pub use self::survey::{Site, Survey, Surveyed};

use self::table::TABLE;
use crate::agent;
use crate::names::UnknownNameError;
use crate::spelling;

/// Returns an iterator over all known crawlers, sorted by token (ignoring ASCII case).
pub fn all() -> impl ExactSizeIterator<Item = &'static Crawler> + DoubleEndedIterator + Clone {
    TABLE.iter()
}

/// Finds a known crawler by its token, ignoring ASCII case.
///
/// If the token contains spaces, its first word is enough, because crawlers only compare that word
/// with robots.txt files. For whole `User-Agent` headers, see [`from_header`].
///
/// # Errors
///
/// Returns an error if the crawler is unknown. The error suggests up to three similar tokens.
///
/// ```
/// use robots_exclusion::crawlers;
///
/// assert_eq!(crawlers::find("googlebot")?.operator, "Google");
///
/// let error = crawlers::find("Gogglebot").unwrap_err();
/// assert_eq!(error.nearest()[0], "Googlebot");
/// let sentence = error.to_string();
/// assert!(sentence.starts_with("unknown crawler `Gogglebot`: the nearest names are Googlebot, "));
/// # Ok::<(), robots_exclusion::UnknownNameError>(())
/// ```
pub fn find(token: &str) -> Result<&'static Crawler, UnknownNameError> {
    // The table also lists names with several words, such as `Algolia Crawler`.
    let product_token = agent::product_token(token);
    let found = by_product_token(product_token).filter(|crawler| {
        token.len() == product_token.len() || crawler.token.eq_ignore_ascii_case(token)
    });
    found.ok_or_else(|| UnknownNameError::new("crawler", token, suggestions, false))
}

fn by_product_token(token: &str) -> Option<&'static Crawler> {
    // The table is sorted by product token.
    let place = TABLE.binary_search_by(|crawler| {
        compare_ignoring_case(agent::product_token(crawler.token), token)
    });
    place.ok().map(|place| &TABLE[place])
}

fn compare_ignoring_case(one: &str, other: &str) -> Ordering {
    let [one, other] = [one, other].map(|text| text.bytes().map(|byte| byte.to_ascii_lowercase()));
    one.cmp(other)
}

impl Crawler {
    /// Returns the crawler that replaced this one, if this one is retired and has a successor.
    ///
    /// ```
    /// use robots_exclusion::crawlers;
    ///
    /// let retired = crawlers::find("msnbot").unwrap();
    /// assert_eq!(retired.replaced_by().unwrap().token, "bingbot");
    /// ```
    pub fn replaced_by(&self) -> Option<&'static Crawler> {
        by_product_token(self.successor?)
    }
}

/// Returns the known crawlers with names similar to `name`, nearest first.
///
/// Two names are similar if at most `edits` edits turn one into the other. An edit adds, removes or
/// replaces a letter, or swaps it with a neighbour. ASCII case is ignored. A crawler with exactly
/// this name is listed, too. A name longer than 64 bytes isn't similar to any other. This function
/// compares `name` with every row of the table.
///
/// ```
/// use robots_exclusion::crawlers;
///
/// let similar = crawlers::nearest("GTPBot", 1);
/// assert_eq!(similar.first().unwrap().token, "GPTBot");
/// assert!(crawlers::nearest("MyBot", 1).is_empty());
/// ```
pub fn nearest(name: &str, edits: usize) -> Vec<&'static Crawler> {
    const LENGTH_MAX: usize = 64;
    // Computing the distance takes time for each pair of letters.
    if name.len() > LENGTH_MAX {
        return Vec::new();
    }
    let lower = name.to_ascii_lowercase();
    let mut near: Vec<_> = all()
        // An edit changes the length by at most one.
        .filter(|crawler| crawler.token.len().abs_diff(name.len()) <= edits)
        .map(|crawler| {
            let token = crawler.token.to_ascii_lowercase();
            let distance = spelling::distance(lower.as_bytes(), token.as_bytes());
            (distance, crawler)
        })
        .filter(|&(distance, _)| distance <= edits)
        .collect();
    // The sort is stable, so names at equal distances stay in the order of the table.
    near.sort_by_key(|&(distance, _)| distance);
    near.into_iter().map(|(_, crawler)| crawler).collect()
}

/// Finds the known crawler that sends a `User-Agent` header.
///
/// If the header has a [product token](agent::product_token) that isn't a browser's, that token
/// identifies the crawler. However, many crawlers put their token after a browser's name, without
/// `compatible;` before it. Such a header begins with `Mozilla/`, and the first word in it that is
/// a known crawler's token identifies the crawler. Words inside URLs don't count.
///
/// Anyone can send this header, so the result doesn't prove who sent it. This function takes one
/// pass over the header, and looks up each word in the table.
///
/// ```
/// use robots_exclusion::{Robots, crawlers};
///
/// let header = "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_5) AppleWebKit/605.1.15 \
///               (KHTML, like Gecko) Version/13.1.1 Safari/605.1.15 \
///               (Applebot/0.1; +http://www.apple.com/go/applebot)";
/// let robots = Robots::parse("user-agent: Applebot\ndisallow: /");
/// assert!(robots.allowed(header, "/")); // the product token is `Mozilla`
///
/// let crawler = crawlers::from_header(header).unwrap();
/// assert_eq!(crawler.token, "Applebot");
/// assert!(!crawler.matcher(&robots).allowed("/"));
/// ```
pub fn from_header(header: &str) -> Option<&'static Crawler> {
    const SEPARATORS: [char; 6] = [' ', '\t', '(', ')', ';', ','];
    let token = agent::product_token(header);
    // Most crawlers begin with their name.
    let first = by_product_token(token);
    // Others pretend to be a browser and only give their name later.
    let hides = token.eq_ignore_ascii_case("mozilla");
    let mut words = header.split(SEPARATORS).filter(|_| hides);
    // `(Applebot/0.1; +http://www.apple.com/go/applebot)` contains the words `Applebot/0.1` and
    // `+http://www.apple.com/go/applebot`. The name is the part of a word before the slash.
    let named = || words.find_map(|word| by_product_token(word.split('/').next()?));
    let is_sender = |crawler: &&Crawler| crawler.header.is_some_and(|part| header.contains(part));
    first.or_else(named).or_else(|| all().find(is_sender))
}

/// Returns the product tokens of up to three crawlers with names similar to an unknown one, nearest
/// first. This compares the name with every row of the table.
fn suggestions(name: &str) -> Vec<&'static str> {
    /// The maximum number of crawlers that the error lists.
    const NAMED_MAX: usize = 3;
    let name = name.to_ascii_lowercase();
    let mut near = nearest(&name, usize::MAX);
    // Names that begin alike come first: `google` is nearer to `Googlebot` than to `omgili`.
    near.sort_by_key(|crawler| {
        let token = crawler.token.to_ascii_lowercase();
        let begins_alike = token.starts_with(&name) || name.starts_with(&token);
        name.len() < 3 || !begins_alike
    });
    near.truncate(NAMED_MAX);
    near.into_iter().map(|crawler| crawler.token).collect()
}
