//! Groups that are added to an existing file.
//!
//! Nothing may change for other crawlers. The structure of the file ensures this, without
//! comparing rules: in both dialects, the new file contains the old file's groups and records,
//! in order, with the added ones before or after them. Therefore, the only crawlers that obey
//! different rules are those that the added groups name, and those that fall back to one of
//! these names. If the latter are known, they get a group that keeps their rules.

#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use robots_exclusion::agent::product_token;
use robots_exclusion::crawlers::{Crawler as Known, Plan, Site, Status, Survey, Surveyed};
use robots_exclusion::diff;
use robots_exclusion::lexer::Lines;
use robots_exclusion::records::Record;
use robots_exclusion::{Dialect, Matcher, ParseOptions, Robots, RuleKind};

/// An addition to a file.
pub(super) struct Addition {
    /// The access of each known crawler after the addition.
    pub(super) survey: Survey,
    /// `None` if the file needs no change.
    pub(super) edited: Option<Edited>,
    /// Notes about the result.
    pub(super) remarks: Vec<String>,
    /// `false` if existing rules still decide some URLs for one of the plan's crawlers.
    pub(super) is_complete: bool,
}

pub(super) struct Edited {
    pub(super) text: Vec<u8>,
    /// The added lines with their numbers.
    pub(super) lines: Vec<(u32, String)>,
}

/// The maximum number of rules that are copied for crawlers that fall back to a new name. Crawlers
/// that share their rules share the copy.
const COPIED_MAX: usize = 1000;

/// Adds a plan's groups and sitemaps to a file. If that's impossible, the error is the reason.
pub(super) fn of(text: &[u8], plan: &Plan) -> Result<Addition, String> {
    if text.trim_ascii_start().starts_with(b"<") {
        return Err("it looks like HTML, not a robots.txt".to_owned());
    }
    let old = in_both_dialects(text);
    let before = Survey::new(&old[0]);
    let groups = plan.groups_to_add(&before);
    let targets = groups.iter().flat_map(|group| {
        let aim = group.aim;
        group.crawlers.iter().map(move |&known| (known, aim))
    });
    let targets: Vec<(&'static Known, Site)> = targets.collect();
    let mut parts: Vec<Vec<u8>> = groups.into_iter().map(|group| group.text.into()).collect();
    parts.extend(kept_groups(&old[0], &before, &targets, &parts.concat())?);
    let listed = old[0].sitemaps();
    let listed: BTreeSet<_> = listed.map(|sitemap| sitemap.value()).collect();
    let sitemaps = plan.sitemaps_to_add(|url| listed.contains(url.as_bytes()));
    if !sitemaps.is_empty() {
        parts.push(sitemaps.into());
    }
    if parts.is_empty() {
        return Ok(Addition {
            survey: before,
            edited: None,
            remarks: Vec::new(),
            is_complete: true,
        });
    }
    let added = parts.join(&b'\n');
    let edit = |is_at_front| {
        let (new, place) = joined(text, &added, is_at_front);
        let addition = check(&old, &before, &new, &added, is_at_front, &targets)?;
        let (lines, text) = (lines(&new, place), new);
        let edited = Some(Edited { text, lines });
        Ok(Addition { edited, ..addition })
    };
    let edited = edit(false).or_else(|why: String| edit(true).map_err(|_| why));
    edited.map_err(|why| match ParseOptions::new().byte_limit {
        Some(limit) if text.len() + added.len() > limit => {
            format!("crawlers only read its first {limit} bytes, and the new groups don't fit")
        }
        _ => why,
    })
}

fn in_both_dialects(text: &[u8]) -> [Robots<'_>; 2] {
    let dialects = [Dialect::Standard, Dialect::Google];
    dialects.map(|dialect| ParseOptions::new().dialect(dialect).parse(text))
}

/// Returns groups for crawlers that would obey one of the new `groups` although they aren't
/// among its targets, because they fall back to one of its names. Their groups contain the
/// rules and records that they obey now.
fn kept_groups(
    old: &Robots<'_>,
    before: &Survey,
    targets: &[(&'static Known, Site)],
    groups: &[u8],
) -> Result<Vec<Vec<u8>>, String> {
    let mut settled: Vec<&'static Known> = targets.iter().map(|(known, _)| *known).collect();
    // Crawlers by their rules and records.
    let mut kept: BTreeMap<Vec<u8>, Vec<&'static Known>> = BTreeMap::new();
    let mut copied = 0;
    loop {
        let parts = kept
            .iter()
            .map(|(rules, crawlers): (&Vec<u8>, &Vec<&Known>)| {
                let mut group = "# As before: would otherwise obey a group above\n".to_owned();
                for known in crawlers {
                    // The first one is the crawler's own.
                    let token = known.product_tokens().next().unwrap_or_default();
                    group += &format!("User-agent: {token}\n");
                }
                [group.as_bytes(), rules].concat()
            });
        let parts: Vec<Vec<u8>> = parts.collect();
        let added = [groups, &parts.concat()].concat();
        let (text, _) = joined(old.text(), &added, true);
        let after = Survey::new(&ParseOptions::new().byte_limit(None).parse(&text));
        // Others may fall back to the name of a crawler that got a group in the last round. For
        // example, Applebot-Extended falls back to Applebot, which falls back to Googlebot.
        let more = changed(before, &after, &settled);
        let more: Vec<_> = more.map(|row| row.crawler).collect();
        if more.is_empty() {
            return Ok(parts);
        }
        for known in more {
            let rules = known.matcher(old);
            let crawlers = kept.entry(written(&rules)).or_default();
            if crawlers.is_empty() {
                copied += rules.rules().len();
            }
            if copied > COPIED_MAX {
                return Err(would_change(known.token));
            }
            crawlers.push(known);
            settled.push(known);
        }
    }
}

fn would_change(crawler: &str) -> String {
    format!("adding these groups would also change what {crawler} may fetch")
}

/// Writes a crawler's rules and records.
fn written(matcher: &Matcher) -> Vec<u8> {
    let mut lines = Vec::new();
    for rule in matcher.rules() {
        let field: &[u8] = match rule.kind() {
            RuleKind::Allow => b"Allow: ",
            RuleKind::Disallow => b"Disallow: ",
        };
        lines.extend([field, rule.pattern(), b"\n"].concat());
    }
    if lines.is_empty() {
        lines.extend(b"Disallow:\n");
    }
    for record in matcher.records() {
        lines.extend([record.name(), b": ", record.value(), b"\n"].concat());
    }
    lines
}

/// Returns the crawlers in use, other than some settled ones, whose rules or records are different
/// after an edit. Crawlers that share their rules are compared once.
fn changed<'s>(
    before: &'s Survey,
    after: &'s Survey,
    settled: &[&'static Known],
) -> impl Iterator<Item = &'s Surveyed> {
    let mut compared: BTreeMap<[*const Matcher; 2], bool> = BTreeMap::new();
    let pairs = before.rows.iter().zip(&after.rows);
    let changed = pairs.filter(move |(old, new)| {
        let known = old.crawler;
        let is_settled = settled.iter().any(|other| std::ptr::eq(*other, known));
        if is_settled || known.status == Status::Retired {
            return false;
        }
        let key = [&old.rules, &new.rules].map(Arc::as_ptr);
        *compared.entry(key).or_insert_with(|| {
            // An empty rule doesn't decide anything.
            let rules = |matcher: &'s Matcher| {
                let rules = matcher.rules().filter(|rule| !rule.pattern().is_empty());
                rules.map(|rule| (rule.kind(), rule.pattern()))
            };
            let records = |matcher: &'s Matcher| matcher.records().map(|record| line_of(&record));
            let [old, new] = [&old.rules, &new.rules];
            !rules(old).eq(rules(new)) || !records(old).eq(records(new))
        })
    });
    changed.map(|(old, _)| old)
}

/// Checks that an edit changes something for its targets, but nothing for other crawlers.
/// Returns what the new file lets each known crawler fetch, and notes, without the text. The
/// error describes what would change.
fn check(
    old: &[Robots<'_>; 2],
    before: &Survey,
    new: &[u8],
    added: &[u8],
    is_at_front: bool,
    targets: &[(&'static Known, Site)],
) -> Result<Addition, String> {
    let (new, added) = (in_both_dialects(new), in_both_dialects(added));
    for ((new, old), added) in new.iter().zip(old).zip(&added) {
        let parts = match is_at_front {
            true => [added, old],
            false => [old, added],
        };
        is_concatenation(new, parts)?;
    }
    // Google's parser ends names at digits and dots, so it reads `AI2Bot` as `AI`.
    let mut cut = Vec::new();
    for agent in added[1].groups().flat_map(|group| group.agents()) {
        let [name, read] = [agent.value(), agent.token()].map(String::from_utf8_lossy);
        if read.is_empty() || read.len() == name.len() {
            continue;
        }
        let mut named = old[1].groups().flat_map(|group| group.agents());
        if named.any(|other| other.value().eq_ignore_ascii_case(read.as_bytes())) {
            return Err(format!(
                "Google's parser reads {name} as `{read}`, so adding these groups would also \
                 change what {read} may fetch"
            ));
        }
        cut.push(format!("{name} as `{read}`"));
    }
    let after = Survey::new(&new[0]);
    let settled: Vec<_> = targets.iter().map(|(known, _)| *known).collect();
    if let Some(row) = changed(before, &after, &settled).next() {
        return Err(would_change(row.crawler.token));
    }
    let mut remarks = Vec::new();
    if !cut.is_empty() {
        remarks.push(format!(
            "Google's parser truncates names at digits and dots. It reads {}, and gives the new \
             rules to any crawler with one of those names",
            cut.join(", ")
        ));
    }
    let is_unmet = |(known, aim): &&(&'static Known, Site)| {
        after.row(known).is_none_or(|row| row.site != *aim)
    };
    let unmet: Vec<_> = targets.iter().filter(is_unmet).collect();
    for (known, _) in &unmet {
        remarks.push(format!(
            "the rules that {known} had before still decide some URLs; `robots crawlers` \
             shows what it may fetch"
        ));
    }
    // If none of the new groups had any effect, the file would look as if it were done.
    let is_futile = |(known, _): &&(&'static Known, Site)| {
        let rows = before.row(known).zip(after.row(known));
        rows.is_some_and(|(old, new)| diff::rules(&old.rules, &new.rules).is_empty())
    };
    let is_refused = unmet.len() == targets.len() && unmet.iter().all(is_futile);
    if let Some((known, _)) = unmet.first().filter(|_| is_refused) {
        let first = before.row(known).and_then(|row| row.rules.rules().next());
        let place = first.map_or(String::new(), |rule| format!(" (line {})", rule.line()));
        let why = "which override new ones: edit those";
        return Err(format!("{known} has its own rules{place}, {why}"));
    }
    Ok(Addition {
        survey: after,
        edited: None,
        remarks,
        is_complete: unmet.is_empty(),
    })
}

/// Checks that a file has the groups, records and sitemaps of two others, in order, and no others.
fn is_concatenation(whole: &Robots<'_>, parts: [&Robots<'_>; 2]) -> Result<(), String> {
    let ((groups, records), parts) = (contents(whole), parts.map(contents));
    let of_parts: Vec<_> = parts.iter().flat_map(|(groups, _)| groups).collect();
    let differs = |(place, group): &(usize, &&Vec<Line<'_>>)| groups.get(*place) != Some(**group);
    if let Some((_, group)) = of_parts.iter().enumerate().find(differs) {
        let value = group.first().map_or(&b""[..], |(_, value)| value);
        let value = String::from_utf8_lossy(value);
        let name = Some(product_token(&value)).filter(|name| !name.is_empty());
        return Err(would_change(name.unwrap_or("other crawlers")));
    }
    let is_same = groups.len() == of_parts.len()
        && (0..2).all(|kind| {
            let of_parts = parts.iter().flat_map(|(_, records)| &records[kind]);
            records[kind].iter().eq(of_parts)
        });
    let why = "its sitemaps or other records would not stay as they are";
    is_same.then_some(()).ok_or_else(|| why.to_owned())
}

/// A field and its value.
type Line<'r> = (&'r [u8], &'r [u8]);

fn line_of<'r>(record: &Record<'r>) -> Line<'r> {
    (record.name(), record.value())
}

/// Returns the names, rules and records of each group, then the records before the first group,
/// and the sitemaps.
fn contents<'r>(robots: &'r Robots<'_>) -> (Vec<Vec<Line<'r>>>, [Vec<Line<'r>>; 2]) {
    let groups = robots.groups().map(|group| {
        let agents = group.agents();
        let agents = agents.map(|agent| (&b"user-agent"[..], agent.value()));
        let rules = group.rules();
        let rules = rules.map(|rule| (rule.kind().name().as_bytes(), rule.pattern()));
        let records = group.records().map(|record| line_of(&record));
        agents.chain(rules).chain(records).collect()
    });
    let records = robots.records();
    let leading = records.take_while(|record| record.group_line().is_none());
    let leading = leading.map(|record| line_of(&record)).collect();
    let sitemaps = robots.sitemaps().map(|record| line_of(&record)).collect();
    (groups.collect(), [leading, sitemaps])
}

/// Returns the line ending that a file uses.
fn line_end(text: &[u8]) -> &'static [u8] {
    match text.iter().position(|byte| matches!(byte, b'\n' | b'\r')) {
        Some(end) if text[end..].starts_with(b"\r\n") => b"\r\n",
        Some(end) if text[end] == b'\r' => b"\r",
        _ => b"\n",
    }
}

/// Puts lines after a text, or before it, with a blank line between them. Returns the place of
/// the lines, too.
fn joined(text: &[u8], added: &[u8], is_at_front: bool) -> (Vec<u8>, std::ops::Range<usize>) {
    let end = line_end(text);
    let lines: Vec<_> = added.split(|&byte| byte == b'\n').collect();
    let lines = lines.join(end);
    let rest = text.strip_prefix("\u{feff}".as_bytes()).unwrap_or(text);
    let mark = &text[..text.len() - rest.len()];
    if is_at_front {
        let place = mark.len()..mark.len() + lines.len();
        return ([mark, &lines, end, rest].concat(), place);
    }
    let mut new = text.to_vec();
    if !rest.is_empty() {
        if !rest.ends_with(b"\n") && !rest.ends_with(b"\r") {
            new.extend(end);
        }
        new.extend(end);
    }
    let place = new.len()..new.len() + lines.len();
    new.extend(lines);
    (new, place)
}

/// Returns the lines in a range of a text, with their numbers.
fn lines(text: &[u8], place: std::ops::Range<usize>) -> Vec<(u32, String)> {
    let lines = Lines::new(text, Dialect::Standard);
    let lines = lines.filter(|line| place.contains(&line.span().start));
    let lossy = |bytes| String::from_utf8_lossy(bytes).into_owned();
    let lines = lines.map(|line| (line.number(), lossy(line.bytes())));
    lines.collect()
}
