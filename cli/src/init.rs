//! `robots init`.

use std::ffi::{OsStr, OsString};

use robots_exclusion::agent::product_token;
use robots_exclusion::crawlers::{self, Crawler as Known, Purpose, Status};
use robots_exclusion::diff;
use robots_exclusion::fetch::Access;
use robots_exclusion::{Dialect, ParseOptions, Robots};

use crate::output::{Failure, Output};
use crate::purposes::{Choice, Choices, NewFile, NewGroup, Site, Survey, in_words};
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
    #[arg(long, value_name = "PURPOSE|CRAWLER", value_delimiter = ',', value_parser = Choice::parse)]
    disallow: Vec<Choice>,
    /// Admit crawlers for these purposes, such as `search`, or of these names. A name
    /// takes precedence over a purpose
    #[arg(long, value_name = "PURPOSE|CRAWLER", value_delimiter = ',', value_parser = Choice::parse)]
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
    fn choices(&self) -> Choices<'_> {
        Choices {
            disallow: &self.disallow,
            allow: &self.allow,
        }
    }

    /// Says which crawlers may train models, for all that is known, but are not blocked.
    fn remark(&self, survey: &Survey, output: &mut Output) -> Result<(), Failure> {
        if !self.disallow.contains(&Choice::For(Purpose::AiTraining)) {
            return Ok(());
        }
        let is_left = |known: &&'static Known| {
            known.purpose() == Purpose::Unknown
                && known.status() != Status::Retired
                && self.choices().aim(known).is_none()
        };
        let blocked: Vec<_> = survey.with(Site::Disallowed).collect();
        let left = crawlers::all().filter(is_left);
        let left = left.filter(|known| !blocked.contains(known));
        let left: Vec<_> = left.map(Known::token).collect();
        match left.first() {
            None => Ok(()),
            Some(first) => output.complain(format_args!(
                "not blocked, because no documentation states their purpose: {}. Block them \
                 by name, as in --disallow ai-training,{first}",
                left.join(", ")
            )),
        }
    }
}

pub(crate) fn run(arguments: &Arguments, output: &mut Output) -> Result<Finding, Failure> {
    let is_both = |choice: &&Choice| arguments.disallow.contains(choice);
    if let Some(choice) = arguments.allow.iter().find(is_both) {
        let name = match choice {
            Choice::For(purpose) => purpose.name(),
            Choice::Only(known) => known.token(),
        };
        return Err(Failure::new(format_args!(
            "{name} is both in --allow and in --disallow"
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
    match &arguments.add {
        Some(name) => add(name, arguments, output),
        None => {
            let new = NewFile {
                choices: arguments.choices(),
                closed: &[],
                sitemaps: &arguments.sitemap,
            };
            let text = new.write();
            output.as_it_is(text.as_bytes())?;
            arguments.remark(&Survey::of_text(&text), output)?;
            Ok(Finding::Fine)
        }
    }
}

/// Adds groups to a file, if this changes nothing for any other crawler.
fn add(name: &OsStr, arguments: &Arguments, output: &mut Output) -> Result<Finding, Failure> {
    if name == "-" {
        return Err(Failure::new(
            "--add changes a file; standard input cannot be changed",
        ));
    }
    let shown = name.to_string_lossy();
    let text = edit::read(name)?;
    let old = Sides::parse(&text);
    let before = Survey::new(&old.access(), crawlers::all().collect());
    let is_needed = |known, aim| !before.with(aim).any(|has_it| has_it == known);
    let groups = arguments.choices().groups(is_needed);
    let targets = groups
        .iter()
        .flat_map(|group| group.crawlers.iter().map(|&known| (known, group.aim)));
    let targets: Vec<_> = targets.collect();
    let mut parts: Vec<_> = groups.iter().map(NewGroup::text).collect();
    let sitemaps = arguments.sitemap.iter();
    let is_listed = |url: &&String| {
        old.standard
            .sitemaps()
            .any(|sitemap| sitemap.value() == url.as_bytes())
    };
    let sitemaps = sitemaps.filter(|url| !is_listed(url));
    let sitemaps: String = sitemaps.map(|url| format!("Sitemap: {url}\n")).collect();
    if !sitemaps.is_empty() {
        parts.push(sitemaps);
    }
    if parts.is_empty() {
        output.line(format_args!(
            "{shown} is not changed: it already says all of this"
        ))?;
        arguments.remark(&before, output)?;
        return Ok(Finding::Fine);
    }
    let added = parts.join("\n");
    let mut other = None;
    for candidate in [appended(&text, &added), prepended(&text, &added)] {
        let new = Sides::parse(&candidate);
        let after = Survey::new(&new.access(), crawlers::all().collect());
        other = old.changes_for_others(&new, [&before, &after], &targets);
        if other.is_some() {
            continue;
        }
        edit::replace(name, [&text, &candidate], arguments.force)?;
        for (known, aim) in &targets {
            if !after.with(*aim).any(|reached| reached == *known) {
                output.complain(format_args!(
                    "{known}: its rules in {shown} decide some URLs differently: see `robots \
                     crawlers {shown}`"
                ))?;
            }
        }
        crate::diff::write_changes(&old.standard, &new.standard, output)?;
        output.line(format_args!(""))?;
        for (purpose, said) in after.by_purpose() {
            output.line(format_args!("{}: {said}", in_words(purpose)))?;
        }
        arguments.remark(&after, output)?;
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

    fn access(&self) -> Access<'t> {
        self.standard.clone().into()
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
        let changed = surveys[0].first_change(surveys[1], is_exempt);
        changed.map(|known| known.token().to_owned())
    }
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
