//! Diagnostics as annotations of GitHub Actions.

use super::finding::{Found, Group};
use super::input::Input;
use super::level::Level;
use crate::output::{Failure, Output};

/// Writes a workflow command that annotates the file, or the run where there
/// is no file.
pub(super) fn write(output: &mut Output, input: &Input, group: &Group<'_>) -> Result<(), Failure> {
    let Found {
        diagnostic,
        level,
        columns,
    } = &group.first;
    let command = match level {
        Level::Error => "error",
        Level::Warning => "warning",
        Level::Information => "notice",
    };
    let line = diagnostic.line();
    let mut message = diagnostic.message();
    let place = match input.path() {
        Some(path) => format!(
            "file={},line={line},endLine={line},col={},endColumn={},",
            property(&path),
            columns.start,
            columns.end,
        ),
        None => {
            message = format!("{}:{line}: {message}", input.shown_name());
            String::new()
        }
    };
    message = format!("{message}\nhelp: {}", diagnostic.advice());
    if let Some(others) = group.others() {
        message = format!("{message}\nnote: {others}");
    }
    output.line(format_args!(
        "::{command} {place}title={}::{}",
        property(diagnostic.code().name()),
        data(&message)
    ))
}

/// Text after the second `::`.
fn data(text: &str) -> String {
    text.replace('%', "%25")
        .replace('\r', "%0D")
        .replace('\n', "%0A")
}

/// The value of a property, which ends at a comma or colon.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}
