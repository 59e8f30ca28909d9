//! Prints the library's own answers, which the tests of the page compare with the page's answers.
//!
//! Reads `{ files, tokens, urls }` from standard input. Prints, for each file, the verdict and line
//! of every token and URL, the diagnostics, and the changes from this file to the next one.

use std::error::Error;
use std::io::{self, BufWriter, Read, Write};

use robots_exclusion::{ParseOptions, Robots, crawlers, diff, lint};
use serde_json::{Value, json};

fn main() -> Result<(), Box<dyn Error>> {
    let mut input = String::new();
    io::stdin().read_to_string(&mut input)?;
    let asked: Value = serde_json::from_str(&input)?;
    let strings = |name: &str| -> Vec<String> {
        let list = asked[name].as_array().into_iter().flatten();
        list.filter_map(|item| item.as_str().map(str::to_owned))
            .collect()
    };
    let [files, tokens, urls] = ["files", "tokens", "urls"].map(strings);
    let mut output = BufWriter::new(io::stdout().lock());
    for (text, next) in files.iter().zip(files.iter().cycle().skip(1)) {
        let answer = json!({
            "verdicts": verdicts(text, &tokens, &urls),
            "mistakes": mistakes(text),
            "changes": changes(text, next),
        });
        writeln!(output, "{answer}")?;
    }
    Ok(output.flush()?)
}

fn verdicts(text: &str, tokens: &[String], urls: &[String]) -> Value {
    let robots = Robots::parse(text);
    let matchers = tokens.iter().map(|token| match crawlers::find(token) {
        Ok(crawler) => crawler.matcher(&robots),
        Err(_) => robots.matcher(token),
    });
    let answers = matchers.map(|matcher| {
        let verdict = |url: &String| {
            let verdict = matcher.verdict(url);
            json!([verdict.allowed(), verdict.line(), verdict.to_string()])
        };
        urls.iter().map(verdict).collect::<Vec<_>>()
    });
    answers.collect()
}

fn mistakes(text: &str) -> Value {
    // The page shows the same number.
    let found = lint::check(text, ParseOptions::new());
    let shown = found.iter().take(1000).map(|found| {
        let edits = found.edits.iter();
        let edits: Vec<_> = edits
            .map(|edit| json!([edit.text, edit.is_safe()]))
            .collect();
        json!([found.line(), found.code.name(), found.message, edits])
    });
    shown.collect()
}

fn changes(old: &str, new: &str) -> Value {
    let (old, new) = (Robots::parse(old), Robots::parse(new));
    let mut changes = Vec::new();
    for crawler in diff::files(&old, &new) {
        for change in crawler.difference.changes {
            let lines = [change.before.line(), change.after.line()];
            let is_allowed = change.after.allowed();
            for agent in &crawler.agents {
                changes.push(json!([agent, is_allowed, change.url, lines]));
            }
        }
    }
    changes.into()
}
