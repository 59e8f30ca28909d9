//! `robots check`.

use std::ffi::OsString;

use robots_exclusion::{Matcher, Reason, Verdict};

use crate::options::{Crawler, Reading, Timeout};
use crate::output::{Failure, MINOR, Output, PLAIN, complain};
use crate::pages::{Page, Pages};
use crate::web::{self, Web};
use crate::{Finding, file, json, options, output, pages};

/// Say which URLs a crawler may fetch
///
/// Prints a line per URL: `allowed` or `disallowed`, the URL, and why. The
/// exit code is 0 if all are allowed, 1 if any is disallowed, 2 if something
/// could not be read.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The robots.txt; `-` is standard input. If this is a URL of http or
    /// https, it is the first URL to check, and the robots.txt of each URL is
    /// fetched from its host
    #[arg(value_name = "FILE|URL")]
    file: OsString,
    /// Absolute URLs, or paths that begin with `/`. Without any, and for `-`,
    /// they are read from standard input, one per line: blank lines are
    /// skipped, a line of more than 2 MiB is reported and makes the exit code
    /// 2, bytes that are invalid UTF-8 are taken percent-encoded
    #[arg(value_name = "URL")]
    urls: Vec<OsString>,
    #[command(flatten)]
    crawler: Crawler,
    #[command(flatten)]
    reading: Reading,
    /// How long fetching a robots.txt may take, redirects included
    #[arg(long, value_name = "SECONDS", default_value = "30", value_parser = options::timeout)]
    timeout: Timeout,
    /// Print one JSON object per URL
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(arguments: &Arguments, output: &mut Output) -> Result<Finding, Failure> {
    let Arguments { file, urls, .. } = arguments;
    let agents = arguments.crawler.agents();
    if web::is_page(&pages::from_argument(file)) {
        let web = Web::new(agents, &arguments.reading, arguments.timeout.0);
        let pages: Vec<_> = std::iter::once(file).chain(urls).cloned().collect();
        return check(Rules::OfHosts(web), &pages, arguments.json, output);
    }
    if file == "-" && (urls.is_empty() || urls.iter().any(|url| url == "-")) {
        return Err(Failure::new(
            "standard input cannot give both the robots.txt and the URLs",
        ));
    }
    let text = file::read(file, arguments.reading.byte_limit())?;
    let robots = arguments.reading.options().parse(&text);
    let rules = Rules::OfFile(robots.matcher_for(&agents));
    check(rules, urls, arguments.json, output)
}

/// Where the rules come from.
enum Rules<'t> {
    OfFile(Matcher<'t>),
    OfHosts(Web),
}

impl<'t> Rules<'t> {
    /// The rules for a URL, with the URL of their robots.txt if it was
    /// fetched; or a sentence that says why there are none.
    fn matcher(&mut self, url: &str) -> Result<(Option<String>, &Matcher<'t>), String> {
        match self {
            Rules::OfFile(matcher) => Ok((None, matcher)),
            Rules::OfHosts(web) => web
                .matcher(url)
                .map(|(robots_txt, matcher)| (Some(robots_txt), matcher)),
        }
    }
}

fn check(
    mut rules: Rules<'_>,
    urls: &[OsString],
    json: bool,
    output: &mut Output,
) -> Result<Finding, Failure> {
    let mut finding = Finding::Fine;
    let mut pages = Pages::new(urls);
    while let Some(page) = pages.next(output)? {
        let url = match page {
            Page::Url(url) => url,
            Page::TooLong(line) => {
                complain(format_args!(
                    "line {line} of standard input is longer than 2 MiB: no verdict"
                ));
                finding = Finding::Incomplete;
                continue;
            }
        };
        let (robots_txt, matcher) = match rules.matcher(&url) {
            Ok(found) => found,
            Err(why) => {
                complain(format_args!("{url}: {why}: no verdict"));
                finding = Finding::Incomplete;
                continue;
            }
        };
        let verdict = matcher.verdict(&url);
        finding = finding.max(Finding::of(&verdict));
        if json {
            output.object(&json::Answer::new(&url, verdict, robots_txt))?;
        } else {
            write(output, &url, &verdict)?;
        }
    }
    Ok(finding)
}

/// One line for people.
fn write(output: &mut Output, url: &str, verdict: &Verdict<'_>) -> Result<(), Failure> {
    let word = if verdict.allowed() {
        "allowed   "
    } else {
        "disallowed"
    };
    let reason = match verdict.reason() {
        Reason::Rule(rule) => format!("line {}: {rule}", rule.line()),
        Reason::NoRule => format!("no rule of {} matches", verdict.binding()),
        Reason::NoGroup => "no group binds this crawler".to_owned(),
        Reason::RobotsTxt => "/robots.txt itself is always allowed".to_owned(),
        Reason::Unavailable(why) => why.to_string(),
        _ => verdict.to_string(),
    };
    output.pieces(&[
        (output::verdict_style(verdict), format_args!("{word}")),
        (PLAIN, format_args!("  {url}  ")),
        (MINOR, format_args!("({reason})")),
    ])
}
