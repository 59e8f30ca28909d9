//! Diagnostics about single lines, and what the lines of groups are.

use alloc::vec::Vec;
use core::ops::Range;
use core::time::Duration;

use memchr::{memchr, memmem};

use super::explain::What;
use super::whole::Content;
use super::{Diagnostic, Place, patterns};
use crate::agent;
use crate::dialect::Dialect;
use crate::lexer::{Field, GOOGLE_LINE_LIMIT, Line, Lines, is_whitespace};
use crate::records::{self, RecordKind};

/// The groups of a text.
#[derive(Debug, Default)]
pub(super) struct Survey<'t> {
    pub(super) agents: Vec<AgentLine<'t>>,
    /// Those that stand in a group.
    pub(super) rules: Vec<RuleLine<'t>>,
    pub(super) groups: Vec<GroupLines>,
    pub(super) joints: Vec<Joint>,
    /// The `crawl-delay` records of groups.
    pub(super) delays: Vec<(Duration, Place)>,
}

#[derive(Debug)]
pub(super) struct AgentLine<'t> {
    pub(super) place: Place,
    pub(super) value: &'t [u8],
}

#[derive(Debug)]
pub(super) struct RuleLine<'t> {
    pub(super) place: Place,
    pub(super) pattern: &'t [u8],
    pub(super) is_allow: bool,
}

/// A group: which agents, rules and delays are its own.
#[derive(Debug)]
pub(super) struct GroupLines {
    pub(super) agents: Range<usize>,
    pub(super) rules: Range<usize>,
    pub(super) delays: Range<usize>,
}

/// Where a run of `user-agent` lines goes on after a line that is none, and
/// neither blank nor a comment.
#[derive(Debug)]
pub(super) struct Joint {
    pub(super) group: usize,
    /// The agent with which it goes on.
    pub(super) agent: usize,
    /// The last line before it that is no `user-agent` line.
    pub(super) between: Place,
}

/// One pass over the text.
pub(super) fn look_at<'t>(
    read: &'t [u8],
    dialect: Dialect,
    content: Content,
    found: &mut Vec<Diagnostic<'t>>,
) -> Survey<'t> {
    let mut pass = Pass {
        dialect,
        content,
        found,
        survey: Survey::default(),
        is_run_open: false,
        between: None,
    };
    for line in Lines::new(read, dialect) {
        pass.line(&line);
    }
    let survey = pass.survey;
    if core::str::from_utf8(read).is_err() {
        found.extend(not_utf8(read, dialect));
    }
    survey
}

struct Pass<'p, 't> {
    dialect: Dialect,
    content: Content,
    found: &'p mut Vec<Diagnostic<'t>>,
    survey: Survey<'t>,
    is_run_open: bool,
    /// The last line since the last `user-agent` line of the open run.
    between: Option<Place>,
}

impl<'t> Pass<'_, 't> {
    fn report(&mut self, line: &Line<'_>, span: Range<usize>, what: What<'t>) {
        let diagnostic = Diagnostic::new(line.number(), span, what);
        self.found.push(diagnostic);
    }

    fn line(&mut self, line: &Line<'t>) {
        let content = content(line);
        if content.is_empty() {
            return;
        }
        self.find_byte_order_marks(line, &content);
        let record = line.name_span().start..line.value_span().end;
        match line.field() {
            Some(Field::UserAgent) => self.user_agent(line, record),
            Some(field @ (Field::Allow | Field::Disallow)) => {
                self.rule(line, record, field == Field::Allow)
            }
            Some(_) => self.other_record(line, record),
            None => {
                self.no_record(line, content.clone());
                self.stand_between(line, content.clone());
            }
        }
        if line.field().is_some_and(|field| field != Field::Other)
            || RecordKind::of(line.name()) != RecordKind::Unknown
        {
            self.find_cuts(line, &content);
            self.find_misspelling(line);
        }
    }

    fn user_agent(&mut self, line: &Line<'t>, record: Range<usize>) {
        let survey = &mut self.survey;
        let agent = survey.agents.len();
        if !self.is_run_open {
            let (rules, delays) = (survey.rules.len(), survey.delays.len());
            survey.groups.push(GroupLines {
                agents: agent..agent,
                rules: rules..rules,
                delays: delays..delays,
            });
        }
        let group = survey.groups.len() - 1;
        survey.groups[group].agents.end += 1;
        if let Some(between) = self.between.take().filter(|_| self.is_run_open) {
            survey.joints.push(Joint {
                group,
                agent,
                between,
            });
        }
        self.is_run_open = true;
        survey.agents.push(AgentLine {
            place: Place {
                line: line.number(),
                span: record.clone(),
            },
            value: line.value(),
        });
        let value = self.find_spaces(line, line.value(), line.value_span());
        let what = match value {
            [] => What::EmptyUserAgent,
            value if agent::is_everyone(value) => return,
            [b'*', ..] => What::StarNamesNobody { value },
            value => {
                let token = agent::line_token(value, self.dialect);
                if token.len() == value.len() {
                    return;
                }
                What::UserAgentCharacters { value, token }
            }
        };
        let span = if value.is_empty() {
            record
        } else {
            line.value_span()
        };
        self.report(line, span, what);
    }

    fn rule(&mut self, line: &Line<'t>, record: Range<usize>, is_allow: bool) {
        self.is_run_open = false;
        self.between = None;
        let pattern = line.value();
        match self.survey.groups.last_mut() {
            Some(group) => {
                group.rules.end += 1;
                let place = Place {
                    line: line.number(),
                    span: record,
                };
                self.survey.rules.push(RuleLine {
                    place,
                    pattern,
                    is_allow,
                });
            }
            None => self.report(line, record, What::RuleOutsideGroup),
        }
        let bare = self.find_spaces(line, pattern, line.value_span());
        let start = line.value_span().start + offset(pattern, bare);
        patterns::look_at(bare, |span, what| {
            self.report(line, start + span.start..start + span.end, what);
        });
    }

    fn other_record(&mut self, line: &Line<'t>, record: Range<usize>) {
        self.stand_between(line, record.clone());
        let (name, value) = (line.name(), line.value());
        if line.field() == Some(Field::Sitemap) {
            let value = self.find_spaces(line, value, line.value_span());
            if records::absolute_url(value).is_none() {
                self.report(line, record, What::SitemapNotAbsolute { value });
            }
            return;
        }
        let bare = strip(name);
        if bare.len() < name.len() && self.content == Content::Text && is_known(bare, self.dialect)
        {
            self.find_spaces(line, name, line.name_span());
            return;
        }
        match RecordKind::of(name) {
            RecordKind::Unknown => {
                if self.content == Content::Html {
                    return;
                }
                let what = match (field_before_blank(name), Field::misspelled(name)) {
                    (Some(name), _) => What::MissingColon {
                        name,
                        is_accepted: false,
                    },
                    (None, Some(meant)) => What::FieldTypo {
                        name,
                        meant,
                        is_accepted: false,
                    },
                    (None, None) => What::UnknownField { name },
                };
                self.report(line, line.name_span(), what);
            }
            RecordKind::CrawlDelay => match records::parse_crawl_delay(value) {
                Some(delay) => {
                    self.report(line, line.name_span(), What::UnsupportedField { name });
                    if let Some(group) = self.survey.groups.last_mut() {
                        group.delays.end += 1;
                        let place = Place {
                            line: line.number(),
                            span: record,
                        };
                        self.survey.delays.push((delay, place));
                    }
                }
                None => {
                    self.find_spaces(line, value, line.value_span());
                    self.report(line, record, What::BadCrawlDelay { value });
                }
            },
            _ => self.report(line, line.name_span(), What::UnsupportedField { name }),
        }
    }

    /// A line without a colon that begins like a record.
    fn no_record(&mut self, line: &Line<'t>, content: Range<usize>) {
        let start = content.start - line.span().start;
        let bytes = &line.bytes()[start..start + content.len()];
        if memchr(b':', bytes).is_some() {
            return;
        }
        let mut words = bytes.split(|&byte| is_whitespace(byte));
        let Some(name) = words.next() else {
            return;
        };
        let is_field = Field::of(name, Dialect::Standard) != Field::Other;
        // Two words make no sentence.
        let mut is_record = || {
            words.find(|word| !word.is_empty()).is_some()
                && words.all(<[u8]>::is_empty)
                && is_known(name, Dialect::Google)
        };
        if is_field || is_record() {
            let what = What::MissingColon {
                name,
                is_accepted: false,
            };
            self.report(line, content, what);
        }
    }

    fn stand_between(&mut self, line: &Line<'_>, span: Range<usize>) {
        self.between = Some(Place {
            line: line.number(),
            span,
        });
    }

    /// What google/robotstxt takes for a record, but hardly anybody else.
    fn find_misspelling(&mut self, line: &Line<'t>) {
        let name = line.name();
        let missing_colon = match line.is_missing_colon() {
            true => Some((name, line.name_span().start..line.value_span().end)),
            false => field_before_blank(name).map(|name| (name, line.name_span())),
        };
        if let Some((name, span)) = missing_colon {
            let what = What::MissingColon {
                name,
                is_accepted: true,
            };
            self.report(line, span, what);
            return;
        }
        if self.dialect == Dialect::Standard {
            return;
        }
        let Some(meant) = Field::misspelled(name) else {
            return;
        };
        let bare = strip(name);
        if bare.len() < name.len() && is_known(bare, Dialect::Standard) {
            self.find_spaces(line, name, line.name_span());
            return;
        }
        let what = What::FieldTypo {
            name,
            meant,
            is_accepted: true,
        };
        self.report(line, line.name_span(), what);
    }

    /// Where the value of a record is cut.
    fn find_cuts(&mut self, line: &Line<'t>, content: &Range<usize>) {
        let (start, value) = (line.span().start, line.value_span());
        let limit = start + GOOGLE_LINE_LIMIT;
        if content.end > limit {
            self.report(line, limit..content.end, What::LineTooLong);
        }
        let comment = memchr(b'#', line.bytes()).map(|at| start + at);
        if comment == Some(value.end) && !value.is_empty() {
            let end = line.bytes().iter().rposition(|&byte| !is_whitespace(byte));
            let what = What::CommentCutsValue {
                value: line.value(),
                is_rule: matches!(line.field(), Some(Field::Allow | Field::Disallow)),
            };
            self.report(line, value.end..start + end.map_or(0, |end| end + 1), what);
        }
    }

    fn find_byte_order_marks(&mut self, line: &Line<'t>, content: &Range<usize>) {
        let start = content.start - line.span().start;
        let bytes = &line.bytes()[start..start + content.len()];
        for at in memmem::find_iter(bytes, "\u{FEFF}") {
            let at = content.start + at;
            self.report(
                line,
                at..at + "\u{FEFF}".len(),
                What::MisplacedByteOrderMark,
            );
        }
    }

    /// Reports the spaces at the ends of a field or value that are not
    /// trimmed, and returns it without them.
    fn find_spaces(&mut self, line: &Line<'t>, bytes: &'t [u8], span: Range<usize>) -> &'t [u8] {
        let bare = strip(bytes);
        let before = offset(bytes, bare);
        let ends = [0..before, before + bare.len()..bytes.len()];
        for end in ends {
            if without_marks(&bytes[end.clone()]) {
                let what = What::NonAsciiSpace;
                self.report(line, span.start + end.start..span.start + end.end, what);
            }
        }
        bare
    }
}

/// What a line holds before its comment, trimmed.
fn content(line: &Line<'_>) -> Range<usize> {
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

fn is_known(name: &[u8], dialect: Dialect) -> bool {
    Field::of(name, dialect) != Field::Other || RecordKind::of(name) != RecordKind::Unknown
}

/// The field that a colon is missing after, if the colon that ends `name`
/// is one of the value: `sitemap https` of `sitemap https://example.com/`.
fn field_before_blank(name: &[u8]) -> Option<&[u8]> {
    let blank = name.iter().position(|&byte| is_whitespace(byte))?;
    let field = &name[..blank];
    (Field::of(field, Dialect::Standard) != Field::Other).then_some(field)
}

/// Where `part`, which is a part of `whole`, begins in it.
fn offset(whole: &[u8], part: &[u8]) -> usize {
    part.as_ptr() as usize - whole.as_ptr() as usize
}

/// Spaces that are not ASCII, and the byte order mark, which once was one.
fn is_odd_space(letter: char) -> bool {
    !letter.is_ascii() && letter.is_whitespace()
        || matches!(letter, '\u{200B}' | '\u{2060}' | '\u{FEFF}')
}

/// Bytes without the odd spaces at both ends.
fn strip(bytes: &[u8]) -> &[u8] {
    // Of bytes that are not all UTF-8 only the ends are looked at.
    let mut bare = bytes;
    let is_odd = |&(letter, _): &(char, usize)| is_odd_space(letter);
    while let Some((_, length)) = first_letter(bare).filter(is_odd) {
        bare = &bare[length..];
    }
    while let Some((_, length)) = last_letter(bare).filter(is_odd) {
        bare = &bare[..bare.len() - length];
    }
    bare
}

fn first_letter(bytes: &[u8]) -> Option<(char, usize)> {
    (2..=3).find_map(|length| letter(bytes.get(..length)?))
}

fn last_letter(bytes: &[u8]) -> Option<(char, usize)> {
    (2..=3).find_map(|length| letter(&bytes[bytes.len().checked_sub(length)?..]))
}

/// The letter that `bytes` are, if they are just one.
fn letter(bytes: &[u8]) -> Option<(char, usize)> {
    let mut letters = core::str::from_utf8(bytes).ok()?.chars();
    let letter = letters.next()?;
    letters.next().is_none().then_some((letter, bytes.len()))
}

/// Whether these odd spaces are more than byte order marks, which are
/// reported wherever they stand.
fn without_marks(spaces: &[u8]) -> bool {
    core::str::from_utf8(spaces).is_ok_and(|spaces| spaces.chars().any(|space| space != '\u{FEFF}'))
}

/// The first bytes that are invalid UTF-8, best outside of comments.
fn not_utf8<'t>(read: &'t [u8], dialect: Dialect) -> Option<Diagnostic<'t>> {
    let invalid = |line: Line<'t>| {
        let error = core::str::from_utf8(line.bytes()).err()?;
        let start = line.span().start + error.valid_up_to();
        let end = match error.error_len() {
            Some(length) => start + length,
            None => line.span().end,
        };
        let is_comment = !content(&line).contains(&start);
        Some((line.number(), start..end, is_comment))
    };
    let mut in_comment = None;
    for (line, span, is_comment) in Lines::new(read, dialect).filter_map(invalid) {
        let diagnostic = Diagnostic::new(line, span, What::NotUtf8 { is_comment });
        if !is_comment {
            return Some(diagnostic);
        }
        in_comment = in_comment.or(Some(diagnostic));
    }
    in_comment
}
