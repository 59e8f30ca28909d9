//! Diagnostics about single lines.

use alloc::vec::Vec;
use core::ops::Range;

use memchr::{memchr, memmem};

use super::finding::Finding;
use super::spaces::{odd_ends, offset, strip};
use super::whole::Content;
use super::{Diagnostic, patterns, usage};
use crate::agent;
use crate::dialect::Dialect;
use crate::lexer::{Field, Line, is_whitespace};
use crate::records;
use crate::records::terms::Terms;

/// How many bytes of a line Google reads.
pub(super) const GOOGLE_LINE_LIMIT: usize = match Dialect::Google.line_limit() {
    Some(limit) => limit,
    None => usize::MAX,
};

/// Looks at one line after the other.
#[derive(Clone)]
pub(super) struct LineLinter {
    dialect: Dialect,
    content: Content,
    /// Whether there was a `user-agent` line.
    is_in_group: bool,
}

impl LineLinter {
    pub(super) fn new(dialect: Dialect, content: Content) -> LineLinter {
        LineLinter {
            dialect,
            content,
            is_in_group: false,
        }
    }

    /// Adds what is odd about a line, in any order; a few diagnostics at most.
    /// Byte order marks, of which there may be many, are [`ByteOrderMarks`].
    pub(super) fn look_at<'t>(&mut self, line: &Line<'t>, found: &mut Vec<Diagnostic<'t>>) {
        let content = content(line);
        if content.is_empty() {
            return;
        }
        let record = line.name_span().start..line.value_span().end;
        let mut report = |span: Range<usize>, finding: Finding<'t>| {
            found.push(Diagnostic::new(line.number(), span, finding));
        };
        match line.field() {
            Some(Field::UserAgent) => self.user_agent(line, record, &mut report),
            Some(Field::Allow | Field::Disallow) => self.rule(line, record, &mut report),
            Some(Field::Sitemap) => sitemap(line, record, &mut report),
            Some(field) => {
                self.other_record(line, record, &mut report);
                let terms = Terms::of(field).filter(|_| self.content == Content::Text);
                if let Some(terms) = terms {
                    usage::look_at(line, terms, self.is_in_group, &mut report);
                }
            }
            None => not_a_record(line, content.clone(), &mut report),
        }
        let is_record = line.field().is_some() && is_known(line.name(), self.dialect);
        if is_record {
            find_cuts(line, &content, &mut report);
            find_misspelling(line, &mut report);
        }
    }

    fn user_agent<'t>(
        &mut self,
        line: &Line<'t>,
        record: Range<usize>,
        report: &mut impl FnMut(Range<usize>, Finding<'t>),
    ) {
        self.is_in_group = true;
        let value = report_spaces(line.value(), line.value_span(), report);
        let finding = match value {
            [] => Finding::EmptyUserAgent,
            value if agent::is_wildcard(value) => return,
            [b'*', ..] => Finding::StarNamesNobody { value },
            value => {
                let token = agent::line_token(value, self.dialect);
                if token.len() == value.len() {
                    return;
                }
                Finding::UserAgentCharacters { value, token }
            }
        };
        let span = if value.is_empty() {
            record
        } else {
            line.value_span()
        };
        report(span, finding);
    }

    fn rule<'t>(
        &self,
        line: &Line<'t>,
        record: Range<usize>,
        report: &mut impl FnMut(Range<usize>, Finding<'t>),
    ) {
        if !self.is_in_group {
            report(record, Finding::RuleOutsideGroup);
        }
        let pattern = line.value();
        let bare = report_spaces(pattern, line.value_span(), report);
        let start = line.value_span().start + offset(pattern, bare);
        let is_whole = pattern.ends_with(bare);
        patterns::look_at(bare, is_whole, self.dialect, |span, finding| {
            report(start + span.start..start + span.end, finding);
        });
    }

    /// A record of a field that no rule depends on.
    fn other_record<'t>(
        &self,
        line: &Line<'t>,
        record: Range<usize>,
        report: &mut impl FnMut(Range<usize>, Finding<'t>),
    ) {
        let (name, value) = (line.name(), line.value());
        let is_text = self.content == Content::Text;
        if is_text && is_known_without_spaces(name, self.dialect) {
            report_spaces(name, line.name_span(), report);
            return;
        }
        match Field::of(name, Dialect::Standard) {
            Field::Unknown if is_text => {
                let finding = match (field_before_blank(name), Field::misspelled(name)) {
                    (Some(name), _) => Finding::MissingColon {
                        name,
                        is_accepted: false,
                    },
                    (None, Some(meant)) => Finding::FieldTypo {
                        name,
                        meant,
                        is_accepted: false,
                    },
                    (None, None) => {
                        let is_scheme = [&b"http"[..], b"https"]
                            .iter()
                            .any(|scheme| name.eq_ignore_ascii_case(scheme));
                        let is_url = is_scheme && value.starts_with(b"//");
                        Finding::UnknownField { name, is_url }
                    }
                };
                report(line.name_span(), finding);
            }
            // Markup and scripts are full of colons.
            Field::Unknown => {}
            field => {
                report_spaces(value, line.value_span(), report);
                if field == Field::CrawlDelay && records::parse_crawl_delay(value).is_none() {
                    report(record, Finding::BadCrawlDelay { value });
                } else {
                    report(line.name_span(), Finding::UnsupportedField { name });
                }
            }
        }
    }
}

fn sitemap<'t>(
    line: &Line<'t>,
    record: Range<usize>,
    report: &mut impl FnMut(Range<usize>, Finding<'t>),
) {
    let value = report_spaces(line.value(), line.value_span(), report);
    if records::absolute_url(value).is_none() {
        report(record, Finding::SitemapNotAbsolute { value });
    }
}

/// A line without a colon that starts like a record.
fn not_a_record<'t>(
    line: &Line<'t>,
    content: Range<usize>,
    report: &mut impl FnMut(Range<usize>, Finding<'t>),
) {
    let bytes = bytes_of(line, &content);
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
    // Two words are not a sentence.
    if is_field || words.count() == 1 && is_known(name, Dialect::Google) {
        let finding = Finding::MissingColon {
            name,
            is_accepted: false,
        };
        report(content, finding);
    }
}

/// What google/robotstxt takes for a record, but hardly anybody else.
fn find_misspelling<'t>(line: &Line<'t>, report: &mut impl FnMut(Range<usize>, Finding<'t>)) {
    let name = line.name();
    let missing_colon = if line.is_missing_colon() {
        Some((name, line.name_span().start..line.value_span().end))
    } else {
        field_before_blank(name).map(|name| (name, line.name_span()))
    };
    if let Some((name, span)) = missing_colon {
        let finding = Finding::MissingColon {
            name,
            is_accepted: true,
        };
        report(span, finding);
        return;
    }
    let Some(meant) = Field::misspelled(name) else {
        return;
    };
    if is_known_without_spaces(name, Dialect::Standard) {
        report_spaces(name, line.name_span(), report);
        return;
    }
    let finding = Finding::FieldTypo {
        name,
        meant,
        is_accepted: true,
    };
    report(line.name_span(), finding);
}

/// Where the value of a record is cut.
fn find_cuts<'t>(
    line: &Line<'t>,
    content: &Range<usize>,
    report: &mut impl FnMut(Range<usize>, Finding<'t>),
) {
    let (start, value) = (line.span().start, line.value_span());
    let limit = start.saturating_add(GOOGLE_LINE_LIMIT);
    if content.end > limit {
        report(limit..content.end, Finding::LineTooLong);
    }
    let comment = memchr(b'#', line.bytes()).map(|at| start + at);
    let field = line.field().filter(|_| !value.is_empty());
    if let Some(field) = field.filter(|_| comment == Some(value.end)) {
        let end = line.bytes().iter().rposition(|&byte| !is_whitespace(byte));
        let finding = Finding::CommentCutsValue {
            value: line.value(),
            field,
        };
        report(value.end..start + end.map_or(0, |end| end + 1), finding);
    }
}

/// Reports the odd spaces at the ends of a field or value, and returns it
/// without them.
fn report_spaces<'t>(
    bytes: &'t [u8],
    span: Range<usize>,
    report: &mut impl FnMut(Range<usize>, Finding<'t>),
) -> &'t [u8] {
    for end in odd_ends(bytes) {
        report(
            span.start + end.start..span.start + end.end,
            Finding::NonAsciiSpace,
        );
    }
    strip(bytes)
}

/// What a line has before its comment, trimmed.
pub(super) fn content(line: &Line<'_>) -> Range<usize> {
    let bytes = line.bytes();
    let bytes = &bytes[..memchr(b'#', bytes).unwrap_or(bytes.len())];
    let is_content = |byte: &u8| !is_whitespace(*byte);
    let start = line.span().start;
    match bytes.iter().position(is_content) {
        Some(first) => {
            let last = bytes.iter().rposition(is_content).unwrap_or(first);
            start + first..start + last + 1
        }
        None => start..start,
    }
}

/// The bytes of a part of a line.
fn bytes_of<'t>(line: &Line<'t>, part: &Range<usize>) -> &'t [u8] {
    let start = line.span().start;
    &line.bytes()[part.start - start..part.end - start]
}

fn is_known(name: &[u8], dialect: Dialect) -> bool {
    Field::of(name, dialect) != Field::Unknown
}

/// Whether a field is known but for the odd spaces at its ends.
fn is_known_without_spaces(name: &[u8], dialect: Dialect) -> bool {
    let bare = strip(name);
    bare.len() < name.len() && is_known(bare, dialect)
}

/// The field that lacks its colon, where the colon that ends `name` belongs to
/// the value: `sitemap https` of `sitemap https://example.com/`.
fn field_before_blank(name: &[u8]) -> Option<&[u8]> {
    let blank = name.iter().position(|&byte| is_whitespace(byte))?;
    let field = &name[..blank];
    (!Field::of(field, Dialect::Standard).is_extension()).then_some(field)
}

/// The misplaced byte order marks of a line, found one after the other.
#[derive(Clone)]
pub(super) struct ByteOrderMarks<'t> {
    line: u32,
    /// Where the rest starts in the text.
    start: usize,
    rest: &'t [u8],
}

impl<'t> ByteOrderMarks<'t> {
    pub(super) fn of(line: &Line<'t>) -> ByteOrderMarks<'t> {
        let content = content(line);
        ByteOrderMarks {
            line: line.number(),
            start: content.start,
            rest: bytes_of(line, &content),
        }
    }

    pub(super) fn none() -> ByteOrderMarks<'t> {
        ByteOrderMarks {
            line: 0,
            start: 0,
            rest: &[],
        }
    }
}

impl<'t> Iterator for ByteOrderMarks<'t> {
    type Item = Diagnostic<'t>;

    fn next(&mut self) -> Option<Diagnostic<'t>> {
        const MARK: &str = "\u{FEFF}";
        let Some(at) = memmem::find(self.rest, MARK.as_bytes()) else {
            self.rest = &[];
            return None;
        };
        let start = self.start + at;
        let end = start + MARK.len();
        self.rest = &self.rest[at + MARK.len()..];
        self.start = end;
        let finding = Finding::MisplacedByteOrderMark;
        Some(Diagnostic::new(self.line, start..end, finding))
    }
}
