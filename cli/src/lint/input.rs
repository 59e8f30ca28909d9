//! The files to check, from disk, standard input or hosts.

use std::collections::VecDeque;
use std::ffi::{OsStr, OsString};
use std::sync::Arc;

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_encode};
use robots_exclusion::ParseOptions;

use crate::options::{Connection, Format};
use crate::output::{Failure, Output, progress};
use crate::web::{self, Client, Fetched, Fetching};
use crate::{file, pages};

/// The number of robots.txt files that are fetched at the same time. Files are read past the
/// limit, because text after the limit deserves a diagnostic, so each may be long.
const AT_ONCE: usize = 4;

/// A robots.txt and its name.
pub(super) struct Input {
    /// The name for programs: the argument (`-` is standard input), or the URL.
    pub(super) name: String,
    /// The path as given, if this is a file.
    pub(super) path: Option<OsString>,
    pub(super) text: Vec<u8>,
}

/// The reason why there is no file to check.
pub(super) enum Unread {
    /// Already reported on standard error.
    Told(String),
    Untold(String),
    /// Standard output was closed.
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
    arguments: VecDeque<&'a OsStr>,
    connection: &'a Connection,
    /// Created for the first URL.
    client: Option<Arc<Client>>,
    ahead: VecDeque<Ahead<'a>>,
    fetching: usize,
    /// The number of URLs, and the number of those already fetched.
    hosts: usize,
    fetched: usize,
}

/// A file that is available or being fetched.
enum Ahead<'a> {
    File(&'a OsStr),
    Url(String, Fetching),
    Nothing(Failure),
}

impl<'a> Inputs<'a> {
    pub(super) fn new(arguments: &'a [OsString], connection: &'a Connection) -> Inputs<'a> {
        let is_page = |argument: &&OsString| web::is_page(&pages::from_argument(argument));
        Inputs {
            arguments: arguments.iter().map(OsString::as_os_str).collect(),
            connection,
            client: None,
            ahead: VecDeque::new(),
            fetching: 0,
            hosts: arguments.iter().filter(is_page).count(),
            fetched: 0,
        }
    }

    /// Reads the next file (`-` is standard input), or returns the whole file fetched from
    /// a URL's host.
    pub(super) fn next(&mut self, output: &mut Output) -> Option<Result<Input, Unread>> {
        while self.fetching < AT_ONCE {
            let Some(argument) = self.arguments.pop_front() else {
                break;
            };
            let ahead = self.begin(argument);
            self.fetching += usize::from(matches!(ahead, Ahead::Url(..)));
            self.ahead.push_back(ahead);
        }
        Some(match self.ahead.pop_front()? {
            Ahead::File(name) => read(name).map_err(Unread::from),
            Ahead::Nothing(failure) => Err(failure.into()),
            Ahead::Url(url, fetching) => {
                let Inputs { fetched, hosts, .. } = self;
                let fetched = fetching.wait(output, || {
                    progress::show(format_args!("{fetched} of {hosts} robots.txt fetched"));
                });
                self.fetching -= 1;
                self.fetched += 1;
                fetched.map_or_else(|failure| Err(failure.into()), |fetched| of(url, fetched))
            }
        })
    }

    fn begin(&mut self, argument: &'a OsStr) -> Ahead<'a> {
        let page = pages::from_argument(argument);
        if !web::is_page(&page) {
            return Ahead::File(argument);
        }
        let robots_txt = match web::robots_txt_of(&page) {
            Ok(robots_txt) => robots_txt,
            Err(objection) => {
                return Ahead::Nothing(Failure::new(format_args!("{page}: {objection}")));
            }
        };
        let client = match &self.client {
            Some(client) => Arc::clone(client),
            None => {
                let whole = ParseOptions::new().byte_limit(None);
                match Client::new(whole, self.connection) {
                    Ok(client) => Arc::clone(self.client.insert(Arc::new(client))),
                    Err(failure) => return Ahead::Nothing(failure),
                }
            }
        };
        let url = robots_txt.to_string();
        match Fetching::start(client, robots_txt) {
            Ok(fetching) => Ahead::Url(url, fetching),
            Err(failure) => Ahead::Nothing(failure),
        }
    }
}

/// Reads a file.
fn read(name: &OsStr) -> Result<Input, Failure> {
    let text = file::read(name, Format::LIFTED)?;
    Ok(Input {
        path: (name != "-").then(|| name.to_owned()),
        name: name.to_string_lossy().into_owned(),
        text,
    })
}

/// Returns the fetched file, if there is one.
fn of(url: String, fetched: Fetched) -> Result<Input, Unread> {
    let Fetched { access, report } = fetched;
    report.complain();
    match (access.robots(), report.error, access.unavailable()) {
        (Some(robots), ..) => Ok(Input {
            text: robots.text().to_vec(),
            name: url,
            path: None,
        }),
        (None, Some(error), _) => Err(Unread::Told(format!("{url}: {error}"))),
        (None, None, why) => Err(Unread::Untold(format!(
            "{url}: no robots.txt to check{}",
            why.map_or(String::new(), |why| format!(": {why}"))
        ))),
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
