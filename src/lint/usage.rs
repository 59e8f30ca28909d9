//! Diagnostics about individual `content-usage`, `content-signal` and `license` lines, and about
//! combinations of them.

use super::findings::Findings;
use super::messages;
use super::phrases::Quoted;
use super::spaces::strip;
use super::text::{Text, place, record};
use crate::lexer::{Field, Line};
use crate::records::{absolute_url, split_statement};
use crate::usage::{Preference, stated, written};

mod pairs;
mod statements;

/// Checks a single line, if its field states terms of use. Only the first problem of each kind in
/// its statement is reported.
pub(super) fn check(line: &Line<'_>, field: Field, is_in_group: bool, found: &mut Findings) {
    let record = record(line);
    // Odd spaces are reported elsewhere, for every field.
    let value = strip(line.value());
    let is_signal = field == Field::ContentSignal;
    match field {
        Field::ContentUsage | Field::ContentSignal => {}
        Field::License if absolute_url(value).is_none() => {
            return found.add(messages::LICENSE_NOT_ABSOLUTE.at(record, &[&Quoted(value)]));
        }
        _ => return,
    }
    if !is_in_group {
        let kind = match is_signal {
            true => &messages::SIGNAL_OUTSIDE,
            false => &messages::USAGE_OUTSIDE,
        };
        found.add(kind.at(record, &[]));
    }
    // A path that starts with anything but `/` is part of the statement.
    let blank = value.iter().position(|byte| matches!(byte, b' ' | b'\t'));
    let first = &value[..blank.unwrap_or(value.len())];
    let no_path = match value {
        [b'*', ..] => Some(&messages::STAR_IS_NO_PATH),
        _ if absolute_url(first).is_some() => Some(&messages::URL_IS_NO_PATH),
        _ => None,
    };
    if let Some(kind) = no_path {
        found.add(kind.at(place(line, first), &[]));
        // The rest of the line still counts, unless the value isn't a Dictionary. In that case,
        // this is the reason.
        if !is_signal && written(field, value).is_err() {
            return;
        }
    }
    let (path, mut statement) = split_statement(value);
    if statement.is_empty() {
        let kind = match (path.is_empty(), is_signal) {
            (true, _) => &messages::NO_STATEMENT,
            (_, true) => &messages::SIGNAL_PATH_WITHOUT_STATEMENT,
            (_, false) => &messages::PATH_WITHOUT_STATEMENT,
        };
        found.add(kind.at(record, &[]));
        return;
    }
    // The first signal in this value has just been reported.
    if no_path.is_some() && is_signal {
        let comma = statement.iter().position(|&byte| byte == b',');
        statement = comma.map_or(b"", |comma| &statement[comma + 1..]);
    }
    statements::check(line, statement, field, !path.is_empty(), found);
}

/// Returns `true` if a `content-signal` value contains `no` for the key, or for any key.
pub(super) fn refuses(signal: &[u8], key: Option<&str>) -> bool {
    let stated = stated(Field::ContentSignal, split_statement(signal).1).unwrap_or_default();
    stated.iter().any(|&(stated, word)| {
        word.preference() == Some(Preference::Disallow) && key.is_none_or(|key| key == stated)
    })
}

/// Reports problems that involve several lines.
pub(super) fn check_across(text: &Text<'_>, found: &mut Findings) {
    in_last_group(text, found);
    for field in [Field::ContentUsage, Field::ContentSignal] {
        pairs::check(text, field, found);
    }
}

/// Reports the first `license` line that no group or rule follows, and the first `crawl-delay`,
/// `content-signal` or `content-usage` line, unless the last group applies to every crawler.
///
/// A sitemap or a blank line must separate a licence from the group. Other records often follow a
/// blank line within their group, so they need a sitemap in between, or a comment above.
fn in_last_group(text: &Text<'_>, found: &mut Findings) {
    let Some(last) = text.groups.last() else {
        return;
    };
    // If the record is meant for all crawlers, it is where it should be.
    let is_for_all = last.agents().any(|agent| agent.is_wildcard());
    let is_only = text.groups.len() == 1;
    let start = last.line();
    let (mut has_sitemap, mut has_blank, mut has_comment) = (false, false, false);
    let mut reported = [false; 2];
    for line in text.lines_in(text.lines_of(last).1 + 1..u32::MAX) {
        let Some(field) = line.field() else {
            let is_blank = line.bytes().trim_ascii().is_empty();
            has_blank |= is_blank;
            has_comment = has_blank && !is_blank;
            continue;
        };
        has_sitemap |= field == Field::Sitemap;
        // The blank line, comment or sitemap shows that the author started something new.
        let (kind, is_set_off) = match field {
            Field::License if !(is_for_all && is_only) => {
                (&messages::LICENSE_IN_LAST_GROUP, has_sitemap || has_blank)
            }
            Field::CrawlDelay | Field::ContentSignal | Field::ContentUsage if !is_for_all => {
                (&messages::RECORD_IN_LAST_GROUP, has_sitemap || has_comment)
            }
            _ => continue,
        };
        // Only report the first one of each kind.
        let is_reported = &mut reported[usize::from(field == Field::License)];
        if is_set_off && !core::mem::replace(is_reported, true) {
            let new = kind.at(record(&line), &[&start, &Quoted(line.name())]);
            found.add(new.relate(text.record(start), "the last group starts here"));
        }
    }
}
