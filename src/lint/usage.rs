//! Diagnostics about `content-usage`, `content-signal` and `license` lines.
//!
//! [`look_at`] checks single lines, and [`look_across`] checks several lines together.

use alloc::format;
use alloc::string::String;
use core::ops::Range;

use super::codes::Code;
use super::diagnostic::{Diagnostic, Place};
use super::findings::Findings;
use super::spaces::{offset, strip};
use super::text::{Text, record};
use super::words::Quoted;
use crate::lexer::{Field, Line};
use crate::records::absolute_url;
use crate::records::terms::{Terms, split};
use crate::usage::members;

mod pairs;
mod statements;

/// Checks a single line. Of each kind of problem in its statement, only the first is
/// reported.
pub(super) fn look_at(line: &Line<'_>, terms: Terms, is_in_group: bool, found: &mut Findings) {
    let record = record(line);
    // Odd spaces are reported elsewhere, for every field.
    let value = strip(line.value());
    let is_signal = match terms {
        Terms::License => {
            if absolute_url(value).is_none() {
                found.add(Diagnostic::new(
                    Code::LicenseNotAbsolute,
                    record,
                    format!(
                        "{} is not an absolute URL, as a licence must be",
                        Quoted(value)
                    ),
                    "write the full URL, as in `License: https://example.com/license.xml`",
                ));
            }
            return;
        }
        Terms::Usage => false,
        Terms::Signal => true,
    };
    if !is_in_group {
        found.add(Diagnostic::new(
            Code::UsageOutsideGroup,
            record,
            if is_signal {
                "this line comes before the first user-agent line; some crawlers apply it to all, others to none"
            } else {
                "this line comes before the first user-agent line, so it applies to no crawler"
            },
            "write it below `User-agent: *` if it is for every crawler without a group of its own",
        ));
    }
    let is_blank = |byte: &u8| matches!(byte, b' ' | b'\t');
    let first = value.iter().position(is_blank).unwrap_or(value.len());
    let start = line.value_span().start + offset(line.value(), value);
    let mut path = |place, message: &str, advice: &str| {
        found.add(Diagnostic::new(Code::UsagePath, place, message, advice));
    };
    let word = Place::new(line.number(), start..start + first);
    let no_path = if value.starts_with(b"*") {
        Some((
            "only what starts with `/` is a path; this is part of the statement",
            "start the path with `/`, as in `/*.pdf`",
        ))
    } else if absolute_url(&value[..first]).is_some() {
        Some((
            "a URL is not a path; this is part of the statement",
            "write only the path of the URL",
        ))
    } else {
        None
    };
    if let Some((message, advice)) = no_path {
        path(word, message, advice);
        // The rest of the line still counts, unless the value is not a Dictionary. In that case, this is the reason.
        if !is_signal && members(value).is_err() {
            return;
        }
    }
    let (written, statement) = split(value);
    let has_path = !written.is_empty();
    if statement.is_empty() {
        let message = if has_path && !is_signal {
            "there is no statement, so this line only overrides lines with shorter paths"
        } else {
            "there is no statement, so this line says nothing"
        };
        let advice = if has_path {
            "write a statement after the path, or remove the line"
        } else {
            "write a statement, or remove the line"
        };
        path(record, message, advice);
        return;
    }
    // The first signal of this value has just been reported.
    let statement = if no_path.is_some() && is_signal {
        let Some(comma) = statement.iter().position(|&byte| byte == b',') else {
            return;
        };
        &statement[comma + 1..]
    } else {
        statement
    };
    let start = start + value.len() - statement.len();
    let mut report = |part: Range<usize>, code, message: String, advice: String, is_minor| {
        let place = Place::new(line.number(), start + part.start..start + part.end);
        found.add(Diagnostic::new(code, place, message, advice).information_if(is_minor));
    };
    if is_signal {
        statements::look_at_signals(statement, &mut report);
    } else {
        statements::look_at_usage(statement, has_path, &mut report);
    }
}

/// Returns `true` if a `content-signal` value says `no` to some use.
pub(super) fn refuses(signal: &[u8]) -> bool {
    let (_, statement) = split(signal);
    pairs::said(statement, Terms::Signal).is_some_and(|(_, refused)| refused != 0)
}

/// Reports problems that involve several lines. Takes one pass over the text, and O(n log n)
/// time for n `content-usage`, `content-signal` and `user-agent` lines.
pub(super) fn look_across(text: &Text<'_>, found: &mut Findings) {
    in_last_group(text, found);
    if text.has_terms {
        pairs::find_pairs(text, found);
    }
}

/// Reports the first `license` line that no group or rule follows, and the first `crawl-delay`,
/// `content-signal` or `content-usage` line, unless the last group applies to every crawler.
///
/// A sitemap or a blank line must separate a licence from the group. Other records often follow
/// a blank line within their group, so they need a sitemap between, or a comment above.
fn in_last_group(text: &Text<'_>, found: &mut Findings) {
    let Some(last) = text.groups.last() else {
        return;
    };
    let is_for_all = last.agents().any(|agent| agent.is_wildcard());
    let is_only = text.groups.len() == 1;
    let start = last.line();
    let end = text.lines_of(last).1;
    let (mut has_sitemap, mut has_blank, mut has_comment) = (false, false, false);
    let mut reported = [false; 2];
    for line in text.lines_in(end + 1..u32::MAX) {
        let field = match line.field() {
            Some(field) => field,
            None => {
                let is_blank = line.bytes().trim_ascii().is_empty();
                has_blank |= is_blank;
                has_comment = has_blank && !is_blank;
                continue;
            }
        };
        has_sitemap |= field == Field::Sitemap;
        let (code, is_set_off) = match field {
            Field::License if !(is_for_all && is_only) => {
                (Code::LicenseInLastGroup, has_sitemap || has_blank)
            }
            Field::CrawlDelay | Field::ContentSignal | Field::ContentUsage if !is_for_all => {
                (Code::RecordInLastGroup, has_sitemap || has_comment)
            }
            _ => continue,
        };
        let is_license = field == Field::License;
        if !is_set_off || core::mem::replace(&mut reported[usize::from(is_license)], true) {
            continue;
        }
        let (what, advice) = if is_license {
            (
                "this licence".into(),
                "write it before the first user-agent line if it is for every crawler",
            )
        } else {
            (
                format!("this {}", Quoted(line.name())),
                "write it in the group of `*` if it is for every crawler",
            )
        };
        found.add(
            Diagnostic::new(
                code,
                record(&line),
                format!(
                    "{what} belongs to the group of line {start}, because only a user-agent line ends a group",
                ),
                advice,
            )
            .relate(text.record(start), "the last group starts here"),
        );
    }
}
