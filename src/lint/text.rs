//! The file being checked: its parsed tables and its lines.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::cell::OnceCell;
use core::ops::Range;

use memchr::{memchr, memchr2, memmem};

use super::diagnostic::Place;
use crate::agent;
use crate::canonical;
use crate::dialect::Dialect;
use crate::file::{Group, NamedCrawler, Rule, RuleKind, UserAgent};
use crate::lexer::{Line, Lines, is_whitespace};
use crate::records::Record;
use crate::robots::Robots;

/// A file, parsed in one dialect.
pub(super) struct Text<'t> {
    /// The bytes of the file up to the byte limit.
    pub(super) bytes: &'t [u8],
    pub(super) dialect: Dialect,
    pub(super) robots: &'t Robots<'t>,
    pub(super) groups: Vec<Group<'t>>,
    names: OnceCell<BTreeMap<Vec<u8>, NamedCrawler<'t>>>,
    /// The starts of all lines.
    starts: &'t [u32],
    /// The lower-case hosts of the sitemaps.
    hosts: OnceCell<BTreeSet<Vec<u8>>>,
}

impl<'t> Text<'t> {
    pub(super) fn new(bytes: &'t [u8], starts: &'t [u32], robots: &'t Robots<'t>) -> Text<'t> {
        Text {
            bytes,
            dialect: robots.dialect(),
            groups: robots.groups().collect(),
            names: OnceCell::new(),
            robots,
            starts,
            hosts: OnceCell::new(),
        }
    }

    /// Returns the crawlers that the groups name, in lower case.
    pub(super) fn names(&self) -> &BTreeMap<Vec<u8>, NamedCrawler<'t>> {
        self.names.get_or_init(|| self.robots.file().names())
    }

    /// Returns `true` if all names and rules mean the same in both dialects, if their lines do.
    pub(super) fn means_the_same(&self) -> bool {
        let dialects = [Dialect::Standard, Dialect::Google];
        let is_same_name = |agent: UserAgent<'_>| {
            let [one, other] = dialects.map(|it| agent::line_token(agent.value(), it).len());
            agent.is_wildcard() || one == other && one > 0
        };
        let is_same_rule = |rule: Rule<'_>| {
            let pattern = rule.pattern();
            let is_spelled = |dialect| *canonical::pattern(pattern, dialect) == *pattern;
            // A final `*` counts in one dialect only; so do index pages, and /robots.txt itself.
            !pattern.ends_with(b"*")
                && !pattern.starts_with(b"/robots.txt")
                && memmem::find(pattern, b"/index.htm").is_none()
                && dialects.into_iter().all(is_spelled)
        };
        self.groups
            .iter()
            .all(|group| group.agents().all(is_same_name) && group.rules().all(is_same_rule))
    }

    /// Returns `true` if a sitemap of the file is on this host.
    pub(super) fn has_sitemap_on(&self, host: &[u8]) -> bool {
        let of = |sitemap: Record<'_>| {
            let start = memmem::find(sitemap.value(), b"://")? + 3;
            let rest = &sitemap.value()[start..];
            let end = memchr(b'/', rest).unwrap_or(rest.len());
            Some(rest[..end].to_ascii_lowercase())
        };
        let hosts = self
            .hosts
            .get_or_init(|| self.robots.sitemaps().filter_map(of).collect());
        hosts.contains(&host.to_ascii_lowercase())
    }

    pub(super) fn lines(&self) -> Lines<'t> {
        Lines::new(self.bytes, self.dialect)
    }

    /// Returns the lines whose numbers are in the range. The first line is number 1.
    pub(super) fn lines_in(&self, numbers: Range<u32>) -> impl Iterator<Item = Line<'t>> {
        let passed = numbers.start.saturating_sub(1);
        let start = self.starts.get(passed as usize);
        let start = start.map_or(self.bytes.len(), |&start| start as usize);
        let count = numbers.end.saturating_sub(numbers.start) as usize;
        Lines::starting_at(self.bytes, start, passed, self.dialect).take(count)
    }

    /// Returns the place of the record on a line.
    pub(super) fn record(&self, number: u32) -> Place {
        match self.lines_in(number..number + 1).next() {
            Some(line) => record(&line),
            None => Place::new(number, self.bytes.len()..self.bytes.len()),
        }
    }

    /// Returns the bytes of the record on a line.
    pub(super) fn record_bytes(&self, number: u32) -> &'t [u8] {
        &self.bytes[self.record(number).span()]
    }

    /// Returns the byte range of a line, including its line end.
    pub(super) fn whole_line(&self, number: u32) -> Range<usize> {
        let at = |number: u32| {
            let start = self.starts.get(number as usize);
            start.map_or(self.bytes.len(), |&start| start as usize)
        };
        at(number.saturating_sub(1))..at(number)
    }

    /// Returns the place and the text of an edit that inserts lines below another one, with the
    /// line end of that line.
    pub(super) fn insert_below(&self, number: u32, lines: &[String]) -> (Range<usize>, String) {
        let Range { start, end } = self.whole_line(number);
        let line_end = self.line_end(start);
        let has_end = matches!(self.bytes[start..end], [.., b'\r' | b'\n']);
        let insert = |line: &String| match has_end {
            true => format!("{line}{line_end}"),
            false => format!("{line_end}{line}"),
        };
        (end..end, lines.iter().map(insert).collect())
    }

    /// Returns the span of an edit that removes whole lines.
    pub(super) fn remove_lines(&self, first: u32, last: u32) -> Range<usize> {
        let (start, last) = (self.whole_line(first).start, self.whole_line(last));
        let is_merged = |end: usize| {
            self.bytes[..start].ends_with(b"\r") && self.bytes.get(end) == Some(&b'\n')
        };
        // The line ends around the removed lines must not become one.
        let end = match self.bytes[last.clone()] {
            [.., b'\r' | b'\n'] if is_merged(last.end) => last.end - 1,
            _ => last.end,
        };
        start..end
    }

    /// Returns the line end of the line that contains `position`, or that of the line before it
    /// if it is the last one and has none.
    pub(super) fn line_end(&self, position: usize) -> &'static str {
        let is_end = |byte: &u8| matches!(byte, b'\n' | b'\r');
        let next = memchr2(b'\n', b'\r', &self.bytes[position..]).map(|length| position + length);
        let last = || self.bytes[..position].iter().rposition(is_end);
        let Some(at) = next.or_else(last) else {
            return "\n";
        };
        let is = |at: Option<usize>, byte: u8| at.and_then(|at| self.bytes.get(at)) == Some(&byte);
        match self.bytes[at] {
            b'\r' if is(Some(at + 1), b'\n') => "\r\n",
            b'\n' if is(at.checked_sub(1), b'\r') => "\r\n",
            b'\r' => "\r",
            _ => "\n",
        }
    }

    /// Returns the group that contains a line.
    pub(super) fn group_at(&self, line: u32) -> Option<&Group<'t>> {
        let next = self.groups.partition_point(|group| group.line() <= line);
        self.groups.get(next.checked_sub(1)?)
    }

    /// Returns the numbers of the first line of a group and of its last rule, or of its last
    /// `user-agent` line if it has no rules.
    pub(super) fn lines_of(&self, group: &Group<'_>) -> (u32, u32) {
        let rules = group.rules().map(|rule| rule.line());
        let agents = group.agents().map(|agent| agent.line());
        let last = rules.last().or_else(|| agents.last());
        (group.line(), last.unwrap_or(group.line()))
    }
}

/// Returns the product token, or `*`, that a `user-agent` line names.
pub(super) fn name<'a>(agent: &UserAgent<'a>) -> Option<&'a [u8]> {
    if agent.is_wildcard() {
        return Some(b"*");
    }
    Some(agent.token()).filter(|token| !token.is_empty())
}

/// Returns `true` if Google's parser truncates this name. No Google crawler has such a name.
pub(super) fn is_cut_by_google(name: &[u8]) -> bool {
    let [google, standard] = [Dialect::Google, Dialect::Standard];
    agent::line_token(name, google).len() < agent::line_token(name, standard).len()
}

/// Returns the line of the first rule of a group that disallows everything. If there is
/// none, returns the line of its first `disallow` rule that has an effect.
pub(super) fn telling_rule(group: &Group<'_>) -> Option<u32> {
    let effective = || {
        let rules = group.rules();
        rules.filter(|rule| {
            // Any other pattern matches nothing.
            rule.kind() == RuleKind::Disallow && matches!(rule.pattern(), [b'/' | b'*', ..])
        })
    };
    effective()
        .find(|rule| matches_everything(rule.pattern()))
        .or_else(|| effective().next())
        .map(|rule| rule.line())
}

pub(super) fn matches_everything(pattern: &[u8]) -> bool {
    matches!(pattern, b"/" | b"*" | b"/*")
}

/// Returns the place of a record: from its field to the end of its value.
pub(super) fn record(line: &Line<'_>) -> Place {
    Place::new(line.number(), line.name_span().start..line.value_span().end)
}

/// Returns the trimmed range of a line before its comment.
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

/// Returns the bytes of a part of a line.
pub(super) fn bytes_of<'t>(line: &Line<'t>, part: &Range<usize>) -> &'t [u8] {
    let start = line.span().start;
    &line.bytes()[part.start - start..part.end - start]
}

/// Returns the text to insert between two parts of a value to move the second part to a line
/// of its own.
pub(super) fn separate_lines(line: &Line<'_>, text: &Text<'_>) -> String {
    let name = String::from_utf8_lossy(line.name());
    format!("{}{name}: ", text.line_end(line.span().start))
}

/// Returns the span of a part of the value of a line.
pub(super) fn span_in_value(line: &Line<'_>, part: &[u8]) -> Range<usize> {
    let start = line.value_span().start + part.as_ptr() as usize - line.value().as_ptr() as usize;
    start..start + part.len()
}
