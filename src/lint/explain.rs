//! What diagnostics say.

use alloc::borrow::Cow;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::{self, Write};

use super::{Code, Severity};
use crate::lexer::{Field, GOOGLE_LINE_LIMIT};
use crate::records::RecordKind;

/// A kind of diagnostic, with what its sentences need.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum What<'t> {
    InputCut {
        length: usize,
        read: usize,
        /// How many rules are ignored.
        rules: usize,
    },
    Utf16ByteOrderMark,
    LooksLikeHtml {
        /// How many lines are rules all the same.
        rules: usize,
    },
    NotUtf8 {
        is_comment: bool,
    },
    MisplacedByteOrderMark,
    LineTooLong,
    MissingColon {
        name: &'t [u8],
        is_accepted: bool,
    },
    FieldTypo {
        name: &'t [u8],
        meant: Field,
        is_accepted: bool,
    },
    UnknownField {
        name: &'t [u8],
    },
    UnsupportedField {
        name: &'t [u8],
    },
    NonAsciiSpace,
    CommentCutsValue {
        value: &'t [u8],
        is_rule: bool,
    },
    EmptyUserAgent,
    StarNamesNobody {
        value: &'t [u8],
    },
    UserAgentCharacters {
        value: &'t [u8],
        token: &'t [u8],
    },
    JoinedRun {
        /// Those bound unexpectedly.
        names: Names<'t>,
        /// What binds them.
        record: &'t [u8],
        line: u32,
    },
    GroupWithoutRules {
        /// Those that no other group names.
        names: Names<'t>,
        /// Whether the group of `*` disallows something.
        escapes: bool,
    },
    RuleOutsideGroup,
    NoLeadingSlash {
        pattern: &'t [u8],
    },
    AbsoluteUrlPattern {
        path: &'t [u8],
    },
    RuleNeverWins {
        is_allow: bool,
        winner: &'t [u8],
        winner_allows: bool,
        line: u32,
    },
    DollarInsidePattern,
    BadPercentEncoding,
    DotSegment,
    Backslash,
    BadCrawlDelay {
        value: &'t [u8],
    },
    SitemapNotAbsolute {
        value: &'t [u8],
    },
}

impl What<'_> {
    pub(super) fn code(&self) -> Code {
        match self {
            What::InputCut { .. } => Code::InputCut,
            What::Utf16ByteOrderMark => Code::Utf16ByteOrderMark,
            What::LooksLikeHtml { .. } => Code::LooksLikeHtml,
            What::NotUtf8 { .. } => Code::NotUtf8,
            What::MisplacedByteOrderMark => Code::MisplacedByteOrderMark,
            What::LineTooLong => Code::LineTooLong,
            What::MissingColon { .. } => Code::MissingColon,
            What::FieldTypo { .. } => Code::FieldTypo,
            What::UnknownField { .. } => Code::UnknownField,
            What::UnsupportedField { .. } => Code::UnsupportedField,
            What::NonAsciiSpace => Code::NonAsciiSpace,
            What::CommentCutsValue { .. } => Code::CommentCutsValue,
            What::EmptyUserAgent => Code::EmptyUserAgent,
            What::StarNamesNobody { .. } => Code::StarNamesNobody,
            What::UserAgentCharacters { .. } => Code::UserAgentCharacters,
            What::JoinedRun { .. } => Code::JoinedRun,
            What::GroupWithoutRules { .. } => Code::GroupWithoutRules,
            What::RuleOutsideGroup => Code::RuleOutsideGroup,
            What::NoLeadingSlash { .. } => Code::NoLeadingSlash,
            What::AbsoluteUrlPattern { .. } => Code::AbsoluteUrlPattern,
            What::RuleNeverWins { .. } => Code::RuleNeverWins,
            What::DollarInsidePattern => Code::DollarInsidePattern,
            What::BadPercentEncoding => Code::BadPercentEncoding,
            What::DotSegment => Code::DotSegment,
            What::Backslash => Code::Backslash,
            What::BadCrawlDelay { .. } => Code::BadCrawlDelay,
            What::SitemapNotAbsolute { .. } => Code::SitemapNotAbsolute,
        }
    }

    pub(super) fn severity(&self) -> Severity {
        match self {
            What::InputCut { rules: 0, .. }
            | What::UnsupportedField { .. }
            | What::NotUtf8 { is_comment: true }
            | What::GroupWithoutRules { escapes: false, .. } => Severity::Information,
            What::RuleNeverWins {
                is_allow,
                winner_allows,
                ..
            } if is_allow == winner_allows => Severity::Information,
            // `Googlebot/2.1` and `googlebot*` name whom they seem to name.
            What::UserAgentCharacters { value, token } if !token.is_empty() => {
                match value[token.len()..] {
                    [b'/', ..] | [b'*'] => Severity::Information,
                    _ => Severity::Warning,
                }
            }
            _ => Severity::Warning,
        }
    }

    pub(super) fn message(&self) -> String {
        match self {
            What::InputCut { length, read, rules } => format!(
                "only the first {read} of {length} bytes are read: what follows is ignored, {} in it",
                counted(*rules),
            ),
            What::Utf16ByteOrderMark => {
                "the file is UTF-16, in which no line can be read, so everything is allowed".into()
            }
            What::LooksLikeHtml { rules } => format!(
                "looks like a page of HTML or XML; only lines that happen to be records count, {} among them",
                counted(*rules),
            ),
            What::NotUtf8 { is_comment: false } => "these bytes are invalid UTF-8; they are taken as they \
                are, and URLs spelled in UTF-8 do not match them"
                .into(),
            What::NotUtf8 { is_comment: true } => {
                "these bytes are invalid UTF-8, which does no harm in a comment".into()
            }
            What::MisplacedByteOrderMark => "a byte order mark that is not at the start of the file is \
                not skipped, but belongs to the field or value"
                .into(),
            What::LineTooLong => {
                format!("Google reads only the first {GOOGLE_LINE_LIMIT} bytes of a line")
            }
            What::MissingColon { name, is_accepted: true } => format!(
                "there is no colon after {}; Google takes the line for a record all the same, others ignore it",
                Quoted(name),
            ),
            What::MissingColon { name, is_accepted: false } => {
                format!("there is no colon after {}, so the line is ignored", Quoted(name))
            }
            What::FieldTypo { name, meant, is_accepted: true } => format!(
                "Google takes {} for `{}`, others ignore the line",
                Quoted(name),
                field_name(*meant),
            ),
            What::FieldTypo { name, meant, is_accepted: false } => format!(
                "{} is not `{}`, so the line is ignored, although Google accepts it",
                Quoted(name),
                field_name(*meant),
            ),
            What::UnknownField { name } => {
                format!("nobody knows a field {}, so the line is ignored", Quoted(name))
            }
            What::UnsupportedField { name } => format!(
                "{} is no part of RFC 9309: {}",
                Quoted(name),
                match RecordKind::of(name) {
                    RecordKind::CrawlDelay => "some crawlers obey it, Google does not",
                    RecordKind::Noindex => "Google no longer obeys it",
                    RecordKind::Host | RecordKind::CleanParam => "only Yandex ever obeyed it",
                    _ => "few crawlers obey it, and no rule depends on it",
                },
            ),
            What::NonAsciiSpace => "this space is not ASCII, so it is not trimmed, but belongs to the \
                field or value"
                .into(),
            What::CommentCutsValue { value, is_rule } => {
                let effect = match (*is_rule, *value) {
                    (true, b"/" | b"*" | b"/*") => ", which matches every URL",
                    _ => "",
                };
                let part = if *is_rule { "pattern" } else { "value" };
                format!("`#` begins a comment, so the {part} is only {}{effect}", Quoted(value))
            }
            What::EmptyUserAgent => "names no crawler".into(),
            What::StarNamesNobody { value } => format!("{} names no crawler: `*` is a name of its own, no wildcard", Quoted(value)),
            What::UserAgentCharacters { value, token: [] } => format!(
                "{} names no crawler, as it does not begin with a product token",
                Quoted(value),
            ),
            What::UserAgentCharacters { value, token } => {
                format!("of {} only the product token {} is compared", Quoted(value), Quoted(token))
            }
            What::JoinedRun { names, record, line } => format!(
                "joins the group of line {line}, so {} binds {names}, too: only a rule ends a run of \
                 user-agent lines",
                Quoted(record),
            ),
            What::GroupWithoutRules { names, .. } if names.is_empty() => {
                "this group has no rules, and other groups name the same crawlers, so it changes nothing".into()
            }
            What::GroupWithoutRules { names, escapes } => format!(
                "this group has no rules, so {names} may fetch everything{}",
                match escapes {
                    true => ", also what the group of `*` disallows",
                    false => "",
                },
            ),
            What::RuleOutsideGroup => {
                "stands before the first user-agent line, so it binds nobody".into()
            }
            What::NoLeadingSlash { pattern } => format!(
                "{} begins with neither `/` nor `*`, so the rule matches nothing",
                Quoted(pattern),
            ),
            What::AbsoluteUrlPattern { .. } => "a pattern is compared with path and query only, so the \
                rule matches nothing"
                .into(),
            What::RuleNeverWins { is_allow, winner, winner_allows, line } => {
                let winner = Rule(*winner_allows, winner);
                match is_allow == winner_allows {
                    true => format!("changes nothing: {winner} of line {line} matches the same and wins"),
                    false => format!("never decides: {winner} of line {line} matches the same and wins"),
                }
            }
            What::DollarInsidePattern => {
                "`$` is the end of the URL only at the end of a pattern; here it matches a `$`".into()
            }
            What::BadPercentEncoding => {
                "`%` without two hex digits after it stands for itself".into()
            }
            What::DotSegment => {
                "clients resolve `.` and `..` before they ask, so the rule matches nothing".into()
            }
            What::Backslash => "clients send a `\\` in a path as `/`, so this matches only `%5C`".into(),
            What::BadCrawlDelay { value: [] } => "a crawl-delay without a value is ignored".into(),
            What::BadCrawlDelay { value } => format!(
                "{} is no plain number of seconds of at most a day, so it is ignored",
                Quoted(value),
            ),
            What::SitemapNotAbsolute { value: [] } => "a sitemap without a value is ignored".into(),
            What::SitemapNotAbsolute { value } => {
                format!("{} is no absolute URL, so the sitemap is ignored", Quoted(value))
            }
        }
    }

    pub(super) fn advice(&self) -> String {
        let advice = match self {
            What::InputCut { .. } => "write fewer rules, with `*` in the place of what differs",
            What::Utf16ByteOrderMark | What::NotUtf8 { .. } => "save the file as UTF-8",
            What::LooksLikeHtml { .. } => {
                "serve plain text, or answer with status 404 if there is no robots.txt"
            }
            What::MisplacedByteOrderMark => "remove it",
            What::LineTooLong => "write a shorter line, or several",
            What::MissingColon { name, .. } => {
                return format!("write `{}:`", name.escape_ascii());
            }
            What::FieldTypo { meant, .. } => return format!("write `{}:`", field_name(*meant)),
            What::UnknownField { name } => match nearest_field(name) {
                Some(near) => return format!("write `{near}:`, if that is meant"),
                None => "remove the line, or make it a comment with `#`",
            },
            What::UnsupportedField { name } => match RecordKind::of(name) {
                RecordKind::Noindex => "use a robots meta tag or an X-Robots-Tag header instead",
                RecordKind::Host => "redirect the other hosts, or use canonical links",
                _ => "nothing, if only crawlers that know it are to obey it",
            },
            What::NonAsciiSpace => "write a plain space, or none",
            What::CommentCutsValue { .. } => {
                "write `%23` for a `#` that is meant, or a blank before the comment"
            }
            What::EmptyUserAgent => "write a product token, or `*` for every crawler",
            What::StarNamesNobody { .. } => {
                "write whole product tokens, one a line, or `*` alone for every crawler"
            }
            What::UserAgentCharacters { token: [], .. } => {
                "write the product token of the crawler alone, without quotes and brackets"
            }
            What::UserAgentCharacters { token, .. } => {
                return format!("write {}, if that crawler is meant", Quoted(token));
            }
            What::JoinedRun { .. } => {
                "write `Disallow:` before this line, if the agents above are to have a group of their own"
            }
            What::GroupWithoutRules { names, .. } if names.is_empty() => {
                "remove it, or write its rules"
            }
            What::GroupWithoutRules { .. } => {
                "write `Disallow:` below, if that is meant, or else its rules"
            }
            What::RuleOutsideGroup => {
                "write `User-agent: *` before it, if it is to bind every crawler"
            }
            What::NoLeadingSlash { pattern } => {
                let pattern = pattern.strip_prefix(b"./").unwrap_or(pattern);
                return format!("write {}", Quoted(&[b"/", pattern].concat()));
            }
            What::AbsoluteUrlPattern { path: [] } => "write `/`",
            What::AbsoluteUrlPattern { path } => return format!("write {}", Quoted(path)),
            What::RuleNeverWins {
                is_allow,
                winner_allows,
                ..
            } if is_allow == winner_allows => "remove one of the two",
            What::RuleNeverWins { .. } => {
                "remove one of the two, or make the one that is to win longer"
            }
            What::DollarInsidePattern => {
                "write `%24` for a `$` that is meant, or end the pattern here"
            }
            What::BadPercentEncoding => "write `%25` for a `%` that is meant",
            What::DotSegment => "write the path as it is after `.` and `..` are resolved",
            What::Backslash => "write `/`, or `%5C` for a backslash that is meant",
            What::BadCrawlDelay { .. } => {
                "write seconds, like `Crawl-delay: 10` or `Crawl-delay: 0.5`"
            }
            What::SitemapNotAbsolute { .. } => {
                "write the whole URL, like `Sitemap: https://example.com/sitemap.xml`"
            }
        };
        advice.into()
    }
}

fn counted(rules: usize) -> Cow<'static, str> {
    match rules {
        0 => "no rule".into(),
        1 => "1 rule".into(),
        rules => format!("{rules} rules").into(),
    }
}

fn field_name(field: Field) -> &'static str {
    match field {
        Field::UserAgent => "User-agent",
        Field::Allow => "Allow",
        Field::Disallow => "Disallow",
        Field::Sitemap | Field::Other => "Sitemap",
    }
}

/// The field that an unknown one differs from by one letter more, less or
/// other, or by two exchanged ones; by two of these if it is long.
fn nearest_field(name: &[u8]) -> Option<&'static str> {
    const NAMES: [&str; 5] = ["User-agent", "Disallow", "Allow", "Sitemap", "Crawl-delay"];
    let most = |near: &str| if near.len() > 7 { 2 } else { 1 };
    NAMES
        .into_iter()
        .filter(|near| near.len().abs_diff(name.len()) <= most(near))
        .find(|near| distance(&name.to_ascii_lowercase(), &near.to_ascii_lowercase()) <= most(near))
}

/// How many letters are inserted, left out, exchanged with their neighbour
/// or replaced between two short names.
fn distance(one: &[u8], other: &str) -> usize {
    let other = other.as_bytes();
    let mut rows: Vec<Vec<usize>> = Vec::with_capacity(one.len() + 1);
    rows.push((0..=other.len()).collect());
    for (at, letter) in one.iter().enumerate() {
        let mut row = Vec::with_capacity(other.len() + 1);
        row.push(at + 1);
        for (other_at, other_letter) in other.iter().enumerate() {
            let replaced = rows[at][other_at] + usize::from(letter != other_letter);
            let mut least = replaced
                .min(rows[at][other_at + 1] + 1)
                .min(row[other_at] + 1);
            if at > 0
                && other_at > 0
                && *letter == other[other_at - 1]
                && one[at - 1] == *other_letter
            {
                least = least.min(rows[at - 1][other_at - 1] + 1);
            }
            row.push(least);
        }
        rows.push(row);
    }
    rows[one.len()][other.len()]
}

/// A rule, to be read inside a sentence.
struct Rule<'t>(bool, &'t [u8]);

impl fmt::Display for Rule<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let field = if self.0 { "Allow: " } else { "Disallow: " };
        write!(f, "{}", Quoted(&[field.as_bytes(), self.1].concat()))
    }
}

/// A part of the text, to be read inside a sentence: printable, and cut if
/// it is long.
struct Quoted<'t>(&'t [u8]);

impl fmt::Display for Quoted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        /// So many letters of a value are shown.
        const MOST: usize = 60;
        // A letter has at most four bytes.
        let head = &self.0[..self.0.len().min(4 * MOST + 4)];
        let text = String::from_utf8_lossy(head);
        f.write_char('`')?;
        for letter in text.chars().take(MOST) {
            match letter {
                letter if letter.is_control() => write!(f, "{}", letter.escape_default())?,
                letter => f.write_char(letter)?,
            }
        }
        f.write_str(if text.chars().nth(MOST).is_some() {
            "…`"
        } else {
            "`"
        })
    }
}

/// The names of some crawlers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Names<'t> {
    /// The first few.
    shown: Vec<&'t [u8]>,
    others: usize,
}

impl<'t> Names<'t> {
    pub(super) fn of(names: impl Iterator<Item = &'t [u8]>) -> Names<'t> {
        const MOST: usize = 5;
        let (mut shown, mut others) = (Vec::<&[u8]>::new(), 0);
        for name in names {
            if shown.iter().any(|shown| shown.eq_ignore_ascii_case(name)) {
                continue;
            }
            match shown.len() < MOST {
                true => shown.push(name),
                false => others += 1,
            }
        }
        Names { shown, others }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.shown.is_empty()
    }
}

impl fmt::Display for Names<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let last = self.shown.len().saturating_sub(1);
        for (number, name) in self.shown.iter().enumerate() {
            f.write_str(match number {
                0 => "",
                number if number == last && self.others == 0 => " and ",
                _ => ", ",
            })?;
            write!(f, "{}", Quoted(name))?;
        }
        match self.others {
            0 => Ok(()),
            others => write!(f, " and {others} more"),
        }
    }
}
