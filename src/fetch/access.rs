//! The rules that apply after a fetch: a file, or everything allowed or disallowed.

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
use crate::verdict::{Unavailable, Verdict};

/// The names of one crawler, shared by all hosts with the same policy.
pub(super) type CrawlerNames = Arc<[Box<str>]>;

/// The rules that result from fetching a robots.txt: a file or, if there is none,
/// everything allowed or everything disallowed.
///
/// Its methods work like the methods of [`Robots`] and also consider only the path and
/// query of a URL. You can check with [`Scope`](crate::location::Scope) that the robots.txt
/// covers the URL.
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
    /// Boxed, because the other variant is small and common in caches.
    File(Box<Robots<'t>>),
    Kept(Kept),
}

/// A substitute for the file: the matchers of some crawlers, and one answer for all others.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
struct Kept {
    /// Each matcher contains the sitemaps of the file. Empty if there was no file.
    matchers: Box<[(CrawlerNames, Arc<Matcher>)]>,
    /// `true` if every other crawler may fetch everything, `false` if nothing; and the reason.
    others: (bool, Unavailable),
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
        Access::without_file(false, Unavailable::NotFetched, ParseOptions::new())
    }

    /// Returns the file, if there is one.
    ///
    /// Also returns `None` if the cache kept only what [certain
    /// crawlers](CachePolicy::keep_only_for) need.
    pub fn robots(&self) -> Option<&Robots<'t>> {
        match &self.0 {
            Kind::File(robots) => Some(robots),
            Kind::Kept(_) => None,
        }
    }

    /// Returns the sitemaps of the file, or no sitemaps if there is no file. Costs as
    /// much as [`Robots::sitemaps`].
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
            // Without matchers, the answer for all others is the only one.
            Kind::Kept(kept) if kept.matchers.is_empty() => Some(kept.others.1),
            Kind::File(_) | Kind::Kept(_) => None,
        }
    }

    /// Returns `true` if the crawler may fetch the URL. Costs as much as
    /// [`Robots::allowed`].
    pub fn allowed(&self, agent: &str, url: impl AsRef<str>) -> bool {
        match &self.0 {
            Kind::File(robots) => robots.allowed(agent, url),
            Kind::Kept(kept) => kept.verdict(agent, url).allowed(),
        }
    }

    /// Returns whether the crawler may fetch the URL, and why. Costs as much as
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
    /// If the cache [keeps the matcher](CachePolicy::keep_only_for) of this crawler, it
    /// is shared in O(1). If there is a file, its rules are compiled by every call, which
    /// costs as much as [`Robots::matcher`]: keep the result.
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

    /// Returns the compiled rules for a crawler with several names, like
    /// [`Robots::matcher_for`]; see [`matcher`](Self::matcher).
    pub fn matcher_for<I>(&self, agents: I) -> Arc<Matcher>
    where
        I: IntoIterator,
        I::Item: AsRef<str>,
    {
        match &self.0 {
            Kind::File(robots) => Arc::new(robots.matcher_for(agents)),
            Kind::Kept(kept) => {
                // The names are compared with those of each matcher, so they are collected first.
                let agents: SmallVec<[I::Item; 4]> = agents.into_iter().collect();
                let (allowed, why) = kept.others;
                match kept.find(&agents) {
                    Some(matcher) => matcher.clone(),
                    None => Arc::new(Matcher::without_file(allowed, why, kept.dialect)),
                }
            }
        }
    }

    /// Converts the rules into an owned value, copying the file's text if it is borrowed.
    pub fn into_owned(self) -> Access<'static> {
        Access(match self.0 {
            Kind::File(robots) => Kind::File(Box::new(robots.into_owned())),
            Kind::Kept(kept) => Kind::Kept(kept),
        })
    }

    /// Converts the rules into an owned value. If there are `crawlers`, only their matchers and the
    /// sitemaps are kept.
    pub(super) fn kept_for(self, crawlers: &[CrawlerNames]) -> Access<'static> {
        // Without a file, there is nothing to compile; without crawlers, the policy keeps the
        // whole file.
        let robots = match &self.0 {
            Kind::File(robots) if !crawlers.is_empty() => robots,
            _ => return self.into_owned(),
        };
        // Sitemaps belong to no crawler, so each matcher gets them.
        let matchers = crawlers.iter().map(|names| {
            let matcher = robots.matcher_for(&**names);
            let matcher = matcher.with_sitemaps(robots.sitemaps());
            (names.clone(), Arc::new(matcher))
        });
        Access(Kind::Kept(Kept {
            matchers: matchers.collect(),
            // A crawler that the policy forgot is refused, not admitted.
            others: (false, Unavailable::NotKept),
            dialect: robots.options().chosen_dialect(),
        }))
    }

    /// Returns `true` if it has everything that the policy keeps.
    pub(super) fn serves(&self, policy: &CachePolicy) -> bool {
        match &self.0 {
            Kind::Kept(kept) if !kept.matchers.is_empty() => {
                // Matchers serve a policy that asks for these crawlers and no file.
                let mut crawlers = policy.only_for.iter();
                crawlers.len() > 0 && crawlers.all(|names| kept.find(names).is_some())
            }
            Kind::File(_) | Kind::Kept(_) => true,
        }
    }

    /// Returns an estimate of its memory in bytes, including `self`.
    #[cfg(feature = "std")]
    pub(super) fn heap_size(&self) -> usize {
        size_of::<Self>()
            + match &self.0 {
                // The text, and an estimated three bytes of tables per byte of it.
                Kind::File(robots) => size_of::<Robots<'_>>() + 4 * robots.text().len(),
                Kind::Kept(kept) => {
                    let matchers = kept.matchers.iter();
                    let sizes = matchers.map(|(_, matcher)| matcher.heap_size());
                    sizes.map(|size| size + size_of::<Matcher>() + 40).sum()
                }
            }
    }
}

impl Access<'static> {
    pub(super) fn without_file(
        allowed: bool,
        why: Unavailable,
        options: ParseOptions,
    ) -> Access<'static> {
        Access(Kind::Kept(Kept {
            matchers: Box::default(),
            others: (allowed, why),
            dialect: options.chosen_dialect(),
        }))
    }
}

impl Kept {
    /// Returns the matcher of the crawler with these names: every file selects the same groups
    /// for them as for the names that the policy gave.
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
        let (allowed, why) = self.others;
        match self.find(&[agent]) {
            Some(matcher) => matcher.verdict(url),
            None => Verdict::without_file(allowed, why, url.as_ref()),
        }
    }
}

impl<'t> From<Robots<'t>> for Access<'t> {
    /// Uses a file that was obtained by other means.
    fn from(robots: Robots<'t>) -> Access<'t> {
        Access(Kind::File(Box::new(robots)))
    }
}
