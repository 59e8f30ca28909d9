//! `robots show`.

use std::borrow::Cow;
use std::ffi::OsString;

use robots_exclusion::Robots;
use robots_exclusion::lexer::Lines;
use robots_exclusion::records::Record;
use serde::Serialize;

use crate::idn;
use crate::options::{Connection, Format};
use crate::output::{MINOR, Output, PLAIN, Result, counted, padded, verdict_word};
use crate::source::Source;

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

pub(crate) fn run(arguments: &Arguments, output: &mut Output) -> Result {
    let options = arguments.format.options();
    let source = Source::read(&arguments.file, options, &arguments.connection, output)?;
    if let Some(robots) = source.access.robots() {
        if arguments.json {
            rows(&source.name, robots).try_for_each(|row| output.object(&row))?;
        } else {
            write(robots, source.shown_name(), output)?;
        }
    } else if let Some(unavailable) = source.access.unavailable().filter(|_| !arguments.json) {
        let (_, word) = verdict_word(&source.access.verdict("*", "/"));
        let name = idn::with_host(source.shown_name());
        output.line(format_args!("{name}: {unavailable}: everything is {word}"))?;
    }
    Ok(())
}

/// A record in the file. In JSON, every key is always present, so that data tools turn each
/// into a column.
#[derive(Serialize)]
struct Row<'a> {
    file: &'a str,
    line: u32,
    /// The line number of the first `user-agent` line of its group.
    group: Option<u32>,
    /// In lower case.
    field: Cow<'a, str>,
    value: Cow<'a, str>,
    /// The number of seconds in a valid `crawl-delay`.
    seconds: Option<f64>,
}

/// Returns each group's records, in order, and then the records outside of any group: first those
/// before the first group, then the sitemaps.
fn rows<'a>(file: &'a str, robots: &'a Robots<'_>) -> impl Iterator<Item = Row<'a>> {
    let row = move |line, group, field: Cow<'a, str>, value: &'a [u8]| Row {
        file,
        line,
        group,
        field,
        value: String::from_utf8_lossy(value),
        seconds: None,
    };
    let of_record = move |record: Record<'a>| {
        let field = String::from_utf8_lossy(record.name()).to_ascii_lowercase();
        Row {
            seconds: record.crawl_delay().map(|delay| delay.as_secs_f64()),
            ..row(
                record.line(),
                record.group_line(),
                field.into(),
                record.value(),
            )
        }
    };
    let groups = robots.groups().flat_map(move |group| {
        let line = Some(group.line());
        let agents = group.agents();
        let agents = agents.map(move |it| row(it.line(), line, "user-agent".into(), it.value()));
        let rules = group.rules();
        let rules =
            rules.map(move |it| row(it.line(), line, it.kind().name().into(), it.pattern()));
        by_line(by_line(agents, rules), group.records().map(of_record))
    });
    let records = robots.records();
    let of_none = records.take_while(|record| record.group_line().is_none());
    let sitemaps = robots.sitemaps().map(of_record);
    groups.chain(by_line(of_none.map(of_record), sitemaps))
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
    let shown = idn::with_host(name);
    output.line(format_args!("{shown}: {groups}, {rules}, {sitemaps}"))?;
    let lines = Lines::new(robots.text(), robots.dialect()).count();
    let width = lines.to_string().len();
    let fields = rows(name, robots).map(|row| row.field.chars().count());
    let columns = fields.max().unwrap_or_default().clamp(11, 20);
    let mut last = None;
    for row in rows(name, robots) {
        if last.replace(row.group) != Some(row.group) {
            output.line(format_args!(""))?;
        }
        let style = row.group.map_or(MINOR, |_| PLAIN);
        output.pieces(&[
            (MINOR, format_args!("{:>width$}  ", row.line)),
            (style, format_args!("{}  ", padded(&row.field, columns))),
            (PLAIN, format_args!("{}", row.value)),
        ])?;
    }
    Ok(())
}
