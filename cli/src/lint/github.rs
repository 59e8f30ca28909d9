//! Diagnostics as GitHub Actions annotations.

use robots_exclusion::lint::Severity;

use super::counts::Found;
use super::input::Input;
use crate::format::{annotate, property};
use crate::output::{Output, Result};

/// Writes a workflow command that annotates the file, or the run if there is no file.
pub(super) fn write(output: &mut Output, input: &Input, found: &Found) -> Result {
    let (diagnostic, columns) = (&found.diagnostic, &found.columns);
    let command = match found.severity {
        Severity::Error => "error",
        Severity::Note => "notice",
        _ => "warning",
    };
    let line = diagnostic.line();
    let mut message = diagnostic.message().to_owned();
    let place = match &input.path {
        Some(_) => format!(
            "file={},line={line},endLine={line},col={},endColumn={},",
            property(&input.name),
            columns.start,
            columns.end,
        ),
        None => {
            message = format!("{}:{line}: {message}", input.shown_name());
            String::new()
        }
    };
    if diagnostic.places().len() > 1 {
        message = format!("{message}\nlines: {}", diagnostic.lines());
    }
    message = format!("{message}\nhelp: {}", diagnostic.advice());
    annotate(output, command, &place, diagnostic.code().name(), &message)
}
