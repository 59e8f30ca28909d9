//! Shows which known crawlers may fetch which URLs.

use std::ffi::OsString;

use robots_exclusion::crawlers::{Status, Survey, Surveyed};
use unicode_width::UnicodeWidthStr as _;

use super::{explain_mark, marked};
use crate::format::{Style, code, table_head};
use crate::output::{Excerpts, MINOR, Output, PLAIN, Result, STRONG};
use crate::output::{cut, padded, verdict_word};
use crate::source::Source;
use crate::{json, pages};

/// Writes a verdict for each active crawler and URL.
pub(super) fn write(
    survey: &Survey,
    source: &Source,
    arguments: &[OsString],
    style: Style,
    output: &mut Output,
) -> Result {
    let mut urls = Vec::new();
    for argument in arguments {
        let url = pages::from_argument(argument);
        match source.objection(&url) {
            None => urls.push(url),
            Some(objection) => {
                output.fail(pages::no_verdict(&url, &objection))?;
            }
        }
    }
    // The rows with their numbers in the survey.
    let is_used = |row: &Surveyed| row.crawler.status != Status::Retired;
    let rows = (0..).zip(&survey.rows);
    let mut rows: Vec<_> = rows.filter(|(_, row)| is_used(row)).collect();
    if style == Style::Json {
        for url in &urls {
            let verdicts = survey.verdicts(url);
            for (number, row) in &rows {
                let question = [row.crawler.token, url];
                let excerpts = &mut Excerpts::default();
                let answer = json::answer(question, &verdicts[*number], source.fetched(), excerpts);
                output.object(&json::joined(super::row(row.crawler), answer))?;
            }
        }
        return Ok(());
    }
    rows.sort_by_key(|(_, row)| row.crawler.purpose);
    let crawlers = rows.iter().map(|(_, row)| row.crawler);
    if style == Style::Markdown {
        write_markdown(survey, &rows, &urls, output)?;
        return explain_mark(crawlers, output);
    }
    // Show as many columns as fit next to the names, which are only cut on a terminal.
    let widest = (crawlers.clone())
        .map(|known| known.token.width() + 5)
        .max();
    let name_width = match output.columns() {
        Some(_) => NAME,
        None => widest.unwrap_or(NAME),
    };
    let columns = output.columns().unwrap_or(80).max(40);
    let fits = (columns.saturating_sub(name_width) / CELL).max(1);
    for (part, urls) in urls.chunks(fits).enumerate() {
        if part > 0 {
            output.line(format_args!(""))?;
        }
        let mut heads = String::new();
        for (number, url) in (part * fits + 1..).zip(urls) {
            output.line(format_args!("URL {number}: {url}"))?;
            heads += &padded(&format!("URL {number}"), CELL);
        }
        let verdicts: Vec<_> = urls.iter().map(|url| survey.verdicts(url)).collect();
        let mut purpose = None;
        for (number, row) in &rows {
            let known = row.crawler;
            if purpose.replace(known.purpose) != Some(known.purpose) {
                let title = padded(known.purpose.title(), name_width);
                output.line(format_args!(""))?;
                output.row([(STRONG, title), (MINOR, heads.clone())])?;
            }
            let name = format!("  {}", cut(&marked(known), name_width - 4));
            let words = verdicts.iter().map(|its| verdict_word(&its[*number]));
            let words = words.map(|(style, word)| (style, padded(word, CELL)));
            let name = (PLAIN, padded(&name, name_width));
            output.row([name].into_iter().chain(words))?;
        }
    }
    explain_mark(crawlers, output)
}

/// The widths of the columns for verdicts and, on a terminal, for names.
const NAME: usize = 28;
const CELL: usize = 12;

fn write_markdown(
    survey: &Survey,
    rows: &[(usize, &Surveyed)],
    urls: &[impl AsRef<str>],
    output: &mut Output,
) -> Result {
    let heads: Vec<_> = urls.iter().map(|url| code(url.as_ref())).collect();
    let heads = heads.iter().map(String::as_str);
    let titles: Vec<_> = ["purpose", "crawler"].into_iter().chain(heads).collect();
    table_head(&titles, output)?;
    // Words take less memory than verdicts.
    let words = |url| survey.verdicts(url).iter().map(verdict_word).collect();
    let words: Vec<Vec<_>> = urls.iter().map(words).collect();
    for (number, row) in rows {
        let words: Vec<_> = words.iter().map(|words| words[*number].1).collect();
        let purpose = row.crawler.purpose.title();
        let (name, words) = (code(marked(row.crawler)), words.join(" | "));
        output.line(format_args!("| {purpose} | {name} | {words} |"))?;
    }
    Ok(())
}
