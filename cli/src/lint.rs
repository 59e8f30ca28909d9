//! `robots lint`.

mod codes;
mod columns;
mod counts;
mod fix;
mod github;
mod input;
mod json;
mod sarif;
mod text;

use std::ffi::OsString;

use clap::ValueEnum;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use robots_exclusion::lint::{self, Code, Diagnostic, Severity};

use self::columns::Columns;
use self::counts::{Counts, Found};
use self::input::{Input, Inputs};
use crate::Finding;
use crate::options::{Connection, Format};
use crate::output::{Output, Result, counted};

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
    #[command(flatten)]
    choice: Choice,
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

/// The arguments that select diagnostics and their severities.
#[derive(clap::Args)]
struct Choice {
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

impl Choice {
    /// Returns the severity of a diagnostic, or `None` if its code is not reported.
    fn severity_of(&self, diagnostic: &Diagnostic) -> Option<Severity> {
        let code = diagnostic.code();
        let severity = if self.deny.contains(&code) {
            Severity::Error
        } else if self.allow.contains(&code) {
            return None;
        } else {
            diagnostic.severity()
        };
        let is_chosen = self.only.is_empty() || self.only.contains(&code);
        is_chosen.then_some(severity)
    }
}

impl Arguments {
    fn style(&self) -> Style {
        if self.json { Style::Json } else { self.format }
    }
}

pub(crate) fn run(arguments: &Arguments, output: &mut Output) -> Result<Finding> {
    if arguments.codes || arguments.explain.is_some() {
        codes::write(output, arguments.explain, arguments.style() == Style::Json)?;
        return Ok(Finding::Fine);
    }
    let standard = arguments.inputs.iter().filter(|input| *input == "-");
    if standard.count() > 1 {
        return Err("standard input can only be used for one file".into());
    }
    let style = arguments.style();
    if style == Style::Sarif {
        sarif::start(output)?;
    }
    let mut failures = Vec::new();
    let mut all = Counts::default();
    let mut inputs = Inputs::new(&arguments.inputs, &arguments.connection);
    while let Some(input) = inputs.next(output)? {
        let mut input = match input {
            Ok(input) => input,
            Err(message) => {
                failures.push(message);
                continue;
            }
        };
        if arguments.fix {
            let is_shown = style == Style::Text;
            let options = arguments.reading.options();
            let fixed = fix::fix(&mut input, options, is_shown, arguments.force, output);
            if let Err(failure) = fixed {
                failures.push(output.told(failure)?);
            }
        }
        let is_first = all.is_empty();
        let counts = check(&input, arguments, is_first, output)?;
        if style == Style::Text {
            output.line(format_args!("{}: {counts}", input.shown_name()))?;
        }
        all += counts;
    }
    // Without a file, there is nothing to sum up.
    let inputs = arguments.inputs.len();
    let files = inputs - failures.len();
    match style {
        Style::Sarif => sarif::end(output, &failures)?,
        Style::Text if inputs == 1 => {}
        Style::Text | Style::Github if files > 0 => {
            // The line is written without a name, which could look like a command.
            output.line(format_args!("{} checked: {all}", counted(files, "file")))?;
        }
        _ => {}
    }
    Ok(if failures.is_empty() {
        all.finding(arguments.choice.fail_on)
    } else {
        Finding::Incomplete
    })
}

/// Writes the diagnostics of a file. `is_first` is `true` if no earlier file has any.
fn check(
    input: &Input,
    arguments: &Arguments,
    mut is_first: bool,
    output: &mut Output,
) -> Result<Counts> {
    let mut columns = Columns::new(&input.text);
    let mut counts = Counts::default();
    let diagnostics = lint::check(&input.text, arguments.reading.options());
    let found = diagnostics.into_iter().filter_map(|diagnostic| {
        let severity = arguments.choice.severity_of(&diagnostic)?;
        if severity < arguments.choice.severity {
            counts.hidden += 1;
            return None;
        }
        counts.add(severity);
        Some(Found {
            columns: columns.of(diagnostic.span()),
            diagnostic,
            severity,
        })
    });
    for found in found {
        match arguments.style() {
            Style::Text => text::write(output, input, &found)?,
            Style::Github => github::write(output, input, &found)?,
            Style::Json => output.object(&json::diagnostic(&input.name, &found))?,
            Style::Sarif => sarif::write(output, input, &found, std::mem::take(&mut is_first))?,
        }
    }
    Ok(counts)
}
