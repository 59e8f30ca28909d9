//! The rules that apply after a fetch.

use alloc::boxed::Box;
use alloc::sync::Arc;

use smallvec::SmallVec;

use super::CachePolicy;
use crate::agent::crawler_token;
use crate::dialect::Dialect;
use crate::matcher::Matcher;
use crate::options::ParseOptions;
use crate::records::Record;
use crate::robots::Robots;
use crate::verdict::{NoFile, Unavailable, Verdict};

/// The names of one crawler, shared by all hosts with the same policy.
pub(super) type CrawlerNames = Arc<[Box<str>]>;

/// The rules that result from fetching a robots.txt. If there is no file, everything is allowed or
/// everything is disallowed.
///
/// Its methods work like the methods of [`Robots`] and, like these, only consider a URL's path and
/// query. To check that the robots.txt covers the URL, use a [`Scope`](crate::location::Scope).
///
/// ```
/// use robots_exclusion::Reason;
/// use robots_exclusion::fetch::{Access, FetchOutcome};
///
/// let access = FetchOutcome::unreachable().access();
/// let verdict = access.verdict("MyBot", "https://example.com/page");
/// assert!(!verdict.allowed());
/// assert!(matches!(verdict.reason(), Reason::Unavailable(_)));
/// assert_eq!(verdict.to_string(), "disallowed, because robots.txt could not be reached");
///
/// // If this were disallowed, the crawler would never see that the host is back.
/// assert!(access.allowed("MyBot", "https://example.com/robots.txt"));
///
/// assert!(!Access::not_fetched().allowed("MyBot", "https://example.com/page"));
/// ```
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(transparent))]
pub struct Access<'t>(Kind<'t>);

#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
enum Kind<'t> {
    /// This is boxed because the other variant is small and common in caches.
    File(Box<Robots<'t>>),
    Kept(Kept),
}

/// The part of a file that is kept: matchers for some crawlers, and one answer for all others.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
struct Kept {
    /// The matchers, each of which contains the file's sitemaps. Empty if there was no file.
    matchers: Box<[(CrawlerNames, Arc<Matcher>)]>,
    /// The answer for every other crawler.
    others: NoFile,
    dialect: Dialect,
}

impl<'t> Access<'t> {
    /// Returns the rules that apply before the first fetch: everything is disallowed
    /// except `/robots.txt`.
    ///
    /// ```
    /// use robots_exclusion::fetch::Access;
    ///
    /// let access = Access::not_fetched();
    /// let verdict = access.verdict("MyBot", "/a");
    /// assert_eq!(verdict.to_string(), "disallowed, because robots.txt has not been fetched yet");
    /// ```
    pub fn not_fetched() -> Access<'static> {
        Access::without_file((false, Unavailable::NotFetched), ParseOptions::new())
    }

    /// Returns the file, or `None` if there is none.
    ///
    /// This also returns `None` if the cache only kept what [certain
    /// crawlers](CachePolicy::keep_only_for) need.
    pub fn robots(&self) -> Option<&Robots<'t>> {
        match &self.0 {
            Kind::File(robots) => Some(robots),
            Kind::Kept(_) => None,
        }
    }

    /// Returns the file's sitemaps, or none if there is no file. This costs as much as
    /// [`Robots::sitemaps`].
    pub fn sitemaps(&self) -> impl Iterator<Item = Record<'_>> + Clone {
        // All kept matchers have the same sitemaps.
        let kept = match &self.0 {
            Kind::File(_) => None,
            Kind::Kept(kept) => kept.matchers.first(),
        };
        let of_robots = self.robots().into_iter().flat_map(Robots::sitemaps);
        let of_matcher = kept.into_iter().flat_map(|(_, matcher)| matcher.sitemaps());
        of_robots.chain(of_matcher)
    }

    /// Returns the reason why there is no file, or `None` if there is one.
    ///
    /// ```
    /// use robots_exclusion::Unavailable;
    /// use robots_exclusion::fetch::FetchOutcome;
    ///
    /// let unavailable = |status| FetchOutcome::response(status, "").access().unavailable();
    /// assert_eq!(unavailable(404), Some(Unavailable::Status(404)));
    /// assert_eq!(unavailable(204), None);
    /// ```
    pub fn unavailable(&self) -> Option<Unavailable> {
        match &self.0 {
            // Without matchers, the answer for all other crawlers is the only one.
            Kind::Kept(kept) if kept.matchers.is_empty() => Some(kept.others.1),
            Kind::File(_) | Kind::Kept(_) => None,
        }
    }

    /// Returns `true` if the crawler may fetch the URL. This costs as much as [`Robots::allowed`].
    pub fn allowed(&self, agent: &str, url: impl AsRef<str>) -> bool {
        match &self.0 {
            Kind::File(robots) => robots.allowed(agent, url),
            Kind::Kept(kept) => kept.verdict(agent, url).allowed(),
        }
    }

    /// Returns whether the crawler may fetch the URL, and why. This costs as much as
    /// [`Robots::verdict`].
    ///
    /// If there is no file, the reason is [`Unavailable`](crate::Reason::Unavailable).
    ///
    /// ```
    /// use robots_exclusion::fetch::FetchOutcome;
    ///
    /// let access = FetchOutcome::response(503, "").access();
    /// let verdict = access.verdict("MyBot", "/a");
    /// assert_eq!(verdict.to_string(), "disallowed, because robots.txt returned 503");
    /// assert_eq!(verdict.line(), None);
    /// ```
    pub fn verdict(&self, agent: &str, url: impl AsRef<str>) -> Verdict<'_> {
        match &self.0 {
            Kind::File(robots) => robots.verdict(agent, url),
            Kind::Kept(kept) => kept.verdict(agent, url),
        }
    }

    /// Returns the compiled rules for one crawler.
    ///
    /// If the cache [keeps this crawler's matcher](CachePolicy::keep_only_for), it is shared in
    /// O(1) time. If there is a file, every call compiles its rules, which costs as much as
    /// [`Robots::matcher`], so keep the result.
    ///
    /// ```
    /// use robots_exclusion::fetch::FetchOutcome;
    ///
    /// let matcher = FetchOutcome::unreachable().access().matcher("MyBot");
    /// assert!(!matcher.allowed("/a"));
    /// assert!(matcher.allowed("/robots.txt"));
    /// ```
    pub fn matcher(&self, agent: &str) -> Arc<Matcher> {
        self.matcher_for([agent])
    }

    /// Returns the compiled rules for a crawler with several names, like [`Robots::matcher_for`].
    /// The cost is the same as for [`matcher`](Self::matcher).
    pub fn matcher_for<I>(&self, agents: I) -> Arc<Matcher>
    where
        I: IntoIterator,
        I::Item: AsRef<str>,
    {
        match &self.0 {
            Kind::File(robots) => Arc::new(robots.matcher_for(agents)),
            Kind::Kept(kept) => {
                // The names are compared with the names of each matcher, so they are collected
                // first.
                let agents: SmallVec<[I::Item; 4]> = agents.into_iter().collect();
                let others = || Arc::new(Matcher::without_file(kept.others, kept.dialect));
                kept.find(&agents).cloned().unwrap_or_else(others)
            }
        }
    }

    /// Converts these rules into an owned value, copying the file's text if it is borrowed.
    pub fn into_owned(self) -> Access<'static> {
        Access(match self.0 {
            Kind::File(robots) => Kind::File(Box::new(robots.into_owned())),
            Kind::Kept(kept) => Kind::Kept(kept),
        })
    }

    /// Converts the rules into an owned value. If `crawlers` isn't empty, only their matchers and
    /// the sitemaps are kept.
    pub(super) fn kept_for(self, crawlers: &[CrawlerNames]) -> Access<'static> {
        // Without a file, there is nothing to compile; without crawlers, the policy keeps the
        // whole file.
        let robots = match &self.0 {
            Kind::File(robots) if !crawlers.is_empty() => robots,
            _ => return self.into_owned(),
        };
        // Sitemaps don't belong to any crawler, so each matcher gets them.
        let matchers = crawlers.iter().map(|names| {
            let matcher = robots.matcher_for(&**names);
            let matcher = matcher.with_sitemaps(robots.sitemaps());
            (names.clone(), Arc::new(matcher))
        });
        Access(Kind::Kept(Kept {
            matchers: matchers.collect(),
            // If the policy doesn't name a crawler, refuse it instead of admitting it.
            others: (false, Unavailable::NotKept),
            dialect: robots.options().dialect,
        }))
    }

    /// Returns `true` if this contains everything that the policy keeps.
    pub(super) fn serves(&self, policy: &CachePolicy) -> bool {
        match &self.0 {
            Kind::Kept(kept) if !kept.matchers.is_empty() => {
                // Matchers are enough for a policy that asks for these crawlers instead of the
                // file.
                let mut crawlers = policy.only_for.iter();
                crawlers.len() > 0 && crawlers.all(|names| kept.find(names).is_some())
            }
            Kind::File(_) | Kind::Kept(_) => true,
        }
    }

    /// Estimates the memory that this takes in bytes, including `self`.
    #[cfg(feature = "std")]
    pub(super) fn heap_size(&self) -> usize {
        size_of::<Self>()
            + match &self.0 {
                // Count the text, plus an estimated three bytes of tables per byte of text.
                Kind::File(robots) => size_of::<Robots<'_>>() + 4 * robots.text().len(),
                Kind::Kept(kept) => {
                    let matchers = kept.matchers.iter();
                    let sizes = matchers.map(|(_, matcher)| matcher.heap_size());
                    // An `Arc` pads its counters to the matcher's alignment. 40 bytes are for the
                    // entry in the list and for the allocator.
                    let overhead = align_of::<Matcher>() + 40;
                    sizes
                        .map(|size| size_of::<Matcher>() + overhead + size)
                        .sum()
                }
            }
    }

    pub(super) fn without_file(answer: NoFile, options: ParseOptions) -> Self {
        Access(Kind::Kept(Kept {
            matchers: Box::default(),
            others: answer,
            dialect: options.dialect,
        }))
    }
}

impl Kept {
    /// Returns the matcher for the crawler with these names, if the policy has names with the same
    /// product tokens.
    fn find<A: AsRef<str>>(&self, agents: &[A]) -> Option<&Arc<Matcher>> {
        // `MyBot/1.0` and `mybot` are the same crawler.
        // There are few matchers, usually one.
        let mut kept = self.matchers.iter();
        let found = kept.find(|(names, _)| {
            let mut pairs = names.iter().zip(agents);
            names.len() == agents.len()
                && pairs.all(|(name, agent)| {
                    let token = crawler_token(name, self.dialect);
                    token.eq_ignore_ascii_case(crawler_token(agent.as_ref(), self.dialect))
                })
        });
        found.map(|(_, matcher)| matcher)
    }

    fn verdict(&self, agent: &str, url: impl AsRef<str>) -> Verdict<'_> {
        match self.find(&[agent]) {
            Some(matcher) => matcher.verdict(url),
            None => Verdict::without_file(self.others, url.as_ref()),
        }
    }
}

impl<'t> From<Robots<'t>> for Access<'t> {
    /// Uses a file that was obtained in some other way.
    fn from(robots: Robots<'t>) -> Access<'t> {
        Access(Kind::File(Box::new(robots)))
    }
}
