//! A report in any of the formats.

use super::counts::{Counts, Found};
use super::input::Input;
use super::sarif::Sarif;
use super::{Style, github, json, text};
use crate::output::{Failure, Output, counted};

pub(super) enum Report {
    Text,
    Github,
    Json,
    Sarif(Sarif),
}

impl Report {
    pub(super) fn start(style: Style, output: &mut Output) -> Result<Report, Failure> {
        Ok(match style {
            Style::Text => Report::Text,
            Style::Github => Report::Github,
            Style::Json => Report::Json,
            Style::Sarif => Report::Sarif(Sarif::start(output)?),
        })
    }

    /// Writes the diagnostics of one file.
    pub(super) fn write(
        &mut self,
        output: &mut Output,
        input: &Input,
        mut found: impl Iterator<Item = Found>,
    ) -> Result<(), Failure> {
        found.try_for_each(|found| match self {
            Report::Text => text::write(output, input, &found),
            Report::Github => github::write(output, input, &found),
            Report::Json => output.object(&json::Object::new(&input.name, &found)),
            Report::Sarif(sarif) => sarif.write(output, input, &found),
        })
    }

    /// Writes the summary of a file.
    pub(super) fn end_file(
        &self,
        output: &mut Output,
        input: &Input,
        counts: &Counts,
    ) -> Result<(), Failure> {
        match self {
            Report::Text => output.line(format_args!("{}: {counts}", input.shown_name())),
            _ => Ok(()),
        }
    }

    /// Writes the summary of all files, some of which may have been unreadable.
    pub(super) fn end(
        self,
        output: &mut Output,
        inputs: usize,
        counts: &Counts,
        failures: &[String],
    ) -> Result<(), Failure> {
        match self {
            Report::Json => return Ok(()),
            Report::Sarif(sarif) => return sarif.end(output, failures),
            Report::Text if inputs == 1 => return Ok(()),
            // Without a file there is nothing to sum up.
            _ if inputs == failures.len() => return Ok(()),
            Report::Text | Report::Github => {}
        }
        let files = counted(inputs - failures.len(), "file");
        // The line is written without a name, which could look like a command.
        output.line(format_args!("{files} checked: {counts}"))
    }
}
