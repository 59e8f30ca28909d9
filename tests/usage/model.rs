//! A naive model of usage preferences, signals and licences: one sentence after the other, each step a plain list.
//!
//! Lines, groups, patterns and verdicts are those of the naive model of verdicts, which shares no code with the crate.

use crate::dictionary;
use crate::naive::{self, NamedRecord, Role};
use crate::question::{Asked, Question};

/// What is answered: nothing applies, nothing is said, or a word and the line that says it.
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
    // If the verdict is disallow, no preferences exist.
    let (is_allowed, _) = model.verdict(&agents, &question.url);
    if !is_allowed {
        return Answer::NotApplicable;
    }
    let lines = match question.asked {
        // Before the first user-agent line it is for nobody.
        Asked::Usage => lines(question, b"content-usage").0,
        Asked::Signals => {
            // Lines before the first user-agent line speak to every crawler whose groups hold no such line at all.
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
    speaking(question.asked, &matches, &question.label)
}

fn speaking(asked: Asked, matches: &[Match], label: &str) -> Answer {
    match asked {
        Asked::Usage => usage(matches, label),
        _ => signal(matches, label),
    }
}

/// What one statement says of a label.
// The fuzz target asks of whole files.
#[allow(dead_code)]
pub(crate) fn said(asked: Asked, statement: &[u8], label: &str) -> Answer {
    let alone = Match {
        line: 1,
        length: 0,
        statement: statement.to_vec(),
    };
    speaking(asked, &[alone], label)
}

/// The lines of a field that are for the crawler, and those before the first user-agent line.
pub(crate) fn lines(question: &Question, field: &[u8]) -> (Vec<NamedRecord>, Vec<NamedRecord>) {
    let setting = question.setting;
    let model = setting.model(&question.file);
    let selected = model.selected(&question.agents());
    let (mut own, mut global) = (Vec::new(), Vec::new());
    // The user-agent values of the run that is open, or was last.
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
            // For the question whose line it is, a run is ended by allow, disallow and the field itself.
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

/// A path begins with `/` and ends before the first space or tab; the rest is the statement.
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
    // Keep those with the greatest length.
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
    // Any that disallows, else any that allows; the first in the file that says so.
    match (says_no, says_yes) {
        (Some(line), _) => Answer::Says("disallow".to_owned(), line),
        (None, Some(line)) => Answer::Says("allow".to_owned(), line),
        (None, None) => Answer::Unknown,
    }
}

fn signal(matches: &[Match], label: &str) -> Answer {
    // The words of a key, the strictest first.
    let words: &[(&str, &str)] = match label {
        "search" | "ai-input" | "ai-train" => &[("no", "disallow"), ("yes", "allow")],
        "use" => &[
            ("immediate", "immediate"),
            ("reference", "reference"),
            ("full", "full"),
        ],
        _ => return Answer::Unknown,
    };
    // Of the matching lines that state the key, with each word they say of it.
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
    // The longest path; at equal length the strictest word; of those the first line.
    let best = stated
        .into_iter()
        .min_by_key(|&(length, rank, line)| (core::cmp::Reverse(length), rank, line));
    match best {
        Some((_, rank, line)) => Answer::Says(words[rank].1.to_owned(), line),
        None => Answer::Unknown,
    }
}
