//! `robots check`.

use std::ffi::OsString;

use robots_exclusion::{Reason, Verdict};
use unicode_width::UnicodeWidthStr as _;

use crate::crawler::{Crawler, Crawlers, Rules};
use crate::options::{Connection, Reading};
use crate::output::{Failure, MINOR, Output, PLAIN};
use crate::pages::{Pages, no_verdict};
use crate::source::Source;
use crate::usage::Question;
use crate::web::{self, Client, Report, Web};
use crate::{Finding, idn, json, output, pages};

/// Check which URLs a crawler may fetch
///
/// Prints a line per URL and crawler: `allowed` or `disallowed`, the URL, and
/// why. The exit code is 0 if all are allowed, 1 if any is disallowed, 2 if
/// something could not be read.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The robots.txt: a file, `-` for standard input, or a URL that ends in
    /// `/robots.txt`. Any other http or https URL is the first URL to check,
    /// and the robots.txt of each URL is fetched from its host
    #[arg(value_name = "FILE|URL")]
    file: OsString,
    /// Absolute URLs, or paths that begin with `/`. If there are none, and for
    /// `-`, they are read from standard input, one per line: blank lines are
    /// skipped, a line of more than 2 MiB is reported and makes the exit code
    /// 2, bytes that are not valid UTF-8 are percent-encoded
    #[arg(value_name = "URL")]
    urls: Vec<OsString>,
    #[command(flatten)]
    crawlers: Crawlers,
    #[command(flatten)]
    reading: Reading,
    #[command(flatten)]
    connection: Connection,
    #[command(flatten)]
    usage: Question,
    /// Print one JSON object per URL and crawler
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(arguments: &Arguments, output: &mut Output) -> Result<Finding, Failure> {
    let Arguments { file, urls, .. } = arguments;
    let crawlers = arguments.crawlers.all()?;
    let options = arguments.reading.options();
    let page = pages::from_argument(file);
    if web::is_page(&page) && (urls.is_empty() || !web::is_robots_txt(&page)) {
        let client = Client::new(options, &arguments.connection)?;
        let pages = std::iter::once(file).chain(urls).cloned().collect();
        let answering = Answering::new(arguments, &crawlers);
        let web = Web::new(pages, crawlers, client)?;
        return check_hosts(web, &answering, output);
    }
    if file == "-" && (urls.is_empty() || urls.iter().any(|url| url == "-")) {
        return Err(Failure::new(
            "standard input cannot provide both the robots.txt and the URLs",
        ));
    }
    let source = Source::read(file, options, &arguments.connection, output)?;
    check_file(
        &source,
        &crawlers,
        &Answering::new(arguments, &crawlers),
        output,
    )
}

/// Checks all URLs against one file.
fn check_file(
    source: &Source,
    crawlers: &[Crawler],
    answering: &Answering<'_>,
    output: &mut Output,
) -> Result<Finding, Failure> {
    let rules = crawlers.iter().map(|crawler| crawler.rules(&source.access));
    let rules: Vec<_> = rules.collect();
    let mut finding = source.finding();
    let mut pages = Pages::new(&answering.arguments.urls);
    while let Some(page) = pages.next(|| output.flush())? {
        let url = page.and_then(|url| match source.objection(&url) {
            Some(objection) => Err(no_verdict(&url, &objection)),
            None => Ok(url),
        });
        finding = finding.max(match url {
            Ok(url) => answering.write(&rules, &url, source.fetched(), output)?,
            Err(complaint) => complain(&complaint, output)?,
        });
    }
    Ok(finding)
}

/// Checks each URL against the file of its host.
fn check_hosts(
    mut web: Web,
    answering: &Answering<'_>,
    output: &mut Output,
) -> Result<Finding, Failure> {
    let mut finding = Finding::Fine;
    while let Some(asked) = web.next(output)? {
        let (url, host) = match asked {
            Ok(asked) => asked,
            Err(complaint) => {
                finding = complain(&complaint, output)?;
                continue;
            }
        };
        let Some(answer) = host.answer() else {
            continue;
        };
        host.report(output)?;
        let fetched = Some((host.robots_txt.as_str(), &answer.report));
        finding = finding.max(answer.report.finding()).max(answering.write(
            &answer.rules,
            &url,
            fetched,
            output,
        )?);
    }
    Ok(finding)
}

fn complain(complaint: &str, output: &mut Output) -> Result<Finding, Failure> {
    output.complain(complaint)?;
    Ok(Finding::Incomplete)
}

/// The writer of the answers.
struct Answering<'a> {
    arguments: &'a Arguments,
    /// The names of the crawlers, in the same order as their matchers.
    names: Vec<String>,
}

impl<'a> Answering<'a> {
    fn new(arguments: &'a Arguments, crawlers: &[Crawler]) -> Answering<'a> {
        let names = crawlers.iter().map(|crawler| crawler.name().to_owned());
        Answering {
            arguments,
            names: names.collect(),
        }
    }

    /// Answers one URL for each crawler. `fetched` has the URL of the robots.txt and the
    /// report on its fetch, if there was one.
    fn write(
        &self,
        rules: &[Rules],
        url: &str,
        fetched: Option<(&str, &Report)>,
        output: &mut Output,
    ) -> Result<Finding, Failure> {
        let mut finding = Finding::Fine;
        for (name, rules) in self.names.iter().zip(rules) {
            let verdict = rules.verdict(url);
            let usage = self.arguments.usage.answer(rules, url);
            rules.remark(url, output)?;
            if self.arguments.json {
                output
                    .object(&json::Answer::new(name, url, verdict, fetched).with_usage(&usage))?;
            } else {
                self.write_line(name, url, &verdict, fetched, output)?;
                for line in usage.lines() {
                    output.line(format_args!("            {line}"))?;
                }
            }
            finding = finding.max(Finding::of(&verdict)).max(usage.finding());
        }
        Ok(finding)
    }

    /// Writes one line for people. It names the crawler if there are several.
    fn write_line(
        &self,
        name: &str,
        url: &str,
        verdict: &Verdict<'_>,
        fetched: Option<(&str, &Report)>,
        output: &mut Output,
    ) -> Result<(), Failure> {
        let word = output::verdict_word(verdict);
        let name = match &self.names[..] {
            [_] => String::new(),
            names => {
                let width = names.iter().map(|name| name.width()).max();
                output::padded(name, width.unwrap_or_default().min(30)) + "  "
            }
        };
        let is_fetched = !matches!(verdict.reason(), Reason::RobotsTxt);
        let redirected_to = fetched
            .and_then(|(_, report)| report.redirected_to())
            .filter(|_| is_fetched)
            .map(|url| format!("; redirected to {url}"));
        output.pieces(&[
            (output::verdict_style(verdict), format_args!("{word:<10}")),
            (PLAIN, format_args!("  {name}{}  ", idn::with_host(url))),
            (
                MINOR,
                format_args!(
                    "({}{})",
                    output::reason(verdict),
                    redirected_to.unwrap_or_default()
                ),
            ),
        ])
    }
}
