//! `robots test`.

use std::borrow::Cow;
use std::ffi::OsString;
use std::io;

use robots_exclusion::{RuleKind, Verdict};
use serde_json::json;

use crate::crawler::{self, Crawler, ManyRules};
use crate::format::{ReportFormat, Style, annotate, code, property, table_head};
use crate::lines::{Advance, Lines};
use crate::options::{Connection, Reading};
use crate::output::{self, Excerpts, Output, PLAIN, Result, cut};
use crate::source::{self, Source};
use crate::{Finding, idn, json, pages};

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

pub(crate) fn run(arguments: &Arguments, output: &mut Output) -> Result {
    let name = &arguments.expectations;
    if name == "-" && arguments.file == "-" {
        let why = "standard input cannot provide both the robots.txt and the expectations";
        return Err(why.into());
    }
    let expectations = name.to_string_lossy();
    let shown = source::shown_name(&expectations);
    let cannot_read = |error: io::Error| format!("cannot read {shown}: {error}");
    let mut lines = Lines::new(source::open(name).map_err(cannot_read)?);
    let options = arguments.reading.options();
    let source = Source::read(&arguments.file, options, &arguments.connection, output)?;
    let known = crawler::known(&arguments.known)?;
    let mut test = Test {
        source: &source,
        expectations: &expectations,
        style: arguments.format.style(),
        excerpts: Excerpts::default(),
    };
    let (mut asked, mut failed) = (0, 0);
    let mut rules = ManyRules::new(&source.access);
    loop {
        let parsed = match lines.advance().map_err(cannot_read)? {
            Advance::End => break,
            Advance::TooLong => Err("longer than 2 MiB".to_owned()),
            Advance::Line => Expectation::of_line(lines.content(), &source),
        };
        let line = lines.number();
        let expectation = match parsed {
            Ok(Some(expectation)) => expectation,
            Ok(None) => continue,
            Err(why) => {
                output.fail(format_args!("{shown}:{line}: {why}"))?;
                continue;
            }
        };
        let Expectation { kind, url, .. } = &expectation;
        for (agent, crawler) in &expectation.crawlers {
            asked += 1;
            let is_it = |known: &&Crawler| known.name.eq_ignore_ascii_case(agent);
            let crawler = known.iter().find(is_it).unwrap_or(crawler);
            let verdict = rules.verdict(crawler, url, output)?;
            if verdict.allowed() == (*kind == RuleKind::Allow) {
                continue;
            }
            failed += 1;
            if failed == 1 && test.style == Style::Markdown {
                table_head(&["expected", "crawler", "URL", "but it is"], output)?;
            }
            test.write_broken(line, kind.name(), [agent, url], &verdict, output)?;
        }
    }
    if asked == 0 && output.finding != Finding::Incomplete {
        let why = "no expectations: no line is `allow AGENT URL` or `disallow AGENT URL`";
        return Err(format!("{shown}: {why}").into());
    }
    if test.style == Style::Markdown && failed > 0 {
        output.line(format_args!(""))?;
    }
    let result = match (failed, asked) {
        (0, 1) => "the expectation is met".to_owned(),
        (0, _) => format!("all {asked} expectations are met"),
        (1, 1) => "the expectation is not met".to_owned(),
        (1, _) => format!("1 of {asked} expectations is not met"),
        _ => format!("{failed} of {asked} expectations are not met"),
    };
    if test.style != Style::Json && asked > 0 {
        output.line(format_args!("{result}"))?;
    }
    output.raise_if(failed > 0, Finding::Adverse);
    Ok(())
}

/// Writes the unmet expectations.
struct Test<'s> {
    source: &'s Source,
    /// The argument that names the expectations file.
    expectations: &'s str,
    style: Style,
    excerpts: Excerpts,
}

impl Test<'_> {
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
        let shown = source::shown_name(expectations);
        let (style, word) = output::verdict_word(verdict);
        let line = verdict.line();
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
                let why = self.because(verdict);
                let file = self.source.shown_name();
                let place = line.map(|line| format!(":{line}")).unwrap_or_default();
                let url = idn::with_host(url);
                output.line(format_args!(
                    "{shown}:{expectation_line}: {expected} {agent} {url}"
                ))?;
                output.pieces(&[
                    (PLAIN, format_args!("  {file}{place}: ")),
                    (style, format_args!("{word}")),
                    (PLAIN, format_args!(" {why}")),
                ])
            }
            Style::Github => {
                // Annotates the deciding line, or the expectation if no line decides or if the
                // robots.txt isn't a file.
                let (file, line) = match line.filter(|_| self.source.path.is_some()) {
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
                let why = self.because(verdict);
                let place = line.map_or(String::new(), |line| format!(", line {line}"));
                let [agent, url, why] = [agent, url, &*why].map(code);
                output.line(format_args!(
                    "| {expected} | {agent} | {url} | {word} {why}{place} |"
                ))
            }
        }
    }

    /// Returns the rest of a sentence that begins with the verdict.
    fn because(&mut self, verdict: &Verdict<'_>) -> String {
        match verdict.rule() {
            Some(rule) => self.excerpts.of(format_args!("by {rule}")),
            None => format!("because {}", output::reason(verdict)),
        }
    }
}

/// A parsed expectation: `allow AGENT URL` or `disallow AGENT URL`.
struct Expectation<'l> {
    kind: RuleKind,
    /// The crawlers, as written and as parsed.
    crawlers: Vec<(&'l str, Crawler)>,
    url: Cow<'l, str>,
}

impl<'l> Expectation<'l> {
    /// Parses a line for a file. Returns `None` for a blank line.
    fn of_line(line: &'l [u8], source: &Source) -> Result<Option<Expectation<'l>>, String> {
        let words = line.split(u8::is_ascii_whitespace);
        let words = words.filter(|word| !word.is_empty());
        let words = words.take_while(|word| !word.starts_with(b"#"));
        // A fourth word is enough to reject the line.
        let words: Vec<_> = words.take(4).collect();
        let (kind, agents, url) = match words.as_slice() {
            [] => return Ok(None),
            [kind, agents, url] => (*kind, *agents, *url),
            _ => return Err(form(line)),
        };
        let kind = String::from_utf8_lossy(kind).parse();
        let kind = kind.map_err(|_| form(line))?;
        let agents = std::str::from_utf8(agents).map_err(|_| "the agent is invalid UTF-8")?;
        let agents = agents.split(',');
        let crawlers = agents.map(|agent| Ok((agent, crawler_of(agent)?)));
        let crawlers = crawlers.collect::<Result<_, String>>()?;
        let url = pages::from_bytes(url);
        if let Some(objection) = source.objection(&url) {
            return Err(format!("{url}: {objection}"));
        }
        Ok(Some(Expectation {
            kind,
            crawlers,
            url,
        }))
    }
}

/// Returns the crawler for a name in an expectation; `crawler:NAME` means a known crawler.
fn crawler_of(name: &str) -> Result<Crawler, String> {
    match name.strip_prefix("crawler:") {
        None => Crawler::of_agent(name).map_err(|error| format!("agent {error}")),
        Some(known) => crawler::find(known),
    }
}

/// The expected form of a line.
fn form(line: &[u8]) -> String {
    let line = cut(&String::from_utf8_lossy(line.trim_ascii()), 61);
    format!("`{line}` is not of the form `allow AGENT URL` or `disallow AGENT URL`")
}
