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
    /// The product tokens that the file names, by their lower case.
    named: HashMap<String, Named>,
}

/// A product token of a file.
struct Named {
    /// The token as the file writes it first.
    token: String,
    /// Its rules, once they are needed.
    rules: Option<Arc<Matcher>>,
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
        let mut named = HashMap::new();
        for agent in tokens {
            let token = String::from_utf8_lossy(agent.token()).into_owned();
            if !token.is_empty() {
                let lower = token.to_ascii_lowercase();
                named.entry(lower).or_insert(Named { token, rules: None });
            }
        }
        Version {
            name,
            since,
            robots,
            survey,
            others,
            named,
        }
    }

    /// Returns the product token that the file names in a `User-Agent` header.
    ///
    /// It is the header's own token, or any other word of the header, up to its slash.
    pub(super) fn named_in(&self, header: &str) -> Option<&str> {
        let named = |word: &str| {
            let named = self.named.get(&product_token(word).to_ascii_lowercase());
            named.map(|named| named.token.as_str())
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
            Some(Named { rules, .. }) => {
                Arc::clone(rules.get_or_insert_with(|| Arc::new(robots.matcher(name))))
            }
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
