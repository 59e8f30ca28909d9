//! Files to start from.

use robots_exclusion::crawlers::Plan;

/// Writes the file of `robots init --disallow ... --allow ... --sitemap ...`. No other crawler
/// may fetch the `closed` paths. Names that are neither purposes nor crawlers are ignored, and so are paths and
/// URLs that no robots.txt can contain.
pub(crate) fn write(
    disallow: &[String],
    allow: &[String],
    closed: &[String],
    sitemaps: &[String],
) -> String {
    let choices = |names: &[String]| -> Vec<_> {
        names.iter().filter_map(|name| name.parse().ok()).collect()
    };
    let plan = choices(disallow)
        .into_iter()
        .fold(Plan::new(), Plan::disallow);
    let plan = choices(allow).into_iter().fold(plan, Plan::allow);
    let plan = closed
        .iter()
        .fold(plan, |plan, path| plan.clone().close(path).unwrap_or(plan));
    let plan = sitemaps
        .iter()
        .fold(plan, |plan, url| plan.clone().sitemap(url).unwrap_or(plan));
    plan.write()
}
