//! Writing: to people, escaped and coloured; to programs, as JSON; never past
//! a closed pipe.
//!
//! All that the program says leaves through here, so that nothing a file, a
//! server or an argument brings along reaches a terminal as it is.

pub(crate) mod progress;

use std::borrow::Cow;
use std::collections::HashSet;
use std::fmt::{self, Display, Write as _};
use std::hash::BuildHasher as _;
use std::io::{self, BufWriter, IsTerminal, Write};

use anstream::{AutoStream, ColorChoice};
use anstyle::{AnsiColor, Style};
use robots_exclusion::Verdict;

/// Why a command stopped.
pub(crate) enum Failure {
    /// Nobody reads standard output any more, as with `| head`. No reason
    /// to complain.
    Closed,
    /// One sentence for standard error.
    Message(String),
}

impl Failure {
    pub(crate) fn new(message: impl Display) -> Failure {
        Failure::Message(message.to_string())
    }
}

/// Failures of standard output; whoever reads files says which file it was.
impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Failure::Closed,
            _ => Failure::Message(format!("cannot write to standard output: {error}")),
        }
    }
}

/// Says on standard error what is wrong, in one line, escaped. A closed
/// standard error is no reason to stop.
pub(crate) fn complain(message: impl Display) {
    progress::clear();
    let line = format!("robots: {}\n", shown(&message.to_string()));
    let _ = io::stderr().lock().write_all(line.as_bytes());
}

/// Buffered standard output.
pub(crate) struct Output {
    writer: BufWriter<Box<dyn Write>>,
    coloured: bool,
}

impl Output {
    pub(crate) fn to_standard_output() -> Output {
        let standard = io::stdout().lock();
        let coloured = AutoStream::choice(&standard) != ColorChoice::Never;
        // The coloured stream translates escape codes for old Windows
        // consoles. The other way nothing is styled, so nothing need be
        // searched for styles.
        let inner: Box<dyn Write> = if coloured {
            Box::new(Clearing(AutoStream::always(standard)))
        } else {
            Box::new(Clearing(standard))
        };
        Output {
            writer: BufWriter::new(inner),
            coloured,
        }
    }

    pub(crate) fn flush(&mut self) -> Result<(), Failure> {
        Ok(self.writer.flush()?)
    }

    /// Says on standard error what is wrong, after what was found before it.
    pub(crate) fn complain(&mut self, message: impl Display) -> Result<(), Failure> {
        self.flush()?;
        complain(message);
        Ok(())
    }

    /// One line for people, escaped.
    pub(crate) fn line(&mut self, text: fmt::Arguments<'_>) -> Result<(), Failure> {
        self.pieces(&[(PLAIN, text)])
    }

    /// One line for people, put together from pieces of different styles. The
    /// text is escaped.
    pub(crate) fn pieces(&mut self, pieces: &[(Style, fmt::Arguments<'_>)]) -> Result<(), Failure> {
        for (style, text) in pieces {
            let style = if self.coloured { *style } else { PLAIN };
            write!(self.writer, "{style}")?;
            let mut escaping = Escaping {
                writer: &mut self.writer,
                error: None,
            };
            // Which error it was, `fmt` does not pass on.
            let written = escaping.write_fmt(*text);
            if let Some(error) = escaping.error {
                return Err(error.into());
            }
            written.map_err(io::Error::other)?;
            write!(self.writer, "{style:#}")?;
        }
        Ok(self.writer.write_all(b"\n")?)
    }

    /// What the program has made of itself alone: nothing in it is from
    /// outside.
    pub(crate) fn as_it_is(&mut self, bytes: &[u8]) -> Result<(), Failure> {
        Ok(self.writer.write_all(bytes)?)
    }

    /// Whether a person is looking at it.
    pub(crate) fn is_terminal(&self) -> bool {
        io::stdout().is_terminal()
    }

    /// How many columns a line has before the terminal breaks it, if it is one.
    pub(crate) fn columns(&self) -> Option<usize> {
        let size = terminal_size::terminal_size_of(io::stdout());
        size.map(|(terminal_size::Width(columns), _)| usize::from(columns))
    }

    /// One line for programs. Its strings are as free of control characters
    /// as lines for people, and yet say exactly what was read: JSON has
    /// escapes of its own.
    pub(crate) fn object(&mut self, object: &impl serde::Serialize) -> Result<(), Failure> {
        let mut serializer =
            serde_json::Serializer::with_formatter(&mut self.writer, EscapingFormatter);
        object.serialize(&mut serializer).map_err(io::Error::from)?;
        Ok(self.writer.write_all(b"\n")?)
    }
}

/// Takes the line of progress away before something else is written, which
/// may go to the same terminal.
struct Clearing<W>(W);

impl<W: Write> Write for Clearing<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        progress::clear();
        self.0.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

/// The styles in use, each for one meaning.
pub(crate) const PLAIN: Style = Style::new();
const ALLOWED: Style = AnsiColor::Green.on_default().bold();
const DISALLOWED: Style = AnsiColor::Red.on_default().bold();
pub(crate) const MINOR: Style = Style::new().dimmed();
pub(crate) const STRONG: Style = Style::new().bold();

pub(crate) fn verdict_style(verdict: &Verdict<'_>) -> Style {
    if verdict.allowed() {
        ALLOWED
    } else {
        DISALLOWED
    }
}

pub(crate) fn verdict_word(verdict: &Verdict<'_>) -> &'static str {
    if verdict.allowed() {
        "allowed"
    } else {
        "disallowed"
    }
}

/// Longest excerpt, in bytes: more than any URL that a browser sends.
const EXCERPT: usize = 4096;

/// What a file or a server says, as it is said again with every URL: cut where
/// it is long, or a file with one long rule would make each answer as long.
pub(crate) fn excerpt(text: impl Display) -> String {
    let mut excerpt = Excerpt(String::new());
    // An error says that there is more than is wanted.
    if write!(excerpt, "{text}").is_err() {
        excerpt.0.push('…');
    }
    excerpt.0
}

/// Excerpts for a report of many answers: what is long is given at length once,
/// and from then on only its beginning, so that the report is linear in what it
/// is about.
#[derive(Default)]
pub(crate) struct Excerpts {
    /// Hashes of the long ones that were given.
    given: HashSet<u64>,
}

impl Excerpts {
    /// Longest excerpt that is given again and again, in bytes.
    const AGAIN: usize = 256;

    pub(crate) fn of(&mut self, text: impl Display) -> String {
        let mut excerpt = excerpt(text);
        if excerpt.len() > Excerpts::AGAIN {
            let hash = self.given.hasher().hash_one(&excerpt);
            if !self.given.insert(hash) {
                let mut ends = (0..=Excerpts::AGAIN).rev();
                let end = ends.find(|&end| excerpt.is_char_boundary(end));
                excerpt.truncate(end.unwrap_or(0));
                excerpt.push('…');
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

/// Text that comes from outside as it may be shown on a terminal, in one line:
/// characters that a terminal would obey, that end a line or that turn its
/// direction are spelled out, `\u{1b}`.
///
/// [`Output::line`], [`Output::pieces`] and [`complain`] do it themselves; it
/// is here for text that something else lays out, which is to know how long
/// it gets.
pub(crate) fn shown(text: &str) -> Cow<'_, str> {
    if !text.chars().any(is_unfit) {
        return Cow::Borrowed(text);
    }
    let mut fit = String::with_capacity(text.len() + 8);
    for character in text.chars() {
        if is_unfit(character) {
            fit.extend(character.escape_unicode());
        } else {
            fit.push(character);
        }
    }
    Cow::Owned(fit)
}

/// Control characters (C0, DEL and C1), line and paragraph separator, and the
/// characters that embed, override or isolate a direction.
pub(crate) fn is_unfit(character: char) -> bool {
    character.is_control() || matches!(character, '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// Escapes what is written through it.
struct Escaping<W> {
    writer: W,
    error: Option<io::Error>,
}

impl<W: Write> fmt::Write for Escaping<W> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.writer
            .write_all(shown(text).as_bytes())
            .map_err(|error| {
                self.error = Some(error);
                fmt::Error
            })
    }
}

/// `serde_json` escapes C0 alone.
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
                // None of them is outside of the basic plane.
                write!(writer, "\\u{:04x}", u32::from(character))?;
            }
            rest = characters.as_str();
        }
        writer.write_all(rest.as_bytes())
    }
}
