//! Diagnostics for programs: JSON objects, and annotations for GitHub Actions.

use robots_exclusion::Dialect;
use robots_exclusion::lint::{Code, Severity};
use serde_json::{Value, json};

use super::Found;
use crate::format;
use crate::output::{Output, Result};
use crate::source::Source;

/// A diagnostic with `--format json`. Every key is always present.
pub(super) fn object(file: &str, found: &Found) -> Value {
    let diagnostic = &found.diagnostic;
    let lines: Vec<_> = diagnostic.places().map(|(line, _)| line).collect();
    let dialects = diagnostic.dialects.iter().copied();
    let dialects: Vec<_> = dialects.map(Dialect::name).collect();
    let edits = diagnostic.edits.iter().map(|edit| {
        json!({
            "start": edit.span.start,
            "end": edit.span.end,
            "text": edit.text,
            // `true` if the edit certainly doesn't change anything for any crawler.
            "safe": edit.is_safe(),
            // The changes that the edit makes, and the crawlers that it affects.
            "effect": edit.effect,
        })
    });
    // Other places that explain the diagnostic.
    let related = diagnostic
        .related
        .iter()
        .map(|related| json!({ "line": related.line, "span": related.span, "note": related.note }));
    json!({
        "file": file,
        "line": diagnostic.line(),
        // All lines with this problem.
        "lines": lines,
        // In characters, counted from 1.
        "column": found.columns.start,
        // Offsets in bytes, from the start of the file.
        "span": diagnostic.span(),
        "severity": found.severity.to_string(),
        "code": diagnostic.code.name(),
        "message": diagnostic.message,
        "advice": diagnostic.advice,
        // The dialects that the diagnostic applies to.
        "dialects": dialects,
        "edits": edits.collect::<Value>(),
        "related": related.collect::<Value>(),
    })
}

/// A code with `--codes` and `--explain`. The explanation is Markdown.
pub(super) fn code(code: Code) -> Value {
    json!({
        "code": code.name(),
        "severity": code.severity().to_string(),
        "summary": code.summary(),
        "explanation": code.explanation(),
    })
}

/// Writes a workflow command that annotates the file, or the run if there is no file.
pub(super) fn annotate(output: &mut Output, source: &Source, found: &Found) -> Result {
    let (diagnostic, columns) = (&found.diagnostic, &found.columns);
    let command = match found.severity {
        Severity::Error => "error",
        Severity::Note => "notice",
        _ => "warning",
    };
    let line = diagnostic.line();
    let mut message = diagnostic.message.clone();
    let place = match &source.path {
        Some(_) => format!(
            "file={},line={line},endLine={line},col={},endColumn={},",
            format::property(&source.name),
            columns.start,
            columns.end,
        ),
        None => {
            message = format!("{}:{line}: {message}", source.shown_name());
            String::new()
        }
    };
    if diagnostic.places().len() > 1 {
        message = format!("{message}\nlines: {}", diagnostic.lines());
    }
    message = format!("{message}\nhelp: {}", diagnostic.advice);
    format::annotate(output, command, &place, diagnostic.code.name(), &message)
}
