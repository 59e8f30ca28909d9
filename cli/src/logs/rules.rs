//! The rules that were in force at a given time, for any crawler.

use std::collections::HashMap;
use std::sync::Arc;

use robots_exclusion::agent::product_token;
use robots_exclusion::crawlers::{Crawler as Known, ManyCrawlers, Survey};
use robots_exclusion::{Matcher, Robots, Verdict};

/// A robots.txt, and the time from which it applied.
pub(super) struct Version<'r> {
    /// The file's human-readable name.
    pub(super) name: &'r str,
    /// Seconds since 1970, or `i64::MIN` if the user gave no date.
    pub(super) since: i64,
    survey: Survey,
    others: Others<'r>,
    /// The product tokens that the file names, as first written, keyed by their lower-case
    /// form.
    named: HashMap<String, String>,
}

/// The rules for crawlers that aren't in the table.
enum Others<'r> {
    ByName(Box<ManyCrawlers<'r>>),
    /// There is no file.
    Same(Arc<Matcher>),
}

impl<'r> Version<'r> {
    /// Creates a version from a file, or from the rules that apply without a file.
    pub(super) fn new(
        name: &'r str,
        since: i64,
        rules: Result<&'r Robots<'static>, &Arc<Matcher>>,
    ) -> Version<'r> {
        let (survey, others) = match rules {
            Ok(robots) => (
                Survey::new(robots),
                Others::ByName(Box::new(ManyCrawlers::new(robots))),
            ),
            Err(rules) => (
                Survey::without_file(Arc::clone(rules)),
                Others::Same(Arc::clone(rules)),
            ),
        };
        let crawlers = rules.into_iter().flat_map(Robots::named_crawlers);
        let named = crawlers.map(|crawler| {
            let token = String::from_utf8_lossy(crawler.token).into_owned();
            (token.to_ascii_lowercase(), token)
        });
        Version {
            name,
            since,
            survey,
            others,
            named: named.collect(),
        }
    }

    /// Returns the product token that the file names in a `User-Agent` header.
    ///
    /// This is the header's own token, or any other word in the header, up to a slash.
    pub(super) fn named_in(&self, header: &str) -> Option<&str> {
        let named = |word: &str| {
            let token = product_token(word).to_ascii_lowercase();
            self.named.get(&token).map(String::as_str)
        };
        named(header).or_else(|| words(header).find_map(named))
    }

    /// Returns the verdict for a crawler in the table, or for any other name.
    pub(super) fn verdict(
        &mut self,
        known: Option<&'static Known>,
        name: &str,
        url: &str,
    ) -> Verdict<'_> {
        if let Some(row) = known.and_then(|known| self.survey.row(known)) {
            return row.verdict(url);
        }
        match &mut self.others {
            Others::ByName(crawlers) => crawlers.verdict(name, url),
            Others::Same(rules) => rules.verdict(url),
        }
    }
}

/// Returns the words of a header, each up to its slash.
pub(super) fn words(header: &str) -> impl Iterator<Item = &str> {
    const SEPARATORS: [char; 7] = [' ', '\t', '(', ')', ';', ',', '+'];
    let words = header
        .split(SEPARATORS)
        .filter(|word| !word.contains("://"));
    words
        .filter_map(|word| word.split('/').next())
        .filter(|word| !word.is_empty())
}
