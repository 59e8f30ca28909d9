//! The JSON objects printed with `--json`. Their keys are in the order in which they're written here.

use robots_exclusion::{Rule, Verdict};
use serde_json::{Value, json};

use crate::output::Excerpts;
use crate::web::Report;

/// A verdict. Every key is always present. Bytes of the file that are invalid UTF-8 are
/// replaced by U+FFFD.
pub(crate) fn answer(
    [agent, url]: [&str; 2],
    verdict: &Verdict<'_>,
    fetched: Option<(&str, &Report)>,
    excerpts: &mut Excerpts,
) -> Value {
    let selection = verdict.selection();
    json!({
        "agent": agent,
        "url": url,
        "allowed": verdict.allowed(),
        // `rule`, `no-rule`, `no-group`, `robots-txt` or `unavailable`.
        "reason": verdict.reason().name(),
        // The deciding rule, if there is one.
        "rule": verdict.rule().map(|found| rule(&found, excerpts)),
        // The group that applies to the crawler: `own`, `general`, `wildcard` or `none`, and the
        // product token in its `user-agent` line.
        "group": {
            "selection": selection.name(),
            "token": selection.token().map(String::from_utf8_lossy),
        },
        // The verdict as a sentence.
        "explanation": excerpts.of(verdict),
        // The URL of the robots.txt, before redirects, and the report on the fetch, if the file was
        // fetched.
        "robots_txt": fetched.map(|(robots_txt, _)| robots_txt),
        "fetch": fetched.map(|(_, report)| report),
    })
}

/// A rule of the file. Its pattern is as written, truncated if it's very long.
pub(crate) fn rule(rule: &Rule<'_>, excerpts: &mut Excerpts) -> Value {
    // Bytes past the excerpt aren't decoded.
    let pattern = &rule.pattern()[..rule.pattern().len().min(5_000)];
    json!({
        "line": rule.line(),
        "kind": rule.kind().name(),
        "pattern": excerpts.of(String::from_utf8_lossy(pattern)),
    })
}

/// Returns an object with the keys of two others.
pub(crate) fn joined(one: Value, other: Value) -> Value {
    let objects = [one, other].into_iter().filter_map(|value| match value {
        Value::Object(object) => Some(object),
        _ => None,
    });
    Value::Object(objects.flatten().collect())
}
