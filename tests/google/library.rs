//! The library's answers to a case, by every way that leads to one.

use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};

use robots_exclusion::{Dialect, Matcher, ParseOptions, Robots, Verdict};

use crate::case::{Answer, Case};

/// A way to an answer. They share rules, but not when and from what the rules are compiled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Route {
    /// The first query to a file just parsed, before anything can be kept from it.
    Fresh,
    /// A query to a file that was queried before.
    Queried,
    /// The same query again, after all the others.
    QueriedAgain,
    /// A matcher for the list of agents.
    Matcher,
    /// That matcher, made owned: only what binds these agents is left.
    OwnedMatcher,
    /// The file made owned after queries, then queried.
    OwnedRobots,
}

impl fmt::Display for Route {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Route::Fresh => "Robots::verdict, first query",
            Route::Queried => "Robots::verdict, later query",
            Route::QueriedAgain => "Robots::verdict, the same query again",
            Route::Matcher => "Matcher::verdict",
            Route::OwnedMatcher => "Matcher::into_owned, verdict",
            Route::OwnedRobots => "Robots::into_owned, verdict",
        })
    }
}

/// One query's answers, with the way each came.
pub(crate) type Answers = Vec<(Route, Answer)>;

/// The answers to each query of a case, or the number of the first query that panics.
pub(crate) fn answers(case: &Case, dialect: Dialect) -> Result<Vec<Answers>, usize> {
    let quiet = |case: &Case| catch_unwind(AssertUnwindSafe(|| all_answers(case, dialect))).ok();
    match quiet(case) {
        Some(answers) => Ok(answers),
        None => Err((0..case.queries.len())
            .find(|&query| quiet(&case.single(query)).is_none())
            .unwrap_or(0)),
    }
}

fn all_answers(case: &Case, dialect: Dialect) -> Vec<Answers> {
    let options = ParseOptions::new().dialect(dialect).byte_limit(None);
    let robots = options.parse(&case.file);
    let matchers: Vec<Matcher<'_>> = case
        .agents
        .iter()
        .map(|list| robots.matcher_for(list))
        .collect();
    let owned_matchers: Vec<Matcher<'static>> = matchers
        .iter()
        .map(|matcher| matcher.clone().into_owned())
        .collect();
    let mut answers: Vec<Answers> = Vec::with_capacity(case.queries.len());
    for query in &case.queries {
        let (list, url) = (&case.agents[query.agents], &query.url);
        let mut of_query = Vec::with_capacity(6);
        of_query.push((
            Route::Fresh,
            by_robots(&options.parse(&case.file), list, url),
        ));
        of_query.push((Route::Queried, by_robots(&robots, list, url)));
        of_query.push((Route::Matcher, by_matcher(&matchers[query.agents], url)));
        of_query.push((
            Route::OwnedMatcher,
            by_matcher(&owned_matchers[query.agents], url),
        ));
        answers.push(of_query);
    }
    let owned = robots.clone().into_owned();
    for (query, of_query) in case.queries.iter().zip(&mut answers) {
        let list = &case.agents[query.agents];
        of_query.push((Route::QueriedAgain, by_robots(&robots, list, &query.url)));
        of_query.push((Route::OwnedRobots, by_robots(&owned, list, &query.url)));
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
            answer(verdict)
        }
        _ => answer(robots.matcher_for(agents).verdict(url)),
    }
}

fn by_matcher(matcher: &Matcher<'_>, url: &str) -> Answer {
    let verdict = matcher.verdict(url);
    assert_eq!(
        matcher.allowed(url),
        verdict.allowed(),
        "Matcher::allowed and Matcher::verdict differ"
    );
    answer(verdict)
}

fn answer(verdict: Verdict<'_>) -> Answer {
    assert_eq!(
        verdict.rule().map(|rule| rule.line()),
        verdict.line(),
        "a verdict names its rule's line"
    );
    Answer {
        allowed: verdict.allowed(),
        line: verdict.line(),
    }
}
