//! `rules`: like `verdict`, for files that random bytes rarely produce: many similar rules in one
//! group, and URLs that match many of them.
//!
//! The input is a list of choices, most of which take one byte.

use arbitrary::{Result, Unstructured};

use super::verdict::check_question;
use crate::support::{Question, Setting};

/// The pieces of patterns and URLs, with the common ones first.
const PIECES: [&str; 64] = [
    "/",
    "a",
    "b",
    "/a",
    "/b",
    "ab",
    "*",
    "*",
    "$",
    "?",
    "/a/",
    "aa",
    "c",
    ".",
    "-",
    "=",
    "/",
    "a",
    "*",
    "**",
    "*a",
    "/*/",
    "*$",
    "$",
    "%2F",
    "%2f",
    "%3F",
    "%3f",
    "%2A",
    "%24",
    "%61",
    "%41",
    "%25",
    "%23",
    "%20",
    "%7E",
    "%7e",
    "%2E",
    "%2e%2e",
    "%C3%A9",
    "%c3%a9",
    "%E9",
    "%00",
    "%",
    "%2",
    "%%",
    "\u{e9}",
    "\u{4e2d}",
    " ",
    "\"",
    "<",
    "~",
    "\\",
    "/../",
    "/./",
    "//",
    "index.html",
    "/index.htm",
    "/robots.txt",
    "A",
    "abcabcabcabcabcabcabc",
    "?a=/b&c=?d",
    "%2F%2F%2F",
    "http://h/",
];

const LINE_AGENTS: [&str; 16] = [
    "*", "a", "b", "a-b", "a-b-c", "A", "c", "", "*x", "* x", "a/1.0", "a1", "1", "a.b", "-",
    "mozilla",
];

const CALLERS: [&str; 16] = [
    "a",
    "b",
    "a-b",
    "a-b-c",
    "A-B-X",
    "c",
    "d",
    "",
    "*",
    "a/1.0",
    "a1",
    "1",
    "a.b",
    "a-",
    " a",
    "Mozilla/5.0 (compatible; a-b/1)",
];

pub fn check(input: &[u8]) {
    // An input that ends early still produces a question.
    if let Ok(questions) = questions(&mut Unstructured::new(input)) {
        questions.iter().for_each(check_question);
    }
}

fn questions(choices: &mut Unstructured<'_>) -> Result<Vec<Question>> {
    let setting = *choices.choose(&[Setting::STANDARD, Setting::GOOGLE, Setting::STRICT])?;
    let agents: Vec<String> = match choices.int_in_range(0..=9)? {
        0 => Vec::new(),
        1 => vec![choose(choices, &CALLERS)?, choose(choices, &CALLERS)?],
        _ => vec![choose(choices, &CALLERS)?],
    };
    let mut urls = Vec::new();
    for _ in 0..choices.int_in_range(1..=3)? {
        let start = choose(choices, &["/", "http://h/", "https://h:81/a", ""])?;
        urls.push(start + &pieces(choices)?);
    }
    let mut file = String::from("user-agent: ") + &choose(choices, &LINE_AGENTS)? + "\n";
    let mut patterns = Vec::new();
    while !choices.is_empty() && file.len() < 6_000 {
        match choices.int_in_range(0..=31)? {
            0 | 1 => file.extend(["user-agent: ", &choose(choices, &LINE_AGENTS)?, "\n"]),
            2 => burst(choices, &mut file, &mut patterns)?,
            // Repeats a pattern, with or without a suffix.
            3..=7 if !patterns.is_empty() => {
                let known = choose_any(choices, &patterns)?;
                let pattern = known + &choose(choices, &["", "*", "$", "a", "/", "**"])?;
                rule(choices, &mut file, &mut patterns, pattern)?;
            }
            _ => {
                let pattern = choose(choices, &["/", "/", "/", "*", ""])? + &pieces(choices)?;
                rule(choices, &mut file, &mut patterns, pattern)?;
            }
        }
    }
    // URLs made from patterns match more often than random ones.
    if let Some(last) = patterns.last() {
        urls.push(last.replace('*', "a*/").replace('$', ""));
    }
    if let Some(longest) = patterns.iter().max_by_key(|pattern| pattern.len()) {
        urls.push(longest.replace('*', ""));
    }
    let question = |url: String| Question {
        file: file.clone().into_bytes(),
        setting,
        agents: agents.clone(),
        url,
    };
    Ok(urls.into_iter().map(question).collect())
}

/// Adds up to a hundred numbered rules, so that a few bytes of input produce a group with an index.
fn burst(
    choices: &mut Unstructured<'_>,
    file: &mut String,
    patterns: &mut Vec<String>,
) -> Result<()> {
    let (before, after) = (pieces(choices)?, pieces(choices)?);
    let kinds = choices.int_in_range(0..=7_u8)?;
    for number in 0..choices.int_in_range(1..=100_u32)? {
        let field = if kinds >> (number % 3) & 1 == 1 {
            "allow"
        } else {
            "disallow"
        };
        let pattern = format!("/{before}{number}{after}");
        file.extend([field, ": ", &pattern, "\n"]);
        patterns.push(pattern);
    }
    Ok(())
}

fn rule(
    choices: &mut Unstructured<'_>,
    file: &mut String,
    patterns: &mut Vec<String>,
    pattern: String,
) -> Result<()> {
    let field = choose(choices, &["disallow: ", "allow: "])?;
    file.extend([&field, &pattern, "\n"]);
    patterns.push(pattern);
    Ok(())
}

fn pieces(choices: &mut Unstructured<'_>) -> Result<String> {
    let mut text = String::new();
    for _ in 0..choices.int_in_range(0..=5)? {
        text += &choose(choices, &PIECES)?;
    }
    Ok(text)
}

fn choose(choices: &mut Unstructured<'_>, from: &[&str]) -> Result<String> {
    choices.choose(from).map(|chosen| String::from(*chosen))
}

fn choose_any(choices: &mut Unstructured<'_>, from: &[String]) -> Result<String> {
    choices.choose(from).cloned()
}
