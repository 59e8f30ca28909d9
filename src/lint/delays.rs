//! Diagnostics about `crawl-delay` and `request-rate` lines.

use alloc::vec::Vec;

use super::diagnostic::{Diagnostic, Place};
use super::findings::Findings;
use super::messages;
use super::text::{Text, record};
use super::words::Quoted;
use crate::agent;
use crate::crawlers::{self, Crawler, Obeys};
use crate::dialect::Dialect;
use crate::lexer::Line;
use crate::records::{self, Record, RequestRate};

/// Checks a `crawl-delay` line.
pub(super) fn check_delay(
    text: &Text<'_>,
    line: &Line<'_>,
    delay: Option<&Record<'_>>,
    found: &mut Findings,
) {
    let value = line.value();
    let kind = match records::parse_crawl_delay(value) {
        Some(length) if length <= records::LONGEST_CRAWL_DELAY => {
            return check_readers(text, line, delay, found);
        }
        Some(_) => &messages::LONG_DELAY,
        None if value.is_empty() => &messages::EMPTY_DELAY,
        None => &messages::BAD_DELAY,
    };
    let new = Diagnostic::new(kind, record(line), &[&Quoted(value)]);
    let digits = value.strip_prefix(b".").unwrap_or_default();
    let is_short = !digits.is_empty() && digits.iter().all(u8::is_ascii_digit);
    let start = line.value_span().start;
    found.add(match is_short {
        true => new.edit(start..start, "0"),
        false => new,
    });
}

/// Reports a delay for crawlers that document that they ignore it, unless it is for every crawler.
fn check_readers(
    text: &Text<'_>,
    line: &Line<'_>,
    delay: Option<&Record<'_>>,
    found: &mut Findings,
) {
    /// The maximum number of names to look up for one line.
    const NAMES_MAX: usize = 64;
    let place = Place::new(line.number(), line.name_span());
    let name = Quoted(line.name());
    let agents = delay.map(|record| text.robots.agents_of(record));
    let Some(agents) = agents.filter(|agents| agents.len() > 0) else {
        found.add(Diagnostic::new(&messages::DELAY_OUTSIDE_GROUP, place, &[]));
        return;
    };
    let count = agents.len().min(NAMES_MAX);
    let is_ignoring = |known: &&Crawler| {
        known.obeys_crawl_delay() == Obeys::No || matches!(known.operator(), "Google" | "Yandex")
    };
    let mut ignoring = Vec::new();
    for agent in agents.take(NAMES_MAX) {
        if agent.is_wildcard() {
            return;
        }
        let name = agent::line_token(agent.value(), Dialect::Standard);
        let known = core::str::from_utf8(name).ok();
        let known = known.and_then(|name| crawlers::find(name).ok());
        ignoring.extend(known.filter(is_ignoring).map(|known| (agent.line(), known)));
    }
    let Some(&(number, first)) = ignoring.first() else {
        return;
    };
    let kind = match ignoring.len() {
        1 if count == 1 => &messages::DELAY_IGNORED,
        ignoring if ignoring == count => &messages::DELAY_IGNORED_BY_ALL,
        _ => &messages::DELAY_IGNORED_BY,
    };
    let new = Diagnostic::new(kind, place, &[&name, &first]);
    found.add(new.relate(text.record(number), "this crawler ignores it"));
}

/// Reports a rate that cannot be read, or hours that cannot be.
pub(super) fn check_rate(line: &Line<'_>, found: &mut Findings) {
    let value = line.value();
    let hours = value.iter().position(|byte| matches!(byte, b' ' | b'\t'));
    let hours = hours.map(|blank| value[blank..].trim_ascii_start());
    let (kind, shown) = match (RequestRate::parse(value), hours) {
        (None, _) => (&messages::BAD_RATE, value),
        (Some(rate), Some(hours)) if rate.has_unreadable_hours() => (&messages::BAD_HOURS, hours),
        _ => return,
    };
    found.add(Diagnostic::new(kind, record(line), &[&Quoted(shown)]));
}
