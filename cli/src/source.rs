//! The robots.txt that a command reads: from a file, standard input or a host.

use std::ffi::OsStr;
use std::sync::Arc;

use robots_exclusion::ParseOptions;
use robots_exclusion::fetch::Access;
use robots_exclusion::location::Scope;

use crate::options::{Connection, byte_limit_of};
use crate::output::{Failure, Output, progress};
use crate::web::{self, Client, Fetched, Fetching, Report};
use crate::{Finding, file, pages};

pub(crate) struct Source {
    /// The argument that names the file, or the URL of the robots.txt.
    pub(crate) name: String,
    pub(crate) access: Access<'static>,
    /// The report on the fetch, if the file was fetched.
    pub(crate) report: Option<Report>,
}

impl Source {
    /// Reads a file (`-` is standard input), or fetches the robots.txt of a URL's host and
    /// reports any problem.
    pub(crate) fn read(
        argument: &OsStr,
        options: ParseOptions,
        connection: &Connection,
        output: &mut Output,
    ) -> Result<Source, Failure> {
        let page = pages::from_argument(argument);
        if !web::is_page(&page) {
            let text = file::read(argument, byte_limit_of(options))?;
            return Ok(Source {
                name: argument.to_string_lossy().into_owned(),
                access: options.parse(&text).into_owned().into(),
                report: None,
            });
        }
        let robots_txt = web::robots_txt_of(&page)
            .map_err(|objection| Failure::new(format_args!("{page}: {objection}")))?;
        let name = robots_txt.to_string();
        let client = Arc::new(Client::new(options, connection)?);
        let show_progress = || progress::show(format_args!("fetching {name}"));
        let fetching = Fetching::start(client, robots_txt)?;
        let Fetched { access, report } = fetching.wait(output, show_progress)?;
        report.complain();
        Ok(Source {
            name,
            access,
            report: Some(report),
        })
    }

    /// Returns the human-readable name.
    pub(crate) fn shown_name(&self) -> &str {
        file::shown_name(&self.name)
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

    /// Returns `Incomplete` if the file was fetched without a usable response.
    pub(crate) fn finding(&self) -> Finding {
        self.report.as_ref().map_or(Finding::Fine, Report::finding)
    }

    /// Returns the URL of the robots.txt and the report on the fetch, if it was fetched.
    pub(crate) fn fetched(&self) -> Option<(&str, &Report)> {
        let report = self.report.as_ref();
        report.map(|report| (self.name.as_str(), report))
    }
}
