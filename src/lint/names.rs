//! Diagnostics about the names of known crawlers.

use alloc::borrow::Cow;
use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::agents;
use super::codes::Code;
use super::diagnostic::{Diagnostic, Place};
use super::findings::Findings;
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
const OTHERS: [&str; 15] = [
    "aibot",
    "aipbot",
    "discobot",
    "factbot",
    "msrbot",
    "peterbot",
    "qwen-bot",
    "roverbot",
    "semrushbot-ai",
    "snapbot",
    "spankbot",
    "spbot",
    "uptimebot",
    "jooblebot",
    "oodlebot",
];

/// A name in the file, in the spelling of its first line.
struct Named<'t> {
    name: Cow<'t, str>,
    line: u32,
}

/// Reports names that are misspelled, retired, or never sent by a crawler.
pub(super) fn look_at(text: &Text<'_>, found: &mut Findings) {
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
        if text.robots.matcher(known.token()).allows_all() {
            continue;
        }
        found.add(
            Diagnostic::new(
                Code::ControlToken,
                text.record(line),
                format!(
                    "no crawler is called {known}: this tells {} not to use content for AI, but does not keep any crawler \
                     from fetching pages",
                    known.operator(),
                ),
                "keep it if that is what you mean; to keep a crawler out, name that crawler",
            )
            .generally(
                "no crawler has these names: they say that content must not be used for AI, but do not keep any crawler \
                 from fetching pages",
                "keep them if that is what you mean; to keep a crawler out, name that crawler",
            ),
        );
    }
}

/// Reports a name that is spelled almost like the name of a known crawler, and returns that name.
fn misspelled(
    text: &Text<'_>,
    name: &str,
    place: Place,
    is_named: impl Fn(&str) -> bool,
    found: &mut Findings,
) -> Option<&'static str> {
    // Short names are similar to many others.
    let edits = match name.len() {
        0..5 => return None,
        5..8 => 1,
        _ => 2,
    };
    let is_other = OTHERS.iter().any(|other| name.eq_ignore_ascii_case(other));
    let lower = name.to_ascii_lowercase();
    let bare = |name: &str| name.replace(['-', '_', '.'], "");
    let distance = |known: &'static Crawler| {
        let token = known.token().to_ascii_lowercase();
        let is_near = token.len() > 4
            && token.as_bytes().first() == lower.as_bytes().first()
            && token.len().abs_diff(lower.len()) <= edits;
        let distance = match is_near {
            true if bare(&token) == bare(&lower) => 0,
            true => spelling::distance(token.as_bytes(), lower.as_bytes()),
            false => return None,
        };
        (distance <= edits).then_some((distance, known))
    };
    // Longer names are not misspellings.
    let is_candidate = !is_other && name.len() < 64;
    let is_active = |known: &&Crawler| known.status() != Status::Retired;
    let known = crawlers::all().filter(|known| is_candidate && is_active(known));
    let near = known
        .filter_map(distance)
        .min_by_key(|&(distance, _)| distance);
    let (_, near) = near?;
    let mut lines = text.lines_in(place.line..place.line + 1);
    let start = lines.next().map_or(0, |line| line.value_span().start);
    found.add(
        Diagnostic::new(
            Code::CrawlerTypo,
            place,
            format!(
                "no known crawler is called {}, so this line probably applies to no crawler; {near} is spelled \
                 almost alike",
                Quoted(name.as_bytes()),
            ),
            format!("write `{near}` if you mean the crawler of {}", near.operator()),
        )
        .information_if(is_named(near.token()))
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
        let mut new = Diagnostic::new(
            Code::RetiredCrawler,
            text.record(line),
            format!(
                "{who} now crawls as {next} instead of {known}, and this line does not apply to {next}"
            ),
            format!("add a line `User-agent: {next}` below it"),
        )
        .edit(end, below);
        let is_alike =
            |other: &&(u32, &Crawler)| other.0 != line && other.1.replaced_by() == Some(next);
        for other in retired.iter().filter(is_alike) {
            new = new.relate(text.record(other.0), "this name is retired, too");
        }
        found.add(new);
    }
}

fn without_successor(text: &Text<'_>, line: u32, known: &Crawler) -> Diagnostic {
    let who = known.operator();
    let group = text.group_at(line);
    let is_alone = group.is_some_and(|group| group.agents().nth(1).is_none());
    let lines = group.filter(|_| is_alone).map(|group| text.lines_of(group));
    let new = Diagnostic::new(
        Code::RetiredCrawler,
        text.record(line),
        format!("{who} no longer uses {known}, so this line applies to no crawler"),
        match lines {
            Some((first, last)) if first < last => {
                format!("remove the group (lines {first}–{last})")
            }
            _ if is_alone => "remove the group".into(),
            _ => "remove this line".into(),
        },
    )
    .generally(
        "these names are no longer used, so their lines apply to no crawler",
        "remove these lines, and the rules of groups that name no other crawler",
    );
    new.information_if(true)
}
