//! A report in one of the formats.

use super::finding::{Found, Group, Groups};
use super::input::Input;
use super::level::Counts;
use super::sarif::Sarif;
use super::{Style, github, json, text};
use crate::output::{Failure, Output};

pub(super) enum Report {
    /// For a reader, to whom what is alike is shown once, unless they want all
    /// of it.
    Read {
        reader: Reader,
        all: bool,
    },
    Json,
    Sarif(Sarif),
}

#[derive(Clone, Copy)]
pub(super) enum Reader {
    Terminal,
    Github,
}

impl Reader {
    fn write(self, output: &mut Output, input: &Input, group: &Group<'_>) -> Result<(), Failure> {
        match self {
            Reader::Terminal => text::write(output, input, group),
            Reader::Github => github::write(output, input, group),
        }
    }
}

impl Report {
    pub(super) fn start(style: Style, all: bool, output: &mut Output) -> Result<Report, Failure> {
        let read = |reader| Report::Read { reader, all };
        Ok(match style {
            Style::Text => read(Reader::Terminal),
            Style::Github => read(Reader::Github),
            Style::Json => Report::Json,
            Style::Sarif => Report::Sarif(Sarif::start(output)?),
        })
    }

    /// Writes the diagnostics of one file.
    pub(super) fn write<'t>(
        &mut self,
        output: &mut Output,
        input: &Input,
        mut found: impl Iterator<Item = Found<'t>>,
    ) -> Result<(), Failure> {
        match self {
            Report::Read { reader, all: false } => {
                let mut groups = Groups::default();
                found.for_each(|found| groups.add(found));
                let mut groups = groups.groups.iter();
                groups.try_for_each(|group| reader.write(output, input, group))
            }
            Report::Read { reader, all: true } => {
                found.try_for_each(|found| reader.write(output, input, &found.into()))
            }
            Report::Json => {
                let name = input.name();
                found.try_for_each(|found| output.object(&json::Object::new(&name, &found)))
            }
            Report::Sarif(sarif) => found.try_for_each(|found| sarif.write(output, input, &found)),
        }
    }

    /// Sums up a file.
    pub(super) fn end_file(
        &self,
        output: &mut Output,
        input: &Input,
        counts: Counts,
    ) -> Result<(), Failure> {
        match self {
            Report::Read {
                reader: Reader::Terminal,
                ..
            } => output.line(format_args!("{}: {counts}", input.shown_name())),
            _ => Ok(()),
        }
    }

    /// Sums up all files, of which some could not be read.
    pub(super) fn end(
        self,
        output: &mut Output,
        inputs: usize,
        counts: Counts,
        failures: &[String],
    ) -> Result<(), Failure> {
        let reader = match self {
            Report::Read { reader, .. } => reader,
            Report::Json => return Ok(()),
            Report::Sarif(sarif) => return sarif.end(output, failures),
        };
        let files = match inputs - failures.len() {
            1 => "1 file".to_owned(),
            files => format!("{files} files"),
        };
        match reader {
            Reader::Terminal if inputs == 1 => Ok(()),
            // No name here that could be taken for a command.
            Reader::Terminal | Reader::Github => {
                output.line(format_args!("{files} checked: {counts}"))
            }
        }
    }
}
