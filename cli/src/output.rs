//! Writes output: escaped and coloured text for people, JSON for programs, and nothing after
//! the pipe has been closed.
//!
//! Everything the program prints goes through this module, so nothing from a file, a server
//! or an argument reaches a terminal unescaped.

pub(crate) mod progress;

use std::borrow::Cow;
use std::collections::HashSet;
use std::fmt::{self, Display, Write as _};
use std::io::{self, BufWriter, IsTerminal, StdoutLock, Write};

use anstream::{AutoStream, ColorChoice};
use anstyle::{AnsiColor, Style};
use robots_exclusion::{Reason, Verdict};
use unicode_width::UnicodeWidthStr as _;

use crate::Finding;

/// The reason why a command stopped.
pub(crate) enum Failure {
    /// Standard output was closed, as by `| head`. This is not reported as an error.
    Closed,
    /// A one-line message for standard error.
    Message(String),
}

impl<T: Into<String>> From<T> for Failure {
    fn from(message: T) -> Failure {
        Failure::Message(message.into())
    }
}

/// The result of anything that can fail with a [`Failure`].
pub(crate) type Result<T = (), E = Failure> = std::result::Result<T, E>;

/// Returns the reason why standard output could not be written.
pub(crate) fn unwritten(error: io::Error) -> Failure {
    match error.kind() {
        io::ErrorKind::BrokenPipe => Failure::Closed,
        _ => Failure::Message(format!("cannot write to standard output: {error}")),
    }
}

/// Prints an error message on standard error: one line, escaped. If standard error is
/// closed, the program continues.
pub(crate) fn complain(message: impl Display) {
    progress::clear();
    let line = format!("robots: {}\n", shown(&message.to_string()));
    let _ = io::stderr().lock().write_all(line.as_bytes());
}

/// Buffered standard output.
pub(crate) struct Output {
    writer: BufWriter<AutoStream<StdoutLock<'static>>>,
    coloured: bool,
    /// The known crawlers about which a note has been written.
    pub(crate) remarked: HashSet<&'static str>,
    /// The worst finding so far.
    pub(crate) finding: Finding,
}

impl Output {
    pub(crate) fn to_standard_output() -> Output {
        let standard = io::stdout().lock();
        let coloured = AutoStream::choice(&standard) != ColorChoice::Never;
        // The coloured stream translates escape codes for old Windows consoles. If colours
        // are off, nothing is styled, so text is passed through.
        let choice = match coloured {
            true => ColorChoice::Always,
            false => ColorChoice::AlwaysAnsi,
        };
        Output {
            writer: BufWriter::new(AutoStream::new(standard, choice)),
            coloured,
            remarked: HashSet::new(),
            finding: Finding::Fine,
        }
    }

    pub(crate) fn flush(&mut self) -> Result {
        self.writer.flush().map_err(unwritten)
    }

    /// Prints an error message on standard error, after flushing standard output.
    pub(crate) fn complain(&mut self, message: impl Display) -> Result {
        self.flush()?;
        complain(message);
        Ok(())
    }

    /// Remembers a finding, for the exit code.
    pub(crate) fn raise_if(&mut self, is_so: bool, finding: Finding) {
        if is_so {
            self.finding = self.finding.max(finding);
        }
    }

    /// Prints an error message on standard error. The command continues, but is incomplete.
    pub(crate) fn fail(&mut self, message: impl Display) -> Result {
        self.finding = Finding::Incomplete;
        self.complain(message)
    }

    /// Prints a failure's message on standard error, and returns it. Fails if standard output is
    /// closed.
    pub(crate) fn told(&mut self, failure: Failure) -> Result<String> {
        let Failure::Message(message) = failure else {
            return Err(failure);
        };
        self.fail(&message)?;
        Ok(message)
    }

    /// Writes one escaped, human-readable line.
    pub(crate) fn line(&mut self, text: fmt::Arguments<'_>) -> Result {
        self.pieces(&[(PLAIN, text)])
    }

    /// Writes one human-readable line that consists of pieces in different styles. The text is
    /// escaped.
    pub(crate) fn pieces(&mut self, pieces: &[(Style, impl Display)]) -> Result {
        progress::clear();
        for (style, text) in pieces {
            let style = if self.coloured { *style } else { PLAIN };
            let text = text.to_string();
            write!(self.writer, "{style}{}{style:#}", shown(&text)).map_err(unwritten)?;
        }
        self.writer.write_all(b"\n").map_err(unwritten)
    }

    /// Writes the columns of a table's row, without the blanks at its end. Writes nothing if there
    /// is nothing else.
    pub(crate) fn row(&mut self, columns: impl IntoIterator<Item = (Style, String)>) -> Result {
        let mut pieces: Vec<_> = columns.into_iter().collect();
        while let Some((_, text)) = pieces.last_mut() {
            text.truncate(text.trim_end().len());
            if !text.is_empty() {
                return self.pieces(&pieces);
            }
            pieces.pop();
        }
        Ok(())
    }

    /// Writes text in lines that start with `indent` and extend at most to the column `to`.
    pub(crate) fn paragraph(
        &mut self,
        style: Style,
        indent: &str,
        text: &str,
        to: usize,
    ) -> Result {
        let lines = wrapped(text.split(' '), " ", to.saturating_sub(indent.len()));
        let mut lines = lines.iter();
        lines.try_for_each(|line| self.pieces(&[(style, format_args!("{indent}{line}"))]))
    }

    /// Writes text without escaping it. The text must come from the program itself and not contain
    /// any input.
    pub(crate) fn as_it_is(&mut self, bytes: &[u8]) -> Result {
        progress::clear();
        self.writer.write_all(bytes).map_err(unwritten)
    }

    /// Returns `true` if standard output is a terminal.
    pub(crate) fn is_terminal(&self) -> bool {
        io::stdout().is_terminal()
    }

    /// Returns the width of the terminal in columns, or `None` if standard output is not a
    /// terminal.
    pub(crate) fn columns(&self) -> Option<usize> {
        let size = terminal_size::terminal_size_of(io::stdout());
        size.map(|(terminal_size::Width(columns), _)| usize::from(columns))
    }

    /// Writes one line of JSON for programs. Its strings contain no raw control characters,
    /// but JSON escapes preserve exactly what was read.
    pub(crate) fn object(&mut self, object: &impl serde::Serialize) -> Result {
        progress::clear();
        let mut serializer =
            serde_json::Serializer::with_formatter(&mut self.writer, EscapingFormatter);
        let written = object.serialize(&mut serializer);
        written.map_err(|error| unwritten(error.into()))?;
        self.writer.write_all(b"\n").map_err(unwritten)
    }
}

/// The styles in use, one for each meaning.
pub(crate) const PLAIN: Style = Style::new();
const ALLOWED: Style = AnsiColor::Green.on_default().bold();
const DISALLOWED: Style = AnsiColor::Red.on_default().bold();
pub(crate) const MINOR: Style = Style::new().dimmed();
pub(crate) const STRONG: Style = Style::new().bold();

/// Returns the word for a verdict, and its style.
pub(crate) fn verdict_word(verdict: &Verdict<'_>) -> (Style, &'static str) {
    match verdict.allowed() {
        true => (ALLOWED, "allowed"),
        false => (DISALLOWED, "disallowed"),
    }
}

/// Returns the reason for a verdict in a few words.
pub(crate) fn reason(verdict: &Verdict<'_>) -> String {
    match verdict.reason() {
        Reason::Rule(rule) => excerpt(format_args!("line {}: {rule}", rule.line())),
        Reason::NoRule => format!("no rule in {} matches", verdict.selection()),
        Reason::NoGroup => "no group applies to this crawler".to_owned(),
        Reason::RobotsTxt => "/robots.txt is always allowed".to_owned(),
        Reason::Unavailable(why) => why.to_string(),
        _ => verdict.to_string(),
    }
}

/// The maximum length of an excerpt, in bytes: longer than any URL that a browser sends.
const EXCERPT: usize = 4096;

/// Returns text from a file or a server, truncated at a maximum length. It's repeated for every
/// URL, so without the limit, one long rule would make every answer just as long.
pub(crate) fn excerpt(text: impl Display) -> String {
    let mut excerpt = Excerpt(String::new());
    // The writer fails when the limit is reached.
    if write!(excerpt, "{text}").is_err() {
        excerpt.0.push('…');
    }
    excerpt.0
}

/// Excerpts for a report that contains many answers. A long text is quoted at length once, and
/// after that, only its start is quoted, so the size of the report is linear in its input.
#[derive(Default)]
pub(crate) struct Excerpts {
    /// The long texts that have already been quoted.
    given: HashSet<String>,
}

impl Excerpts {
    /// The maximum length of a repeated excerpt, in bytes.
    const AGAIN: usize = 256;

    pub(crate) fn of(&mut self, text: impl Display) -> String {
        let mut excerpt = excerpt(text);
        if excerpt.len() > Excerpts::AGAIN {
            if self.given.contains(&excerpt) {
                let mut ends = (0..=Excerpts::AGAIN).rev();
                let end = ends.find(|&end| excerpt.is_char_boundary(end));
                excerpt.truncate(end.unwrap_or(0));
                excerpt.push('…');
            } else {
                self.given.insert(excerpt.clone());
            }
        }
        excerpt
    }
}

struct Excerpt(String);

impl fmt::Write for Excerpt {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        let left = EXCERPT - self.0.len();
        if text.len() <= left {
            self.0.push_str(text);
            return Ok(());
        }
        let end = (0..=left).rev().find(|&end| text.is_char_boundary(end));
        self.0.push_str(&text[..end.unwrap_or(0)]);
        Err(fmt::Error)
    }
}

/// Untrusted text in a form that is safe for one line of a terminal: control characters,
/// line ends and characters that change the text direction are spelled out, as in `\u{1b}`.
///
/// [`Output::line`], [`Output::pieces`] and [`complain`] escape their text themselves. This
/// type is for callers that lay out text and must know its width.
pub(crate) fn shown(text: &str) -> Cow<'_, str> {
    spelled_out(text, is_unfit)
}

/// Spells out some characters of a text, as in `\u{1b}`.
pub(crate) fn spelled_out(text: &str, is_unfit: impl Fn(char) -> bool) -> Cow<'_, str> {
    if !text.contains(&is_unfit) {
        return Cow::Borrowed(text);
    }
    let mut fit = String::with_capacity(text.len() + 8);
    for character in text.chars() {
        match is_unfit(character) {
            true => fit.extend(character.escape_unicode()),
            false => fit.push(character),
        }
    }
    Cow::Owned(fit)
}

/// Formats a number and its noun: `no rules`, `1 rule`, `2 rules`.
pub(crate) fn counted(number: usize, noun: &str) -> String {
    match number {
        0 => format!("no {noun}s"),
        1 => format!("1 {noun}"),
        _ => format!("{number} {noun}s"),
    }
}

/// Lists names and the number of others: `a, b and 3 more`.
pub(crate) fn listing(mut names: Vec<String>, others: usize) -> String {
    if others > 0 {
        names.push(format!("{others} more"));
    }
    match names.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} and {last}", rest.join(", ")),
        _ => names.concat(),
    }
}

/// Joins pieces into lines of at most this many columns, separators included, unless one is
/// longer.
pub(crate) fn wrapped<'a>(
    pieces: impl Iterator<Item = &'a str>,
    separator: &str,
    columns: usize,
) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    let end = separator.trim_end();
    for piece in pieces {
        match lines.last_mut() {
            Some(line) if line.width() + separator.len() + piece.width() + end.len() <= columns => {
                line.push_str(separator);
                line.push_str(piece);
                continue;
            }
            Some(line) => line.push_str(end),
            None => {}
        }
        lines.push(piece.to_owned());
    }
    lines
}

/// Truncates text to this many characters.
pub(crate) fn cut(text: &str, length: usize) -> String {
    if text.chars().nth(length).is_none() {
        return text.to_owned();
    }
    let kept: String = text.chars().take(length - 1).collect();
    kept + "…"
}

/// Pads text with spaces to this many columns.
pub(crate) fn padded(text: &str, columns: usize) -> String {
    let text = shown(text).into_owned();
    let missing = columns.saturating_sub(text.width());
    text + &" ".repeat(missing)
}

/// Returns `true` for control characters (C0, DEL and C1), the line and paragraph
/// separators, and the characters that embed, override or isolate a text direction.
pub(crate) fn is_unfit(character: char) -> bool {
    character.is_control() || matches!(character, '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// A JSON formatter that escapes all [`is_unfit`] characters. `serde_json` escapes only C0.
struct EscapingFormatter;

impl serde_json::ser::Formatter for EscapingFormatter {
    fn write_string_fragment<W: ?Sized + Write>(
        &mut self,
        writer: &mut W,
        fragment: &str,
    ) -> io::Result<()> {
        let mut rest = fragment;
        while let Some(place) = rest.find(is_unfit) {
            let (fit, from_unfit) = rest.split_at(place);
            writer.write_all(fit.as_bytes())?;
            let mut characters = from_unfit.chars();
            if let Some(character) = characters.next() {
                // All of these are in the Basic Multilingual Plane.
                write!(writer, "\\u{:04x}", u32::from(character))?;
            }
            rest = characters.as_str();
        }
        writer.write_all(rest.as_bytes())
    }
}
