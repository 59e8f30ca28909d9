//! `robots init`.

use std::collections::BTreeSet;
use std::ffi::{OsStr, OsString};

use robots_exclusion::agent::product_token;
use robots_exclusion::crawlers::{Choice, Crawler as Known, LeftOpen, Plan, Site, Survey};
use robots_exclusion::diff;
use robots_exclusion::{Dialect, ParseOptions, Robots};

use crate::output::{Failure, Output};
use crate::{Finding, edit, web};

/// Write a robots.txt that blocks or admits known crawlers by purpose
///
/// Prints a commented robots.txt that ends with a summary of its effect on each purpose.
/// With `--add FILE`, adds groups to an existing file instead and shows the changes; if
/// anything would change for another crawler, the file is not modified. `robots crawlers`
/// lists crawlers and purposes. The exit code is 0, or 2 if the file was not written.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Block crawlers for these purposes, or of these names: `ai-training,seo,Bytespider`
    #[arg(long, value_name = "PURPOSE|CRAWLER", value_delimiter = ',', value_parser = choice)]
    disallow: Vec<Choice>,
    /// Admit crawlers for these purposes, such as `search`, or of these names. A name
    /// takes precedence over a purpose
    #[arg(long, value_name = "PURPOSE|CRAWLER", value_delimiter = ',', value_parser = choice)]
    allow: Vec<Choice>,
    /// The absolute URL of a sitemap
    #[arg(long, value_name = "URL")]
    sitemap: Vec<String>,
    /// Add to this file instead of printing a new one
    #[arg(long, value_name = "FILE")]
    add: Option<OsString>,
    /// With --add, also edit a file that is write-protected
    #[arg(long, requires = "add")]
    force: bool,
}

impl Arguments {
    fn plan(&self) -> Result<Plan, Failure> {
        let mut plan = Plan::new();
        for choice in &self.disallow {
            plan = plan.disallow(*choice);
        }
        for choice in &self.allow {
            plan = plan.allow(*choice);
        }
        for url in &self.sitemap {
            let added = plan.sitemap(url);
            plan = added.map_err(|error| Failure::new(format_args!("--sitemap: {error}")))?;
        }
        Ok(plan)
    }
}

/// Says which crawlers stay open although AI, or AI training, is blocked.
fn remark(plan: &Plan, survey: &Survey, output: &mut Output) -> Result<(), Failure> {
    let mut unknown = Vec::new();
    let mut search = Vec::new();
    for (known, why) in plan.left_open(survey) {
        match why {
            LeftOpen::WebSearch(product) => search.push(format!("{known} ({product})")),
            _ => unknown.push(known.token()),
        }
    }
    if let Some(first) = unknown.first() {
        output.complain(format_args!(
            "not blocked, because no documentation states their purpose: {}. Block them by \
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

/// Parses a choice. The error of an unknown name suggests similar names of crawlers.
fn choice(argument: &str) -> Result<Choice, String> {
    let parsed = argument.trim().parse::<Choice>();
    parsed.map_err(|error| format!("not a purpose, and {error}"))
}

pub(crate) fn run(arguments: &Arguments, output: &mut Output) -> Result<Finding, Failure> {
    let is_both = |choice: &&Choice| arguments.disallow.contains(choice);
    if let Some(choice) = arguments.allow.iter().find(is_both) {
        return Err(Failure::new(format_args!(
            "{} is both in --allow and in --disallow",
            choice.name()
        )));
    }
    for url in &arguments.sitemap {
        if !web::is_page(url) || url::Url::parse(url).is_err() || url.contains(char::is_whitespace)
        {
            return Err(Failure::new(format_args!(
                "--sitemap '{url}': not an absolute http or https URL"
            )));
        }
    }
    let plan = arguments.plan()?;
    match &arguments.add {
        Some(name) => add(name, &plan, arguments.force, output),
        None => {
            let text = plan.write();
            output.as_it_is(text.as_bytes())?;
            remark(&plan, &Survey::new(&Robots::parse(&text)), output)?;
            Ok(Finding::Fine)
        }
    }
}

/// Adds groups to a file, if this changes nothing for any other crawler.
fn add(name: &OsStr, plan: &Plan, force: bool, output: &mut Output) -> Result<Finding, Failure> {
    if name == "-" {
        return Err(Failure::new(
            "--add changes a file; standard input cannot be changed",
        ));
    }
    let shown = name.to_string_lossy();
    let text = edit::read(name)?;
    let old = Sides::parse(&text);
    let before = Survey::new(&old.standard);
    let groups = plan.groups_to_add(&before);
    let targets = groups
        .iter()
        .flat_map(|group| group.crawlers().iter().map(|&known| (known, group.aim())));
    let targets: Vec<_> = targets.collect();
    let mut parts: Vec<_> = groups.iter().map(|group| group.text().to_owned()).collect();
    let listed: Vec<_> = old.standard.sitemaps().collect();
    let sitemaps = plan.sitemaps_to_add(|url| {
        let mut listed = listed.iter();
        listed.any(|sitemap| sitemap.value() == url.as_bytes())
    });
    if !sitemaps.is_empty() {
        parts.push(sitemaps);
    }
    if parts.is_empty() {
        output.line(format_args!(
            "{shown} is not changed: it already says all of this"
        ))?;
        remark(plan, &before, output)?;
        return Ok(Finding::Fine);
    }
    let added = parts.join("\n");
    let mut other = None;
    for candidate in [appended(&text, &added), prepended(&text, &added)] {
        let new = Sides::parse(&candidate);
        let after = Survey::new(&new.standard);
        other = old.changes_for_others(&new, [&before, &after], &targets);
        if other.is_some() {
            continue;
        }
        edit::replace(name, [&text, &candidate], force)?;
        for (known, aim) in &targets {
            if after.row(known).is_none_or(|row| row.site() != *aim) {
                output.complain(format_args!(
                    "{known}: its rules in {shown} decide some URLs differently: see `robots \
                     crawlers {shown}`"
                ))?;
            }
        }
        crate::diff::write_changes(&old.standard, &new.standard, output)?;
        output.line(format_args!(""))?;
        for (purpose, said) in after.by_purpose() {
            output.line(format_args!("{}: {said}", purpose.title()))?;
        }
        remark(plan, &after, output)?;
        return Ok(Finding::Fine);
    }
    Err(Failure::new(format_args!(
        "{shown} is not changed: adding these groups would also change what {} may fetch",
        other.as_deref().unwrap_or("other crawlers")
    )))
}

/// A file, parsed in both dialects.
struct Sides<'t> {
    standard: Robots<'t>,
    google: Robots<'t>,
}

impl<'t> Sides<'t> {
    fn parse(text: &'t [u8]) -> Sides<'t> {
        let options = ParseOptions::new();
        Sides {
            standard: options.parse(text),
            google: options.dialect(Dialect::Google).parse(text),
        }
    }

    /// Finds a crawler that is not one of the targets, but for which something changes or
    /// may change.
    fn changes_for_others(
        &self,
        new: &Sides<'_>,
        surveys: [&Survey; 2],
        targets: &[(&Known, Site)],
    ) -> Option<String> {
        // Google's parser ends tokens at digits and dots, so it reads `AI2Bot` as `AI`.
        // Known crawlers with such names are compared below.
        let is_part = |character: char| character.is_ascii_alphabetic() || "-_".contains(character);
        let is_target = |token: &str| {
            let mut targets = targets
                .iter()
                .map(|(known, _)| product_token(known.token()));
            targets.any(|target| {
                let cut = target.split(|character| !is_part(character)).next();
                [Some(target), cut]
                    .iter()
                    .flatten()
                    .any(|target| target.eq_ignore_ascii_case(token))
            })
        };
        for (old, new) in [(&self.standard, &new.standard), (&self.google, &new.google)] {
            let changed = diff::files(old, new).into_iter();
            let changed = changed.filter(|crawler| !crawler.difference().is_empty());
            let agents: Vec<_> = changed
                .flat_map(|crawler| crawler.agents().to_vec())
                .collect();
            let other = agents
                .into_iter()
                .find(|agent| !is_target(product_token(agent)));
            if let Some(other) = other {
                return Some(match other.as_str() {
                    "*" => "crawlers that no group names".to_owned(),
                    _ => other,
                });
            }
        }
        let is_exempt = |known: &Known| targets.iter().any(|(target, _)| *target == known);
        first_change(surveys, is_exempt).map(|known| known.token().to_owned())
    }
}

/// Returns the first crawler whose verdicts change, or may change, between two files. `is_exempt`
/// crawlers are skipped. Pairs of rules that several crawlers share are compared once.
fn first_change(
    [before, after]: [&Survey; 2],
    is_exempt: impl Fn(&Known) -> bool,
) -> Option<&'static Known> {
    let mut same = BTreeSet::new();
    let mut pairs = before.rows().zip(after.rows());
    let changed = pairs.find(|(old, new)| {
        let (old_rules, new_rules) = (old.rules(), new.rules());
        let key = [old_rules, new_rules].map(|rules| core::ptr::from_ref(rules).addr());
        !is_exempt(old.crawler())
            && same.insert(key)
            && !diff::rules(old_rules, new_rules).is_empty()
    });
    changed.map(|(row, _)| row.crawler())
}

/// Returns the line ending that a file uses.
fn line_end(text: &[u8]) -> &'static str {
    match text.iter().position(|byte| matches!(byte, b'\n' | b'\r')) {
        Some(end) if text[end..].starts_with(b"\r\n") => "\r\n",
        Some(end) if text[end] == b'\r' => "\r",
        _ => "\n",
    }
}

fn appended(text: &[u8], added: &str) -> Vec<u8> {
    let end = line_end(text);
    let mut new = text.to_vec();
    if !new.is_empty() {
        if !new.ends_with(b"\n") && !new.ends_with(b"\r") {
            new.extend(end.bytes());
        }
        new.extend(end.bytes());
    }
    new.extend(added.replace('\n', end).bytes());
    new
}

fn prepended(text: &[u8], added: &str) -> Vec<u8> {
    let end = line_end(text);
    let (mark, rest) = match text.strip_prefix("\u{feff}".as_bytes()) {
        Some(rest) => (&text[..text.len() - rest.len()], rest),
        None => (&text[..0], text),
    };
    [
        mark,
        added.replace('\n', end).as_bytes(),
        end.as_bytes(),
        rest,
    ]
    .concat()
}
