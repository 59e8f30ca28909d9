//! Every way to a verdict. They share rules, but not when and from what the rules are compiled.

// Each test binary uses its own part of this module.
#![allow(dead_code)]

use std::fmt;

use robots_exclusion::{Matcher, ParseOptions, Robots, Verdict};

/// Whether a URL is allowed, and the line that decided.
pub(crate) type Answer = (bool, Option<u32>);

/// A way to an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Route {
    /// The first query to a file just parsed, before anything can be kept from it.
    Fresh,
    /// A query to a file that was queried before.
    Queried,
    /// A query after so many others that even a small group has an index.
    QueriedOften,
    /// A matcher for one crawler.
    Matcher,
    /// A matcher for a list of crawlers.
    MatcherForList,
    /// A matcher that was asked before.
    AskedMatcher,
    /// A matcher made owned: only what is for these crawlers is left.
    OwnedMatcher,
    /// A matcher made owned after queries.
    OwnedAskedMatcher,
    /// The file made owned.
    OwnedRobots,
    /// The file made owned after queries.
    OwnedAskedRobots,
    /// A matcher of the file made owned.
    MatcherOfOwnedRobots,
    /// The file parsed into an owned one.
    ParsedOwned,
    /// A matcher of that.
    MatcherOfParsedOwned,
}

impl fmt::Display for Route {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Route::Fresh => "Robots::verdict, first query",
            Route::Queried => "Robots::verdict, later query",
            Route::QueriedOften => "Robots::verdict after many queries",
            Route::Matcher => "Robots::matcher",
            Route::MatcherForList => "Robots::matcher_for",
            Route::AskedMatcher => "Robots::matcher_for, asked again",
            Route::OwnedMatcher => "Matcher::into_owned",
            Route::OwnedAskedMatcher => "Matcher::into_owned of an asked matcher",
            Route::OwnedRobots => "Robots::into_owned",
            Route::OwnedAskedRobots => "Robots::into_owned of an asked file",
            Route::MatcherOfOwnedRobots => "a matcher of Robots::into_owned",
            Route::ParsedOwned => "ParseOptions::parse_owned",
            Route::MatcherOfParsedOwned => "a matcher of ParseOptions::parse_owned",
        })
    }
}

/// After so many queries every group that may get an index has one.
const MANY_QUERIES: usize = 20;

/// The answers to each query, a URL and the number of the list of agents that asks for it, by every way.
pub(crate) fn answers(
    options: ParseOptions,
    file: &[u8],
    lists: &[&[String]],
    queries: &[(usize, &str)],
) -> Vec<Vec<(Route, Answer)>> {
    let robots = options.parse(file);
    let listed: Vec<Matcher<'_>> = lists.iter().map(|list| robots.matcher_for(list)).collect();
    let singles: Vec<Option<Matcher<'_>>> = lists
        .iter()
        .map(|list| match list {
            [agent] => Some(robots.matcher(agent)),
            _ => None,
        })
        .collect();
    let owned: Vec<Matcher<'static>> = listed.iter().cloned().map(Matcher::into_owned).collect();
    let mut answers: Vec<Vec<(Route, Answer)>> = Vec::with_capacity(queries.len());
    for &(number, url) in queries {
        let list = lists[number];
        let mut found = vec![
            (Route::Fresh, by_robots(&options.parse(file), list, url)),
            (Route::Queried, by_robots(&robots, list, url)),
            (Route::MatcherForList, by_matcher(&listed[number], url)),
            (Route::AskedMatcher, by_matcher(&listed[number], url)),
            (Route::OwnedMatcher, by_matcher(&owned[number], url)),
        ];
        if let Some(matcher) = &singles[number] {
            found.push((Route::Matcher, by_matcher(matcher, url)));
        }
        answers.push(found);
    }
    let mut asked = queries.len();
    while asked < MANY_QUERIES {
        for &(number, url) in queries {
            by_robots(&robots, lists[number], url);
        }
        asked += queries.len().max(1);
    }
    let owned_asked: Vec<Matcher<'static>> = listed.into_iter().map(Matcher::into_owned).collect();
    let owned_robots: Robots<'static> = {
        // What is owned must outlive the text it was read from.
        let text = file.to_vec();
        options.parse(&text).into_owned()
    };
    let owned_asked_robots = robots.clone().into_owned();
    let parsed_owned = options.parse_owned(file);
    let matchers_of = |robots: &Robots<'static>| -> Vec<Matcher<'static>> {
        let matchers = lists.iter().map(|list| robots.matcher_for(list));
        matchers.map(Matcher::into_owned).collect()
    };
    let of_owned = matchers_of(&owned_robots);
    let of_parsed_owned = matchers_of(&parsed_owned);
    for (&(number, url), found) in queries.iter().zip(&mut answers) {
        let list = lists[number];
        found.extend([
            (Route::QueriedOften, by_robots(&robots, list, url)),
            (
                Route::OwnedAskedMatcher,
                by_matcher(&owned_asked[number], url),
            ),
            (Route::OwnedRobots, by_robots(&owned_robots, list, url)),
            (
                Route::OwnedAskedRobots,
                by_robots(&owned_asked_robots, list, url),
            ),
            (
                Route::MatcherOfOwnedRobots,
                by_matcher(&of_owned[number], url),
            ),
            (Route::ParsedOwned, by_robots(&parsed_owned, list, url)),
            (
                Route::MatcherOfParsedOwned,
                by_matcher(&of_parsed_owned[number], url),
            ),
        ]);
    }
    answers
}

fn by_robots(robots: &Robots<'_>, agents: &[String], url: &str) -> Answer {
    match agents {
        [agent] => {
            let verdict = robots.verdict(agent, url);
            assert_eq!(
                robots.allowed(agent, url),
                verdict.allowed(),
                "Robots::allowed and Robots::verdict differ"
            );
            answer(&verdict)
        }
        _ => answer(&robots.matcher_for(agents).verdict(url)),
    }
}

fn by_matcher(matcher: &Matcher<'_>, url: &str) -> Answer {
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
        "a verdict names its rule's line"
    );
    (verdict.allowed(), verdict.line())
}
