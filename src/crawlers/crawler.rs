//! A known crawler, with a profile of how it reads robots.txt.

use alloc::vec::Vec;
use core::fmt;
use core::iter;

use super::{Obeys, Purpose, Status};
use crate::agent;
use crate::dialect::Dialect;
use crate::file::Selected;
use crate::matcher::Matcher;
use crate::robots::Robots;

/// A known crawler and its profile, as given by a row in the table.
///
/// The [module documentation](super) explains where the facts come from.
///
/// ```
/// use robots_exclusion::crawlers;
///
/// let crawler = crawlers::find("gptbot").unwrap();
/// assert_eq!(crawler.token, "GPTBot");
/// assert_eq!(crawler.operator, "OpenAI");
/// assert_eq!(crawler.purpose, crawlers::Purpose::AiTraining);
/// assert_eq!(crawler.status, crawlers::Status::Active);
/// assert_eq!(crawler.addresses, Some("https://openai.com/gptbot.json"));
/// ```
#[derive(Debug, PartialEq, Eq, Hash)]
pub struct Crawler {
    /// The name that the operator tells site owners to write in a `user-agent` line.
    ///
    /// It may contain spaces (`Screaming Frog SEO Spider`), but only its
    /// [product token](agent::product_token) is compared with robots.txt files.
    pub token: &'static str,
    /// The name of the crawler's operator.
    pub operator: &'static str,
    /// The purpose for which the crawler fetches pages.
    pub purpose: Purpose,
    /// The crawler's status: in use, retired, or a token that no crawler sends.
    pub status: Status,
    /// The operator's statement about whether the crawler obeys robots.txt.
    ///
    /// `Yes` doesn't rule out exceptions, which some operators make for security checks or by
    /// agreement with a site. `No` is common among fetchers that act for a person.
    ///
    /// `Yes` and `No` correspond to the values of `rfc9309-compliance` in
    /// draft-meunier-webbotauth-registry-04, but this table isn't based on operators' cards.
    pub obeys_robots_txt: Obeys,
    /// The operator's statement about whether the crawler obeys `crawl-delay`.
    pub obeys_crawl_delay: Obeys,
    /// The URL of a source for the claim that models are trained on what this crawler publishes, or
    /// `None` if there is no such claim. Training isn't the crawler's own
    /// [purpose](Crawler::purpose).
    pub trains_models: Option<&'static str>,
    /// The URL of the address list that the operator publishes for this crawler, if it is known. If
    /// a request that uses the crawler's name comes from any other address, it isn't from this
    /// crawler.
    pub addresses: Option<&'static str>,
    /// The domains with which you can verify the crawler by forward-confirmed reverse DNS: the
    /// address must resolve to a name in one of them, and that name must resolve to the address.
    /// The list is empty if the operator doesn't document any domains.
    pub domains: &'static [&'static str],
    /// The URL of the crawler's documentation. This is the operator's own documentation if there is
    /// any.
    pub documentation: &'static str,
    /// The day on which the documentation was read, as `YYYY-MM-DD`.
    ///
    /// This is `None` if it hasn't been read for this table. In that case, it is unknown what the
    /// crawler obeys, and the crawler has the default profile.
    pub documentation_read: Option<&'static str>,
    /// The dialect in which the crawler reads robots.txt. This is [`Dialect::Google`] for Google's
    /// crawlers and [`Dialect::Standard`] for all others.
    pub dialect: Dialect,
    /// `true` if the crawler obeys the groups for `*` when no other group names it.
    ///
    /// AdsBot-Google and related crawlers ignore `*`, so a group that is meant for them must name
    /// them.
    pub is_bound_by_wildcard: bool,
    /// The token of the crawler that replaces a retired one.
    pub(super) successor: Option<&'static str>,
    /// Further product tokens, in order. Each one is used if no earlier one has a group.
    then: &'static [&'static str],
    /// A part of its `User-Agent` header that identifies it, if the token isn't enough.
    pub(super) header: Option<&'static str>,
    /// `true` if it has an unknown purpose and no product, and public lists of AI crawlers, such as
    /// the one from the ai.robots.txt project, name it.
    pub(super) is_listed_as_ai: bool,
}

/// Creates a row for a crawler without claiming anything about what it obeys, as if its
/// documentation hadn't been read.
pub(super) const fn row(
    token: &'static str,
    operator: &'static str,
    purpose: Purpose,
    documentation: &'static str,
) -> Crawler {
    Crawler {
        token,
        operator,
        purpose,
        status: Status::Active,
        obeys_robots_txt: Obeys::Unknown,
        obeys_crawl_delay: Obeys::Unknown,
        trains_models: None,
        addresses: None,
        domains: &[],
        documentation,
        documentation_read: None,
        dialect: Dialect::Standard,
        is_bound_by_wildcard: true,
        successor: None,
        then: &[],
        header: None,
        is_listed_as_ai: false,
    }
}

/// Builder methods for rows in the table.
impl Crawler {
    /// Sets the day on which the documentation was read (`YYYY-MM-DD`), and what it says about
    /// robots.txt.
    pub(super) const fn read(mut self, day: &'static str, obeys: Obeys) -> Crawler {
        self.documentation_read = Some(day);
        self.obeys_robots_txt = obeys;
        self
    }

    /// Sets the documented answer for `crawl-delay`.
    pub(super) const fn delay(mut self, obeys_crawl_delay: Obeys) -> Crawler {
        self.obeys_crawl_delay = obeys_crawl_delay;
        self
    }

    /// Marks the crawler as retired. Another one may have replaced it.
    pub(super) const fn retired(mut self, successor: Option<&'static str>) -> Crawler {
        self.status = Status::Retired;
        self.successor = successor;
        self
    }

    /// Marks the token as a control token, which no crawler sends.
    pub(super) const fn control(mut self) -> Crawler {
        self.status = Status::Control;
        self
    }

    /// Sets the dialect to [`Dialect::Google`].
    pub(super) const fn google(mut self) -> Crawler {
        self.dialect = Dialect::Google;
        self
    }

    /// Adds the tokens whose groups the crawler obeys, in this order, if no group names it.
    pub(super) const fn then(mut self, then: &'static [&'static str]) -> Crawler {
        self.then = then;
        self
    }

    /// Marks the crawler as one that ignores the groups for `*`.
    pub(super) const fn not_bound_by_wildcard(mut self) -> Crawler {
        self.is_bound_by_wildcard = false;
        self
    }

    /// Marks the crawler as one that public lists of AI crawlers name.
    pub(super) const fn listed_as_ai(mut self) -> Crawler {
        self.is_listed_as_ai = true;
        self
    }

    /// Sets the source for the claim that models are trained on what the crawler publishes,
    /// although that isn't its purpose.
    pub(super) const fn training(mut self, source: &'static str) -> Crawler {
        self.trains_models = Some(source);
        self
    }

    /// Sets the URL of the operator's address list for this crawler.
    pub(super) const fn addresses_at(mut self, url: &'static str) -> Crawler {
        self.addresses = Some(url);
        self
    }

    /// Sets the domains that reverse DNS returns for the crawler's addresses.
    pub(super) const fn within(mut self, domains: &'static [&'static str]) -> Crawler {
        self.domains = domains;
        self
    }

    /// Sets the part of its `User-Agent` header that identifies it.
    pub(super) const fn header(mut self, part: &'static str) -> Crawler {
        self.header = Some(part);
        self
    }
}

impl Crawler {
    /// Returns `true` if rules for `purpose` should include this crawler. That is the case if it is
    /// the crawler's purpose or, for [`Purpose::AiTraining`], if models are
    /// [trained](Crawler::trains_models) on what the crawler publishes.
    ///
    /// ```
    /// use robots_exclusion::crawlers::{self, Purpose};
    ///
    /// let crawler = crawlers::find("CCBot").unwrap();
    /// assert_eq!(crawler.purpose, Purpose::Research);
    /// assert!(crawler.serves(Purpose::Research) && crawler.serves(Purpose::AiTraining));
    /// ```
    pub fn serves(&self, purpose: Purpose) -> bool {
        self.purpose == purpose || purpose == Purpose::AiTraining && self.trains_models.is_some()
    }

    /// Returns the crawler's product tokens, in order of preference. Only the groups for the first
    /// token that any group names are selected.
    ///
    /// ```
    /// use robots_exclusion::crawlers;
    ///
    /// let crawler = crawlers::find("Applebot").unwrap();
    /// assert_eq!(crawler.product_tokens().collect::<Vec<_>>(), ["Applebot", "Googlebot"]);
    /// ```
    pub fn product_tokens(&self) -> impl Iterator<Item = &'static str> + Clone {
        let then = self.then.iter().copied();
        iter::once(agent::product_token(self.token)).chain(then)
    }

    /// Compiles the rules in a file for this crawler, following its profile.
    ///
    /// The groups for the first of its [product tokens](Crawler::product_tokens) that has any are
    /// selected. If none of them has any, groups are selected as for any other crawler: first the
    /// groups for a more general token, if the file's dialect and
    /// [options](crate::ParseOptions::agent_fallback) allow that, and then the groups for `*`, if
    /// they [apply to the crawler](Crawler::is_bound_by_wildcard).
    ///
    /// The matcher contains what the file asks of the crawler. To find out whether the crawler
    /// complies, see [`obeys_robots_txt`].
    ///
    /// The matcher is always in the crawler's dialect. If the file was parsed in the other dialect,
    /// it is parsed again, which takes one more pass over the text. To avoid that, parse it in the
    /// crawler's [`dialect`](Crawler::dialect). For other costs, see [`Robots::matcher`].
    ///
    /// [`obeys_robots_txt`]: Crawler::obeys_robots_txt
    ///
    /// ```
    /// use robots_exclusion::{Robots, crawlers};
    ///
    /// let robots = Robots::parse("user-agent: *\ndisallow: /\n\nuser-agent: Googlebot\nallow: /");
    /// let allowed = |name| {
    ///     let crawler = crawlers::find(name).unwrap();
    ///     crawler.matcher(&robots).allowed("/")
    /// };
    /// assert!(allowed("Googlebot-Image")); // obeys the group of Googlebot,
    /// assert!(allowed("Applebot")); //        and so does this one
    /// assert!(allowed("AdsBot-Google")); //   ignores `*`
    /// assert!(!allowed("bingbot"));
    /// ```
    pub fn matcher(&self, robots: &Robots<'_>) -> Matcher {
        if robots.dialect() != self.dialect {
            // The text has already been truncated to the limit.
            let options = robots.options().dialect(self.dialect).byte_limit(None);
            return self.matcher(&options.parse(robots.text()));
        }
        self.select(robots, |selected| Matcher::new(&robots.file, selected))
    }

    /// Selects the groups for this crawler in a file, and passes them to a function. The documented
    /// order of tokens replaces the dialect's rules.
    pub(super) fn select<T>(
        &self,
        robots: &Robots<'_>,
        function: impl FnOnce(&Selected<'_, '_>) -> T,
    ) -> T {
        let tokens: Vec<&[u8]> = self.product_tokens().map(str::as_bytes).collect();
        // In either dialect, only the groups for the first token that has any apply.
        let fallback = robots.options().agent_fallback;
        let file = &robots.file;
        function(&file.select(&tokens, fallback, false, self.is_bound_by_wildcard))
    }
}

/// Displays the [token](Crawler::token).
impl fmt::Display for Crawler {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.token)
    }
}
