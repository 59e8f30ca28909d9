//! Diagnostics about single lines.

use core::fmt::Display;

use memchr::{memchr, memmem};

use super::diagnostic::{BOTH, Diagnostic, only};
use super::findings::Findings;
use super::phrases::{Quoted, nearest_field};
use super::spaces::{bare_value, hide_field};
use super::text::{Text, between, content, matches_everything, offset, place, record};
use super::whole::Content;
use super::{fields, messages, names, patterns, usage};
use crate::dialect::Dialect;
use crate::lexer::{Field, Line, Lines, is_whitespace};
use crate::records::Record;

/// The maximum number of bytes that Google reads from a line.
const GOOGLE_LINE_LIMIT: usize = Dialect::Google.line_limit();

/// Fields that aren't known yet but are read by some agents, each with the organisation that
/// proposes it. They were looked up on 2026-11-23.
const EMERGING: [(&str, &str); 4] = [
    ("llms-txt", "a convention on sites with an llms.txt"),
    ("llms", "a convention on sites with an llms.txt"),
    ("schemamap", "NLWeb and Yoast propose it"),
    ("agentmap", "agent catalogues propose it"),
];

/// A line as one dialect reads it.
#[derive(Clone, Copy)]
pub(super) struct Reading<'a, 't> {
    line: &'a Line<'t>,
    /// `true` after the first `user-agent` line, as read in this dialect.
    is_in_group: bool,
    is_in_google_group: bool,
    /// The record if it is a `crawl-delay`.
    delay: Option<&'a Record<'t>>,
    kind: Content,
}

impl Reading<'_, '_> {
    /// Returns the field that Google reads.
    fn google(&self) -> Field {
        Field::of(self.line.name(), Dialect::Google)
    }
}

/// Checks each line on its own.
///
/// Nearly all lines have the same meaning in both dialects and are only checked once. All other
/// lines are checked the way each dialect reads them. Returns `true` if all lines have the same
/// meaning in both dialects.
pub(super) fn check(texts: [&Text<'_>; 2], kind: Content, found: &mut Findings) -> bool {
    let [standard, google] = BOTH.map(|dialect| Lines::new(texts[0].bytes, dialect));
    let delays = texts[0].robots.records();
    let delays = delays.filter(|record| record.field() == Field::CrawlDelay);
    let mut delays = delays.peekable();
    let mut are_in_group = [false; 2];
    let mut are_alike = true;
    for (line, by_google) in standard.zip(google) {
        let content = content(&line);
        if content.is_empty() {
            continue;
        }
        byte_order_marks(&line, content, found);
        // The records come in the order of the lines.
        let delay = delays.next_if(|record| record.line() <= line.number());
        let pair = [&line, &by_google];
        for (is_in_group, line) in are_in_group.iter_mut().zip(pair) {
            *is_in_group |= line.field() == Some(Field::UserAgent);
        }
        let readings = [0, 1].map(|side| Reading {
            line: pair[side],
            is_in_group: are_in_group[side],
            is_in_google_group: are_in_group[1],
            delay: delay.as_ref(),
            kind,
        });
        // If the field and its position are the same, and both lines are in a group or neither is,
        // every check finds the same problems.
        let [one, other] = pair.map(|line| (line.field(), line.name_span(), line.value_span()));
        if one == other && are_in_group[0] == are_in_group[1] {
            check_line(texts[0], readings[0], found);
        } else {
            are_alike = false;
            found.in_both(texts, |text, found| {
                let side = usize::from(text.dialect == Dialect::Google);
                check_line(text, readings[side], found);
            });
        }
    }
    are_alike
}

fn check_line(text: &Text<'_>, of: Reading<'_, '_>, found: &mut Findings) {
    let (line, content) = (of.line, content(of.line));
    // Markup and scripts are full of colons, `//` comments and sentences.
    let is_text = of.kind == Content::Text;
    let Some(field) = line.field() else {
        if is_text {
            found.extend(not_a_record(line, content));
        }
        return;
    };
    match field {
        Field::UserAgent => names::check_line(text, line, found),
        Field::Allow | Field::Disallow => {
            if !of.is_in_group {
                found.add(messages::RULE_OUTSIDE_GROUP.at(record(line), &[]));
            }
            patterns::check(text, line, found);
        }
        Field::Sitemap => fields::check_sitemap(text, line, found),
        Field::Unknown if !is_text => {}
        // Google may know the field.
        Field::Unknown => {
            let new = unknown_field(of, found);
            found.extend(new);
        }
        _ if hide_field(line, found) => {}
        field => {
            bare_value(line, found);
            extension(text, of, field, found);
            if is_text {
                usage::check(line, field, of.is_in_group, found);
            }
        }
    }
    if is_text && of.google() != Field::Unknown {
        cuts(line, content, found);
    }
    // Only Google recognises the field.
    if field != Field::Unknown {
        let new = spelling(of, found);
        found.extend(new);
    }
}

/// Reports a field that neither dialect knows, or that only Google's dialect does.
fn unknown_field(of: Reading<'_, '_>, found: &mut Findings) -> Option<Diagnostic> {
    let (line, name) = (of.line, of.line.name());
    if hide_field(line, found) {
        return None;
    }
    // `// see: x` has a colon, but isn't a record.
    if name.starts_with(b"//") {
        return Some(slash_comment(line, content(line)));
    }
    if !of.google().is_extension() {
        return spelling(of, found);
    }
    let (place, quoted) = (place(line, name), Quoted(name));
    let mut emerging = EMERGING.iter();
    if let Some((_, who)) = emerging.find(|(known, _)| name.eq_ignore_ascii_case(known.as_bytes()))
    {
        return Some(messages::EMERGING_FIELD.at(place, &[&quoted, who]));
    }
    // A URL without its field: `https://example.com/sitemap.xml`.
    let is_scheme = matches!(&*name.to_ascii_lowercase(), b"http" | b"https");
    if is_scheme && line.value().starts_with(b"//") {
        return Some(messages::UNKNOWN_FIELD_URL.at(place, &[&quoted]));
    }
    // As a last resort, assume that it is a misspelling.
    Some(match nearest_field(name) {
        Some(near) => messages::UNKNOWN_FIELD_NEAR
            .at(place, &[&quoted, &near])
            .replace(near),
        None => messages::UNKNOWN_FIELD.at(place, &[&quoted]),
    })
}

/// Reports a line that only Google reads as a record with a known field.
fn spelling(of: Reading<'_, '_>, found: &mut Findings) -> Option<Diagnostic> {
    let (line, name, start) = (of.line, of.line.name(), of.line.name_span().start);
    if line.is_missing_colon() {
        let blanks = between(line.bytes(), name, line.value());
        return Some(missing_colon(line, name, blanks));
    }
    // All crawlers know the first of these, and none know the second.
    let is_same = !Field::of(name, Dialect::Standard).is_extension() || of.google().is_extension();
    if is_same || hide_field(line, found) {
        return None;
    }
    let place = place(line, name);
    // In `sitemap https://example.com/` the first colon is part of the value.
    if let Some(blank) = name.iter().position(|&byte| is_whitespace(byte)) {
        let field = &name[..blank];
        if !Field::of(field, Dialect::Standard).is_extension() {
            let colon = start + blank;
            let new = messages::COLON_IN_VALUE.at(place, &[&Quoted(field)]);
            return Some(new.edit(colon..colon, ":"));
        }
    }
    // Only these four fields have prefixes that Google accepts.
    let meant = match of.google() {
        Field::UserAgent => "User-agent",
        Field::Allow => "Allow",
        Field::Disallow => "Disallow",
        _ => "Sitemap",
    };
    let arguments: [&dyn Display; 2] = [&Quoted(name), &meant];
    if name.len() < meant.len() + 4 {
        return Some(messages::FIELD_TYPO.at(place, &arguments).replace(meant));
    }
    // A longer field, such as `DisallowAITraining`, wasn't meant for Google.
    let closes_site = of.google() == Field::Disallow && matches_everything(line.value());
    let kind = match closes_site && of.is_in_google_group {
        true => &messages::TAKEN_FOR_DISALLOW,
        false => &messages::TAKEN_FOR_ANOTHER,
    };
    let new = kind.at(place, &arguments).only_in(only(Dialect::Google));
    Some(new.edit(start..start, "# "))
}

/// Reports a known field that RFC 9309 doesn't define.
fn extension(text: &Text<'_>, of: Reading<'_, '_>, field: Field, found: &mut Findings) {
    let line = of.line;
    let kind = match field {
        Field::CrawlDelay => return found.extend(fields::check_delay(text, line, of.delay)),
        Field::RequestRate | Field::VisitTime => &messages::RATE_OR_TIME,
        Field::Noindex => &messages::NOINDEX,
        Field::Host => &messages::HOST,
        Field::CleanParam => &messages::CLEAN_PARAM,
        Field::ContentUsage => &messages::CONTENT_USAGE,
        // These are meant for crawlers that look for them, and they have their own diagnostics.
        Field::ContentSignal | Field::License => return,
        _ => &messages::OTHER_EXTENSION,
    };
    if field == Field::RequestRate {
        found.extend(fields::check_rate(line));
    }
    found.add(kind.at(place(line, line.name()), &[&Quoted(line.name())]));
}

/// Reports a line without a colon that starts like a record.
fn not_a_record(line: &Line<'_>, content: &[u8]) -> Option<Diagnostic> {
    if content.starts_with(b"//") {
        return Some(slash_comment(line, content));
    }
    if memchr(b':', content).is_some() {
        return None;
    }
    let words = content.split(|&byte| is_whitespace(byte));
    let mut words = words.filter(|word| !word.is_empty());
    let name = words.next()?;
    // Two words may be a field and its value, but more are probably a sentence.
    let is_field = !Field::of(name, Dialect::Standard).is_extension()
        || Field::of(name, Dialect::Google) != Field::Unknown && words.count() == 1;
    // The edit replaces the blanks with a colon.
    let rest = &content[name.len()..];
    let blanks = rest.iter().take_while(|&&byte| is_whitespace(byte)).count();
    is_field.then(|| missing_colon(line, name, &rest[..blanks]))
}

/// Reports a field that is followed by blanks instead of a colon.
fn missing_colon(line: &Line<'_>, name: &[u8], blanks: &[u8]) -> Diagnostic {
    // Google's parser reads some of these lines.
    let by_google = Lines::new(line.bytes(), Dialect::Google).next();
    let kind = match by_google.and_then(|line| line.field()) {
        None | Some(Field::Unknown) => &messages::MISSING_COLON,
        Some(_) => &messages::MISSING_COLON_GOOGLE,
    };
    let new = kind.at(place(line, content(line)), &[&Quoted(name)]);
    new.edit_each(
        (!blanks.is_empty()).then(|| place(line, blanks).span()),
        ": ",
    )
}

fn slash_comment(line: &Line<'_>, content: &[u8]) -> Diagnostic {
    // `///` is one mark, too.
    let slashes = content.iter().take_while(|&&byte| byte == b'/').count();
    let new = messages::SLASH_COMMENT.at(place(line, content), &[]);
    new.edit(place(line, &content[..slashes]).span(), "#")
}

/// Reports a value that is cut short.
fn cuts(line: &Line<'_>, content: &[u8], found: &mut Findings) {
    let (bytes, value) = (line.bytes(), line.value());
    let end = offset(bytes, content) + content.len();
    if end > GOOGLE_LINE_LIMIT {
        let place = place(line, &bytes[GOOGLE_LINE_LIMIT..end]);
        let new = messages::LINE_TOO_LONG.at(place, &[&GOOGLE_LINE_LIMIT]);
        found.add(new.only_in(only(Dialect::Google)));
    }
    // A comment directly after the value may be part of what its author meant.
    let after = &bytes[offset(bytes, value) + value.len()..];
    if value.is_empty() || !after.starts_with(b"#") {
        return;
    }
    let kind = match line.field() {
        // A product token never contains a `#`, so a `user-agent` line doesn't lose anything.
        None | Some(Field::UserAgent) => return,
        Some(Field::Disallow) if matches_everything(value) => &messages::COMMENT_IS_PATTERN,
        Some(Field::Allow | Field::Disallow) => &messages::COMMENT_CUTS_PATTERN,
        Some(_) => &messages::COMMENT_CUTS_VALUE,
    };
    let place = place(line, after.trim_ascii_end());
    found.add(kind.at(place, &[&Quoted(value)]));
}

/// Reports misplaced byte order marks on a line.
fn byte_order_marks(line: &Line<'_>, content: &[u8], found: &mut Findings) {
    const MARK: &str = "\u{FEFF}";
    for at in memmem::find_iter(content, MARK.as_bytes()) {
        let place = place(line, &content[at..at + MARK.len()]);
        found.add(messages::BYTE_ORDER_MARK.at(place, &[]).replace(""));
    }
}
