//! The robots.txt that a command reads: from a file, standard input or a host.

use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io::{self, Read};
use std::sync::Arc;
use std::sync::mpsc::Receiver;

use robots_exclusion::ParseOptions;
use robots_exclusion::fetch::Access;
use robots_exclusion::location::Scope;

use crate::options::{Connection, byte_limit_of};
use crate::output::{self, Output, Result, progress};
use crate::pages;
use crate::web::{self, Client, Fetched, Report};

pub(crate) struct Source {
    /// The argument that names the file, or the URL of the robots.txt.
    pub(crate) name: String,
    /// The path as given, if this is a file and not standard input.
    pub(crate) path: Option<OsString>,
    pub(crate) access: Access<'static>,
    /// The report on the fetch, if the file was fetched.
    pub(crate) report: Option<Report>,
}

/// A reader of sources. All hosts share a client.
pub(crate) struct Sources<'c> {
    options: ParseOptions,
    connection: &'c Connection,
    /// Created for the first URL.
    client: Option<Arc<Client>>,
}

/// A source that is not read yet, or is being fetched.
pub(crate) enum Pending<'a> {
    File(&'a OsStr),
    Host(String, Receiver<Fetched>),
}

impl<'c> Sources<'c> {
    pub(crate) fn new(options: ParseOptions, connection: &'c Connection) -> Sources<'c> {
        Sources {
            options,
            connection,
            client: None,
        }
    }

    /// Starts to fetch the robots.txt of a URL's host. Any other argument is the name of a file.
    pub(crate) fn begin<'a>(&mut self, argument: &'a OsStr) -> Result<Pending<'a>> {
        let page = pages::from_argument(argument);
        if !web::is_page(&page) {
            return Ok(Pending::File(argument));
        }
        let robots_txt =
            web::robots_txt_of(&page).map_err(|objection| format!("{page}: {objection}"))?;
        let client = match &self.client {
            Some(client) => client,
            None => {
                let client = Client::new(self.options, self.connection)?;
                self.client.insert(Arc::new(client))
            }
        };
        let url = robots_txt.to_string();
        let fetching = web::fetch(Arc::clone(client), robots_txt)?;
        Ok(Pending::Host(url, fetching))
    }

    /// Reads a file (`-` is standard input), or waits until a robots.txt is fetched and reports
    /// any problem.
    pub(crate) fn finish(
        &self,
        pending: Pending<'_>,
        output: &mut Output,
        show_progress: impl Fn(&str),
    ) -> Result<Source> {
        match pending {
            Pending::File(name) => {
                let text = read_file(name, byte_limit_of(self.options))?;
                Ok(Source {
                    name: name.to_string_lossy().into_owned(),
                    path: (name != "-").then(|| name.to_owned()),
                    access: self.options.parse_owned(text).into(),
                    report: None,
                })
            }
            Pending::Host(url, fetching) => {
                let fetched = web::wait(&fetching, output, || show_progress(&url))?;
                let Fetched { access, report } = fetched.ok_or(web::PANICKED)?;
                report.complain(output)?;
                Ok(Source {
                    name: url,
                    path: None,
                    access,
                    report: Some(report),
                })
            }
        }
    }
}

impl Source {
    /// Reads a file (`-` is standard input), or fetches the robots.txt of a URL's host and
    /// reports any problem.
    pub(crate) fn read(
        argument: &OsStr,
        options: ParseOptions,
        connection: &Connection,
        output: &mut Output,
    ) -> Result<Source> {
        let mut sources = Sources::new(options, connection);
        let pending = sources.begin(argument)?;
        sources.finish(pending, output, |url| {
            progress::show(format_args!("fetching {url}"));
        })
    }

    /// Returns the human-readable name.
    pub(crate) fn shown_name(&self) -> &str {
        shown_name(&self.name)
    }

    /// Returns the text of the file, which is empty if there is no file.
    pub(crate) fn text(&self) -> &[u8] {
        self.access.robots().map_or(b"", |robots| robots.text())
    }

    /// Returns the reason why the file couldn't be fetched.
    pub(crate) fn error(&self) -> Option<&str> {
        self.report.as_ref()?.error.as_deref()
    }

    /// Returns the reason why there is no verdict on a URL, or `None` if there is one. A
    /// fetched file only covers one host.
    pub(crate) fn objection(&self, url: &str) -> Option<String> {
        pages::objection(url).or_else(|| {
            self.report.as_ref()?;
            let scope = Scope::of_page(&self.name).ok()?;
            let is_elsewhere = !url.starts_with('/') && !scope.covers(url);
            is_elsewhere.then(|| format!("not on the same host as {}", self.name))
        })
    }

    /// Returns the URL of the robots.txt and the report on the fetch, if it was fetched.
    pub(crate) fn fetched(&self) -> Option<(&str, &Report)> {
        let report = self.report.as_ref();
        report.map(|report| (self.name.as_str(), report))
    }
}

/// Reads a file (`-` is standard input) up to `limit` bytes, and reports if there are more.
/// The result is then one byte longer than the limit, which tells the library that the last
/// line is cut.
pub(crate) fn read_file(name: &OsStr, limit: usize) -> Result<Vec<u8>> {
    let lossy = name.to_string_lossy();
    let shown = shown_name(&lossy);
    let at_most = limit as u64 + 1;
    let mut text = Vec::new();
    let read = open(name).and_then(|file| file.take(at_most).read_to_end(&mut text));
    let length = read.map_err(|error| {
        let hint = match error.kind() {
            io::ErrorKind::NotFound if pages::looks_like_host(&lossy) => {
                format!("; did you mean https://{lossy}?")
            }
            io::ErrorKind::NotFound if lossy.contains("://") => {
                "; only http and https URLs are fetched".to_owned()
            }
            _ => String::new(),
        };
        format!("cannot read {shown}: {error}{hint}")
    })?;
    if length > limit {
        output::complain(format_args!(
            "{shown} is longer than {limit} bytes: the rest is not read"
        ));
    }
    Ok(text)
}

/// Opens a file (`-` is standard input).
pub(crate) fn open(name: &OsStr) -> io::Result<Box<dyn Read>> {
    Ok(match name == "-" {
        true => Box::new(io::stdin().lock()),
        false => Box::new(File::open(name)?),
    })
}

/// Returns a file's human-readable name. Programs get the argument unchanged, because that
/// distinguishes standard input from a file with any name.
pub(crate) fn shown_name(argument: &str) -> &str {
    match argument {
        "-" => "standard input",
        name => name,
    }
}
