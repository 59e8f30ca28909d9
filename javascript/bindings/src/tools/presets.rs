//! Files to start from.

use robots_exclusion::Robots;
use robots_exclusion::crawlers::{LeftOpen, Plan, Survey};
use serde::{Deserialize, Serialize};

/// What the file should do. Names that are neither purposes nor crawlers are ignored, and so are paths and URLs that no
/// robots.txt can contain.
#[derive(Deserialize, Default)]
#[serde(default)]
pub(crate) struct Wanted {
    disallow: Vec<String>,
    allow: Vec<String>,
    /// No other crawler may fetch these paths.
    closed: Vec<String>,
    sitemaps: Vec<String>,
    /// Pairs of `Content-Signal`, and preferences of `Content-Usage`.
    signals: Vec<String>,
    usages: Vec<String>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Written {
    text: String,
    left_open: Vec<Open>,
}

/// A crawler that the file leaves open although it may be meant.
#[derive(Serialize)]
struct Open {
    token: &'static str,
    /// The AI product that reads the index of this crawler; without it, the purpose of the crawler is not known.
    product: Option<&'static str>,
}

/// Writes the file of `robots init --disallow ... --allow ... --sitemap ...`.
pub(crate) fn write(wanted: &Wanted) -> Written {
    let choices = |names: &[String]| -> Vec<_> {
        names.iter().filter_map(|name| name.parse().ok()).collect()
    };
    let plan = choices(&wanted.disallow)
        .into_iter()
        .fold(Plan::new(), Plan::disallow);
    let plan = choices(&wanted.allow).into_iter().fold(plan, Plan::allow);
    let plan = wanted
        .closed
        .iter()
        .fold(plan, |plan, path| plan.clone().close(path).unwrap_or(plan));
    let mut plan = wanted
        .sitemaps
        .iter()
        .fold(plan, |plan, url| plan.clone().sitemap(url).unwrap_or(plan));
    if !wanted.signals.is_empty() {
        plan = plan.content_signal(&wanted.signals.join(", "));
    }
    if !wanted.usages.is_empty() {
        plan = plan.content_usage(&wanted.usages.join(", "));
    }
    let text = plan.write();
    let survey = Survey::new(&Robots::parse(&text));
    let left_open = plan.left_open(&survey).map(|(crawler, why)| Open {
        token: crawler.token(),
        product: match why {
            LeftOpen::WebSearch(product) => Some(product.name()),
            _ => None,
        },
    });
    Written {
        left_open: left_open.collect(),
        text,
    }
}
