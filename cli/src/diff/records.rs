//! Records that were added or removed: sitemaps, crawl delays, usage lines, and all others
//! except rules.

use robots_exclusion::{Robots, diff};
use serde_json::json;

use crate::format::{Style, code, table_head};
use crate::output::{Excerpts, MINOR, Output, PLAIN, Result};

/// The maximum number of crawlers that are listed for one record. A group can have thousands,
/// and each of its records would repeat them.
const MOST_AGENTS: usize = 3;

/// Writes the records that were added or removed, with the first crawlers that each applies to.
pub(super) fn write(
    old: &Robots<'_>,
    new: &Robots<'_>,
    style: Style,
    output: &mut Output,
) -> Result {
    let difference = diff::records(old, new);
    let removed = difference.removed().iter();
    let removed = removed.map(|record| ("removed", record, old));
    let added = difference.added().iter();
    let added = added.map(|record| ("added", record, new));
    let mut excerpts = Excerpts::default();
    for (number, (change, record, robots)) in removed.chain(added).enumerate() {
        let agents = robots.agents_of(record).take(MOST_AGENTS);
        let agents = agents.map(|agent| String::from_utf8_lossy(agent.value()));
        let agents: Vec<_> = agents.collect();
        let field = String::from_utf8_lossy(record.name()).to_ascii_lowercase();
        let value = excerpts.of(record.value_text());
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
