//! The files to look at, from wherever they are.

use std::collections::VecDeque;
use std::ffi::{OsStr, OsString};
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_encode};
use robots_exclusion::ParseOptions;

use crate::options::{Connection, Format};
use crate::output::{Failure, Output, progress};
use crate::web::{self, Client, Fetched};
use crate::{file, pages};

/// How many robots.txt are fetched at once. Each may be as long as any that is
/// read, as what comes after the limit is worth a diagnostic.
const AT_ONCE: usize = 4;

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

/// The files, in the order in which they were asked for. Those that come from
/// a host are fetched ahead, some at once.
pub(super) struct Inputs<'a> {
    arguments: VecDeque<&'a OsStr>,
    connection: &'a Connection,
    /// Made for the first URL.
    client: Option<Arc<Client>>,
    ahead: VecDeque<Ahead<'a>>,
    fetching: usize,
    /// How many URLs there are, and how many of them were fetched.
    hosts: usize,
    fetched: usize,
}

/// What is, or will be, at hand.
enum Ahead<'a> {
    File(&'a OsStr),
    /// The URL of a robots.txt, and where it comes from: no thread is waited
    /// for where nobody reads what is reported.
    Url(String, Receiver<Fetched>),
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

    /// Reads the next file, `-` being standard input, or gives what was fetched
    /// from the host of a URL: the whole of it.
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
            Ahead::Url(url, fetched) => {
                let fetched = self.wait(&fetched, output);
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
        let (sender, receiver) = mpsc::channel();
        thread::spawn(move || {
            // Nobody waits for it any more if the command has ended.
            let _ = sender.send(client.fetch(robots_txt));
        });
        Ahead::Url(url, receiver)
    }

    /// Waits for what is fetched. Meanwhile what was found is written out.
    fn wait(&self, fetched: &Receiver<Fetched>, output: &mut Output) -> Result<Fetched, Failure> {
        output.flush()?;
        loop {
            match fetched.recv_timeout(Duration::from_millis(200)) {
                Ok(fetched) => return Ok(fetched),
                Err(RecvTimeoutError::Timeout) => {
                    let Inputs { fetched, hosts, .. } = self;
                    progress::show(format_args!("{fetched} of {hosts} robots.txt fetched"));
                }
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(Failure::new(web::PANICKED));
                }
            }
        }
    }
}

/// Reads a file.
fn read(name: &OsStr) -> Result<Input, Failure> {
    let text = file::read(name, Format::LIFTED)?;
    let name = if name == "-" {
        Name::StandardInput
    } else {
        Name::Path(name.to_owned())
    };
    Ok(Input { name, text })
}

/// What was fetched, if it is a file.
fn of(url: String, fetched: Fetched) -> Result<Input, Unread> {
    let Fetched { access, report } = fetched;
    report.complain();
    match (access.robots(), report.error, report.status) {
        (Some(robots), ..) => Ok(Input {
            text: robots.text().to_vec(),
            name: Name::Url(url),
        }),
        (None, Some(error), _) => Err(Unread::Told(format!("{url}: {error}"))),
        (None, None, Some(status)) => Err(Unread::Untold(format!(
            "{url} answered with status {status}: there is no file to look at"
        ))),
        (None, None, None) => Err(Unread::Untold(format!(
            "{url}: there is no file to look at"
        ))),
    }
}

impl Input {
    /// The name for people.
    pub(super) fn shown_name(&self) -> String {
        file::shown_name(&self.name()).to_owned()
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
