//! The table of known crawlers, as the page shows it.

use robots_exclusion::crawlers::{self, Crawler};
use serde::Serialize;

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Known {
    token: &'static str,
    operator: &'static str,
    purpose: &'static str,
    status: &'static str,
    replaced_by: Option<&'static str>,
    obeys: &'static str,
    obeys_delay: &'static str,
    documentation: &'static str,
    read: Option<&'static str>,
}

pub(crate) fn all() -> Vec<Known> {
    crawlers::all().map(Known::of).collect()
}

impl Known {
    fn of(crawler: &'static Crawler) -> Known {
        Known {
            token: crawler.token,
            operator: crawler.operator,
            purpose: crawler.purpose.name(),
            status: crawler.status.name(),
            replaced_by: crawler.replaced_by().map(|crawler| crawler.token),
            obeys: crawler.obeys_robots_txt.name(),
            obeys_delay: crawler.obeys_crawl_delay.name(),
            documentation: crawler.documentation,
            read: crawler.documentation_read,
        }
    }
}
