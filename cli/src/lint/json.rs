//! A diagnostic as a JSON object.

use std::ops::Range;

use robots_exclusion::Dialect;
use robots_exclusion::lint::Code;
use serde::Serialize;

use super::counts::Found;

/// A diagnostic with `--format json`. Every key is always present.
#[derive(Serialize)]
pub(super) struct Object<'a> {
    file: &'a str,
    line: u32,
    /// All lines with this problem.
    lines: Vec<u32>,
    /// In characters, counted from 1.
    column: usize,
    /// Offsets in bytes, from the start of the file.
    span: Range<usize>,
    /// `error`, `warning` or `note`.
    severity: String,
    code: &'static str,
    message: &'a str,
    advice: &'a str,
    /// The dialects that the diagnostic applies to.
    dialects: Vec<&'static str>,
    edits: Vec<Edit<'a>>,
    related: Vec<Related>,
}

/// A change to the text.
#[derive(Serialize)]
struct Edit<'a> {
    #[serde(flatten)]
    span: Range<usize>,
    text: &'a str,
    /// `true` if the edit certainly doesn't change anything for any crawler.
    safe: bool,
    /// The changes that the edit makes, and the crawlers that it affects.
    effect: &'a str,
}

/// Another place that explains a diagnostic.
#[derive(Serialize)]
struct Related {
    line: u32,
    span: Range<usize>,
    note: &'static str,
}

impl<'a> Object<'a> {
    pub(super) fn new(file: &'a str, found: &'a Found) -> Object<'a> {
        let diagnostic = &found.diagnostic;
        let related = diagnostic.related().map(|related| Related {
            line: related.line(),
            span: related.span(),
            note: related.note(),
        });
        let dialects = diagnostic.dialects().iter();
        let edits = diagnostic.edits().iter().map(|edit| Edit {
            span: edit.span(),
            text: edit.text(),
            safe: edit.is_safe(),
            effect: edit.effect(),
        });
        Object {
            file,
            line: diagnostic.line(),
            lines: diagnostic.places().map(|(line, _)| line).collect(),
            column: found.columns.start,
            span: diagnostic.span(),
            severity: found.severity.to_string(),
            code: diagnostic.code().name(),
            message: diagnostic.message(),
            advice: diagnostic.advice(),
            dialects: dialects.copied().map(Dialect::name).collect(),
            edits: edits.collect(),
            related: related.collect(),
        }
    }
}

/// A code with `--codes` and `--explain`.
#[derive(Serialize)]
pub(super) struct CodeObject {
    code: &'static str,
    severity: String,
    summary: &'static str,
    /// Markdown.
    explanation: String,
}

impl From<Code> for CodeObject {
    fn from(code: Code) -> CodeObject {
        CodeObject {
            code: code.name(),
            severity: code.severity().to_string(),
            summary: code.summary(),
            explanation: code.explanation(),
        }
    }
}
