//! Answers for every crawler and every URL.

use std::collections::BTreeMap;

use robots_exclusion::crawlers;
use robots_exclusion::{Dialect, Matcher};
use serde::Serialize;

use super::reading::{Asker, Reading};

#[derive(Serialize)]
pub(crate) struct Matrix {
    /// One row for each known crawler, in the order of the table, then one for each token.
    rows: Vec<Row>,
}

#[derive(Serialize)]
struct Row {
    /// `allowed`, `partly` or `disallowed`, for the whole site.
    site: &'static str,
    /// A letter for each URL: `a` for allowed, `b` for blocked; in upper case if the other dialect has a
    /// different answer.
    cells: String,
}

pub(crate) fn ask(text: &str, tokens: &[String], urls: &[String]) -> Matrix {
    let mut files = [Dialect::Standard, Dialect::Google].map(|dialect| Answers {
        reading: Reading::new(text, dialect),
        urls,
        known: BTreeMap::new(),
    });
    let known = crawlers::all().map(Asker::Known);
    let askers = known.chain(tokens.iter().map(|token| Asker::of(token)));
    let rows = askers.map(|asker| {
        let [standard, google] = &mut files;
        let (file, other) = match asker.dialect() {
            Dialect::Google => (google, standard),
            _ => (standard, google),
        };
        let (row, others) = (file.about(asker), other.about(asker));
        let cell = |(&allowed, other): (&bool, &bool)| match (allowed, allowed == *other) {
            (true, true) => 'a',
            (false, true) => 'b',
            (true, false) => 'A',
            (false, false) => 'B',
        };
        Row {
            site: row.site,
            cells: row.cells.iter().zip(&others.cells).map(cell).collect(),
        }
    });
    Matrix {
        rows: rows.collect(),
    }
}

/// A file in one dialect, and the queries about it.
struct Answers<'t> {
    reading: Reading<'t>,
    urls: &'t [String],
    /// The compiled rules, by the groups that are obeyed.
    known: BTreeMap<(u8, Vec<u32>), Answer>,
}

struct Answer {
    site: &'static str,
    cells: Vec<bool>,
}

impl Answers<'_> {
    fn about(&mut self, asker: Asker<'_>) -> &Answer {
        let Answers {
            reading,
            urls,
            known,
        } = self;
        let obeyed = reading.obeyed(asker);
        known.entry(reading.key(&obeyed)).or_insert_with(|| {
            let matcher = reading.matcher(&obeyed);
            Answer {
                site: site(&matcher),
                cells: urls.iter().map(|url| matcher.allowed(url)).collect(),
            }
        })
    }
}

/// Decides whether a crawler may fetch all of a site, some of it, or nothing.
///
/// Deciding this for all URLs takes milliseconds for large files. The patterns of the file are
/// tried as paths first: they usually show that some URLs are allowed and others are not.
fn site(matcher: &Matcher) -> &'static str {
    let mut seen = [false; 2];
    let paths = matcher.rules().filter_map(|rule| {
        let pattern = core::str::from_utf8(rule.pattern()).ok()?;
        pattern.starts_with('/').then_some(pattern)
    });
    for path in ["/"].into_iter().chain(paths.take(TRIED)) {
        seen[usize::from(matcher.allowed(path))] = true;
        if seen == [true, true] {
            return "partly";
        }
    }
    if seen[1] && matcher.allows_all() {
        "allowed"
    } else if seen[0] && matcher.disallows_all() {
        "disallowed"
    } else {
        "partly"
    }
}

/// The maximum number of patterns tried as paths.
const TRIED: usize = 256;

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
    }
}
