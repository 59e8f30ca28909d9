//! `robots lint`.

mod codes;
mod columns;
mod fix;
mod programs;
mod sarif;
mod text;

use std::collections::{BTreeMap, VecDeque};
use std::ffi::OsString;
use std::ops::Range;

use clap::ValueEnum;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use robots_exclusion::ParseOptions;
use robots_exclusion::lint::{self, Code, Diagnostic, Severity};

use self::columns::Columns;
use crate::options::{Connection, Format};
use crate::output::{Output, Result, counted, progress};
use crate::source::{Source, Sources};
use crate::{Finding, pages, web};

/// Find mistakes in robots.txt files
///
/// Shows the lines that each diagnostic is about. The exit code is 0 if there are no warnings or
/// errors, 1 if there are any, or 2 if a file couldn't be read.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The robots.txt files, or `-` for standard input (at most once). If you give an http or https
    /// URL, the robots.txt is fetched from its host
    #[arg(value_name = "FILE|URL", required_unless_present_any = ["codes", "explain"])]
    inputs: Vec<OsString>,
    #[command(flatten)]
    reading: Format,
    #[command(flatten)]
    connection: Connection,
    /// Only report these codes (separate them with commas, or repeat the option)
    #[arg(long, value_name = "CODE", value_delimiter = ',', value_parser = code(), hide_possible_values = true)]
    only: Vec<Code>,
    /// Don't report these codes
    #[arg(long, value_name = "CODE", value_delimiter = ',', value_parser = code(), hide_possible_values = true)]
    allow: Vec<Code>,
    /// Report these codes as errors, regardless of their severity
    #[arg(long, value_name = "CODE", value_delimiter = ',', value_parser = code(), hide_possible_values = true)]
    deny: Vec<Code>,
    /// Exit with code 1 only if something is at least this severe
    #[arg(long, value_name = "LEVEL", value_parser = severity(), default_value = "warning")]
    fail_on: Severity,
    /// Only report diagnostics that are at least this severe
    #[arg(long, value_name = "LEVEL", value_parser = severity(), default_value = "note")]
    severity: Severity,
    /// The output format
    #[arg(long, value_enum, default_value_t = Style::Text)]
    format: Style,
    /// Same as `--format json`
    #[arg(long, conflicts_with = "format")]
    json: bool,
    /// Make those suggested edits that don't change anything for any crawler (no verdict, usage
    /// preference, licence, delay or rate), and report the remaining diagnostics
    #[arg(long, conflicts_with_all = ["codes", "explain"])]
    fix: bool,
    /// With --fix, edit files even if they're write-protected
    #[arg(long, requires = "fix")]
    force: bool,
    /// List the codes of all diagnostics
    #[arg(long, conflicts_with = "inputs")]
    codes: bool,
    /// Explain a code
    #[arg(long, value_name = "CODE", value_parser = code(), hide_possible_values = true, conflicts_with = "inputs")]
    explain: Option<Code>,
}

/// The format of the report.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Style {
    /// Human-readable text, with the lines that each diagnostic is about
    Text,
    /// One JSON object per diagnostic
    Json,
    /// Annotations for GitHub Actions
    Github,
    /// A SARIF 2.1.0 log for code scanning services
    Sarif,
}

/// Parses the name of a code.
fn code() -> impl TypedValueParser<Value = Code> {
    let names = Code::ALL.iter().map(|code| code.name());
    PossibleValuesParser::new(names).try_map(|name| name.parse::<Code>())
}

/// Parses the name of a severity.
fn severity() -> impl TypedValueParser<Value = Severity> {
    PossibleValuesParser::new(["note", "warning", "error"]).map(|name| match &*name {
        "note" => Severity::Note,
        "error" => Severity::Error,
        _ => Severity::Warning,
    })
}

impl Arguments {
    /// Returns the severity of a diagnostic, or `None` if its code is not reported.
    fn severity_of(&self, diagnostic: &Diagnostic) -> Option<Severity> {
        let code = diagnostic.code;
        let is_chosen = self.only.is_empty() || self.only.contains(&code);
        match self.deny.contains(&code) {
            _ if !is_chosen => None,
            true => Some(Severity::Error),
            false => (!self.allow.contains(&code)).then_some(diagnostic.severity),
        }
    }

    fn style(&self) -> Style {
        if self.json { Style::Json } else { self.format }
    }
}

/// The maximum number of files that are read ahead, because fetching takes time. Each is read past
/// the byte limit, because text after the limit deserves a diagnostic, so it may be long.
const AT_ONCE: usize = 4;

/// A reported diagnostic.
struct Found {
    diagnostic: Diagnostic,
    /// The severity of its code, raised to an error if the code is denied.
    severity: Severity,
    /// The columns of its main span.
    columns: Range<usize>,
}

/// The number of diagnostics of each severity. The key `None` counts those below the requested
/// severity, which are not reported.
type Counts = BTreeMap<Option<Severity>, usize>;

/// Returns `true` if any reported diagnostic is at least this severe.
fn has(counts: &Counts, severity: Severity) -> bool {
    counts.range(Some(severity)..).next().is_some()
}

/// Lists the numbers of diagnostics, the most severe first.
fn summary(counts: &Counts) -> String {
    let parts = counts.iter().rev();
    let parts = parts.map(|(severity, &count)| match severity {
        Some(severity) => counted(count, severity.name()),
        None => format!("{count} less severe not shown"),
    });
    let is_fine = !has(counts, Severity::Warning) && !counts.contains_key(&None);
    let first = is_fine.then(|| "no warnings".to_owned());
    let parts: Vec<_> = first.into_iter().chain(parts).collect();
    parts.join(", ")
}

pub(crate) fn run(arguments: &Arguments, output: &mut Output) -> Result {
    let style = arguments.style();
    if arguments.codes || arguments.explain.is_some() {
        return codes::write(output, arguments.explain, style == Style::Json);
    }
    let inputs = &arguments.inputs;
    if inputs.iter().filter(|input| *input == "-").count() > 1 {
        return Err("standard input can only be used for one file".into());
    }
    if style == Style::Sarif {
        sarif::start(output)?;
    }
    let mut failures = Vec::new();
    let mut all = Counts::new();
    let options = ParseOptions::new().byte_limit(None);
    let mut sources = Sources::new(options, &arguments.connection);
    let is_page = |input: &&OsString| web::is_page(&pages::from_argument(input));
    let (hosts, mut fetched) = (inputs.iter().filter(is_page).count(), 0);
    let (mut rest, mut ahead) = (inputs.iter(), VecDeque::new());
    loop {
        let more = rest.by_ref().take(AT_ONCE - ahead.len());
        ahead.extend(more.map(|input| (is_page(&input), sources.begin(input))));
        let Some((is_fetched, pending)) = ahead.pop_front() else {
            break;
        };
        let show_progress = |_: &str| {
            progress::show(format_args!("{fetched} of {hosts} robots.txt fetched"));
        };
        let read = pending.and_then(|it| sources.finish(it, output, show_progress));
        fetched += usize::from(is_fetched);
        let mut source = match read {
            Ok(source) => source,
            Err(failure) => {
                failures.push(output.told(failure)?);
                continue;
            }
        };
        if let Some(why) = source.access.unavailable() {
            let name = &source.name;
            failures.push(match source.error() {
                // It has already been reported.
                Some(error) => format!("{name}: {error}"),
                None => output.told(format!("{name}: no robots.txt to check: {why}").into())?,
            });
            continue;
        }
        if arguments.fix {
            if let Err(failure) = fix::fix(&mut source, arguments, output) {
                failures.push(output.told(failure)?);
            }
        }
        let counts = check(&source, arguments, !has(&all, Severity::Note), output)?;
        if style == Style::Text {
            let (name, summary) = (source.shown_name(), summary(&counts));
            output.line(format_args!("{name}: {summary}"))?;
        }
        for (severity, count) in counts {
            *all.entry(severity).or_default() += count;
        }
    }
    // Without a file, there is nothing to sum up.
    let files = inputs.len() - failures.len();
    match style {
        Style::Sarif => sarif::end(output, &failures)?,
        Style::Text if inputs.len() == 1 => {}
        Style::Text | Style::Github if files > 0 => {
            // The line is written without a name, which could look like a command.
            let (files, summary) = (counted(files, "file"), summary(&all));
            output.line(format_args!("{files} checked: {summary}"))?;
        }
        _ => {}
    }
    output.raise_if(has(&all, arguments.fail_on), Finding::Adverse);
    Ok(())
}

/// Writes the diagnostics of a file. `is_first` is `true` if no earlier file has any.
fn check(
    source: &Source,
    arguments: &Arguments,
    mut is_first: bool,
    output: &mut Output,
) -> Result<Counts> {
    let mut columns = Columns::new(source.text());
    let mut counts = Counts::new();
    for diagnostic in lint::check(source.text(), arguments.reading.options()) {
        let Some(severity) = arguments.severity_of(&diagnostic) else {
            continue;
        };
        let is_shown = severity >= arguments.severity;
        *counts.entry(is_shown.then_some(severity)).or_default() += 1;
        if !is_shown {
            continue;
        }
        let found = Found {
            columns: columns.of(diagnostic.span()),
            diagnostic,
            severity,
        };
        match arguments.style() {
            Style::Text => text::write(output, source, &found)?,
            Style::Github => programs::annotate(output, source, &found)?,
            Style::Json => output.object(&programs::object(&source.name, &found))?,
            Style::Sarif => sarif::write(output, source, &found, std::mem::take(&mut is_first))?,
        }
    }
    Ok(counts)
}
