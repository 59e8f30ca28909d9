//! `robots lint`.

mod columns;
mod groups;
mod json;
mod level;
mod text;

use std::ffi::{OsStr, OsString};

use clap::builder::{PossibleValuesParser, TypedValueParser};
use robots_exclusion::lint::{Code, Diagnostic, lint};

use self::columns::Columns;
use self::groups::Groups;
use self::level::Level;
use crate::options::Format;
use crate::output::{Failure, Output, complain};
use crate::{Finding, file};

/// Say what in a robots.txt does something else than its author meant
///
/// Shows each diagnostic with the line it is about. The exit code is 0 if
/// there are no warnings, 1 if there are any, 2 if a file could not be read.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The robots.txt files; `-` is standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<OsString>,
    #[command(flatten)]
    format: Format,
    /// Show every diagnostic in full, even where many say the same
    #[arg(long)]
    all: bool,
    /// Print one JSON object per diagnostic
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    choice: Choice,
}

/// Which diagnostics are reported, and as what.
#[derive(clap::Args)]
struct Choice {
    /// Report these codes only
    #[arg(long, value_name = "CODE", value_delimiter = ',', value_parser = code(), hide_possible_values = true)]
    only: Vec<Code>,
    /// Do not report these codes
    #[arg(long, value_name = "CODE", value_delimiter = ',', value_parser = code(), hide_possible_values = true)]
    allow: Vec<Code>,
    /// Report these codes as errors, whatever their severity
    #[arg(long, value_name = "CODE", value_delimiter = ',', value_parser = code(), hide_possible_values = true)]
    deny: Vec<Code>,
    /// Report nothing less severe
    #[arg(long, value_enum, value_name = "LEVEL", default_value_t = Level::Information)]
    severity: Level,
}

/// Takes the name of a code.
fn code() -> impl TypedValueParser<Value = Code> {
    let names = Code::ALL.iter().map(|code| code.name());
    PossibleValuesParser::new(names).try_map(|name| {
        let mut codes = Code::ALL.iter().copied();
        codes.find(|code| code.name() == name).ok_or("no such code")
    })
}

impl Choice {
    /// As what a diagnostic is reported; `None` if it is not.
    fn level(&self, diagnostic: &Diagnostic<'_>) -> Option<Level> {
        let code = diagnostic.code();
        let level = if self.deny.contains(&code) {
            Level::Error
        } else if self.allow.contains(&code) {
            return None;
        } else {
            Level::from(diagnostic.severity())
        };
        let is_chosen = self.only.is_empty() || self.only.contains(&code);
        (is_chosen && level >= self.severity).then_some(level)
    }
}

pub(crate) fn run(arguments: &Arguments, output: &mut Output) -> Result<Finding, Failure> {
    let mut finding = Finding::Fine;
    for name in &arguments.files {
        // The whole of it: what lies past the limit is a diagnostic.
        match file::read(name, Format::LIFTED) {
            Ok(text) => finding = finding.max(look_at(name, &text, arguments, output)?),
            Err(Failure::Message(message)) => {
                complain(message);
                finding = Finding::Incomplete;
            }
            Err(closed) => return Err(closed),
        }
    }
    Ok(finding)
}

fn look_at(
    name: &OsStr,
    text: &[u8],
    arguments: &Arguments,
    output: &mut Output,
) -> Result<Finding, Failure> {
    let shown_name = file::shown_name(name);
    let mut columns = Columns::new(text);
    let mut groups = Groups::default();
    let mut counts = Counts::default();
    for diagnostic in lint(text, arguments.format.options()) {
        let Some(level) = arguments.choice.level(&diagnostic) else {
            continue;
        };
        counts.add(level);
        let column = columns.at(diagnostic.span().start);
        if arguments.json {
            let name = name.to_string_lossy();
            output.object(&json::Object::new(&name, &diagnostic, level, column))?;
        } else if arguments.all {
            text::write(output, &shown_name, text, &diagnostic, level, column, None)?;
        } else {
            groups.add(diagnostic, level, column);
        }
    }
    for group in groups {
        let (first, others) = (&group.first, group.others());
        let (level, column) = (group.level, group.column);
        text::write(
            output,
            &shown_name,
            text,
            first,
            level,
            column,
            others.as_deref(),
        )?;
    }
    if !arguments.json {
        output.line(format_args!("{shown_name}: {counts}"))?;
    }
    Ok(counts.finding())
}

/// How many diagnostics there are of each level.
#[derive(Clone, Copy, Default)]
struct Counts {
    errors: usize,
    warnings: usize,
    others: usize,
}

impl Counts {
    fn add(&mut self, level: Level) {
        match level {
            Level::Error => self.errors += 1,
            Level::Warning => self.warnings += 1,
            Level::Information => self.others += 1,
        }
    }

    fn finding(self) -> Finding {
        if self.errors + self.warnings > 0 {
            Finding::Adverse
        } else {
            Finding::Fine
        }
    }
}

impl std::fmt::Display for Counts {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.errors {
            0 => {}
            1 => f.write_str("1 error, ")?,
            many => write!(f, "{many} errors, ")?,
        }
        match self.warnings {
            0 => f.write_str("no warnings")?,
            1 => f.write_str("1 warning")?,
            many => write!(f, "{many} warnings")?,
        }
        match self.others {
            0 => Ok(()),
            many => write!(f, ", {many} for information"),
        }
    }
}
