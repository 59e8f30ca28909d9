//! Diagnostics about sitemaps.

use alloc::vec::Vec;

use super::diagnostic::Diagnostic;
use super::findings::Findings;
use super::messages;
use super::patterns::html_entity;
use super::spaces::{report_odd_spaces, strip};
use super::text::{Text, record, separate_lines, span_in_value};
use super::words::Quoted;
use crate::lexer::{Line, is_whitespace};
use crate::records;

/// Returns `true` for `https:///sitemap.xml`, which URL parsers read as `https://sitemap.xml/`.
fn is_without_host(url: &[u8]) -> bool {
    [&b"http:///"[..], b"https:///"].iter().any(|start| {
        let head = url.get(..start.len());
        head.is_some_and(|head| head.eq_ignore_ascii_case(start))
    })
}

/// Checks a `sitemap` line.
pub(super) fn check(text: &Text<'_>, line: &Line<'_>, found: &mut Findings) {
    report_odd_spaces(line, line.value(), line.value_span(), "value", found);
    let value = strip(line.value());
    let is_separator = |byte: &u8| is_whitespace(*byte) || matches!(byte, b',' | b';');
    let is_url = |word: &&[u8]| word.starts_with(b"http://") || word.starts_with(b"https://");
    let urls: Vec<&[u8]> = value.split(is_separator).filter(is_url).take(100).collect();
    if urls.len() > 1 {
        let mut new = Diagnostic::new(&messages::SEVERAL_URLS, record(line), &[]);
        for pair in urls.windows(2) {
            let (before, next) = (span_in_value(line, pair[0]), span_in_value(line, pair[1]));
            new = new.edit(before.end..next.start, separate_lines(line, text));
        }
        found.add(new);
    } else if is_without_host(value) || records::absolute_url(value).is_none() {
        let kind = match value {
            [] => &messages::SITEMAP_EMPTY,
            value if is_without_host(value) => &messages::SITEMAP_WITHOUT_HOST,
            _ => &messages::SITEMAP_NOT_ABSOLUTE,
        };
        found.add(Diagnostic::new(kind, record(line), &[&Quoted(value)]));
    } else if let Some((at, character)) = html_entity(value) {
        let at = span_in_value(line, &value[at]);
        let character_shown = Quoted(character.as_bytes());
        let kind = &messages::HTML_ENTITY_IN_URL;
        found.add(Diagnostic::new(kind, record(line), &[&character_shown]).edit(at, character));
    }
}
