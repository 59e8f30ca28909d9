//! `robots test`.

mod expectation;

use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io::{self, Read};

use robots_exclusion::Verdict;
use serde::Serialize;

use self::expectation::Expectation;
use crate::crawler::{self, Crawler, ManyRules};
use crate::format::{self, ReportFormat, Style, annotate, property};
use crate::lines::{Advance, Lines};
use crate::options::{Connection, Reading};
use crate::output::{self, Excerpts, Failure, Output, PLAIN};
use crate::source::Source;
use crate::{Finding, file, idn, json, pages};

/// Test a robots.txt against a list of expectations
///
/// Each line of EXPECTATIONS is `allow AGENT URL` or `disallow AGENT URL`. AGENT can be one or more
/// product tokens separated by commas, `*` for crawlers that no group names, or `crawler:NAME` for
/// a known crawler. Blank lines are skipped, and so is everything after a `#` at the start of a
/// word. Prints the expectations that aren't met, with the deciding line. The exit code is 0 if all
/// expectations are met, 1 if any isn't, or 2 if something couldn't be read or there are no
/// expectations.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The robots.txt, or `-` for standard input. If this is an http or https URL, the robots.txt
    /// is fetched from its host
    #[arg(value_name = "FILE|URL")]
    file: OsString,
    /// The file that contains the expectations, or `-` for standard input
    expectations: OsString,
    #[command(flatten)]
    reading: Reading,
    #[command(flatten)]
    connection: Connection,
    /// A known crawler. Expectations for an AGENT with this name are checked against the behaviour
    /// that its operator documents
    #[arg(long = "crawler", value_name = "NAME")]
    known: Vec<String>,
    #[command(flatten)]
    format: ReportFormat,
}

pub(crate) fn run(arguments: &Arguments, output: &mut Output) -> Result<Finding, Failure> {
    let name = &arguments.expectations;
    if name == "-" && arguments.file == "-" {
        return Err(
            "standard input cannot provide both the robots.txt and the expectations".into(),
        );
    }
    let expectations = name.to_string_lossy();
    let shown = file::shown_name(&expectations);
    let cannot_read = |error: io::Error| format!("cannot read {shown}: {error}");
    let mut lines = Lines::new(open(name).map_err(cannot_read)?);
    let source = Source::read(
        &arguments.file,
        arguments.reading.options(),
        &arguments.connection,
        output,
    )?;
    let mut test = Test {
        source: &source,
        expectations: &expectations,
        known: crawler::known(&arguments.known)?,
        style: arguments.format.style(),
        rules: ManyRules::new(&source.access),
        excerpts: Excerpts::default(),
        asked: 0,
        failed: 0,
        finding: source.finding(),
    };
    loop {
        match lines.advance().map_err(cannot_read)? {
            Advance::End => break,
            Advance::TooLong => test.complain(lines.number(), "longer than 2 MiB", output)?,
            Advance::Line => match Expectation::of_line(lines.content()) {
                Ok(None) => {}
                Ok(Some(expectation)) => {
                    test.ask(&expectation, lines.number(), output)?;
                }
                Err(why) => test.complain(lines.number(), why, output)?,
            },
        }
    }
    test.end(output)
}

fn open(name: &OsStr) -> io::Result<Box<dyn Read>> {
    if name == "-" {
        Ok(Box::new(io::stdin().lock()))
    } else {
        Ok(Box::new(File::open(name)?))
    }
}

/// A run over a list of expectations.
struct Test<'s> {
    source: &'s Source,
    /// The argument that names the expectations file.
    expectations: &'s str,
    /// Known crawlers whose profiles are used.
    known: Vec<Crawler>,
    style: Style,
    rules: ManyRules<'s>,
    excerpts: Excerpts,
    asked: u64,
    failed: u64,
    finding: Finding,
}

/// An unmet expectation in JSON.
#[derive(Serialize)]
struct Broken<'a> {
    file: &'a str,
    expectations: &'a str,
    /// The line number in the expectations file.
    expectation_line: u64,
    expected: &'static str,
    #[serde(flatten)]
    answer: json::Answer<'a>,
}

impl<'s> Test<'s> {
    fn complain(
        &mut self,
        line: u64,
        why: impl std::fmt::Display,
        output: &mut Output,
    ) -> Result<(), Failure> {
        self.finding = Finding::Incomplete;
        let expectations = file::shown_name(self.expectations);
        output.complain(format_args!("{expectations}:{line}: {why}"))
    }

    /// Checks one expectation for each of its agents.
    fn ask(
        &mut self,
        expectation: &Expectation<'_>,
        line: u64,
        output: &mut Output,
    ) -> Result<(), Failure> {
        let url = pages::from_bytes(expectation.url);
        if let Some(objection) = self.source.objection(&url) {
            return self.complain(line, format_args!("{url}: {objection}"), output);
        }
        for (agent, crawler) in &expectation.crawlers {
            self.asked += 1;
            let is_it = |known: &&Crawler| known.name().eq_ignore_ascii_case(agent);
            let crawler = self.known.iter().find(is_it).unwrap_or(crawler);
            let verdict = self.rules.verdict(crawler, &url, output)?;
            if verdict.allowed() != expectation.allowed {
                self.failed += 1;
                let broken = Broken {
                    file: &self.source.name,
                    expectations: self.expectations,
                    expectation_line: line,
                    expected: expectation.word(),
                    answer: json::Answer::new(agent, &url, verdict, self.source.fetched())
                        .again(&mut self.excerpts),
                };
                match self.style {
                    Style::Json => output.object(&broken)?,
                    Style::Text => write(&broken, &verdict, &mut self.excerpts, output)?,
                    Style::Github => annotate_broken(self.source, &broken, &verdict, output)?,
                    Style::Markdown => {
                        if self.failed == 1 {
                            let titles = ["expected", "crawler", "URL", "but it is"];
                            format::table_head(&titles, output)?;
                        }
                        let (_, why) = because(&verdict, &mut self.excerpts);
                        let line = verdict.line().map(|line| format!(", line {line}"));
                        output.line(format_args!(
                            "| {} | {} | {} | {} {}{} |",
                            broken.expected,
                            format::code(agent),
                            format::code(&url),
                            output::verdict_word(&verdict),
                            format::code(why),
                            line.unwrap_or_default()
                        ))?;
                    }
                }
            }
        }
        Ok(())
    }

    /// Writes the last line, with the result of the test.
    fn end(self, output: &mut Output) -> Result<Finding, Failure> {
        let Test { asked, failed, .. } = self;
        if asked == 0 && self.finding != Finding::Incomplete {
            let expectations = file::shown_name(self.expectations);
            return Err(Failure::from(format!(
                "{expectations}: no expectations: no line is `allow AGENT URL` or \
                 `disallow AGENT URL`"
            )));
        }
        if self.style != Style::Json {
            if self.style == Style::Markdown && failed > 0 {
                output.line(format_args!(""))?;
            }
            match (failed, asked) {
                (0, 0) => {}
                (0, 1) => output.line(format_args!("the expectation is met"))?,
                (0, _) => output.line(format_args!("all {asked} expectations are met"))?,
                (1, 1) => output.line(format_args!("the expectation is not met"))?,
                (1, _) => output.line(format_args!("1 of {asked} expectations is not met"))?,
                _ => output.line(format_args!("{failed} of {asked} expectations are not met"))?,
            }
        }
        let finding = if failed == 0 {
            Finding::Fine
        } else {
            Finding::Adverse
        };
        Ok(finding.max(self.finding))
    }
}

/// Writes two human-readable lines: the expectation and the actual verdict.
fn write(
    broken: &Broken<'_>,
    verdict: &Verdict<'_>,
    excerpts: &mut Excerpts,
    output: &mut Output,
) -> Result<(), Failure> {
    let [file, expectations] = [broken.file, broken.expectations].map(file::shown_name);
    let (line, expected) = (broken.expectation_line, broken.expected);
    let (agent, url) = broken.answer.asked();
    let url = idn::with_host(url);
    output.line(format_args!(
        "{expectations}:{line}: {expected} {agent} {url}"
    ))?;
    let (place, why) = because(verdict, excerpts);
    let word = output::verdict_word(verdict);
    output.pieces(&[
        (PLAIN, format_args!("  {file}{place}: ")),
        (output::verdict_style(verdict), format_args!("{word}")),
        (PLAIN, format_args!(" {why}")),
    ])
}

/// Writes an annotation for the deciding line, or for the expectation if no line decides or if
/// the robots.txt isn't a file.
fn annotate_broken(
    source: &Source,
    broken: &Broken<'_>,
    verdict: &Verdict<'_>,
    output: &mut Output,
) -> Result<(), Failure> {
    let (file, line) = match verdict.line().filter(|_| source.path.is_some()) {
        Some(line) => (broken.file, u64::from(line)),
        None => (broken.expectations, broken.expectation_line),
    };
    let place = format!("file={},line={line},", property(file));
    let (agent, url) = broken.answer.asked();
    let message = format!(
        "{}:{}: {} {agent} {url}: {}",
        file::shown_name(broken.expectations),
        broken.expectation_line,
        broken.expected,
        broken.answer.explanation()
    );
    annotate(output, "error", &place, "expectation not met", &message)
}

/// Returns the line that decides, as `:5`, and the rest of the sentence.
fn because(verdict: &Verdict<'_>, excerpts: &mut Excerpts) -> (String, String) {
    match verdict.rule() {
        Some(rule) => {
            let why = excerpts.of(format_args!("by {rule}"));
            (format!(":{}", rule.line()), why)
        }
        None => (
            String::new(),
            format!("because {}", output::reason(verdict)),
        ),
    }
}
