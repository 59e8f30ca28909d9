//! Diagnostics about the names of crawlers in a `user-agent` line or in a whole file.

use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::{String, ToString as _};
use alloc::vec::Vec;

use super::diagnostic::Diagnostic;
use super::findings::Findings;
use super::messages;
use super::phrases::{Quoted, records_in};
use super::spaces::bare_value;
use super::text::{Text, between, offset, place, record, split_line};
use crate::agent;
use crate::crawlers::{self, Crawler, Purpose, Status};
use crate::dialect::Dialect;
use crate::file::Group;
use crate::lexer::{Line, is_whitespace};
use crate::spelling;

/// The maximum number of names that are looked up in the table of known crawlers.
const NAMES_MAX: usize = 1_000;

/// Names of real crawlers that aren't in the table of known ones, but are spelled almost like one
/// of them.
const OTHERS: [&str; 1] = ["semrushbot-ai"];

/// Names that site owners write although no operator documents them, each with the token that they
/// mean. xAI doesn't document any crawler; Tavily documents that its crawler doesn't send its own
/// name.
const UNDOCUMENTED: [(&str, Option<&str>); 6] = [
    ("CloudVertexBot", Some("Google-CloudVertexBot")),
    ("Googlebot-Extended", Some("Google-Extended")),
    ("Grok", None),
    ("OpenAI-SearchBot", Some("OAI-SearchBot")),
    ("TavilyBot", None),
    ("xAI-Bot", None),
];

/// Checks a `user-agent` line. Only its first problem is reported.
pub(super) fn check_line(text: &Text<'_>, line: &Line<'_>, found: &mut Findings) {
    let value = bare_value(line, found);
    let place = place(line, line.value());
    if value.is_empty() {
        found.add(messages::EMPTY_USER_AGENT.at(record(line), &[]));
    } else if let Some((_, rest)) = records_in(value).next() {
        let new = messages::RECORDS_IN_NAME.at(place, &[&Quoted(rest)]);
        let gaps = records_in(value).map(|(blanks, _)| blanks);
        found.add(split_line(new, text, line, gaps, true));
    } else if value.starts_with(b"*") {
        // `*` names every crawler. Google's parser accepts anything after it and a blank, and so do
        // other parsers.
        if !agent::is_wildcard(value) {
            found.add(messages::STAR_NAMES_NOBODY.at(place, &[&Quoted(value)]));
        }
    } else if let Some(first) = several(value).next() {
        let new = messages::SEVERAL_NAMES.at(place, &[&Quoted(first), &Quoted(value)]);
        // The text between two names becomes a line end.
        let pairs = several(value).zip(several(value).skip(1));
        let gaps = pairs.map(|(name, next)| between(value, name, next));
        found.add(split_line(new, text, line, gaps, false));
    } else {
        found.extend(characters(line, value));
    }
}

/// Returns the names in a value that names several crawlers, as in `GPTBot, CCBot`. Returns nothing
/// for any other value.
pub(super) fn several(value: &[u8]) -> impl Iterator<Item = &[u8]> {
    let words = value
        .split(|&byte| is_mark(byte) || is_whitespace(byte))
        .filter(|word| !word.is_empty());
    // A complete header contains parentheses, as in `Mozilla/5.0 (compatible; ...`.
    let are_several = words.clone().nth(1).is_some()
        && !value.contains(&b'(')
        && words.clone().all(|word| agent::line_token(word, Dialect::Standard) == word)
        // Without a mark, the words may also be a single name with blanks.
        && (value.iter().any(|&byte| is_mark(byte)) || words.clone().skip(1).all(is_known));
    words.filter(move |_| are_several)
}

fn is_mark(byte: u8) -> bool {
    matches!(byte, b',' | b';')
}

/// Returns the known crawler with this name.
pub(super) fn known_crawler(name: &[u8]) -> Option<&'static Crawler> {
    crawlers::find(core::str::from_utf8(name).ok()?).ok()
}

fn is_known(word: &[u8]) -> bool {
    known_crawler(word).is_some()
}

/// Reports a value that crawlers only compare in part, unless that part names the intended crawler:
/// `Googlebot/2.1`, `googlebot*`, or a known name with spaces.
fn characters(line: &Line<'_>, value: &[u8]) -> Option<Diagnostic> {
    let token = agent::line_token(value, Dialect::Standard);
    let rest = &value[token.len()..];
    let place = place(line, line.value());
    let (shown, whole) = (Quoted(token), Quoted(value));
    // The crawler is named later in the value.
    if let Some(meant) = token_after_first(value, token) {
        let new = messages::NOT_FIRST_WORD.at(place, &[&shown, &Quoted(meant.as_bytes())]);
        return Some(new.replace(meant));
    }
    // Known names may contain blanks, as in `Algolia Crawler`.
    let name = value.split(|&byte| byte == b'/').next().unwrap_or(value);
    if rest.is_empty() || !token.is_empty() && is_version(rest) || is_known(name) {
        return None;
    }
    if token.is_empty() {
        return Some(messages::NO_TOKEN.at(place, &[&whole]));
    }
    // This is a known crawler, followed by something that no crawler compares.
    if let Some(meant) = core::str::from_utf8(token).ok().filter(|_| is_known(token)) {
        let new = messages::TOKEN_IS_MEANT.at(place, &[&shown, &whole]);
        return Some(new.replace(meant));
    }
    let rest = core::str::from_utf8(rest).unwrap_or_default();
    // A blank needs no explanation.
    let reason = match rest.chars().next().filter(|next| !next.is_whitespace()) {
        Some(next) => {
            let end = Quoted(&rest.as_bytes()[..next.len_utf8()]);
            format!(", because a name ends at {end}")
        }
        None => String::new(),
    };
    Some(messages::ONLY_TOKEN.at(place, &[&shown, &whole, &reason]))
}

/// Returns `true` if a product token is followed by a version, or by a `*` that means any version.
fn is_version(rest: &[u8]) -> bool {
    let is_in_version = |byte: &u8| matches!(byte, b'0'..=b'9' | b'.' | b' ');
    matches!(rest, [b'/', ..] | b"*") || rest.iter().all(is_in_version)
}

/// Returns the crawler that is meant if a value begins with a different token: the one that sends
/// this header (`Mozilla/5.0 (compatible; …`), or a known one (`Yahoo! Slurp`).
fn token_after_first<'v>(value: &'v [u8], first: &[u8]) -> Option<&'v str> {
    let value = core::str::from_utf8(value).ok()?;
    let token = agent::product_token(value);
    // Browsers, not crawlers, send this one.
    if offset(value.as_bytes(), token.as_bytes()) > 0 {
        return (token != "MSIE").then_some(token);
    }
    if is_known(first) || is_known(value.split('/').next()?.as_bytes()) {
        return None;
    }
    let mut words = value.split_ascii_whitespace().skip(1);
    words.find(|word| is_known(word.as_bytes()))
}

/// Reports names that are misspelled, retired, or never sent by a crawler.
pub(super) fn check(text: &Text<'_>, found: &mut Findings) {
    // Maps each name in lower case to its spelling on the first line, and to the number of that
    // line.
    let mut names: BTreeMap<String, (&str, u32)> = BTreeMap::new();
    for agent in text.groups.iter().flat_map(Group::agents) {
        if names.len() == NAMES_MAX {
            break;
        }
        // Google's parser truncates `AI2Bot` to `AI`; other crawlers compare the whole name.
        let name = agent::line_token(agent.value(), Dialect::Standard);
        let name = core::str::from_utf8(name).unwrap_or_default();
        let key = name.to_ascii_lowercase();
        names.entry(key).or_insert((name, agent.line()));
    }
    // `*` has no token either.
    names.remove("");
    // The tokens that the file names, or that other diagnostics suggest.
    let agents = text.groups.iter().flat_map(Group::agents).take(NAMES_MAX);
    let words = agents.flat_map(|agent| several(agent.value()));
    let tokens = words.filter_map(known_crawler).map(|crawler| crawler.token);
    let mut written: Vec<&str> = tokens.collect();
    // Sort the names by what the table contains about them.
    let mut retired = Vec::new();
    let mut controls = Vec::new();
    let mut names_crawlers = false;
    let is_named = |token: &str| names.contains_key(&token.to_ascii_lowercase());
    for &(name, line) in names.values() {
        match crawlers::find(name) {
            Err(_) => {
                if let Some((meant, new)) = unknown_name(text, name, line) {
                    found.add(new.note_if(meant.is_some_and(is_named)));
                    written.extend(meant);
                }
            }
            Ok(known) if known.status == Status::Retired => retired.push((line, known)),
            // `Yandex` addresses all crawlers from that operator.
            Ok(known) if known.status == Status::Control && known.purpose != Purpose::Search => {
                controls.push((line, known));
                continue;
            }
            Ok(_) => {}
        }
        names_crawlers = true;
    }
    retired.sort_by_key(|&(line, _)| line);
    retired_crawlers(text, &retired, found, |token| {
        is_named(token) || written.contains(&token)
    });
    // An author who also names crawlers knows the difference.
    if !names_crawlers {
        let tokens = controls.into_iter();
        found.extend(tokens.filter_map(|(line, known)| {
            // If the token is allowed everything, there is no misunderstanding.
            let keeps_out = !text.robots.matcher(known.token).allows_all();
            let new = messages::CONTROL_TOKEN.at(text.record(line), &[known, &known.operator]);
            keeps_out.then_some(new)
        }));
    }
}

/// Returns `true` if `name` is so similar to the name of a known crawler that no other crawler is
/// likely to have it. That is the case if they only differ in punctuation, in two letters that are
/// swapped, or in one letter, provided that the known name has at least six letters before `bot`,
/// `crawler` or `spider`.
fn is_misspelling(name: &str, token: &str) -> bool {
    let [name, token] =
        [name, token].map(|name| name.to_ascii_lowercase().replace(['-', '_', '.'], ""));
    // Short names are similar by chance.
    if token.len() < 5 || token.len().abs_diff(name.len()) > 1 {
        return false;
    }
    let mut ends = ["bot", "crawler", "spider", ""].into_iter();
    let stem = ends
        .find_map(|end| token.strip_suffix(end))
        .unwrap_or(&token);
    match spelling::distance(token.as_bytes(), name.as_bytes()) {
        0 => true,
        1 if stem.len() > 5 => true,
        // If two letters are swapped, the letters themselves are still the same.
        1 => {
            let [mut name, mut token] = [name.as_bytes(), token.as_bytes()].map(<[u8]>::to_vec);
            name.sort_unstable();
            token.sort_unstable();
            stem.len() > 2 && name == token
        }
        _ => false,
    }
}

/// Reports a name that no operator documents, or that is spelled almost like the name of a single
/// known crawler, and returns the name that is meant.
fn unknown_name(
    text: &Text<'_>,
    name: &str,
    line: u32,
) -> Option<(Option<&'static str>, Diagnostic)> {
    // Longer names aren't misspellings.
    if name.len() >= 64 || OTHERS.iter().any(|other| name.eq_ignore_ascii_case(other)) {
        return None;
    }
    let mut undocumented = UNDOCUMENTED.iter();
    let undocumented = undocumented.find(|(other, _)| other.eq_ignore_ascii_case(name));
    let mut near = crawlers::all().filter(|known| match undocumented {
        Some((_, meant)) => *meant == Some(known.token),
        None => known.status != Status::Retired && is_misspelling(name, known.token),
    });
    let (quoted, place) = (Quoted(name.as_bytes()), text.record(line));
    // If several names are near, any of them may be meant.
    let (Some(near), None) = (near.next(), near.next()) else {
        undocumented?;
        return Some((None, messages::UNDOCUMENTED_CRAWLER.at(place, &[&quoted])));
    };
    let start = text.line(line)?.value_span().start;
    let new = messages::CRAWLER_TYPO
        .at(place, &[&quoted, near, &near.operator])
        .note_if(undocumented.is_some())
        .edit(start..start + name.len(), near.token);
    Some((Some(near.token), new))
}

/// Reports retired crawlers, once for each successor that the file doesn't name, and once for each
/// crawler without a successor.
///
/// A successor isn't reported if it has its own line or obeys the retired crawler's lines.
fn retired_crawlers(
    text: &Text<'_>,
    retired: &[(u32, &Crawler)],
    found: &mut Findings,
    is_written: impl Fn(&str) -> bool,
) {
    let mut successors: Vec<&Crawler> = Vec::new();
    for &(line, known) in retired {
        let Some(next) = known.replaced_by() else {
            found.add(without_successor(text, line, known));
            continue;
        };
        // Its operator documents that it reads the old name as well.
        let obeys_line = next.product_tokens().any(|token| token == known.token);
        if obeys_line || is_written(next.token) || successors.contains(&next) {
            continue;
        }
        // One line is enough for a crawler that replaced several.
        successors.push(next);
        let (end, below) = text.insert_below(line, &[format!("User-agent: {next}")]);
        let new = messages::RETIRED.at(text.record(line), &[&known.operator, known, next]);
        // The other names that it replaced.
        let others = retired
            .iter()
            .filter(|&&(other, known)| other != line && known.replaced_by() == Some(next));
        found.add(others.fold(new.edit(end, below), |new, &(other, _)| {
            new.relate(text.record(other), "this name is retired, too")
        }));
    }
}

fn without_successor(text: &Text<'_>, line: u32, known: &Crawler) -> Diagnostic {
    // If the group doesn't name any other crawler, it can be removed as a whole.
    let group = text.group_at(line);
    let what = match group.filter(|group| group.agents().nth(1).is_none()) {
        Some(group) => {
            let (first, last) = text.lines_of(group);
            format!("the group (lines {first}–{last})")
        }
        None => "this line".to_string(),
    };
    messages::RETIRED_FOR_GOOD.at(text.record(line), &[&known.operator, known, &what])
}
