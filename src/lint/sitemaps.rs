//! Diagnostics about sitemaps.

use alloc::format;
use alloc::vec::Vec;

use super::codes::Code;
use super::diagnostic::Diagnostic;
use super::findings::Findings;
use super::patterns::html_entity;
use super::spaces::{report_odd_spaces, strip};
use super::text::{Text, record, separate_lines, span_in_value};
use super::words::Quoted;
use crate::lexer::{Line, is_whitespace};
use crate::records;

const ADVICE: &str = "write the full URL, as in `Sitemap: https://example.com/sitemap.xml`";

/// Returns `true` for `https:///sitemap.xml`, which URL parsers read as `https://sitemap.xml/`.
fn is_without_host(url: &[u8]) -> bool {
    [&b"http:///"[..], b"https:///"].iter().any(|start| {
        let head = url.get(..start.len());
        head.is_some_and(|head| head.eq_ignore_ascii_case(start))
    })
}

/// Checks a `sitemap` line.
pub(super) fn look_at(text: &Text<'_>, line: &Line<'_>, found: &mut Findings) {
    report_odd_spaces(line, line.value(), line.value_span(), "value", found);
    let value = strip(line.value());
    let is_separator = |byte: &u8| is_whitespace(*byte) || matches!(byte, b',' | b';');
    let is_url = |word: &&[u8]| word.starts_with(b"http://") || word.starts_with(b"https://");
    let urls: Vec<&[u8]> = value.split(is_separator).filter(is_url).take(100).collect();
    if urls.len() > 1 {
        let mut new = Diagnostic::new(
            Code::SeveralUrls,
            record(line),
            "a sitemap line has one URL, so crawlers find none of these sitemaps",
            "write each URL on a line of its own",
        );
        for pair in urls.windows(2) {
            let (before, next) = (span_in_value(line, pair[0]), span_in_value(line, pair[1]));
            new = new.edit(before.end..next.start, separate_lines(line, text));
        }
        found.add(new);
    } else if is_without_host(value) || records::absolute_url(value).is_none() {
        let message = match value {
            [] => "a sitemap without a value is ignored".into(),
            value if is_without_host(value) => format!(
                "{} has no host, so crawlers read its first folder or file as the host, or ignore the sitemap",
                Quoted(value),
            ),
            value => format!(
                "{} is not an absolute URL, so crawlers ignore the sitemap",
                Quoted(value),
            ),
        };
        found.add(
            Diagnostic::new(Code::SitemapNotAbsolute, record(line), message, ADVICE).generally(
                "these sitemaps are not absolute URLs, so crawlers ignore them",
                ADVICE,
            ),
        );
    } else if let Some((at, character)) = html_entity(value) {
        let at = span_in_value(line, &value[at]);
        found.add(
            Diagnostic::new(
                Code::HtmlEntity,
                record(line),
                "crawlers do not decode HTML entities in a robots.txt, so they fetch the wrong URL",
                format!("write {}", Quoted(character.as_bytes())),
            )
            .edit(at, character),
        );
    }
}
