//! The list of codes, and the explanation of one.

use robots_exclusion::lint::Code;

use super::programs;
use crate::output::{MINOR, Output, PLAIN, Result, STRONG};

/// Writes the explanation of `only`, or the list of all codes.
pub(super) fn write(output: &mut Output, only: Option<Code>, is_json: bool) -> Result {
    if is_json {
        let codes = only.as_ref().map_or(Code::ALL, std::slice::from_ref);
        let mut codes = codes.iter();
        return codes.try_for_each(|&code| output.object(&programs::code(code)));
    }
    match only {
        Some(code) => explain(output, code),
        None => list(output),
    }
}

/// Writes a line for each code, or several if one is too long for the terminal.
fn list(output: &mut Output) -> Result {
    let longest = |of: fn(&Code) -> usize| Code::ALL.iter().map(of).max().unwrap_or_default();
    let name = longest(|code| code.name().len());
    let summary = longest(|code| code.summary().len());
    let columns = output.columns();
    let narrow = columns.filter(|&columns| columns < name + 11 + summary);
    for &code in Code::ALL {
        let severity = code.severity();
        let (code, summary) = (code.name(), code.summary());
        match narrow {
            None => output.pieces(&[
                (STRONG, format_args!("{code:name$}")),
                (MINOR, format_args!("  {severity:7}  ")),
                (PLAIN, format_args!("{summary}")),
            ])?,
            Some(columns) => {
                output.pieces(&[
                    (STRONG, format_args!("{code}")),
                    (MINOR, format_args!("  {severity}")),
                ])?;
                output.paragraph(PLAIN, "    ", summary, columns)?;
            }
        }
    }
    Ok(())
}

/// Writes the explanation, with indented examples.
fn explain(output: &mut Output, code: Code) -> Result {
    let severity = code.severity();
    output.pieces(&[
        (STRONG, format_args!("{code}")),
        (MINOR, format_args!("  {severity}")),
    ])?;
    output.line(format_args!(""))?;
    let columns = output.columns();
    let explanation = code.explanation();
    let mut is_example = false;
    let mut paragraph = String::new();
    // Flush the last paragraph.
    let end = columns.map(|_| "```");
    for line in explanation.lines().chain(end) {
        let is_fence = line.starts_with("```");
        if let (Some(columns), true) = (columns, line.is_empty() || is_fence || is_example) {
            output.paragraph(PLAIN, "", paragraph.trim_end(), columns)?;
            paragraph.clear();
        }
        if is_fence {
            is_example = !is_example;
        } else if is_example && !line.is_empty() {
            output.line(format_args!("    {line}"))?;
        } else if columns.is_some() && !line.is_empty() {
            paragraph = paragraph + line + " ";
        } else {
            output.line(format_args!("{line}"))?;
        }
    }
    Ok(())
}
