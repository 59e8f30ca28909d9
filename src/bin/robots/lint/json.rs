//! A diagnostic as a JSON object.

use std::ops::Range;

use robots_exclusion::lint::Code;
use serde::Serialize;

use super::finding::Found;
use super::level::Level;

/// What programs get with `--format json`. Every key is always there.
#[derive(Serialize)]
pub(super) struct Object<'a> {
    file: &'a str,
    line: u32,
    /// In characters, from 1.
    column: usize,
    /// Offsets in bytes, from the start of the file.
    span: Span,
    /// `error` if the code is denied; `warning` or `information`.
    severity: &'static str,
    code: &'static str,
    message: String,
    advice: String,
    related: Vec<Related>,
}

/// Where in the file.
#[derive(Serialize)]
struct Span {
    start: usize,
    end: usize,
}

/// Another place that explains a diagnostic.
#[derive(Serialize)]
struct Related {
    line: u32,
    span: Span,
    note: &'static str,
}

impl<'a> Object<'a> {
    pub(super) fn new(file: &'a str, found: &Found<'_>) -> Object<'a> {
        let diagnostic = &found.diagnostic;
        let related = diagnostic.related().map(|related| Related {
            line: related.line(),
            span: related.span().into(),
            note: related.note(),
        });
        Object {
            file,
            line: diagnostic.line(),
            column: found.columns.start,
            span: diagnostic.span().into(),
            severity: found.level.name(),
            code: diagnostic.code().name(),
            message: diagnostic.message(),
            advice: diagnostic.advice(),
            related: related.collect(),
        }
    }
}

impl From<Range<usize>> for Span {
    fn from(range: Range<usize>) -> Span {
        Span {
            start: range.start,
            end: range.end,
        }
    }
}

/// What programs get of a code with `--codes` and `--explain`.
#[derive(Serialize)]
pub(super) struct CodeObject {
    code: &'static str,
    severity: &'static str,
    summary: &'static str,
    /// Markdown.
    explanation: String,
}

impl From<Code> for CodeObject {
    fn from(code: Code) -> CodeObject {
        CodeObject {
            code: code.name(),
            severity: Level::from(code.severity()).name(),
            summary: code.summary(),
            explanation: code.explanation(),
        }
    }
}
