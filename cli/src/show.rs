//! `robots show`.

use std::borrow::Cow;
use std::ffi::OsString;

use robots_exclusion::lexer::Lines;
use robots_exclusion::records::Record;
use robots_exclusion::{Group, Robots};
use serde::Serialize;
use serde_json::json;

use crate::json::joined;
use crate::options::{Connection, Format};
use crate::output::{MINOR, Output, PLAIN, Result, counted, padded};
use crate::source::Source;
use crate::{Finding, idn};

/// Show the contents of a robots.txt: groups, rules, sitemaps, other records
///
/// Prints one line per record, with its line number, group by group, as the parser reads the file.
/// Comments and lines that aren't records are omitted. The exit code is 2 if the file couldn't be
/// read.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The robots.txt, or `-` for standard input. If this is an http or https URL, the robots.txt
    /// is fetched from its host
    #[arg(value_name = "FILE|URL")]
    file: OsString,
    #[command(flatten)]
    format: Format,
    #[command(flatten)]
    connection: Connection,
    /// Print one JSON object per record
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(arguments: &Arguments, output: &mut Output) -> Result<Finding> {
    let options = arguments.format.options();
    let source = Source::read(&arguments.file, options, &arguments.connection, output)?;
    if let Some(robots) = source.access.robots() {
        if arguments.json {
            let file = &source.name;
            for_each(robots, |row| {
                output.object(&joined(json!({ "file": file }), json!(row)))
            })?;
        } else {
            write(robots, source.shown_name(), output)?;
        }
    } else if let Some(unavailable) = source.access.unavailable().filter(|_| !arguments.json) {
        let meaning = if source.access.allowed("*", "/") {
            "everything is allowed"
        } else {
            "everything is disallowed"
        };
        let name = idn::with_host(source.shown_name());
        output.line(format_args!("{name}: {unavailable}: {meaning}"))?;
    }
    Ok(source.finding())
}

/// A record in the file. In JSON, every key is always present, so that data tools turn each
/// into a column.
#[derive(Serialize)]
struct Row<'a> {
    line: u32,
    /// The line number of the first `user-agent` line of its group.
    group: Option<u32>,
    /// In lower case.
    field: Cow<'a, str>,
    value: Cow<'a, str>,
    /// The number of seconds in a valid `crawl-delay`.
    seconds: Option<f64>,
}

impl<'a> Row<'a> {
    fn in_group(group: &Group<'_>, line: u32, field: &'a str, value: &'a [u8]) -> Row<'a> {
        Row {
            line,
            field: field.into(),
            value: String::from_utf8_lossy(value),
            group: Some(group.line()),
            seconds: None,
        }
    }

    fn of_record(record: Record<'a>) -> Row<'a> {
        let field = String::from_utf8_lossy(record.name());
        Row {
            line: record.line(),
            field: field.to_ascii_lowercase().into(),
            value: String::from_utf8_lossy(record.value()),
            group: record.group_line(),
            seconds: record.crawl_delay().map(|delay| delay.as_secs_f64()),
        }
    }
}

/// Calls `visit` with each group's records, in order, and then with the records outside of any
/// group: first those before the first group, then the sitemaps.
fn for_each(robots: &Robots<'_>, mut visit: impl FnMut(&Row<'_>) -> Result) -> Result {
    for group in robots.groups() {
        let row = |line, field, value| Row::in_group(&group, line, field, value);
        let agents = group.agents();
        let agents = agents.map(|agent| row(agent.line(), "user-agent", agent.value()));
        let rules = group.rules();
        let rules = rules.map(|rule| row(rule.line(), rule.kind().name(), rule.pattern()));
        let records = group.records().map(Row::of_record);
        for row in by_line(by_line(agents, rules), records) {
            visit(&row)?;
        }
    }
    let records = robots.records();
    let of_none = records.take_while(|record| record.group_line().is_none());
    let of_none = of_none.map(Row::of_record);
    for row in by_line(of_none, robots.sitemaps().map(Row::of_record)) {
        visit(&row)?;
    }
    Ok(())
}

/// Merges two lists of rows that are sorted by line.
fn by_line<'a>(
    one: impl Iterator<Item = Row<'a>>,
    other: impl Iterator<Item = Row<'a>>,
) -> impl Iterator<Item = Row<'a>> {
    let (mut one, mut other) = (one.peekable(), other.peekable());
    std::iter::from_fn(move || match (one.peek(), other.peek()) {
        (Some(row), Some(rival)) if rival.line < row.line => other.next(),
        (None, _) => other.next(),
        _ => one.next(),
    })
}

/// Writes the contents of the file as human-readable text.
fn write(robots: &Robots<'_>, name: &str, output: &mut Output) -> Result {
    let groups = counted(robots.groups().count(), "group");
    let rules: usize = robots.groups().map(|group| group.rules().count()).sum();
    let rules = counted(rules, "rule");
    let sitemaps = counted(robots.sitemaps().count(), "sitemap");
    let name = idn::with_host(name);
    output.line(format_args!("{name}: {groups}, {rules}, {sitemaps}"))?;
    let lines = Lines::new(robots.text(), robots.dialect()).count();
    let width = lines.to_string().len();
    let mut columns = 11;
    for_each(robots, |row| {
        columns = columns.max(row.field.chars().count());
        Ok(())
    })?;
    let mut last = None;
    for_each(robots, |row| {
        if last != Some(row.group) {
            last = Some(row.group);
            output.line(format_args!(""))?;
        }
        let line = row.line;
        let field = padded(&row.field, columns.min(20));
        let style = match row.group {
            Some(_) => PLAIN,
            None => MINOR,
        };
        output.pieces(&[
            (MINOR, format_args!("{line:>width$}  ")),
            (style, format_args!("{field}  ")),
            (PLAIN, format_args!("{}", row.value)),
        ])
    })
}
