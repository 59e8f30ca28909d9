//! The file being checked: its parsed tables and its lines.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::cell::OnceCell;
use core::ops::Range;

use memchr::{memchr, memmem};

use super::diagnostic::{BOTH, Diagnostic, Place};
use super::patterns::path_of_url;
use crate::agent;
use crate::canonical;
use crate::file::{Group, NamedCrawler, Rule, RuleKind, UserAgent};
use crate::lexer::{self, Line, Lines};
use crate::robots::Robots;

/// Returns `true` if all lines, names and rules of a file have the same meaning in both dialects,
/// as in most files.
pub(super) fn are_alike(files: [&Robots<'_>; 2]) -> bool {
    let lines = files.map(|robots| robots.file.lines());
    let [one, other] =
        lines.map(|lines| lines.map(|line| (line.field(), line.name_span(), line.value_span())));
    let is_same_name = |agent: UserAgent<'_>| {
        let [one, other] = BOTH.map(|it| agent::line_token(agent.value(), it).len());
        agent.is_wildcard() || one == other && one > 0
    };
    let is_same_rule = |rule: Rule<'_>| {
        let pattern = rule.pattern();
        // A final `*` only counts in one dialect. Index pages and `/robots.txt` itself also have a
        // special meaning in only one of them.
        !pattern.ends_with(b"*")
            && !pattern.starts_with(b"/robots.txt")
            && memmem::find(pattern, b"/index.htm").is_none()
            && BOTH.map(|it| *canonical::pattern(pattern, it) == *pattern) == [true; 2]
    };
    let is_same =
        |group: Group<'_>| group.agents().all(is_same_name) && group.rules().all(is_same_rule);
    one.eq(other) && files[0].groups().all(is_same)
}

/// Returns `true` if a line comes after the first `user-agent` line.
pub(super) fn is_in_group(line: &Line<'_>, robots: &Robots<'_>) -> bool {
    let first = robots.groups().next();
    first.is_some_and(|first| first.line() < line.number())
}

/// A file, parsed in one dialect.
pub(super) struct Text<'t> {
    /// The bytes of the file up to the byte limit.
    pub(super) bytes: &'t [u8],
    pub(super) robots: &'t Robots<'t>,
    /// The same file as Google reads it.
    pub(super) google: &'t Robots<'t>,
    pub(super) groups: Vec<Group<'t>>,
    /// The crawlers that the groups name, in lower case.
    pub(super) names: BTreeMap<Vec<u8>, NamedCrawler<'t>>,
    /// The starts of all lines.
    starts: Vec<u32>,
    /// The lower-case hosts of the sitemaps, collected when they are first needed.
    hosts: OnceCell<BTreeSet<Vec<u8>>>,
}

impl<'t> Text<'t> {
    pub(super) fn new(robots: &'t Robots<'t>, google: &'t Robots<'t>) -> Text<'t> {
        let lines = robots.file.lines();
        Text {
            bytes: robots.text(),
            robots,
            google,
            groups: robots.groups().collect(),
            names: robots.file.names_by_key(),
            starts: lines.map(|line| line.span().start as u32).collect(),
            hosts: OnceCell::new(),
        }
    }

    /// Returns `true` if one of the file's sitemaps is on this host.
    pub(super) fn has_sitemap_on(&self, host: &[u8]) -> bool {
        let hosts = self.hosts.get_or_init(|| {
            let sitemaps = self.robots.sitemaps();
            let urls = sitemaps.filter_map(|sitemap| path_of_url(sitemap.value()));
            urls.map(|(host, _)| host.to_ascii_lowercase()).collect()
        });
        hosts.contains(&host.to_ascii_lowercase())
    }

    /// Returns the lines whose numbers are in the range. The first line is number 1.
    pub(super) fn lines_in(&self, numbers: Range<u32>) -> impl Iterator<Item = Line<'t>> {
        let passed = numbers.start.saturating_sub(1);
        let start = self.line_start(numbers.start);
        let lines = Lines::new(self.bytes, self.robots.dialect());
        lines.starting_at(start, passed).take(numbers.len())
    }

    /// Returns the line with this number.
    pub(super) fn line(&self, number: u32) -> Option<Line<'t>> {
        self.lines_in(number..number + 1).next()
    }

    /// Returns the place of the record on a line.
    pub(super) fn record(&self, number: u32) -> Place {
        let line = self.line(number);
        line.map_or(Place::new(number, 0..0), |line| record(&line))
    }

    /// Returns the bytes of the record on a line.
    pub(super) fn record_bytes(&self, number: u32) -> &'t [u8] {
        &self.bytes[self.record(number).span()]
    }

    /// Returns the position of the first byte of a line, or the end of the text.
    fn line_start(&self, number: u32) -> usize {
        let start = self.starts.get(number.saturating_sub(1) as usize);
        start.map_or(self.bytes.len(), |&start| start as usize)
    }

    /// Returns the place and the text of an edit that inserts lines below another one, using that
    /// line's line end.
    pub(super) fn insert_below(&self, number: u32, lines: &[String]) -> (Range<usize>, String) {
        let (start, end) = (self.line_start(number), self.line_start(number + 1));
        let line_end = self.line_end(number);
        // If the last line of a file has no line end, the file still ends without one.
        let below = match self.bytes[start..end] {
            [.., b'\r' | b'\n'] => lines.join(line_end) + line_end,
            _ => String::from(line_end) + &lines.join(line_end),
        };
        (end..end, below)
    }

    /// Returns the span of an edit that removes whole lines.
    pub(super) fn remove_lines(&self, first: u32, last: u32) -> Range<usize> {
        let (start, end) = (self.line_start(first), self.line_start(last + 1));
        // A CR before the removed lines and an LF after them must not become a single line end.
        let is_merged = self.bytes[..start].ends_with(b"\r") && self.bytes.get(end) == Some(&b'\n');
        match self.bytes[start..end] {
            [.., b'\r' | b'\n'] if is_merged => start..end - 1,
            _ => start..end,
        }
    }

    /// Returns the line end of a line. If that is the last line and has none, returns the line end
    /// of the line before it.
    pub(super) fn line_end(&self, number: u32) -> &'static str {
        let through = |number: u32| &self.bytes[..self.line_start(number + 1)];
        let lines = match through(number) {
            lines @ [.., b'\r' | b'\n'] => lines,
            _ => through(number - 1),
        };
        match lines {
            [.., b'\r', b'\n'] => "\r\n",
            [.., b'\r'] => "\r",
            _ => "\n",
        }
    }

    /// Returns the group that contains a line.
    pub(super) fn group_at(&self, line: u32) -> Option<&Group<'t>> {
        // Groups are in the order of their lines.
        let next = self.groups.partition_point(|group| group.line() <= line);
        self.groups.get(next.checked_sub(1)?)
    }

    /// Returns the line numbers of a group's start and of its last rule, or of its last
    /// `user-agent` line if it has no rules.
    pub(super) fn lines_of(&self, group: &Group<'_>) -> (u32, u32) {
        // Records after the rules may have been meant for all crawlers.
        let rules = group.rules().map(|rule| rule.line());
        let agents = group.agents().map(|agent| agent.line());
        let last = rules.last().or_else(|| agents.last());
        (group.line(), last.unwrap_or(group.line()))
    }
}

/// Returns the line of the first rule in a group that disallows everything. If there is none,
/// returns the line of its first `disallow` rule that has an effect.
pub(super) fn telling_rule(group: &Group<'_>) -> Option<u32> {
    let effective = group.rules().filter(|rule| {
        // Any other pattern doesn't match anything.
        rule.kind() == RuleKind::Disallow && matches!(rule.pattern(), [b'/' | b'*', ..])
    });
    let rule = effective.min_by_key(|rule| !matches_everything(rule.pattern()));
    rule.map(|rule| rule.line())
}

pub(super) fn matches_everything(pattern: &[u8]) -> bool {
    matches!(pattern, b"/" | b"*" | b"/*")
}

/// Returns the place of a record, from its field to the end of its value.
pub(super) fn record(line: &Line<'_>) -> Place {
    Place::new(line.number(), line.name_span().start..line.value_span().end)
}

/// Returns the trimmed part of a line before its comment.
pub(super) fn content<'t>(line: &Line<'t>) -> &'t [u8] {
    // A comment starts at the first `#`, even inside a value.
    let bytes = line.bytes();
    let end = memchr(b'#', bytes).unwrap_or(bytes.len());
    &bytes[lexer::trim(bytes, 0..end)]
}

/// Adds edits that replace each of these parts of a line's value with a line end and the line's
/// field, so that the text after it gets its own line.
pub(super) fn split_line<'v>(
    new: Diagnostic,
    text: &Text<'_>,
    line: &Line<'_>,
    gaps: impl Iterator<Item = &'v [u8]>,
    have_fields: bool,
) -> Diagnostic {
    let mut between = String::from(text.line_end(line.number()));
    if !have_fields {
        between += &format!("{}: ", String::from_utf8_lossy(line.name()));
    }
    new.edit_each(gaps.map(|gap| place(line, gap).span()), &between)
}

/// Returns the bytes between two parts of a line.
pub(super) fn between<'t>(whole: &'t [u8], one: &[u8], next: &[u8]) -> &'t [u8] {
    &whole[offset(whole, one) + one.len()..offset(whole, next)]
}

/// Returns the offset of the subslice `part` in `whole`.
pub(super) fn offset(whole: &[u8], part: &[u8]) -> usize {
    part.as_ptr() as usize - whole.as_ptr() as usize
}

/// Returns the place of a part of a line, which must be a slice of its bytes.
pub(super) fn place(line: &Line<'_>, part: &[u8]) -> Place {
    let start = line.span().start + offset(line.bytes(), part);
    Place::new(line.number(), start..start + part.len())
}
