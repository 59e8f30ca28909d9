//! The rules that apply after a fetch: a file, or everything allowed or disallowed.

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::sync::Arc;

use smallvec::SmallVec;

use super::CachePolicy;
use super::kept::{CrawlerNames, KeptMatchers};
use crate::dialect::Dialect;
use crate::matcher::Matcher;
use crate::options::ParseOptions;
use crate::records::Record;
use crate::robots::Robots;
use crate::verdict::{Unavailable, Verdict};

/// The rules that result from fetching a robots.txt: a file or, if there is none,
/// everything allowed or everything disallowed.
///
/// Its methods work like the methods of [`Robots`] and also consider only the path and
/// query of a URL. Use [`Scope`](crate::location::Scope) to check that the robots.txt
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
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(transparent)
)]
pub struct Access<'t>(Kind<'t>);

#[derive(Clone, Debug)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "kebab-case")
)]
enum Kind<'t> {
    /// Boxed, because the other variants are small and common in caches.
    File(Box<Robots<'t>>),
    Matchers(#[cfg_attr(feature = "serde", serde(with = "super::saved::kept"))] KeptMatchers),
    /// The same answer for every URL.
    WithoutFile(Matcher),
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
            Kind::Matchers(_) | Kind::WithoutFile(_) => None,
        }
    }

    /// Returns the sitemaps of the file, or no sitemaps if there is no file. Costs as
    /// much as [`Robots::sitemaps`].
    pub fn sitemaps(&self) -> impl Iterator<Item = Record<'_>> + Clone {
        let (robots, kept) = match &self.0 {
            Kind::File(robots) => (Some(robots), None),
            Kind::Matchers(kept) => (None, Some(kept)),
            Kind::WithoutFile(_) => (None, None),
        };
        let of_robots = robots.into_iter().flat_map(|robots| robots.sitemaps());
        of_robots.chain(kept.into_iter().flat_map(KeptMatchers::sitemaps))
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
            Kind::File(_) | Kind::Matchers(_) => None,
            Kind::WithoutFile(matcher) => matcher.unavailable(),
        }
    }

    /// Returns `true` if the crawler may fetch the URL. Costs as much as
    /// [`Robots::allowed`].
    pub fn allowed(&self, agent: &str, url: impl AsRef<str>) -> bool {
        match &self.0 {
            Kind::File(robots) => robots.allowed(agent, url),
            Kind::Matchers(kept) => match kept.matcher_for(&[agent]) {
                Some(matcher) => matcher.allowed(url),
                None => Verdict::without_file(false, Unavailable::NotKept, url.as_ref()).allowed(),
            },
            Kind::WithoutFile(matcher) => matcher.allowed(url),
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
            Kind::Matchers(kept) => match kept.matcher_for(&[agent]) {
                Some(matcher) => matcher.verdict(url),
                None => Verdict::without_file(false, Unavailable::NotKept, url.as_ref()),
            },
            Kind::WithoutFile(matcher) => matcher.verdict(url),
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
            Kind::Matchers(kept) => {
                let agents: SmallVec<[I::Item; 4]> = agents.into_iter().collect();
                let not_kept = || {
                    Matcher::without_file(false, Unavailable::NotKept, Dialect::default()).into()
                };
                kept.matcher_for(&agents).cloned().unwrap_or_else(not_kept)
            }
            Kind::WithoutFile(matcher) => Arc::new(matcher.clone()),
        }
    }

    /// Converts into rules that borrow nothing, copying the file's text if it is borrowed.
    pub fn into_owned(self) -> Access<'static> {
        Access(match self.0 {
            Kind::File(robots) => Kind::File(Box::new(robots.into_owned())),
            Kind::Matchers(kept) => Kind::Matchers(kept),
            Kind::WithoutFile(matcher) => Kind::WithoutFile(matcher),
        })
    }

    /// Converts into rules that borrow nothing. If `crawlers` are given, only their
    /// matchers and the sitemaps are kept.
    pub(super) fn kept_for(self, crawlers: Option<&Arc<[CrawlerNames]>>) -> Access<'static> {
        match (&self.0, crawlers) {
            (Kind::File(robots), Some(crawlers)) => {
                Access(Kind::Matchers(KeptMatchers::new(robots, crawlers)))
            }
            _ => self.into_owned(),
        }
    }

    /// Returns `true` if it has everything that the policy keeps.
    pub(super) fn serves(&self, policy: &CachePolicy) -> bool {
        match (&self.0, &policy.only_for) {
            (Kind::Matchers(kept), Some(crawlers)) => kept.serves(crawlers),
            (Kind::Matchers(_), None) => false,
            (Kind::File(_) | Kind::WithoutFile(_), _) => true,
        }
    }

    /// Returns an estimate of its memory in bytes, including `self`.
    #[cfg(feature = "std")]
    pub(super) fn heap_size(&self) -> usize {
        size_of::<Self>()
            + match &self.0 {
                // The text, and an estimated three bytes of tables per byte of it.
                Kind::File(robots) => size_of::<Robots<'_>>() + 4 * robots.text().len(),
                Kind::Matchers(kept) => kept.heap_size(),
                Kind::WithoutFile(_) => 0,
            }
    }

    pub(super) fn file(body: Cow<'t, [u8]>, options: ParseOptions) -> Access<'t> {
        Access::from(match body {
            Cow::Borrowed(text) => options.parse(text),
            Cow::Owned(text) => options.parse_owned(text),
        })
    }
}

impl Access<'static> {
    pub(super) fn without_file(
        allowed: bool,
        why: Unavailable,
        options: ParseOptions,
    ) -> Access<'static> {
        let dialect = options.chosen_dialect();
        Access(Kind::WithoutFile(Matcher::without_file(
            allowed, why, dialect,
        )))
    }
}

impl<'t> From<Robots<'t>> for Access<'t> {
    /// Uses a file that was obtained by other means.
    fn from(robots: Robots<'t>) -> Access<'t> {
        Access(Kind::File(Box::new(robots)))
    }
}
