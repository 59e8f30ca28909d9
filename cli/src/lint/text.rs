//! Human-readable diagnostics, shown with the lines that they're about.

use std::ops::Range;

use anstyle::{AnsiColor, Style};
use robots_exclusion::lint::Severity;
use unicode_width::UnicodeWidthChar as _;

use super::{Found, columns};
use crate::output::{Output, PLAIN, Result, STRONG, shown, spelled_out};
use crate::source::Source;

/// The maximum number of columns to show from a line. Excerpts must be bounded, or a thousand
/// diagnostics on one long line would show it a thousand times.
const COLUMNS: usize = 120;

/// The minimum number of columns shown around a mark, for context.
const COLUMNS_MIN: usize = 24;

const FRAME: Style = AnsiColor::Blue.on_default().bold();

fn severity_style(severity: Severity) -> Style {
    let colour = match severity {
        Severity::Error => AnsiColor::Red,
        Severity::Note => AnsiColor::Cyan,
        _ => AnsiColor::Yellow,
    };
    colour.on_default().bold()
}

/// Writes a diagnostic with its lines.
pub(super) fn write(output: &mut Output, source: &Source, found: &Found) -> Result {
    let (diagnostic, severity) = (&found.diagnostic, found.severity);
    let text = source.text();
    let style = severity_style(severity);
    let (code, message) = (diagnostic.code, &diagnostic.message);
    output.pieces(&[
        (style, format_args!("{severity}[{code}]")),
        (STRONG, format_args!(": {message}")),
    ])?;

    let mut marks = vec![(diagnostic.line(), diagnostic.span(), None)];
    let related = diagnostic.related.iter();
    marks.extend(related.map(|it| (it.line, it.span.clone(), Some(it.note))));
    marks.sort_by_key(|(_, span, _)| span.start);
    let width = marks[marks.len() - 1].0.to_string().len();
    let (name, line, column) = (source.shown_name(), diagnostic.line(), found.columns.start);
    output.pieces(&[
        (FRAME, format_args!("{:width$}-->", "")),
        (PLAIN, format_args!(" {name}:{line}:{column}")),
    ])?;
    // The line comes after its number, a space, `|` and another space.
    let columns = output.columns().unwrap_or(COLUMNS);
    let columns = columns.saturating_sub(width + 3);
    let mut frame = Frame {
        output,
        width,
        columns: columns.clamp(COLUMNS_MIN, COLUMNS),
    };
    frame.write(None, PLAIN, "")?;
    let mut last: Option<(u32, Option<usize>)> = None;
    // The main span has no note.
    for (line, span, note) in marks {
        if let Some((last, end)) = last {
            frame.write_between(text, last..line, end)?;
        }
        let (parts, line_end) = row(text, span, frame.columns);
        frame.write(Some(line), PLAIN, parts.concat().trim_end())?;
        let [indent, length, _] = parts.map(|part| width_of(&part));
        let (indent, length) = (" ".repeat(indent), length.max(1));
        let (style, mark, note) = match note {
            None => (style, "^".repeat(length), String::new()),
            Some(note) => (FRAME, "-".repeat(length), format!(" {note}")),
        };
        frame.write(None, style, &[indent, mark, note].concat())?;
        last = Some((line, line_end));
    }
    frame.write(None, PLAIN, "")?;
    if diagnostic.places().len() > 1 {
        frame.write_note("lines", &diagnostic.lines())?;
    }
    frame.write_note("help", &diagnostic.advice)?;
    output.line(format_args!(""))
}

/// Returns the line of a span: the text before the span, in it and after it, and the place where the
/// line ends in the file, if that is nearby. If the line is wider than `columns`, at most a third of
/// them show text before the span, unless the rest needs fewer than two thirds.
fn row(text: &[u8], span: Range<usize>, columns: usize) -> ([String; 3], Option<usize>) {
    // A character takes at most four bytes per column. Long runs of zero-width characters
    // count as truncated.
    let window = 4 * columns;
    let text_start = columns::mark(text).min(span.start);
    let earliest = span.start.saturating_sub(window).max(text_start);
    let head = &text[earliest..span.start];
    let (head, is_cut_before) = match head.iter().rposition(is_line_end) {
        Some(line_end) => (&head[line_end + 1..], false),
        None if earliest == text_start => (head, false),
        None => (characters_after_cut(head), true),
    };
    let latest = text.len().min(span.start + window);
    let tail = &text[span.start..latest];
    let (tail, line_end) = match tail.iter().position(is_line_end) {
        Some(length) => (&tail[..length], Some(span.start + length)),
        None if latest == text.len() => (tail, Some(latest)),
        None => (characters_before_cut(tail), None),
    };
    let (marked, after) = tail.split_at(tail.len().min(span.len()));
    let [mut before, mut marked, mut after] = [head, marked, after].map(visible);
    let is_cut_after = line_end.is_none();
    if !is_cut_after {
        after.truncate(after.trim_end().len());
    }

    let rest = width_of(&marked) + width_of(&after) + usize::from(is_cut_after);
    let room = columns - rest.min(columns - columns / 3);
    if is_cut_before || width_of(&before) > room {
        let kept = fitting(before.chars().rev(), room - 1);
        before = format!("…{}", &before[before.len() - kept..]);
    }
    let room = columns - width_of(&before);
    if rest > room || is_cut_after {
        marked.truncate(fitting(marked.chars(), room - 1));
        after.truncate(fitting(after.chars(), room - 1 - width_of(&marked)));
        after.push('…');
    }
    ([before, marked, after], line_end)
}

/// Returns the length in bytes of the characters that fit.
fn fitting(characters: impl Iterator<Item = char>, columns: usize) -> usize {
    let mut width = 0;
    characters
        .take_while(|character| {
            width += character.width().unwrap_or(0);
            width <= columns
        })
        .map(char::len_utf8)
        .sum()
}

/// Counts the columns of a text character by character, as [`fitting`] does.
fn width_of(text: &str) -> usize {
    text.chars().filter_map(|character| character.width()).sum()
}

fn is_line_end(byte: &u8) -> bool {
    matches!(byte, b'\n' | b'\r')
}

/// Removes a partial character at the start of the bytes.
fn characters_after_cut(bytes: &[u8]) -> &[u8] {
    let is_continuation = |byte: &&u8| (0x80..0xC0).contains(*byte);
    let rest = bytes.iter().take(3).take_while(is_continuation).count();
    &bytes[rest..]
}

/// Removes a partial character at the end of the bytes.
fn characters_before_cut(bytes: &[u8]) -> &[u8] {
    match std::str::from_utf8(bytes) {
        // The sequence is valid but incomplete.
        Err(error) if error.error_len().is_none() => &bytes[..error.valid_up_to()],
        _ => bytes,
    }
}

/// Returns the bytes of one line as text. Zero-width characters and blanks other than
/// spaces are spelled out, because they are often the subject of a diagnostic.
fn visible(bytes: &[u8]) -> String {
    let text = String::from_utf8_lossy(bytes).replace('\t', "    ");
    let invisible = |character: char| {
        matches!(character, '\u{200b}'..='\u{200f}' | '\u{2060}'..='\u{2064}' | '\u{feff}')
            || (character != ' ' && character.is_whitespace())
    };
    shown(&spelled_out(&text, invisible)).into_owned()
}

/// Writes the lines of an excerpt, with their numbers.
struct Frame<'o> {
    output: &'o mut Output,
    /// The number of digits of the highest line number.
    width: usize,
    /// The available columns for a line.
    columns: usize,
}

impl Frame<'_> {
    fn write(&mut self, line: Option<u32>, style: Style, text: &str) -> Result {
        let width = self.width;
        let number = line.map(|line| line.to_string()).unwrap_or_default();
        let blank = if text.is_empty() { "" } else { " " };
        self.output.pieces(&[
            (FRAME, format_args!("{number:<width$} |")),
            (style, format_args!("{blank}{text}")),
        ])
    }

    /// Writes what is between two marked lines: `...`, or the line itself if there is only
    /// one and the first of the two ends nearby.
    fn write_between(&mut self, text: &[u8], lines: Range<u32>, end: Option<usize>) -> Result {
        if lines.len() < 2 {
            return Ok(());
        }
        let Some(end) = end.filter(|_| lines.len() == 2) else {
            return self.output.pieces(&[(FRAME, "...")]);
        };
        let start = match text[end..] {
            [b'\r', b'\n', ..] => end + 2,
            _ => end + 1,
        };
        let ([_, _, line], _) = row(text, start..start, self.columns);
        self.write(Some(lines.start + 1), PLAIN, line.trim_end())
    }

    fn write_note(&mut self, label: &str, text: &str) -> Result {
        let width = self.width;
        self.output.pieces(&[
            (FRAME, format_args!("{:width$} =", "")),
            (STRONG, format_args!(" {label}")),
            (PLAIN, format_args!(": {text}")),
        ])
    }
}
