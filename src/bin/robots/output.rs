//! Writing: to people, escaped and coloured; never past a closed pipe.

use std::borrow::Cow;
use std::fmt::{self, Display, Write as _};
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

/// Says on standard error what is wrong. A closed standard error is no
/// reason to stop.
pub(crate) fn complain(message: impl Display) {
    let _ = writeln!(anstream::stderr().lock(), "robots: {message}");
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
        let inner: Box<dyn Write> = match coloured {
            true => Box::new(AutoStream::always(standard)),
            false => Box::new(standard),
        };
        Output {
            writer: BufWriter::new(inner),
            coloured,
        }
    }

    /// Whether styles are wanted.
    pub(crate) fn is_coloured(&self) -> bool {
        self.coloured
    }

    /// Whether a person is looking at it line by line.
    pub(crate) fn is_terminal(&self) -> bool {
        io::stdout().is_terminal()
    }

    pub(crate) fn flush(&mut self) -> Result<(), Failure> {
        Ok(self.writer.flush()?)
    }

    /// One line for people.
    pub(crate) fn line(&mut self, line: fmt::Arguments<'_>) -> Result<(), Failure> {
        self.writer.write_fmt(line)?;
        Ok(self.writer.write_all(b"\n")?)
    }

    /// One line for programs.
    pub(crate) fn object(&mut self, object: &impl serde::Serialize) -> Result<(), Failure> {
        serde_json::to_writer(&mut self.writer, object).map_err(io::Error::from)?;
        Ok(self.writer.write_all(b"\n")?)
    }

    /// `text` in this style, if styles are wanted.
    pub(crate) fn styled<T: Display>(&self, style: Style, text: T) -> Styled<T> {
        let style = if self.coloured { style } else { Style::new() };
        Styled { style, text }
    }
}

/// The styles in use, each for one meaning.
const ALLOWED: Style = AnsiColor::Green.on_default().bold();
const DISALLOWED: Style = AnsiColor::Red.on_default().bold();
pub(crate) const MINOR: Style = Style::new().dimmed();

pub(crate) fn verdict_style(verdict: &Verdict<'_>) -> Style {
    match verdict.allowed() {
        true => ALLOWED,
        false => DISALLOWED,
    }
}

/// Text with a style.
pub(crate) struct Styled<T> {
    style: Style,
    text: T,
}

impl<T: Display> Display for Styled<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.style)?;
        self.text.fmt(f)?;
        write!(f, "{:#}", self.style)
    }
}

/// Text from a file or a URL as it may be shown: characters that a terminal
/// would obey, or that turn the direction of the line, are spelled out.
pub(crate) fn shown(text: &str) -> Cow<'_, str> {
    if !text.chars().any(is_unfit) {
        return Cow::Borrowed(text);
    }
    let mut fit = String::with_capacity(text.len() + 8);
    for character in text.chars() {
        if is_unfit(character) {
            // Writing to a string does not fail.
            let _ = write!(fit, "{}", character.escape_unicode());
        } else {
            fit.push(character);
        }
    }
    Cow::Owned(fit)
}

fn is_unfit(character: char) -> bool {
    character.is_control() || matches!(character, '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}
