//! The files to look at, from wherever they are.

use std::ffi::{OsStr, OsString};

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_encode};
use robots_exclusion::ParseOptions;

use crate::options::{Connection, Format};
use crate::output::Failure;
use crate::source::Source;
use crate::{file, pages, web};

/// A robots.txt and what it is called.
pub(super) struct Input {
    name: Name,
    pub(super) text: Vec<u8>,
}

enum Name {
    StandardInput,
    Path(OsString),
    Url(String),
}

/// Why there is nothing to look at.
pub(super) enum Unread {
    /// Standard error has this already.
    Told(String),
    Untold(String),
    /// Nobody reads standard output any more.
    Closed,
}

impl From<Failure> for Unread {
    fn from(failure: Failure) -> Unread {
        match failure {
            Failure::Message(message) => Unread::Untold(message),
            Failure::Closed => Unread::Closed,
        }
    }
}

/// What stays as it is in a URI of a file.
const PATH: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'/')
    .remove(b'-')
    .remove(b'.')
    .remove(b'_')
    .remove(b'~');

impl Input {
    /// Reads a file, `-` being standard input, or fetches the robots.txt of the
    /// host of a URL: the whole of it, as what comes after the limit is worth a
    /// diagnostic.
    pub(super) fn read(argument: &OsStr, connection: &Connection) -> Result<Input, Unread> {
        if argument == "-" {
            return Ok(Input {
                name: Name::StandardInput,
                text: file::read(argument, Format::LIFTED)?,
            });
        }
        if !web::is_page(&pages::from_argument(argument)) {
            return Ok(Input {
                name: Name::Path(argument.to_owned()),
                text: file::read(argument, Format::LIFTED)?,
            });
        }
        let whole = ParseOptions::new().byte_limit(None);
        let source = Source::read(argument, whole, connection)?;
        let (status, error) = match source.report {
            Some(report) => (report.status, report.error),
            None => (None, None),
        };
        match (source.access.robots(), error, status) {
            (Some(robots), ..) => Ok(Input {
                text: robots.text().to_vec(),
                name: Name::Url(source.name),
            }),
            // Whoever fetched has said so.
            (None, Some(error), _) => Err(Unread::Told(format!("{}: {error}", source.name))),
            (None, None, Some(status)) => Err(Unread::Untold(format!(
                "{} answered with status {status}: there is no file to look at",
                source.name
            ))),
            (None, None, None) => Err(Unread::Untold(format!(
                "{}: there is no file to look at",
                source.name
            ))),
        }
    }

    /// The name for people.
    pub(super) fn shown_name(&self) -> String {
        match &self.name {
            Name::StandardInput => "standard input".to_owned(),
            Name::Path(path) => file::shown_name(path),
            Name::Url(url) => url.clone(),
        }
    }

    /// The name for programs: `-` is standard input.
    pub(super) fn name(&self) -> String {
        match &self.name {
            Name::StandardInput => "-".to_owned(),
            Name::Path(path) => path.to_string_lossy().into_owned(),
            Name::Url(url) => url.clone(),
        }
    }

    /// The path, if it is a file.
    pub(super) fn path(&self) -> Option<String> {
        match &self.name {
            Name::Path(path) => Some(path.to_string_lossy().into_owned()),
            Name::StandardInput | Name::Url(_) => None,
        }
    }

    /// A URI reference: relative, if the path is.
    pub(super) fn uri(&self) -> String {
        match &self.name {
            Name::StandardInput => "stdin".to_owned(),
            Name::Url(url) => url.clone(),
            Name::Path(path) => {
                let bytes = path.as_encoded_bytes();
                let path: Vec<u8> = if cfg!(windows) {
                    let slash = |&byte: &u8| if byte == b'\\' { b'/' } else { byte };
                    bytes.iter().map(slash).collect()
                } else {
                    bytes.to_vec()
                };
                let encoded = percent_encode(&path, PATH);
                match path[..] {
                    [b'/', ..] => format!("file://{encoded}"),
                    [drive, b':', b'/', ..] if cfg!(windows) => {
                        let encoded = percent_encode(&path[2..], PATH);
                        format!("file:///{}:{encoded}", char::from(drive))
                    }
                    _ => encoded.to_string(),
                }
            }
        }
    }
}
