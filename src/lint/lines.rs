//! Diagnostics about single lines.

use alloc::format;
use core::ops::Range;

use memchr::{memchr, memmem};

use super::code::Severity;
use super::codes::Code;
use super::diagnostic::{Diagnostic, Place};
use super::findings::Findings;
use super::spaces::report_odd_spaces;
use super::text::{Text, bytes_of, content, matches_everything, record};
use super::whole::Content;
use super::words::{Quoted, nearest_field};
use super::{agents, patterns, sitemaps, usage};
use crate::agent;
use crate::crawlers::{self, Crawler, Obeys};
use crate::dialect::Dialect;
use crate::lexer::{Field, Line, Lines, is_whitespace};
use crate::records::terms::Terms;
use crate::records::{self, RequestRate};

/// The maximum number of bytes that Google reads from a line.
const GOOGLE_LINE_LIMIT: usize = match Dialect::Google.line_limit() {
    Some(limit) => limit,
    None => usize::MAX,
};

const GOOGLE: &[Dialect] = &[Dialect::Google];

/// Checks each line on its own.
pub(super) fn look_at(text: &Text<'_>, kind: Content, found: &mut Findings) {
    // `true` after the first `user-agent` line, as read in this dialect and by Google.
    let (mut is_in_group, mut is_in_google_group) = (false, false);
    for line in text.lines() {
        let content = content(&line);
        if content.is_empty() {
            continue;
        }
        byte_order_marks(&line, &content, found);
        let Some(field) = line.field() else {
            // Markup and scripts contain `//` comments and sentences.
            if kind == Content::Text {
                not_a_record(&line, content, found);
            }
            continue;
        };
        let google = Field::of(line.name(), Dialect::Google);
        is_in_group |= field == Field::UserAgent;
        is_in_google_group |= google == Field::UserAgent;
        let is_text = kind == Content::Text;
        match field {
            Field::UserAgent => agents::look_at(text, &line, found),
            Field::Allow | Field::Disallow => {
                if !is_in_group {
                    found.add(Diagnostic::new(
                        Code::RuleOutsideGroup,
                        record(&line),
                        "this rule comes before the first user-agent line, so it applies to no crawler",
                        "write `User-agent: *` above it if it should apply to every crawler",
                    ));
                }
                patterns::look_at(text, &line, found);
            }
            Field::Sitemap => sitemaps::look_at(text, &line, found),
            // Markup and scripts are full of colons.
            Field::Unknown if !is_text => {}
            Field::Unknown => unknown_field(&line, google, is_in_google_group, found),
            field => {
                extension(text, &line, field, found);
                if let Some(terms) = Terms::of(field).filter(|_| is_text) {
                    usage::look_at(&line, terms, is_in_group, found);
                }
            }
        }
        if google != Field::Unknown && is_text {
            cuts(&line, &content, found);
        }
        // Only Google recognises the field.
        if field != Field::Unknown {
            spelling(&line, google, is_in_google_group, found);
        }
    }
}

/// Reports a field that no dialect knows, or only Google.
fn unknown_field(line: &Line<'_>, google: Field, is_in_google_group: bool, found: &mut Findings) {
    let (name, place) = (line.name(), Place::new(line.number(), line.name_span()));
    if report_odd_spaces(line, name, line.name_span(), "field", found) {
        return;
    }
    if name.starts_with(b"//") {
        slash_comment(line, content(line), found);
    } else if !google.is_extension() {
        spelling(line, google, is_in_google_group, found);
    } else {
        let is_scheme = [&b"http"[..], b"https"]
            .iter()
            .any(|scheme| name.eq_ignore_ascii_case(scheme));
        let message = format!(
            "{} is not a known field, so crawlers ignore the line",
            Quoted(name),
        );
        let new = |advice: &str| Diagnostic::new(Code::UnknownField, place, message, advice);
        found.add(if is_scheme && line.value().starts_with(b"//") {
            new("write `Sitemap:` before the URL if it is a sitemap; otherwise remove the line")
        } else if let Some(near) = nearest_field(name) {
            new(&format!("write `{near}:` if that is what you mean")).edit(line.name_span(), near)
        } else {
            let advice = "remove the line, or turn it into a comment with `#`";
            let several = "these are not known fields, so crawlers ignore the lines";
            new(advice).generally(
                several,
                "remove the lines, or turn them into comments with `#`",
            )
        });
    }
}

/// Reports a line that only Google reads as a record with a known field.
fn spelling(line: &Line<'_>, google: Field, is_in_google_group: bool, found: &mut Findings) {
    let (name, value) = (line.name(), line.value());
    let span = line.name_span();
    if line.is_missing_colon() {
        missing_colon(
            line,
            name,
            line.name_span().end..line.value_span().start,
            found,
        );
        return;
    }
    if !Field::of(name, Dialect::Standard).is_extension() || google.is_extension() {
        return;
    }
    if report_odd_spaces(line, name, span.clone(), "field", found) {
        return;
    }
    let meant = field_name(google);
    let place = Place::new(line.number(), span.clone());
    if let Some(field) = field_before_blank(name) {
        found.add(
            Diagnostic::new(
                Code::MissingColon,
                place,
                format!(
                    "there is no colon after {}: Google takes what follows the next colon for the value; \
                     other crawlers ignore the line",
                    Quoted(field),
                ),
                format!("write a colon after {}", Quoted(field)),
            )
            .edit(span.start + field.len()..span.start + field.len(), ":"),
        );
        return;
    }
    let reads = format!("Google reads {} as `{meant}`", Quoted(name));
    if name.len() < meant.len() + 4 {
        found.add(
            Diagnostic::new(
                Code::FieldTypo,
                place,
                format!("{reads}; other crawlers ignore the line"),
                format!("write `{meant}:`"),
            )
            .edit(span, meant),
        );
        return;
    }
    let closes = google == Field::Disallow && is_in_google_group && matches_everything(value);
    let effect = match google {
        Field::Disallow if closes => ", so this line disallows the whole site for Google",
        _ => "; other crawlers ignore the line",
    };
    found.add(
        Diagnostic::new(
            Code::TakenForAnotherField,
            place,
            format!("{reads}{effect}"),
            "remove the line, or turn it into a comment with `#`",
        )
        .severity_if(!closes, Severity::Warning)
        .only_in(GOOGLE)
        .edit(span.start..span.start, "# "),
    );
}

/// Reports a known field that RFC 9309 does not define.
fn extension(text: &Text<'_>, line: &Line<'_>, field: Field, found: &mut Findings) {
    let (name, value) = (line.name(), line.value());
    if report_odd_spaces(line, name, line.name_span(), "field", found) {
        return;
    }
    report_odd_spaces(line, value, line.value_span(), "value", found);
    if field == Field::CrawlDelay {
        let delay = records::parse_crawl_delay(value);
        let long = delay.is_some_and(|delay| delay > records::LONGEST_CRAWL_DELAY);
        if long || delay.is_none() {
            bad_crawl_delay(line, long, found);
            return;
        }
    }
    let name = Quoted(name);
    let (message, advice) = match field {
        Field::CrawlDelay => match readers(text, line.number()) {
            Readers::Others => return,
            Readers::None => (
                "this line comes before the first user-agent line, so it applies to no crawler"
                    .into(),
                "write it in the group of the crawlers that it is for",
            ),
            Readers::Ignoring(crawler) => (format!("{crawler} ignores {name}"), ONLY_FOR_OTHERS),
            Readers::AllIgnoring(Some(only)) => (format!("{only} ignores {name}"), FOR_NONE),
            Readers::AllIgnoring(None) => {
                (format!("no crawler of this group obeys {name}"), FOR_NONE)
            }
        },
        Field::Noindex => (
            format!(
                "Google has ignored {name} since 2019, and no other search engine documents it"
            ),
            "use a robots meta tag or an X-Robots-Tag header instead, and remove any `Disallow` for these \
             URLs: crawlers must fetch a page to see that tag",
        ),
        Field::Host => (
            format!("no crawler reads {name} any more; only Yandex did, until 2018"),
            "remove it, and redirect the other hosts or use canonical links",
        ),
        Field::CleanParam => (
            format!("only Yandex reads {name}"),
            "keep it for Yandex; for other search engines use canonical links",
        ),
        Field::RequestRate
            if RequestRate::parse(value).is_some_and(|rate| rate.has_unreadable_hours()) =>
        {
            (
                format!("the hours of {name} cannot be read, so the rate applies at all hours"),
                "write hours as in `Request-rate: 1/5 0600-0845`, in UTC",
            )
        }
        Field::RequestRate | Field::VisitTime => (
            format!("Google, Bing and Yandex ignore {name}"),
            "keep it for the crawlers that obey it; otherwise remove it",
        ),
        // These are for crawlers that look for them, and have diagnostics of their own.
        Field::ContentSignal | Field::ContentUsage | Field::License => return,
        _ => (
            format!("few crawlers read {name}, and it blocks nothing"),
            "keep it for the crawlers that read it; else remove it",
        ),
    };
    let place = Place::new(line.number(), line.name_span());
    let new = Diagnostic::new(Code::UnsupportedField, place, message, advice);
    found.add(match advice {
        ONLY_FOR_OTHERS => {
            new.generally("some crawlers of these groups ignore `Crawl-delay`", advice)
        }
        FOR_NONE => new.generally("no crawler of these groups obeys `Crawl-delay`", advice),
        _ => new,
    });
}

const ONLY_FOR_OTHERS: &str = "write it only for crawlers that obey it, such as bingbot";
const FOR_NONE: &str = "remove it, or write it for crawlers that obey it, such as bingbot";

/// How the crawlers that are named before a `crawl-delay` line treat it.
enum Readers {
    /// The line is in no group.
    None,
    /// No crawler is known to ignore it, or it is for every crawler.
    Others,
    /// This one, among others, documents that it ignores the line.
    Ignoring(&'static Crawler),
    /// All of them ignore it: the only one, or several.
    AllIgnoring(Option<&'static Crawler>),
}

fn readers(text: &Text<'_>, line: u32) -> Readers {
    /// The maximum number of names to look up for one line.
    const NAMES_MAX: usize = 64;
    let Some(group) = text.group_at(line) else {
        return Readers::None;
    };
    let mut ignoring = None;
    let (mut count, mut others) = (0, 0);
    for agent in group.agents().take(NAMES_MAX) {
        if agent.is_wildcard() {
            return Readers::Others;
        }
        let name = agent::line_token(agent.value(), Dialect::Standard);
        let known = core::str::from_utf8(name).ok();
        let known = known.and_then(|name| crawlers::find(name).ok());
        let is_ignoring = |known: &&Crawler| {
            known.obeys_crawl_delay() == Obeys::No
                || matches!(known.operator(), "Google" | "Yandex")
        };
        match known.filter(is_ignoring) {
            Some(known) => {
                count += 1;
                ignoring = ignoring.or(Some(known));
            }
            None => others += 1,
        }
    }
    match ignoring {
        Some(only) if others == 0 => Readers::AllIgnoring((count == 1).then_some(only)),
        Some(crawler) => Readers::Ignoring(crawler),
        None => Readers::Others,
    }
}

fn bad_crawl_delay(line: &Line<'_>, is_long: bool, found: &mut Findings) {
    let value = line.value();
    let message = match value {
        [] => "a crawl-delay without a value has no effect".into(),
        _ if is_long => format!(
            "{} seconds is more than a day, and counts as one day",
            Quoted(value),
        ),
        _ => format!(
            "{} is not a plain number of seconds, so crawlers may ignore it",
            Quoted(value),
        ),
    };
    let advice = "write seconds, as in `Crawl-delay: 10` or `Crawl-delay: 0.5`";
    let new = Diagnostic::new(Code::BadCrawlDelay, record(line), message, advice);
    let digits = value.strip_prefix(b".").unwrap_or_default();
    let is_short = !digits.is_empty() && digits.iter().all(u8::is_ascii_digit);
    let start = line.value_span().start;
    found.add(if is_short {
        new.edit(start..start, "0")
    } else {
        new
    });
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
    let is_accepted = google.is_some_and(|field| field != Field::Unknown);
    let effect = if is_accepted {
        "Google accepts the line anyway; other crawlers ignore it"
    } else {
        "crawlers ignore the line"
    };
    let new = Diagnostic::new(
        Code::MissingColon,
        Place::new(line.number(), content(line)),
        format!("there is no colon after {}: {effect}", Quoted(name)),
        format!("write a colon after {}", Quoted(name)),
    );
    found.add(if blanks.is_empty() {
        new
    } else {
        new.edit(blanks, ": ")
    });
}

fn slash_comment(line: &Line<'_>, content: Range<usize>, found: &mut Findings) {
    let slashes = bytes_of(line, &content)
        .iter()
        .take_while(|&&byte| byte == b'/')
        .count();
    let span = content.start..content.start + slashes;
    found.add(
        Diagnostic::new(
            Code::SlashComment,
            Place::new(line.number(), content),
            "`//` starts no comment in robots.txt; crawlers ignore the line all the same",
            "write `#`",
        )
        .edit(span, "#"),
    );
}

/// Reports a value that is cut short.
fn cuts(line: &Line<'_>, content: &Range<usize>, found: &mut Findings) {
    let (start, value) = (line.span().start, line.value_span());
    let limit = start.saturating_add(GOOGLE_LINE_LIMIT);
    if content.end > limit {
        found.add(
            Diagnostic::new(
                Code::LineTooLong,
                Place::new(line.number(), limit..content.end),
                format!("Google reads only the first {GOOGLE_LINE_LIMIT} bytes of a line"),
                "shorten the line, or split it into several",
            )
            .only_in(GOOGLE),
        );
    }
    let comment = memchr(b'#', line.bytes()).map(|at| start + at);
    let Some(field) = line.field().filter(|_| !value.is_empty()) else {
        return;
    };
    // A product token never contains a `#`, so a `user-agent` line loses nothing.
    if comment != Some(value.end) || field == Field::UserAgent {
        return;
    }
    let end = line.bytes().iter().rposition(|&byte| !is_whitespace(byte));
    let is_rule = matches!(field, Field::Allow | Field::Disallow);
    let (part, several, advice) = if is_rule {
        (
            "pattern",
            "`#` starts a comment, so these patterns end before it",
            "URLs are matched without their fragment: remove the line if `#` is part of a URL, or put a space \
             before the comment",
        )
    } else {
        (
            "value",
            "`#` starts a comment, so these values end before it",
            "put a space before the comment",
        )
    };
    let blocks_all = field == Field::Disallow && matches_everything(line.value());
    let effect = match blocks_all {
        true => ", which disallows the whole site",
        false => "",
    };
    let new = Diagnostic::new(
        Code::CommentCutsValue,
        Place::new(
            line.number(),
            value.end..start + end.map_or(0, |end| end + 1),
        ),
        format!(
            "`#` starts a comment, so the {part} is only {}{effect}",
            Quoted(line.value()),
        ),
        advice,
    );
    found.add(if blocks_all {
        new
    } else {
        new.generally(several, advice)
    });
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
        found.add(
            Diagnostic::new(
                Code::MisplacedByteOrderMark,
                Place::new(line.number(), span.clone()),
                "a byte order mark that is not at the start of the file is not skipped: it becomes part of \
                 the field or value",
                "remove it",
            )
            .edit(span, ""),
        );
    }
}

fn field_name(field: Field) -> &'static str {
    match field {
        Field::UserAgent => "User-agent",
        Field::Allow => "Allow",
        Field::Disallow => "Disallow",
        Field::CrawlDelay => "Crawl-delay",
        Field::Sitemap | _ => "Sitemap",
    }
}
