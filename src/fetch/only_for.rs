//! What is kept of a file where only some crawlers ask about it.

use alloc::boxed::Box;
use alloc::sync::Arc;

use smallvec::SmallVec;

use crate::agent::crawler_token;
use crate::dialect::Dialect;
use crate::records::Record;
use crate::{Matcher, Robots};

/// The names that a crawler goes by.
pub(super) type Names = Box<[Box<str>]>;

/// The matchers of some crawlers, each with the sitemaps of the file.
#[derive(Clone, Debug)]
pub(super) struct OnlyFor {
    /// Shared by all hosts of a policy.
    crawlers: Arc<[Names]>,
    /// In the order of the crawlers.
    matchers: SmallVec<[Arc<Matcher<'static>>; 1]>,
}

impl OnlyFor {
    pub(super) fn new(robots: &Robots<'_>, crawlers: &Arc<[Names]>) -> OnlyFor {
        let matcher = |names: &Names| {
            let matcher = robots.matcher_for(names);
            Arc::new(matcher.with_sitemaps(robots.sitemaps()))
        };
        OnlyFor {
            crawlers: crawlers.clone(),
            matchers: crawlers.iter().map(matcher).collect(),
        }
    }

    #[cfg(feature = "serde")]
    pub(super) fn from_pairs(pairs: impl Iterator<Item = (Names, Matcher<'static>)>) -> OnlyFor {
        let (crawlers, matchers): (alloc::vec::Vec<_>, _) = pairs
            .map(|(names, matcher)| (names, Arc::new(matcher)))
            .unzip();
        OnlyFor {
            crawlers: crawlers.into(),
            matchers,
        }
    }

    pub(super) fn pairs(&self) -> impl Iterator<Item = (&Names, &Arc<Matcher<'static>>)> + Clone {
        self.crawlers.iter().zip(&self.matchers)
    }

    /// The matcher of the crawler that goes by these names.
    pub(super) fn matcher_for<A: AsRef<str>>(
        &self,
        agents: &[A],
    ) -> Option<&Arc<Matcher<'static>>> {
        let is_it = |(names, matcher): &(&Names, &Arc<Matcher<'_>>)| {
            names.len() == agents.len()
                && names
                    .iter()
                    .zip(agents)
                    .all(|(name, agent)| is_same(name, agent.as_ref(), matcher.dialect()))
        };
        self.pairs().find(is_it).map(|(_, matcher)| matcher)
    }

    /// Whether it has a matcher for each of these crawlers.
    pub(super) fn serves(&self, crawlers: &Arc<[Names]>) -> bool {
        Arc::ptr_eq(crawlers, &self.crawlers)
            || crawlers
                .iter()
                .all(|names| self.matcher_for(names).is_some())
    }

    pub(super) fn sitemaps(&self) -> impl Iterator<Item = Record<'_>> + Clone {
        let first = self.matchers.first();
        first.into_iter().flat_map(|matcher| matcher.sitemaps())
    }
}

/// Whether the same groups are selected for both names, whatever the file.
fn is_same(name: &str, other: &str, dialect: Dialect) -> bool {
    crawler_token(name, dialect).eq_ignore_ascii_case(crawler_token(other, dialect))
}
