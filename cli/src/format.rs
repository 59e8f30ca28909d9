//! The formats of reports.

use std::fmt::Display;

use clap::{Args, ValueEnum};

use crate::output::{Output, Result};

/// The format arguments of a report.
#[derive(Args)]
pub(crate) struct ReportFormat {
    /// The output format
    #[arg(long, value_enum, default_value_t = Style::Text)]
    format: Style,
    /// Same as `--format json`
    #[arg(long, conflicts_with = "format")]
    json: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Style {
    /// Human-readable text
    Text,
    /// One JSON object per line
    Json,
    /// Annotations for GitHub Actions
    Github,
    /// Markdown, for example for a comment on a pull request
    Markdown,
}

impl ReportFormat {
    pub(crate) fn style(&self) -> Style {
        if self.json { Style::Json } else { self.format }
    }
}

/// Writes a workflow command of GitHub Actions. `place` consists of [`property`]s.
pub(crate) fn annotate(
    output: &mut Output,
    command: &str,
    place: &str,
    title: &str,
    message: &str,
) -> Result {
    let (title, message) = (property(title), data(message));
    output.line(format_args!("::{command} {place}title={title}::{message}"))
}

/// Escapes text for the part after the second `::`.
fn data(text: &str) -> String {
    text.replace('%', "%25")
        .replace('\r', "%0D")
        .replace('\n', "%0A")
}

/// Escapes the value of a property, which would end at a comma or colon.
pub(crate) fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}

/// Writes the head of a Markdown table.
pub(crate) fn table_head(titles: &[&str], output: &mut Output) -> Result {
    output.line(format_args!("| {} |", titles.join(" | ")))?;
    output.line(format_args!("{}|", "|---".repeat(titles.len())))
}

/// Formats text as Markdown code that may be in a table cell.
pub(crate) fn code(text: impl Display) -> String {
    let text = text.to_string().replace('|', "\\|");
    let text = text.replace(['\r', '\n'], " ");
    if text.is_empty() {
        return text;
    }
    // The fence must be longer than any run of backticks inside.
    let runs = text.split(|character| character != '`').map(str::len);
    let fence = "`".repeat(runs.max().unwrap_or_default() + 1);
    let blank = if text.contains('`') { " " } else { "" };
    format!("{fence}{blank}{text}{blank}{fence}")
}
