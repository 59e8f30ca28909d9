//! A diagnostic for people: over the lines that it is about.

use std::ops::Range;

use anstyle::{AnsiColor, Style};
use unicode_width::UnicodeWidthStr;

use super::columns;
use super::finding::{Found, Group};
use super::input::Input;
use super::level::Level;
use crate::output::{Failure, Output, PLAIN, STRONG, shown};

/// How many bytes of a line are shown before the start of a mark, and after
/// it. What is shown of a diagnostic has a bound, or a thousand of them on one
/// long line would be a thousand such lines.
#[derive(Clone, Copy)]
struct Excerpt {
    before: usize,
    after: usize,
}

impl Excerpt {
    /// For what a terminal leaves of a line of so many columns.
    fn fitting(columns: Option<usize>) -> Excerpt {
        let most = Excerpt {
            before: 40,
            after: 80,
        };
        let Some(columns) = columns else {
            return most;
        };
        // A mark is nothing without some of what is round it. A cut takes a
        // column on either side, and leaves the byte before.
        let columns = columns.max(30) - 3;
        let before = most.before.min(columns / 3);
        Excerpt {
            before,
            after: most.after.min(columns - before),
        }
    }
}

const FRAME: Style = AnsiColor::Blue.on_default().bold();

fn level_style(level: Level) -> Style {
    let colour = match level {
        Level::Error => AnsiColor::Red,
        Level::Warning => AnsiColor::Yellow,
        Level::Information => AnsiColor::Cyan,
    };
    colour.on_default().bold()
}

/// Writes a diagnostic, and where else the same was found.
pub(super) fn write(output: &mut Output, input: &Input, group: &Group<'_>) -> Result<(), Failure> {
    let Found {
        diagnostic,
        level,
        columns,
    } = &group.first;
    let (level, text) = (*level, &input.text[..]);
    let style = level_style(level);
    let code = diagnostic.code();
    let message = diagnostic.message();
    output.pieces(&[
        (style, format_args!("{level}[{code}]")),
        (STRONG, format_args!(": {message}")),
    ])?;

    let primary = Mark {
        line: diagnostic.line(),
        span: diagnostic.span(),
        note: None,
    };
    let related = diagnostic.related().map(|related| Mark {
        line: related.line(),
        span: related.span(),
        note: Some(related.note()),
    });
    let mut marks: Vec<_> = std::iter::once(primary).chain(related).collect();
    marks.sort_by_key(|mark| mark.span.start);
    let width = marks[marks.len() - 1].line.to_string().len();
    let (name, line) = (input.shown_name(), diagnostic.line());
    output.pieces(&[
        (FRAME, format_args!("{:width$}-->", "")),
        (PLAIN, format_args!(" {name}:{line}:{}", columns.start)),
    ])?;
    // Before the line stand its number, a blank, `|` and another blank.
    let columns = output.columns();
    let frame = Frame {
        style,
        width,
        excerpt: Excerpt::fitting(columns.map(|columns| columns.saturating_sub(width + 3))),
    };
    frame.write(output, None, PLAIN, "")?;
    let mut last: Option<(u32, Option<usize>)> = None;
    for mark in &marks {
        if let Some((line, end)) = last {
            frame.write_between(output, text, line..mark.line, end)?;
        }
        let row = Row::new(text, mark.span.clone(), frame.excerpt);
        frame.write_row(output, mark, &row)?;
        last = Some((mark.line, row.line_end));
    }
    frame.write(output, None, PLAIN, "")?;
    frame.write_note(output, "help", &diagnostic.advice())?;
    if let Some(others) = group.others() {
        frame.write_note(output, "note", &others)?;
    }
    output.line(format_args!(""))
}

/// A part of a line to be marked; with a note, unless it is what the
/// diagnostic is about.
struct Mark {
    line: u32,
    span: Range<usize>,
    note: Option<&'static str>,
}

/// A line, or the part of a long one that its mark stands in.
struct Row {
    before: String,
    marked: String,
    after: String,
    /// Where the line ends in the text, if that is not far away.
    line_end: Option<usize>,
}

impl Row {
    fn new(text: &[u8], span: Range<usize>, shown: Excerpt) -> Row {
        let text_start = columns::mark(text).min(span.start);
        let earliest = span.start.saturating_sub(shown.before + 1).max(text_start);
        let head = &text[earliest..span.start];
        let (head, is_cut) = match head.iter().rposition(is_line_end) {
            Some(line_end) => (&head[line_end + 1..], false),
            None if earliest == text_start => (head, false),
            None => (characters_after_cut(head), true),
        };
        let mut before = if is_cut {
            "…".to_owned()
        } else {
            String::new()
        };
        before += &excerpt(head);

        let latest = text.len().min(span.start + shown.after);
        let tail = &text[span.start..latest];
        let (tail, line_end) = match tail.iter().position(is_line_end) {
            Some(length) => (&tail[..length], Some(span.start + length)),
            None if latest == text.len() => (tail, Some(latest)),
            None => (characters_before_cut(tail), None),
        };
        let (marked, after) = tail.split_at(tail.len().min(span.len()));
        let mut after = excerpt(after);
        if line_end.is_none() {
            after.push('…');
        }
        Row {
            before,
            marked: excerpt(marked),
            after,
            line_end,
        }
    }
}

fn is_line_end(byte: &u8) -> bool {
    matches!(byte, b'\n' | b'\r')
}

/// Bytes without the character that a cut before them has gone through.
fn characters_after_cut(bytes: &[u8]) -> &[u8] {
    let is_continuation = |byte: &&u8| (0x80..0xC0).contains(*byte);
    let rest = bytes.iter().take(3).take_while(is_continuation).count();
    &bytes[rest..]
}

/// Bytes without the character that a cut after them has gone through.
fn characters_before_cut(bytes: &[u8]) -> &[u8] {
    match std::str::from_utf8(bytes) {
        // More bytes would have made it valid.
        Err(error) if error.error_len().is_none() => &bytes[..error.valid_up_to()],
        _ => bytes,
    }
}

/// Bytes of one line as text. Characters without a width are spelled out:
/// they are often what a diagnostic is about.
fn excerpt(bytes: &[u8]) -> String {
    let text = String::from_utf8_lossy(bytes).replace('\t', "    ");
    let invisible = |character: char| matches!(character, '\u{200b}'..='\u{200f}' | '\u{2060}'..='\u{2064}' | '\u{feff}');
    let mut visible = String::with_capacity(text.len());
    for character in text.chars() {
        if invisible(character) {
            visible.extend(character.escape_unicode());
        } else {
            visible.push(character);
        }
    }
    shown(&visible).into_owned()
}

/// The lines of an excerpt, with their numbers.
struct Frame {
    /// The style of the level.
    style: Style,
    /// The digits of the highest line number.
    width: usize,
    excerpt: Excerpt,
}

impl Frame {
    fn write(
        &self,
        output: &mut Output,
        line: Option<u32>,
        style: Style,
        text: &str,
    ) -> Result<(), Failure> {
        let width = self.width;
        let number = line.map(|line| line.to_string()).unwrap_or_default();
        let indented = text.trim_start();
        let indent = text.len() - indented.len();
        let blank = if text.is_empty() { "" } else { " " };
        output.pieces(&[
            (FRAME, format_args!("{number:<width$} |")),
            (PLAIN, format_args!("{blank}{}", &text[..indent])),
            (style, format_args!("{indented}")),
        ])
    }

    fn write_row(&self, output: &mut Output, mark: &Mark, row: &Row) -> Result<(), Failure> {
        let Row {
            before,
            marked,
            after,
            ..
        } = row;
        let line = format!("{before}{marked}{after}");
        self.write(output, Some(mark.line), PLAIN, line.trim_end())?;
        let indent = " ".repeat(before.width());
        let length = marked.width().max(1);
        match mark.note {
            None => {
                let line = indent + &"^".repeat(length);
                self.write(output, None, self.style, &line)
            }
            Some(note) => {
                let line = indent + &"-".repeat(length) + " " + note;
                self.write(output, None, FRAME, &line)
            }
        }
    }

    /// What stands between two marked lines: the line, if there is just one
    /// and the first of the two ends nearby.
    fn write_between(
        &self,
        output: &mut Output,
        text: &[u8],
        lines: Range<u32>,
        end: Option<usize>,
    ) -> Result<(), Failure> {
        if lines.len() < 2 {
            return Ok(());
        }
        let Some(end) = end.filter(|_| lines.len() == 2) else {
            return output.pieces(&[(FRAME, format_args!("..."))]);
        };
        let start = match text[end..] {
            [b'\r', b'\n', ..] => end + 2,
            _ => end + 1,
        };
        let row = Row::new(text, start..start, self.excerpt);
        self.write(output, Some(lines.start + 1), PLAIN, row.after.trim_end())
    }

    fn write_note(&self, output: &mut Output, label: &str, text: &str) -> Result<(), Failure> {
        let width = self.width;
        output.pieces(&[
            (FRAME, format_args!("{:width$} =", "")),
            (STRONG, format_args!(" {label}")),
            (PLAIN, format_args!(": {text}")),
        ])
    }
}
