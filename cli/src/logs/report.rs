//! Writes the report on the crawlers in a log.

use std::collections::BTreeMap;
use std::fmt;

use serde::Serialize;

use super::tally::{Count, Decided, Place, Tally, Who};
use super::time::Date;
use crate::format::{Style, annotate, code, table_head};
use crate::output::{MINOR, Output, PLAIN, Result, STRONG, counted};

pub(super) struct Report<'r, 'f> {
    pub(super) tally: &'r Tally<'f>,
    /// The numbers of files and lines that were read, and of lines that weren't requests.
    pub(super) read: [u64; 3],
    /// `true` if requests were verified by their addresses.
    pub(super) is_verified: bool,
}

/// A crawler in JSON.
#[derive(Serialize)]
struct Row<'a> {
    crawler: &'a str,
    /// The operator, if the crawler is in the table.
    operator: Option<&'static str>,
    purpose: &'static str,
    requests: u64,
    days: usize,
    disallowed: u64,
    /// The number of disallowed requests that were answered with status 200.
    disallowed_ok: u64,
    /// The number of times it fetched `/robots.txt`. The next field is the last day.
    robots_txt: u64,
    robots_txt_last: Option<String>,
    /// The number of disallowed requests by deciding line, or `0` if no line decides. With
    /// several files, the file's name comes first.
    lines: BTreeMap<String, u64>,
    examples: Vec<JsonExample<'a>>,
    /// The number of requests from verified addresses.
    verified: Option<u64>,
}

#[derive(Serialize)]
struct JsonExample<'a> {
    line: u32,
    url: &'a str,
    requests: u64,
    ok: u64,
}

/// The last line in JSON.
#[derive(Serialize)]
struct Summary {
    files: u64,
    lines_read: u64,
    lines_skipped: u64,
    /// The first and the last day.
    first: Option<String>,
    last: Option<String>,
    without_agent: u64,
    /// Requests from before the first file.
    unjudged: u64,
}

fn purpose(who: Who) -> &'static str {
    match who {
        Who::Known(known) => known.purpose.name(),
        Who::Other => "unknown",
    }
}

/// Returns the purpose, and `true` if its source hasn't been read for the table.
fn described(who: Who) -> String {
    let is_unread = matches!(who, Who::Known(known) if known.documentation_read.is_none());
    let unread = if is_unread { ", source unread" } else { "" };
    purpose(who).to_owned() + unread
}

fn day(time: Option<i64>) -> Option<String> {
    time.map(|time| Date(time).to_string())
}

impl Report<'_, '_> {
    pub(super) fn write(&self, style: Style, output: &mut Output) -> Result {
        let mut counts: Vec<&Count<'_>> = self
            .tally
            .counts
            .iter()
            .filter(|count| count.requests > 0)
            .collect();
        counts.sort_by(|one, other| {
            let key = |count: &Count<'_>| (count.disallowed, count.requests);
            key(other)
                .cmp(&key(one))
                .then_with(|| one.name.cmp(&other.name))
        });
        match style {
            Style::Json => self.write_json(&counts, output),
            Style::Markdown => self.write_markdown(&counts, output),
            Style::Github => counts
                .iter()
                .filter(|count| count.disallowed > 0)
                .try_for_each(|count| {
                    let mut message = self.broken(count);
                    for (place, decided) in count.lines.iter().take(LINES) {
                        let example = decided.examples.first().map_or("", |example| &example.url);
                        message += &format!(
                            "\nline {}: {} ({}, as {example})",
                            self.place(*place),
                            decided.rule,
                            requests(decided.requests)
                        );
                    }
                    annotate(output, "warning", "", &count.name, &message)
                }),
            Style::Text => self.write_text(&counts, output),
        }
    }

    fn write_json(&self, counts: &[&Count<'_>], output: &mut Output) -> Result {
        for count in counts {
            let mut lines: BTreeMap<String, u64> = BTreeMap::new();
            for (place, decided) in &count.lines {
                *lines.entry(self.place(*place)).or_default() += decided.requests;
            }
            let examples = count.lines.iter().flat_map(|((_, line), decided)| {
                decided.examples.iter().map(|example| JsonExample {
                    line: *line,
                    url: &example.url,
                    requests: example.requests,
                    ok: example.ok,
                })
            });
            output.object(&Row {
                crawler: &count.name,
                operator: match count.who {
                    Who::Known(known) => Some(known.operator),
                    Who::Other => None,
                },
                purpose: purpose(count.who),
                requests: count.requests,
                days: count.days.len(),
                disallowed: count.disallowed,
                disallowed_ok: count.disallowed_ok,
                robots_txt: count.robots_txt,
                robots_txt_last: day(count.robots_txt_last),
                lines,
                examples: examples.collect(),
                verified: self.is_verified.then_some(count.verified),
            })?;
        }
        let [files, lines_read, lines_skipped] = self.read;
        output.object(&Summary {
            files,
            lines_read,
            lines_skipped,
            first: day(self.tally.first),
            last: day(self.tally.last),
            without_agent: self.tally.without_agent,
            unjudged: self.tally.unjudged,
        })
    }

    /// Names a line, with its file if there are several.
    fn place(&self, (file, line): Place) -> String {
        match self.tally.versions() {
            [_] => line.to_string(),
            versions => format!("{}:{line}", versions[file].name),
        }
    }

    /// Describes the disallowed requests of a crawler.
    fn broken(&self, count: &Count<'_>) -> String {
        format!(
            "{} of {} disallowed, {} answered with 200",
            count.disallowed,
            requests(count.requests),
            count.disallowed_ok
        )
    }

    /// Describes a crawler in one line: how often it came, and when it fetched robots.txt.
    fn describe(&self, count: &Count<'_>) -> String {
        let days = counted(count.days.len(), "day");
        let mut text = format!("{} on {days}", requests(count.requests));
        if self.is_verified {
            let claimed = count.requests.saturating_sub(count.verified);
            text += &format!(", {} verified, {claimed} claimed", count.verified);
        }
        match day(count.robots_txt_last) {
            _ if count.robots_txt == 0 => text + "; never asked for robots.txt",
            Some(last) => {
                text + &format!(
                    "; asked for robots.txt {}, last on {last}",
                    times(count.robots_txt)
                )
            }
            None => text + &format!("; asked for robots.txt {}", times(count.robots_txt)),
        }
    }

    fn write_text(&self, counts: &[&Count<'_>], output: &mut Output) -> Result {
        let [files, lines, skipped] = self.read;
        let files = counted(files as usize, "log");
        let span = match (day(self.tally.first), day(self.tally.last)) {
            (Some(first), Some(last)) => format!(" from {first} to {last}"),
            _ => String::new(),
        };
        output.line(format_args!(
            "{files}: {}{span}{}",
            counted(lines as usize, "line"),
            match skipped {
                0 => String::new(),
                1 => ", 1 of them not a request".to_owned(),
                _ => format!(", {skipped} of them not requests"),
            }
        ))?;
        if self.tally.without_agent > 0 {
            output.line(format_args!(
                "{} without a User-Agent header in the log: their crawlers are unknown",
                requests(self.tally.without_agent)
            ))?;
        }
        if self.tally.unjudged > 0 {
            output.line(format_args!(
                "{} from before the first robots.txt: not judged",
                requests(self.tally.unjudged)
            ))?;
        }
        let (broken, kept): (Vec<&Count<'_>>, Vec<&Count<'_>>) =
            counts.iter().partition(|count| count.disallowed > 0);
        for count in &broken {
            output.line(format_args!(""))?;
            let purpose = described(count.who);
            output.pieces(&[
                (STRONG, format_args!("{}", count.name)),
                (
                    MINOR,
                    format_args!(" ({purpose}): {}", self.describe(count)),
                ),
            ])?;
            output.line(format_args!("  {}", self.broken(count)))?;
            let mut lines: Vec<_> = count.lines.iter().collect();
            lines.sort_by_key(|(place, decided)| (std::cmp::Reverse(decided.requests), **place));
            for (place, decided) in lines.iter().take(LINES) {
                self.write_line(**place, decided, output)?;
            }
            let others = lines.len().saturating_sub(LINES);
            if others > 0 || count.other_lines > 0 {
                output.line(format_args!("  … and more lines: see --json"))?;
            }
        }
        if !kept.is_empty() {
            output.line(format_args!(""))?;
            output.line(format_args!("No disallowed requests:"))?;
        }
        for count in &kept {
            let purpose = described(count.who);
            output.pieces(&[
                (STRONG, format_args!("  {}", count.name)),
                (
                    MINOR,
                    format_args!(" ({purpose}): {}", self.describe(count)),
                ),
            ])?;
        }
        output.line(format_args!(""))?;
        let columns = output.columns().unwrap_or(100).clamp(60, 100);
        for note in self.notes() {
            output.paragraph(MINOR, "", note, columns)?;
        }
        Ok(())
    }

    fn write_line(&self, place: Place, decided: &Decided, output: &mut Output) -> Result {
        let rule = match place {
            (_, 0) => decided.rule.clone(),
            _ => format!("line {}: {}", self.place(place), decided.rule),
        };
        output.line(format_args!("    {rule}  ({})", requests(decided.requests)))?;
        for example in &decided.examples {
            output.pieces(&[
                (PLAIN, format_args!("      {}", example.url)),
                (
                    MINOR,
                    format_args!(
                        "  {}, {} answered with 200",
                        times(example.requests),
                        example.ok
                    ),
                ),
            ])?;
        }
        Ok(())
    }

    /// Returns sentences about the limits of the report.
    fn notes(&self) -> Vec<&'static str> {
        let mut notes = Vec::new();
        if self.tally.versions().len() == 1 && self.tally.versions()[0].since == i64::MIN {
            notes.push(
                "The robots.txt is applied to all requests, even those from before its last change: see \
                 --file-since and --earlier.",
            );
        }
        if !self.is_verified {
            notes.push(
                "A name in a log is a claim that anyone can make: see --ranges and --verify.",
            );
        }
        notes
    }

    fn write_markdown(&self, counts: &[&Count<'_>], output: &mut Output) -> Result {
        let mut titles = vec![
            "crawler",
            "purpose",
            "requests",
            "days",
            "robots.txt",
            "disallowed",
            "answered 200",
            "lines",
        ];
        if self.is_verified {
            titles.push("verified");
        }
        table_head(&titles, output)?;
        for count in counts {
            let lines = count.lines.iter().take(LINES).map(|(place, decided)| {
                let example = decided
                    .examples
                    .first()
                    .map(|example| format!(", as {}", code(&example.url)));
                format!(
                    "{} {} ({}{})",
                    self.place(*place),
                    code(&decided.rule),
                    decided.requests,
                    example.unwrap_or_default()
                )
            });
            let lines: Vec<_> = lines.collect();
            let verified = match self.is_verified {
                true => format!(" {} |", count.verified),
                false => String::new(),
            };
            output.line(format_args!(
                "| {} | {} | {} | {} | {} | {} | {} | {} |{verified}",
                code(&count.name),
                described(count.who),
                count.requests,
                count.days.len(),
                count.robots_txt,
                count.disallowed,
                count.disallowed_ok,
                lines.join("; ")
            ))?;
        }
        output.line(format_args!(""))?;
        self.notes()
            .into_iter()
            .try_for_each(|note| output.line(format_args!("{note}")))
    }
}

/// The maximum number of lines shown for each crawler. JSON has all of them.
const LINES: usize = 10;

fn requests(number: u64) -> impl fmt::Display {
    counted(usize::try_from(number).unwrap_or(usize::MAX), "request")
}

fn times(number: u64) -> String {
    match number {
        1 => "once".to_owned(),
        2 => "twice".to_owned(),
        number => format!("{number} times"),
    }
}
