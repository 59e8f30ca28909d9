//! `robots check`.

use std::ffi::OsString;
use std::sync::Arc;

use robots_exclusion::{Matcher, Reason, Verdict};
use unicode_width::UnicodeWidthStr as _;

use crate::crawler::{Crawler, Crawlers, ManyRules};
use crate::options::{Connection, Reading};
use crate::output::{Excerpts, MINOR, Output, PLAIN, Result};
use crate::pages::{Pages, no_verdict};
use crate::source::Source;
use crate::usage::{self, Question};
use crate::web::{self, Client, Report, Web};
use crate::{Finding, idn, json, output, pages};

/// Check which URLs a crawler may fetch
///
/// Prints one line for each URL and crawler: `allowed` or `disallowed`, the URL, and the reason.
/// The exit code is 0 if all URLs are allowed, 1 if any is disallowed, or 2 if something couldn't
/// be read.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The robots.txt: a file, `-` for standard input, or a URL that ends in
    /// `/robots.txt`. Any other http or https URL is the first URL to check,
    /// and the robots.txt of each URL is fetched from its host
    #[arg(value_name = "FILE|URL")]
    file: OsString,
    /// Absolute URLs, or paths that begin with `/`. If you give none, or `-`, they are read from
    /// standard input, one per line. Blank lines are skipped, and bytes that aren't valid UTF-8 are
    /// percent-encoded. If a line is longer than 2 MiB, it's reported, and the exit code is 2
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

pub(crate) fn run(arguments: &Arguments, output: &mut Output) -> Result {
    let Arguments { file, urls, .. } = arguments;
    let crawlers: Arc<[Crawler]> = arguments.crawlers.all()?.into();
    let widest = crawlers.iter().map(|crawler| crawler.name.width()).max();
    let answering = Answering {
        arguments,
        crawlers: &crawlers,
        width: widest
            .filter(|_| crawlers.len() > 1)
            .map(|widest| widest.min(30)),
    };
    let options = arguments.reading.options();
    let page = pages::from_argument(file);
    if web::is_page(&page) && (urls.is_empty() || !web::is_robots_txt(&page)) {
        let client = Client::new(options, &arguments.connection)?;
        let pages = std::iter::once(file).chain(urls).cloned().collect();
        let web = Web::new(pages, Arc::clone(&crawlers), client)?;
        return check_hosts(web, &answering, output);
    }
    if file == "-" && (urls.is_empty() || urls.iter().any(|url| url == "-")) {
        return Err("standard input cannot provide both the robots.txt and the URLs".into());
    }
    let source = Source::read(file, options, &arguments.connection, output)?;
    check_file(&source, &answering, output)
}

/// Checks all URLs against one file.
fn check_file(source: &Source, answering: &Answering<'_>, output: &mut Output) -> Result {
    let question = &answering.arguments.usage;
    let mut rules = ManyRules::new(&source.access);
    let runs = match question.is_asked() {
        true => rules.runs(answering.crawlers),
        false => vec![(answering.crawlers, Matcher::allow_all().into())],
    };
    let mut pages = Pages::new(&answering.arguments.urls);
    while let Some(page) = pages.next(|| output.flush())? {
        let url = page.and_then(|url| match source.objection(&url) {
            Some(objection) => Err(no_verdict(&url, &objection)),
            None => Ok(url),
        });
        let url = match url {
            Ok(url) => url,
            Err(complaint) => {
                output.fail(complaint)?;
                continue;
            }
        };
        for (run, records) in &runs {
            let mut usage = question.answer(records, &url);
            for crawler in *run {
                let verdict = rules.verdict(crawler, &url, output)?;
                let (asked, fetched) = ([&*crawler.name, &url], source.fetched());
                answering.write(asked, fetched, &verdict, &mut usage, output)?;
            }
        }
    }
    Ok(())
}

/// Checks each URL against the file of its host.
fn check_hosts(mut web: Web, answering: &Answering<'_>, output: &mut Output) -> Result {
    while let Some((url, host)) = web.next(output)? {
        let Some(answer) = host.answer.get() else {
            continue;
        };
        let fetched = Some((host.robots_txt.as_str(), &answer.report));
        for (crawler, rules) in answering.crawlers.iter().zip(&answer.rules) {
            crawler.remark(rules, &url, output)?;
            let verdict = rules.matcher.verdict(&url);
            let mut usage = answering.arguments.usage.answer(&rules.matcher, &url);
            let question = [&*crawler.name, &url];
            answering.write(question, fetched, &verdict, &mut usage, output)?;
        }
    }
    Ok(())
}

/// Writes the answers.
struct Answering<'a> {
    arguments: &'a Arguments,
    crawlers: &'a [Crawler],
    /// The width of the name column, which is omitted for a single crawler.
    width: Option<usize>,
}

impl Answering<'_> {
    /// Writes the answer to a question, which consists of a crawler and a URL. `fetched` is the URL
    /// of the robots.txt and the report on its fetch, if there was one.
    fn write(
        &self,
        question: [&str; 2],
        fetched: Option<(&str, &Report)>,
        verdict: &Verdict<'_>,
        usage: &mut usage::Answer<'_>,
        output: &mut Output,
    ) -> Result {
        usage.judge(verdict);
        output.raise_if(!verdict.allowed() || usage.is_adverse(), Finding::Adverse);
        if self.arguments.json {
            let mut answer = json::answer(question, verdict, fetched, &mut Excerpts::default());
            usage.add_to(&mut answer);
            return output.object(&answer);
        }
        let ([name, url], (style, word)) = (question, output::verdict_word(verdict));
        let name = self.width.map(|width| output::padded(name, width) + "  ");
        let name = name.unwrap_or_default();
        let url = idn::with_host(url);
        let reason = output::reason(verdict);
        let is_fetched = !matches!(verdict.reason(), Reason::RobotsTxt);
        let report = fetched.filter(|_| is_fetched).map(|(_, report)| report);
        let redirected_to = report.and_then(Report::redirected_to);
        let redirected = redirected_to.map(|url| format!("; redirected to {url}"));
        let redirected = redirected.unwrap_or_default();
        output.pieces(&[
            (style, format_args!("{word:<10}")),
            (PLAIN, format_args!("  {name}{url}  ")),
            (MINOR, format_args!("({reason}{redirected})")),
        ])?;
        for line in usage.lines() {
            output.line(format_args!("            {line}"))?;
        }
        Ok(())
    }
}
