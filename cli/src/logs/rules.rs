//! The rules that were in force at a time, for any crawler.

use std::collections::HashMap;
use std::sync::Arc;

use robots_exclusion::agent::product_token;
use robots_exclusion::crawlers::{Crawler as Known, Survey};
use robots_exclusion::{Matcher, Robots};

/// A robots.txt, and the time from which it applied.
pub(super) struct Version {
    /// The name of the file, for people.
    pub(super) name: String,
    /// Seconds since 1970; the first version has the least.
    pub(super) since: i64,
    robots: Option<Robots<'static>>,
    survey: Survey,
    /// The rules for crawlers that no group names.
    others: Arc<Matcher>,
    /// The product tokens that the file names, in lower case, with their rules once they are needed.
    named: HashMap<String, Option<Arc<Matcher>>>,
}

impl Version {
    /// Creates a version from a file, or from the rules that apply without a file.
    pub(super) fn new(
        name: String,
        since: i64,
        robots: Result<Robots<'static>, Arc<Matcher>>,
    ) -> Version {
        let (survey, others) = match &robots {
            Ok(robots) => (Survey::new(robots), Arc::new(robots.matcher("*"))),
            Err(rules) => (Survey::without_file(Arc::clone(rules)), Arc::clone(rules)),
        };
        let robots = robots.ok();
        let groups = robots.iter().flat_map(Robots::groups);
        let tokens = groups.flat_map(|group| group.agents().collect::<Vec<_>>());
        let tokens = tokens.filter(|agent| !agent.is_wildcard());
        let named = tokens
            .map(|agent| String::from_utf8_lossy(agent.token()).to_ascii_lowercase())
            .filter(|token| !token.is_empty())
            .map(|token| (token, None))
            .collect();
        Version {
            name,
            since,
            robots,
            survey,
            others,
            named,
        }
    }

    /// Returns the product token that the file names in a `User-Agent` header, in lower case.
    ///
    /// It is the header's own token, or any other word of the header, up to its slash.
    pub(super) fn named_in(&self, header: &str) -> Option<&str> {
        let named = |word: &str| {
            let token = product_token(word).to_ascii_lowercase();
            self.named
                .get_key_value(&token)
                .map(|(token, _)| token.as_str())
        };
        named(header).or_else(|| words(header).find_map(named))
    }

    /// Returns the rules for a known crawler.
    pub(super) fn for_known(&self, known: &'static Known) -> Option<&Matcher> {
        self.survey.row(known).map(|row| row.rules())
    }

    /// Returns the rules for any other name: those of its own groups, of the groups of a more
    /// general name that the file has, or of `*`.
    pub(super) fn for_name(&mut self, name: &str) -> Arc<Matcher> {
        let Some(robots) = &self.robots else {
            return Arc::clone(&self.others);
        };
        let lower = name.to_ascii_lowercase();
        let ends = lower.match_indices('-').map(|(end, _)| end);
        let mut ends: Vec<_> = ends.chain([lower.len()]).collect();
        ends.reverse();
        let named = ends
            .into_iter()
            .find(|&end| self.named.contains_key(&lower[..end]));
        match named.and_then(|end| self.named.get_mut(&lower[..end])) {
            Some(rules) => Arc::clone(rules.get_or_insert_with(|| Arc::new(robots.matcher(name)))),
            None => Arc::clone(&self.others),
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
