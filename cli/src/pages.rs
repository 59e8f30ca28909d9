//! The URLs to check, from the arguments or from standard input, one per line.

use std::borrow::Cow;
use std::error::Error as _;
use std::ffi::{OsStr, OsString};
use std::io::{self, IsTerminal as _};

use robots_exclusion::location::{LocationError, Scope};

use crate::lines::{Advance, Lines};
use crate::output::{Result, complain};

/// A sequence of URLs. The argument `-` is replaced by the lines of standard input.
pub(crate) struct Pages<'a> {
    arguments: std::slice::Iter<'a, OsString>,
    lines: Option<Lines>,
}

/// A URL, or an error if its line is too long.
pub(crate) type Page<'a> = Result<Cow<'a, str>, String>;

impl<'a> Pages<'a> {
    /// Reads the URLs from the arguments, or from standard input if there are none.
    pub(crate) fn new(arguments: &'a [OsString]) -> Pages<'a> {
        if arguments.is_empty() && io::stdin().is_terminal() {
            complain("reading URLs from the terminal, one per line; Ctrl-D ends the list");
        }
        Pages {
            arguments: arguments.iter(),
            lines: arguments.is_empty().then(standard_input),
        }
    }

    /// Returns the next URL, which may borrow from a line of standard input. Calls `flush`
    /// before it might have to wait.
    pub(crate) fn next(&mut self, flush: impl FnOnce() -> Result) -> Result<Option<Page<'_>>> {
        if self.lines.as_ref().is_some_and(Lines::may_wait) {
            flush()?;
        }
        loop {
            if let Some(lines) = &mut self.lines {
                let advanced = lines.advance();
                match advanced.map_err(|error| format!("cannot read standard input: {error}"))? {
                    Advance::Line => break,
                    Advance::TooLong => {
                        let line = lines.number();
                        let why = format!("line {line} of standard input is longer than 2 MiB");
                        return Ok(Some(Err(why)));
                    }
                    Advance::End => self.lines = None,
                }
            }
            match self.arguments.next() {
                Some(argument) if argument == "-" => self.lines = Some(standard_input()),
                Some(argument) => return Ok(Some(Ok(from_argument(argument)))),
                None => return Ok(None),
            }
        }
        let lines = self.lines.as_ref();
        Ok(lines.map(|lines| Ok(from_bytes(lines.content()))))
    }
}

fn standard_input() -> Lines {
    Lines::new(Box::new(io::stdin().lock()))
}

/// Returns a URL given as an argument.
pub(crate) fn from_argument(argument: &OsStr) -> Cow<'_, str> {
    from_bytes(argument.as_encoded_bytes())
}

/// Returns a URL as a string. Bytes that are invalid UTF-8 are percent-encoded, as a client
/// would send them.
pub(crate) fn from_bytes(bytes: &[u8]) -> Cow<'_, str> {
    match std::str::from_utf8(bytes) {
        Ok(url) => Cow::Borrowed(url),
        Err(_) => Cow::Owned(bytes.utf8_chunks().fold(String::new(), |url, chunk| {
            let url = url + chunk.valid();
            let invalid = chunk.invalid().iter();
            invalid.fold(url, |url, byte| url + &format!("%{byte:02X}"))
        })),
    }
}

/// Returns a URL for the start of a message, which must not be empty.
pub(crate) fn quoted(url: &str) -> Cow<'_, str> {
    match url.trim().is_empty() {
        true => Cow::Owned(format!("\"{url}\"")),
        false => Cow::Borrowed(url),
    }
}

/// Returns the error message for a page that has no robots.txt.
pub(crate) fn no_verdict(url: &str, objection: &str) -> String {
    format!("no verdict on {}: {objection}", quoted(url))
}

/// Returns the reason why a URL has no robots.txt, in as much detail as possible.
pub(crate) fn without_robots_txt(error: &LocationError) -> String {
    match error.source() {
        Some(source) => format!("{error}: {source}"),
        None => error.to_string(),
    }
}

/// Returns the reason why this URL has no robots.txt, or `None` if it has one.
pub(crate) fn objection(url: &str) -> Option<String> {
    if url.starts_with('/') {
        return None;
    }
    let Err(error) = Scope::of_page(url) else {
        return None;
    };
    let wanted = "neither an absolute URL nor a path that begins with `/`";
    Some(match error {
        _ if url.is_empty() => "the empty string is not a URL".to_owned(),
        // `example.org:8080` would parse as a URL with the scheme `example.org`.
        _ if looks_like_host(url) => format!("{wanted}; did you mean https://{url}?"),
        _ if std::path::Path::new(url).is_file() => {
            format!("{wanted}; it's a file, and you can only give one")
        }
        error if url.contains(':') => without_robots_txt(&error),
        _ => wanted.to_owned(),
    })
}

/// Returns `true` if `text` starts like a web host: at least two labels, and no scheme
/// before them.
pub(crate) fn looks_like_host(text: &str) -> bool {
    let host = text.split(['/', '?', '#']).next().unwrap_or_default();
    let (host, port) = host.split_once(':').unwrap_or((host, ""));
    let is_fit = |character: char| character.is_alphanumeric() || character == '-';
    let is_label = |label: &str| !label.is_empty() && label.chars().all(is_fit);
    let last = host.rsplit('.').next().unwrap_or_default();
    port.bytes().all(|byte| byte.is_ascii_digit())
        && host.contains('.')
        && host.split('.').all(is_label)
        && last.chars().any(char::is_alphabetic)
        // These are file name extensions.
        && !["txt", "html", "htm", "xml", "php", "json", "md"].contains(&last)
}
