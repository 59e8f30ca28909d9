//! Which known crawlers may fetch the whole site, parts of it, or nothing.

use std::collections::BTreeMap;
use std::sync::Arc;

use anstyle::{AnsiColor, Style as Colour};
use robots_exclusion::crawlers::{Crawler as Known, Purpose};
use robots_exclusion::fetch::Access;
use robots_exclusion::{Dialect, RuleKind};
use serde::Serialize;

use super::Row;
use crate::format::{Style, annotate, code, table_head};
use crate::output::{Failure, MINOR, Output, PLAIN, STRONG, excerpt, wrapped};
use crate::purposes::{Site, Survey, Surveyed, in_words};

impl Site {
    fn name(self) -> &'static str {
        match self {
            Site::Disallowed => "disallowed",
            Site::Partly => "partly",
            Site::Allowed => "allowed",
        }
    }

    fn colour(self) -> Colour {
        let colour = match self {
            Site::Disallowed => AnsiColor::Red,
            Site::Partly => AnsiColor::Yellow,
            Site::Allowed => AnsiColor::Green,
        };
        colour.on_default().bold()
    }
}

impl Survey {
    /// Decides for each crawler. The file is parsed once in each dialect.
    pub(crate) fn new(access: &Access<'_>, crawlers: Vec<&'static Known>) -> Survey {
        let robots = access.robots();
        let reparsed = |dialect| {
            robots.map(|robots| {
                let options = robots.options().dialect(dialect).byte_limit(None);
                options.parse(robots.text())
            })
        };
        let (standard, google) = (reparsed(Dialect::Standard), reparsed(Dialect::Google));
        let survey = |known: &'static Known| {
            let robots = match known.dialect() {
                Dialect::Google => &google,
                _ => &standard,
            };
            let matcher = match robots {
                Some(robots) => Arc::new(known.matcher(robots)),
                None => access.matcher(known.token()),
            };
            Surveyed::new(known, matcher)
        };
        Survey {
            rows: crawlers.into_iter().map(survey).collect(),
        }
    }

    /// Returns the first crawler whose verdicts change, or may change, with the rules of
    /// another file. `is_exempt` crawlers are skipped.
    pub(crate) fn first_change(
        &self,
        other: &Survey,
        is_exempt: impl Fn(&Known) -> bool,
    ) -> Option<&'static Known> {
        let pairs = self.rows.iter().zip(&other.rows);
        let mut pairs = pairs.filter(|(row, _)| !is_exempt(row.known));
        let changes = |(old, new): &(&Surveyed, &Surveyed)| {
            !robots_exclusion::diff::rules(&old.matcher, &new.matcher).is_empty()
        };
        pairs.find(changes).map(|(row, _)| row.known)
    }
}

/// A crawler, and the share of a site that it may fetch.
#[derive(Serialize)]
struct SiteRow {
    #[serde(flatten)]
    row: Row,
    site: &'static str,
    /// The lines that decide: the first few rules that disallow.
    lines: Vec<u32>,
}

/// Writes which crawlers may fetch the site.
pub(super) fn write(survey: &Survey, style: Style, output: &mut Output) -> Result<(), Failure> {
    match style {
        Style::Json => survey.rows.iter().try_for_each(|row| {
            output.object(&SiteRow {
                row: row.known.into(),
                site: row.site.name(),
                lines: lines(row),
            })
        }),
        Style::Markdown => write_markdown(survey, output),
        Style::Github => annotate_purposes(survey, output),
        Style::Text => write_text(survey, output),
    }
}

/// The crawlers of a purpose that share an answer and a reason, with both.
fn answers(survey: &Survey, purpose: Purpose) -> Vec<(Site, String, Vec<&'static str>)> {
    let mut answers: BTreeMap<(Site, String), Vec<&'static str>> = BTreeMap::new();
    for row in survey.of(purpose) {
        let names = answers.entry((row.site, why(row))).or_default();
        names.push(row.known.token());
    }
    let answers = answers.into_iter();
    answers
        .map(|((site, why), names)| (site, why, names))
        .collect()
}

fn write_text(survey: &Survey, output: &mut Output) -> Result<(), Failure> {
    const LEFT: usize = 12;
    let columns = output.columns().unwrap_or(80).clamp(40, 100);
    let said = survey.by_purpose();
    let summary = summary(&said);
    let has_summary = said.len() > 1;
    let summary = summary.iter().map(String::as_str);
    for line in wrapped(summary.filter(|_| has_summary), "; ", columns) {
        output.pieces(&[(STRONG, format_args!("{line}"))])?;
    }
    for (number, (purpose, said)) in said.into_iter().enumerate() {
        if has_summary || number > 0 {
            output.line(format_args!(""))?;
        }
        output.pieces(&[
            (STRONG, format_args!("{}", in_words(purpose))),
            (PLAIN, format_args!(": {said}")),
        ])?;
        for (site, why, names) in answers(survey, purpose) {
            let mut word = format!("  {:<10}", site.name());
            for line in wrapped(names.into_iter(), ", ", columns - LEFT - 2) {
                output.pieces(&[
                    (site.colour(), format_args!("{word}")),
                    (PLAIN, format_args!("  {line}")),
                ])?;
                word = " ".repeat(LEFT);
            }
            for line in wrapped(why.split(' '), " ", columns - LEFT - 4) {
                output.pieces(&[(MINOR, format_args!("{:LEFT$}    {line}", ""))])?;
            }
        }
    }
    Ok(())
}

/// Writes what each purpose may fetch. Search and AI come first. Other purposes with equal
/// results are merged.
fn summary(said: &[(Purpose, String)]) -> Vec<String> {
    const FIRST: [Purpose; 3] = [Purpose::Search, Purpose::AiTraining, Purpose::AiInput];
    let others = said.iter().filter(|(purpose, _)| !FIRST.contains(purpose));
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    others.for_each(|(_, said)| *counts.entry(said).or_default() += 1);
    let (usual, count) = counts
        .into_iter()
        .max_by_key(|&(_, count)| count)
        .unwrap_or_default();
    let is_summed =
        |purpose: &Purpose, said: &str| count > 1 && said == usual && !FIRST.contains(purpose);
    let single = said
        .iter()
        .filter(|(purpose, said)| !is_summed(purpose, said));
    let mut lines: Vec<_> = single
        .map(|(purpose, said)| format!("{}: {said}", in_words(*purpose)))
        .collect();
    if count > 1 {
        lines.push(format!("all others: {usual}"));
    }
    lines
}

/// Writes a notice for each purpose.
fn annotate_purposes(survey: &Survey, output: &mut Output) -> Result<(), Failure> {
    for (purpose, said) in survey.by_purpose() {
        annotate(output, "notice", "", in_words(purpose), &said)?;
    }
    Ok(())
}

fn write_markdown(survey: &Survey, output: &mut Output) -> Result<(), Failure> {
    let said = survey.by_purpose();
    table_head(&["purpose", "may crawl", "crawlers", "because of"], output)?;
    for (purpose, _) in said {
        for (site, why, names) in answers(survey, purpose) {
            let names = names.join(", ");
            let (purpose, site) = (in_words(purpose), site.name());
            output.line(format_args!(
                "| {purpose} | {site} | {names} | {} |",
                code(why)
            ))?;
        }
    }
    Ok(())
}

/// The maximum number of lines listed.
const LINES: usize = 5;

/// Returns the rules that disallow, or only the rule for `/` if everything is disallowed.
fn lines(row: &Surveyed) -> Vec<u32> {
    let disallows = |rule: &robots_exclusion::Rule<'_>| rule.kind() == RuleKind::Disallow;
    let rules = row.matcher.rules().filter(disallows);
    match row.site {
        Site::Allowed => Vec::new(),
        Site::Disallowed => row.matcher.verdict("/").line().into_iter().collect(),
        Site::Partly => rules.map(|rule| rule.line()).take(LINES + 1).collect(),
    }
}

/// Describes the lines that decide.
fn why(row: &Surveyed) -> String {
    let matcher = &row.matcher;
    let verdict = matcher.verdict("/");
    if let Some(unavailable) = matcher.unavailable() {
        return unavailable.to_string();
    }
    match (row.site, lines(row).as_slice()) {
        (Site::Disallowed, _) => match verdict.rule() {
            Some(rule) => super::cut(&excerpt(format_args!("line {}: {rule}", rule.line())), 200),
            None => verdict.to_string(),
        },
        (Site::Partly, [only]) => format!("line {only}"),
        (Site::Partly, some) => {
            let listed = some.iter().take(LINES).map(u32::to_string);
            let listed: Vec<_> = listed.collect();
            let more = if some.len() > LINES { ", …" } else { "" };
            format!("lines {}{more}", listed.join(", "))
        }
        (Site::Allowed, _) if matcher.rules().len() == 0 => "no rules apply".to_owned(),
        (Site::Allowed, _) => "no rule disallows anything".to_owned(),
    }
}
