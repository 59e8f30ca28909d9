//! Diagnostics about single lines.

use core::fmt::Display;

use memchr::{memchr, memmem};

use super::diagnostic::Diagnostic;
use super::findings::Findings;
use super::phrases::{Quoted, nearest_field};
use super::spaces::{bare_value, hide_field};
use super::text::{Text, content, is_in_group, matches_everything, offset, place, record};
use super::whole::Content;
use super::{fields, messages, names, patterns, usage};
use crate::dialect::Dialect;
use crate::lexer::{Field, Line, Lines, is_whitespace};

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

/// Checks each line on its own.
pub(super) fn check(text: &Text<'_>, kind: Content, found: &mut Findings) {
    for line in Lines::new(text.bytes, text.robots.dialect()) {
        check_line(text, &line, kind, found);
    }
}

fn check_line(text: &Text<'_>, line: &Line<'_>, kind: Content, found: &mut Findings) {
    let content = content(line);
    byte_order_marks(line, content, found);
    // Markup and scripts are full of colons, `//` comments and sentences.
    let is_text = kind == Content::Text;
    let Some(field) = line.field() else {
        if is_text {
            found.extend(not_a_record(line, content));
        }
        return;
    };
    let is_in_group = is_in_group(line, text.robots);
    let google = Field::of(line.name(), Dialect::Google);
    match field {
        Field::UserAgent => names::check_line(text, line, found),
        Field::Allow | Field::Disallow => {
            if !is_in_group {
                found.add(messages::RULE_OUTSIDE_GROUP.at(record(line), &[]));
            }
            patterns::check(text, line, found);
        }
        Field::Sitemap => fields::check_sitemap(text, line, found),
        // Google may know the field.
        Field::Unknown if !is_text || !google.is_extension() => {}
        Field::Unknown => {
            let new = unknown_field(line, found);
            found.extend(new);
        }
        field => {
            bare_value(line, found);
            extension(line, field, found);
            if is_text {
                usage::check(line, field, is_in_group, found);
            }
        }
    }
    if is_text && google != Field::Unknown {
        cuts(line, content, found);
    }
    // Only Google recognises the field.
    if field != Field::Unknown || is_text && !google.is_extension() {
        let new = spelling(text, line, google, found);
        found.extend(new);
    }
}

/// Reports a field that neither dialect knows.
fn unknown_field(line: &Line<'_>, found: &mut Findings) -> Option<Diagnostic> {
    let name = line.name();
    if hide_field(line, found) {
        return None;
    }
    // `// see: x` has a colon, but isn't a record.
    if name.starts_with(b"//") {
        return Some(slash_comment(line, content(line)));
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

/// Reports a line that only Google reads as a record with a known field, `google`.
fn spelling(
    text: &Text<'_>,
    line: &Line<'_>,
    google: Field,
    found: &mut Findings,
) -> Option<Diagnostic> {
    let (name, start) = (line.name(), line.name_span().start);
    // Name and value are trimmed, so there are only blanks and the separator between them.
    let separator = line.name_span().end..line.value_span().start;
    if !text.bytes[separator].contains(&b':') {
        return Some(missing_colon(line, name));
    }
    // All crawlers know the first of these, and none know the second.
    let is_same = !Field::of(name, Dialect::Standard).is_extension() || google.is_extension();
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
    let meant = match google {
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
    let closes_site = google == Field::Disallow && matches_everything(line.value());
    let kind = match closes_site && is_in_group(line, text.google) {
        true => &messages::TAKEN_FOR_DISALLOW,
        false => &messages::TAKEN_FOR_ANOTHER,
    };
    let new = kind.at(place, &arguments).only_in(&[Dialect::Google]);
    Some(new.edit(start..start, "# "))
}

/// Reports a known field that RFC 9309 doesn't define.
fn extension(line: &Line<'_>, field: Field, found: &mut Findings) {
    let kind = match field {
        Field::RequestRate | Field::VisitTime => &messages::RATE_OR_TIME,
        Field::Noindex => &messages::NOINDEX,
        Field::Host => &messages::HOST,
        Field::CleanParam => &messages::CLEAN_PARAM,
        Field::ContentUsage => &messages::CONTENT_USAGE,
        // These are meant for crawlers that look for them, and they have their own diagnostics.
        Field::CrawlDelay | Field::ContentSignal | Field::License => return,
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
    is_field.then(|| missing_colon(line, name))
}

/// Reports a field that is followed by blanks instead of a colon.
fn missing_colon(line: &Line<'_>, name: &[u8]) -> Diagnostic {
    // Google's parser reads some of these lines.
    let by_google = Lines::new(line.bytes(), Dialect::Google).next();
    let kind = match by_google.and_then(|line| line.field()) {
        None | Some(Field::Unknown) => &messages::MISSING_COLON,
        Some(_) => &messages::MISSING_COLON_GOOGLE,
    };
    // The edit replaces the blanks with a colon.
    let content = content(line);
    let rest = &content[offset(content, name) + name.len()..];
    let blanks = rest.iter().take_while(|&&byte| is_whitespace(byte)).count();
    let gap = (blanks > 0).then(|| place(line, &rest[..blanks]).span());
    let new = kind.at(place(line, content), &[&Quoted(name)]);
    new.edit_each(gap, ": ")
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
        found.add(new.only_in(&[Dialect::Google]));
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
