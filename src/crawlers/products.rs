//! AI products, and the crawlers through which each of them reads a site.

use alloc::string::{String, ToString as _};
use alloc::vec::Vec;
use core::fmt;

use super::{Crawler, Obeys, Purpose, Site, Status, Survey, by_product_token};
use crate::lexer::Field;
use crate::names::named;
use crate::records::Record;
use crate::robots::Robots;

named! {
    /// A way in which a site's page can get into an AI product.
    #[non_exhaustive]
    pub enum Door("door") {
        /// Models are trained on the page.
        Training = "training",
        /// The page is in an index that the assistant draws on for its answers, where the page may be
        /// cited.
        Search = "search",
        /// The assistant reads the page because a person asks it to.
        Request = "request",
    }
}

/// An AI product, such as ChatGPT, and the ways in which it reads sites.
///
/// Site owners think in terms of products, but robots.txt names crawlers. A page can get into a
/// product in up to three ways, the product's [doors](Door). Each door has tokens that determine
/// whether it is open.
#[derive(Debug, PartialEq, Eq, Hash)]
pub struct Product {
    /// The product's name, as its users know it.
    pub name: &'static str,
    /// The name of the product's operator.
    pub operator: &'static str,
    /// The doors, each with the tokens that are known for it.
    doors: &'static [(Door, Source, &'static [&'static str])],
}

/// The source for a door's tokens.
#[derive(Debug, PartialEq, Eq, Hash)]
enum Source {
    /// The operator documents the tokens.
    Documented,
    /// The operator documents the tokens, whose crawlers also fill the index of a web search
    /// engine. Blocking one of them takes the site out of that search engine as well.
    WebSearch,
    /// The operator doesn't document a token, but public lists of AI crawlers name these.
    Listed,
    /// The operator doesn't document a token, but its page documents another way to opt out.
    Elsewhere(&'static str),
}

use self::Door::{Request, Search, Training};
use self::Source::{Documented, Elsewhere, Listed, WebSearch};

/// Microsoft's page on `nocache` and `noarchive`, which keep a page out of training.
const BING_CONTROLS: &str = "https://blogs.bing.com/webmaster/september-2023/Announcing-new-options-for-webmasters-to-control-usage-of-their-content-in-Bing-Chat";

/// All products. Assistants come first, in order of how well known they are, followed by sources
/// that feed several models.
#[rustfmt::skip]
static PRODUCTS: &[Product] = &[
    Product { name: "ChatGPT", operator: "OpenAI", doors: &[(Training, Documented, &["GPTBot"]), (Search, Documented, &["OAI-SearchBot"]), (Request, Documented, &["ChatGPT-User"])] },
    Product { name: "Claude", operator: "Anthropic", doors: &[(Training, Documented, &["ClaudeBot"]), (Search, Documented, &["Claude-SearchBot"]), (Request, Documented, &["Claude-User"])] },
    Product { name: "Gemini", operator: "Google", doors: &[(Training, Documented, &["Google-Extended"]), (Search, Documented, &["Google-Extended"]), (Request, Documented, &["Google-Agent"])] },
    Product { name: "AI Overviews and AI Mode", operator: "Google", doors: &[(Search, WebSearch, &["Googlebot"])] },
    Product { name: "Gemini Notebook", operator: "Google", doors: &[(Request, Documented, &["Google-GeminiNotebook"])] },
    Product { name: "Copilot", operator: "Microsoft", doors: &[(Training, Elsewhere(BING_CONTROLS), &[]), (Search, WebSearch, &["bingbot"]), (Request, Listed, &[])] },
    Product { name: "Perplexity", operator: "Perplexity", doors: &[(Search, Documented, &["PerplexityBot"]), (Request, Documented, &["Perplexity-User"])] },
    Product { name: "Meta AI", operator: "Meta", doors: &[(Training, Documented, &["meta-externalagent"]), (Search, Documented, &["meta-webindexer"]), (Request, Documented, &["meta-externalfetcher"])] },
    Product { name: "Alexa", operator: "Amazon", doors: &[(Training, Documented, &["Amazonbot"]), (Search, Documented, &["Amzn-SearchBot"]), (Request, Documented, &["Amzn-User"])] },
    Product { name: "Siri and Apple Intelligence", operator: "Apple", doors: &[(Training, Documented, &["Applebot-Extended"]), (Search, WebSearch, &["Applebot"])] },
    Product { name: "Mistral", operator: "Mistral AI", doors: &[(Training, Documented, &["MistralAI-Training"]), (Search, Documented, &["MistralAI-Index"]), (Request, Documented, &["MistralAI-User"])] },
    Product { name: "Grok", operator: "xAI", doors: &[(Training, Listed, &[]), (Search, Listed, &[]), (Request, Listed, &[])] },
    Product { name: "DeepSeek", operator: "DeepSeek", doors: &[(Training, Listed, &["DeepSeekBot"]), (Search, Listed, &[]), (Request, Listed, &[])] },
    Product { name: "Kimi", operator: "Moonshot AI", doors: &[(Training, Documented, &["KimiBot"]), (Search, Documented, &["Kimi-SearchBot"]), (Request, Documented, &["Kimi-User"])] },
    Product { name: "Doubao", operator: "ByteDance", doors: &[(Training, Listed, &["Bytespider"]), (Search, Listed, &[]), (Request, Listed, &[])] },
    Product { name: "DuckDuckGo Search Assist", operator: "DuckDuckGo", doors: &[(Search, Documented, &["DuckAssistBot"])] },
    Product { name: "You.com", operator: "You.com", doors: &[(Search, Documented, &["YouBot"])] },
    Product { name: "Cohere", operator: "Cohere", doors: &[(Training, Listed, &["cohere-training-data-crawler"]), (Request, Listed, &["cohere-ai"])] },
    Product { name: "Common Crawl", operator: "Common Crawl", doors: &[(Training, Documented, &["CCBot"])] },
    Product { name: "Ai2", operator: "Allen Institute for AI", doors: &[(Training, Documented, &["AI2Bot", "Ai2Bot-Dolma"])] },
    Product { name: "Diffbot", operator: "Diffbot", doors: &[(Search, Documented, &["Diffbot"]), (Request, Documented, &["Diffbot-User"])] },
    Product { name: "Parallel", operator: "Parallel", doors: &[(Search, Documented, &["ShapBot"]), (Request, Documented, &["Shap-User"])] },
    Product { name: "Webz.io", operator: "Webz.io", doors: &[(Training, Documented, &["webzio-extended"])] },
];

/// Returns an iterator over all known AI products. The best-known assistants come first.
///
/// ```
/// use robots_exclusion::crawlers::{self, Door};
///
/// let product = crawlers::products().find(|product| product.name == "ChatGPT").unwrap();
/// let tokens: Vec<_> = product.crawlers(Door::Training).map(|crawler| crawler.token).collect();
/// assert_eq!(tokens, ["GPTBot"]);
/// ```
pub fn products() -> impl ExactSizeIterator<Item = &'static Product> + Clone {
    PRODUCTS.iter()
}

impl Product {
    /// Returns the product's doors, in the order of [`Door::ALL`]. Perplexity, for example, doesn't
    /// have [`Door::Training`], because it doesn't train models.
    pub fn doors(&self) -> impl Iterator<Item = Door> + Clone {
        self.doors.iter().map(|&(door, ..)| door)
    }

    fn source_of(&self, door: Door) -> Option<&Source> {
        let mut doors = self.doors.iter();
        doors.find_map(|(its, source, _)| (*its == door).then_some(source))
    }

    /// Returns the crawlers for a door, either those that public lists name or the documented ones.
    fn named(&self, door: Door, listed: bool) -> impl Iterator<Item = &'static Crawler> + use<> {
        let doors = self.doors.iter();
        let doors = doors.filter(move |(its, by, _)| *its == door && (*by == Listed) == listed);
        let tokens = doors.flat_map(|(.., tokens)| *tokens);
        tokens.filter_map(|token| by_product_token(token))
    }

    /// Returns the crawlers or control tokens that the operator documents for a door. There are
    /// none if the product doesn't have that door, or if robots.txt has no token for it.
    pub fn crawlers(&self, door: Door) -> impl Iterator<Item = &'static Crawler> + use<> {
        self.named(door, false)
    }

    /// Returns the crawlers that public lists of AI crawlers name for a door, although the operator
    /// doesn't document them. They don't affect whether the door is open, because it isn't known
    /// whether they obey rules.
    pub fn listed_crawlers(&self, door: Door) -> impl Iterator<Item = &'static Crawler> + use<> {
        self.named(door, true)
    }

    /// Returns `true` if a door's crawler also fills the index of a web search engine. For example,
    /// blocking `Googlebot` closes AI Overviews, but also takes the site out of Google Search.
    pub fn is_web_search(&self, door: Door) -> bool {
        self.source_of(door) == Some(&WebSearch)
    }

    /// Returns the URL of the operator's page about a door. The page documents the door's crawler
    /// or, if no token closes the door, another way to opt out. Returns `None` if the operator
    /// documents neither.
    pub fn source(&self, door: Door) -> Option<&'static str> {
        match self.source_of(door)? {
            Elsewhere(page) => Some(page),
            _ => Some(self.crawlers(door).next()?.documentation),
        }
    }

    /// Returns the crawlers that determine whether a door is open. These are the documented ones,
    /// except the ones that ignore robots.txt according to their operator.
    fn deciding(&self, door: Door) -> impl Iterator<Item = &'static Crawler> + use<> {
        let documented = self.crawlers(door);
        documented.filter(|crawler| crawler.obeys_robots_txt != Obeys::No)
    }

    /// Returns `true` if robots.txt can close a door, that is, if the operator documents a token
    /// for it and doesn't document that the crawler ignores robots.txt.
    pub fn is_decided_by_robots_txt(&self, door: Door) -> bool {
        self.deciding(door).next().is_some()
    }

    /// Returns the line numbers and text of the `content-signal` and `content-usage` records that
    /// apply to the product's [crawlers](Self::crawlers), in file order.
    ///
    /// These records express a wish about how content is used, but they don't close a door. This
    /// method compiles the rules for each crawler, unless the file doesn't contain such a record.
    ///
    /// ```
    /// use robots_exclusion::{Robots, crawlers};
    ///
    /// let robots = Robots::parse("user-agent: *\ncontent-signal: ai-train=no\nallow: /");
    /// let product = crawlers::products().next().unwrap();
    /// assert_eq!(product.statements(&robots), [(2, "content-signal: ai-train=no".to_owned())]);
    /// ```
    pub fn statements(&self, robots: &Robots<'_>) -> Vec<(u32, String)> {
        let is_statement = |record: &Record<'_>| {
            matches!(record.field(), Field::ContentSignal | Field::ContentUsage)
        };
        let mut lines = Vec::new();
        if !robots.records().any(|record| is_statement(&record)) {
            return lines;
        }
        for crawler in self.doors().flat_map(|door| self.crawlers(door)) {
            let matcher = crawler.matcher(robots);
            let records = matcher.records().filter(is_statement);
            lines.extend(records.map(|record| (record.line(), record.to_string())));
        }
        lines.sort();
        lines.dedup();
        lines
    }

    /// Determines the share of a site that the product may read through a door.
    ///
    /// Returns `None` if robots.txt [can't close the door](Self::is_decided_by_robots_txt). If
    /// several tokens affect it, the result is only [`Site::Disallowed`] or [`Site::Allowed`] if it
    /// is the same for each of them.
    ///
    /// ```
    /// use robots_exclusion::Robots;
    /// use robots_exclusion::crawlers::{self, Door, Site, Survey};
    ///
    /// let robots = Robots::parse("user-agent: GPTBot\nuser-agent: ChatGPT-User\ndisallow: /");
    /// let survey = Survey::new(&robots);
    /// let product = crawlers::products().next().unwrap();
    /// assert_eq!(product.site(Door::Training, &survey), Some(Site::Disallowed));
    /// assert_eq!(product.site(Door::Search, &survey), Some(Site::Allowed));
    /// // OpenAI documents that ChatGPT-User may ignore robots.txt.
    /// assert_eq!(product.site(Door::Request, &survey), None);
    /// ```
    pub fn site(&self, door: Door, survey: &Survey) -> Option<Site> {
        let deciding = self.deciding(door);
        let sites = deciding.filter_map(|crawler| survey.site(crawler));
        sites.reduce(|first, site| if site == first { first } else { Site::Partly })
    }
}

impl fmt::Display for Product {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name)
    }
}

impl Crawler {
    /// Returns the AI products that read sites through this crawler, and how each of them does so.
    /// This includes crawlers that are only named in lists of AI crawlers.
    pub fn products(&self) -> impl Iterator<Item = (&'static Product, Door)> + use<> {
        let token = self.token;
        PRODUCTS.iter().flat_map(move |product| {
            let doors = product.doors.iter();
            let doors = doors.filter(move |(.., tokens)| tokens.contains(&token));
            doors.map(move |&(door, ..)| (product, door))
        })
    }

    /// Returns `true` if this is an AI crawler, which you should name in a group that keeps AI out.
    /// That is the case if a [product](Product) reads sites through it, if its purpose is
    /// [training](Purpose::AiTraining) or [retrieval](Purpose::AiInput), or if public lists of AI
    /// crawlers name it. Retired crawlers don't count.
    ///
    /// Crawlers of web search engines, such as `Googlebot`, don't count either, although AI
    /// products read their indexes: see [`Product::is_web_search`].
    ///
    /// ```
    /// use robots_exclusion::crawlers;
    ///
    /// let is_ai = |name| crawlers::find(name).unwrap().is_ai();
    /// assert!(is_ai("GPTBot") && is_ai("OAI-SearchBot") && is_ai("Bytespider"));
    /// assert!(!is_ai("Googlebot") && !is_ai("AhrefsBot"));
    /// ```
    pub fn is_ai(&self) -> bool {
        let serves = self.serves(Purpose::AiTraining) || self.serves(Purpose::AiInput);
        let mut doors = self.products();
        let mut is_door = || doors.any(|(product, door)| !product.is_web_search(door));
        self.status != Status::Retired && (serves || self.is_listed_as_ai || is_door())
    }
}

/// Returns the crawlers of web search engines whose indexes are read by AI products, together with
/// these products.
///
/// Rules that keep [AI crawlers](Crawler::is_ai) out don't block these.
pub(super) fn web_search_doors() -> impl Iterator<Item = (&'static Crawler, &'static Product)> {
    PRODUCTS.iter().flat_map(|product| {
        let doors = product.doors().filter(|&door| product.is_web_search(door));
        let crawlers = doors.flat_map(|door| product.crawlers(door));
        crawlers.map(move |crawler| (crawler, product))
    })
}
