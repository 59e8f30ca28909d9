//! `robots test`.

mod expectation;

use std::ffi::OsString;
use std::io;

use robots_exclusion::{RuleKind, Verdict};
use serde_json::json;

use self::expectation::Expectation;
use crate::crawler::{self, Crawler, ManyRules};
use crate::format::{ReportFormat, Style, annotate, code, property, table_head};
use crate::lines::{Advance, Lines};
use crate::options::{Connection, Reading};
use crate::output::{self, Excerpts, Failure, Output, PLAIN, Result};
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

pub(crate) fn run(arguments: &Arguments, output: &mut Output) -> Result<Finding> {
    let name = &arguments.expectations;
    if name == "-" && arguments.file == "-" {
        return Err(
            "standard input cannot provide both the robots.txt and the expectations".into(),
        );
    }
    let expectations = name.to_string_lossy();
    let shown = file::shown_name(&expectations);
    let cannot_read = |error: io::Error| format!("cannot read {shown}: {error}");
    let mut lines = Lines::new(file::open(name).map_err(cannot_read)?);
    let options = arguments.reading.options();
    let source = Source::read(&arguments.file, options, &arguments.connection, output)?;
    let mut test = Test {
        source: &source,
        expectations: &expectations,
        known: crawler::known(&arguments.known)?,
        style: arguments.format.style(),
        excerpts: Excerpts::default(),
        asked: 0,
        failed: 0,
        finding: source.finding(),
    };
    let mut rules = ManyRules::new(&source.access);
    loop {
        match lines.advance().map_err(cannot_read)? {
            Advance::End => break,
            Advance::TooLong => test.complain(lines.number(), "longer than 2 MiB", output)?,
            Advance::Line => match Expectation::of_line(lines.content()) {
                Ok(None) => {}
                Ok(Some(expectation)) => {
                    test.ask(&mut rules, &expectation, lines.number(), output)?;
                }
                Err(why) => test.complain(lines.number(), why, output)?,
            },
        }
    }
    test.end(output)
}

/// A run over a list of expectations.
struct Test<'s> {
    source: &'s Source,
    /// The argument that names the expectations file.
    expectations: &'s str,
    /// Known crawlers whose profiles are used.
    known: Vec<Crawler>,
    style: Style,
    excerpts: Excerpts,
    asked: u64,
    failed: u64,
    finding: Finding,
}

impl<'s> Test<'s> {
    fn complain(&mut self, line: u64, why: impl std::fmt::Display, output: &mut Output) -> Result {
        self.finding = Finding::Incomplete;
        let expectations = file::shown_name(self.expectations);
        output.complain(format_args!("{expectations}:{line}: {why}"))
    }

    /// Checks one expectation for each of its agents.
    fn ask(
        &mut self,
        rules: &mut ManyRules<'_>,
        expectation: &Expectation<'_>,
        line: u64,
        output: &mut Output,
    ) -> Result {
        let url = pages::from_bytes(expectation.url);
        if let Some(objection) = self.source.objection(&url) {
            return self.complain(line, format_args!("{url}: {objection}"), output);
        }
        for (agent, crawler) in &expectation.crawlers {
            self.asked += 1;
            let is_it = |known: &&Crawler| known.name.eq_ignore_ascii_case(agent);
            let crawler = self.known.iter().find(is_it).unwrap_or(crawler);
            let verdict = rules.verdict(crawler, &url, output)?;
            if verdict.allowed() != (expectation.kind == RuleKind::Allow) {
                self.failed += 1;
                let expected = expectation.kind.name();
                self.write_broken(line, expected, [agent, &url], &verdict, output)?;
            }
        }
        Ok(())
    }

    /// Writes an unmet expectation and the actual verdict.
    fn write_broken(
        &mut self,
        expectation_line: u64,
        expected: &str,
        [agent, url]: [&str; 2],
        verdict: &Verdict<'_>,
        output: &mut Output,
    ) -> Result {
        let (file, expectations) = (&*self.source.name, self.expectations);
        let shown = file::shown_name(expectations);
        let word = output::verdict_word(verdict);
        match self.style {
            Style::Json => {
                let fetched = self.source.fetched();
                let answer = json::answer([agent, url], verdict, fetched, &mut self.excerpts);
                let expectation = json!({
                    "file": file,
                    "expectations": expectations,
                    "expectation_line": expectation_line,
                    "expected": expected,
                });
                output.object(&json::joined(expectation, answer))
            }
            Style::Text => {
                let (line, why) = because(verdict, &mut self.excerpts);
                let file = self.source.shown_name();
                let place = line.map(|line| format!(":{line}")).unwrap_or_default();
                let url = idn::with_host(url);
                output.line(format_args!(
                    "{shown}:{expectation_line}: {expected} {agent} {url}"
                ))?;
                output.pieces(&[
                    (PLAIN, format_args!("  {file}{place}: ")),
                    (output::verdict_style(verdict), format_args!("{word}")),
                    (PLAIN, format_args!(" {why}")),
                ])
            }
            Style::Github => {
                // Annotates the deciding line, or the expectation if no line decides or if the
                // robots.txt isn't a file.
                let (file, line) = match verdict.line().filter(|_| self.source.path.is_some()) {
                    Some(line) => (file, u64::from(line)),
                    None => (expectations, expectation_line),
                };
                let place = format!("file={},line={line},", property(file));
                let why = self.excerpts.of(verdict);
                let message =
                    format!("{shown}:{expectation_line}: {expected} {agent} {url}: {why}");
                annotate(output, "error", &place, "expectation not met", &message)
            }
            Style::Markdown => {
                if self.failed == 1 {
                    table_head(&["expected", "crawler", "URL", "but it is"], output)?;
                }
                let (line, why) = because(verdict, &mut self.excerpts);
                let place = line.map_or(String::new(), |line| format!(", line {line}"));
                let [agent, url, why] = [agent, url, &*why].map(code);
                output.line(format_args!(
                    "| {expected} | {agent} | {url} | {word} {why}{place} |"
                ))
            }
        }
    }

    /// Writes the last line, with the result of the test.
    fn end(self, output: &mut Output) -> Result<Finding> {
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
        Ok(Finding::adverse_if(failed > 0).max(self.finding))
    }
}

/// Returns the line that decides, and the rest of the sentence.
fn because(verdict: &Verdict<'_>, excerpts: &mut Excerpts) -> (Option<u32>, String) {
    let why = match verdict.rule() {
        Some(rule) => excerpts.of(format_args!("by {rule}")),
        None => format!("because {}", output::reason(verdict)),
    };
    (verdict.line(), why)
}
