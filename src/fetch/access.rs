//! What holds after a fetch: a file to obey, or all or nothing.

use crate::target::Target;
use crate::verdict::{Unavailable, Verdict};
use crate::{Dialect, Matcher, ParseOptions, Robots};

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
pub struct Access<'t>(Kind<'t>);

#[derive(Clone, Debug)]
#[expect(clippy::large_enum_variant, reason = "nearly all are files")]
enum Kind<'t> {
    File(Robots<'t>),
    Without {
        allowed: bool,
        why: Unavailable,
        dialect: Dialect,
    },
}

impl<'t> Access<'t> {
    /// What holds before the first fetch: everything is disallowed but
    /// `/robots.txt`.
    ///
    /// ```
    /// use robots_exclusion::fetch::Access;
    ///
    /// let verdict = Access::not_fetched().verdict("MyBot", "/a").to_string();
    /// assert_eq!(verdict, "disallowed: robots.txt was not fetched yet");
    /// ```
    pub fn not_fetched() -> Access<'static> {
        Access::without_file(false, Unavailable::NotFetched, ParseOptions::new())
    }

    /// The file to obey, if there is one.
    ///
    /// ```
    /// use robots_exclusion::fetch::FetchResult;
    ///
    /// let access = FetchResult::response(200, "User-agent: *\nDisallow: /a\n").access();
    /// assert!(access.robots().is_some_and(|robots| !robots.is_truncated()));
    /// assert!(FetchResult::response(404, "").access().robots().is_none());
    /// ```
    pub fn robots(&self) -> Option<&Robots<'t>> {
        match &self.0 {
            Kind::File(robots) => Some(robots),
            Kind::Without { .. } => None,
        }
    }

    /// Why there is no file to obey; `None` if there is one.
    ///
    /// ```
    /// use robots_exclusion::Unavailable;
    /// use robots_exclusion::fetch::FetchResult;
    ///
    /// assert_eq!(FetchResult::response(404, "").access().unavailable(), Some(Unavailable::Status(404)));
    /// assert_eq!(FetchResult::response(204, "").access().unavailable(), None);
    /// ```
    pub fn unavailable(&self) -> Option<Unavailable> {
        match self.0 {
            Kind::File(_) => None,
            Kind::Without { why, .. } => Some(why),
        }
    }

    /// Whether the crawler may fetch the URL; as [`Robots::allowed`].
    ///
    /// ```
    /// use robots_exclusion::fetch::FetchResult;
    ///
    /// let access = FetchResult::found("User-agent: mybot\nDisallow: /a\n").access();
    /// assert!(!access.allowed("MyBot", "https://example.com/a"));
    /// assert!(access.allowed("MyBot", "https://example.com/b"));
    /// ```
    pub fn allowed(&self, agent: &str, url: impl AsRef<str>) -> bool {
        match &self.0 {
            Kind::File(robots) => robots.allowed(agent, url),
            Kind::Without { .. } => self.verdict(agent, url).allowed(),
        }
    }

    /// Whether the crawler may fetch the URL, and why; as [`Robots::verdict`].
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
            &Kind::Without { allowed, why, .. } => {
                Verdict::without_file(allowed, why, Target::is_robots_txt_of(url.as_ref()))
            }
        }
    }

    /// The rules that bind one crawler; as [`Robots::matcher`].
    ///
    /// ```
    /// use robots_exclusion::fetch::FetchResult;
    ///
    /// let matcher = FetchResult::unreachable().access().matcher("MyBot").into_owned();
    /// assert!(!matcher.allowed("/a"));
    /// assert!(matcher.allowed("/robots.txt"));
    /// ```
    pub fn matcher(&self, agent: &str) -> Matcher<'_> {
        match &self.0 {
            Kind::File(robots) => robots.matcher(agent),
            &Kind::Without {
                allowed,
                why,
                dialect,
            } => Matcher::without_file(allowed, why, dialect),
        }
    }

    /// The rules that bind a crawler of several names; as
    /// [`Robots::matcher_for`].
    ///
    /// ```
    /// use robots_exclusion::fetch::FetchResult;
    ///
    /// let access = FetchResult::found("User-agent: googlebot\nDisallow: /a\n").access();
    /// assert!(!access.matcher_for(&["Googlebot-Image", "Googlebot"]).allowed("/a"));
    /// ```
    pub fn matcher_for<A: AsRef<str>>(&self, agents: &[A]) -> Matcher<'_> {
        match &self.0 {
            Kind::File(robots) => robots.matcher_for(agents),
            &Kind::Without {
                allowed,
                why,
                dialect,
            } => Matcher::without_file(allowed, why, dialect),
        }
    }

    /// The same, with a copy of the file's text; as [`Robots::into_owned`].
    ///
    /// ```
    /// use robots_exclusion::fetch::{Access, FetchResult};
    ///
    /// let body = String::from("User-agent: *\nDisallow: /a\n");
    /// let kept: Access<'static> = FetchResult::response(200, &body).access().into_owned();
    /// drop(body);
    /// assert!(!kept.allowed("MyBot", "/a"));
    /// ```
    pub fn into_owned(self) -> Access<'static> {
        Access(match self.0 {
            Kind::File(robots) => Kind::File(robots.into_owned()),
            Kind::Without {
                allowed,
                why,
                dialect,
            } => Kind::Without {
                allowed,
                why,
                dialect,
            },
        })
    }
}

impl Access<'static> {
    pub(super) fn without_file(allowed: bool, why: Unavailable, options: ParseOptions) -> Self {
        Self(Kind::Without {
            allowed,
            why,
            dialect: options.get_dialect(),
        })
    }
}

impl<'t> From<Robots<'t>> for Access<'t> {
    /// A file had by other means.
    ///
    /// ```
    /// use robots_exclusion::Robots;
    /// use robots_exclusion::fetch::Access;
    ///
    /// let access = Access::from(Robots::parse("User-agent: *\nDisallow: /a\n"));
    /// assert!(!access.allowed("MyBot", "/a"));
    /// ```
    fn from(robots: Robots<'t>) -> Self {
        Self(Kind::File(robots))
    }
}
