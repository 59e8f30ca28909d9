//! The report on the changes, in each format.

use std::collections::BTreeMap;
use std::ffi::OsStr;

use robots_exclusion::diff::{self, Change, Limit};
use robots_exclusion::{Reason, Robots, Verdict, crawlers};
use serde_json::json;

use super::ByCrawlers;
use crate::format::{Style, annotate, code, property, table_head};
use crate::output::{self, Excerpts, MINOR, Output, PLAIN, Result, listing};
use crate::{Finding, json};

/// The words for one kind of comparison.
pub(crate) struct Words {
    /// The names of the two sides.
    sides: [&'static str; 2],
    /// The title of the column that contains the second side's verdict.
    verdict: &'static str,
    /// The title of an annotation, around the second side's verdict.
    title: [&'static str; 2],
    /// The statement that no verdict differs.
    same: &'static str,
}

/// An old and a new file.
pub(super) const FILES: Words = Words {
    sides: ["before", "after"],
    verdict: "change",
    title: ["newly ", ""],
    same: "unchanged",
};

/// One file in both dialects.
pub(crate) const DIALECTS: Words = Words {
    sides: ["standard", "google"],
    verdict: "to Google",
    title: ["", " to Google"],
    same: "no difference",
};

/// A change, and the crawlers that it applies to. Several changes share these lists.
type ForCrawlers<'d, 't> = (&'d Change<'t>, Vec<&'d [String]>);

/// Merges equal changes, so that a change for several crawlers is listed once.
fn together<'d, 't>(differences: &'d [ByCrawlers<'t>]) -> Vec<ForCrawlers<'d, 't>> {
    let mut changes: Vec<ForCrawlers<'d, 't>> = Vec::new();
    let mut places = BTreeMap::new();
    for (agents, difference) in differences {
        for change in &difference.changes {
            let lines = [change.before.line(), change.after.line()];
            let key = (change.after.allowed(), &change.url, lines);
            let place = *places.entry(key).or_insert(changes.len());
            if place == changes.len() {
                changes.push((change, Vec::new()));
            }
            changes[place].1.push(agents);
        }
    }
    changes
}

/// The maximum number of names in all objects together. Without a limit, thousands of crawlers
/// in a group with thousands of rules would take gigabytes.
const MOST_AGENTS: usize = 100_000;

/// Writes the changes. `name` is the name of the new file.
pub(crate) fn write(
    differences: &[ByCrawlers<'_>],
    words: &Words,
    style: Style,
    name: &OsStr,
    output: &mut Output,
) -> Result {
    let changes = together(differences);
    let mut excerpts = Excerpts::default();
    let mut agents_left = MOST_AGENTS;
    let [one, other] = words.sides;
    if style == Style::Markdown && !changes.is_empty() {
        let titles = [words.verdict, "for example", "crawlers", one, other];
        table_head(&titles, output)?;
    }
    for (change, agents) in &changes {
        let count: usize = agents.iter().map(|names| names.len()).sum();
        let agents = agents.iter().copied().flatten().map(String::as_str);
        let [before, after] = [change.before, change.after];
        let (style_of_word, word) = output::verdict_word(&after);
        let url = excerpts.of(&change.url);
        if style == Style::Json {
            let purpose_name = |agent: &&str| Some(purpose(agent)?.name());
            // Each object lists at least one.
            let listed: Vec<&str> = agents.take(agents_left.max(1)).collect();
            agents_left -= listed.len().min(agents_left);
            let purposes: Vec<_> = listed.iter().map(purpose_name).collect();
            let mut object = json!({ "agents": listed });
            // The number of crawlers that aren't listed because there are too many.
            if count > listed.len() {
                object["more_agents"] = json!(count - listed.len());
            }
            // Each crawler's purpose, or `null` if it isn't a known crawler.
            object["purposes"] = json!(purposes);
            object["change"] = json!(word);
            object["url"] = json!(url);
            for (side, verdict) in [(one, before), (other, after)] {
                object[side] = json!({
                    "allowed": verdict.allowed(),
                    "rule": verdict.rule().map(|rule| json::rule(&rule, &mut excerpts)),
                    "explanation": reason(verdict, &mut excerpts),
                });
            }
            output.object(&object)?;
            continue;
        }
        let crawlers = listed(agents, count, differences);
        let was = reason(before, &mut excerpts);
        let now = reason(after, &mut excerpts);
        match style {
            Style::Markdown => {
                let [url, was, now] = [url, was, now].map(code);
                output.line(format_args!(
                    "| {word} | {url} | {crawlers} | {was} | {now} |"
                ))?;
            }
            Style::Github => {
                let line = after.line().or(before.line().filter(|_| one != "before"));
                let line = line.unwrap_or(1);
                let place = match name.to_str() {
                    Some(name) if name != "-" && !name.contains("://") => {
                        format!("file={},line={line},", property(name))
                    }
                    _ => String::new(),
                };
                let message =
                    format!("for {crawlers}, for example {url}\n{one}: {was}\n{other}: {now}");
                let title = format!("{}{word}{}", words.title[0], words.title[1]);
                annotate(output, "warning", &place, &title, &message)?;
            }
            _ => {
                output.pieces(&[
                    (style_of_word, format_args!("{word:<10}")),
                    (PLAIN, format_args!("  for example {url}  ")),
                    (MINOR, format_args!("for {crawlers}")),
                ])?;
                let width = one.len().max(other.len());
                output.line(format_args!("    {one:width$}  {was}"))?;
                output.line(format_args!("    {other:width$}  {now}"))?;
            }
        }
    }
    let is_same = |(_, difference): &ByCrawlers<'_>| difference.is_empty();
    if differences.iter().all(is_same) && style != Style::Json {
        let all = all_of(differences.iter());
        let crawlers = listed(all.iter().copied(), all.len(), differences);
        output.line(format_args!("{} for {crawlers}", words.same))?;
    }
    Ok(())
}

/// Returns the reason for a verdict, in words that can apply to several crawlers.
fn reason(verdict: Verdict<'_>, excerpts: &mut Excerpts) -> String {
    match verdict.reason() {
        Reason::NoRule | Reason::NoGroup => "allowed: no rule matches".to_owned(),
        _ => excerpts.of(verdict),
    }
}

/// Returns the purpose of a known crawler.
fn purpose(agent: &str) -> Option<crawlers::Purpose> {
    crawlers::find(agent).ok().map(|known| known.purpose)
}

/// Lists the names of `count` crawlers if they are few, with their purposes.
fn listed<'a>(
    crawlers: impl Iterator<Item = &'a str>,
    count: usize,
    of_all: &[ByCrawlers<'_>],
) -> String {
    const SHOWN: usize = 5;
    let shown = |agent: &str| match agent {
        "*" if of_all.len() == 1 => "every crawler that no group names".to_owned(),
        "*" => "every other crawler".to_owned(),
        "" => "a crawler without a name".to_owned(),
        agent => match purpose(agent) {
            Some(purpose) => format!("{agent} ({})", purpose.title()),
            None => agent.to_owned(),
        },
    };
    let most = if count > SHOWN { SHOWN - 1 } else { count };
    listing(crawlers.take(most).map(shown).collect(), count - most)
}

/// Returns the crawlers in some differences.
fn all_of<'d>(differences: impl Iterator<Item = &'d ByCrawlers<'d>>) -> Vec<&'d str> {
    let agents = differences.flat_map(|(agents, _)| agents);
    agents.map(String::as_str).collect()
}

/// Determines the exit code, and reports on standard error what was not decided, and why.
pub(crate) fn conclude(differences: &[ByCrawlers<'_>], output: &mut Output) -> Result {
    let has_changed = |(_, difference): &ByCrawlers<'_>| !difference.is_empty();
    output.raise_if(differences.iter().any(has_changed), Finding::Adverse);
    let limits = [Limit::States, Limit::Steps, Limit::Memory, Limit::Changes];
    for limit in limits.map(Some).into_iter().chain([None]) {
        let is_so =
            |(_, difference): &&ByCrawlers<'_>| !difference.is_decided && difference.limit == limit;
        let undecided = all_of(differences.iter().filter(is_so));
        if !undecided.is_empty() {
            let why = match limit {
                Some(Limit::States) => ": finding all changes would take too many states",
                Some(Limit::Memory) => ": finding all changes would take too much memory",
                Some(Limit::Changes) => ": there are more changes than are listed",
                Some(Limit::Steps) => ": all comparisons together would take too many steps",
                _ => ": in Google's parser, a rule has a wildcard that could end inside an escape",
            };
            let crawlers = listed(undecided.iter().copied(), undecided.len(), differences);
            output.fail(format_args!("not decided for {crawlers}{why}"))?;
        }
    }
    Ok(())
}

/// The maximum number of crawlers that are listed for one record. A group can have thousands,
/// and each of its records would repeat them.
const MOST_AGENTS_OF_RECORD: usize = 3;

/// Writes the records that were added or removed, with the first crawlers that each applies to.
pub(super) fn write_records(
    old: &Robots<'_>,
    new: &Robots<'_>,
    style: Style,
    output: &mut Output,
) -> Result {
    let difference = diff::records(old, new);
    let removed = difference.removed.iter();
    let removed = removed.map(|record| ("removed", record, old));
    let added = difference.added.iter();
    let added = added.map(|record| ("added", record, new));
    let mut excerpts = Excerpts::default();
    for (number, (change, record, robots)) in removed.chain(added).enumerate() {
        let agents = robots.agents_of(record).take(MOST_AGENTS_OF_RECORD);
        let agents = agents.map(|agent| String::from_utf8_lossy(agent.value()));
        let agents: Vec<_> = agents.collect();
        let field = String::from_utf8_lossy(record.name()).to_ascii_lowercase();
        let value = excerpts.of(String::from_utf8_lossy(record.value()));
        let line = record.line();
        if number == 0 && style == Style::Markdown {
            output.line(format_args!(""))?;
            table_head(&["change", "record", "line"], output)?;
        }
        let crawlers = match agents.join(", ") {
            agents if agents.is_empty() => agents,
            agents => format!(" for {agents}"),
        };
        match style {
            Style::Json => output.object(&json!({
                "agents": agents,
                "change": change,
                "url": null,
                "field": field,
                "value": value,
                "line": line,
            }))?,
            Style::Markdown => output.line(format_args!(
                "| {change} | {}{crawlers} | {line} |",
                code(format!("{field}: {value}"))
            ))?,
            Style::Text | Style::Github => {
                output.pieces(&[
                    (PLAIN, format_args!("{change:<10}  {field}: {value}")),
                    (MINOR, format_args!("{crawlers}  (line {line})")),
                ])?;
            }
        }
    }
    Ok(())
}
