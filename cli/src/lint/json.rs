//! A diagnostic as a JSON object.

use robots_exclusion::Dialect;
use robots_exclusion::lint::Code;
use serde_json::{Value, json};

use super::counts::Found;

/// A diagnostic with `--format json`. Every key is always present.
pub(super) fn diagnostic(file: &str, found: &Found) -> Value {
    let diagnostic = &found.diagnostic;
    let lines: Vec<_> = diagnostic.places().map(|(line, _)| line).collect();
    let dialects = diagnostic.dialects().iter().copied();
    let dialects: Vec<_> = dialects.map(Dialect::name).collect();
    let edits = diagnostic.edits().iter().map(|edit| {
        json!({
            "start": edit.span().start,
            "end": edit.span().end,
            "text": edit.text(),
            // `true` if the edit certainly doesn't change anything for any crawler.
            "safe": edit.is_safe(),
            // The changes that the edit makes, and the crawlers that it affects.
            "effect": edit.effect(),
        })
    });
    // Other places that explain the diagnostic.
    let related = diagnostic.related().map(
        |related| json!({ "line": related.line(), "span": related.span(), "note": related.note() }),
    );
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
        "code": diagnostic.code().name(),
        "message": diagnostic.message(),
        "advice": diagnostic.advice(),
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
