//! Diagnostics about `crawl-delay`, `request-rate` and `sitemap` lines.

use alloc::vec::Vec;

use super::diagnostic::Diagnostic;
use super::findings::Findings;
use super::messages;
use super::names::known_crawler;
use super::patterns::html_entity;
use super::phrases::Quoted;
use super::spaces::bare_value;
use super::text::{Text, between, place, record, split_line};
use crate::agent;
use crate::crawlers::{Crawler, Obeys};
use crate::dialect::Dialect;
use crate::file::UserAgent;
use crate::lexer::{Field, Line, is_whitespace, starts_with_ignore_case};
use crate::records::{self, RequestRate};
use crate::robots::Robots;

/// The maximum number of names to look up for one `crawl-delay` line.
const NAMES_MAX: usize = 64;

/// Checks the `crawl-delay` lines. In both dialects, each is for the crawlers that the chosen one
/// finds.
pub(super) fn check_delays(text: &Text<'_>, chosen: &Robots<'_>, found: &mut Findings) {
    let records = chosen.records();
    let delays = records.filter(|record| record.field() == Field::CrawlDelay);
    found.extend(delays.filter_map(|delay| {
        let line = text.line(delay.line())?;
        let is_delay = line.field() == Some(Field::CrawlDelay);
        let agents: Vec<_> = chosen.agents_of(&delay).take(NAMES_MAX).collect();
        check_delay(text, &line, &agents).filter(|_| is_delay)
    }));
}

/// Checks a `crawl-delay` line for these crawlers.
fn check_delay(text: &Text<'_>, line: &Line<'_>, agents: &[UserAgent<'_>]) -> Option<Diagnostic> {
    let value = line.value();
    let kind = match records::parse_crawl_delay(value) {
        Some(length) if length <= records::LONGEST_CRAWL_DELAY => {
            return check_readers(text, line, agents);
        }
        Some(_) => &messages::LONG_DELAY,
        None if value.is_empty() => &messages::EMPTY_DELAY,
        None => &messages::BAD_DELAY,
    };
    // `.5` needs a digit before the point.
    let digits = value.strip_prefix(b".").filter(|digits| !digits.is_empty());
    let lacks_zero = digits.is_some_and(|digits| digits.iter().all(u8::is_ascii_digit));
    let start = line.value_span().start;
    let new = kind.at(record(line), &[&Quoted(value)]);
    Some(new.edit_each(lacks_zero.then_some(start..start), "0"))
}

/// Reports a delay for crawlers that are documented to ignore it, unless the delay is for every
/// crawler.
fn check_readers(text: &Text<'_>, line: &Line<'_>, agents: &[UserAgent<'_>]) -> Option<Diagnostic> {
    let place = place(line, line.name());
    if agents.is_empty() {
        return Some(messages::DELAY_OUTSIDE_GROUP.at(place, &[]));
    }
    // Use the crawlers in the run instead of the group, because a delay only applies to them.
    let mut ignoring = Vec::new();
    for agent in agents {
        // Some crawler that the file doesn't name obeys it.
        if agent.is_wildcard() {
            return None;
        }
        let known = known_crawler(agent::line_token(agent.value(), Dialect::Standard));
        let known = known.filter(|known| ignores_delays(known));
        ignoring.extend(known.map(|known| (agent.line(), known)));
    }
    // Crawlers that aren't in the table may obey it.
    let &(number, first) = ignoring.first()?;
    let kind = match ignoring.len() {
        1 if agents.len() == 1 => &messages::DELAY_IGNORED,
        ignoring if ignoring == agents.len() => &messages::DELAY_IGNORED_BY_ALL,
        _ => &messages::DELAY_IGNORED_BY,
    };
    let new = kind.at(place, &[&Quoted(line.name()), &first]);
    Some(new.relate(text.record(number), "this crawler ignores it"))
}

/// Returns `true` if a crawler, or every crawler from its operator, is documented to ignore delays.
fn ignores_delays(known: &Crawler) -> bool {
    known.obeys_crawl_delay == Obeys::No || matches!(known.operator, "Google" | "Yandex")
}

/// Reports a rate that can't be parsed, or whose hours can't be parsed.
pub(super) fn check_rate(line: &Line<'_>) -> Option<Diagnostic> {
    let value = line.value();
    // Hours follow the rate after a blank.
    let blank = value.iter().position(|byte| matches!(byte, b' ' | b'\t'));
    let hours = blank.map_or(value, |blank| value[blank..].trim_ascii_start());
    let (kind, shown) = match RequestRate::parse(value) {
        None => (&messages::BAD_RATE, value),
        Some(rate) if blank.is_some() && rate.hours.is_none() => (&messages::BAD_HOURS, hours),
        Some(_) => return None,
    };
    Some(kind.at(record(line), &[&Quoted(shown)]))
}

/// Returns `true` for `https:///sitemap.xml`, which URL parsers read as `https://sitemap.xml/`.
fn is_without_host(url: &[u8]) -> bool {
    let mut starts = [&b"http:///"[..], b"https:///"].into_iter();
    starts.any(|start| starts_with_ignore_case(url, start))
}

/// Checks a `sitemap` line. Only its first problem is reported.
pub(super) fn check_sitemap(text: &Text<'_>, line: &Line<'_>, found: &mut Findings) {
    let value = bare_value(line, found);
    let words = value.split(|&byte| is_whitespace(byte) || matches!(byte, b',' | b';'));
    let urls = words.filter(|word| word.starts_with(b"http://") || word.starts_with(b"https://"));
    let urls: Vec<&[u8]> = urls.take(100).collect();
    if urls.len() > 1 {
        // The text between two URLs becomes a line end.
        let gaps = urls.windows(2).map(|pair| between(value, pair[0], pair[1]));
        let new = messages::SEVERAL_URLS.at(record(line), &[]);
        found.add(split_line(new, text, line, gaps, false));
    } else if is_without_host(value) || records::absolute_url(value).is_none() {
        // The most specific problem is reported.
        let kind = match value {
            [] => &messages::SITEMAP_EMPTY,
            value if is_without_host(value) => &messages::SITEMAP_WITHOUT_HOST,
            _ => &messages::SITEMAP_NOT_ABSOLUTE,
        };
        found.add(kind.at(record(line), &[&Quoted(value)]));
    } else if let Some((at, character)) = html_entity(value) {
        let kind = &messages::HTML_ENTITY_IN_URL;
        let new = kind.at(record(line), &[&Quoted(character.as_bytes())]);
        found.add(new.edit(place(line, &value[at]).span(), character));
    }
}
