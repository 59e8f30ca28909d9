//! `robots check`.

use std::ffi::OsString;

use robots_exclusion::{Matcher, Reason, Verdict};

use crate::options::{Connection, Crawler, Reading, byte_limit_of};
use crate::output::{Failure, MINOR, Output, PLAIN, excerpt};
use crate::pages::{Pages, no_verdict};
use crate::usage::Question;
use crate::web::{self, Client, Report, Web};
use crate::{Finding, file, idn, json, output, pages};

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
    #[command(flatten)]
    connection: Connection,
    #[command(flatten)]
    usage: Question,
    /// Print one JSON object per URL
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(arguments: &Arguments, output: &mut Output) -> Result<Finding, Failure> {
    let Arguments { file, urls, .. } = arguments;
    let agents = arguments.crawler.agents()?;
    let options = arguments.reading.options();
    if web::is_page(&pages::from_argument(file)) {
        let client = Client::new(options, &arguments.connection)?;
        let pages = std::iter::once(file).chain(urls).cloned().collect();
        let web = Web::new(pages, agents, client);
        return check_hosts(web, arguments, output);
    }
    if file == "-" && (urls.is_empty() || urls.iter().any(|url| url == "-")) {
        return Err(Failure::new(
            "standard input cannot give both the robots.txt and the URLs",
        ));
    }
    let text = file::read(file, byte_limit_of(options))?;
    let robots = options.parse(&text);
    let matcher = robots.matcher_for(&agents);
    check_file(&matcher, arguments, output)
}

/// All URLs by one file.
fn check_file(
    matcher: &Matcher<'_>,
    arguments: &Arguments,
    output: &mut Output,
) -> Result<Finding, Failure> {
    let mut finding = Finding::Fine;
    let mut pages = Pages::new(&arguments.urls);
    while let Some(page) = pages.next(|| output.flush())? {
        let url = page.and_then(|url| match pages::objection(&url) {
            Some(objection) => Err(no_verdict(&url, &objection)),
            None => Ok(url),
        });
        finding = finding.max(match url {
            Ok(url) => answer(matcher, &url, None, arguments, output)?,
            Err(complaint) => complain(&complaint, output)?,
        });
    }
    Ok(finding)
}

/// Each URL by the file of its host.
fn check_hosts(
    mut web: Web,
    arguments: &Arguments,
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
        let Some(fetched) = host.answer() else {
            continue;
        };
        host.report(output)?;
        let report = Some((host.robots_txt.as_str(), &fetched.report));
        finding = finding.max(fetched.report.finding()).max(answer(
            &fetched.matcher,
            &url,
            report,
            arguments,
            output,
        )?);
    }
    Ok(finding)
}

fn complain(complaint: &str, output: &mut Output) -> Result<Finding, Failure> {
    output.complain(complaint)?;
    Ok(Finding::Incomplete)
}

/// Answers one URL, with the URL of the robots.txt and how it was fetched, if
/// it was.
fn answer(
    matcher: &Matcher<'_>,
    url: &str,
    fetched: Option<(&str, &Report)>,
    arguments: &Arguments,
    output: &mut Output,
) -> Result<Finding, Failure> {
    let verdict = matcher.verdict(url);
    let usage = arguments.usage.answer(matcher, url);
    if arguments.json {
        output.object(&json::Answer::new(url, verdict, fetched).with_usage(&usage))?;
    } else {
        write(output, url, &verdict, fetched.map(|(_, report)| report))?;
        for line in usage.lines() {
            output.line(format_args!("            {line}"))?;
        }
    }
    Ok(Finding::of(&verdict).max(usage.finding()))
}

/// One line for people.
fn write(
    output: &mut Output,
    url: &str,
    verdict: &Verdict<'_>,
    report: Option<&Report>,
) -> Result<(), Failure> {
    let word = output::verdict_word(verdict);
    let mut reason = match verdict.reason() {
        Reason::Rule(rule) => excerpt(format_args!("line {}: {rule}", rule.line())),
        Reason::NoRule => format!("no rule of {} matches", verdict.selection()),
        Reason::NoGroup => "no group is for this crawler".to_owned(),
        Reason::RobotsTxt => "/robots.txt itself is always allowed".to_owned(),
        Reason::Unavailable(why) => why.to_string(),
        _ => verdict.to_string(),
    };
    let is_fetched = !matches!(verdict.reason(), Reason::RobotsTxt);
    if let Some(url) = report
        .and_then(Report::redirected_to)
        .filter(|_| is_fetched)
    {
        reason += "; redirected to ";
        reason += url;
    }
    output.pieces(&[
        (output::verdict_style(verdict), format_args!("{word:<10}")),
        (PLAIN, format_args!("  {}  ", idn::with_host(url))),
        (MINOR, format_args!("({reason})")),
    ])
}
