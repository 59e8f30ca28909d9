//! Every route to a verdict: a parsed file tries its rules as read, a matcher compiles them, and a
//! table of all names in a file finds the groups of many crawlers.

// Each test binary uses a different part of this module.
#![allow(dead_code)]

use std::fmt;

#[cfg(feature = "crawlers")]
use robots_exclusion::crawlers::ManyCrawlers;
use robots_exclusion::{Matcher, ParseOptions, Robots, Verdict};

/// An answer: `true` if the URL is allowed, and the line of the deciding rule.
pub(crate) type Answer = (bool, Option<u32>);

/// A route to a verdict.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Route {
    Robots,
    Matcher,
    #[cfg(feature = "crawlers")]
    ManyCrawlers,
}

impl fmt::Display for Route {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Route::Robots => "Robots::verdict",
            Route::Matcher => "Robots::matcher",
            #[cfg(feature = "crawlers")]
            Route::ManyCrawlers => "ManyCrawlers::verdict",
        })
    }
}

/// Answers every query by every route. A query is a URL and the index of a list of agents.
///
/// `Robots` and `ManyCrawlers` accept only one agent, so longer lists are asked only by a matcher.
pub(crate) fn answers(
    options: ParseOptions,
    file: &[u8],
    lists: &[&[String]],
    queries: &[(usize, &str)],
) -> Vec<Vec<(Route, Answer)>> {
    let robots = options.parse(file);
    let matcher = |list: &&[String]| match list {
        [agent] => robots.matcher(agent),
        _ => robots.matcher_for(*list),
    };
    let matchers: Vec<Matcher> = lists.iter().map(matcher).collect();
    #[cfg(feature = "crawlers")]
    let mut many = ManyCrawlers::new(&robots);
    let of_query = |&(number, url): &(usize, &str)| {
        let mut answers = Vec::with_capacity(3);
        if let [agent] = lists[number] {
            answers.push((Route::Robots, by_robots(&robots, agent, url)));
            #[cfg(feature = "crawlers")]
            answers.push((Route::ManyCrawlers, answer(&many.verdict(agent, url))));
        }
        answers.push((Route::Matcher, by_matcher(&matchers[number], url)));
        answers
    };
    queries.iter().map(of_query).collect()
}

fn by_robots(robots: &Robots<'_>, agent: &str, url: &str) -> Answer {
    let verdict = robots.verdict(agent, url);
    assert_eq!(
        robots.allowed(agent, url),
        verdict.allowed(),
        "Robots::allowed and Robots::verdict differ"
    );
    answer(&verdict)
}

fn by_matcher(matcher: &Matcher, url: &str) -> Answer {
    let verdict = matcher.verdict(url);
    assert_eq!(
        matcher.allowed(url),
        verdict.allowed(),
        "Matcher::allowed and Matcher::verdict differ"
    );
    answer(&verdict)
}

pub(crate) fn answer(verdict: &Verdict<'_>) -> Answer {
    assert_eq!(
        verdict.rule().map(|rule| rule.line()),
        verdict.line(),
        "Verdict::line and the line of Verdict::rule differ"
    );
    (verdict.allowed(), verdict.line())
}
