//! `robots test`.

mod expectation;

use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io::{self, Read};

use robots_exclusion::location::Scope;
use robots_exclusion::{Matcher, Reason, Verdict};
use serde::Serialize;

use self::expectation::Expectation;
use crate::lines::{Advance, Lines};
use crate::options::{Connection, Reading};
use crate::output::{self, Excerpts, Failure, Output, PLAIN};
use crate::source::Source;
use crate::{Finding, file, idn, json, pages};

/// Test a robots.txt against what is expected of it
///
/// Each line of EXPECTATIONS is `allow AGENT URL` or `disallow AGENT URL`;
/// AGENT may be several product tokens with commas between, or `*` for
/// crawlers that no group names. Blank lines do not count, nor does what comes
/// after a `#` at the start of a word. Prints the expectations that are
/// not met, with the line that decides. The exit code is 0 if all are met, 1 if
/// any is not, 2 if something could not be read or nothing is expected.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The robots.txt; `-` is standard input, and for a URL of http or https
    /// it is fetched from the URL's host
    #[arg(value_name = "FILE|URL")]
    file: OsString,
    /// What is expected; `-` is standard input
    expectations: OsString,
    #[command(flatten)]
    reading: Reading,
    #[command(flatten)]
    connection: Connection,
    /// Print one JSON object per expectation that is not met
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(arguments: &Arguments, output: &mut Output) -> Result<Finding, Failure> {
    let name = &arguments.expectations;
    if name == "-" && arguments.file == "-" {
        return Err(Failure::new(
            "standard input cannot give both the robots.txt and the expectations",
        ));
    }
    let expectations = name.to_string_lossy();
    let shown = file::shown_name(&expectations);
    let cannot_read = |error| Failure::new(format_args!("cannot read {shown}: {error}"));
    let mut lines = Lines::new(open(name).map_err(cannot_read)?);
    let source = Source::read(
        &arguments.file,
        arguments.reading.options(),
        &arguments.connection,
    )?;
    let mut test = Test {
        scope: (source.report.as_ref()).and_then(|_| Scope::of_page(&source.name).ok()),
        source: &source,
        expectations: &expectations,
        matchers: BTreeMap::new(),
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
                    test.ask(&expectation, lines.number(), arguments.json, output)?;
                }
                Err(why) => test.complain(lines.number(), why, output)?,
            },
        }
    }
    test.end(arguments.json, output)
}

fn open(name: &OsStr) -> io::Result<Box<dyn Read>> {
    if name == "-" {
        Ok(Box::new(io::stdin().lock()))
    } else {
        Ok(Box::new(File::open(name)?))
    }
}

/// A run over the expectations.
struct Test<'s> {
    source: &'s Source,
    /// What a fetched robots.txt covers.
    scope: Option<Scope>,
    /// The argument that says where the expectations stand.
    expectations: &'s str,
    matchers: BTreeMap<String, Matcher<'s>>,
    excerpts: Excerpts,
    asked: u64,
    failed: u64,
    finding: Finding,
}

/// For programs, an expectation that is not met.
#[derive(Serialize)]
struct Broken<'a> {
    file: &'a str,
    expectations: &'a str,
    /// In the file of the expectations.
    expectation_line: u64,
    expected: &'static str,
    agent: &'a str,
    #[serde(flatten)]
    answer: json::Answer<'a>,
}

impl<'s> Test<'s> {
    /// How many agents' rules are remembered: few are tested, and a file of
    /// expectations is not to fill the memory.
    const REMEMBERED: usize = 100;

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

    /// Asks about one expectation, of each of its agents.
    fn ask(
        &mut self,
        expectation: &Expectation<'_>,
        line: u64,
        json: bool,
        output: &mut Output,
    ) -> Result<(), Failure> {
        let url = pages::from_bytes(expectation.url);
        if let Some(objection) = pages::objection(&url) {
            return self.complain(line, format_args!("{url}: {objection}"), output);
        }
        let is_elsewhere = |scope: &Scope| !url.starts_with('/') && !scope.covers(&*url);
        if self.scope.as_ref().is_some_and(is_elsewhere) {
            let file = &self.source.name;
            return self.complain(
                line,
                format_args!("{url} is not of the host of {file}"),
                output,
            );
        }
        for agent in expectation.agents() {
            self.asked += 1;
            if self.matchers.len() >= Self::REMEMBERED && !self.matchers.contains_key(agent) {
                self.matchers.clear();
            }
            let access = &self.source.access;
            let matcher = self
                .matchers
                .entry(agent.to_owned())
                .or_insert_with(|| access.matcher_for(&[agent]));
            let verdict = matcher.verdict(&*url);
            if verdict.allowed() == expectation.allowed {
                continue;
            }
            self.failed += 1;
            let expected = expectation.word();
            if json {
                output.object(&Broken {
                    file: &self.source.name,
                    expectations: self.expectations,
                    expectation_line: line,
                    expected,
                    agent,
                    answer: json::Answer::new(&url, verdict, self.source.fetched())
                        .again(&mut self.excerpts),
                })?;
                continue;
            }
            let file = self.source.shown_name();
            let expectations = file::shown_name(self.expectations);
            let asked = idn::with_host(&url);
            output.line(format_args!(
                "{expectations}:{line}: {expected} {agent} {asked}"
            ))?;
            let (place, why) = because(&verdict, &mut self.excerpts);
            let word = output::verdict_word(&verdict);
            output.pieces(&[
                (PLAIN, format_args!("  {file}{place}: ")),
                (output::verdict_style(&verdict), format_args!("{word}")),
                (PLAIN, format_args!(" {why}")),
            ])?;
        }
        Ok(())
    }

    /// The last line, and what the test came to.
    fn end(self, json: bool, output: &mut Output) -> Result<Finding, Failure> {
        let Test { asked, failed, .. } = self;
        if asked == 0 && self.finding != Finding::Incomplete {
            let expectations = file::shown_name(self.expectations);
            return Err(Failure::new(format_args!(
                "{expectations}: nothing is expected: no line is `allow AGENT URL` or \
                 `disallow AGENT URL`"
            )));
        }
        if !json {
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

/// The line that decides, `:5`, and the rest of a sentence.
fn because(verdict: &Verdict<'_>, excerpts: &mut Excerpts) -> (String, String) {
    match verdict.reason() {
        Reason::Rule(rule) => (
            format!(":{}", rule.line()),
            excerpts.of(format_args!("by {rule}")),
        ),
        Reason::NoRule => {
            let why = format!("as no rule of {} matches", verdict.selection());
            (String::new(), why)
        }
        Reason::NoGroup => (String::new(), "as no group is for this crawler".to_owned()),
        Reason::RobotsTxt => (String::new(), "as /robots.txt itself always is".to_owned()),
        Reason::Unavailable(why) => (String::new(), format!("as {why}")),
        _ => (String::new(), String::new()),
    }
}
