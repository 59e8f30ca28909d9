//! `robots check`.

use std::ffi::OsString;

use robots_exclusion::{Reason, Verdict};

use crate::options::{Crawler, Reading};
use crate::output::{Failure, MINOR, Output, complain, shown};
use crate::pages::{Page, Pages};
use crate::{Finding, file, json, output};

/// Say which URLs a crawler may fetch
///
/// Prints a line per URL: `allowed` or `disallowed`, the URL, and why. The
/// exit code is 0 if all are allowed, 1 if any is disallowed, 2 if something
/// could not be read.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The robots.txt; `-` is standard input
    file: OsString,
    /// Absolute URLs, or paths that begin with `/`. Without any, and for `-`,
    /// they are read from standard input, one per line: blank lines are
    /// skipped, a line of more than 2 MiB is reported and makes the exit code
    /// 2, octets that are no UTF-8 are taken percent-encoded
    #[arg(value_name = "URL")]
    urls: Vec<OsString>,
    #[command(flatten)]
    crawler: Crawler,
    #[command(flatten)]
    reading: Reading,
    /// Print one JSON object per URL
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(arguments: &Arguments, output: &mut Output) -> Result<Finding, Failure> {
    let urls_from_input = arguments.urls.is_empty() || arguments.urls.iter().any(|url| url == "-");
    if arguments.file == "-" && urls_from_input {
        return Err(Failure::new(
            "standard input cannot give both the robots.txt and the URLs",
        ));
    }
    let text = file::read(&arguments.file, arguments.reading.byte_limit())?;
    let robots = arguments.reading.options().parse(&text);
    let matcher = robots.matcher_for(&arguments.crawler.agents());
    let mut finding = Finding::Fine;
    let mut pages = Pages::new(&arguments.urls);
    loop {
        if pages.may_wait() || output.is_terminal() {
            output.flush()?;
        }
        let Some(page) = pages.next()? else {
            return Ok(finding);
        };
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
        let verdict = matcher.verdict(&url);
        finding = finding.max(Finding::of(&verdict));
        match arguments.json {
            true => output.object(&json::Answer::new(&url, verdict))?,
            false => write(output, &url, &verdict)?,
        }
    }
}

/// One line for people.
fn write(output: &mut Output, url: &str, verdict: &Verdict<'_>) -> Result<(), Failure> {
    let word = match verdict.allowed() {
        true => "allowed   ",
        false => "disallowed",
    };
    let reason = match verdict.reason() {
        Reason::Rule(rule) => format!("line {}: {rule}", rule.line()),
        Reason::NoRule => format!("no rule of {} matches", verdict.binding()),
        Reason::NoGroup => "no group binds this crawler".to_owned(),
        Reason::RobotsTxt => "/robots.txt itself is always allowed".to_owned(),
        Reason::Unavailable(why) => why.to_string(),
        _ => verdict.to_string(),
    };
    output.line(format_args!(
        "{}  {}  {}",
        output.styled(output::verdict_style(verdict), word),
        shown(url),
        output.styled(MINOR, shown(&reason)),
    ))
}
