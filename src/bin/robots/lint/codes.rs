//! The list of codes, and what one of them means.

use anstyle::Style;
use robots_exclusion::lint::Code;

use super::json::CodeObject;
use super::level::Level;
use crate::output::{Failure, MINOR, Output, PLAIN};

const STRONG: Style = Style::new().bold();

/// Writes what `only` means, or the list of all codes.
pub(super) fn write(output: &mut Output, only: Option<Code>, json: bool) -> Result<(), Failure> {
    let codes = only.as_ref().map_or(Code::ALL, std::slice::from_ref);
    for &code in codes {
        if json {
            output.object(&CodeObject::from(code))?;
        } else if only.is_some() {
            explain(output, code)?;
        } else {
            let width = Code::ALL.iter().map(|code| code.name().len()).max();
            let width = width.unwrap_or_default();
            let level = Level::from(code.severity());
            output.pieces(&[
                (STRONG, format_args!("{:width$}", code.name())),
                (MINOR, format_args!("  {level:11}  ")),
                (PLAIN, format_args!("{}", code.summary())),
            ])?;
        }
    }
    Ok(())
}

/// The explanation, its examples indented.
fn explain(output: &mut Output, code: Code) -> Result<(), Failure> {
    let level = Level::from(code.severity());
    output.pieces(&[
        (STRONG, format_args!("{code}")),
        (MINOR, format_args!("  {level}")),
    ])?;
    output.line(format_args!(""))?;
    let explanation = code.explanation();
    let mut is_example = false;
    for line in explanation.lines() {
        if line.starts_with("```") {
            is_example = !is_example;
        } else if is_example && !line.is_empty() {
            output.line(format_args!("    {line}"))?;
        } else {
            output.line(format_args!("{line}"))?;
        }
    }
    Ok(())
}
