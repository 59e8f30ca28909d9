//! Files to start from.

use robots_exclusion::Robots;
use robots_exclusion::crawlers::{LeftOpen, Plan, Survey};
use serde::{Deserialize, Serialize};

/// What the file should do. Names that are neither purposes nor crawlers are reported and ignored, and so are paths and URLs that
/// no robots.txt can contain.
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
    /// The names, paths and URLs that are ignored.
    ignored: Vec<String>,
}

/// A crawler that the file doesn't block, although its author may want that.
#[derive(Serialize)]
struct Open {
    token: &'static str,
    /// The AI product that reads this crawler's index. If it's absent, the crawler's purpose is
    /// unknown.
    product: Option<&'static str>,
}

/// Writes the file of `robots init --disallow ... --allow ... --sitemap ...`.
pub(crate) fn write(wanted: &Wanted) -> Written {
    let mut plan = Plan::default();
    let mut ignored = Vec::new();
    // Adds the meaning of each of `texts`, and reports those that have no meaning.
    let mut add = |texts: &[String], added: &dyn Fn(Plan, &str) -> Option<Plan>| {
        for text in texts {
            match added(plan.clone(), text) {
                Some(added) => plan = added,
                None => ignored.push(text.clone()),
            }
        }
    };
    add(&wanted.disallow, &|plan, name| {
        Some(plan.disallow(name.parse().ok()?))
    });
    add(&wanted.allow, &|plan, name| {
        Some(plan.allow(name.parse().ok()?))
    });
    add(&wanted.closed, &|plan, path| plan.close(path).ok());
    add(&wanted.sitemaps, &|plan, url| plan.sitemap(url).ok());
    if !wanted.signals.is_empty() {
        plan = plan.content_signal(&wanted.signals.join(", "));
    }
    if !wanted.usages.is_empty() {
        plan = plan.content_usage(&wanted.usages.join(", "));
    }
    let text = plan.write();
    let survey = Survey::new(&Robots::parse(&text));
    let left_open = plan.left_open(&survey).map(|(crawler, why)| Open {
        token: crawler.token,
        product: match why {
            LeftOpen::WebSearch(product) => Some(product.name),
            _ => None,
        },
    });
    Written {
        left_open: left_open.collect(),
        text,
        ignored,
    }
}

#[cfg(test)]
mod tests {
    use super::{Wanted, write};

    #[test]
    fn names_that_mean_nothing_are_reported() {
        let names = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
        let written = write(&Wanted {
            disallow: names(&["ai", "GTPBot"]),
            closed: names(&["drafts", "/drafts/"]),
            sitemaps: names(&["/sitemap.xml"]),
            ..Wanted::default()
        });
        assert_eq!(written.ignored, ["GTPBot", "drafts", "/sitemap.xml"]);
        assert!(written.text.contains("User-agent: GPTBot\n"));
        assert!(written.text.contains("Disallow: /drafts/\n"));
    }
}
