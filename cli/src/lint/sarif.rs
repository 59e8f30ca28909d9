//! Diagnostics in the Static Analysis Results Interchange Format, SARIF 2.1.0,
//! an OASIS Standard that code scanning services read.

use std::ops::Range;

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_encode};
use robots_exclusion::lint::Code;
use serde_json::{Value, json};

use super::{Found, columns};
use crate::json::joined;
use crate::output::{Output, Result};
use crate::source::Source;

/// Begins a log. Diagnostics are written as they arrive, without keeping them.
pub(super) fn start(output: &mut Output) -> Result {
    output.line(format_args!(
        "{{\"$schema\":\"https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/\
         sarif-schema-2.1.0.json\",\"version\":\"2.1.0\",\"runs\":[{{\"tool\":"
    ))?;
    let rules: Value = Code::ALL.iter().map(|&code| rule(code)).collect();
    output.object(&json!({
        "driver": {
            "informationUri": env!("CARGO_PKG_REPOSITORY"),
            "name": "robots",
            "rules": rules,
            "version": env!("CARGO_PKG_VERSION"),
        }
    }))?;
    output.line(format_args!(
        ",\"columnKind\":\"unicodeCodePoints\",\"newlineSequences\":[\"\\r\\n\",\"\\n\",\"\\r\"],\
         \"results\":["
    ))
}

/// Writes a diagnostic.
pub(super) fn write(output: &mut Output, source: &Source, found: &Found, is_first: bool) -> Result {
    if !is_first {
        output.line(format_args!(","))?;
    }
    let diagnostic = &found.diagnostic;
    let uri = uri(source);
    let similar = diagnostic.places().skip(1);
    let similar = similar.map(|(line, span)| (line, span, "similar"));
    let related = diagnostic.related.iter();
    let related = related.map(|related| (related.line, related.span.clone(), related.note));
    let related = related.chain(similar).map(|(line, span, note)| {
        let note = json!({ "message": { "text": message(note) } });
        let columns = columns::nearby(source.text(), span);
        joined(note, location(&uri, line, columns))
    });
    let text = format!("{}\nhelp: {}", diagnostic.message, diagnostic.advice);
    let mut fixes = json!({});
    if !diagnostic.edits.is_empty() {
        let replacements = diagnostic.edits.iter().map(|edit| {
            let span = &edit.span;
            json!({
                "deletedRegion": { "byteLength": span.len(), "byteOffset": span.start },
                "insertedContent": { "text": edit.text },
            })
        });
        fixes = json!({ "fixes": [{
            "artifactChanges": [{
                "artifactLocation": { "uri": uri },
                "replacements": replacements.collect::<Value>(),
            }],
            "description": { "text": message(&diagnostic.advice) },
        }]});
    }
    let result = json!({
        "level": found.severity.to_string(),
        "locations": [location(&uri, diagnostic.line(), Some(found.columns.clone()))],
        "message": { "text": message(&text) },
        "relatedLocations": related.collect::<Value>(),
        "ruleId": diagnostic.code.name(),
        "ruleIndex": Code::ALL.iter().position(|&code| code == diagnostic.code),
    });
    output.object(&joined(fixes, result))
}

/// Ends the log. `failures` lists files that could not be read.
pub(super) fn end(output: &mut Output, failures: &[String]) -> Result {
    output.line(format_args!("],\"invocations\":"))?;
    let failed = |failure| json!({ "level": "error", "message": { "text": message(failure) } });
    output.object(&json!([{
        "executionSuccessful": failures.is_empty(),
        "toolExecutionNotifications": failures.iter().map(|it| failed(it)).collect::<Value>(),
    }]))?;
    output.line(format_args!("}}]}}"))
}

fn rule(code: Code) -> Value {
    let explanation = code.explanation();
    json!({
        "defaultConfiguration": { "level": code.severity().to_string() },
        "help": { "markdown": explanation, "text": message(&explanation) },
        "id": code.name(),
        "name": in_pascal_case(code.name()),
        "shortDescription": { "text": message(code.summary()) },
    })
}

/// Turns `joined-run` into `JoinedRun`.
fn in_pascal_case(name: &str) -> String {
    let words = name.split('-').filter_map(|word| word.split_at_checked(1));
    let capital = |(first, rest): (&str, &str)| first.to_ascii_uppercase() + rest;
    words.map(capital).collect()
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
fn location(uri: &str, line: u32, columns: Option<Range<usize>>) -> Value {
    let columns =
        columns.map(|Range { start, end }| json!({ "endColumn": end, "startColumn": start }));
    let region = joined(columns.unwrap_or_default(), json!({ "startLine": line }));
    json!({ "physicalLocation": { "artifactLocation": { "uri": uri }, "region": region } })
}

/// The characters that are not percent-encoded in a file's URI.
const PATH: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'/')
    .remove(b'-')
    .remove(b'.')
    .remove(b'_')
    .remove(b'~');

/// Returns a URI reference, which is relative if the path is.
fn uri(source: &Source) -> String {
    match &source.path {
        None if source.name == "-" => "stdin".to_owned(),
        None => source.name.clone(),
        Some(path) => {
            let mut path = path.as_encoded_bytes().to_vec();
            if cfg!(windows) {
                let backslashes = path.iter_mut().filter(|byte| **byte == b'\\');
                backslashes.for_each(|byte| *byte = b'/');
            }
            let encoded = percent_encode(&path, PATH);
            match path[..] {
                [b'/', ..] => format!("file://{encoded}"),
                [drive, b':', b'/', ..] if cfg!(windows) => {
                    let encoded = percent_encode(&path[2..], PATH);
                    format!("file:///{}:{encoded}", char::from(drive))
                }
                _ => encoded.to_string(),
            }
        }
    }
}
