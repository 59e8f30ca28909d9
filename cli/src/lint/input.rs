//! The files to check, from disk, standard input or hosts.

use std::collections::VecDeque;
use std::ffi::OsString;

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_encode};
use robots_exclusion::ParseOptions;

use crate::options::Connection;
use crate::output::{Output, Result, progress};
use crate::source::{Pending, Sources};
use crate::{file, pages, web};

/// The maximum number of robots.txt files that are fetched at the same time. Files are read past
/// the limit, because text after the limit deserves a diagnostic, so each may be long.
const AT_ONCE: usize = 4;

/// A robots.txt and its name.
pub(super) struct Input {
    /// The name for programs: the argument (`-` is standard input), or the URL.
    pub(super) name: String,
    /// The path as given, if this is a file.
    pub(super) path: Option<OsString>,
    pub(super) text: Vec<u8>,
}

/// The characters that are not percent-encoded in a file's URI.
const PATH: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'/')
    .remove(b'-')
    .remove(b'.')
    .remove(b'_')
    .remove(b'~');

/// The files, in the order of the arguments. Files from hosts are fetched ahead of time,
/// several at once.
pub(super) struct Inputs<'a> {
    arguments: std::slice::Iter<'a, OsString>,
    sources: Sources<'a>,
    ahead: VecDeque<Result<Pending<'a>>>,
    fetching: usize,
    /// The number of URLs, and the number of those already fetched.
    hosts: usize,
    fetched: usize,
}

impl<'a> Inputs<'a> {
    pub(super) fn new(arguments: &'a [OsString], connection: &'a Connection) -> Inputs<'a> {
        let is_page = |argument: &&OsString| web::is_page(&pages::from_argument(argument));
        Inputs {
            arguments: arguments.iter(),
            sources: Sources::new(ParseOptions::new().byte_limit(None), connection),
            ahead: VecDeque::new(),
            fetching: 0,
            hosts: arguments.iter().filter(is_page).count(),
            fetched: 0,
        }
    }

    /// Returns the next file, or the reason why it could not be read, which standard error has
    /// already.
    pub(super) fn next(&mut self, output: &mut Output) -> Result<Option<Result<Input, String>>> {
        while self.fetching < AT_ONCE {
            let Some(argument) = self.arguments.next() else {
                break;
            };
            let pending = self.sources.begin(argument);
            self.fetching += usize::from(matches!(pending, Ok(Pending::Host(..))));
            self.ahead.push_back(pending);
        }
        let Some(pending) = self.ahead.pop_front() else {
            return Ok(None);
        };
        let is_fetched = matches!(pending, Ok(Pending::Host(..)));
        let (fetched, hosts) = (self.fetched, self.hosts);
        let show_progress = |_: &str| {
            progress::show(format_args!("{fetched} of {hosts} robots.txt fetched"));
        };
        let read = pending.and_then(|it| self.sources.finish(it, output, show_progress));
        self.fetching -= usize::from(is_fetched);
        self.fetched += usize::from(is_fetched);
        let source = match read {
            Ok(source) => source,
            Err(failure) => return Ok(Some(Err(output.told(failure)?))),
        };
        let error = source.report.and_then(|report| report.error);
        Ok(Some(match (source.access.robots(), error) {
            (Some(robots), _) => Ok(Input {
                text: robots.text().to_vec(),
                name: source.name,
                path: source.path,
            }),
            // The error is reported with the fetch.
            (None, Some(error)) => Err(format!("{}: {error}", source.name)),
            (None, None) => {
                let why = source.access.unavailable();
                let why = why.map_or(String::new(), |why| format!(": {why}"));
                let failure = format!("{}: no robots.txt to check{why}", source.name);
                Err(output.told(failure.into())?)
            }
        }))
    }
}

impl Input {
    /// Returns the name for people.
    pub(super) fn shown_name(&self) -> &str {
        file::shown_name(&self.name)
    }

    /// Returns a URI reference, which is relative if the path is.
    pub(super) fn uri(&self) -> String {
        match &self.path {
            None if self.name == "-" => "stdin".to_owned(),
            None => self.name.clone(),
            Some(path) => {
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
