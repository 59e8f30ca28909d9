//! Diagnostics about single lines.

use core::ops::Range;

use memchr::{memchr, memmem};

use super::diagnostic::{Diagnostic, Place};
use super::findings::Findings;
use super::spaces::report_odd_spaces;
use super::text::{Text, bytes_of, content, matches_everything, record};
use super::whole::Content;
use super::words::{Quoted, nearest_field};
use super::{agents, delays, messages, patterns, sitemaps, usage};
use crate::dialect::Dialect;
use crate::lexer::{Field, Line, Lines, is_whitespace};
use crate::records::Record;
use crate::records::terms::Terms;

/// The maximum number of bytes that Google reads from a line.
const GOOGLE_LINE_LIMIT: usize = match Dialect::Google.line_limit() {
    Some(limit) => limit,
    None => usize::MAX,
};

const GOOGLE: &[Dialect] = &[Dialect::Google];

/// Fields that are not known yet but read by some agents, and who proposes each. They were looked
/// up on 2026-11-23.
const EMERGING: [(&str, &str); 4] = [
    ("llms-txt", "a convention of sites with an llms.txt"),
    ("llms", "a convention of sites with an llms.txt"),
    ("schemamap", "NLWeb and Yoast propose it"),
    ("agentmap", "catalogues of agents propose it"),
];

/// A line as one dialect reads it.
#[derive(Clone, Copy)]
pub(super) struct Reading<'a, 't> {
    line: &'a Line<'t>,
    /// The field that Google reads.
    google: Field,
    /// `true` after the first `user-agent` line, as read in this dialect.
    is_in_group: bool,
    is_in_google_group: bool,
    /// The record if it is a `crawl-delay`.
    delay: Option<&'a Record<'t>>,
    kind: Content,
}

/// Checks each line on its own.
///
/// Nearly all lines mean the same in both dialects, and are checked once. The others are checked as
/// each dialect reads them. Returns `true` if there are none.
pub(super) fn check(texts: [&Text<'_>; 2], kind: Content, found: &mut Findings) -> bool {
    let [standard, google] = [Dialect::Standard, Dialect::Google];
    let lines = Lines::new(texts[0].bytes, standard).zip(Lines::new(texts[0].bytes, google));
    let mut are_in_group = [false; 2];
    let mut are_alike = true;
    let delays = texts[0].robots.records();
    let mut delays = delays
        .filter(|record| record.field() == Field::CrawlDelay)
        .peekable();
    for (line, by_google) in lines {
        let content = content(&line);
        if content.is_empty() {
            continue;
        }
        byte_order_marks(&line, &content, found);
        let pair = [&line, &by_google];
        for (is_in_group, line) in are_in_group.iter_mut().zip(pair) {
            *is_in_group |= line.field() == Some(Field::UserAgent);
        }
        let delay = delays.next_if(|record| record.line() <= line.number());
        let of = |dialect: Dialect| {
            let side = usize::from(dialect == google);
            Reading {
                line: pair[side],
                google: Field::of(pair[side].name(), google),
                is_in_group: are_in_group[side],
                is_in_google_group: are_in_group[1],
                delay: delay.as_ref(),
                kind,
            }
        };
        let [one, other] = pair.map(|line| (line.field(), line.name_span(), line.value_span()));
        if one == other && are_in_group[0] == are_in_group[1] {
            check_line(texts[0], of(standard), found);
        } else {
            are_alike = false;
            found.in_both(texts, |text, found| {
                check_line(text, of(text.dialect), found);
            });
        }
    }
    are_alike
}

fn check_line(text: &Text<'_>, of: Reading<'_, '_>, found: &mut Findings) {
    let Reading { line, google, .. } = of;
    let content = &content(line);
    let is_text = of.kind == Content::Text;
    let Some(field) = line.field() else {
        // Markup and scripts contain `//` comments and sentences.
        if is_text {
            not_a_record(line, content.clone(), found);
        }
        return;
    };
    match field {
        Field::UserAgent => agents::check(text, line, found),
        Field::Allow | Field::Disallow => {
            if !of.is_in_group {
                let place = record(line);
                found.add(Diagnostic::new(&messages::RULE_OUTSIDE_GROUP, place, &[]));
            }
            patterns::check(text, line, found);
        }
        Field::Sitemap => sitemaps::check(text, line, found),
        // Markup and scripts are full of colons.
        Field::Unknown if !is_text => {}
        Field::Unknown => unknown_field(of, content, found),
        _ if report_odd_spaces(line, line.name(), line.name_span(), "field", found) => {}
        field => {
            report_odd_spaces(line, line.value(), line.value_span(), "value", found);
            extension(text, of, field, found);
            if let Some(terms) = Terms::of(field).filter(|_| is_text) {
                usage::check(line, terms, of.is_in_group, found);
            }
        }
    }
    if google != Field::Unknown && is_text {
        cuts(line, content, found);
    }
    // Only Google recognises the field.
    if field != Field::Unknown {
        spelling(of, found);
    }
}

/// Reports a field that no dialect knows, or only Google.
fn unknown_field(of: Reading<'_, '_>, content: &Range<usize>, found: &mut Findings) {
    let line = of.line;
    let (name, place) = (line.name(), Place::new(line.number(), line.name_span()));
    if report_odd_spaces(line, name, line.name_span(), "field", found) {
        return;
    }
    if name.starts_with(b"//") {
        slash_comment(line, content.clone(), found);
        return;
    }
    if !of.google.is_extension() {
        spelling(of, found);
        return;
    }
    let is = |other: &str| name.eq_ignore_ascii_case(other.as_bytes());
    let quoted = Quoted(name);
    found.add(
        if let Some((_, who)) = EMERGING.iter().find(|(name, _)| is(name)) {
            Diagnostic::new(&messages::EMERGING_FIELD, place, &[&quoted, who])
        } else if (is("http") || is("https")) && line.value().starts_with(b"//") {
            Diagnostic::new(&messages::UNKNOWN_FIELD_URL, place, &[&quoted])
        } else if let Some(near) = nearest_field(name) {
            Diagnostic::new(&messages::UNKNOWN_FIELD_NEAR, place, &[&quoted, &near])
                .edit(line.name_span(), near)
        } else {
            Diagnostic::new(&messages::UNKNOWN_FIELD, place, &[&quoted])
        },
    );
}

/// Reports a line that only Google reads as a record with a known field.
fn spelling(of: Reading<'_, '_>, found: &mut Findings) {
    let Reading { line, google, .. } = of;
    let (name, span) = (line.name(), line.name_span());
    if line.is_missing_colon() {
        missing_colon(line, name, span.end..line.value_span().start, found);
        return;
    }
    if !Field::of(name, Dialect::Standard).is_extension()
        || google.is_extension()
        || report_odd_spaces(line, name, span.clone(), "field", found)
    {
        return;
    }
    let place = Place::new(line.number(), span.clone());
    if let Some(field) = field_before_blank(name) {
        let colon = span.start + field.len();
        found.add(
            Diagnostic::new(&messages::COLON_IN_VALUE, place, &[&Quoted(field)])
                .edit(colon..colon, ":"),
        );
        return;
    }
    let meant = match google {
        Field::UserAgent => "User-agent",
        Field::Allow => "Allow",
        Field::Disallow => "Disallow",
        _ => "Sitemap",
    };
    let closes_site =
        google == Field::Disallow && of.is_in_google_group && matches_everything(line.value());
    let new = |kind| Diagnostic::new(kind, place, &[&Quoted(name), &meant]);
    found.add(if name.len() < meant.len() + 4 {
        new(&messages::FIELD_TYPO).edit(span, meant)
    } else if closes_site {
        let new = new(&messages::TAKEN_FOR_DISALLOW).only_in(GOOGLE);
        new.edit(span.start..span.start, "# ")
    } else {
        let new = new(&messages::TAKEN_FOR_ANOTHER).only_in(GOOGLE);
        new.edit(span.start..span.start, "# ")
    });
}

/// Reports a known field that RFC 9309 does not define.
fn extension(text: &Text<'_>, of: Reading<'_, '_>, field: Field, found: &mut Findings) {
    let line = of.line;
    let kind = match field {
        Field::CrawlDelay => return delays::check_delay(text, line, of.delay, found),
        Field::RequestRate => {
            delays::check_rate(line, found);
            &messages::RATE_OR_TIME
        }
        Field::Noindex => &messages::NOINDEX,
        Field::Host => &messages::HOST,
        Field::CleanParam => &messages::CLEAN_PARAM,
        Field::VisitTime => &messages::RATE_OR_TIME,
        Field::ContentUsage => &messages::CONTENT_USAGE,
        // These are for crawlers that look for them, and have diagnostics of their own.
        Field::ContentSignal | Field::License => return,
        _ => &messages::OTHER_EXTENSION,
    };
    let place = Place::new(line.number(), line.name_span());
    found.add(Diagnostic::new(kind, place, &[&Quoted(line.name())]));
}

/// Reports a line without a colon that starts like a record.
fn not_a_record(line: &Line<'_>, content: Range<usize>, found: &mut Findings) {
    let bytes = bytes_of(line, &content);
    if bytes.starts_with(b"//") {
        slash_comment(line, content, found);
        return;
    }
    if memchr(b':', bytes).is_some() {
        return;
    }
    let mut words = bytes
        .split(|&byte| is_whitespace(byte))
        .filter(|word| !word.is_empty());
    let Some(name) = words.next() else {
        return;
    };
    let is_field = !Field::of(name, Dialect::Standard).is_extension();
    let is_known = Field::of(name, Dialect::Google) != Field::Unknown;
    // Two words may be a field and its value; more are probably a sentence.
    if is_field || is_known && words.count() == 1 {
        let end = content.start + name.len();
        let blanks = bytes[name.len()..]
            .iter()
            .take_while(|&&byte| is_whitespace(byte));
        missing_colon(line, name, end..end + blanks.count(), found);
    }
}

/// Reports a field that is followed by blanks instead of a colon.
fn missing_colon(line: &Line<'_>, name: &[u8], blanks: Range<usize>, found: &mut Findings) {
    let mut alone = Lines::new(line.bytes(), Dialect::Google);
    let google = alone.next().and_then(|line| line.field());
    let kind = match google {
        Some(field) if field != Field::Unknown => &messages::MISSING_COLON_GOOGLE,
        _ => &messages::MISSING_COLON,
    };
    let place = Place::new(line.number(), content(line));
    let new = Diagnostic::new(kind, place, &[&Quoted(name)]);
    found.add(match blanks.is_empty() {
        true => new,
        false => new.edit(blanks, ": "),
    });
}

fn slash_comment(line: &Line<'_>, content: Range<usize>, found: &mut Findings) {
    let bytes = bytes_of(line, &content);
    let slashes = bytes.iter().take_while(|&&byte| byte == b'/').count();
    let span = content.start..content.start + slashes;
    let place = Place::new(line.number(), content);
    found.add(Diagnostic::new(&messages::SLASH_COMMENT, place, &[]).edit(span, "#"));
}

/// Reports a value that is cut short.
fn cuts(line: &Line<'_>, content: &Range<usize>, found: &mut Findings) {
    let (start, value) = (line.span().start, line.value_span());
    let limit = start.saturating_add(GOOGLE_LINE_LIMIT);
    if content.end > limit {
        let place = Place::new(line.number(), limit..content.end);
        let new = Diagnostic::new(&messages::LINE_TOO_LONG, place, &[&GOOGLE_LINE_LIMIT]);
        found.add(new.only_in(GOOGLE));
    }
    let comment = memchr(b'#', line.bytes()).map(|at| start + at);
    let Some(field) = line.field().filter(|_| !value.is_empty()) else {
        return;
    };
    // A product token never contains a `#`, so a `user-agent` line loses nothing.
    if comment != Some(value.end) || field == Field::UserAgent {
        return;
    }
    let kind = match field {
        Field::Disallow if matches_everything(line.value()) => &messages::COMMENT_IS_PATTERN,
        Field::Allow | Field::Disallow => &messages::COMMENT_CUTS_PATTERN,
        _ => &messages::COMMENT_CUTS_VALUE,
    };
    let end = line.bytes().trim_ascii_end().len();
    let place = Place::new(line.number(), value.end..start + end);
    found.add(Diagnostic::new(kind, place, &[&Quoted(line.value())]));
}

/// Returns the field that lacks its colon if the first colon of the line is part of the
/// value. For `sitemap https://example.com/`, `name` is `sitemap https`.
fn field_before_blank(name: &[u8]) -> Option<&[u8]> {
    let blank = name.iter().position(|&byte| is_whitespace(byte))?;
    let field = &name[..blank];
    (!Field::of(field, Dialect::Standard).is_extension()).then_some(field)
}

/// Reports misplaced byte order marks of a line.
fn byte_order_marks(line: &Line<'_>, content: &Range<usize>, found: &mut Findings) {
    const MARK: &str = "\u{FEFF}";
    for at in memmem::find_iter(bytes_of(line, content), MARK.as_bytes()) {
        let span = content.start + at..content.start + at + MARK.len();
        let place = Place::new(line.number(), span.clone());
        found.add(Diagnostic::new(&messages::BYTE_ORDER_MARK, place, &[]).edit(span, ""));
    }
}
