//! `robots diff`.

pub(crate) mod report;

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::sync::Arc;

use robots_exclusion::Robots;
use robots_exclusion::crawlers::Survey;
use robots_exclusion::diff::{self, CrawlerDifference, Difference};

use crate::crawler::{self, Crawler};
use crate::format::{ReportFormat, Style};
use crate::options::{Connection, Reading};
use crate::output::{Output, Result};
use crate::source::Source;
use crate::{Finding, idn};

/// Show which URLs a new robots.txt blocks or opens
///
/// For each crawler that either file names, and for all others (`*`), finds URLs that were allowed
/// and are now disallowed, or the other way round. For each pair of deciding rules, you get the
/// shortest example. The answer is exact, not sampled, and it makes no difference if lines were
/// moved or repeated. Also lists added and removed sitemaps and other records. The exit code is 0
/// if no verdict changes, 1 if one does, or 2 if something couldn't be read or decided.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The old robots.txt, or `-` for standard input. If this is an http or https URL, the
    /// robots.txt is fetched from its host
    #[arg(value_name = "OLD")]
    old: OsString,
    /// The new robots.txt, in any of the same forms
    #[arg(value_name = "NEW")]
    new: OsString,
    /// Only compare the rules for this crawler: a product token, such as `MyBot`. For several
    /// crawlers, separate their names with commas or repeat the option. `*` means every crawler
    /// that no group names
    #[arg(long = "agent", value_name = "AGENT")]
    agents: Vec<OsString>,
    /// Only compare the rules for this known crawler, based on the behaviour that its operator
    /// documents
    #[arg(long = "crawler", value_name = "NAME")]
    known: Vec<String>,
    #[command(flatten)]
    reading: Reading,
    #[command(flatten)]
    connection: Connection,
    /// With `--format json`, also print an object for each sitemap, crawl-delay or other record
    /// that was added or removed
    #[arg(long)]
    records: bool,
    #[command(flatten)]
    format: ReportFormat,
}

pub(crate) fn run(arguments: &Arguments, output: &mut Output) -> Result {
    if arguments.old == "-" && arguments.new == "-" {
        return Err("standard input can only be used for one of the two files".into());
    }
    let crawlers = crawler::of_agents(&arguments.agents)?;
    let known = crawler::known(&arguments.known)?;
    let options = arguments.reading.options();
    let mut read = |argument| Source::read(argument, options, &arguments.connection, output);
    let style = arguments.format.style();
    let (old, new) = (read(&arguments.old)?, read(&arguments.new)?);
    for source in [&old, &new] {
        write_fetched(source, style, output)?;
    }
    // Without a robots.txt, everything is allowed, just as with an empty one.
    let empty = options.parse(b"");
    let (before, after) = (file(&old, &empty)?, file(&new, &empty)?);
    let names = crawlers.iter().map(|crawler| &*crawler.name);
    let agents: Vec<&str> = names.map(|name| arguments.reading.token_of(name)).collect();
    let mut differences = match agents.is_empty() && !known.is_empty() {
        true => Vec::new(),
        false => compare(before, after, &agents),
    };
    remark(&crawlers, before, after, output)?;
    let surveys = [before, after].map(|robots| (!known.is_empty()).then(|| Survey::new(robots)));
    // Crawlers that read the same rules share an item.
    let mut places = BTreeMap::new();
    for known in known.iter().filter_map(|crawler| crawler.known) {
        let rows = surveys.each_ref().map(|survey| survey.as_ref()?.row(known));
        let [Some(old), Some(new)] = rows.map(|row| row.map(|row| &row.rules)) else {
            continue;
        };
        let key = [old, new].map(Arc::as_ptr);
        let place = *places.entry(key).or_insert_with(|| {
            differences.push((Vec::new(), diff::rules(old, new)));
            differences.len() - 1
        });
        differences[place].0.push(known.token.to_owned());
    }
    report::write(&differences, &report::FILES, style, &arguments.new, output)?;
    if arguments.records || style != Style::Json {
        report::write_records(before, after, style, output)?;
    }
    report::conclude(&differences, output)?;
    let is_missing = |source: &Source| source.access.robots().is_none();
    output.raise_if(is_missing(&old) || is_missing(&new), Finding::Incomplete);
    Ok(())
}

/// Reports what was fetched for one side. For machine-readable formats, only problems are
/// reported, on standard error.
fn write_fetched(source: &Source, style: Style, output: &mut Output) -> Result {
    let Some(report) = &source.report else {
        return Ok(());
    };
    let name = idn::with_host(&source.name);
    let redirected = report.redirected_to();
    let redirected = redirected.map(|url| format!(", redirected to {url}"));
    let redirected = redirected.unwrap_or_default();
    let unusual = match (source.access.robots(), source.access.unavailable()) {
        (Some(robots), _) if robots.text().trim_ascii_start().starts_with(b"<") => {
            "looks like HTML, not a robots.txt".to_owned()
        }
        (None, Some(why)) if source.access.allowed("*", "/") => {
            format!("{why}: compared as a file that allows everything")
        }
        _ if style != Style::Text => return Ok(()),
        _ => return output.line(format_args!("{name}: fetched{redirected}")),
    };
    output.complain(format_args!("{name}{redirected}: {unusual}"))
}

/// Returns a source's file, or an empty one if everything is allowed because there is no file.
fn file<'s>(source: &'s Source, empty: &'s Robots<'static>) -> Result<&'s Robots<'static>> {
    match source.access.robots() {
        Some(robots) => Ok(robots),
        None if source.access.allowed("*", "/") => Ok(empty),
        None => Err(format!("{}: no robots.txt to compare", source.shown_name()).into()),
    }
}

/// Writes a note to standard error that lists the known crawlers with these names that are
/// affected differently.
fn remark(crawlers: &[Crawler], old: &Robots<'_>, new: &Robots<'_>, output: &mut Output) -> Result {
    for crawler in crawlers {
        let Some(known) = crawler.namesake else {
            continue;
        };
        let rules = [old, new].map(|robots| robots.matcher(&crawler.name));
        let profiles = [old, new].map(|robots| known.matcher(robots));
        for [one, other] in [&rules, &profiles] {
            for change in diff::rules(one, other).changes {
                for (rules, profile) in rules.iter().zip(&profiles) {
                    let (url, its) = (&change.url, || profile.allowed(&change.url));
                    crawler::remark(known, url, rules.allowed(url), its, output)?;
                }
            }
        }
    }
    Ok(())
}

/// Crawlers' names, and the changes for them.
type ByCrawlers<'t> = (Vec<String>, Difference<'t>);

/// Compares the files for these crawlers or, if there are none, for all that the files name.
pub(crate) fn compare<'t>(
    old: &'t Robots<'_>,
    new: &'t Robots<'_>,
    agents: &[&str],
) -> Vec<ByCrawlers<'t>> {
    let found = match agents {
        [] => diff::files(old, new),
        agents => diff::for_agents(old, new, agents.iter().copied()),
    };
    let by_crawlers = |it: CrawlerDifference<'t>| (it.agents, it.difference);
    found.into_iter().map(by_crawlers).collect()
}
