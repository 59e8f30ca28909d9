//! Diagnostics in the Static Analysis Results Interchange Format, SARIF 2.1.0,
//! an OASIS Standard that code scanning services read.

use std::ops::Range;

use robots_exclusion::lint::Code;
use serde::Serialize;
use serde_json::json;

use super::columns;
use super::counts::Found;
use super::input::Input;
use crate::output::{Failure, Output};

/// Begins a log. Diagnostics are written as they arrive, without keeping them.
pub(super) fn start(output: &mut Output) -> Result<(), Failure> {
    output.line(format_args!(
        "{{\"$schema\":\"https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/\
         sarif-schema-2.1.0.json\",\"version\":\"2.1.0\",\"runs\":[{{\"tool\":"
    ))?;
    let rules: Vec<_> = Code::ALL.iter().map(|&code| rule(code)).collect();
    output.object(&json!({
        "driver": {
            "name": "robots",
            "version": env!("CARGO_PKG_VERSION"),
            "informationUri": env!("CARGO_PKG_REPOSITORY"),
            "rules": rules,
        }
    }))?;
    output.line(format_args!(
        ",\"columnKind\":\"unicodeCodePoints\",\"newlineSequences\":[\"\\r\\n\",\"\\n\",\"\\r\"],\
         \"results\":["
    ))
}

/// Writes a diagnostic.
pub(super) fn write(
    output: &mut Output,
    input: &Input,
    found: &Found,
    is_first: bool,
) -> Result<(), Failure> {
    if !is_first {
        output.line(format_args!(","))?;
    }
    let diagnostic = &found.diagnostic;
    let uri = input.uri();
    let region = Region {
        start_line: diagnostic.line(),
        start_column: Some(found.columns.start),
        end_column: Some(found.columns.end),
    };
    let places = diagnostic.places().skip(1);
    let similar = places.map(|(line, span)| (line, span, "similar"));
    let related = diagnostic.related();
    let related = related.map(|related| (related.line(), related.span(), related.note()));
    let related: Vec<_> = related
        .chain(similar)
        .map(|related| related_location(&uri, &input.text, related))
        .collect();
    let text = format!("{}\nhelp: {}", diagnostic.message(), diagnostic.advice());
    let mut result = json!({
        "ruleId": diagnostic.code().name(),
        "ruleIndex": Code::ALL.iter().position(|&code| code == diagnostic.code()),
        "level": found.severity.to_string(),
        "message": { "text": message(&text) },
        "locations": [location(&uri, region)],
        "relatedLocations": related,
    });
    if !diagnostic.edits().is_empty() {
        let replacements = diagnostic.edits().iter().map(|edit| {
            let span = edit.span();
            json!({
                "deletedRegion": { "byteOffset": span.start, "byteLength": span.len() },
                "insertedContent": { "text": edit.text() },
            })
        });
        result["fixes"] = json!([{
            "description": { "text": message(diagnostic.advice()) },
            "artifactChanges": [{
                "artifactLocation": { "uri": uri },
                "replacements": replacements.collect::<Vec<_>>(),
            }],
        }]);
    }
    output.object(&result)
}

/// Ends the log. `failures` lists files that could not be read.
pub(super) fn end(output: &mut Output, failures: &[String]) -> Result<(), Failure> {
    output.line(format_args!("],\"invocations\":"))?;
    let notifications: Vec<_> = failures
        .iter()
        .map(|failure| json!({ "level": "error", "message": { "text": message(failure) } }))
        .collect();
    output.object(&json!([{
        "executionSuccessful": failures.is_empty(),
        "toolExecutionNotifications": notifications,
    }]))?;
    output.line(format_args!("}}]}}"))
}

fn rule(code: Code) -> serde_json::Value {
    let explanation = code.explanation();
    json!({
        "id": code.name(),
        "name": in_pascal_case(code.name()),
        "shortDescription": { "text": message(code.summary()) },
        "help": { "text": message(&explanation), "markdown": explanation },
        "defaultConfiguration": { "level": code.severity().to_string() },
    })
}

/// Turns `joined-run` into `JoinedRun`.
fn in_pascal_case(name: &str) -> String {
    let words = name.split('-').filter_map(|word| word.split_at_checked(1));
    words
        .map(|(first, rest)| first.to_ascii_uppercase() + rest)
        .collect()
}

/// Escapes text for a message. Braces are doubled, because single ones mark placeholders
/// (§3.11.5). A bracket that would end the text of a link is escaped, unless the file has
/// already escaped it, so that the content of a file is never a link (§3.11.6).
fn message(text: &str) -> String {
    let text = text.replace('{', "{{").replace('}', "}}");
    let mut pieces = text.split("](");
    let mut message = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        let backslashes = message.len() - message.trim_end_matches('\\').len();
        message += if backslashes % 2 == 0 { "\\](" } else { "](" };
        message += piece;
    }
    message
}

/// A part of a line. Columns are in characters, counted from 1, and the end is exclusive.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Region {
    start_line: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    start_column: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    end_column: Option<usize>,
}

fn location(uri: &str, region: Region) -> serde_json::Value {
    json!({ "physicalLocation": { "artifactLocation": { "uri": uri }, "region": region } })
}

fn related_location(
    uri: &str,
    text: &[u8],
    (line, span, note): (u32, Range<usize>, &str),
) -> serde_json::Value {
    let columns = columns::nearby(text, span);
    let region = Region {
        start_line: line,
        start_column: columns.as_ref().map(|columns| columns.start),
        end_column: columns.map(|columns| columns.end),
    };
    let mut location = location(uri, region);
    location["message"] = json!({ "text": message(note) });
    location
}
