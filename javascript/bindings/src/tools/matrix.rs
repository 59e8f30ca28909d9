//! Answers for every crawler and every URL.

use std::collections::BTreeMap;
use std::sync::Arc;

use robots_exclusion::crawlers::{self, Crawler, Site, Survey};
use robots_exclusion::{Dialect, Matcher, ParseOptions, Robots, agent};
use serde::Serialize;

#[derive(Serialize)]
pub(crate) struct Matrix {
    /// One row for each known crawler, in the order of the table, then one for each token.
    rows: Vec<Row>,
    /// The product tokens that the file names, without `*`.
    named: Vec<String>,
}

#[derive(Serialize)]
struct Row {
    /// `allowed`, `partly` or `disallowed`, for the whole site.
    site: &'static str,
    /// A letter for each URL: `a` for allowed, `b` for blocked; in upper case if the other dialect has a
    /// different answer.
    cells: String,
}

/// The maximum number of names listed.
const NAMED: usize = 1000;

pub(crate) fn ask(text: &str, tokens: &[String], urls: &[String]) -> Matrix {
    let mut answers = Answers::new(text, urls);
    let known = crawlers::all().filter_map(|crawler| answers.known(crawler));
    let mut rows: Vec<Row> = known.collect();
    rows.extend(tokens.iter().map(|token| answers.of(token)));
    let named = answers.standard.named_crawlers().into_iter();
    let named = named.map(|named| String::from_utf8_lossy(named.token).into_owned());
    Matrix {
        rows,
        named: named.filter(|name| name != "*").take(NAMED).collect(),
    }
}

/// Answers for chosen crawlers only: a string of letters for each token.
pub(crate) fn columns(text: &str, tokens: &[String], urls: &[String]) -> Vec<String> {
    let mut answers = Answers::new(text, urls);
    let cells = tokens.iter().map(|token| answers.of(token).cells);
    cells.collect()
}

/// A file in both dialects, and the queries about it.
struct Answers<'t> {
    urls: &'t [String],
    standard: Robots<'t>,
    google: Robots<'t>,
    /// In the dialect of each crawler, and in the other one.
    surveys: [Survey; 2],
    /// The verdicts of each matcher, by its address. Many crawlers share a matcher.
    verdicts: BTreeMap<*const Matcher, Vec<bool>>,
}

impl<'t> Answers<'t> {
    fn new(text: &'t str, urls: &'t [String]) -> Answers<'t> {
        let standard = Robots::parse(text);
        Answers {
            urls,
            surveys: [Survey::new(&standard), Survey::in_other_dialect(&standard)],
            google: ParseOptions::new().dialect(Dialect::Google).parse(text),
            standard,
            verdicts: BTreeMap::new(),
        }
    }

    fn known(&mut self, crawler: &'static Crawler) -> Option<Row> {
        let [own, other] = &self.surveys;
        let (own, other) = (own.row(crawler)?, other.row(crawler)?);
        let urls = self.urls;
        let [ours, theirs] = [own, other].map(|row| {
            let verdicts = self.verdicts.entry(Arc::as_ptr(&row.rules));
            let verdicts = verdicts.or_insert_with(|| verdicts_on(&row.rules, urls));
            verdicts.clone()
        });
        Some(Row {
            site: own.site.name(),
            cells: letters(&ours, &theirs),
        })
    }

    fn of(&mut self, token: &str) -> Row {
        let known = crawlers::find(token).ok();
        if let Some(row) = known.and_then(|crawler| self.known(crawler)) {
            return row;
        }
        // google/robotstxt expects a product token, not a whole header.
        let token = agent::product_token(token);
        let [own, other] = [&self.standard, &self.google].map(|robots| robots.matcher(token));
        Row {
            site: Site::of(&own).name(),
            cells: letters(
                &verdicts_on(&own, self.urls),
                &verdicts_on(&other, self.urls),
            ),
        }
    }
}

fn verdicts_on(rules: &Matcher, urls: &[String]) -> Vec<bool> {
    urls.iter().map(|url| rules.allowed(url)).collect()
}

fn letters(own: &[bool], other: &[bool]) -> String {
    let letter = |(own, other)| match (own, own == other) {
        (true, true) => 'a',
        (false, true) => 'b',
        (true, false) => 'A',
        (false, false) => 'B',
    };
    own.iter()
        .copied()
        .zip(other.iter().copied())
        .map(letter)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The matrix has the library's answers for every crawler in both dialects, although it selects and
    /// compiles groups differently.
    #[test]
    fn every_crawler_gets_the_answer_of_its_own_matcher() {
        let files = [
            "",
            "user-agent: *\ndisallow: /a",
            "user-agent: *\ndisallow: /\nuser-agent: googlebot\nallow: /a\ndisallow: /b",
            "user-agent: googlebot-image\ndisallow: /a\nuser-agent: googlebot\ndisallow: /b",
            "user-agent: Google\ndisallow: /a\nuser-agent: *\ndisallow: /b",
            "user-agent: x\nuser-agent: *\ndisallow: /a\nuser-agent: X\ndisallow: /b",
            "user-agent: adsbot-google\ndisallow: /a\nuser-agent: bingbot/2.0\ndisallow: /b",
            "user-agent: applebot-extended\ndisallow: /a\nuser-agent: applebot\ndisallow: /",
            "user-agent: gptbot\nuser-agent: ccbot\ndisallow: /\nuser-agent: ccbot\nallow: /b",
            "user-agent: x\ndisallow: /\nuser-agent: xx\ndisallow: /a",
            "user-agent: *\ndisallow: /\nallow: /",
            "user-agent: *\ndisallow: /a\nallow: /*\n",
        ];
        let urls = ["/", "/a", "/b/c", "/robots.txt", "https://example.org/a?b"].map(String::from);
        let tokens = ["x", "x-y", "MJ12bot/1.0"].map(String::from);
        for text in files {
            let rows = ask(text, &tokens, &urls).rows;
            let robots = robots_exclusion::Robots::parse(text);
            let known = crawlers::all().map(|crawler| crawler.matcher(&robots));
            let matchers = known.chain(tokens.iter().map(|token| robots.matcher(token)));
            let mut count = 0;
            for (row, matcher) in rows.iter().zip(matchers) {
                let expected: String = urls
                    .iter()
                    .map(|url| if matcher.allowed(url) { 'a' } else { 'b' })
                    .collect();
                assert_eq!(
                    row.cells.to_lowercase(),
                    expected,
                    "row {count} of {text:?}"
                );
                let site = match (matcher.allows_all(), matcher.disallows_all()) {
                    (true, _) => "allowed",
                    (_, true) => "disallowed",
                    _ => "partly",
                };
                assert_eq!(row.site, site, "row {count} of {text:?}");
                count += 1;
            }
            assert_eq!(count, rows.len());
        }
    }

    #[test]
    fn a_capital_marks_a_cell_that_the_other_dialect_answers_differently() {
        let text = "user-agent: *\ndisallow /a";
        let rows = ask(text, &["x".into()], &["/a".into(), "/b".into()]).rows;
        assert_eq!(rows.last().map(|row| &*row.cells), Some("Aa"));
        assert_eq!(
            columns(text, &["x".into()], &["/a".into(), "/b".into()]),
            ["Aa"]
        );
    }
}
