//! Comparisons of files, for `robots_exclusion.diff`.

use pyo3::prelude::*;
use pyo3::types::PyTuple;
use robots_exclusion::ParseOptions;
use robots_exclusion::diff::{self, Change, Difference, Effect, Limit};

use crate::arguments::{Agent, AgentFallback, Body, DialectName, Limit as ByteLimit, options};
use crate::matcher::Matcher;
use crate::robots::Robots;
use crate::types::{self, PlainType};
use crate::verdict::Verdict;

static CHANGE: PlainType = PlainType::new("Change");
static DIFFERENCE: PlainType = PlainType::new("Difference");
static CRAWLER_DIFFERENCE: PlainType = PlainType::new("CrawlerDifference");
static RECORD_DIFFERENCE: PlainType = PlainType::new("RecordDifference");
static EFFECT: PlainType = PlainType::new("Effect");

fn change<'py>(py: Python<'py>, change: &Change<'_>) -> PyResult<Bound<'py, PyAny>> {
    let direction = match change.after.allowed() {
        true => "allowed",
        false => "disallowed",
    };
    let [before, after] = [change.before, change.after].map(Verdict::from);
    CHANGE.make(py, (direction, &change.url, before, after))
}

fn difference<'py>(py: Python<'py>, difference: &Difference<'_>) -> PyResult<Bound<'py, PyAny>> {
    let changes = difference.changes.iter().map(|of| change(py, of));
    let changes = PyTuple::new(py, changes.collect::<PyResult<Vec<_>>>()?)?;
    let limit = difference.limit.map(|limit| match limit {
        Limit::States => "states",
        Limit::Memory => "memory",
        Limit::Changes => "changes",
        // The enum may grow.
        _ => "steps",
    });
    DIFFERENCE.make(py, (changes, difference.is_decided, limit))
}

#[pyfunction(name = "_diff_files")]
pub(crate) fn files<'py>(
    py: Python<'py>,
    old: &Bound<'py, Robots>,
    new: &Bound<'py, Robots>,
) -> PyResult<Vec<Bound<'py, PyAny>>> {
    let [old, new] = [old, new].map(|robots| robots.get().inner());
    let crawlers = py.detach(|| diff::files(old, new));
    let crawlers = crawlers.iter().map(|crawler| {
        let agents = PyTuple::new(py, &crawler.agents)?;
        CRAWLER_DIFFERENCE.make(py, (agents, difference(py, &crawler.difference)?))
    });
    crawlers.collect()
}

#[pyfunction(name = "_diff_for_agent")]
pub(crate) fn for_agent<'py>(
    py: Python<'py>,
    old: &Bound<'py, Robots>,
    new: &Bound<'py, Robots>,
    agent: Agent<'_>,
) -> PyResult<Bound<'py, PyAny>> {
    let [old, new] = [old, new].map(|robots| robots.get().inner());
    let agent = agent.as_ref();
    difference(py, &py.detach(|| diff::for_agent(old, new, agent)))
}

#[pyfunction(name = "_diff_rules")]
pub(crate) fn rules<'py>(
    py: Python<'py>,
    old: &Bound<'py, Matcher>,
    new: &Bound<'py, Matcher>,
) -> PyResult<Bound<'py, PyAny>> {
    let [old, new] = [old, new].map(|matcher| matcher.get().rules_of());
    difference(py, &py.detach(|| diff::rules(old, new)))
}

#[pyfunction(name = "_diff_records")]
pub(crate) fn records<'py>(
    py: Python<'py>,
    old: &Bound<'py, Robots>,
    new: &Bound<'py, Robots>,
) -> PyResult<Bound<'py, PyAny>> {
    let [old, new] = [old, new].map(|robots| robots.get().inner());
    let records = diff::records(old, new);
    let [removed, added] = [records.removed, records.added]
        .map(|records| PyTuple::new(py, types::records(py, records.into_iter())?));
    RECORD_DIFFERENCE.make(py, (removed?, added?))
}

#[pyfunction(name = "_diff_keeps_verdicts")]
pub(crate) fn keeps_verdicts(
    py: Python<'_>,
    old: Body<'_>,
    new: Body<'_>,
    byte_limit: ByteLimit,
    agent_fallback: AgentFallback,
) -> bool {
    let options: ParseOptions = options(DialectName::DEFAULT, byte_limit, agent_fallback);
    let [old, new] = [old.as_ref(), new.as_ref()];
    py.detach(|| diff::keeps_verdicts(old, new, options))
}

fn effects<'py>(
    py: Python<'py>,
    effects: &[(robots_exclusion::Rule<'_>, Effect)],
) -> PyResult<Vec<Bound<'py, PyAny>>> {
    let effects = effects.iter().map(|(rule, effect)| {
        let rule = types::rule_of(py, *rule)?;
        let (kind, url, lines) = match effect {
            Effect::Decides(url) => ("decides", Some(url), &[][..]),
            Effect::Never(lines) => ("never", None, lines.as_slice()),
            _ => ("unknown", None, &[][..]),
        };
        EFFECT.make(py, (rule, kind, url, PyTuple::new(py, lines)?))
    });
    effects.collect()
}

#[pyfunction(name = "_diff_effects")]
pub(crate) fn of_matcher<'py>(
    py: Python<'py>,
    matcher: &Bound<'py, Matcher>,
) -> PyResult<Vec<Bound<'py, PyAny>>> {
    let rules = matcher.get().rules_of();
    effects(py, &py.detach(|| diff::effects(rules)))
}

#[pyfunction(name = "_diff_effects_in_file")]
pub(crate) fn in_file<'py>(
    py: Python<'py>,
    robots: &Bound<'py, Robots>,
) -> PyResult<Vec<Bound<'py, PyAny>>> {
    let robots = robots.get().inner();
    effects(py, &py.detach(|| diff::effects_in_file(robots)))
}
