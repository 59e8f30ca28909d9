//! Finds the delays, rates, usage preferences and licences that an edit changes for a crawler.

use alloc::borrow::Cow;
use alloc::collections::{BTreeMap, BTreeSet};
use alloc::format;
use alloc::string::{String, ToString as _};
use alloc::vec::Vec;

use super::super::phrases::{Quoted, counted};
use super::whom;
use crate::agent;
use crate::canonical;
use crate::dialect::Dialect;
use crate::diff::{Budget, Limit};
use crate::lexer::{Field, Line};
use crate::matcher::Matcher;
use crate::robots::Robots;

/// Returns the parts of a line that matter for verdicts and for the compared records: its field,
/// and the name, pattern or value that counts.
pub(super) fn reading<'t>(line: &Line<'t>, dialect: Dialect) -> Option<(Field, Cow<'t, [u8]>)> {
    // Anything that crawlers ignore may change without an effect.
    let (field, value) = (line.field()?, line.value());
    let counts = match field {
        Field::UserAgent if agent::is_wildcard(value) => Cow::Borrowed(&b"*"[..]),
        Field::UserAgent => agent::line_token(value, dialect)
            .to_ascii_lowercase()
            .into(),
        Field::Allow | Field::Disallow => canonical::pattern(value, dialect),
        Field::CrawlDelay | Field::RequestRate => value.into(),
        Field::ContentUsage | Field::ContentSignal | Field::License => value.into(),
        _ => return None,
    };
    Some((field, counts))
}

/// Describes the first record that applies to a crawler in only one of two files, and counts the
/// crawlers that gain or lose one. Returns `None` if there is none, and an error if the budget
/// isn't enough to find out.
///
/// Most edits don't change the order of the `user-agent` lines, the records, and the rules between
/// them, so each record still applies to the same crawlers. Otherwise, all crawlers that a file
/// names are compared one by one.
pub(super) fn first_change(
    old: &Robots<'_>,
    new: &Robots<'_>,
    budget: &mut Budget,
) -> Result<Option<String>, Limit> {
    if outline(old).eq(outline(new)) {
        return Ok(None);
    }
    let files = [old, new];
    // `*` is for the crawlers that neither file names.
    let mut names = BTreeSet::from([String::from("*")]);
    let mut rows = 0;
    for file in files.map(|robots| &robots.file) {
        let named = file.names().into_iter();
        names.extend(named.map(|named| String::from_utf8_lossy(named.token).into_owned()));
        rows += file.rows.len();
    }
    let (mut first, mut others) = (None, 0);
    for name in &names {
        // Each line is compared with the name, and each rule may be compiled.
        budget.spend(16 + rows)?;
        let [before, after] = files.map(|file| requests(&file.matcher(name)));
        // Losing a record matters more than gaining one.
        let (verb, record) = match (only_in(&before, &after), only_in(&after, &before)) {
            (Some(lost), _) => ("removes", Quoted(lost.as_bytes())),
            (None, Some(gained)) => ("adds", Quoted(gained.as_bytes())),
            (None, None) => continue,
        };
        match first {
            None => first = Some(format!("{verb} {record} for {}", whom(name))),
            Some(_) => others += 1,
        }
    }
    Ok(first.map(|first| match others {
        0 => first,
        others => format!("{first} and {}", counted(others, "more crawler")),
    }))
}

/// Returns the records and the lines that determine to which crawlers they apply. Among the rules
/// after a `user-agent` line, only the first one matters.
fn outline<'t>(robots: &'t Robots<'_>) -> impl Iterator<Item = (Field, Cow<'t, [u8]>)> {
    let dialect = robots.dialect();
    let mut is_after_rule = false;
    robots.file.lines().filter_map(move |line| {
        let (field, value) = reading(&line, dialect)?;
        if !matches!(field, Field::Allow | Field::Disallow) {
            is_after_rule &= field != Field::UserAgent;
            return Some((field, value));
        }
        // All rules are treated alike.
        let is_first = !core::mem::replace(&mut is_after_rule, true);
        is_first.then_some((Field::Allow, Cow::Borrowed(&[][..])))
    })
}

/// The requests that records make of a crawler. For each field and meaning, this contains a record
/// as written.
type Requests = BTreeMap<(&'static str, Vec<u8>), String>;

fn requests(matcher: &Matcher) -> Requests {
    let requests = matcher.kept().filter_map(|record| {
        // Different spellings of a delay or a rate ask for the same thing.
        let meaning = match record.field() {
            Field::CrawlDelay => format!("{:?}", record.crawl_delay()?).into(),
            Field::RequestRate => format!("{:?}", record.request_rate()?).into(),
            Field::ContentUsage | Field::ContentSignal | Field::License => record.value().into(),
            _ => return None,
        };
        Some(((record.field().name(), meaning), record.to_string()))
    });
    requests.collect()
}

/// Returns the first record whose request is only in the first of two lists.
fn only_in<'r>(one: &'r Requests, other: &Requests) -> Option<&'r String> {
    let mut requests = one.iter();
    let only = requests.find(|(request, _)| !other.contains_key(*request))?;
    Some(only.1)
}
