//! A naive model of usage preferences, signals and licences. It follows the drafts sentence by
//! sentence and keeps each step in a plain list.
//!
//! Lines, groups, patterns and verdicts come from the naive model of verdicts, which shares no code
//! with the crate.

use crate::dictionary;
use crate::naive::{self, NamedRecord, Role};
use crate::question::{Asked, Question};

/// An answer: not applicable, unknown, a preference with its line, or licences with their lines.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Answer {
    NotApplicable,
    Unknown,
    Says(String, u32),
    Licenses(Vec<(u32, Vec<u8>)>),
}

/// A line that matches a URL.
struct Match {
    line: u32,
    length: usize,
    statement: Vec<u8>,
}

pub(crate) fn answer(question: &Question) -> Answer {
    let setting = question.setting;
    let model = setting.model(&question.file);
    let agents = question.agents();
    if question.asked == Asked::Licenses {
        let (own, global) = lines(question, b"license");
        let licenses = if own.is_empty() { global } else { own };
        let licenses = licenses
            .into_iter()
            .map(|record| (record.line, record.value));
        return Answer::Licenses(licenses.collect());
    }
    // A disallowed URL has no preferences.
    let (is_allowed, _) = model.verdict(&agents, &question.url);
    if !is_allowed {
        return Answer::NotApplicable;
    }
    let lines = match question.asked {
        // Lines before the first user-agent line apply to no crawler.
        Asked::Usage => lines(question, b"content-usage").0,
        Asked::Signals => {
            // Lines before the first user-agent line apply to every crawler that has no such line
            // in its groups.
            let (own, global) = lines(question, b"content-signal");
            if own.is_empty() { global } else { own }
        }
        Asked::Licenses => unreachable!(),
    };
    let mut matches = Vec::new();
    for record in lines {
        let (path, statement) = split(&record.value);
        let length = match path {
            None => Some(0),
            Some(path) => model.match_length(path, &question.url),
        };
        if let Some(length) = length {
            matches.push(Match {
                line: record.line,
                length,
                statement: statement.to_vec(),
            });
        }
    }
    answer_of_matches(question.asked, &matches, &question.label)
}

fn answer_of_matches(asked: Asked, matches: &[Match], label: &str) -> Answer {
    match asked {
        Asked::Usage => usage(matches, label),
        _ => signal(matches, label),
    }
}

/// Returns the answer of a single statement for a label.
// The fuzz target does not use it.
#[allow(dead_code)]
pub(crate) fn answer_of(asked: Asked, statement: &[u8], label: &str) -> Answer {
    let alone = Match {
        line: 1,
        length: 0,
        statement: statement.to_vec(),
    };
    answer_of_matches(asked, &[alone], label)
}

/// Returns the lines of a field for the crawler, and the lines before the first user-agent line.
pub(crate) fn lines(question: &Question, field: &[u8]) -> (Vec<NamedRecord>, Vec<NamedRecord>) {
    let setting = question.setting;
    let model = setting.model(&question.file);
    let selected = model.selected(&question.agents());
    let (mut own, mut global) = (Vec::new(), Vec::new());
    // The values of the current or latest run of `user-agent` lines.
    let mut run: Vec<Vec<u8>> = Vec::new();
    let mut is_open = false;
    for record in naive::records(&question.file, setting.dialect, setting.byte_limit) {
        match record.role {
            Role::UserAgent => {
                if !is_open {
                    run.clear();
                }
                is_open = true;
                run.push(record.value);
            }
            // A run ends at allow, at disallow, and at the field of the question.
            Role::Rule => is_open = false,
            Role::Neither if record.name.eq_ignore_ascii_case(field) => {
                is_open = false;
                if run.is_empty() {
                    global.push(record);
                } else if run.iter().any(|value| model.selects(&selected, value)) {
                    own.push(record);
                }
            }
            Role::Neither => {}
        }
    }
    (own, global)
}

/// Splits a value into a path, which begins with `/` and ends before the first space or tab, and
/// the statement.
pub(crate) fn split(value: &[u8]) -> (Option<&[u8]>, &[u8]) {
    if !value.starts_with(b"/") {
        return (None, value);
    }
    for (at, byte) in value.iter().enumerate() {
        if matches!(byte, b' ' | b'\t') {
            let mut statement = &value[at..];
            while let [b' ' | b'\t', rest @ ..] = statement {
                statement = rest;
            }
            return (Some(&value[..at]), statement);
        }
    }
    (Some(value), b"")
}

fn usage(matches: &[Match], label: &str) -> Answer {
    // Keep only the longest matches.
    let longest = matches.iter().map(|found| found.length).max();
    let mut says_yes = None;
    let mut says_no = None;
    for found in matches {
        if Some(found.length) != longest {
            continue;
        }
        let members = dictionary::parse(&found.statement).unwrap_or_default();
        let value = members.into_iter().find(|(key, _)| key == label);
        match value.and_then(|(_, token)| token).as_deref() {
            Some("y") if says_yes.is_none() => says_yes = Some(found.line),
            Some("n") if says_no.is_none() => says_no = Some(found.line),
            _ => {}
        }
    }
    // `disallow` wins over `allow`, and the first line in the file is reported.
    match (says_no, says_yes) {
        (Some(line), _) => Answer::Says("disallow".to_owned(), line),
        (None, Some(line)) => Answer::Says("allow".to_owned(), line),
        (None, None) => Answer::Unknown,
    }
}

fn signal(matches: &[Match], label: &str) -> Answer {
    // The words for a key, strictest first.
    let words: &[(&str, &str)] = match label {
        "search" | "ai-input" | "ai-train" => &[("no", "disallow"), ("yes", "allow")],
        "use" => &[
            ("immediate", "immediate"),
            ("reference", "reference"),
            ("full", "full"),
        ],
        _ => return Answer::Unknown,
    };
    // All matching lines that state the key, with each word.
    let mut stated = Vec::new();
    for found in matches {
        for pair in found.statement.split(|&byte| byte == b',') {
            let pair: Vec<char> = pair.iter().map(|&byte| char::from(byte)).collect();
            let pair: String = pair.into_iter().collect::<String>().to_ascii_lowercase();
            let Some((key, value)) = pair.split_once('=') else {
                continue;
            };
            let white = [' ', '\t', '\u{b}', '\u{c}', '\r', '\n'];
            let (key, value) = (key.trim_matches(white), value.trim_matches(white));
            if key == label {
                if let Some(rank) = words.iter().position(|(word, _)| *word == value) {
                    stated.push((found.length, rank, found.line));
                }
            }
        }
    }
    // The longest path wins, then the strictest word, then the first line.
    let best = stated
        .into_iter()
        .min_by_key(|&(length, rank, line)| (core::cmp::Reverse(length), rank, line));
    match best {
        Some((_, rank, line)) => Answer::Says(words[rank].1.to_owned(), line),
        None => Answer::Unknown,
    }
}
