//! `robots lint --fix`.

use robots_exclusion::lexer::Lines;
use robots_exclusion::{Dialect, ParseOptions, lint};

use super::{Arguments, Style};
use crate::edit;
use crate::output::{MINOR, Output, PLAIN, Result, excerpt};
use crate::source::Source;

/// Makes the safe edits in a file, and shows the changed lines.
pub(super) fn fix(source: &mut Source, arguments: &Arguments, output: &mut Output) -> Result {
    let (name, text) = (source.shown_name(), source.text());
    let Some(path) = &source.path else {
        return Err(edit::unchanged(name, "only files can be edited"));
    };
    if let Some(why) = edit::objection(text) {
        return Err(edit::unchanged(name, why));
    }
    let fixed = lint::fix(text, arguments.reading.options());
    if fixed == text {
        return Ok(());
    }
    edit::replace(path, [text, &fixed], arguments.force)?;
    if arguments.style() == Style::Text {
        output.line(format_args!("{name}: edited"))?;
        write_changes(text, &fixed, output)?;
        output.line(format_args!(""))?;
    }
    let options = ParseOptions::new().byte_limit(None);
    source.access = options.parse_owned(fixed).into();
    Ok(())
}

/// Writes the changed lines. Edits keep the order of lines, so the old and the new text
/// agree again shortly after each change.
fn write_changes(old: &[u8], new: &[u8], output: &mut Output) -> Result {
    /// The maximum number of lines skipped to find the next one that both texts have.
    const AHEAD: usize = 50;

    let [old, new] = [old, new].map(|text| {
        let lines = Lines::new(text, Dialect::Standard).map(|line| line.bytes());
        lines.collect::<Vec<_>>()
    });
    let (mut at, mut new_at) = (0, 0);
    while at < old.len() || new_at < new.len() {
        if old.get(at) == new.get(new_at) {
            (at, new_at) = (at + 1, new_at + 1);
            continue;
        }
        let ahead = |lines: &[&[u8]], from: usize, line: Option<&&[u8]>| {
            let lines = lines[from.min(lines.len())..].iter().take(AHEAD);
            lines.clone().position(|other| Some(other) == line)
        };
        let removed = ahead(&old, at, new.get(new_at));
        let added = ahead(&new, new_at, old.get(at));
        let (removed, added) = match (removed, added) {
            (Some(removed), _) => (removed, 0),
            (None, Some(added)) => (0, added),
            (None, None) => (1, 1),
        };
        let parts = [("-", &old, at, removed), ("+", &new, new_at, added)];
        for (sign, lines, from, count) in parts {
            for (number, line) in lines.iter().enumerate().skip(from).take(count) {
                let text = excerpt(String::from_utf8_lossy(line.trim_ascii_end()));
                if !text.is_empty() {
                    output.pieces(&[
                        (MINOR, format_args!("{:>6} ", number + 1)),
                        (PLAIN, format_args!("{sign} {text}")),
                    ])?;
                }
            }
        }
        (at, new_at) = (at + removed, new_at + added);
    }
    Ok(())
}
