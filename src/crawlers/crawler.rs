//! A known crawler, with a profile of how it reads robots.txt.

use alloc::vec::Vec;
use core::fmt;
use core::iter;

use super::{Obeys, Purpose, Status};
use crate::agent;
use crate::dialect::Dialect;
use crate::matcher::Matcher;
use crate::options::ParseOptions;
use crate::robots::Robots;

/// A known crawler: one row of the table, and its profile.
///
/// The [module documentation](super) explains the facts and their sources.
///
/// ```
/// use robots_exclusion::crawlers;
///
/// let crawler = crawlers::find("gptbot").unwrap();
/// assert_eq!(crawler.token(), "GPTBot");
/// assert_eq!(crawler.operator(), "OpenAI");
/// assert_eq!(crawler.purpose(), crawlers::Purpose::AiTraining);
/// assert_eq!(crawler.status(), crawlers::Status::Active);
/// ```
#[derive(Debug, PartialEq, Eq, Hash)]
pub struct Crawler {
    token: &'static str,
    operator: &'static str,
    purpose: Purpose,
    status: Status,
    /// The token of the crawler that replaces a retired one.
    replaced_by: Option<&'static str>,
    obeys: Obeys,
    obeys_crawl_delay: Obeys,
    documentation: &'static str,
    read: Option<&'static str>,
    dialect: Dialect,
    /// Further product tokens, in order. Each is used if no earlier one has a group.
    then: &'static [&'static str],
    ignores_wildcard: bool,
    /// A part of its `User-Agent` header that identifies it, if the token is not enough.
    header: Option<&'static str>,
    /// The source for models being trained on what it publishes.
    trains_models: Option<&'static str>,
    /// The URL of the operator's list of addresses.
    addresses: Option<&'static str>,
    /// The domains of its addresses in forward-confirmed reverse DNS.
    domains: &'static [&'static str],
}

/// Creates a row for a crawler without any claim about what it obeys, as if its documentation
/// had not been read.
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
        replaced_by: None,
        obeys: Obeys::Unknown,
        obeys_crawl_delay: Obeys::Unknown,
        documentation,
        read: None,
        dialect: Dialect::Standard,
        then: &[],
        ignores_wildcard: false,
        header: None,
        trains_models: None,
        addresses: None,
        domains: &[],
    }
}

/// Builder methods for the rows of the table.
impl Crawler {
    /// Sets the day on which the documentation was read (`YYYY-MM-DD`), and what it says about
    /// robots.txt.
    pub(super) const fn read(mut self, day: &'static str, obeys: Obeys) -> Crawler {
        self.read = Some(day);
        self.obeys = obeys;
        self
    }

    /// Sets the documented answer for `crawl-delay`.
    pub(super) const fn delay(mut self, obeys_crawl_delay: Obeys) -> Crawler {
        self.obeys_crawl_delay = obeys_crawl_delay;
        self
    }

    /// Marks the crawler as retired. Another one may have replaced it.
    pub(super) const fn retired(mut self, replaced_by: Option<&'static str>) -> Crawler {
        self.status = Status::Retired;
        self.replaced_by = replaced_by;
        self
    }

    /// Marks the token as one that no crawler sends.
    pub(super) const fn control(mut self) -> Crawler {
        self.status = Status::Control;
        self
    }

    /// Sets the dialect to [`Dialect::Google`].
    pub(super) const fn google(mut self) -> Crawler {
        self.dialect = Dialect::Google;
        self
    }

    /// Adds tokens whose groups the crawler obeys if no group names it, in this order.
    pub(super) const fn then(mut self, then: &'static [&'static str]) -> Crawler {
        self.then = then;
        self
    }

    /// Marks the crawler as one that ignores the groups of `*`.
    pub(super) const fn not_bound_by_wildcard(mut self) -> Crawler {
        self.ignores_wildcard = true;
        self
    }

    /// Sets the source for the fact that models are trained on what the crawler publishes, although
    /// that is not its purpose.
    pub(super) const fn training(mut self, source: &'static str) -> Crawler {
        self.trains_models = Some(source);
        self
    }

    /// Sets the URL of the operator's list of the crawler's addresses.
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
    /// Returns the name that the operator tells site owners to write in a `user-agent` line.
    ///
    /// It may contain spaces (`Screaming Frog SEO Spider`), but only its
    /// [product token](agent::product_token) is compared with robots.txt files.
    pub fn token(&self) -> &'static str {
        self.token
    }

    /// Returns the name of the crawler's operator.
    pub fn operator(&self) -> &'static str {
        self.operator
    }

    /// Returns the purpose for which the crawler fetches pages.
    pub fn purpose(&self) -> Purpose {
        self.purpose
    }

    /// Returns the status: in use, retired, or a token that no crawler sends.
    pub fn status(&self) -> Status {
        self.status
    }

    /// Returns the token of the crawler that replaces a retired one.
    pub(super) fn replacement(&self) -> Option<&'static str> {
        self.replaced_by
    }

    /// Returns whether the crawler obeys robots.txt, as its operator documents.
    ///
    /// `Yes` doesn't rule out exceptions: some operators make them for security checks, or by
    /// agreement with a site. `No` is common among fetchers that act for a person.
    ///
    /// `Yes` and `No` correspond to the values of `rfc9309-compliance` in
    /// draft-meunier-webbotauth-registry-04, but no operator's card has been read for this table.
    pub fn obeys_robots_txt(&self) -> Obeys {
        self.obeys
    }

    /// Returns whether the crawler obeys `crawl-delay`, as its operator documents.
    pub fn obeys_crawl_delay(&self) -> Obeys {
        self.obeys_crawl_delay
    }

    /// Returns the URL of a source for the fact that models are trained on what this crawler
    /// publishes, if there is one. That is not the crawler's [purpose](Crawler::purpose).
    pub fn trains_models(&self) -> Option<&'static str> {
        self.trains_models
    }

    /// Returns `true` if rules for `purpose` should include this crawler: if it is the crawler's
    /// purpose or, for [`Purpose::AiTraining`], if models are [trained](Crawler::trains_models) on
    /// what the crawler publishes.
    ///
    /// ```
    /// use robots_exclusion::crawlers::{self, Purpose};
    ///
    /// let crawler = crawlers::find("CCBot").unwrap();
    /// assert_eq!(crawler.purpose(), Purpose::Research);
    /// assert!(crawler.serves(Purpose::Research) && crawler.serves(Purpose::AiTraining));
    /// ```
    pub fn serves(&self, purpose: Purpose) -> bool {
        self.purpose == purpose || purpose == Purpose::AiTraining && self.trains_models.is_some()
    }

    /// Returns the URL of the list of addresses that the operator publishes for this crawler, if
    /// it is known. A request from any other address only claims the crawler's name.
    ///
    /// ```
    /// use robots_exclusion::crawlers;
    ///
    /// let crawler = crawlers::find("GPTBot").unwrap();
    /// assert_eq!(crawler.addresses(), Some("https://openai.com/gptbot.json"));
    /// ```
    pub fn addresses(&self) -> Option<&'static str> {
        self.addresses
    }

    /// Returns the domains that verify the crawler by forward-confirmed reverse DNS: the name of
    /// the address is in one of them, and the name leads back to the address. Empty if the
    /// operator documents none.
    ///
    /// ```
    /// use robots_exclusion::crawlers;
    ///
    /// assert_eq!(crawlers::find("bingbot").unwrap().domains(), ["search.msn.com"]);
    /// ```
    pub fn domains(&self) -> &'static [&'static str] {
        self.domains
    }

    /// Returns the URL of the crawler's documentation, by its operator if there is any.
    pub fn documentation(&self) -> &'static str {
        self.documentation
    }

    /// Returns the day on which the documentation was read, as `YYYY-MM-DD`.
    ///
    /// Returns `None` if it hasn't been read for this table. What the crawler obeys is then
    /// unknown, and its profile is the default one.
    pub fn documentation_read(&self) -> Option<&'static str> {
        self.read
    }

    /// Returns the dialect in which the crawler reads robots.txt: [`Dialect::Google`] for Google's
    /// crawlers, [`Dialect::Standard`] for all others.
    pub fn dialect(&self) -> Dialect {
        self.dialect
    }

    /// Returns the crawler's product tokens, in order of preference. The groups of the first token
    /// that any group names are selected, and no others.
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

    /// Returns `true` if the crawler obeys the groups of `*` when no other group names it.
    ///
    /// AdsBot-Google and related crawlers ignore `*`, so rules for them must name them.
    pub fn is_bound_by_wildcard(&self) -> bool {
        !self.ignores_wildcard
    }

    /// Returns `true` if a `User-Agent` header contains the part that identifies this crawler.
    pub(super) fn is_in_header(&self, header: &str) -> bool {
        self.header.is_some_and(|part| header.contains(part))
    }

    /// Returns the options for parsing a robots.txt as this crawler does: the defaults, with its
    /// [dialect](Crawler::dialect).
    pub fn parse_options(&self) -> ParseOptions {
        ParseOptions::new().dialect(self.dialect)
    }

    /// Compiles the rules of a file for this crawler, following its profile.
    ///
    /// The groups of the first of its [product tokens](Crawler::product_tokens) that has any are
    /// selected. If there are none, the groups are selected as for any other crawler: the groups
    /// of a more general token, if the file's dialect and [options](ParseOptions::agent_fallback)
    /// allow them, and the groups of `*`, if they [bind it](Crawler::is_bound_by_wildcard).
    ///
    /// The matcher contains what the file asks of the crawler. If you want to know whether the crawler
    /// complies, see [`obeys_robots_txt`].
    ///
    /// A file that was parsed in another dialect is parsed again in the crawler's, which takes one
    /// more pass over the text; [`parse_options`] avoids that. The matcher is in the crawler's
    /// dialect in either case. For other costs, see [`Robots::matcher`].
    ///
    /// [`obeys_robots_txt`]: Crawler::obeys_robots_txt
    /// [`parse_options`]: Crawler::parse_options
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
        let tokens: Vec<&[u8]> = self.product_tokens().map(str::as_bytes).collect();
        // The documented order of tokens replaces the rules of the dialect.
        let compile = |robots: &Robots<'_>| {
            let selected = robots.select_by_profile(&tokens, self.is_bound_by_wildcard());
            Matcher::new(robots.file(), &selected)
        };
        if robots.dialect() == self.dialect {
            return compile(robots);
        }
        // The text has already been truncated to the limit.
        let options = robots.options().dialect(self.dialect).byte_limit(None);
        compile(&options.parse(robots.text()))
    }
}

/// Displays the [token](Crawler::token).
impl fmt::Display for Crawler {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.token)
    }
}
