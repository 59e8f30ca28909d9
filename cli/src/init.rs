//! `robots init`.

mod addition;

use std::ffi::{OsStr, OsString};

use robots_exclusion::Robots;
use robots_exclusion::crawlers::{Choice, LeftOpen, Plan, Survey};
use robots_exclusion::usage::Statement;

use self::addition::Edited;
use crate::output::{MINOR, Output, PLAIN, Result};
use crate::{Finding, edit, output, web};

/// Write a robots.txt that blocks or admits known crawlers by purpose
///
/// Prints a commented robots.txt, with a summary at the end of what it means for each purpose. With
/// `--add FILE`, adds groups to an existing file instead and shows them. If this would change other
/// crawlers' rules, the file isn't modified. `robots crawlers` lists crawlers and purposes. The
/// exit code is 0, 1 if a crawler's existing rules still decide some URLs, or 2 if the file wasn't
/// written.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Block crawlers with these purposes or names: `ai-training,seo,Bytespider`
    #[arg(long, value_name = "PURPOSE|CRAWLER", value_delimiter = ',', value_parser = choice)]
    disallow: Vec<Choice>,
    /// Admit crawlers with these purposes, such as `search`, or names. A name takes precedence over
    /// a purpose
    #[arg(long, value_name = "PURPOSE|CRAWLER", value_delimiter = ',', value_parser = choice)]
    allow: Vec<Choice>,
    /// The absolute URL of a sitemap
    #[arg(long, value_name = "URL")]
    sitemap: Vec<String>,
    /// Tell all crawlers that the content may (`yes`) or may not (`no`) be used in this way:
    /// `ai-train=no` writes `Content-Signal: ai-train=no`
    #[arg(long, value_name = "KEY=yes|no", value_delimiter = ',', value_parser = signal, conflicts_with = "add")]
    signal: Vec<String>,
    /// State a preference in a `Content-Usage` line: `train-ai=n`
    #[arg(long, value_name = "LABEL=y|n", value_delimiter = ',', value_parser = usage, conflicts_with = "add")]
    usage: Vec<String>,
    /// Add to this file instead of printing a new one
    #[arg(long, value_name = "FILE")]
    add: Option<OsString>,
    /// With --add, edit the file even if it's write-protected
    #[arg(long, requires = "add")]
    force: bool,
}

/// Notes which crawlers aren't blocked although AI or AI training is.
fn remark(plan: &Plan, survey: &Survey, output: &mut Output) -> Result {
    let mut unknown = Vec::new();
    let mut search = Vec::new();
    for (known, why) in plan.left_open(survey) {
        match why {
            LeftOpen::WebSearch(product) => search.push(format!("{known} ({product})")),
            _ => unknown.push(known.token),
        }
    }
    if let Some(first) = unknown.first() {
        output.complain(format_args!(
            "not blocked, because their purpose isn't documented: {}. Block them by \
             name, as in --disallow ai-training,{first}",
            unknown.join(", ")
        ))?;
    }
    if !search.is_empty() {
        output.complain(format_args!(
            "not blocked, because that would also take the site out of web search: {}",
            search.join(", ")
        ))?;
    }
    Ok(())
}

/// Returns the reason why a sitemap with this URL can't be listed, or `None` if it can.
fn sitemap_objection(url: &str) -> Option<&'static str> {
    let is_unfit = |character: char| output::is_unfit(character) || character.is_whitespace();
    let is_page = web::is_page(url) && url::Url::parse(url).is_ok();
    match url.contains('#') {
        _ if url.contains(is_unfit) => Some("contains a space or a control character"),
        true => Some("has a fragment, which robots.txt would cut off as a comment"),
        false => (!is_page).then_some("not an absolute http or https URL"),
    }
}

/// Parses a `Content-Signal` pair, such as `ai-train=no`.
fn signal(argument: &str) -> Result<String, String> {
    const KEYS: [&str; 3] = ["search", "ai-input", "ai-train"];
    let pair = argument.split_once('=');
    match pair.filter(|(key, word)| KEYS.contains(key) && ["yes", "no"].contains(word)) {
        Some(_) => Ok(argument.to_owned()),
        None => Err("must be search, ai-input or ai-train, with =yes or =no".to_owned()),
    }
}

/// Parses a `Content-Usage` preference, such as `train-ai=n`.
fn usage(argument: &str) -> Result<String, String> {
    let label = argument.split_once('=').map(|(label, _)| label);
    let statement = Statement::parse(argument.as_bytes());
    let is_stated = |label| statement?.preference(label).map(drop);
    match label.and_then(is_stated) {
        Some(()) => Ok(argument.to_owned()),
        None => Err("must be a label with =y or =n, as in `train-ai=n`".to_owned()),
    }
}

/// Parses a choice. The error for an unknown name suggests crawlers with similar names.
fn choice(argument: &str) -> Result<Choice, String> {
    let parsed = argument.trim().parse::<Choice>();
    parsed.map_err(|error| format!("not a purpose, and {error}"))
}

pub(crate) fn run(arguments: &Arguments, output: &mut Output) -> Result {
    let is_both = |choice: &&Choice| arguments.disallow.contains(choice);
    if let Some(choice) = arguments.allow.iter().find(is_both) {
        return Err(format!("{choice} is in both --allow and --disallow").into());
    }
    let plan = (arguments.disallow.iter()).fold(Plan::default(), |plan, &it| plan.disallow(it));
    let mut plan = (arguments.allow.iter()).fold(plan, |plan, &it| plan.allow(it));
    for url in &arguments.sitemap {
        if let Some(why) = sitemap_objection(url) {
            return Err(format!("--sitemap '{url}': {why}").into());
        }
        let added = plan.sitemap(url);
        plan = added.map_err(|error| format!("--sitemap: {error}"))?;
    }
    if !arguments.signal.is_empty() {
        plan = plan.content_signal(&arguments.signal.join(", "));
    }
    if !arguments.usage.is_empty() {
        plan = plan.content_usage(&arguments.usage.join(", "));
    }
    match &arguments.add {
        Some(name) => add(name, &plan, arguments.force, output),
        None => {
            let text = plan.write();
            output.as_it_is(text.as_bytes())?;
            remark(&plan, &Survey::new(&Robots::parse(&text)), output)
        }
    }
}

/// Adds groups to a file, if that doesn't change anything for any other crawler.
fn add(name: &OsStr, plan: &Plan, force: bool, output: &mut Output) -> Result {
    if name == "-" {
        return Err("--add edits a file, which standard input is not".into());
    }
    let shown = name.to_string_lossy();
    let text = edit::read(name)?;
    let addition = addition::of(&text, plan).map_err(|why| edit::unchanged(&shown, why))?;
    match addition.edited {
        None => output.line(format_args!(
            "{shown} was not changed: it already contains all of this"
        ))?,
        Some(Edited { text: new, lines }) => {
            edit::replace(name, [&text, &new], force)?;
            output.line(format_args!("{shown}: edited"))?;
            for (number, line) in lines {
                output.pieces(&[
                    (MINOR, format_args!("{number:>6} ")),
                    (PLAIN, format_args!("+ {line}")),
                ])?;
            }
            output.line(format_args!(""))?;
            for (purpose, said) in addition.survey.by_purpose() {
                output.line(format_args!("{}: {said}", purpose.title()))?;
            }
        }
    }
    for remark in addition.remarks {
        output.complain(format_args!("{shown}: {remark}"))?;
    }
    remark(plan, &addition.survey, output)?;
    output.raise_if(!addition.is_complete, Finding::Adverse);
    Ok(())
}
