//! Recorded answers of google/robotstxt to generated cases, in a text format, for machines that
//! cannot run the reference.
//!
//! A case consists of a file, line by line, its records, and for each list of agents the answers
//! and URLs:
//!
//! ```text
//! file grammar
//! |user-agent: foo
//! |disallow: /a\
//! has 1u 2d
//! has 3s https://example.com/map
//! by "foo" "bar"
//! -2 /a/b
//! + /c
//! ```
//!
//! - A line of a file begins with `|`, and ends with `\` if no line feed follows.
//! - `has` lists the records by line and kind: `u`ser-agent, `a`llow, `d`isallow, and with their
//!   values `s`itemap and any `o`ther field. `:` marks a missing colon, and `~` a typo. Without
//!   `has`, the records are unknown or there are none.
//! - `-2` means disallowed by line 2, `+2` allowed by line 2, and `+` allowed without a rule.
//! - All bytes except printable ASCII are written as `\r`, `\t` or `\xFF`. `\{16650 a}` is `a`
//!   repeated 16,650 times.

use std::fmt::Write as _;

use crate::case::{Answer, Case};
use crate::records::Record;

/// A case with its answers and the kind of its file.
#[derive(Debug)]
pub(crate) struct Recorded {
    pub(crate) kind: String,
    pub(crate) case: Case,
    pub(crate) answers: Vec<Answer>,
    /// The records, without the values of agents and rules, because the answers depend on these.
    pub(crate) records: Vec<Record>,
}

/// The kinds of records in the order of their numbers, from 1.
const KINDS: [&str; 5] = ["u", "a", "d", "s", "o"];

/// Returns `true` if the values of a kind of record are recorded.
pub(crate) fn has_value(kind: u32) -> bool {
    kind > 3
}

/// The minimum number of repetitions that are abbreviated to a count.
const RUN: usize = 24;

/// Escapes bytes, and abbreviates long repetitions, which are common near the length limit of lines.
pub(crate) fn escape(bytes: &[u8], text: &mut String) {
    let mut rest = bytes;
    while let [first, ..] = *rest {
        let run = rest.iter().take_while(|byte| **byte == first).count();
        let triple = rest.get(..3).map_or(0, |unit| {
            rest.chunks_exact(3)
                .take_while(|chunk| *chunk == unit)
                .count()
        });
        let (unit, times) = match (run, triple) {
            (RUN.., _) => (1, run),
            (_, RUN..) => (3, triple),
            _ => (1, 1),
        };
        let shown: String = rest[..unit].iter().map(|&byte| escaped(byte)).collect();
        match times {
            1 => text.push_str(&shown),
            _ => write!(text, "\\{{{times} {shown}}}").expect("writing to a String never fails"),
        }
        rest = &rest[unit * times..];
    }
}

fn escaped(byte: u8) -> String {
    match byte {
        b'\r' => "\\r".to_owned(),
        b'\t' => "\\t".to_owned(),
        b'\\' | b'"' | b'}' => format!("\\x{byte:02X}"),
        b' '..=b'~' => char::from(byte).to_string(),
        _ => format!("\\x{byte:02X}"),
    }
}

/// Reverses [`escape`]. Returns `None` if the text is not valid.
fn unescape(text: &str) -> Option<Vec<u8>> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        if first != '\\' {
            let end = rest.find('\\').unwrap_or(rest.len());
            bytes.extend_from_slice(&rest.as_bytes()[..end]);
            rest = &rest[end..];
            continue;
        }
        rest = &rest[1..];
        match *rest.as_bytes().first()? {
            b'r' => bytes.push(b'\r'),
            b't' => bytes.push(b'\t'),
            b'x' => {
                bytes.push(u8::from_str_radix(rest.get(1..3)?, 16).ok()?);
                rest = &rest[2..];
            }
            b'{' => {
                let end = rest.find('}')?;
                let (times, unit) = rest[1..end].split_once(' ')?;
                bytes.extend(unescape(unit)?.repeat(times.parse().ok()?));
                rest = &rest[end..];
            }
            _ => return None,
        }
        rest = &rest[1..];
    }
    Some(bytes)
}

/// Escapes the rest of a line. A space at the end is escaped, too, because some editors would
/// remove it.
fn escape_to_end(bytes: &[u8], text: &mut String) {
    match bytes.strip_suffix(b" ") {
        Some(bytes) => {
            escape(bytes, text);
            text.push_str("\\x20");
        }
        None => escape(bytes, text),
    }
    text.push('\n');
}

/// Appends a case to a recording.
pub(crate) fn write(recorded: &Recorded, text: &mut String) {
    let Recorded {
        kind,
        case,
        answers,
        records,
    } = recorded;
    writeln!(text, "file {kind}").expect("writing to a String never fails");
    for line in case.file.split_inclusive(|&byte| byte == b'\n') {
        text.push('|');
        if let Some(content) = line.strip_suffix(b"\n") {
            escape_to_end(content, text);
        } else {
            escape(line, text);
            text.push_str("\\\n");
        }
    }
    let mut within = false;
    for record in records {
        let colon = if record.is_missing_colon { ":" } else { "" };
        let typo = if record.is_typo { "~" } else { "" };
        let kind = KINDS[record.kind as usize - 1];
        let shown = format!("{}{kind}{colon}{typo}", record.line);
        match (has_value(record.kind), within) {
            (true, _) => {
                text.push_str(if within { "\nhas " } else { "has " });
                text.push_str(&shown);
                text.push(' ');
                escape_to_end(&record.value, text);
                within = false;
            }
            (false, true) => text.extend([" ", &shown]),
            (false, false) => {
                text.extend(["has ", &shown]);
                within = true;
            }
        }
    }
    if within {
        text.push('\n');
    }
    for (number, agents) in case.agents.iter().enumerate() {
        let asked = case.queries.iter().zip(answers);
        let mut asked = asked.filter(|(query, _)| query.agents == number).peekable();
        if asked.peek().is_none() {
            continue;
        }
        text.push_str("by");
        for agent in agents {
            text.push_str(" \"");
            escape(agent.as_bytes(), text);
            text.push('"');
        }
        text.push('\n');
        for (query, answer) in asked {
            text.push(if answer.allowed { '+' } else { '-' });
            if let Some(line) = answer.line {
                write!(text, "{line}").expect("writing to a String never fails");
            }
            text.push(' ');
            escape_to_end(query.url.as_bytes(), text);
        }
    }
}

/// Parses the cases of a recording.
///
/// # Panics
///
/// Panics if a line is not in the format of [`write`].
pub(crate) fn read(text: &str) -> Vec<Recorded> {
    let mut all: Vec<Recorded> = Vec::new();
    for (number, line) in text.lines().enumerate() {
        if line.starts_with('#') {
            continue;
        }
        if let Some(kind) = line.strip_prefix("file ") {
            all.push(Recorded {
                kind: kind.to_owned(),
                case: Case::default(),
                answers: Vec::new(),
                records: Vec::new(),
            });
            continue;
        }
        let understood = all.last_mut().and_then(|recorded| add_line(recorded, line));
        assert!(understood.is_some(), "line {}: {line}", number + 1);
    }
    all
}

fn add_line(recorded: &mut Recorded, line: &str) -> Option<()> {
    let Recorded {
        case,
        answers,
        records,
        ..
    } = recorded;
    if let Some(content) = line.strip_prefix('|') {
        match content.strip_suffix('\\') {
            Some(content) => case.file.extend(unescape(content)?),
            None => {
                case.file.extend(unescape(content)?);
                case.file.push(b'\n');
            }
        }
        return Some(());
    }
    if let Some(listed) = line.strip_prefix("has ") {
        let first = listed.split(' ').next()?;
        let record = record(first)?;
        if has_value(record.kind) {
            let value = unescape(listed.get(first.len() + 1..)?)?;
            records.push(Record { value, ..record });
        } else {
            for listed in listed.split(' ') {
                records.push(self::record(listed)?);
            }
        }
        return Some(());
    }
    let text = |part: &str| String::from_utf8(unescape(part)?).ok();
    if let Some(agents) = line.strip_prefix("by") {
        // Quotation marks in agents are escaped, so every second part is an agent.
        let agents = agents.split('"').skip(1).step_by(2);
        case.agents.push(agents.map(text).collect::<Option<_>>()?);
        return Some(());
    }
    let (answer, url) = line.split_once(' ')?;
    let (sign, deciding) = answer.split_at_checked(1)?;
    answers.push(Answer {
        allowed: match sign {
            "+" => true,
            "-" => false,
            _ => return None,
        },
        line: match deciding {
            "" => None,
            deciding => Some(deciding.parse().ok()?),
        },
    });
    case.ask(case.agents.len().checked_sub(1)?, text(url)?);
    Some(())
}

/// Parses a record without its value, for example `3d~`.
fn record(listed: &str) -> Option<Record> {
    let (line, rest) =
        listed.split_at_checked(listed.find(|letter: char| !letter.is_ascii_digit())?)?;
    let (kind, flags) = rest.split_at_checked(1)?;
    let kind = KINDS.iter().position(|&known| known == kind)?;
    Some(Record {
        line: line.parse().ok()?,
        kind: kind as u32 + 1,
        is_missing_colon: flags.contains(':'),
        is_typo: flags.contains('~'),
        value: Vec::new(),
    })
}
