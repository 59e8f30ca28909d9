//! The enums used in the table: purposes, statuses, and operators' statements.

use crate::names::named;

named! {
    /// The purpose of a crawler, according to its operator.
    ///
    /// ```
    /// use robots_exclusion::crawlers::Purpose;
    ///
    /// assert_eq!("ai-training".parse(), Ok(Purpose::AiTraining));
    /// assert_eq!(Purpose::AiTraining.to_string(), "ai-training");
    /// assert!("training".parse::<Purpose>().is_err());
    /// ```
    #[non_exhaustive]
    pub enum Purpose("purpose") {
        /// A search engine's index.
        Search = "search",
        /// Training data for models.
        AiTraining = "ai-training",
        /// Retrieval and grounding: pages that a model reads to answer questions, fetched on the
        /// crawler's own initiative or on behalf of a customer.
        AiInput = "ai-input",
        /// Pages that a person asked for, often through an assistant.
        User = "user",
        /// Checking landing pages and placing advertisements.
        Ads = "ads",
        /// Previews of links that people share.
        Preview = "preview",
        /// Tools for search engine optimisation and marketing, which collect links, rankings and
        /// mentions.
        Seo = "seo",
        /// Web archives.
        Archive = "archive",
        /// Feeds that people have subscribed to.
        Feed = "feed",
        /// Checking that a site is up, fast and free of mistakes.
        Monitoring = "monitoring",
        /// Scanning for vulnerabilities and malware.
        Security = "security",
        /// Research, open data sets and text comparison. Open data sets, such as the one built by
        /// `CCBot`, are also used to train models.
        Research = "research",
        /// A documented purpose other than the ones listed above.
        Other = "other",
        /// An undocumented purpose.
        Unknown = "unknown",
    }
}

named! {
    /// The status of a crawler: in use, retired, or never a crawler at all.
    #[non_exhaustive]
    pub enum Status("status") {
        /// As far as is known, the crawler is in use.
        Active = "active",
        /// The operator no longer uses the name. See
        /// [`replaced_by`](super::Crawler::replaced_by).
        Retired = "retired",
        /// No crawler sends this name, but rules for it have an effect: they limit what an operator
        /// may do with pages that its other crawlers fetch (`Google-Extended`,
        /// `Applebot-Extended`), or they apply to several of the operator's crawlers (`Yandex`).
        Control = "control",
    }
}

named! {
    /// An operator's statement about whether its crawler obeys a field, or robots.txt as a whole.
    ///
    /// The statements haven't been verified.
    #[non_exhaustive]
    pub enum Obeys("answer") {
        /// The operator documents that the crawler obeys it.
        Yes = "yes",
        /// The operator documents that the crawler doesn't obey it, or may ignore it.
        No = "no",
        /// The documentation doesn't mention it or hasn't been read.
        Unknown = "unknown",
    }
}

impl Purpose {
    /// Describes the purpose in a few words, for people.
    ///
    /// ```
    /// use robots_exclusion::crawlers::Purpose;
    ///
    /// assert_eq!(Purpose::User.title(), "fetches for a person");
    /// ```
    pub fn title(self) -> &'static str {
        match self {
            Purpose::Search => "search engines",
            Purpose::AiTraining => "AI training",
            Purpose::AiInput => "AI answers",
            Purpose::User => "fetches for a person",
            Purpose::Ads => "advertising",
            Purpose::Preview => "link previews",
            Purpose::Seo => "SEO",
            Purpose::Archive => "archives",
            Purpose::Feed => "feeds",
            Purpose::Monitoring => "monitoring",
            Purpose::Security => "security",
            Purpose::Research => "research",
            Purpose::Other => "other",
            Purpose::Unknown => "purpose unknown",
        }
    }
}
