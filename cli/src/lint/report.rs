//! A report in any of the formats.

use super::counts::{Counts, Found};
use super::input::Input;
use super::{Style, github, json, sarif, text};
use crate::output::{Failure, Output, counted};

pub(super) struct Report {
    style: Style,
    /// `true` before the first diagnostic of all files.
    is_first: bool,
}

impl Report {
    pub(super) fn start(style: Style, output: &mut Output) -> Result<Report, Failure> {
        if style == Style::Sarif {
            sarif::start(output)?;
        }
        Ok(Report {
            style,
            is_first: true,
        })
    }

    /// Writes the diagnostics of one file.
    pub(super) fn write(
        &mut self,
        output: &mut Output,
        input: &Input,
        mut found: impl Iterator<Item = Found>,
    ) -> Result<(), Failure> {
        found.try_for_each(|found| {
            let is_first = std::mem::take(&mut self.is_first);
            match self.style {
                Style::Text => text::write(output, input, &found),
                Style::Github => github::write(output, input, &found),
                Style::Json => output.object(&json::diagnostic(&input.name, &found)),
                Style::Sarif => sarif::write(output, input, &found, is_first),
            }
        })
    }

    /// Writes the summary of a file.
    pub(super) fn end_file(
        &self,
        output: &mut Output,
        input: &Input,
        counts: &Counts,
    ) -> Result<(), Failure> {
        match self.style {
            Style::Text => output.line(format_args!("{}: {counts}", input.shown_name())),
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
        match self.style {
            Style::Json => return Ok(()),
            Style::Sarif => return sarif::end(output, failures),
            Style::Text if inputs == 1 => return Ok(()),
            // Without a file there is nothing to sum up.
            _ if inputs == failures.len() => return Ok(()),
            Style::Text | Style::Github => {}
        }
        let files = counted(inputs - failures.len(), "file");
        // The line is written without a name, which could look like a command.
        output.line(format_args!("{files} checked: {counts}"))
    }
}
