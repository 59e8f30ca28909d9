//! The matchers of the crawlers named by a policy, kept instead of the file.

use alloc::boxed::Box;
use alloc::sync::Arc;

use smallvec::SmallVec;

use crate::agent::crawler_token;
use crate::dialect::Dialect;
use crate::matcher::Matcher;
use crate::records::Record;
use crate::robots::Robots;

/// The names of one crawler.
pub(super) type CrawlerNames = Box<[Box<str>]>;

/// The matchers of some crawlers, each with the sitemaps of the file. A cache keeps no
/// other compiled matchers.
#[derive(Clone, Debug)]
pub(super) struct KeptMatchers {
    /// Shared by all hosts with the same policy.
    crawlers: Arc<[CrawlerNames]>,
    /// In the order of `crawlers`.
    matchers: SmallVec<[Arc<Matcher>; 1]>,
}

impl KeptMatchers {
    pub(super) fn new(robots: &Robots<'_>, crawlers: &Arc<[CrawlerNames]>) -> KeptMatchers {
        let matcher = |names: &CrawlerNames| {
            let matcher = robots.matcher_for(names);
            Arc::new(matcher.with_sitemaps(robots.sitemaps()))
        };
        KeptMatchers {
            crawlers: crawlers.clone(),
            matchers: crawlers.iter().map(matcher).collect(),
        }
    }

    #[cfg(feature = "serde")]
    pub(super) fn from_pairs(pairs: impl Iterator<Item = (CrawlerNames, Matcher)>) -> KeptMatchers {
        let (crawlers, matchers): (alloc::vec::Vec<_>, _) = pairs
            .map(|(names, matcher)| (names, Arc::new(matcher)))
            .unzip();
        KeptMatchers {
            crawlers: crawlers.into(),
            matchers,
        }
    }

    pub(super) fn pairs(&self) -> impl Iterator<Item = (&CrawlerNames, &Arc<Matcher>)> + Clone {
        self.crawlers.iter().zip(&self.matchers)
    }

    /// Returns the matcher of the crawler with these names.
    pub(super) fn matcher_for<A: AsRef<str>>(&self, agents: &[A]) -> Option<&Arc<Matcher>> {
        let is_it = |(names, matcher): &(&CrawlerNames, &Arc<Matcher>)| {
            names.len() == agents.len()
                && names
                    .iter()
                    .zip(agents)
                    .all(|(name, agent)| is_same(name, agent.as_ref(), matcher.dialect()))
        };
        self.pairs().find(is_it).map(|(_, matcher)| matcher)
    }

    /// Returns `true` if there is a matcher for every one of these crawlers.
    pub(super) fn serves(&self, crawlers: &Arc<[CrawlerNames]>) -> bool {
        Arc::ptr_eq(crawlers, &self.crawlers)
            || crawlers
                .iter()
                .all(|names| self.matcher_for(names).is_some())
    }

    #[cfg(feature = "std")]
    pub(super) fn heap_size(&self) -> usize {
        let sizes = self.matchers.iter().map(|matcher| matcher.heap_size());
        sizes.map(|size| size + size_of::<Matcher>() + 16).sum()
    }

    pub(super) fn sitemaps(&self) -> impl Iterator<Item = Record<'_>> + Clone {
        let first = self.matchers.first();
        first.into_iter().flat_map(|matcher| matcher.sitemaps())
    }
}

/// Returns `true` if every file selects the same groups for both names.
fn is_same(name: &str, other: &str, dialect: Dialect) -> bool {
    crawler_token(name, dialect).eq_ignore_ascii_case(crawler_token(other, dialect))
}
