//! The library's answers to a case, by every route.

use std::panic::{AssertUnwindSafe, catch_unwind};

use robots_exclusion::{Dialect, ParseOptions};

use crate::case::{Answer, Case};
use crate::routes::{self, Route};

/// The answers to one query, each with its route.
pub(crate) type Answers = Vec<(Route, Answer)>;

/// Returns the answers to each query of a case, or the index of the first query that panics.
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
    let lists: Vec<&[String]> = case.agents.iter().map(Vec::as_slice).collect();
    let queries = case.queries.iter();
    let queries: Vec<(usize, &str)> = queries.map(|query| (query.agents, &*query.url)).collect();
    routes::answers(options, &case.file, &lists, &queries)
        .into_iter()
        .map(|answers| {
            answers
                .into_iter()
                .map(|(route, (allowed, line))| (route, Answer { allowed, line }))
                .collect()
        })
        .collect()
}
