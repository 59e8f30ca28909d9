//! Shows which known crawlers may fetch the whole site, parts of it, or nothing.

use std::collections::BTreeMap;

use anstyle::{AnsiColor, Style as Colour};
use robots_exclusion::crawlers::{Purpose, Site, Survey, Surveyed};
use serde_json::json;

use super::{explain_mark, marked};
use crate::format::{Style, annotate, code, table_head};
use crate::output::{MINOR, Output, PLAIN, Result, STRONG, cut, excerpt, wrapped};

/// Returns the colour of an answer.
pub(super) fn colour(site: Site) -> Colour {
    let colour = match site {
        Site::Disallowed => AnsiColor::Red,
        Site::Partly => AnsiColor::Yellow,
        Site::Allowed => AnsiColor::Green,
    };
    colour.on_default().bold()
}

/// Writes which crawlers may fetch the site.
pub(super) fn write(survey: &Survey, style: Style, output: &mut Output) -> Result {
    match style {
        Style::Json => survey.rows.iter().try_for_each(|row| {
            let mut object = super::row(row.crawler);
            object["site"] = json!(row.site.name());
            // The first few rules that disallow.
            object["lines"] = json!(lines(row));
            output.object(&object)
        }),
        Style::Github => (survey.by_purpose().iter())
            .try_for_each(|(purpose, said)| annotate(output, "notice", "", purpose.title(), said)),
        Style::Markdown => write_markdown(survey, output),
        Style::Text => write_text(survey, output),
    }
}

/// Returns the crawlers with this purpose, grouped by their answer and its reason.
fn answers(survey: &Survey, purpose: Purpose) -> BTreeMap<(Site, String), Vec<String>> {
    let mut answers = BTreeMap::<_, Vec<String>>::new();
    let rows = survey.in_use();
    for row in rows.filter(|row| row.crawler.purpose == purpose) {
        let names = answers.entry((row.site, why(row))).or_default();
        names.push(marked(row.crawler));
    }
    answers
}

fn write_text(survey: &Survey, output: &mut Output) -> Result {
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
            (STRONG, format_args!("{}", purpose.title())),
            (PLAIN, format_args!(": {said}")),
        ])?;
        for ((site, why), names) in answers(survey, purpose) {
            let mut word = format!("  {:<10}", site.name());
            for line in wrapped(names.iter().map(String::as_str), ", ", columns - LEFT - 2) {
                output.pieces(&[
                    (colour(site), format_args!("{word}")),
                    (PLAIN, format_args!("  {line}")),
                ])?;
                word = " ".repeat(LEFT);
            }
            output.paragraph(MINOR, &" ".repeat(LEFT + 4), &why, columns)?;
        }
    }
    explain_mark(survey.in_use().map(|row| row.crawler), output)
}

/// Writes what the crawlers for each purpose may fetch. Search and AI come first, and other
/// purposes with equal results are merged.
fn summary(said: &[(Purpose, String)]) -> Vec<String> {
    const FIRST: [Purpose; 3] = [Purpose::Search, Purpose::AiTraining, Purpose::AiInput];
    let others = said.iter().filter(|(purpose, _)| !FIRST.contains(purpose));
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    others.for_each(|(_, said)| *counts.entry(said).or_default() += 1);
    let most = counts.into_iter().max_by_key(|&(_, count)| count);
    let (usual, count) = most.unwrap_or_default();
    let is_single = |(purpose, said): &&(Purpose, String)| {
        count < 2 || said != usual || FIRST.contains(purpose)
    };
    let single = said.iter().filter(is_single);
    let single = single.map(|(purpose, said)| format!("{}: {said}", purpose.title()));
    let mut lines: Vec<_> = single.collect();
    if count > 1 {
        lines.push(format!("all others: {usual}"));
    }
    lines
}

fn write_markdown(survey: &Survey, output: &mut Output) -> Result {
    let said = survey.by_purpose();
    table_head(&["purpose", "may crawl", "crawlers", "because of"], output)?;
    for (purpose, _) in said {
        for ((site, why), names) in answers(survey, purpose) {
            let (names, why) = (names.join(", "), code(why));
            let (purpose, site) = (purpose.title(), site.name());
            output.line(format_args!("| {purpose} | {site} | {names} | {why} |"))?;
        }
    }
    explain_mark(survey.in_use().map(|row| row.crawler), output)
}

/// The maximum number of lines listed.
const LINES: usize = 5;

/// Returns the rules that disallow, or only the rule for `/` if everything is disallowed.
fn lines(row: &Surveyed) -> Vec<u32> {
    let rules = row.rules.rules().filter(|rule| !rule.is_allow());
    match row.site {
        Site::Allowed => Vec::new(),
        Site::Disallowed => row.rules.verdict("/").line().into_iter().collect(),
        Site::Partly => rules.map(|rule| rule.line()).take(LINES + 1).collect(),
    }
}

/// Describes the lines that decide.
fn why(row: &Surveyed) -> String {
    let matcher = &row.rules;
    let verdict = matcher.verdict("/");
    if let Some(unavailable) = matcher.unavailable() {
        return unavailable.to_string();
    }
    match (row.site, lines(row).as_slice()) {
        (Site::Disallowed, _) => match verdict.rule() {
            Some(rule) => cut(&excerpt(format_args!("line {}: {rule}", rule.line())), 200),
            None => verdict.to_string(),
        },
        (Site::Partly, [only]) => format!("line {only}"),
        (Site::Partly, some) => {
            let listed: Vec<_> = some.iter().take(LINES).map(u32::to_string).collect();
            let more = if some.len() > LINES { ", …" } else { "" };
            format!("lines {}{more}", listed.join(", "))
        }
        (Site::Allowed, _) if matcher.rules().len() == 0 => "no rules apply".to_owned(),
        (Site::Allowed, _) => "no rule disallows anything".to_owned(),
    }
}
