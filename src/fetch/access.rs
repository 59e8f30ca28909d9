//! What holds after a fetch: a file to obey, or all or nothing.

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::sync::Arc;

use super::CachePolicy;
use super::only_for::{Names, OnlyFor};
use crate::dialect::Dialect;
use crate::records::Record;
use crate::target::Target;
use crate::verdict::{Unavailable, Verdict};
use crate::{Matcher, ParseOptions, Robots};

/// What a fetch result allows: a file to obey or, where there is none, all or
/// nothing.
///
/// Answers as [`Robots`] does, and like it looks at path and query only: ask
/// [`Scope`](crate::location::Scope) for whether it covers the URL.
///
/// ```
/// use robots_exclusion::Reason;
/// use robots_exclusion::fetch::{Access, FetchResult};
///
/// let access = FetchResult::unreachable().access();
/// let verdict = access.verdict("MyBot", "https://example.com/page");
/// assert!(!verdict.allowed());
/// assert!(matches!(verdict.reason(), Reason::Unavailable(_)));
/// assert_eq!(verdict.to_string(), "disallowed: robots.txt could not be reached");
///
/// // Or the crawler could never see that the host is back.
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
    /// A box, as what has no file is small and most caches hold much of it.
    File(Box<Robots<'t>>),
    Matchers(#[cfg_attr(feature = "serde", serde(with = "super::saved::only_for"))] OnlyFor),
    /// Answers the same for every URL.
    WithoutFile(Matcher<'static>),
}

impl<'t> Access<'t> {
    /// What holds before the first fetch: everything is disallowed but
    /// `/robots.txt`.
    ///
    /// ```
    /// use robots_exclusion::fetch::Access;
    ///
    /// let access = Access::not_fetched();
    /// let verdict = access.verdict("MyBot", "/a");
    /// assert_eq!(verdict.to_string(), "disallowed: robots.txt was not fetched yet");
    /// ```
    pub fn not_fetched() -> Access<'static> {
        Access::without_file(false, Unavailable::NotFetched, ParseOptions::new())
    }

    /// The file to obey, if there is one; `None` also if no more of it was kept
    /// than [some crawlers](CachePolicy::keep_only_for) need.
    pub fn robots(&self) -> Option<&Robots<'t>> {
        match &self.0 {
            Kind::File(robots) => Some(robots),
            Kind::Matchers(_) | Kind::WithoutFile(_) => None,
        }
    }

    /// The sitemaps of the file; none where there is none. Costs what
    /// [`Robots::sitemaps`] costs.
    pub fn sitemaps(&self) -> impl Iterator<Item = Record<'_>> + Clone {
        let (robots, only_for) = match &self.0 {
            Kind::File(robots) => (Some(robots), None),
            Kind::Matchers(only_for) => (None, Some(only_for)),
            Kind::WithoutFile(_) => (None, None),
        };
        let of_robots = robots.into_iter().flat_map(|robots| robots.sitemaps());
        of_robots.chain(only_for.into_iter().flat_map(OnlyFor::sitemaps))
    }

    /// Why there is no file to obey; `None` if there is one.
    ///
    /// ```
    /// use robots_exclusion::Unavailable;
    /// use robots_exclusion::fetch::FetchResult;
    ///
    /// let unavailable = |status| FetchResult::response(status, "").access().unavailable();
    /// assert_eq!(unavailable(404), Some(Unavailable::Status(404)));
    /// assert_eq!(unavailable(204), None);
    /// ```
    pub fn unavailable(&self) -> Option<Unavailable> {
        match &self.0 {
            Kind::File(_) | Kind::Matchers(_) => None,
            Kind::WithoutFile(matcher) => matcher.unavailable(),
        }
    }

    /// Whether the crawler may fetch the URL; costs what [`Robots::allowed`]
    /// costs.
    pub fn allowed(&self, agent: &str, url: impl AsRef<str>) -> bool {
        match &self.0 {
            Kind::File(robots) => robots.allowed(agent, url),
            Kind::Matchers(_) => self.verdict(agent, url).allowed(),
            Kind::WithoutFile(matcher) => matcher.allowed(url),
        }
    }

    /// Whether the crawler may fetch the URL, and why; costs what
    /// [`Robots::verdict`] costs.
    ///
    /// Where there is no file the reason is
    /// [`Unavailable`](crate::Reason::Unavailable).
    ///
    /// ```
    /// use robots_exclusion::fetch::FetchResult;
    ///
    /// let access = FetchResult::response(503, "").access();
    /// let verdict = access.verdict("MyBot", "/a");
    /// assert_eq!(verdict.to_string(), "disallowed: robots.txt answered with status 503");
    /// assert_eq!(verdict.line(), None);
    /// ```
    pub fn verdict(&self, agent: &str, url: impl AsRef<str>) -> Verdict<'_> {
        match &self.0 {
            Kind::File(robots) => robots.verdict(agent, url),
            Kind::Matchers(only_for) => match only_for.matcher_for(&[agent]) {
                Some(matcher) => matcher.verdict(url),
                None => {
                    let is_robots_txt = Target::is_robots_txt_of(url.as_ref());
                    Verdict::without_file(false, Unavailable::NotKept, is_robots_txt)
                }
            },
            Kind::WithoutFile(matcher) => matcher.verdict(url),
        }
    }

    /// The rules for one crawler, compiled anew at each call; costs what
    /// [`Robots::matcher`] costs.
    ///
    /// [`Outlook::matcher`](super::Outlook::matcher) has one to be shared.
    ///
    /// ```
    /// use robots_exclusion::fetch::FetchResult;
    ///
    /// let matcher = FetchResult::unreachable().access().matcher("MyBot").into_owned();
    /// assert!(!matcher.allowed("/a"));
    /// assert!(matcher.allowed("/robots.txt"));
    /// ```
    pub fn matcher(&self, agent: &str) -> Matcher<'_> {
        self.matcher_for(&[agent])
    }

    /// The rules for a crawler of several names, compiled anew at each call;
    /// costs what [`Robots::matcher_for`] costs.
    pub fn matcher_for<A: AsRef<str>>(&self, agents: &[A]) -> Matcher<'_> {
        match &self.0 {
            Kind::File(robots) => robots.matcher_for(agents),
            Kind::Matchers(only_for) => match only_for.matcher_for(agents) {
                Some(matcher) => Matcher::clone(matcher),
                None => not_kept(),
            },
            Kind::WithoutFile(matcher) => matcher.clone(),
        }
    }

    /// The same without borrowing: copies the file's text if it is borrowed.
    pub fn into_owned(self) -> Access<'static> {
        Access(match self.0 {
            Kind::File(robots) => Kind::File(Box::new(robots.into_owned())),
            Kind::Matchers(only_for) => Kind::Matchers(only_for),
            Kind::WithoutFile(matcher) => Kind::WithoutFile(matcher),
        })
    }

    /// The same without borrowing, or no more of it than these crawlers need.
    pub(super) fn kept_for(self, crawlers: Option<&Arc<[Names]>>) -> Access<'static> {
        match (&self.0, crawlers) {
            (Kind::File(robots), Some(crawlers)) => {
                Access(Kind::Matchers(OnlyFor::new(robots, crawlers)))
            }
            _ => self.into_owned(),
        }
    }

    /// The matcher to be shared, if matchers are all that was kept.
    pub(super) fn kept_matcher<A: AsRef<str>>(
        &self,
        agents: &[A],
    ) -> Option<Arc<Matcher<'static>>> {
        match &self.0 {
            Kind::Matchers(only_for) => Some(match only_for.matcher_for(agents) {
                Some(matcher) => matcher.clone(),
                None => Arc::new(not_kept()),
            }),
            Kind::File(_) | Kind::WithoutFile(_) => None,
        }
    }

    /// Whether it has what is kept by this policy.
    pub(super) fn serves(&self, policy: &CachePolicy) -> bool {
        match (&self.0, &policy.only_for) {
            (Kind::Matchers(only_for), Some(crawlers)) => only_for.serves(crawlers),
            (Kind::Matchers(_), None) => false,
            (Kind::File(_) | Kind::WithoutFile(_), _) => true,
        }
    }

    pub(super) fn file(body: Cow<'t, [u8]>, options: ParseOptions) -> Access<'t> {
        Access::from(match body {
            Cow::Borrowed(text) => options.parse(text),
            Cow::Owned(text) => options.parse_owned(text),
        })
    }
}

/// The matcher of a crawler for which nothing was kept.
fn not_kept() -> Matcher<'static> {
    Matcher::without_file(false, Unavailable::NotKept, Dialect::default())
}

impl Access<'static> {
    pub(super) fn without_file(
        allowed: bool,
        why: Unavailable,
        options: ParseOptions,
    ) -> Access<'static> {
        let dialect = options.get_dialect();
        Access(Kind::WithoutFile(Matcher::without_file(
            allowed, why, dialect,
        )))
    }
}

impl<'t> From<Robots<'t>> for Access<'t> {
    /// A file obtained by other means.
    fn from(robots: Robots<'t>) -> Access<'t> {
        Access(Kind::File(Box::new(robots)))
    }
}
