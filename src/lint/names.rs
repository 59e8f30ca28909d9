//! Diagnostics about the names of known crawlers.

use alloc::borrow::Cow;
use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::agents;
use super::diagnostic::{Diagnostic, Place};
use super::findings::Findings;
use super::messages;
use super::text::Text;
use super::words::Quoted;
use crate::agent;
use crate::crawlers::{self, Crawler, Purpose, Status};
use crate::dialect::Dialect;
use crate::file::Group;
use crate::spelling;

/// The maximum number of names that are looked up in the table of known crawlers.
const NAMES_MAX: usize = 1_000;

/// Names of real crawlers that are not in the table of known ones but are spelled almost
/// like one of them.
const OTHERS: [&str; 1] = ["semrushbot-ai"];

/// Names that site owners write and no operator documents, each with the token that is meant.
/// xAI documents no crawler at all; Tavily says that its crawler sends no name of its own.
const UNDOCUMENTED: [(&str, Option<&str>); 6] = [
    ("CloudVertexBot", Some("Google-CloudVertexBot")),
    ("Googlebot-Extended", Some("Google-Extended")),
    ("Grok", None),
    ("OpenAI-SearchBot", Some("OAI-SearchBot")),
    ("TavilyBot", None),
    ("xAI-Bot", None),
];

/// A name in the file, in the spelling of its first line.
struct Named<'t> {
    name: Cow<'t, str>,
    line: u32,
}

/// Reports names that are misspelled, retired, or never sent by a crawler.
pub(super) fn check(text: &Text<'_>, found: &mut Findings) {
    let agents = text.groups.iter().flat_map(Group::agents);
    let mut names: BTreeMap<Vec<u8>, Named<'_>> = BTreeMap::new();
    for agent in agents {
        if names.len() == NAMES_MAX {
            break;
        }
        // Google's parser truncates `AI2Bot` to `AI`; other crawlers compare the whole name.
        let name = agent::line_token(agent.value(), Dialect::Standard);
        names
            .entry(name.to_ascii_lowercase())
            .or_insert_with(|| Named {
                name: String::from_utf8_lossy(name),
                line: agent.line(),
            });
    }
    // `*`, too, has no token.
    names.remove(&b""[..]);
    let is_named = |token: &str| names.contains_key(&token.to_ascii_lowercase().into_bytes());
    // Tokens that other diagnostics say to write.
    let mut corrected = Vec::new();
    let agents = text.groups.iter().flat_map(Group::agents).take(NAMES_MAX);
    for word in agents.flat_map(|agent| agents::several(agent.value())) {
        let word = core::str::from_utf8(word).ok();
        corrected.extend(
            word.and_then(|word| crawlers::find(word).ok())
                .map(Crawler::token),
        );
    }
    let mut retired = Vec::new();
    let mut controls = Vec::new();
    let mut names_crawlers = false;
    for Named { name, line } in names.values() {
        match crawlers::find(name) {
            Err(_) => {
                let place = text.record(*line);
                corrected.extend(misspelled(text, name, place, is_named, found));
            }
            Ok(known) if known.status() == Status::Retired => retired.push((*line, known)),
            // `Yandex` addresses all crawlers of that operator.
            Ok(known)
                if known.status() == Status::Control && known.purpose() != Purpose::Search =>
            {
                controls.push((*line, known));
                continue;
            }
            Ok(_) => {}
        }
        names_crawlers = true;
    }
    retired.sort_by_key(|&(line, _)| line);
    let is_written = |token: &str| is_named(token) || corrected.contains(&token);
    retired_crawlers(text, &retired, is_written, found);
    // An author who names crawlers as well knows the difference.
    if !names_crawlers {
        control_tokens(text, &controls, found);
    }
}

/// Reports control tokens that disallow something, in a file that names no crawler.
fn control_tokens(text: &Text<'_>, controls: &[(u32, &Crawler)], found: &mut Findings) {
    for &(line, known) in controls {
        if !text.robots.matcher(known.token()).allows_all() {
            let arguments: [&dyn core::fmt::Display; 2] = [known, &known.operator()];
            found.add(Diagnostic::new(
                &messages::CONTROL_TOKEN,
                text.record(line),
                &arguments,
            ));
        }
    }
}

/// Returns `true` if `name` is so similar to the name of a known crawler that no other crawler is
/// likely to have it: if they differ only in punctuation, in two letters that are swapped, or in
/// one letter and the known name has at least six before `bot`, `crawler` or `spider`.
fn is_misspelling(name: &str, token: &str) -> bool {
    let [name, token] =
        [name, token].map(|name| name.to_ascii_lowercase().replace(['-', '_', '.'], ""));
    let ends = ["bot", "crawler", "spider", ""];
    let stem = ends
        .into_iter()
        .find_map(|end| token.strip_suffix(end))
        .unwrap_or_default();
    if token.len() < 5 || token.len().abs_diff(name.len()) > 1 {
        return false;
    }
    let sorted = |name: &str| {
        let mut letters = name.as_bytes().to_vec();
        letters.sort_unstable();
        letters
    };
    match spelling::distance(token.as_bytes(), name.as_bytes()) {
        0 => true,
        1 => stem.len() > 5 || stem.len() > 2 && sorted(&name) == sorted(&token),
        _ => false,
    }
}

/// Reports a name that no operator documents, or that is spelled almost like the name of a single
/// known crawler, and returns the name that is meant.
fn misspelled(
    text: &Text<'_>,
    name: &str,
    place: Place,
    is_named: impl Fn(&str) -> bool,
    found: &mut Findings,
) -> Option<&'static str> {
    // Longer names are not misspellings.
    if name.len() >= 64 || OTHERS.iter().any(|other| name.eq_ignore_ascii_case(other)) {
        return None;
    }
    let is_name = |row: &&(&str, _)| row.0.eq_ignore_ascii_case(name);
    let undocumented = UNDOCUMENTED.iter().find(is_name);
    let is_near = |known: &&Crawler| match undocumented {
        Some((_, meant)) => *meant == Some(known.token()),
        None => known.status() != Status::Retired && is_misspelling(name, known.token()),
    };
    let quoted = Quoted(name.as_bytes());
    let mut near = crawlers::all().filter(is_near);
    let (Some(near), None) = (near.next(), near.next()) else {
        if undocumented.is_some() {
            let message = &messages::UNDOCUMENTED_CRAWLER;
            found.add(Diagnostic::new(message, place, &[&quoted]));
        }
        return None;
    };
    let mut lines = text.lines_in(place.line..place.line + 1);
    let start = lines.next().map_or(0, |line| line.value_span().start);
    let arguments: [&dyn core::fmt::Display; 3] = [&quoted, near, &near.operator()];
    found.add(
        Diagnostic::new(&messages::CRAWLER_TYPO, place, &arguments)
            .information_if(undocumented.is_some() || is_named(near.token()))
            .edit(start..start + name.len(), near.token()),
    );
    Some(near.token())
}

/// Reports retired crawlers: once for each successor that the file does not name, and each one
/// without a successor.
///
/// A successor that has a line of its own, or obeys the lines of the retired crawler, is served.
fn retired_crawlers(
    text: &Text<'_>,
    retired: &[(u32, &Crawler)],
    is_named: impl Fn(&str) -> bool,
    found: &mut Findings,
) {
    let mut successors: Vec<&Crawler> = Vec::new();
    for &(line, known) in retired {
        let who = known.operator();
        let Some(next) = known.replaced_by() else {
            found.add(without_successor(text, line, known));
            continue;
        };
        let obeys_line = next.product_tokens().any(|token| token == known.token());
        if obeys_line || is_named(next.token()) || successors.contains(&next) {
            continue;
        }
        successors.push(next);
        let (end, below) = text.insert_below(line, &[format!("User-agent: {next}")]);
        let arguments: [&dyn core::fmt::Display; 3] = [&who, known, next];
        let mut new =
            Diagnostic::new(&messages::RETIRED, text.record(line), &arguments).edit(end, below);
        let is_alike =
            |other: &&(u32, &Crawler)| other.0 != line && other.1.replaced_by() == Some(next);
        for other in retired.iter().filter(is_alike) {
            new = new.relate(text.record(other.0), "this name is retired, too");
        }
        found.add(new);
    }
}

fn without_successor(text: &Text<'_>, line: u32, known: &Crawler) -> Diagnostic {
    let group = text.group_at(line);
    let group = group.filter(|group| group.agents().nth(1).is_none());
    let what = match group.map(|group| text.lines_of(group)) {
        Some((first, last)) => format!("the group (lines {first}–{last})"),
        None => "this line".into(),
    };
    let arguments: [&dyn core::fmt::Display; 3] = [&known.operator(), known, &what];
    Diagnostic::new(&messages::RETIRED_FOR_GOOD, text.record(line), &arguments)
}
